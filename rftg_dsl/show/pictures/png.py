"""Pictures as PNG, rendered with resvg (the ``png`` extra); identical pictures produce identical bytes."""

from __future__ import annotations

import struct
from collections.abc import Iterable
from zlib import crc32

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.extras import require_extra
from rftg_dsl.base.limits import DPI, PIXELS
from rftg_dsl.show.pictures.display import Montage, Picture
from rftg_dsl.show.pictures.svg import montage_to_svg, to_svg

INCH = 25.4
"""The length of an inch in millimetres."""
HEAD = 33
"""The size of what every PNG begins with: its signature, and the chunk with its width and height."""


def check_installed() -> None:
    with require_extra("png", "a PNG"):
        import resvg_py  # noqa: F401


def check_size(pictures: Iterable[Picture], dpi: int) -> None:
    """Raise ``UsageError`` if the resolution, or any picture at that resolution, exceeds its limit."""
    if dpi > DPI.most:
        raise UsageError(f"{dpi} dots per inch are too many", f"use at most {DPI.most}", "picture-too-large")
    for picture in pictures:
        across, down = (round(length / INCH * dpi) for length in (picture.width, picture.height))
        if across * down > PIXELS.most:
            message = f"the picture of {picture.title!r} would be {across} by {down} pixels"
            hint = f"use fewer dots per inch: a picture has at most {PIXELS.most:,} pixels"
            raise UsageError(message, hint, "picture-too-large")


def to_png(picture: Picture, dpi: int) -> bytes:
    """Render a picture at a resolution in dots per inch. Raise ``UsageError`` if the ``png`` extra is not installed."""
    return render_svg(to_svg(picture), dpi)


def montage_to_png(montage: Montage, dpi: int) -> bytes:
    """Render a montage, which has a size in pixels, and note its resolution in the PNG."""
    return render_svg(montage_to_svg(montage), dpi)


def render_svg(svg: str, dpi: int) -> bytes:
    check_installed()
    from resvg_py import svg_to_bytes

    return with_resolution(bytes(svg_to_bytes(svg_string=svg, dpi=dpi, skip_system_fonts=True)), dpi)


def with_resolution(png: bytes, dpi: int) -> bytes:
    """Add the resolution to a PNG, so that it is printed life-size."""
    per_metre = round(dpi / INCH * 1000)
    chunk = b"pHYs" + struct.pack(">IIB", per_metre, per_metre, 1)
    return png[:HEAD] + struct.pack(">I", len(chunk) - 4) + chunk + struct.pack(">I", crc32(chunk)) + png[HEAD:]
