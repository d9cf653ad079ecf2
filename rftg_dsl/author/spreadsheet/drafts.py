"""Put rows together as components, with what could not be read in them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from unicodedata import normalize

from attrs import define, field

from rftg_dsl.author.spreadsheet.cell_findings import Findings, Place
from rftg_dsl.author.spreadsheet.cell_values import CellReader, read_number
from rftg_dsl.author.spreadsheet.draft_sides import DraftSide, SideReader, tidy_name
from rftg_dsl.author.spreadsheet.headings import Headings
from rftg_dsl.author.spreadsheet.read_rows import Cell, Sheet
from rftg_dsl.base.diagnostic import suggest_known
from rftg_dsl.base.limits import DESIGNS, WORD
from rftg_dsl.check.vocabulary import Component
from rftg_dsl.library.load import Library


@define
class Draft:
    """A component as far as it could be read."""

    number: int
    """The number of its first row."""
    id: str = ""
    shared: dict[str, str | int] = field(factory=dict)
    """The values of cells that are about all of it, by the name of the column."""
    sides: list[DraftSide] = field(factory=list)
    unread: list[str] = field(factory=list)

    @property
    def component(self) -> str:
        return str(self.shared.get("component", ""))

    @property
    def numbers(self) -> dict[str, int]:
        """Its properties, and its number of copies."""
        return {name: value for name, value in self.shared.items() if isinstance(value, int)}


class Drafter:
    """Reads rows one after another."""

    def __init__(self, library: Library, sheet: Sheet, cells: CellReader) -> None:
        self.words = library.model.words
        self.cells = cells
        self.findings = Findings(sheet)
        self.reader = SideReader(library, cells, self.findings)
        self.drafts: list[Draft] = []
        self.by_id: dict[str, Draft] = {}

    def read_row(self, number: int, row: Sequence[Cell], headings: Headings) -> None:
        places = list(self.list_places(number, row, headings))
        if len(places) == 1 < len(headings.headings) - 1:
            hint = "remove the row, or fill in its other cells"
            message = f"row {number} has only one cell, so it is taken for a heading"
            self.findings.complain(places[0].cell, message, hint)
            return
        shared = {str(place.heading.column): place for place in places if place.heading.column.shared}
        component = self.cells.find_component(shared["component"].text) if "component" in shared else ""
        sides = [side for each in group_by_side(places) if (side := self.reader.read_side(each, component))]
        if sides:
            draft = self.find_draft(number, row, sides, shared)
            draft.sides += sides
            for place in shared.values():
                self.read_shared(draft, place)

    def list_places(self, number: int, row: Sequence[Cell], headings: Headings) -> Iterator[Place]:
        """Yield the cells of a row that are not blank; a name can be a dash."""
        for heading in headings.headings:
            text = row[heading.nth].text if heading.nth < len(row) else ""
            if text and (heading.column.sort == "name" or not self.cells.is_blank(text)):
                yield Place(number, heading, row[heading.nth])

    def find_draft(
        self, number: int, row: Sequence[Cell], sides: Sequence[DraftSide], shared: Mapping[str, Place]
    ) -> Draft:
        """The component that a row is about: the one with its id, or the one above if it lacks this side.

        Raise ``ContentError`` if the component with this id already has all its sides.
        """
        said = shared.get("id")
        id = make_id(said.text) if said else ""
        above = self.drafts[-1] if self.drafts and not shared else None
        before = self.by_id.get(id) if id else above if above and self.does_lack(above, sides) else None
        if before is None:
            return self.begin_draft(number, row, id)
        if said and len(before.sides) + len(sides) > self.most_sides_of(before):
            message = f"row {number} has the id {said.text!r}, which row {before.number} already has"
            raise self.findings.error_for(said.cell, "duplicate-id", message, "change one of them")
        return before

    def begin_draft(self, number: int, row: Sequence[Cell], id: str) -> Draft:
        if len(self.drafts) == DESIGNS.most:
            raise self.findings.error_for(
                row[0], DESIGNS.code, "there are too many components", f"use at most {DESIGNS.most}"
            )
        draft = Draft(number, id)
        self.drafts.append(draft)
        if id:
            self.by_id[id] = draft
        return draft

    def does_lack(self, draft: Draft, sides: Sequence[DraftSide]) -> bool:
        kinds = tuple(side.kind for side in (*draft.sides, *sides))
        return any(word.sides == kinds and not word.either for word in self.words.components.values())

    def most_sides_of(self, draft: Draft) -> int:
        known = self.words.components
        return max(count_sides(word) for word in ([known[draft.component]] if draft.component else known.values()))

    def read_shared(self, draft: Draft, place: Place) -> None:
        """Read a cell that is about a whole component; the rows for its sides can repeat it, but not differ."""
        name = str(place.heading.column)
        match name:
            case "id":
                return
            case "component":
                value: str | int | None = self.cells.find_component(place.text) or None
                what, hint = "a kind of component", suggest_known(place.text.casefold(), self.words.components)
            case "replaces":
                value, what, hint = tidy_name(place.text), "", ""
            case _:
                value, what, hint = read_number(place.text), "a whole number", "write digits only"
        if value is not None and draft.shared.setdefault(name, value) != value:
            value, what, hint = None, f"what row {draft.number} says", f"it says {draft.shared[name]!r}"
        if value is None:
            draft.unread.append(self.findings.leave_unread(place, what, hint))


def group_by_side(places: Iterable[Place]) -> list[list[Place]]:
    groups: dict[str, list[Place]] = {}
    for place in places:
        if not place.heading.column.shared:
            groups.setdefault(place.heading.side, []).append(place)
    return list(groups.values())


def count_sides(word: Component) -> int:
    return 1 if word.either else len(word.sides)


def make_id(text: str) -> str:
    """An id like the one in a cell; empty if it has no letter or digit, or too many."""
    plain = normalize("NFKD", text).encode("ascii", "ignore").decode()
    id = "-".join(re.findall("[A-Za-z0-9]+", plain))
    id = f"X{id}" if id[:1].isdigit() else f"{id[:1].upper()}{id[1:]}"
    return id if len(id) <= WORD.most else ""
