"""Powers to segments: the order of tests, questions and verbs, settled once for both back ends.

A back end only translates expressions and statements. Names stay names: the binder turns them into numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from attrs import evolve, frozen

from rftg_dsl.check import model
from rftg_dsl.check.overlaps import overlap
from rftg_dsl.check.walk import nodes
from rftg_dsl.signatures import MANY, Listed, Selected, Signatures, Verb

# -- verbs with their arguments --------------------------------------------------------------------------------------


@frozen
class Plain:
    """A plain value."""

    value: int | str | bool | None


@frozen
class CounterNumber:
    """The number of a counter of the owner."""

    name: str


@frozen
class Granted:
    """The cells from which a verb takes things that it puts into play."""

    stock: model.StockSet
    conjured: bool
    """Whether the things come from nowhere, not from the supply."""


@frozen
class ByProperty:
    """The printed values of a property, by number of the side."""

    name: str


@frozen
class Alike:
    """For each side, by its number, the sides that it is like."""

    likenesses: tuple[model.Likeness, ...]


@frozen
class Here:
    """A place on the piece with the power."""

    place: str = ""
    """Its name; empty: the first there is."""


@frozen
class OnPieces:
    """The place on each of these pieces that ``here`` means on the piece with the power."""

    pieces: model.PieceSet


@frozen
class Part:
    """A part of a price: how many of which things."""

    amount: model.Amount
    of: model.PieceSet | model.StockSet


@frozen
class Spared:
    """Things of which one can be taken so that the later parts of the price can still be paid."""

    of: model.PieceSet | model.StockSet
    rest: tuple[Part, ...]


Argument = (
    Plain
    | Spared
    | CounterNumber
    | Granted
    | ByProperty
    | Alike
    | Here
    | OnPieces
    | Selected
    | Listed
    | model.Amount
    | model.PieceSet
    | model.StockSet
    | model.PlaceSet
    | model.Counters
    | model.Seats
)
"""An argument of a verb, by name; a back end turns it into numbers of places, kinds and pieces."""


@frozen
class Call:
    """A verb, ready to be called: ``verb.do(play, me, this, *arguments)``."""

    verb: Verb
    arguments: tuple[Argument, ...]
    selected: tuple[Selected, ...] = ()
    """Places that are chosen during play, and must be chosen before the call."""
    paid: bool = False
    """Whether it is the first to pay a price, which was found payable before the power was used."""

    @property
    def certain(self) -> bool:
        """Whether it can always be carried out."""
        return self.verb.can is None and not self.selected

    @property
    def tested(self) -> bool:
        """Whether it is skipped if it turns out to be impossible."""
        return not (self.paid or self.certain)


# -- tests -----------------------------------------------------------------------------------------------------------


@frozen
class Unused:
    """The power has been used fewer times in this period than it may be."""

    once: str
    times: int = 1


@frozen
class Enough:
    """There is enough to pay a part of a price in full."""

    amount: model.Amount
    of: model.Count


@frozen
class Payable:
    """All parts of a price can be paid with different things."""

    parts: tuple[Part, ...]


@frozen
class Possible:
    """A verb could be carried out: by the owner, or by any opponent."""

    call: Call
    by_opponents: bool = False
    amount: model.Amount | None = None
    """An amount that must not be 0; None: any."""


@frozen
class AnyOf:
    """One of several verbs could be carried out, once amounts have been taken from counters."""

    tests: tuple[Possible, ...]
    taken: tuple[tuple[CounterNumber, model.Amount], ...] = ()


Test = model.Condition | model.Pattern | Unused | Enough | Payable | Possible | AnyOf

# -- powers ----------------------------------------------------------------------------------------------------------


@frozen
class Next:
    """A segment that goes on the agenda."""

    segment: int
    who: Literal["owner", "opponents", "whoever"] = "owner"
    """Who carries it out: the owner; each opponent, clockwise; or every seat for which a condition holds."""
    whoever: model.Condition | None = None
    times: model.Amount | None = None
    """How often it is carried out; None: once."""


@frozen
class Segment:
    """Verbs carried out without waiting for an answer, then the lasting power they begin, then the next segments."""

    calls: tuple[Call, ...]
    begins: tuple[str, str] | None = None
    """The id of the lasting power it begins, and the period at whose end it is over."""
    next: tuple[Next, ...] = ()
    chooses: bool = False
    """Whether the owner then chooses one of the alternatives of the power."""


@frozen
class Alternative:
    """One of the alternatives of a power: the segment it begins with, and the conditions for choosing it."""

    segment: int
    tests: tuple[Test, ...]


@frozen
class Acted:
    """A power that acts when its moment comes."""

    id: str
    tests: tuple[Test, ...]
    """Conditions for using or offering it at that moment."""
    can: tuple[Test, ...]
    """Conditions for its use to be possible and have an effect."""
    asked: bool
    """Whether its owner decides when its moment comes; otherwise it is carried out at once."""
    once: str
    """The period in which its uses are limited; empty without such a limit."""
    segments: tuple[Segment, ...]
    choices: tuple[Alternative, ...] = ()


@frozen
class Price:
    """What a changed number costs: a verb, and the things it takes."""

    call: Call
    of: model.PieceSet | model.StockSet | CounterNumber

    @property
    def slots(self) -> tuple[Argument, ...]:
        """The arguments of the verb after its object and its amounts."""
        return self.call.arguments[3:]


@frozen
class Changed:
    """A power that changes a number."""

    id: str
    about: model.PieceSet | model.StockSet | None
    tests: tuple[Test, ...]
    change: model.Change
    parameter: str
    price: Price | None = None
    opens: bool = False
    """Whether the number exists only for what such powers are about."""


@frozen
class FirstFitting:
    """Points for pieces; each piece counts only in the first row it fits."""

    rows: tuple[tuple[int, model.PieceSet], ...]


@frozen
class Scored:
    """A power that gives points when scores are counted."""

    id: str
    tests: tuple[Test, ...]
    total: model.Amount | FirstFitting


Lowered = Acted | Changed | Scored


def lower(power: model.Power, game: Signatures) -> Lowered:
    """A power as tests, questions and segments."""
    match power:
        case model.Score():
            return Scored(power.id, power.conditions, total(power.rows))
        case model.Modifier():
            opens = any(one.opens for one in game.parameters if one.name == power.parameter)
            price = price_of(power, game)
            return Changed(power.id, power.about, power.conditions, power.change, power.parameter, price, opens)
    limit = (Unused(power.once, power.times),) if isinstance(power, model.Recurring) and power.once else ()
    segments, choices = segments_of(power, game)
    return Acted(
        power.id,
        (*limit, *awaited(power), *power.conditions),
        (*power.conditions, *price_tests(power.price, game), *use_tests(power, choices, game)),
        power.act.may and not isinstance(power, model.Offer),
        limit[0].once if limit else "",
        segments,
        choices,
    )


def price_of(power: model.Modifier, game: Signatures) -> Price | None:
    """What a changed number costs; None if it costs nothing."""
    if not power.price:
        return None
    [one] = power.price
    assert one.what is not None and not isinstance(one.what, model.Counters), "a price takes things or a counter"
    return Price(call(one, game), CounterNumber(one.what) if isinstance(one.what, str) else one.what)


def sort_of(wanted: model.PieceSet | model.StockSet) -> str:
    """What the numbers of these things are: of pieces, or of cells."""
    return "piece" if isinstance(wanted, model.PieceSet) else "cell"


def awaited(power: model.Power) -> Iterator[model.Pattern]:
    """The event pattern that a power waits for, if any."""
    if isinstance(power, model.Trigger):
        yield power.pattern


def total(rows: Sequence[model.Amount]) -> model.Amount | FirstFitting:
    """The rule that adds up a score."""
    if len(rows) == 1:
        return rows[0]
    counted = [(row.n, row.measure.of) for row in rows if isinstance(row.measure, model.Count)]
    pieces = tuple((n, of) for n, of in counted if isinstance(of, model.PieceSet))
    assert len(pieces) == len(rows), "rows of one score count pieces"
    return FirstFitting(pieces)


# -- segments ----------------------------------------------------------------------------------------------------


@frozen
class Doing:
    """A verb in its place in a power."""

    call: Call
    by_opponents: bool = False
    times: model.Amount | None = None
    """How often it takes a single thing; None: it is carried out once, with its own amount."""

    @property
    def apart(self) -> bool:
        """Whether it has a segment of its own, which is put on the agenda together with the one after it."""
        return self.by_opponents or self.times is not None


def segments_of(power: model.Acting, game: Signatures) -> tuple[tuple[Segment, ...], tuple[Alternative, ...]]:
    """The segments of a power, and the alternatives it leaves its owner."""
    act = power.act
    if not act.choices and act.whoever is None:
        found = chain([*payment(act.price, game), *doings(act.effects, game)])
        if act.lasting:
            found[-1] = evolve(found[-1], begins=(act.lasting.power.id, act.lasting.until))
        return tuple(found), ()
    found = chain(payment(act.price, game))
    if act.whoever is not None:
        if act.price:  # those for whom it holds are known once the price is paid
            found[-1] = evolve(found[-1], next=(Next(len(found)),))
            found.append(Segment(()))
        found[-1] = evolve(found[-1], next=(Next(len(found), "whoever", act.whoever),))
        return (*found, *chain(doings(act.effects, game), len(found))), ()
    found[-1] = evolve(found[-1], chooses=True)
    alternatives = []
    for dos in act.choices:
        alternatives.append(Alternative(len(found), tuple(effect_tests(dos, game, bool(act.price)))))
        found += chain(doings(dos, game), len(found))
    return tuple(found), tuple(alternatives)


def doings(dos: Sequence[model.Do], game: Signatures) -> list[Doing]:
    """Verbs that are carried out as they are said."""
    return [Doing(call(one, game), one.who != "own") for one in dos]


def payment(price: Sequence[model.Do], game: Signatures) -> list[Doing]:
    """The verbs of a price, those with a given number first.

    One that could take what a later one needs takes things one by one, each such that the rest can still be paid.
    """
    price = sorted(price, key=lambda one: not exact(one))
    parts = [part_of(one, game) for one in price]
    found = []
    for nth, (one, mine) in enumerate(zip(price, parts, strict=True)):
        paid = evolve(call(one, game), paid=nth == 0)
        later = [part for part in parts[nth + 1 :] if part]
        if mine is None or not exact(one) or not any(overlap(mine.of, part.of) for part in later):
            found.append(Doing(paid))
            continue
        single = model.Amount(1)
        spared = evolve(paid, arguments=(Spared(mine.of, tuple(later)), single, single, *paid.arguments[3:]))
        found.append(Doing(spared, times=None if mine.amount == single else mine.amount))
    return found


def chain(dos: Sequence[Doing], start: int = 0) -> list[Segment]:
    """Verbs as segments that follow each other, the first of which has the number ``start``."""
    parts = cut(dos)
    return [
        Segment(tuple(one.call for one in part), next=tuple(after(parts, nth, start))) for nth, part in enumerate(parts)
    ]


def cut(dos: Sequence[Doing]) -> list[list[Doing]]:
    """Verbs in segments: one that asks ends its segment; some have a segment of their own."""
    segments: list[list[Doing]] = [[]]
    for one in dos:
        if one.apart:
            segments[len(segments) - (not segments[-1] and len(segments) > 1) :] = [[one], []]
            continue
        segments[-1].append(one)
        if one.call.verb.asks:
            segments.append([])
    return segments if segments[-1] or len(segments) == 1 else segments[:-1]


def after(segments: Sequence[Sequence[Doing]], nth: int, start: int) -> Iterator[Next]:
    """The segments put on the agenda after this one: those apart, up to and including the next that is not.

    They are put there together to come in that order, so a segment apart adds none.
    """
    if any(one.apart for one in segments[nth]):
        return
    for following in range(nth + 1, len(segments)):
        apart = next((one for one in segments[following] if one.apart), None)
        opponents = apart is not None and apart.by_opponents
        yield Next(start + following, "opponents" if opponents else "owner", times=apart.times if apart else None)
        if apart is None:
            return


# -- what can be paid and done -----------------------------------------------------------------------------------


def exact(one: model.Do) -> bool:
    """Whether a verb takes a given number, so that nobody chooses how many."""
    return one.high is None and not one.all


def part_of(one: model.Do, game: Signatures) -> Part | None:
    """The things that a part of a price takes, at least; None if it takes nothing that lies somewhere."""
    if one.who != "own" or not isinstance(one.what, model.PieceSet | model.StockSet):
        return None
    if game.verbs[one.signature].grants:
        return None
    return Part(model.Amount(1) if one.all else one.low, one.what)


def price_tests(price: Sequence[model.Do], game: Signatures) -> Iterator[Test]:
    """Tests that a price can be paid in full, its parts with different things."""
    parts = [part for one in price if (part := part_of(one, game))]
    if len(parts) > 1:
        yield Payable(tuple(parts))
    for one in together(price):
        if len(parts) < 2 and in_full(one, game):
            assert isinstance(one.what, model.StockSet)
            yield Enough(one.low, model.Count(one.what))
        yield from possible(one, game)


def use_tests(power: model.Acting, choices: Sequence[Alternative], game: Signatures) -> Iterator[Test]:
    """Tests that the use of a power would do something."""
    if power.act.whoever is not None:
        return
    taken = tuple(spending(power.price, game))
    if not choices:
        yield from [evolve(test, taken=taken) for test in effect_tests(power.effects, game, bool(power.price))]
    elif all(one.tests for one in choices):
        every = [test for one in choices for test in one.tests if isinstance(test, AnyOf)]
        yield AnyOf(tuple(test for one in every for test in one.tests), taken)


def spending(price: Sequence[model.Do], game: Signatures) -> Iterator[tuple[CounterNumber, model.Amount]]:
    """The amounts that a price takes from the owner's counters, where nobody chooses how much."""
    for one in price:
        verb = game.verbs[one.signature]
        if isinstance(one.what, str) and exact(one) and verb.can and not (verb.asks or one.slots):
            yield CounterNumber(one.what), one.low


