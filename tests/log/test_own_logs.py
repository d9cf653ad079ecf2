"""Every reader accepts the logs that this program writes: all games, with sets, editions, options and strange names."""

from __future__ import annotations

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis.strategies import from_regex

import rftg_dsl as rftg
from forging import raw_of
from readers import light_verdicts
from rftg_dsl.base.resources import find_content_folder
from rftg_dsl.kernel.step import ID
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.format.kinds import CAUSE
from rftg_dsl.log.format.shapes import has_shape

GAMES: Mapping[str, Mapping[str, Any]] = {
    "galaxies": {"game": "galaxies"},
    "galaxies, option": {"game": "galaxies", "options": {"wording": "second"}},
    "race": {"game": "race", "bots": "greedy"},
    "race, sets": {"game": "race", "sets": ["gathering-storm"]},
    "race, other set": {"game": "race", "sets": ["new-worlds"], "players": 3},
    "roll": {"game": "roll", "players": 3},
    "roll, edition": {"game": "roll", "edition": "2014"},
}


def log_of_game(game: str, players: int = 2, bots: str = "random", seed: str = "own", **more: Any) -> list[str]:
    """The log of a game."""
    return rftg.start(rftg.load(game, **more), players, seed).finish(bots).log


@pytest.mark.parametrize("case", GAMES)
def test_every_reader_takes_a_game(case: str) -> None:
    assert set(light_verdicts(raw_of(log_of_game(**GAMES[case]))).values()) == {"valid"}


@pytest.mark.parametrize("game", ["galaxies", "race", "roll"])
def test_every_reader_takes_a_game_with_every_sentence_of_the_glossary(game: str, tmp_path: Path) -> None:
    """Powers that outlive their source, for one, have ids of their own."""
    (tmp_path / "set.toml").write_text(f'id = "examples"\nname = "Examples"\ngame = "{game}"\nversion = "1"\n')
    shutil.copy(find_content_folder() / game / "examples.rftg", tmp_path / "pieces.rftg")
    options = {"tableau.0": "Examples"}

    for seed in ("e1", "e2"):
        lines = log_of_game(game, seed=seed, sets=[tmp_path], options=options)
        assert set(light_verdicts(raw_of(lines)).values()) == {"valid"}


STRANGE = "Zo\u00eb's | @home / T1.a/1 ~ \\ \u6f22\u5b57 {}[] .. 100%"


def test_every_reader_takes_strange_names(tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text('id = "strange-1"\nname = "Strange"\ngame = "roll"\nversion = "0.1"\n', "utf-8")
    sides = f'development "{STRANGE}" cost 1 {{\n    at end of ship: gain $1\n  }}\n\n  world "x" novelty cost 1 {{}}'
    (tmp_path / "pieces.rftg").write_text(f"tile Z-9 {{\n  {sides}\n}}\n", "utf-8")

    lines = log_of_game("roll", sets=[tmp_path], options={"tableau.0": STRANGE})

    assert set(light_verdicts(raw_of(lines)).values()) == {"valid"}
    assert '"Z-9.a/1"' in "".join(lines)


@pytest.mark.parametrize("game", ["galaxies", "race", "roll"])
def test_every_step_can_be_a_cause(game: str) -> None:
    steps = load_standard(game).game.steps

    assert steps and all(has_shape(step.id, CAUSE) for step in steps)


@given(from_regex(ID, fullmatch=True))
def test_every_id_of_a_step_can_be_a_cause(id: str) -> None:
    assert has_shape(id, CAUSE)
