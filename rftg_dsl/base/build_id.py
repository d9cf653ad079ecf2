"""A fingerprint of this build: its Python files and installed packages, by name, size and time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator


def describe_program() -> Iterator[str]:
    """One line per Python file of the program (size and time), and one per folder of installed packages (time)."""
    top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for name in python_below(top):
        yield line_of(name)
    for folder in sys.path:
        if os.path.isdir(folder) and any(name.endswith((".dist-info", ".egg-info")) for name in os.listdir(folder)):
            # Installing or removing a package touches the folder, so one time covers every package in it.
            yield f"{folder} {os.stat(folder).st_mtime_ns}\n"


def python_below(top: str) -> Iterator[str]:
    for here, folders, names in os.walk(top):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        yield from (f"{here}/{name}" for name in sorted(names) if name.endswith(".py"))


def line_of(name: str) -> str:
    """A file's name, size and time; for a folder only its name, since caching code in it changes its time."""
    stat = os.stat(name)
    return f"{name}\n" if os.path.isdir(name) else f"{name} {stat.st_size} {stat.st_mtime_ns}\n"
