"""Commands that draw components: draw."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from rftg_dsl.cli.app import app
from rftg_dsl.cli.options import OUT, As, Edition, Format, Options, With, a_file
from rftg_dsl.cli.page import WRITE


@app.command(group=WRITE, example="rftg draw ./my-expansion --out pictures")
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
        typer.Option(
            "--out",
            metavar="PATH",
            help=f"{OUT}: a folder, for a file ID.svg of each side.",
            callback=a_file("the pictures go into a folder"),
        ),
    ] = None,
    form: As = Format.TEXT,
    edition: Edition = None,
    option: Options = None,
    extra: With = None,
) -> None:
    """Draw the sides of components as SVG.

    One side alone goes to standard output unless there is a folder for it. What does not fit is reported.
    """
    from rftg_dsl.cli.arguments import options_of
    from rftg_dsl.cli.pictures import Album
    from rftg_dsl.draw.album import drawings

    album = Album(list(drawings(wanted, edition, extra or [], options_of(option))), out)
    album.show(form == Format.JSON)
