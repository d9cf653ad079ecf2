"""The ids of rules that a test file names with a marker, or a scenario in its first line; read without running them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path


def marked(file: Path, marker: str) -> Iterator[str]:
    """The ids in every call of the marker: ``@rule("R101", "R102")``."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        match node:
            case ast.Call(func=ast.Name(id=name), args=ids) if name == marker:
                for argument in ids:
                    assert isinstance(argument, ast.Constant) and isinstance(argument.value, str), (
                        f"{file}:{node.lineno}"
                    )
                    yield argument.value


HEADER = re.compile(r"^scenario .*\{ *# *((?:[RG][0-9]+(?:-[RG][0-9]+)?(?:, |$|:))+)", re.MULTILINE)
"""``scenario "Public Works does not reward itself" { # R046, R047: in a few words, why``."""


def named_by_scenarios(text: str) -> Iterator[str]:
    """The ids behind the first lines of scenarios; ``R062-R064`` is all of them."""
    for header in HEADER.finditer(text):
        for first, last in re.findall(r"([RG][0-9]+)(?:-([RG][0-9]+))?", header[1]):
            width = len(first) - 1
            numbers = range(int(first[1:]), int((last or first)[1:]) + 1)
            yield from (f"{first[0]}{n:0{width}}" for n in numbers)
