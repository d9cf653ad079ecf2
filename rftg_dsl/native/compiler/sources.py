"""The syntax tree of a Python function, and the meaning of the function's free names."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Mapping
from functools import cache
from inspect import getsourcefile
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from attrs import frozen

from rftg_dsl.native.compiler.clauses import TranslationError

Function = ast.FunctionDef | ast.Lambda


@frozen(eq=False)
class Source:
    """A function with its syntax tree, its file, and the meaning of its free names."""

    function: Any
    """A Python function; its type is ``Any`` because mypy treats a callable field as a method."""
    tree: Function
    file: str

    def meaning_of(self, name: str) -> Any:
        """Return the meaning of a name that is not local. Raise ``AttributeError`` if the name is undefined."""
        function = self.function
        free = function.__code__.co_freevars
        if name in free and function.__closure__:
            return function.__closure__[free.index(name)].cell_contents
        if name in function.__globals__:
            return function.__globals__[name]
        return getattr(builtins, name)


def source_of(function: FunctionType, generated: Mapping[str, ast.FunctionDef]) -> Source:
    """Return the source of a function; ``generated`` maps the names of functions without a file to their trees."""
    code = function.__code__
    if code.co_filename == "<powers>":
        return Source(function, generated[code.co_name], "powers")
    file = getsourcefile(function)
    if file is None or not Path(file).is_file():
        raise TranslationError(f"{function.__qualname__} has no source code", "N1")
    return Source(function, tree_at(file, code), file)


@cache
def trees_in(file: str) -> dict[int, list[Function]]:
    trees: dict[int, list[Function]] = {}
    for node in ast.walk(ast.parse(Path(file).read_text("utf-8"), file)):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            # If there are decorators, ``co_firstlineno`` is the line of the first one.
            first = min([node.lineno, *[decorator.lineno for decorator in getattr(node, "decorator_list", ())]])
            trees.setdefault(first, []).append(node)
    return trees


def tree_at(file: str, code: CodeType) -> Function:
    wanted = ast.Lambda if code.co_name == "<lambda>" else ast.FunctionDef
    there = [tree for tree in trees_in(file).get(code.co_firstlineno, ()) if isinstance(tree, wanted)]
    # Several lambdas on the same line are distinguished by their columns.
    if len(there) > 1:
        columns = {start for _, _, start, _ in code.co_positions() if start is not None}
        there = [tree for tree in there if tree.body and column_of_body(tree) in columns]
    if len(there) != 1:
        what = f"the source code of {code.co_name} does not match the code that runs"
        raise TranslationError(what, "N1", file, code.co_firstlineno)
    return there[0]


def column_of_body(node: Function) -> int:
    body = node.body if isinstance(node, ast.Lambda) else node.body[0]
    return body.col_offset
