"""The model of checked content: every power, in the few meanings that all games share."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar, Literal

from attrs import field, frozen

from rftg_dsl.check.walk import nodes
from rftg_dsl.signatures import MANY, EventWord, Listed, Selected
from rftg_dsl.source import Span
from rftg_dsl.vocabulary import Vocabulary

Who = Literal["own", "others", "all"]


@frozen
class Match:
    """Which sides are meant: by kind, by printed values, by what their powers do."""

    kinds: frozenset[str] = frozenset()
    """Empty: any kind."""
    values: tuple[tuple[str, frozenset[str]], ...] = ()
    """Properties, and the values that fit: for each entry, the side must show one of them."""
    excluded: tuple[tuple[str, frozenset[str]], ...] = ()
    """Properties, and the values that do not fit."""
    numbers: tuple[tuple[str, int, int], ...] = ()
    """Properties, and the lowest and highest printed number that fits; a side without the number does not fit."""
    verbs: tuple[tuple[str, bool], ...] = ()
    """Verbs or phases, and whether the side must have a power of that sort or must not."""
    names: frozenset[str] = frozenset()
    """The printed names that fit; empty: any."""


@frozen
class Likeness:
    """A printed property that a piece has in common with another one."""

    property: str
    how: Literal["same", "more", "less"] = "same"
    """The same value; or a number that is more, or less, by at most ``most``; both pieces must have one."""
    most: int = 0

    def turned(self) -> Likeness:
        """The same, said about the other piece."""
        if self.how == "same":
            return self
        return Likeness(self.property, "less" if self.how == "more" else "more", self.most)


@frozen
class PieceSet:
    """Pieces: by the side that is up, where they stand, and whose they are."""

    match: Match
    places: tuple[str, ...] = ()
    """Empty: every place in which powers count."""
    who: Who = "own"
    this: Literal["any", "only", "except"] = "any"
    role: int = 0
    """Only the piece at this place among the arguments of the event, where the acting seat is 0; 0: any."""
    extreme: tuple[str, Literal["highest", "lowest"]] | None = None
    """Only those with the highest or lowest value of a property in the whole set."""
    holding: tuple[str, ...] = ()
    """Only those with something on them, in one of these places."""
    tag: int = 0
    """Only those that carry this number; 0: any."""
    different: str = ""
    """A property: no two of those chosen may have the same value."""
    like: tuple[Likeness, ...] = ()
    """How they are like another piece that the verb chooses."""
    free: tuple[str, ...] = ()
    """Only those with nothing on them, in any of these places."""
    laden: tuple[str, ...] = ()
    """Only those with something on them, in any of these places; unlike ``holding``, the piece itself is meant."""
    on: Match | None = None
    """Only those that stand on such a piece."""
    on_this: Literal["any", "only", "except"] = "any"
    """Whether that piece may, must or must not be this one."""
    current: tuple[tuple[str, int, int], ...] = ()
    """Numbers that powers change, and the lowest and highest that fits, as they are now."""
    not_last: bool = False
    """Not the one that this power chose last."""
    top: bool = False
    """Only the first of each place."""


@frozen
class StockSet:
    """Fungible things: by kind and place; ``on``: the pieces they lie on."""

    kinds: frozenset[str]
    places: tuple[str, ...]
    who: Who = "own"
    on: PieceSet | None = None
    same_place: bool = False
    """Those chosen must all come from one place."""
    listed: Listed | Selected | None = None
    """Only those in places known only during play."""


@frozen
class Count:
    """How many there are."""

    of: PieceSet | StockSet


@frozen
class Sum:
    """The printed numbers of a property added up."""

    property: str
    of: PieceSet


@frozen
class Distinct:
    """How many different kinds or values there are."""

    of: PieceSet | StockSet
    property: str = ""
    """Empty: kinds of fungible things."""


@frozen
class Held:
    """A counter of the owner."""

    counter: str


@frozen
class Plain:
    """A number as it stands."""

    n: int


@frozen
class Triangle:
    """1 + 2 + ... + n, where n is the measure."""

    of: Measure


@frozen
class Steps:
    """The most steps of ``start``, ``start + 1``, ``start + 2`` ... whose sum is at most the measure."""

    of: Measure
    start: int = 1


@frozen
class Difference:
    """One measure less another, at least 0."""

    of: Measure
    less: Measure


@frozen
class Smaller:
    """The smaller of two measures."""

    of: Measure
    other: Measure


@frozen
class Times:
    """How many times something that fits a pattern was done since the phase began, or a longer period."""

    pattern: Pattern
    """What each seat does itself."""
    tally: str
    """The counter that is kept of it."""
    who: Who = "own"
    """Whose acts are counted."""
    period: str = ""
    """The round or turn that it is counted in; empty: the phase, or whatever has begun last."""


@frozen
class Variety:
    """How many of these things the owner did at least once since the phase began."""

    times: tuple[Times, ...]


@frozen
class Figure:
    """A number of the owner: what modifiers make of 0, except those about certain things."""

    parameter: str


@frozen
class Yours:
    """A measure of the owner, within a condition about another seat: ``more worlds than you``."""

    of: Measure


@frozen
class Others:
    """How many opponents there are, or for how many of them a condition holds."""

    condition: Condition | None = None


Measure = (
    Plain
    | Count
    | Sum
    | Distinct
    | Held
    | Triangle
    | Steps
    | Difference
    | Smaller
    | Times
    | Variety
    | Figure
    | Yours
    | Others
)


@frozen
class Amount:
    """``n`` for every full (``up``: or started) ``each`` of a measure; without a measure, just ``n``."""

    n: int
    each: int = 1
    measure: Measure | None = None
    up: bool = False
    less: int = 0
    """Taken off the result, which stays at least 0."""
    most: int = MANY
    """The result is at most this."""


@frozen
class Most:
    """The owner has more (or less) of a measure than every other seat; ``shared``: ties with the best of them."""

    measure: Measure
    shared: bool = False
    fewest: bool = False


@frozen
class AllAre:
    """All of one set are in another; false if there are none."""

    these: PieceSet
    those: PieceSet


@frozen
class HowMany:
    """A measure of the owner is a number from ``low`` to ``high``."""

    measure: Measure
    low: int
    high: int = MANY


@frozen
class Pattern:
    """An event, and what must be true of the things it is about."""

    event: EventWord[...]
    who: Literal["you", "another", "any"] = "you"
    """Whose act it is."""
    pieces: tuple[tuple[str, Match, Literal["any", "only", "except"]], ...] = ()
    """Roles that are pieces: what they must be, and whether they may, must or must not be this piece."""
    kinds: tuple[tuple[str, frozenset[str]], ...] = ()
    """Roles that are fungible kinds."""


@frozen
class Compared:
    """The owner has as many of the one as of the other, or more, or fewer."""

    measure: Measure
    how: Literal["as many", "more", "fewer"]
    other: Measure


@frozen
class Opponents:
    """A condition holds for an opponent, for each of them or for none, seen from their seat."""

    condition: Condition
    how: Literal["any", "every", "no"] = "any"


Condition = Most | AllAre | HowMany | Compared | Opponents


@frozen
class PlaceSet:
    """Places an effect can lead to; ``here``: a place of this very piece, the first one if none is named."""

    places: tuple[str, ...] = ()
    here: bool = False
    chosen: Selected | Listed | None = None
    """Places known only during play, by the counter or fact that says which."""
    on: PieceSet | None = None
    """The places on these pieces."""
    later: bool = False
    """Any place that comes later than the one a thing is in, in the order of declaration."""


@frozen
class Counters:
    """Counters in a slot; of several, the owner chooses one or mixes: ``with credits or chips``, ``for 1 credit``."""

    names: tuple[str, ...]
    mixed: bool = False
    n: int = 0


@frozen
class Seats:
    """Seats in a slot: ``from an opponent``; ``each``: ``from each opponent``."""

    who: Who
    each: bool = False


@frozen
class Change:
    """What a modifier does to its number: add, subtract, set it or lift the limit."""

    by: Amount
    direction: Literal["more", "less", "exactly", "any", "printed", "allowed", "forbidden", "closed"]
    """``closed``: the number is out of reach, so that nobody can do what it is for."""
    """``printed``: it is the printed number, whatever else would change it."""
    floor: int | None = None
    """``not below``."""
    ceiling: int | None = None
    """``not above``."""


Filler = PlaceSet | StockSet | PieceSet | Amount | Counters | Seats | Change | str
"""What can stand in a slot of a verb; an amount after ``by``."""


@frozen
class Do:
    """A verb with what it is done to."""

    verb: str
    signature: int
    """The index of its signature among the verbs of the game."""
    what: str | StockSet | PieceSet | Counters | None
    """A counter by name; things; or several counters that the owner chooses among."""
    low: Amount = Amount(1)
    high: int | None = None
    """The most, if the owner chooses how many; None: exactly ``low``."""
    slots: tuple[tuple[str, Filler], ...] = ()
    all: bool = False
    """As many as there are."""
    who: Who = "own"
    """Who does it: the owner, or every other seat, clockwise from the owner."""


@frozen
class Lasting:
    """A power that another one begins, and that stays when its source is gone."""

    power: Trigger | Modifier
    until: str
    """The stretch of play at whose end it is over."""


@frozen
class Act:
    """What a power does: its price, then its effects; or it begins something that lasts."""

    may: bool = False
    """Whether the owner may decline."""
    price: tuple[Do, ...] = ()
    effects: tuple[Do, ...] = ()
    lasting: Lasting | None = None
    choices: tuple[tuple[Do, ...], ...] = ()
    """Alternatives of which the owner carries out one, instead of effects."""
    whoever: Condition | None = None
    """The effects are for every seat for which this holds, instead of the owner."""


Use = Literal["immediate", "window", "offer", "trigger", "modifier", "score"]
"""The sorts of powers, as they are printed and as a game lists them for a kind of side."""


@frozen
class Printed:
    """What powers of every sort have."""

    id: str
    """Piece, side and ordinal: ``T12.a/1``."""
    text: str
    at: Span = field(eq=False, repr=False)
    conditions: tuple[Condition, ...]

    @property
    def may(self) -> bool:
        """Whether the owner may decline."""
        return False

    @property
    def price(self) -> tuple[Do, ...]:
        """What the owner gives for it; nothing unless its sort can have a price."""
        return ()

    @property
    def effects(self) -> tuple[Do, ...]:
        """What it does once it is paid for; nothing if it only changes or counts."""
        return ()

    @property
    def choices(self) -> tuple[tuple[Do, ...], ...]:
        """The alternatives of which it does one; empty if it leaves no choice."""
        return ()

    @cached_property
    def about_itself(self) -> bool:
        """Whether it says anything of its own piece, so that it means nothing on behalf of another."""
        return any(
            (isinstance(part, PieceSet) and "only" in (part.this, part.on_this))
            or (isinstance(part, Do) and any(isinstance(value, PlaceSet) and value.here for _, value in part.slots))
            for part in self.parts
        )

    @cached_property
    def dos(self) -> tuple[Do, ...]:
        """Everything it can do, the price first."""
        return (*self.price, *self.effects, *(one for each in self.choices for one in each))

    @property
    def own_parts(self) -> tuple[Any, ...]:
        """What only its sort of power has."""
        return ()

    @cached_property
    def parts(self) -> tuple[Any, ...]:
        """Everything it mentions, in reading order, and everything inside that.

        Left out are the things a changed number belongs to, and a power that this one begins, which is a power of its
        own.
        """
        return tuple(one for part in (*self.conditions, *self.own_parts, *self.dos) for one in nodes(part))


@frozen
class Acting(Printed):
    """A power that does something when its moment comes."""

    act: Act

    @property
    def may(self) -> bool:
        """Whether the owner may decline."""
        return self.act.may

    @property
    def price(self) -> tuple[Do, ...]:
        """What the owner gives for it."""
        return self.act.price

    @property
    def effects(self) -> tuple[Do, ...]:
        """What it does once it is paid for."""
        return self.act.effects

    @property
    def choices(self) -> tuple[tuple[Do, ...], ...]:
        """The alternatives of which it does one."""
        return self.act.choices


@frozen
class Recurring(Acting):
    """A power that can come again and again, and together with others."""

    rank: int
    """Of powers that come at the same time, lower ones are first."""
    once: str
    """The stretch of play in which its uses are limited; empty if they are not."""
    times: int
    """How many times it can be used in each such stretch."""


@frozen
class Immediate(Acting):
    """``gain $1``: it acts when its piece comes into play."""

    use: ClassVar[Use] = "immediate"
    point: ClassVar[str] = "immediate"


@frozen
class Window(Recurring):
    """``at end of ship: gain $1``: it acts at the start or end of a phase."""

    use: ClassVar[Use] = "window"
    edge: str
    phase: str

    @property
    def point(self) -> str:
        """The moment at which it is heard."""
        return f"{self.edge} of {self.phase}"


@frozen
class Offer(Recurring):
    """``assign: may reassign 1 worker``: its phase offers it to the owner."""

    use: ClassVar[Use] = "offer"
    phase: str

    @property
    def point(self) -> str:
        """The phase in which it is heard."""
        return self.phase


@frozen
class Trigger(Recurring):
    """``when you trade: gain $1``: it acts when something happens."""

    use: ClassVar[Use] = "trigger"
    pattern: Pattern

    @property
    def own_parts(self) -> tuple[Any, ...]:
        """What it waits for."""
        return (self.pattern,)

    @property
    def point(self) -> str:
        """The event at which it is heard."""
        return self.pattern.event.name


@frozen
class Modifier(Printed):
    """``cost of gray worlds: 2 less``: it changes a number as long as its piece is in play."""

    use: ClassVar[Use] = "modifier"
    parameter: str
    about: PieceSet | StockSet | None
    """What the number must belong to; None if it belongs to the owner alone."""
    change: Change
    rank: int
    price: tuple[Do, ...]
    """What the owner gives up for the change; empty if it needs no asking."""
    once: str = ""
    """The stretch of play in which its uses are limited; empty if they are not."""
    times: int = 0
    """How many times it can be used in each such stretch."""

    @property
    def own_parts(self) -> tuple[Any, ...]:
        """The change."""
        return (self.change,)

    @property
    def point(self) -> str:
        """The number at which it is heard; of a permission, the act with ``be`` before it."""
        return f"be {self.parameter}" if self.change.direction in ("allowed", "forbidden") else self.parameter

    @property
    def may(self) -> bool:
        """Whether the owner may do without the change: only where it has a price."""
        return bool(self.price)


@frozen
class Score(Printed):
    """``score 1 per own world``: it counts when scores are counted."""

    use: ClassVar[Use] = "score"
    point: ClassVar[str] = "score"
    rows: tuple[Amount, ...]
    """If there are several, a piece counts only in the first row it fits."""

    @property
    def own_parts(self) -> tuple[Any, ...]:
        """The points."""
        return self.rows


Power = Immediate | Window | Offer | Trigger | Modifier | Score
"""One power of one side."""


@frozen
class Side:
    """One side of a component."""

    id: str
    name: str
    kind: str
    properties: Mapping[str, int | str | tuple[str, ...]]
    """A number; a value; or, of a property that allows several, its values."""
    powers: tuple[Power, ...]
    at: Span = field(eq=False, repr=False)
    blank: bool = False
    """Whether no power is written on it."""

    def every_power(self) -> Iterator[Power]:
        """Its powers in order; after one that begins another, that one."""
        for power in self.powers:
            yield power
            if isinstance(power, Acting) and power.act.lasting:
                yield power.act.lasting.power


@frozen
class Component:
    """A component of a set, with its sides and copies."""

    id: str
    kind: str
    number: int
    """Its place in the order of declaration."""
    sides: tuple[Side, ...]
    properties: Mapping[str, int | str]
    copies: int
    both: bool
    at: Span = field(eq=False, repr=False)
    seated: bool = False
    """Whether each seat has its own copies."""
    replaces: str = ""
    """The printed name of a side whose component it replaces; empty: none."""


@frozen
class Model:
    """Everything a game is played with: its words and its components."""

    words: Vocabulary
    components: tuple[Component, ...]

    def sides(self) -> list[Side]:
        """All sides of all components, in order."""
        return [side for component in self.components for side in component.sides]

    def powers(self) -> Iterator[Power]:
        """All powers of all sides, in order; after one that begins another, that one."""
        for side in self.sides():
            yield from side.every_power()
