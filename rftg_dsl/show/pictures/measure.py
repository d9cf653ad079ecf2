"""Text widths in Helvetica, whose metrics Liberation Sans and Arimo share, in thousandths of the font size."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

FIRST = 32
"""The code of the first character in the width tables; the last character is ``~``."""

PLAIN = tuple(
    map(
        int,
        (
            "278 278 355 556 556 889 667 191 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 "
            "278 278 584 584 584 556 1015 667 667 722 722 667 611 778 722 278 500 667 556 833 722 778 667 778 722 667 "
            "611 722 667 944 667 667 611 278 278 278 469 556 333 556 556 500 556 556 278 556 556 222 222 500 222 833 "
            "556 556 556 556 333 500 278 556 500 722 500 500 500 334 260 334 584 "
        ).split(),
    )
)
BOLD = tuple(
    map(
        int,
        (
            "278 333 474 556 556 889 722 238 333 333 389 584 278 333 278 278 556 556 556 556 556 556 556 556 556 556 "
            "333 333 584 584 584 611 975 722 722 722 722 667 611 778 722 278 556 722 611 833 722 778 667 778 722 667 "
            "611 722 667 944 667 667 611 333 278 333 584 556 333 556 611 556 611 556 333 611 611 278 278 556 278 889 "
            "611 611 611 611 389 556 333 611 556 778 556 556 500 389 280 389 584 "
        ).split(),
    )
)

OTHERS = {"–": 556, "—": 1000, "‘": 222, "’": 222, "“": 333, "”": 333, "…": 1000, "•": 350, "×": 584}
WIDE = 1000
"""The width assumed for a wide character that is not in the tables, such as a Chinese one; an upper bound."""
UPPER = 850

ASCENT, DESCENT = 0.72, 0.21
"""The heights of letters above and below the baseline, relative to the font size."""


@lru_cache(maxsize=50_000)
def measure_text(text: str, bold: bool = False) -> float:
    table = BOLD if bold else PLAIN
    return sum(measure_character(character, table) for character in text) / 1000


def measure_character(character: str, table: tuple[int, ...]) -> int:
    """Return a character's width in thousandths of the font size; accents add no width."""
    if 0 <= (nth := ord(character) - FIRST) < len(table):
        return table[nth]
    if character in OTHERS:
        return OTHERS[character]
    base = unicodedata.normalize("NFD", character)[0]
    if base != character and 0 <= (nth := ord(base) - FIRST) < len(table):
        return table[nth]
    if unicodedata.combining(character):
        return 0
    return WIDE if unicodedata.east_asian_width(character) in "WF" else UPPER
