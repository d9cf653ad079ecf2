"""Translation of Python's built-in functions, and of some functions in its library, to C."""

from __future__ import annotations

import ast
import math
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import accumulate, combinations, compress, pairwise
from typing import Any

from rftg_dsl.native.calls import Calls
from rftg_dsl.native.classes import is_of
from rftg_dsl.native.loops import LAZY
from rftg_dsl.native.translate import Exp, Scope, Slot, make_constant
from rftg_dsl.native.types import ANY, BOOL, FLOAT, INT, TEXT, Type, join, row_of


def emit_len(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    of = body.make_temp(body.ev(scope, node.args[0]))
    text = body.length_of(of)
    return make_constant(int(text)) if text.isdigit() else body.make_temp(Exp(INT, text))


def emit_sum(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    total, lost = body.add_slot("sum"), body.add_slot("lost")
    body.assign(total, make_constant(0))
    is_real = body.types[total.text] == FLOAT
    if is_real:
        body.assign(lost, make_constant(0.0))
    for item in walk_lazily(body, scope, node.args[0]):
        if item.type == FLOAT or is_real:
            body.assign(total, Exp(FLOAT, sum_with(body, total, lost, body.make_temp(item))))
        else:
            body.emit(f"{total.text} = add({total.text}, {body.as_int(item)});")
    if is_real and COMPENSATED:
        body.assign(total, Exp(FLOAT, f"compensated({total.text}, {lost.text})"))
    return body.read(total)


COMPENSATED = sys.version_info >= (3, 12)
"""Whether ``sum`` compensates for the rounding errors of additions, as it does since Python 3.12."""


def sum_with(body: Calls, total: Slot, lost: Slot, item: Exp) -> str:
    if COMPENSATED and item.type not in (INT, BOOL) and lost.text in body.types:
        return f"sum_more({total.text}, {body.as_real(item)}, &{lost.text})"
    return f"{total.text} + {body.as_real(item)}"


def walk_lazily(body: Calls, scope: Scope, node: ast.expr) -> Any:
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        return body.walk_comprehension(scope, node)
    return body.walk_expression(scope, node)


def make_quantifier(stop: bool) -> Callable[..., Exp]:
    """Create a translator for ``any``, which stops at a true value, or for ``all``, which stops at a false one."""

    def emit_quantifier(body: Calls, scope: Scope, node: ast.Call) -> Exp:
        verdict, after = body.add_slot("c"), body.label()
        body.assign(verdict, Exp(BOOL, str(int(not stop))))
        of = node.args[0]
        if isinstance(of, ast.ListComp | ast.GeneratorExp):
            test = ast.GeneratorExp(of.elt, of.generators)
            inner = Scope(scope.source, scope)
            for value in walk_conditions(body, inner, test, scope):
                if value.is_known:
                    if bool(value.known) == stop:
                        body.emit(f"{{ {verdict.text} = {int(stop)}; goto {after}; }}")
                    continue
                body.emit(f"if ({'' if stop else '!'}({value.text})) {{ {verdict.text} = {int(stop)}; goto {after}; }}")
        else:
            for item in body.walk_expression(scope, of):
                body.emit(
                    f"if ({'' if stop else '!'}({body.as_flag(item)})) "
                    f"{{ {verdict.text} = {int(stop)}; goto {after}; }}"
                )
        body.emit(f"{after}:;")
        return body.read(verdict)

    return emit_quantifier


def walk_conditions(body: Calls, scope: Scope, node: ast.GeneratorExp, outer: Scope) -> Any:
    for value in body.walk_clauses(scope, node, 0, outer):
        if value.is_known or value.parts is not None:
            yield make_constant(bool(value.parts if value.parts is not None else value.known))
        else:
            yield Exp(BOOL, body.as_flag(value))


def make_extreme(sign: str) -> Callable[..., Exp]:
    def emit_extreme(body: Calls, scope: Scope, node: ast.Call) -> Exp:
        keywords = {keyword.arg: keyword.value for keyword in node.keywords}
        starred = any(isinstance(arg, ast.Starred) for arg in node.args)
        if len(node.args) > 1 and not starred:
            return extreme_of_some(body, sign, [body.make_temp(body.ev(scope, arg)) for arg in node.args])
        seen = body.add_slot("seen")
        body.assign(seen, make_constant(0))
        key = body.ev(scope, keywords["key"]) if "key" in keywords else None
        things = body.items_of(body.make_list(scope, node.args)) if starred else walk_lazily(body, scope, node.args[0])
        if key is None:
            best = extreme_of_things(body, sign, things, seen)
        else:
            best = extreme_by(body, scope, sign, things, seen, key)
        if "default" not in keywords:
            body.emit(f'if (!{seen.text}) fail(UNUSUAL, "{"max" if sign == ">" else "min"} of an empty sequence");')
            return body.read(best)
        value = body.ev(scope, keywords["default"])
        result = body.add_slot("v")
        body.emit(f"if ({seen.text}) {{")
        body.assign(result, body.read(best))
        body.emit("} else {")
        body.assign(result, value)
        body.emit("}")
        return body.read(result)

    return emit_extreme


def extreme_of_some(body: Calls, sign: str, args: Sequence[Exp]) -> Exp:
    if all(arg.is_known for arg in args):
        return make_constant((max if sign == ">" else min)([arg.known for arg in args]))
    best = body.add_slot("best")
    of = FLOAT if any(arg.type == FLOAT for arg in args) else INT
    typed = any(arg.type == of for arg in args) and not any(arg.type == BOOL for arg in args)
    first, *others = [Exp(of, body.as_declared(arg, of)) if typed and not arg.is_known else arg for arg in args]
    body.assign(best, Exp(of, body.as_declared(first, of)) if typed else first)
    for arg in map(body.make_temp, others):
        now = f"{body.convert(arg, of)} {sign} {best.text}" if typed else ""
        body.emit(f"if ({now if typed else compare_with_best(body, sign, arg, best)}) {{")
        body.assign(best, arg)
        body.emit("}")
    return body.read(best)


def compare_with_best(body: Calls, sign: str, value: Exp, best: Slot) -> str:
    return f"order(s, {body.as_word(value)}, {body.as_word(body.read(best))}) {sign} 0"


def extreme_of_things(body: Calls, sign: str, things: Iterator[Exp], seen: Slot) -> Slot:
    best = body.add_slot("best")
    for item in map(body.make_temp, things):
        if item.type in (INT, FLOAT) and body.types.setdefault(best.text, item.type) in (INT, FLOAT):
            body.assign_type(best, item.type)
            now = body.convert(item, body.types[best.text])
            body.emit(f"if (!{seen.text} || {now} {sign} {best.text}) {{ {best.text} = {now}; {seen.text} = 1; }}")
            continue
        plain = item.type if item.type.sort not in ("int", "bool") else ANY
        before = body.types.get(best.text)
        after = plain if before is None else join(before, plain)
        if after != before:
            body.types[best.text] = after
            body.changed = True
        now = body.convert(item, after)
        is_best = compare_with_best(body, sign, item, best)
        body.emit(f"if (!{seen.text} || {is_best}) {{ {best.text} = {now}; {seen.text} = 1; }}")
    return best


def extreme_by(body: Calls, scope: Scope, sign: str, things: Iterator[Exp], seen: Slot, key: Exp) -> Slot:
    best, chosen = body.add_slot("best"), body.add_slot("chosen")
    for item in map(body.make_temp, things):
        value = body.make_temp(call_value(body, scope, key, [item]))
        body.assign_type(best, value.type if value.type in (INT, FLOAT) else ANY)
        typed = body.types[best.text] in (INT, FLOAT)
        now = body.convert(value, body.types[best.text])
        first = f"{now} {sign} {best.text}" if typed else compare_with_best(body, sign, value, best)
        body.emit(f"if (!{seen.text} || {first}) {{")
        body.emit(f"{best.text} = {now}; {seen.text} = 1;")
        body.assign(chosen, item)
        body.emit("}")
    return chosen


def make_conversion(name: str) -> Callable[..., Exp]:
    def emit_conversion(body: Calls, scope: Scope, node: ast.Call) -> Exp:
        if not node.args:
            if name == "as_tuple":
                return make_constant(())
            slot = body.add_slot("new")
            body.assign(slot, Exp(row_of(None), "new_list(s, 4)" if name == "as_list" else "new_dict(s, SET, 4)"))
            return body.read(slot)
        of = body.ev(scope, node.args[0])
        if of.is_known and name == "as_tuple":
            return make_constant(tuple(of.known))
        if of.parts is not None and name == "as_tuple":
            return of
        item = of.type.key if of.type.sort == "map" else of.type.item
        if name == "as_tuple" and isinstance(node.args[0], ast.ListComp | ast.GeneratorExp):
            return body.make_temp(Exp(row_of(item), f"settled(s, {of.text})"))
        if of.type.sort in ("array", "cells"):
            of = body.collect_list(body.items_of(of))
        return body.make_temp(Exp(row_of(item), f"{name}(s, {body.as_word(of)})"))

    return emit_conversion


def emit_list(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    return body.collect_list(body.walk_expression(scope, node))


def emit_range(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    args = [body.ev(scope, arg) for arg in node.args]
    if any(arg.type == BOOL for arg in args):
        raise body.error_at("'range' with a bool is not supported", node)
    return (
        make_constant(range(*[arg.known for arg in args]))
        if all(arg.is_known for arg in args)
        else emit_list(body, scope, node)
    )


def emit_bool(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    return body.make_temp(body.translate_condition(scope, node.args[0]))


def emit_int(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    value = body.ev(scope, node.args[0])
    if value.is_known:
        return make_constant(int(value.known))
    if value.type == FLOAT:
        return body.make_temp(Exp(INT, f"(int64_t){value.text}"))
    if value.type == TEXT:
        return body.make_temp(Exp(INT, f"number_in(s, {value.text})"))
    return body.make_temp(Exp(INT, body.as_int(value)))


def emit_str(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    return body.ev_joinedstr(scope, ast.JoinedStr([ast.FormattedValue(node.args[0], -1, None)]))


def emit_float(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    value = body.ev(scope, node.args[0])
    if value.is_known:
        return make_constant(float(value.known))
    if value.type == TEXT:
        raise body.error_at("'float' of a string is not supported", node)
    return body.make_temp(Exp(FLOAT, body.as_real(value)))


def emit_abs(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    arg = body.ev(scope, node.args[0])
    if arg.is_known:
        return make_constant(abs(arg.known))
    if arg.type == FLOAT:
        return body.make_temp(Exp(FLOAT, f"__builtin_fabs({arg.text})"))
    value = body.make_temp(Exp(INT, body.as_int(arg)))
    return Exp(INT, f"({value.text} < 0 ? -{value.text} : {value.text})")


def emit_dict(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    slot = body.add_slot("dict")
    body.assign(slot, Exp(Type("map"), "new_dict(s, DICT, 4)"))
    if node.args and name_of_call(node.args[0]) in ("zip", "compress", "enumerate"):
        for pair in body.walk_expression(scope, node.args[0]):
            key, value = (
                pair.parts if pair.parts is not None else [body.load_item(pair, make_constant(nth)) for nth in (0, 1)]
            )
            # A new key requires no search.
            put = "put_last" if key.is_new else "put"
            body.emit(f"{put}(s, {slot.text}, {body.as_word(key)}, {body.as_word(value)});")
    elif node.args:
        of = body.ev(scope, node.args[0])
        is_map = of.type.sort == "map" or (of.is_known and isinstance(of.known, Mapping))
        if is_map and not node.keywords:
            body.emit(f"merge(s, {slot.text}, {body.as_word(of)});")
            return Exp(of.type if of.type.sort == "map" else Type("map"), slot.text)
        body.emit(f"merge_pairs(s, {slot.text}, {body.as_word(of)});")
    for keyword in node.keywords:
        if keyword.arg is None:
            raise body.error_at("'**' arguments are not supported", node)
        body.emit(
            f"put(s, {slot.text}, {body.as_word(make_constant(keyword.arg))}, "
            f"{body.as_word(body.ev(scope, keyword.value))});"
        )
    return body.read(slot)


def name_of_call(node: ast.expr) -> str:
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def emit_sorted(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    of = body.ev(scope, node.args[0])
    keywords = {keyword.arg: keyword.value for keyword in node.keywords}
    item = of.type.key if of.type.sort == "map" else of.type.item
    made = "as_list" if "key" in keywords else "sortable"
    things = body.make_temp(Exp(row_of(item), f"{made}(s, {body.as_word(of)})"))
    keys = body.add_slot("keys")
    if "key" in keywords:
        key = body.ev(scope, keywords["key"])
        body.assign(keys, Exp(row_of(None), "new_list(s, 8)"))
        for each in body.items_of(things):
            body.emit(f"append(s, {keys.text}, {body.as_word(call_value(body, scope, key, [each]))});")
    else:
        body.assign(keys, Exp(row_of(None), f"as_list(s, {things.text})"))
    reverse = body.ev(scope, keywords["reverse"]) if "reverse" in keywords else make_constant(False)
    body.emit(f"sort_by(s, {things.text}, {keys.text}, {body.as_flag(reverse)});")
    return things


def emit_next(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    of = node.args[0]
    # Only a new iterator is supported: a stored iterator would have to resume where the last ``next`` stopped.
    if not isinstance(of, ast.GeneratorExp) and not (
        isinstance(of, ast.Call) and (body.built_in(scope, of) in LAZY or body.is_generated(scope, of))
    ):
        raise body.error_at("'next' is not supported for an iterator that is used again", node)
    thing, after, seen = body.add_slot("v"), body.label(), body.add_slot("seen")
    body.assign(seen, make_constant(0))
    for item in walk_lazily(body, scope, node.args[0]):
        body.assign(thing, item)
        body.emit(f"goto {after};")
    if len(node.args) > 1:
        body.assign(thing, body.ev(scope, node.args[1]))
    else:
        body.emit('fail(UNUSUAL, "the iterator is empty");')
    body.emit(f"{after}:;")
    return body.read(thing)


def emit_isinstance(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    value = body.make_temp(body.ev(scope, node.args[0]))
    classes = body.ev(scope, node.args[1]).known
    return is_of(body, value, classes, subclasses=True)


def emit_type(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    value = body.make_temp(body.ev(scope, node.args[0]))
    if value.is_known:
        return make_constant(type(value.known))
    raise body.error_at("'type' is supported only in comparisons", node)


def emit_map(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    function = body.ev(scope, node.args[0])
    things = body.walk_expression(scope, node.args[1])
    return body.collect_list(call_value(body, scope, function, [body.make_temp(item)]) for item in things)


def call_value(body: Calls, scope: Scope, function: Exp, args: list[Exp]) -> Exp:
    if function.closure is not None:
        return body.inline_closure(function.closure, args)
    if function.is_known:
        if function.known is len:
            return Exp(INT, body.length_of(args[0]))
        return body.call_known(scope, function.known, args, {})
    return body.apply(function, args)


def emit_fromkeys(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    slot = body.add_slot("dict")
    body.assign(slot, Exp(Type("map"), "new_dict(s, DICT, 4)"))
    value = body.as_word(body.make_temp(body.ev(scope, node.args[1]))) if len(node.args) > 1 else "NONE"
    key: Type | None = None
    for item in body.walk_expression(scope, node.args[0]):
        key = join(key, item.type) if key else item.type
        body.emit(f"put_new(s, {slot.text}, {body.as_word(item)}, {value});")
    return Exp(Type("map", key=None if key == ANY else key), slot.text)


def emit_reversed(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    of = body.ev(scope, node.args[0])
    if of.is_known:
        return make_constant(tuple(reversed(of.known)))
    of = body.make_temp(Exp(row_of(of.type.item), f"as_tuple(s, {body.as_word(of)})"))
    return body.make_temp(Exp(row_of(of.type.item), f"slice(s, {of.text}, NONE, NONE, INT(-1))"))


def emit_comb(body: Calls, args: list[Exp]) -> Exp:
    return body.make_temp(Exp(INT, f"comb({body.as_int(args[0])}, {body.as_int(args[1])})"))


def emit_accumulate(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    return body.make_temp(Exp(row_of(INT), f"accumulated(s, {body.as_word(body.ev(scope, node.args[0]))})"))


def emit_combinations(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    of, size = (body.ev(scope, arg) for arg in (*node.args, *[arg.value for arg in node.keywords]))
    return body.make_temp(Exp(row_of(row_of(None)), f"combinations(s, {body.as_word(of)}, {body.as_int(size)})"))


def emit_iter(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    return body.ev(scope, node.args[0])


BUILT_IN: dict[Any, Callable[..., Exp]] = {
    len: emit_len,
    sum: emit_sum,
    any: make_quantifier(True),
    all: make_quantifier(False),
    max: make_extreme(">"),
    min: make_extreme("<"),
    tuple: make_conversion("as_tuple"),
    list: make_conversion("as_list"),
    set: make_conversion("as_set"),
    frozenset: make_conversion("as_set"),
    bool: emit_bool,
    int: emit_int,
    float: emit_float,
    str: emit_str,
    abs: emit_abs,
    dict: emit_dict,
    sorted: emit_sorted,
    next: emit_next,
    isinstance: emit_isinstance,
    type: emit_type,
    map: emit_map,
    reversed: emit_reversed,
    accumulate: emit_accumulate,
    combinations: emit_combinations,
    iter: emit_iter,
    zip: emit_list,
    enumerate: emit_list,
    compress: emit_list,
    pairwise: emit_list,
    range: emit_range,
    dict.fromkeys: emit_fromkeys,
}
INTRINSIC: dict[Any, Callable[..., Exp]] = {math.comb: emit_comb}
INTRINSIC_METHODS: dict[str, Callable[..., Exp]] = {
    "run": lambda body, args: body.emit("run(s);") or make_constant(None),
    "tried": lambda body, args: body.make_temp(Exp(ANY, f"tried(s, {body.as_word(args[0])})")),
}
