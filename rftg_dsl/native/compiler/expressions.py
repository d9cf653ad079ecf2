"""The other expressions: names, constants, operators, items and attributes."""

from __future__ import annotations

import ast

from rftg_dsl.native.compiler import ir
from rftg_dsl.native.compiler.conditions import read_not
from rftg_dsl.native.compiler.displays import read_cut
from rftg_dsl.native.compiler.ir import Const, Expr, Local
from rftg_dsl.native.compiler.reader import Reader, Scope
from rftg_dsl.native.compiler.targets import store
from rftg_dsl.native.compiler.tree_facts import is_cut
from rftg_dsl.native.compiler.values import load_attribute, load_item, operate, slice_of
from rftg_dsl.native.compiler.walks import check_not_lazy


def read_constant(reader: Reader, scope: Scope, node: ast.Constant) -> Expr:
    return Const(node.value)


def read_name(reader: Reader, scope: Scope, node: ast.Name) -> Expr:
    """Read a name of a variable, or of a constant defined outside the function."""
    value = scope.value_of(node.id)
    if value is not None:
        return value
    try:
        return Const(scope.source.meaning_of(node.id))
    except (AttributeError, KeyError, ValueError):
        raise reader.error_with("N6", f"unknown name {node.id!r}", node) from None


def read_named_expression(reader: Reader, scope: Scope, node: ast.NamedExpr) -> Expr:
    check_not_lazy(reader, scope, node.value)
    value = reader.hold(reader.evaluate(scope, node.value))
    # Inside a comprehension, ``:=`` binds a name in the enclosing function.
    store(reader, scope.function, node.target, value)
    found = scope.function.value_of(node.target.id)
    assert found is not None
    return found


def read_function(reader: Reader, scope: Scope, node: ast.Lambda | ast.FunctionDef) -> Expr:
    if node.args.posonlyargs or node.args.vararg or node.args.kwonlyargs or node.args.kwarg:
        raise reader.error_with("N3", "a local function has parameters of an unsupported kind", node)
    defaults = [reader.evaluate(scope, default) for default in node.args.defaults]
    return ir.Function(node, scope, tuple([keep(reader, default) for default in defaults]))


def keep(reader: Reader, value: Expr) -> Expr:
    """Store a value in a new variable, so that later assignments do not change it."""
    value = reader.hold(value)
    return reader.copy(value) if isinstance(value, Local | ir.Known) else value


def read_unary(reader: Reader, scope: Scope, node: ast.UnaryOp) -> Expr:
    if isinstance(node.op, ast.Not):
        return read_not(reader, scope, node)
    value = reader.evaluate(scope, node.operand)
    if isinstance(value, Const) and isinstance(node.op, ast.USub | ast.UAdd):
        return Const(-value.value if isinstance(node.op, ast.USub) else +value.value)
    if not isinstance(node.op, ast.USub):
        raise reader.error_with("N14", "unsupported unary operator", node)
    return ir.Builtin("negative", [reader.hold(value)])


def read_binary(reader: Reader, scope: Scope, node: ast.BinOp) -> Expr:
    # Build ``a[:i] + b[j:]`` in a single step, without creating the two slices.
    if isinstance(node.op, ast.Add) and is_cut(node.left) and is_cut(node.right):
        parts = [*read_cut(reader, scope, node.left), *read_cut(reader, scope, node.right)]
        return reader.hold(ir.Builtin("cuts", parts))
    left = reader.freeze(reader.evaluate(scope, node.left))
    return operate(reader, node.op, left, reader.evaluate(scope, node.right))


def read_subscript(reader: Reader, scope: Scope, node: ast.Subscript) -> Expr:
    of = reader.evaluate(scope, node.value)
    if isinstance(node.slice, ast.Slice):
        bounds = [node.slice.lower, node.slice.upper, node.slice.step]
        return slice_of(reader, of, [reader.evaluate(scope, bound) if bound else Const(None) for bound in bounds])
    of = reader.hold(of)
    return load_item(reader, of, reader.hold(reader.evaluate(scope, node.slice)))


def read_attribute(reader: Reader, scope: Scope, node: ast.Attribute) -> Expr:
    return load_attribute(reader, reader.evaluate(scope, node.value), node.attr, node)
