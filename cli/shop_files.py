"""Writing the images that print shops ask for."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

import typer
from attrs import frozen

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.cli.options import say
from rftg_dsl.cli.picture_files import complain, save_picture
from rftg_dsl.library.catalogue import Chosen, find_components
from rftg_dsl.show.pictures.album import dice_in
from rftg_dsl.show.pictures.png import check_installed, montage_to_png
from rftg_dsl.show.pictures.presets import Preset, find_preset
from rftg_dsl.show.pictures.shop import DPI, ShopImage, draw_for_shop
from rftg_dsl.show.terminal.finding_text import count
from rftg_dsl.show.terminal.machine_formats import as_json
from rftg_dsl.show.terminal.paint import paint_for


def draw_shop_images(
    wanted: Sequence[str],
    preset: str,
    out: Path | None,
    once: bool,
    as_data: bool,
    edition: str | None,
    extra: Sequence[str | Path],
    options: Mapping[str, str],
) -> None:
    """Write the images and report them. Raise ``UsageError`` if that is impossible."""
    job = ShopJob(find_preset(preset), folder_for(wanted, out), once)
    # Check this first, because drawing a whole game takes a while.
    check_installed()
    chosen = find_components(wanted[0], edition, extra, options)
    rows = list(job.save_images(chosen))
    if as_data:
        typer.echo(as_json(rows))
    else:
        say(job.report(rows, chosen))


def folder_for(wanted: Sequence[str], out: Path | None) -> Path:
    if out is None:
        raise UsageError("--preset needs a folder", "add --out DIR to save the images in DIR", "wrong-option")
    if len(wanted) > 1:
        message = "--preset draws one game, set or component at a time"
        raise UsageError(message, "use a folder for each of them", "wrong-option")
    return out


@frozen
class ShopJob:
    """The format and the folder of images for a print shop."""

    preset: Preset
    out: Path
    once: bool

    def save_images(self, chosen: Chosen) -> Iterator[dict[str, object]]:
        for image in draw_for_shop(chosen, self.preset, self.once):
            content = montage_to_png(image.montage, DPI)
            for path in image.paths:
                save_picture(self.out / path, content)
            complain(image.crowded)
            yield self.describe_image(image)

    def describe_image(self, image: ShopImage) -> dict[str, object]:
        return {
            "name": image.montage.title,
            "preset": self.preset.name,
            "width": image.montage.width,
            "height": image.montage.height,
            "crowded": [each.message for each in image.crowded],
            "files": [str(self.out / path) for path in image.paths],
        }

    def report(self, rows: Sequence[dict[str, object]], chosen: Chosen) -> str:
        drawn = paint_for(sys.stdout)("drawn", "green")
        files = sum(len(row["files"]) for row in rows if isinstance(row["files"], list))
        size = "{} by {} pixels".format(*self.preset.image)
        text = f"{drawn}: {count(files, 'image')} of {size} for {self.preset.title}, in {self.out}"
        if not (dice := len(list(dice_in(chosen)))):
            return text
        return f"{text}\nleft out: {count(dice, 'kind')} of dice, which 'rftg print' makes stickers for"
