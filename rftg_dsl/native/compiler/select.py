"""The operation of the runtime for each operation of Python, selected by the types of the operands.

A result can also be known here: a number, say, is never None. A type is None as long as no assignment is known that
would determine it; no operation is selected for such an operand, as its type may still turn out to be any.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from types import FunctionType
from typing import Any

from attrs import evolve, frozen

from rftg_dsl.native.compiler import ir
from rftg_dsl.native.compiler.binding import bind
from rftg_dsl.native.compiler.class_tests import classes_in, find_class_test, has_class
from rftg_dsl.native.compiler.clauses import TranslationError
from rftg_dsl.native.compiler.ir import Const, Expr, Var
from rftg_dsl.native.compiler.pool import as_signed
from rftg_dsl.native.compiler.runtime import METHODS, RUNTIME, Operation, from_words, unbox
from rftg_dsl.native.compiler.types import (
    ANY,
    BOOL,
    FLOAT,
    INT,
    NOTHING,
    NUMBERS,
    PLAY,
    RANDOM,
    TEXT,
    UNPASSED,
    Type,
    join,
    join_all,
    map_of,
    names_of_fields,
    row_of,
    tuple_of,
)
from rftg_dsl.native.compiler.unit import Instance, Unit, is_unpassed
from rftg_dsl.native.compiler.values import COMPARISONS, OPERATORS, fields_of_tuple


@frozen
class Selected:
    """An operation with its operands."""

    operation: Operation
    operands: Sequence[Expr]


Selection = Const | Selected | None


class Typing:
    """The types of the variables of a function, as far as they have been inferred."""

    def __init__(self, unit: Unit, instance: Instance) -> None:
        self.unit = unit
        self.instance = instance
        self.types: dict[Var, Type] = dict(instance.declared)
        self.facts: dict[Var, Const] = {}
        """The temporary variables whose values are known, so that they need no variable in C."""
        self.is_final = False
        """Whether inference has ended, so that the value of a variable without a type is never used."""

    def constant_of(self, value: Expr) -> Const | None:
        """Return the value of an atom if it is a constant."""
        match value:
            case Const():
                return value
            case ir.Local(var):
                return self.facts.get(var)
            case ir.Known(of):
                return self.constant_of(of)
        return None

    def type_of(self, value: Expr) -> Type | None:
        match value:
            case Const(known):
                return self.unit.types.type_of_value(known)
            case ir.Local(var):
                fact = self.facts.get(var)
                unknown = ANY if self.is_final else None
                return self.unit.types.type_of_value(fact.value) if fact else self.types.get(var, unknown)
            case ir.Call(instance):
                return instance.returns or (NOTHING if self.is_final else None)
            case ir.Known(of, hint, is_certain):
                type = self.type_of(of)
                return hint if type == ANY or is_certain else type
        if known := TYPES.get(value.__class__):
            return known(self, value)
        selected = self.select(value)
        if isinstance(selected, Selected):
            return selected.operation.gives
        return self.type_of(selected) if selected is not None else None

    def types_of(self, values: Sequence[Expr]) -> list[Type] | None:
        """Return the types of values; None if one of them is not known yet."""
        types = [type for type in map(self.type_of, values) if type is not None]
        return types if len(types) == len(values) else None

    def select(self, value: Expr) -> Selection:
        """Return how an operation is done, or its result if that is a constant; None if a type is not known yet."""
        return SELECT[value.__class__](self, value)

    def fold(self, value: Expr) -> Expr:
        """Return the constant to which an expression always evaluates, or else the expression."""
        known = self.constant_of(value)
        if known is None and value.__class__ in SELECT:
            selected = self.select(value)
            known = selected if isinstance(selected, Const) else None
        return known or value

    def resolve(self, value: Expr) -> Expr:
        """Return the call that a method call comes to, if the class of its object is known."""
        if not isinstance(value, ir.Method):
            return value
        of = self.type_of(value.of)
        if of is not None and of.sort == "record":
            return resolve_method(self, value, of)
        if of is None or value.keywords or is_found_by_name(self, value):
            return value
        # Then it is an attribute that contains a function.
        return ir.Apply(ir.Attribute(value.of, value.name), value.args)


# -- types that need no selection ------------------------------------------------------------------------------------


def type_of_tuple(typing: Typing, value: ir.Tuple) -> Type | None:
    if value.cls is not None:
        return typing.unit.types.type_of_named_tuple(value.cls)
    types = typing.types_of(value.items)
    return None if types is None else tuple_of(types)


def type_of_filled(typing: Typing, value: ir.Filled) -> Type | None:
    types = typing.types_of(value.items)
    if types is None:
        return None
    joined = join_all(types)
    match value.sort:
        case "row":
            return row_of(joined)
        case "keys":
            return map_of(None, joined)
        case "copy":
            return joined if joined is not None and joined.sort == "map" else Type("map")
    return Type("map", FLOAT if joined == FLOAT else None)


def type_of_spread(typing: Typing, value: ir.Spread) -> Type | None:
    rows = [part.row if isinstance(part, ir.Rest) else None for part in value.parts]
    sources = [
        row.args[0] if isinstance(row, ir.Builtin) else part for row, part in zip(rows, value.parts, strict=True)
    ]
    types = typing.types_of(sources)
    if types is None:
        return None
    return row_of(join_all([type if row is None else type.item_in_loop for row, type in zip(rows, types, strict=True)]))


def type_of_method(typing: Typing, value: ir.Method) -> Type | None:
    resolved = typing.resolve(value)
    if resolved is not value:
        return typing.type_of(resolved)
    selected = select_method(typing, value)
    return selected.operation.gives if isinstance(selected, Selected) else None


TYPES: Mapping[type[Expr], Callable[[Typing, Any], Type | None]] = {
    ir.State: lambda typing, value: PLAY,
    ir.Bot: lambda typing, value: RANDOM,
    ir.StateList: lambda typing, value: typing.unit.shape.type_of(value.name),
    ir.Function: lambda typing, value: ANY,
    ir.Rest: lambda typing, value: ANY,
    ir.Format: lambda typing, value: TEXT,
    ir.Apply: lambda typing, value: ANY,
    ir.Tuple: type_of_tuple,
    ir.Filled: type_of_filled,
    ir.Spread: type_of_spread,
    ir.Method: type_of_method,
}


# -- numbers and truth -----------------------------------------------------------------------------------------------


def select_arith(typing: Typing, value: ir.Arith) -> Selection:
    a, b = typing.constant_of(value.a), typing.constant_of(value.b)
    if a is not None and b is not None:
        return Const(OPERATORS[value.op](a.value, b.value))
    types = typing.types_of([value.a, value.b])
    if types is None:
        return None
    in_place = choose_change(value.op, types[0]) if value.in_place else None
    return Selected(in_place or choose_arith(value.op, types[0], types[1]), [value.a, value.b])


def choose_change(op: type[ast.operator], of: Type) -> Operation | None:
    """Choose the operation that changes a value in place; None if ``op`` creates a new value of such a type."""
    if op is ast.Add and of.sort in ("row", "any"):
        text = "added(s, {0}, {1})" if of.sort == "row" else "grown(s, {0}, {1})"
        return Operation(text, (ANY, ANY), evolve(of, parts=(), cls=None))
    if op is ast.BitOr and of.sort in ("row", "any", "map"):
        return Operation("merged_into(s, {0}, {1})", (ANY, ANY), of)
    return None


def choose_arith(op: type[ast.operator], a: Type, b: Type) -> Operation:
    if FLOAT in (a, b):
        if op not in FLOATS:
            raise TranslationError(f"{op.__name__} is not supported for floats", "N14")
        return Operation(FLOATS[op], (FLOAT, FLOAT), FLOAT)
    is_row = any(type.sort in ("row", "text") for type in (a, b))
    is_set = any(type.sort in ("row", "map") for type in (a, b))
    if op is ast.Div and {a, b} <= {INT, BOOL}:
        return Operation("divided(exactly({0}), exactly({1}))", (INT, INT), FLOAT)
    if op is ast.Add and is_row:
        return Operation("joined(s, {0}, {1})", (ANY, ANY), a if a == TEXT else join(a, b))
    if op is ast.Mult and is_row:
        first = a.sort in ("row", "text")
        text = "repeated(s, {0}, {1})" if first else "repeated(s, {1}, {0})"
        of = a if first else b
        return Operation(text, (ANY, INT) if first else (INT, ANY), evolve(of, parts=(), cls=None))
    if op in SETS and (op is not ast.Sub or is_set):
        return Operation(f"{SETS[op]}(s, {{0}}, {{1}})", (ANY, ANY), join(a, b))
    if op is ast.Add and a == b == ANY:
        return Operation("sum_of(s, {0}, {1})", (ANY, ANY), ANY)
    if op not in INTEGERS:
        raise TranslationError(f"unsupported operator {op.__name__}", "N14")
    return Operation(f"{INTEGERS[op]}({{0}}, {{1}})", (INT, INT), INT)


FLOATS: Mapping[type[ast.operator], str] = {
    ast.Add: "({0} + {1})",
    ast.Sub: "({0} - {1})",
    ast.Mult: "({0} * {1})",
    ast.Div: "divided({0}, {1})",
}
SETS: Mapping[type[ast.operator], str] = {ast.BitOr: "merged", ast.BitAnd: "common", ast.Sub: "without"}
INTEGERS: Mapping[type[ast.operator], str] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.FloorDiv: "floor_div",
    ast.Mod: "modulo",
    ast.Pow: "power",
}


# -- tests -----------------------------------------------------------------------------------------------------------


def select_truth(typing: Typing, value: ir.Truth) -> Selection:
    of = typing.fold(value.of)
    type = typing.type_of(of)
    if isinstance(of, Const):
        return Const(bool(of.value))
    if type is not None and type.sort in ("record", "play"):
        return Const(True)
    return Selected(Operation("{0}", (BOOL,), BOOL), [of])


def select_not(typing: Typing, value: ir.Not) -> Selection:
    of = typing.fold(value.of)
    return Const(not of.value) if isinstance(of, Const) else Selected(Operation("(!{0})", (BOOL,), BOOL), [of])


def select_either(typing: Typing, value: ir.Either) -> Selection:
    tests = list(map(typing.fold, value.tests))
    unknown = [test for test in tests if not isinstance(test, Const)]
    if any(isinstance(test, Const) and test.value for test in tests):
        return Const(True)
    if not unknown:
        return Const(False)
    text = " || ".join([f"{{{nth}}}" for nth in range(len(unknown))])
    return Selected(Operation(f"({text})", (BOOL,) * len(unknown), BOOL), unknown)


def select_class_test(typing: Typing, value: ir.IsOf) -> Selection:
    known, own = typing.constant_of(value.of), typing.type_of(value.of)
    if known is not None:
        return Const(has_class(type(known.value), classes_in(value.classes), value.subclasses))
    if own is None:
        return None
    found = find_class_test(typing.unit, own, isinstance(value.of, ir.Tuple), value.classes, value.subclasses)
    return Const(found) if isinstance(found, bool) else Selected(from_words(found, BOOL)(ANY), [value.of])


def select_compare(typing: Typing, value: ir.Compare) -> Selection:
    a, b = typing.fold(value.a), typing.fold(value.b)
    if isinstance(a, Const) and isinstance(b, Const):
        return Const(COMPARISONS[value.op](a.value, b.value))
    types = typing.types_of([a, b])
    if types is None:
        return None
    if value.op is ast.Is:
        return select_identity(typing, [a, b], types)
    if value.op is ast.In:
        return select_membership(typing, a, b, types[0])
    operation = choose_comparison(value.op, types[0], types[1], is_text(a) or is_text(b))
    return Selected(operation, [a, b]) if isinstance(operation, Operation) else operation


def select_identity(typing: Typing, operands: list[Expr], types: list[Type]) -> Selection:
    for operand, other in zip(operands, reversed(types), strict=True):
        is_none = isinstance(operand, Const) and operand.value is None
        if is_none and (other in (INT, BOOL, FLOAT, TEXT, PLAY) or (other.sort == "row" and other.parts)):
            return Const(False)
    is_single = any(isinstance(operand, Const) and is_unique(typing, operand.value) for operand in operands)
    text = "({0} == {1})" if is_single else "same(s, {0}, {1})"
    return Selected(Operation(text, (ANY, ANY), BOOL), operands)


def is_unique(typing: Typing, value: Any) -> bool:
    """Whether values equal to this one are always the same object, so that comparing words is sufficient."""
    return value is None or isinstance(value, bool | list | dict | set) or typing.unit.pool.is_object(value)


def is_text(value: Expr) -> bool:
    return isinstance(value, Const) and type(value.value) is str


SIGNS: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


def choose_comparison(op: type[ast.cmpop], a: Type, b: Type, has_text: bool) -> Operation | Const:
    sign = SIGNS[op]
    if a in NUMBERS and b in NUMBERS:
        number = FLOAT if FLOAT in (a, b) else INT
        return Operation(f"({{0}} {sign} {{1}})", (number, number), BOOL)
    if op in (ast.Eq, ast.NotEq):
        if {a, b} == {INT, TEXT}:
            return Const(op is ast.NotEq)
        if has_text:  # equal strings in the pool share a word
            return Operation(f"({{0}} {sign} {{1}})", (ANY, ANY), BOOL)
        return Operation(f"({'!' if op is ast.NotEq else ''}equal(s, {{0}}, {{1}}))", (ANY, ANY), BOOL)
    if INT in (a, b):
        return Operation(f"({{0}} {sign} {{1}})", (INT, INT), BOOL)
    return Operation(f"(order(s, {{0}}, {{1}}) {sign} 0)", (ANY, ANY), BOOL)


def select_membership(typing: Typing, a: Expr, b: Expr, type: Type) -> Selection:
    if isinstance(b, Const) and isinstance(b.value, range):
        if b.value.step != 1:
            raise TranslationError("a range with a step is not supported", "N14")
        bounds = f"({{0}} >= {b.value.start} && {{0}} < {b.value.stop})"
        return Selected(Operation(bounds, (INT,), BOOL), [a])
    table = table_for(typing, b, type)
    if table is not None:
        return Selected(Operation(f"(constant_at(s, {table}, {{0}}) != ABSENT)", (ANY,), BOOL), [a])
    return Selected(Operation("contains(s, {1}, {0})", (ANY, ANY), BOOL), [a, b])


# -- items and attributes --------------------------------------------------------------------------------------------


def select_item(typing: Typing, value: ir.Item) -> Selection:
    of, key = typing.constant_of(value.of) or value.of, typing.constant_of(value.key) or value.key
    if isinstance(of, Const) and isinstance(key, Const):
        return Const(of.value[key.value])
    if isinstance(of, ir.StateList):
        item = typing.unit.shape.type_of(of.name).item_or_any
        spot = f"s->{of.name}[spot({{0}}, {typing.unit.shape.lengths[of.name]})]"
        is_array = of.name in typing.unit.shape.arrays
        return Selected(Operation(spot, (INT,), INT) if is_array else unbox(spot, item, (INT,)), [key])
    types = typing.types_of([of, key])
    if types is None:
        return None
    item = types[0].item_or_any
    if types[0].parts and isinstance(key, Const) and isinstance(key.value, int):
        item = types[0].parts[key.value]
    if isinstance(of, Const) and isinstance(of.value, tuple | list | range | bytes):
        return select_constant_item(typing, of, key, item)
    table = table_for(typing, of, types[1])
    if table is not None:
        return Selected(unbox(f"constant_item(s, {table}, {{0}})", item, (ANY,)), [key])
    if types[0].sort == "row":
        return Selected(unbox("item_at(s, {0}, {1})", item, (ANY, INT)), [of, key])
    return Selected(unbox("item(s, {0}, {1})", item, (ANY, ANY)), [of, key])


def select_constant_item(typing: Typing, of: Const, key: Expr, item: Type) -> Selection:
    base = as_signed(typing.unit.pool.word_for(tuple(of.value)))
    text = f"constant(s, {base})[1 + spot({{0}}, {len(of.value)})]"
    # If all items are integers, no type check is necessary.
    if all(type(member) is int for member in of.value):
        return Selected(Operation(f"NUM_({text})", (INT,), INT), [key])
    return Selected(unbox(text, item, (INT,)), [key])


def table_for(typing: Typing, of: Expr, key: Type) -> str | None:
    """Return a perfect hash table for a constant mapping; None unless all its keys can be compared as words."""
    if not isinstance(of, Const) or not isinstance(of.value, Mapping) or not of.value:
        return None
    kinds = {type(member) for member in of.value}
    # As keys, ``True`` and 1.0 are equal to 1, so a table of numbers requires a key that is certain to be an int.
    if kinds == {str} or (kinds == {int} and key == INT):
        return f"(V){as_signed(typing.unit.pool.put_table(of.value))}"
    return None


def select_attribute(typing: Typing, value: ir.Attribute) -> Selection:
    known, type = typing.constant_of(value.of), typing.type_of(value.of)
    if isinstance(value.of, ir.State):
        return Selected(Operation(f"s->{value.name}", (), typing.unit.shape.type_of(value.name)), [])
    if known is not None:
        return Const(getattr(known.value, value.name))
    if type is None:
        return None
    if type.sort == "row" and type.cls is not None:
        return typing.select(ir.Item(value.of, Const(fields_of_tuple(type.cls).index(value.name))))
    if type.sort == "record" and type.cls is not None:
        names = names_of_fields(type.cls)
        if value.name in names:
            hint = typing.unit.field_types.get((type.cls, value.name), ANY)
            return Selected(unbox(f"at(s, {{0}})[{names.index(value.name) + 1}]", hint, (ANY,)), [value.of])
        shared = getattr(type.cls, value.name, None)
        if shared is not None and not callable(shared):
            return Const(shared)
    typing.unit.attributes[value.name] = None
    return Selected(Operation(f"attr_{value.name}(s, {{0}})", (ANY,), ANY), [value.of])


def select_record(typing: Typing, value: ir.Record) -> Selection:
    number, n = typing.unit.records.numbers[value.cls], len(names_of_fields(value.cls))
    return Selected(Operation(f"new_record(s, {number}, {n})", (), Type("record", cls=value.cls)), [])


# -- calls -----------------------------------------------------------------------------------------------------------


def select_builtin(typing: Typing, value: ir.Builtin) -> Selection:
    types = typing.types_of(value.args)
    return None if types is None else Selected(RUNTIME[value.name](*types), value.args)


def resolve_method(typing: Typing, value: ir.Method, type: Type) -> Expr:
    """Return the call of a method of a record."""
    assert type.cls is not None
    if value.name in names_of_fields(type.cls):
        return ir.Apply(ir.Attribute(value.of, value.name), value.args)
    function: Any = getattr(type.cls, value.name, None)
    if not isinstance(function, FunctionType):
        raise TranslationError(f"{type.cls.__name__} has no method {value.name!r}", "N18")
    bound = bind(function, [value.of, *value.args], value.keywords)
    if any(map(is_unpassed, bound)):
        raise TranslationError(f"an argument of {value.name!r} cannot be passed to a method", "N18")
    instance = typing.unit.instance_for(function, bound)
    typing.instance.calls.add(instance)
    return ir.Call(instance, bound)


def is_found_by_name(typing: Typing, value: ir.Method) -> bool:
    """Whether a method is built in, or a C function can find it by the class of a record."""
    if (value.name, len(value.args)) in METHODS:
        return True
    # Such a function gets words.
    is_passed = not any(isinstance(arg, ir.Rest | ir.Function | ir.State) for arg in value.args)
    return is_passed and any(is_method_of(record, value.name) for record in typing.unit.records)


def is_method_of(record: type, name: str) -> bool:
    return callable(getattr(record, name, None)) and name not in names_of_fields(record)


def select_method(typing: Typing, value: ir.Method) -> Selection:
    """Select a built-in method if there is one with this name, else a function that finds the method of a record."""
    unit, name, n = typing.unit, value.name, len(value.args)
    if value.keywords:
        raise TranslationError(f"a keyword argument is passed to the method {name!r} of an unknown value", "N18")
    operands = [value.of, *value.args]
    types = typing.types_of(operands)
    if types is None:
        return None
    if (name, n) in METHODS:
        operation = METHODS[name, n](*types)
        table = table_for(typing, value.of, types[1]) if name == "get" else None
        if table is not None:
            operation = evolve(
                operation, text=operation.text.replace("value_of_key(s, {0},", f"constant_at(s, {table},")
            )
        return Selected(operation, operands)
    unit.methods[name, n] = None
    passed = [operand for operand, type in zip(operands, types, strict=True) if type not in UNPASSED]
    holes = ", ".join([f"{{{nth}}}" for nth in range(len(passed))])
    gives = result_of_method(typing, name)
    return Selected(unbox(f"method_{name}_{n}(s, {holes})", gives, (ANY,) * len(passed)), passed)


def result_of_method(typing: Typing, name: str) -> Type:
    """Return the type of the result if it is the same for all classes with such a method."""
    records = [record for record in typing.unit.records if is_method_of(record, name)]
    types = {typing.unit.types.hints_of(getattr(record, name)).get("return", ANY) for record in records}
    return types.pop() if len(types) == 1 else ANY


SELECT: Mapping[type[Expr], Callable[[Typing, Any], Selection]] = {
    ir.Arith: select_arith,
    ir.Record: select_record,
    ir.Compare: select_compare,
    ir.Either: select_either,
    ir.Truth: select_truth,
    ir.Not: select_not,
    ir.IsOf: select_class_test,
    ir.Item: select_item,
    ir.Attribute: select_attribute,
    ir.Builtin: select_builtin,
}
