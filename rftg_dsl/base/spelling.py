"""Matches names as people type them: with different quotes, dashes, case or Unicode normal form, or without accents.

``fold`` maps all spellings of a name to the same string; ``find_names`` looks up a name as typed. The browser has its
own implementation of folding (``show/browser/static/folding.js``), and a test checks that the two agree on all printed
names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from unicodedata import category, normalize

LETTERS = {
    "æ": "ae",
    "œ": "oe",
    "ø": "o",
    "đ": "d",
    "ð": "d",
    "ł": "l",
    "þ": "th",
    "ħ": "h",
    "ŋ": "n",
    "ı": "i",
}
"""Letters that Unicode does not decompose, each with the letters that people type instead."""

QUOTES = frozenset("'\"`´ʹʻʼʽˈ′″‘’‚‛“”„‟‹›«»")

DASHES = frozenset("-−~_")
"""Dashes, and characters that people type instead of dashes."""

FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")


SELECTORS = re.compile("[\u034f\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that only select a variant of the character before them, or join the characters around them."""


@lru_cache(maxsize=20_000)
def fold(text: str) -> str:
    """Reduce text to lower-case letters, digits and symbols, with a single space for each run of spaces and
    punctuation.

    Accents, quotes and invisible characters are dropped. The result is empty if nothing is left.
    """
    parts = [fold_character(character) for character in normalize("NFKD", text)]
    return " ".join("".join(parts).split())


def fold_character(character: str) -> str:
    kind = category(character)
    if kind[0] == "M" or kind == "Cf" or character in FILLERS or character in QUOTES:
        return ""
    if kind[0] in "PZ" or character in DASHES or character.isspace():
        return " "
    # ``upper`` comes first, because it turns "ß" into "SS" and merges the two forms of sigma.
    return "".join(LETTERS.get(letter, letter) for letter in character.upper().lower())


@lru_cache(maxsize=20_000)
def look_of(text: str) -> str:
    """Reduce text to its visible features: one normal form, one kind of quote, dash and space, no invisible characters.

    Two names with the same look would be read as the same name.
    """
    shown = (look_of_character(character) for character in normalize("NFKC", text))
    return " ".join("".join(shown).split())


def look_of_character(character: str) -> str:
    if is_unseen(character):
        return ""
    if category(character) == "Pd" or character == "−":
        return "-"
    return "'" if character in QUOTES else character


def is_unseen(character: str) -> bool:
    """Whether a character renders as nothing, not even a space, as do joiners, soft hyphens, selectors, tags and
    fillers."""
    return (
        character in FILLERS
        or SELECTORS.fullmatch(character) is not None
        or category(character) in ("Cf", "Cc", "Co", "Cs", "Cn")
    )


def is_visible(character: str) -> bool:
    return character.isprintable() and not is_unseen(character)


def escape_unseen(text: str) -> str:
    """Escape invisible characters in JSON, so that none can move the cursor or hide text."""
    return SPECIAL.sub(lambda match: match[0] if is_visible(match[0]) else escape(match[0]), text)


SPECIAL = re.compile(r"[^\x20-\x7e\n]")
"""Matches characters that may need escaping. Line feeds do not, because they separate the parts of JSON output."""


def escape(character: str) -> str:
    """The JSON escape sequence for a character; for one outside the basic multilingual plane, a surrogate pair."""
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def find_names(typed: str, names: Iterable[str]) -> list[str]:
    """The names that ``typed`` can mean, without duplicates: only the exact match, or else all names with the same
    fold."""
    known = list(dict.fromkeys(names))
    exact = normalize("NFC", typed)
    if same := [name for name in known if name in (typed, exact)]:
        return same[:1]
    folded = fold(typed)
    # An empty fold would match every name without letters.
    return [name for name in known if folded and fold(name) == folded]
