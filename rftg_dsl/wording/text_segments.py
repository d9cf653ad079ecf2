"""A text in segments: words, and the amounts and things that a picture can show as symbols."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from rftg_dsl.base.diagnostic import with_article

Sort = Literal["text", "number", "counter", "thing", "value", "place", "phase", "name"]
"""What a segment is: plain text; an amount; a word for a counter, for pieces or fungible things, for what describes
them, for a place or a phase; a printed name."""


class Segment(NamedTuple):
    """A part of a text that means one thing."""

    text: str
    sort: Sort = "text"
    word: str = ""
    """The word of the language that it stands for; of an amount with a sign, its counter."""


Text = tuple[Segment, ...]
"""A text; its segments are joined by spaces, except around punctuation."""
Part = str | Segment | Sequence[Segment]

CLOSING, OPENING = frozenset(",.;:)"), "("
"""What no space goes before, and what no space goes after."""


def say(*parts: Part) -> Text:
    """Parts as one text; empty ones are left out."""
    segments: list[Segment] = []
    for part in parts:
        match part:
            case str():
                segments += [Segment(part)] if part else []
            case Segment():
                segments.append(part)
            case _:
                segments += part
    return tuple(segments)


def to_string(text: Iterable[Segment]) -> str:
    """A text as a line of characters."""
    made = ""
    for segment in text:
        close = not made or made.endswith(OPENING) or segment.text[:1] in CLOSING
        made += segment.text if close else f" {segment.text}"
    return made


def capitalize(text: Text) -> Text:
    """A text that begins with a capital letter."""
    if not text:
        return text
    first, *rest = text
    return (first._replace(text=first.text[:1].upper() + first.text[1:]), *rest)


def list_texts(texts: Sequence[Text], word: str = "and") -> Text:
    """Texts as a list: ``X, Y and Z``."""
    if not texts:
        return ()
    *before, last = texts
    if not before:
        return last
    first, *others = before
    return say(first, *[part for text in others for part in (",", text)], word, last)


def with_a(text: Text) -> Text:
    """A text with ``a`` or ``an`` before it."""
    return say(with_article(to_string(text)).split(" ")[0], text)


def with_comma(texts: Iterable[Text]) -> Text:
    """Texts with a comma after each."""
    return tuple(part for text in texts if text for part in say(text, ","))


def word_number(n: int) -> Segment:
    """A plain number."""
    return Segment(str(n), "number", str(n))
