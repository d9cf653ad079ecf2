"""Translation of expressions to C."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from rftg_dsl.kernel.play import Play
from rftg_dsl.native.classes import TypeOf, is_of
from rftg_dsl.native.displays import Displays, is_cut
from rftg_dsl.native.pool import as_signed
from rftg_dsl.native.translate import UNKNOWN, Closure, Exp, Scope, make_constant, names_of_fields
from rftg_dsl.native.types import ANY, BOOL, FLOAT, INT, NAMED, PLAY, RECORDS, TEXT, Type, fields_of_tuple, join, row_of
from rftg_dsl.native.writer import UNMADE, as_c_string

CLASSED = (ast.Is, ast.IsNot, ast.Eq, ast.NotEq, ast.In, ast.NotIn)
COMPARED = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}


class Terms(Displays):
    """Translates expressions other than displays, comprehensions and calls."""

    def ev(self, scope: Scope, node: ast.expr) -> Exp:
        do = getattr(self, f"ev_{type(node).__name__.lower()}", None)
        if do is None:
            raise self.error_at(f"{type(node).__name__} cannot be translated", node)
        value: Exp = do(scope, node)
        return value

    def ev_constant(self, scope: Scope, node: ast.Constant) -> Exp:
        return make_constant(node.value)

    def ev_name(self, scope: Scope, node: ast.Name) -> Exp:
        """Translate a name to a variable, or to a constant defined outside the function."""
        slot = scope.find(node.id)
        if slot is not None:
            return self.read(slot)
        try:
            return make_constant(scope.source.meaning_of(node.id))
        except (AttributeError, KeyError, ValueError):
            raise self.error_at(f"unknown name {node.id!r}", node) from None

    def ev_namedexpr(self, scope: Scope, node: ast.NamedExpr) -> Exp:
        self.check_not_lazy(scope, node.value)
        value = self.make_temp(self.ev(scope, node.value))
        # Inside a comprehension, ``:=`` binds a name in the enclosing function.
        of = scope
        while of.outer is not None and of.outer.source is of.source and not of.once:
            of = of.outer
        self.store(of, node.target, value)
        return self.read(of.names[node.target.id])

    def ev_lambda(self, scope: Scope, node: ast.Lambda) -> Exp:
        return self.make_closure(scope, node)

    def make_closure(self, scope: Scope, node: ast.Lambda | ast.FunctionDef) -> Exp:
        if node.args.posonlyargs or node.args.vararg or node.args.kwonlyargs or node.args.kwarg:
            raise self.error_at("a local function has parameters of an unsupported kind", node)
        defaults = tuple([self.keep_value(self.ev(scope, default)) for default in node.args.defaults])
        return Exp(ANY, closure=Closure(node, scope, defaults))

    def keep_value(self, value: Exp) -> Exp:
        """Store a value in a new variable, so that later assignments do not change it."""
        if value.is_known or value.closure or value.type.sort in UNMADE:
            return value
        slot = self.add_slot("kept")
        self.assign(slot, value)
        return self.read(slot)

    def ev_joinedstr(self, scope: Scope, node: ast.JoinedStr) -> Exp:
        parts: list[Exp] = []
        for element in node.values:
            if isinstance(element, ast.Constant):
                parts.append(make_constant(element.value))
                continue
            assert isinstance(element, ast.FormattedValue)
            if element.format_spec is not None or element.conversion not in (-1, 115):
                raise self.error_at("format specifications and conversions are not supported", node)
            parts.append(self.make_temp(self.ev(scope, element.value)))
        if all(part.is_known for part in parts):
            return make_constant("".join(str(part.known) for part in parts))
        d = f"d{self.take_number()}"
        self.emit(f"Draft {d}; {d}.n = 0;")
        for part in parts:
            if part.is_known:
                raw = str(part.known).encode()
                if raw:
                    self.emit(f"put_chars(&{d}, {as_c_string(raw)}, {len(raw)});")
            elif part.type == INT:
                self.emit(f"put_number(&{d}, {part.text});")
            else:
                self.emit(f"put_value(s, &{d}, {self.as_word(part)});")
        return self.make_temp(Exp(TEXT, f"new_text(s, {d}.text, {d}.n)"))

    def translate_condition(self, scope: Scope, node: ast.expr) -> Exp:
        """Translate an expression whose truth value matters; the result is a C number or a known constant."""
        if isinstance(node, ast.BoolOp):
            return self.translate_junction(scope, node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            operand = self.translate_condition(scope, node.operand)
            return make_constant(not operand.known) if operand.is_known else Exp(BOOL, f"(!{operand.text})")
        value = self.ev(scope, node)
        if value.is_known or value.parts is not None:
            return make_constant(bool(value.parts if value.parts is not None else value.known))
        if value.closure or value.type.sort == "record":
            return make_constant(True)
        return Exp(BOOL, self.as_flag(value))

    def translate_junction(self, scope: Scope, node: ast.BoolOp) -> Exp:
        """Translate ``and`` or ``or`` as a condition, where only the truth of the result matters."""
        stop = isinstance(node.op, ast.Or)
        slot, opened = None, 0
        for nth, operand in enumerate(node.values):
            condition = self.translate_condition(scope, operand)
            if condition.is_known:
                if bool(condition.known) == stop:
                    if slot is None:
                        return make_constant(stop)
                    self.emit(f"{slot.text} = {int(stop)};")
                    break
                if nth == len(node.values) - 1 and slot is None:
                    return make_constant(not stop)
                continue
            if slot is None:
                slot = self.add_slot("c")
            self.assign(slot, Exp(BOOL, condition.text))
            if nth < len(node.values) - 1:
                self.emit(f"if ({'!' if stop else ''}{slot.text}) {{")
                opened += 1
        for _ in range(opened):
            self.emit("}")
        return make_constant(not stop) if slot is None else Exp(BOOL, slot.text)

    def ev_boolop(self, scope: Scope, node: ast.BoolOp) -> Exp:
        """Translate ``and`` or ``or`` as a value, where the result is one of the operands."""
        stop = isinstance(node.op, ast.Or)
        slot, opened = None, 0
        for nth, operand in enumerate(node.values):
            value = self.make_temp(self.ev(scope, operand))
            last = nth == len(node.values) - 1
            settled = value.known if value.is_known else value.parts if value.parts is not None else UNKNOWN
            if settled is not UNKNOWN and not last:
                if bool(settled) != stop:
                    continue
                last = True
            if slot is None:
                if last:
                    return value
                slot = self.add_slot("v")
            self.assign(slot, value)
            if last:
                break
            self.emit(f"if ({'!' if stop else ''}({self.as_flag(value)})) {{")
            opened += 1
        for _ in range(opened):
            self.emit("}")
        assert slot is not None
        return self.read(slot)

    def ev_ifexp(self, scope: Scope, node: ast.IfExp) -> Exp:
        test = self.translate_condition(scope, node.test)
        if test.is_known:
            return self.ev(scope, node.body if test.known else node.orelse)
        slot = self.add_slot("v")
        self.emit(f"if ({test.text}) {{")
        self.assign(slot, self.ev(scope, node.body))
        self.emit("} else {")
        self.assign(slot, self.ev(scope, node.orelse))
        self.emit("}")
        return self.read(slot)

    def ev_unaryop(self, scope: Scope, node: ast.UnaryOp) -> Exp:
        if isinstance(node.op, ast.Not):
            return self.make_temp(self.translate_condition(scope, node))
        value = self.ev(scope, node.operand)
        if value.is_known:
            return make_constant(-value.known if isinstance(node.op, ast.USub) else +value.known)
        if isinstance(node.op, ast.USub):
            if value.type == FLOAT:
                return Exp(FLOAT, f"(-{value.text})")
            return Exp(INT, f"sub(0, {self.as_int(value)})")
        raise self.error_at("unsupported unary operator", node)

    def ev_compare(self, scope: Scope, node: ast.Compare) -> Exp:
        left, first = (self.translate_operand(scope, operand) for operand in (node.left, node.comparators[0]))
        if isinstance(left.known, TypeOf) or isinstance(first.known, TypeOf):
            return self.compare_class(node, left, first)
        if len(node.ops) == 1:
            return self.compare(node.ops[0], left, first)
        slot, opened = self.add_slot("c"), 0
        for nth, (op, other) in enumerate(zip(node.ops, node.comparators, strict=True)):
            right = self.freeze_value(self.ev(scope, other)) if nth else first
            test = self.compare(op, left, right)
            self.assign(slot, Exp(BOOL, self.as_flag(test)))
            left = right
            if nth < len(node.ops) - 1:
                self.emit(f"if ({slot.text}) {{")
                opened += 1
        for _ in range(opened):
            self.emit("}")
        return Exp(BOOL, slot.text)

    def translate_operand(self, scope: Scope, node: ast.expr) -> Exp:
        """Translate one side of a comparison; ``type(x)`` becomes a ``TypeOf`` if ``x`` is not known."""
        if isinstance(node, ast.Call) and len(node.args) == 1 and self.is_type_call(scope, node):
            value = self.make_temp(self.ev(scope, node.args[0]))
            return make_constant(type(value.known)) if value.is_known else make_constant(TypeOf(value))
        return self.freeze_value(self.ev(scope, node))

    def is_type_call(self, scope: Scope, node: ast.Call) -> bool:
        return (
            isinstance(node.func, ast.Name)
            and node.func.id == "type"
            and scope.find("type") is None
            and scope.source.meaning_of("type") is type
        )

    def compare_class(self, node: ast.Compare, a: Exp, b: Exp) -> Exp:
        [op] = node.ops
        if isinstance(b.known, TypeOf) and isinstance(op, ast.Is | ast.IsNot | ast.Eq | ast.NotEq):
            a, b = b, a
        if not isinstance(a.known, TypeOf) or not b.is_known or isinstance(b.known, TypeOf):
            raise self.error_at("unknown classes are compared", node)
        several = isinstance(op, ast.In | ast.NotIn)
        if isinstance(b.known, type) == several or not isinstance(op, CLASSED):
            raise self.error_at("a class is compared with a value that is not a class", node)
        test = is_of(self, a.known.of, tuple(b.known) if several else b.known, False)
        return test if isinstance(op, ast.Is | ast.Eq | ast.In) else negate(test)

    def is_single(self, value: Any) -> bool:
        """Whether values equal to this one are always the same object, so that comparing words is sufficient."""
        plain = isinstance(value, bool | list | dict | set) or value is None
        return plain or self.unit.pool.is_object(value)

    def compare(self, op: ast.cmpop, a: Exp, b: Exp) -> Exp:
        if a.is_known and b.is_known and type(op) in FOLDED:
            return make_constant(FOLDED[type(op)](a.known, b.known))
        if isinstance(op, ast.In | ast.NotIn):
            test = self.compare_membership(a, b)
            return test if isinstance(op, ast.In) else negate(test)
        if isinstance(op, ast.Is | ast.IsNot):
            if any(operand.is_known and operand.known is None for operand in (a, b)):
                other = b if a.is_known and a.known is None else a
                # A value of one of these types is never None.
                if (
                    other.type in (INT, BOOL, FLOAT, TEXT, PLAY)
                    or other.type.sort in ("array", "cells")
                    or (other.type.sort in ("row", "map") and other.parts is not None)
                ):
                    return make_constant(isinstance(op, ast.IsNot))
            if not any(operand.is_known and self.is_single(operand.known) for operand in (a, b)):
                test = self.make_temp(Exp(BOOL, f"same(s, {self.as_word(a)}, {self.as_word(b)})"))
                return test if isinstance(op, ast.Is) else negate(test)
            return Exp(BOOL, f"({self.as_word(a)} {'==' if isinstance(op, ast.Is) else '!='} {self.as_word(b)})")
        if any(operand.is_known and isinstance(operand.known, range | bytes) for operand in (a, b)):
            raise self.error_at("comparing a range is not supported")
        sign = COMPARED[type(op)]
        if a.type in (INT, BOOL, FLOAT) and b.type in (INT, BOOL, FLOAT):
            as_number = self.as_real if FLOAT in (a.type, b.type) else self.as_int
            return Exp(BOOL, f"({as_number(a)} {sign} {as_number(b)})")
        if isinstance(op, ast.Eq | ast.NotEq):
            if {a.type, b.type} == {INT, TEXT}:
                return make_constant(isinstance(op, ast.NotEq))
            if any(
                operand.is_known and type(operand.known) is str for operand in (a, b)
            ):  # equal strings in the pool share a word
                return Exp(BOOL, f"({self.as_word(a)} {sign} {self.as_word(b)})")
            negated = "!" if isinstance(op, ast.NotEq) else ""
            return Exp(BOOL, f"({negated}equal(s, {self.as_word(a)}, {self.as_word(b)}))")
        if INT in (a.type, b.type):
            return Exp(BOOL, f"({self.as_int(a)} {sign} {self.as_int(b)})")
        return Exp(BOOL, f"(order(s, {self.as_word(a)}, {self.as_word(b)}) {sign} 0)")

    def compare_membership(self, a: Exp, b: Exp) -> Exp:
        # For a few items, comparisons are faster than a search.
        if b.parts is not None or (
            b.is_known and isinstance(b.known, tuple | list | frozenset | set) and len(b.known) <= 6
        ):
            items = b.parts if b.parts is not None else tuple(map(make_constant, b.known))
            if not items:
                return make_constant(False)
            a = self.make_temp(a)
            slot = self.add_slot("c")
            tests = [self.as_flag(self.compare(ast.Eq(), a, item)) for item in items]
            self.assign(slot, Exp(BOOL, " || ".join(tests)))
            return Exp(BOOL, slot.text)
        if b.is_known and isinstance(b.known, range):
            return Exp(BOOL, f"({self.as_int(a)} >= {b.known.start} && {self.as_int(a)} < {b.known.stop})")
        if (table := self.table_for(b, a)) is not None:
            return Exp(BOOL, f"(constant_at(s, (V){as_signed(table)}, {self.as_word(a)}) != ABSENT)")
        if b.is_known and not b.known and isinstance(b.known, tuple | list | dict | frozenset | set | Mapping):
            return make_constant(False)
        return Exp(BOOL, f"contains(s, {self.as_word(b)}, {self.as_word(a)})")

    def ev_binop(self, scope: Scope, node: ast.BinOp) -> Exp:
        # Build ``a[:i] + b[j:]`` in a single step, without creating the two slices.
        if isinstance(node.op, ast.Add) and is_cut(node.left) and is_cut(node.right):
            a, b = self.cut(scope, node.left), self.cut(scope, node.right)
            arguments = ", ".join(self.as_word(part) for part in (*a, *b))
            return self.make_temp(
                Exp(join(row_of(a[0].type.item), row_of(b[0].type.item)), f"joined_cuts(s, {arguments})")
            )
        left = self.freeze_value(self.ev(scope, node.left))
        return self.operate(node.op, left, self.ev(scope, node.right))

    def operate(self, op: ast.operator, a: Exp, b: Exp) -> Exp:
        if a.is_known and b.is_known:
            return make_constant(SIGNS[type(op)](a.known, b.known))
        if a.type == FLOAT or b.type == FLOAT:
            if isinstance(op, ast.Div):
                return self.make_temp(Exp(FLOAT, f"divided({self.as_real(a)}, {self.as_real(b)})"))
            if type(op) not in REALS:
                raise self.error_at(f"{type(op).__name__} is not supported for floats")
            return self.make_temp(Exp(FLOAT, f"({self.as_real(a)} {REALS[type(op)]} {self.as_real(b)})"))
        if isinstance(op, ast.Div) and a.type in (INT, BOOL) and b.type in (INT, BOOL):
            return self.make_temp(Exp(FLOAT, f"divided(exactly({self.as_int(a)}), exactly({self.as_int(b)}))"))
        if isinstance(op, ast.Add) and a.parts is not None and b.parts is not None:
            return Exp(a.type, parts=(*a.parts, *b.parts))
        rows = any(operand.type.sort in ("row", "text") or operand.parts is not None for operand in (a, b))
        if rows and isinstance(op, ast.Add):
            return self.make_temp(
                Exp(
                    a.type if a.type == TEXT else join(a.type, b.type),
                    f"joined(s, {self.as_word(a)}, {self.as_word(b)})",
                )
            )
        if rows and isinstance(op, ast.Mult):
            row, times = (a, b) if a.type.sort == "row" or a.parts is not None else (b, a)
            return self.make_temp(Exp(row.type, f"repeated(s, {self.as_word(row)}, {self.as_int(times)})"))
        sets = any(operand.type.sort in ("row", "map") for operand in (a, b))
        if isinstance(op, ast.BitOr | ast.BitAnd) or (isinstance(op, ast.Sub) and sets):
            made = {ast.BitOr: "merged", ast.BitAnd: "common", ast.Sub: "without"}[type(op)]
            return self.make_temp(Exp(join(a.type, b.type), f"{made}(s, {self.as_word(a)}, {self.as_word(b)})"))
        name = {
            ast.Add: "add",
            ast.Sub: "sub",
            ast.Mult: "mul",
            ast.FloorDiv: "floor_div",
            ast.Mod: "modulo",
            ast.Pow: "power",
        }.get(type(op))
        if name is None:
            raise self.error_at(f"unsupported operator {type(op).__name__}")
        if isinstance(op, ast.Add) and a.type == ANY and b.type == ANY:
            return self.make_temp(Exp(ANY, f"sum_of(s, {self.as_word(a)}, {self.as_word(b)})"))
        return self.make_temp(Exp(INT, f"{name}({self.as_int(a)}, {self.as_int(b)})"))

    def length_of(self, of: Exp) -> str:
        if of.is_known:
            return str(len(of.known))
        if of.parts is not None:
            return str(len(of.parts))
        if of.type.sort == "array":
            return str(self.unit.shape.arrays[of.type.name])
        if of.type.sort == "cells":
            return str(self.unit.shape.rows[of.type.name][0])
        return f"length(s, {self.as_word(of)})"

    def ev_subscript(self, scope: Scope, node: ast.Subscript) -> Exp:
        of = self.ev(scope, node.value)
        if isinstance(node.slice, ast.Slice):
            parts = [
                self.ev(scope, bound) if bound else make_constant(None)
                for bound in (node.slice.lower, node.slice.upper, node.slice.step)
            ]
            if of.is_known and all(part.is_known for part in parts):
                return make_constant(of.known[slice(*[part.known for part in parts])])
            of = self.make_temp(of)
            return self.make_temp(
                Exp(row_of(of.type.item), f"slice(s, {', '.join(self.as_word(part) for part in (of, *parts))})")
            )
        of = self.make_temp(of)
        return self.load_item(of, self.make_temp(self.ev(scope, node.slice)))

    def load_item(self, of: Exp, key: Exp) -> Exp:
        if of.is_known and key.is_known:
            return make_constant(of.known[key.known])
        if of.parts is not None and key.is_known:
            part: Exp = of.parts[key.known]
            return part
        if of.type.sort == "array":
            name = of.type.name
            return self.make_temp(Exp(INT, f"s->{name}[spot({self.as_int(key)}, {self.unit.shape.arrays[name]})]"))
        if of.type.sort == "cells":
            name = of.type.name
            n, item = self.unit.shape.rows[name]
            return self.make_temp(self.unbox_word(f"s->{name}[spot({self.as_int(key)}, {n})]", item))
        item = of.type.item or ANY
        if of.type.parts and key.is_known and isinstance(key.known, int):
            item = of.type.parts[key.known]
        if of.is_known and isinstance(of.known, tuple | list | range | bytes):
            base = as_signed(self.unit.pool.word_for(tuple(of.known)))
            at = f"spot({self.as_int(key)}, {len(of.known)})"
            text = f"constant(s, {base})[1 + {at}]"
            # All items are integers, so no type check is necessary.
            if all(type(member) is int for member in of.known):
                return self.make_temp(Exp(INT, f"NUM_({text})"))
            return self.make_temp(self.unbox_word(text, item))
        if (table := self.table_for(of, key)) is not None:
            return self.make_temp(
                self.unbox_word(f"constant_item(s, (V){as_signed(table)}, {self.as_word(key)})", item)
            )
        if of.type.sort == "row":
            return self.make_temp(self.unbox_word(f"item_at(s, {self.as_word(of)}, {self.as_int(key)})", item))
        return self.make_temp(self.unbox_word(f"item(s, {self.as_word(of)}, {self.as_word(key)})", item))

    def table_for(self, of: Exp, key: Exp) -> int | None:
        """Return a perfect hash table for a constant mapping; None unless all its keys can be compared as words."""
        if not of.is_known or not isinstance(of.known, Mapping) or not of.known:
            return None
        kinds = {type(member) for member in of.known}
        # As keys, ``True`` and 1.0 are equal to 1, so a table of numbers requires a key that is certain to be an int.
        if kinds == {str} or (kinds == {int} and key.type == INT):
            return self.unit.pool.put_table(of.known)
        return None

    def store_item(self, of: Exp, key: Exp, value: Exp) -> None:
        if of.type.sort == "array":
            # The items of an array are 32 bits wide, so ``checked`` tests the range.
            name = of.type.name
            length = self.unit.shape.arrays[name]
            self.emit(f"s->{name}[spot({self.as_int(key)}, {length})] = checked({self.as_declared(value, INT)});")
        elif of.type.sort == "cells":
            name = of.type.name
            self.emit(f"s->{name}[spot({self.as_int(key)}, {self.unit.shape.rows[name][0]})] = {self.as_word(value)};")
        else:
            self.emit(f"set_item(s, {self.as_word(of)}, {self.as_word(key)}, {self.as_word(value)});")

    def ev_attribute(self, scope: Scope, node: ast.Attribute) -> Exp:
        return self.load_attribute(self.ev(scope, node.value), node.attr, node)

    def load_attribute(self, of: Exp, name: str, node: ast.expr | None = None) -> Exp:
        shape = self.unit.shape
        if of.type == PLAY:
            if name in shape.constants:
                return make_constant(shape.constants[name])
            if name in shape.arrays:
                return Exp(Type("array", INT, name=name))
            if name in shape.rows:
                return Exp(Type("cells", shape.rows[name][1], name=name))
            if name in shape.numbers:
                return self.freeze_value(Exp(BOOL if name in shape.flags else INT, f"s->{name}"))
            if name in shape.words:
                return self.freeze_value(Exp(shape.words[name], f"s->{name}"))
            if hasattr(Play, name):
                return Exp(ANY, closure=None, known=getattr(Play, name))
            raise self.error_at(f"a play has no {name!r} in native code", node)
        if of.is_known:
            if type(of.known) in RECORDS and not hasattr(of.known, name):
                raise self.error_at(f"{of.known!r} has no {name!r}", node)
            return make_constant(getattr(of.known, name))
        if of.type.sort == "row" and of.type.name:
            return self.load_item(of, make_constant(fields_of_tuple(NAMED[of.type.name]).index(name)))
        if of.type.sort == "record":
            cls = next(record for record in RECORDS if record.__name__ == of.type.name)
            names = names_of_fields(cls)
            if name in names:
                hint = self.unit.field_types.get((cls, name), ANY)
                return self.make_temp(self.unbox_word(f"at(s, {self.as_word(of)})[{names.index(name) + 1}]", hint))
            if hasattr(cls, name):
                value = getattr(cls, name)
                if not callable(value):
                    return make_constant(value)
        self.unit.attributes[name] = None
        return self.make_temp(Exp(ANY, f"attr_{name}(s, {self.as_word(of)})"))

    def store_attribute(self, of: Exp, name: str, value: Exp) -> None:
        shape = self.unit.shape
        if of.type == PLAY:
            if name in shape.numbers:
                self.emit(f"s->{name} = {self.as_int(value)};")
            elif name in shape.words:
                self.emit(f"s->{name} = {self.as_word(value)};")
            else:
                raise self.error_at(f"{name!r} of a play cannot be changed")
            return
        if of.type.sort != "record" or of.is_known:
            raise self.error_at(f"assignment to {name!r} of an object of unknown class")
        cls = next(record for record in RECORDS if record.__name__ == of.type.name)
        # Constants are not part of a state, so a change to one would affect the next game.
        self.emit(f'if (IS_CONSTANT({of.text})) fail(UNUSUAL, "assignment to a constant");')
        self.emit(f"at(s, {of.text})[{names_of_fields(cls).index(name) + 1}] = {self.as_word(value)};")


def negate(value: Exp) -> Exp:
    return make_constant(not value.known) if value.is_known else Exp(BOOL, f"(!{value.text})")


FOLDED: dict[type[ast.cmpop], Callable[[Any, Any], Any]] = {
    ast.Eq: lambda a, b: a == b,
    ast.NotEq: lambda a, b: a != b,
    ast.Lt: lambda a, b: a < b,
    ast.LtE: lambda a, b: a <= b,
    ast.Gt: lambda a, b: a > b,
    ast.GtE: lambda a, b: a >= b,
    ast.In: lambda a, b: a in b,
    ast.NotIn: lambda a, b: a not in b,
    ast.Is: lambda a, b: a is b,
    ast.IsNot: lambda a, b: a is not b,
}
REALS: dict[type[ast.operator], str] = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*"}
SIGNS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: lambda a, b: a + b,
    ast.Sub: lambda a, b: a - b,
    ast.Mult: lambda a, b: a * b,
    ast.Div: lambda a, b: a / b,
    ast.FloorDiv: lambda a, b: a // b,
    ast.Mod: lambda a, b: a % b,
    ast.Pow: lambda a, b: a**b,
    ast.BitOr: lambda a, b: a | b,
    ast.BitAnd: lambda a, b: a & b,
}
