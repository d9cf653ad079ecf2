"""Calls of functions: by copying a small function into the caller, or by calling the C function for it."""

from __future__ import annotations

import ast
from collections.abc import Mapping, Sequence
from inspect import CO_GENERATOR
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.step import Step
from rftg_dsl.native.compiler import ir
from rftg_dsl.native.compiler.binding import bind, bind_names
from rftg_dsl.native.compiler.ir import Const, Expr, Local, Tuple
from rftg_dsl.native.compiler.reader import Reader, Returning, Scope
from rftg_dsl.native.compiler.runtime import FUNCTIONS, METHODS, STATE_METHODS
from rftg_dsl.native.compiler.shape import Chance
from rftg_dsl.native.compiler.sources import Source
from rftg_dsl.native.compiler.tree_facts import (
    is_generator,
    names_assigned_in,
    names_assigned_once_in,
    names_of_parameters,
    single_result_of,
    without_docstring,
)
from rftg_dsl.native.compiler.types import HAS_REST
from rftg_dsl.native.compiler.unit import is_unpassed
from rftg_dsl.native.compiler.values import check_stored, length_of, load_attribute
from rftg_dsl.native.compiler.walks import check_not_lazy

AT_ONCE = ("join", "extend", "update")
"""Methods that consume their argument immediately, so that a lazy argument is safe."""

DEEP = 40
"""The maximum depth of inlining."""

SHORT = 450
"""The maximum length of the AST dump of a statement for which a function is copied into its callers."""

Args = Sequence[Expr]
Keywords = Mapping[str, Expr]


# -- the call expression ---------------------------------------------------------------------------------------------


def read_call(reader: Reader, scope: Scope, node: ast.Call) -> Expr:
    match node.func:
        case ast.Attribute(ast.Call(ast.Name("super")), name):
            return call_base(reader, scope, name, node)
        case ast.Attribute(of, name):
            return call_attribute(reader, scope, reader.evaluate(scope, of), name, node)
    target = reader.evaluate(scope, node.func)
    if isinstance(target, ir.Bot):
        return reader.hold(ir.Builtin("fraction", []))
    if isinstance(target, Const) and is_key(target.value, reader.tables.built_in):
        return reader.tables.built_in[target.value](reader, scope, node)
    return call_value(reader, target, *read_arguments(reader, scope, node), node)


def is_key(value: Any, of: Mapping[Any, Any]) -> bool:
    try:
        return value in of
    except TypeError:  # an unhashable value
        return False


def read_arguments(reader: Reader, scope: Scope, node: ast.Call) -> tuple[list[Expr], dict[str, Expr]]:
    """Read the arguments of a call; a starred argument of unknown length becomes a ``Rest``."""
    args: list[Expr] = []
    for arg in node.args:
        if not (isinstance(node.func, ast.Attribute) and node.func.attr in AT_ONCE):
            check_not_lazy(reader, scope, arg)
        if not isinstance(arg, ast.Starred):
            args.append(reader.freeze(reader.evaluate(scope, arg)))
            continue
        match reader.evaluate(scope, arg.value):
            case Const(known):
                args += map(Const, known)
            case Tuple(items):
                args += items
            case value:
                args.append(ir.Rest(reader.hold(ir.Builtin("tuple", [value]))))
    if any(keyword.arg is None for keyword in node.keywords):
        raise reader.error_with("N4", "'**' arguments are not supported", node)
    return args, {key.arg: reader.freeze(reader.evaluate(scope, key.value)) for key in node.keywords if key.arg}


def call_base(reader: Reader, scope: Scope, name: str, node: ast.Call) -> Expr:
    """Read ``super().name(...)``."""
    owner = scope.source.function.__qualname__.split(".")[-2]
    classes = [cls for cls in (*reader.unit.records, Play) if cls.__name__ == owner]
    own = scope.value_of("self")
    if not classes or own is None:
        raise reader.error_with("N18", "'super' is not supported here", node)
    args, keywords = read_arguments(reader, scope, node)
    return call_known(reader, getattr(classes[0].__mro__[1], name), [own, *args], keywords, node)


# -- values that are called ------------------------------------------------------------------------------------------


