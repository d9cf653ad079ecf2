"""Reads PNG and JPEG files without decoding them, and keeps only the parts that every program draws alike.

What is kept decides every pixel. Colour profiles, animations, comments, and the place and time of a photograph are left
out, so a picture looks the same everywhere and gives nothing away about its author.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Iterator
from struct import Struct
from typing import Literal, NamedTuple

from attrs import field, frozen

from rftg_dsl.base.limits import RASTER_PIXELS, RASTER_SCANS

AGAIN = "save it again as PNG or JPEG, with 8 bits per channel, in RGB or grey"


class RasterError(Exception):
    """Raised for a file that is not a PNG or JPEG, is damaged, or has more pixels than allowed."""

    def __init__(self, message: str, hint: str = AGAIN, code: str = "bad-picture") -> None:
        super().__init__(message)
        self.message, self.hint, self.code = message, hint, code


@frozen
class Raster:
    """An image made of pixels."""

    form: Literal["png", "jpeg"]
    width: int
    height: int
    raw: bytes = field(repr=False)


def read_raster(raw: bytes) -> Raster:
    """Read an image. Raise ``RasterError`` if it is not one, is damaged, or is too large."""
    if raw.startswith(SIGNATURE):
        return read_png(raw)
    if raw.startswith(SOI):
        return read_jpeg(raw)
    hint = "save it as PNG or JPEG" if is_svg(raw) else AGAIN
    raise RasterError("this file is neither a PNG nor a JPEG image", hint)


def is_svg(raw: bytes) -> bool:
    return b"<svg" in raw[:1000].lower()


def check_pixels(width: int, height: int) -> None:
    if not width or not height:
        raise RasterError("this image has no pixels")
    if width * height > RASTER_PIXELS.most:
        message = f"this image is {width:,} by {height:,} pixels"
        raise RasterError(message, f"use at most {RASTER_PIXELS.most:,} pixels", "picture-too-large")


# -- PNG -----------------------------------------------------------------------------------------------------------

SIGNATURE = b"\x89PNG\r\n\x1a\n"
KEPT = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND")
"""The chunks that decide the pixels, in the order in which they come."""
HEAD = Struct(">IIBBBBB")
CHANNELS = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
"""The number of channels by the type of colour; the third is an index into a palette."""
INDEXED = 3
CHUNK = 1_000_000
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2))
"""The seven passes of an interlaced PNG: the first column and row, and the distances between columns and rows."""


class Chunk(NamedTuple):
    """A chunk of a PNG, with its content and all its bytes."""

    name: bytes
    content: bytes
    whole: bytes


def read_png(raw: bytes) -> Raster:
    chunks = [chunk for chunk in list_chunks(raw) if is_kept(chunk)]
    names = list(dict.fromkeys(chunk.name for chunk in chunks))
    several = len(chunks) - sum(chunk.name == b"IDAT" for chunk in chunks) + 1 != len(names)
    if names != [name for name in KEPT if name in names] or not {b"IHDR", b"IDAT"} <= {*names} or several:
        raise RasterError("the parts of this PNG are not in order")
    width, height = check_header(chunks[0].content, b"PLTE" in names)
    check_data((chunk.content for chunk in chunks if chunk.name == b"IDAT"), chunks[0].content)
    return Raster("png", width, height, SIGNATURE + b"".join(chunk.whole for chunk in chunks))


def list_chunks(raw: bytes) -> Iterator[Chunk]:
    at, name = len(SIGNATURE), b""
    while name != b"IEND":
        size = int.from_bytes(raw[at : at + 4], "big")
        whole = raw[at : at + size + 12]
        name, content = whole[4:8], whole[8:-4]
        if len(whole) != size + 12 or zlib.crc32(name + content) != int.from_bytes(whole[-4:], "big"):
            raise RasterError("this PNG is damaged or incomplete")
        yield Chunk(name, content, whole)
        at += len(whole)


def is_kept(chunk: Chunk) -> bool:
    """Whether a chunk decides the pixels. Raise ``RasterError`` if it must not be skipped, but is unknown."""
    if chunk.name not in KEPT and chunk.name[:1].isupper():
        raise RasterError("this PNG has a part that not every program can read")
    return chunk.name in KEPT


def check_header(head: bytes, has_palette: bool) -> tuple[int, int]:
    """Return the width and the height of a PNG."""
    if len(head) != HEAD.size:
        raise RasterError("the header of this PNG is damaged")
    width, height, depth, colour, *methods = HEAD.unpack(head)
    check_pixels(width, height)
    if depth not in (1, 2, 4, 8) or colour not in CHANNELS or (depth < 8 and CHANNELS[colour] > 1):
        raise RasterError(f"this PNG has {depth} bits per channel" if depth == 16 else "this PNG has unknown colours")
    if methods not in ([0, 0, 0], [0, 0, 1]) or (colour == INDEXED and not has_palette):
        raise RasterError("the header of this PNG is damaged")
    return width, height


def check_data(parts: Iterable[bytes], head: bytes) -> None:
    """Raise ``RasterError`` unless the data unpacks to just as many bytes as the header says."""
    stream, left = zlib.decompressobj(), count_bytes(*HEAD.unpack(head))
    try:
        for part in parts:
            while part and left >= 0:
                left -= len(stream.decompress(part, CHUNK))
                part = stream.unconsumed_tail
    except zlib.error:
        left = -1
    if left or not stream.eof:
        raise RasterError("the pixels of this PNG are damaged or incomplete")


def count_bytes(width: int, height: int, depth: int, colour: int, _: int, __: int, interlaced: int) -> int:
    """The number of bytes of all rows, each of which begins with the number of its filter."""
    total = 0
    for x, y, across, down in PASSES if interlaced else ((0, 0, 1, 1),):
        columns, rows = max(-(-(width - x) // across), 0), max(-(-(height - y) // down), 0)
        total += rows * (1 + -(-columns * depth * CHANNELS[colour] // 8)) if columns else 0
    return total


# -- JPEG ----------------------------------------------------------------------------------------------------------

SOI, EOI, SOS, COM = b"\xff\xd8", 0xD9, 0xDA, 0xFE
FRAMES = (0xC0, 0xC1, 0xC2)
"""The frames that every program can read: baseline, extended and progressive."""
OTHER_FRAMES = (0xC3, 0xC5, 0xC6, 0xC7, 0xC9, 0xCA, 0xCB, 0xCD, 0xCE, 0xCF)
TABLES = (0xDB, 0xC4, 0xDD)
"""Quantization tables, Huffman tables, and the interval of restarts."""
ABOUT_COLOUR = {0xE0: b"JFIF\0", 0xEE: b"Adobe"}
"""The applications' segments that say how colours are encoded."""
AFTER_SCAN = re.compile(rb"\xff+[^\x00\xff\xd0-\xd7]")
"""Matches the marker that ends a scan; the others belong to it."""


