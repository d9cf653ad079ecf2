"""A bot receives only the information its seat may see (law 13)."""

from __future__ import annotations

from random import Random

import pytest

from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.view import deal_views, pieces_hidden_from, view
from rftg_dsl.library.installed import game_names
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.format.record import digest
from rules import rule


def games() -> list[str]:
    """The installed games."""
    return game_names()


def plays(game: str, decisions: int) -> Play:
    """A random two-player game after some decisions."""
    play = load_standard(game).rules(2).start(Seeded(f"view {decisions}", game))
    random = Random(decisions).random
    for _ in range(decisions):
        while play.pending is None and not play.over:
            play.run()
        if play.over:
            break
        play.answer(play.pending.form.draw(random))
    return play


def reshuffled(play: Play, seat: int) -> Play:
    """The same state with everything hidden from a seat reshuffled."""
    twin = play.clone()
    hidden = {place: pieces_hidden_from(play, seat, place) for place in range(play.layout.places)}
    pieces = [piece for hidden_pieces in hidden.values() for piece in hidden_pieces]
    Random(7).shuffle(pieces)
    for place, hidden_pieces in hidden.items():
        zone, pieces = pieces[: len(hidden_pieces)], pieces[len(hidden_pieces) :]
        twin.zone[place] = (*play.zone[place][: len(play.zone[place]) - len(hidden_pieces)], *zone)
        for piece in zone:
            twin.place_of[piece] = place
            twin.side[piece] = play.layout.pieces[piece].sides[-1]
    return twin


@pytest.mark.parametrize("game", games())
@pytest.mark.parametrize("decisions", [5, 60, 140])
def test_a_view_does_not_depend_on_hidden_information(game: str, decisions: int) -> None:
    play = plays(game, decisions)
    other = reshuffled(play, 0)

    assert digest(other.plain()) != digest(play.plain())
    assert digest(view(other, 0).plain()) == digest(view(play, 0).plain())


@pytest.mark.parametrize("game", games())
def test_views_dealt_from_one_copy_are_the_same_as_separate_views(game: str) -> None:
    play, deals = plays(game, 60), (2, 0, 1, 3)

    together = [digest(dealt.plain()) for dealt in deal_views(play, 0, deals)]

    assert together == [digest(view(play, 0, deal).plain()) for deal in deals]
    assert len({*together}) == len(deals)


@pytest.mark.parametrize("game", games())
def test_making_a_view_does_not_change_the_game(game: str) -> None:
    play = plays(game, 60)
    before = digest(play.whole())

    seen = view(play, 1)
    play.rules.game.conceal(seen, 1)

    assert digest(play.whole()) == before


def test_a_screen_hides_the_dice_until_reveal() -> None:
    play = load_standard("roll").rules(2).start(Seeded("screen", "roll"))
    while play.pending is None or play.pending.name != "select" or play.pending.seat != play.rules.order(play)[1]:
        play.answer(play.pending.form.draw(lambda: 0.0)) if play.pending else play.run()
    seat = play.pending.seat

    seen = view(play, seat)
    play.rules.game.conceal(seen, seat)

    words = play.rules.numbers
    assert sum(play.stock[cell] for cell in words.cells["cup"][1 - seat]) == 0
    assert sum(seen.stock[cell] for cell in words.cells["cup"][1 - seat]) >= 3
    assert [seen.stock[cell] for cell in words.column_cells[1 - seat]] == [0] * len(words.column_cells[0])
    assert seen.counters[words.selected[1 - seat]] == 0


@rule("R211")
def test_the_top_tile_of_a_stack_is_seen_by_all_and_those_below_it_by_the_owner() -> None:
    play = plays("roll", 140)
    [seat] = [seat for seat in (0, 1) if max(len(play.zone[place]) for place in stacks(play, seat)) > 1][:1]
    place = max(stacks(play, seat), key=lambda stack: len(play.zone[stack]))
    top, *below = play.zone[place]

    assert view(play, seat).zone[place] == (top, *below)
    assert view(play, 1 - seat).zone[place][0] == top
    assert pieces_hidden_from(play, 1 - seat, place) == tuple(below)
    assert view(play, 1 - seat).side[top] == play.side[top]


def stacks(play: Play, seat: int) -> list[int]:
    """The places of both stacks of a seat."""
    return [play.layout.place[name][seat] for name in ("developments", "worlds")]
