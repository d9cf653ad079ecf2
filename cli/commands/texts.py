"""The command that says in English what components do."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from rftg_dsl.cli.app import app
from rftg_dsl.cli.options import As, Edition, Format, Options, With, named_sets, report
from rftg_dsl.cli.page import WRITE


@app.command(group=WRITE, example='rftg text "roll/Free Trade Zone"')
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
    """Write out in English what components do, as it would be printed on them.

    The text is made from the checked powers. Read it to see that a power means what you meant.
    """
    from rftg_dsl.cli.arguments import options_of
    from rftg_dsl.library.catalogue import texts
    from rftg_dsl.show.terminal.paint import painted
    from rftg_dsl.show.terminal.rule_texts import texts_shown
    from rftg_dsl.show.terminal.wrap import room

    found = texts(wanted, edition, named_sets(extra), options_of(option))
    report(form, lambda: found, lambda: texts_shown(found, painted(sys.stdout), room(sys.stdout)))
