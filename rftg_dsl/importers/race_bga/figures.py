"""Compare the site's figures with those of our table."""

from __future__ import annotations

from rftg_dsl.compile.score import points_of_piece
from rftg_dsl.games.race.build import CONQUER, ENOUGH, find_bonus_action, ways_to_develop, ways_to_settle
from rftg_dsl.importers.race_bga.recorded_supply import Supply
from rftg_dsl.importers.race_bga.script import Chapter, Military, Standing
from rftg_dsl.importers.race_bga.whereabouts import Whereabouts

KINDS = {"1": "novelty", "2": "rare", "3": "genes", "4": "alien", "rebel": "rebel"}
BASE = "base"
IN_PHASE = "temp"
"""The site's name for Military that lasts until the end of a phase, although the site does not remove it then."""


def compare_deal(f: Whereabouts) -> None:
    numbers, script = f.numbers, f.script
    f.tape.same("VP chips in the pool", f.play.counters[numbers.pool], script.pool)
    goods = sum([len(f.play.zone[place]) for place in numbers.goods])
    f.tape.same("cards in the supply", len(f.play.zone[numbers.supply]) + goods, script.supply)
    for seat, piece in script.shown.items():
        ours = f.cards.name(f.play.zone[numbers.tableau[seat]][0])
        f.tape.same(f"start world of {f.player_of(seat)}", ours, f.cards.name(piece))


def compare_costs(f: Whereabouts, seat: int) -> None:
    """Compare the site's costs for cards in hand, taking into account the cards given up so far."""
    for cost in f.here.costs.pop(seat, ()):
        f.turn_to(cost.at)
        costs = costs_of(f, seat, cost.piece)
        theirs = CONQUER if cost.conquers else f"pay {cost.cost}"
        if theirs not in costs:
            f.raise_difference(f"cost of {f.cards.name(cost.piece)}", sorted(costs), theirs)


def costs_of(f: Whereabouts, seat: int, piece: int) -> set[str]:
    """The ways to place a card with a large enough hand, giving up only cards that are given up in the recording."""
    given_up = f.here.given_up.get(seat, ())
    play = f.play
    if f.numbers.is_world[play.side[piece]]:
        ways = ways_to_settle(play, seat, piece, ENOUGH)
    else:
        ways = ways_to_develop(play, seat, piece, ENOUGH, find_bonus_action(play))
    mine = [(text, n) for text, n, powers in ways if all(card in given_up for card, _, _ in powers)]
    return {CONQUER if text.startswith(CONQUER) else f"pay {n}" for text, n in mine}


def compare_prices(f: Whereabouts, chapter: Chapter) -> None:
    if chapter.prices is None:
        return
    f.turn_to(chapter.prices[0])
    play, numbers, ours = f.play, f.numbers, {}
    for seat in numbers.seats:
        for world in play.zone[numbers.tableau[seat]]:
            for good in play.zone[numbers.goods[world]]:
                ours[good] = max(0, play.value("trade", seat, numbers.price[play.side[world]], world))
    named = [{f.cards.label(good): price for good, price in prices.items()} for prices in (ours, chapter.prices[1])]
    f.tape.same("prices of goods", *named)


def compare_over(f: Whereabouts, chapter: Chapter) -> None:
    if chapter.over is None:
        return
    f.turn_to(chapter.over[0])
    numbers = f.numbers
    ours = {seat: max(0, len(f.play.zone[numbers.hand[seat]]) - numbers.number["hand_limit"]) for seat in numbers.seats}
    f.tape.same("cards over the hand limit", ours, chapter.over[1])


def compare_left(f: Whereabouts, chapter: Chapter) -> None:
    """Check that no records are left over at the end of a phase, and that the VP chips match."""
    f.turn_to(chapter.at)
    if paid := [card.piece for card in chapter.placed.values() if card.money]:
        f.raise_difference("cards paid for", "nothing", f.cards.name(paid[0]))
    chapter.placed.clear()
    if left := chapter.find_leftovers():
        f.raise_difference(f"{chapter.phase} in round {chapter.round}", "no more", left)
    for seat, chips in chapter.chips.items():
        f.tape.same(f"VP chips of {f.player_of(seat)}", f.play.counters[f.numbers.vp[seat]], chips)


