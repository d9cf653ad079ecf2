"""The command-line application: commands, help, and conversion of every error to a message and an exit status."""

from __future__ import annotations

import gc
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from typing import Annotated, Any, NamedTuple, TypeVar

import typer
import typer.main
from typer.core import TyperCommand, TyperGroup
from typer.exceptions import TyperException

from rftg_dsl.cli.options import ARGUMENT, STREAM, say
from rftg_dsl.cli.page import render_help, render_start, render_usage, render_wrong_usage
from rftg_dsl.show.terminal.paint import paint_for

EXAMPLES = """Examples:
  rftg serve
  rftg play race --bots me,greedy --log game.rlog
  rftg replay game.rlog
  rftg audit game.rlog
  rftg list roll --kind world
  rftg show "roll/Free Trade Zone"
  rftg validate ./my-expansion

'rftg help COMMAND' explains a command, with all its options.
A component is [GAME/]NAME or [GAME/]ID; a path starts with '.' or '/'.
Exit status: 0 success, 1 problems found, 2 could not run."""


@contextmanager
def attach_context(ctx: Any) -> Iterator[None]:
    """Add the command to any usage error that typer raises inside this block."""
    try:
        yield
    except TyperException as error:
        wrong: Any = error
        wrong.ctx = getattr(error, "ctx", None) or ctx
        raise


LINE = re.compile(f"{STREAM}:[0-9]+")


class Command(TyperCommand):
    """A command whose help is folded to the terminal's width."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        with attach_context(ctx):
            # typer would interpret ``-:120`` as an option.
            args = [f"{ARGUMENT}{argument}" if LINE.fullmatch(argument) else argument for argument in args]
            self.refuse_empty(ctx, args)
            return super().parse_args(ctx, args)

    def refuse_empty(self, ctx: Any, args: list[str]) -> None:
        """Reject an empty value, which is usually due to an unset variable and would count as an omitted option."""
        if ctx.resilient_parsing or not any(argument == "" or argument.endswith("=") for argument in args):
            return
        values = self.make_parser(ctx).parse_args(args=list(args))[0]
        for parameter in self.params:
            value = values.get(str(parameter.name))
            if value == "" or (isinstance(value, list | tuple) and "" in value):
                option = parameter.param_type_name == "option"
                name = parameter.opts[0] if option else str(parameter.metavar)
                out = ", or leave it out" * (option and not parameter.required)
                ctx.fail(f"the value of {name} is empty: enter one{out}")

    def get_help(self, ctx: Any) -> str:
        return render_help(ctx)

    def get_usage(self, ctx: Any) -> str:
        return "\n".join(render_usage(ctx))


class Part(NamedTuple):
    """A command or group, to be built on demand."""

    app: typer.Typer
    group: str
    help: str


class Parts(Mapping[str, Any]):
    """Commands by name, each built on first access, because building all of them takes longer than starting Python."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self.built: dict[str, Any] = {}

    def __getitem__(self, name: str) -> Any:
        if name not in self.built:
            part = self.parts[name]
            typer_app = part.app
            self.built[name] = (
                typer.main.get_group(typer_app) if isinstance(typer_app, App) else typer.main.get_command(typer_app)
            )
        return self.built[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.parts)

    def __len__(self) -> int:
        return len(self.parts)


class Commands(TyperGroup):
    """A group of commands, in which every error becomes a message and an exit status."""

    parts = Parts()

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self.commands: Any = self.parts

    def get_help(self, ctx: Any) -> str:
        return render_help(ctx)

    def get_usage(self, ctx: Any) -> str:
        return "\n".join(render_usage(ctx))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        try:
            # In standalone mode, typer would print usage errors in its own format and exit.
            status = super().main(args, prog_name, complete_var, False, windows_expand_args, **extra) or 0
        except TyperException as error:
            if not standalone_mode:
                raise
            typer.echo(render_wrong_usage(error, paint_for(sys.stderr)), err=True)
            status = 2
        if standalone_mode:
            sys.exit(status)
        return status

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """Parse the arguments. Reject any argument that is neither text nor the name of a file."""
        if not args and not ctx.resilient_parsing:
            # A call without a command is a mistake, so print to standard error.
            typer.echo(render_help(ctx) if ctx.parent else render_start(), err=True)
            raise typer.Exit(2)
        if args[:1] == ["help"]:
            args = [*args[1:], "--help"]
        for argument in args:
            if "\0" in argument:
                ctx.fail(f"the argument {argument!r} contains a null character: remove it")
            if not is_text(argument):
                ctx.fail(f"the argument {argument!r} is neither UTF-8 nor an existing file")
        with attach_context(ctx):
            return super().parse_args(ctx, [argument if argument.isascii() else respell(argument) for argument in args])

    def invoke(self, ctx: Any) -> Any:
        try:
            return super().invoke(ctx)
        except (TyperException, typer.Exit, typer.Abort):
            raise
        except Exception as error:
            raise typer.Exit(report_error(error)) from None


