"""Powers to segments: what is tested, asked and carried out, and in which order, settled once for both back ends.

What remains for a back end is to translate expressions and statements. Names stay names: the binder turns them into
numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from rftg_dsl.check import model
from rftg_dsl.signatures import MANY, Selected, Signatures, Verb

# -- verbs with their arguments --------------------------------------------------------------------------------------


@frozen
class Literal:
    """A plain value."""

    value: int | str | bool | None


@frozen
class CounterNumber:
    """The number of a counter of the owner."""

    name: str


@frozen
class Granted:
    """The cells from which a verb takes what is not there yet."""

    stock: model.StockSet
    conjured: bool
    """Whether it is taken from nowhere, not from the supply."""


@frozen
class ByProperty:
    """The printed values of a property, by number of the side."""

    name: str


@frozen
class Here:
    """The place on this very piece."""


Argument = (
    Literal
    | CounterNumber
    | Granted
    | ByProperty
    | Here
    | Selected
    | model.Amount
    | model.PieceSet
    | model.StockSet
    | model.PlaceSet
    | model.Counters
    | model.Seats
)
"""What a verb is called with: numbers of what is meant, by place, kind and piece."""


@frozen
class Call:
    """A verb, ready to be called: ``verb.do(play, me, this, *arguments)``."""

    verb: Verb
    arguments: tuple[Argument, ...]
    selected: tuple[Selected, ...] = ()
    """The places known only during play that must be known by then."""
    paid: bool = False
    """Whether it pays a price: that was found possible before the power was used."""

    @property
    def certain(self) -> bool:
        """Whether it can always be carried out."""
        return self.verb.can is None and not self.selected

    @property
    def tested(self) -> bool:
        """Whether it is left out when it turns out to be impossible."""
        return not (self.paid or self.certain)


# -- tests -----------------------------------------------------------------------------------------------------------


@frozen
class Unused:
    """The power has not been used in this stretch of play."""

    once: str


@frozen
class Enough:
    """There is enough to pay a price in full."""

    amount: model.Amount
    of: model.Count


@frozen
class Possible:
    """A verb could be carried out: by the owner, or by any opponent."""

    call: Call
    by_opponents: bool = False


@frozen
class AnyOf:
    """One of several verbs could be carried out."""

    tests: tuple[Possible, ...]


Test = model.Condition | model.Pattern | Unused | Enough | Possible | AnyOf

# -- powers ----------------------------------------------------------------------------------------------------------


@frozen
class Next:
    """A segment that goes on the agenda."""

    segment: int
    by_opponents: bool
    """Whether each opponent carries it out, clockwise, rather than the owner."""


@frozen
class Segment:
    """What is carried out without waiting for an answer, then what it begins, then what comes next."""

    calls: tuple[Call, ...]
    begins: tuple[str, str] | None = None
    """The id of the lasting power it begins, and the stretch of play at whose end that is over."""
    next: tuple[Next, ...] = ()


@frozen
class Acted:
    """A power that does something when its moment comes."""

    id: str
    tests: tuple[Test, ...]
    """What must hold for it to be used or offered at that moment."""
    can: tuple[Test, ...]
    """What must hold for its use to be possible and do something."""
    asked: bool
    """Whether its owner decides when its moment comes; otherwise it is carried out at once."""
    once: str
    """The stretch of play in which it can be used only once; empty if there is no such limit."""
    segments: tuple[Segment, ...]


@frozen
class Changed:
    """A power that changes a number."""

    id: str
    about: model.PieceSet | model.StockSet | None
    tests: tuple[Test, ...]
    change: model.Change
    can: tuple[Test, ...]
    """What must hold for its price to be paid."""
    segments: tuple[Segment, ...]
    """Its price, if it has one."""


@frozen
class FirstFitting:
    """Points for pieces, each of which counts only in the first row it fits."""

    rows: tuple[tuple[int, model.PieceSet], ...]


@frozen
class Scored:
    """A power that counts when scores are counted."""

    id: str
    tests: tuple[Test, ...]
    total: model.Amount | FirstFitting


Lowered = Acted | Changed | Scored


def lower(power: model.Power, game: Signatures) -> Lowered:
    """What a power tests, asks and carries out."""
    match power:
        case model.Score():
            return Scored(power.id, power.conditions, total(power.rows))
        case model.Modifier():
            segments = (Segment(calls(power.price, power.price, game)),) if power.price else ()
            payable = tuple(price_tests(power.price, game))
            return Changed(power.id, power.about, power.conditions, power.change, payable, segments)
    once = power.once if isinstance(power, model.Recurring) else ""
    return Acted(
        power.id,
        (*([Unused(once)] if once else ()), *heard(power), *power.conditions),
        (*power.conditions, *price_tests(power.price, game), *effect_tests(power.effects, game)),
        power.act.may and not isinstance(power, model.Offer),
        once,
        segments_of(power, game),
    )


def heard(power: model.Power) -> Iterator[model.Pattern]:
    """The pattern of what a power waits for, if any."""
    if isinstance(power, model.Trigger):
        yield power.pattern


def total(rows: Sequence[model.Amount]) -> model.Amount | FirstFitting:
    """What a score adds up to."""
    if len(rows) == 1:
        return rows[0]
    counted = [(row.n, row.measure.of) for row in rows if isinstance(row.measure, model.Count)]
    pieces = tuple((n, of) for n, of in counted if isinstance(of, model.PieceSet))
    assert len(pieces) == len(rows), "rows of one score count pieces"
    return FirstFitting(pieces)


# -- segments ----------------------------------------------------------------------------------------------------


def segments_of(power: model.Acting, game: Signatures) -> tuple[Segment, ...]:
    """The segments of a power: the last one begins what lasts."""
    parts, lasting = cut(power.dos, game), power.act.lasting
    begins = (lasting.power.id, lasting.until) if lasting else None
    last = len(parts) - 1
    return tuple(
        Segment(calls(part, power.price, game), begins if nth == last else None, tuple(after(parts, nth)))
        for nth, part in enumerate(parts)
    )


def cut(dos: Sequence[model.Do], game: Signatures) -> list[list[model.Do]]:
    """Verbs in segments: one that asks ends its segment; what opponents do is a segment of its own."""
    segments: list[list[model.Do]] = [[]]
    for one in dos:
        if one.who != "own":
            segments[len(segments) - (not segments[-1] and len(segments) > 1) :] = [[one], []]
            continue
        segments[-1].append(one)
        if game.verbs[one.signature].asks:
            segments.append([])
    return segments if segments[-1] or len(segments) == 1 else segments[:-1]


def by_opponents(segment: Sequence[model.Do]) -> bool:
    """Whether each opponent carries out a segment."""
    return any(one.who != "own" for one in segment)


def after(segments: Sequence[Sequence[model.Do]], nth: int) -> Iterator[Next]:
    """What goes on the agenda after a segment: those of opponents up to the owner's next; after an opponent's none.

    The owner's segment puts those of opponents and its own next one there together, so that they come in that order.
    """
    for following in range(nth + 1, 0 if by_opponents(segments[nth]) else len(segments)):
        opponents = by_opponents(segments[following])
        yield Next(following, opponents)
        if not opponents:
            return


def calls(dos: Sequence[model.Do], price: Sequence[model.Do], game: Signatures) -> tuple[Call, ...]:
    """The verbs of a segment, as the seat that carries them out calls them."""
    return tuple(evolve(call(one, game), paid=any(one is paid for paid in price)) for one in dos)


# -- what can be paid and done -----------------------------------------------------------------------------------


def price_tests(price: Sequence[model.Do], game: Signatures) -> Iterator[Test]:
    """Whether a price can be paid in full."""
    for one in together(price):
        if in_full(one, game):
            assert isinstance(one.what, model.StockSet)
            yield Enough(one.low, model.Count(one.what))
        yield from possible(one, game)


def effect_tests(effects: Sequence[model.Do], game: Signatures) -> Iterator[Test]:
    """Whether one of the effects can be carried out; no test if one of them always can."""
    tests = [tuple(possible(one, game)) for one in effects]
    if tests and all(tests):
        yield AnyOf(tuple(test for row in tests for test in row))


def possible(one: model.Do, game: Signatures) -> Iterator[Possible]:
    """Whether a verb can be carried out; no test if it always can."""
    if not (made := call(one, game)).certain:
        yield Possible(made, one.who != "own")


def together(price: Sequence[model.Do]) -> list[model.Do]:
    """A price in which several parts to be paid of one thing are one part."""
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
    return plain and one.high is None and not one.all


# -- arguments ---------------------------------------------------------------------------------------------------


def call(one: model.Do, game: Signatures) -> Call:
    """A verb with what it is called with: the thing, from how many to how many, and what fills its slots."""
    verb = game.verbs[one.signature]
    low: Argument = Literal(MANY) if one.all else one.low
    high: Argument = low if one.high is None else Literal(one.high)
    slots = dict(one.slots)
    filled = [slot(one, slots.get(name), kind) for name, kind in verb.slots.items()]
    fillers = [value.chosen for _, value in one.slots if isinstance(value, model.PlaceSet) and value.chosen]
    return Call(verb, (thing(one.what, verb), low, high, *filled), tuple(fillers))


def thing(what: str | model.StockSet | model.PieceSet | None, verb: Verb) -> Argument:
    """What a verb is done to; nothing where it makes the pieces that it is done to."""
    match what:
        case str():
            return CounterNumber(what)
        case model.StockSet():
            return Granted(what, verb.conjures) if verb.grants else what
        case model.PieceSet() if not verb.grants:
            return what
    return Literal(None)


def slot(one: model.Do, value: model.Filler | None, kind: str) -> Argument:
    """What fills a slot of a verb."""
    if kind == "flag":
        return Literal(isinstance(one.what, model.StockSet) and one.what.same_place)
    if kind == "differing":
        different = one.what.different if isinstance(one.what, model.PieceSet) else ""
        return ByProperty(different) if different else Literal(None)
    match value:
        case model.Number(n):
            return Literal(n)
        case model.Change():
            return Literal(value.by if value.direction == "more" else -value.by)
        case model.PlaceSet(chosen=Selected() as selected):
            return selected
        case model.PlaceSet(here=True):
            return Here()
        case str() | None:
            return Literal(value)
    return value
