"""The layout of a game's table on a screen, from the table ``table`` in ``layouts.toml``.

What lies in the middle, and what each seat has, is shown in groups of boxes. A box shows one place, or several that
belong together. Without a layout, a game's table follows from its declarations.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal

from attrs import field, frozen

from rftg_dsl.base.diagnostic import suggest_known
from rftg_dsl.base.limits import BOXES
from rftg_dsl.base.toml_shape import EXAMPLE, Mistake, place_of, place_within, structure_data
from rftg_dsl.check.vocabulary import PlaceWord, Vocabulary

TABLE = "table"
"""The name of the layout's table in ``layouts.toml``."""

Boxes = Sequence[Sequence[str]]


@frozen
class Group:
    """Boxes that are shown together, under one title."""

    places: tuple[str, ...] = field(metadata={EXAMPLE: 'places = ["tableau", "hand"]'})
    """One string for each box: a place, or several that are separated by ``+`` and share the box."""
    title: str = ""
    """The title of the group; if it is empty, each box has the title of its first place."""
    shows: Literal["cards", "signs", "dice"] = "cards"
    """The form of a box: ``cards`` shows its title above its pieces, ``signs`` the look of its word before them,
    and ``dice`` draws everything in it as a die with that look."""
    words: tuple[str, ...] = ()
    """The words whose looks stand for the boxes, in order; if empty, the names of the first places."""
    keep: bool = False
    """Whether boxes are shown even when they are empty."""
    folded: bool = False
    """Whether the group is shown only on request."""

    @property
    def boxes(self) -> Boxes:
        return [[name.strip() for name in box.split("+")] for box in self.places]

    @property
    def signs(self) -> Sequence[str]:
        return self.words or [box[0] for box in self.boxes]


@frozen
class Number:
    """A number that is shown in the middle of the table or, if each seat has its own, beside the seat's name."""

    counter: str = field(default="", metadata={EXAMPLE: 'counter = "vp"'})
    number: str = field(default="", metadata={EXAMPLE: 'number = "military"'})
    """Instead of a counter, a number of each seat that powers change."""
    title: str = ""
    """The words after the number; if empty, its printed form."""
    least: int | None = None
    """The least value that is shown, for a supply that can be overdrawn."""


@frozen
class TableLayout:
    """The groups in the middle of a table, those of each seat, and the numbers that are shown."""

    middle: tuple[Group, ...] = ()
    seat: tuple[Group, ...] = ()
    numbers: tuple[Number, ...] = ()
    selects: str = field(default="", metadata={EXAMPLE: 'selects = "selected"'})
    """The fact or counter of the phases that each seat selected; a fact has a list of words for each seat."""
    selected: tuple[str, ...] = field(default=(), metadata={EXAMPLE: 'selected = ["explore", "develop"]'})
    """If a counter says it: the phases that its values 1, 2 and so on stand for."""

    def __add__(self, other: TableLayout) -> TableLayout:
        return TableLayout(
            self.middle + other.middle,
            self.seat + other.seat,
            self.numbers + other.numbers,
            self.selects or other.selects,
            self.selected or other.selected,
        )


def read_table(
    text: str, raw: Any, words: Vocabulary, numbers: Sequence[str], facts: Collection[str] = ()
) -> TableLayout | list[Mistake]:
    """Read the layout of a table, or list the mistakes in it.

    ``numbers`` are those that powers can change, and ``facts`` those of the game.
    """
    if not isinstance(raw, Mapping):
        return [Mistake(*place_of(text, TABLE), "the layout of the table must be a table", "write: [[table.seat]]")]
    read = structure_data(text, raw, TableLayout)
    if isinstance(read, list):
        return read
    mistakes = [*mistakes_in(text, read.middle, "table", words), *mistakes_in(text, read.seat, "seat", words)]
    mistakes += mistakes_in_numbers(text, read.numbers, {"counter": words.counters, "number": numbers})
    mistakes += mistakes_in_selection(text, read, words, facts)
    return sorted(mistakes) if mistakes else read


def mistakes_in_selection(
    text: str, layout: TableLayout, words: Vocabulary, facts: Collection[str]
) -> Iterator[Mistake]:
    known = [*words.counters, *facts]
    if layout.selects and layout.selects not in known:
        hint = suggest_known(layout.selects, known, "counters and facts")
        yield Mistake(*place_of(text, "selects"), f"{layout.selects!r} is not a counter or fact of this game", hint)
    for phase in (name for name in layout.selected if name not in words.phases):
        hint = suggest_known(phase, words.phases, "phases")
        yield Mistake(*place_within(text, "selected", re.escape(phase)), f"{phase!r} is not a phase", hint)


def mistakes_in_numbers(text: str, shown: Sequence[Number], known: Mapping[str, Collection[str]]) -> Iterator[Mistake]:
    for one in shown:
        named = {key: name for key, name in (("counter", one.counter), ("number", one.number)) if name}
        if len(named) != 1:
            message = "an entry of 'numbers' must name either a counter or a number that powers change"
            yield Mistake(*place_of(text, "numbers"), message, 'write: counter = "vp"')
        for key, name in named.items():
            if name not in known[key]:
                at = place_within(text, key, re.escape(name))
                kind = key if key == "counter" else "number that powers change"
                yield Mistake(*at, f"{name!r} is not a {kind}", suggest_known(name, known[key], f"{key}s"))


def mistakes_in(text: str, groups: Sequence[Group], owner: str, words: Vocabulary) -> Iterator[Mistake]:
    known = [place.name for place in places_of(words, owner)]
    if sum(len(group.places) for group in groups) > BOXES.most:
        yield Mistake(*place_of(text, "places"), "this table has too many boxes", f"use at most {BOXES.most}")
    for group in groups:
        for name in (name for box in group.boxes for name in box if name not in known):
            at = place_within(text, "places", f"[^\"']*{re.escape(name)}[^\"']*")
            yield Mistake(*at, f"{name!r} is not a place of {article_of(owner)}", suggest_known(name, known, "places"))
        if group.words and len(group.words) != len(group.places):
            message = f"'words' needs {len(group.places)} words, one for each box, and has {len(group.words)}"
            yield Mistake(*place_of(text, "words"), message, "write one for each string in 'places', in the same order")


def article_of(owner: str) -> str:
    return "the table" if owner == "table" else "a seat"


def places_of(words: Vocabulary, owner: str) -> list[PlaceWord]:
    return [place for place in words.places.values() if place.owner == owner]


def complete_table(layout: TableLayout, words: Vocabulary) -> TableLayout:
    """Return the layout with every place that it does not name: those in play first, piles that nobody sees folded.

    A layout without numbers gets all counters that a power can speak of.
    """
    spoken = [Number(each.name) for each in words.counters.values() if not each.inner and not each.read]
    return TableLayout(
        layout.middle + tuple(groups_for_rest(layout.middle, places_of(words, "table"))),
        layout.seat + tuple(groups_for_rest(layout.seat, places_of(words, "seat"))),
        layout.numbers or tuple(spoken),
        layout.selects,
        layout.selected,
    )


def groups_for_rest(groups: Iterable[Group], places: Sequence[PlaceWord]) -> Iterator[Group]:
    named = {name for group in groups for box in group.boxes for name in box}
    rest = [place for place in places if place.name not in named]
    active = [place.name for place in rest if place.active]
    seen = [place.name for place in rest if not place.active and place.seen != "none"]
    unseen = [place.name for place in rest if not place.active and place.seen == "none"]
    for names, folded in ((active, False), (seen, False), (unseen, True)):
        if names:
            yield Group(tuple(names), folded=folded)
