"""What Python builds in, as C: functions, and methods of texts, sequences and mappings."""

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
from rftg_dsl.native.translate import Exp, Scope, Slot, known
from rftg_dsl.native.types import ANY, BOOL, FLOAT, INT, TEXT, Type, join, row_of


def of_len(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``len``."""
    of = body.temp(body.ev(scope, node.args[0]))
    text = body.length(of)
    return known(int(text)) if text.isdigit() else body.temp(Exp(INT, text))


def of_sum(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``sum``."""
    total, lost = body.slot("sum"), body.slot("lost")
    body.assign(total, known(0))
    is_real = body.types[total.text] == FLOAT
    if is_real:
        body.assign(lost, known(0.0))
    for item in comprehended(body, scope, node.args[0]):
        if item.type == FLOAT or is_real:
            body.assign(total, Exp(FLOAT, added(body, total, lost, body.temp(item))))
        else:
            body.emit(f"{total.text} = add({total.text}, {body.int(item)});")
    if is_real and COMPENSATED:
        body.assign(total, Exp(FLOAT, f"compensated({total.text}, {lost.text})"))
    return body.read(total)


COMPENSATED = sys.version_info >= (3, 12)
"""Whether Python keeps what is lost as fractions are added up."""


def added(body: Calls, total: Slot, lost: Slot, item: Exp) -> str:
    """The sum so far and one more number, with a fraction or without, as C."""
    if COMPENSATED and item.type not in (INT, BOOL) and lost.text in body.types:
        return f"sum_more({total.text}, {body.real(item)}, &{lost.text})"
    return f"{total.text} + {body.real(item)}"


def comprehended(body: Calls, scope: Scope, node: ast.expr) -> Any:
    """The things of a comprehension, which need not exist together, or of anything else."""
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        return body.generated(scope, node)
    return body.each(scope, node)


def of_any(stop: bool) -> Callable[..., Exp]:
    """``any`` or ``all``, which stop at what is ``stop``."""

    def quantified(body: Calls, scope: Scope, node: ast.Call) -> Exp:
        found, after = body.slot("c"), body.label()
        body.assign(found, Exp(BOOL, str(int(not stop))))
        of = node.args[0]
        if isinstance(of, ast.ListComp | ast.GeneratorExp):
            test = ast.GeneratorExp(of.elt, of.generators)
            inner = Scope(scope.source, scope)
            for value in conditions(body, inner, test, scope):
                if value.is_known:
                    if bool(value.known) == stop:
                        body.emit(f"{{ {found.text} = {int(stop)}; goto {after}; }}")
                    continue
                body.emit(f"if ({'' if stop else '!'}({value.text})) {{ {found.text} = {int(stop)}; goto {after}; }}")
        else:
            for item in body.each(scope, of):
                body.emit(
                    f"if ({'' if stop else '!'}({body.flag(item)})) {{ {found.text} = {int(stop)}; goto {after}; }}"
                )
        body.emit(f"{after}:;")
        return body.read(found)

    return quantified


def conditions(body: Calls, scope: Scope, node: ast.GeneratorExp, outer: Scope) -> Any:
    """The rounds of a comprehension, each with whether its value is true."""
    for value in body.clauses(scope, node, 0, outer):
        if value.is_known or value.parts is not None:
            yield known(bool(value.parts if value.parts is not None else value.known))
        else:
            yield Exp(BOOL, body.flag(value))


def of_extreme(sign: str) -> Callable[..., Exp]:
    """``max`` or ``min``."""

    def extreme(body: Calls, scope: Scope, node: ast.Call) -> Exp:
        keywords = {one.arg: one.value for one in node.keywords}
        starred = any(isinstance(one, ast.Starred) for one in node.args)
        if len(node.args) > 1 and not starred:
            return extreme_of_some(body, sign, [body.temp(body.ev(scope, one)) for one in node.args])
        seen = body.slot("seen")
        body.assign(seen, known(0))
        key = body.ev(scope, keywords["key"]) if "key" in keywords else None
        things = body.items_of(body.gathered(scope, node.args)) if starred else comprehended(body, scope, node.args[0])
        if key is None:
            best = extreme_of_things(body, sign, things, seen)
        else:
            best = extreme_by(body, scope, sign, things, seen, key)
        if "default" not in keywords:
            body.emit(f'if (!{seen.text}) fail(UNUSUAL, "nothing is the {"most" if sign == ">" else "least"}");')
            return body.read(best)
        value = body.ev(scope, keywords["default"])
        result = body.slot("v")
        body.emit(f"if ({seen.text}) {{")
        body.assign(result, body.read(best))
        body.emit("} else {")
        body.assign(result, value)
        body.emit("}")
        return body.read(result)

    return extreme


def extreme_of_some(body: Calls, sign: str, args: Sequence[Exp]) -> Exp:
    """The most or the least of several arguments."""
    if all(one.is_known for one in args):
        return known((max if sign == ">" else min)([one.known for one in args]))
    best = body.slot("best")
    of = FLOAT if any(one.type == FLOAT for one in args) else INT
    typed = any(one.type == of for one in args) and not any(one.type == BOOL for one in args)
    first, *others = [Exp(of, body.given(one, of)) if typed and not one.is_known else one for one in args]
    body.assign(best, Exp(of, body.given(first, of)) if typed else first)
    for one in map(body.temp, others):
        now = f"{body.convert(one, of)} {sign} {best.text}" if typed else ""
        body.emit(f"if ({now if typed else better(body, sign, one, best)}) {{")
        body.assign(best, one)
        body.emit("}")
    return body.read(best)


def better(body: Calls, sign: str, one: Exp, best: Slot) -> str:
    """Whether a value comes before the best one so far, as C."""
    return f"order(s, {body.word(one)}, {body.word(body.read(best))}) {sign} 0"


def extreme_of_things(body: Calls, sign: str, things: Iterator[Exp], seen: Slot) -> Slot:
    """The most or the least of what is walked through."""
    best = body.slot("best")
    for item in map(body.temp, things):
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
        body.emit(f"if (!{seen.text} || {better(body, sign, item, best)}) {{ {best.text} = {now}; {seen.text} = 1; }}")
    return best


def extreme_by(body: Calls, scope: Scope, sign: str, things: Iterator[Exp], seen: Slot, key: Exp) -> Slot:
    """The thing whose key is the most or the least."""
    best, chosen = body.slot("best"), body.slot("chosen")
    for item in map(body.temp, things):
        value = body.temp(call_value(body, scope, key, [item]))
        body.assign_type(best, value.type if value.type in (INT, FLOAT) else ANY)
        typed = body.types[best.text] in (INT, FLOAT)
        now = body.convert(value, body.types[best.text])
        first = f"{now} {sign} {best.text}" if typed else better(body, sign, value, best)
        body.emit(f"if (!{seen.text} || {first}) {{")
        body.emit(f"{best.text} = {now}; {seen.text} = 1;")
        body.assign(chosen, item)
        body.emit("}")
    return chosen


def made_of(name: str) -> Callable[..., Exp]:
    """``tuple``, ``list`` or ``set``."""

    def made(body: Calls, scope: Scope, node: ast.Call) -> Exp:
        if not node.args:
            if name == "as_tuple":
                return known(())
            slot = body.slot("new")
            body.assign(slot, Exp(row_of(None), "new_list(s, 4)" if name == "as_list" else "new_dict(s, SET, 4)"))
            return body.read(slot)
        of = body.ev(scope, node.args[0])
        if of.is_known and name == "as_tuple":
            return known(tuple(of.known))
        if of.parts is not None and name == "as_tuple":
            return of
        item = of.type.key if of.type.sort == "map" else of.type.item
        if name == "as_tuple" and isinstance(node.args[0], ast.ListComp | ast.GeneratorExp):
            return body.temp(Exp(row_of(item), f"settled(s, {of.text})"))
        if of.type.sort in ("array", "cells"):
            of = body.collected(body.items_of(of))
        return body.temp(Exp(row_of(item), f"{name}(s, {body.word(of)})"))

    return made


def listed(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """What is usually walked through at once, as a list."""
    return body.collected(body.each(scope, node))


def of_range(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``range``."""
    args = [body.ev(scope, one) for one in node.args]
    if any(one.type == BOOL for one in args):
        raise body.beyond("a range of truth values", node)
    return (
        known(range(*[one.known for one in args])) if all(one.is_known for one in args) else listed(body, scope, node)
    )


def of_bool(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``bool``."""
    return body.temp(body.condition(scope, node.args[0]))


def of_int(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``int``."""
    value = body.ev(scope, node.args[0])
    if value.is_known:
        return known(int(value.known))
    if value.type == FLOAT:
        return body.temp(Exp(INT, f"(int64_t){value.text}"))
    if value.type == TEXT:
        return body.temp(Exp(INT, f"number_in(s, {value.text})"))
    return body.temp(Exp(INT, body.int(value)))


def of_str(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``str``."""
    return body.ev_joinedstr(scope, ast.JoinedStr([ast.FormattedValue(node.args[0], -1, None)]))


def of_float(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``float``."""
    value = body.ev(scope, node.args[0])
    if value.is_known:
        return known(float(value.known))
    if value.type == TEXT:
        raise body.beyond("a fraction is read from a text", node)
    return body.temp(Exp(FLOAT, body.real(value)))


def of_abs(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``abs``."""
    given = body.ev(scope, node.args[0])
    if given.is_known:
        return known(abs(given.known))
    if given.type == FLOAT:
        return body.temp(Exp(FLOAT, f"__builtin_fabs({given.text})"))
    value = body.temp(Exp(INT, body.int(given)))
    return Exp(INT, f"({value.text} < 0 ? -{value.text} : {value.text})")


def of_dict(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``dict``."""
    slot = body.slot("dict")
    body.assign(slot, Exp(Type("map"), "new_dict(s, DICT, 4)"))
    if node.args and called_name(node.args[0]) in ("zip", "compress", "enumerate"):
        for pair in body.each(scope, node.args[0]):
            key, value = pair.parts if pair.parts is not None else [body.subscript(pair, known(nth)) for nth in (0, 1)]
            put = "put_last" if key.is_new else "put"
            body.emit(f"{put}(s, {slot.text}, {body.word(key)}, {body.word(value)});")
    elif node.args:
        of = body.ev(scope, node.args[0])
        is_map = of.type.sort == "map" or (of.is_known and isinstance(of.known, Mapping))
        if is_map and not node.keywords:
            body.emit(f"merge(s, {slot.text}, {body.word(of)});")
            return Exp(of.type if of.type.sort == "map" else Type("map"), slot.text)
        body.emit(f"merge_pairs(s, {slot.text}, {body.word(of)});")
    for one in node.keywords:
        if one.arg is None:
            raise body.beyond("a mapping is spread over parameters", node)
        body.emit(f"put(s, {slot.text}, {body.word(known(one.arg))}, {body.word(body.ev(scope, one.value))});")
    return body.read(slot)


def called_name(node: ast.expr) -> str:
    """The name of the function that an expression calls; empty if it calls none by name."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def of_sorted(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``sorted``."""
    of = body.ev(scope, node.args[0])
    keywords = {one.arg: one.value for one in node.keywords}
    item = of.type.key if of.type.sort == "map" else of.type.item
    made = "as_list" if "key" in keywords else "sortable"
    found = body.temp(Exp(row_of(item), f"{made}(s, {body.word(of)})"))
    keys = body.slot("keys")
    if "key" in keywords:
        key = body.ev(scope, keywords["key"])
        body.assign(keys, Exp(row_of(None), "new_list(s, 8)"))
        for each in body.items_of(found):
            body.emit(f"append(s, {keys.text}, {body.word(call_value(body, scope, key, [each]))});")
    else:
        body.assign(keys, Exp(row_of(None), f"as_list(s, {found.text})"))
    reverse = body.ev(scope, keywords["reverse"]) if "reverse" in keywords else known(False)
    body.emit(f"sort_by(s, {found.text}, {keys.text}, {body.flag(reverse)});")
    return found


def of_next(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``next``."""
    of = node.args[0]
    if not isinstance(of, ast.GeneratorExp) and not (
        isinstance(of, ast.Call) and (body.built_in(scope, of) in LAZY or body.is_generated(scope, of))
    ):
        raise body.beyond("the next thing of an iterator that goes on", node)
    found, after, seen = body.slot("v"), body.label(), body.slot("seen")
    body.assign(seen, known(0))
    for item in comprehended(body, scope, node.args[0]):
        body.assign(found, item)
        body.emit(f"goto {after};")
    if len(node.args) > 1:
        body.assign(found, body.ev(scope, node.args[1]))
    else:
        body.emit('fail(UNUSUAL, "there is no next thing");')
    body.emit(f"{after}:;")
    return body.read(found)


def of_isinstance(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``isinstance``."""
    value = body.temp(body.ev(scope, node.args[0]))
    classes = body.ev(scope, node.args[1]).known
    return is_of(body, value, classes, subclasses=True)


def of_type_call(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``type``."""
    value = body.temp(body.ev(scope, node.args[0]))
    if value.is_known:
        return known(type(value.known))
    raise body.beyond("the class of a value is more than compared", node)


def of_map(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``map``."""
    function = body.ev(scope, node.args[0])
    things = body.each(scope, node.args[1])
    return body.collected(call_value(body, scope, function, [body.temp(item)]) for item in things)


def call_value(body: Calls, scope: Scope, function: Exp, args: list[Exp]) -> Exp:
    """Call a function that is given as a value."""
    if function.closure is not None:
        return body.inline_closure(function.closure, args)
    if function.is_known:
        if function.known is len:
            return Exp(INT, body.length(args[0]))
        return body.call_known(scope, function.known, args, {})
    return body.apply(function, args)


def of_fromkeys(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``dict.fromkeys``."""
    slot = body.slot("dict")
    body.assign(slot, Exp(Type("map"), "new_dict(s, DICT, 4)"))
    value = body.word(body.temp(body.ev(scope, node.args[1]))) if len(node.args) > 1 else "NONE"
    key: Type | None = None
    for item in body.each(scope, node.args[0]):
        key = join(key, item.type) if key else item.type
        body.emit(f"put_new(s, {slot.text}, {body.word(item)}, {value});")
    return Exp(Type("map", key=None if key == ANY else key), slot.text)


def of_reversed(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``reversed``."""
    of = body.ev(scope, node.args[0])
    if of.is_known:
        return known(tuple(reversed(of.known)))
    of = body.temp(Exp(row_of(of.type.item), f"as_tuple(s, {body.word(of)})"))
    return body.temp(Exp(row_of(of.type.item), f"slice(s, {of.text}, NONE, NONE, INT(-1))"))


def of_comb(body: Calls, args: list[Exp]) -> Exp:
    """``math.comb``."""
    return body.temp(Exp(INT, f"comb({body.int(args[0])}, {body.int(args[1])})"))


def of_accumulate(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``itertools.accumulate``."""
    return body.temp(Exp(row_of(INT), f"accumulated(s, {body.word(body.ev(scope, node.args[0]))})"))


def of_combinations(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``itertools.combinations``."""
    of, size = (body.ev(scope, one) for one in (*node.args, *[one.value for one in node.keywords]))
    return body.temp(Exp(row_of(row_of(None)), f"combinations(s, {body.word(of)}, {body.int(size)})"))


def plain(body: Calls, scope: Scope, node: ast.Call) -> Exp:
    """``iter``: the thing itself."""
    return body.ev(scope, node.args[0])


BUILT_IN: dict[Any, Callable[..., Exp]] = {
    len: of_len,
    sum: of_sum,
    any: of_any(True),
    all: of_any(False),
    max: of_extreme(">"),
    min: of_extreme("<"),
    tuple: made_of("as_tuple"),
    list: made_of("as_list"),
    set: made_of("as_set"),
    frozenset: made_of("as_set"),
    bool: of_bool,
    int: of_int,
    float: of_float,
    str: of_str,
    abs: of_abs,
    dict: of_dict,
    sorted: of_sorted,
    next: of_next,
    isinstance: of_isinstance,
    type: of_type_call,
    map: of_map,
    reversed: of_reversed,
    accumulate: of_accumulate,
    combinations: of_combinations,
    iter: plain,
    zip: listed,
    enumerate: listed,
    compress: listed,
    pairwise: listed,
    range: of_range,
    dict.fromkeys: of_fromkeys,
}
INTRINSIC: dict[Any, Callable[..., Exp]] = {math.comb: of_comb}
INTRINSIC_METHODS: dict[str, Callable[..., Exp]] = {
    "run": lambda body, args: body.emit("run(s);") or known(None),
    "tried": lambda body, args: body.temp(Exp(ANY, f"tried(s, {body.word(args[0])})")),
}
