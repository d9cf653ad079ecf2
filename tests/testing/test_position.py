"""Positions by printed names, where a design has several copies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.games import One, Play, Question, step
from rftg_dsl.testing import Position, table

TWINS = """card X1 copies 2 { development "Twin Towers" cost 1 vp 3 { score 1 per own development } }"""


@step("test.unasked", "A step without effect.")
def unasked(play: Play[Any], seat: int, pick: int) -> None: ...


@pytest.fixture
def twins(tmp_path: Path) -> Position:
    """Race with two copies of one card."""
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


def test_the_id_of_a_copy_distinguishes_it_from_its_twin(twins: Position) -> None:
    x1, x2 = (twins.layout.piece[name] for name in ("X1", "X1#2"))

    assert [twins.means("piece", piece, ("X1#2",)) for piece in (x1, x2)] == [False, True]
    assert [twins.means("piece", piece, ("Twin Towers",)) for piece in (x1, x2)] == [True, True]


def test_a_draw_is_scripted_by_names(twins: Position) -> None:
    twins.drawn("start", "Twin Towers", "Twin Towers")

    drawn = twins.chance.draws("0/table/start/0", range(len(twins.layout.pieces)), 2)

    assert [twins.layout.piece_names[piece] for piece in drawn] == ["X1", "X1#2"]


WRONG = [
    (lambda game: game.seat(0, tablau=["Old Earth"]), "there is no place called 'tablau'; did you mean 'tableau'?"),
    (lambda game: game.seat(0, tableau=["Old Erth"]), "there is no side called 'Old Erth'; did you mean 'Old Earth'?"),
    (lambda game: game.seat(0, creditz=3), "there is no counter called 'creditz'; did you mean 'credit'?"),
    (lambda game: game.seat(0, credits=99), "credits cannot be 99, only 10"),
    (lambda game: game.seat(2, credits=1), "there is no seat 2: credits has 0 to 1"),
    (
        lambda game: game.seat(0, cup="1 militry"),
        "there is no kind of thing called 'militry'; did you mean 'military'?",
    ),
    (lambda game: game.pieces("stak"), "there is no place called 'stak'; known: "),
    (lambda game: game.answer("pay", "1"), "no decision is pending"),
    (
        lambda game: game.drawn("2/0/tiles").chance.draws("1/0/tiles/0", (1, 2), 1),
        "the scenario has no scripted results for 1/0/tiles/0 (it needs 1), only for: 2/0/tiles",
    ),
]


@pytest.mark.parametrize(("wrong", "says"), WRONG, ids=[says[:40] for _, says in WRONG])
def test_a_mistake_in_a_scenario_lists_the_known_names(wrong: Any, says: str) -> None:
    with pytest.raises(AssertionError) as told:
        wrong(table("roll"))

    assert says in str(told.value)


def test_copies_with_the_same_name_are_shown_by_id(twins: Position) -> None:
    twins.seat(0, hand=["Twin Towers", "Twin Towers"])
    twins.play.ask(0, Question("which"), One(twins.play.zone[twins.place("hand", 0)], "piece"), unasked)

    with pytest.raises(AssertionError, match=r"'Twin Towers' matches 2 of .* use an id: X1, X1#2"):
        twins.answer("which", "Twin Towers")
    with pytest.raises(AssertionError, match="'X2' is not one of"):
        twins.answer("which", "X2")
