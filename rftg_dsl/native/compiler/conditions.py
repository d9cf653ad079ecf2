"""Truth: conditions, ``and``, ``or``, conditional expressions and comparisons."""

from __future__ import annotations

import ast

from rftg_dsl.native.compiler import ir
from rftg_dsl.native.compiler.ir import Block, Const, Expr, Local
from rftg_dsl.native.compiler.reader import Reader, Scope
from rftg_dsl.native.compiler.values import check_stored, compare, negate, truth_of


def read_condition(reader: Reader, scope: Scope, node: ast.expr) -> Expr:
    """Return a test of an expression's truth, which is all that matters of its value."""
    match node:
        case ast.BoolOp(op, operands):
            return read_decision(reader, scope, isinstance(op, ast.Or), operands)
        case ast.UnaryOp(ast.Not(), operand):
            return negate(read_condition(reader, scope, operand))
    return truth_of(reader.evaluate(scope, node))


def read_decision(reader: Reader, scope: Scope, stop: bool, nodes: list[ast.expr]) -> Expr:
    """Read ``and`` or ``or`` as a condition; ``stop`` is the truth of an operand that ends the evaluation."""
    operands: list[tuple[Block, Expr]] = []
    before: Block = []
    for nth, node in enumerate(nodes):
        with reader.enter(block=before):
            test = read_condition(reader, scope, node)
        # An operand that decides nothing is left out, except for what its evaluation assigns.
        if isinstance(test, Const) and test.value != stop and not (before and nth == len(nodes) - 1):
            continue
        operands.append((before, test))
        if isinstance(test, Const):
            break
        before = []
    if not operands:
        return Const(not stop)
    if len(operands) == 1:
        [(before, test)] = operands
        reader.at.block.extend(before)
        return test
    var = reader.make_var("c", is_temp=True)
    reader.add(ir.Decide(var, stop, operands))
    return Local(var)


def read_boolop(reader: Reader, scope: Scope, node: ast.BoolOp) -> Expr:
    """Read ``and`` or ``or`` as a value, which is one of the operands."""
    stop = isinstance(node.op, ast.Or)
    result = None
    place = reader.at
    for nth, operand in enumerate(node.values):
        value = reader.hold(reader.evaluate(scope, operand))
        last = nth == len(node.values) - 1
        test = truth_of(value)
        if isinstance(test, Const) and not last:
            if test.value != stop:
                continue
            last = True
        if result is None:
            if last:
                return value
            result = reader.make_var("v")
        check_stored(reader, value, operand)
        reader.add(ir.Assign(result, value))
        if last:
            break
        more: Block = []
        reader.add(ir.If(ir.Not(test) if stop else test, more))
        reader.at = reader.place_in(more)
    reader.at = place
    assert result is not None
    return Local(result)


def read_ifexp(reader: Reader, scope: Scope, node: ast.IfExp) -> Expr:
    test = read_condition(reader, scope, node.test)
    if isinstance(test, Const):
        return reader.evaluate(scope, node.body if test.value else node.orelse)
    result = reader.make_var("v")
    blocks = []
    for branch in (node.body, node.orelse):
        with reader.enter(block=[]) as block:
            value = reader.evaluate(scope, branch)
            check_stored(reader, value, branch)
            reader.add(ir.Assign(result, value))
        blocks.append(block)
    reader.add(ir.If(test, *blocks))
    return Local(result)


def read_not(reader: Reader, scope: Scope, node: ast.UnaryOp) -> Expr:
    return reader.hold(read_condition(reader, scope, node))


# -- comparisons -----------------------------------------------------------------------------------------------------


def read_compare(reader: Reader, scope: Scope, node: ast.Compare) -> Expr:
    left, right = (read_operand(reader, scope, operand) for operand in (node.left, node.comparators[0]))
    test = compare(reader, node.ops[0], left, right)
    if len(node.ops) == 1:
        return test
    result = reader.make_var("c")
    place = reader.at
    reader.add(ir.Assign(result, truth_of(test)))
    for op, other in zip(node.ops[1:], node.comparators[1:], strict=True):
        more: Block = []
        reader.add(ir.If(Local(result), more))
        reader.at = reader.place_in(more)
        left, right = right, reader.freeze(reader.evaluate(scope, other))
        reader.add(ir.Assign(result, truth_of(compare(reader, op, left, right))))
    reader.at = place
    return Local(result)


def read_operand(reader: Reader, scope: Scope, node: ast.expr) -> Expr:
    """Read one side of a comparison; ``type(x)`` becomes a ``ClassOf`` if ``x`` is not known."""
    match node:
        case ast.Call(ast.Name("type"), [of]) if scope.meaning_of("type") is type:
            value = reader.hold(reader.evaluate(scope, of))
            return Const(type(value.value)) if isinstance(value, Const) else ir.ClassOf(value)
    return reader.freeze(reader.evaluate(scope, node))
