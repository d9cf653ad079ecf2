"""A walk through a log: where each key leads, and what is seen there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import rftg_dsl as rftg
from evening import GAMES
from lanes import law
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.account.causes import teller_of
from rftg_dsl.log.account.replay import Eyes
from rftg_dsl.log.format.read_log import Log, read_log
from rftg_dsl.log.format.records import read_records
from rftg_dsl.play.table.log_walk import GOES, Walk
from terminal import Terminal

KEYS = st.lists(st.sampled_from([*GOES, "1", "2", "50", "500", "0", "-1", "x", "²"]) | st.integers(1, 800).map(str))


@pytest.fixture(scope="module", params=GAMES)
def log(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Log:
    """A game of two bots."""
    path = tmp_path_factory.mktemp(request.param) / "game.rlog"
    rftg.play_game(load_standard(request.param), 2, "walk", "greedy", path)
    return read_log(path)


def walk(log: Log, eyes: Eyes | None = None) -> Walk:
    return Walk(log, teller_of(log.head), str.capitalize, eyes)


def decisions(log: Log) -> list[int]:
    return [line for line, record in read_records(log) if record["k"] == "do"]


def test_enter_leads_through_every_decision_and_tells_everything_once(log: Log) -> None:
    there = walk(log)
    shown, stops = [], []
    while not there.done:
        steps = there.take("")
        assert steps
        shown += [step.line for step in steps]
        stops.append(there.line)

    assert shown == [step.line for step in there.steps]
    assert set(decisions(log)) <= set(stops)
    assert there.line == next(line for line, record in read_records(log) if record["k"] == "end")
    assert next(iter(there.word_progress())) == f"line {there.line} of {len(log)}"


def test_back_leads_to_the_decision_before(log: Log) -> None:
    there = walk(log)
    there.take("50")
    line = there.line
    there.take("n")
    there.take("b")
    before = there.line
    there.take("b")

    assert before <= line
    assert there.line < before
    assert there.line in decisions(log) or there.steps[there.at].stop


def test_phases_and_rounds_lead_forward_and_back_to_the_same_places(log: Log) -> None:
    for forward, back in (("p", "P"), ("r", "R")):
        there = walk(log)
        going: list[int] = []
        while not there.done:
            there.take(forward)
            going.append(there.at)
        coming = [there.at]
        while there.at != going[0]:
            there.take(back)
            coming.append(there.at)
        assert coming == going[::-1]
        moments = [there.steps[at].moment for at in going[:-1]]
        assert len(set(moments)) == len(moments) > 3


def test_a_number_leads_to_that_line(log: Log) -> None:
    there = walk(log)
    for line in decisions(log)[::7]:
        [step] = there.take(str(line)) or []
        assert step.line == there.line == line
        assert step.text
    assert there.take(str(len(log) + 1)) is None
    assert there.take("0") is None


def test_before_the_first_step_there_is_nothing_to_go_back_to(log: Log) -> None:
    there = walk(log)

    for key in ("b", "P", "R", "1"):
        there.take(key)
        assert there.at == 0


@law(30, derandomize=True)
@given(KEYS)
def test_no_key_leads_out_of_the_log(log: Log, keys: list[str]) -> None:
    there = walk(log)
    for key in keys:
        steps = there.take(key)
        assert -1 <= there.at < len(there.steps)
        assert steps is None or steps == there.steps[there.at + 1 - len(steps) : there.at + 1]


def test_a_seat_does_not_see_what_others_decide_in_secret(log: Log) -> None:
    secret = {
        line: record["seat"] for line, record in read_records(log) if record["k"] == "do" and record.get("secret")
    }
    assert set(secret.values()) == {0, 1}
    there = walk(log, Eyes(0))

    seen = {step.line: step.text for step in there.steps}

    assert {line for line, seat in secret.items() if seat == 0 and "in secret" in seen[line]} == set()
    assert {line for line, seat in secret.items() if seat == 1 and "in secret" not in seen[line]} == set()


# -- at a terminal -----------------------------------------------------------------------------------------------


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game in the current folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    rftg.play_game(load_standard("roll"), 2, "walk", "greedy", tmp_path / "game.rlog")
    return tmp_path


@pytest.mark.parametrize("columns", [80, 40])
def test_a_walk_at_a_terminal(game: Path, columns: int, snapshot: Any) -> None:
    with Terminal("replay", "game.rlog", "--step", columns=columns, NO_COLOR="1") as terminal:
        shown = [terminal.read("] ")]
        for line in ("", "n", "b", "p", "P", "r", "R", "100", "w", "9999", "t"):
            shown += [f"{line}\n", terminal.type(line, prompt="] ")]
        terminal.send("q\n")
        terminal.read("\0")
        assert terminal.end() == 0

    said = "".join(shown)
    assert "\x1b" not in said
    assert max(map(len, said.splitlines())) <= columns
    assert said == snapshot


@pytest.mark.parametrize("keys", ["q\n", "\x04", "\x03"])
def test_a_walk_ends_with_its_reader(game: Path, keys: str) -> None:
    with Terminal("replay", "game.rlog", "--step") as terminal:
        terminal.read("] \x1b[0m")
        terminal.send(keys)
        said = terminal.read("\0")
        assert terminal.end() == 0

    assert "Traceback" not in said


def test_a_walk_is_in_colour_on_a_terminal_that_wants_it(game: Path) -> None:
    with Terminal("replay", "game.rlog", "--step") as terminal:
        terminal.read("] \x1b[0m")
        assert "\x1b[36m" in terminal.type("", prompt="] \x1b[0m")
