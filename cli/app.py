"""The application: its commands, and what becomes of everything that goes wrong in one."""

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
  rftg list roll --kind world
  rftg show "roll/Free Trade Zone" --code
  rftg play roll --players 3 --seed demo --bots greedy,random --log game.rlog
  rftg simulate roll --games 1000 --players 3 --seed demo --workers 2
  rftg replay game.rlog --round 5
  rftg audit game.rlog
  rftg import roll-trace games.jsonl.gz --to ./logs
\b
A component is [GAME/]NAME or [GAME/]ID; a path starts with '.' or '/'.
Exit status: 0 good, 1 findings, 2 could not run."""


class Commands(TyperGroup):
    """The commands; whatever goes wrong in one ends in a clear line and an exit status."""

    def invoke(self, ctx: Any) -> Any:
        """Run a command; usage that is wrong is told by typer, with how to use the command."""
        try:
            return super().invoke(ctx)
        except (TyperException, typer.Exit, typer.Abort):
            raise
        except Exception as error:
            raise typer.Exit(told(error)) from None


def told(error: BaseException) -> int:
    """Say on standard error why a command could not run; returns the exit status."""
    if isinstance(error, BrokenPipeError):
        return quiet()
    from rftg_dsl.render.failure import explained
    from rftg_dsl.render.paint import painted

    typer.echo(explained(error, painted(sys.stderr)), err=True)
    return 2


def quiet() -> int:
    """Nobody reads any more: let what is still to be written go nowhere; returns the exit status."""
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


def tell_version(wanted: bool) -> None:
    """Print the version and end."""
    if wanted:
        import rftg_dsl

        typer.echo(f"rftg {rftg_dsl.__version__}")
        raise typer.Exit()


@app.callback()
def rftg(
    version: Annotated[
        bool, typer.Option("--version", callback=tell_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Check, look up, play, replay and audit games whose rules are data."""


def main() -> None:
    """Run the command as a process of its own; nothing ends in a traceback.

    A command makes many objects and hardly a cycle of them, so that they are searched for seldom.
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
        sys.exit(told(error))
