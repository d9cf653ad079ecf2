"""Game content as data for web pages: places, counters, looks and sides."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from rftg_dsl.check.model import Side
from rftg_dsl.check.symbols import load_symbols
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.library.load import Library
from rftg_dsl.library.table_layout import Group, Number
from rftg_dsl.library.table_talk import table_talk_of
from rftg_dsl.show.pictures.ink import ink_on
from rftg_dsl.show.pictures.looks import Look
from rftg_dsl.show.pictures.side_picture import draw_side, spots_of
from rftg_dsl.show.pictures.studio import Studio, studio_of
from rftg_dsl.show.pictures.svg import to_svg

Plain = dict[str, Any]


def places_in(words: Vocabulary) -> list[Plain]:
    return [
        {"name": place.name, "title": place.title, "owner": place.owner, "seen": place.seen, "active": place.active}
        for place in words.places.values()
    ]


def titles_in(words: Vocabulary) -> Mapping[str, str]:
    stages = {name: phase.title for name, phase in words.phases.items()}
    return stages | {name: kind.title for name, kind in words.stock_kinds.items()}


def table_in(at: Studio) -> Plain:
    """Return the groups of boxes in the middle of the table and of each seat, and the numbers that are shown."""
    return {
        "numbers": [describe_number(at, number) for number in at.table.numbers],
        "middle": [describe_group(at, group) for group in at.table.middle],
        "seat": [describe_group(at, group) for group in at.table.seat],
        "selects": at.table.selects,
        "selected": phases_of_answers(at),
    }


def phases_of_answers(at: Studio) -> Mapping[str, str]:
    """Return the phases that answers stand for, by word or number; the name of a phase stands for itself."""
    phases = {phase: phase for phase in at.words.phases}
    phases |= {str(nth): phase for nth, phase in enumerate(at.table.selected, 1)}
    for asking in table_talk_of(at.library.game).ask.values():
        phases |= asking.phases
    return phases


def describe_group(at: Studio, group: Group) -> Plain:
    return {
        "title": group.title,
        "shows": group.shows,
        "keep": group.keep,
        "folded": group.folded,
        "boxes": [
            {"places": box, "word": word, "title": title_of_box(at, group, box[0], word)}
            for box, word in zip(group.boxes, group.signs, strict=True)
        ],
    }


def describe_number(at: Studio, number: Number) -> Plain:
    if number.number:
        [noun] = [known.noun or known.name for known in at.library.game.parameters if known.name == number.number]
        return {"name": number.number, "owner": "seat", "sign": "", "titles": [number.title or noun], "computed": True}
    counter = at.words.counters[number.counter]
    printed = at.words.printed.get(("counter", counter.name), (counter.name, counter.plural))
    titles = [number.title] if number.title else printed
    known = {"name": counter.name, "owner": counter.owner, "sign": counter.sign, "titles": titles, "computed": False}
    return {**known, "least": number.least}


def title_of_box(at: Studio, group: Group, place: str, word: str) -> str:
    known = at.words.places.get(place)
    return known.title if known is not None and group.shows == "cards" else at.title_of(word)


def looks_in(at: Studio) -> Mapping[str, Plain]:
    """Return, for each word with a look, its colour, a contrasting colour, and its symbol as an outline or letters."""
    return {name: sign_of(look) for name, look in at.looks.items()}


def sign_of(look: Look) -> Plain:
    known = load_symbols().get(look.symbol)
    shown = {"sign": look.symbol} if known is None else {"path": known.path}
    return {"ink": look.ink, "front": ink_on(look.ink), **shown}


def side_in(at: Studio, side: Side) -> Plain:
    return {**describe_side(at, side), "picture": to_svg(draw_side(at, side).picture)}


def sides_of(library: Library, pictures: str) -> Mapping[str, Plain]:
    """Return data on every side in a game; the address of a side's picture begins with ``pictures``."""
    at = studio_of(library)
    return {side.id: side_with_address(at, side, pictures) for side in library.model.list_sides()}


def side_with_address(at: Studio, side: Side, pictures: str) -> Plain:
    return {**describe_side(at, side), "address": f"{pictures}{quote(side.id)}"}


def describe_side(at: Studio, side: Side) -> Plain:
    shown = {name: format_value(at.words, value) for name, value in side.properties.items()}
    return {
        "name": side.name,
        "kind": side.kind,
        "has": [[name, text] for name, text in shown.items()],
        "text": [str(line) for line in at.lines_of(side)],
        "size": list(at.template_for(side.kind).size),
        "spots": spots_of(at, side),
    }


def format_value(words: Vocabulary, value: Any) -> str:
    if isinstance(value, tuple):
        return ", ".join([format_value(words, item) for item in value])
    return words.values[value].title if value in words.values else str(value)
