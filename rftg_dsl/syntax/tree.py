"""The unresolved syntax tree of a content file, which holds words and their locations, but no meaning.

``at`` is always a pair of offsets into the source: that of the first character, and one past that of the last.

Lark itself builds each ``Ast``, from the rule of the same name in ``power.lark``. Its fields are the parts of that
rule in order, without the keywords. Methods in ``tree_builder`` build the other nodes.
"""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen
from lark.ast_utils import AsList, Ast

At = tuple[int, int]


def _make_at() -> At:
    result: At = field(default=(0, 0), eq=False, repr=False)
    return result


@frozen
class Atom:
    """One token in the header of a declaration. The ``text`` of a string has no quotes."""

    kind: Literal["word", "string", "number", "money", "id", "operator"]
    text: str
    at: At = _make_at()

    @property
    def number(self) -> int:
        return int(self.text)


@frozen
class Word:
    """A single word: a keyword or one of the game's words."""

    text: str
    at: At = _make_at()


@frozen
class Words:
    """Runs of words, joined by ``and`` or ``or``."""

    runs: tuple[tuple[Word, ...], ...]
    joins: tuple[Word, ...] = ()
    at: At = _make_at()
    number: Quantity | None = None
    """A plain number that ``and`` joins to the last run."""

    def __str__(self) -> str:
        parts = [" ".join(word.text for word in self.runs[0])]
        for join, run in zip(self.joins, self.runs[1:], strict=True):
            parts += [join.text, *(word.text for word in run)]
        return " ".join([*parts, f"and {self.number.low}"] if self.number else parts)


@frozen
class Quantity:
    """An amount: a number, ``1 or 2``, ``2 or more``, ``2 or less``, ``exactly 2``, ``up to 2``, all, or any number.

    The quantity of a printed value can also be ``up to 2 more`` or ``up to 2 less`` than that of another piece.
    """

    how: Literal["exact", "between", "more", "less", "exactly", "up to", "up to more", "up to less", "all", "any"]
    low: int = 0
    high: int = 0
    money: bool = False
    at: At = _make_at()


@frozen
class Nominal(Ast):
    """A quantity, a thing, or a quantity of a thing; or a property with its value.

    Examples of a property with its value are ``cost 4 or more`` and ``cost up to 3 more``.
    """

    quantity: Quantity | None
    words: Words | None = None
    value: Quantity | None = None
    at: At = _make_at()


@frozen
class Preposition(Ast):
    """A preposition with its object, as in ``to citizenry``, ``of own worlds`` or ``called "Star Nomad Lair"``."""

    word: Word
    nominal: Nominal
    names: tuple[Atom, ...] = ()
    change: Change | None = None
    at: At = _make_at()


@frozen
class Counted(Ast):
    """A thing to be counted, as in ``3 cost of own developments``."""

    nominal: Nominal
    prepositions: tuple[Preposition, ...] = ()
    at: At = _make_at()


@frozen
class Per(Ast):
    """A multiplier, as in ``per 3 cost of own developments`` or ``per world minus development``."""

    counted: Counted
    minus: Counted | None = None
    at: At = _make_at()


@frozen
class Window:
    """The window in which a power happens, as in ``at end of ship``."""

    edge: Words
    of: Words
    at: At = _make_at()


@frozen
class Until:
    """The moment until which the rest of the sentence lasts, as in ``until end of turn``."""

    edge: Words
    of: Words
    at: At = _make_at()


@frozen
class Trigger(Ast):
    """The event that a power waits for, as in ``when you trade from a novelty world``."""

    words: Words
    prepositions: tuple[Preposition, ...] = ()
    at: At = _make_at()


@frozen
class Condition(Ast):
    """A condition, as in ``if you have the most novelty worlds`` or ``if all worlds with the highest cost is own``."""

    clause: Clause
    be: Be | None = None
    at: At = _make_at()


@frozen
class Whoever(Ast):
    """A selection of the players who do what follows, as in ``whoever has the most novelty worlds``."""

    clause: Clause
    at: At = _make_at()


@frozen
class Choice(Ast):
    """The phrase ``choose one``: the owner carries out exactly one of the alternatives that follow."""

    at: At = _make_at()


@frozen
class Permission:
    """A permission or prohibition, as in ``goods on this world cannot be traded``."""

    words: Words
    prepositions: tuple[Preposition, ...]
    allowed: bool
    act: Words
    at: At = _make_at()


@frozen
class Be:
    """A predicate that describes the subject before it, as in ``is own`` or ``are novelty``."""

    nominal: Nominal
    prepositions: tuple[Preposition, ...] = ()
    verb: str = "is"
    at: At = _make_at()


@frozen
class Clause(Ast):
    """A verb with its object, the name of a phase that offers powers, or the name of a number that powers change."""

    words: Words
    nominal: Nominal | None = None
    prepositions: tuple[Preposition, ...] = ()
    per: Per | None = None
    be: Be | None = None
    at: At = _make_at()


