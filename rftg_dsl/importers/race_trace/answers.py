"""Answers to the decisions in Race; each function compares the options and finds the recorded pick among ours."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rftg_dsl.games.prices import Given
from rftg_dsl.games.race.build import NONE
from rftg_dsl.games.race.produce import produce_bonus_good
from rftg_dsl.games.race.trade import trade as trade_step
from rftg_dsl.games.series import DONE
from rftg_dsl.importers.follow import Answers
from rftg_dsl.importers.import_report import INCOMPLETE, RULES, Disagreement
from rftg_dsl.importers.race_trace.follower import RaceFollower
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import DECLINE


def pieces_of(f: RaceFollower, theirs: Any) -> tuple[int, ...]:
    """Our pieces for recorded card numbers; -1 for an invalid number."""
    known = range(len(f.names.pieces))
    numbers = theirs if isinstance(theirs, list) else [theirs]
    return tuple([f.names.pieces[number] if type(number) is int and number in known else -1 for number in numbers])


def numbers_of(f: RaceFollower, pieces: Any) -> list[int]:
    return [f.names.cards[piece] for piece in pieces]


def options_of(d: Decision) -> Sequence[Any]:
    options: Sequence[Any] = getattr(d.form, "options", ())
    return options


def minimum_of(d: Decision) -> int:
    return int(getattr(d.form, "low", 1))


def make_discard_answer(why: str) -> Callable[[RaceFollower, Decision], Pick]:
    def answer(f: RaceFollower, d: Decision) -> Pick:
        if not f.is_at_choice("discard", d.seat):
            return d.form.only()
        f.take_choice("discard", p=d.seat, why=why, n=minimum_of(d))
        return pieces_of(f, f.tape.get("a"))

    return answer


def answer_action(f: RaceFollower, d: Decision) -> Pick:
    # All action cards are always legal, so no options are recorded.
    f.take_choice("action", p=d.seat)
    theirs = f.tape.get("a")
    picked = set(theirs) if isinstance(theirs, list) else set()
    return f.tape.choose("action", options_of(d), sorted, sorted(picked, key=str))


def answer_place(f: RaceFollower, d: Decision) -> Pick:
    f.take_choice("place", p=d.seat)
    f.tape.same_set("options for place", numbers_of(f, options_of(d)[:-1]), f.tape.get("opt"))
    theirs = f.tape.get("a")
    return NONE if theirs is None else pieces_of(f, theirs)[0]


def answer_way(f: RaceFollower, d: Decision) -> Pick:
    piece, ways = d.args
    if d.form.count() == 1 and not f.is_at_choice("pay", d.seat):
        if d.form.only() != "conquer":
            raise Disagreement(f.tape.line, "way", d.form.only(), None, RULES if f.tape.ahead() else INCOMPLETE)
        return d.form.only()
    f.take_choice("pay", p=d.seat, c=f.names.cards[piece])
    shapes = {
        way[0]: [sorted(numbers_of(f, helpers_in(f, way[0]))), way[1] + count_hand_cards(f, way[2])] for way in ways
    }
    f.tape.same_set("options for pay", shapes.values(), f.tape.get("opt"), depth=3)
    f.paying = f.tape.record if f.numbers_in("a") else {}
    wanted = [sorted(f.numbers_in("with")), len(f.numbers_in("a"))]
    return f.tape.choose("pay", shapes, shapes.__getitem__, wanted)


def helpers_in(f: RaceFollower, text: str) -> list[int]:
    names = text.partition(" with ")[2].split()
    return [f.rules.layout.piece[name.partition(":")[0].partition("/")[0]] for name in names]


def count_hand_cards(f: RaceFollower, powers: Sequence[Given]) -> int:
    """The number of cards discarded from the hand for Military."""
    return sum([n for _, power, n in powers if power in f.names.hired])


def answer_pay(f: RaceFollower, d: Decision) -> Pick:
    if not f.paying:
        f.take_choice("pay", p=d.seat)
        f.tape.same("options for pay", [[[], minimum_of(d)]], f.tape.get("opt"))
        return pieces_of(f, f.tape.get("a"))
    # For a world, the record of the way to pay also lists the cards paid.
    picked, f.paying = f.paying["a"], {}
    return pieces_of(f, picked)


def answer_trade(f: RaceFollower, d: Decision) -> Pick:
    cause = d.args[1]
    by = "action" if cause == trade_step.id else f.names.name_of_power(f.play, d.seat, cause)[0]
    f.take_choice("trade", p=d.seat, by=by)
    f.tape.same_set("options for trade", numbers_of(f, options_of(d)), f.tape.get("opt"))
    return pieces_of(f, f.tape.get("a"))


def answer_power(f: RaceFollower, d: Decision) -> Pick:
    # If a mandatory power is the only option, it is not recorded.
    if d.form.count() == 1:
        return d.form.only()
    shapes = {power: f.names.name_of_power(f.play, d.seat, power) for power in options_of(d) if power != DONE}
    f.take_choice("power", p=d.seat)
    f.tape.same("pass", DONE in options_of(d), f.tape.get("pass"))
    f.tape.same_set("options for power", shapes.values(), f.tape.get("opt"))
    theirs = f.tape.get("a")
    return DONE if theirs is None else f.tape.choose("power", shapes, shapes.__getitem__, theirs)


def answer_goods(f: RaceFollower, d: Decision) -> Pick:
    by, number = f.names.name_of_power(f.play, d.seat, d.args[0])
    sets = d.form.kind == "one"
    n = len(options_of(d)[0]) if sets else minimum_of(d)
    f.take_choice("goods", p=d.seat, by=by, pw=number, n=n)
    worlds = {world for pick in options_of(d) for world in pick} if sets else options_of(d)
    f.tape.same_set("options for goods", numbers_of(f, worlds), f.tape.get("opt"))
    picked = pieces_of(f, f.tape.get("a"))
    return next((pick for pick in options_of(d) if set(pick) == set(picked)), picked) if sets else picked


def answer_discard(f: RaceFollower, d: Decision) -> Pick:
    if d.args[0] in f.names.hired or d.args[0] in f.names.mended:
        picked, f.paying = f.paying["a"], {}
        return pieces_of(f, picked)
    # If a card discards itself, there is nothing to choose.
    if options_of(d) == (f.piece_of(d.args[0], d.seat),):
        return d.form.only()
    paid = f.rules.by_id[d.args[0]].model.price[0]
    f.take_choice(
        "hand",
        p=d.seat,
        by=f.names.name_of_power(f.play, d.seat, d.args[0])[0],
        max=paid.low.n if paid.high is None else paid.high,
    )
    return pieces_of(f, f.tape.get("a"))


def answer_extra_place(f: RaceFollower, d: Decision) -> Pick:
    f.take_choice("place", p=d.seat, by=f.names.name_of_power(f.play, d.seat, d.args[0])[0])
    f.tape.same_set("options for place", numbers_of(f, options_of(d)[:-1]), f.tape.get("opt"))
    theirs = f.tape.get("a")
    return NONE if theirs is None else pieces_of(f, theirs)[0]


def answer_use(f: RaceFollower, d: Decision) -> Pick:
    power = options_of(d)[0]
    by, number = f.names.name_of_power(f.play, d.seat, power)
    if power in f.names.mended:
        f.take_choice("discard_produce", p=d.seat, by=by, pw=number)
        if f.tape.get("a") is None:
            return DECLINE
        f.paying = f.tape.record
        return power
    f.take_choice("extra", p=d.seat)
    f.tape.same("options for extra", [[by, number]], f.tape.get("opt"))
    return (
        DECLINE if f.tape.get("a") is None else f.tape.choose("extra", [power], lambda _: [by, number], f.tape.get("a"))
    )


def answer_next(f: RaceFollower, d: Decision) -> Pick:
    shapes = {power: f.names.name_of_power(f.play, d.seat, power) for power in options_of(d)}
    f.take_choice("produce_power", p=d.seat)
    f.tape.same_set("options for produce_power", shapes.values(), f.tape.get("opt"))
    return f.tape.choose("produce_power", shapes, shapes.__getitem__, f.tape.get("a"))


def answer_guess(f: RaceFollower, d: Decision) -> Pick:
    f.take_choice("gamble", p=d.seat)
    return f.tape.get("a")


def answer_windfall(f: RaceFollower, d: Decision) -> Pick:
    # If there is only one world, it is not recorded.
    if d.form.count() == 1:
        return d.form.only()
    cause = d.args[0]
    by = "produce_bonus" if cause == produce_bonus_good.id else f.names.name_of_power(f.play, d.seat, cause)[0]
    f.take_choice("windfall", p=d.seat, by=by)
    f.tape.same_set("options for windfall", numbers_of(f, options_of(d)), f.tape.get("opt"))
    return pieces_of(f, f.tape.get("a"))[0]


ANSWERS: Answers = {
    "start": make_discard_answer("start"),
    "explore": make_discard_answer("explore"),
    "limit": make_discard_answer("limit"),
    "action": answer_action,
    "develop": answer_place,
    "settle": answer_place,
    "way": answer_way,
    "pay": answer_pay,
    "trade": answer_trade,
    "power": answer_power,
    "goods": answer_goods,
    "discard": answer_discard,
    "guess": answer_guess,
    "windfall": answer_windfall,
    "place": answer_extra_place,
    "use": answer_use,
    "next": answer_next,
}


class AnsweringFollower(RaceFollower):
    """Follows a recorded game and answers our engine's decisions from it."""

    answers = ANSWERS
