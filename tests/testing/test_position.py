"""Positions by printed names, where a design has several copies."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dsl.testing import Position, table

TWINS = """card X1 copies 2 { development "Twin Towers" cost 1 vp 3 { score 1 per own development } }"""


@pytest.fixture
def twins(tmp_path: Path) -> Position:
    """Race with a card that is there twice."""
    (tmp_path / "set.toml").write_text('id = "twins"\nname = "Twins"\ngame = "race"\nversion = "1"\n')
    (tmp_path / "cards.rftg").write_text(TWINS)
    return table("race", sets=[tmp_path])


def test_a_name_given_twice_means_two_copies(twins: Position) -> None:
    game = twins.seat(0, tableau=["Twin Towers", "Twin Towers"])

    assert game.pieces("tableau") == ["Twin Towers", "Twin Towers"]
    assert game.score()["Twin Towers"] == 4


def test_a_piece_without_a_copy_left_moves(twins: Position) -> None:
    game = twins.seat(0, hand=["Twin Towers", "Twin Towers"]).seat(1, hand=["Twin Towers"])

    assert len(game.pieces("hand")) == 1
    assert len(game.pieces("hand", 1)) == 1


def test_the_id_of_a_copy_tells_it_from_its_twin(twins: Position) -> None:
    x1, x2 = (twins.layout.piece[name] for name in ("X1", "X1#2"))

    assert [twins.means("piece", one, ("X1#2",)) for one in (x1, x2)] == [False, True]
    assert [twins.means("piece", one, ("Twin Towers",)) for one in (x1, x2)] == [True, True]


def test_a_draw_is_said_by_names(twins: Position) -> None:
    twins.drawn("start", "Twin Towers", "Twin Towers")

    drawn = twins.chance.draws("0/table/start/0", range(len(twins.layout.pieces)), 2)

    assert [twins.layout.piece_names[piece] for piece in drawn] == ["X1", "X1#2"]
