"""People elsewhere are told that it is their turn, by a command of the host, and by nothing that a guest has typed."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import UsageError

pytest.importorskip("starlette")

from rftg_dsl.show.browser import notifier
from rftg_dsl.show.browser.news import Window
from rftg_dsl.show.browser.notifier import Notifier, split_command
from show.browser.hosting import Host, answer, links_of
from show.browser.test_limits import lowered

NAME = """$(touch pwned) '; touch pwned "`\\ --help %PATH%"""[:30]
"""A name that a shell would carry out."""

WRITE = """
import json, os, pathlib, sys
told = {name: text for name, text in os.environ.items() if name.startswith("RFTG_")}
pathlib.Path(sys.argv[1]).write_text(json.dumps([sys.argv[2:], told]))
"""


class Recorder:
    """Notices that a game would give, in place of a command."""

    def __init__(self) -> None:
        self.notices: list[tuple[str, int, str, str]] = []

    def notify(self, *notice: Any) -> None:
        self.notices.append(notice)


@pytest.fixture
def recorder() -> Recorder:
    return Recorder()


@pytest.fixture
def host(tmp_path: Path, recorder: Recorder) -> Iterator[Host]:
    made = Host(tmp_path, recorder)
    yield made
    made.close()


def test_a_person_is_told_when_the_turn_passes_to_them(host: Host, recorder: Recorder) -> None:
    game = host.begin("me:Anna", "me:Ben")
    assert recorder.notices == []

    while game.waits == 0:
        answer(host, game)

    assert recorder.notices == [("Tiny Epic Galaxies", 1, "me:Ben", links_of(game)[1])]
    while game.waits == 1:
        answer(host, game)
    assert [seat for _, seat, _, _ in recorder.notices] == [1, 0]


def test_nobody_is_told_who_plays_against_bots(host: Host, recorder: Recorder) -> None:
    game = host.begin("me:Anna", "greedy")

    for _ in range(4):
        answer(host, game)

    assert recorder.notices == []


def test_nobody_is_told_who_has_the_page_open(host: Host, recorder: Recorder) -> None:
    game = host.begin("me:Anna", "me:Ben")
    host.site.playing.waiting[game.path] = [Window(1)]

    while game.waits == 0:
        answer(host, game)
    while game.waits == 1:
        answer(host, game)

    assert [seat for _, seat, _, _ in recorder.notices] == [0]


def test_whoever_takes_a_turn_over_by_leaving_passes_it_on(host: Host, recorder: Recorder) -> None:
    game = host.begin("me:Anna", "me:Ben")
    seat = game.waits

    status, _ = host.post(f"{links_of(game)[seat]}/give-up", **{"from": 1}, concedes=False, bot="greedy")

    assert status == 200 and [seat for _, seat, _, _ in recorder.notices] == [1 - seat]


# -- the command -----------------------------------------------------------------------------------------------------


def give(command: str, *names: str) -> list[str]:
    """Give a notice to each person; return what is said on the terminal."""
    said: list[str] = []

    async def notify() -> None:
        made = Notifier(split_command(command), "http://127.0.0.1:8000", said.append)
        for name in names:
            made.notify("A game", 1, f"me:{name}", "/seat/secret")
        await asyncio.gather(*made.tasks)

    asyncio.run(notify())
    return said


def test_the_command_learns_whose_turn_it_is_and_no_shell_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "write.py").write_text(WRITE)

    assert give(f"{sys.executable} write.py 'told it.json' '$HOME' a\\ b", NAME) == []

    words, environment = json.loads((tmp_path / "told it.json").read_text())
    assert words == ["$HOME", "a b"]
    assert {name: environment[name] for name in ("RFTG_GAME", "RFTG_SEAT", "RFTG_NAME", "RFTG_ADDRESS")} == {
        "RFTG_GAME": "A game",
        "RFTG_SEAT": "2",
        "RFTG_NAME": NAME,
        "RFTG_ADDRESS": "http://127.0.0.1:8000/seat/secret",
    }
    assert not (tmp_path / "pwned").exists()


def test_a_command_that_fails_is_said_on_the_terminal(tmp_path: Path) -> None:
    program = tmp_path / "gone.sh"
    program.write_text("#!/bin/sh\nexit 3\n")
    program.chmod(0o755)

    assert give(str(program), "Ben") == [f"--notify: {program} failed with status 3"]

    program.write_text("no program")
    [said] = give(str(program), "Ben")
    assert said.startswith(f"--notify: {program} cannot be started: ")


def test_a_command_is_stopped_after_a_while_with_all_that_it_has_started(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notifier, "NOTICE_TIME", lowered(limits.NOTICE_TIME, 0))
    late = tmp_path / "late"

    [said] = give(f"sh -c '(sleep 1; touch {late}) & wait'", "Ben")

    assert said.endswith("took more than 0 seconds and was stopped")
    asyncio.run(asyncio.sleep(1.2))
    assert not late.exists()


def test_only_so_many_notices_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notifier, "NOTICES", lowered(limits.NOTICES, 2))

    said = give("true", *"abcde")

    assert said == ["--notify: more than 2 notices are waiting, so one was dropped"] * 3


@pytest.mark.parametrize("command", ["no-such-program --x", "'", "   ", "/etc/passwd"])
def test_a_command_that_cannot_be_run_is_refused_at_the_start(command: str) -> None:
    with pytest.raises(UsageError, match="--notify"):
        split_command(command)
