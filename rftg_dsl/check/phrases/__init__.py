"""Everyday English: phrasings that authors often use, with their equivalents in the language.

``language.toml`` has phrases for the powers of any game, and ``scenarios.toml`` has phrases for scenarios. A game can
add its own in its content's ``phrases.toml``. Each phrase has patterns, a message, and a hint that works.

A pattern is a regular expression in which a blank is any space and ``{name}`` stands for words. Some names stand for
the game's own words: ``{number}``, ``{verb}``, ``{phase}`` and so on; ``{n}`` is a number.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

from attrs import field, frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.toml_shape import Mistake, read_toml, structure_data

HERE = Path(str(files("rftg_dsl.check.phrases")))
LANGUAGE, SCENARIOS = HERE / "language.toml", HERE / "scenarios.toml"


@frozen
class Phrase:
    """A phrase of everyday English with its translation."""

    said: tuple[str, ...]
    """Patterns, of which the first match counts."""
    message: str
    hint: str
    instead: str = ""
    """The certain replacement; empty if there is none."""


@frozen
class Named:
    """An everyday word for a word of the game."""

    said: str
    word: str


@frozen
class Doing:
    """An everyday verb, and the events it may mean, likeliest first."""

    said: tuple[str, ...]
    events: tuple[str, ...]


@frozen
class Phrases:
    """A file of phrases."""

    phrases: tuple[Phrase, ...] = ()
    words: tuple[Named, ...] = ()
    events: tuple[Doing, ...] = field(default=())


@cache
def read_phrases(path: Path) -> Phrases:
    """Return a file's phrases, or none if it does not exist; raise ``UsageError`` if it is malformed."""
    if not path.is_file():
        return Phrases()
    text = path.read_text("utf-8")
    data = read_toml(text)
    result = [data] if isinstance(data, Mistake) else structure_data(text, data, Phrases)
    if isinstance(result, list):
        raise UsageError(f"{path} has no phrases: {result[0].message}", "tell the author of the game", "broken-plugin")
    return result
