"""The application: its commands, and their errors as a message and an exit status."""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.exceptions import TyperException

EXAMPLES = """\b
Examples:
  rftg validate
  rftg validate ./my-expansion --format json
  rftg test ./my-expansion
  rftg list roll --kind world
  rftg show "roll/Free Trade Zone" --code
  rftg words race
  rftg play roll --players 3 --seed demo --bots greedy,random --log game.rlog
  rftg simulate roll --games 1000 --players 3 --seed demo --workers 2
  rftg resume game.rlog
  rftg replay game.rlog --round 5
  rftg why game.rlog:120
  rftg diff mine.rlog yours.rlog
  rftg audit game.rlog
  rftg index games/ --to games.duckdb
  rftg log sign game.rlog --key anna.key
  rftg import roll-trace games.jsonl.gz --to ./logs
\b
A component is [GAME/]NAME or [GAME/]ID; a path starts with '.' or '/'.
Exit status: 0 success, 1 problems found, 2 could not run."""


class Commands(TyperGroup):
    """The commands; any error in one becomes a clear message and an exit status."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Read the arguments; one that no file, seed or name could be is refused at once."""
        for one in args:
            if "\0" in one or not is_text(one):
                ctx.fail(f"the argument {one!r} has a character that no text can have: leave it out")
        return super().parse_args(ctx, args)

    def invoke(self, ctx: Any) -> Any:
        """Run a command; typer reports wrong usage itself, with a usage line."""
        try:
            return super().invoke(ctx)
        except (TyperException, typer.Exit, typer.Abort):
            raise
        except Exception as error:
            raise typer.Exit(report_error(error)) from None


def is_text(argument: str) -> bool:
    """Whether the system can take an argument, for example as the name of a file."""
    try:
        os.fsencode(argument)
    except UnicodeEncodeError:
        return False
    return True


def report_error(error: BaseException) -> int:
    """Print the error that stopped a command on standard error; returns the exit status."""
    if isinstance(error, BrokenPipeError):
        return discard_output()
    from rftg_dsl.render.failure import explained
    from rftg_dsl.render.paint import painted

    typer.echo(explained(error, painted(sys.stderr)), err=True)
    return 2


def discard_output() -> int:
    """Discard the remaining output, since the reader has gone; returns the exit status."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 128 + 13


app = typer.Typer(
    name="rftg",
    cls=Commands,
    epilog=EXAMPLES,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    add_completion=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)


def show_version(wanted: bool) -> None:
    """Print the version and exit."""
    if wanted:
        import rftg_dsl

        typer.echo(f"rftg {rftg_dsl.__version__}")
        raise typer.Exit()


@app.callback()
def rftg(
    version: Annotated[
        bool, typer.Option("--version", callback=show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Check, look up, play, replay and audit games whose rules are data."""


def main() -> None:
    """Run the command as its own process; no error ends in a traceback.

    A command makes many objects but hardly any cycles, so the garbage collector runs less often.
    """
    gc.set_threshold(200_000)
    try:
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                stream.reconfigure(errors="backslashreplace")
        try:
            app()
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    except Exception as error:
        sys.exit(report_error(error))
