"""The command that says in English what components do."""

from __future__ import annotations

import shutil
import sys
from typing import Annotated

import typer

from rftg_dsl.cli.app import app
from rftg_dsl.cli.options import As, Edition, Format, Options, With


@app.command(epilog='\b\nExample: rftg text "roll/Free Trade Zone"')
def text(
    wanted: Annotated[
        str,
        typer.Argument(
            metavar="NAME|SET|GAME", help="A component, as [GAME/]NAME or ID; a set, as an id or a folder; a game."
        ),
    ],
    form: As = Format.TEXT,
    edition: Edition = None,
    option: Options = None,
    extra: With = None,
) -> None:
    """Write out what components do, as it would be printed on them.

    The text is made from the checked powers. Read it to see that a power means what you meant.
    """
    from rftg_dsl.catalogue import texts
    from rftg_dsl.cli.arguments import options_of
    from rftg_dsl.render import texts as rendered
    from rftg_dsl.render.machine import as_json
    from rftg_dsl.render.paint import painted

    found = texts(wanted, edition, extra or [], options_of(option))
    if form == Format.JSON:
        typer.echo(as_json(found))
    else:
        typer.echo(rendered.texts(found, painted(sys.stdout), shutil.get_terminal_size().columns))
