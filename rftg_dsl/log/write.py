"""Writing logs: each turn is one write, flushed to disk; an existing file is never changed."""

from __future__ import annotations

import os
from pathlib import Path

from rftg_dsl.diagnostic import Unusable


class LogFile:
    """A new log on disk."""

    def __init__(self, path: Path, sync: bool = True) -> None:
        self.path = path
        self.sync = sync
        try:
            self.file = path.open("xb")
        except FileExistsError:
            raise Unusable(
                f"{path} already exists", "choose another name, or remove it first", "existing-file"
            ) from None
        except OSError as error:
            raise Unusable(f"{path} cannot be written: {error.strerror}", "check the folder", "unwritable") from None

    def write(self, lines: list[str]) -> None:
        """Add the lines of a turn."""
        if lines:
            self.file.write(("\n".join(lines) + "\n").encode("ascii"))
            self.file.flush()
            if self.sync:
                os.fsync(self.file.fileno())

    def close(self) -> None:
        """Close the file."""
        self.file.close()


class InMemory:
    """A log kept as a list of lines."""

    def __init__(self) -> None:
        self.lines: list[str] = []

    def write(self, lines: list[str]) -> None:
        """Add the lines of a turn."""
        self.lines += lines
