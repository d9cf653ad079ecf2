"""A unit without a game, in which single functions are read, typed and written as C; no C compiler is needed."""

from __future__ import annotations

from collections.abc import Iterator
from types import FunctionType
from typing import Any

from attrs import fields

from rftg_dsl.native.compiler import ir
from rftg_dsl.native.compiler.compile import compile_unfinished
from rftg_dsl.native.compiler.infer import infer_types
from rftg_dsl.native.compiler.read import read_function
from rftg_dsl.native.compiler.select import Typing
from rftg_dsl.native.compiler.shape import Shape
from rftg_dsl.native.compiler.types import ANY, INT, TEXT, Records, Type, row_of
from rftg_dsl.native.compiler.unit import Instance, Unit


class Spot:
    """A class with slots, as advisers use them."""

    __slots__ = ("at", "name")

    def __init__(self, at: int, name: str) -> None:
        self.at = at
        self.name = name

    def move_by(self, by: int) -> int:
        result = self.at
        result += by
        return result


def is_even(n: int):  # type: ignore[no-untyped-def]
    if n == 0:
        return True
    rest = n - 1
    return is_odd(rest)


def is_odd(n: int):  # type: ignore[no-untyped-def]
    if n == 0:
        return False
    rest = n - 1
    return is_even(rest)


def make_unit() -> Unit:
    shape = Shape(
        records=Records([Spot]),
        arrays={"stock": 4, "counters": 4},
        rows={"zone": (3, row_of(INT)), "facts": (2, ANY)},
        numbers=("since", "over"),
        flags=("over",),
        words={"paused": TEXT, "agenda": row_of(None)},
        constants={"numbers": {"limit": 7}},
    )
    return Unit(shape, {}, read_function)


def instance_of(unit: Unit, function: Any) -> Instance:
    assert isinstance(function, FunctionType)
    return unit.instance_for(function, [None] * function.__code__.co_argcount)


def read(function: Any) -> list[str]:
    """The intermediate form of a function, as the reader gives it."""
    return show(instance_of(make_unit(), function).body)


def infer_body(function: Any) -> list[str]:
    """The intermediate form of a function, as far as inference leaves it."""
    unit = make_unit()
    instance = instance_of(unit, function)
    infer_types(unit)
    return show(instance.body)


def infer(function: Any) -> tuple[Instance, Typing]:
    unit = make_unit()
    instance = instance_of(unit, function)
    return instance, infer_types(unit)[instance]


def types_in(function: Any) -> dict[str, Type]:
    """The types of the variables that have names in Python, by these names."""
    _, typing = infer(function)
    return {var.text.rpartition("_")[0]: type for var, type in typing.types.items() if not var.is_temp}


def compile_to_c(function: Any) -> str:
    """The C source of a function."""
    unit = make_unit()
    instance = instance_of(unit, function)
    return dict(compile_unfinished(unit))[instance]


def warnings_of(function: Any) -> list[str]:
    unit = make_unit()
    instance_of(unit, function)
    compile_unfinished(unit)
    return [*unit.warnings]


# -- the intermediate form as text -------------------------------------------------------------------------------------


def show(block: ir.Block) -> list[str]:
    """Lines of text, indented by two spaces for each block; a ``Line`` is as much as what is in it."""
    return list(lines_of(block))


def lines_of(block: ir.Block) -> Iterator[str]:
    for statement in block:
        if isinstance(statement, ir.Line):
            yield from lines_of(statement.body)
            continue
        if isinstance(statement, ir.Assign):
            yield f"{statement.var} = {text_of(statement.value)}"
            continue
        if isinstance(statement, ir.Decide):
            yield f"decide {statement.var} {statement.stop}"
            for before, test in statement.operands:
                yield from [f"  {line}" for line in (*lines_of(before), text_of(test))]
            continue
        names = [field.name for field in fields(type(statement))]
        values = [getattr(statement, name) for name in names]
        plain = [text_of(value) for value in values if not is_block(value)]
        yield f"{type(statement).__name__.lower()} {' '.join(plain)}".rstrip()
        for name, value in zip(names, values, strict=True):
            if is_block(value) and value:
                if name == "orelse":
                    yield "else"
                yield from [f"  {line}" for line in lines_of(value)]


def is_block(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(part, ir.Statement) for part in value)


def text_of(value: Any) -> str:
    if isinstance(value, ir.Const):
        return repr(value.value)
    if isinstance(value, ir.Local):
        return value.var.text
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(text_of, value))}]"
    if isinstance(value, type):
        return value.__name__
    if isinstance(value, Instance):
        return value.name
    if isinstance(value, ir.Call | ir.Builtin):
        name = value.name if isinstance(value, ir.Builtin) else value.instance.name
        return f"{name}({', '.join(map(text_of, value.args))})"
    if isinstance(value, ir.Expr):
        parts = [getattr(value, field.name) for field in fields(type(value))]
        return f"{type(value).__name__}({', '.join(map(text_of, parts))})"
    return str(value)
