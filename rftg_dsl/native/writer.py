"""Writing C: variables, lines, and conversions between types of values."""

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
from rftg_dsl.native.trees import Source, TranslationError
from rftg_dsl.native.types import ANY, BOOL, FLOAT, INT, PLAY, RANDOM, Type, join

Loop = tuple[str, str]
"""The label of a loop's next iteration, and the label of the code after the loop."""

UNMADE = ("play", "array", "cells", "random")
"""Sorts of values that cannot be stored in a C variable."""


class Writer:
    """Writes the lines of a C function; derived classes implement the abstract methods."""

    def __init__(self, unit: Unit, instance: Instance) -> None:
        self.unit = unit
        self.instance = instance
        self.types: dict[str, Type] = {}
        """The types of C variables, as far as they have been inferred, including in earlier passes."""
        self.changed = False
        self.where: Source = instance.source
        self.line = 0
        self.begin()

    def begin(self) -> None:
        self.lines: list[str] = []
        # Restart the numbers, so that a variable has the same name, and therefore a known type, in every pass.
        self.number = 0
        self.changed = False
        self.slots: dict[str, Slot] = {}
        self.loops: list[Loop] = []
        self.unrolled: list[set[str]] = []
        """For each enclosing unrolled loop, the names that are assigned in it."""
        self.varying: set[str] = set()
        self.returning: list[Returning | None] = [None]
        """The targets of ``return`` statements, with the innermost function last; None is the C function itself."""
        self.stepwise = False
        """Whether the current loop's body may change data that a generator reads."""
        self.following: ast.stmt | None = None
        self.inlined: list[Any] = []

    # -- abstract methods ------------------------------------------------------------------------------------------

    @abstractmethod
    def ev(self, scope: Scope, node: ast.expr) -> Exp: ...
    @abstractmethod
    def translate_condition(self, scope: Scope, node: ast.expr) -> Exp:
        """Translate an expression whose truth value matters; the result is a C number or a known constant."""

    @abstractmethod
    def store(self, scope: Scope, target: ast.expr, value: Exp) -> None: ...
    @abstractmethod
    def load_item(self, of: Exp, key: Exp) -> Exp: ...
    @abstractmethod
    def length_of(self, of: Exp) -> str: ...
    @abstractmethod
    def translate_body(self, scope: Scope, tree: ast.FunctionDef | ast.Lambda, parameters: Any) -> None: ...
    @abstractmethod
    def inline_closure(self, closure: Closure, args: Sequence[Exp]) -> Exp: ...

    # -- variables -------------------------------------------------------------------------------------------------

    def error_at(self, what: str, node: ast.AST | None = None) -> TranslationError:
        return TranslationError(what, self.where.file, getattr(node, "lineno", self.line))

    def take_number(self) -> int:
        self.number += 1
        return self.number

    def label(self) -> str:
        self.number += 1
        return f"L{self.number}"

    def add_slot(self, name: str) -> Slot:
        self.number += 1
        slot = Slot(f"{name}_{self.number}".replace("@", ""))
        self.slots[slot.text] = slot
        slot.type = self.types.get(slot.text)
        return slot

    def emit(self, text: str) -> None:
        self.lines.append("  " + text)

    def assign(self, slot: Slot, value: Exp) -> None:
        before = self.types.get(slot.text)
        after = value.type if before is None else join(before, value.type)
        # A value of one of these sorts cannot be stored, so the name refers to it directly.
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
        before = self.types.get(slot.text)
        after = type if before is None else join(before, type)
        if after != before:
            self.types[slot.text] = after
            self.changed = True

    def make_temp(self, value: Exp) -> Exp:
        """Evaluate a value now, so that it is evaluated only once."""
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
        """Evaluate a value now if a later assignment could change the result."""
        if value.parts is not None or value.text not in self.varying:
            return self.make_temp(value)
        slot = self.add_slot("t")
        self.assign(slot, value)
        return Exp(value.type, slot.text)

    def read(self, slot: Slot) -> Exp:
        if slot.value is not None:
            return slot.value
        return Exp(self.types.get(slot.text, ANY), slot.text)

    def unbox_word(self, text: str, type: Type) -> Exp:
        if type == INT:
            return Exp(INT, f"whole({text})")
        if type == BOOL:
            return Exp(BOOL, f"flag_of({text})")
        if type == FLOAT:
            return Exp(FLOAT, f"real(s, {text})")
        return Exp(type, text)

    # -- as C ------------------------------------------------------------------------------------------------------

    def convert(self, value: Exp, to: Type) -> str:
        if to == INT:
            return self.as_int(value)
        if to == BOOL:
            return self.as_flag(value)
        if to == FLOAT:
            return self.as_real(value)
        return self.as_word(value)

    def as_real(self, value: Exp) -> str:
        if value.is_known:
            if not isinstance(value.known, int | float) or not isfinite(value.known):
                raise self.error_at(f"{value.known!r} is used as a number")
            # The ``repr`` of a float is read back as the same number.
            return f"({float(value.known)!r})"
        if value.type == FLOAT:
            return value.text
        return f"(double){value.text}" if value.type in (INT, BOOL) else f"real(s, {self.as_word(value)})"

    def as_declared(self, value: Exp, to: Type) -> str:
        """Convert like ``convert``, but reject a truth value in place of a number, and vice versa."""
        if to not in (INT, BOOL):
            return self.convert(value, to)
        if value.is_known:
            if type_of(value.known) != to:
                raise self.error_at(f"{value.known!r} is used where {to.sort} is declared")
            return self.convert(value, to)
        if value.type in (INT, BOOL):
            if value.type != to:
                raise self.error_at(f"{value.type.sort} is used where {to.sort} is declared")
            return value.text
        return f"{'whole' if to == INT else 'flag_of'}({self.as_word(value)})"

    def as_word(self, value: Exp) -> str:
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
            raise self.error_at(f"a {value.type.sort} cannot be stored as a word")
        return value.text

    def make_tuple(self, value: Exp) -> Exp:
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
        if value.is_known:
            if not isinstance(value.known, int):
                raise self.error_at(f"{value.known!r} is used as a number")
            return f"{int(value.known)}LL" if value.known >= 0 else f"({int(value.known)}LL)"
        if value.type in (INT, BOOL):
            return value.text
        if value.type == FLOAT:
            raise self.error_at("a float is used as an int")
        return f"num({self.as_word(value)})"

    def as_flag(self, value: Exp) -> str:
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
    # Use octal escapes, which always end after three digits. Escape ``?`` too, because it could begin a trigraph.
    return (
        '"' + "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\?' else f"\\{byte:03o}" for byte in raw) + '"'
    )
