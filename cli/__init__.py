"""The ``rftg`` command, with one function per subcommand; the layers below do the work."""

from rftg_dsl.cli.app import app, main
from rftg_dsl.cli.commands import (
    browsing,
    content,
    doctor,
    drawing,
    editing,
    games,
    logs,
    measuring,
    packs,
    proofs,
    shells,
    testing,
    texts,
)

__all__ = [
    "app",
    "browsing",
    "content",
    "doctor",
    "drawing",
    "editing",
    "games",
    "logs",
    "main",
    "measuring",
    "packs",
    "proofs",
    "shells",
    "testing",
    "texts",
]
