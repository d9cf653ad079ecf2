"""Diagnostics for mistakes in content, and exceptions for content and other input that cannot be used."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from difflib import get_close_matches
from enum import StrEnum
from typing import Any

from attrs import frozen

from rftg_dsl.base.source import Span
from rftg_dsl.base.spelling import fold, look_of


class Severity(StrEnum):
    """Severity of a diagnostic: an error makes the content unplayable, but a warning does not.

    A lint flags content that is legal but probably not what its author meant.
    """

    ERROR = "error"
    WARNING = "warning"
    LINT = "lint"


@frozen
class Edit:
    """A text edit: a range in a file, and the text that replaces it."""

    at: Span
    text: str


@frozen
class Diagnostic:
    """A mistake in an author's content. Programs rely on ``code``; ``message`` is for people."""

    code: str
    at: Span
    message: str
    hint: str = ""
    severity: Severity = Severity.ERROR
    fix: tuple[Edit, ...] = ()
    """Edits that are certain to fix the mistake, all in the same file; empty if no fix is certain."""
    guess: tuple[Edit, ...] = ()
    """Edits that probably fix the mistake, all in the same file. Editors offer them; nothing else applies them."""

    def as_plain(self) -> dict[str, Any]:
        """The diagnostic as plain data, for machine-readable reports."""
        fix = [{**edit.at.as_plain(), "text": edit.text} for edit in self.fix]
        place = {"file": self.at.file, **self.at.as_plain()}
        told = {"message": self.message, "hint": self.hint, "fix": fix}
        return {"code": self.code, "severity": str(self.severity), **place, **told}


class Error(Exception):
    """Base class of all exceptions that the API documents."""


class ContentError(Error):
    """Raised for content that cannot be used; lists the diagnostics that explain why."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        first = self.diagnostics[0]
        return f"{first.at}: {first.message}"


class LogError(Error):
    """A log that cannot be used."""


class MissingContent(LogError):
    """A log that cannot be judged, because something needed to judge it is missing."""


class UsageError(Error):
    """Raised for input that cannot be used at all; includes a hint for the user."""

    def __init__(self, message: str, hint: str, code: str) -> None:
        super().__init__(message, hint, code)  # pass all three, because unpickling calls the class with them
        self.message = message
        self.hint = hint
        self.code = code

    def __str__(self) -> str:
        return self.message


def find_nearest(word: str, known: Iterable[str]) -> str:
    """The known word that is closest to ``word`` but does not look the same; empty if none is close.

    Long words must match more closely than short ones.
    """
    cutoff = 0.6 if len(word) <= SHORT else 0.72
    others = sorted(other for other in set(known) if look_of(other) != look_of(word))
    # A word that differs only in case, accents or quotes beats any other near match.
    meant = [other for other in others if fold(other) == fold(word)]
    return next(iter(meant or get_close_matches(word, others, n=1, cutoff=cutoff)), "")


SHORT = 4
"""Maximum length of a word for which one wrong letter in three still counts as close."""


def slip_of(word: str, known: Iterable[str]) -> str:
    """The known word that is a single slip away from ``word``; empty if there is none, or more than one.

    A slip is a missing, added or wrong letter, or two swapped letters.
    """
    meant = {other for other in known if is_slip(word, other)}
    return meant.pop() if len(meant) == 1 else ""


def is_slip(word: str, meant: str) -> bool:
    """Whether two words differ by one letter, or by two swapped adjacent letters."""
    shorter = min(len(word), len(meant))
    if shorter < SHORTEST or word == meant:
        return False
    same = next((nth for nth in range(shorter) if word[nth] != meant[nth]), shorter)
    rest, other = word[same:], meant[same:]
    swapped = rest[1::-1] == other[:2] and rest[2:] == other[2:]
    return swapped or rest[1:] == other[1:] or rest[1:] == other or rest == other[1:]


SHORTEST = 3
"""Minimum length of a word that can contain a slip; shorter words are one letter away from too many other words."""


def suggest_nearest(word: str, known: Iterable[str]) -> str:
    """A hint that suggests the closest known word; empty if no known word is close.

    If a known word merely looks the same, the hint is to retype it, because no one would see the difference.
    """
    known = list(known)
    if any(other != word and look_of(other) == look_of(word) for other in known):
        return "retype it: it has invisible or look-alike characters"
    nearest = find_nearest(word, known)
    return f"did you mean {nearest!r}?" if nearest else ""


def suggest_longer(text: str, known: Iterable[str]) -> str:
    """A hint that suggests the known names of which ``text`` is a part; empty if there are none, or too many to list.

    Each word of the text must begin a word of the name. A name that contains another one of them is left out.
    """
    every = dict.fromkeys(name for name in known if does_begin_words(fold(text).split(), fold(name).split()))
    longer = [name for name in every if not any(other in name for other in every if other != name)]
    return f"did you mean {one_of([repr(name) for name in longer])}?" if 0 < len(longer) <= MOST_LONGER else ""


MOST_LONGER = 4
"""Maximum number of longer names that a hint lists."""


def does_begin_words(parts: Sequence[str], words: Sequence[str]) -> bool:
    """Whether each of the parts begins one of the words; False without parts."""
    return bool(parts) and all(any(word.startswith(part) for word in words) for part in parts)


def suggest_known(word: str, known: Collection[str], label: str = "known") -> str:
    """A hint that suggests the closest known word or, if none is close, lists all known words after ``label``."""
    return suggest_nearest(word, known) or f"{label}: {', '.join(known) or 'none'}"


def one_of(names: list[str]) -> str:
    """Join names into a phrase: ``X, Y or Z``."""
    return join_names(names, "or")


def each_of(names: list[str]) -> str:
    """Join names into a phrase: ``X, Y and Z``."""
    return join_names(names, "and")


def join_names(names: list[str], word: str) -> str:
    """Join names with commas and, before the last one, a word."""
    return f" {word} ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def with_article(noun: str) -> str:
    """Put ``a`` or ``an`` before a noun: ``a tile``, ``an explorer``."""
    # "Unit", "user", "European" and "one" begin with a consonant sound; "uninhabited" does not.
    vowel = re.match(r"(?!uni(?!n)|use|eu|one\b)[aeiou]", noun.lower())
    return f"{'an' if vowel else 'a'} {noun}"
