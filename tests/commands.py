"""All commands, for tests that walk over them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import typer

from rftg_dsl.cli import app


def walk(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, Any]]:
    """Every command below one, by its words, such as ``log sign``."""
    for name, subcommand in getattr(command, "commands", {}).items():
        yield from walk(subcommand, (*path, name))
    if not hasattr(command, "commands"):
        yield " ".join(path), command


COMMANDS: dict[str, Any] = dict(walk(typer.main.get_command(app)))
NAMES = list(COMMANDS)
