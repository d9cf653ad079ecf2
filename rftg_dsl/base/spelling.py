"""Match names as people type them: with other quotes, dashes or case, without accents, in another Unicode normal form.

``fold`` maps all spellings of a name to one text; ``find_names`` looks up a typed name. The browser folds the same way
(``show/browser/static/folding.js``), and a test compares the two on all printed names.
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
"""Letters that people type differently and that Unicode does not decompose."""

QUOTES = frozenset("'\"`´ʹʻʼʽˈ′″‘’‚‛“”„‟‹›«»")

DASHES = frozenset("-−~_")
"""Dashes, and characters that people type in place of one."""

FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")


SELECTORS = re.compile("[\u034f\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that only select a form of the character before them, or join their neighbours."""


@lru_cache(maxsize=20_000)
def fold(text: str) -> str:
    """Lower-case letters, digits and symbols, with a single space for each run of other characters between them.

    Accents, quotes and invisible characters are dropped. Empty if nothing is left.
    """
    parts = [fold_character(character) for character in normalize("NFKD", text)]
    return " ".join("".join(parts).split())


def fold_character(character: str) -> str:
    kind = category(character)
    if kind[0] == "M" or kind == "Cf" or character in FILLERS or character in QUOTES:
        return ""
    if kind[0] in "PZ" or character in DASHES or character.isspace():
        return " "
    # ``upper`` first: it turns "ß" into "SS", and both forms of sigma into one.
    return "".join(LETTERS.get(letter, letter) for letter in character.upper().lower())


@lru_cache(maxsize=20_000)
def look_of(text: str) -> str:
    """A text reduced to its visible features: one normal form, one kind of quote, dash and space, no hidden characters.

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
    """Whether a character renders as nothing, not even a space: joiners, soft hyphens, selectors, tags, fillers."""
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
"""Candidates for escaping. Line ends are not among them: they separate the parts of JSON output."""


def escape(character: str) -> str:
    """The JSON escape of a character; beyond the basic plane, a surrogate pair."""
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def find_names(typed: str, names: Iterable[str]) -> list[str]:
    """The names that ``typed`` can mean: an exact match alone, otherwise all with the same fold, without duplicates."""
    known = list(dict.fromkeys(names))
    exact = normalize("NFC", typed)
    if same := [name for name in known if name in (typed, exact)]:
        return same[:1]
    folded = fold(typed)
    # An empty fold would match every name without letters.
    return [name for name in known if folded and fold(name) == folded]
