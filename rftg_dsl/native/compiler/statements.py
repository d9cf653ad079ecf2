"""The statements. Each function returns False if the code after its statement is never reached."""

from __future__ import annotations

import ast
from importlib import import_module

from rftg_dsl.native.compiler import ir
from rftg_dsl.native.compiler.calls import give_back
from rftg_dsl.native.compiler.conditions import read_condition
from rftg_dsl.native.compiler.expressions import read_function
from rftg_dsl.native.compiler.ir import Const, Expr, Local
from rftg_dsl.native.compiler.reader import Reader, Scope
from rftg_dsl.native.compiler.targets import store
from rftg_dsl.native.compiler.tree_facts import as_load, is_harmless, is_used_at_once, names_assigned_in
from rftg_dsl.native.compiler.values import check_stored, load_item, negate, operate
from rftg_dsl.native.compiler.walks import Body, check_not_lazy, walk_expression


def read_expression(reader: Reader, scope: Scope, node: ast.Expr) -> None:
    match node.value:
        case ast.Constant():
            pass
        case ast.Yield(ast.expr() as value):
            item = reader.evaluate(scope, value)
            check_stored(reader, item, node)
            reader.do("append", find_yielded(reader, scope, node), item)
        case ast.YieldFrom(value):
            of = find_yielded(reader, scope, node)
            for item in walk_expression(reader, scope, value):
                reader.do("append", of, item)
        case value:
            discard(reader, reader.evaluate(scope, value))


def discard(reader: Reader, value: Expr) -> None:
    """Do without the variable for a value that has just been evaluated."""
    block = reader.at.block
    last = block[-1] if block else None
    var = value.var if isinstance(value, Local) else None
    if var is not None and var.is_temp and isinstance(last, ir.Assign) and last.var is var:
        block[-1] = ir.Do(last.value)


def find_yielded(reader: Reader, scope: Scope, node: ast.AST) -> Local:
    of = scope.function.yielded
    if of is None:
        raise reader.error_with("N12", "'yield' is not supported here", node)
    return of


def read_pass(reader: Reader, scope: Scope, node: ast.stmt) -> None:
    """Do nothing; this is also for ``import``, since the module has already been imported."""


def read_global(reader: Reader, scope: Scope, node: ast.stmt) -> None:
    raise reader.error_with("N6", "a module-level variable cannot be changed", node)


def read_return(reader: Reader, scope: Scope, node: ast.Return) -> bool:
    if node.value is not None:
        check_not_lazy(reader, scope, node.value)
    give_back(reader, Const(None) if node.value is None else reader.evaluate(scope, node.value))
    return False


# -- assignments -----------------------------------------------------------------------------------------------------


def read_assign(reader: Reader, scope: Scope, node: ast.Assign) -> None:
    if not is_used_at_once(node, reader.at.following, reader.at.source.tree):
        check_not_lazy(reader, scope, node.value)
    value = reader.evaluate(scope, node.value)
    if len(node.targets) > 1:
        value = reader.hold(value)
    for target in node.targets:
        store(reader, scope, target, value)


def read_annotated(reader: Reader, scope: Scope, node: ast.AnnAssign) -> None:
    if node.value is None:
        return
    check_not_lazy(reader, scope, node.value)
    value = reader.evaluate(scope, node.value)
    if isinstance(node.target, ast.Name):
        hint = reader.unit.types.type_of_annotation(ast.unparse(node.annotation), reader.at.source.function)
        if hint is not None and hint.sort in ("row", "map"):
            value = reader.declare(reader.hold(value), hint)
    store(reader, scope, node.target, value)


def read_augmented(reader: Reader, scope: Scope, node: ast.AugAssign) -> None:
    target = node.target
    if isinstance(target, ast.Subscript):
        of = reader.freeze(reader.evaluate(scope, target.value))
        key = reader.freeze(reader.evaluate(scope, target.slice))
        before = load_item(reader, of, key)
        reader.add(ir.SetItem(of, key, operate(reader, node.op, before, reader.evaluate(scope, node.value))))
        return
    before = reader.evaluate(scope, as_load(target))
    value = reader.evaluate(scope, node.value)
    if isinstance(node.op, ast.BitOr | ast.Add) and not isinstance(before, Const):
        before, value = reader.hold(before), reader.hold(value)
        value = reader.copy(ir.Arith(type(node.op), before, value, in_place=True))
    else:
        value = operate(reader, node.op, before, value)
    store(reader, scope, target, value)


