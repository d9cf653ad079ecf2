"""Powers to segments: the order of tests, questions and verbs, settled once for both back ends.

A back end only translates expressions and statements. Names stay names: the binder turns them into numbers.
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
    """The cells from which a verb takes things that it puts into play."""

    stock: model.StockSet
    conjured: bool
    """Whether the things come from nowhere, not from the supply."""


@frozen
class ByProperty:
    """The printed values of a property, by number of the side."""

    name: str


@frozen
class Here:
    """The place on the piece with the power."""


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
"""An argument of a verb, by name; a back end turns it into numbers of places, kinds and pieces."""


@frozen
class Call:
    """A verb, ready to be called: ``verb.do(play, me, this, *arguments)``."""

    verb: Verb
    arguments: tuple[Argument, ...]
    selected: tuple[Selected, ...] = ()
    """Places that are chosen during play, and must be chosen before the call."""
    paid: bool = False
    """Whether it pays a price, which was found payable before the power was used."""

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
    """The power has not been used in this period."""

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
    """Verbs carried out without waiting for an answer, then the lasting power they begin, then the next segments."""

    calls: tuple[Call, ...]
    begins: tuple[str, str] | None = None
    """The id of the lasting power it begins, and the period at whose end it is over."""
    next: tuple[Next, ...] = ()


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
    """The period in which it can be used only once; empty without such a limit."""
    segments: tuple[Segment, ...]


@frozen
class Changed:
    """A power that changes a number."""

    id: str
    about: model.PieceSet | model.StockSet | None
    tests: tuple[Test, ...]
    change: model.Change
    can: tuple[Test, ...]
    """Conditions for paying its price."""
    segments: tuple[Segment, ...]
    """Its price, if it has one."""


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
    """The pattern of the event that a power waits for, if any."""
    if isinstance(power, model.Trigger):
        yield power.pattern


def total(rows: Sequence[model.Amount]) -> model.Amount | FirstFitting:
    """The total of a score's rows."""
    if len(rows) == 1:
        return rows[0]
    counted = [(row.n, row.measure.of) for row in rows if isinstance(row.measure, model.Count)]
    pieces = tuple((n, of) for n, of in counted if isinstance(of, model.PieceSet))
    assert len(pieces) == len(rows), "rows of one score count pieces"
    return FirstFitting(pieces)


# -- segments ----------------------------------------------------------------------------------------------------


def segments_of(power: model.Acting, game: Signatures) -> tuple[Segment, ...]:
    """The segments of a power; the last one begins its lasting power, if any."""
    parts, lasting = cut(power.dos, game), power.act.lasting
    begins = (lasting.power.id, lasting.until) if lasting else None
    last = len(parts) - 1
    return tuple(
        Segment(calls(part, power.price, game), begins if nth == last else None, tuple(after(parts, nth)))
        for nth, part in enumerate(parts)
    )


def cut(dos: Sequence[model.Do], game: Signatures) -> list[list[model.Do]]:
    """Verbs cut into segments: one that asks ends its segment; one for opponents is a segment of its own."""
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
    """The segments that go on the agenda after one: up to the owner's next, inclusive; none after an opponent's.

    The owner's segment puts them there together, so that opponents' segments run before the owner's next one.
    """
    for following in range(nth + 1, 0 if by_opponents(segments[nth]) else len(segments)):
        opponents = by_opponents(segments[following])
        yield Next(following, opponents)
        if not opponents:
            return


def calls(dos: Sequence[model.Do], price: Sequence[model.Do], game: Signatures) -> tuple[Call, ...]:
    """The calls of a segment; those that pay a price are marked."""
    return tuple(evolve(call(one, game), paid=any(one is paid for paid in price)) for one in dos)


# -- tests for prices and effects --------------------------------------------------------------------------------


def price_tests(price: Sequence[model.Do], game: Signatures) -> Iterator[Test]:
    """The tests that a price can be paid in full."""
    for one in together(price):
        if in_full(one, game):
            assert isinstance(one.what, model.StockSet)
            yield Enough(one.low, model.Count(one.what))
        yield from possible(one, game)


def effect_tests(effects: Sequence[model.Do], game: Signatures) -> Iterator[Test]:
    """The test that one of the effects can be carried out; none if one of them always can."""
    tests = [tuple(possible(one, game)) for one in effects]
    if tests and all(tests):
        yield AnyOf(tuple(test for row in tests for test in row))


def possible(one: model.Do, game: Signatures) -> Iterator[Possible]:
    """The test that a verb can be carried out; none if it always can."""
    if not (made := call(one, game)).certain:
        yield Possible(made, one.who != "own")


def together(price: Sequence[model.Do]) -> list[model.Do]:
    """A price with parts paid in the same things added up."""
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
    """Whether the owner pays a plain number of fungible things, so that there must be enough of them."""
    plain = isinstance(one.what, model.StockSet) and one.who == "own" and not game.verbs[one.signature].grants
    return plain and one.high is None and not one.all


# -- arguments ---------------------------------------------------------------------------------------------------


def call(one: model.Do, game: Signatures) -> Call:
    """A verb with its arguments: the thing, the lowest and the highest number, and the fillers of its slots."""
    verb = game.verbs[one.signature]
    low: Argument = Literal(MANY) if one.all else one.low
    high: Argument = low if one.high is None else Literal(one.high)
    slots = dict(one.slots)
    filled = [slot(one, slots.get(name), kind) for name, kind in verb.slots.items()]
    fillers = [value.chosen for _, value in one.slots if isinstance(value, model.PlaceSet) and value.chosen]
    return Call(verb, (thing(one.what, verb), low, high, *filled), tuple(fillers))


def thing(what: str | model.StockSet | model.PieceSet | None, verb: Verb) -> Argument:
    """The object of a verb; the literal None if it has no object, or makes the pieces itself."""
    match what:
        case str():
            return CounterNumber(what)
        case model.StockSet():
            return Granted(what, verb.conjures) if verb.grants else what
        case model.PieceSet() if not verb.grants:
            return what
    return Literal(None)


def slot(one: model.Do, value: model.Filler | None, kind: str) -> Argument:
    """The argument for a slot of a verb."""
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
