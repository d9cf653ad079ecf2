"""The operations that C offers, each with its operand types and result type: the table of built-ins.

An operation is chosen by a name and by the types of its operands. A conversion to the operand type is written around
each operand, so ``add({0}, {1})`` of a number and a word becomes ``add(n, num(word))``.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, combinations
from typing import Any

from attrs import frozen

from rftg_dsl.native.compiler.types import ANY, BOOL, FLOAT, INT, NOTHING, NUMBERS, TEXT, Type, join, row_of, tuple_of


@frozen
class Operation:
    """A C expression with a hole for each operand."""

    text: str
    takes: tuple[Type, ...]
    """The type to which each operand is converted: ``INT``, ``BOOL`` or ``FLOAT`` for a C number, else a word."""
    gives: Type
    is_strict: bool = False
    """Whether an operand must have its declared type, so that a truth value is an error in place of a number."""


Choice = Callable[..., Operation]
"""Chooses an operation by the types of the operands."""


def from_words(text: str, gives: Type | Callable[..., Type] = NOTHING) -> Choice:
    """Return the choice of an operation whose operands are all words; ``gives`` may depend on the operand types."""

    def choose(*types: Type) -> Operation:
        return Operation(text, (ANY,) * len(types), gives if isinstance(gives, Type) else gives(*types))

    return choose


def choose_always(text: str, takes: Sequence[Type], gives: Type) -> Choice:
    operation = Operation(text, tuple(takes), gives)
    return lambda *types: operation


def unbox(text: str, gives: Type, takes: Sequence[Type]) -> Operation:
    """Return an operation whose C expression is a word, converted to the type that the word is known to have."""
    return Operation(unbox_word(text, gives), tuple(takes), gives)


def unbox_word(word: str, type: Type) -> str:
    """Return the C expression for a word that is known to have a type, which fails if it has another."""
    return UNBOX.get(type, "{}").format(word)


UNBOX: Mapping[Type, str] = {INT: "whole({})", BOOL: "flag_of({})", FLOAT: "real(s, {})"}


def item_of(of: Type, *_: Type) -> Type:
    return row_of(of.item)


def items_of_walk(of: Type, *_: Type) -> Type:
    return row_of(of.item_in_loop)


def type_of_first(of: Type, *_: Type) -> Type:
    return of


def pairs_of(of: Type) -> Type:
    return row_of(tuple_of((of.key or ANY, of.item_or_any)) if of.key or of.item else None)


# -- choices by type -------------------------------------------------------------------------------------------------


def choose_abs(of: Type) -> Operation:
    if of == FLOAT:
        return Operation("__builtin_fabs({0})", (FLOAT,), FLOAT)
    return Operation("absolute({0})", (INT,), INT)


def choose_int(of: Type) -> Operation:
    return INT_OF.get(of) or Operation("{0}", (INT,), INT)


INT_OF: Mapping[Type, Operation] = {
    FLOAT: Operation("(int64_t){0}", (FLOAT,), INT),
    TEXT: Operation("number_in(s, {0})", (TEXT,), INT),
}


def choose_negative(of: Type) -> Operation:
    return Operation("(-{0})", (FLOAT,), FLOAT) if of == FLOAT else Operation("sub(0, {0})", (INT,), INT)


def declare_number(type: Type) -> Choice:
    """Return the choice of a conversion to a declared number type, which checks a value of unknown type."""
    return lambda of: Operation("{0}", (type if of == ANY else of,), type if of == ANY else of, is_strict=True)


def choose_alike(of: Type, *others: Type) -> Operation:
    """Choose the conversion of one of several values that are compared, in case the values are all numbers."""
    types = (of, *others)
    number = FLOAT if FLOAT in types else INT
    if number in types and BOOL not in types:
        return Operation("{0}", (number, *others), number, is_strict=True)
    return Operation("{0}", types, of)


def choose_sum(total: Type, lost: Type, item: Type) -> Operation:
    if FLOAT not in (total, item):
        return Operation("add({0}, {2})", (INT, FLOAT, INT), INT)
    if COMPENSATED and item not in (INT, BOOL):
        return Operation("sum_more({0}, {2}, &{1})", (FLOAT, FLOAT, FLOAT), FLOAT)
    return Operation("({0} + {2})", (FLOAT, FLOAT, FLOAT), FLOAT)


COMPENSATED = sys.version_info >= (3, 12)
"""Whether ``sum`` compensates for the rounding errors of additions, as it does since Python 3.12."""


def choose_total(total: Type, lost: Type) -> Operation:
    if total == FLOAT and COMPENSATED:
        return Operation("compensated({0}, {1})", (FLOAT, FLOAT), FLOAT)
    return Operation("{0}", (total, FLOAT), total)


def choose_get(of: Type, key: Type, *default: Type) -> Operation:
    text = f"or_else(value_of_key(s, {{0}}, {{1}}), {'{2}' if default else 'NONE'})"
    return unbox(text, join(of.item_or_any, *default or [NOTHING]), (ANY, ANY, *[ANY for _ in default]))


def choose_pop(of: Type, *at: Type) -> Operation:
    return unbox(f"pop(s, {{0}}, {'{1}' if at else 'ABSENT'})", of.item_or_any, (ANY,) * (1 + len(at)))


def choose_merge(of: Type, more: Type) -> Operation:
    """Choose how a new mapping is filled from a mapping, or from pairs."""
    return Operation(f"merge{'' if more.sort == 'map' else '_pairs'}(s, {{0}}, {{1}})", (ANY, ANY), NOTHING)


# -- tables ----------------------------------------------------------------------------------------------------------


RUNTIME: Mapping[str, Choice] = {
    "new list": choose_always("new_list(s, {0})", [INT], row_of(None)),
    "new set": choose_always("new_dict(s, SET, {0})", [INT], row_of(None)),
    "new dict": choose_always("new_dict(s, DICT, {0})", [INT], Type("map")),
    "push": from_words("push(s, {0}, {1})"),
    "append": from_words("append(s, {0}, {1})"),
    "extend": from_words("extend(s, {0}, {1})"),
    "put": from_words("put(s, {0}, {1}, {2})"),
    "put new": from_words("put_new(s, {0}, {1}, {2})"),
    "put last": from_words("put_last(s, {0}, {1}, {2})"),
    "add": from_words("put(s, {0}, {1}, NONE)"),
    "take out": from_words("take_out(s, {0}, {1})"),
    "merge": from_words("merge(s, {0}, {1})"),
    "fill": choose_merge,
    "settle": from_words("settled(s, {0})", type_of_first),
    "tuple": from_words("as_tuple(s, {0})", items_of_walk),
    "list": from_words("as_list(s, {0})", items_of_walk),
    "set": from_words("as_set(s, {0})", items_of_walk),
    "sequence": from_words("walked(s, {0})", items_of_walk),
    "sortable": from_words("sortable(s, {0})", items_of_walk),
    "sort": choose_always("sort_by(s, {0}, {1}, {2})", [ANY, ANY, BOOL], NOTHING),
    "slice": from_words("slice(s, {0}, {1}, {2}, {3})", item_of),
    "cuts": from_words(
        "joined_cuts(s, {0}, {1}, {2}, {3}, {4}, {5})",
        lambda a, from_a, to_a, b, *to_b: join(row_of(a.item), row_of(b.item)),
    ),
    "length": choose_always("length(s, {0})", [ANY], INT),
    "check length": choose_always("check_length(s, {0}, {1} - {2})", [ANY, INT, INT], NOTHING),
    "item at": lambda of, at: unbox("item_at(s, {0}, {1})", of.item_or_any, (ANY, INT)),
    "number at": choose_always("num(item_at(s, {0}, {1} - {2}))", [ANY, INT, INT], INT),
    "sum": choose_sum,
    "total": choose_total,
    "alike": choose_alike,
    "negative": choose_negative,
    "rolls": choose_always("chance_rolls(s, {0}, {1}, {2})", [ANY, INT, INT], row_of(INT)),
    "draws": choose_always("chance_draws(s, {0}, {1}, {2})", [ANY, ANY, INT], row_of(INT)),
    "fraction": choose_always("drawn_fraction(s)", [], FLOAT),
    "number": choose_always("{0}", [INT], INT),
    "next": choose_always("{0} + 1", [INT], INT),
    **{f"declared {type.sort}": declare_number(type) for type in NUMBERS},
    "run": choose_always("run(s)", [], NOTHING),
    "tried": from_words("tried(s, {0})", ANY),
    "abs": choose_abs,
    "int": choose_int,
    "float": choose_always("{0}", [FLOAT], FLOAT),
    "accumulate": from_words("accumulated(s, {0})", row_of(INT)),
    "combinations": choose_always("combinations(s, {0}, {1})", [ANY, INT], row_of(row_of(None))),
    "comb": choose_always("comb({0}, {1})", [INT, INT], INT),
}
"""The operations that the reader asks for by name."""

FUNCTIONS: Mapping[Any, str] = {
    abs: "abs",
    int: "int",
    float: "float",
    accumulate: "accumulate",
    combinations: "combinations",
    math.comb: "comb",
}
"""The functions of Python that are single operations."""

STATE_METHODS: Mapping[str, str] = {"run": "run", "tried": "tried"}
"""The methods of a play that are written in C."""

METHODS: Mapping[tuple[str, int], Choice] = {
    ("append", 1): RUNTIME["append"],
    ("add", 1): RUNTIME["add"],
    ("extend", 1): RUNTIME["extend"],
    ("remove", 1): from_words("remove_from(s, {0}, {1})"),
    ("clear", 0): from_words("clear(s, {0})"),
    ("update", 1): RUNTIME["merge"],
    ("reverse", 0): from_words("reverse(s, {0})"),
    ("get", 1): choose_get,
    ("get", 2): choose_get,
    ("items", 0): from_words("values_of(s, {0}, 1)", pairs_of),
    ("values", 0): from_words("values_of(s, {0}, 0)", item_of),
    ("keys", 0): from_words("keys_of(s, {0})", row_of(None)),
    ("copy", 0): from_words("copied(s, {0})", ANY),
    ("setdefault", 2): from_words("set_default(s, {0}, {1}, {2})", ANY),
    ("index", 1): from_words("index_of(s, {0}, {1})", INT),
    ("count", 1): from_words("count_of(s, {0}, {1})", INT),
    ("pop", 0): choose_pop,
    ("pop", 1): choose_pop,
    ("join", 1): from_words("joined_by(s, {0}, {1})", TEXT),
    ("startswith", 1): from_words("starts(s, {0}, {1})", BOOL),
    ("removeprefix", 1): from_words("without_prefix(s, {0}, {1})", TEXT),
    ("partition", 1): from_words("partition(s, {0}, {1}, 0)", row_of(TEXT)),
    ("rpartition", 1): from_words("partition(s, {0}, {1}, 1)", row_of(TEXT)),
    ("strip", 0): from_words("stripped(s, {0})", TEXT),
    ("split", 1): from_words("split(s, {0}, {1})", row_of(TEXT)),
    ("bit_length", 0): choose_always("bit_length({0})", [INT], INT),
}
"""The methods of texts, numbers, sequences and mappings, by name and number of arguments."""
