"""The nouns of a game, declared by its content: phases, kinds, properties, places, counters, fungible kinds."""

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
    """A property of a side, a component or a fungible kind: one of its declared values, or a number."""

    name: str
    plural: str
    numeric: bool = False
    low: int = 0
    high: int = 0
    has: tuple[str, ...] = ()
    """Numeric properties of its values, such as the price of a colour."""
    needs: tuple[str, ...] = ()
    """Properties that must be given whenever this one is."""
    unique: bool = False
    """Whether no two components of a kind may share a value."""
    several: bool = False
    """Whether a side can have several values."""


@frozen
class Value:
    """One value of a property."""

    name: str
    title: str
    of: str
    properties: Mapping[str, int | str] = field(factory=dict)
    means: tuple[str, ...] = ()
    """The phases or values that it stands for, one at a time: ``face explore-or-ship means explore ship``."""


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
    """Pieces per design unless its declaration gives a number; 0: always one, and no declaration may give a number."""
    any: bool = False
    """Whether each side can be of any kind listed."""
    either: bool = False
    """Whether it has only one side, of any kind listed."""
    seated: bool = False
    """Whether each seat has its own copies, and keeps owning them wherever they are."""


@frozen
class Stock:
    """A sort of fungible thing, such as dice: the number of faces of its kinds, and their properties."""

    name: str
    plural: str
    faces: int = 0
    has: tuple[str, ...] = ()


@frozen
class StockKind:
    """One kind of a sort of fungible thing, such as the Military die."""

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
    """Whether its top is what came last, rather than what is drawn first."""


HOLE = "..."
"""Stands in a printed form for what belongs there: a noun, a piece, whose it is."""
PREPOSITIONS = ("in", "on", "under", "at", "beside", "among")
"""The words with which the printed form of a place begins."""
SCORE = "score"
"""The word for points, and for the powers that count when scores are counted."""

UNBOUNDED = 10_000_000
"""The bound of a counter that declares none: no game comes so far, and its triangle number fits in a log."""


@frozen
class CounterWord:
    """A number that each seat has, or the table."""

    name: str
    plural: str
    owner: Literal["seat", "table"]
    start: int
    low: int
    high: int
    sign: str = ""
    takes: str = ""
    """The table's counter from which gains of this one are taken."""
    seen: Literal["all", "owner", "none"] = "all"
    inner: bool = False
    """Whether only the game's steps use it; powers cannot name it."""
    read: bool = False
    """Whether powers can read it, but only the game's steps change it."""
    added: bool = False
    """Whether a set declares it, so that the game's own report and story do not know it."""
    period: str = ""
    """The phase, round or turn at whose end it starts again; empty: none."""


@frozen
class Noun:
    """A shorthand for fungible things, or pieces, in certain places."""

    name: str
    plural: str
    means: str
    """The sort or kind meant, in the singular."""
    places: tuple[str, ...]
    holding: tuple[str, ...] = ()
    """Places on pieces: the noun means pieces with something there, and each thing there counts as its piece."""


@frozen
class EndWord:
    """A reason for which the game ends."""

    name: str
    title: str
    """The reason in words."""
    number: str
    """The number that powers change in its condition; empty: none."""
    at: Span | None = field(default=None, eq=False, repr=False)
    sentences: Sequence[Any] = field(default=(), eq=False, repr=False)
    """Its conditions as they are written, each with its file."""


@frozen
class ScoreWord:
    """A line of the score, or a tie-break."""

    name: str
    title: str
    place: str = ""
    """The place of the pieces whose scoring powers belong to it; empty: it has none."""
    count: str = ""
    """The event or number that the game's Python counts; empty: nothing."""
    at: Span | None = field(default=None, eq=False, repr=False)
    sentences: Sequence[Any] = field(default=(), eq=False, repr=False)
    """Its sentences as they are written, each with its file."""


PRINTED = "printed"
"""The word that begins declarations of how words are printed."""
LINT, WORTH = "lint", "worth"
"""The words that begin declarations of what is usual."""
LOOK = "look"
"""The word that begins declarations of what words look like."""
ASIDE = (PRINTED, LINT, WORTH, LOOK)
"""Declarations that change no game, and so are no part of what identifies content."""


@define
class Vocabulary:
    """All nouns of one game, and its schedule."""

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
    """The lowest and the highest value of each number."""
    marks: dict[str, int] = field(factory=dict)
    """Adjectives for pieces with a certain number, set by the game's steps."""
    options: dict[str, tuple[str, ...]] = field(factory=dict)
    """The options for setup and their values; the first is the default, an empty tuple allows any text."""
    option_players: dict[str, int] = field(factory=dict)
    """The only number of players with which an option can differ from its default."""
    schedule: Schedule = field(factory=Schedule)
    endings: dict[str, EndWord] = field(factory=dict)
    end_numbers: dict[str, Any] = field(factory=dict, repr=False)
    """The numbers that ends have been by, each with the place of the declaration that brought or took the last one."""
    lines: dict[str, ScoreWord] = field(factory=dict)
    """The lines of the score."""
    ties: dict[str, ScoreWord] = field(factory=dict)
    """The tie-breaks, the first one first."""
    edition: str = ""
    """The default edition; empty: the last by name."""
    printed: dict[tuple[str, str], tuple[str, ...]] = field(factory=dict)
    """The printed form of words, singular and plural, by their table and the word."""
    printers: dict[tuple[str, str], Any] = field(factory=dict, repr=False)
    """The part of the game that last said so."""
    looks: dict[str, tuple[str, str]] = field(factory=dict)
    """The declared look of words in pictures: an ink and a symbol, each perhaps empty."""
    lookers: dict[str, Any] = field(factory=dict, repr=False)
    """The part of the game that last said so."""
    usual: list[Any] = field(factory=list, repr=False)
    """The declarations of what is usual, each with its file."""
    origins: dict[tuple[str, str], Any] = field(factory=dict, repr=False)
    """The part of the game that declared a word, by its table and the word."""
    changers: dict[tuple[str, str], Any] = field(factory=dict, repr=False)
    """The part that last changed a word otherwise than by adding to it."""

    def words_by_sort(self) -> dict[str, Mapping[str, Any]]:
        """All nouns, grouped by what they are."""
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
        """The words that can have a look in pictures, by sort, each in the order of its declarations."""
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
        """The singular of every plural."""
        named: list[Any] = [*self.kinds.values(), *self.components.values(), *self.stocks.values()]
        counted: list[Any] = [*self.counters.values(), *self.nouns.values(), *self.properties.values()]
        return {word.plural: word.name for word in (*named, *counted)}

    def list_words(self) -> set[str]:
        """Every noun, in the singular and the plural."""
        singular = {word for table in self.words_by_sort().values() for word in table}
        return singular | set(self.singulars_by_plural())

    def counters_for_powers(self) -> dict[str, CounterWord]:
        """The counters that powers can name."""
        return {name: counter for name, counter in self.counters.items() if not counter.inner}

    def words_for_powers(self) -> set[str]:
        """Every noun that powers can name, in the singular and the plural."""
        inner = [counter for counter in self.counters.values() if counter.inner]
        return self.list_words() - {word for counter in inner for word in (counter.name, counter.plural)}
