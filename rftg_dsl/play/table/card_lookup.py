"""Looks up the printed text of a component by name."""

from __future__ import annotations

from collections.abc import Iterator

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.spelling import fold
from rftg_dsl.check.model import Side
from rftg_dsl.library.catalogue import Entry, entries_in, resolve_entry
from rftg_dsl.play.table.labels import Labels
from rftg_dsl.play.table.question import words_in
from rftg_dsl.play.table.screen import Card
from rftg_dsl.wording.power_text import word_side

NAMED = 6


def make_card(labels: Labels, side: Side) -> Card:
    text = [str(line) for line in word_side(labels.words, labels.library.game, side)]
    return Card(side.name, side.id, ", ".join(labels.properties_of(side)), text)


def cards_of(labels: Labels, name: str) -> Iterator[Card]:
    """Yield a card for each side of the named component or, for a kind of die, one card that lists the faces.

    A phase has a card that explains it. Raise ``UsageError`` if the name is unknown or ambiguous.
    """
    if (phase := find_phase(labels, name)) is not None:
        yield phase
        return
    entry = find_entry(name, list(entries_in(labels.library)))
    if entry.sides:
        yield from [make_card(labels, side) for side in labels.both[entry.sides[0].id]]
    elif (kind := labels.words.stock_kinds.get(entry.id)) is not None:
        yield Card(kind.title, kind.name, kind.of, [", ".join(kind.faces)])


def find_phase(labels: Labels, name: str) -> Card | None:
    """A card that explains a phase, or whatever else the game's table talk explains under this name."""
    wanted = fold(name)
    for title, lines in labels.talk.phases.items():
        if wanted and wanted == fold(title):
            return Card(title, "", "how it goes", lines)
    return None


def find_entry(name: str, there: list[Entry]) -> Entry:
    """The entry with this name or id; failing that, the only entry whose name has words with these prefixes."""
    try:
        return resolve_entry(name, name, there)
    except UsageError as error:
        wanted = words_in(name)
        sides = [entry for entry in there if len(entry.sides) == 1]
        near = {entry.name: entry for entry in sides if all(is_prefix(part, words_in(entry.name)) for part in wanted)}
        if error.code != "unknown-name" or not near or not wanted:
            raise
    if len(near) > 1:
        several = ", ".join([*list(near)[:NAMED], *["..."] * (len(near) > NAMED)])
        raise UsageError(f"{name[:60]!r} could be {several}", "type more of the name", "ambiguous-name")
    return next(iter(near.values()))


def is_prefix(part: str, words: list[str]) -> bool:
    return any(word.startswith(part) for word in words)