def call_value(
    reader: Reader, target: Expr, args: Args, keywords: Keywords | None = None, node: ast.AST | None = None
) -> Expr:
    keywords = keywords or {}
    if isinstance(target, ir.Function):
        return inline_closure(reader, target, args, keywords)
    if isinstance(target, Const):
        return call_known(reader, target.value, args, keywords, node)
    return call_at_run_time(reader, target, args, keywords, node)


def call_at_run_time(reader: Reader, target: Expr, args: Args, keywords: Keywords, node: ast.AST | None) -> Expr:
    if keywords:
        raise reader.error_with("N4", "a keyword argument is passed to an unknown function", node)
    return reader.copy(ir.Apply(target, args))


def call_known(reader: Reader, function: Any, args: Args, keywords: Keywords, node: ast.AST | None = None) -> Expr:
    if isinstance(function, Step):
        function = function.run
    if isinstance(function, MethodType):
        own = ir.State() if isinstance(function.__self__, Play) else Const(function.__self__)
        function, args = function.__func__, [own, *args]
    if isinstance(function, type):
        return instantiate(reader, function, args, keywords, node)
    if isinstance(function, FunctionType):
        return call_function(reader, function, args, keywords, node)
    owner = getattr(function, "__self__", None) if isinstance(function, BuiltinFunctionType) else None
    if owner is not None and not isinstance(owner, ModuleType):
        return call_method(reader, Const(owner), function.__name__, args, keywords, node)
    if is_known(args, keywords):
        return call_now(function, args, keywords)
    if function is len:
        return length_of(reader, args[0])
    if is_key(function, FUNCTIONS):
        return reader.hold(ir.Builtin(FUNCTIONS[function], args))
    called = vars(type(function)).get("__call__")
    if isinstance(called, FunctionType):
        return call_known(reader, called, [Const(function), *args], keywords, node)
    raise reader.error_with("N17", f"{function!r} cannot be called in native code", node)


def call_function(reader: Reader, function: FunctionType, args: Args, keywords: Keywords, node: ast.AST | None) -> Expr:
    # Evaluate pure functions of constants now. A function is impure only if it uses a play.
    if is_known(args, keywords) and not needs_play(function):
        return call_now(function, args, keywords)
    if reader.at.stepwise and function.__code__.co_flags & CO_GENERATOR:
        raise reader.error_with("N12", "the body of a loop may change data that its generator reads", node)
    bound = bind_arguments(reader, function, args, keywords)
    if bound is None:  # a starred argument is spread over several parameters
        return call_at_run_time(reader, Const(function), args, keywords, node)
    source = reader.unit.source_for(function)
    if any(map(is_unpassed, bound)):
        if len(reader.at.inlined) > DEEP or function in reader.at.inlined:
            raise reader.error_with("N5", f"{function.__name__} calls itself with a function as an argument", node)
        return inline(reader, source, bound)
    if is_short(source) and function not in reader.at.inlined and len(reader.at.inlined) <= DEEP:
        return inline(reader, source, bound)
    instance = reader.unit.instance_for(function, bound)
    reader.calls.add(instance)
    return reader.copy(ir.Call(instance, bound))


def is_known(args: Args, keywords: Keywords) -> bool:
    return all(isinstance(arg, Const) for arg in (*args, *keywords.values()))


def call_now(function: Any, args: Args, keywords: Keywords) -> Const:
    """Call a function with constants."""
    values = [arg.value for arg in args if isinstance(arg, Const)]
    return Const(function(*values, **{name: arg.value for name, arg in keywords.items() if isinstance(arg, Const)}))


def needs_play(function: FunctionType) -> bool:
    """Whether a function takes a play as its first parameter, or has no parameters and so might find one itself."""
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    return not names or names[0] in ("g", "play")


def is_short(source: Source) -> bool:
    """Whether a function is copied into its callers, because its body is a single short statement."""
    tree = source.tree
    if source.file == "powers" or isinstance(tree, ast.Lambda):
        return source.file != "powers"
    match without_docstring(tree):
        case [ast.Return() | ast.Expr() as statement]:
            return len(ast.dump(statement)) < SHORT and not is_generator(tree)
    return False


# -- arguments -------------------------------------------------------------------------------------------------------


