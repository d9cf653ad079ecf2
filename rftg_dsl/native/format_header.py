"""The log format as a C header: limits, shapes and record fields, generated from ``rftg_dsl.log.format.kinds``.

``light.c`` uses these shapes and defines none of its own. The shapes of records do not cover events, because each event
is checked when it is folded. There are no shapes for log heads, because Python checks them before calling C.
"""

from __future__ import annotations

from collections.abc import Mapping

from rftg_dsl.log.format import kinds
from rftg_dsl.log.format.kinds import ANY, EVENTS, FORMS, WHOLE, Kind
from rftg_dsl.log.format.shapes import (
    Anything,
    Either,
    Fields,
    Items,
    Named,
    Null,
    Number,
    Row,
    Rows,
    Shape,
    Text,
    Word,
)

NAME = "light_format.h"

LIMITS: Mapping[str, int] = {
    "LINE_MOST": kinds.LINE,
    "RESULTS_MOST": kinds.RESULTS,
    "MARKS_MOST": kinds.MARKS,
    "LABEL_MOST": kinds.TEXT,
    "CELLS_MOST": kinds.CELLS,
    "FACTS_MOST": kinds.FACTS,
    "FACES_MOST": kinds.FACES,
    "TIMES_MOST": kinds.TIMES,
    "SEATS_MOST": kinds.SEATS,
}

TEXTS: Mapping[Text, str] = {
    kinds.STRING: "ANY_TEXT",
    kinds.NAME: "NAME_TEXT",
    kinds.HEX: "HEX_TEXT",
    kinds.CELL: "CELL_TEXT",
    kinds.ID: "ID_TEXT",
    kinds.CAUSE: "CAUSE_TEXT",
    kinds.AFTER: "NAME_TEXT",  # the exact text is checked by comparison with the expected one
    kinds.LABEL: "NAME_TEXT",  # the label is parsed when results are counted
}
"""For each shape of text that ``light.c`` can check, the shape's name in C; Python has to check any other text."""


class Header:
    """Collects the lines of a header, in which each shape is defined only once."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.known: dict[Shape, str] = {}

    def to_text(self) -> str:
        limits = [f"  {name} = {limit}," for name, limit in LIMITS.items()]
        self.lines = ["enum {", *limits, "};", f"#define LARGEST {kinds.LARGEST}ll"]
        for name, kind in WHOLE.items():
            if name in ("rnd", "do", "run", "mark", "end"):
                self.write_record(name, kind)
        self.write_rows("EVENT", {op: (event.row_for(op), ANY) for op, event in EVENTS.items()})
        self.write_rows("FORM", {kind: (row_of(form.bounds), form.pick) for kind, form in FORMS.items()})
        return "\n".join([*self.lines, ""])

    def write_record(self, name: str, kind: Kind) -> None:
        has = {"k": Anything(), **{key: shape_in_record(field.shape) for key, field in kind.has.items()}}
        shape = Fields(name, has, {key: field.shape for key, field in kind.may.items()})
        self.write_numbers(name.upper(), {**shape.has, **shape.may})
        self.lines.append(f"static const Shape {name.upper()} = {self.initializer_of_fields(shape)};")

    def write_numbers(self, name: str, shapes: Mapping[str, Shape]) -> None:
        keys = [f"{name}_{key.upper()}" for key in sorted(shapes)]
        self.lines.append(f"enum {{ {', '.join([*keys, f'{name}_FIELDS'])} }};")

    def write_rows(self, name: str, shapes: Mapping[str, tuple[Row, Shape]]) -> None:
        """Write a table from a list's first entry to the shapes of the list and its answer, most frequent first."""
        each = [
            f'{{"\\"{first}\\"", {len(first) + 2}, &{self.name_of(row)}, &{self.name_of(answer)}}}'
            for first, (row, answer) in shapes.items()
        ]
        self.lines.append(f"enum {{ {', '.join([f'{name}_{first.upper()}' for first in shapes])} }};")
        self.lines.append(f"static const RowOf {name}S[] = {{{', '.join([*each, '{0}'])}}};")

    def name_of(self, shape: Shape) -> str:
        if shape not in self.known:
            made = self.initializer_of(shape)
            self.known[shape] = name = f"SHAPE_{len(self.known)}"
            self.lines.append(f"static const Shape {name} = {made};")
        return self.known[shape]

    def initializer_of(self, shape: Shape) -> str:
        match shape:
            case Anything(most):
                return f"{{.is = ANYTHING, .high = {most or kinds.LINE}}}"
            case Number(low, high):
                return f"{{.is = A_NUMBER, .low = {low}, .high = {high}}}"
            case Text():
                return f"{{.is = A_TEXT, .text = {TEXTS[shape]}}}"
            case Null():
                return "{.is = NULL_ONLY}"
            case Items(of, least, most):
                return f"{{.is = ITEMS, .low = {least}, .high = {most or kinds.LINE}, .of = &{self.name_of(of)}}}"
            case Named(of, key):
                return f"{{.is = NAMED, .of = &{self.name_of(of)}, .key = &{self.name_of(key)}}}"
            case Either(shapes):
                return f"{{.is = EITHER, {self.list_of(shapes)}}}"
            case Row(entries, perhaps, more):
                each = [entry for entry in (*entries[1:], perhaps) if entry is not None]
                low, high = len(entries), kinds.LINE if more else len(entries) + (perhaps is not None)
                return f"{{.is = ROW, .low = {low}, .high = {high}, {self.list_of(each)}}}"
            case Fields():
                return self.initializer_of_fields(shape)
        raise AssertionError(f"light.c does not support {shape}")

    def list_of(self, shapes: object) -> str:
        names = [f"&{self.name_of(shape)}" for shape in shapes]  # type: ignore[attr-defined]
        return f".n = {len(names)}, .all = (const Shape *const[]){{{', '.join(names) or 'NULL'}}}"

    def initializer_of_fields(self, shape: Fields) -> str:
        known = {**shape.has, **shape.may}
        each = [
            f'{{"{key}", {len(key)}, &{self.name_of(known[key])}, {int(key in shape.may)}}}' for key in sorted(known)
        ]
        listed = ", ".join(each)
        return f"{{.is = FIELDS, .n = {len(each)}, .more = {int(shape.more)}, .fields = (const FieldOf[]){{{listed}}}}}"


def shape_in_record(shape: Shape) -> Shape:
    """Return the shape of a field in a record; events, forms and picks can be anything, as they are checked later."""
    if isinstance(shape, Items) and isinstance(shape.of, Rows):
        return Items(Anything(), shape.least)
    return Anything() if shape in (kinds.FORM, kinds.PICK) else shape


def row_of(bounds: Mapping[str, Shape]) -> Row:
    return Row((Word(("",)), *bounds.values()))


def format_header() -> str:
    return Header().to_text()
