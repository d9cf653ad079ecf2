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

WRITE, SHARE, PLAY, LOGS, SETUP = "Write content", "Share content", "Play", "Read and check logs", "Set up"
GROUPS = (WRITE, SHARE, PLAY, LOGS, SETUP)
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


def render_help(ctx: Any) -> str:
    command = ctx.command
    parts = [render_usage(ctx), fold_paragraphs(cleandoc(command.help or ""), width_of_help(), "  ")]
    parts += [render_section(title, rows) for title, rows in (*parameters_of(ctx), *commands_of(ctx)) if rows]
    parts.append(list(render_examples(command.epilog or "")))
    return "\n\n".join("\n".join(part) for part in parts if part)


def render_section(title: str, rows: Sequence[tuple[str, str]]) -> list[str]:
    return [f"{title}:", *render_definitions(rows, width_of_help())]


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
    from rftg_dsl.show.terminal.failure import render_misuse

    said = " ".join(error.format_message().partition(" (Possible options")[0].split()).removesuffix(".")
    # Rephrase typer's messages to match our own.
    said = said.replace(". Choose from: ", "; choose from ")
    said = re.sub(r"Got unexpected extra argument\(s\) \((.*)\)", r"too many arguments: \1", said)
    said = said.replace(". Did you mean ", "; did you mean ")
    if near := getattr(error, "possibilities", None):
        said += f"; did you mean {' or '.join(near)}?"
    ctx = getattr(error, "ctx", None)
    path = ctx.command_path if ctx else "rftg"
    return render_misuse(said[:1].lower() + said[1:], " ".join(call_of(ctx)) if ctx else "", f"{path} --help", paint)
