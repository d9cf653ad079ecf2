"""From the intermediate form to C: each statement and operation as text, with the types that have been inferred."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from math import isfinite
from typing import Any

from rftg_dsl.native.compiler import ir
from rftg_dsl.native.compiler.clauses import TranslationError, error_at
from rftg_dsl.native.compiler.ir import Block, Const, Expr, Local, Statement, Var
from rftg_dsl.native.compiler.pool import as_signed
from rftg_dsl.native.compiler.runtime import unbox_word
from rftg_dsl.native.compiler.select import Selected, Typing, select_method
from rftg_dsl.native.compiler.types import ANY, BOOL, FLOAT, INT, NOTHING, PLAY, RANDOM, Type, names_of_fields
from rftg_dsl.native.compiler.unit import Instance

C_TYPE = {"int": "int64_t", "bool": "int", "float": "double"}


def c_type_of(type: Type | None) -> str:
    return C_TYPE.get(type.sort, "V") if type is not None else "V"


def head_of(instance: Instance) -> str:
    """Return the head of the C function."""
    returns = instance.returns
    result = "void" if returns in (NOTHING, None) else c_type_of(returns)
    parameters = [f"{c_type_of(instance.declared[local.var])} {local.var.text}" for local in instance.c_parameters]
    return f"{result} {instance.name}({', '.join(['State *s', *parameters])})"


def emit_function(instance: Instance, typing: Typing) -> str:
    """Return the C source of a function."""
    emitter = Emitter(instance, typing)
    emitter.emit_block(instance.body)
    # If the recursion becomes too deep, end native play before the C stack overflows.
    guard = ["  deeper(s);"] if instance.is_recursive() else []
    end = []
    if instance.returns not in (NOTHING, None) and not emitter.lines[-1].startswith(("  return ", "  fail(")):
        # The end is never reached, but a C compiler cannot always tell.
        end = ['  fail(UNUSUAL, "a function ends without a result");']
    return "\n".join([head_of(instance) + " {", *emitter.declare_variables(), *guard, *emitter.lines, *end, "}"])


def as_c_string(text: str) -> str:
    # Use octal escapes, which always end after three digits. Escape ``?`` too, because it could begin a trigraph.
    return '"' + "".join(chr(b) if 32 <= b < 127 and b not in b'"\\?' else f"\\{b:03o}" for b in text.encode()) + '"'


# -- conversions -----------------------------------------------------------------------------------------------------


def convert_text(text: str, of: Type, to: Type, is_strict: bool = False) -> str:
    """Return the C expression that converts a value of one type to another; every type but a number is a word.

    A strict conversion is an error for a truth value in place of a number, and vice versa.
    """
    if to not in CONVERSIONS:
        return as_word(text, of)
    if is_strict and to != FLOAT and of != to:
        if of in (INT, BOOL):
            raise TranslationError(f"{of.sort} is used where {to.sort} is declared", "N11")
        return unbox_word(as_word(text, of), to)
    return CONVERSIONS[to](text, of)


def as_word(text: str, of: Type) -> str:
    if of in (PLAY, RANDOM):
        raise TranslationError(f"a {of.sort} cannot be stored as a word", "N20")
    return BOX.get(of, "{}").format(text)


BOX: Mapping[Type, str] = {INT: "boxed({})", BOOL: "BOOL({})", FLOAT: "real_word(s, {})"}


def as_int(text: str, of: Type) -> str:
    if of == FLOAT:
        raise TranslationError("a float is used as an int", "N11")
    return text if of in (INT, BOOL) else f"num({as_word(text, of)})"


def as_flag(text: str, of: Type) -> str:
    if of == BOOL:
        return text
    if of in (INT, FLOAT):
        return f"({text} != 0)"
    return f"(length(s, {text}) != 0)" if of.sort == "row" else f"truth(s, {as_word(text, of)})"


def as_real(text: str, of: Type) -> str:
    if of == FLOAT:
        return text
    return f"(double){text}" if of in (INT, BOOL) else f"real(s, {as_word(text, of)})"


CONVERSIONS: Mapping[Type, Callable[[str, Type], str]] = {INT: as_int, BOOL: as_flag, FLOAT: as_real}


def write_literal(value: Any, to: Type) -> str:
    """Return a constant as a C number."""
    if to == BOOL:
        return str(int(bool(value)))
    if not isinstance(value, int | float) or not isfinite(value) or (to == INT and not isinstance(value, int)):
        raise TranslationError(f"{value!r} is used as a number", "N11")
    if to == FLOAT:
        # The ``repr`` of a float is read back as the same number.
        return f"({float(value)!r})"
    if not -(1 << 63) < value < 1 << 63:
        raise TranslationError(f"the number {value} is too large", "N10")
    return f"{int(value)}LL" if value >= 0 else f"({int(value)}LL)"


# -- functions -------------------------------------------------------------------------------------------------------


class Emitter:
    """Writes the lines of a C function."""

    def __init__(self, instance: Instance, typing: Typing) -> None:
        self.instance = instance
        self.typing = typing
        self.unit = typing.unit
        self.lines: list[str] = []
        self.variables: dict[Var, None] = {}
        self.number = 0

    def emit(self, text: str) -> None:
        self.lines.append("  " + text)

    def make_name(self, name: str) -> str:
        """Return a name for C alone, such as that of a row."""
        self.number += 1
        return f"{name}{self.number}"

    def name_of(self, var: Var) -> str:
        if var not in self.instance.declared:
            self.variables[var] = None
        return var.text

    def type_of(self, value: Expr) -> Type:
        return self.typing.type_of(value) or ANY

    def declare_variables(self) -> Iterator[str]:
        """Declare the variables. Temporary variables need no initial value: they are assigned before they are read."""
        by_type: dict[str, list[str]] = {}
        for var in self.variables:
            initial = var.text if var.is_temp else f"{var.text} = 0"
            by_type.setdefault(c_type_of(self.typing.types.get(var)), []).append(initial)
        for type, names in by_type.items():
            yield f"  {type} {', '.join(names)};"

    # -- expressions -----------------------------------------------------------------------------------------------

    def convert(self, value: Expr, to: Type, is_strict: bool = False) -> str:
        """Return the C expression for a value, converted to a type."""
        known = self.typing.constant_of(value)
        if known is None:
            if isinstance(value, ir.Tuple) and to == BOOL:
                return write_literal(value.items, BOOL)
            text = self.text_of(value)
            return convert_text(text, self.type_of(value), to, is_strict)
        if to not in CONVERSIONS:
            return f"(V){as_signed(self.unit.pool.word_for(known.value))}"
        if is_strict and to in (INT, BOOL) and self.type_of(known) != to:
            raise TranslationError(f"{known.value!r} is used where {to.sort} is declared", "N11")
        return write_literal(known.value, to)

    def as_word(self, value: Expr) -> str:
        return self.convert(value, ANY)

    def text_of(self, value: Expr) -> str:
        """Return the C expression for a value that is not a constant, of the value's own type."""
        if (write := WRITE.get(value.__class__)) is not None:
            return write(self, value)
        selected = self.typing.select(value)
        if isinstance(selected, Const):
            return self.convert(selected, self.type_of(selected))
        assert selected is not None
        return self.text_of_operation(selected)

    def text_of_operation(self, selected: Selected) -> str:
        operation = selected.operation
        operands = [
            self.convert(operand, to, operation.is_strict) if f"{{{nth}}}" in operation.text else ""
            for nth, (operand, to) in enumerate(zip(selected.operands, operation.takes, strict=True))
        ]
        return operation.text.format(*operands)

    def write_local(self, value: Local) -> str:
        return self.name_of(value.var)

    def write_list(self, value: ir.StateList) -> str:
        if value.name not in self.unit.shape.arrays:
            return self.write_unstored(value)
        return f"ARRAY({[*self.unit.shape.arrays].index(value.name)})"

    def write_inner(self, value: ir.Filled | ir.Known) -> str:
        return self.text_of(value.of)

    def write_unstored(self, value: Expr) -> str:
        raise TranslationError("the game itself, or part of it, is stored", "N20")

    def write_function(self, value: Expr) -> str:
        raise TranslationError("a local function is stored", "N3")

    def write_tuple(self, value: ir.Tuple) -> str:
        words = [self.as_word(item) for item in value.items]
        if all(self.typing.constant_of(item) is not None for item in value.items):
            known = [each.value for each in map(self.typing.constant_of, value.items) if each is not None]
            return self.as_word(Const(tuple(known)))
        name = self.make_name("made")
        fills = " ".join([f"p[{nth}] = {word};" for nth, word in enumerate(words)])
        self.emit(f"V {name} = new_tuple(s, {len(words)}); {{ V *p = block(s, {name}) + 1; {fills} }}")
        return name

    def write_call(self, value: ir.Call) -> str:
        parameters = zip(value.instance.parameters, value.args, strict=True)
        passed = [(parameter, arg) for (_, parameter), arg in parameters if isinstance(parameter, Local)]
        types = value.instance.declared
        args = [self.convert(arg, types[parameter.var], is_strict=True) for parameter, arg in passed]
        return f"{value.instance.name}({', '.join(['s', *args])})"

    def write_apply(self, value: ir.Apply) -> str:
        # Every C function receives the state, so the play is not passed as an argument.
        args = value.args[1:] if value.args and isinstance(value.args[0], ir.State) else value.args
        function = self.as_word(value.function)
        if any(isinstance(arg, ir.Rest) for arg in args):
            rest = self.make_name("rest")
            self.emit(f"V {rest} = new_list(s, 6);")
            for arg in args:
                is_rest = isinstance(arg, ir.Rest)
                word = self.as_word(arg.row if isinstance(arg, ir.Rest) else arg)
                self.emit(f"{'extend' if is_rest else 'append'}(s, {rest}, {word});")
            return f"apply_row(s, {function}, settled(s, {rest}))"
        if not args:
            return f"apply(s, {function}, NULL, 0)"
        name = self.make_name("a")
        words = [self.as_word(arg) for arg in args]
        self.emit(f"V {name}[] = {{{', '.join(words)}}};")
        return f"apply(s, {function}, {name}, {len(args)})"

    def write_method(self, value: ir.Method) -> str:
        resolved = self.typing.resolve(value)
        if resolved is not value:
            return self.text_of(resolved)
        selected = select_method(self.typing, value)
        assert isinstance(selected, Selected)
        return self.text_of_operation(selected)

    def write_format(self, value: ir.Format) -> str:
        draft = self.make_name("d")
        self.emit(f"Draft {draft}; {draft}.n = 0;")
        for part in value.parts:
            known = self.typing.constant_of(part)
            if known is not None:
                text = str(known.value)
                if text:
                    self.emit(f"put_chars(&{draft}, {as_c_string(text)}, {len(text.encode())});")
            elif self.type_of(part) == INT:
                self.emit(f"put_number(&{draft}, {self.text_of(part)});")
            else:
                self.emit(f"put_value(s, &{draft}, {self.as_word(part)});")
        return f"new_text(s, {draft}.text, {draft}.n)"

    def write_spread(self, value: ir.Spread) -> str:
        sizes, fills = [], []
        for part in value.parts:
            if isinstance(part, ir.Rest):
                row = self.make_name("r")
                self.emit(f"Row {row} = {self.row_of(part.row)};")
                sizes.append(f"{row}.n")
                fills.append(f"for (int64_t i = 0; i < {row}.n; i++) *p++ = {row}.items[i];")
            else:
                sizes.append("1")
                fills.append(f"*p++ = {self.as_word(part)};")
        name = self.make_name("made")
        self.emit(f"V {name} = new_tuple(s, {' + '.join(sizes)});")
        self.emit(f"{{ V *p = block(s, {name}) + 1; {' '.join(fills)} }}")
        return name

    def row_of(self, value: Expr) -> str:
        assert isinstance(value, ir.Builtin)
        words = ", ".join(map(self.as_word, value.args))
        return f"cut(s, {words})" if value.name == "cut" else f"row(s, walked(s, {words}))"

    # -- statements ------------------------------------------------------------------------------------------------

    def emit_block(self, block: Block) -> None:
        for statement in block:
            EMIT[statement.__class__](self, statement)

    def emit_line(self, line: ir.Line) -> None:
        before = len(self.lines)
        try:
            self.emit_block(line.body)
        except Exception as why:  # Python would raise the same error, but only on reaching this statement
            failed = str(error_at(why, line.source.file, line.number))
            self.unit.warnings[failed] = None
            # Undo the output of this statement; a failure at run time hands the game over to Python.
            del self.lines[before:]
            self.emit_fail(ir.Fail(failed))

    def emit_assign(self, assign: ir.Assign) -> None:
        if isinstance(assign.value, ir.Call) and assign.value.instance.returns is None:
            self.emit_do(ir.Do(assign.value))  # the function never returns
            return
        text = self.convert(assign.value, self.typing.types.get(assign.var, ANY))
        self.emit(f"{self.name_of(assign.var)} = {text};")

    def emit_do(self, do: ir.Do) -> None:
        self.emit(f"{self.text_of(do.value)};")

    def emit_set_item(self, statement: ir.SetItem) -> None:
        of, shape = statement.of, self.unit.shape
        if isinstance(of, ir.StateList):
            spot = f"s->{of.name}[spot({self.convert(statement.key, INT)}, {shape.lengths[of.name]})]"
            # The items of an array are 32 bits wide, so ``checked`` tests the range.
            is_array = of.name in shape.arrays
            text = self.convert(statement.value, INT if is_array else ANY, is_strict=True)
            self.emit(f"{spot} = {f'checked({text})' if is_array else text};")
        else:
            words = map(self.as_word, (of, statement.key, statement.value))
            self.emit(f"set_item(s, {', '.join(words)});")

    def emit_set_attribute(self, statement: ir.SetAttribute) -> None:
        of, name, shape = statement.of, statement.name, self.unit.shape
        if isinstance(of, ir.State):
            if name not in (*shape.numbers, *shape.words):
                raise TranslationError(f"{name!r} of a play cannot be changed", "N8")
            self.emit(f"s->{name} = {self.convert(statement.value, INT if name in shape.numbers else ANY)};")
            return
        cls = self.type_of(of).cls
        if self.type_of(of).sort != "record" or cls is None or self.typing.constant_of(of) is not None:
            raise TranslationError(f"assignment to {name!r} of an object of unknown class", "N8")
        text, nth = self.text_of(of), names_of_fields(cls).index(name) + 1
        # Constants are not part of a state, so a change to one would affect the next game.
        self.emit(f'if (IS_CONSTANT({text})) fail(UNUSUAL, "assignment to a constant");')
        word = self.as_word(statement.value)
        self.emit(f"at(s, {text})[{nth}] = {word};")

    def emit_unpack(self, unpack: ir.Unpack) -> None:
        type, row = self.type_of(unpack.of), self.make_name("r")
        is_fixed = len(type.parts) == len(unpack.vars)
        word = self.as_word(unpack.of)
        self.emit(f"const V *{row} = parts(s, {word}, {len(unpack.vars)});")
        for nth, var in enumerate(unpack.vars):
            self.assign_word(var, f"{row}[{nth}]", type.parts[nth] if is_fixed else type.item_or_any)

    def assign_word(self, var: Var, word: str, of: Type) -> None:
        """Assign a word that is known to have a type."""
        text = convert_text(unbox_word(word, of), of, self.typing.types.get(var, ANY))
        self.emit(f"{self.name_of(var)} = {text};")

    # -- control flow ----------------------------------------------------------------------------------------------

    def emit_if(self, branch: ir.If) -> None:
        self.emit(f"if ({self.convert(branch.test, BOOL)}) {{")
        self.emit_block(branch.then)
        if branch.orelse:
            self.emit("} else {")
            self.emit_block(branch.orelse)
        self.emit("}")

    def emit_decide(self, decide: ir.Decide) -> None:
        name = self.name_of(decide.var)
        for nth, (before, test) in enumerate(decide.operands):
            if nth:
                self.emit(f"if ({'!' if decide.stop else ''}{name}) {{")
            self.emit_block(before)
            self.emit(f"{name} = {self.convert(test, BOOL)};")
        self.emit("}" * (len(decide.operands) - 1))

    def emit_forever(self, loop: ir.Forever) -> None:
        self.emit("for (;;) {")
        self.emit_block(loop.body)
        self.emit("}")

    def emit_count(self, loop: ir.Count) -> None:
        i = self.name_of(loop.var)
        first, last = self.convert(loop.first, INT), self.convert(loop.last, INT)
        self.emit(f"for ({i} = {first}; {i} < {last}; {i}++) {{")
        self.emit_block(loop.body)
        self.emit("}")

    def emit_each(self, loop: ir.Each) -> None:
        things, i, row = self.name_of(loop.things), self.name_of(loop.index), self.make_name("r")
        begun = f"row(s, {things})" if loop.constant else f"walk(s, &{things})"
        self.emit(f"{{ Row {row} = {begun}; for ({i} = 0; {i} < {row}.n; {i}++) {{")
        self.assign_word(loop.item, f"{row}.items[{i}]", self.typing.types.get(loop.things, ANY).item_in_loop)
        self.emit_block(loop.body)
        if loop.may_change and not loop.constant:
            self.emit(f"again(s, {things}, &{row});")
        self.emit("} }" if loop.constant else f"}} unchanged(s, {things}, {row}); }}")

    def emit_leave(self, leave: ir.Leave) -> None:
        self.emit(f"goto L{leave.label};")

    def emit_label(self, label: ir.Label) -> None:
        self.emit(f"L{label.number}:;")

    def emit_return(self, statement: ir.Return) -> None:
        returns = self.instance.returns
        if returns is not None and returns != NOTHING:
            self.emit(f"return {self.convert(statement.value, returns, is_strict=True)};")
            return
        if not isinstance(statement.value, (*ir.ATOMS, ir.Tuple)):
            self.emit(f"{self.text_of(statement.value)};")
        self.emit("return;")

    def emit_fail(self, fail: ir.Fail) -> None:
        self.emit(f"fail(UNUSUAL, {as_c_string(fail.why)});")


