"""The unresolved tree of a content file: words with their locations, but without meaning.

``at`` is a pair of offsets into the source: the first character, and one past the last.
"""

from __future__ import annotations

from typing import Literal

from attrs import field, frozen

At = tuple[int, int]


def _make_at() -> At:
    result: At = field(default=(0, 0), eq=False, repr=False)
    return result


@frozen
class Atom:
    """One token of a declaration's header; ``text`` has no quotes."""

    kind: Literal["word", "string", "number", "money", "id", "operator"]
    text: str
    at: At = _make_at()

    @property
    def number(self) -> int:
        return int(self.text)


@frozen
class Word:
    """A single word, keyword or game term."""

    text: str
    at: At = _make_at()


@frozen
class Words:
    """Runs of words joined by ``and`` or ``or``."""

    runs: tuple[tuple[Word, ...], ...]
    joins: tuple[Word, ...] = ()
    at: At = _make_at()
    number: Quantity | None = None
    """A plain number joined to the last run by ``and``."""

    def __str__(self) -> str:
        parts = [" ".join(word.text for word in self.runs[0])]
        for join, run in zip(self.joins, self.runs[1:], strict=True):
            parts += [join.text, *(word.text for word in run)]
        return " ".join([*parts, f"and {self.number.low}"] if self.number else parts)


@frozen
class Quantity:
    """An amount: a number, ``1 or 2``, ``2 or more``, ``2 or less``, ``exactly 2``, ``up to 2``, all, or any number.

    For a value, also ``up to 2 more`` or ``up to 2 less`` than that of another piece.
    """

    how: Literal["exact", "between", "more", "less", "exactly", "up to", "up to more", "up to less", "all", "any"]
    low: int = 0
    high: int = 0
    money: bool = False
    at: At = _make_at()


@frozen
class Nominal:
    """A quantity, a thing, or a quantity of a thing; or a property with its value.

    For example ``cost 4 or more``, ``cost up to 3 more``.
    """

    quantity: Quantity | None
    words: Words | None
    value: Quantity | None = None
    at: At = _make_at()


@frozen
class Preposition:
    """``to citizenry``, ``of own worlds``, ``called "Star Nomad Lair"``."""

    word: Word
    nominal: Nominal
    names: tuple[Atom, ...] = ()
    change: Change | None = None
    at: At = _make_at()


@frozen
class Counted:
    """``3 cost of own developments``."""

    nominal: Nominal
    prepositions: tuple[Preposition, ...] = ()
    at: At = _make_at()


@frozen
class Per:
    """``per 3 cost of own developments``, ``per world minus development``."""

    counted: Counted
    minus: Counted | None = None
    at: At = _make_at()


@frozen
class Window:
    """``at end of ship``."""

    edge: Words
    of: Words
    at: At = _make_at()


@frozen
class Until:
    """``until end of turn``: the rest of the sentence lasts until then."""

    edge: Words
    of: Words
    at: At = _make_at()


@frozen
class Trigger:
    """``when you trade from a novelty world``."""

    words: Words
    prepositions: tuple[Preposition, ...] = ()
    at: At = _make_at()


@frozen
class Condition:
    """``if you have the most novelty worlds``, ``if all worlds with the highest cost is own``."""

    clause: Clause
    be: Be | None = None
    at: At = _make_at()


@frozen
class Whoever:
    """``whoever has the most novelty worlds``: selects the players who do what follows."""

    clause: Clause
    at: At = _make_at()


@frozen
class Choice:
    """``choose one``: exactly one of the following alternatives is carried out."""

    at: At = _make_at()


@frozen
class Permission:
    """``goods on this world cannot be traded``."""

    words: Words
    prepositions: tuple[Preposition, ...]
    allowed: bool
    act: Words
    at: At = _make_at()


@frozen
class Be:
    """``is own``, ``are novelty``: the predicate of the subject before it."""

    nominal: Nominal
    prepositions: tuple[Preposition, ...] = ()
    verb: str = "is"
    at: At = _make_at()


@frozen
class Clause:
    """A verb with its object, or the name of a window or number that powers change."""

    words: Words
    nominal: Nominal | None = None
    prepositions: tuple[Preposition, ...] = ()
    per: Per | None = None
    be: Be | None = None
    at: At = _make_at()


