"""What every command prints can be read on a terminal of 80 and of 40 columns."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from cli.test_json import PLAIN, RUNS, prepared, stock
from commands import NAMES
from terminal import on_a_terminal

__all__ = ["prepared", "stock"]

MORE = {
    "validate findings": ("validate", "./frontier", "./wrong"),
    "validate everything": ("validate",),
    "list race": ("list", "race", "--kind", "development"),
    "list galaxies": ("list", "galaxies"),
    "words of the language": ("words",),
    "show a card": ("show", "race/Pan-Galactic League"),
    "schedule": ("show", "race", "--schedule"),
    "a game of five": ("play", "roll", "--players", "5", "--seed", "s", "--log", "five.rlog"),
    "position": ("replay", "game.rlog", "--round", "3"),
    "why a chance result": ("why", "game.rlog:7"),
    "diff tables": ("diff", "game.rlog:40", "game.rlog:60"),
    "diff heads": ("diff", "game.rlog", "five.rlog"),
    "audit against": ("audit", "game.rlog", "--against", "./frontier"),
    "an error": ("show", "roll/Free Trade Zon", "--edition", "no-such-edition-of-the-rules"),
    "no extra": ("list", "roll", "--with", "./nowhere-at-all/" + "deep/" * 8),
}
ALL = {**{name: (*name.split(), *RUNS[name]) for name in NAMES if name not in PLAIN}, **MORE}
OF_THE_SYSTEM = {"doctor"}
"""What differs from system to system is only measured."""
SHOWN = 20
"""How many lines of each stand in the snapshot; all of them are measured."""
NEW = re.compile(r"[0-9a-f]{32,}|(?<=ben)[+][0-9a-f]{8}[+]\S+")
"""What differs from run to run: keys and promises."""


@pytest.mark.parametrize("columns", [80, 40])
@pytest.mark.parametrize("name", ALL)
def test_everything_can_be_read_on_a_narrow_terminal(
    rftg: Any, prepared: Path, frontier: Path, terminal: Any, snapshot: Any, name: str, columns: int
) -> None:
    (prepared / "wrong").mkdir()
    (prepared / "wrong" / "set.toml").write_text((frontier / "set.toml").read_text().replace("frontier", "wrong"))
    (prepared / "wrong" / "tiles.rftg").write_text(WRONG)
    (prepared / "wrong" / "pending.rftg").write_text(PENDING)
    if name == "diff heads":
        assert rftg(*MORE["a game of five"]).exit_code == 0
    terminal(columns)

    done = rftg(*ALL[name])

    said = done.stdout + ("--- standard error\n" + done.stderr if done.stderr else "")
    long = [line for line in said.splitlines() if len(line) > columns]
    assert [line for line in long if len(line.split()) > 1 and "def " not in said] == []
    if name not in OF_THE_SYSTEM:
        assert snapshot == "\n".join(steady(said).splitlines()[:SHOWN])


WRONG = """tile X01 {
  development "Frontier Guild of the Most Honourable and Ancient Settlers" cost 3 { when own world completes: gayn $1 }
  world "Border Post" grey cost 2 { gain 1 home die to cup }
}
"""


PENDING = """tile X9 {
  world "A Power That Nobody Can Write Yet" gray cost 1 {}
}
"""


def steady(said: str) -> str:
    """What a command has said, without what differs from run to run."""
    said = re.sub(r"/\S*/here/", "HERE/", said)
    said = re.sub(r"((?:per )?seconds?):? +[0-9.,]+", r"\1 N", said)
    return NEW.sub("HEX", said)


@pytest.mark.parametrize("columns", [80, 40])
def test_a_real_terminal_of_that_width(prepared: Path, columns: int) -> None:
    for words in (("list", "roll"), ("audit", "game.rlog"), ("replay", "game.rlog"), ("--help",), ("play", "roll")):
        lines = on_a_terminal(*words, COLUMNS=str(columns), NO_COLOR="1").splitlines()

        assert max(len(line) for line in lines if " " in line.strip()) <= columns, words
