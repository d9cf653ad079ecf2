"""Facts about syntax trees that hold whatever the names in them mean."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

KEPT = 2_000
"""The maximum number of trees whose results are cached; each tree is examined many times."""


@lru_cache(KEPT)
def assignments_in(tree: ast.AST) -> Sequence[str]:
    """List the names assigned in a tree, including repetitions."""
    return [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]


def names_assigned_in(tree: ast.AST) -> set[str]:
    return {*assignments_in(tree)}


def names_read_in(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


QUIET = frozenset(("get", "len", "min", "max", "sum", "abs", "int", "bool"))
"""Functions and methods that change nothing."""


def is_harmless(loop: ast.For) -> bool:
    """Whether the only effect of a loop's body is to change local variables that the loop's iterable does not use."""
    walked = names_read_in(loop.iter)
    for node in [each for line in loop.body for each in ast.walk(line)]:
        if isinstance(node, ast.Call):
            called = node.func
            if (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) not in QUIET:
                return False
        elif isinstance(node, ast.Attribute | ast.Subscript | ast.Name) and not isinstance(node.ctx, ast.Load):
            name = node.value if isinstance(node, ast.Subscript) else node
            if not isinstance(name, ast.Name) or name.id in walked:
                return False
    return True


def is_used_at_once(node: ast.Assign, following: ast.stmt | None, tree: ast.AST) -> bool:
    """Whether a generator is consumed only by the next statement, so that its laziness makes no difference."""
    [target, *others] = node.targets
    if others or not isinstance(target, ast.Name) or not isinstance(node.value, ast.GeneratorExp):
        return False
    if not isinstance(following, ast.Assign | ast.Return):
        return False
    uses = [use for use in ast.walk(tree) if isinstance(use, ast.Name) and use.id == target.id]
    value = following.value
    if isinstance(value, ast.ListComp | ast.SetComp | ast.DictComp):
        return len(uses) == 2 and value.generators[0].iter in uses
    called = (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in ("tuple", "list", "set")
    )
    return len(uses) == 2 and called and value.args[:1] == [use for use in uses if use is not target]  # type: ignore[union-attr]


def names_assigned_once_in(tree: ast.AST) -> set[str]:
    return {name for name, times in Counter(assignments_in(tree)).items() if times == 1}


@lru_cache(KEPT)
def is_generator(tree: ast.AST) -> bool:
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(tree))


def without_docstring(tree: ast.FunctionDef) -> Sequence[ast.stmt]:
    first = tree.body[0]
    return tree.body[isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) :]


def single_result_of(tree: ast.FunctionDef) -> ast.expr | None:
    """Return the expression in a function's single statement; None if the function has more statements."""
    match without_docstring(tree):
        case [ast.Return(value=ast.expr() as value)] | [ast.Expr(value=ast.Call() as value)]:
            return value
    return None


def can_leave(tree: ast.AST) -> bool:
    """Whether a statement can leave the block that it is in, other than by raising an error."""
    return any(isinstance(node, ast.Return | ast.Break | ast.Continue) for node in ast.walk(tree))


def names_of_parameters(tree: ast.FunctionDef | ast.Lambda) -> list[str]:
    """List the names of the parameters in the order in which ``bind`` returns arguments."""
    rest = [tree.args.vararg] if tree.args.vararg is not None else []
    return [parameter.arg for parameter in (*tree.args.args, *rest, *tree.args.kwonlyargs)]


def is_cut(node: ast.expr) -> bool:
    """Whether a node is a slice such as ``a[:n]`` without calls, so that the evaluation order does not matter."""
    plain = isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice) and node.slice.step is None
    return plain and not any(isinstance(part, ast.Call | ast.NamedExpr) for part in ast.walk(node))


def as_load(target: ast.expr) -> ast.expr:
    if isinstance(target, ast.Name):
        return ast.Name(target.id, ast.Load())
    assert isinstance(target, ast.Attribute)
    return ast.Attribute(target.value, target.attr, ast.Load())
