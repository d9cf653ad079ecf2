"""Assignment to names, tuples of targets, items and attributes."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rftg_dsl.native.compiler import ir
from rftg_dsl.native.compiler.ir import Const, Expr, Local, Tuple, Var
from rftg_dsl.native.compiler.reader import Reader, Scope
from rftg_dsl.native.compiler.values import as_number, check_stored, is_array

UNSTORED = (ir.State, ir.Bot, ir.StateList)
"""Values that always stay where they are, so that a name refers to them directly."""


def store(reader: Reader, scope: Scope, target: ast.expr, value: Expr) -> None:
    match target:
        case ast.Name(name):
            store_name(reader, scope, name, value)
        case ast.Tuple(targets) | ast.List(targets):
            unpack(reader, scope, targets, value)
        case ast.Subscript(slice=ast.Slice()):
            store_slice(reader, scope, target, value)
        case ast.Subscript(of, key):
            check_stored(reader, value, target)
            value = reader.hold(value)
            reader.add(ir.SetItem(reader.evaluate(scope, of), reader.evaluate(scope, key), value))
        case ast.Attribute(of, name):
            check_stored(reader, value, target)
            reader.add(ir.SetAttribute(reader.evaluate(scope, of), name, value))
        case _:
            raise reader.error_with("N8", "this cannot be assigned to", target)


def store_name(reader: Reader, scope: Scope, name: str, value: Expr) -> None:
    is_static = isinstance(value, Const | ir.Function | Tuple)
    # In an unrolled loop, a name can have a different meaning in each iteration.
    is_unrolled = any(name in names for names in reader.at.unrolled)
    # A name that is assigned only once, to a constant, needs no variable.
    if isinstance(value, UNSTORED) or (is_static and name in scope.once and not is_unrolled):
        scope.names[name] = reader.hold(value)
        return
    check_stored(reader, value)
    var = scope.names.get(name)
    if not isinstance(var, Var):
        var = scope.names[name] = reader.make_var(name)
        if name not in scope.once:
            reader.varying.add(var)
    reader.add(ir.Assign(var, value))


def unpack(reader: Reader, scope: Scope, targets: Sequence[ast.expr], value: Expr) -> None:
    star = next((nth for nth, node in enumerate(targets) if isinstance(node, ast.Starred)), None)
    if isinstance(value, Const) and isinstance(value.value, tuple | list | range):
        value = Tuple(tuple(map(Const, value.value)))
    if isinstance(value, Tuple) and star is None:
        for target, item in zip(targets, value.items, strict=True):
            store(reader, scope, target, item)
        return
    value = reader.hold(value)
    if star is None:
        variables = [reader.make_var("t", is_temp=True) for _ in targets]
        reader.add(ir.Unpack(value, variables))
        for target, var in zip(targets, variables, strict=True):
            store(reader, scope, target, Local(var))
        return
    row = reader.assign("row", value) if isinstance(value, Tuple) else value
    for nth, target in enumerate(targets):
        if isinstance(target, ast.Starred):
            end = Const(None if nth == len(targets) - 1 else nth + 1 - len(targets))
            part = ir.Builtin("slice", [row, Const(nth), end, Const(None)])
            store(reader, scope, target.value, reader.hold(ir.Builtin("list", [reader.hold(part)])))
        else:
            at = nth if nth < star else nth - len(targets)
            store(reader, scope, target, reader.hold(ir.Builtin("item at", [row, Const(at)])))


def store_slice(reader: Reader, scope: Scope, target: ast.Subscript, value: Expr) -> None:
    of, bounds = reader.evaluate(scope, target.value), target.slice
    assert isinstance(bounds, ast.Slice)
    if not is_array(reader, of) or bounds.lower is None or bounds.upper is None or bounds.step is not None:
        raise reader.error_with("N8", "only part of one of the game's arrays can be replaced", target)
    first = as_number(reader, reader.evaluate(scope, bounds.lower))
    last = as_number(reader, reader.evaluate(scope, bounds.upper))
    row = reader.assign("row", value)
    reader.add(ir.Do(ir.Builtin("check length", [row, last, first])))
    at = Local(reader.make_var("i"))
    item = ir.Builtin("number at", [row, at, first])
    reader.add(ir.Count(at.var, first, last, [ir.SetItem(of, at, item)]))
