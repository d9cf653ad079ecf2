"""The text of powers, sides and sets for tests."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from check.test_every_word_counts import loaded, meaning
from rftg_dsl.check.model import Power
from rftg_dsl.library import installed, load
from rftg_dsl.library.load import Library
from rftg_dsl.wording.power_text import word_power
from rftg_dsl.wording.speaker import Speaker

TESTS = Path(__file__).parent.parent
EXAMPLES = TESTS.parent / "docs" / "examples"
KINDS = {"roll": "world", "race": "world", "galaxies": "planet"}
"""The kind of side on which a power is written."""


@cache
def speaker(game: str) -> Speaker:
    """The words of a shipped game, on a side with whatever its sayings print."""
    return Speaker(loaded(game).model.words, installed.find_game(game), KINDS[game], {"least": 3})


def worded(game: str, power: Power) -> str:
    """The text of a power."""
    return str(word_power(speaker(game).with_power(power), power))


def text_of(game: str, power: str) -> str:
    """The text of a power as it is written; an error if it is not one."""
    meant = meaning(game, power)
    assert meant is not None, power
    return worded(game, meant)


@cache
def with_sets(game: str, *sets: str | Path) -> Library:
    """A game with more sets."""
    return load.load_library(game, extra=sets)


def rows(library: Library, parts: Sequence[str] = ()) -> list[tuple[str, str, list[tuple[str, str]]]]:
    """Every side with its name and, for each power, what is written and what it says; only those of some parts."""
    files = {entry.source for part, entries in library.parts.items() for entry in entries if part in parts}
    speak = Speaker(library.model.words, library.game)
    made = []
    for component in library.model.components:
        if parts and component.at.source not in files:
            continue
        for side in component.sides:
            to = Speaker(speak.words, speak.game, side.kind, side.properties)
            lines = [(power.text, str(word_power(to.with_power(power), power))) for power in side.powers]
            made.append((side.id, side.name, lines))
    return made


def page(library: Library, parts: Sequence[str] = ()) -> str:
    """Sides with their powers as they are written and what they say, to be read beside each other."""
    lines = []
    for id, name, powers in rows(library, parts):
        lines += [f"{id} {name}"] * bool(powers)
        for written, text in powers:
            lines += [f"    {written}", f"    = {text}"]
    return "\n".join(lines)
