"""Lines of text as outlines."""

from __future__ import annotations

from collections.abc import Iterator

from rftg_dsl.show.pictures.display import Path, Words
from rftg_dsl.show.pictures.letters import UNITS, Letter, letters_of
from rftg_dsl.show.pictures.measure import measure_text


def trace_words(words: Words) -> Path:
    """Return the outline of a line of text, as a single path."""
    d = "".join(f"M{at} 0{letter.path}" for at, letter in place_letters(words))
    return Path(d, left_edge_of(words), words.y, words.size / UNITS, words.fill, rule="nonzero")


def left_edge_of(words: Words) -> float:
    """Return the position of the line's left edge, in millimetres."""
    if words.anchor == "start":
        return words.x
    width = measure_text(words.text, words.bold, words.face) * words.size
    return words.x - width / 2 if words.anchor == "middle" else words.x - width


def place_letters(words: Words) -> Iterator[tuple[int, Letter]]:
    """Yield each letter that has an outline, with its distance from the line's left edge in thousandths of its size."""
    at = 0
    for letter in letters_of(words.text, words.bold, words.face):
        if letter.path:
            yield at, letter
        at += letter.advance
