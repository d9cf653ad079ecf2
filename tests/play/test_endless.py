"""A game that never ends is stopped, and the message says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dsl.diagnostic import Unusable
from rftg_dsl.library import library
from rftg_dsl.play import game
from rftg_dsl.play.bots import seat_bots
from rftg_dsl.play.game import play_game


def test_a_game_with_too_many_rounds_is_stopped(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(game, "MOST_ROUNDS", 3)

    with pytest.raises(Unusable, match="stopped after 3 rounds") as stopped:
        play_game(library("race"), 2, "endless", seat_bots(["greedy"], 2), tmp_path / "g.rlog")

    assert stopped.value.code == "endless-game"


def test_the_bound_is_the_one_the_page_names() -> None:
    page = Path(__file__).parent.parent.parent / "docs" / "diagnostics.md"

    assert f"bots played {game.MOST_ROUNDS:,} rounds" in page.read_text("utf-8")
