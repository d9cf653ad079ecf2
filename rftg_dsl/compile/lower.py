"""Lowers powers to segments, which fixes the order of tests, questions and verbs for both back ends.

A back end only translates expressions and statements. Names remain names; the binder turns them into numbers.

**Segments and frames.** A power that asks a question cannot simply be a function that calls another function. While a
player thinks, the whole state must be plain data that can be forked, hashed and stored (law 7), so no Python frame may
be left waiting. Instead, a power is split into *segments* at each point where it may have to wait. Each segment is a
function that runs without stopping. Segment 0 contains the verbs up to and including the first verb that asks, segment
1 begins after that verb, and so on. Each alternative of ``choose one`` begins with its own segment, and so does an
effect on opponents.

A power that waits is a *frame* on the agenda of ``kernel.play``: the id of the step ``use_segment``, with the owner,
the piece, the power's id, the segment's number and the event's arguments. When a segment's last verb asks, the next
segment's frame is put on the agenda. Once the question has been answered, that segment runs with the same arguments.
Nothing else has to be remembered, because a value that a later segment reads is either among those arguments or on the
table.

For example, ``may discard 1 good here: draw 2 cards`` reacts by asking whether to use the power (``ask_use``). Segment
0 discards, which asks only if there are several goods, and segment 1 draws. From outside, an undecided ``may`` and a
half-finished power look the same: each is a single frame.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from rftg_dsl.check import model
from rftg_dsl.check.signatures import MANY, Listed, Selected, Signatures, Verb
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.compile import lowered


def lower(power: model.Power, game: Signatures) -> lowered.Lowered:
    match power:
        case model.Score():
            return lowered.Scored(power.id, power.conditions, total_of(power.rows))
        case model.Modifier():
            opens = any(parameter.opens for parameter in game.parameters if parameter.name == power.parameter)
            price = price_of(power, game)
            return lowered.Changed(power.id, power.about, power.conditions, power.change, power.parameter, price, opens)
    limit = (lowered.Unused(power.once, power.times),) if isinstance(power, model.Recurring) and power.once else ()
    segments, choices = segments_of(power, game)
    return lowered.Acted(
        power.id,
        (*limit, *patterns_of(power), *power.conditions),
        (*power.conditions, *tests_for_price(power.price, game), *tests_for_use(power, choices, game)),
        power.act.may and not isinstance(power, model.Offer),
        limit[0].once if limit else "",
        segments,
        choices,
    )


def price_of(power: model.Modifier, game: Signatures) -> lowered.Price | None:
    if not power.price:
        return None
    [do] = power.price
    assert do.what is not None and not isinstance(do.what, model.Counters), "a price takes things or a counter"
    return lowered.Price(call(do, game), payable_with(do, do.what, game))


def payable_with(
    do: model.Do, what: str | model.PieceSet | model.StockSet, game: Signatures
) -> model.PieceSet | model.StockSet | lowered.Takeable | lowered.CounterNumber:
    if isinstance(what, str):
        return lowered.CounterNumber(what)
    return what if game.verbs[do.signature].takes is None else lowered.Takeable(what, call(do, game))


def sort_of(wanted: model.PieceSet | model.StockSet | lowered.Takeable) -> str:
    """Return the kind of number that identifies these things: ``piece`` or ``cell``."""
    if isinstance(wanted, lowered.Takeable):
        wanted = wanted.of
    return "piece" if isinstance(wanted, model.PieceSet) else "cell"


def patterns_of(power: model.Power) -> Iterator[model.Pattern]:
    if isinstance(power, model.Trigger):
        yield power.pattern


def total_of(rows: Sequence[model.Amount]) -> model.Amount | lowered.FirstFitting:
    if len(rows) == 1:
        return rows[0]
    counted = [(row.n, row.measure.of) for row in rows if isinstance(row.measure, model.Count)]
    pieces = tuple((n, of) for n, of in counted if isinstance(of, model.PieceSet))
    # With several rows, a piece scores only in the first row that it fits.
    assert len(pieces) == len(rows), "rows of one score count pieces"
    return lowered.FirstFitting(pieces)


# -- segments ----------------------------------------------------------------------------------------------------


@frozen
class Doing:
    """A verb, and the way in which its segment is put on the agenda."""

    call: lowered.Call
    by_opponents: bool = False
    times: model.Amount | None = None
    """The number of times that the verb takes a single thing. If it is None, the verb runs once, with its own
    amount."""

    @property
    def apart(self) -> bool:
        """Whether the verb needs a segment of its own, which is put on the agenda together with the segment after
        it."""
        return self.by_opponents or self.times is not None


def segments_of(
    power: model.Acting, game: Signatures
) -> tuple[tuple[lowered.Segment, ...], tuple[lowered.Alternative, ...]]:
    act = power.act
    if not act.choices and act.whoever is None:
        segments = segments_from([*plan_payment(act.price, game), *plan_effects(act.effects, game)])
        if act.lasting:
            segments[-1] = evolve(segments[-1], begins=(act.lasting.power.id, act.lasting.until))
        return tuple(segments), ()
    segments = segments_from(plan_payment(act.price, game))
    if act.whoever is not None:
        if act.price:  # the condition is tested once the price has been paid
            segments[-1] = evolve(segments[-1], next=(lowered.Next(len(segments)),))
            segments.append(lowered.Segment(()))
        segments[-1] = evolve(segments[-1], next=(lowered.Next(len(segments), "whoever", act.whoever),))
        if not act.choices:
            return (*segments, *segments_from(plan_effects(act.effects, game), len(segments))), ()
        segments.append(lowered.Segment(()))
    segments[-1] = evolve(segments[-1], chooses=True)
    alternatives = []
    for dos in act.choices:
        alternatives.append(lowered.Alternative(len(segments), tuple(tests_for_effects(dos, game, some=True))))
        segments += segments_from(plan_effects(dos, game), len(segments))
    return tuple(segments), tuple(alternatives)


def plan_effects(dos: Sequence[model.Do], game: Signatures) -> list[Doing]:
    return [Doing(call(do, game), do.who != "own") for do in dos]


def plan_payment(price: Sequence[model.Do], game: Signatures) -> list[Doing]:
    """Plan the verbs of a price, starting with those that take a fixed number of things.

    A verb that could take things needed by a later verb takes one thing at a time, and never one that would leave the
    rest of the price unpayable.
    """
    # If a part of variable size were paid first, it could use up things that a fixed part needs.
    price = sorted(price, key=lambda do: not is_exact(do))
    parts = [part_of(do, game) for do in price]
    payment = []
    for nth, (do, mine) in enumerate(zip(price, parts, strict=True)):
        rest = list(zip(price, parts, strict=True))[nth + 1 :]
        paid = evolve(call(do, game), paid=nth == 0)
        later = [(other.what, part) for other, part in rest if part]
        things = do.what if isinstance(do.what, model.PieceSet | model.StockSet) else None
        if (
            mine is None
            or things is None
            or not is_exact(do)
            or not any(model.can_overlap(things, other) for other, _ in later)
        ):
            payment.append(Doing(paid))
            continue
        single, due = model.Amount(1), tuple(part for _, part in later)
        spared = evolve(paid, arguments=(lowered.Spared(things, due), single, single, *paid.arguments[3:]))
        payment.append(Doing(spared, times=None if mine.amount == single else mine.amount))
    return payment


def segments_from(dos: Sequence[Doing], start: int = 0) -> list[lowered.Segment]:
    parts = cut(dos)
    return [
        lowered.Segment(tuple(doing.call for doing in part), next=tuple(segments_after(parts, nth, start)))
        for nth, part in enumerate(parts)
    ]


def cut(dos: Sequence[Doing]) -> list[list[Doing]]:
    segments: list[list[Doing]] = [[]]
    for doing in dos:
        if doing.apart:
            # This replaces an empty last segment, but never segment 0, in which every power begins.
            segments[len(segments) - (not segments[-1] and len(segments) > 1) :] = [[doing], []]
            continue
        segments[-1].append(doing)
        if doing.call.verb.asks:
            segments.append([])
    return segments if segments[-1] or len(segments) == 1 else segments[:-1]


def segments_after(segments: Sequence[Sequence[Doing]], nth: int, start: int) -> Iterator[lowered.Next]:
    """Yield the segments to put on the agenda after this one: any separate segments (see ``Doing.apart``), then the
    first ordinary one.

    They are put on the agenda together and run in that order, so a segment that is itself separate adds none.
    """
    if any(doing.apart for doing in segments[nth]):
        return
    for following in range(nth + 1, len(segments)):
        apart = next((doing for doing in segments[following] if doing.apart), None)
        opponents = apart is not None and apart.by_opponents
        yield lowered.Next(
            start + following, "opponents" if opponents else "owner", times=apart.times if apart else None
        )
        if apart is None:
            return


# -- what can be paid and done -----------------------------------------------------------------------------------


def is_exact(do: model.Do) -> bool:
    """Whether a verb takes a fixed number of things, so that no one has to choose how many."""
    return do.high is None and not do.all


def part_of(do: model.Do, game: Signatures) -> lowered.Part | None:
    """Return the minimum that a part of a price takes, or None if it takes nothing that another part could need."""
    verb = game.verbs[do.signature]
    if do.who != "own" or not isinstance(do.what, str | model.PieceSet | model.StockSet) or verb.grants:
        return None
    if isinstance(do.what, str) and (verb.can is None or do.slots):
        return None
    return lowered.Part(model.Amount(1) if do.all else do.low, payable_with(do, do.what, game))


def tests_for_price(price: Sequence[model.Do], game: Signatures) -> Iterator[lowered.Test]:
    parts = [part for do in price if (part := part_of(do, game))]
    if len(parts) > 1 or any(isinstance(do.what, model.StockSet) for do in price):
        yield lowered.Payable(tuple(parts))
    for do in price:
        yield from verb_tests_of(do, game)


def tests_for_use(
    power: model.Acting, choices: Sequence[lowered.Alternative], game: Signatures
) -> Iterator[lowered.Test]:
    if power.act.whoever is not None:
        return
    taken = tuple(amounts_taken_by(power.price, game))
    if not choices:
        some = bool(power.price) or power.act.may
        yield from [evolve(test, taken=taken) for test in tests_for_effects(power.effects, game, some)]
    elif all(choice.tests for choice in choices):
        every = [test for choice in choices for test in choice.tests if isinstance(test, lowered.AnyOf)]
        yield lowered.AnyOf(tuple(test for group in every for test in group.tests), taken)


def amounts_taken_by(
    price: Sequence[model.Do], game: Signatures
) -> Iterator[tuple[lowered.CounterNumber, model.Amount]]:
    """Yield the fixed amounts that a price takes from the owner's counters."""
    for do in price:
        verb = game.verbs[do.signature]
        if isinstance(do.what, str) and is_exact(do) and verb.can and not (verb.asks or do.slots):
            yield lowered.CounterNumber(do.what), do.low


