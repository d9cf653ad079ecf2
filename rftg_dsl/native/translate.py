"""Python to C: each function is parsed into a tree and written as C, with constants of this content folded in.

A function becomes one C function for each combination of constant functions and objects in its arguments; a function
with a single statement is inlined. A name means whatever Python would find. Types come from annotations and
assignments; a value of unknown type is a word that carries its type.
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import count
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType
from typing import Any

from attrs import evolve, field, frozen

from rftg_dsl.native.c_files import RANKS, SELDOM, SOMETIMES
from rftg_dsl.native.pool import Pool
from rftg_dsl.native.trees import Source, TranslationError, source_of
from rftg_dsl.native.types import (
    ANY,
    BOOL,
    FLOAT,
    INT,
    NOTHING,
    PLAY,
    PLAYS,
    RANDOM,
    RECORDS,
    TEXT,
    Type,
    join,
    row_of,
    type_of_hint,
)

UNKNOWN: Any = type("Unknown", (), {"__repr__": lambda self: "UNKNOWN"})()
UNROLLED = 12
"""Loops over at most this many constants are unrolled."""

C_TYPE = {"int": "int64_t", "bool": "int", "float": "double"}


@frozen(eq=False)
class Closure:
    """A lambda or a local function, with the scope in which it is defined."""

    tree: ast.Lambda | ast.FunctionDef
    scope: Scope
    defaults: tuple[Exp, ...] = ()


@frozen(eq=False)
class Exp:
    """A value during translation: its type and C expression, or the value itself if it is known."""

    type: Type
    text: str = ""
    known: Any = UNKNOWN
    parts: tuple[Exp, ...] | None = None
    """Items of a tuple or list display, which need not exist in C."""
    closure: Closure | None = None
    walked: str = ""
    """For an item of a walked list: code to emit at the end of the round, in case the list has changed."""
    is_new: bool = False
    """Whether this item of a walk is a text that no earlier round had."""

    @property
    def is_known(self) -> bool:
        return self.known is not UNKNOWN


SELF = Exp(PLAY, "s")


def make_constant(value: Any) -> Exp:
    return Exp(type_of(value), "", value)


def type_of(value: Any) -> Type:
    if type(value) is int:
        return INT
    if type(value) is bool:
        return BOOL
    if type(value) is str:
        return TEXT
    if type(value) is float:
        return FLOAT
    if value is None:
        return NOTHING
    if isinstance(value, range | bytes):
        return row_of(INT)
    if isinstance(value, tuple | list | set | frozenset):
        items = {type_of(member) for member in value}
        joined = None
        for kind in items:
            joined = kind if joined is None else join(joined, kind)
        return row_of(joined)
    if isinstance(value, Mapping):
        item = key = None
        for kind in {type_of(each) for each in value.values()}:
            item = kind if item is None else join(item, kind)
        for kind in {type_of(each) for each in value}:
            key = kind if key is None else join(key, kind)
        return Type("map", None if item == ANY else item, None if key == ANY else key)
    if type(value) in RECORDS:
        return Type("record", name=type(value).__name__)
    return ANY


@frozen(eq=False)
class Shape:
    """The layout of a play in a native state."""

    arrays: Mapping[str, int]
    """Lists of numbers, with their lengths."""
    rows: Mapping[str, tuple[int, Type]]
    """Lists of other values, with their lengths and the types of their items."""
    numbers: Sequence[str]
    flags: Sequence[str]
    words: Mapping[str, Type]
    constants: Mapping[str, Any]


class Scope:
    """The names of a function, or of a comprehension within it."""

    def __init__(self, source: Source, outer: Scope | None = None) -> None:
        self.source = source
        self.outer = outer
        self.names: dict[str, Slot] = {}
        self.once: set[str] = set()
        """Names that are assigned in one place only."""

    def find(self, name: str) -> Slot | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None


class Slot:
    """A local variable."""

    def __init__(self, text: str, type: Type | None = None, value: Exp | None = None) -> None:
        self.text = text
        self.type = type
        self.value = value
        """The value, until something else is assigned."""


@frozen(eq=False)
class Instance:
    """A function with certain constant arguments."""

    source: Source
    given: tuple[Any, ...]
    name: str
    parameters: list[tuple[str, Exp]]
    state: dict[str, Any] = field(factory=dict)

    @property
    def returns(self) -> Type:
        return self.state.get("returns") or ANY


class Returning:
    """The target of an inlined function's result: a variable, and the label to jump to."""

    def __init__(self, slot: Slot | None, label: str) -> None:
        self.slot = slot
        self.label = label
        self.single: Exp | None = None


@frozen
class Made:
    """A C function."""

    head: str
    text: str
    part: str