def effect_tests(effects: Sequence[model.Do], game: Signatures, priced: bool = False) -> Iterator[AnyOf]:
    """A test that one of the effects can be carried out; none if one of them always can.

    What has a price must also come to at least 1 of something; without one, doing it 0 times costs nothing.
    """
    tests = [tuple(possible(one, game, priced)) for one in effects]
    if tests and all(tests):
        yield AnyOf(tuple(test for row in tests for test in row))


def possible(one: model.Do, game: Signatures, priced: bool = False) -> Iterator[Possible]:
    """A test that a verb can be carried out; none if it always can."""
    made = call(one, game)
    amount = one.low if priced and one.low.measure and not counted(one.low, game) else None
    if amount or not made.certain:
        yield Possible(made, one.who != "own", amount)


def counted(amount: model.Amount, game: Signatures) -> bool:
    """Whether an amount grows with what a verb of the power has acted on, so that it is not known beforehand."""
    tallies = {name for verb in game.verbs for name in verb.counts}
    return any(isinstance(part, model.Held) and part.counter in tallies for part in nodes(amount))


def together(price: Sequence[model.Do]) -> list[model.Do]:
    """A price in which parts that take the same thing are one part."""
    found: list[model.Do] = []
    for one in price:
        alike = [nth for nth, other in enumerate(found) if evolve(one, low=other.low) == other]
        if alike and one.low.measure is None and found[alike[0]].low.measure is None:
            before = found[alike[0]]
            found[alike[0]] = evolve(before, low=evolve(before.low, n=before.low.n + one.low.n))
        else:
            found.append(one)
    return found


