"""Translation of loops to C. A walk is a generator; code emitted between two of its items forms the loop's body."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from inspect import CO_GENERATOR
from itertools import accumulate, combinations, compress, islice, pairwise
from types import FunctionType
from typing import Any

from attrs import evolve

from rftg_dsl.native.translate import UNROLLED, Exp, Scope, Slot, is_generator, make_constant
from rftg_dsl.native.types import ANY, INT, Type, join, row_of
from rftg_dsl.native.writer import Writer

WALKED = (range, enumerate, zip, pairwise, compress)
"""Callables whose results are iterated over without being created in C."""

LAZY = (iter, map, zip, enumerate, reversed, filter, pairwise, compress, accumulate, combinations, islice)
"""Callables that return an iterator, which can be consumed only once."""


class Loops(Writer):
    """Translates iteration over values."""

    def walk_expression(self, scope: Scope, node: ast.expr, inside: set[str] = frozenset()) -> Iterator[Exp]:  # type: ignore[assignment]
        """Yield each item of an iterable; code emitted between two items forms the loop's body."""
        if isinstance(node, ast.Call) and (called := self.built_in(scope, node)) is not None:
            keywords = {keyword.arg: keyword.value for keyword in node.keywords}
            if any(isinstance(arg, ast.Starred) for arg in node.args) and called in WALKED:
                raise self.error_at("starred arguments are not supported here", node)
            if called is range and len(node.args) < 3:
                yield from self.walk_range([self.ev(scope, arg) for arg in node.args])
                return
            if called is enumerate:
                of = self.ev(scope, node.args[0])
                start = self.ev(scope, node.args[1]) if len(node.args) > 1 else make_constant(0)
                if "start" in keywords:
                    start = self.ev(scope, keywords["start"])
                yield from self.walk_enumerate(of, start, inside)
                return
            if called is zip:
                strict = self.ev(scope, keywords["strict"]) if "strict" in keywords else make_constant(False)
                if not strict.is_known:
                    raise self.error_at("the argument 'strict' of 'zip' must be a constant", node)
                yield from self.walk_zip([self.ev(scope, arg) for arg in node.args], inside, strict.known)
                return
            if called is pairwise:
                of = self.as_sequence(self.ev(scope, node.args[0]))
                yield from self.walk_zip([of, self.without_first(of)], inside)
                return
            if called is compress:
                yield from self.walk_compress(scope, *node.args)
                return
        if isinstance(node, ast.GeneratorExp):
            yield from self.walk_comprehension(scope, node)
            return
        yield from self.items_of(self.ev(scope, node), inside)

    def walk_range(self, args: Sequence[Exp]) -> Iterator[Exp]:
        if len(args) > 2:
            raise self.error_at("'range' with a step is not supported")
        first = self.make_temp(Exp(INT, self.as_int(args[0]))) if len(args) > 1 else make_constant(0)
        last = self.make_temp(Exp(INT, self.as_int(args[-1])))
        i = self.add_slot("i")
        self.assign(i, Exp(INT, self.as_int(first)))
        self.emit(f"for (; {i.text} < {self.as_int(last)}; {i.text}++) {{")
        yield Exp(INT, i.text)
        self.emit("}")

    def walk_enumerate(self, of: Exp, start: Exp, inside: set[str]) -> Iterator[Exp]:
        i = self.add_slot("nth")
        self.assign(i, Exp(INT, f"{self.as_int(start)} - 1"))
        for item in self.items_of(of, inside):
            self.emit(f"{i.text}++;")
            yield Exp(row_of(None), parts=(Exp(INT, i.text), item), walked=item.walked)

    def built_in(self, scope: Scope, node: ast.Call) -> Any:
        """Return the lazy built-in that a call refers to by name; None for any other call."""
        if not isinstance(node.func, ast.Name) or scope.find(node.func.id) is not None:
            return None
        try:
            meaning = scope.source.meaning_of(node.func.id)
        except (AttributeError, KeyError, ValueError):
            return None
        return meaning if meaning in WALKED or meaning in LAZY else None

    def check_not_lazy(self, scope: Scope, node: ast.expr) -> None:
        """Raise ``TranslationError`` if an expression is an iterator, which native code cannot store."""
        lazy = isinstance(node, ast.GeneratorExp)
        if isinstance(node, ast.Call):
            lazy = self.built_in(scope, node) in LAZY or self.is_generated(scope, node)
        if lazy:
            raise self.error_at("an iterator cannot be stored", node)

    def is_generated(self, scope: Scope, node: ast.expr) -> bool:
        """Whether an expression is a call to a generator function by name."""
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            return False
        slot = scope.find(node.func.id)
        if slot is not None:
            closure = slot.value.closure if slot.value is not None else None
            return closure is not None and is_generator(closure.tree)
        try:
            meaning = scope.source.meaning_of(node.func.id)
        except (AttributeError, KeyError, ValueError):
            return False
        return isinstance(meaning, FunctionType) and bool(meaning.__code__.co_flags & CO_GENERATOR)

    def walk_zip(self, of: Sequence[Exp], inside: set[str], strict: bool = False) -> Iterator[Exp]:
        i, n = self.add_slot("i"), self.add_slot("n")
        rows = [
            sequence if sequence.type.sort in ("array", "cells") or is_row(sequence) else self.as_sequence(sequence)
            for sequence in of
        ]
        self.assign(n, Exp(INT, self.length_of(rows[0])))
        for row in rows[1:]:
            if strict:
                self.emit(f'if ({self.length_of(row)} != {n.text}) fail(UNUSUAL, "sequences have different lengths");')
            else:
                self.emit(f"if ({self.length_of(row)} < {n.text}) {n.text} = {self.length_of(row)};")
        # If the body appended to a list, Python would iterate over the new items; here, the check after the loop fails.
        before = [(row, self.make_temp(Exp(INT, self.length_of(row)))) for row in rows if not row.is_known and row.text]
        self.emit(f"for ({i.text} = 0; {i.text} < {n.text}; {i.text}++) {{")
        self.types.setdefault(i.text, INT)
        things = [evolve(self.load_item(row, Exp(INT, i.text)), is_new=has_names(row)) for row in rows]
        yield Exp(row_of(None), parts=tuple(things))
        self.emit("}")
        for row, length in before:
            now = self.length_of(row)
            self.emit(f'if ({now} != {length.text}) fail(UNUSUAL, "a list changed size during iteration");')

    def without_first(self, of: Exp) -> Exp:
        return self.make_temp(Exp(row_of(of.type.item), f"slice(s, {self.as_word(of)}, INT(1), NONE, NONE)"))

    def collect_list(self, things: Iterator[Exp]) -> Exp:
        slot = self.add_slot("list")
        self.assign(slot, Exp(row_of(None), "new_list(s, 4)"))
        item: Type | None = None
        for thing in things:
            item = join(item, thing.type) if item else thing.type
            self.emit(f"push(s, {slot.text}, {self.as_word(thing)});")
        return Exp(row_of(item), slot.text)

    def walk_compress(self, scope: Scope, of: ast.expr, by: ast.expr) -> Iterator[Exp]:
        pairs = isinstance(of, ast.Call) and isinstance(of.func, ast.Name) and of.func.id == "zip"
        rows = [self.ev(scope, sequence) for sequence in (*(of.args if pairs else (of,)), by)]  # type: ignore[attr-defined]
        for each in self.walk_zip(rows, set()):
            assert each.parts is not None
            again = self.label()
            self.emit(f"if (!({self.as_flag(each.parts[-1])})) goto {again};")
            yield evolve(each, parts=each.parts[:-1]) if pairs else each.parts[0]
            self.emit(f"{again}:;")

    def as_sequence(self, of: Exp) -> Exp:
        item = of.type.key if of.type.sort == "map" else of.type.item
        return self.make_temp(Exp(row_of(item), self.as_word(of) if of.is_known else f"walked(s, {self.as_word(of)})"))

    def items_of(self, of: Exp, inside: set[str] = frozenset()) -> Iterator[Exp]:  # type: ignore[assignment]
        """Yield each item of a value; a loop over a short constant is unrolled."""
        if of.parts is not None and len(of.parts) <= UNROLLED:
            yield from self.unroll(of.parts, inside)
            return
        if of.is_known:
            value = of.known
            if isinstance(value, range):
                yield from self.walk_range([make_constant(value.start), make_constant(value.stop)])
                return
            if (
                isinstance(value, set | frozenset)
                and len(value) > 1
                and not all(type(member) is int for member in value)
            ):
                # In Python, the order of strings in a set varies from run to run.
                raise self.error_at("iteration over a set is not supported, because it has no order")
            items = list(value)
            # Unroll the loop, so that strings, functions and objects remain constants in its body.
            if len(items) <= UNROLLED and not all(type(member) is int for member in items):
                yield from self.unroll([make_constant(member) for member in items], inside)
                return
            if not isinstance(value, tuple | list):
                of = make_constant(tuple(items))
        if of.type.sort in ("array", "cells"):
            i, n = self.add_slot("i"), self.length_of(of)
            self.types.setdefault(i.text, INT)
            self.emit(f"for ({i.text} = 0; {i.text} < {n}; {i.text}++) {{")
            yield self.make_temp(self.load_item(of, Exp(INT, i.text)))
            self.emit("}")
            return
        things = self.add_slot("t")  # a separate slot, because ``walk`` replaces its value with a sequence
        self.assign(things, Exp(of.type, self.as_word(of)))
        item = of.type.item if of.type.sort == "row" else of.type.key if of.type.sort == "map" else None
        row, i = f"r{self.take_number()}", self.add_slot("i")
        self.types.setdefault(i.text, INT)
        begun = f"row(s, {things.text})" if of.is_known else f"walk(s, &{things.text})"
        self.emit(f"{{ Row {row} = {begun}; for ({i.text} = 0; {i.text} < {row}.n; {i.text}++) {{")
        thing = self.make_temp(self.unbox_word(f"{row}.items[{i.text}]", item or ANY))
        if of.is_known:
            yield thing
            self.emit("} }")
        else:
            yield evolve(thing, walked=f"again(s, {things.text}, &{row});")
            self.emit(f"}} unchanged(s, {things.text}, {row}); }}")

    def unroll(self, items: Sequence[Exp], inside: set[str]) -> Iterator[Exp]:
        """Repeat the body for each item; names in ``inside`` can have a different meaning each time."""
        self.unrolled.append(set(inside))
        for item in [self.freeze_value(item) for item in items]:
            self.emit("{")
            yield item
            self.emit("}")
        self.unrolled.pop()

    def walk_comprehension(
        self, scope: Scope, node: ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp
    ) -> Iterator[Exp]:
        inner = Scope(scope.source, scope)
        yield from self.walk_clauses(inner, node, 0, scope)

    def walk_clauses(self, scope: Scope, node: Any, nth: int, outer: Scope) -> Iterator[Exp]:
        if nth == len(node.generators):
            if isinstance(node, ast.DictComp):
                yield Exp(row_of(None), parts=(self.make_temp(self.ev(scope, node.key)), self.ev(scope, node.value)))
            else:
                yield self.ev(scope, node.elt)
            return
        clause = node.generators[nth]
        inside = {part.id for part in ast.walk(clause.target) if isinstance(part, ast.Name)}
        for item in self.walk_expression(
            scope if nth else outer,
            clause.iter,
            inside | {part.target.id for part in ast.walk(node) if isinstance(part, ast.NamedExpr)},
        ):
            again = self.label()
            # In an unrolled loop, a name can be a different constant in each iteration.
            for name in inside:
                scope.names.pop(name, None)
            self.bind(scope, clause.target, item)
            skipped = False
            for test in clause.ifs:
                holds = self.translate_condition(scope, test)
                if holds.is_known:
                    if not holds.known:
                        skipped = True
                        break
                    continue
                self.emit(f"if (!({holds.text})) goto {again};")
            if not skipped:
                yield from self.walk_clauses(scope, node, nth + 1, outer)
            self.emit(f"{again}:;")

    def bind(self, scope: Scope, target: ast.expr, value: Exp) -> None:
        """Bind the target of a comprehension to a value, if possible without a C variable."""
        if isinstance(target, ast.Name):
            scope.names[target.id] = Slot("", value.type, value)
        elif (
            isinstance(target, ast.Tuple)
            and value.parts is not None
            and not any(isinstance(element, ast.Starred) for element in target.elts)
        ):
            for element, part in zip(target.elts, value.parts, strict=True):
                self.bind(scope, element, part)
        else:
            self.store(scope, target, value)


def is_row(of: Exp) -> bool:
    return of.is_known and isinstance(of.known, tuple | list)


def has_names(of: Exp) -> bool:
    """Whether a value is a constant sequence of distinct strings."""
    return is_row(of) and all(isinstance(name, str) for name in of.known) and len({*of.known}) == len(of.known)