class Segment(NamedTuple):
    """A segment of a JPEG: its marker, its content, and all its bytes, including those of the scan after it."""

    marker: int
    content: bytes
    whole: bytes


def read_jpeg(raw: bytes) -> Raster:
    segments = [segment for segment in list_segments(raw) if does_draw(segment)]
    frames = [segment for segment in segments if segment.marker in FRAMES]
    scans = sum(segment.marker == SOS for segment in segments)
    if len(frames) != 1 or not scans:
        raise RasterError("this JPEG is damaged or incomplete")
    if scans > RASTER_SCANS.most:
        raise RasterError(f"this JPEG has {scans} scans", f"use at most {RASTER_SCANS.most}", RASTER_SCANS.code)
    width, height = check_frame(frames[0].content)
    return Raster("jpeg", width, height, SOI + b"".join(segment.whole for segment in segments))


def list_segments(raw: bytes) -> Iterator[Segment]:
    at, marker = len(SOI), 0
    while marker != EOI:
        while raw[at : at + 2] == b"\xff\xff":  # a marker can have any number of these before it
            at += 1
        if len(raw) < at + 2 or raw[at] != 0xFF:
            raise RasterError("this JPEG is damaged or incomplete")
        marker = raw[at + 1]
        size = 0 if marker == EOI else max(int.from_bytes(raw[at + 2 : at + 4], "big"), 2)
        end = at + 2 + size
        if end > len(raw):
            raise RasterError("this JPEG is damaged or incomplete")
        content = raw[at + 4 : end]
        if marker == SOS:
            after = AFTER_SCAN.search(raw, end)
            end = after.start() if after else len(raw)
        yield Segment(marker, content, raw[at:end])
        at = end


def does_draw(segment: Segment) -> bool:
    """Whether a segment decides the pixels. Raise ``RasterError`` for one that not every program can read."""
    if segment.marker in ABOUT_COLOUR:
        return segment.content.startswith(ABOUT_COLOUR[segment.marker])
    if segment.marker in (*FRAMES, *TABLES, SOS, EOI):
        return True
    if segment.marker == COM or 0xE0 <= segment.marker <= 0xEF:
        return False
    if segment.marker in OTHER_FRAMES:
        raise RasterError("this kind of JPEG cannot be read by every program")
    raise RasterError("this JPEG is damaged or incomplete")


def check_frame(frame: bytes) -> tuple[int, int]:
    """Return the width and the height of a JPEG."""
    if len(frame) < 6:
        raise RasterError("this JPEG is damaged or incomplete")
    depth, height, width, channels = frame[0], *Struct(">HHB").unpack(frame[1:6])
    check_pixels(width, height)
    if depth != 8 or channels not in (1, 3):
        raise RasterError(f"this JPEG has {channels} channels of {depth} bits")
    return width, height
