"""The whole of a game as one C file: its state, its functions, and how they are called by number."""

from __future__ import annotations

import ast
import struct
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import FunctionType, MethodType
from typing import Any

from rftg_dsl.compile.bind import Tally
from rftg_dsl.compile.expressions import ME, THIS, G
from rftg_dsl.compile.generate import SAME_ABOUT, Generator
from rftg_dsl.compile.lowered import Acted, Lowered
from rftg_dsl.compile.python import call, name, statement
from rftg_dsl.compile.rules import Rules
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Bag, One, Range, Some
from rftg_dsl.kernel.hook import Bound
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.step import Step
from rftg_dsl.limits import CHAIN
from rftg_dsl.native.calls import Chance_
from rftg_dsl.native.pool import ABSENT, BLOCK, DICT, LIST
from rftg_dsl.native.translate import hints_of, Exp, Instance, Shape, Unit, c_parameters, field_names
from rftg_dsl.native.types import ANY, BOOL, FLOAT, INT, NOTHING, PLAY, RANDOM, RECORDS, TEXT, UNPASSED, Type, row_of

RECORDS |= {One, Some, Bag, Range, Bound, Decision}
C_TYPE = {"int": "int64_t", "bool": "int", "float": "double"}


class Kept(Generator):
    """The generator of powers, which keeps the trees of its functions."""

    trees: dict[str, ast.FunctionDef]

    def functions(self, power: Lowered, title: str) -> dict[str, ast.FunctionDef]:
        """The definitions of one power."""
        self.title = title
        found = super().functions(power, title)
        self.trees |= {one.name: one for one in found.values()}
        return found

    def first(self, power: Acted) -> list[ast.stmt]:
        """The first segment is called: there it stands once."""
        return [statement(call(name(f"{self.title}segment0"), G, ME, THIS, SAME_ABOUT))]

    def counting(self, tally: Tally, title: str) -> ast.FunctionDef:
        """The function of a tally."""
        found = super().counting(tally, title)
        self.trees[found.name] = found
        return found


def shape_of(rules: Rules) -> Shape:
    """Where the parts of a play of these rules lie."""
    layout = rules.layout
    pieces = len(layout.pieces)
    return Shape(
        arrays={
            "stock": len(layout.cell_names),
            "place_of": pieces,
            "side": pieces,
            "tag": pieces,
            "entered": pieces,
            "counters": len(layout.counter_names),
        },
        rows={"zone": (layout.places, row_of(INT)), "facts": (len(layout.facts), ANY)},
        numbers=("last_entered", "woken", "since", "over"),
        words={
            "cause": TEXT,
            "paused": TEXT,
            "agenda": row_of(None),
            "later": row_of(None),
            "pending": ANY,
            "luck": Type("map", INT, TEXT),
            "hooks": Type("map", None, TEXT),
            "events": row_of(None),
            "drawn": row_of(None),
            "options": Type("map", TEXT, TEXT),
        },
        constants={
            "rules": rules,
            "numbers": rules.numbers,
            "layout": layout,
            "own_points": rules.own_points,
            "observer": None,
            "chance": Chance_(),
        },
    )


