"""The letters of pictures: the widths and outlines of an open font, so that text looks the same in every viewer.

The font is Liberation Sans, which has the metrics of Helvetica. ``make font`` writes the data, and its licence is in
``letters.LICENSE.txt``. Lengths are in thousandths of the font size.
"""

from __future__ import annotations

import gzip
import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

UNITS = 1000
"""The font size, in units of outlines and advances."""
MISSING = "\0"
"""The key of the box that is drawn for a character without a letter."""
HEBREW = re.compile(r"[\u0591-\u05f4\ufb1d-\ufb4f]+(?: +[\u0591-\u05f4\ufb1d-\ufb4f]+)*")


class Letter(NamedTuple):
    """A character in one weight."""

    character: str
    bold: bool
    advance: int
    """The distance to the next letter."""
    path: str
    """The outline in relative SVG path notation, from a point on the baseline; filled by the nonzero rule."""


class Face:
    """The usual font, or one that takes its place where it has a letter."""

    def find_letter(self, character: str, bold: bool) -> Letter | None:
        """Return a character's letter in another font; None if there is none."""
        return None


USUAL = Face()


def letters_of(text: str, bold: bool = False, face: Face = USUAL) -> Iterator[Letter]:
    """Yield the letters of a line of text from left to right, with letters and accents combined where possible."""
    composed = unicodedata.normalize("NFC", text)
    for character in HEBREW.sub(lambda run: run[0][::-1], composed):
        yield face.find_letter(character, bold) or letter_for(character, bold)


@lru_cache(maxsize=10_000)
def letter_for(character: str, bold: bool) -> Letter:
    """Return a character's letter; a visible box if the font lacks the character."""
    lines = load_letters()
    fields = (lines.get(character) or lines[MISSING]).split("\t")
    advance, path = fields[2:] if bold else fields[:2]
    return Letter(character if character in lines else MISSING, bold, int(advance), path)


@cache
def load_letters() -> Mapping[str, str]:
    """Return each character's advance and path, in regular and in bold, separated by tabs."""
    text = gzip.decompress(files(__package__).joinpath("letters.txt.gz").read_bytes()).decode("ascii")
    parts = (line.partition("\t") for line in text.splitlines())
    return {chr(int(code, 16)): letters for code, _, letters in parts}
