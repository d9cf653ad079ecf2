"""Answers to the decisions in Race; each function finds a seat's recorded pick for one kind of decision."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rftg_dsl.games.race.build import CONQUER, NONE
from rftg_dsl.games.race.produce import produce_bonus_good
from rftg_dsl.games.race.trade import trade as trade_step
from rftg_dsl.games.series import DONE
from rftg_dsl.importers.follow import Answers
from rftg_dsl.importers.import_report import ILLEGAL, RULES
from rftg_dsl.importers.race_bga.figures import compare_costs
from rftg_dsl.importers.race_bga.script import GUESS, HAND, PHASE, PLACING, SETUP, Use
from rftg_dsl.importers.race_bga.whereabouts import Whereabouts
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import DECLINE


def options_of(d: Decision) -> Sequence[Any]:
    options: Sequence[Any] = getattr(d.form, "options", ())
    return options


def answer_start_world(f: Whereabouts, d: Decision) -> Pick:
    left = f.script.chapter_for(0, SETUP).left_starts
    kept = [piece for piece in f.script.starts[d.seat] if piece not in left]
    return kept[0] if len(kept) == 1 else f.raise_missing("start world kept")


def answer_from_discards(f: Whereabouts, d: Decision) -> Pick:
    there = options_of(d)
    for nth, (at, cards) in enumerate(f.here.discards):
        # The records do not name the seat, so identify it by the cards discarded.
        if set(cards) <= set(there):
            del f.here.discards[nth]
            f.turn_to(at)
            return tuple(cards)
    return f.raise_missing(f"discard of {f.player_of(d.seat)}")


def answer_action(f: Whereabouts, d: Decision) -> Pick:
    if d.seat not in f.here.choices:
        return f.raise_missing(f"actions of {f.player_of(d.seat)}")
    return f.here.choices.pop(d.seat)


def answer_explore(f: Whereabouts, d: Decision) -> Pick:
    if d.seat not in f.here.kept:
        return f.raise_missing(f"cards kept by {f.player_of(d.seat)}")
    kept = f.here.kept.pop(d.seat)
    there = f.play.zone[f.numbers.explored[d.seat]]
    f.compare("cards kept", True, set(kept) <= set(there))
    # Our decision asks for the cards to discard, but the recording lists the cards kept.
    return tuple([piece for piece in there if piece not in kept])


def answer_place(f: Whereabouts, d: Decision) -> Pick:
    compare_costs(f, d.seat)
    card = f.here.placed.get(d.seat)
    if card is None:
        return NONE if f.here.revealed or not f.does_stop_here() else f.raise_missing("cards placed")
    f.turn_to(card.at)
    return card.piece


def answer_way(f: Whereabouts, d: Decision) -> Pick:
    card = f.here.placed[d.seat]
    wanted = card.conquered, set(f.here.given_up.pop(d.seat, ())), len(card.money)
    ways = [(text.startswith(CONQUER), {piece for piece, _, _ in powers}, n, text) for text, n, powers in d.args[1]]
    fitting = [way[3] for way in ways if way[:3] == wanted]
    if not fitting:  # the number of cards paid is wrong; our engine will ask for the cards and refuse them
        fitting = [way[3] for way in ways if way[:2] == wanted[:2] and way[2]]
    if not fitting:
        names = sorted(f.cards.name(piece) for piece in wanted[1])
        theirs = [CONQUER if wanted[0] else "pay", *names, wanted[2]]
        f.raise_difference(f"{f.player_of(d.seat)}'s way to place", [way[3] for way in ways], theirs, ILLEGAL)
    return fitting[0]


def answer_pay(f: Whereabouts, d: Decision) -> Pick:
    card = f.here.placed[d.seat]
    money, card.money = card.money, []
    return tuple(money)


def worlds_under(f: Whereabouts, goods: list[int]) -> tuple[int, ...]:
    """The worlds that these goods are on; -1 for a card that is not a good."""
    return tuple([f.world_of.get(f.play.place_of[good], -1) for good in goods])


def answer_trade(f: Whereabouts, d: Decision) -> Pick:
    if d.args[1] != trade_step.id:
        return worlds_under(f, f.using[d.seat].pieces)
    if d.seat not in f.here.sales:
        return f.raise_missing(f"sale of {f.player_of(d.seat)}")
    return worlds_under(f, [f.here.sales.pop(d.seat)])


def answer_power(f: Whereabouts, d: Decision) -> Pick:
    mine = [use for use in f.here.uses if use.seat == d.seat]
    if not mine:
        return (
            DONE
            if DONE in options_of(d) and not f.does_stop_here()
            else f.raise_missing(f"next power of {f.player_of(d.seat)}")
        )
    # Uses are listed in the order of their last records.
    use = mine[0]
    f.turn_to(use.at)
    fitting = [option for option in options_of(d) if option != DONE and is_same_power(f, option, use)]
    if not fitting:
        own = use.name in [f.cards.name(piece) for piece in f.play.zone[f.numbers.tableau[d.seat]]]
        ours = [f.label(option) for option in options_of(d)]
        f.raise_difference(f"power of {f.player_of(d.seat)}", ours, use.name, ILLEGAL if own else RULES)
    f.here.uses.remove(use)
    f.using[d.seat] = use
    return fitting[0]


def is_same_power(f: Whereabouts, power: str, use: Use) -> bool:
    return f.cards.name_by_power(power) == use.name and (power in f.guesses) == (use.what == GUESS)


def answer_goods(f: Whereabouts, d: Decision) -> Pick:
    picked = worlds_under(f, f.using[d.seat].pieces)
    if d.form.kind != "one":
        return picked
    # Goods of different kinds are offered as sets, so look up the recorded set regardless of its order.
    return next((option for option in options_of(d) if sorted(option) == sorted(picked)), picked)


def answer_discard(f: Whereabouts, d: Decision) -> Pick:
    # If a card gives itself up, there is nothing to choose.
    if f.phase in PLACING and len(options_of(d)) == 1:
        return d.form.only()
    if f.phase == "consume" and f.using[d.seat].what == HAND:
        return tuple(f.using[d.seat].pieces)
    return answer_from_discards(f, d)


def answer_use(f: Whereabouts, d: Decision) -> Pick:
    name = f.cards.name_by_power(options_of(d)[0])
    # A Produce power was used if and only if its card produced a good.
    used = any(f.name_of(good.reason) == name and f.owner_of(world) == d.seat for world, good in f.here.goods.items())
    if not used and f.does_stop_here():
        return f.raise_missing(f"use of {name}")
    return options_of(d)[0] if used else DECLINE


def answer_guess(f: Whereabouts, d: Decision) -> Pick:
    use, numbers = f.using[d.seat], f.numbers
    if use.named is not None:
        return use.named
    # If the recording lacks the number named, use the lowest wrong number.
    f.unknown[GUESSED] = None
    side = f.cards.side[use.pieces[0]]
    return next(
        n
        for n in range(numbers.number["guess_least"], numbers.number["guess_most"] + 1)
        if n not in (numbers.cost[side], numbers.defense[side])
    )


def answer_windfall(f: Whereabouts, d: Decision) -> Pick:
    reason = PHASE if d.args[0] == produce_bonus_good.id else f.cards.name_by_power(d.args[0])
    got = [
        world
        for world, good in f.here.goods.items()
        if f.name_of(good.reason) == reason and f.owner_of(world) == d.seat
    ]
    if not got:
        return f.raise_missing(f"windfall world of {f.player_of(d.seat)} by {reason}")
    f.world = got[0]
    return got[0]


GUESSED = "the number named for Gambling World: a wrong guess has the lowest wrong number in its log"

ANSWERS: Answers = {
    "start-world": answer_start_world,
    "start": answer_from_discards,
    "action": answer_action,
    "explore": answer_explore,
    "develop": answer_place,
    "settle": answer_place,
    "way": answer_way,
    "pay": answer_pay,
    "trade": answer_trade,
    "power": answer_power,
    "goods": answer_goods,
    "discard": answer_discard,
    "use": answer_use,
    "guess": answer_guess,
    "windfall": answer_windfall,
    "limit": answer_from_discards,
}
