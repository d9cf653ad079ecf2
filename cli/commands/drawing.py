"""Commands that draw components: draw, print."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from rftg_dsl.cli.app import app
from rftg_dsl.cli.options import OUT, STREAM, As, Edition, Format, Options, With, make_out_option, sets_from
from rftg_dsl.cli.page import WRITE

RESOLUTION = 300
"""The default resolution of PNG files, in dots per inch: what print shops ask for."""


class Depiction(StrEnum):
    """Output formats for pictures: SVG with a report as text, SVG with a report as JSON, and PNG."""

    TEXT = "text"
    JSON = "json"
    PNG = "png"


class Paper(StrEnum):
    """Paper sizes for printing."""

    A4 = "a4"
    LETTER = "letter"


class Sides(StrEnum):
    """The sides of the paper to print on."""

    ONE = "one"
    BOTH = "both"


class Number(StrEnum):
    """The copies of each component to print: those of the game, or one."""

    ALL = "all"
    ONE = "one"


Copies = Annotated[Number, typer.Option("--copies", help="All copies of each component, or one.")]


@app.command(
    group=WRITE,
    example="rftg draw ./my-expansion --out pictures",
    help="""Draw the sides of components as SVG, or as PNG (extra `png`).

    A single side goes to standard output unless --out specifies a folder. Text that does not fit is reported. With
    --format png, the pictures are PNG instead of SVG. With --preset, they are the fronts and backs that a print shop
    asks for, as PNG of an exact size, with bleed.
    """,
)
def draw(
    wanted: Annotated[
        list[str],
        typer.Argument(
            metavar="NAME|SET|GAME...",
            help="Components, as [GAME/]NAME or [GAME/]ID; sets, as an id, a folder or a pack; games, with their dice.",
        ),
    ],
    out: Annotated[
        Path | None,
        make_out_option("a folder, with a file ID.svg or ID.png for each side.", "the pictures go into a folder"),
    ] = None,
    form: Annotated[Depiction, typer.Option("--format", help="Output format.")] = Depiction.TEXT,
    dpi: Annotated[
        int | None,
        typer.Option("--dpi", metavar="N", min=1, help=f"Dots per inch of a PNG. [default: {RESOLUTION}]"),
    ] = None,
    preset: Annotated[
        str | None,
        typer.Option("--preset", metavar="PRESET", help="The format of a print shop, such as mpc-poker or tgc-poker."),
    ] = None,
    copies: Annotated[
        Number | None,
        typer.Option("--copies", help="All copies of each component, or one: only with --preset. [default: all]"),
    ] = None,
    edition: Edition = None,
    option: Options = None,
    extra: With = None,
) -> None:
    from rftg_dsl.cli.arguments import options_of
    from rftg_dsl.cli.validating import check_conflict

    sets, values = sets_from(extra), options_of(option)
    if preset is not None:
        from rftg_dsl.cli.shop_files import draw_shop_images

        check_conflict((("--preset", True), ("--dpi", dpi is not None)))
        draw_shop_images(wanted, preset, out, copies == Number.ONE, form == Depiction.JSON, edition, sets, values)
        return
    if copies is not None:
        from rftg_dsl.base.diagnostic import UsageError

        raise UsageError("--copies is only for print shops", "add --preset NAME, or leave it out", "wrong-option")
    from rftg_dsl.cli.picture_files import Album
    from rftg_dsl.show.pictures.album import draw_components

    resolution = resolution_of(form, dpi)
    album = Album(list(draw_components(wanted, edition, sets, values)), out, resolution)
    album.show(form == Depiction.JSON)


def resolution_of(form: Depiction, dpi: int | None) -> int | None:
    """Return the dots per inch of PNG files, or None for SVG. Raise ``UsageError`` if a PNG cannot be drawn."""
    if form == Depiction.PNG:
        from rftg_dsl.show.pictures.png import check_installed

        # Check this first, because drawing a whole game takes a while.
        check_installed()
        return dpi or RESOLUTION
    if dpi:
        from rftg_dsl.base.diagnostic import UsageError

        raise UsageError("--dpi is only for PNG", "add --format png", "wrong-option")
    return None


@app.command(
    "print",
    group=WRITE,
    example="rftg print ./my-expansion --out sheet.pdf --sides both",
    help="""Lay out components as a PDF, to print and cut out (extra `print`).

    Each component is printed as often as the game has it; dice become stickers. Text that does not fit is reported.
    """,
)
def print_(
    wanted: Annotated[
        str,
        typer.Argument(
            metavar="NAME|SET|GAME",
            help="A component, as [GAME/]NAME or [GAME/]ID; a set, as an id, a folder or a pack; a game.",
        ),
    ],
    out: Annotated[
        Path,
        typer.Option("--out", metavar="PATH", help=f"{OUT}: a name that ends in .pdf; '{STREAM}' is standard output."),
    ],
    paper: Annotated[Paper, typer.Option("--paper", help="Paper size.")] = Paper.A4,
    sides: Annotated[
        Sides,
        typer.Option("--sides", help="Whether to print on both sides of the paper, with each back behind its front."),
    ] = Sides.ONE,
    copies: Copies = Number.ALL,
    bleed: Annotated[
        float,
        typer.Option("--bleed", metavar="MM", help="Millimetres by which colours extend beyond the cut."),
    ] = 0,
    form: As = Format.TEXT,
    edition: Edition = None,
    option: Options = None,
    extra: With = None,
) -> None:
    from rftg_dsl.cli.arguments import options_of
    from rftg_dsl.cli.printing import Print
    from rftg_dsl.library.catalogue import find_components

    Print(out, paper, sides == Sides.BOTH, copies == Number.ONE, bleed).show(
        find_components(wanted, edition, sets_from(extra), options_of(option)), form
    )
