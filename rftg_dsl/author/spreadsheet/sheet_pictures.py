"""Find the pictures that a spreadsheet names, and name those of a set for one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from string import ascii_lowercase

from attrs import field, frozen

from rftg_dsl.author.spreadsheet.cell_findings import Findings, Place
from rftg_dsl.author.spreadsheet.drafts import Draft
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.files import bytes_of
from rftg_dsl.base.limits import ALL_RASTERS, RASTER
from rftg_dsl.base.raster import Raster, RasterError
from rftg_dsl.base.resources import PICTURES
from rftg_dsl.check.model import Side
from rftg_dsl.library.image_files import read_bounded_raster
from rftg_dsl.library.own_pictures import id_of_picture

ENDINGS = {"png": ".png", "jpeg": ".jpg"}


def path_of_picture(id: str, raster: Raster) -> str:
    """The path of a picture in a set."""
    return f"{PICTURES}/{id}{ENDINGS[raster.form]}"


# -- reading -------------------------------------------------------------------------------------------------------


@frozen
class PictureFinder:
    """Reads the pictures that drafts name, which are in the folder of the spreadsheet or below it."""

    folder: Path
    findings: Findings
    read: dict[str, Raster | None] = field(factory=dict)
    """The pictures by their paths, as the spreadsheet writes them."""

    def find(self, drafts: Sequence[Draft]) -> Mapping[str, bytes]:
        """Return the pictures by their paths in the new set. Raise ``UsageError`` if they are too large together."""
        pictures = dict(picture for draft in drafts for picture in self.list_pictures(draft))
        size = sum(map(len, pictures.values()))
        if size > ALL_RASTERS.most:
            hint = f"use fewer pixels or JPEG: they can have at most {ALL_RASTERS.most:,} together"
            raise UsageError(f"the pictures of this spreadsheet are {size:,} bytes long", hint, ALL_RASTERS.code)
        return pictures

    def list_pictures(self, draft: Draft) -> Iterator[tuple[str, bytes]]:
        named = [side.picture.text if side.picture else "" for side in draft.sides]
        alike = len({*named}) == 1
        for side, letter in zip(draft.sides, ascii_lowercase, strict=False):
            if side.picture and (raster := self.read_cell(side.picture)):
                yield path_of_picture(draft.id if alike else f"{draft.id}.{letter}", raster), raster.raw
            elif side.picture:
                side.unread.append(f"{side.picture.heading.said}: {side.picture.text}")

    def read_cell(self, place: Place) -> Raster | None:
        """Return the picture that a cell names; None, with a finding, if it cannot be read."""
        if place.text not in self.read:
            self.read[place.text] = self.read_file(place)
        return self.read[place.text]

    def read_file(self, place: Place) -> Raster | None:
        try:
            path = self.path_of(place.text)
            raw = bytes_of(path, RASTER.most, place.text, "write the path of a PNG or JPEG file")
            return read_bounded_raster(raw)
        except (UsageError, RasterError) as error:
            self.findings.complain(place.cell, f"{place}: {error.message}", error.hint)
            return None

    def path_of(self, text: str) -> Path:
        """The path of a picture. Raise ``UsageError`` if it is outside the folder of the spreadsheet, or a link."""
        parts = [part for part in text.replace("\\", "/").split("/") if part != "."]
        path = self.folder.joinpath(*parts)
        inside = ".." not in parts and "" not in parts and ":" not in text
        # A link could lead anywhere, and so could any of the folders above the picture.
        if not inside or path.resolve() != self.folder.resolve().joinpath(*parts):
            hint = "copy the picture to the folder of the spreadsheet, and write its path from there"
            raise UsageError(f"{text} is not inside the folder of the spreadsheet", hint, "wrong-file")
        return path


# -- writing -------------------------------------------------------------------------------------------------------


def describe_picture(side: Side, pictures: Mapping[str, Raster]) -> Mapping[str, str]:
    """The cell that names the picture of a side, if it has one."""
    id = id_of_picture(side, pictures)
    return {"picture": path_of_picture(id, pictures[id])} if id else {}
