"""The options that several commands share."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer


class Format(StrEnum):
    """How a report is written."""

    TEXT = "text"
    JSON = "json"


class Diagnosis(StrEnum):
    """How findings are written."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, such as roll.", show_default=False)]
As = Annotated[Format, typer.Option("--format", help="How to write it.")]
Edition = Annotated[
    str | None, typer.Option("--edition", metavar="ID", help="The edition of the rules.", show_default=False)
]
Options = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="KEY=VALUE", help="A variant of the game; repeatable.", show_default=False),
]
With = Annotated[
    list[Path] | None,
    typer.Option(
        "--with", metavar="DIR", help="The folder of a set that joins the game; repeatable.", show_default=False
    ),
]
Players = Annotated[int, typer.Option("--players", metavar="N", help="How many seats.", show_default=False)]
Seed = Annotated[str, typer.Option("--seed", metavar="TEXT", help="Where chance comes from.", show_default=False)]
Workers = Annotated[int, typer.Option("--workers", metavar="W", help="How many processes share the work.")]
Bots = Annotated[
    str,
    typer.Option(
        "--bots", metavar="NAME[,NAME...]", help="Who plays: random, greedy; several take turns over the seats."
    ),
]
