"""Setup (G4-G23)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rftg_dsl.games.galaxies import questions
from rftg_dsl.games.galaxies.numbers import Play, level_of
from rftg_dsl.games.galaxies.ships import reveal
from rftg_dsl.games.rounds import enter
from rftg_dsl.games.starting import Standing, pieces_at_start, put
from rftg_dsl.kernel.form import One, Random
from rftg_dsl.kernel.guess import swap
from rftg_dsl.kernel.step import step


def lay(g: Play) -> None:
    """G1: all cards in their decks, all ships on the ship tracks, all dice beside the Control Mat."""
    w = g.numbers
    [g.stock[w.supply]] = w.supplies
    homes = {w.deck: w.planets, w.missions: w.mission_cards} | {w.dock[seat]: w.ships[seat] for seat in w.seats}
    for place, pieces in homes.items():
        g.lay(place, pieces)
    cards_at_start(g)  # reports mistakes in the options


def cards_at_start(g: Play) -> Mapping[int, Sequence[Standing]]:
    """The planets that seats have colonized at the start, and the missions they have, by the options of the game."""
    return pieces_at_start(g, (g.numbers.deck, g.numbers.missions), "planet or mission")


def put_at_start(g: Play) -> None:
    """Put the cards that seats start with under their mats and beside them."""
    w = g.numbers
    for seat, named in cards_at_start(g).items():
        put(g, [one for one in named if one[0] in w.planets], w.colonies[seat])
        put(g, [one for one in named if one[0] not in w.planets], w.mission[seat])


@step("galaxies.set-up")
def set_up(g: Play) -> None:
    """G7-G21, in rulebook order; the mission to keep is chosen in secret."""
    w = g.numbers
    for seat in w.seats:
        for ship in w.ships[seat][: w.level_ships[level_of(g, seat)]]:
            g.move(ship, w.galaxy[seat], "set up")
    put_at_start(g)
    g.arrange(w.deck, tuple(g.draw("0/table/planets", g.zone[w.deck], len(g.zone[w.deck]))), "shuffled")
    for _ in range(min(len(w.seats) + w.number["row_beyond_players"], w.number["row_most"])):
        reveal(g, len(g.zone[w.row]))
    left = [card for card in g.zone[w.missions] if is_for_player_count(g, card)]
    dealt = [seat for seat in w.seats if not g.zone[w.mission[seat]]]
    for seat in dealt:
        for card in g.draw(f"0/{seat}/missions", left, w.number["missions_dealt"]):
            g.move(card, w.dealt[seat], "dealt")
            left.remove(card)
    for seat in dealt:
        g.then(choose_mission, seat)
    for seat in w.seats:
        for planet in g.zone[w.colonies[seat]]:
            enter(g, seat, planet)


def is_for_player_count(g: Play, card: int) -> bool:
    """G20: whether a mission is for so many players."""
    w = g.numbers
    return not w.number["missions_by_players"] or w.least[g.side[card]] <= len(w.seats)


def suppose(g: Play, seat: int, random: Random) -> None:
    """G20: other seats have missions that are for so many players."""
    w = g.numbers
    for other in w.seats:
        for card in (*g.zone[w.dealt[other]], *g.zone[w.mission[other]]) if other != seat else ():
            fitting = [one for one in g.zone[w.missions] if is_for_player_count(g, one)]
            if fitting and not is_for_player_count(g, card):
                swap(g, card, fitting[int(random() * len(fitting))])


@step("galaxies.choose-mission")
def choose_mission(g: Play, seat: int) -> None:
    """G21, G22: each player keeps one of the missions dealt to them."""
    g.ask(seat, questions.MISSION, One(g.zone[g.numbers.dealt[seat]], "piece"), keep_mission)


@step("galaxies.keep-mission")
def keep_mission(g: Play, seat: int, card: int) -> None:
    """G21, G23: the other mission leaves the game unseen."""
    w = g.numbers
    for other in g.zone[w.dealt[seat]]:
        g.move(other, w.mission[seat] if other == card else w.missions, "kept" if other == card else "discarded")
