"""Translation of the methods of strings, numbers, sequences and mappings to C."""

from __future__ import annotations

from collections.abc import Callable

from rftg_dsl.native.calls import Calls
from rftg_dsl.native.pool import as_signed
from rftg_dsl.native.translate import Exp, make_constant
from rftg_dsl.native.types import ANY, BOOL, INT, TEXT, Type, row_of


def emit_get(body: Calls, of: Exp, key: Exp, *default: Exp) -> Exp:
    value = body.add_slot("v")
    table = body.table_for(of, key)
    looked = f"value_of_key(s, {body.as_word(of)}, " if table is None else f"constant_at(s, (V){as_signed(table)}, "
    at = body.make_temp(Exp(ANY, f"{looked}{body.as_word(key)})"))
    item = of.type.item or ANY
    other = default[0] if default else make_constant(None)
    body.emit(f"if ({at.text} != ABSENT) {{")
    body.assign(value, body.unbox_word(at.text, item))
    body.emit("} else {")
    body.assign(value, other)
    body.emit("}")
    return body.read(value)


def make_method(text: str, type: Type) -> Callable[..., Exp]:
    """Create a translator for a method; ``text`` is a C expression with placeholders for object and arguments."""

    def emit_method(body: Calls, of: Exp, *args: Exp) -> Exp:
        return body.make_temp(Exp(type, text.format(body.as_word(of), *map(body.as_word, args))))

    return emit_method


def make_mutation(text: str) -> Callable[..., Exp]:
    def emit_mutation(body: Calls, of: Exp, *args: Exp) -> Exp:
        body.emit(text.format(body.as_word(of), *map(body.as_word, args)) + ";")
        return make_constant(None)

    return emit_mutation


def make_values(pairs: int) -> Callable[..., Exp]:
    def emit_values(body: Calls, of: Exp) -> Exp:
        item = of.type.item
        if pairs:
            parts = (of.type.key or ANY, item or ANY)
            return body.make_temp(Exp(row_of(Type("row", None, parts=parts)), f"values_of(s, {body.as_word(of)}, 1)"))
        return body.make_temp(Exp(row_of(item), f"values_of(s, {body.as_word(of)}, 0)"))

    return emit_values


def emit_pop(body: Calls, of: Exp, *args: Exp) -> Exp:
    at = body.as_word(args[0]) if args else "ABSENT"
    return body.make_temp(body.unbox_word(f"pop(s, {body.as_word(of)}, {at})", of.type.item or ANY))


METHODS: dict[tuple[str, int], Callable[..., Exp]] = {
    ("append", 1): make_mutation("append(s, {0}, {1})"),
    ("add", 1): make_mutation("put(s, {0}, {1}, NONE)"),
    ("extend", 1): make_mutation("extend(s, {0}, {1})"),
    ("remove", 1): make_mutation("remove_from(s, {0}, {1})"),
    ("clear", 0): make_mutation("clear(s, {0})"),
    ("update", 1): make_mutation("merge(s, {0}, {1})"),
    ("reverse", 0): make_mutation("reverse(s, {0})"),
    ("get", 1): emit_get,
    ("get", 2): emit_get,
    ("items", 0): make_values(1),
    ("values", 0): make_values(0),
    ("keys", 0): make_method("keys_of(s, {0})", row_of(None)),
    ("copy", 0): make_method("copied(s, {0})", ANY),
    ("setdefault", 2): make_method("set_default(s, {0}, {1}, {2})", ANY),
    ("index", 1): make_method("index_of(s, {0}, {1})", INT),
    ("count", 1): make_method("count_of(s, {0}, {1})", INT),
    ("pop", 0): emit_pop,
    ("pop", 1): emit_pop,
    ("join", 1): make_method("joined_by(s, {0}, {1})", TEXT),
    ("startswith", 1): make_method("starts(s, {0}, {1})", BOOL),
    ("removeprefix", 1): make_method("without_prefix(s, {0}, {1})", TEXT),
    ("partition", 1): make_method("partition(s, {0}, {1}, 0)", row_of(TEXT)),
    ("rpartition", 1): make_method("partition(s, {0}, {1}, 1)", row_of(TEXT)),
    ("strip", 0): make_method("stripped(s, {0})", TEXT),
    ("split", 1): make_method("split(s, {0}, {1})", row_of(TEXT)),
    ("bit_length", 0): lambda body, of: body.make_temp(Exp(INT, f"bit_length({body.as_int(of)})")),
}
