"""Create a set from a spreadsheet: a component for each row, and a comment for each cell that could not be read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from rftg_dsl.author.new_set import Created, check_folder, list_unused_ids, load_with, make_set
from rftg_dsl.author.spreadsheet.cell_findings import Findings, shorten
from rftg_dsl.author.spreadsheet.cell_values import make_reader
from rftg_dsl.author.spreadsheet.columns import Columns
from rftg_dsl.author.spreadsheet.draft_sides import DraftSide
from rftg_dsl.author.spreadsheet.drafts import Draft, Drafter, count_sides
from rftg_dsl.author.spreadsheet.headings import error_for_sheet, parse_columns, read_headings
from rftg_dsl.author.spreadsheet.read_rows import Sheet, read_sheet
from rftg_dsl.author.spreadsheet.sheet_pictures import PictureFinder
from rftg_dsl.base.diagnostic import Diagnostic, UsageError
from rftg_dsl.base.limits import CHARACTERS
from rftg_dsl.check.vocabulary import Component, Vocabulary
from rftg_dsl.library.load import Library
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.printer import Block, Item, Plain, render_layout
from rftg_dsl.syntax.unparse import block_of, row_of

REMARK = 1_900
"""The number of characters of a cell in a comment, so that its line is not too long."""


@frozen
class Imported:
    """A set created from a spreadsheet, its number of components, and what could not be read."""

    created: Created
    components: int
    findings: Sequence[Diagnostic]

    def as_plain(self) -> dict[str, Any]:
        found = [finding.as_plain() for finding in self.findings]
        return {**self.created.as_plain(), "components": self.components, "diagnostics": found}


def import_sheet(
    folder: Path, game: str, path: Path, columns: str = "", ci: bool = False, extra: Sequence[str | Path] = ()
) -> Imported:
    """Create a set's folder from a spreadsheet, in the words of a game with some ``extra`` sets.

    Raise ``UsageError`` or ``ContentError``, and create nothing, if the folder cannot be created or the file is not a
    spreadsheet of components.
    """
    check_folder(folder)
    library = load_with(game, extra)
    sheet = read_sheet(path)
    drafts, findings = draft_components(library, sheet, columns)
    name_components(drafts, library, folder.name)
    unread = Findings(sheet)
    pictures = PictureFinder(path.parent, unread).find(drafts)
    text = write_components(drafts, library.model.words)
    if len(text) > CHARACTERS.most:
        raise UsageError(f"{path} has more text than a content file can have", "split it", CHARACTERS.code)
    created = make_set(folder, game, ci, extra, text, pictures)
    return Imported(created, len(drafts), [*findings, *unread.found])


def draft_components(library: Library, sheet: Sheet, columns: str = "") -> tuple[list[Draft], list[Diagnostic]]:
    """Read the components in a sheet, and report what could not be read."""
    cells = make_reader(library.game, library.model.words)
    known = Columns(cells.words, cells.aliases)
    headings = read_headings(sheet, known, cells, parse_columns(columns, known))
    drafter = Drafter(library, sheet, cells)
    for number, row in headings.rows:
        drafter.read_row(number, row, headings)
    if not drafter.drafts:
        raise error_for_sheet(sheet, known, "no row has a name")
    return drafter.drafts, [*headings.findings, *drafter.findings.found]


def name_components(drafts: Sequence[Draft], library: Library, name: str) -> None:
    """Complete each draft with its sort of component and its id, if its rows do not say them."""
    taken = {draft.id for draft in drafts}
    unused = (id for id in list_unused_ids(library.model, name) if id not in taken)
    for draft in drafts:
        draft.shared["component"] = draft.component or choose_component(draft, library.model.words)
        draft.id = draft.id or next(unused)


def choose_component(draft: Draft, words: Vocabulary) -> str:
    """The first sort of component that can have these sides, if possible one with just these properties."""
    kinds, present = sorted(side.kind for side in draft.sides), draft.numbers.keys() - {"copies"}
    fitting = [word for word in words.components.values() if can_have(word, kinds)]
    exact = [word for word in fitting if {*word.has} == present]
    partly = [word for word in words.components.values() if {*kinds} <= {*word.sides}]
    return next(iter([*exact, *fitting, *partly, *words.components.values()])).name


def can_have(word: Component, kinds: Sequence[str]) -> bool:
    if word.any or word.either:
        return len(kinds) == count_sides(word) and {*kinds} <= {*word.sides}
    return sorted(word.sides) == kinds


# -- writing -------------------------------------------------------------------------------------------------------


def write_components(drafts: Sequence[Draft], words: Vocabulary) -> str:
    return render_layout([item for draft in drafts for item in arrange_draft(draft, words)])


def arrange_draft(draft: Draft, words: Vocabulary) -> Iterator[Item]:
    remarks = [remark_on(text) for text in draft.unread]
    sides = [item for side in draft.sides for item in arrange_side(side)]
    first, *others = [*remarks, evolve(block_of(declare(draft, words)), members=tuple(sides))]
    yield evolve(first, gap=True)
    yield from others


def declare(draft: Draft, words: Vocabulary) -> tree.Declaration:
    usual = words.components[draft.component].copies or 1
    numbers = {name: number for name, number in draft.numbers.items() if (name, number) != ("copies", usual)}
    copies = field_of("copies", numbers.pop("copies")) if "copies" in numbers else ()
    properties = [atom for name, number in numbers.items() for atom in field_of(name, number)]
    replaced_name = str(draft.shared.get("replaces", ""))
    replaced = [tree.Atom("word", "replaces"), tree.Atom("string", replaced_name)] if replaced_name else []
    atoms = (tree.Atom("id", draft.id), *properties, *replaced, *copies)
    return tree.Declaration(tree.Word(draft.component), atoms)


def arrange_side(side: DraftSide) -> Iterator[Block | Plain]:
    values = [tree.Atom("word", value) for value in side.values]
    numbers = [atom for name, number in side.numbers.items() for atom in field_of(name, number)]
    node = tree.Side(tree.Word(side.kind), tree.Atom("string", side.name), (*values, *numbers))
    members = tuple(remark_on(power) if isinstance(power, str) else row_of(power) for power in side.powers)
    yield from map(remark_on, side.unread)
    yield evolve(block_of(node), members=members)


def field_of(name: str, number: int) -> tuple[tree.Atom, tree.Atom]:
    return tree.Atom("word", name), tree.Atom("number", str(number))


def remark_on(text: str) -> Plain:
    return Plain(f"# not read: {shorten(text, REMARK)}")
