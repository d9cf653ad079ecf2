"""Options that several commands share."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer


class Format(StrEnum):
    """Output formats for reports."""

    TEXT = "text"
    JSON = "json"


class Table(StrEnum):
    """Output formats for figures."""

    TEXT = "text"
    JSON = "json"
    CSV = "csv"


class Reference(StrEnum):
    """Output formats for vocabulary."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


class Diagnosis(StrEnum):
    """Output formats for findings."""

    TEXT = "text"
    JSON = "json"
    GITHUB = "github"
    SARIF = "sarif"


def print_report(form: Format, plain: Callable[[], Any], text: Callable[[], str], beside: bool = False) -> None:
    """Print a report as JSON or as text. Both are passed as callables, so that only the requested one is created.

    If ``beside`` is true, print to standard error, because standard output is used for something else.
    """
    if form == Format.JSON:
        from rftg_dsl.show.terminal.machine_formats import as_json

        typer.echo(as_json(plain()), err=beside)
    else:
        say(text(), err=beside)


def say(text: str, err: bool = False) -> None:
    """Print text for people, folded to the terminal's width."""
    from rftg_dsl.show.terminal.wrap import fit_lines

    typer.echo(fit_lines(text, sys.stderr if err else sys.stdout), err=err)


STREAM = "-"
"""The name that stands for standard input or output in place of a file."""


ARGUMENT = "\0"
"""A prefix for arguments that typer would interpret as options; an argument typed by a user cannot contain it."""


def refuse_stream(why: str) -> Callable[[Any], Any]:
    """Return a callback that rejects ``-`` where a file or folder is required."""

    def check(value: Any) -> Any:
        if STREAM in map(str, value if isinstance(value, list) else [value]):
            raise typer.BadParameter(f"'{STREAM}' cannot be used here: {why}")
        return value

    return check


def sets_from(names: Iterable[str] | None) -> list[str | Path]:
    """Return the sets given with ``--with``; a value that starts with ``.`` or a separator is a path, not an id."""
    from rftg_dsl.base.resources import parse_sets

    return parse_sets(names or ())


def resolve_game(typed: str) -> str:
    """Return the name of the game that the user means, who may have typed its title, or capital letters."""
    if not typed:
        return typed
    from rftg_dsl.library.game_headers import resolve_game_name

    return resolve_game_name(typed)


OUT, SEED, BOTS = "Where to write", "Random seed", "Bots by seat"
OURS = "random, greedy, search (search:200ms, search:500)"
"""Parts of help texts, shared so that an option is described in the same words everywhere."""

GameName = Annotated[str, typer.Argument(metavar="GAME", help="The game, such as roll.")]
As = Annotated[Format, typer.Option("--format", help="Output format.")]
Edition = Annotated[str | None, typer.Option("--edition", metavar="ID", help="The edition of the rules.")]
Options = Annotated[
    list[str] | None, typer.Option("--option", metavar="KEY=VALUE", help="An option of the game; repeatable.")
]
With = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="SET",
        help="A set to add: ./FOLDER, ./PACK, or the id of a set that is installed or comes with the game; repeatable.",
        callback=refuse_stream("a set is a folder or a pack"),
    ),
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        "--against",
        metavar="SET",
        help="Report instead what would differ with this set (an id, a folder or a pack); repeatable.",
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
        help="A Dask cluster to do the work instead, as tcp://host:port (extra 'cluster').",
    ),
]
Engines = Annotated[
    str | None,
    typer.Option(
        "--backend", metavar="NAME", help="What runs the rules: python or native (default: whichever is fastest)."
    ),
]
Bots = Annotated[
    str,
    typer.Option(
        "--bots",
        metavar="BOT[,BOT...]",
        help=f"{BOTS}: {OURS}, an installed bot, or FILE.py:function; repeated to fill the seats.",
    ),
]
Logs = Annotated[
    list[Path] | None,
    typer.Argument(metavar="[LOG]...", help=f"Log files, and folders of them; '{STREAM}' is standard input."),
]
LogFile = Annotated[Path, typer.Argument(metavar="LOG", help=f"The log file; '{STREAM}' is standard input.")]


def make_out_option(what: str, why: str) -> Any:
    """Return the option ``--out`` for a file or folder; ``why`` tells why standard output will not do."""
    return typer.Option("--out", metavar="PATH", help=f"{OUT}: {what}", callback=refuse_stream(why))


Seat = Annotated[int | None, typer.Option("--seat", metavar="N", help="Only what seat N sees; the first seat is 1.")]
Public = Annotated[bool, typer.Option("--public", help="Only what everyone can see.")]
Secrets = Annotated[
    Path | None,
    typer.Option("--secrets", metavar="FILE", help=f"For a sealed log, the seat's file; '{STREAM}' is standard input."),
]
OutFolder = Annotated[
    Path | None,
    make_out_option("a folder, with a log for each game.", "the logs go into a folder"),
]
Files = Annotated[
    Path | None,
    typer.Option(
        "--files", metavar="FILE", help=f"A file that lists more paths, one per line; '{STREAM}' is standard input."
    ),
]
Signers = Annotated[
    list[str] | None,
    typer.Option("--signer", metavar="KEY", help="The public key of a required signer, or its file; repeatable."),
]
Levels = Annotated[
    list[str] | None,
    typer.Option(
        "--require", metavar="LEVEL", help="Evidence to require of each log: seed, shared or signed; repeatable."
    ),
]
NamedLogs = Annotated[
    list[Path] | None,
    typer.Argument(
        metavar="[LOG]...",
        help="Log files, and folders of them.",
        callback=refuse_stream("each log is identified by its file name"),
    ),
]
Root = Annotated[str | None, typer.Option("--expect", metavar="ROOT", help="The expected root, as ROOT or ROOT:LINES.")]
