"""Everyday English phrases that authors often use, with their equivalents in the language.

``language.toml`` contains phrases about the powers of any game, ``scenarios.toml`` phrases about scenarios. A game's
content can include a ``phrases.toml`` with more. Each phrase has patterns, a message, and a hint that works.

A pattern is a regular expression in which a blank matches any whitespace, and a placeholder such as ``{name}`` matches
words. Some placeholders match only words of the game, for example ``{number}``, ``{verb}`` or ``{phase}``. ``{n}``
matches a number.
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
    """A phrase in everyday English, with its equivalent in the language."""

    said: tuple[str, ...]
    """The patterns that recognize the phrase. The first match counts."""
    message: str
    hint: str
    instead: str = ""
    """The replacement, if it is certain to be right; otherwise empty."""


@frozen
class Named:
    """An everyday word, and the game's word for the same thing."""

    said: str
    word: str


@frozen
class Doing:
    """An everyday verb, and the events that it can mean, the likeliest first."""

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
    """Return the phrases in a file, or none if it does not exist. Raise ``UsageError`` if the file is malformed."""
    if not path.is_file():
        return Phrases()
    text = path.read_text("utf-8")
    data = read_toml(text)
    result = [data] if isinstance(data, Mistake) else structure_data(text, data, Phrases)
    if isinstance(result, list):
        raise UsageError(
            f"{path} does not contain valid phrases: {result[0].message}",
            "report this to the game's author",
            "broken-plugin",
        )
    return result