def in_full(one: model.Do, game: Signatures) -> bool:
    """Whether the owner is to pay a plain number of fungible things, of which there must then be enough."""
    plain = isinstance(one.what, model.StockSet) and one.who == "own" and not game.verbs[one.signature].grants
    return plain and exact(one)


# -- arguments ---------------------------------------------------------------------------------------------------


def call(one: model.Do, game: Signatures) -> Call:
    """A verb with its arguments: the thing, the lowest and the highest number, and the fillers of its slots."""
    verb = game.verbs[one.signature]
    low: Argument = Plain(MANY) if one.all else one.low
    high: Argument = low if one.high is None else Plain(one.high)
    slots = dict(one.slots)
    filled = [slot(one, slots.get(name), kind) for name, kind in verb.slots.items()]
    chosen = [value.chosen for _, value in one.slots if isinstance(value, model.PlaceSet)]
    must = tuple(places for places in chosen if isinstance(places, Selected))
    return Call(verb, (thing(one.what, verb), low, high, *filled), must)


def thing(what: str | model.StockSet | model.PieceSet | model.Counters | None, verb: Verb) -> Argument:
    """The object of a verb; the literal None if it has no object, or makes the pieces itself."""
    match what:
        case str():
            return CounterNumber(what)
        case model.StockSet():
            return Granted(what, verb.conjures) if verb.grants else what
        case model.PieceSet() if not verb.grants:
            return what
        case model.Counters():
            return what
    return Plain(None)


