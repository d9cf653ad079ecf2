"""Write the components of a set as a spreadsheet, with a row for each side."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterable, Mapping, Sequence
from graphlib import CycleError, TopologicalSorter
from io import StringIO
from itertools import pairwise
from pathlib import Path

from attrs import frozen

from rftg_dsl.author.spreadsheet.cell_text import guard_formula
from rftg_dsl.author.spreadsheet.columns import SHARED
from rftg_dsl.author.spreadsheet.sheet_pictures import describe_picture, path_of_picture
from rftg_dsl.base.diagnostic import ContentError, Severity, UsageError
from rftg_dsl.base.files import MARK
from rftg_dsl.base.raster import Raster
from rftg_dsl.check.model import Component, Side
from rftg_dsl.check.origin import Entry
from rftg_dsl.check.read_components import resolve
from rftg_dsl.check.scope import Speech
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.library.catalogue import find_components
from rftg_dsl.library.load import Library
from rftg_dsl.library.own_pictures import read_own_pictures
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.unparse import write_power

Row = Mapping[str, str]
"""The cells of a row by the name of their column."""


@frozen
class Export:
    """The spreadsheet of a set, with the number of its rows and the declarations that are not in it."""

    raw: bytes
    pictures: Mapping[str, bytes]
    """The pictures by their paths from the folder of the spreadsheet."""
    rows: int
    components: int
    left_out: int


def export_components(wanted: str, extra: Sequence[str | Path] = ()) -> Export:
    """Write the components of a set, which is an id, a folder or a pack, or of all sets of a game.

    Raise ``UsageError`` if ``wanted`` is neither.
    """
    chosen = find_components(wanted, extra=extra)
    if not (chosen.part or chosen.whole):
        raise UsageError(f"{wanted!r} is a component", "specify a set or a game", "wrong-option")
    parts = [chosen.part] if chosen.part else [set_folder.id for set_folder in chosen.library.sets]
    return export_parts(chosen.library, parts)


def export_parts(library: Library, parts: Collection[str]) -> Export:
    """Write the components that sets declare, without their other declarations."""
    words, entries = library.model.words, [entry for part in parts for entry in library.parts[part]]
    of_components = [entry for entry in entries if entry.declaration.kind.text in words.components]
    pictures = read_pictures(library, parts)
    rows = [row for entry in of_components for row in rows_of(library, entry, pictures)]
    columns = order_columns(rows, words)
    files = {path_of_picture(id, raster): raster.raw for id, raster in pictures.items()}
    named = {row["picture"]: files[row["picture"]] for row in rows if "picture" in row}
    return Export(write_rows(columns, rows), named, len(rows), len(of_components), len(entries) - len(of_components))


def read_pictures(library: Library, parts: Collection[str]) -> Mapping[str, Raster]:
    """The pictures that some sets have. Raise ``ContentError`` if they contain mistakes."""
    own = [read_own_pictures(library, set_folder) for set_folder in library.sets if set_folder.id in parts]
    if wrong := [mistake for each in own for mistake in each.mistakes if mistake.severity is Severity.ERROR]:
        raise ContentError(wrong)
    return {id: raster for each in own for id, raster in each.pictures.items()}


def rows_of(library: Library, entry: Entry, pictures: Mapping[str, Raster]) -> list[Row]:
    component = resolve(entry.source, entry.declaration, Speech(library.model.words, library.game), 0).component
    assert component, "the content of a library has no mistakes"
    sides = [member for member in entry.declaration.members if isinstance(member, tree.Side)]
    shared = describe_component(component, library.model.words)
    return [
        {**shared, **describe_side(side), "powers": list_powers(node), **describe_picture(side, pictures)}
        for side, node in zip(component.sides, sides, strict=True)
    ]


def describe_component(component: Component, words: Vocabulary) -> Row:
    usual = words.components[component.kind].copies or 1
    numbers = {name: str(number) for name, number in component.properties.items()}
    copies = {"copies": str(component.copies)} if component.copies != usual else {}
    replaced = {"replaces": component.replaces} if component.replaces else {}
    return {"id": component.id, "component": component.kind, **numbers, **copies, **replaced}


def describe_side(side: Side) -> Row:
    return {"kind": side.kind, "name": side.name} | {
        name: write_value(value) for name, value in side.properties.items()
    }


def write_value(value: int | str | tuple[str, ...]) -> str:
    return " ".join(value) if isinstance(value, tuple) else str(value)


def list_powers(node: tree.Side) -> str:
    return "\n".join(write_power(member) for member in node.members if isinstance(member, tree.Sentence))


def order_columns(rows: Iterable[Row], words: Vocabulary) -> list[str]:
    """The columns that are used, in the order in which the components write them.

    Components are read in the order of the columns, so that they come back as they were written.
    """
    before: dict[str, list[str]] = {}
    for earlier, later in dict.fromkeys(pair for row in rows for pair in pairwise(row)):
        before.setdefault(later, []).append(earlier)
    try:
        return list(TopologicalSorter(before).static_order())
    except CycleError:
        # No order would do for all components.
        every = [*SHARED, "kind", "name", *words.properties, "powers", "picture"]
        return sorted({"id", *before}, key=every.index)


def write_rows(columns: Sequence[str], rows: Iterable[Row]) -> bytes:
    """Write UTF-8 with a byte order mark, without which Excel would read another encoding."""
    text = StringIO()
    writer = csv.DictWriter(text, columns, restval="", lineterminator="\r\n")
    writer.writeheader()
    for row in rows:
        writer.writerow({name: guard_formula(cell) for name, cell in row.items()})
    return MARK + text.getvalue().encode()