class Program(Unit):
    """Everything of one game for a number of seats."""

    def __init__(self, rules: Rules, trees: Mapping[str, ast.FunctionDef]) -> None:
        super().__init__(shape_of(rules), trees)
        self.rules = rules
        self.field_types: dict[tuple[type, str], Type] = {}
        from rftg_dsl.native.translate import hints_of

        for cls in RECORDS:
            hints = hints_of(cls.__init__)
            for name in field_names(cls):
                self.field_types[cls, name] = hints.get(name, ANY)

    # -- what bodies ask -----------------------------------------------------------------------------------------

    def note_field(self, cls: type, name: str, type: Type) -> None:
        """A field gets a value."""

    def names_of(self, cls: type) -> Sequence[str]:
        """The fields of a record class."""
        return field_names(cls)

    def field_type(self, name: str) -> Type:
        """What an attribute of something unknown is."""
        return ANY

    def method_type(self, name: str, classes: Sequence[type], n: int) -> Type:
        """What a method of a record returns."""
        from rftg_dsl.native.translate import hints_of

        found = {hints_of(getattr(cls, name)).get("return", ANY) for cls in classes}
        return found.pop() if len(found) == 1 else ANY

    # -- the whole -----------------------------------------------------------------------------------------------

    def translate(self) -> str:
        """The C of the whole game."""
        steps = {self.pool.text(name): self.pool.object(step) for name, step in self.rules.steps.items()}
        self.methods["draw", 1] = None
        self.attributes |= {"form": None, "seat": None}
        take = self.instance(Play.take, [Exp(PLAY, "s")])
        empty = self.pool.text("")
        wrappers: dict[int, str] = {}
        methods: dict[tuple[str, int], str] = {}
        done = -1
        tables: dict[str, list[int]] = {}
        while True:
            size = (len(wrappers), len(methods), len(self.pool.objects), len(self.attributes), len(self.methods))
            if size == done:
                break
            done = size
            for nth, one in enumerate([*self.pool.objects]):
                if nth not in wrappers:
                    wrappers[nth] = self.wrapper(nth, one)
            for key in [*self.methods]:
                if key not in methods:
                    methods[key] = self.dispatch(*key)
            for name in [*self.attributes]:
                row = tables.setdefault(name, [])
                for one in self.pool.objects[len(row) :]:
                    row.append(self.looked_up(one, name))
        attributes = [self.looking(name, row) for name, row in tables.items()]
        runtime = (Path(__file__).parent / "runtime.c").read_text("utf-8")
        play = (Path(__file__).parent / "play.c").read_text("utf-8")
        self.image = self.image_of(self.rules.start(Seeded("", "")))
        texts = self.table_of_texts()
        return "\n\n".join(
            [
                runtime,
                self.state(),
                self.step_numbers(steps),
                f"#define NO_TEXT ((V){empty})\n#define CHAIN_MOST {CHAIN.most}\n#define TAKE {take.name}",
                "static void run(State *s);",
                f"static const int64_t TEXTS = {texts[0]}, TEXTS_MASK = {texts[1]};",
                "static V apply(State *s, V f, const V *a, int64_t n);",
                "static V apply_row(State *s, V f, V args) { Row r = row(s, args); return apply(s, f, r.items, r.n); }",
                "\n".join(f"static V attr_{name}(State *s, V v);" for name in tables),
                "\n".join(methods[key].partition("{")[0].strip() + ";" for key in methods),
                "\n".join(self.declared),
                *attributes,
                *methods.values(),
                *self.texts,
                *[one for one in wrappers.values() if one],
                "typedef V (*Wrapper)(State *, const V *, int64_t);\nstatic const Wrapper WRAPPERS[] = {"
                + ", ".join(f"w{nth}" if wrappers[nth] else "0" for nth in sorted(wrappers))
                + "};",
                play,
            ]
        )

    def step_numbers(self, steps: Mapping[int, int]) -> str:
        """The number of each step, by where its name stands: they stand before everything else."""
        numbers = [0] * (max(steps) // 8 + 1)
        for name, step in steps.items():
            numbers[name // 8] = step >> 3
        return f"static const uint16_t STEP_AT[] = {{{', '.join(map(str, numbers))}}};\n#define STEPS_END {len(numbers)}"

    def wrapper(self, nth: int, value: Any) -> str:
        """What calls a function by its number, with words."""
        given: list[Exp | None] = []
        function = value.run if isinstance(value, Step) else value
        if isinstance(function, MethodType):
            given = [Exp(PLAY, "s") if function.__self__ is None else Exp(ANY, "", function.__self__)]
            function = function.__func__
        if function in (max, min):
            return f"static V w{nth}(State *s, const V *a, int64_t n) {{ return extreme_of(s, a, n, {int(function is max)}); }}"
        if not isinstance(function, FunctionType):
            return ""
        instance = self.instance(function, given)
        code = function.__code__
        names = [name for name, _ in instance.parameters]
        texts, at = ["s"], 0
        defaults = function.__defaults__ or ()
        rest = names[code.co_argcount] if code.co_flags & 4 else ""
        for name, one in instance.parameters:
            if one.is_known or one.type in UNPASSED:
                continue
            if name == rest:
                texts.append(f"n > {at} ? tuple_of(s, a + {at}, n - {at}) : (V){self.pool.word(())}")
                continue
            index = names.index(name)
            if index >= code.co_argcount:
                word = f"(V){self.pool.word((function.__kwdefaults__ or {})[name])}"
            else:
                missing = index - (code.co_argcount - len(defaults))
                word = f"(n > {at} ? a[{at}] : (V){self.pool.word(defaults[missing])})" if missing >= 0 else f"a[{at}]"
                at += 1
            texts.append(f"num({word})" if one.type == INT else f"truth(s, {word})" if one.type == BOOL else word)
        called = f"{instance.name}({', '.join(texts)})"
        needed = sum(1 for name, one in instance.parameters if not one.is_known and one.type not in UNPASSED and name != rest and names.index(name) < code.co_argcount - len(defaults))
        check = f"if (n < {needed}) fail(UNUSUAL, \"an argument is missing\"); " if needed else ""
        result = as_word(instance.returns, called)
        return f"static V w{nth}(State *s, const V *a, int64_t n) {{ {check}{result} }}"

    def dispatch(self, name: str, n: int) -> str:
        """What calls a method of whatever record it is."""
        free = {cls: getattr(cls, name) for cls in RECORDS if isinstance(getattr(cls, name, None), FunctionType)}
        random = any(RANDOM in hints_of(one).values() for one in free.values())
        parameters = "".join(f", V a{nth}" for nth in range(n - random))
        cases = []
        for cls in sorted(RECORDS, key=lambda one: one.__name__):
            method = getattr(cls, name, None)
            if isinstance(method, FunctionType) and name not in field_names(cls) and method.__code__.co_argcount == n + 1:
                instance = self.instance(method, [Exp(Type("record", name=cls.__name__), "v"), *[None] * n])
                words = [f"num(a{nth})" if one.type == INT else f"truth(s, a{nth})" if one.type == BOOL else f"a{nth}" for nth, one in enumerate(c_parameters(instance)[1:])]
                called = f"{instance.name}({', '.join(['s', 'v', *words])})"
                cases.append(f"    case {self.pool.class_of(cls)}: {as_word(instance.returns, called)}")
        return "\n".join(
            [
                f"static V method_{name}_{n}(State *s, V v{parameters}) {{",
                "  if (!IS_HEAP(v) || TYPE(*at(s, v)) != RECORD) fail(UNUSUAL, \"something has no such method\");",
                "  switch (SIZE(*at(s, v)) >> 8) {",
                *cases,
                "  }",
                "  fail(UNUSUAL, \"something has no such method\");",
                "}",
            ]
        )

    def looked_up(self, one: Any, name: str) -> int:
        """The word for an attribute of an object."""
        if isinstance(one, FunctionType | MethodType) or not hasattr(one, name):
            return ABSENT
        return self.pool.word(getattr(one, name))

    def looking(self, name: str, row: Sequence[int]) -> str:
        """What looks up an attribute."""
        at = self.pool.put([BLOCK | len(row) << 8, *row])
        cases = [
            f"    case {self.pool.class_of(cls)}: return at(s, v)[{field_names(cls).index(name) + 1}];"
            for cls in sorted(RECORDS, key=lambda one: one.__name__)
            if name in field_names(cls)
        ]
        return "\n".join(
            [
                f"static V attr_{name}(State *s, V v) {{",
                "  if (IS_OBJECT(v)) {",
                f"    V found = ((const V *)(pool + {at - 2 + 8}))[NUMBER(v)];",
                "    if (found == ABSENT) fail(UNUSUAL, \"an attribute is missing\");",
                "    return found;",
                "  }",
                "  if (IS_HEAP(v) && TYPE(*at(s, v)) == RECORD) switch (SIZE(*at(s, v)) >> 8) {",
                *cases,
                "  }",
                "  fail(UNUSUAL, \"an attribute is missing\");",
                "}",
            ]
        )

    def image_of(self, play: Play[Any]) -> bytes:
        """The state of a play as bytes."""
        shape, pool = self.shape, self.pool
        arrays = sum(max(1, n) for n in shape.arrays.values())
        words = 1 + len(shape.numbers) + len(shape.words) + sum(n for n, _ in shape.rows.values())
        floor = (words * 8 + arrays * 4 + 7) // 8 * 8
        heap: list[int] = []

        def put(*added: int) -> int:
            at = floor + len(heap) * 8
            heap.extend(added)
            return at

        def a_list(items: Sequence[Any]) -> int:
            room = len(items) + 8
            things = put(BLOCK | room << 8, *[pool.word(one) for one in items], *[0] * 8)
            return put(LIST, len(items), room, things)

        def a_dict(value: Mapping[Any, Any]) -> int:
            assert not value
            things = put(BLOCK | 16 << 8, *[0] * 16)
            return put(DICT, 0, 8, things, 0, 0)

        found = {
            "cause": pool.word(play.cause),
            "paused": pool.word(play.paused),
            "agenda": a_list(play.agenda),
            "later": a_list(play.later),
            "pending": pool.word(None),
            "luck": a_dict(play.luck),
            "hooks": a_dict(play.hooks),
            "events": a_list(play.events),
            "drawn": a_list(play.drawn),
            "options": pool.word(dict(play.options)),
        }
        numbers = [getattr(play, name) for name in shape.numbers]
        rows = [pool.word(one) for name in shape.rows for one in getattr(play, name)]
        head = struct.pack(f"<{words}Q", floor + len(heap) * 8, *numbers, *[found[name] for name in shape.words], *rows)
        flat = [one for name in shape.arrays for one in (getattr(play, name) or [0])]
        body = struct.pack(f"<{len(flat)}i", *flat)
        return (head + body).ljust(floor, b"\0") + struct.pack(f"<{len(heap)}Q", *heap)

    def table_of_texts(self) -> tuple[int, int]:
        """The table of all texts by digest, and its mask."""
        size = 16
        while size < len(self.pool.texts) * 2:
            size *= 2
        spots = [ABSENT] * size
        for word in self.pool.texts.values():
            at = self.pool.words[word // 8 + 1] & size - 1
            while spots[at] != ABSENT:
                at = at + 1 & size - 1
            spots[at] = word
        return self.pool.put([BLOCK | size << 8, *spots]) - 2 + 8, size - 1

    def state(self) -> str:
        """The state of a game as a C struct, with what the runtime asks of it."""
        shape = self.shape
        lines = ["struct State {", "  uint64_t top;"]
        lines += [f"  int64_t {name};" for name in shape.numbers]
        lines += [f"  V {name};" for name in shape.words]
        lines += [f"  V {name}[{n}];" for name, (n, _) in shape.rows.items()]
        lines += [f"  int32_t {name}[{n or 1}];" for name, n in shape.arrays.items()]
        lines += ["};"]
        first = next(iter(shape.words))
        roots = len(shape.words) + sum(n for n, _ in shape.rows.values())
        names = [*shape.arrays]
        return "\n".join(
            [
                *lines,
                "static char *arena_of(State *s) { return (char *)s; }",
                "static uint64_t *top_of(State *s) { return &s->top; }",
                f"static V *roots_of(State *s, int64_t *n) {{ *n = {roots}; return &s->{first}; }}",
                "static uint64_t floor_of(State *s) { return (sizeof *s + 7) / 8 * 8; }",
                "static int64_t array_length(State *s, int k) { switch (k) {",
                *[f"  case {nth}: return {shape.arrays[name]};" for nth, name in enumerate(names)],
                "  } return 0; }",
                "static int64_t array_item(State *s, int k, int64_t i) { switch (k) {",
                *[f"  case {nth}: return s->{name}[spot(i, {shape.arrays[name]})];" for nth, name in enumerate(names)],
                "  } return 0; }",
                *[
                    f"static inline int32_t checked_{name}(int64_t n) {{ if ((int32_t)n != n) too_large(); return (int32_t)n; }}"
                    for name in names
                ],
            ]
        )


def as_word(returns: Type, called: str) -> str:
    """A statement that returns what a call gives, as a word."""
    if returns == NOTHING:
        return f"{called}; return NONE;"
    if returns == INT:
        return f"return boxed({called});"
    if returns == BOOL:
        return f"return BOOL({called});"
    return f"return {called};"
