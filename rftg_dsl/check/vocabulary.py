"""A game's nouns, declared by its content: phases, kinds, properties, places, counters, stock."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from attrs import define, field, frozen

from rftg_dsl.base.source import Span
from rftg_dsl.check.schedule import Schedule


@frozen
class Phase:
    """A part of a round in which powers can be used."""

    name: str
    title: str


@frozen
class Property:
    """A property of a side, component or stock kind: one of its declared values, or a number."""

    name: str
    plural: str
    numeric: bool = False
    low: int = 0
    high: int = 0
    has: tuple[str, ...] = ()
    """Numeric properties of its values, for example the price of a colour."""
    needs: tuple[str, ...] = ()
    """Properties required along with this one."""
    unique: bool = False
    several: bool = False


@frozen
class Value:
    """A value of an enumerated property."""

    name: str
    title: str
    of: str
    properties: Mapping[str, int | str] = field(factory=dict)
    means: tuple[str, ...] = ()
    """Phases or values it stands for, one at a time: ``face explore-or-ship means explore ship``."""


@frozen
class Kind:
    """A kind of side that a piece can have."""

    name: str
    plural: str
    has: tuple[str, ...]
    optional: tuple[str, ...] = ()
    either: tuple[str, ...] = ()
    """Properties of which exactly one must be given."""


@frozen
class Component:
    """A physical thing with one or two sides; one side is up, or both count."""

    name: str
    plural: str
    sides: tuple[str, ...]
    both: bool = False
    has: tuple[str, ...] = ()
    copies: int = 0
    """The default number of pieces per design; if 0, there is always one, and designs cannot say otherwise."""
    any: bool = False
    """Whether each side can be of any kind listed."""
    either: bool = False
    """Whether it has a single side, of any kind listed."""
    seated: bool = False
    """Whether each seat has its own copies, and owns them wherever they are."""


@frozen
class Stock:
    """A sort of fungible thing, such as dice, with its number of faces and the properties of its kinds."""

    name: str
    plural: str
    faces: int = 0
    has: tuple[str, ...] = ()


@frozen
class StockKind:
    """A kind of stock, such as the Military die."""

    name: str
    title: str
    of: str
    supply: int
    faces: tuple[str, ...]
    properties: Mapping[str, tuple[str, ...]]
    at: Span = field(eq=False)


@frozen
class PlaceWord:
    """A place of each seat, of the table, or of each piece."""

    name: str
    title: str
    owner: Literal["seat", "table", "piece"]
    seen: Literal["all", "owner", "top", "none"] = "all"
    active: bool = False
    pile: bool = False
    """Whether the last piece to arrive is on top, rather than the next one to be drawn."""


HOLE = "..."
"""The placeholder in a printed form, for a noun, a piece or its owner."""
PREPOSITIONS = ("in", "on", "under", "at", "beside", "among")
SCORE = "score"
"""The word for points, and for powers that add to the score."""

UNBOUNDED = 10_000_000
"""The bound of a counter without a declared range; no game gets that far, and its triangle number fits in a log."""


@frozen
class CounterWord:
    """A number kept by each seat or by the table."""

    name: str
    plural: str
    owner: Literal["seat", "table"]
    start: int
    low: int
    high: int
    sign: str = ""
    takes: str = ""
    """The table's counter that pays for gains of this one."""
    seen: Literal["all", "owner", "none"] = "all"
    inner: bool = False
    """Whether only the game's steps use it; powers cannot name it."""
    read: bool = False
    """Whether powers can only read it."""
    added: bool = False
    """Whether a set declares it, so that the game's own report and story do not know it."""
    period: str = ""
    """The phase, round or turn at whose end it restarts; empty if it never does."""


@frozen
class Noun:
    """Shorthand for stock or pieces in certain places."""

    name: str
    plural: str
    means: str
    """A stock or kind, in the singular."""
    places: tuple[str, ...]
    holding: tuple[str, ...] = ()
    """Places on pieces, if the noun means pieces with contents there; each item of the contents counts as its piece."""


@frozen
class EndWord:
    """A reason for the game to end."""

    name: str
    title: str
    number: str
    """A number in its condition that powers can change; empty if there is none."""
    at: Span | None = field(default=None, eq=False, repr=False)
    sentences: Sequence[Any] = field(default=(), eq=False, repr=False)


@frozen
class ScoreWord:
    """A score line, or a tie-break."""

    name: str
    title: str
    place: str = ""
    """The place whose pieces add their own scoring powers to this line; empty if there is none."""
    count: str = ""
    """The name of a count in the game's Python code; empty if there is none."""
    at: Span | None = field(default=None, eq=False, repr=False)
    sentences: Sequence[Any] = field(default=(), eq=False, repr=False)


