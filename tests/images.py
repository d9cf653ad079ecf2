"""Small images for tests."""

from __future__ import annotations

import io
import struct
import zlib
from typing import Any

from PIL import Image

SIGNATURE = b"\x89PNG\r\n\x1a\n"


def draw_sample(width: int = 40, height: int = 30, mode: str = "RGB") -> Image.Image:
    """A gradient, with red in the upper left corner."""
    across = Image.linear_gradient("L").rotate(90).resize((width, height))
    down = Image.linear_gradient("L").resize((width, height))
    return Image.merge("RGB", (Image.eval(across, lambda v: 255 - v // 2), across, down)).convert(mode)


def make_png(width: int = 40, height: int = 30, mode: str = "RGB", **options: Any) -> bytes:
    made = io.BytesIO()
    draw_sample(width, height, mode).save(made, "PNG", **options)
    return made.getvalue()


def make_jpeg(width: int = 40, height: int = 30, mode: str = "RGB", **options: Any) -> bytes:
    made = io.BytesIO()
    draw_sample(width, height, mode).save(made, "JPEG", **options)
    return made.getvalue()


def make_chunk(name: bytes, content: bytes) -> bytes:
    """A chunk of a PNG."""
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def make_header(width: int, height: int, depth: int = 8, colour: int = 2, methods: bytes = b"\0\0\0") -> bytes:
    return make_chunk(b"IHDR", struct.pack(">IIBB", width, height, depth, colour) + methods)


def make_bare_png(head: bytes, data: bytes, before: bytes = b"") -> bytes:
    """A PNG of a header, other chunks and data, which is compressed."""
    return SIGNATURE + head + before + make_chunk(b"IDAT", zlib.compress(data)) + make_chunk(b"IEND", b"")
