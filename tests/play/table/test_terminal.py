"""`rftg play`, `rftg resume` and `rftg replay --step` at a terminal: what is shown there, and how a game is left."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import Any

import pytest

import rftg_dsl as rftg
from rftg_dsl.log.format.read_log import read_log
from rftg_dsl.log.proof.secret_files import host_file_beside
from rftg_dsl.show.terminal.play_screen import CLEAR
from terminal import Terminal

WIDTHS = pytest.mark.parametrize("columns", [80, 40])
CTRL_C, CTRL_D = "\x03", "\x04"

EVENINGS = {
    "roll": ("? 1", "1", "select ship", "back", "help", "ship, 1; done", "table", "why", "1"),
    "race": ("? 1", "1 2", "/ explore", "/", "explore +5", "why", "1", "table"),
    "galaxies": ("?", "1", "1", "back", "why", "table", "end"),
}
"""What somebody types at the beginning of a game."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder that the command is run in."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path


def evening(*more: str, game: str = "roll", bots: str = "me,greedy", **settings: Any) -> Terminal:
    """A game at a terminal, kept in ``game.rlog``."""
    return Terminal("play", game, "--bots", bots, "--seed", "evening", "--log", "game.rlog", *more, **settings)


@WIDTHS
@pytest.mark.parametrize("game", EVENINGS)
def test_the_beginning_of_a_game(game: str, columns: int, snapshot: Any) -> None:
    with evening(game=game, columns=columns, NO_COLOR="1") as terminal:
        shown = [terminal.read()]
        for line in EVENINGS[game]:
            shown += [f"{line}\n", terminal.type(line)]

    said = "".join(shown)
    assert "\x1b" not in said
    assert max(map(len, said.splitlines())) <= columns
    assert said == snapshot


@WIDTHS
def test_two_people_at_one_screen(columns: int, snapshot: Any) -> None:
    with evening(bots="me:Ann,me:Ben", columns=columns, NO_COLOR="1") as terminal:
        said = [terminal.read(), terminal.type(""), terminal.type("1"), terminal.type("")]

    assert [screen.startswith(CLEAR) for screen in said] == [True, False, True, False]
    assert "".join(said).replace(CLEAR, "<clear>") == snapshot


def test_colours_appear_unless_they_are_not_wanted() -> None:
    with evening() as terminal:
        assert "\x1b[1m" in terminal.read()
        assert "\x1b[1;31m!" in terminal.type("zebra")
    Path("game.rlog").unlink()
    host_file_beside(Path("game.rlog")).unlink()
    with evening(NO_COLOR="1") as terminal:
        assert "\x1b" not in terminal.read() + terminal.type("zebra") + terminal.type("1")


# -- how a game is left ------------------------------------------------------------------------------------------


def left_by(keys: str) -> tuple[str, int]:
    """What is shown, and the exit status, of somebody who leaves after two answers so."""
    with evening() as terminal:
        terminal.read()
        terminal.type("1")
        terminal.send(keys)
        return terminal.read("\0"), terminal.end()


@pytest.mark.parametrize(
    ("keys", "status"),
    [
        ("quit\n", 0),
        (CTRL_C, 2),
        (CTRL_D, 2),
        (f"select ship{CTRL_C}", 2),
    ],
)
def test_a_game_that_is_left_goes_on(keys: str, status: int) -> None:
    said, ended = left_by(keys)

    assert ended == status
    assert "rftg resume game.rlog" in said
    assert "Traceback" not in said
    goes_on_as_in_one_go()


def goes_on_as_in_one_go() -> None:
    """A game that was left after its first answer goes on, and its log is that of one that was never left."""
    kept = read_log(Path("game.rlog"))
    assert kept.torn is False or not kept.torn
    with Terminal("resume", "game.rlog", NO_COLOR="1") as terminal:
        assert "Which phase do you select?" in terminal.read()
        terminal.type("ship, 1; done")
        terminal.send("quit\n")
        assert terminal.end() == 0
    Path("game.rlog").rename("several.rlog")
    host_file_beside(Path("game.rlog")).rename(host_file_beside(Path("several.rlog")))
    with evening() as terminal:
        terminal.read()
        terminal.type("1", "ship, 1; done")
        terminal.send("quit\n")
        assert terminal.end() == 0
    assert Path("several.rlog").read_bytes() == Path("game.rlog").read_bytes()


@pytest.mark.parametrize("ignored", [(), (signal.SIGHUP,)])
def test_a_game_whose_terminal_is_closed_goes_on(ignored: tuple[signal.Signals, ...]) -> None:
    with evening(ignored=ignored) as terminal:
        terminal.read()
        terminal.type("1")
        terminal.close()
        terminal.running.wait(60)

    goes_on_as_in_one_go()


def test_a_game_that_is_killed_goes_on() -> None:
    with evening() as terminal:
        terminal.read()
        terminal.type("1")
        os.kill(terminal.running.pid, signal.SIGKILL)
        terminal.end()

    goes_on_as_in_one_go()


def test_a_game_that_is_not_kept_warns_before_it_stops() -> None:
    with Terminal("play", "roll", "--bots", "me", "--seed", "evening", NO_COLOR="1") as terminal:
        terminal.read()
        terminal.send(CTRL_C)
        assert "the game is not saved: type 'save FILE' to save it" in terminal.read()
        terminal.type("? 1")
        terminal.send(CTRL_C)
        assert "or press Ctrl-C again" in terminal.read()
        terminal.send(CTRL_C)
        assert "the game was interrupted and not saved" in terminal.read("\0")
        assert terminal.end() == 2


def test_a_game_is_played_to_its_end(snapshot: Any) -> None:
    with Terminal("play", "race", "--bots", "me,greedy", "--seed", "evening", "--log", "g.rlog", NO_COLOR="1") as it:
        it.read()
        it.send("concede\n")
        it.read()
        it.send("yes\n")
        said = it.read("\0")
        assert it.end() == 0

    assert "\n".join(said.splitlines()[-8:]) == snapshot
    assert rftg.audit("g.rlog").verdict == "valid"
    assert not host_file_beside(Path("g.rlog")).exists()


# -- names -------------------------------------------------------------------------------------------------------


def test_a_name_cannot_write_to_the_terminal(folder: Path) -> None:
    with evening(bots="me:Ann,greedy") as terminal:
        terminal.read()
        terminal.send("quit\n")
        terminal.end()
    hostile = "me:\\u001b]0;gone\\u0007\\u202e"
    log = folder / "game.rlog"
    log.write_text(log.read_text().replace("me:Ann", hostile))

    with Terminal("resume", "game.rlog", NO_COLOR="1") as terminal:
        said = terminal.read()

    assert "\x1b" not in said and "\x07" not in said and "\u202e" not in said
    assert "Seat 1 (\N{REPLACEMENT CHARACTER}]0;gone\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER})" in said


def test_what_is_typed_is_never_sent_back_as_it_is() -> None:
    with evening(NO_COLOR="1") as terminal:
        terminal.read()
        said = terminal.type("\x1b]0;gone\x07\u202ezebra")

    assert "\x1b" not in said and "\x07" not in said and "\u202e" not in said


def test_bytes_that_are_no_text_are_an_answer_like_any_other() -> None:
    with evening(NO_COLOR="1") as terminal:
        terminal.read()
        os.write(terminal.outside, b"\xff\xfe\n")
        assert "is neither an answer" in terminal.read()
        assert "Seat 1" in terminal.type("1")
