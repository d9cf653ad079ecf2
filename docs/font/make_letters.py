"""Writes the letters of pictures from the font files in a folder: ``make font``.

The letters have the shapes and widths of Liberation Sans, Regular and Bold, which is under the SIL Open Font License.
They are a modified version of the font, so that licence forbids calling them by a name reserved for it.

There is a line for each character: its code, then its width and its outline, in Regular and in Bold. Lengths are in
thousandths of the font size, and outlines begin on the baseline, with *y* downwards.
"""

from __future__ import annotations

import gzip
import sys
from collections.abc import Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import Any

from fontTools.pens.recordingPen import DecomposingRecordingPen
from fontTools.ttLib import TTFont

UNITS = 1000
OUT = Path(__file__).parents[2] / "rftg_dsl" / "show" / "pictures" / "letters.txt.gz"
MISSING = 0
"""The code of the box that is drawn for a character without a letter of its own."""

Point = tuple[float, float]


class Face:
    """One weight of the font."""

    def __init__(self, path: Path) -> None:
        font = TTFont(path)
        if "SIL Open Font License" not in font["name"].getDebugName(13):
            # Version 1 of these fonts is under the GPL.
            raise SystemExit(f"{path} is not under the SIL Open Font License")
        self.glyphs, self.scale = font.getGlyphSet(), UNITS / font["head"].unitsPerEm
        self.names = {MISSING: ".notdef"} | {code: name for code, name in font.getBestCmap().items() if code >= 32}

    def write_letter(self, code: int) -> str:
        glyph = self.glyphs[self.names[code]]
        pen = DecomposingRecordingPen(self.glyphs)
        glyph.draw(pen)
        return f"{round(glyph.width * self.scale)}\t{''.join(write_outline(pen.value, self.scale))}"


def write_outline(segments: Sequence[tuple[str, Sequence[Any]]], scale: float) -> Iterator[str]:
    """Write an outline with relative commands, which are the shortest."""
    at = begun = (0.0, 0.0)
    for sort, points in segments:
        places = [(round(x * scale), -round(y * scale)) for x, y in filter(None, points)]
        match sort:
            case "moveTo":
                begun = places[0]
                yield write_command("m", at, begun)
                at = begun
            case "lineTo":
                yield write_line(at, places[0])
                at = places[0]
            case "qCurveTo":
                if points[-1] is None:  # a closed curve without any point on it
                    begun = halfway(places[-1], places[0])
                    yield write_command("m", at, begun)
                    at = begun
                    places.append(begun)
                yield from write_curves(at, places)
                at = places[-1]
            case _:
                yield "z"
                at = begun


def write_line(at: Point, end: Point) -> str:
    if at[1] == end[1]:
        return f"h{format_number(end[0] - at[0])}"
    if at[0] == end[0]:
        return f"v{format_number(end[1] - at[1])}"
    return write_command("l", at, end)


def write_curves(at: Point, places: Sequence[Point]) -> Iterator[str]:
    """Write a chain of curves from its control points and its end; each curve mirrors the control point before it."""
    *bends, last = places
    ends = [*(halfway(*pair) for pair in pairwise(bends)), last]
    yield write_command("q", at, bends[0], ends[0])
    for here, there in pairwise(ends):
        yield write_command("t", here, there)


def halfway(here: Point, there: Point) -> Point:
    return (here[0] + there[0]) / 2, (here[1] + there[1]) / 2


def write_command(name: str, at: Point, *points: Point) -> str:
    numbers = [format_number(to - by) for point in points for to, by in zip(point, at, strict=True)]
    return name + "".join(f" {text}" if nth and text[0] != "-" else text for nth, text in enumerate(numbers))


def format_number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def main(folder: Path) -> None:
    """Write the letters, compressed; the same font gives the same text."""
    plain, bold = (Face(folder / f"LiberationSans-{weight}.ttf") for weight in ("Regular", "Bold"))
    lines = [
        f"{code:x}\t{plain.write_letter(code)}\t{bold.write_letter(code)}\n"
        for code in sorted(plain.names.keys() & bold.names.keys())
    ]
    OUT.write_bytes(gzip.compress("".join(lines).encode("ascii"), mtime=0))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
