"""Operators, items and attributes of values: folded if the operands are constants, else operations."""

from __future__ import annotations

import ast
import operator
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rftg_dsl.kernel.play import Play
from rftg_dsl.native.compiler import ir
from rftg_dsl.native.compiler.ir import Const, Expr, Tuple
from rftg_dsl.native.compiler.reader import Reader

FEW_ITEMS = 6
"""The maximum number of items with which a value is compared one by one; for more, a search is faster."""

OPERATORS: Mapping[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.BitOr: operator.or_,
    ast.BitAnd: operator.and_,
}
COMPARISONS: Mapping[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
    ast.Is: operator.is_,
    ast.IsNot: operator.is_not,
}


def negate(test: Expr) -> Expr:
    return Const(not test.value) if isinstance(test, Const) else ir.Not(test)


def truth_of(value: Expr) -> Expr:
    """Return a test of whether a value is true."""
    match value:
        case Const(known):
            return Const(bool(known))
        case Tuple(items):
            return Const(bool(items))
        case ir.Function() | ir.State() | ir.Bot():
            return Const(True)
    return value if isinstance(value, ir.TESTS) else ir.Truth(value)


# -- operators -------------------------------------------------------------------------------------------------------


def operate(reader: Reader, op: ast.operator, a: Expr, b: Expr) -> Expr:
    if type(op) not in OPERATORS:
        raise reader.error_with("N14", f"unsupported operator {type(op).__name__}")
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(OPERATORS[type(op)](a.value, b.value))
    if isinstance(op, ast.Add) and isinstance(a, Tuple) and isinstance(b, Tuple):
        return Tuple((*a.items, *b.items))
    return reader.hold(ir.Arith(type(op), a, b))


def compare(reader: Reader, op: ast.cmpop, a: Expr, b: Expr) -> Expr:
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(COMPARISONS[type(op)](a.value, b.value))
    if isinstance(a, ir.ClassOf) or isinstance(b, ir.ClassOf):
        return compare_class(reader, op, a, b)
    if isinstance(op, ast.In | ast.NotIn):
        test = compare_membership(reader, a, b)
    elif isinstance(op, ast.Is | ast.IsNot):
        test = compare_identity(reader, a, b)
    elif any(isinstance(operand, Const) and isinstance(operand.value, range | bytes) for operand in (a, b)):
        raise reader.error_with("N14", "comparing a range is not supported")
    else:
        return ir.Compare(type(op), a, b)
    return negate(test) if isinstance(op, ast.NotIn | ast.IsNot) else test


def compare_membership(reader: Reader, a: Expr, b: Expr) -> Expr:
    items = b.items if isinstance(b, Tuple) else None
    if isinstance(b, Const) and isinstance(b.value, tuple | list | frozenset | set) and len(b.value) <= FEW_ITEMS:
        # A set has no order, but the same content always gives the same C.
        members = b.value if isinstance(b.value, tuple | list) else sorted(b.value, key=repr)
        items = tuple(map(Const, members))
    if items is None:
        is_empty = isinstance(b, Const) and isinstance(b.value, Mapping) and not b.value
        return Const(False) if is_empty else ir.Compare(ast.In, a, b)
    if not items:
        return Const(False)
    a = reader.hold(a)
    return reader.hold(ir.Either([truth_of(compare(reader, ast.Eq(), a, item)) for item in items]))


def compare_identity(reader: Reader, a: Expr, b: Expr) -> Expr:
    for one, other in ((a, b), (b, a)):
        is_none = isinstance(one, Const) and one.value is None
        if is_none and isinstance(other, Tuple | ir.Function | ir.State | ir.StateList):
            return Const(False)
    return reader.hold(ir.Compare(ast.Is, a, b))


