"""What pages show of a game's content: its places and counters, the looks of its words, and its sides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import cycle
from typing import Any

from rftg_dsl.check.model import Side
from rftg_dsl.library import Library
from rftg_dsl.vocabulary import Vocabulary
from rftg_dsl.wording.powers import lines

Plain = dict[str, Any]

INKS = ("#1f6fb2", "#8a5a2b", "#2e8b57", "#b98a10", "#b03a5b", "#6a4fa3", "#c8602a", "#1a8585")
"""The colours that words get, one after another."""


def places_in(words: Vocabulary) -> list[Plain]:
    """The places, in the order of their declarations."""
    return [
        {"name": one.name, "title": one.title, "owner": one.owner, "seen": one.seen, "active": one.active}
        for one in words.places.values()
    ]


def counters_in(words: Vocabulary) -> list[Plain]:
    """The counters, in the order of their declarations."""
    return [
        {
            "name": one.name,
            "plural": one.plural,
            "titles": words.printed.get(("counter", one.name), (one.name, one.plural)),
            "owner": one.owner,
            "sign": one.sign,
            "spoken": not one.inner and not one.read,
        }
        for one in words.counters.values()
    ]


def titles_in(words: Vocabulary) -> Mapping[str, str]:
    """The printed names of stages and of kinds of things."""
    stages = {name: phase.title for name, phase in words.phases.items()}
    return stages | {name: kind.title for name, kind in words.stock_kinds.items()}


def looks_in(words: Vocabulary) -> Mapping[str, Plain]:
    """An ink and a sign for each kind of thing and each value of a property."""
    inks, found = cycle(INKS), dict[str, Plain]()
    sorts: list[Iterable[tuple[str, str]]] = [
        [(value.name, value.title) for value in words.values.values() if value.of == one.name]
        for one in words.properties.values()
    ]
    sorts.append([(kind.name, kind.title) for kind in words.stock_kinds.values()])
    for those in sorts:
        for name, title in those:
            if name not in found:
                found[name] = {"ink": next(inks), "sign": title[:1].upper()}
    return found


def side_in(found: Library, side: Side) -> Plain:
    """A side with its printed name, what is printed on it, and its rule text."""
    words = found.model.words
    shown = {name: printed(words, value) for name, value in side.properties.items()}
    inked = next((str(value) for value in side.properties.values() if isinstance(value, str)), "")
    return {
        "name": side.name,
        "kind": side.kind,
        "has": [[name, text] for name, text in shown.items()],
        "ink": inked,
        "text": [str(line) for line in lines(words, found.game, side)],
    }


def printed(words: Vocabulary, value: Any) -> str:
    """The value of a property as it is printed."""
    if isinstance(value, tuple):
        return ", ".join([printed(words, one) for one in value])
    return words.values[value].title if value in words.values else str(value)
