"""Reads the images in a folder or a pack: the pictures of components, and those that a layout names."""

from __future__ import annotations

from pathlib import Path

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.files import Contents
from rftg_dsl.base.limits import RASTER
from rftg_dsl.base.raster import Raster, RasterError, read_raster
from rftg_dsl.base.resources import PICTURES


def read_image_file(contents: Contents, path: Path) -> Raster:
    """Read an image. Raise ``RasterError`` if it cannot be read, is a link, or is not a sound image."""
    if not contents.is_file(path):
        raise RasterError("there is no such file", f"add it to {PICTURES}, or correct its name")
    # A link could show any image of the person who draws the set.
    if path.is_symlink():
        raise RasterError("this picture is a link", "replace it with a copy of the file")
    try:
        raw = contents.read(path, RASTER.most, path.name, "replace it with an image")
    except UsageError as error:
        raise RasterError(error.message, error.hint, error.code) from None
    return read_bounded_raster(raw)


def read_bounded_raster(raw: bytes) -> Raster:
    """Read an image of which at most one byte more than allowed has been read."""
    if len(raw) > RASTER.most:
        message = f"the file is larger than {RASTER.most:,} bytes"
        raise RasterError(message, "use fewer pixels, or save it as JPEG", RASTER.code)
    return read_raster(raw)
