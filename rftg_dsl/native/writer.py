"""Writing C: variables, lines, and values as C."""

from __future__ import annotations

import ast
from abc import abstractmethod
from collections.abc import Sequence
from math import isfinite
from types import FunctionType, MethodType
from typing import Any

from rftg_dsl.kernel.step import Step
from rftg_dsl.native.pool import as_signed
from rftg_dsl.native.translate import (
    Closure,
    Exp,
    Instance,
    Returning,
    Scope,
    Slot,
    Unit,
    is_repeatable,
    make_constant,
    type_of,
)
from rftg_dsl.native.trees import Source, Untranslatable
from rftg_dsl.native.types import ANY, BOOL, FLOAT, INT, PLAY, RANDOM, Type, join

Loop = tuple[str, str]
"""The labels at which the next round of a loop begins, and behind it."""

UNMADE = ("play", "array", "cells", "random")
"""The sorts of values that never exist on their own."""


class Writer:
    """Writes the lines of one C function; what it cannot do itself, the classes derived from it do."""

    def __init__(self, unit: Unit, instance: Instance) -> None:
        self.unit = unit
        self.instance = instance
        self.types: dict[str, Type] = {}
        """The types of the C variables, as far as earlier rounds have found them."""
        self.changed = False
        """Whether this round has found anything new about them."""
        self.where: Source = instance.source
        """The function that is being written."""
        self.line = 0
        self.begin()

    def begin(self) -> None:
        """Begin another round."""
        self.lines: list[str] = []
        self.number = 0
        self.changed = False
        self.slots: dict[str, Slot] = {}
        self.loops: list[Loop] = []
        self.unrolled: list[set[str]] = []
        """The names that loops assign which are written out."""
        self.varying: set[str] = set()
        """The C variables that are assigned in several places."""
        self.returning: list[Returning | None] = [None]
        """Where the results of functions go; None: out of the C function."""
        self.stepwise = False
        """Whether what is written gives the things of a loop whose rounds could change what a generator sees."""
        self.following: ast.stmt | None = None
        """The statement behind the one that is written."""
        self.inlined: list[Any] = []
        """The functions that are being written where they are called."""

    # -- what others do --------------------------------------------------------------------------------------------

    @abstractmethod
    def ev(self, scope: Scope, node: ast.expr) -> Exp:
        """An expression."""

    @abstractmethod
    def translate_condition(self, scope: Scope, node: ast.expr) -> Exp:
        """Whether an expression is true: a C number, or known."""

    @abstractmethod
    def store(self, scope: Scope, target: ast.expr, value: Exp) -> None:
        """Assign a value to a target."""

    @abstractmethod
    def load_item(self, of: Exp, key: Exp) -> Exp:
        """``of[key]``."""

    @abstractmethod
    def length_of(self, of: Exp) -> str:
        """How many things there are."""

    @abstractmethod
    def translate_body(self, scope: Scope, tree: ast.FunctionDef | ast.Lambda, parameters: Any) -> None:
        """The statements of a function."""

    @abstractmethod
    def inline_closure(self, closure: Closure, args: Sequence[Exp]) -> Exp:
        """The body of a lambda or a local function, here."""

    # -- variables -------------------------------------------------------------------------------------------------

    def error_at(self, what: str, node: ast.AST | None = None) -> Untranslatable:
        """Something that cannot be translated."""
        return Untranslatable(what, self.where.file, getattr(node, "lineno", self.line))

    def take_number(self) -> int:
        """A number for a new variable."""
        self.number += 1
        return self.number

    def label(self) -> str:
        """A new label."""
        self.number += 1
        return f"L{self.number}"

    def add_slot(self, name: str) -> Slot:
        """A new variable."""
        self.number += 1
        slot = Slot(f"{name}_{self.number}".replace("@", ""))
        self.slots[slot.text] = slot
        slot.type = self.types.get(slot.text)
        return slot

    def emit(self, text: str) -> None:
        """A line of C."""
        self.lines.append("  " + text)

    def assign(self, slot: Slot, value: Exp) -> None:
        """Give a variable a value."""
        before = self.types.get(slot.text)
        after = value.type if before is None else join(before, value.type)
        if after.sort in ("play", "array", "cells", "random"):
            slot.value = value
            return
        if after != before:
            self.types[slot.text] = after
            self.changed = True
        slot.type = after
        slot.value = None
        self.emit(f"{slot.text} = {self.convert(value, after)};")

    def assign_type(self, slot: Slot, type: Type) -> None:
        """A variable holds values of a type, besides those that it held so far."""
        before = self.types.get(slot.text)
        after = type if before is None else join(before, type)
        if after != before:
            self.types[slot.text] = after
            self.changed = True

    def make_temp(self, value: Exp) -> Exp:
        """A value that is evaluated now, and only once."""
        if (
            value.is_known
            or value.closure
            or value.type.sort in ("play", "array", "cells", "random")
            or is_repeatable(value.text)
        ):
            return value
        if value.parts is not None:
            return Exp(value.type, parts=tuple(map(self.make_temp, value.parts)))
        slot = self.add_slot("t")
        self.assign(slot, value)
        return Exp(value.type, slot.text)

    def freeze_value(self, value: Exp) -> Exp:
        """A value that a later assignment to a variable does not change."""
        if value.parts is not None or value.text not in self.varying:
            return self.make_temp(value)
        slot = self.add_slot("t")
        self.assign(slot, value)
        return Exp(value.type, slot.text)

    def read(self, slot: Slot) -> Exp:
        """The value of a variable."""
        if slot.value is not None:
            return slot.value
        return Exp(self.types.get(slot.text, ANY), slot.text)

    def unbox_word(self, text: str, type: Type) -> Exp:
        """A word from a sequence or a state that is known to be of a type."""
        if type == INT:
            return Exp(INT, f"whole({text})")
        if type == BOOL:
            return Exp(BOOL, f"flag_of({text})")
        if type == FLOAT:
            return Exp(FLOAT, f"real(s, {text})")
        return Exp(type, text)

    # -- as C ------------------------------------------------------------------------------------------------------

    def convert(self, value: Exp, to: Type) -> str:
        """A value as C of a type."""
        if to == INT:
            return self.as_int(value)
        if to == BOOL:
            return self.as_flag(value)
        if to == FLOAT:
            return self.as_real(value)
        return self.as_word(value)

    def as_real(self, value: Exp) -> str:
        """A value as a C number with a fraction."""
        if value.is_known:
            if not isinstance(value.known, int | float) or not isfinite(value.known):
                raise self.error_at(f"{value.known!r} stands where a number is wanted")
            return f"({float(value.known)!r})"
        if value.type == FLOAT:
            return value.text
        return f"(double){value.text}" if value.type in (INT, BOOL) else f"real(s, {self.as_word(value)})"

    def as_declared(self, value: Exp, to: Type) -> str:
        """A value as C of a type that is declared: a truth value is no number there, nor a number a truth value."""
        if to not in (INT, BOOL):
            return self.convert(value, to)
        if value.is_known:
            if type_of(value.known) != to:
                raise self.error_at(f"{value.known!r} stands where {to.sort} is declared")
            return self.convert(value, to)
        if value.type in (INT, BOOL):
            if value.type != to:
                raise self.error_at(f"{value.type.sort} stands where {to.sort} is declared")
            return value.text
        return f"{'whole' if to == INT else 'flag_of'}({self.as_word(value)})"

    def as_word(self, value: Exp) -> str:
        """A value as a word."""
        if value.is_known:
            if isinstance(value.known, FunctionType | Step | MethodType):
                self.unit.kept.append(value.known)
            return f"(V){as_signed(self.unit.pool.word_for(value.known))}"
        if value.parts is not None:
            return self.make_tuple(value).text
        if value.type == INT:
            return f"boxed({value.text})"
        if value.type == BOOL:
            return f"BOOL({value.text})"
        if value.type == FLOAT:
            return f"real_word(s, {value.text})"
        if value.type.sort == "array":
            return f"ARRAY({[*self.unit.shape.arrays].index(value.type.name)})"
        if value.type in (PLAY, RANDOM) or value.type.sort == "cells" or value.closure is not None:
            raise self.error_at(f"a {value.type.sort} cannot be kept as a word")
        return value.text

    def make_tuple(self, value: Exp) -> Exp:
        """A tuple as it is written, made."""
        assert value.parts is not None
        if all(part.is_known for part in value.parts):
            return self.make_temp(
                Exp(value.type, self.as_word(make_constant(tuple([part.known for part in value.parts]))))
            )
        words = [self.as_word(part) for part in value.parts]
        slot = self.add_slot("made")
        self.assign(slot, Exp(value.type, f"new_tuple(s, {len(words)})"))
        if words:
            self.emit(
                f"{{ V *p = block(s, {slot.text}) + 1; "
                + " ".join(f"p[{n}] = {word};" for n, word in enumerate(words))
                + " }"
            )
        return Exp(value.type, slot.text)

    def as_int(self, value: Exp) -> str:
        """A value as a C number."""
        if value.is_known:
            if not isinstance(value.known, int):
                raise self.error_at(f"{value.known!r} stands where a number is wanted")
            return f"{int(value.known)}LL" if value.known >= 0 else f"({int(value.known)}LL)"
        if value.type in (INT, BOOL):
            return value.text
        if value.type == FLOAT:
            raise self.error_at("a fraction stands where a whole number is wanted")
        return f"num({self.as_word(value)})"

    def as_flag(self, value: Exp) -> str:
        """Whether a value is true, as a C number."""
        if value.is_known:
            return str(int(bool(value.known)))
        if value.parts is not None:
            return str(int(bool(value.parts)))
        if value.type == BOOL:
            return value.text
        if value.type in (INT, FLOAT):
            return f"({value.text} != 0)"
        if value.type.sort == "row":
            return f"(length(s, {value.text}) != 0)"
        if value.type.sort in ("record", "play"):
            return "1"
        return f"truth(s, {value.text})"


def as_c_string(raw: bytes) -> str:
    """A text as C."""
    return (
        '"' + "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}" for byte in raw) + '"'
    )