@frozen
class Option(Ast):
    """A clause after ``may``: the owner decides whether it happens."""

    clause: Clause
    at: At = _make_at()


@frozen
class Row(Ast):
    """An amount per thing counted, as in ``2 per genes world``."""

    quantity: Quantity
    per: Per
    at: At = _make_at()


@frozen
class Otherwise(Ast):
    """An alternative after ``or``, which applies if none of the earlier alternatives did."""

    what: Clause | Row
    at: At = _make_at()


@frozen
class Change:
    """A change in a number, as in ``2 less``, ``1 more``, ``3 exactly`` or ``any number``."""

    by: int
    direction: Literal["more", "less", "exactly", "any"]
    per: Per | None = None
    at: At = _make_at()


@frozen
class Bound:
    """A limit on the result of a change, as in ``not below 2`` or ``not above 5``."""

    limit: int
    above: bool = False
    at: At = _make_at()


@frozen
class Rounding:
    """The direction in which a division is rounded, as in ``rounded up``."""

    up: bool
    at: At = _make_at()


@frozen
class Limit:
    """A limit on how often a power can be used, as in ``once per phase`` or ``twice per round``."""

    per: Word
    times: int = 1
    at: At = _make_at()


Phrase = (
    Window
    | Until
    | Trigger
    | Condition
    | Whoever
    | Choice
    | Clause
    | Option
    | Otherwise
    | Permission
    | Change
    | Bound
    | Rounding
    | Limit
)


@frozen
class Segment(Ast, AsList):
    """Phrases joined by commas."""

    phrases: tuple[Phrase, ...]
    at: At = _make_at()


@frozen
class Sentence(Ast, AsList):
    """Segments joined by colons, for example a trigger, a price and an effect."""

    segments: tuple[Segment, ...]
    at: At = _make_at()


@frozen
class Side(Ast):
    """A side of a piece, with its kind, printed name, properties and powers."""

    kind: Word
    name: Atom
    atoms: tuple[Atom, ...] = ()
    members: tuple[Side | Sentence | Stage, ...] = ()
    at: At = _make_at()


@frozen
class Stage(Ast):
    """A phase or step of a round, with its name, condition and contents."""

    kind: Word
    atoms: tuple[Atom, ...] = ()
    condition: Condition | None = None
    members: tuple[Side | Sentence | Stage, ...] = ()
    at: At = _make_at()


@frozen
class Declaration(Ast):
    """A declaration of a piece or of one of the game's words."""

    kind: Word
    atoms: tuple[Atom, ...] = ()
    members: tuple[Side | Sentence | Stage, ...] = ()
    at: At = _make_at()


@frozen
class Reference:
    """A reference in a scenario line to something in the game: words, a printed name, a number, or a seat."""

    words: tuple[Word, ...] = ()
    name: Atom | None = None
    nth: int = 0
    """The number after a printed name, such as the number of a power; 0 if there is none."""
    number: int | None = None
    seat: int = 0
    at: At = _make_at()

    def __str__(self) -> str:
        return " ".join(word.text for word in self.words)


@frozen
class Link:
    """A preposition with a reference, as in ``in explore``, ``to settle``, ``on "Spice World"`` or ``at 2``."""

    word: Word
    to: Reference
    at: At = _make_at()


@frozen
class Item:
    """One entry in the list on a scenario line, as in ``3 military dice``, ``"Spice World"`` or ``home in explore``."""

    what: Reference = Reference()
    amount: int | None = None
    money: bool = False
    links: tuple[Link, ...] = ()
    at: At = _make_at()


@frozen
class Line:
    """One line of a scenario.

    ``:`` is followed by the full content, ``+`` or ``-`` by additions or removals. A line without a mark describes an
    event or an answer, as in ``phase ship`` or ``seat 1 chooses trade``.
    """

    words: tuple[Word, ...]
    mark: Literal["", ":", "+", "-"] = ""
    items: tuple[Item, ...] = ()
    """The entries after the mark. Without a mark, the first item can begin with the last of ``words``."""
    seat: int = 0
    """The seat named by the line, numbered from 1; 0 if the line names no seat."""
    on: Atom | None = None
    number: int | None = None
    at: At = _make_at()

    def __str__(self) -> str:
        return " ".join(word.text for word in self.words)


@frozen
class Part:
    """A part of a scenario: ``given``, ``when`` or ``then``, with its lines."""

    kind: Word
    lines: tuple[Line, ...] = ()
    at: At = _make_at()


@frozen
class Scenario(Ast):
    """A scenario, written ``scenario "Space Piracy pays" { given ... when ... then ... }``."""

    atoms: tuple[Atom, ...]
    parts: tuple[Part, ...] = ()
    at: At = _make_at()


@frozen
class File:
    """All declarations and scenarios in one file."""

    declarations: tuple[Declaration, ...]
    scenarios: tuple[Scenario, ...] = ()
