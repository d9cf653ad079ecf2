"""The nouns of a game, which its content declares: phases, kinds, properties, places, counters, stock."""

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
    """A property of a side, component or stock kind. It is either a number or one of several declared values."""

    name: str
    plural: str
    numeric: bool = False
    low: int = 0
    high: int = 0
    has: tuple[str, ...] = ()
    """The numeric properties that each of its values has, for example the price of a colour."""
    needs: tuple[str, ...] = ()
    """The properties that must be present along with this property."""
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
    """The phases or values that it can stand for, one at a time: ``face explore-or-ship means explore ship``."""


@frozen
class Kind:
    """A kind of side."""

    name: str
    plural: str
    has: tuple[str, ...]
    optional: tuple[str, ...] = ()
    either: tuple[str, ...] = ()
    """The properties of which a side must have exactly one."""


@frozen
class Component:
    """A kind of physical thing with one or two sides. One side is up, or both sides count."""

    name: str
    plural: str
    sides: tuple[str, ...]
    both: bool = False
    has: tuple[str, ...] = ()
    copies: int = 0
    """The default number of pieces of each design. If 0, there is always one, and designs cannot change that."""
    any: bool = False
    """Whether each side can be of any of the kinds listed."""
    either: bool = False
    """Whether there is only one side, of one of the kinds listed."""
    seated: bool = False
    """Whether each seat has copies of its own, and owns them wherever they are."""


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
    """A place that belongs to each seat, to the table or to each piece."""

    name: str
    title: str
    owner: Literal["seat", "table", "piece"]
    seen: Literal["all", "owner", "top", "none"] = "all"
    active: bool = False
    pile: bool = False
    """Whether the piece on top is the last one to arrive, rather than the next one to be drawn."""


HOLE = "..."
"""The placeholder in a printed form. It stands for a noun, a piece, or the owner of a place."""
PREPOSITIONS = ("in", "on", "under", "at", "beside", "among")
SCORE = "score"
"""The word for points, and for powers that score."""

UNBOUNDED = 10_000_000
"""The bound of a counter without a declared range. No game reaches it, and its triangle number fits in a log."""


@frozen
class CounterWord:
    """A number that is kept for each seat or for the table."""

    name: str
    plural: str
    owner: Literal["seat", "table"]
    start: int
    low: int
    high: int
    sign: str = ""
    takes: str = ""
    """The counter of the table from which gains of this counter are taken."""
    seen: Literal["all", "owner", "none"] = "all"
    inner: bool = False
    """Whether only the game's steps use the counter; powers cannot refer to it."""
    read: bool = False
    """Whether powers can read the counter but not change it."""
    added: bool = False
    """Whether a set declares the counter, so that the game's own report and story do not include it."""
    period: str = ""
    """The phase, round or turn at the end of which the counter is reset; empty if it never is."""


@frozen
class Noun:
    """A short word for stock or pieces in certain places."""

    name: str
    plural: str
    means: str
    """The stock or kind that the noun means, in the singular."""
    places: tuple[str, ...]
    holding: tuple[str, ...] = ()
    """If set, the noun means pieces with contents in these places. Each item of the contents counts as its piece."""


@frozen
class EndWord:
    """A reason for the game to end."""

    name: str
    title: str
    number: str
    """The number in the ending's condition that powers can change; empty if there is none."""
    at: Span | None = field(default=None, eq=False, repr=False)
    sentences: Sequence[Any] = field(default=(), eq=False, repr=False)


@frozen
class ScoreWord:
    """A score line, or a tie-break."""

    name: str
    title: str
    place: str = ""
    """The place whose pieces contribute their scoring powers to this line; empty if there is none."""
    count: str = ""
    """The name of a count that the game's Python code provides; empty if there is none."""
    at: Span | None = field(default=None, eq=False, repr=False)
    sentences: Sequence[Any] = field(default=(), eq=False, repr=False)


PRINTED = "printed"
LINT, WORTH, SCALE = "lint", "worth", "scale"
"""The keywords that declare conventions."""
LOOK = "look"
ASIDE = (PRINTED, LINT, WORTH, SCALE, LOOK)
"""The keywords of declarations that do not affect play, and so are not included in the digest of the content."""


@define
class Vocabulary:
    """All nouns in a game, and its schedule."""

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
    """The adjectives for pieces that the game's steps mark with a number, each with its number."""
    options: dict[str, tuple[str, ...]] = field(factory=dict)
    """The setup options with their values. The first value is the default; an empty tuple allows any string."""
    option_players: dict[str, int] = field(factory=dict)
    """The only number of players for which an option can have a value other than its default."""
    schedule: Schedule = field(factory=Schedule)
    endings: dict[str, EndWord] = field(factory=dict)
    end_numbers: dict[str, Any] = field(factory=dict, repr=False)
    """The numbers that any ending has ever used, each with the declaration that last added or removed the number."""
    lines: dict[str, ScoreWord] = field(factory=dict)
    ties: dict[str, ScoreWord] = field(factory=dict)
    """The tie-breaks, in order of precedence."""
    edition: str = ""
    """The default edition; if empty, the default is the last edition by name."""
    printed: dict[tuple[str, str], tuple[str, ...]] = field(factory=dict)
    printers: dict[tuple[str, str], Any] = field(factory=dict, repr=False)
    looks: dict[str, tuple[str, str]] = field(factory=dict)
    """The look of words in pictures, as pairs of an ink and a symbol, either of which can be empty."""
    lookers: dict[str, Any] = field(factory=dict, repr=False)
    usual: list[Any] = field(factory=list, repr=False)
    """The declared conventions, each with its source file."""
    origins: dict[tuple[str, str], Any] = field(factory=dict, repr=False)
    """The part of the game that declared each word, by table and word."""
    changers: dict[tuple[str, str], Any] = field(factory=dict, repr=False)
    """The part of the game that last changed each word, not counting additions to it."""

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
        """Yield the words that can have a look in pictures, grouped by sort and in order of declaration."""
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
        """Return every noun, in both the singular and the plural."""
        singular = {word for table in self.words_by_sort().values() for word in table}
        return singular | set(self.singulars_by_plural())

    def counters_for_powers(self) -> dict[str, CounterWord]:
        return {name: counter for name, counter in self.counters.items() if not counter.inner}

    def words_for_powers(self) -> set[str]:
        inner = [counter for counter in self.counters.values() if counter.inner]
        return self.list_words() - {word for counter in inner for word in (counter.name, counter.plural)}