WRITE: Mapping[type[Expr], Callable[[Emitter, Any], str]] = {
    Local: Emitter.write_local,
    ir.StateList: Emitter.write_list,
    ir.Filled: Emitter.write_inner,
    ir.Known: Emitter.write_inner,
    ir.Tuple: Emitter.write_tuple,
    ir.State: Emitter.write_unstored,
    ir.Bot: Emitter.write_unstored,
    ir.ClassOf: Emitter.write_unstored,
    ir.Rest: Emitter.write_unstored,
    ir.Function: Emitter.write_function,
    ir.Call: Emitter.write_call,
    ir.Apply: Emitter.write_apply,
    ir.Method: Emitter.write_method,
    ir.Format: Emitter.write_format,
    ir.Spread: Emitter.write_spread,
}

EMIT: Mapping[type[Statement], Callable[[Emitter, Any], None]] = {
    ir.Line: Emitter.emit_line,
    ir.Assign: Emitter.emit_assign,
    ir.Do: Emitter.emit_do,
    ir.SetItem: Emitter.emit_set_item,
    ir.SetAttribute: Emitter.emit_set_attribute,
    ir.Unpack: Emitter.emit_unpack,
    ir.If: Emitter.emit_if,
    ir.Decide: Emitter.emit_decide,
    ir.Forever: Emitter.emit_forever,
    ir.Count: Emitter.emit_count,
    ir.Each: Emitter.emit_each,
    ir.Leave: Emitter.emit_leave,
    ir.Label: Emitter.emit_label,
    ir.Return: Emitter.emit_return,
    ir.Fail: Emitter.emit_fail,
}
