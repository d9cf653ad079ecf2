"""Translation of calls to C: calls of known functions, of methods, and of values known only at run time."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping, Sequence
from inspect import CO_GENERATOR
from itertools import combinations, compress, islice
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, ClassVar

from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.step import Step
from rftg_dsl.native.terms import Terms
from rftg_dsl.native.translate import (
    SELF,
    UNKNOWN,
    Chance,
    Closure,
    Exp,
    Returning,
    Scope,
    Slot,
    hints_of,
    is_generator,
    make_constant,
    names_of_fields,
    single_result_of,
)
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
    row_of,
    type_of_tuple,
)

AT_ONCE = ("join", "extend", "update")
"""Methods that consume their argument immediately, so that a lazy argument is safe."""

ANY_NAME = ("*",)
CALLED: dict[Any, tuple[int, tuple[str, ...]]] = {
    max: (99, ("key", "default")),
    min: (99, ("key", "default")),
    sorted: (1, ("key", "reverse")),
    dict: (1, ANY_NAME),
    dict.fromkeys: (2, ()),
    zip: (99, ("strict",)),
    enumerate: (2, ("start",)),
    range: (2, ()),
    next: (2, ()),
    isinstance: (2, ()),
    map: (2, ()),
    compress: (2, ()),
    combinations: (2, ("r",)),
}
"""The maximum number of arguments and the supported keywords for a built-in function; the default is 1 and none."""

DEEP = 40
"""The maximum depth of inlining."""


def is_unpassed(value: Exp | None) -> bool:
    """Whether a value cannot be a C argument, because it is a local function or a row that contains a play or a bot."""
    if value is None:
        return False
    return value.closure is not None or any(part.type in UNPASSED for part in value.parts or ())


class Calls(Terms):
    """Translates calls to functions and methods."""

    python_functions: ClassVar[Mapping[Any, Callable[..., Exp]]]
    """Translators for Python's built-in functions, called as ``write(body, scope, node)``."""
    intrinsic: ClassVar[Mapping[Any, Callable[..., Exp]]]
    """Translators for library functions, called as ``write(body, arguments)``."""
    intrinsic_methods: ClassVar[Mapping[str, Callable[..., Exp]]]
    """Translators for the methods of a play that are implemented in C."""
    methods: ClassVar[Mapping[tuple[str, int], Callable[..., Exp]]]
    """Translators for the methods of values, by name and number of arguments."""

    def ev_call(self, scope: Scope, node: ast.Call) -> Exp:
        function = node.func
        if isinstance(function, ast.Attribute):
            if (
                isinstance(function.value, ast.Call)
                and isinstance(function.value.func, ast.Name)
                and function.value.func.id == "super"
            ):
                cls = scope.source.function.__qualname__.split(".")[-2]
                base = next(record for record in (*RECORDS, Play) if record.__name__ == cls).__mro__[1]
                own = scope.find("self")
                assert own is not None and own.value is not None
                args, keywords = self.translate_arguments(scope, node)
                return self.call_known(scope, getattr(base, function.attr), [own.value, *args], keywords, node)
            of = self.ev(scope, function.value)
            return self.call_method(scope, of, function.attr, node)
        target = self.ev(scope, function)
        if target.type == RANDOM:
            return self.make_temp(Exp(FLOAT, "drawn_fraction(s)"))
        if target.is_known and target.known in self.python_functions:
            self.check_call(target.known, node)
            return self.python_functions[target.known](self, scope, node)
        if target.closure is not None:
            args, keywords = self.translate_arguments(scope, node)
            return self.inline_closure(target.closure, args, keywords)
        if target.is_known:
            args, keywords = self.translate_arguments(scope, node)
            return self.call_known(scope, target.known, args, keywords, node)
        return self.apply(target, self.only_by_place(scope, node))

    def only_by_place(self, scope: Scope, node: ast.Call) -> list[Exp]:
        args, keywords = self.translate_arguments(scope, node)
        if keywords:
            raise self.error_at("a keyword argument is passed to an unknown function", node)
        return args

    def check_call(self, function: Any, node: ast.Call) -> None:
        most, names = CALLED.get(function, (1, ()))
        if len(node.args) > most or any(keyword.arg not in names and names != ANY_NAME for keyword in node.keywords):
            raise self.error_at(f"{function.__name__} is called in a way that is not supported", node)
        if function not in (max, min) and any(isinstance(arg, ast.Starred) for arg in node.args):
            raise self.error_at(f"{function.__name__} is called in a way that is not supported", node)
        if function in (max, min) and len(node.args) > 1 and node.keywords:
            raise self.error_at(f"{function.__name__} of several values with a key is not supported", node)

    def translate_arguments(self, scope: Scope, node: ast.Call) -> tuple[list[Exp], dict[str, Exp]]:
        """Translate the arguments of a call; a starred argument of unknown length gets the type ``rest``."""
        args: list[Exp] = []
        for arg in node.args:
            if not (isinstance(node.func, ast.Attribute) and node.func.attr in AT_ONCE):
                self.check_not_lazy(scope, arg)
            if isinstance(arg, ast.Starred):
                value = self.ev(scope, arg.value)
                if value.is_known:
                    args += map(make_constant, value.known)
                elif value.parts is not None:
                    args += value.parts
                else:
                    args.append(
                        self.make_temp(Exp(Type("rest", value.type.item), f"as_tuple(s, {self.as_word(value)})"))
                    )
            else:
                args.append(self.freeze_value(self.ev(scope, arg)))
        if any(keyword.arg is None for keyword in node.keywords):
            raise self.error_at("'**' arguments are not supported", node)
        keywords = {
            keyword.arg: self.freeze_value(self.ev(scope, keyword.value)) for keyword in node.keywords if keyword.arg
        }
        return args, keywords

    def call_known(
        self, scope: Scope, function: Any, args: list[Exp], keywords: dict[str, Exp], node: ast.AST | None = None
    ) -> Exp:
        if isinstance(function, Step):
            function = function.run
        if isinstance(function, MethodType):
            args = [SELF if isinstance(function.__self__, Play) else make_constant(function.__self__), *args]
            function = function.__func__
        if isinstance(function, type):
            return self.instantiate(scope, function, args, keywords, node)
        owner = getattr(function, "__self__", None) if isinstance(function, BuiltinFunctionType) else None
        if owner is not None and not isinstance(owner, ModuleType):
            return self.method_of_known(make_constant(owner), function.__name__, args, keywords, node)
        if function in self.intrinsic:
            return self.intrinsic[function](self, args)
        if not isinstance(function, FunctionType):
            if all(arg.is_known for arg in args):
                return make_constant(function(*[arg.known for arg in args]))
            called = vars(type(function)).get("__call__")
            if isinstance(called, FunctionType):
                return self.call_known(scope, called, [make_constant(function), *args], keywords, node)
            raise self.error_at(f"{function!r} cannot be called in native code", node)
        # Evaluate pure functions of constants now. A function is impure only if it uses a play.
        if (
            all(arg.is_known for arg in args)
            and all(arg.is_known for arg in keywords.values())
            and not self.needs_play(function)
        ):
            return make_constant(
                function(*[arg.known for arg in args], **{name: arg.known for name, arg in keywords.items()})
            )
        if self.stepwise and function.__code__.co_flags & CO_GENERATOR:
            raise self.error_at("the body of a loop may change data that its generator reads", node)
        bound = self.bind_arguments(function, args, keywords)
        if bound is None:  # a starred argument is spread over several parameters
            return self.apply(make_constant(function), args)
        source = self.unit.source_for(function)
        if any(map(is_unpassed, bound)) or self.can_inline(source, function):
            if len(self.inlined) > DEEP or function in self.inlined:
                raise self.error_at(f"{function.__name__} calls itself with a function as an argument", node)
            return self.inline(source, bound)
        instance = self.unit.instance_for(function, bound)
        texts = []
        for (_, parameter), value in zip(instance.parameters, bound, strict=True):
            if parameter.is_known or parameter.type in UNPASSED:
                continue
            assert value is not None
            texts.append(self.as_declared(value, parameter.type))
        # If the function is still being translated, this call is recursive.
        if instance.state["busy"]:
            instance.state["recursive"] = True
        text = f"{instance.name}({', '.join(['s', *texts])})"
        returns = instance.returns if instance.state["returns"] is not None else ANY
        if returns == NOTHING:
            self.emit(f"{text};")
            return make_constant(None)
        return self.make_temp(Exp(returns, text))

    def needs_play(self, function: FunctionType) -> bool:
        """Whether a function takes a play as its first parameter, or has no parameters and so might find one itself."""
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        return (bool(names) and names[0] in ("g", "play")) or function.__code__.co_argcount == 0

    def can_inline(self, source: Any, function: FunctionType) -> bool:
        """Whether a call can be replaced by the function's body, which must be a single short statement."""
        if function in self.inlined or len(self.inlined) > DEEP or source.file == "powers":
            return False
        tree = source.tree
        if isinstance(tree, ast.Lambda):
            return True
        body = (
            tree.body[1:]
            if isinstance(tree.body[0], ast.Expr) and isinstance(tree.body[0].value, ast.Constant)
            else tree.body
        )
        return (
            len(body) == 1
            and isinstance(body[0], ast.Return | ast.Expr)
            and len(ast.dump(body[0])) < 450
            and not is_generator(tree)
        )

    def bind_arguments(
        self, function: FunctionType, args: list[Exp], keywords: dict[str, Exp]
    ) -> list[Exp | None] | None:
        """Return an argument for each parameter; None if a sequence of unknown length is spread over several."""
        code, defaults = function.__code__, function.__defaults__ or ()
        unknown = keywords.keys() - code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
        if unknown or keywords.keys() & set(code.co_varnames[: min(len(args), code.co_argcount)]):
            raise self.error_at(f"{function.__name__} is called with arguments that it does not take")
        n = code.co_argcount
        names = code.co_varnames[:n]
        spread = next((nth for nth, arg in enumerate(args) if arg.type.sort == "rest"), None)
        # Flag 4 means that the function has ``*args``.
        if spread is not None and (spread < n or not code.co_flags & 4 or spread < len(args) - 1):
            if spread >= n and code.co_flags & 4:
                text = self.join_rest(args[n:])
                bound: list[Exp | None] = [*args[:n], text]
                return self.with_keywords(function, bound, keywords)
            return None
        bound = []
        for nth, name in enumerate(names):
            if nth < len(args):
                bound.append(args[nth])
            elif name in keywords:
                bound.append(keywords[name])
            else:
                missing = nth - (n - len(defaults))
                if missing < 0:
                    raise self.error_at(f"{function.__name__} is called without {name!r}")
                bound.append(make_constant(defaults[missing]))
        if code.co_flags & 4:
            if spread is not None:
                bound.append(args[spread] if len(args) == n + 1 else self.join_rest(args[n:]))
            else:
                bound.append(Exp(row_of(None), parts=tuple(args[n:])) if args[n:] else make_constant(()))
        elif len(args) > n:
            raise self.error_at(f"{function.__name__} is called with too many arguments")
        return self.with_keywords(function, bound, keywords)

    def with_keywords(
        self, function: FunctionType, bound: list[Exp | None], keywords: dict[str, Exp]
    ) -> list[Exp | None]:
        code = function.__code__
        for name in code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]:
            bound.append(keywords.get(name) or make_constant((function.__kwdefaults__ or {})[name]))
        return bound

    def join_rest(self, args: Sequence[Exp]) -> Exp:
        slot = self.add_slot("rest")
        self.assign(slot, Exp(row_of(None), "new_list(s, 6)"))
        for arg in args:
            if arg.type.sort == "rest":
                self.emit(f"extend(s, {slot.text}, {arg.text});")
            else:
                self.emit(f"append(s, {slot.text}, {self.as_word(arg)});")
        return self.make_temp(Exp(Type("rest"), f"settled(s, {slot.text})"))

    def inline(self, source: Any, bound: Sequence[Exp | None]) -> Exp:
        scope = Scope(source)
        tree = source.tree
        names = [parameter.arg for parameter in tree.args.args]
        if tree.args.vararg is not None:
            names.append(tree.args.vararg.arg)
        names += [parameter.arg for parameter in tree.args.kwonlyargs]
        hints = hints_of(source.function)
        for name, value in zip(names, bound, strict=True):
            assert value is not None
            hint = hints.get(name)
            if value.type.sort == "rest":
                value = Exp(row_of(value.type.item), value.text)
            if hint in (INT, BOOL, FLOAT) and value.type == ANY and not (value.is_known or value.closure):
                value = self.make_temp(Exp(hint, self.as_declared(value, hint)))
            elif (
                hint is not None
                and hint.sort in ("row", "map", "record")
                and value.type == ANY
                and value.parts is None
                and not value.is_known
                and value.closure is None
            ):
                value = Exp(hint, value.text)
            scope.names[name] = Slot("", value.type, self.make_temp(value) if value.parts is None else value)
        return self.inline_body(scope, source, tree, hints.get("return"))

    def inline_closure(self, closure: Closure, args: Sequence[Exp], keywords: Mapping[str, Exp] | None = None) -> Exp:
        if len(self.inlined) > DEEP:
            raise self.error_at("a local function calls itself")
        keywords = keywords or {}
        scope = Scope(closure.scope.source, closure.scope)
        tree = closure.tree
        names = [parameter.arg for parameter in tree.args.args]
        if len(args) > len(names) or keywords.keys() - set(names[len(args) :]):
            raise self.error_at("a local function is called with arguments that it does not take")
        for nth, name in enumerate(names):
            missing = nth - len(names) + len(closure.defaults)
            if nth >= len(args) and name not in keywords and missing < 0:
                raise self.error_at(f"a local function is called without {name!r}")
            value = args[nth] if nth < len(args) else keywords.get(name) or closure.defaults[missing]
            if value.type.sort == "rest":
                raise self.error_at("a sequence is unpacked into the parameters of a local function")
            scope.names[name] = Slot("", value.type, self.make_temp(value) if value.parts is None else value)
        return self.inline_body(scope, closure.scope.source, tree, None)

    def inline_body(self, scope: Scope, source: Any, tree: Any, hint: Type | None) -> Exp:
        if self.stepwise and is_generator(tree):
            raise self.error_at("the body of a loop may change data that its generator reads", tree)
        stepwise, self.stepwise = self.stepwise, False
        self.inlined.append(source.function)
        before, self.where = self.where, source
        # ``break`` and ``continue`` inside the body must not affect a loop around the call.
        loops, self.loops = self.loops, []
        value: Exp
        if isinstance(tree, ast.Lambda):
            value = self.make_temp(self.ev(scope, tree.body))
        else:
            single = single_result_of(tree)
            if single is not None:
                scope.once = set()
                value = self.make_temp(self.ev(scope, single)) if single is not True else make_constant(None)
            else:
                target = Returning(self.add_slot("result"), self.label())
                self.returning.append(target)
                self.translate_body(scope, tree, scope.names)
                self.returning.pop()
                self.emit(f"{target.label}:;")
                slot = target.slot
                assert slot is not None
                value = self.read(slot) if slot.text in self.types else make_constant(None)
        self.loops, self.where, self.stepwise = loops, before, stepwise
        self.inlined.pop()
        if (
            hint is not None
            and value.type == ANY
            and not value.is_known
            and hint.sort in ("row", "map", "text", "record")
        ):
            value = Exp(hint, value.text)
        if hint == FLOAT and value.type == ANY and not value.is_known:
            value = self.make_temp(Exp(FLOAT, self.as_real(value)))
        return value

    def instantiate(
        self, scope: Scope, cls: type, args: list[Exp], keywords: dict[str, Exp], node: ast.AST | None
    ) -> Exp:
        if issubclass(cls, tuple) and hasattr(cls, "_fields"):
            type = type_of_tuple(cls)
            if args and args[-1].type.sort == "rest":
                return Exp(type, args[0].text if len(args) == 1 else self.join_rest(args).text)
            return Exp(type, parts=(*args, *[keywords[name] for name in cls._fields[len(args) :]]))
        if cls is islice:
            return self.make_temp(
                Exp(
                    args[0].type, f"slice(s, as_tuple(s, {self.as_word(args[0])}), NONE, {self.as_word(args[1])}, NONE)"
                )
            )
        if cls not in RECORDS:
            if all(arg.is_known for arg in args) and all(arg.is_known for arg in keywords.values()):
                return make_constant(
                    cls(*[arg.known for arg in args], **{name: arg.known for name, arg in keywords.items()})
                )
            if issubclass(cls, Exception):
                return make_constant(None)
            raise self.error_at(f"{cls.__name__} cannot be created in native code", node)
        names = names_of_fields(cls)
        slot = self.add_slot(cls.__name__.lower())
        number = number_of_class(cls)
        self.assign(
            slot, Exp(Type("record", name=cls.__name__), f"make(s, RECORD, {number} << 8 | {len(names)}, {len(names)})")
        )
        self.emit(f"for (int i = 1; i <= {len(names)}; i++) block(s, {slot.text})[i] = NONE;")
        made = self.read(slot)
        init: Any = vars(cls)["__init__"]
        if hasattr(cls, "__attrs_attrs__"):
            for nth, attribute in enumerate(cls.__attrs_attrs__):
                value = args[nth] if nth < len(args) else keywords[attribute.name]
                self.store_attribute(made, attribute.name, value)
            return made
        bound = self.bind_arguments(init, [made, *args], keywords)
        assert bound is not None
        self.inline(self.unit.source_for(init), bound)
        return made

    def call_method(self, scope: Scope, of: Exp, name: str, node: ast.Call) -> Exp:
        if of.type == PLAY:
            if name in self.intrinsic_methods:
                return self.intrinsic_methods[name](self, self.translate_arguments(scope, node)[0])
            if hasattr(Play, name):
                args, keywords = self.translate_arguments(scope, node)
                return self.call_known(scope, getattr(Play, name), [SELF, *args], keywords, node)
            return self.ev_known_attribute(scope, of, name, node)
        if of.is_known:
            value = getattr(of.known, name, UNKNOWN)
            if isinstance(of.known, type) and value in self.python_functions:
                self.check_call(value, node)
                return self.python_functions[value](self, scope, node)
            args, keywords = self.translate_arguments(scope, node)
            if isinstance(of.known, Chance):
                return self.emit_rolls(args) if name == "rolls" else self.emit_draws(args)
            if type(of.known) in (dict, tuple, list, str, frozenset, set, range, bytes) or isinstance(
                of.known, dict | Mapping | str | tuple
            ):
                return self.method_of_known(of, name, args, keywords, node)
            if type(of.known) in RECORDS and isinstance(value, MethodType):
                return self.call_known(scope, value.__func__, [of, *args], keywords, node)
            if value is UNKNOWN:
                raise self.error_at(f"{of.known!r} has no {name!r}", node)
            return self.call_known(scope, value, args, keywords, node)
        args, keywords = self.translate_arguments(scope, node)
        if of.type.sort == "record":
            cls = next(record for record in RECORDS if record.__name__ == of.type.name)
            if name not in names_of_fields(cls):
                return self.call_known(scope, getattr(cls, name), [of, *args], keywords, node)
            return self.apply(self.load_attribute(of, name), self.only_by_place(scope, node))
        return self.emit_method_call(of, name, args, keywords, node)

    def emit_rolls(self, args: Sequence[Exp]) -> Exp:
        label, domain, times = args
        return self.make_temp(
            Exp(row_of(INT), f"chance_rolls(s, {self.as_word(label)}, {self.as_int(domain)}, {self.as_int(times)})")
        )

    def emit_draws(self, args: Sequence[Exp]) -> Exp:
        label, domain, times = args
        return self.make_temp(
            Exp(row_of(INT), f"chance_draws(s, {self.as_word(label)}, {self.as_word(domain)}, {self.as_int(times)})")
        )

    def ev_known_attribute(self, scope: Scope, of: Exp, name: str, node: ast.Call) -> Exp:
        args, keywords = self.translate_arguments(scope, node)
        target = self.load_attribute(of, name, node)
        if target.is_known:
            return self.call_known(scope, target.known, args, keywords, node)
        return self.apply(target, self.only_by_place(scope, node))

    def method_of_known(self, of: Exp, name: str, args: list[Exp], keywords: dict[str, Exp], node: Any) -> Exp:
        if all(arg.is_known for arg in args) and not keywords:
            return make_constant(freeze(getattr(of.known, name)(*[arg.known for arg in args])))
        if name in (
            "get",
            "index",
            "count",
            "join",
            "startswith",
            "removeprefix",
            "partition",
            "rpartition",
        ) or isinstance(of.known, str | tuple | dict):
            return self.emit_method_call(of, name, args, keywords, node)
        raise self.error_at(f"the method {name!r} of {of.known!r} is unknown", node)

    def emit_method_call(self, of: Exp, name: str, args: list[Exp], keywords: dict[str, Exp], node: Any) -> Exp:
        """Call a built-in method if there is one with this name, else a method of a record or object."""
        if keywords:
            raise self.error_at(f"a keyword argument is passed to the method {name!r} of an unknown value", node)
        do = self.methods.get((name, len(args)))
        if do is not None:
            of = of if of.is_known else self.make_temp(of)
            return do(self, of, *args)
        self.unit.methods[name, len(args)] = None
        texts = [self.as_word(arg) for arg in args if arg.type not in UNPASSED and arg.type.sort != "rest"]
        if any(arg.type.sort == "rest" for arg in args) or any(arg.closure for arg in args):
            return self.apply(self.load_attribute(of, name), args)
        plays = bool(args) and args[0].type == PLAY
        classes = [cls for cls in RECORDS if callable(getattr(cls, name, None)) and name not in names_of_fields(cls)]
        if not classes or plays:
            return self.apply(self.load_attribute(of, name), args)
        return self.make_temp(
            self.unbox_word(
                f"method_{name}_{len(args)}({', '.join(['s', self.as_word(of), *texts])})",
                type_of_result(name, classes),
            )
        )

    def apply(self, target: Exp, args: Sequence[Exp]) -> Exp:
        """Call a function that is known only at run time."""
        # Every C function receives the state, so the play is not passed as an argument.
        passed = [arg for nth, arg in enumerate(args) if not (nth == 0 and arg.type == PLAY)]
        function = self.as_word(target)
        if any(arg.type.sort == "rest" for arg in passed):
            rest = self.join_rest(passed)
            return self.make_temp(Exp(ANY, f"apply_row(s, {function}, {rest.text})"))
        if not passed:
            return self.make_temp(Exp(ANY, f"apply(s, {function}, NULL, 0)"))
        slot = f"a{self.take_number()}"
        self.emit(
            f"V {slot}[{len(passed)}]; "
            + " ".join(f"{slot}[{nth}] = {self.as_word(arg)};" for nth, arg in enumerate(passed))
        )
        return self.make_temp(Exp(ANY, f"apply(s, {function}, {slot}, {len(passed)})"))


def freeze(value: Any) -> Any:
    """Turn a view of a mapping into a tuple, which can be a constant; return any other value unchanged."""
    if isinstance(value, type({}.items()) | type({}.keys()) | type({}.values())):
        return tuple(value)
    return value


def type_of_result(name: str, classes: Sequence[type]) -> Type:
    types = {hints_of(getattr(cls, name)).get("return", ANY) for cls in classes}
    return types.pop() if len(types) == 1 else ANY
