"""Data for the library page: every side in a game and its sets, and every kind of stock, ready to be searched."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from rftg_dsl.check.model import Side
from rftg_dsl.check.model.powers import Do
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.check.vocabulary import StockKind
from rftg_dsl.library.catalogue import entries_in
from rftg_dsl.library.load import GAME, Library
from rftg_dsl.show.browser.content_data import format_value, looks_in, titles_in
from rftg_dsl.show.pictures.dice import face_of
from rftg_dsl.show.pictures.side_picture import draw_side
from rftg_dsl.show.pictures.studio import Studio, studio_of
from rftg_dsl.show.pictures.svg import to_svg

Plain = dict[str, Any]


def components_of(library: Library) -> Plain:
    at = studio_of(library)
    words = library.model.words
    origins = {entry.source.label: part for part, entries in library.parts.items() for entry in entries}
    texts = {side.id: component.text for component in entries_in(library) for side in component.sides}
    shown = [make_side_row(at, side, origins, texts) for side in library.model.list_sides()]
    shown += [make_stock_row(at, stock_kind, origins) for stock_kind in words.stock_kinds.values()]
    kinds = dict.fromkeys(row["kind"] for row in shown)
    return {
        "title": words.title,
        "components": shown,
        "kinds": list(kinds),
        "phases": {name: phase.title for name, phase in words.phases.items()},
        "verbs": sorted({verb for row in shown for verb in row["verbs"]}),
        "sets": list(dict.fromkeys(row["set"] for row in shown)),
        "properties": [prop for prop in properties_of(library) if prop["values"]],
        "looks": looks_in(at),
        "titles": titles_in(words),
    }


def properties_of(library: Library) -> Iterator[Plain]:
    """Yield each property with its values, for the search form."""
    sides = library.model.list_sides()
    for name in library.model.words.properties:
        values = {value for side in sides for value in values_of(side.properties.get(name))}
        numbers = sorted(value for value in values if isinstance(value, int))
        words = [word for word in library.model.words.values if word in values]
        yield {
            "name": name,
            "values": numbers or [[word, library.model.words.values[word].title] for word in words],
            "number": bool(numbers),
        }


def values_of(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else () if value is None else (value,)


def make_side_row(at: Studio, side: Side, origins: Mapping[str, str], texts: Mapping[str, str]) -> Plain:
    lines = at.lines_of(side)
    return {
        "id": side.id,
        "name": side.name,
        "kind": side.kind,
        "set": origins.get(side.at.source.label, GAME),
        "has": [[name, format_value(at.words, value)] for name, value in side.properties.items()],
        "properties": {name: values_of(value) for name, value in side.properties.items()},
        "phases": list(
            dict.fromkeys(segment.word for line in lines for segment in line.heading if segment.sort == "phase")
        ),
        "verbs": sorted({node.verb for power in side.powers for node in nodes_in(power) if isinstance(node, Do)}),
        "powers": [[line.power, str(line)] for line in lines],
        "size": list(at.template_for(side.kind).size),
        "source": texts.get(side.id, ""),
        "place": f"{side.at.source.label}:{side.at.begins[0]}",
    }


def make_stock_row(at: Studio, kind: StockKind, origins: Mapping[str, str]) -> Plain:
    has = [
        ["supply", str(kind.supply)],
        *[[name, format_value(at.words, value)] for name, value in kind.properties.items()],
    ]
    return {
        "id": kind.name,
        "name": kind.title,
        "kind": kind.of,
        "set": origins.get(kind.at.source.label, GAME),
        "has": has,
        "properties": {name: values_of(value) for name, value in kind.properties.items()},
        "phases": [],
        "verbs": [],
        "powers": [],
        "faces": list(kind.faces),
        "source": "",
        "place": f"{kind.at.source.label}:{kind.at.begins[0]}",
    }


def draw_picture(library: Library, id: str) -> str | None:
    """Draw a side, or a die face for an id such as ``KIND:FACE``, as SVG; None if the id is unknown."""
    at = studio_of(library)
    kind, colon, face = id.partition(":")
    if colon:
        known = at.words.stock_kinds.get(kind)
        return to_svg(face_of(at, kind, face)) if known is not None and face in known.faces else None
    side = next((each for each in library.model.list_sides() if each.id == id), None)
    return None if side is None else to_svg(draw_side(at, side).picture)