class Unit:
    """Everything that is translated together."""

    def __init__(self, shape: Shape, generated: Mapping[str, ast.FunctionDef], parts: Mapping[CodeType, str]) -> None:
        self.shape = shape
        self.parts = parts
        """The C file for each function, by its code object; see ``c_files``."""
        self.generated = generated
        self.pool = Pool(fields_of)
        self.instances: dict[Any, Instance] = {}
        self.kept: list[Any] = []
        self.warnings: dict[str, None] = {}
        self.count = count(1)
        self.made: dict[str, Made] = {}
        self.aliases: dict[str, str] = {}
        """Other names of C functions with equal text."""
        self.attributes: dict[str, None] = {}
        self.methods: dict[tuple[str, int], None] = {}
        self.wrapped: dict[int, str] = {}
        self.sources: dict[Any, Source] = {}
        self.field_types = {
            (cls, name): hints_of(vars(cls)["__init__"]).get(name, ANY)
            for cls in RECORDS
            for name in names_of_fields(cls)
        }
        self.alike: dict[str, str] = {}

    def source_for(self, function: FunctionType) -> Source:
        if function not in self.sources:
            source = source_of(function, self.generated)
            args = source.tree.args
            if args.posonlyargs or (args.kwarg and args.kwarg.arg in names_read_in(source.tree)):
                raise TranslationError("its parameters are of an unusual sort", source.file, source.tree.lineno)
            self.sources[function] = source
        return self.sources[function]

    def instance_for(self, function: FunctionType, args: Sequence[Exp | None]) -> Instance:
        """The C function for a Python function, with some constant arguments folded in: see ``is_worth_folding``."""
        source = self.source_for(function)
        method = function.__code__.co_varnames[:1] == ("self",)
        folded = {
            nth
            for nth, arg in enumerate(args)
            if arg and (is_worth_folding(arg) or (method and nth == 0 and arg.is_known))
        }
        key = (function, tuple([(nth, id(arg.known)) for nth, arg in enumerate(args) if arg and nth in folded]))
        if key in self.instances:
            return self.instances[key]
        # Keys contain ids, so the objects must stay alive.
        self.kept += [arg.known for arg in args if arg is not None]
        name = f"f{next(self.count)}_{function.__name__.strip('<>')}"
        made = self.instances[key] = Instance(source, key, name, parameters_of(source, args, folded))
        hints = hints_of(function)
        made.state["returns"] = hints.get("return")
        made.state["said"] = "return" in hints and hints["return"] != ANY
        self.write(made)
        return made

    def part_of(self, code: CodeType) -> str:
        """The C file for a function; not ``SELDOM`` if generated, as samples do not show which powers are used."""
        return self.parts.get(code) or (SOMETIMES if code.co_name in self.generated else SELDOM)

    def text_of(self, instance: Instance) -> str:
        """The C text of a function; one that cannot be translated gives a warning and hands the game back to Python."""
        raise NotImplementedError

    def write(self, instance: Instance) -> None:
        """Write a C function, or make its name an alias of one with equal text."""
        instance.state["busy"] = True
        text = self.text_of(instance)
        instance.state["busy"] = False
        name, part = instance.name, self.part_of(instance.source.function.__code__)
        # Compared without its own name, in case it is recursive.
        alike = text.replace(name, "")
        # Instances for different constants often come out the same.
        if alike in self.alike:
            first = self.aliases[name] = self.alike[alike]
            self.made[first] = evolve(self.made[first], part=min(part, self.made[first].part, key=RANKS.index))
        else:
            self.alike[alike] = name
            self.made[name] = Made(instance.state["head"], text, part)


def parameters_of(source: Source, args: Sequence[Exp | None], folded: Collection[int]) -> list[tuple[str, Exp]]:
    hints, tree = hints_of(source.function), source.tree.args

    def parameter_at(nth: int, name: str, otherwise: Type) -> tuple[str, Exp]:
        argument = args[nth] if nth < len(args) else None
        if argument is not None and nth in folded:
            return name, argument
        type = PLAY if argument is not None and argument.type == PLAY else hints.get(name) or otherwise
        plain = {PLAY: SELF, RANDOM: Exp(RANDOM, "bot")}
        return name, plain.get(type) or Exp(type, f"p{nth}_{name}")

    parameters = [
        parameter_at(nth, parameter.arg, type_of_parameter(source, parameter.arg))
        for nth, parameter in enumerate(tree.args)
    ]
    if tree.vararg is not None:
        rest = tree.vararg.arg
        parameters.append((rest, Exp(hints.get("*" + rest) or row_of(None), f"p_{rest}")))
    return [
        *parameters,
        *[parameter_at(nth, parameter.arg, ANY) for nth, parameter in enumerate(tree.kwonlyargs, len(parameters))],
    ]


def type_of_parameter(source: Source, name: str) -> Type:
    """The type of a parameter without annotation, as powers and lambdas have them."""
    if name in ("g", "play"):
        return PLAY
    return (
        INT
        if name in ("me", "this", "owner", "piece", "seat", "subject", "base", "n") and source.file == "powers"
        else ANY
    )


