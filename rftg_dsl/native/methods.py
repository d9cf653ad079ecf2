"""Methods of texts, numbers, sequences and mappings as C."""

from __future__ import annotations

from collections.abc import Callable

from rftg_dsl.native.calls import Calls
from rftg_dsl.native.pool import signed
from rftg_dsl.native.translate import Exp, known
from rftg_dsl.native.types import ANY, BOOL, INT, TEXT, Type, row_of


def get(body: Calls, of: Exp, key: Exp, *default: Exp) -> Exp:
    """``get`` of a mapping."""
    found = body.slot("v")
    table = body.table(of, key)
    looked = f"value_of_key(s, {body.word(of)}, " if table is None else f"constant_at(s, (V){signed(table)}, "
    at = body.temp(Exp(ANY, f"{looked}{body.word(key)})"))
    item = of.type.item or ANY
    other = default[0] if default else known(None)
    body.emit(f"if ({at.text} != ABSENT) {{")
    body.assign(found, body.of_type(at.text, item))
    body.emit("} else {")
    body.assign(found, other)
    body.emit("}")
    return body.read(found)


def simple_method(text: str, type: Type) -> Callable[..., Exp]:
    """A method that a C function does."""

    def method(body: Calls, of: Exp, *args: Exp) -> Exp:
        return body.temp(Exp(type, text.format(body.word(of), *map(body.word, args))))

    return method


def doing(text: str) -> Callable[..., Exp]:
    """A method that only changes something."""

    def method(body: Calls, of: Exp, *args: Exp) -> Exp:
        body.emit(text.format(body.word(of), *map(body.word, args)) + ";")
        return known(None)

    return method


def walked_values(pairs: int) -> Callable[..., Exp]:
    """``items`` or ``values``."""

    def method(body: Calls, of: Exp) -> Exp:
        item = of.type.item
        if pairs:
            parts = (of.type.key or ANY, item or ANY)
            return body.temp(Exp(row_of(Type("row", None, parts=parts)), f"values_of(s, {body.word(of)}, 1)"))
        return body.temp(Exp(row_of(item), f"values_of(s, {body.word(of)}, 0)"))

    return method


def popped(body: Calls, of: Exp, *args: Exp) -> Exp:
    """``pop``."""
    at = body.word(args[0]) if args else "ABSENT"
    return body.temp(body.of_type(f"pop(s, {body.word(of)}, {at})", of.type.item or ANY))


METHODS: dict[tuple[str, int], Callable[..., Exp]] = {
    ("append", 1): doing("append(s, {0}, {1})"),
    ("add", 1): doing("put(s, {0}, {1}, NONE)"),
    ("extend", 1): doing("extend(s, {0}, {1})"),
    ("remove", 1): doing("remove_from(s, {0}, {1})"),
    ("clear", 0): doing("clear(s, {0})"),
    ("update", 1): doing("merge(s, {0}, {1})"),
    ("reverse", 0): doing("reverse(s, {0})"),
    ("get", 1): get,
    ("get", 2): get,
    ("items", 0): walked_values(1),
    ("values", 0): walked_values(0),
    ("keys", 0): simple_method("keys_of(s, {0})", row_of(None)),
    ("copy", 0): simple_method("copied(s, {0})", ANY),
    ("setdefault", 2): simple_method("set_default(s, {0}, {1}, {2})", ANY),
    ("index", 1): lambda body, of, one: body.temp(Exp(INT, f"index_of(s, {body.word(of)}, {body.word(one)})")),
    ("count", 1): lambda body, of, one: body.temp(Exp(INT, f"count_of(s, {body.word(of)}, {body.word(one)})")),
    ("pop", 0): popped,
    ("pop", 1): popped,
    ("join", 1): simple_method("joined_by(s, {0}, {1})", TEXT),
    ("startswith", 1): lambda body, of, one: body.temp(Exp(BOOL, f"starts(s, {body.word(of)}, {body.word(one)})")),
    ("removeprefix", 1): simple_method("without_prefix(s, {0}, {1})", TEXT),
    ("partition", 1): simple_method("partition(s, {0}, {1}, 0)", row_of(TEXT)),
    ("rpartition", 1): simple_method("partition(s, {0}, {1}, 1)", row_of(TEXT)),
    ("strip", 0): simple_method("stripped(s, {0})", TEXT),
    ("split", 1): simple_method("split(s, {0}, {1})", row_of(TEXT)),
    ("bit_length", 0): lambda body, of: body.temp(Exp(INT, f"bit_length({body.int(of)})")),
}
"""By the name of a method, and how many arguments it is given."""
