"""Translation of a function's body to C."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from importlib import import_module
from typing import Any

from rftg_dsl.native.built_in import BUILT_IN, INTRINSIC, INTRINSIC_METHODS
from rftg_dsl.native.calls import Calls
from rftg_dsl.native.methods import METHODS
from rftg_dsl.native.translate import (
    C_TYPE,
    Exp,
    Scope,
    Slot,
    as_load,
    is_generator,
    is_harmless,
    is_repeatable,
    is_used_at_once,
    make_constant,
    names_assigned_in,
    names_assigned_once_in,
    parameters_in_c,
)
from rftg_dsl.native.trees import TranslationError
from rftg_dsl.native.types import ANY, INT, NOTHING, Type, join, row_of, type_of_hint
from rftg_dsl.native.writer import as_c_string


class Body(Calls):
    """Translates a Python function to a C function."""

    python_functions = BUILT_IN
    intrinsic = INTRINSIC
    intrinsic_methods = INTRINSIC_METHODS
    methods = METHODS

    # -- the whole -------------------------------------------------------------------------------------------------

    def translate(self) -> str:
        """Return the C source of the function, and store the function's head in the instance."""
        # The types of variables and results are known only after a pass, so repeat until they no longer change.
        for _ in range(12):
            before = self.instance.state["returns"]
            self.begin()
            scope = Scope(self.instance.source)
            for name, value in self.instance.parameters:
                scope.names[name] = Slot("", value.type, value)
            self.translate_body(scope, self.instance.source.tree, scope.names)
            if not self.changed and before == self.instance.state["returns"]:
                break
        else:
            raise self.error_at("type inference does not converge")
        if self.instance.state["returns"] is None:
            self.instance.state["returns"] = NOTHING
        returns, head = self.instance.returns, self.make_head()
        result = head.partition(" ")[0]
        declared = [*self.declare_variables()]
        last = "" if result == "void" else '  fail(UNUSUAL, "a function ends without a result");'
        if returns == ANY or (returns.sort not in C_TYPE and returns != NOTHING):
            last = "  return NONE;"
        # If the recursion becomes too deep, end native play before the C stack overflows.
        guard = ["  deeper(s);"] if self.instance.state.get("recursive") else []
        return "\n".join([head + " {", *declared, *guard, *self.lines, last, "}"])

    def make_head(self) -> str:
        returns = self.instance.returns
        result = "void" if returns == NOTHING else C_TYPE.get(returns.sort, "V")
        parameters = [
            f"{C_TYPE.get(parameter.type.sort, 'V')} {parameter.text}" for parameter in parameters_in_c(self.instance)
        ]
        head = self.instance.state["head"] = f"{result} {self.instance.name}({', '.join(['State *s', *parameters])})"
        return head

    def error_from(self, why: Exception) -> TranslationError:
        if isinstance(why, TranslationError):
            return why
        return self.error_at(f"it cannot be translated: {type(why).__name__}: {why}")

    def make_stub(self, why: str) -> str:
        return f"{self.make_head()} {{ fail(UNUSUAL, {as_c_string(why.encode())}); }}"

    def declare_variables(self) -> Iterator[str]:
        """Declare the variables. Temporary variables need no initial value: they are assigned before they are read."""
        by_type: dict[str, list[str]] = {}
        for name in self.slots:
            if name in self.types:
                by_type.setdefault(C_TYPE.get(self.types[name].sort, "V"), []).append(
                    name if name.startswith("t_") else f"{name} = 0"
                )
        for type, names in by_type.items():
            yield f"  {type} {', '.join(names)};"

    def translate_body(self, scope: Scope, tree: ast.FunctionDef | ast.Lambda, parameters: Any) -> None:
        if isinstance(tree, ast.Lambda):
            self.give_back(self.ev(scope, tree.body))
            return
        scope.once = names_assigned_once_in(tree) - set(parameters)
        # A parameter that is assigned to needs a variable: its value may be a constant, or may belong to the caller.
        again = names_assigned_in(tree) & set(parameters)
        for name in again:
            slot = self.add_slot(name)
            self.varying.add(slot.text)
            value = scope.names[name].value
            scope.names[name] = slot
            assert value is not None
            self.assign(slot, value)
        if is_generator(tree):
            # A generator becomes a list of all items that it yields; ``check_not_lazy`` rejects any use in which this
            # would make a difference.
            made = self.add_slot("yielded")
            scope.names["@yield"] = made
            self.assign(made, Exp(row_of(None), "new_list(s, 4)"))
            self.run(scope, tree.body)
            self.give_back(Exp(row_of(None), made.text))
            return
        self.run(scope, tree.body)

    # -- statements ------------------------------------------------------------------------------------------------

    def run(self, scope: Scope, body: Sequence[ast.stmt]) -> bool:
        """Translate statements in order, and return whether the end of the block is reachable."""
        # A raise ends native play. Python then replays the game from the start, so earlier statements do not matter.
        if body and isinstance(body[-1], ast.Raise):
            self.emit('fail(UNUSUAL, "an error is raised");')
            return False
        for nth, statement in enumerate(body):
            self.following = body[nth + 1] if nth + 1 < len(body) else None
            self.line = statement.lineno if hasattr(statement, "lineno") else 0
            before = (
                len(self.lines),
                len(self.loops),
                len(self.unrolled),
                len(self.returning),
                len(self.inlined),
                self.where,
            )
            try:
                do = getattr(self, f"do_{type(statement).__name__.lower()}", None)
                if do is None:
                    raise self.error_at(f"{type(statement).__name__} cannot be translated", statement)
                if do(scope, statement) is False:
                    return False
            except Exception as why:  # Python would raise the same error, but only on reaching this statement
                wrong = self.error_from(why)
                # Undo the output of this statement; a failure at run time hands the game over to Python.
                self.unit.warnings[str(wrong)] = None
                n, *depths, self.where = before
                self.stepwise = False
                del self.lines[n:]
                stacks: tuple[list[Any], ...] = (self.loops, self.unrolled, self.returning, self.inlined)
                for stack, depth in zip(stacks, depths, strict=True):
                    del stack[depth:]
                self.emit(f"fail(UNUSUAL, {as_c_string(str(wrong).encode())});")
                return False
        return True

    def do_expr(self, scope: Scope, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        if isinstance(node.value, ast.Yield):
            assert node.value.value is not None
            self.emit(f"append(s, {scope.find('@yield').text}, {self.as_word(self.ev(scope, node.value.value))});")  # type: ignore[union-attr]
            return
        if isinstance(node.value, ast.YieldFrom):
            slot = scope.find("@yield")
            assert slot is not None
            for item in self.walk_expression(scope, node.value.value):
                self.emit(f"append(s, {slot.text}, {self.as_word(item)});")
            return
        value = self.ev(scope, node.value)
        if value.text and not value.is_known and not is_repeatable(value.text):
            self.emit(f"{value.text};")

    def do_pass(self, scope: Scope, node: ast.Pass) -> None:
        pass

    def do_global(self, scope: Scope, node: ast.AST) -> None:
        raise self.error_at("a module-level variable cannot be changed", node)

    def do_return(self, scope: Scope, node: ast.Return) -> bool:
        if node.value is not None:
            self.check_not_lazy(scope, node.value)
        self.give_back(make_constant(None) if node.value is None else self.ev(scope, node.value))
        return False

    def give_back(self, value: Exp) -> None:
        """Return a value from the C function; in an inlined function, assign the value and jump to the end."""
        target = self.returning[-1]
        if target is not None:
            assert target.slot is not None
            self.assign(target.slot, value)
            if target.slot.value is not None:
                raise self.error_at("a function returns the game itself")
            self.emit(f"goto {target.label};")
            return
        state = self.instance.state
        if not state["said"]:
            before = state["returns"]
            state["returns"] = value.type if before is None else join(before, value.type)
        returns = state["returns"]
        if returns == NOTHING:
            if value.text and not is_repeatable(value.text):
                self.emit(f"{value.text};")
            self.emit("return;")
        else:
            self.emit(f"return {self.as_declared(value, returns)};")

    def do_assign(self, scope: Scope, node: ast.Assign) -> None:
        if not is_used_at_once(node, self.following, self.where.tree):
            self.check_not_lazy(scope, node.value)
        value = self.ev(scope, node.value)
        if len(node.targets) > 1:
            value = self.make_temp(value)
        for target in node.targets:
            self.store(scope, target, value)

    def do_annassign(self, scope: Scope, node: ast.AnnAssign) -> None:
        if node.value is None:
            return
        self.check_not_lazy(scope, node.value)
        value = self.ev(scope, node.value)
        if isinstance(node.target, ast.Name) and not value.is_known and value.type.sort in ("row", "map", "any"):
            hint = self.type_of_annotation(node.annotation)
            if hint.sort in ("row", "map"):
                value = Exp(hint, self.as_word(value))
        self.store(scope, node.target, value)

    def type_of_annotation(self, annotation: ast.expr) -> Type:
        try:
            return type_of_hint(eval(ast.unparse(annotation), dict(self.where.function.__globals__)))
        except (NameError, TypeError, AttributeError):
            return ANY

    def do_augassign(self, scope: Scope, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Subscript):
            of = self.freeze_value(self.ev(scope, target.value))
            key = self.freeze_value(self.ev(scope, target.slice))
            before = self.load_item(of, key)
            self.store_item(of, key, self.operate(node.op, before, self.ev(scope, node.value)))
            return
        before = self.ev(scope, as_load(target))
        value = self.ev(scope, node.value)
        if before.type.sort == "row" and isinstance(node.op, ast.Add):
            before = self.make_temp(before)
            more = f"(s, {self.as_word(before)}, {self.as_word(value)})"
            if isinstance(target, ast.Name):  # ``+=`` extends a list in place, but creates a new tuple
                self.store(scope, target, Exp(before.type, f"added{more}"))
            else:
                self.emit(f"extend{more};")
            return
        if isinstance(node.op, ast.BitOr) and before.type.sort in ("any", "row", "map"):
            before = self.make_temp(before)
            self.emit(f"merge(s, {self.as_word(before)}, {self.as_word(value)});")
            return
        if before.type.sort in ("any",) and isinstance(node.op, ast.Add):
            value = Exp(ANY, f"grown(s, {self.as_word(before)}, {self.as_word(value)})")
            self.store(scope, target, value)
            return
        self.store(scope, target, self.operate(node.op, before, value))

    def store(self, scope: Scope, target: ast.expr, value: Exp) -> None:
        if isinstance(target, ast.Name):
            # A name that is assigned only once, to a constant, needs no variable.
            if (
                target.id in scope.once
                and (value.is_known or value.closure or value.parts is not None)
                and not self.is_unrolled(target.id)
            ):
                scope.names[target.id] = Slot("", value.type, self.make_temp(value))
                return
            slot = scope.names.get(target.id)
            if slot is None or not slot.text:
                slot = self.add_slot(target.id)
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
            value = self.make_temp(value)
            self.store_item(self.ev(scope, target.value), self.ev(scope, target.slice), value)
            return
        if isinstance(target, ast.Attribute):
            self.store_attribute(self.ev(scope, target.value), target.attr, value)
            return
        raise self.error_at("this cannot be assigned to", target)

    def store_slice(self, scope: Scope, target: ast.Subscript, value: Exp) -> None:
        of, bounds = self.ev(scope, target.value), target.slice
        assert isinstance(bounds, ast.Slice)
        if of.type.sort != "array" or bounds.lower is None or bounds.upper is None or bounds.step is not None:
            raise self.error_at("only part of one of the game's arrays can be replaced", target)
        first, last = (
            self.make_temp(Exp(INT, self.as_int(self.ev(scope, bound)))) for bound in (bounds.lower, bounds.upper)
        )
        value = self.make_temp(Exp(value.type, self.as_word(value)))
        self.emit(f"check_length(s, {value.text}, {self.as_int(last)} - {self.as_int(first)});")
        i = self.add_slot("i")
        self.types.setdefault(i.text, INT)
        self.emit(f"for ({i.text} = {self.as_int(first)}; {i.text} < {self.as_int(last)}; {i.text}++)")
        self.store_item(
            of, Exp(INT, i.text), Exp(INT, f"num(item_at(s, {value.text}, {i.text} - {self.as_int(first)}))")
        )

    def is_unrolled(self, name: str) -> bool:
        """Whether a name is assigned in an unrolled loop and so can have a different meaning in each iteration."""
        return any(name in names for names in self.unrolled)

    def unpack(self, scope: Scope, targets: Sequence[ast.expr], value: Exp) -> None:
        star = next((nth for nth, node in enumerate(targets) if isinstance(node, ast.Starred)), None)
        if value.is_known and isinstance(value.known, tuple | list | range):
            value = Exp(value.type, parts=tuple(map(make_constant, value.known)))
        if value.parts is not None and star is None:
            for target, part in zip(
                targets, [self.make_temp(self.freeze_value(element)) for element in value.parts], strict=True
            ):
                self.store(scope, target, part)
            return
        value = self.make_temp(Exp(value.type, self.as_word(value)))
        types = value.type.parts if star is None and len(value.type.parts) == len(targets) else ()
        item = value.type.item or ANY
        row = f"r{self.take_number()}"
        if star is None:
            self.emit(f"const V *{row} = parts(s, {value.text}, {len(targets)});")
        for nth, target in enumerate(targets):
            if isinstance(target, ast.Starred):
                end = "NONE" if nth == len(targets) - 1 else f"INT({nth + 1 - len(targets)})"
                self.store(
                    scope,
                    target.value,
                    self.make_temp(Exp(row_of(item), f"as_list(s, slice(s, {value.text}, INT({nth}), {end}, NONE))")),
                )
                continue
            at = nth if star is None or nth < star else nth - len(targets)
            text = f"{row}[{nth}]" if star is None else f"item_at(s, {value.text}, {at})"
            self.store(scope, target, self.make_temp(self.unbox_word(text, types[nth] if types else item)))

    def do_if(self, scope: Scope, node: ast.If) -> bool | None:
        test = self.translate_condition(scope, node.test)
        # If the condition is known at translation time, only one branch remains.
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

    def do_while(self, scope: Scope, node: ast.While) -> None:
        if node.orelse:
            raise self.error_at("'while' with 'else' is not supported", node)
        again, after = self.label(), self.label()
        self.emit("for (;;) {")
        test = self.translate_condition(scope, node.test)
        self.emit(f"if (!({self.as_flag(test)})) break;")
        self.loops.append((again, after))
        self.run(scope, node.body)
        self.loops.pop()
        self.emit(f"{again}:;")
        self.emit("}")
        self.emit(f"{after}:;")

    def do_for(self, scope: Scope, node: ast.For) -> None:
        after = self.label()
        broken = self.label() if node.orelse else after
        inside = names_assigned_in(node)
        self.stepwise = not is_harmless(node)
        for item in self.walk_expression(scope, node.iter, inside):
            self.stepwise = False
            again = self.label()
            self.loops.append((again, broken))
            self.store(scope, node.target, item)
            self.run(scope, node.body)
            self.loops.pop()
            self.emit(f"{again}:;")
            if item.walked:
                self.emit(item.walked)
        self.stepwise = False
        self.emit(f"{after}:;") if not node.orelse else None
        if node.orelse:
            self.run(scope, node.orelse)
            self.emit(f"{broken}:;")

    def do_continue(self, scope: Scope, node: ast.Continue) -> bool:
        self.emit(f"goto {self.loops[-1][0]};")
        return False

    def do_break(self, scope: Scope, node: ast.Break) -> bool:
        self.emit(f"goto {self.loops[-1][1]};")
        return False

    def do_assert(self, scope: Scope, node: ast.Assert) -> None:
        test = self.translate_condition(scope, node.test)
        if not test.is_known or not test.known:
            self.emit(f'if (!({self.as_flag(test)})) fail(UNUSUAL, "an assertion fails");')

    def do_try(self, scope: Scope, node: ast.Try) -> bool:
        """Translate a ``try`` without its handlers; they are never needed, because an error ends native play."""
        if node.finalbody:
            raise self.error_at("'finally' is not supported", node)
        return self.run(scope, [*node.body, *node.orelse, *node.finalbody])

    def do_functiondef(self, scope: Scope, node: ast.FunctionDef) -> None:
        if node.decorator_list:
            raise self.error_at("decorated local functions are not supported", node)
        scope.names[node.name] = Slot("", ANY, self.make_closure(scope, node))

    def do_import(self, scope: Scope, node: ast.AST) -> None:
        # The module has already been imported.
        pass

    def do_importfrom(self, scope: Scope, node: ast.ImportFrom) -> None:
        for alias in node.names:
            value = getattr(import_module(str(node.module)), alias.name)
            scope.names[alias.asname or alias.name] = Slot("", ANY, make_constant(value))

    def do_delete(self, scope: Scope, node: ast.Delete) -> None:
        for target in node.targets:
            if not isinstance(target, ast.Subscript):
                raise self.error_at("only an entry in a mapping can be deleted", node)
            of, key = (self.as_word(self.ev(scope, part)) for part in (target.value, target.slice))
            self.emit(f"take_out(s, {of}, {key});")
