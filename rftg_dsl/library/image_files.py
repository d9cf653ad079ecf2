"""Reads the images and fonts in a folder or a pack: the pictures of components, and what a layout names."""

from __future__ import annotations

from pathlib import Path

from rftg_dsl.base.diagnostic import UsageError, with_article
from rftg_dsl.base.files import Contents
from rftg_dsl.base.limits import FONT, RASTER, Limit
from rftg_dsl.base.raster import Raster, RasterError, read_raster
from rftg_dsl.base.resources import FONTS, PICTURES
from rftg_dsl.base.truetype import FontError, TrueType


def read_image_file(contents: Contents, path: Path) -> Raster:
    """Read an image. Raise ``RasterError`` if it cannot be read, is a link, or is not a sound image."""
    try:
        raw = read_plain_file(contents, path, RASTER, PICTURES, "image")
    except UsageError as error:
        raise RasterError(error.message, error.hint, error.code) from None
    return read_bounded_raster(raw)


def read_font_file(contents: Contents, path: Path) -> TrueType:
    """Read a font. Raise ``FontError`` if it cannot be read, is a link, or is not a sound font."""
    try:
        raw = read_plain_file(contents, path, FONT, FONTS, "font")
    except UsageError as error:
        raise FontError(error.message, error.hint) from None
    return read_bounded_font(raw)


def read_plain_file(contents: Contents, path: Path, limit: Limit, folder: str, noun: str) -> bytes:
    """Read at most one byte more than allowed. Raise ``UsageError`` if there is no such file, or if it is a link."""
    if not contents.is_file(path):
        raise UsageError("there is no such file", f"add it to {folder}, or correct its name", "bad-picture")
    # A link could show any file of the person who draws the set.
    if path.is_symlink():
        raise UsageError(f"this {noun} is a link", "replace it with a copy of the file", "bad-picture")
    return contents.read(path, limit.most, path.name, f"replace it with {with_article(noun)}")


def read_bounded_font(raw: bytes) -> TrueType:
    """Read a font of which at most one byte more than allowed has been read."""
    if len(raw) > FONT.most:
        raise FontError(f"the file is larger than {FONT.most:,} bytes", "use a font with fewer characters")
    return TrueType(raw)


def read_bounded_raster(raw: bytes) -> Raster:
    """Read an image of which at most one byte more than allowed has been read."""
    if len(raw) > RASTER.most:
        message = f"the file is larger than {RASTER.most:,} bytes"
        raise RasterError(message, "use fewer pixels, or save it as JPEG", RASTER.code)
    return read_raster(raw)