def compare_standing(f: Whereabouts, standing: Standing, supply: Supply) -> None:
    f.turn_to(standing.at)
    play, numbers = f.play, f.numbers
    for seat, score in standing.scores.items():
        printed = sum([numbers.printed[play.side[piece]] for piece in play.zone[numbers.tableau[seat]]])
        f.tape.same(f"score of {f.player_of(seat)}", play.counters[numbers.vp[seat]] + printed, score)
    compare_military(f, standing.military)
    if standing.counts is not None:
        f.turn_to(standing.counts.at)
        for name, place, theirs in (
            ("hand", numbers.hand, standing.counts.hands),
            ("tableau", numbers.tableau, standing.counts.tableaus),
        ):
            f.tape.same(f"cards in each {name}", {seat: len(play.zone[place[seat]]) for seat in numbers.seats}, theirs)
        supply.compare(standing.counts.supply)
    if standing.six is not None:
        compare_six(f, *standing.six)


def compare_military(f: Whereabouts, military: Military) -> None:
    for seat in f.numbers.seats:
        general = f.play.value("military", seat, 0)
        f.tape.same(f"Military of {f.player_of(seat)}", general, military.general.get(seat, 0))
        special = {kind: n for kind, n in military.special.get(seat, {}).items() if kind != IN_PHASE}
        theirs = {BASE: military.general.get(seat, 0)} | special
        ours = {BASE: general}
        for key in KINDS:
            more = f.play.value("military", seat, 0, f.targets[KINDS[key]]) - general
            ours |= {key: more} if more or key in theirs else {}
        f.tape.same(f"Military of {f.player_of(seat)} against kinds of worlds", ours, theirs)


def compare_six(f: Whereabouts, at: int, in_play: dict[int, int], in_hand: dict[int, dict[int, int]]) -> None:
    """Compare the points for cost-6 developments in tableaus and, as if they had been placed, in hands."""
    f.turn_to(at)
    play, numbers = f.play, f.numbers
    for seat in numbers.seats:
        for piece in play.zone[numbers.tableau[seat]]:
            if piece in in_play:
                f.tape.same(f"points of {f.cards.name(piece)}", points_of_piece(play, seat, piece), in_play.pop(piece))
        for piece, points in in_hand.get(seat, {}).items():
            f.tape.same(f"{f.cards.name(piece)} in hand", True, piece in play.zone[numbers.hand[seat]])
            f.tape.same(f"points of {f.cards.name(piece)} if placed", points_in_tableau(f, seat, piece), points)
    f.tape.same("developments of cost 6 in play", [], [f.cards.name(piece) for piece in in_play])


def points_in_tableau(f: Whereabouts, seat: int, piece: int) -> int:
    # Use a copy, because the piece must not actually be placed.
    later = f.play.clone()
    later.move(piece, f.numbers.tableau[seat], "placed")
    later.wake()
    return points_of_piece(later, seat, piece)


def compare_end(f: Whereabouts) -> None:
    play, numbers = f.play, f.numbers
    for at, why in f.script.ends:
        f.turn_to(at)
        f.tape.same("reason of the end", "pool" if "pool" in play.facts[numbers.ended] else "tableau", why)
    for bonus in f.script.bonuses:
        f.turn_to(bonus.at)
        there = [piece for piece in play.zone[numbers.tableau[bonus.seat]] if f.cards.name(piece) == bonus.name]
        f.tape.same(
            f"points of {bonus.name}", [points_of_piece(play, bonus.seat, piece) for piece in there], [bonus.points]
        )
    f.turn_to(f.script.at + 1)
    figures = f.rules.game.report(play)["seats"]
    ours = {seat: (figures[seat]["score"]["total"], figures[seat]["tie_break"]) for seat in numbers.seats}
    theirs, ranks = f.recording.read_results()
    f.tape.same("scores with tie-breaks", ours, theirs)
    placed = {seat: 1 + sum(score > own for score in ours.values()) for seat, own in ours.items()}
    f.tape.same("ranks", placed, ranks)
