"""Reads the pictures that sets have for components: PNG and JPEG files in ``pictures``, named like what they show.

``pictures/T12.a.png`` belongs to a side, ``pictures/T12.png`` to every other side of a component. A set can have
pictures for the components of its game, too; the last set that has one decides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import field, frozen

from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import Diagnostic, Severity, suggest_known
from rftg_dsl.base.raster import Raster, RasterError
from rftg_dsl.base.resources import PICTURES
from rftg_dsl.base.source import Source, Span
from rftg_dsl.check.model import Side
from rftg_dsl.library.image_files import read_image_file
from rftg_dsl.library.installed import box_of, label_path
from rftg_dsl.library.layouts import list_named_images
from rftg_dsl.library.load import Library
from rftg_dsl.library.packs.member_names import is_picture
from rftg_dsl.library.sets import SetFolder
from rftg_dsl.syntax.bounds import MISTAKES


@frozen
class OwnPictures:
    """The pictures of a set by the ids of sides and components, and the mistakes in them."""

    pictures: Mapping[str, Raster]
    mistakes: Sequence[Diagnostic]


def id_of_picture(side: Side, pictures: Mapping[str, Raster]) -> str:
    """Return the id whose picture a side has: its own, or else that of its component; empty if neither has one."""
    return next((id for id in (side.id, side.id.partition(".")[0]) if id in pictures), "")


def read_own_pictures(library: Library, set_folder: SetFolder) -> OwnPictures:
    """Read the pictures of one of a library's sets."""
    files = list_picture_files(set_folder)
    named = list_named_images(set_folder.contents) if files else frozenset()
    return PictureReader(library, set_folder, named).read(files) if files else OwnPictures({}, ())


def list_picture_files(set_folder: SetFolder) -> list[Path]:
    folder = set_folder.folder
    return sorted(path for path in set_folder.contents.list_files() if is_picture(path.relative_to(folder).as_posix()))


@frozen
class PictureReader:
    """Reads the pictures of one set, and collects the mistakes in them."""

    library: Library
    set_folder: SetFolder
    named: frozenset[str]
    """The files that the layouts of the set name, which are not about a component."""
    found: dict[str, Raster] = field(factory=dict)
    mistakes: list[Diagnostic] = field(factory=list)

    def read(self, files: Sequence[Path]) -> OwnPictures:
        if self.are_too_many(files):
            return OwnPictures({}, self.mistakes)
        sides = self.library.model.list_sides()
        known = {side.id for side in sides} | {component.id for component in self.library.model.components}
        for path in files:
            # A name that is not known is compared with all that are, which takes a while.
            if len(self.mistakes) < MISTAKES:
                self.read_file(path, known)
        self.mistakes.extend(self.list_missing(sides))
        return OwnPictures(self.found, self.mistakes)

    def are_too_many(self, files: Sequence[Path]) -> bool:
        """Whether there are more files or bytes than allowed, which is a mistake at the first file."""
        if len(files) > limits.RASTERS.most:
            hint = f"a set can have at most {limits.RASTERS.most:,}"
            self.report_error(limits.RASTERS.code, files[0], f"this set has {len(files):,} pictures", hint)
        elif (size := sum(map(self.set_folder.contents.size_of, files))) > limits.ALL_RASTERS.most:
            hint = f"use fewer pixels or JPEG: they can have at most {limits.ALL_RASTERS.most:,} together"
            message = f"the pictures of this set are {size:,} bytes long"
            self.report_error(limits.ALL_RASTERS.code, files[0], message, hint)
        return bool(self.mistakes)

    def read_file(self, path: Path, known: set[str]) -> None:
        if path.name in self.named:
            return
        if path.stem not in known:
            message = f"there is no component {path.stem!r} for this picture"
            hint = suggest_known(path.stem, sorted(known), "components")
            self.report_error("unknown-picture", path, message, hint, Severity.WARNING)
        elif path.stem in self.found:
            self.report_error("bad-picture", path, f"{path.stem} has two pictures", "remove one of them")
        else:
            try:
                self.found[path.stem] = read_image_file(self.set_folder.contents, path)
            except RasterError as error:
                self.report_error(error.code, path, error.message, error.hint)

    def list_missing(self, sides: Sequence[Side]) -> Iterator[Diagnostic]:
        """Yield a lint for each side of the set without a picture, if others have one."""
        folder = self.set_folder.folder
        own = [side for side in sides if (path := side.at.source.path) and path.is_relative_to(folder)]
        missing = [side for side in own if not id_of_picture(side, self.found)]
        for side in missing if len(missing) < len(own) else ():
            message = f"{side.name!r} has no picture, although other components of the set have one"
            hint = f"add {PICTURES}/{side.id}.png"
            yield Diagnostic("missing-picture", side.at, message, hint, Severity.LINT)

    def report_error(self, code: str, path: Path, message: str, hint: str, severity: Severity = Severity.ERROR) -> None:
        source = Source(label_path(box_of(self.library.game), path), "", path)
        self.mistakes.append(Diagnostic(code, Span(source, 0, 0), message, hint, severity))