def bind_arguments(reader: Reader, function: FunctionType, args: Args, keywords: Keywords) -> list[Expr] | None:
    """Return an argument for each parameter; None if a sequence of unknown length is spread over several."""
    n, has_rest = function.__code__.co_argcount, bool(function.__code__.co_flags & HAS_REST)
    if any(isinstance(arg, ir.Rest) for arg in (args[:n] if has_rest else args)):
        return None
    rest = join_rest(reader, args[n:]) if has_rest else None
    return bind(function, args[:n] if has_rest else args, keywords, rest)


def join_rest(reader: Reader, args: Args) -> Expr:
    """Return a tuple of all of these arguments."""
    if not any(isinstance(arg, ir.Rest) for arg in args):
        return Tuple(tuple(args)) if args else Const(())
    if len(args) == 1 and isinstance(args[0], ir.Rest):
        return args[0].row
    of = reader.fill("list", 6)
    for arg in args:
        reader.do("extend" if isinstance(arg, ir.Rest) else "append", of, arg.row if isinstance(arg, ir.Rest) else arg)
    return reader.hold(ir.Builtin("settle", [of]))


# -- functions that are copied into their callers --------------------------------------------------------------------


def inline(reader: Reader, source: Source, bound: Args) -> Expr:
    hints = reader.unit.types.hints_of(source.function)
    scope = Scope(source)
    for name, value in zip(names_of_parameters(source.tree), bound, strict=True):
        scope.names[name] = reader.declare(reader.hold(value), hints.get(name))
    result = inline_body(reader, scope, source, source.tree)
    return reader.declare(result, hints.get("return"))


def inline_closure(reader: Reader, closure: ir.Function, args: Args, keywords: Keywords) -> Expr:
    if len(reader.at.inlined) > DEEP:
        raise reader.error_with("N3", "a local function calls itself")
    scope = Scope(closure.scope.source, closure.scope)
    names = names_of_parameters(closure.tree)
    defaults = dict(zip(reversed(names), reversed(closure.defaults), strict=False))
    for name, value in zip(names, bind_names("a local function", names, defaults, args, keywords), strict=True):
        scope.names[name] = reader.hold(value)
    return inline_body(reader, scope, closure.scope.source, closure.tree)


def inline_body(reader: Reader, scope: Scope, source: Source, tree: ast.FunctionDef | ast.Lambda) -> Expr:
    if reader.at.stepwise and is_generator(tree):
        raise reader.error_with("N12", "the body of a loop may change data that its generator reads", tree)
    # ``break`` and ``continue`` inside the body must not affect a loop around the call.
    with reader.enter(source=source, loops=(), stepwise=False, inlined=(*reader.at.inlined, source.function)):
        single = tree.body if isinstance(tree, ast.Lambda) else single_result_of(tree)
        if single is not None:
            return reader.hold(reader.evaluate(scope, single))
        assert isinstance(tree, ast.FunctionDef)
        target = Returning(reader.make_var("result"), reader.take_number())
        with reader.enter(returning=target):
            read_body(reader, scope, tree)
    reader.add(ir.Label(target.label))
    return Local(target.var)


def read_body(reader: Reader, scope: Scope, tree: ast.FunctionDef) -> None:
    """Read the body of a function whose parameters are in the scope, including the ``return`` that Python implies."""
    parameters = names_of_parameters(tree)
    scope.once = names_assigned_once_in(tree) - {*parameters}
    # A parameter that is assigned to needs a variable: its value may be a constant, or may belong to the caller.
    assigned = names_assigned_in(tree)
    for name in [name for name in parameters if name in assigned]:
        value = scope.value_of(name)
        assert value is not None
        scope.names[name] = var = reader.make_var(name)
        reader.varying.add(var)
        reader.add(ir.Assign(var, value))
    if is_generator(tree):
        # A generator becomes a list of all items that it yields; ``check_not_lazy`` rejects any use in which this
        # would make a difference.
        scope.yielded = reader.fill("list")
        reader.run(scope, tree.body)
        give_back(reader, scope.yielded)
    elif reader.run(scope, tree.body):
        give_back(reader, Const(None))


def give_back(reader: Reader, value: Expr) -> None:
    """Return a value from the C function; in an inlined function, assign the value and jump to the end."""
    check_stored(reader, value)
    target = reader.at.returning
    if target is None:
        reader.add(ir.Return(value))
    else:
        reader.add(ir.Assign(target.var, value))
        reader.add(ir.Leave(target.label))


