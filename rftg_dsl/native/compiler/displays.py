"""Displays (tuples, lists, sets and dicts), comprehensions and formatted strings."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from rftg_dsl.native.compiler import ir
from rftg_dsl.native.compiler.ir import Const, Expr, Local, Tuple
from rftg_dsl.native.compiler.reader import Reader, Scope
from rftg_dsl.native.compiler.tree_facts import is_cut
from rftg_dsl.native.compiler.values import check_stored
from rftg_dsl.native.compiler.walks import collect, walk_comprehension, walk_expression


def read_tuple(reader: Reader, scope: Scope, node: ast.Tuple) -> Expr:
    if any(isinstance(element, ast.Starred) for element in node.elts):
        return spread(reader, scope, node.elts)
    return as_constant(Tuple(tuple([reader.freeze(reader.evaluate(scope, element)) for element in node.elts])))


def as_constant(value: Tuple) -> Expr:
    known = [item.value for item in value.items if isinstance(item, Const)]
    return value if len(known) < len(value.items) or value.cls else Const(tuple(known))


def spread(reader: Reader, scope: Scope, elements: Sequence[ast.expr]) -> Expr:
    """Create a tuple from elements some of which are starred."""
    # A call could change the elements before it, so evaluate all elements in order.
    if any(isinstance(node, ast.Call) for element in elements for node in ast.walk(element)):
        return reader.hold(ir.Builtin("settle", [read_elements(reader, scope, elements)]))
    parts: list[Expr] = []
    for element in elements:
        if not isinstance(element, ast.Starred):
            parts.append(reader.freeze(reader.evaluate(scope, element)))
        elif is_cut(element.value):
            parts.append(ir.Rest(ir.Builtin("cut", read_cut(reader, scope, element.value))))
        else:
            value = reader.freeze(reader.evaluate(scope, element.value))
            parts += value.items if isinstance(value, Tuple) else [ir.Rest(ir.Builtin("row", [value]))]
    return reader.copy(ir.Spread(parts))


def read_cut(reader: Reader, scope: Scope, node: ast.expr) -> list[Expr]:
    """Return the sequence and both bounds of a slice without a step."""
    assert isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice)
    bounds = [node.slice.lower, node.slice.upper]
    of = reader.hold(reader.evaluate(scope, node.value))
    return [of, *[reader.hold(reader.evaluate(scope, bound)) if bound else Const(None) for bound in bounds]]


def read_list(reader: Reader, scope: Scope, node: ast.List) -> Expr:
    return read_elements(reader, scope, node.elts)


def read_elements(reader: Reader, scope: Scope, elements: Sequence[ast.expr]) -> Local:
    """Create a list."""
    of = reader.fill("list", max(2, len(elements)))
    for element in elements:
        if not isinstance(element, ast.Starred):
            value = reader.evaluate(scope, element)
            check_stored(reader, value, element)
            reader.do("push", of, value)
            continue
        value = reader.evaluate(scope, element.value)
        if isinstance(value, Tuple):
            for item in value.items:
                reader.do("push", of, item)
        elif not isinstance(value, Const) or value.value:
            reader.do("extend", of, value)
    return of


def read_set(reader: Reader, scope: Scope, node: ast.Set) -> Expr:
    of = reader.fill("set", len(node.elts) + 1)
    for element in node.elts:
        if isinstance(element, ast.Starred):
            for item in walk_expression(reader, scope, element.value):
                reader.do("add", of, item)
        else:
            reader.do("add", of, reader.evaluate(scope, element))
    return of


def read_dict(reader: Reader, scope: Scope, node: ast.Dict) -> Expr:
    of = reader.fill("dict", len(node.keys) + 2)
    values: list[Expr] = []
    before: set[str] | None = set()
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:
            reader.do("merge", of, reader.evaluate(scope, value))
            values, before = [], None
            continue
        name = reader.hold(reader.evaluate(scope, key))
        stored = reader.evaluate(scope, value)
        check_stored(reader, stored, value)
        stored = reader.hold(stored)
        values.append(stored)
        # A key that is certain to be new requires no search.
        text = name.value if isinstance(name, Const) and isinstance(name.value, str) else None
        is_new = before is not None and text is not None and text not in before
        before = before | {text} if is_new and before is not None and text is not None else None
        reader.do("put last" if is_new else "put", of, name, stored)
    return ir.Filled(of, "floats", values) if len(values) == len(node.keys) else of


def read_list_comprehension(reader: Reader, scope: Scope, node: ast.ListComp | ast.GeneratorExp) -> Expr:
    # A generator is always consumed completely here, so a list can replace it.
    return collect(reader, walk_comprehension(reader, scope, node))


def read_set_comprehension(reader: Reader, scope: Scope, node: ast.SetComp) -> Expr:
    return collect(reader, walk_comprehension(reader, scope, node), "set")


def read_dict_comprehension(reader: Reader, scope: Scope, node: ast.DictComp) -> Expr:
    of = reader.fill("dict")
    for pair in walk_comprehension(reader, scope, node):
        assert isinstance(pair, Tuple)
        reader.do("put", of, *pair.items)
    return of


def read_joined_string(reader: Reader, scope: Scope, node: ast.JoinedStr) -> Expr:
    parts: list[Expr] = []
    for element in node.values:
        if isinstance(element, ast.FormattedValue):
            if element.format_spec is not None or element.conversion not in (-1, ord("s")):
                raise reader.error_with("N16", "format specifications and conversions are not supported", node)
            parts.append(reader.hold(reader.evaluate(scope, element.value)))
        else:
            parts.append(reader.evaluate(scope, element))
    return format_parts(reader, parts)


def format_parts(reader: Reader, parts: Sequence[Expr]) -> Expr:
    """Join the texts of values."""
    known = [str(part.value) for part in parts if isinstance(part, Const)]
    return Const("".join(known)) if len(known) == len(parts) else reader.copy(ir.Format(parts))