@frozen
class Option:
    """``may ...``: the owner decides."""

    clause: Clause
    at: At = _make_at()


@frozen
class Row:
    """``2 per genes world``."""

    quantity: Quantity
    per: Per
    at: At = _make_at()


@frozen
class Otherwise:
    """``or ...``: applies if none of the earlier alternatives did."""

    what: Clause | Row
    at: At = _make_at()


@frozen
class Change:
    """``2 less``, ``1 more``, ``3 exactly``, ``any number``."""

    by: int
    direction: Literal["more", "less", "exactly", "any"]
    per: Per | None = None
    at: At = _make_at()


@frozen
class Bound:
    """``not below 2``, ``not above 5``."""

    limit: int
    above: bool = False
    at: At = _make_at()


@frozen
class Rounding:
    """``rounded up``."""

    up: bool
    at: At = _make_at()


@frozen
class Limit:
    """``once per phase``, ``twice per round``."""

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
class Segment:
    """Phrases joined by commas."""

    phrases: tuple[Phrase, ...]
    at: At = _make_at()


@frozen
class Sentence:
    """Segments joined by colons, such as a trigger, a price and an effect."""

    segments: tuple[Segment, ...]
    at: At = _make_at()


@frozen
class Side:
    """A side of a piece: kind, printed name, properties, powers."""

    kind: Word
    name: Atom
    atoms: tuple[Atom, ...] = ()
    members: tuple[Side | Sentence | Stage, ...] = ()
    at: At = _make_at()


@frozen
class Stage:
    """A phase or step of a round: its name, its condition, and its contents."""

    kind: Word
    atoms: tuple[Atom, ...] = ()
    condition: Condition | None = None
    members: tuple[Side | Sentence | Stage, ...] = ()
    at: At = _make_at()


@frozen
class Declaration:
    """The declaration of a game's word or of a piece."""

    kind: Word
    atoms: tuple[Atom, ...] = ()
    members: tuple[Side | Sentence | Stage, ...] = ()
    at: At = _make_at()


@frozen
class Reference:
    """A scenario line's reference: words, a printed name, a number, or a seat."""

    words: tuple[Word, ...] = ()
    name: Atom | None = None
    nth: int = 0
    """The number after a printed name, for example of a power; 0 if there is none."""
    number: int | None = None
    seat: int = 0
    at: At = _make_at()

    def __str__(self) -> str:
        return " ".join(word.text for word in self.words)


@frozen
class Link:
    """``in explore``, ``to settle``, ``on "Spice World"``, ``at 2``."""

    word: Word
    to: Reference
    at: At = _make_at()


@frozen
class Item:
    """One entry of a line's list: ``3 military dice``, ``"Spice World"``, ``home in explore``."""

    what: Reference = Reference()
    amount: int | None = None
    money: bool = False
    links: tuple[Link, ...] = ()
    at: At = _make_at()


@frozen
class Line:
    """One line of a scenario.

    ``:`` is followed by the full content, ``+`` and ``-`` by additions or removals; a line without a mark describes an
    event or an answer: ``phase ship``, ``seat 1 chooses trade``.
    """

    words: tuple[Word, ...]
    mark: Literal["", ":", "+", "-"] = ""
    items: tuple[Item, ...] = ()
    """In a line without a mark, the first item can begin with the last of ``words``: ``chooses home in explore``."""
    seat: int = 0
    """Counted from 1; 0 if the line names no seat."""
    on: Atom | None = None
    number: int | None = None
    at: At = _make_at()

    def __str__(self) -> str:
        return " ".join(word.text for word in self.words)


@frozen
class Part:
    """``given``, ``when`` or ``then``, with its lines."""

    kind: Word
    lines: tuple[Line, ...] = ()
    at: At = _make_at()


@frozen
class Scenario:
    """``scenario "Space Piracy pays" { given ... when ... then ... }``."""

    atoms: tuple[Atom, ...]
    parts: tuple[Part, ...] = ()
    at: At = _make_at()


@frozen
class File:
    """All declarations of one file, and its scenarios."""

    declarations: tuple[Declaration, ...]
    scenarios: tuple[Scenario, ...] = ()