def respell(argument: str) -> str:
    """Return an argument in Unicode normal form C or, if it is the name of a file, as the name is spelt on disk."""
    from pathlib import Path
    from unicodedata import normalize

    from rftg_dsl.base.own_files import spelt_on_disk

    option, equals, value = argument.rpartition("=") if argument.startswith("-") else ("", "", argument)
    # File systems differ in how they normalize names, so the form on disk may differ from the one typed here.
    if os.path.lexists(value):
        return argument
    named = spelt_on_disk(Path(value))
    here = os.path.join(os.curdir, "") * value.startswith(os.path.join(os.curdir, ""))
    return f"{option}{equals}{here}{named}" if os.path.lexists(named) else normalize("NFC", argument)


def is_text(argument: str) -> bool:
    """Whether an argument is valid UTF-8, or the name of an existing file in any encoding.

    The name may be preceded by ``--option=`` and followed by a line number.
    """
    try:
        argument.encode()
    except UnicodeEncodeError:
        value = argument.partition("=")[2] if argument.startswith("-") else argument
        return os.path.lexists(value) or os.path.lexists(re.sub(r":[0-9]+$", "", value))
    return True


OUT_OF_MEMORY = b"error[system]: out of memory\n  = help: free some memory or ask for less, and try again\n"


def report_error(error: BaseException) -> int:
    """Print the error that stopped a command, and return the exit status."""
    if isinstance(error, BrokenPipeError):
        # A reader such as ``head`` has closed the pipe early, which is not an error.
        return discard_output()
    if isinstance(error, MemoryError):  # do not import anything, which would need more memory
        error.__traceback__ = None  # the frames in a traceback keep data alive
        with suppress(OSError):
            os.write(2, OUT_OF_MEMORY)
        return 2
    from rftg_dsl.show.terminal.failure import render_error

    say(render_error(error, paint_for(sys.stderr)), err=True)
    return 2


def discard_output() -> int:
    """Discard the remaining output after the reader has closed the pipe, and return the exit status for SIGPIPE."""
    with suppress(OSError):
        # Otherwise Python would flush standard output at exit, which would fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return 128 + 13


Function = TypeVar("Function", bound=Callable[..., Any])


PLAIN: dict[str, Any] = {"rich_markup_mode": None, "pretty_exceptions_enable": False, "add_completion": False}


class App(typer.Typer):
    """The application, or a group of its commands."""

    def __init__(self, **settings: Any) -> None:
        self.parts = Parts()
        super().__init__(cls=type("Commands", (Commands,), {"parts": self.parts}), **PLAIN, **settings)

    def command(
        self,
        name: str | None = None,
        *,
        cls: type[TyperCommand] | None = None,
        group: str = "",
        example: str = "",
        help: str | None = None,
        **settings: Any,
    ) -> Callable[[Function], Function]:
        """Register a command with its section in the help (one of ``cli.page.GROUPS``), an example and its help text.

        The help text is not taken from the docstring, because ``python -OO`` strips docstrings.
        """

        def add(function: Function) -> Function:
            alone = typer.Typer(**PLAIN)
            called = name or function.__name__
            self.parts.parts[called] = Part(alone, group, help or "")
            epilog = f"Example:\n  {example}"
            return alone.command(called, cls=cls or Command, help=help, epilog=epilog, **settings)(function)

        return add

    def add_group(self, app: App, name: str, group: str) -> None:
        self.parts.parts[name] = Part(app, group, str(app.info.help or ""))


app = App(name="rftg", epilog=EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})


def show_version(wanted: bool) -> None:
    if wanted:
        from rftg_dsl.base.version import __version__

        typer.echo(f"rftg {__version__}")
        raise typer.Exit()


@app.callback(help="Play board games, make tiles, cards and planets for them, and check that games followed the rules.")
def rftg(
    version: Annotated[
        bool, typer.Option("-V", "--version", callback=show_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Read the options that come before a command."""


def main() -> None:
    """Run the command line as a process, which never ends with a traceback."""
    # A command creates many objects but hardly any cycles, so less frequent garbage collection saves time.
    gc.set_threshold(200_000)
    try:
        if shell := os.environ.get("_RFTG_COMPLETE"):
            from rftg_dsl.cli.completing import answer_shell as complete

            complete(shell, app)
        for stream in (sys.stdout, sys.stderr):
            if isinstance(stream, TextIOWrapper):
                # The terminal's encoding may not support every character; an escape is better than an exception.
                stream.reconfigure(errors="backslashreplace")
        try:
            app()
        finally:
            if sys.stdout is not None:
                # Flush the output here, where a broken pipe is still handled.
                sys.stdout.flush()
    except KeyboardInterrupt:
        sys.exit(128 + signal.SIGINT)
    except Exception as error:
        sys.exit(report_error(error))
