"""Writing pictures to files, or a single picture to standard output."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import typer
from attrs import frozen

from rftg_dsl.base.diagnostic import Diagnostic, UsageError
from rftg_dsl.base.files import error_on_writing, write_over
from rftg_dsl.cli.options import say
from rftg_dsl.show.pictures.album import Drawing, file_names_for
from rftg_dsl.show.pictures.display import Picture
from rftg_dsl.show.pictures.png import check_size, to_png
from rftg_dsl.show.pictures.svg import to_svg
from rftg_dsl.show.terminal.finding_text import count, render_finding
from rftg_dsl.show.terminal.machine_formats import as_json
from rftg_dsl.show.terminal.paint import paint_for


@frozen
class Album:
    """Pictures, with the folder to write them to, if there is one."""

    drawings: Sequence[Drawing]
    out: Path | None
    dpi: int | None = None
    """The resolution of PNG files; None for SVG files."""

    def show(self, as_data: bool) -> None:
        if self.dpi:
            check_size((drawing.picture for drawing in self.drawings), self.dpi)
        if self.out is None and not as_data:
            self.show_one()
        names = zip(self.drawings, file_names_for(self.drawings, ".png" if self.dpi else ".svg"), strict=True)
        files = [self.save(drawing, self.out / name) for drawing, name in names] if self.out else []
        # Print findings to standard error, because the picture itself may be on standard output.
        complain(each for drawing in self.drawings for each in drawing.crowded)
        if as_data:
            typer.echo(as_json(self.as_plain(files)))
        elif files:
            say(f"{paint_for(sys.stdout)('drawn', 'green')}: {count(len(files), 'picture')} in {self.out}")

    def show_one(self) -> None:
        if len(self.drawings) != 1:
            hint = "add --out DIR to save each picture as a file in DIR"
            raise UsageError(f"{len(self.drawings)} pictures need a folder", hint, "wrong-option")
        if self.dpi and sys.stdout.isatty():
            raise UsageError("a PNG cannot be shown on a terminal", "add --out DIR to save it in DIR", "wrong-option")
        typer.echo(self.encode(self.drawings[0].picture), nl=False)

    def encode(self, picture: Picture) -> bytes:
        return to_png(picture, self.dpi) if self.dpi else to_svg(picture).encode()

    def as_plain(self, files: Sequence[Path]) -> list[dict[str, object]]:
        """Return the drawings as plain data, with their file names or, if there are no files, with the SVG itself."""
        names: Sequence[str | None] = [*map(str, files)] or [None] * len(self.drawings)
        return [
            {
                **drawing.as_plain(),
                "crowded": [each.message for each in drawing.crowded],
                "file": name,
                "svg": to_svg(drawing.picture) if name is None else None,
            }
            for drawing, name in zip(self.drawings, names, strict=True)
        ]

    def save(self, drawing: Drawing, path: Path) -> Path:
        save_picture(path, self.encode(drawing.picture))
        return path


def save_picture(path: Path, content: bytes) -> None:
    """Write a file, in a folder that is created if necessary."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise error_on_writing(path, error) from None
    write_over(path, content)


def complain(crowded: Iterable[Diagnostic]) -> None:
    for diagnostic in crowded:
        say(render_finding(diagnostic, paint_for(sys.stderr)), err=True)
