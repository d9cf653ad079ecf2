"""Reads TrueType fonts: the widths and outlines of single characters, in time that the size of the file bounds.

A library for fonts unpacks whole tables, which can be made to unpack to far more than the file. Here a table is looked
up where it lies, and a glyph is read when it is drawn.
"""

from __future__ import annotations

import struct
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any, NamedTuple

TRUETYPE = (b"\0\1\0\0", b"true")
TABLES = 64
COMPONENTS, NESTED, POINTS = 64, 6, 10_000
"""The most components of a glyph, levels of them, and points."""
MAPS = ((3, 10), (0, 6), (0, 4), (3, 1), (0, 3))
"""The platforms and encodings of Unicode, the fullest first."""
ON, SHORT_X, SHORT_Y, REPEAT, SAME_X, SAME_Y = 1, 2, 4, 8, 16, 32
"""The flags of a point."""
WORDS, OFFSETS, SCALE, MORE, SCALES, MATRIX = 1, 2, 8, 32, 64, 128
"""The flags of a component."""


class FontError(Exception):
    """Raised for a file that is not a TrueType font, or is damaged."""

    def __init__(self, message: str, hint: str = "use a TrueType font, whose name ends in .ttf") -> None:
        super().__init__(message)
        self.message, self.hint = message, hint


class Point(NamedTuple):
    """A point of a contour, in units of the font, with *y* upwards; ``on`` the curve, or else a control point."""

    x: float
    y: float
    on: bool


Contour = Sequence[Point]


