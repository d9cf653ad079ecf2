"""A whole game as C: its state, its functions, and the tables through which functions are called by number."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from types import CodeType, FunctionType, MappingProxyType, MethodType
from typing import Any

from attrs import evolve, frozen

from rftg_dsl.base.limits import CHAIN
from rftg_dsl.compile.rules import Rules
from rftg_dsl.compile.score import figures_of, prospects_of
from rftg_dsl.compile.suppose import hide_secrets, suppose
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.drive import PAUSES
from rftg_dsl.kernel.form import choose_simplest
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.program import SETUP
from rftg_dsl.kernel.step import Step
from rftg_dsl.kernel.table import ADJUST, ARRANGE, ENTER, FACT, FLIP, MOVE, NOTE, SHIFT, TAG, WAKE
from rftg_dsl.log.format.record import Naming, naming_of
from rftg_dsl.native.c_files import (
    CODE,
    OFTEN,
    OFTEN_TOO,
    RANKS,
    SELDOM,
    SOMETIMES,
    SOMETIMES_TOO,
    Files,
    define_macros,
    split_in_half,
)
from rftg_dsl.native.compiler.clauses import TranslationError
from rftg_dsl.native.compiler.compile import compile_unfinished
from rftg_dsl.native.compiler.emit import convert_text
from rftg_dsl.native.compiler.ir import Bot, Const, Expr, Local, State, Var
from rftg_dsl.native.compiler.pool import ABSENT, BLOCK, FEW, as_signed, distance_of
from rftg_dsl.native.compiler.read import read_function
from rftg_dsl.native.compiler.runtime import unbox_word
from rftg_dsl.native.compiler.types import ANY, HAS_REST, NOTHING, RANDOM, names_of_fields
from rftg_dsl.native.compiler.unit import Instance, Unit
from rftg_dsl.native.sample import parts_of
from rftg_dsl.native.states import Writing, shape_of


@frozen
class Made:
    """The source of a C function, and the file that it belongs to."""

    text: str
    part: str


class Program(Unit):
    """The translation of a game for a given number of seats."""

    def __init__(self, rules: Rules, trees: Mapping[str, ast.FunctionDef], options: Mapping[str, str]) -> None:
        super().__init__(shape_of(rules), trees, read_function)
        self.rules = rules
        self.options = options
        self.parts = parts_of(rules, options)
        """For each function's code object, the C file that the function belongs to; see ``c_files``."""
        self.hooks: Mapping[str, int] = {}
        self.made: dict[str, Made] = {}
        self.aliases: dict[str, str] = {}
        """Additional names of C functions, for functions whose C source would be identical."""
        self.alike: dict[str, str] = {}

    # -- the whole -----------------------------------------------------------------------------------------------

    def translate(self) -> dict[str, str]:
        steps = {self.pool.put_text(name): self.pool.put_object(step) for name, step in self.rules.steps.items()}
        naming = naming_of(self.rules.layout)
        self.hooks = {hook.id: self.pool.put_object(hook) >> 3 for hook in self.rules.by_id.values()}
        called = self.make_entry_points(naming)
        advice = self.emit_advisers()
        wrappers, others, inline = self.make_dispatchers()
        self.image = Writing(self.shape, self.word_of_constant).image_of(self.rules.start(Seeded("", ""), self.options))
        names, words = (
            self.emit_names(naming),
            self.make_words(),
        )  # these add strings, so they precede the table of all strings
        at, mask = self.table_of_texts()
        parts: dict[str, list[str]] = {OFTEN: [*others], SOMETIMES: [], SELDOM: []}
        for instance in self.made.values():
            parts[instance.part].append(instance.text)
        for nth, text in wrappers.items():
            code = code_of(self.pool.objects[nth])
            parts[self.parts.get(code, SELDOM) if code else SELDOM] += [text] if text else []
        for part, too in ((OFTEN, OFTEN_TOO), (SOMETIMES, SOMETIMES_TOO)):
            parts[part], parts[too] = split_in_half(parts[part])
        table = [f"w{nth}" if wrappers[nth] else "0" for nth in sorted(wrappers)]
        files = Files(parts, self.aliases, {*called.values(), *table}, inline)
        declared, functions = files.functions_in(OFTEN)
        header = [
            '#include "value.h"',
            f'_Static_assert(FEW == {FEW}, "constants with more keys than this have an index, others have none");',
            self.emit_state(),
            define_macros(**called, **words, CHAIN_MOST=CHAIN.most, PAUSES_MOST=PAUSES, TEXTS=at, TEXTS_MASK=mask),
            "V apply(State *s, V f, const V *a, int64_t n);\nV apply_row(State *s, V f, V args);",
            *files.shared,
        ]
        whole = [
            '#include "game.h"\n#include "log.h"',
            "static void run(State *s);",
            declared,
            self.emit_arrays(),
            names,
            advice,
            *functions,
            "typedef V (*Wrapper)(State *, const V *, int64_t);",
            f"static const Wrapper WRAPPERS[] = {{{', '.join(table)}}};",
            self.emit_steps({name: table[step >> 3] for name, step in steps.items()}),
            '#include "advice.c"\n#include "play.c"\n#include "looks.c"',
        ]
        texts = {"game.h": header, OFTEN: whole}
        for part in CODE[1:]:
            declared, functions = files.functions_in(part)
            texts[part] = ['#include "game.h"', declared, *functions]
        return {name: "\n\n".join(sections) for name, sections in texts.items()}

    def function_for(self, function: FunctionType, args: Sequence[Expr | None]) -> Instance:
        """Return the C function for a Python function, which is written together with all functions that it calls."""
        instance = self.instance_for(function, args)
        for made, text in compile_unfinished(self):
            self.add_function(made, text)
        return instance

    def add_function(self, instance: Instance, text: str) -> None:
        """Add a C function, or make its name an alias if there is already a function with the same source."""
        name, part = instance.name, self.part_of(instance.source.function.__code__)
        # Compare the source without the function's own name, in case the function is recursive.
        alike = text.replace(name, "")
        # Instances for different constants often have the same source.
        if alike in self.alike:
            first = self.aliases[name] = self.alike[alike]
            self.made[first] = evolve(self.made[first], part=min(part, self.made[first].part, key=RANKS.index))
        else:
            self.alike[alike] = name
            self.made[name] = Made(text, part)

    def part_of(self, code: CodeType) -> str:
        """Return the C file for a function. A generated function that no sample game has called is in ``SOMETIMES``."""
        return self.parts.get(code) or (SOMETIMES if code.co_name in self.generated else SELDOM)

    def make_entry_points(self, naming: Any) -> dict[str, str]:
        """Return the names of the C functions that hand-written C calls, by the macros that it uses for them."""
        self.methods |= dict.fromkeys((("draw", 1), ("shape", 0), ("accepts", 1)))
        self.attributes |= dict.fromkeys(("form", "name", "seat", "secret"))
        play: Any = Play
        layout: Any = self.rules.layout
        wanted: dict[str, tuple[Any, Sequence[Expr | None]]] = {
            "TAKE": (play.take, [State()]),
            "FIGURES": (figures_of, [State()]),
            "WHOLE": (play.whole, [State()]),
            "NAME_OF": (type(layout).name, [Const(layout), None, None]),
            "HANDLE_OF": (type(layout).handle, [Const(layout), None, None]),
            "NAMED_PICK": (type(naming).name_pick, [Const(naming), None, None]),
            "READ_PICK": (type(naming).read_pick, [Const(naming), None, None]),
            "HIDE_SECRETS": (hide_secrets, [State(), None]),
            "SUPPOSE": (suppose, [State(), None, Bot()]),
            "PROSPECTS": (prospects_of, [State()]),
            "SIMPLEST": (choose_simplest, [None]),
        }
        return {name: self.function_for(*entry).name for name, entry in wanted.items()}

    def make_dispatchers(self) -> tuple[dict[int, str], list[str], list[str]]:
        """Return wrappers by object number, functions that dispatch on a class, and inline attribute lookups."""
        wrappers: dict[int, str] = {}
        methods: dict[tuple[str, int], str] = {}
        tables: dict[str, list[int]] = {}
        done, size = -1, 0
        # Translating any of these can add objects, attributes and methods, so repeat until nothing is added.
        while size != done:
            done = size
            for nth, value in enumerate([*self.pool.objects]):
                if nth not in wrappers:
                    wrappers[nth] = self.emit_wrapper(nth, value)
            for key in [*self.methods]:
                if key not in methods:
                    methods[key] = self.emit_dispatch(*key)
            for name in [*self.attributes]:
                row = tables.setdefault(name, [])
                row += [self.word_of_attribute(value, name) for value in self.pool.objects[len(row) :]]
            size = len(self.pool.objects) + len(self.attributes) + len(self.methods)
        looks = [self.emit_lookup(name, row) for name, row in tables.items()]
        return wrappers, [*[slowly for slowly, _ in looks], *methods.values()], [quickly for _, quickly in looks]

    def make_words(self) -> dict[str, str]:
        texts = {"NO_TEXT": "", "SETUP": SETUP, "STRETCH": self.rules.program.stretch.name, **REPORT}
        return {name: f"((V){as_signed(self.pool.put_text(text))})" for name, text in texts.items()}

    def emit_names(self, naming: Naming) -> str:
        called = ("cells", "pieces", "places", "counters", "sides", "facts")
        rows = [self.pool.word_for(tuple(getattr(naming, name))) for name in called]
        words = [
            self.pool.put_text(word) for word in (SHIFT, MOVE, ADJUST, FACT, TAG, ENTER, FLIP, ARRANGE, NOTE, WAKE)
        ]
        every = [*rows, *words, *map(self.pool.put_text, ("number", "piece", "table"))]
        return f"const Names NAMES = {{{', '.join(map(str, map(as_signed, every)))}}};"

    def emit_advisers(self) -> str:
        """Write an array with the name of each decision and its adviser, which ``advice.c`` searches."""
        words = [
            (as_signed(self.pool.put_text(name)), self.pool.put_object(adviser))
            for name, adviser in self.rules.game.advisers().items()
        ]
        return f"static const V ADVISERS[] = {{{''.join(f'{name}, {adviser}, ' for name, adviser in words)}0}};"

    def emit_steps(self, wrappers: Mapping[int, str]) -> str:
        """Write a table of step wrappers, indexed by the distance between a step's name and the state.

        The names of steps are the constants closest to the state.
        """
        rows = ", ".join(f"[{distance_of(name)}] = {wrapper}" for name, wrapper in wrappers.items())
        return f"static const Wrapper STEPS[] = {{{rows}}};\n#define STEPS_END {max(map(distance_of, wrappers)) + 1}"

    def emit_wrapper(self, nth: int, value: Any) -> str:
        arguments: list[Expr | None] = []
        function = value.run if isinstance(value, Step) else value
        if isinstance(function, MethodType):
            arguments = [State() if function.__self__ is None else Const(function.__self__)]
            function = function.__func__
        elif isinstance(called := vars(type(function)).get("__call__"), FunctionType):
            arguments, function = [Const(function)], called
        if function in (max, min):
            return (
                f"V w{nth}(State *s, const V *a, int64_t n) {{ return extreme_of(s, a, n, {int(function is max)}); }}"
            )
        if not isinstance(function, FunctionType):
            return ""
        try:
            instance = self.function_for(function, arguments)
        except TranslationError as wrong:
            self.warnings[str(wrong)] = None
            return ""
        return f"V w{nth}(State *s, const V *a, int64_t n) {{ {self.emit_wrapped_call(function, instance)} }}"

    def emit_wrapped_call(self, function: FunctionType, instance: Instance) -> str:
        """Write the call of a C function whose arguments are the ``n`` words at ``a``."""
        code, defaults = function.__code__, function.__defaults__ or ()
        names = [name for name, _ in instance.parameters]
        texts, at, needed = ["s"], 0, 0
        rest = names[code.co_argcount] if code.co_flags & HAS_REST else ""
        for index, (name, parameter) in enumerate(instance.parameters):
            if not isinstance(parameter, Local):
                continue
            if name == rest:
                texts.append(f"n > {at} ? tuple_of(s, a + {at}, n - {at}) : {self.word_in_c(())}")
                continue
            if index >= code.co_argcount:
                word = self.word_in_c((function.__kwdefaults__ or {})[name])
            else:
                missing = index - (code.co_argcount - len(defaults))
                needed += missing < 0
                word = f"(n > {at} ? a[{at}] : {self.word_in_c(defaults[missing])})" if missing >= 0 else f"a[{at}]"
                at += 1
            texts.append(unbox_word(word, instance.declared[parameter.var]))
        many = "" if rest else f" || n > {at}"
        check = f'if (n < {needed}{many}) fail(UNUSUAL, "it is called with another number of arguments"); '
        return check + return_word(instance, f"{instance.name}({', '.join(texts)})")

    def word_in_c(self, value: Any) -> str:
        return f"(V){as_signed(self.pool.word_for(value))}"

    def emit_dispatch(self, name: str, n: int) -> str:
        free = {cls: getattr(cls, name) for cls in self.records if isinstance(getattr(cls, name, None), FunctionType)}
        random = any(RANDOM in self.types.hints_of(function).values() for function in free.values())
        parameters = "".join(f", V a{nth}" for nth in range(n - random))
        cases = []
        for cls, method in free.items():
            if name not in names_of_fields(cls) and method.__code__.co_argcount == n + 1:
                instance = self.function_for(method, [Local(Var("v")), *[None] * n])
                types = [instance.declared[local.var] for local in instance.c_parameters[1:]]
                words = [unbox_word(f"a{nth}", type) for nth, type in enumerate(types)]
                called = f"{instance.name}({', '.join(['s', 'v', *words])})"
                cases.append(f"    case {self.records.numbers[cls]}: {return_word(instance, called)}")
        return "\n".join(
            [
                f"V method_{name}_{n}(State *s, V v{parameters}) {{",
                '  if (!IS_HEAP(v) || TYPE(*at(s, v)) != RECORD) fail(UNUSUAL, "something has no such method");',
                "  switch (SIZE(*at(s, v)) >> 8) {",
                *cases,
                "  }",
                '  fail(UNUSUAL, "something has no such method");',
                "}",
            ]
        )

    def word_of_attribute(self, value: Any, name: str) -> int:
        """Return the word for an attribute; ``ABSENT`` if it does not exist or cannot be a constant."""
        if isinstance(value, FunctionType | MethodType) or not hasattr(value, name):
            return ABSENT
        try:
            return self.pool.word_for(getattr(value, name))
        except TranslationError:
            return ABSENT

    def emit_lookup(self, name: str, row: Sequence[int]) -> tuple[str, str]:
        """Write a function that looks up an attribute, and an inline fast path for its most common kind of owner."""
        at = as_signed(self.pool.put([BLOCK | len(row) << 8, *row]))
        cases, heads = [], {}
        for cls in self.records:
            if name in names_of_fields(cls):
                nth = names_of_fields(cls).index(name) + 1
                cases.append(f"    case {self.records.numbers[cls]}: return at(s, v)[{nth}];")
                heads[f"HEAD(RECORD, {self.records.numbers[cls] << 8 | len(names_of_fields(cls))})"] = nth
            elif hasattr(cls, name) and not callable(getattr(cls, name)):
                cases.append(f"    case {self.records.numbers[cls]}: return {self.word_in_c(getattr(cls, name))};")
        slowly = [
            f"V attr_{name}_(State *s, V v) {{",
            "  if (IS_OBJECT(v)) {",
            f"    V found = constant(s, {at})[1 + NUMBER(v)];",
            f'    if (found == ABSENT) fail(UNUSUAL, "{name} is missing");',
            "    return found;",
            "  }",
            "  if (IS_HEAP(v) && TYPE(*at(s, v)) == RECORD) switch (SIZE(*at(s, v)) >> 8) {",
            *cases,
            "  }",
            f'  fail(UNUSUAL, "{name} is missing");',
            "}",
        ]
        quickly = [f"static inline V attr_{name}(State *s, V v) {{"]
        if any(word != ABSENT for word in row):
            quickly.append(f"  if (IS_OBJECT(v)) {{ V found = constant(s, {at})[1 + NUMBER(v)];")
            quickly.append("    if (LIKELY(found != ABSENT)) return found; }")
        # If only one class has the attribute, comparing the record's header is sufficient.
        elif len(heads) == 1:
            [(head, nth)] = heads.items()
            quickly.append(f"  if (IS_HEAP(v)) {{ const V *p = at(s, v); if (LIKELY(*p == {head})) return p[{nth}]; }}")
        return "\n".join(slowly), "\n".join([*quickly, f"  return attr_{name}_(s, v);", "}"])

    def word_of_constant(self, value: Any) -> int | None:
        """Return the word for a constant; None for a value that can change."""
        return None if isinstance(value, CHANGING) or type(value) in self.records else self.pool.word_for(value)

    def table_of_texts(self) -> tuple[int, int]:
        size = 16
        # Keep the table at most half full, so that probe sequences remain short.
        while size < len(self.pool.texts) * 2:
            size *= 2
        spots = [0] * size
        for word in self.pool.texts.values():
            digest = self.pool.word_at(word, 1)
            at = digest & size - 1
            while spots[at]:
                at = at + 1 & size - 1
            # The upper half is part of the digest, which lets a search reject most other strings quickly.
            spots[at] = digest >> 32 << 32 | distance_of(word)
        return as_signed(self.pool.put([BLOCK | size << 8, *spots])), size - 1

    def emit_state(self) -> str:
        shape = self.shape
        lines = ["struct State {", "  uint64_t top;"]
        lines += [f"  int64_t {name};" for name in shape.numbers]
        lines += [f"  V {name};" for name in shape.words]
        lines += [f"  V {name}[{n}];" for name, (n, _) in shape.rows.items()]
        lines += [f"  int32_t {name}[{n or 1}];" for name, n in shape.arrays.items()]
        lines += ["};"]
        return "\n".join(
            [
                *lines,
            ]
        )

    def emit_arrays(self) -> str:
        """Write the layout of a state for the runtime: the positions of its words, and functions for its arrays."""
        shape = self.shape
        first = next(iter(shape.words))
        roots = len(shape.words) + sum(n for n, _ in shape.rows.values())
        names = [*shape.arrays]
        return "\n".join(
            [
                f"const int64_t ROOTS_AT = offsetof(State, {first}), ROOTS = {roots};",
                "const int64_t FLOOR = (sizeof(State) + 7) / 8 * 8;",
                "int64_t array_length(State *s, int k) { switch (k) {",
                *[f"  case {nth}: return {shape.arrays[name]};" for nth, name in enumerate(names)],
                "  } return 0; }",
                "int64_t array_item(State *s, int k, int64_t i) { switch (k) {",
                *[f"  case {nth}: return s->{name}[spot(i, {shape.arrays[name]})];" for nth, name in enumerate(names)],
                "  } return 0; }",
            ]
        )


CHANGING = (list, dict, MappingProxyType, set)

REPORT = {"ENDED": "end", "SCORED": "scores", "WINNERS": "winners"}


def code_of(function: Any) -> CodeType | None:
    function = function.run if isinstance(function, Step) else function
    function = function.__func__ if isinstance(function, MethodType) else function
    return function.__code__ if isinstance(function, FunctionType) else None


def return_word(instance: Instance, called: str) -> str:
    """Return the C statement that returns the result of a call as a word."""
    if instance.returns in (NOTHING, None):
        return f"{called}; return NONE;"
    return f"return {convert_text(called, instance.returns, ANY)};"
