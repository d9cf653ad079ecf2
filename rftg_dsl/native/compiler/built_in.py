"""Calls of Python's built-in functions: loops are spelled out as in Python, the rest are operations of the runtime."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping
from itertools import accumulate, combinations, compress, islice, pairwise
from typing import Any

from attrs import frozen

from rftg_dsl.native.compiler import ir
from rftg_dsl.native.compiler.calls import call_value
from rftg_dsl.native.compiler.conditions import read_condition
from rftg_dsl.native.compiler.displays import format_parts, read_elements
from rftg_dsl.native.compiler.ir import Const, Expr, Local, Tuple, Var
from rftg_dsl.native.compiler.reader import Reader, ReadExpression, Scope
from rftg_dsl.native.compiler.runtime import FUNCTIONS
from rftg_dsl.native.compiler.values import check_stored, length_of, load_item, negate, truth_of
from rftg_dsl.native.compiler.walks import Walk, collect, is_lazy, is_walked, walk_at_once, walk_expression, walk_value


def keywords_of(node: ast.Call) -> dict[str, ast.expr]:
    return {keyword.arg: keyword.value for keyword in node.keywords if keyword.arg is not None}


# -- folds -----------------------------------------------------------------------------------------------------------


def read_sum(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
    total, lost = reader.assign("sum", Const(0)), reader.assign("lost", Const(0.0))
    for item in walk_at_once(reader, scope, node.args[0]):
        reader.add(ir.Assign(total.var, ir.Builtin("sum", [total, lost, reader.hold(item)])))
    return reader.hold(ir.Builtin("total", [total, lost]))


def make_quantifier(stop: bool) -> ReadExpression:
    """Return how to read ``any``, which stops at a true value, or ``all``, which stops at a false one."""

    def read_quantifier(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
        verdict, after = reader.assign("c", Const(not stop)), reader.take_number()
        for item in walk_at_once(reader, scope, node.args[0]):
            test = truth_of(item) if stop else negate(truth_of(item))
            reader.add(ir.If(test, [ir.Assign(verdict.var, Const(stop)), ir.Leave(after)]))
        reader.add(ir.Label(after))
        return verdict

    return read_quantifier


def make_extreme(better: type[ast.cmpop], of_constants: Callable[..., Any]) -> ReadExpression:
    """Return how to read ``max`` or ``min``, which look for the first value that no other is better than."""

    def read_extreme(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
        keywords = keywords_of(node)
        is_starred = any(isinstance(arg, ast.Starred) for arg in node.args)
        if len(node.args) > 1 and keywords:
            what = f"{of_constants.__name__} of several values with a key is not supported"
            raise reader.error_with("N17", what, node)
        if len(node.args) > 1 and not is_starred:
            args = [reader.hold(reader.evaluate(scope, arg)) for arg in node.args]
            known = [arg.value for arg in args if isinstance(arg, Const)]
            return Const(of_constants(known)) if len(known) == len(args) else best_of_some(reader, better, args)
        key = reader.evaluate(scope, keywords["key"]) if "key" in keywords else None
        if is_starred:
            walk = walk_value(reader, read_elements(reader, scope, node.args))
        else:
            walk = walk_at_once(reader, scope, node.args[0])
        seen = reader.assign("seen", Const(False))
        best = best_of_walk(reader, better, walk, seen, key)
        if "default" not in keywords:
            reader.add(ir.If(ir.Not(seen), [ir.Fail(f"{of_constants.__name__} of an empty sequence")]))
            return best
        default = reader.evaluate(scope, keywords["default"])
        check_stored(reader, default, node)
        result = reader.make_var("v")
        reader.add(ir.If(seen, [ir.Assign(result, best)], [ir.Assign(result, default)]))
        return Local(result)

    return read_extreme


def best_of_some(reader: Reader, better: type[ast.cmpop], args: list[Expr]) -> Expr:
    alike = [reader.hold(ir.Builtin("alike", [arg, *args[:nth], *args[nth + 1 :]])) for nth, arg in enumerate(args)]
    best = reader.assign("best", alike[0])
    for arg in alike[1:]:
        reader.add(ir.If(ir.Compare(better, arg, best), [ir.Assign(best.var, arg)]))
    return best


def best_of_walk(reader: Reader, better: type[ast.cmpop], walk: Walk, seen: Local, key: Expr | None) -> Local:
    best = reader.make_var("best")
    chosen = reader.make_var("chosen") if key is not None else best
    for item in walk:
        check_stored(reader, item)
        item = reader.hold(item)
        value = item if key is None else reader.hold(call_value(reader, key, [item]))
        is_better = ir.Either([ir.Not(seen), ir.Compare(better, value, Local(best))])
        keep = [ir.Assign(best, value), *([ir.Assign(chosen, item)] if key is not None else [])]
        reader.add(ir.If(is_better, [*keep, ir.Assign(seen.var, Const(True))]))
    return Local(chosen)


def read_next(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
    # Only a new iterator is supported: a stored iterator would have to resume where the last ``next`` stopped.
    if not is_lazy(scope, node.args[0]):
        raise reader.error_with("N12", "'next' is not supported for an iterator that is used again", node)
    result, after = reader.make_var("v"), reader.take_number()
    for item in walk_at_once(reader, scope, node.args[0]):
        give(reader, result, item, after)
    if len(node.args) > 1:
        give(reader, result, reader.evaluate(scope, node.args[1]), after)
    else:
        reader.add(ir.Fail("the iterator is empty"))
    reader.add(ir.Label(after))
    return Local(result)


def give(reader: Reader, result: Var, value: Expr, after: int) -> None:
    check_stored(reader, value)
    reader.add(ir.Assign(result, value))
    reader.add(ir.Leave(after))


# -- collections -----------------------------------------------------------------------------------------------------


def read_len(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
    return reader.hold(length_of(reader, reader.hold(reader.evaluate(scope, node.args[0]))))


def read_list_of(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
    """Read a call whose result is consumed at once, so that a list can replace the iterator."""
    return collect(reader, walk_expression(reader, scope, node))


def make_conversion(name: str) -> ReadExpression:
    """Return how to read ``tuple``, ``list`` or ``set``."""

    def read_conversion(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
        if not node.args:
            return Const(()) if name == "tuple" else reader.fill(name)
        of = reader.evaluate(scope, node.args[0])
        if name == "tuple" and isinstance(of, Const):
            return Const(tuple(of.value))
        if name == "tuple" and isinstance(of, Tuple):
            return Tuple(of.items)
        if name == "tuple" and isinstance(node.args[0], ast.ListComp | ast.GeneratorExp):
            return reader.hold(ir.Builtin("settle", [of]))
        if isinstance(of, ir.StateList):
            of = collect(reader, walk_value(reader, of))
        return reader.hold(ir.Builtin(name, [of]))

    return read_conversion


def read_range(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
    args = [reader.evaluate(scope, arg) for arg in node.args]
    known = [arg.value for arg in args if isinstance(arg, Const)]
    return Const(range(*known)) if len(known) == len(args) else read_list_of(reader, scope, node)


def read_dict_of(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
    of = reader.fill("dict")
    result: Expr = of
    if node.args and is_walked(scope, node.args[0]):
        for pair in walk_expression(reader, scope, node.args[0]):
            key, value = [load_item(reader, pair, Const(nth)) for nth in (0, 1)]
            # A new key requires no search.
            is_new = isinstance(key, Local) and key.var in reader.distinct
            reader.do("put last" if is_new else "put", of, key, value)
    elif node.args:
        pairs = reader.hold(reader.evaluate(scope, node.args[0]))
        reader.do("fill", of, pairs)
        if not node.keywords:
            result = ir.Filled(of, "copy", [pairs])
    for keyword in node.keywords:
        if keyword.arg is None:
            raise reader.error_with("N4", "'**' arguments are not supported", node)
        reader.do("put", of, Const(keyword.arg), reader.evaluate(scope, keyword.value))
    return result


def read_fromkeys(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
    value = reader.hold(reader.evaluate(scope, node.args[1])) if len(node.args) > 1 else Const(None)
    of = reader.fill("dict")
    keys = []
    for key in walk_expression(reader, scope, node.args[0]):
        keys.append(reader.hold(key))
        reader.do("put new", of, keys[-1], value)
    return ir.Filled(of, "keys", keys)


def read_sorted(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
    of = reader.evaluate(scope, node.args[0])
    if isinstance(of, ir.StateList):
        of = collect(reader, walk_value(reader, of))
    keywords = keywords_of(node)
    if "key" in keywords:
        things = reader.hold(ir.Builtin("list", [of]))
        key = reader.evaluate(scope, keywords["key"])
        keys: Expr = reader.fill("list", 8)
        for thing in walk_value(reader, things):
            reader.do("append", keys, call_value(reader, key, [thing]))
    else:
        things = reader.hold(ir.Builtin("sortable", [of]))
        keys = reader.hold(ir.Builtin("list", [things]))
    reverse = reader.evaluate(scope, keywords["reverse"]) if "reverse" in keywords else Const(False)
    reader.do("sort", things, keys, truth_of(reverse))
    return things


def read_map(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
    function = reader.evaluate(scope, node.args[0])
    walk = walk_expression(reader, scope, node.args[1])
    return collect(reader, (call_value(reader, function, [reader.hold(item)]) for item in walk))


def read_reversed(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
    of = reader.evaluate(scope, node.args[0])
    if isinstance(of, Const):
        return Const(tuple(reversed(of.value)))
    whole = reader.hold(ir.Builtin("tuple", [of]))
    return reader.hold(ir.Builtin("slice", [whole, Const(None), Const(None), Const(-1)]))


def read_islice(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
    of, end = (reader.hold(reader.evaluate(scope, arg)) for arg in node.args)
    whole = reader.hold(ir.Builtin("tuple", [of]))
    return reader.hold(ir.Builtin("slice", [whole, Const(None), end, Const(None)]))


# -- single values ---------------------------------------------------------------------------------------------------


def read_bool(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
    return reader.hold(read_condition(reader, scope, node.args[0]))


def read_str(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
    return format_parts(reader, [reader.hold(reader.evaluate(scope, node.args[0]))])


def read_isinstance(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
    of = reader.hold(reader.evaluate(scope, node.args[0]))
    classes = reader.evaluate(scope, node.args[1])
    if not isinstance(classes, Const):
        raise reader.error_with("N15", "the class is unknown", node)
    if isinstance(of, Const):
        return Const(isinstance(of.value, classes.value))
    return reader.hold(ir.IsOf(of, classes.value, subclasses=True))


def read_type(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
    of = reader.evaluate(scope, node.args[0])
    if isinstance(of, Const):
        return Const(type(of.value))
    raise reader.error_with("N15", "'type' is supported only in comparisons", node)


def read_iter(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
    return reader.evaluate(scope, node.args[0])


def make_operation(function: Callable[..., Any]) -> ReadExpression:
    """Return how to read a function that is a single operation of the runtime."""

    def read_operation(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
        nodes = [*node.args, *[keyword.value for keyword in node.keywords]]
        args = [reader.hold(reader.evaluate(scope, arg)) for arg in nodes]
        known = [arg.value for arg in args if isinstance(arg, Const)]
        if len(known) == len(args):
            value = function(*known)
            return Const(tuple(value) if hasattr(value, "__next__") else value)
        return reader.hold(ir.Builtin(FUNCTIONS[function], args))

    return read_operation


# -- the table -------------------------------------------------------------------------------------------------------


@frozen
class Signature:
    """The permitted calls of a built-in function."""

    read: ReadExpression
    least: int = 1
    most: int = 1
    """The number of arguments."""
    keywords: tuple[str, ...] = ()
    """The supported keywords; ``*`` stands for any."""
    is_starred: bool = False
    """Whether arguments like ``*row`` are supported."""

    def __call__(self, reader: Reader, scope: Scope, node: ast.Call) -> Expr:
        names = [keyword.arg for keyword in node.keywords]
        is_known = self.keywords == ("*",) or {*names} <= {*self.keywords}
        starred = any(isinstance(arg, ast.Starred) for arg in node.args)
        given = len(node.args) + len(names) * (self.keywords == ("r",))
        if not self.least <= given <= self.most or not is_known or (starred and not self.is_starred):
            raise reader.error_with("N17", f"{ast.unparse(node.func)} is called in a way that is not supported", node)
        return self.read(reader, scope, node)


MANY = 99

BUILT_IN: Mapping[Any, Signature] = {
    len: Signature(read_len),
    sum: Signature(read_sum),
    any: Signature(make_quantifier(True)),
    all: Signature(make_quantifier(False)),
    max: Signature(make_extreme(ast.Gt, max), 1, MANY, ("key", "default"), True),
    min: Signature(make_extreme(ast.Lt, min), 1, MANY, ("key", "default"), True),
    tuple: Signature(make_conversion("tuple"), 0),
    list: Signature(make_conversion("list"), 0),
    set: Signature(make_conversion("set"), 0),
    frozenset: Signature(make_conversion("set"), 0),
    dict: Signature(read_dict_of, 0, 1, ("*",)),
    dict.fromkeys: Signature(read_fromkeys, 1, 2),
    sorted: Signature(read_sorted, 1, 1, ("key", "reverse")),
    reversed: Signature(read_reversed),
    next: Signature(read_next, 1, 2),
    iter: Signature(read_iter),
    map: Signature(read_map, 2, 2),
    zip: Signature(read_list_of, 1, MANY, ("strict",)),
    enumerate: Signature(read_list_of, 1, 2, ("start",)),
    pairwise: Signature(read_list_of),
    compress: Signature(read_list_of, 2, 2),
    islice: Signature(read_islice, 2, 2),
    range: Signature(read_range, 1, 2),
    accumulate: Signature(make_operation(accumulate)),
    combinations: Signature(make_operation(combinations), 2, 2, ("r",)),
    math.comb: Signature(make_operation(math.comb), 2, 2),
    bool: Signature(read_bool),
    int: Signature(make_operation(int)),
    float: Signature(make_operation(float)),
    str: Signature(read_str),
    abs: Signature(make_operation(abs)),
    isinstance: Signature(read_isinstance, 2, 2),
    type: Signature(read_type),
}
"""The built-in functions that have a meaning of their own; all others can only be called with constants."""
