"""Games with every sentence of the glossary in play can be played, audited and told."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from lanes import SLOW
from rftg_dsl.base.resources import find_content_folder
from rftg_dsl.cli import app

GAMES = ["roll", "race", "galaxies"]
SEEDS = range(12 if SLOW else 3)
RUN = CliRunner()


@pytest.fixture(params=GAMES)
def examples(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, Path]:
    """A game, and a set with its sentences for the glossary."""
    game: str = request.param
    (tmp_path / "set.toml").write_text(f'id = "examples"\nname = "Examples"\ngame = "{game}"\nversion = "1"\n')
    shutil.copy(find_content_folder() / game / "examples.rftg", tmp_path / "pieces.rftg")
    return game, tmp_path


@pytest.mark.parametrize("seed", SEEDS)
def test_games_with_the_sentences_of_the_glossary_are_told_to_their_end(examples: tuple[str, Path], seed: int) -> None:
    game, folder = examples
    log = folder / "game.rlog"
    words = ["--players", "2", "--seed", f"e{seed}", "--bots", "random", "--option", "tableau.0=Examples"]

    played = RUN.invoke(app, ["play", game, "--with", str(folder), *words, "--log", str(log)])
    audited = RUN.invoke(app, ["audit", str(log), "--with", str(folder)])
    told = RUN.invoke(app, ["replay", str(log), "--with", str(folder)])

    assert (played.exit_code, audited.exit_code, told.exit_code) == (0, 0, 0), told.output[-500:]
