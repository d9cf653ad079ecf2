"""Pieces of Python as ``ast`` objects, from which the generator builds its functions."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any


def name(text: str) -> ast.expr:
    """A variable."""
    return ast.Name(text, ast.Load())


def get_attribute(of: ast.expr, text: str) -> ast.expr:
    """``of.text``."""
    return ast.Attribute(of, text, ast.Load())


def get_item(of: ast.expr, index: ast.expr) -> ast.expr:
    """``of[index]``."""
    return ast.Subscript(of, index, ast.Load())


def as_literal(value: Any) -> ast.expr:
    """A literal."""
    return ast.Constant(value)


def call(function: ast.expr, *args: ast.expr) -> ast.expr:
    """``function(args)``."""
    return ast.Call(function, list(args), [])


def compare(left: ast.expr, op: ast.cmpop, right: ast.expr) -> ast.expr:
    """``left op right``."""
    return ast.Compare(left, [op], [right])


def all_of(tests: Sequence[ast.expr]) -> ast.expr:
    """All of the tests."""
    return (tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), list(tests))) if tests else as_literal(True)


def any_of(tests: Sequence[ast.expr]) -> ast.expr:
    """Any of the tests."""
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), list(tests))


def negate(test: ast.expr) -> ast.expr:
    """``not test``."""
    return ast.UnaryOp(ast.Not(), test)


def make_comprehension(
    result: ast.expr, *parts: tuple[str, ast.expr, Sequence[ast.expr]], unique: bool = False
) -> ast.expr:
    """A list (or set) of ``result`` for each variable in turn, with its tests."""
    chain = [
        ast.comprehension(ast.Name(variable, ast.Store()), over, list(tests), 0) for variable, over, tests in parts
    ]
    return ast.SetComp(result, chain) if unique else ast.ListComp(result, chain)


def as_statement(value: ast.expr) -> ast.stmt:
    """An expression as a statement."""
    return ast.Expr(value)


def make_return(value: ast.expr | None = None) -> ast.stmt:
    """``return value``."""
    return ast.Return(value)


def let(variable: str, value: ast.expr) -> ast.stmt:
    """``(variable := value)``."""
    return as_statement(ast.NamedExpr(ast.Name(variable, ast.Store()), value))


def return_unless(tests: Sequence[ast.expr], value: ast.expr | None = None) -> list[ast.stmt]:
    """A statement that returns a value unless all of the tests hold; empty if there are no tests."""
    return [ast.If(negate(all_of(tests)), [make_return(value)], [])] if tests else []


def make_lambda(value: ast.expr, seat: str = "me") -> ast.expr:
    """A lambda that evaluates an expression for a given seat, which is called ``seat`` in it."""
    return ast.Lambda(ast.arguments([], [ast.arg(seat)], None, [], [], None, []), value)


def make_function(title: str, arguments: Sequence[str], body: list[ast.stmt], rest: str = "") -> ast.FunctionDef:
    """A function definition; ``rest`` names the argument that takes all others."""
    args = ast.arguments(
        [], [ast.arg(argument) for argument in arguments], ast.arg(rest) if rest else None, [], [], None, []
    )
    return ast.FunctionDef(title, args, body, [], None, None, **TYPE_PARAMS)


TYPE_PARAMS: dict[str, Any] = {"type_params": []} if "type_params" in ast.FunctionDef._fields else {}
"""Python 3.12 and later need this field."""