class TrueType:
    """A font."""

    def __init__(self, raw: bytes) -> None:
        """Raise ``FontError`` if the file is not a font with all its tables."""
        if not raw.startswith(TRUETYPE):
            raise FontError("this file is not a TrueType font")
        self.raw = raw
        self.tables = dict(self.list_tables())
        missing = {"head", "maxp", "hhea", "hmtx", "loca", "glyf", "cmap"} - self.tables.keys()
        if missing:
            raise FontError(f"this font has no table {min(missing)!r}")
        (self.units,) = self.unpack(">H", "head", 18)
        (self.long_offsets,) = self.unpack(">h", "head", 50)
        (self.glyphs,) = self.unpack(">H", "maxp", 4)
        (self.metrics,) = self.unpack(">H", "hhea", 34)
        if not 16 <= self.units <= 16_384 or not self.metrics or not self.codes:
            raise FontError("this font is damaged")

    def list_tables(self) -> Iterator[tuple[str, bytes]]:
        (many,) = self.unpack_from(">H", self.raw, 4)
        for nth in range(min(many, TABLES)):
            name, _, start, size = self.unpack_from(">4sIII", self.raw, 12 + nth * 16)
            if start + size > len(self.raw):
                raise FontError("this font is incomplete")
            yield name.decode("latin-1"), self.raw[start : start + size]

    def unpack(self, form: str, table: str, at: int) -> tuple[int, ...]:
        return self.unpack_from(form, self.tables[table], at)

    @staticmethod
    def unpack_from(form: str, raw: bytes, at: int) -> tuple[Any, ...]:
        try:
            return struct.unpack_from(form, raw, at)
        except struct.error:
            raise FontError("this font is incomplete") from None

    # -- characters ------------------------------------------------------------------------------------------------

    @cached_property
    def codes(self) -> bytes:
        """The table that maps characters to glyphs."""
        raw = self.tables["cmap"]
        (many,) = self.unpack_from(">H", raw, 2)
        offsets: dict[tuple[int, int], int] = {}
        for nth in range(min(many, TABLES)):
            platform, encoding, offset = self.unpack_from(">HHI", raw, 4 + nth * 8)
            offsets[platform, encoding] = offset
        for wanted in MAPS:
            table = raw[offsets[wanted] :] if wanted in offsets else b""
            if table[:2] in (b"\0\4", b"\0\x0c"):
                return table
        raise FontError("this font has no table of Unicode characters")

    @cached_property
    def ends(self) -> Sequence[int]:
        """The last characters of the ranges in a table of format 4."""
        (double,) = self.unpack_from(">H", self.codes, 6)
        return self.unpack_from(f">{double // 2}H", self.codes, 14)

    @cached_property
    def groups(self) -> Sequence[tuple[int, int, int]]:
        """The ranges in a table of format 12: the first and the last character, and the first glyph."""
        (many,) = self.unpack_from(">I", self.codes, 12)
        part = self.codes[16 : 16 + many * 12]
        return [*struct.iter_unpack(">III", part[: len(part) // 12 * 12])]

    def glyph_of(self, code: int) -> int:
        """The glyph of a character; 0 if the font has none."""
        glyph = self.find_in_groups(code) if self.codes[1] == 12 else self.find_in_ranges(code)
        return glyph if glyph < self.glyphs else 0

    def find_in_groups(self, code: int) -> int:
        nth = bisect_right(self.groups, code, key=lambda group: group[0]) - 1
        if nth < 0 or code > self.groups[nth][1]:
            return 0
        return self.groups[nth][2] + code - self.groups[nth][0]

    def find_in_ranges(self, code: int) -> int:
        many, nth = len(self.ends), bisect_left(self.ends, code)
        if nth == many:
            return 0
        at = 16 + 2 * (many + nth)
        (start,) = self.unpack_from(">H", self.codes, at)
        (delta,) = self.unpack_from(">H", self.codes, at + 2 * many)
        (offset,) = self.unpack_from(">H", self.codes, at + 4 * many)
        if code < start:
            return 0
        if not offset:
            return int(code + delta) % 65_536
        (glyph,) = self.unpack_from(">H", self.codes, at + 4 * many + offset + 2 * (code - start))
        return int(glyph + delta) % 65_536 if glyph else 0

    # -- glyphs ----------------------------------------------------------------------------------------------------

    def advance_of(self, glyph: int) -> int:
        """The distance from a glyph to the next."""
        (advance,) = self.unpack(">H", "hmtx", 4 * min(glyph, self.metrics - 1))
        return advance

    def contours_of(self, glyph: int) -> list[Contour]:
        """The contours of a glyph. Raise ``FontError`` if it is damaged, or has too many parts."""
        return Outliner(self).read_glyph(glyph, 0)

    def read_raw_glyph(self, glyph: int) -> bytes:
        form, size = (">II", 4) if self.long_offsets else (">HH", 2)
        start, end = self.unpack(form, "loca", glyph * size)
        unit = 1 if self.long_offsets else 2
        return self.tables["glyf"][start * unit : end * unit]


class Outliner:
    """Reads one glyph with its components, of which there is a limited number."""

    def __init__(self, font: TrueType) -> None:
        self.font = font
        self.components = self.points = 0

    def read_glyph(self, glyph: int, depth: int) -> list[Contour]:
        raw = self.font.read_raw_glyph(glyph) if glyph < self.font.glyphs else b""
        if not raw:
            return []
        (many,) = self.font.unpack_from(">h", raw, 0)
        if many >= 0:
            return list(self.read_simple(raw, many))
        if depth == NESTED:
            raise FontError("a letter of this font has too many parts")
        return [contour for part in self.list_components(raw, depth) for contour in part]

    def read_simple(self, raw: bytes, many: int) -> Iterator[Contour]:
        unpack = self.font.unpack_from
        ends = unpack(f">{many}H", raw, 10)
        total = ends[-1] + 1 if ends else 0
        self.points += total
        if self.points > POINTS or [*ends] != sorted(ends):
            raise FontError("a letter of this font has too many points")
        (skipped,) = unpack(">H", raw, 10 + 2 * many)
        flags, at = self.read_flags(raw, 12 + 2 * many + skipped, total)
        across, at = self.read_distances(raw, at, flags, SHORT_X, SAME_X)
        down, _ = self.read_distances(raw, at, flags, SHORT_Y, SAME_Y)
        points = [Point(x, y, bool(flag & ON)) for x, y, flag in zip(across, down, flags, strict=True)]
        for first, last in zip((0, *(end + 1 for end in ends)), ends, strict=False):
            yield points[first : last + 1]

    def read_flags(self, raw: bytes, at: int, total: int) -> tuple[list[int], int]:
        flags: list[int] = []
        while len(flags) < total:
            (flag,) = self.font.unpack_from(">B", raw, at)
            at += 1
            flags.append(flag)
            if flag & REPEAT:
                (again,) = self.font.unpack_from(">B", raw, at)
                at += 1
                flags += [flag] * again
        return flags[:total], at

    def read_distances(self, raw: bytes, at: int, flags: Sequence[int], short: int, same: int) -> tuple[list[int], int]:
        """Read the distances between points in one direction, and return the positions."""
        position, positions = 0, []
        for flag in flags:
            if flag & short:
                (by,) = self.font.unpack_from(">B", raw, at)
                position += by if flag & same else -by
                at += 1
            elif not flag & same:
                position += self.font.unpack_from(">h", raw, at)[0]
                at += 2
            positions.append(position)
        return positions, at

    def list_components(self, raw: bytes, depth: int) -> Iterator[list[Contour]]:
        unpack, at, flags = self.font.unpack_from, 10, MORE
        while flags & MORE:
            self.components += 1
            if self.components > COMPONENTS:
                raise FontError("a letter of this font has too many parts")
            flags, glyph = unpack(">HH", raw, at)
            form = (">hh" if flags & WORDS else ">bb") if flags & OFFSETS else ""
            # Without offsets, the numbers are points to be aligned, which hardly any font uses.
            by = unpack(form, raw, at + 4) if form else (0, 0)
            at += 8 if flags & WORDS else 6
            scales = 1 if flags & SCALE else 2 if flags & SCALES else 4 if flags & MATRIX else 0
            numbers = [number / 16_384 for number in unpack(f">{scales}h", raw, at)]
            at += 2 * scales
            a, b, c, d = expand_matrix(numbers)
            yield [
                [Point(a * x + c * y + by[0], b * x + d * y + by[1], on) for x, y, on in contour]
                for contour in self.read_glyph(glyph, depth + 1)
            ]


def expand_matrix(numbers: Sequence[float]) -> tuple[float, float, float, float]:
    match numbers:
        case [scale]:
            return scale, 0, 0, scale
        case [across, down]:
            return across, 0, 0, down
        case [a, b, c, d]:
            return a, b, c, d
    return 1, 0, 0, 1