def compare_class(reader: Reader, op: ast.cmpop, a: Expr, b: Expr) -> Expr:
    """Compare the class of a value, such as ``type(x)``, with known classes."""
    if isinstance(b, ir.ClassOf) and isinstance(op, ast.Is | ast.IsNot | ast.Eq | ast.NotEq):
        a, b = b, a
    if not isinstance(a, ir.ClassOf) or not isinstance(b, Const):
        raise reader.error_with("N15", "unknown classes are compared")
    several = isinstance(op, ast.In | ast.NotIn)
    if isinstance(b.value, type) == several or isinstance(op, ast.Lt | ast.LtE | ast.Gt | ast.GtE):
        raise reader.error_with("N15", "a class is compared with a value that is not a class")
    test = reader.hold(ir.IsOf(a.of, tuple(b.value) if several else b.value, False))
    return negate(test) if isinstance(op, ast.IsNot | ast.NotEq | ast.NotIn) else test


def as_number(reader: Reader, value: Expr) -> Expr:
    """Evaluate a value as an integer; a truth value counts as 0 or 1."""
    return value if isinstance(value, Const) else reader.copy(ir.Builtin("number", [value]))


# -- items -----------------------------------------------------------------------------------------------------------


def length_of(reader: Reader, of: Expr) -> Expr:
    match of:
        case Const(value):
            return Const(len(value))
        case Tuple(items):
            return Const(len(items))
        case ir.StateList(name):
            return Const(reader.unit.shape.lengths[name])
    return ir.Builtin("length", [of])


def load_item(reader: Reader, of: Expr, key: Expr) -> Expr:
    match of, key:
        case Const(value), Const(at):
            return Const(value[at])
        case Tuple(), Const(at):
            item: Expr = of.items[at]
            return item
    return reader.hold(ir.Item(of, key))


def slice_of(reader: Reader, of: Expr, bounds: Sequence[Expr]) -> Expr:
    """Return ``of[low:high:step]``; a bound that is not given is None."""
    if isinstance(of, Const) and all(isinstance(bound, Const) for bound in bounds):
        return Const(of.value[slice(*[bound.value for bound in bounds if isinstance(bound, Const)])])
    return reader.hold(ir.Builtin("slice", [reader.hold(of), *bounds]))


# -- attributes ------------------------------------------------------------------------------------------------------


def load_attribute(reader: Reader, of: Expr, name: str, node: ast.AST | None = None) -> Expr:
    if isinstance(of, ir.State):
        return load_field(reader, name, node)
    if isinstance(of, Const):
        if type(of.value) in reader.unit.records and not hasattr(of.value, name):
            raise reader.error_with("N18", f"{of.value!r} has no {name!r}", node)
        return Const(getattr(of.value, name))
    if isinstance(of, Tuple) and of.cls is not None:
        return of.items[fields_of_tuple(of.cls).index(name)]
    return reader.hold(ir.Attribute(of, name))


def load_field(reader: Reader, name: str, node: ast.AST | None) -> Expr:
    """Return a field of the play."""
    shape = reader.unit.shape
    if name in shape.constants:
        return Const(shape.constants[name])
    if name in shape.lengths:
        return ir.StateList(name)
    if name in shape.numbers or name in shape.words:
        return reader.copy(ir.Attribute(ir.State(), name))
    if hasattr(Play, name):
        return Const(getattr(Play, name))
    raise reader.error_with("N18", f"a play has no {name!r} in native code", node)


def fields_of_tuple(cls: Any) -> tuple[str, ...]:
    fields: tuple[str, ...] = cls._fields
    return fields


def is_array(reader: Reader, of: Expr) -> bool:
    """Whether a value is one of the play's lists of numbers."""
    return isinstance(of, ir.StateList) and of.name in reader.unit.shape.arrays


def check_stored(reader: Reader, value: Expr, node: ast.AST | None = None) -> None:
    """Raise ``TranslationError`` for a value that cannot be in a C variable."""
    is_row = isinstance(value, ir.StateList) and not is_array(reader, value)
    if isinstance(value, ir.State | ir.Bot | ir.ClassOf) or is_row:
        raise reader.error_with("N20", "the game itself, or part of it, is stored", node)
    if isinstance(value, ir.Function):
        raise reader.error_with("N3", "a local function is stored", node)
