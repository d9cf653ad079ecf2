"""A lint rule for quoted characters that are invisible or look like a plain space."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator
from itertools import islice
from unicodedata import category, name

from rftg_dsl.base.diagnostic import Diagnostic, Edit, Severity
from rftg_dsl.base.source import Source, Span
from rftg_dsl.base.spelling import is_unseen
from rftg_dsl.syntax.bounds import MISTAKES

QUOTED = re.compile(r'"[^"\n]*"')
JOINERS = "\u200c\u200d"
"""The joiners that some scripts and emoji need."""
PICTURE = "\ufe0f"
"""The variation selector that turns a symbol into an emoji."""


def find_unseen_characters(sources: Iterable[Source], files: Collection[str]) -> Iterator[Diagnostic]:
    for source in sources:
        if source.label in files and not source.text.isascii():
            yield from islice(unseen_in(source), MISTAKES)


def unseen_in(source: Source) -> Iterator[Diagnostic]:
    for quoted in QUOTED.finditer(source.text):
        for offset in range(quoted.start() + 1, quoted.end() - 1):
            character = source.text[offset]
            is_blank = category(character) == "Zs" and character != " "
            if is_blank or (is_unseen(character) and not is_needed(source.text, offset)):
                at = Span(source, offset, offset + 1)
                called = name(character, "a character without a name").lower()
                looks = "looks like a plain space" if is_blank else "cannot be seen"
                message = f"U+{ord(character):04X} ({called}) {looks}"
                fix = Edit(at, " " if is_blank else "")
                hint = "use a plain space" if is_blank else "remove it"
                yield Diagnostic("unseen-character", at, message, hint, Severity.LINT, (fix,))


def is_needed(text: str, offset: int) -> bool:
    """Whether an invisible character is legitimate, as it can be in emoji and in scripts without capitals."""
    character, before = text[offset], text[offset - 1]
    after_picture = category(before) in ("So", "Sk") or before == PICTURE
    return (character in JOINERS and (after_picture or category(before) in ("Lo", "Mn", "Mc"))) or (
        character == PICTURE and after_picture
    )
