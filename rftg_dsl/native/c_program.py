"""A whole game as C: its state, its functions, and the tables through which functions are called by number."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import CodeType, FunctionType, MappingProxyType, MethodType
from typing import Any

from rftg_dsl.base.limits import CHAIN
from rftg_dsl.compile.rules import Rules
from rftg_dsl.compile.score import figures_of, prospects_of
from rftg_dsl.compile.suppose import suppose
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import PAUSES
from rftg_dsl.kernel.form import Bag, One, Range, Some, choose_simplest
from rftg_dsl.kernel.hook import Bound
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.program import SETUP
from rftg_dsl.kernel.step import Step
from rftg_dsl.kernel.table import ADJUST, ARRANGE, ENTER, FACT, FLIP, MOVE, NOTE, SHIFT, TAG, WAKE
from rftg_dsl.log.format.record import Naming, naming_of
from rftg_dsl.native.body import Body
from rftg_dsl.native.c_files import (
    CODE,
    OFTEN,
    OFTEN_TOO,
    SELDOM,
    SOMETIMES,
    SOMETIMES_TOO,
    Files,
    define_macros,
    split_in_half,
)
from rftg_dsl.native.pool import ABSENT, BLOCK, FEW, as_signed, distance_of
from rftg_dsl.native.sample import parts_of
from rftg_dsl.native.states import Writing, shape_of
from rftg_dsl.native.translate import (
    SELF,
    Exp,
    Instance,
    Unit,
    hints_of,
    make_constant,
    names_of_fields,
    parameters_in_c,
)
from rftg_dsl.native.trees import TranslationError
from rftg_dsl.native.types import (
    ANY,
    BOOL,
    FLOAT,
    INT,
    NOTHING,
    PLAY,
    RANDOM,
    RECORDS,
    UNPASSED,
    Type,
    number_of_class,
)

KERNEL = frozenset((One, Some, Bag, Range, Bound, Decision))
RECORDS |= KERNEL


class Program(Unit):
    """The translation of a game for a given number of seats."""

    def __init__(self, rules: Rules, trees: Mapping[str, ast.FunctionDef], options: Mapping[str, str]) -> None:
        RECORDS.difference_update([*RECORDS - KERNEL])  # remove classes left over from another game
        RECORDS.update(classes_of(rules.game.advisers().values()))
        super().__init__(shape_of(rules), trees, parts_of(rules, options))
        self.rules = rules
        self.options = options
        self.hooks: Mapping[str, int] = {}

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
            '#include "play.c"\n#include "looks.c"',
        ]
        texts = {"game.h": header, OFTEN: whole}
        for part in CODE[1:]:
            declared, functions = files.functions_in(part)
            texts[part] = ['#include "game.h"', declared, *functions]
        return {name: "\n\n".join(sections) for name, sections in texts.items()}

    def text_of(self, instance: Instance) -> str:
        """Return the C source of a function. An untranslatable function causes a warning and a fallback to Python."""
        body = Body(self, instance)
        try:
            return body.translate()
        except Exception as why:
            wrong = str(body.error_from(why))
            self.warnings[wrong] = None
            return body.make_stub(wrong)

    def make_entry_points(self, naming: Any) -> dict[str, str]:
        """Return the names of the C functions that hand-written C calls, by the macros that it uses for them."""
        self.methods |= dict.fromkeys((("draw", 1), ("shape", 0), ("accepts", 1)))
        self.attributes |= dict.fromkeys(("form", "name", "seat", "secret"))
        play: Any = Play
        layout: Any = self.rules.layout
        wanted: dict[str, tuple[Any, Sequence[Exp | None]]] = {
            "TAKE": (play.take, [SELF]),
            "FIGURES": (figures_of, [SELF]),
            "WHOLE": (play.whole, [SELF]),
            "NAME_OF": (type(layout).name, [make_constant(layout), None, None]),
            "HANDLE_OF": (type(layout).handle, [make_constant(layout), None, None]),
            "NAMED_PICK": (type(naming).name_pick, [make_constant(naming), None, None]),
            "READ_PICK": (type(naming).read_pick, [make_constant(naming), None, None]),
            "SUPPOSE": (suppose, [SELF, None, Exp(RANDOM, "bot")]),
            "PROSPECTS": (prospects_of, [SELF]),
            "SIMPLEST": (choose_simplest, [None]),
        }
        return {name: self.instance_for(*entry).name for name, entry in wanted.items()}

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
        """Write an array with the name of each decision and its adviser, which ``looks.c`` searches."""
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
        arguments: list[Exp | None] = []
        function = value.run if isinstance(value, Step) else value
        if isinstance(function, MethodType):
            arguments = [Exp(PLAY, "s") if function.__self__ is None else Exp(ANY, "", function.__self__)]
            function = function.__func__
        elif isinstance(called := vars(type(function)).get("__call__"), FunctionType):
            arguments, function = [Exp(ANY, "", function)], called
        if function in (max, min):
            return (
                f"V w{nth}(State *s, const V *a, int64_t n) {{ return extreme_of(s, a, n, {int(function is max)}); }}"
            )
        if not isinstance(function, FunctionType):
            return ""
        try:
            instance = self.instance_for(function, arguments)
        except TranslationError as wrong:
            self.warnings[str(wrong)] = None
            return ""
        code = function.__code__
        names = [name for name, _ in instance.parameters]
        texts, at = ["s"], 0
        defaults = function.__defaults__ or ()
        # Flag 4 means that the function has ``*args``.
        rest = names[code.co_argcount] if code.co_flags & 4 else ""
        for name, parameter in instance.parameters:
            if parameter.is_known or parameter.type in UNPASSED:
                continue
            if name == rest:
                texts.append(f"n > {at} ? tuple_of(s, a + {at}, n - {at}) : (V){as_signed(self.pool.word_for(()))}")
                continue
            index = names.index(name)
            if index >= code.co_argcount:
                word = f"(V){as_signed(self.pool.word_for((function.__kwdefaults__ or {})[name]))}"
            else:
                missing = index - (code.co_argcount - len(defaults))
                default = as_signed(self.pool.word_for(defaults[missing])) if missing >= 0 else 0
                word = f"(n > {at} ? a[{at}] : (V){default})" if missing >= 0 else f"a[{at}]"
                at += 1
            texts.append(unbox_word(parameter.type, word))
        called = f"{instance.name}({', '.join(texts)})"
        needed = sum(
            1
            for name, parameter in instance.parameters
            if not parameter.is_known
            and parameter.type not in UNPASSED
            and name != rest
            and names.index(name) < code.co_argcount - len(defaults)
        )
        many = "" if rest else f" || n > {at}"
        check = f'if (n < {needed}{many}) fail(UNUSUAL, "it is called with another number of arguments"); '
        result = as_word(instance.returns, called)
        return f"V w{nth}(State *s, const V *a, int64_t n) {{ {check}{result} }}"

    def emit_dispatch(self, name: str, n: int) -> str:
        free = {cls: getattr(cls, name) for cls in RECORDS if isinstance(getattr(cls, name, None), FunctionType)}
        random = any(RANDOM in hints_of(function).values() for function in free.values())
        parameters = "".join(f", V a{nth}" for nth in range(n - random))
        cases = []
        for cls in sorted(RECORDS, key=lambda record: record.__name__):
            method = getattr(cls, name, None)
            if (
                isinstance(method, FunctionType)
                and name not in names_of_fields(cls)
                and method.__code__.co_argcount == n + 1
            ):
                instance = self.instance_for(method, [Exp(Type("record", name=cls.__name__), "v"), *[None] * n])
                words = [
                    unbox_word(parameter.type, f"a{nth}") for nth, parameter in enumerate(parameters_in_c(instance)[1:])
                ]
                called = f"{instance.name}({', '.join(['s', 'v', *words])})"
                cases.append(f"    case {number_of_class(cls)}: {as_word(instance.returns, called)}")
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
        for cls in sorted(RECORDS, key=lambda record: record.__name__):
            if name in names_of_fields(cls):
                nth = names_of_fields(cls).index(name) + 1
                cases.append(f"    case {number_of_class(cls)}: return at(s, v)[{nth}];")
                heads[f"HEAD(RECORD, {number_of_class(cls) << 8 | len(names_of_fields(cls))})"] = nth
            elif hasattr(cls, name) and not callable(getattr(cls, name)):
                cases.append(
                    f"    case {number_of_class(cls)}: return (V){as_signed(self.pool.word_for(getattr(cls, name)))};"
                )
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
        return None if isinstance(value, CHANGING) or type(value) in RECORDS else self.pool.word_for(value)

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


def classes_of(functions: Iterable[Any]) -> Iterator[type]:
    """Yield the classes with slots in the packages of ``functions``, which these functions can instantiate."""
    names = {record.__name__ for record in RECORDS}
    for name in dict.fromkeys(function.__module__ for function in functions if isinstance(function, FunctionType)):
        package, module = name.rpartition(".")[0], sys.modules.get(name)
        for member in vars(module).values() if module and package else ():
            if isinstance(member, type) and member.__module__.startswith(f"{package}."):
                plain = "__slots__" in vars(member) and isinstance(vars(member).get("__init__"), FunctionType)
                if plain and "__attrs_attrs__" not in vars(member) and member.__name__ not in names:
                    names.add(member.__name__)
                    yield member


CHANGING = (list, dict, MappingProxyType, set)

REPORT = {"ENDED": "end", "SCORED": "scores", "WINNERS": "winners"}


def code_of(function: Any) -> CodeType | None:
    function = function.run if isinstance(function, Step) else function
    function = function.__func__ if isinstance(function, MethodType) else function
    return function.__code__ if isinstance(function, FunctionType) else None


def unbox_word(type: Type, word: str) -> str:
    plain = {INT: f"whole({word})", BOOL: f"flag_of({word})", FLOAT: f"real(s, {word})"}
    return plain.get(type, word)


def as_word(returns: Type, called: str) -> str:
    if returns == NOTHING:
        return f"{called}; return NONE;"
    if returns == INT:
        return f"return boxed({called});"
    if returns == BOOL:
        return f"return BOOL({called});"
    if returns == FLOAT:
        return f"return real_word(s, {called});"
    return f"return {called};"
