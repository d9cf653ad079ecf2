"""The Python of a function as a tree, with what its free names mean."""

from __future__ import annotations

import ast
import builtins
import sys
from collections.abc import Mapping
from functools import cache
from inspect import getsourcefile
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

from attrs import frozen

Function = ast.FunctionDef | ast.Lambda


class Untranslatable(Exception):
    """Something that native code cannot do: what it is, and where it stands."""

    def __init__(self, what: str, file: str = "", line: int = 0) -> None:
        super().__init__(f"{what} ({file}:{line})" if file else what)
        self.what = what
        self.file = file
        self.line = line


@frozen(eq=False)
class Source:
    """A function: its tree, its file, and what its free names mean."""

    function: Any
    """Of Python; mypy takes a field that can be called for a method."""
    tree: Function
    file: str

    def meaning_of(self, name: str) -> Any:
        """What a name that is not local means; ``KeyError`` if nothing."""
        function = self.function
        free = function.__code__.co_freevars
        if name in free and function.__closure__:
            return function.__closure__[free.index(name)].cell_contents
        if name in function.__globals__:
            return function.__globals__[name]
        return getattr(builtins, name)


def source_of(function: FunctionType, generated: Mapping[str, ast.FunctionDef]) -> Source:
    """The source of a function; ``generated`` has the trees of those that stand in no file, by name."""
    code = function.__code__
    if code.co_filename == "<powers>":
        return Source(function, generated[code.co_name], "powers")
    file = getsourcefile(function)
    if file is None or not Path(file).is_file():
        raise Untranslatable(f"{function.__qualname__} has no source")
    return Source(function, tree_at(file, code), file)


@cache
def trees_in(file: str) -> dict[int, list[Function]]:
    """The functions of a file, by the line in which each begins."""
    trees: dict[int, list[Function]] = {}
    for node in ast.walk(ast.parse(Path(file).read_text("utf-8"), file)):
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            first = min([node.lineno, *[decorator.lineno for decorator in getattr(node, "decorator_list", ())]])
            trees.setdefault(first, []).append(node)
    return trees


def tree_at(file: str, code: CodeType) -> Function:
    """The tree of a function of a file."""
    wanted = ast.Lambda if code.co_name == "<lambda>" else ast.FunctionDef
    there = [tree for tree in trees_in(file).get(code.co_firstlineno, ()) if isinstance(tree, wanted)]
    if len(there) > 1:
        columns = {start for _, _, start, _ in code.co_positions() if start is not None}
        there = [tree for tree in there if tree.body and column_of_body(tree) in columns]
    if len(there) != 1:
        raise Untranslatable(f"the source of {code.co_name} is not what runs", file, code.co_firstlineno)
    return there[0]


def column_of_body(node: Function) -> int:
    """The column at which the body of a function begins."""
    body = node.body if isinstance(node, ast.Lambda) else node.body[0]
    return body.col_offset


def module_of(function: FunctionType) -> dict[str, Any]:
    """The names of the module of a function."""
    return vars(sys.modules[function.__module__])
