"""Put rows together as components: their ids, kinds, properties and powers, and what could not be read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from unicodedata import normalize

from attrs import define, field, frozen

from rftg_dsl.author.printed_sentences import Likeness
from rftg_dsl.author.spreadsheet.cell_values import CellReader, read_number
from rftg_dsl.author.spreadsheet.headings import Heading, Headings
from rftg_dsl.author.spreadsheet.read_rows import Cell, Sheet
from rftg_dsl.author.spreadsheet.read_sentences import SentenceReader
from rftg_dsl.base.diagnostic import ContentError, Diagnostic, Severity, one_of, suggest_known, with_article
from rftg_dsl.base.limits import ALL_POWERS, DESIGNS, NAME, UNREAD_CELLS, WORD
from rftg_dsl.check.scope import Speech
from rftg_dsl.check.vocabulary import Component, Kind
from rftg_dsl.library.load import Library
from rftg_dsl.syntax import tree


@define
class DraftSide:
    """A side as far as it could be read."""

    name: str
    kind: str = ""
    values: list[str] = field(factory=list)
    numbers: dict[str, int] = field(factory=dict)
    powers: list[tree.Sentence | str] = field(factory=list)
    """The powers, in order; text is what is not a sentence of the language."""
    unread: list[str] = field(factory=list)
    """Cells that could not be read, each with its header."""


@define
class Draft:
    """A component as far as it could be read."""

    number: int
    """The number of its first row."""
    id: str = ""
    component: str = ""
    numbers: dict[str, int] = field(factory=dict)
    """Its properties and its number of copies."""
    replaces: str = ""
    sides: list[DraftSide] = field(factory=list)
    unread: list[str] = field(factory=list)


@frozen
class Place:
    """A cell that is not blank, with its row and its heading."""

    number: int
    heading: Heading
    cell: Cell
    text: str

    def __str__(self) -> str:
        return f"row {self.number}, {self.heading.said!r}"


class Drafter:
    """Reads rows one after another, and collects a finding for each cell that could not be read."""

    def __init__(self, library: Library, sheet: Sheet, cells: CellReader) -> None:
        self.words = library.model.words
        self.sheet = sheet
        self.cells = cells
        self.sentences = SentenceReader(Speech(library.model.words, library.game))
        self.likeness = Likeness(library)
        self.drafts: list[Draft] = []
        self.by_id: dict[str, Draft] = {}
        self.powers = 0
        self.findings: list[Diagnostic] = []

    def read_row(self, number: int, row: Sequence[Cell], headings: Headings) -> None:
        places = [place for heading in headings.headings for place in self.find_places(number, heading, row)]
        if len(places) == 1 < len(headings.headings) - 1:
            hint = "remove the row, or fill in its other cells"
            self.complain(places[0].cell, f"row {number} has only one cell, so it is taken for a heading", hint)
            return
        sides = [side for each in group_by_side(places) if (side := self.read_side(each))]
        shared = [place for place in places if place.heading.column.shared]
        if sides:
            draft = self.find_draft(number, row, sides, {place.heading.column.sort: place for place in shared})
            draft.sides += sides
            for place in shared:
                self.read_shared(draft, place)
        elif places:
            self.complain(row[0], f"row {number} has no name, so it is not read", "give it a name, or remove the row")

    def find_places(self, number: int, heading: Heading, row: Sequence[Cell]) -> Iterator[Place]:
        """Yield the place of a cell in a row, unless it is blank."""
        text = row[heading.nth].text if heading.nth < len(row) else ""
        if text and (heading.column.sort == "name" or not self.cells.is_blank(text)):
            yield Place(number, heading, row[heading.nth], text)

    def error_for(self, cell: Cell, code: str, message: str, hint: str) -> ContentError:
        return ContentError([Diagnostic(code, self.sheet.to_span(cell), message, hint)])

    def complain(self, cell: Cell, message: str, hint: str) -> None:
        if len(self.findings) == UNREAD_CELLS.most:
            advice = "check that the headers mean what the columns contain, or split the file"
            raise self.error_for(cell, UNREAD_CELLS.code, "too many cells of this spreadsheet cannot be read", advice)
        at = self.sheet.to_span(cell)
        self.findings.append(Diagnostic("unread-cell", at, message, hint, Severity.WARNING))

    def leave_unread(self, place: Place, what: str, hint: str) -> str:
        """Report a cell that could not be read, and return what a comment says about it."""
        self.complain(place.cell, f"{place}: {shorten(place.text)!r} is not {what}", hint)
        return f"{place.heading.said}: {place.text}"

    # -- components ------------------------------------------------------------------------------------------------

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
            raise self.error_for(said.cell, "duplicate-id", message, "change one of them")
        return before

    def begin_draft(self, number: int, row: Sequence[Cell], id: str) -> Draft:
        if len(self.drafts) == DESIGNS.most:
            raise self.error_for(row[0], DESIGNS.code, "there are too many components", f"use at most {DESIGNS.most}")
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
        column = place.heading.column
        match column.sort:
            case "id":
                return
            case "component":
                if (word := self.cells.find_component(place.text)) and draft.component in ("", word):
                    draft.component = word
                    return
                hint = suggest_known(place.text, self.words.components)
            case "replaces":
                if draft.replaces in ("", name := tidy_name(place.text)):
                    draft.replaces = name
                    return
                hint = f"row {draft.number} says {draft.replaces!r}"
            case _:
                number = read_number(place.text)
                if number is not None and draft.numbers.setdefault(str(column), number) == number:
                    return
                hint = "write a whole number"
        draft.unread.append(self.leave_unread(place, with_article(f"{column} here"), hint))

    # -- sides -----------------------------------------------------------------------------------------------------

    def read_side(self, places: Sequence[Place]) -> DraftSide | None:
        """Read the cells about a side; None if there are none, or no name."""
        name = next((place for place in places if place.heading.column.sort == "name"), None)
        if name is None:
            return None
        side = DraftSide(tidy_name(name.text))
        if len(tidy_name(name.text, None)) > NAME.most:
            side.unread.append(self.leave_unread(name, f"a name of at most {NAME.most} characters", "shorten it"))
        for place in places:
            self.read_cell(side, place)
        side.kind = side.kind or self.guess_kind(side, name)
        return side

    def read_cell(self, side: DraftSide, place: Place) -> None:
        column, text = place.heading.column, place.text
        if place.heading.side in self.words.kinds:
            side.kind = place.heading.side
        match column.sort:
            case "kind":
                side.kind, values = self.cells.read_kind(text)
                side.values += values
                if not side.kind:
                    side.unread.append(
                        self.leave_unread(place, "a kind of side", suggest_known(text, self.words.kinds))
                    )
            case "powers":
                side.powers += self.read_powers(place)
            case "property" if self.words.properties[column.word].numeric:
                self.read_number(side, place)
            case "property" | "keywords" | "value":
                self.read_values(side, place)

    def read_powers(self, place: Place) -> Iterator[tree.Sentence | str]:
        for power in self.sentences.read(place.text, place.heading.column.word):
            self.powers += 1
            if self.powers > ALL_POWERS.most:
                hint = f"use at most {ALL_POWERS.most}"
                raise self.error_for(place.cell, ALL_POWERS.code, "there are too many powers", hint)
            if isinstance(power, str):
                message = f"{place}: {shorten(power)!r} is not a sentence of the language"
                self.complain(place.cell, message, self.find_likely(power))
            yield power

    def find_likely(self, text: str) -> str:
        near = [f"'{each.written}' ({each.name})" for each in self.likeness.find_nearest(text)]
        return f"printed sentences like it: {'; '.join(near)}" if near else "'rftg words' lists the words of the game"

    def read_number(self, side: DraftSide, place: Place) -> None:
        number = read_number(place.text)
        if number is None:
            side.unread.append(self.leave_unread(place, "a whole number", "write digits only"))
        else:
            side.numbers[place.heading.column.word] = number

    def read_values(self, side: DraftSide, place: Place) -> None:
        column, text = place.heading.column, place.text
        if column.sort == "value":
            flag = self.cells.read_flag(text, column.word)
            values = [column.word] if flag else []
        else:
            values = self.cells.find_values(text, column.word)
            flag = bool(values) or None
        if flag is None:
            known = self.cells.values.get(column.word, self.cells.values[""])
            hint = "write yes or no" if column.sort == "value" else suggest_known(text, sorted(set(known.values())))
            what = "a list of words of the game" if column.sort == "keywords" else with_article(f"{column} here")
            side.unread.append(self.leave_unread(place, "yes or no" if column.sort == "value" else what, hint))
        side.values += [value for value in values if value not in side.values]

    def guess_kind(self, side: DraftSide, name: Place) -> str:
        """The kind of side to which its properties belong; if several would do, report that it is not certain."""
        present = {*side.numbers, *(self.words.values[value].of for value in side.values)}
        misfits = {kind.name: count_misfits(kind, present) for kind in self.words.kinds.values()}
        likely = [kind for kind, misfit in misfits.items() if misfit == min(misfits.values())]
        if len(likely) > 1:
            hint = "add a column 'kind'"
            self.complain(name.cell, f"row {name.number} does not say whether it is {one_of(likely)}", hint)
        return likely[0]


def group_by_side(places: Iterable[Place]) -> list[list[Place]]:
    groups: dict[str, list[Place]] = {}
    for place in places:
        if not place.heading.column.shared:
            groups.setdefault(place.heading.side, []).append(place)
    return list(groups.values())


def count_sides(word: Component) -> int:
    return 1 if word.either else len(word.sides)


def count_misfits(kind: Kind, present: set[str]) -> int:
    """The number of properties that a side of this kind lacks, or has although it cannot."""
    either = [name for name in kind.either if name in present]
    missing = {*kind.has} - present
    surplus = present - {*kind.has, *kind.optional, *kind.either}
    return len(missing) + len(surplus) + (abs(len(either) - 1) if kind.either else 0)


def make_id(text: str) -> str:
    """An id like the one in a cell; empty if it has no letter or digit, or too many."""
    plain = normalize("NFKD", text).encode("ascii", "ignore").decode()
    id = "-".join(re.findall("[A-Za-z0-9]+", plain))
    id = f"X{id}" if id[:1].isdigit() else f"{id[:1].upper()}{id[1:]}"
    return id if len(id) <= WORD.most else ""


def tidy_name(text: str, most: int | None = NAME.most) -> str:
    """A name that can be quoted: on one line, with typographic quotes, and not too long."""
    line = " ".join(text.split("\n"))
    return re.sub(r'"([^"]*)"', "“\\1”", line).replace('"', "”")[:most].strip()


def shorten(text: str, most: int = 200) -> str:
    line = " / ".join(text.split("\n"))
    return line if len(line) <= most else f"{line[: most - 1]}…"
