"""Errors: diagnostics in content files, content that is rejected, and input that cannot be used at all."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from enum import StrEnum
from typing import Any

from attrs import frozen

from rftg_dsl.base.source import Span
from rftg_dsl.base.spelling import fold, look_of


class Severity(StrEnum):
    """An error makes content unplayable; a warning does not. A lint is legal, but probably not meant."""

    ERROR = "error"
    WARNING = "warning"
    LINT = "lint"


@frozen
class Edit:
    """A replacement for a range of a file."""

    at: Span
    text: str


@frozen
class Diagnostic:
    """One mistake in an author's content. Programs rely on ``code``; ``message`` is for people."""

    code: str
    at: Span
    message: str
    hint: str = ""
    severity: Severity = Severity.ERROR
    fix: tuple[Edit, ...] = ()
    """Edits that are certain to fix the mistake, all in the same file; empty if no fix is certain."""

    def as_plain(self) -> dict[str, Any]:
        """The diagnostic for machine-readable reports."""
        fix = [{**edit.at.as_plain(), "text": edit.text} for edit in self.fix]
        place = {"file": self.at.file, **self.at.as_plain()}
        told = {"message": self.message, "hint": self.hint, "fix": fix}
        return {"code": self.code, "severity": str(self.severity), **place, **told}


class Error(Exception):
    """The base of all exceptions that the API documents."""


class ContentError(Error):
    """Content that cannot be used, with every diagnostic found."""

    def __init__(self, diagnostics: list[Diagnostic]) -> None:
        super().__init__(diagnostics)
        self.diagnostics = diagnostics

    def __str__(self) -> str:
        first = self.diagnostics[0]
        return f"{first.at}: {first.message}"


class UsageError(Error):
    """Something that cannot be used at all, with a hint for the user."""

    def __init__(self, message: str, hint: str, code: str) -> None:
        super().__init__(message, hint, code)  # all three: unpickling in another process calls the class with them
        self.message = message
        self.hint = hint
        self.code = code

    def __str__(self) -> str:
        return self.message


def find_nearest(word: str, known: Iterable[str]) -> str:
    """The closest known word that does not look the same; empty if none is close. Long words need a closer match."""
    cutoff = 0.6 if len(word) <= SHORT else 0.72
    others = sorted(other for other in set(known) if look_of(other) != look_of(word))
    # A word that differs only in case, accents or quotes beats any other near match.
    meant = [other for other in others if fold(other) == fold(word)]
    return next(iter(meant or get_close_matches(word, others, n=1, cutoff=cutoff)), "")


SHORT = 4
"""Maximum length of a word for which one wrong letter in three still counts as close."""


def slip_of(word: str, known: Iterable[str]) -> str:
    """The only known word that is a single slip away; empty if there is none, or more than one.

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
"""Minimum length of a word that can contain a slip; shorter words are one letter away from too many others."""


def suggest_nearest(word: str, known: Iterable[str]) -> str:
    """A hint with the closest known word; empty if none is close.

    A known word that looks the same is not suggested, because no one would see the difference.
    """
    known = list(known)
    if any(other != word and look_of(other) == look_of(word) for other in known):
        return "retype it: it has invisible or look-alike characters"
    nearest = find_nearest(word, known)
    return f"did you mean {nearest!r}?" if nearest else ""


def suggest_known(word: str, known: Collection[str], label: str = "known") -> str:
    """A hint with the closest known word, or with all of them after ``label`` if none is close."""
    return suggest_nearest(word, known) or f"{label}: {', '.join(known) or 'none'}"


def one_of(names: list[str]) -> str:
    """Join names in words: ``X, Y or Z``."""
    return " or ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def with_article(noun: str) -> str:
    """Put ``a`` or ``an`` before a noun: ``a tile``, ``an explorer``."""
    # "Unit", "user", "European" and "one" begin with the sound of a consonant; "uninhabited" does not.
    vowel = re.match(r"(?!uni(?!n)|use|eu|one\b)[aeiou]", noun.lower())
    return f"{'an' if vowel else 'a'} {noun}"
