"""Where the grammar and the shipped content are, installed or in a checkout."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path


def grammar(name: str) -> str:
    """The text of a grammar file."""
    return files("rftg_dsl.grammar").joinpath(name).read_text("utf-8")


def content() -> Path:
    """The folder of the shipped games."""
    return Path(str(files("rftg_dsl.content")))