def tests_for_effects(effects: Sequence[model.Do], game: Signatures, some: bool) -> Iterator[lowered.AnyOf]:
    """Yield a test for whether any of the effects is possible. If one of the effects is always possible, yield nothing.

    With ``some``, the amount must also be at least 1, because the owner has a choice.
    """
    tests = [tuple(verb_tests_of(effect, game, some)) for effect in effects]
    if tests and all(tests):
        yield lowered.AnyOf(tuple(test for row in tests for test in row))


def verb_tests_of(do: model.Do, game: Signatures, some: bool = False) -> Iterator[lowered.Possible]:
    """Yield a test for whether a verb is possible and, with ``some``, its amount is not 0. If both are certain, yield
    nothing."""
    made = call(do, game)
    amount = do.low if some and do.low.measure and not is_tallied(do.low, game) else None
    if amount or not made.certain:
        yield lowered.Possible(made, do.who != "own", amount)


def is_tallied(amount: model.Amount, game: Signatures) -> bool:
    """Whether an amount depends on an earlier verb of the power and so cannot be known beforehand."""
    tallies = {name for verb in game.verbs for name in verb.counts}
    return any(isinstance(part, model.Held) and part.counter in tallies for part in nodes_in(amount))


# -- arguments ---------------------------------------------------------------------------------------------------


