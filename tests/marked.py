"""The ids that a test file names with a marker, read from its text without running it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path


def marked(file: Path, marker: str) -> Iterator[str]:
    """The ids in every call of the marker: ``@rule("R101", "R102")``."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name), args=ids) if name == marker:
                for one in ids:
                    assert isinstance(one, ast.Constant) and isinstance(one.value, str), f"{file}:{node.lineno}"
                    yield one.value
