"""Help pages and usage errors, folded to the terminal's width."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from inspect import cleandoc
from typing import Any

from typer.core import TyperArgument

from rftg_dsl.show.terminal.paint import Paint
from rftg_dsl.show.terminal.wrap import (
    MOST,
    NARROW,
    count_columns,
    fold,
    fold_command,
    fold_paragraphs,
    make_unbreakable,
    render_definitions,
)

PLAY, WRITE, SHARE, LOGS, SETUP = "Play", "Write content", "Share content", "Read and check logs", "Set up"
GROUPS = (PLAY, WRITE, SHARE, LOGS, SETUP)
"""The sections of the help; every command belongs to one of them."""


def width_of_help() -> int:
    return min(MOST, count_columns())


def render_usage(ctx: Any) -> list[str]:
    pieces = call_of(ctx)
    text = " ".join([pieces[0], *map(make_unbreakable, pieces[1:])])
    return fold(text, width_of_help(), "Usage: ", " " * (6 if width_of_help() < NARROW else 11))


def call_of(ctx: Any) -> list[str]:
    """Return the parts of a command's synopsis: the command's name, its arguments and its required options."""
    pieces, needed = [ctx.command_path], []
    for parameter in ctx.command.params:
        name = parameter.make_metavar(ctx)
        if isinstance(parameter, TyperArgument):
            pieces.append(name if parameter.required or name.startswith("[") else f"[{name}]")
        elif parameter.required:
            needed.append(f"{parameter.opts[-1]} {name}")
    pieces += needed
    pieces.append("COMMAND ..." if hasattr(ctx.command, "commands") else "[OPTIONS]")
    return pieces


def render_start() -> str:
    """Render the page for a person who has typed only ``rftg``: the installed games, and what to type next."""
    from rftg_dsl.library.game_headers import list_headers

    games = [(header.name, header.title) for header in list_headers()]
    widest = max(len(command) for _, rows in NEXT for command, _ in rows)
    parts = [render_section(title, rows, widest) for title, rows in (("Games", games), *NEXT)]
    parts.append(fold("'rftg help' lists every command, and 'rftg help play' explains one.", width_of_help()))
    return "\n\n".join("\n".join(part) for part in parts)


NEXT = (
    (
        "Play",
        (
            ("rftg serve", "in your browser, alone or with friends"),
            ("rftg play race --bots me,greedy", "in this terminal, against a bot"),
        ),
    ),
    (
        "Make your own",
        (
            ("rftg new ./my-tiles --game roll", "a tile, card or planet in a folder of your own"),
            ("rftg validate ./my-tiles", "check it"),
        ),
    ),
    (
        "Check a game",
        (
            ("rftg replay game.rlog", "tell what happened"),
            ("rftg audit game.rlog", "compare every move with the rules"),
        ),
    ),
)
"""The three things that people do with the program, and the commands to begin with."""


def render_help(ctx: Any) -> str:
    command = ctx.command
    parts = [render_usage(ctx), fold_paragraphs(cleandoc(command.help or ""), width_of_help(), "  ")]
    parts += [render_section(title, rows) for title, rows in (*parameters_of(ctx), *commands_of(ctx)) if rows]
    parts.append(list(render_examples(command.epilog or "")))
    return "\n\n".join("\n".join(part) for part in parts if part)


def render_section(title: str, rows: Sequence[tuple[str, str]], widest: int = 26) -> list[str]:
    return [f"{title}:", *render_definitions(rows, width_of_help(), widest)]


def parameters_of(ctx: Any) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    records = [(parameter.param_type_name, parameter.get_help_record(ctx)) for parameter in ctx.command.get_params(ctx)]
    for title in ("argument", "option"):
        rows = [record for kind, record in records if kind == title and record]
        yield f"{title.capitalize()}s", [(name, re.sub(r"\[[^]]*\]$", keep_bracket, text)) for name, text in rows]


def keep_bracket(match: re.Match[str]) -> str:
    return make_unbreakable(match[0])


def commands_of(ctx: Any) -> Iterator[tuple[str, list[tuple[str, str]]]]:
    parts = getattr(ctx.command, "parts", None)
    named = parts.parts if parts else {}
    for title in dict.fromkeys([*GROUPS, *(part.group for part in named.values())]):
        yield (
            title or "Commands",
            [(name, first_sentence_of(part.help)) for name, part in named.items() if part.group == title],
        )


def first_sentence_of(text: str) -> str:
    return " ".join(cleandoc(text).split("\n\n")[0].split()).partition(". ")[0].removesuffix(".")


def render_examples(text: str) -> Iterator[str]:
    """Render the examples at the end of a page, folding long commands with backslashes."""
    for line in text.splitlines():
        yield from fold_command(line, width_of_help()) if line.startswith("  ") else fold(line, width_of_help())


def render_wrong_usage(error: Any, paint: Paint) -> str:
    """Render a usage error in the style of our other messages, with the correct synopsis."""
    from rftg_dsl.show.terminal.failure import render_message

    said, ctx = word_wrong_usage(error), getattr(error, "ctx", None)
    hint = f"'{ctx.command_path if ctx else 'rftg'} --help' explains the command"
    if ctx and said.startswith(MISSING):
        hint = f"for example: {ctx.command.epilog.partition('  ')[2]}; {hint}"
    call = " ".join(call_of(ctx)) if ctx else ""
    return render_message("wrong-usage", said[:1].lower() + said[1:], hint, paint, call)


def word_wrong_usage(error: Any) -> str:
    """Word a usage error of typer as we would, with the games to choose from if one is missing."""
    from rftg_dsl.base.diagnostic import one_of
    from rftg_dsl.library.game_headers import list_headers

    said = " ".join(error.format_message().partition(" (Possible options")[0].split()).removesuffix(".")
    for pattern, ours in REWORDED:
        said = re.sub(pattern, ours, said)
    if near := getattr(error, "possibilities", None):
        said += f"; did you mean {' or '.join(near)}?"
    if said.startswith(MISSING) and error.param.metavar == "GAME":
        said += f": choose {one_of([str(header) for header in list_headers()])}"
    return said


MISSING = "Missing"
"""The first word of typer's message about a missing argument or option."""

REWORDED = (
    (r"\. Choose from: ", "; choose from "),
    (r"\. Did you mean ", "; did you mean "),
    (r"Got unexpected extra argument\(s\) \((.*)\)", r"too many arguments: \1"),
    (r"is not a valid int(eger)?( range)?$", "is not a whole number"),
    (r"is not a valid float( range)?$", "is not a number"),
    (r"is not in the range (\d+)<=x<=(\d+)$", r"is not between \1 and \2"),
    (r"is not in the range x>=(\d+)$", r"is less than \1"),
)
"""Patterns in typer's messages, each with our own words."""
