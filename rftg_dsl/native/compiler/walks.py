"""Loops: each walk is a generator of the items that a loop assigns; what is read between two items is the loop's body.

A walk over a few constants yields several items, since the body is repeated for each of them, and so does a loop over a
tuple of known length. Any other walk yields a single item, the one that C assigns in each iteration.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from inspect import CO_GENERATOR
from itertools import accumulate, combinations, compress, islice, pairwise
from types import FunctionType
from typing import Any

from attrs import frozen

from rftg_dsl.native.compiler import ir
from rftg_dsl.native.compiler.conditions import read_condition
from rftg_dsl.native.compiler.ir import Const, Expr, Local, Tuple
from rftg_dsl.native.compiler.reader import UNROLLED, Reader, Scope
from rftg_dsl.native.compiler.targets import store
from rftg_dsl.native.compiler.tree_facts import is_generator
from rftg_dsl.native.compiler.values import as_number, check_stored, length_of, load_item, slice_of, truth_of

WALKED = (range, enumerate, zip, pairwise, compress)
"""Callables whose results are iterated over without being created in C."""

LAZY = (iter, map, zip, enumerate, reversed, filter, pairwise, compress, accumulate, combinations, islice)
"""Callables that return an iterator, which can be consumed only once."""

Walk = Iterator[Expr]


@frozen
class Body:
    """Facts about the body of a loop."""

    assigned: frozenset[str] = frozenset()
    """The names that it assigns, so that they can have a different meaning in each iteration of an unrolled loop."""
    may_change: bool = False
    """Whether it could append to the list over which the loop iterates, as the body of a ``for`` statement could."""


EXPRESSION = Body()


# -- walks over values -----------------------------------------------------------------------------------------------


def walk_value(reader: Reader, of: Expr, body: Body = EXPRESSION) -> Walk:
    if isinstance(of, Tuple) and len(of.items) <= UNROLLED:
        yield from unroll(reader, of.items, body)
    elif isinstance(of, Const) and isinstance(of.value, range):
        if of.value.step != 1:
            raise reader.error_with("N17", "'range' with a step is not supported")
        yield from walk_range(reader, Const(of.value.start), Const(of.value.stop))
    elif isinstance(of, ir.StateList):
        at = Local(reader.make_var("i"))
        with reader.enter(block=[]) as inner:
            yield load_item(reader, of, at)
        reader.add(ir.Count(at.var, Const(0), length_of(reader, of), inner))
    elif isinstance(of, Const):
        yield from walk_constant(reader, of, body)
    else:
        yield from walk_sequence(reader, of, body)


def walk_constant(reader: Reader, of: Const, body: Body) -> Walk:
    items = items_in_order(reader, of.value)
    if len(items) <= UNROLLED and not all(type(member) is int for member in items):
        yield from unroll(reader, [Const(member) for member in items], body)
    else:
        yield from walk_sequence(reader, of if is_row(of) else Const(items), body)


def items_in_order(reader: Reader, of: Any) -> tuple[Any, ...]:
    if isinstance(of, set | frozenset) and len(of) > 1 and not all(type(member) is int for member in of):
        # In Python, the order of strings in a set varies from run to run.
        raise reader.error_with("N13", "iteration over a set is not supported, because it has no order")
    return tuple(of)


def walk_sequence(reader: Reader, of: Expr, body: Body) -> Walk:
    things = reader.assign("t", of).var  # a separate variable, because the loop replaces its value with a sequence
    index, item = reader.make_var("i"), reader.make_var("t", is_temp=True)
    with reader.enter(block=[]) as inner:
        yield Local(item)
    reader.add(ir.Each(things, index, item, inner, isinstance(of, Const), body.may_change))


def unroll(reader: Reader, items: Sequence[Expr], body: Body) -> Walk:
    """Repeat the body for each item."""
    frozen = [reader.freeze(item) for item in items]
    with reader.enter(unrolled=(*reader.at.unrolled, body.assigned)):
        yield from frozen


def walk_range(reader: Reader, first: Expr, last: Expr) -> Walk:
    at = Local(reader.make_var("i"))
    first, last = as_number(reader, first), as_number(reader, last)
    with reader.enter(block=[]) as inner:
        yield at
    reader.add(ir.Count(at.var, first, last, inner))


def walk_enumerate(reader: Reader, of: Expr, start: Expr, body: Body) -> Walk:
    before = Const(start.value - 1) if isinstance(start, Const) else ir.Arith(ast.Sub, start, Const(1))
    nth = reader.assign("nth", before)
    for item in walk_value(reader, of, body):
        reader.add(ir.Assign(nth.var, ir.Builtin("next", [nth])))
        yield Tuple((nth, item))


def walk_zip(reader: Reader, of: Sequence[Expr], is_strict: bool = False) -> Walk:
    rows = [row if isinstance(row, ir.StateList) or is_row(row) else as_sequence(reader, row) for row in of]
    lengths = [reader.hold(length_of(reader, row)) for row in rows]
    n = reader.assign("n", lengths[0])
    for length in lengths[1:]:
        if is_strict:
            reader.add(ir.If(ir.Compare(ast.NotEq, length, n), [ir.Fail("sequences have different lengths")]))
        else:
            reader.add(ir.If(ir.Compare(ast.Lt, length, n), [ir.Assign(n.var, length)]))
    at = Local(reader.make_var("i"))
    with reader.enter(block=[]) as inner:
        items = [load_item(reader, row, at) for row in rows]
        for row, item in zip(rows, items, strict=True):
            if has_names(row) and isinstance(item, Local):
                reader.distinct.add(item.var)
        yield Tuple(tuple(items))
    reader.add(ir.Count(at.var, Const(0), n, inner))
    # If the body appended to a list, Python would iterate over the new items; here, the check after the loop fails.
    for row, length in zip(rows, lengths, strict=True):
        if not isinstance(row, Const | Tuple | ir.StateList):
            changed = ir.Compare(ast.NotEq, length_of(reader, row), length)
            reader.add(ir.If(changed, [ir.Fail("a list changed size during iteration")]))


def is_row(of: Expr) -> bool:
    return isinstance(of, Const) and isinstance(of.value, tuple | list)


def has_names(of: Expr) -> bool:
    """Whether a value is a constant sequence of distinct texts."""
    names = of.value if isinstance(of, Const) and is_row(of) else [None]
    return all(isinstance(name, str) for name in names) and len({*names}) == len(names)


def as_sequence(reader: Reader, of: Expr) -> Expr:
    """Return a tuple or list with the items of any iterable."""
    if isinstance(of, Const):
        return reader.copy(of if is_row(of) else Const(items_in_order(reader, of.value)))
    return reader.hold(ir.Builtin("sequence", [of]))


# -- walks over expressions ------------------------------------------------------------------------------------------


def walk_expression(reader: Reader, scope: Scope, node: ast.expr, body: Body = EXPRESSION) -> Walk:
    match node:
        case ast.GeneratorExp():
            return walk_comprehension(reader, scope, node)
        case ast.Call():
            called = find_lazy(scope, node)
            if called in WALKED and any(isinstance(arg, ast.Starred) for arg in node.args):
                raise reader.error_with("N17", "starred arguments are not supported here", node)
            if called in WALKED and not (called is range and len(node.args) > 2):
                return walk_call(reader, scope, called, node, body)
    return walk_value(reader, reader.evaluate(scope, node), body)


def walk_call(reader: Reader, scope: Scope, called: Any, node: ast.Call, body: Body) -> Walk:
    if called is compress:
        return walk_compress(reader, scope, *node.args)
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    args = [reader.evaluate(scope, arg) for arg in node.args]
    if called is range:
        return walk_range(reader, args[0] if len(args) > 1 else Const(0), args[-1])
    if called is enumerate:
        start = args[1] if len(args) > 1 else Const(0)
        if "start" in keywords:
            start = reader.evaluate(scope, keywords["start"])
        return walk_enumerate(reader, args[0], start, body)
    if called is pairwise:
        of = as_sequence(reader, args[0])
        return walk_zip(reader, [of, slice_of(reader, of, [Const(1), Const(None), Const(None)])])
    strict = reader.evaluate(scope, keywords["strict"]) if "strict" in keywords else Const(False)
    if not isinstance(strict, Const):
        raise reader.error_with("N17", "the argument 'strict' of 'zip' must be a constant", node)
    return walk_zip(reader, args, strict.value)


def walk_compress(reader: Reader, scope: Scope, of: ast.expr, by: ast.expr) -> Walk:
    """Walk over ``compress(row, selectors)``, or over ``compress(zip(...), selectors)`` without creating the tuples."""
    is_zip = isinstance(of, ast.Call) and find_lazy(scope, of) is zip
    rows = [reader.evaluate(scope, row) for row in (*(of.args if is_zip else (of,)), by)]  # type: ignore[attr-defined]
    for each in walk_zip(reader, rows):
        assert isinstance(each, Tuple)
        *items, selector = each.items
        with reader.enter(block=[]) as inner:
            yield Tuple(tuple(items)) if is_zip else items[0]
        reader.add(ir.If(truth_of(selector), inner))


def find_lazy(scope: Scope, node: ast.Call) -> Any:
    """Return the lazy built-in that a call refers to by name; None for any other call."""
    meaning = scope.meaning_of(node.func.id) if isinstance(node.func, ast.Name) else None
    return meaning if any(meaning is lazy for lazy in (*WALKED, *LAZY)) else None


def is_walked(scope: Scope, node: ast.expr) -> bool:
    """Whether an expression is iterated over without being created in C."""
    return isinstance(node, ast.Call) and find_lazy(scope, node) in WALKED


def is_lazy(scope: Scope, node: ast.expr) -> bool:
    """Whether an expression is a new iterator."""
    if not isinstance(node, ast.Call):
        return isinstance(node, ast.GeneratorExp)
    return find_lazy(scope, node) in LAZY or is_generated(scope, node)


def is_generated(scope: Scope, node: ast.Call) -> bool:
    """Whether an expression is a call to a generator function by name."""
    if not isinstance(node.func, ast.Name):
        return False
    value = scope.value_of(node.func.id)
    if value is not None:
        return isinstance(value, ir.Function) and is_generator(value.tree)
    meaning = scope.meaning_of(node.func.id)
    return isinstance(meaning, FunctionType) and bool(meaning.__code__.co_flags & CO_GENERATOR)


def check_not_lazy(reader: Reader, scope: Scope, node: ast.expr) -> None:
    """Raise ``TranslationError`` if an expression is an iterator, which native code cannot store."""
    if is_lazy(scope, node):
        raise reader.error_with("N12", "an iterator cannot be stored", node)


# -- comprehensions --------------------------------------------------------------------------------------------------

Comprehension = ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp


def walk_comprehension(reader: Reader, scope: Scope, node: Comprehension) -> Walk:
    """Yield each value of a comprehension, or each pair of a key and a value."""
    return walk_clauses(reader, Scope(scope.source, scope, is_function=False), node, 0)


def walk_clauses(reader: Reader, scope: Scope, node: Comprehension, nth: int) -> Walk:
    if nth == len(node.generators):
        if isinstance(node, ast.DictComp):
            key = reader.hold(reader.evaluate(scope, node.key))
            yield Tuple((key, reader.evaluate(scope, node.value)))
        else:
            yield reader.evaluate(scope, node.elt)
        return
    clause = node.generators[nth]
    names = {part.id for part in ast.walk(clause.target) if isinstance(part, ast.Name)}
    assigned = names | {part.target.id for part in ast.walk(node) if isinstance(part, ast.NamedExpr)}
    outer = scope if nth or scope.outer is None else scope.outer
    for item in walk_expression(reader, outer, clause.iter, Body(frozenset(assigned))):
        # In an unrolled loop, a name can be a different constant in each iteration.
        for name in names:
            scope.names.pop(name, None)
        bind_target(reader, scope, clause.target, item)
        yield from walk_filtered(reader, scope, node, nth, clause.ifs)


def walk_filtered(reader: Reader, scope: Scope, node: Comprehension, nth: int, tests: Sequence[ast.expr]) -> Walk:
    """Walk over the rest of a comprehension if these conditions hold."""
    if not tests:
        yield from walk_clauses(reader, scope, node, nth + 1)
        return
    test = read_condition(reader, scope, tests[0])
    if isinstance(test, Const):
        if test.value:
            yield from walk_filtered(reader, scope, node, nth, tests[1:])
        return
    with reader.enter(block=[]) as inner:
        yield from walk_filtered(reader, scope, node, nth, tests[1:])
    reader.add(ir.If(test, inner))


def bind_target(reader: Reader, scope: Scope, target: ast.expr, value: Expr) -> None:
    """Bind the target of a comprehension to a value, if possible without a C variable."""
    if isinstance(target, ast.Name):
        scope.names[target.id] = reader.hold(value)
    elif (
        isinstance(target, ast.Tuple)
        and isinstance(value, Tuple)
        and not any(isinstance(element, ast.Starred) for element in target.elts)
    ):
        for element, item in zip(target.elts, value.items, strict=True):
            bind_target(reader, scope, element, item)
    else:
        store(reader, scope, target, value)


def walk_at_once(reader: Reader, scope: Scope, node: ast.expr) -> Walk:
    """Walk over an expression whose items are used only one by one, so that not even a list has to be created."""
    if isinstance(node, ast.ListComp):
        return walk_comprehension(reader, scope, node)
    return walk_expression(reader, scope, node)


def collect(reader: Reader, walk: Walk, sort: str = "list") -> ir.Filled:
    """Create a list or set of everything that a walk yields."""
    of = reader.fill(sort)
    items = []
    for item in walk:
        check_stored(reader, item)
        item = reader.hold(item)
        items.append(item)
        reader.do("push" if sort == "list" else "add", of, item)
    return ir.Filled(of, "row", items)