PRINTED = "printed"
LINT, WORTH = "lint", "worth"
"""Keywords of declarations of conventions."""
LOOK = "look"
ASIDE = (PRINTED, LINT, WORTH, LOOK)
"""Declarations that do not affect play, so they are not part of the content's digest."""


@define
class Vocabulary:
    """All nouns of a game, and its schedule."""

    game: str = ""
    title: str = ""
    players: tuple[int, int] = (0, 0)
    phases: dict[str, Phase] = field(factory=dict)
    properties: dict[str, Property] = field(factory=dict)
    values: dict[str, Value] = field(factory=dict)
    kinds: dict[str, Kind] = field(factory=dict)
    components: dict[str, Component] = field(factory=dict)
    stocks: dict[str, Stock] = field(factory=dict)
    stock_kinds: dict[str, StockKind] = field(factory=dict)
    places: dict[str, PlaceWord] = field(factory=dict)
    counters: dict[str, CounterWord] = field(factory=dict)
    nouns: dict[str, Noun] = field(factory=dict)
    numbers: dict[str, int] = field(factory=dict)
    ranges: dict[str, tuple[int, int]] = field(factory=dict)
    marks: dict[str, int] = field(factory=dict)
    """Adjectives for pieces that carry a number, set by the game's steps."""
    options: dict[str, tuple[str, ...]] = field(factory=dict)
    """Setup options with their values; the first is the default, and an empty tuple allows any text."""
    option_players: dict[str, int] = field(factory=dict)
    """The only number of players with which an option can differ from its default."""
    schedule: Schedule = field(factory=Schedule)
    endings: dict[str, EndWord] = field(factory=dict)
    end_numbers: dict[str, Any] = field(factory=dict, repr=False)
    """Numbers that endings have used at any time, each with the declaration that last added or removed it."""
    lines: dict[str, ScoreWord] = field(factory=dict)
    ties: dict[str, ScoreWord] = field(factory=dict)
    """Tie-breaks, in order of precedence."""
    edition: str = ""
    """The default edition; if empty, the last by name."""
    printed: dict[tuple[str, str], tuple[str, ...]] = field(factory=dict)
    printers: dict[tuple[str, str], Any] = field(factory=dict, repr=False)
    looks: dict[str, tuple[str, str]] = field(factory=dict)
    """The look of words in pictures, as (ink, symbol); either can be empty."""
    lookers: dict[str, Any] = field(factory=dict, repr=False)
    usual: list[Any] = field(factory=list, repr=False)
    """Declared conventions, each with its file."""
    origins: dict[tuple[str, str], Any] = field(factory=dict, repr=False)
    """The part of the game that declared a word, by table and word."""
    changers: dict[tuple[str, str], Any] = field(factory=dict, repr=False)
    """The part that last changed a word, other than by adding to it."""

    def words_by_sort(self) -> dict[str, Mapping[str, Any]]:
        return {
            "phase": self.phases,
            "property": self.properties,
            "value": self.values,
            "kind": self.kinds,
            "component": self.components,
            "stock": self.stocks,
            "stock kind": self.stock_kinds,
            "place": self.places,
            "counter": self.counters,
            "noun": self.nouns,
            "number": self.numbers,
            "mark": self.marks,
        }

    def words_with_looks(self) -> Iterator[list[str]]:
        """Words that can have a look in pictures, by sort, in order of declaration."""
        for word in self.properties.values():
            if not word.numeric:
                yield [value.name for value in self.values.values() if value.of == word.name]
        for stock in self.stocks.values():
            yield [kind.name for kind in self.stock_kinds.values() if kind.of == stock.name]
        yield list(self.phases)
        yield list(dict.fromkeys(face for kind in self.stock_kinds.values() for face in kind.faces))
        yield list(self.kinds)
        yield list(self.components)
        yield [SCORE, *self.counters_for_powers()]
        yield list(self.places)

    def singulars_by_plural(self) -> dict[str, str]:
        named: list[Any] = [*self.kinds.values(), *self.components.values(), *self.stocks.values()]
        counted: list[Any] = [*self.counters.values(), *self.nouns.values(), *self.properties.values()]
        return {word.plural: word.name for word in (*named, *counted)}

    def list_words(self) -> set[str]:
        """Every noun, in the singular and the plural."""
        singular = {word for table in self.words_by_sort().values() for word in table}
        return singular | set(self.singulars_by_plural())

    def counters_for_powers(self) -> dict[str, CounterWord]:
        return {name: counter for name, counter in self.counters.items() if not counter.inner}

    def words_for_powers(self) -> set[str]:
        inner = [counter for counter in self.counters.values() if counter.inner]
        return self.list_words() - {word for counter in inner for word in (counter.name, counter.plural)}
