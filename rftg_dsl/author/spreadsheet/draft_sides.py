"""Read the cells about one side of a component: its name, kind, properties and powers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from attrs import define, field

from rftg_dsl.author.printed_sentences import Likeness
from rftg_dsl.author.spreadsheet.cell_findings import Findings, Place, shorten
from rftg_dsl.author.spreadsheet.cell_values import CellReader, read_number
from rftg_dsl.author.spreadsheet.read_sentences import SentenceReader
from rftg_dsl.base.diagnostic import one_of, suggest_known, with_article
from rftg_dsl.base.limits import ALL_POWERS, NAME
from rftg_dsl.check.scope import Speech
from rftg_dsl.check.vocabulary import Kind
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
    picture: Place | None = None
    """The cell that names its picture."""
    unread: list[str] = field(factory=list)
    """Cells that could not be read, each with its header."""


class SideReader:
    """Reads the sides in the rows of a sheet."""

    def __init__(self, library: Library, cells: CellReader, findings: Findings) -> None:
        self.words = library.model.words
        self.cells = cells
        self.findings = findings
        self.sentences = SentenceReader(Speech(library.model.words, library.game))
        self.likeness = Likeness(library)
        self.powers = 0
        """The number of powers so far, on all sides together."""

    def read_side(self, places: Sequence[Place], component: str) -> DraftSide | None:
        """Read the cells about a side; None, with a finding, if it has no name.

        ``component`` is the kind of component, if that is known.
        """
        name = next((place for place in places if place.heading.column.sort == "name"), None)
        if name is None:
            first = places[0]
            what = f"the {first.heading.side} in row {first.number}" if first.heading.side else f"row {first.number}"
            self.findings.complain(first.cell, f"{what} has no name, so it is not read", "give it a name, or remove it")
            return None
        side = DraftSide(tidy_name(name.text)[: NAME.most].strip())
        if len(tidy_name(name.text)) > NAME.most:
            self.leave_unread(side, name, f"a name of at most {NAME.most} characters", "shorten it")
        for place in places:
            self.read_cell(side, place)
        known = self.words.components[component].sides if component else [*self.words.kinds]
        side.kind = side.kind or self.guess_kind(side, name, dict.fromkeys(known))
        return side

    def read_cell(self, side: DraftSide, place: Place) -> None:
        if place.heading.side in self.words.kinds:
            side.kind = place.heading.side
        column = place.heading.column
        match column.sort:
            case "kind":
                self.read_kind(side, place)
            case "powers":
                side.powers += self.read_powers(place)
            case "property" if self.words.properties[column.word].numeric:
                self.read_number(side, place)
            case "property" | "keywords":
                self.read_values(side, place)
            case "picture":
                side.picture = place
            case "value":
                self.read_flag(side, place)

    def leave_unread(self, side: DraftSide, place: Place, what: str, hint: str) -> None:
        side.unread.append(self.findings.leave_unread(place, what, hint))

    # -- properties ------------------------------------------------------------------------------------------------

    def read_kind(self, side: DraftSide, place: Place) -> None:
        side.kind, values = self.cells.read_kind(place.text)
        side.values += values
        if not side.kind:
            self.leave_unread(side, place, "a kind of side", suggest_known(place.text.casefold(), self.words.kinds))

    def read_number(self, side: DraftSide, place: Place) -> None:
        number = read_number(place.text)
        if number is None:
            self.leave_unread(side, place, "a whole number", "write digits only")
        else:
            side.numbers[place.heading.column.word] = number

    def read_values(self, side: DraftSide, place: Place) -> None:
        of = place.heading.column.word
        # A column of colours can also say more, as in ``rare windfall``.
        values = self.cells.find_values(place.text, of) or self.cells.find_values(place.text)
        if not values:
            known = sorted({*self.cells.values[of].values()})
            what = with_article(of) if of else "a list of words of the game"
            self.leave_unread(side, place, what, suggest_known(place.text.casefold(), known))
        side.values += [value for value in values if value not in side.values]

    def read_flag(self, side: DraftSide, place: Place) -> None:
        value = place.heading.column.word
        flag = self.cells.read_flag(place.text, value)
        if flag is None:
            self.leave_unread(side, place, "a yes or a no", "write 'x' for yes, and nothing for no")
        elif flag and value not in side.values:
            side.values.append(value)

    def guess_kind(self, side: DraftSide, name: Place, kinds: Iterable[str]) -> str:
        """The kind of side to which its properties belong; if several would do, report that it is not certain."""
        present = {*side.numbers, *(self.words.values[value].of for value in side.values)}
        misfits = {kind: count_misfits(self.words.kinds[kind], present) for kind in kinds}
        likely = [kind for kind, misfit in misfits.items() if misfit == min(misfits.values())]
        if len(likely) > 1:
            message = f"row {name.number} does not say whether it is {one_of([with_article(kind) for kind in likely])}"
            self.findings.complain(name.cell, message, "say it in a column called 'kind'")
        return likely[0]

    # -- powers ----------------------------------------------------------------------------------------------------

    def read_powers(self, place: Place) -> Iterator[tree.Sentence | str]:
        for power in self.sentences.read(place.text, place.heading.column.word):
            self.powers += 1
            if self.powers > ALL_POWERS.most:
                hint = f"use at most {ALL_POWERS.most}"
                raise self.findings.error_for(place.cell, ALL_POWERS.code, "there are too many powers", hint)
            if isinstance(power, str):
                message = f"{place}: {shorten(power)!r} is not a sentence of the language"
                self.findings.complain(place.cell, message, self.suggest_sentences(power))
            yield power

    def suggest_sentences(self, text: str) -> str:
        near = [f"'{each.written}' ({each.name})" for each in self.likeness.find_nearest(text)]
        return f"printed sentences like it: {'; '.join(near)}" if near else "'rftg words' lists the words of the game"


def count_misfits(kind: Kind, present: set[str]) -> int:
    """The number of properties that a side of this kind lacks, or has although it cannot."""
    either = [name for name in kind.either if name in present]
    missing = {*kind.has} - present
    surplus = present - {*kind.has, *kind.optional, *kind.either}
    return len(missing) + len(surplus) + (abs(len(either) - 1) if kind.either else 0)


def tidy_name(text: str) -> str:
    """A name that can be quoted: on one line, and with typographic quotes."""
    line = " ".join(text.split("\n"))
    return re.sub(r'"([^"]*)"', "“\\1”", line).replace('"', "”")
