"""Python to C: each function is parsed into a tree and written as C, with the constants in the content folded in.

A function becomes a separate C function for each combination of constant functions and objects among its arguments. A
function with a single short statement is inlined. A name has the meaning that it would have in Python. Types are
inferred from annotations and assignments; a value of unknown type is a word that carries its own type.
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
"""The maximum number of constants over which a loop is unrolled."""

C_TYPE = {"int": "int64_t", "bool": "int", "float": "double"}


@frozen(eq=False)
class Closure:
    """A lambda or local function, with the scope in which it is defined."""

    tree: ast.Lambda | ast.FunctionDef
    scope: Scope
    defaults: tuple[Exp, ...] = ()


@frozen(eq=False)
class Exp:
    """A value during translation: its type, and either its C expression or, if it is known, the value itself."""

    type: Type
    text: str = ""
    known: Any = UNKNOWN
    parts: tuple[Exp, ...] | None = None
    """The items of a tuple, which does not have to exist in C as a whole."""
    closure: Closure | None = None
    walked: str = ""
    """For an item of a list in a loop, code to emit at the end of an iteration, in case the list has changed."""
    is_new: bool = False
    """Whether the value is a string that did not occur in any earlier iteration of its loop."""

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
    """The names of fields that are lists of numbers, with the lengths of the lists."""
    rows: Mapping[str, tuple[int, Type]]
    """The names of fields that are lists of other values, with the lengths and the types of the items."""
    numbers: Sequence[str]
    flags: Sequence[str]
    words: Mapping[str, Type]
    constants: Mapping[str, Any]


class Scope:
    """The names in a function, or in a comprehension within it."""

    def __init__(self, source: Source, outer: Scope | None = None) -> None:
        self.source = source
        self.outer = outer
        self.names: dict[str, Slot] = {}
        self.once: set[str] = set()
        """The names that are assigned in only one place."""

    def find(self, name: str) -> Slot | None:
        scope: Scope | None = self
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.outer
        return None


class Slot:
    """A local variable, or a name for a value that needs no variable in C."""

    def __init__(self, text: str, type: Type | None = None, value: Exp | None = None) -> None:
        self.text = text
        self.type = type
        self.value = value
        """The value to which the name refers directly; None if the value is in a C variable."""


@frozen(eq=False)
class Instance:
    """A Python function with certain constant arguments, which becomes a C function."""

    source: Source
    given: tuple[Any, ...]
    name: str
    parameters: list[tuple[str, Exp]]
    state: dict[str, Any] = field(factory=dict)

    @property
    def returns(self) -> Type:
        return self.state.get("returns") or ANY


class Returning:
    """The target of an inlined function's ``return``: the variable for the result, and the label to jump to."""

    def __init__(self, slot: Slot | None, label: str) -> None:
        self.slot = slot
        self.label = label
        self.single: Exp | None = None


@frozen
class Made:
    """A C function that has been written: its head, its source, and the file it belongs to."""

    head: str
    text: str
    part: str


class Unit:
    """Everything that is translated together and shares a pool of constants."""

    def __init__(self, shape: Shape, generated: Mapping[str, ast.FunctionDef], parts: Mapping[CodeType, str]) -> None:
        self.shape = shape
        self.parts = parts
        """For each function's code object, the C file that the function belongs to; see ``c_files``."""
        self.generated = generated
        self.pool = Pool(fields_of)
        self.instances: dict[Any, Instance] = {}
        self.kept: list[Any] = []
        self.warnings: dict[str, None] = {}
        self.count = count(1)
        self.made: dict[str, Made] = {}
        self.aliases: dict[str, str] = {}
        """Additional names of C functions, for functions whose C source would be identical."""
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
                raise TranslationError("its parameters are of an unsupported kind", source.file, source.tree.lineno)
            self.sources[function] = source
        return self.sources[function]

    def instance_for(self, function: FunctionType, args: Sequence[Exp | None]) -> Instance:
        """Return the C function for a Python function, folding in the constants that ``is_worth_folding`` selects."""
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
        # Keys contain the ids of objects, so the objects must be kept alive.
        self.kept += [arg.known for arg in args if arg is not None]
        name = f"f{next(self.count)}_{function.__name__.strip('<>')}"
        made = self.instances[key] = Instance(source, key, name, parameters_of(source, args, folded))
        hints = hints_of(function)
        made.state["returns"] = hints.get("return")
        made.state["said"] = "return" in hints and hints["return"] != ANY
        self.write(made)
        return made

    def part_of(self, code: CodeType) -> str:
        """Return the C file for a function. A generated function that no sample game has called is in ``SOMETIMES``."""
        return self.parts.get(code) or (SOMETIMES if code.co_name in self.generated else SELDOM)

    def text_of(self, instance: Instance) -> str:
        """Return the C source of a function. An untranslatable function causes a warning and a fallback to Python."""
        raise NotImplementedError

    def write(self, instance: Instance) -> None:
        """Write a C function, or make its name an alias if there is already a function with the same source."""
        instance.state["busy"] = True
        text = self.text_of(instance)
        instance.state["busy"] = False
        name, part = instance.name, self.part_of(instance.source.function.__code__)
        # Compare the source without the function's own name, in case the function is recursive.
        alike = text.replace(name, "")
        # Instances for different constants often have the same source.
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
    """Return the type of a parameter without an annotation, such as in a power or a lambda."""
    if name in ("g", "play"):
        return PLAY
    return (
        INT
        if name in ("me", "this", "owner", "piece", "seat", "subject", "base", "n") and source.file == "powers"
        else ANY
    )


def hints_of(function: FunctionType) -> dict[str, Type]:
    """Return the types of a function's annotations; annotations that cannot be evaluated are omitted."""
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
    """Whether an argument is folded into a separate C function; other arguments are passed at run time."""
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
    """A placeholder for a play's source of randomness."""


# -- facts about trees --------------------------------------------------------------------------------------------


KEPT = 2_000
"""The maximum number of trees whose results are cached; each tree is examined many times."""


@lru_cache(KEPT)
def assignments_in(tree: ast.AST) -> Sequence[str]:
    """List the names assigned in a tree, including repetitions."""
    return [node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)]


def names_assigned_in(tree: ast.AST) -> set[str]:
    return {*assignments_in(tree)}


def names_read_in(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)}


QUIET = frozenset(("get", "len", "min", "max", "sum", "abs", "int", "bool"))
"""Functions and methods that change nothing."""


def is_harmless(loop: ast.For) -> bool:
    """Whether the only effect of a loop's body is to change local variables that the loop's iterable does not use."""
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
    """Whether a generator is consumed only by the next statement, so that its laziness makes no difference."""
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
    """Return the expression in a function's single statement; None if the function has more statements."""
    body = tree.body
    if body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
        body = body[1:]
    if len(body) == 1 and isinstance(body[0], ast.Return) and body[0].value is not None:
        return body[0].value
    if len(body) == 1 and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Call):
        return body[0].value
    return None


def is_repeatable(text: str) -> bool:
    """Whether a C expression is a variable or a number, so that evaluating it twice costs nothing."""
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
