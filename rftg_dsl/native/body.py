"""The body of a function as C."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from types import FunctionType, MethodType
from typing import Any

from attrs import evolve

from rftg_dsl.kernel.step import Step
from rftg_dsl.native.calls import Calls
from rftg_dsl.native.terms import Terms, c_text
from rftg_dsl.native.translate import (
    C_TYPE,
    UNROLLED,
    Closure,
    Exp,
    Instance,
    Returning,
    Scope,
    Slot,
    Unit,
    as_load,
    assigned,
    assigned_once,
    c_parameters,
    is_generator,
    known,
    simple,
)
from rftg_dsl.native.trees import Source, Untranslatable
from rftg_dsl.native.types import ANY, BOOL, FLOAT, INT, NOTHING, PLAY, RANDOM, Type, join, row_of

Loop = tuple[str, str]
"""The labels at which the next round of a loop begins, and behind it."""


class Body(Terms, Calls):
    """Writes one C function."""

    def __init__(self, unit: Unit, instance: Instance) -> None:
        self.unit = unit
        self.instance = instance
        self.types: dict[str, Type] = {}
        self.changed = False
        self.lines: list[str] = []
        self.number = 0
        self.slots: dict[str, Slot] = {}
        self.loops: list[Loop] = []
        self.unrolled: list[set[str]] = []
        self.varying: set[str] = set()
        """The C variables that are assigned in several places."""
        self.returning: list[Returning | None] = []
        self.inlined: list[Any] = []
        self.where: Source = instance.source
        self.line = 0

    # -- the whole -----------------------------------------------------------------------------------------------

    def whole(self) -> str:
        """The C of the function; its head is kept with the instance."""
        for _ in range(12):
            before = self.instance.state["returns"]
            self.lines, self.number, self.changed = [], 0, False
            self.slots, self.loops, self.unrolled = {}, [], []
            self.returning, self.inlined = [None], []
            scope = Scope(self, self.instance.source)
            for name, value in self.instance.parameters:
                scope.names[name] = Slot("", value.type, value)
            self.body(scope, self.instance.source.tree, scope.names)
            if not self.changed and before == self.instance.state["returns"]:
                break
        else:
            raise self.wrong("types do not settle")
        if self.instance.state["returns"] is None:
            self.instance.state["returns"] = NOTHING
        returns, head = self.instance.returns, self.head()
        result = head.partition(" ")[0]
        declared = [*self.declarations()]
        last = "" if result == "void" else '  fail(UNUSUAL, "a function ends without a result");'
        if returns == ANY or (returns.sort not in C_TYPE and returns != NOTHING):
            last = "  return NONE;"
        return "\n".join([head + " {", *declared, *self.lines, last, "}"])

    def head(self) -> str:
        """How the C function begins."""
        returns = self.instance.returns
        result = "void" if returns == NOTHING else C_TYPE.get(returns.sort, "V")
        parameters = [f"{C_TYPE.get(one.type.sort, 'V')} {one.text}" for one in c_parameters(self.instance)]
        found = self.instance.state["head"] = f"{result} {self.instance.name}({', '.join(['State *s', *parameters])})"
        return found  # type: ignore[no-any-return]

    def hopeless(self, why: str) -> str:
        """A C function in place of one that cannot be translated."""
        return f"{self.head()} {{ fail(UNUSUAL, {c_text(why.encode())}); }}"

    def declarations(self) -> Iterator[str]:
        """The variables of the function. Temporary ones have a value before they are read."""
        by_type: dict[str, list[str]] = {}
        for one in self.slots:
            if one in self.types:
                by_type.setdefault(C_TYPE.get(self.types[one].sort, "V"), []).append(
                    one if one.startswith("t_") else f"{one} = 0"
                )
        for type, names in by_type.items():
            yield f"  {type} {', '.join(names)};"

    def body(self, scope: Scope, tree: ast.FunctionDef | ast.Lambda, parameters: Any) -> None:
        """The statements of a function."""
        if isinstance(tree, ast.Lambda):
            self.give_back(self.ev(scope, tree.body))
            return
        scope.once = assigned_once(tree) - set(parameters)
        again = assigned(tree) & set(parameters)
        for name in again:
            slot = self.slot(name)
            self.varying.add(slot.text)
            value = scope.names[name].value
            scope.names[name] = slot
            assert value is not None
            self.assign(slot, value)
        if is_generator(tree):
            made = self.slot("yielded")
            scope.names["@yield"] = made
            self.assign(made, Exp(row_of(None), "new_list(s, 4)"))
            self.run(scope, tree.body)
            self.give_back(Exp(row_of(None), made.text))
            return
        self.run(scope, tree.body)

    def wrong(self, what: str, node: ast.AST | None = None) -> Untranslatable:
        """Something that cannot be translated."""
        return Untranslatable(what, self.where.file, getattr(node, "lineno", self.line))

    # -- variables -----------------------------------------------------------------------------------------------

    def slot(self, name: str) -> Slot:
        """A new variable."""
        self.number += 1
        found = Slot(f"{name}_{self.number}".replace("@", ""))
        self.slots[found.text] = found
        found.type = self.types.get(found.text)
        return found

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

    def temp(self, value: Exp) -> Exp:
        """A value that is evaluated now, and only once."""
        if (
            value.is_known
            or value.closure
            or value.type.sort in ("play", "array", "cells", "random")
            or simple(value.text)
        ):
            return value
        if value.parts is not None:
            return Exp(value.type, parts=tuple(map(self.temp, value.parts)))
        slot = self.slot("t")
        self.assign(slot, value)
        return Exp(value.type, slot.text)

    def read(self, slot: Slot) -> Exp:
        """The value of a variable."""
        if slot.value is not None:
            return slot.value
        return Exp(self.types.get(slot.text, ANY), slot.text)

    # -- as C ----------------------------------------------------------------------------------------------------

    def convert(self, value: Exp, to: Type) -> str:
        """A value as C of a type."""
        if to == INT:
            return self.int(value)
        if to == BOOL:
            return self.flag(value)
        if to == FLOAT:
            return value.text if value.type == FLOAT else f"(double){self.int(value)}"
        return self.word(value)

    def word(self, value: Exp) -> str:
        """A value as a word."""
        if value.is_known:
            if isinstance(value.known, FunctionType | Step | MethodType):
                self.unit.kept.append(value.known)
            n = self.unit.pool.word(value.known)
            return f"(V){n - (1 << 64) if n >> 63 else n}"
        if value.parts is not None:
            return self.made(value).text
        if value.type == INT:
            return f"boxed({value.text})"
        if value.type == BOOL:
            return f"BOOL({value.text})"
        if value.type.sort == "array":
            return f"ARRAY({[*self.unit.shape.arrays].index(value.type.name)})"
        if value.type in (FLOAT, PLAY, RANDOM) or value.type.sort == "cells" or value.closure is not None:
            raise self.wrong(f"a {value.type.sort} cannot be kept as a word")
        return value.text

    def made(self, value: Exp) -> Exp:
        """A tuple as it is written, made."""
        assert value.parts is not None
        if all(one.is_known for one in value.parts):
            return self.temp(Exp(value.type, self.word(known(tuple([one.known for one in value.parts])))))
        words = [self.word(one) for one in value.parts]
        slot = self.slot("made")
        self.assign(slot, Exp(value.type, f"new_tuple(s, {len(words)})"))
        if words:
            self.emit(
                f"{{ V *p = block(s, {slot.text}) + 1; "
                + " ".join(f"p[{n}] = {one};" for n, one in enumerate(words))
                + " }"
            )
        return Exp(value.type, slot.text)

    def int(self, value: Exp) -> str:
        """A value as a C number."""
        if value.is_known:
            if not isinstance(value.known, int):
                raise self.wrong(f"{value.known!r} stands where a number is wanted")
            return f"{int(value.known)}LL" if value.known >= 0 else f"({int(value.known)}LL)"
        if value.type in (INT, BOOL):
            return value.text
        return f"num({self.word(value)})"

    def flag(self, value: Exp) -> str:
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

    # -- statements ----------------------------------------------------------------------------------------------

    def run(self, scope: Scope, body: Sequence[ast.stmt]) -> bool:
        """Statements, one after another; whether the end of them is reached."""
        if body and isinstance(body[-1], ast.Raise):
            self.emit('fail(UNUSUAL, "an error is raised");')
            return False
        for one in body:
            self.line = one.lineno if hasattr(one, "lineno") else 0
            before = (
                len(self.lines),
                len(self.loops),
                len(self.unrolled),
                len(self.returning),
                len(self.inlined),
                self.where,
            )
            try:
                do = getattr(self, f"do_{type(one).__name__}", None)
                if do is None:
                    raise self.wrong(f"{type(one).__name__} cannot be translated", one)
                if do(scope, one) is False:
                    return False
            except Untranslatable as wrong:
                self.unit.warnings[str(wrong)] = None
                n, *depths, self.where = before
                del self.lines[n:]
                for stack, depth in zip((self.loops, self.unrolled, self.returning, self.inlined), depths, strict=True):
                    del stack[depth:]
                self.emit(f"fail(UNUSUAL, {c_text(str(wrong).encode())});")
                return False
        return True

    def do_Expr(self, scope: Scope, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        if isinstance(node.value, ast.Yield):
            assert node.value.value is not None
            self.emit(f"append(s, {scope.find('@yield').text}, {self.word(self.ev(scope, node.value.value))});")  # type: ignore[union-attr]
            return
        if isinstance(node.value, ast.YieldFrom):
            slot = scope.find("@yield")
            assert slot is not None
            for item in self.each(scope, node.value.value):
                self.emit(f"append(s, {slot.text}, {self.word(item)});")
            return
        found = self.ev(scope, node.value)
        if found.text and not found.is_known and not simple(found.text):
            self.emit(f"{found.text};")

    def do_Pass(self, scope: Scope, node: ast.Pass) -> None:
        pass

    def do_Global(self, scope: Scope, node: ast.AST) -> None:
        raise self.wrong("a module's own variable cannot be changed", node)

    def do_Return(self, scope: Scope, node: ast.Return) -> bool:
        self.give_back(known(None) if node.value is None else self.ev(scope, node.value))
        return False

    def give_back(self, value: Exp) -> None:
        """Return a value."""
        target = self.returning[-1]
        if target is not None:
            assert target.slot is not None
            self.assign(target.slot, value)
            if target.slot.value is not None:
                raise self.wrong("a function returns the game itself")
            self.emit(f"goto {target.label};")
            return
        state = self.instance.state
        if not state["said"]:
            before = state["returns"]
            state["returns"] = value.type if before is None else join(before, value.type)
        returns = state["returns"]
        if returns == NOTHING:
            if value.text and not simple(value.text):
                self.emit(f"{value.text};")
            self.emit("return;")
        else:
            self.emit(f"return {self.convert(value, returns)};")

    def do_Assign(self, scope: Scope, node: ast.Assign) -> None:
        value = self.ev(scope, node.value)
        if len(node.targets) > 1:
            value = self.temp(value)
        for target in node.targets:
            self.store(scope, target, value)

    def do_AnnAssign(self, scope: Scope, node: ast.AnnAssign) -> None:
        if node.value is None:
            return
        value = self.ev(scope, node.value)
        if isinstance(node.target, ast.Name) and not value.is_known and value.type.sort in ("row", "map", "any"):
            hint = self.hint(node.annotation)
            if hint.sort in ("row", "map"):
                value = Exp(hint, self.word(value))
        self.store(scope, node.target, value)

    def hint(self, annotation: ast.expr) -> Type:
        """The type that an annotation within a function means."""
        from rftg_dsl.native.types import type_of_hint

        try:
            return type_of_hint(eval(ast.unparse(annotation), dict(self.where.function.__globals__)))
        except (NameError, TypeError, AttributeError):
            return ANY

    def do_AugAssign(self, scope: Scope, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Subscript):
            of = self.temp(self.ev(scope, target.value))
            key = self.temp(self.ev(scope, target.slice))
            before = self.subscript(of, key)
            self.store_item(of, key, self.operate(node.op, before, self.ev(scope, node.value)))
            return
        before = self.ev(scope, as_load(target))
        value = self.ev(scope, node.value)
        if before.type.sort == "row" and isinstance(node.op, ast.Add):
            self.emit(f"extend(s, {self.word(self.temp(before))}, {self.word(value)});")
            return
        if isinstance(node.op, ast.BitOr) and before.type.sort in ("any", "row", "map"):
            before = self.temp(before)
            self.emit(f"merge(s, {self.word(before)}, {self.word(value)});")
            return
        if before.type.sort in ("any",) and isinstance(node.op, ast.Add):
            value = Exp(ANY, f"grown(s, {self.word(before)}, {self.word(value)})")
            self.store(scope, target, value)
            return
        self.store(scope, target, self.operate(node.op, before, value))

    def store(self, scope: Scope, target: ast.expr, value: Exp) -> None:
        """Assign a value to a target."""
        if isinstance(target, ast.Name):
            if (
                target.id in scope.once
                and (value.is_known or value.closure or value.parts is not None)
                and not self.many(target.id)
            ):
                scope.names[target.id] = Slot("", value.type, self.temp(value))
                return
            slot = scope.names.get(target.id)
            if slot is None or not slot.text:
                slot = self.slot(target.id)
                scope.names[target.id] = slot
                if target.id not in scope.once:
                    self.varying.add(slot.text)
            self.assign(slot, value)
            return
        if isinstance(target, ast.Tuple | ast.List):
            self.unpack(scope, target.elts, value)
            return
        if isinstance(target, ast.Subscript) and isinstance(target.slice, ast.Slice):
            self.store_slice(scope, target, value)
            return
        if isinstance(target, ast.Subscript):
            value = self.temp(value)
            self.store_item(self.ev(scope, target.value), self.ev(scope, target.slice), value)
            return
        if isinstance(target, ast.Attribute):
            self.store_attribute(self.ev(scope, target.value), target.attr, value)
            return
        raise self.wrong("this cannot be assigned to", target)

    def store_slice(self, scope: Scope, target: ast.Subscript, value: Exp) -> None:
        """Give a part of an array as many numbers as it has."""
        of, bounds = self.ev(scope, target.value), target.slice
        assert isinstance(bounds, ast.Slice)
        if of.type.sort != "array" or bounds.lower is None or bounds.upper is None or bounds.step is not None:
            raise self.wrong("only a part of an array of the game can be replaced", target)
        first, last = (self.temp(Exp(INT, self.int(self.ev(scope, one)))) for one in (bounds.lower, bounds.upper))
        value = self.temp(Exp(value.type, self.word(value)))
        self.emit(f"check_length(s, {value.text}, {self.int(last)} - {self.int(first)});")
        i = self.slot("i")
        self.types.setdefault(i.text, INT)
        self.emit(f"for ({i.text} = {self.int(first)}; {i.text} < {self.int(last)}; {i.text}++)")
        self.store_item(of, Exp(INT, i.text), Exp(INT, f"num(item_at(s, {value.text}, {i.text} - {self.int(first)}))"))

    def many(self, name: str) -> bool:
        """Whether a name is assigned in a loop that is written out: it means another thing each time."""
        return any(name in those for those in self.unrolled)

    def unpack(self, scope: Scope, targets: Sequence[ast.expr], value: Exp) -> None:
        """Assign the things of a sequence to several targets."""
        star = next((nth for nth, one in enumerate(targets) if isinstance(one, ast.Starred)), None)
        if value.is_known and isinstance(value.known, tuple | list | range):
            value = Exp(value.type, parts=tuple(map(known, value.known)))
        if value.parts is not None and star is None:
            for target, part in zip(targets, [self.temp(self.frozen(one)) for one in value.parts], strict=True):
                self.store(scope, target, part)
            return
        value = self.temp(Exp(value.type, self.word(value)))
        types = value.type.parts if star is None and len(value.type.parts) == len(targets) else ()
        item = value.type.item or ANY
        row = f"r{self.next()}"
        if star is None:
            self.emit(f"const V *{row} = parts(s, {value.text}, {len(targets)});")
        for nth, target in enumerate(targets):
            if isinstance(target, ast.Starred):
                end = "NONE" if nth == len(targets) - 1 else f"INT({nth + 1 - len(targets)})"
                self.store(
                    scope,
                    target.value,
                    self.temp(Exp(row_of(item), f"as_list(s, slice(s, {value.text}, INT({nth}), {end}, NONE))")),
                )
                continue
            at = nth if star is None or nth < star else nth - len(targets)
            part = f"{row}[{nth}]" if star is None else f"item_at(s, {value.text}, {at})"
            self.store(scope, target, self.temp(self.of_type(part, types[nth] if types else item)))

    def frozen(self, value: Exp) -> Exp:
        """A value that a later assignment to a variable does not change."""
        if value.parts is not None or value.text not in self.varying:
            return self.temp(value)
        slot = self.slot("t")
        self.assign(slot, value)
        return Exp(value.type, slot.text)

    def of_type(self, text: str, type: Type) -> Exp:
        """A word from a sequence or a state that is known to be of a type."""
        if type == INT:
            return Exp(INT, f"num({text})")
        if type == BOOL:
            return Exp(BOOL, f"truth(s, {text})")
        return Exp(type, text)

    def do_If(self, scope: Scope, node: ast.If) -> bool | None:
        test = self.condition(scope, node.test)
        if test.is_known:
            return self.run(scope, node.body if test.known else node.orelse)
        self.emit(f"if ({test.text}) {{")
        reached = self.run(scope, node.body)
        if node.orelse:
            self.emit("} else {")
            reached = self.run(scope, node.orelse) or reached
        else:
            reached = True
        self.emit("}")
        return reached

    def do_While(self, scope: Scope, node: ast.While) -> None:
        again, after = self.label(), self.label()
        self.emit("for (;;) {")
        test = self.condition(scope, node.test)
        self.emit(f"if (!({self.flag(test)})) break;")
        self.loops.append((again, after))
        self.run(scope, node.body)
        self.loops.pop()
        self.emit(f"{again}:;")
        self.emit("}")
        self.emit(f"{after}:;")

    def label(self) -> str:
        """A new label."""
        self.number += 1
        return f"L{self.number}"

    def do_For(self, scope: Scope, node: ast.For) -> None:
        after = self.label()
        broken = self.label() if node.orelse else after
        inside = assigned(node)
        items = self.each(scope, node.iter, inside)
        for item in items:
            again = self.label()
            self.loops.append((again, broken))
            self.store(scope, node.target, item)
            self.run(scope, node.body)
            self.loops.pop()
            self.emit(f"{again}:;")
            if item.walked:
                self.emit(item.walked)
        self.emit(f"{after}:;") if not node.orelse else None
        if node.orelse:
            self.run(scope, node.orelse)
            self.emit(f"{broken}:;")

    def do_Continue(self, scope: Scope, node: ast.Continue) -> bool:
        self.emit(f"goto {self.loops[-1][0]};")
        return False

    def do_Break(self, scope: Scope, node: ast.Break) -> bool:
        self.emit(f"goto {self.loops[-1][1]};")
        return False

    def do_Assert(self, scope: Scope, node: ast.Assert) -> None:
        test = self.condition(scope, node.test)
        if not test.is_known or not test.known:
            self.emit(f'if (!({self.flag(test)})) fail(UNUSUAL, "an assertion fails");')

    def do_Try(self, scope: Scope, node: ast.Try) -> bool:
        """An error within it ends native play, so that nothing is caught."""
        return self.run(scope, [*node.body, *node.orelse, *node.finalbody])

    def do_FunctionDef(self, scope: Scope, node: ast.FunctionDef) -> None:
        scope.names[node.name] = Slot("", ANY, Exp(ANY, closure=Closure(node, scope)))

    def do_Import(self, scope: Scope, node: ast.AST) -> None:
        pass

    def do_ImportFrom(self, scope: Scope, node: ast.ImportFrom) -> None:
        from importlib import import_module

        for one in node.names:
            value = getattr(import_module(str(node.module)), one.name)
            scope.names[one.asname or one.name] = Slot("", ANY, known(value))

    def do_Delete(self, scope: Scope, node: ast.Delete) -> None:
        for target in node.targets:
            if not isinstance(target, ast.Subscript):
                raise self.wrong("only something in a mapping can be deleted", node)
            self.emit(
                f"take_out(s, {self.word(self.ev(scope, target.value))}, {self.word(self.ev(scope, target.slice))});"
            )

    # -- loops ---------------------------------------------------------------------------------------------------

    def each(self, scope: Scope, node: ast.expr, inside: set[str] = frozenset()) -> Iterator[Exp]:  # type: ignore[assignment]
        """The things of something that is walked through: what is emitted between two of them is a round."""
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and scope.find(node.func.id) is None:
            if node.func.id == "range" and len(node.args) < 3:
                yield from self.counted([self.ev(scope, one) for one in node.args])
                return
            if node.func.id == "enumerate":
                start = self.ev(scope, node.args[1]) if len(node.args) > 1 else known(0)
                of = self.ev(scope, node.args[0])
                yield from self.numbered(of, start, inside)
                return
            if node.func.id == "zip":
                yield from self.zipped([self.ev(scope, one) for one in node.args], inside)
                return
            if node.func.id == "compress":
                yield from self.compressed(scope, *node.args)
                return
        if isinstance(node, ast.GeneratorExp):
            yield from self.generated(scope, node)
            return
        yield from self.items_of(self.ev(scope, node), inside)

    def counted(self, args: Sequence[Exp]) -> Iterator[Exp]:
        """The numbers of a range."""
        if len(args) > 2:
            raise self.wrong("a range goes in steps")
        first = self.temp(Exp(INT, self.int(args[0]))) if len(args) > 1 else known(0)
        last = self.temp(Exp(INT, self.int(args[-1])))
        i = self.slot("i")
        self.assign(i, Exp(INT, self.int(first)))
        self.emit(f"for (; {i.text} < {self.int(last)}; {i.text}++) {{")
        yield Exp(INT, i.text)
        self.emit("}")

    def numbered(self, of: Exp, start: Exp, inside: set[str]) -> Iterator[Exp]:
        """Each thing with its number."""
        i = self.slot("nth")
        self.assign(i, Exp(INT, f"{self.int(start)} - 1"))
        for item in self.items_of(of, inside):
            self.emit(f"{i.text}++;")
            yield Exp(row_of(None), parts=(Exp(INT, i.text), item))

    def zipped(self, of: Sequence[Exp], inside: set[str]) -> Iterator[Exp]:
        """The things of several sequences side by side, as many as the shortest has."""
        i, n = self.slot("i"), self.slot("n")
        rows = [one if one.type.sort in ("array", "cells") else self.walkable(one) for one in of]
        self.assign(n, Exp(INT, self.length(rows[0])))
        for one in rows[1:]:
            self.emit(f"if ({self.length(one)} < {n.text}) {n.text} = {self.length(one)};")
        self.emit(f"for ({i.text} = 0; {i.text} < {n.text}; {i.text}++) {{")
        self.types.setdefault(i.text, INT)
        yield Exp(row_of(None), parts=tuple([self.temp(self.subscript(one, Exp(INT, i.text))) for one in rows]))
        self.emit("}")

    def compressed(self, scope: Scope, of: ast.expr, by: ast.expr) -> Iterator[Exp]:
        """The things of a sequence beside which something true stands in another."""
        pairs = isinstance(of, ast.Call) and isinstance(of.func, ast.Name) and of.func.id == "zip"
        rows = [self.ev(scope, one) for one in (*(of.args if pairs else (of,)), by)]  # type: ignore[attr-defined]
        for each in self.zipped(rows, set()):
            assert each.parts is not None
            again = self.label()
            self.emit(f"if (!({self.flag(each.parts[-1])})) goto {again};")
            yield evolve(each, parts=each.parts[:-1]) if pairs else each.parts[0]
            self.emit(f"{again}:;")

    def walkable(self, of: Exp) -> Exp:
        """A value as a sequence."""
        item = of.type.key if of.type.sort == "map" else of.type.item
        return self.temp(Exp(row_of(item), self.word(of) if of.is_known else f"walked(s, {self.word(of)})"))

    def items_of(self, of: Exp, inside: set[str] = frozenset()) -> Iterator[Exp]:  # type: ignore[assignment]
        """The things of a value."""
        if of.parts is not None and len(of.parts) <= UNROLLED:
            yield from self.unroll(of.parts, inside)
            return
        if of.is_known:
            value = of.known
            if isinstance(value, range):
                yield from self.counted([known(value.start), known(value.stop)])
                return
            items = list(value)
            if len(items) <= UNROLLED and not all(type(one) is int for one in items):
                yield from self.unroll([known(one) for one in items], inside)
                return
            if not isinstance(value, tuple | list):
                of = known(tuple(items))
        if of.type.sort in ("array", "cells"):
            i, n = self.slot("i"), self.length(of)
            self.types.setdefault(i.text, INT)
            self.emit(f"for ({i.text} = 0; {i.text} < {n}; {i.text}++) {{")
            yield self.temp(self.subscript(of, Exp(INT, i.text)))
            self.emit("}")
            return
        things = self.temp(Exp(of.type, self.word(of) if of.is_known else f"walked(s, {self.word(of)})"))
        item = of.type.item if of.type.sort == "row" else of.type.key if of.type.sort == "map" else None
        row, i = f"r{self.next()}", self.slot("i")
        self.types.setdefault(i.text, INT)
        self.emit(f"{{ Row {row} = row(s, {things.text}); for ({i.text} = 0; {i.text} < {row}.n; {i.text}++) {{")
        found = self.temp(self.of_type(f"{row}.items[{i.text}]", item or ANY))
        if of.is_known:
            yield found
            self.emit("} }")
        else:
            yield evolve(found, walked=f"again(s, {things.text}, &{row});")
            self.emit(f"}} unchanged(s, {things.text}, {row}); }}")

    def unroll(self, items: Sequence[Exp], inside: set[str]) -> Iterator[Exp]:
        """Rounds that are written out."""
        self.unrolled.append(set(inside))
        for one in [self.frozen(one) for one in items]:
            self.emit("{")
            yield one
            self.emit("}")
        self.unrolled.pop()

    def generated(
        self, scope: Scope, node: ast.GeneratorExp | ast.ListComp | ast.SetComp | ast.DictComp
    ) -> Iterator[Exp]:
        """The rounds of a comprehension, with the value of each."""
        inner = Scope(self, scope.source, scope)
        yield from self.clauses(inner, node, 0, scope)

    def clauses(self, scope: Scope, node: Any, nth: int, outer: Scope) -> Iterator[Exp]:
        if nth == len(node.generators):
            if isinstance(node, ast.DictComp):
                yield Exp(row_of(None), parts=(self.temp(self.ev(scope, node.key)), self.ev(scope, node.value)))
            else:
                yield self.ev(scope, node.elt)
            return
        clause = node.generators[nth]
        inside = {one.id for one in ast.walk(clause.target) if isinstance(one, ast.Name)}
        for item in self.each(
            scope if nth else outer,
            clause.iter,
            inside | {one.target.id for one in ast.walk(node) if isinstance(one, ast.NamedExpr)},
        ):
            again = self.label()
            for name in inside:
                scope.names.pop(name, None)
            self.bind(scope, clause.target, item)
            skipped = False
            for test in clause.ifs:
                holds = self.condition(scope, test)
                if holds.is_known:
                    if not holds.known:
                        skipped = True
                        break
                    continue
                self.emit(f"if (!({holds.text})) goto {again};")
            if not skipped:
                yield from self.clauses(scope, node, nth + 1, outer)
            self.emit(f"{again}:;")

    def bind(self, scope: Scope, target: ast.expr, value: Exp) -> None:
        """Let the names of a comprehension stand for a value."""
        if isinstance(target, ast.Name):
            scope.names[target.id] = Slot("", value.type, value)
        elif (
            isinstance(target, ast.Tuple)
            and value.parts is not None
            and not any(isinstance(one, ast.Starred) for one in target.elts)
        ):
            for one, part in zip(target.elts, value.parts, strict=True):
                self.bind(scope, one, part)
        else:
            self.store(scope, target, value)
