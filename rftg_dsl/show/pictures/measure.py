"""Text widths, relative to the font size, from the letters that are drawn."""

from __future__ import annotations

from functools import lru_cache

from rftg_dsl.show.pictures.letters import UNITS, USUAL, Face, letters_of

ASCENT, DESCENT = 0.72, 0.21
"""The heights of letters above and below the baseline, relative to the font size."""


@lru_cache(maxsize=50_000)
def measure_text(text: str, bold: bool = False, face: Face = USUAL) -> float:
    return sum(letter.advance for letter in letters_of(text, bold, face)) / UNITS


def width_of_space() -> float:
    return measure_text(" ")
