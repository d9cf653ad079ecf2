"""What tells this program from another version of it: its files, by name, size and time."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator


def describe_program() -> Iterator[str]:
    """One line per file of this program, with size and time, and per folder of installed packages, with its time."""
    top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for name in python_below(top):
        yield line_of(name)
    for folder in sys.path:
        if os.path.isdir(folder) and any(name.endswith((".dist-info", ".egg-info")) for name in os.listdir(folder)):
            yield f"{folder} {os.stat(folder).st_mtime_ns}\n"


def python_below(top: str) -> Iterator[str]:
    """The Python files below a folder, at any depth, in order."""
    for here, folders, names in os.walk(top):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        yield from (f"{here}/{name}" for name in sorted(names) if name.endswith(".py"))


def line_of(name: str) -> str:
    """A file's name, size and time; only the name of a folder, whose time changes when Python caches code in it."""
    stat = os.stat(name)
    return f"{name}\n" if os.path.isdir(name) else f"{name} {stat.st_size} {stat.st_mtime_ns}\n"
