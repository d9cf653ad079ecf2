"""Describes this build of the program by its Python files and folders of installed packages, for use in cache keys."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator


def describe_program() -> Iterator[str]:
    """Yield one line for each Python file in the program, with its size and modification time, and one line for each
    folder of installed packages, with its modification time."""
    top = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for name in python_below(top):
        yield line_of(name)
    for folder in sys.path:
        if os.path.isdir(folder) and any(name.endswith((".dist-info", ".egg-info")) for name in os.listdir(folder)):
            # Installing or removing a package touches the folder, so its time covers every package in it.
            yield f"{folder} {os.stat(folder).st_mtime_ns}\n"


def python_below(top: str) -> Iterator[str]:
    for here, folders, names in os.walk(top):
        folders[:] = sorted(name for name in folders if name != "__pycache__")
        yield from (f"{here}/{name}" for name in sorted(names) if name.endswith(".py"))


def line_of(name: str) -> str:
    """A line with the name, size and modification time of a file, or with only the name of a folder.

    A folder's time is left out because it changes whenever Python caches bytecode in the folder.
    """
    stat = os.stat(name)
    return f"{name}\n" if os.path.isdir(name) else f"{name} {stat.st_size} {stat.st_mtime_ns}\n"