def call(do: model.Do, game: Signatures) -> lowered.Call:
    verb = game.verbs[do.signature]
    low: lowered.Argument = lowered.Plain(MANY) if do.all else do.low
    high: lowered.Argument = low if do.high is None else lowered.Plain(do.high)
    slots = dict(do.slots)
    filled = [lower_slot(do, slots.get(name), kind) for name, kind in verb.slots.items()]
    chosen = [value.chosen for _, value in do.slots if isinstance(value, model.PlaceSet)]
    must = tuple(places for places in chosen if isinstance(places, Selected))
    return lowered.Call(verb, (lower_object(do.what, verb), low, high, *filled), must)


def lower_object(what: str | model.StockSet | model.PieceSet | model.Counters | None, verb: Verb) -> lowered.Argument:
    """Lower a verb's object. Return the literal None if the verb has no object or creates the pieces itself."""
    match what:
        case str():
            return lowered.CounterNumber(what)
        case model.StockSet():
            return lowered.Granted(what, verb.conjures) if verb.grants else what
        case model.PieceSet() if not verb.grants:
            return what
        case model.Counters():
            return what
    return lowered.Plain(None)


def lower_slot(do: model.Do, value: model.Filler | None, kind: str) -> lowered.Argument:
    if kind == "flag":
        return lowered.Plain(isinstance(do.what, model.StockSet) and do.what.same_place)
    if kind == "differing":
        different = do.what.different if isinstance(do.what, model.PieceSet) else ""
        return lowered.ByProperty(different) if different else lowered.Plain(None)
    if kind == "matching":
        like = do.what.like if isinstance(do.what, model.PieceSet) else ()
        return lowered.ByProperty(like[0].property) if like else lowered.Plain(None)
    if kind == "order":
        return lowered.Plain(any(isinstance(place, model.PlaceSet) and place.later for _, place in do.slots))
    if kind == "alike":
        likenesses = do.what.like if isinstance(do.what, model.PieceSet) else ()
        # A likeness in the filler of a slot is stated from the other piece's point of view, so reverse it.
        others = [value.like for _, value in do.slots if isinstance(value, model.PieceSet)]
        likenesses += tuple(each.reverse() for group in others for each in group)
        return lowered.Alike(likenesses) if likenesses else lowered.Plain(None)
    match value:
        case model.Change():
            return lowered.Plain(value.by.n if value.direction == "more" else -value.by.n)
        case model.PlaceSet(chosen=Selected() | Listed() as chosen):
            return chosen
        case model.PlaceSet(here=True):
            return lowered.Here(*value.places)
        case model.PlaceSet(on=model.PieceSet() as pieces):
            return lowered.OnPieces(pieces)
        case model.PlaceSet(later=True):
            return lowered.Plain(None)
        case str() | None:
            return lowered.Plain(value)
    return value
