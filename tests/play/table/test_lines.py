"""Whatever is typed: no line crashes a game, and what is shown fits the terminal, except for single long words."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from evening import GAMES, play_on, session
from lanes import law
from rftg_dsl.play.table.commands import WORDS, parse_command
from rftg_dsl.play.table.session import Session
from rftg_dsl.show.terminal.paint import Paint
from rftg_dsl.show.terminal.play_screen import CLEAR, render_screen

PAINTS = Paint(False)
NOISE = st.text(max_size=30) | st.from_regex(r"[#0-9x*, ;]{1,12}", fullmatch=True)
OPTIONS = st.integers(0, 40).map(str)
SAID = st.sampled_from("home explore ship done none all yes y with and then ; select use pay".split())
WORDY = st.lists(OPTIONS | SAID | NOISE, max_size=6).map(" ".join) | st.lists(OPTIONS | SAID, max_size=6).map(", ".join)
LINES = WORDY | st.builds("{} {}".format, st.sampled_from([one.name for one in WORDS]), WORDY | NOISE | OPTIONS)


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of its own for whatever is saved."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("rftg_dsl.show.terminal.wrap.is_terminal", lambda _: True)
    monkeypatch.setenv("COLUMNS", "40")
    return tmp_path


def shown(table: Session) -> list[str]:
    """The lines that are shown now."""
    return [line for block in render_screen(table.show(), PAINTS) for line in block.splitlines() if block != CLEAR]


def writes(line: str) -> bool:
    """Whether a line asks for a file anywhere but here."""
    command = parse_command(line)
    return command is not None and command.name == "save" and (os.sep in command.rest or command.rest[:1] == "~")


@law(60, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.sampled_from(GAMES),
    st.sampled_from([("me", "greedy"), ("me:Ann", "me:Ben"), ("random", "me", "me")]),
    st.integers(0, 20),
    st.integers(0, 40),
    st.lists(LINES, min_size=5, max_size=15),
)
def test_no_line_crashes(
    nowhere: Path, game: str, seats: tuple[str, ...], seed: int, moves: int, lines: list[str]
) -> None:
    table = session(game, *seats, seed=str(seed))
    play_on(table, moves)
    shown(table)

    for line in lines:
        if table.over or writes(line):
            continue
        table.take(line)
        said = shown(table)
        assert all(row.isprintable() for row in said), said
        assert [row for row in said if len(row) > 40 and len(row.lstrip("! ").split(" ")) > 1] == []
