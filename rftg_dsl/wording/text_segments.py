"""Text divided into segments: plain words, and amounts and things that a picture can show as symbols."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, NamedTuple

from rftg_dsl.base.diagnostic import with_article

Sort = Literal["text", "number", "counter", "thing", "value", "place", "phase", "name"]
"""The kind of segment: plain text, an amount, a counter, a piece or stock, an adjective for a piece or stock, a place,
a phase, or a printed name."""


class Segment(NamedTuple):
    """A piece of text with a single meaning."""

    text: str
    sort: Sort = "text"
    word: str = ""
    """The word of the language that the segment stands for; for an amount of money, the counter's name."""


Text = tuple[Segment, ...]
"""Segments that are joined by spaces, except around punctuation."""
Part = str | Segment | Sequence[Segment]

CLOSING, OPENING = frozenset(",.;:)"), "("
"""No space is written before a closing mark or after an opening one."""


def say(*parts: Part) -> Text:
    """Concatenate parts, leaving out empty ones."""
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
    """Join segments into a plain string."""
    made = ""
    for segment in text:
        close = not made or made.endswith(OPENING) or segment.text[:1] in CLOSING
        made += segment.text if close else f" {segment.text}"
    return made


def capitalize(text: Text) -> Text:
    """Capitalize the first letter of a text."""
    if not text:
        return text
    first, *rest = text
    return (first._replace(text=first.text[:1].upper() + first.text[1:]), *rest)


def list_texts(texts: Sequence[Text], word: str = "and") -> Text:
    """Join texts as in ``X, Y and Z``, with ``word`` as the conjunction."""
    if not texts:
        return ()
    *before, last = texts
    if not before:
        return last
    first, *others = before
    return say(first, *[part for text in others for part in (",", text)], word, last)


def with_a(text: Text) -> Text:
    """Put ``a`` or ``an`` before a text, whichever suits its first word."""
    return say(with_article(to_string(text)).split(" ")[0], text)


def with_comma(texts: Iterable[Text]) -> Text:
    """Concatenate the texts that are not empty, with a comma after each of them."""
    return tuple(part for text in texts if text for part in say(text, ","))


def word_number(n: int) -> Segment:
    """An amount, as a segment that a picture can show as a symbol."""
    return Segment(str(n), "number", str(n))