# -- objects ---------------------------------------------------------------------------------------------------------


def instantiate(reader: Reader, cls: Any, args: Args, keywords: Keywords, node: ast.AST | None) -> Expr:
    if issubclass(cls, tuple) and hasattr(cls, "_fields"):
        if any(isinstance(arg, ir.Rest) for arg in args):
            return ir.Known(join_rest(reader, args), reader.unit.types.type_of_named_tuple(cls), is_certain=True)
        plain = {name: Const(value) for name, value in cls._field_defaults.items()}
        return Tuple((*args, *[{**plain, **keywords}[name] for name in cls._fields[len(args) :]]), cls)
    if cls in reader.unit.records:
        return create_record(reader, cls, args, keywords)
    if is_known(args, keywords):
        return call_now(cls, args, keywords)
    if issubclass(cls, Exception):
        return Const(None)
    raise reader.error_with("N19", f"{cls.__name__} cannot be created in native code", node)


def create_record(reader: Reader, cls: Any, args: Args, keywords: Keywords) -> Expr:
    made = reader.assign(cls.__name__.lower(), ir.Record(cls))
    if hasattr(cls, "__attrs_attrs__"):
        for nth, attribute in enumerate(cls.__attrs_attrs__):
            value = args[nth] if nth < len(args) else keywords[attribute.name]
            reader.add(ir.SetAttribute(made, attribute.name, value))
        return made
    init: Any = vars(cls)["__init__"]
    bound = bind_arguments(reader, init, [made, *args], keywords)
    if bound is None:
        raise reader.error_with("N19", f"a sequence is unpacked into the parameters of {cls.__name__}")
    inline(reader, reader.unit.source_for(init), bound)
    return made


# -- methods ---------------------------------------------------------------------------------------------------------


def call_attribute(reader: Reader, scope: Scope, of: Expr, name: str, node: ast.Call) -> Expr:
    """Read ``of.name(...)``."""
    if isinstance(of, Const) and isinstance(of.value, type):
        value = getattr(of.value, name, None)
        if is_key(value, reader.tables.built_in):
            return reader.tables.built_in[value](reader, scope, node)
    args, keywords = read_arguments(reader, scope, node)
    return call_method(reader, of, name, args, keywords, node)


def call_method(reader: Reader, of: Expr, name: str, args: Args, keywords: Keywords, node: ast.AST | None) -> Expr:
    if isinstance(of, ir.State):
        if name in STATE_METHODS:
            return reader.copy(ir.Builtin(STATE_METHODS[name], args[:1] if name == "tried" else []))
        if hasattr(Play, name):
            return call_known(reader, getattr(Play, name), [of, *args], keywords, node)
        return call_value(reader, load_attribute(reader, of, name, node), args, keywords, node)
    if isinstance(of, Const):
        return call_method_of_constant(reader, of, name, args, keywords, node)
    if isinstance(of, Tuple):
        of = reader.assign("row", of)
    return reader.copy(ir.Method(of, name, args, dict(keywords)))


def call_method_of_constant(
    reader: Reader, of: Const, name: str, args: Args, keywords: Keywords, node: ast.AST | None
) -> Expr:
    if isinstance(of.value, Chance):
        return reader.copy(ir.Builtin(name, args))
    value = getattr(of.value, name, None)
    if value is None:
        raise reader.error_with("N18", f"{of.value!r} has no {name!r}", node)
    if isinstance(of.value, COLLECTIONS) and not (isinstance(of.value, tuple) and isinstance(value, MethodType)):
        if is_known(args, keywords):
            return Const(freeze_view(call_now(value, args, keywords).value))
        if keywords or (name, len(args)) not in METHODS:
            raise reader.error_with("N18", f"the method {name!r} of {of.value!r} is unknown", node)
        return reader.copy(ir.Method(of, name, args, {}))
    return call_known(reader, value, args, keywords, node)


COLLECTIONS = (tuple, list, str, frozenset, set, range, bytes, Mapping)


def freeze_view(value: Any) -> Any:
    """Turn a view of a mapping into a tuple, which can be a constant; return any other value unchanged."""
    return tuple(value) if isinstance(value, type({}.items()) | type({}.keys()) | type({}.values())) else value
