"""Docstrings that people read, such as the help of commands: also where Python was told to leave them out (``-OO``)."""

from __future__ import annotations

import ast
import errno
import inspect
import linecache
import sys
from collections.abc import Callable
from functools import cache
from typing import Any

Place = tuple[int, str]
"""The first line of a function, with its decorators, and its name."""


def docstring_of(function: Callable[..., Any]) -> str:
    """The docstring of a function; empty if it has none.

    With ``-OO`` it is read from the source; ``OSError`` without the source, so that no text is lost without a word.
    """
    if function.__doc__ or sys.flags.optimize < 2:
        return function.__doc__ or ""
    inner: Any = inspect.unwrap(function)
    code = inner.__code__
    lines = linecache.getlines(code.co_filename, inner.__globals__)
    if not lines:
        message = "this source is needed for texts, since Python runs with -OO (PYTHONOPTIMIZE=2)"
        raise OSError(errno.ENOENT, message, code.co_filename)
    return docstrings_in("".join(lines)).get((code.co_firstlineno, code.co_name), "")


@cache
def docstrings_in(source: str) -> dict[Place, str]:
    """The docstrings of the functions in a source, by their places."""
    nodes = ast.walk(ast.parse(source))
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    return {(first_line_of(node), node.name): ast.get_docstring(node, clean=False) or "" for node in functions}


def first_line_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The first line of a function, with its decorators."""
    return min([node.lineno, *[decorator.lineno for decorator in node.decorator_list]])