def slot(one: model.Do, value: model.Filler | None, kind: str) -> Argument:
    """The argument for a slot of a verb."""
    if kind == "flag":
        return Plain(isinstance(one.what, model.StockSet) and one.what.same_place)
    if kind == "differing":
        different = one.what.different if isinstance(one.what, model.PieceSet) else ""
        return ByProperty(different) if different else Plain(None)
    if kind == "order":
        return Plain(any(isinstance(place, model.PlaceSet) and place.later for _, place in one.slots))
    if kind == "alike":
        likenesses = one.what.like if isinstance(one.what, model.PieceSet) else ()
        others = [value.like for _, value in one.slots if isinstance(value, model.PieceSet)]
        likenesses += tuple(each.turned() for those in others for each in those)
        return Alike(likenesses) if likenesses else Plain(None)
    match value:
        case model.Number(n):
            return Plain(n)
        case model.Change():
            return Plain(value.by.n if value.direction == "more" else -value.by.n)
        case model.PlaceSet(chosen=Selected() | Listed() as chosen):
            return chosen
        case model.PlaceSet(here=True):
            return Here(*value.places)
        case model.PlaceSet(on=model.PieceSet() as pieces):
            return OnPieces(pieces)
        case model.PlaceSet(later=True):
            return Plain(None)
        case str() | None:
            return Plain(value)
    return value
