"""Draws the pictures of the documents, with ``rftg_dsl.show.pictures``: ``make pictures``."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve

from rftg_dsl.library.load import load_library
from rftg_dsl.show.pictures.dice import draw_face
from rftg_dsl.show.pictures.display import Box, Picture
from rftg_dsl.show.pictures.presets import find_preset
from rftg_dsl.show.pictures.shop import fit_into
from rftg_dsl.show.pictures.side_picture import draw_side, picture_of
from rftg_dsl.show.pictures.specimen import draw_chart, draw_row
from rftg_dsl.show.pictures.studio import studio_of
from rftg_dsl.show.pictures.svg import to_svg

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "docs" / "pictures"

SIDES = (("roll", "T12.b"), ("race", "C02"), ("galaxies", "HELIOS"))
"""A side of each game."""
DICE = ("home", "military", "consumption", "novelty", "rare", "genes", "alien")
"""The kinds of dice of Roll."""


def drawings() -> Iterator[tuple[str, str]]:
    """The names of the files, and what they hold."""
    every = {
        "tile": tile(),
        "games": games(),
        "dice": dice(),
        "symbols": draw_chart(),
        "bleed": draw_bleed(),
    }
    for name, made in every.items():
        yield f"{name}.svg", to_svg(made)


def tile() -> Picture:
    """The sides of the first tile of README.md."""
    [text, *_] = re.findall(r"^```rftg\n(.*?)^```$", (ROOT / "README.md").read_text("utf-8"), re.DOTALL | re.MULTILINE)
    with TemporaryDirectory() as folder:
        (Path(folder) / "set.toml").write_text('id = "readme"\nname = "README"\ngame = "roll"\nversion = "1"\n')
        (Path(folder) / "tiles.rftg").write_text(text)
        library = load_library("roll", extra=[folder])
        [first] = [
            component for component in library.model.components if component.id == re.findall(r"^tile (\w+)", text)[0]
        ]
        return draw_row([picture_of(library, side) for side in first.sides], "A tile, drawn from its text")


def games() -> Picture:
    """A side of each game."""
    pairs = [(load_library(game), name) for game, name in SIDES]
    every = [
        picture_of(library, side) for library, name in pairs for side in library.model.list_sides() if side.id == name
    ]
    return draw_row(every, "A side of each game")


def dice() -> Picture:
    """A face of each die of Roll."""
    roll = load_library("roll")
    return draw_row(
        [draw_face(roll, kind, roll.model.words.stock_kinds[kind].faces[-1]) for kind in DICE], "Dice of Roll"
    )


def draw_bleed() -> Picture:
    """A side of Race for a print shop, with lines for the cut and for the safe zone."""
    library, preset = load_library("race"), find_preset("mpc-poker")
    at = studio_of(library)
    [side] = [side for side in library.model.list_sides() if side.id == "C02"]
    fit = fit_into(preset, at.template_for(side.kind).size)
    made = draw_side(at, side, fit.margins).picture
    millimetre = made.width / (preset.cut[0] + 2 * preset.bleed)
    insets = ((preset.bleed, "#e02020"), (preset.bleed + preset.safe, "#2080e0"))
    lines = (
        Box(inset, inset, made.width - 2 * inset, made.height - 2 * inset, stroke=ink, thick=0.4)
        for inset, ink in ((distance * millimetre, ink) for distance, ink in insets)
    )
    return evolve(made, shapes=(*made.shapes, *lines), title="A card with bleed, for a print shop")


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name, text in drawings():
        (FOLDER / name).write_text(text, "utf-8")
