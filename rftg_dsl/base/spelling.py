"""Names as people type them: with another quote, dash or case, without an accent, in another normal form of Unicode.

``fold`` is what two spellings of one name have in common; ``find_names`` looks a typed name up. The browser folds
in the same way (``show/browser/static/folding.js``), and a test compares the two over all printed names.
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
"""Letters that people type in another way, and that Unicode does not take apart."""

QUOTES = frozenset("'\"`´ʹʻʼʽˈ′″‘’‚‛“”„‟‹›«»")
"""Apostrophes and quotes, which may be left out."""

DASHES = frozenset("-−~_")
"""Dashes that Unicode does not call punctuation, and what stands for one."""

FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
"""Letters and symbols that show nothing."""


SELECTORS = re.compile("[\u034f\u17b4\u17b5\u180b-\u180d\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef]")
"""Marks that only choose the form of the character before them, or join their neighbours."""


@lru_cache(maxsize=20_000)
def fold(text: str) -> str:
    """The letters, digits and symbols of a text in small letters, with a blank for each run of anything else between.

    Accents, quotes and characters that cannot be seen are left out. Empty if there is nothing else.
    """
    parts = [fold_character(character) for character in normalize("NFKD", text)]
    return " ".join("".join(parts).split())


def fold_character(character: str) -> str:
    """A character of a text in compatibility decomposition, folded."""
    kind = category(character)
    if kind[0] == "M" or kind == "Cf" or character in FILLERS or character in QUOTES:
        return ""
    if kind[0] in "PZ" or character in DASHES or character.isspace():
        return " "
    return "".join(LETTERS.get(letter, letter) for letter in character.upper().lower())


@lru_cache(maxsize=20_000)
def look_of(text: str) -> str:
    """A text without what readers cannot see: normal form, quotes, kinds of blanks, and hidden characters.

    Two names with one look would be read as the same name.
    """
    shown = (look_of_character(character) for character in normalize("NFKC", text))
    return " ".join("".join(shown).split())


def look_of_character(character: str) -> str:
    """A character as a reader sees it."""
    if is_unseen(character):
        return ""
    if category(character) == "Pd" or character == "−":
        return "-"
    return "'" if character in QUOTES else character


def is_unseen(character: str) -> bool:
    """Whether a character shows nothing, not even a blank: joiners, soft hyphens, selectors, tags, fillers."""
    return (
        character in FILLERS
        or SELECTORS.fullmatch(character) is not None
        or category(character) in ("Cf", "Cc", "Co", "Cs", "Cn")
    )


def is_visible(character: str) -> bool:
    """Whether a reader sees a character, or a plain blank in its place."""
    return character.isprintable() and not is_unseen(character)


def escape_unseen(text: str) -> str:
    """JSON with an escape for each character that cannot be seen, so that none moves the cursor or hides something."""
    return SPECIAL.sub(lambda match: match[0] if is_visible(match[0]) else escape(match[0]), text)


SPECIAL = re.compile(r"[^\x20-\x7e\n]")
"""The characters that can be unseen; line ends separate the parts of JSON."""


def escape(character: str) -> str:
    """A character as JSON escapes it."""
    units = character.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def find_names(typed: str, names: Iterable[str]) -> list[str]:
    """The names that a typed one can mean: that name itself, or else all that fold to the same; each once."""
    known = list(dict.fromkeys(names))
    exact = normalize("NFC", typed)
    if same := [name for name in known if name in (typed, exact)]:
        return same[:1]
    folded = fold(typed)
    return [name for name in known if folded and fold(name) == folded]