def read_delete(reader: Reader, scope: Scope, node: ast.Delete) -> None:
    for target in node.targets:
        if not isinstance(target, ast.Subscript):
            raise reader.error_with("N9", "only an entry in a mapping can be deleted", node)
        reader.do("take out", reader.evaluate(scope, target.value), reader.evaluate(scope, target.slice))


# -- branches and loops ----------------------------------------------------------------------------------------------


def read_if(reader: Reader, scope: Scope, node: ast.If) -> bool:
    test = read_condition(reader, scope, node.test)
    # If the condition is known at translation time, only one branch remains.
    if isinstance(test, Const):
        return reader.run(scope, node.body if test.value else node.orelse)
    with reader.enter(block=[]) as then:
        reached = reader.run(scope, node.body)
    with reader.enter(block=[]) as orelse:
        reached = reader.run(scope, node.orelse) or reached
    reader.add(ir.If(test, then, orelse))
    return reached


def read_while(reader: Reader, scope: Scope, node: ast.While) -> bool:
    if node.orelse:
        raise reader.error_with("N7", "'while' with 'else' is not supported", node)
    again, after = reader.take_number(), reader.take_number()
    with reader.enter(block=[], loops=(*reader.at.loops, (again, after))) as inner:
        test = read_condition(reader, scope, node.test)
        reader.add(ir.If(negate(test), [ir.Leave(after)]))
        reader.run(scope, node.body)
        reader.add(ir.Label(again))
    reader.add(ir.Forever(inner))
    reader.add(ir.Label(after))
    is_endless = isinstance(test, Const) and test.value
    return not is_endless or any(isinstance(part, ast.Break) for part in ast.walk(node))


def read_for(reader: Reader, scope: Scope, node: ast.For) -> None:
    after = reader.take_number()
    body = Body(frozenset(names_assigned_in(node)), may_change=True)
    before = reader.at
    with reader.enter(stepwise=not is_harmless(node)):
        for item in walk_expression(reader, scope, node.iter, body):
            again = reader.take_number()
            with reader.enter(stepwise=False, loops=(*before.loops, (again, after))):
                store(reader, scope, node.target, item)
                reader.run(scope, node.body)
            reader.add(ir.Label(again))
    reader.run(scope, node.orelse)
    reader.add(ir.Label(after))


def read_continue(reader: Reader, scope: Scope, node: ast.Continue) -> bool:
    reader.add(ir.Leave(reader.at.loops[-1][0]))
    return False


def read_break(reader: Reader, scope: Scope, node: ast.Break) -> bool:
    reader.add(ir.Leave(reader.at.loops[-1][1]))
    return False


# -- other statements ------------------------------------------------------------------------------------------------


def read_assert(reader: Reader, scope: Scope, node: ast.Assert) -> None:
    test = read_condition(reader, scope, node.test)
    if not (isinstance(test, Const) and test.value):
        reader.add(ir.If(negate(test), [ir.Fail("an assertion fails")]))


def read_raise(reader: Reader, scope: Scope, node: ast.Raise) -> bool:
    reader.add(ir.Fail("an error is raised"))
    return False


def read_try(reader: Reader, scope: Scope, node: ast.Try) -> bool:
    """Read a ``try`` without its handlers; they are never needed, because an error ends native play."""
    if node.finalbody:
        raise reader.error_with("N7", "'finally' is not supported", node)
    return reader.run(scope, [*node.body, *node.orelse])


def read_definition(reader: Reader, scope: Scope, node: ast.FunctionDef) -> None:
    if node.decorator_list:
        raise reader.error_with("N3", "decorated local functions are not supported", node)
    scope.names[node.name] = read_function(reader, scope, node)


def read_import_from(reader: Reader, scope: Scope, node: ast.ImportFrom) -> None:
    for alias in node.names:
        scope.names[alias.asname or alias.name] = Const(getattr(import_module(str(node.module)), alias.name))
