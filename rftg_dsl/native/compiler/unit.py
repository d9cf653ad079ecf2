"""The functions that are translated together: which C functions there are, and what they share."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import count
from types import BuiltinFunctionType, FunctionType, MethodType
from typing import Any

from rftg_dsl.native.compiler import ir
from rftg_dsl.native.compiler.clauses import TranslationError
from rftg_dsl.native.compiler.ir import Block, Const, Expr, Local, Tuple, Var
from rftg_dsl.native.compiler.pool import Pool
from rftg_dsl.native.compiler.shape import Shape
from rftg_dsl.native.compiler.sources import Source, source_of
from rftg_dsl.native.compiler.tree_facts import names_read_in
from rftg_dsl.native.compiler.types import ANY, INT, PLAY, RANDOM, Type, Types, names_of_fields, row_of


class Instance:
    """A Python function with certain constant arguments, which becomes a C function."""

    def __init__(self, source: Source, name: str) -> None:
        self.source = source
        self.name = name
        self.parameters: list[tuple[str, Expr]] = []
        """The name and value of each parameter: a variable, or what is the same in every call."""
        self.declared: dict[Var, Type] = {}
        """The types of the variables among the parameters."""
        self.returns: Type | None = None
        """The type of the result, as far as it has been inferred; None if no ``return`` has been found."""
        self.is_annotated = False
        """Whether ``returns`` is an annotation, so that it does not change."""
        self.body: Block = []
        self.calls: set[Instance] = set()

    @property
    def c_parameters(self) -> list[Local]:
        """The parameters that the C function has."""
        return [value for _, value in self.parameters if isinstance(value, Local)]

    def is_recursive(self) -> bool:
        seen: set[Instance] = set()
        new = {*self.calls}
        while new and self not in seen:
            seen |= new
            new = {called for instance in new for called in instance.calls} - seen
        return self in seen


class Unit:
    """Everything that is translated together and shares a pool of constants."""

    def __init__(
        self,
        shape: Shape,
        generated: Mapping[str, ast.FunctionDef],
        read: Callable[[Unit, Instance], Block],
    ) -> None:
        self.shape = shape
        self.records = records = shape.records
        self.types = Types(records)
        self.generated = generated
        self.pool = Pool(records)
        self.read = read
        """Reads the body of an instance, and all functions that it calls."""
        self.instances: dict[Any, Instance] = {}
        self.unfinished: list[Instance] = []
        """The instances that have been read, but not yet emitted: each after those that it calls."""
        self.warnings: dict[str, None] = {}
        self.attributes: dict[str, None] = {}
        """The attributes for which there must be a C function that finds them."""
        self.methods: dict[tuple[str, int], None] = {}
        """The methods, by name and number of arguments, for which there must be a C function that calls them."""
        self.sources: dict[Any, Source] = {}
        self.field_types = {
            (cls, name): type
            for cls in records
            for name, type in self.types.hints_of(vars(cls)["__init__"]).items()
            if name in names_of_fields(cls)
        }
        self.count = count(1)
        self.kept: list[Any] = []

    def source_for(self, function: FunctionType) -> Source:
        if function not in self.sources:
            source = source_of(function, self.generated)
            args = source.tree.args
            if args.posonlyargs or (args.kwarg and args.kwarg.arg in names_read_in(source.tree)):
                what = "its parameters are of an unsupported kind"
                raise TranslationError(what, "N2", source.file, source.tree.lineno)
            self.sources[function] = source
        return self.sources[function]

    def instance_for(self, function: FunctionType, args: Sequence[Expr | None]) -> Instance:
        """Return the C function for a Python function, folding in the constants that ``is_worth_folding`` selects."""
        source = self.source_for(function)
        is_method = function.__code__.co_varnames[:1] == ("self",)
        folded = {
            nth: arg
            for nth, arg in enumerate(args)
            if isinstance(arg, Const) and (is_worth_folding(arg.value) or (is_method and nth == 0))
        }
        key = function, tuple([(nth, id(arg.value)) for nth, arg in folded.items()])
        if key in self.instances:
            return self.instances[key]
        # Keys contain the ids of objects, so the objects must be kept alive.
        self.kept += [arg.value for arg in folded.values()]
        instance = Instance(source, f"f{next(self.count)}_{function.__name__.strip('<>')}")
        self.instances[key] = instance
        hints = self.types.hints_of(function)
        instance.returns = hints.get("return")
        instance.is_annotated = instance.returns not in (None, ANY)
        for nth, (name, type) in enumerate(self.parameters_of(source, hints)):
            given = args[nth] if nth < len(args) else None
            if nth in folded:
                value: Expr = folded[nth]
            elif type == PLAY or isinstance(given, ir.State):
                value = ir.State()
            elif type == RANDOM:
                value = ir.Bot()
            else:
                value = Local(Var(f"p{nth}_{name}"))
                instance.declared[value.var] = type
            instance.parameters.append((name, value))
        instance.body = self.read(self, instance)
        self.unfinished.append(instance)
        return instance

    def parameters_of(self, source: Source, hints: Mapping[str, Type]) -> Iterator[tuple[str, Type]]:
        args = source.tree.args
        for parameter in args.args:
            yield parameter.arg, hints.get(parameter.arg) or type_of_parameter(source, parameter.arg)
        if args.vararg is not None:
            yield args.vararg.arg, hints.get(args.vararg.arg) or row_of(None)
        for parameter in args.kwonlyargs:
            yield parameter.arg, hints.get(parameter.arg) or ANY


def type_of_parameter(source: Source, name: str) -> Type:
    """Return the type of a parameter without an annotation: lambdas have none, nor have the functions of powers."""
    if name in ("g", "play"):
        return PLAY
    return INT if source.file == "powers" and name in NUMBERS_IN_POWERS else ANY


NUMBERS_IN_POWERS = ("me", "this", "owner", "piece", "seat", "subject", "base", "n")


def is_worth_folding(value: Any) -> bool:
    """Whether an argument is folded into a separate C function; other arguments are passed at run time."""
    return value is None or isinstance(value, bool | FunctionType | MethodType | BuiltinFunctionType | type)


def is_unpassed(value: Expr | None) -> bool:
    """Whether a value cannot be a C argument, because it is a local function or a tuple with a play or a bot in it."""
    if isinstance(value, Tuple):
        return any(isinstance(part, ir.State | ir.Bot) for part in value.items)
    return isinstance(value, ir.Function)
