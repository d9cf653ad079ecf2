"""Options shared by several commands."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer


class Format(StrEnum):
    """The output format of a report."""

    TEXT = "text"
    JSON = "json"


class Diagnosis(StrEnum):
    """The output format of findings."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


def report(form: Format, plain: Callable[[], Any], text: Callable[[], str]) -> None:
    """Print what a command has to say: as JSON, of plain data, or as text for people."""
    if form == Format.JSON:
        from rftg_dsl.render.machine import as_json

        typer.echo(as_json(plain()))
    else:
        typer.echo(text())


STREAM = "-"
"""Standard input or output in place of a file."""

OUT, SEED, BOTS = "Where to write", "Random seed", "Bots by seat"
"""What options mean whose help goes on differently after a colon. An option means the same in every command."""

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, such as roll.")]
As = Annotated[Format, typer.Option("--format", help="Output format.")]
Edition = Annotated[str | None, typer.Option("--edition", metavar="ID", help="The edition of the rules.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help="An option of the game; repeatable.")
]
With = Annotated[
    list[Path] | None,
    typer.Option(
        "--with", metavar="SET", help="A set to add: the id of one that comes with the game, or a folder; repeatable."
    ),
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        "--against", metavar="SET", help="Say instead what would differ with this set, an id or a folder; repeatable."
    ),
]
Players = Annotated[int, typer.Option("--players", metavar="N", help="Number of players.")]
Seed = Annotated[str, typer.Option("--seed", metavar="TEXT", help=f"{SEED}.")]
Workers = Annotated[int, typer.Option("--workers", metavar="W", help="Number of worker processes.")]
On = Annotated[
    str | None,
    typer.Option(
        "--on",
        metavar="ADDRESS",
        help="A Dask cluster that does the work instead, as tcp://host:port (extra 'cluster').",
    ),
]
Bots = Annotated[
    str,
    typer.Option(
        "--bots",
        metavar="BOT[,BOT...]",
        help=f"{BOTS}: random, greedy, an installed bot, or FILE.py:function; repeated if too few.",
    ),
]
Logs = Annotated[list[Path], typer.Argument(metavar="LOG...", help="Log files, and folders of them.")]
Signers = Annotated[
    list[str] | None,
    typer.Option("--signer", metavar="KEY", help="A public key, or its file, that must have signed; repeatable."),
]
Root = Annotated[str, typer.Option("--expect", metavar="ROOT", help="A root that it must have.")]
