"""The ``text`` command, which prints the rules text of components in English."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from rftg_dsl.cli.app import app
from rftg_dsl.cli.options import As, Edition, Format, Options, With, print_report, sets_from
from rftg_dsl.cli.page import WRITE


@app.command(
    group=WRITE,
    example='rftg text "roll/Free Trade Zone"',
    help="""Write out in English what components do, as it would be printed on them.

    The text is generated from the checked powers. Read it to see whether a power does what you meant.
    """,
)
def text(
    wanted: Annotated[
        str,
        typer.Argument(
            metavar="NAME|SET|GAME",
            help="A component, as [GAME/]NAME or [GAME/]ID; a set, as an id, a folder or a pack; or a game.",
        ),
    ],
    form: As = Format.TEXT,
    edition: Edition = None,
    option: Options = None,
    extra: With = None,
) -> None:
    from rftg_dsl.cli.arguments import options_of
    from rftg_dsl.library.catalogue import texts_of
    from rftg_dsl.show.terminal.paint import paint_for
    from rftg_dsl.show.terminal.rule_texts import render_texts
    from rftg_dsl.show.terminal.wrap import room_for

    texts = texts_of(wanted, edition, sets_from(extra), options_of(option))
    print_report(form, lambda: texts, lambda: render_texts(texts, paint_for(sys.stdout), room_for(sys.stdout)))
