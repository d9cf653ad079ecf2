"""The `rftg` command: one function per subcommand; the layers below do the work."""

from rftg_dsl.cli import browsing, content, drawing, editing, games, health, logs, packs, proofs, shells, testing, texts
from rftg_dsl.cli.app import app, main

__all__ = [
    "app",
    "browsing",
    "content",
    "drawing",
    "editing",
    "games",
    "health",
    "logs",
    "main",
    "packs",
    "proofs",
    "shells",
    "testing",
    "texts",
]