def hints_of(function: FunctionType) -> dict[str, Type]:
    """The types of annotations; unreadable annotations are left out."""
    hints: dict[str, Type] = {}
    names = dict(function.__globals__)
    code = function.__code__
    varargs = code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if code.co_flags & 4 else ""
    for name, hint in function.__annotations__.items():
        if isinstance(hint, str):
            try:
                hint = eval(hint, names)
            except (NameError, TypeError, AttributeError):
                continue
        type = type_of_hint(hint)
        if name == varargs:
            hints["*" + name] = row_of(type)
        elif type != ANY or name == "return":
            hints[name] = type
    if "self" not in hints and function.__qualname__.split(".")[0] in PLAYS:
        hints["self"] = PLAY
    elif "." in function.__qualname__:
        cls = next(
            (record for record in RECORDS if record.__qualname__ == function.__qualname__.rpartition(".")[0]), None
        )
        if cls is not None and code.co_varnames[:1] == ("self",):
            hints["self"] = Type("record", name=cls.__name__)
    return hints


def is_worth_folding(argument: Exp) -> bool:
    """Whether a constant argument gets a function of its own; others are passed at run time."""
    if argument.closure is not None:
        return True
    if not argument.is_known:
        return False
    value = argument.known
    return value is None or isinstance(value, bool | FunctionType | MethodType | BuiltinFunctionType | type)


def fields_of(value: Any) -> list[Any]:
    return [getattr(value, name, None) for name in names_of_fields(type(value))]


def names_of_fields(record: type) -> list[str]:
    slots = [
        name for cls in reversed(record.__mro__) for name in getattr(cls, "__slots__", ()) if name != "__weakref__"
    ]
    return slots


class Chance:
    """Stands for a play's source of chance."""


# -- facts about trees --------------------------------------------------------------------------------------------


KEPT = 2_000
"""Maximum trees whose results are cached, because each tree is examined many times."""


@lru_cache(KEPT)
def assignments_in(tree: ast.AST) -> Sequence[str]:
    """The names assigned in a tree, with repeats."""
    return [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]


def names_assigned_in(tree: ast.AST) -> set[str]:
    return {*assignments_in(tree)}


def names_read_in(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


QUIET = frozenset(("get", "len", "min", "max", "sum", "abs", "int", "bool"))
"""Calls that change nothing."""


def is_harmless(loop: ast.For) -> bool:
    """Whether a loop's body can change neither what the loop walks over nor anything outside local variables."""
    walked = names_read_in(loop.iter)
    for node in [each for line in loop.body for each in ast.walk(line)]:
        if isinstance(node, ast.Call):
            called = node.func
            if (called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")) not in QUIET:
                return False
        elif isinstance(node, ast.Attribute | ast.Subscript | ast.Name) and not isinstance(node.ctx, ast.Load):
            name = node.value if isinstance(node, ast.Subscript) else node
            if not isinstance(name, ast.Name) or name.id in walked:
                return False
    return True


def is_used_at_once(node: ast.Assign, following: ast.stmt | None, tree: ast.AST) -> bool:
    """Whether a generator is consumed once, by the statement after it, so that its laziness does not show."""
    [target, *others] = node.targets
    if others or not isinstance(target, ast.Name) or not isinstance(node.value, ast.GeneratorExp):
        return False
    if not isinstance(following, ast.Assign | ast.Return):
        return False
    uses = [use for use in ast.walk(tree) if isinstance(use, ast.Name) and use.id == target.id]
    value = following.value
    if isinstance(value, ast.ListComp | ast.SetComp | ast.DictComp):
        return len(uses) == 2 and value.generators[0].iter in uses
    called = (
        isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id in ("tuple", "list", "set")
    )
    return len(uses) == 2 and called and value.args[:1] == [use for use in uses if use is not target]  # type: ignore[union-attr]


def names_assigned_once_in(tree: ast.AST) -> set[str]:
    return {name for name, times in Counter(assignments_in(tree)).items() if times == 1}


@lru_cache(KEPT)
def is_generator(tree: ast.AST) -> bool:
    return any(isinstance(node, ast.Yield | ast.YieldFrom) for node in ast.walk(tree))


def single_result_of(tree: ast.FunctionDef) -> Any:
    """The result of a single-statement function; None for any other function."""
    body = tree.body
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    if len(body) == 1 and isinstance(body[0], ast.Return) and body[0].value is not None:
        return body[0].value
    if len(body) == 1 and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Call):
        return body[0].value
    return None


def is_repeatable(text: str) -> bool:
    """Whether evaluating a C expression twice is free: a variable or a number."""
    return bool(re.fullmatch(r"[A-Za-z_]\w*|\(?-?\d+(LL)?\)?|\(V\)-?\d+", text))


def as_load(target: ast.expr) -> ast.expr:
    if isinstance(target, ast.Name):
        return ast.Name(target.id, ast.Load())
    assert isinstance(target, ast.Attribute)
    return ast.Attribute(target.value, target.attr, ast.Load())


def parameters_in_c(instance: Instance) -> list[Exp]:
    return [
        parameter
        for _, parameter in instance.parameters
        if not parameter.is_known and parameter.type not in (PLAY, RANDOM)
    ]
