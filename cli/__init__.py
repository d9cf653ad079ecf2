"""The command `rftg`: one function a command, all thinking is below it."""

from rftg_dsl.cli import content, games, logs
from rftg_dsl.cli.app import app, main

__all__ = ["app", "content", "games", "logs", "main"]
