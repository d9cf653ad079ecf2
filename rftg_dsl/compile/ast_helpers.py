"""Helpers that create the ``ast`` nodes from which the generator builds its functions."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any


def name(text: str) -> ast.expr:
    return ast.Name(text, ast.Load())


def get_attribute(of: ast.expr, text: str) -> ast.expr:
    return ast.Attribute(of, text, ast.Load())


def get_item(of: ast.expr, index: ast.expr) -> ast.expr:
    return ast.Subscript(of, index, ast.Load())


def as_literal(value: Any) -> ast.expr:
    return ast.Constant(value)


def call(function: ast.expr, *args: ast.expr) -> ast.expr:
    return ast.Call(function, list(args), [])


def compare(left: ast.expr, op: ast.cmpop, right: ast.expr) -> ast.expr:
    return ast.Compare(left, [op], [right])


def all_of(tests: Sequence[ast.expr]) -> ast.expr:
    """Combine tests with ``and``. If there are no tests, return the literal True."""
    return (tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), list(tests))) if tests else as_literal(True)


def any_of(tests: Sequence[ast.expr]) -> ast.expr:
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), list(tests))


def negate(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def make_comprehension(
    result: ast.expr, *parts: tuple[str, ast.expr, Sequence[ast.expr]], unique: bool = False
) -> ast.expr:
    chain = [
        ast.comprehension(ast.Name(variable, ast.Store()), over, list(tests), 0) for variable, over, tests in parts
    ]
    return ast.SetComp(result, chain) if unique else ast.ListComp(result, chain)


def as_statement(value: ast.expr) -> ast.stmt:
    return ast.Expr(value)


def make_return(value: ast.expr | None = None) -> ast.stmt:
    return ast.Return(value)


def let(variable: str, value: ast.expr) -> ast.stmt:
    """Return the statement ``(variable := value)``, which rebinds a parameter inside a function."""
    return as_statement(ast.NamedExpr(ast.Name(variable, ast.Store()), value))


def return_unless(tests: Sequence[ast.expr], value: ast.expr | None = None) -> list[ast.stmt]:
    return [ast.If(negate(all_of(tests)), [make_return(value)], [])] if tests else []


def make_lambda(value: ast.expr, seat: str = "me") -> ast.expr:
    """Return a lambda with one parameter, named by ``seat``, so that an expression made for ``me`` can be evaluated for
    other seats."""
    return ast.Lambda(ast.arguments([], [ast.arg(seat)], None, [], [], None, []), value)


def make_function(title: str, arguments: Sequence[str], body: list[ast.stmt], rest: str = "") -> ast.FunctionDef:
    """Return a function definition. ``rest`` is the name of the parameter that receives all other arguments."""
    args = ast.arguments(
        [], [ast.arg(argument) for argument in arguments], ast.arg(rest) if rest else None, [], [], None, []
    )
    return ast.FunctionDef(title, args, body, [], None, None, **TYPE_PARAMS)


TYPE_PARAMS: dict[str, Any] = {"type_params": []} if "type_params" in ast.FunctionDef._fields else {}
"""A field that function definitions require in Python 3.12 and later."""


FIRST_LINE = {"lineno": 1, "col_offset": 0, "end_lineno": 1, "end_col_offset": 0}


def put_on_first_line(tree: ast.Module) -> ast.Module:
    """Give every node the position that ``compile`` requires. This is faster than ``ast.fix_missing_locations``."""
    waiting: list[Any] = [tree]
    while waiting:
        node = waiting.pop()
        if not isinstance(node, ast.AST):
            continue
        fields = node.__dict__
        if "lineno" not in fields:  # a node shared by several trees needs a position only once
            for value in fields.values():
                if isinstance(value, list):
                    waiting += value
                else:
                    waiting.append(value)
            fields.update(FIRST_LINE)
    return tree
