"""Calls as C: of functions that are known, of methods, of whatever a value turns out to be, and of built-in functions."""

from __future__ import annotations

import ast
import math
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate, compress, islice
from types import FunctionType, MethodType
from typing import Any

from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.step import Step
from rftg_dsl.native.translate import (
    SELF,
    UNKNOWN,
    Closure,
    Exp,
    Returning,
    Scope,
    Slot,
    field_names,
    hints_of,
    known,
    only_result,
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
    TEXT,
    UNPASSED,
    Type,
    join,
    named_tuple,
    row_of,
)

DEEP = 40


class Calls:
    """The part of a body that writes calls."""

    def ev_Call(self, scope: Scope, node: ast.Call) -> Exp:
        function = node.func
        if isinstance(function, ast.Attribute):
            if (
                isinstance(function.value, ast.Call)
                and isinstance(function.value.func, ast.Name)
                and function.value.func.id == "super"
            ):
                cls = scope.source.function.__qualname__.split(".")[-2]
                base = next(one for one in (*RECORDS, Play) if one.__name__ == cls).__mro__[1]
                return self.call_known(
                    scope,
                    getattr(base, function.attr),
                    [scope.find("self").value, *self.arguments(scope, node)[0]],
                    {},
                    node,
                )
            of = self.ev(scope, function.value)
            return self.call_method(scope, of, function.attr, node)
        target = self.ev(scope, function)
        if target.type == RANDOM:
            return self.temp(Exp(FLOAT, "drawn_fraction()"))
        if target.is_known and target.known in BUILT_IN:
            return BUILT_IN[target.known](self, scope, node)
        if target.closure is not None:
            args, keywords = self.arguments(scope, node)
            return self.inline_closure(target.closure, args)
        if target.is_known:
            args, keywords = self.arguments(scope, node)
            return self.call_known(scope, target.known, args, keywords, node)
        args, _ = self.arguments(scope, node)
        return self.apply(target, args)

    def arguments(self, scope: Scope, node: ast.Call) -> tuple[list[Exp], dict[str, Exp]]:
        """The arguments of a call; one that is starred has ``rest`` as its type."""
        args: list[Exp] = []
        for one in node.args:
            if isinstance(one, ast.Starred):
                value = self.ev(scope, one.value)
                if value.is_known:
                    args += map(known, value.known)
                elif value.parts is not None:
                    args += value.parts
                else:
                    args.append(self.temp(Exp(Type("rest", value.type.item), f"as_tuple(s, {self.word(value)})")))
            else:
                args.append(self.frozen(self.ev(scope, one)))
        keywords = {one.arg: self.frozen(self.ev(scope, one.value)) for one in node.keywords if one.arg}
        return args, keywords

    # -- functions that are known --------------------------------------------------------------------------------

    def call_known(self, scope: Scope, function: Any, args: list[Exp], keywords: dict[str, Exp], node: ast.AST) -> Exp:
        """Call a function that is known."""
        if isinstance(function, Step):
            function = function.run
        if isinstance(function, MethodType):
            args = [SELF if isinstance(function.__self__, Play) else known(function.__self__), *args]
            function = function.__func__
        if isinstance(function, type):
            return self.instantiate(scope, function, args, keywords, node)
        if (
            isinstance(function, type(len))
            and getattr(function, "__self__", None) is not None
            and not isinstance(function.__self__, type(math))
        ):
            return self.method_of_known(known(function.__self__), function.__name__, args, keywords, node)
        if function in INTRINSIC:
            return INTRINSIC[function](self, args)
        if not isinstance(function, FunctionType):
            if all(one.is_known for one in args):
                return known(function(*[one.known for one in args]))
            if isinstance(getattr(type(function), "__call__", None), FunctionType):
                return self.call_known(scope, type(function).__call__, [known(function), *args], keywords, node)
            raise self.wrong(f"{function!r} cannot be called in native code", node)
        if (
            all(one.is_known for one in args)
            and all(one.is_known for one in keywords.values())
            and not self.touches_play(function)
        ):
            return known(function(*[one.known for one in args], **{name: one.known for name, one in keywords.items()}))
        bound = self.bound(function, args, keywords)
        if bound is None:  # a starred argument is spread over parameters
            return self.apply(known(function), args)
        source = self.unit.source(function)
        if any(one is not None and one.closure is not None for one in bound) or self.small(source, function):
            if len(self.inlined) > DEEP or function in self.inlined:
                raise self.wrong(f"{function.__name__} calls itself with a function", node)
            return self.inline(source, bound)
        instance = self.unit.instance(function, bound)
        texts = []
        for (name, parameter), value in zip(instance.parameters, bound, strict=True):
            if parameter.is_known or parameter.type in UNPASSED:
                continue
            assert value is not None
            texts.append(self.convert(value, parameter.type))
        text = f"{instance.name}({', '.join(['s', *texts])})"
        returns = instance.returns if instance.state["returns"] is not None else ANY
        if instance.state.get("busy") and instance.state["returns"] is None:
            self.changed = self.changed or False
        if returns == NOTHING:
            self.emit(f"{text};")
            return known(None)
        return self.temp(Exp(returns, text))

    def touches_play(self, function: FunctionType) -> bool:
        """Whether a function needs a game."""
        names = function.__code__.co_varnames[: function.__code__.co_argcount]
        return (bool(names) and names[0] in ("g", "play")) or function.__code__.co_argcount == 0

    def small(self, source: Any, function: FunctionType) -> bool:
        """Whether a function is written where it is called."""
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
            and not contains_yield(tree)
        )

    def bound(self, function: FunctionType, args: list[Exp], keywords: dict[str, Exp]) -> list[Exp | None] | None:
        """The arguments by parameter; None if a sequence of unknown length is spread over several."""
        code, defaults = function.__code__, function.__defaults__ or ()
        n = code.co_argcount
        names = code.co_varnames[:n]
        spread = next((nth for nth, one in enumerate(args) if one.type.sort == "rest"), None)
        if spread is not None and (spread < n or not code.co_flags & 4 or spread < len(args) - 1):
            if spread >= n and code.co_flags & 4:
                text = self.joined_rest(args[n:])
                found: list[Exp | None] = [*args[:n], text]
                return self.with_keywords(function, found, keywords)
            return None
        found = []
        for nth, name in enumerate(names):
            if nth < len(args):
                found.append(args[nth])
            elif name in keywords:
                found.append(keywords[name])
            else:
                missing = nth - (n - len(defaults))
                if missing < 0:
                    raise self.wrong(f"{function.__name__} is called without {name!r}")
                found.append(known(defaults[missing]))
        if code.co_flags & 4:
            if spread is not None:
                found.append(args[spread] if len(args) == n + 1 else self.joined_rest(args[n:]))
            else:
                found.append(Exp(row_of(None), parts=tuple(args[n:])) if args[n:] else known(()))
        elif len(args) > n:
            raise self.wrong(f"{function.__name__} is called with too many arguments")
        return self.with_keywords(function, found, keywords)

    def with_keywords(
        self, function: FunctionType, found: list[Exp | None], keywords: dict[str, Exp]
    ) -> list[Exp | None]:
        """The parameters that only have a name, behind the others."""
        code = function.__code__
        for name in code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]:
            found.append(keywords.get(name) or known((function.__kwdefaults__ or {})[name]))
        return found

    def joined_rest(self, args: Sequence[Exp]) -> Exp:
        """Arguments as one tuple, with those that are starred spread."""
        slot = self.slot("rest")
        self.assign(slot, Exp(row_of(None), "new_list(s, 6)"))
        for one in args:
            if one.type.sort == "rest":
                self.emit(f"extend(s, {slot.text}, {one.text});")
            else:
                self.emit(f"append(s, {slot.text}, {self.word(one)});")
        return self.temp(Exp(Type("rest"), f"settled(s, {slot.text})"))

    # -- written where they are called ---------------------------------------------------------------------------

    def inline(self, source: Any, bound: Sequence[Exp | None]) -> Exp:
        """The body of a function, here."""
        scope = Scope(self, source)
        tree = source.tree
        names = [one.arg for one in tree.args.args]
        if tree.args.vararg is not None:
            names.append(tree.args.vararg.arg)
        names += [one.arg for one in tree.args.kwonlyargs]
        hints = hints_of(source.function)
        for name, value in zip(names, bound, strict=True):
            assert value is not None
            hint = hints.get(name)
            if value.type.sort == "rest":
                value = Exp(row_of(value.type.item), value.text)
            if hint in (INT, BOOL) and value.type == ANY and not value.is_known:
                value = self.temp(Exp(hint, self.convert(value, hint)))
            elif (
                hint is not None
                and hint.sort in ("row", "map", "record")
                and value.type == ANY
                and value.parts is None
                and not value.is_known
                and value.closure is None
            ):
                value = Exp(hint, value.text)
            scope.names[name] = Slot("", value.type, self.temp(value) if value.parts is None else value)
        return self.inlined_body(scope, source, tree, hints.get("return"))

    def inline_closure(self, closure: Closure, args: Sequence[Exp]) -> Exp:
        """The body of a lambda or a local function, here."""
        scope = Scope(self, closure.scope.source, closure.scope)
        tree = closure.tree
        names = [one.arg for one in tree.args.args]
        defaults = tree.args.defaults
        for nth, name in enumerate(names):
            value = args[nth] if nth < len(args) else self.ev(closure.scope, defaults[nth - len(names) + len(defaults)])
            scope.names[name] = Slot("", value.type, self.temp(value) if value.parts is None else value)
        return self.inlined_body(scope, closure.scope.source, tree, None)

    def inlined_body(self, scope: Scope, source: Any, tree: Any, hint: Type | None) -> Exp:
        """The statements of a function that is written where it is called."""
        self.inlined.append(source.function)
        before, self.where = self.where, source
        loops, self.loops = self.loops, []
        found: Exp
        if isinstance(tree, ast.Lambda):
            found = self.temp(self.ev(scope, tree.body))
        else:
            single = only_result(tree)
            if single is not None:
                scope.once = set()
                found = self.temp(self.ev(scope, single)) if single is not True else known(None)
            else:
                target = Returning(self.slot("result"), self.label())
                self.returning.append(target)
                self.body(scope, tree, scope.names)
                self.returning.pop()
                self.emit(f"{target.label}:;")
                slot = target.slot
                found = self.read(slot) if slot.text in self.types else known(None)
        self.loops, self.where = loops, before
        self.inlined.pop()
        if (
            hint is not None
            and found.type == ANY
            and not found.is_known
            and hint.sort in ("row", "map", "text", "record")
        ):
            found = Exp(hint, found.text)
        return found

    # -- records -------------------------------------------------------------------------------------------------

    def instantiate(self, scope: Scope, cls: type, args: list[Exp], keywords: dict[str, Exp], node: ast.AST) -> Exp:
        """A new instance of a record class."""
        if issubclass(cls, tuple) and hasattr(cls, "_fields"):
            type = named_tuple(cls)
            if args and args[-1].type.sort == "rest":
                return Exp(type, args[0].text if len(args) == 1 else self.joined_rest(args).text)
            return Exp(type, parts=tuple([*args, *[keywords[name] for name in cls._fields[len(args) :]]]))
        if cls is islice:
            return self.temp(
                Exp(args[0].type, f"slice(s, as_tuple(s, {self.word(args[0])}), NONE, {self.word(args[1])}, NONE)")
            )
        if cls not in RECORDS:
            if all(one.is_known for one in args) and all(one.is_known for one in keywords.values()):
                return known(cls(*[one.known for one in args], **{name: one.known for name, one in keywords.items()}))
            if issubclass(cls, Exception):
                return known(None)
            raise self.wrong(f"no {cls.__name__} can be made in native code", node)
        names = field_names(cls)
        slot = self.slot(cls.__name__.lower())
        number = self.unit.pool.class_of(cls)
        self.assign(
            slot, Exp(Type("record", name=cls.__name__), f"make(s, RECORD, {number} << 8 | {len(names)}, {len(names)})")
        )
        self.emit(f"for (int i = 1; i <= {len(names)}; i++) block(s, {slot.text})[i] = NONE;")
        made = self.read(slot)
        init = cls.__init__
        if hasattr(cls, "__attrs_attrs__"):
            for nth, one in enumerate(cls.__attrs_attrs__):
                value = args[nth] if nth < len(args) else keywords[one.name]
                self.store_attribute(made, one.name, value)
            return made
        bound = self.bound(init, [made, *args], keywords)
        assert bound is not None
        self.inline(self.unit.source(init), bound)
        return made

    # -- methods -------------------------------------------------------------------------------------------------

    def call_method(self, scope: Scope, of: Exp, name: str, node: ast.Call) -> Exp:
        """``of.name(...)``."""
        if of.type == PLAY:
            if name in INTRINSIC_METHODS:
                return INTRINSIC_METHODS[name](self, self.arguments(scope, node)[0])
            if hasattr(Play, name):
                args, keywords = self.arguments(scope, node)
                return self.call_known(scope, getattr(Play, name), [SELF, *args], keywords, node)
            return self.ev_known_attribute(scope, of, name, node)
        if of.is_known:
            value = getattr(of.known, name, UNKNOWN)
            if isinstance(of.known, type) and value in BUILT_IN:
                return BUILT_IN[value](self, scope, node)
            if value is CHANCE_ROLLS or value is CHANCE_DRAWS:
                raise self.wrong("chance is not a constant", node)
            args, keywords = self.arguments(scope, node)
            if isinstance(of.known, Chance_):
                return getattr(self, f"chance_{name}")(args)
            if type(of.known) in (dict, tuple, list, str, frozenset, set, range, bytes) or isinstance(
                of.known, dict | Mapping | str | tuple
            ):
                return self.method_of_known(of, name, args, keywords, node)
            if type(of.known) in RECORDS and isinstance(value, MethodType):
                return self.call_known(scope, value.__func__, [of, *args], keywords, node)
            if value is UNKNOWN:
                raise self.wrong(f"{of.known!r} has no {name!r}", node)
            return self.call_known(scope, value, args, keywords, node)
        args, keywords = self.arguments(scope, node)
        if of.type.sort == "record":
            cls = next(one for one in RECORDS if one.__name__ == of.type.name)
            if name not in field_names(cls):
                return self.call_known(scope, getattr(cls, name), [of, *args], keywords, node)
            return self.apply(self.attribute(of, name), args)
        return self.method(of, name, args, keywords, node)

    def chance_rolls(self, args: Sequence[Exp]) -> Exp:
        """Results of chance."""
        label, domain, times = args
        return self.temp(
            Exp(row_of(INT), f"chance_rolls(s, {self.word(label)}, {self.int(domain)}, {self.int(times)})")
        )

    def chance_draws(self, args: Sequence[Exp]) -> Exp:
        """Things drawn by chance."""
        label, domain, times = args
        return self.temp(
            Exp(row_of(INT), f"chance_draws(s, {self.word(label)}, {self.word(domain)}, {self.int(times)})")
        )

    def ev_known_attribute(self, scope: Scope, of: Exp, name: str, node: ast.Call) -> Exp:
        args, keywords = self.arguments(scope, node)
        target = self.attribute(of, name, node)
        if target.is_known:
            return self.call_known(scope, target.known, args, keywords, node)
        return self.apply(target, args)

    def method_of_known(self, of: Exp, name: str, args: list[Exp], keywords: dict[str, Exp], node: Any) -> Exp:
        """A method of a constant."""
        if all(one.is_known for one in args) and not keywords:
            return known(freeze(getattr(of.known, name)(*[one.known for one in args])))
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
            return self.method(of, name, args, keywords, node)
        raise self.wrong(f"{name!r} of {of.known!r} is not known", node)

    def method(self, of: Exp, name: str, args: list[Exp], keywords: dict[str, Exp], node: Any) -> Exp:
        """A method of a value: of what Python builds in, or else of records and objects."""
        do = METHODS.get((name, len(args)))
        if do is not None:
            of = of if of.is_known else self.temp(of)
            return do(self, of, *args)
        self.unit.methods[name, len(args)] = None
        texts = [self.word(one) for one in args if one.type not in UNPASSED and one.type.sort != "rest"]
        if any(one.type.sort == "rest" for one in args) or any(one.closure for one in args):
            return self.apply(self.attribute(of, name), args)
        plays = bool(args) and args[0].type == PLAY
        classes = [one for one in RECORDS if callable(getattr(one, name, None)) and name not in self.unit.names_of(one)]
        if not classes or plays:
            return self.apply(self.attribute(of, name), args)
        return self.temp(
            self.of_type(
                f"method_{name}_{len(args)}({', '.join(['s', self.word(of), *texts])})",
                self.unit.method_type(name, classes, len(args)),
            )
        )

    def apply(self, target: Exp, args: Sequence[Exp]) -> Exp:
        """Call whatever a value turns out to be."""
        passed = [one for nth, one in enumerate(args) if not (nth == 0 and one.type == PLAY)]
        function = self.word(target)
        if any(one.type.sort == "rest" for one in passed):
            rest = self.joined_rest(passed)
            return self.temp(Exp(ANY, f"apply_row(s, {function}, {rest.text})"))
        if not passed:
            return self.temp(Exp(ANY, f"apply(s, {function}, NULL, 0)"))
        slot = f"a{self.next()}"
        self.emit(
            f"V {slot}[{len(passed)}]; "
            + " ".join(f"{slot}[{nth}] = {self.word(one)};" for nth, one in enumerate(passed))
        )
        return self.temp(Exp(ANY, f"apply(s, {function}, {slot}, {len(passed)})"))


class Chance_:
    """Stands for the chance of a play."""


CHANCE_ROLLS = CHANCE_DRAWS = object()


def freeze(value: Any) -> Any:
    """What a method of a constant gives, as a constant."""
    if isinstance(value, type({}.items()) | type({}.keys()) | type({}.values())):
        return tuple(value)
    return value


def contains_yield(tree: ast.AST) -> bool:
    """Whether a function is a generator."""
    return any(isinstance(one, ast.Yield | ast.YieldFrom) for one in ast.walk(tree))


# -- what Python builds in ---------------------------------------------------------------------------------------


def of_len(self: Any, scope: Scope, node: ast.Call) -> Exp:
    of = self.temp(self.ev(scope, node.args[0]))
    text = self.length(of)
    return known(int(text)) if text.isdigit() else self.temp(Exp(INT, text))


def of_sum(self: Any, scope: Scope, node: ast.Call) -> Exp:
    total = self.slot("sum")
    self.assign(total, known(0))
    for item in comprehended(self, scope, node.args[0]):
        self.emit(f"{total.text} = add({total.text}, {self.int(item)});")
    return self.read(total)


def comprehended(self: Any, scope: Scope, node: ast.expr) -> Any:
    """The things of a comprehension, which need not exist together, or of anything else."""
    if isinstance(node, ast.ListComp | ast.GeneratorExp):
        return self.generated(scope, node)
    return self.each(scope, node)


def of_any(stop: bool) -> Callable[..., Exp]:
    def quantified(self: Any, scope: Scope, node: ast.Call) -> Exp:
        found, after = self.slot("c"), self.label()
        self.assign(found, Exp(BOOL, str(int(not stop))))
        of = node.args[0]
        if isinstance(of, ast.ListComp | ast.GeneratorExp):
            test = ast.GeneratorExp(of.elt, of.generators)
            inner = Scope(self, scope.source, scope)
            for value in conditions(self, inner, test, scope):
                if value.is_known:
                    if bool(value.known) == stop:
                        self.emit(f"{{ {found.text} = {int(stop)}; goto {after}; }}")
                    continue
                self.emit(f"if ({'' if stop else '!'}({value.text})) {{ {found.text} = {int(stop)}; goto {after}; }}")
        else:
            for item in self.each(scope, of):
                self.emit(
                    f"if ({'' if stop else '!'}({self.flag(item)})) {{ {found.text} = {int(stop)}; goto {after}; }}"
                )
        self.emit(f"{after}:;")
        return self.read(found)

    return quantified


def conditions(self: Any, scope: Scope, node: ast.GeneratorExp, outer: Scope) -> Any:
    """The rounds of a comprehension, each with whether its value is true."""
    for value in self.clauses(scope, node, 0, outer):
        if value.is_known or value.parts is not None:
            yield known(bool(value.parts if value.parts is not None else value.known))
        else:
            yield Exp(BOOL, self.flag(value))


def of_extreme(sign: str) -> Callable[..., Exp]:
    def extreme(self: Any, scope: Scope, node: ast.Call) -> Exp:
        keywords = {one.arg: one.value for one in node.keywords}
        if len(node.args) > 1 and not any(isinstance(one, ast.Starred) for one in node.args):
            args = [self.temp(self.ev(scope, one)) for one in node.args]
            if all(one.is_known for one in args):
                return known((max if sign == ">" else min)([one.known for one in args]))
            best = self.slot("best")
            typed = all(one.type in (INT, BOOL) for one in args) or any(one.type == INT for one in args)
            self.assign(best, Exp(INT, self.int(args[0])) if typed else args[0])
            for one in args[1:]:
                one = self.temp(Exp(INT, self.int(one))) if typed and not one.is_known else one
                test = (
                    f"{self.int(one)} {sign} {best.text}"
                    if typed
                    else f"order(s, {self.word(one)}, {best.text}) {sign} 0"
                )
                self.emit(f"if ({test}) {best.text} = {self.int(one) if typed else self.word(one)};")
            return self.read(best)
        best, seen, chosen = self.slot("best"), self.slot("seen"), self.slot("chosen")
        self.assign(seen, known(0))
        key = self.ev(scope, keywords["key"]) if "key" in keywords else None
        things = (
            comprehended(self, scope, node.args[0])
            if len(node.args) == 1 and not isinstance(node.args[0], ast.Starred)
            else self.each(scope, ast.Tuple(node.args, ast.Load()))
            if not any(isinstance(one, ast.Starred) for one in node.args)
            else self.items_of(self.gathered(scope, node.args, ""))
        )
        if key is None:
            for item in things:
                item = self.temp(item)
                if item.type in (INT, BOOL):
                    now = self.int(item)
                    self.types.setdefault(best.text, INT)
                    if self.types[best.text] == INT:
                        self.emit(
                            f"if (!{seen.text} || {now} {sign} {best.text}) {{ {best.text} = {now}; {seen.text} = 1; }}"
                        )
                        continue
                before = self.types.get(best.text)
                after = (
                    item.type
                    if before is None and item.type.sort not in ("int", "bool")
                    else join(before, ANY if item.type.sort in ("int", "bool") else item.type)
                )
                if after != before:
                    self.types[best.text] = after
                    self.changed = True
                self.emit(
                    f"if (!{seen.text} || order(s, {self.word(item)}, {self.word(self.read(best))}) {sign} 0) {{ {best.text} = {self.convert(item, self.types[best.text])}; {seen.text} = 1; }}"
                )
        else:
            for item in things:
                item = self.temp(item)
                value = self.temp(self.call_value(scope, key, [item]))
                self.emit(f"if (!{seen.text} || order(s, {self.word(value)}, {best.text}) {sign} 0) {{")
                self.types.setdefault(best.text, ANY)
                self.emit(f"{best.text} = {self.word(value)}; {seen.text} = 1;")
                self.assign(chosen, item)
                self.emit("}")
            best = chosen
        if "default" in keywords:
            value = self.ev(scope, keywords["default"])
            result = self.slot("v")
            self.emit(f"if ({seen.text}) {{")
            self.assign(result, self.read(best))
            self.emit("} else {")
            self.assign(result, value)
            self.emit("}")
            return self.read(result)
        self.emit(f'if (!{seen.text}) fail(UNUSUAL, "nothing is the {"most" if sign == ">" else "least"}");')
        return self.read(best)

    return extreme


def made_of(name: str) -> Callable[..., Exp]:
    def made(self: Any, scope: Scope, node: ast.Call) -> Exp:
        if not node.args:
            if name == "as_tuple":
                return known(())
            slot = self.slot("new")
            self.assign(slot, Exp(row_of(None), "new_list(s, 4)" if name == "as_list" else "new_dict(s, SET, 4)"))
            return self.read(slot)
        of = self.ev(scope, node.args[0])
        if of.is_known and name == "as_tuple":
            return known(tuple(of.known))
        if of.parts is not None and name == "as_tuple":
            return of
        item = of.type.key if of.type.sort == "map" else of.type.item
        if name == "as_tuple" and isinstance(node.args[0], ast.ListComp | ast.GeneratorExp):
            return self.temp(Exp(row_of(item), f"settled(s, {of.text})"))
        if of.type.sort in ("array", "cells"):
            found = self.slot("list")
            self.assign(found, Exp(row_of(item), "new_list(s, 8)"))
            for each in self.items_of(of):
                self.emit(f"append(s, {found.text}, {self.word(each)});")
            of = self.read(found)
        return self.temp(Exp(row_of(item), f"{name}(s, {self.word(of)})"))

    return made


def listed(self: Any, scope: Scope, node: ast.Call) -> Exp:
    """What is usually walked through at once, as a list."""
    slot = self.slot("list")
    self.assign(slot, Exp(row_of(None), "new_list(s, 6)"))
    item: Type | None = None
    for one in self.each(scope, node):
        item = join(item, one.type) if item else one.type
        self.emit(f"push(s, {slot.text}, {self.word(one)});")
    return Exp(row_of(item), slot.text)


def of_range(self: Any, scope: Scope, node: ast.Call) -> Exp:
    args = [self.ev(scope, one) for one in node.args]
    return (
        known(range(*[one.known for one in args])) if all(one.is_known for one in args) else listed(self, scope, node)
    )


def of_bool(self: Any, scope: Scope, node: ast.Call) -> Exp:
    return self.temp(self.condition(scope, node.args[0]))


def of_int(self: Any, scope: Scope, node: ast.Call) -> Exp:
    value = self.ev(scope, node.args[0])
    if value.is_known:
        return known(int(value.known))
    if value.type == FLOAT:
        return self.temp(Exp(INT, f"(int64_t){value.text}"))
    if value.type == TEXT:
        return self.temp(Exp(INT, f"number_in(s, {value.text})"))
    return self.temp(Exp(INT, self.int(value)))


def of_str(self: Any, scope: Scope, node: ast.Call) -> Exp:
    return self.ev_JoinedStr(scope, ast.JoinedStr([ast.FormattedValue(node.args[0], -1, None)]))


def of_abs(self: Any, scope: Scope, node: ast.Call) -> Exp:
    value = self.temp(Exp(INT, self.int(self.ev(scope, node.args[0]))))
    return Exp(INT, f"({value.text} < 0 ? -{value.text} : {value.text})")


def of_dict(self: Any, scope: Scope, node: ast.Call) -> Exp:
    slot = self.slot("dict")
    self.assign(slot, Exp(Type("map"), "new_dict(s, DICT, 4)"))
    if node.args and called_name(node.args[0]) in ("zip", "compress", "enumerate"):
        for pair in self.each(scope, node.args[0]):
            key, value = pair.parts if pair.parts is not None else [self.subscript(pair, known(nth)) for nth in (0, 1)]
            self.emit(f"put(s, {slot.text}, {self.word(key)}, {self.word(value)});")
    elif node.args:
        of = self.ev(scope, node.args[0])
        if of.type.sort == "map" or (of.is_known and isinstance(of.known, Mapping)):
            self.emit(f"merge(s, {slot.text}, {self.word(of)});")
            return Exp(of.type if of.type.sort == "map" else Type("map"), slot.text)
        self.emit(f"merge_pairs(s, {slot.text}, {self.word(of)});")
    for one in node.keywords:
        assert one.arg
        self.emit(f"put(s, {slot.text}, {self.word(known(one.arg))}, {self.word(self.ev(scope, one.value))});")
    return self.read(slot)


def called_name(node: ast.expr) -> str:
    """The name of the function that an expression calls; empty if it calls none by name."""
    return node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""


def of_sorted(self: Any, scope: Scope, node: ast.Call) -> Exp:
    of = self.ev(scope, node.args[0])
    keywords = {one.arg: one.value for one in node.keywords}
    item = of.type.key if of.type.sort == "map" else of.type.item
    found = self.temp(Exp(row_of(item), f"as_list(s, {self.word(of)})"))
    keys = self.slot("keys")
    if "key" in keywords:
        key = self.ev(scope, keywords["key"])
        self.assign(keys, Exp(row_of(None), "new_list(s, 8)"))
        for each in self.items_of(found):
            self.emit(f"append(s, {keys.text}, {self.word(self.call_value(scope, key, [each]))});")
    else:
        self.assign(keys, Exp(row_of(None), f"as_list(s, {found.text})"))
    reverse = self.ev(scope, keywords["reverse"]) if "reverse" in keywords else known(False)
    self.emit(f"sort_by(s, {found.text}, {keys.text}, {self.flag(reverse)});")
    return found


def of_next(self: Any, scope: Scope, node: ast.Call) -> Exp:
    found, after, seen = self.slot("v"), self.label(), self.slot("seen")
    self.assign(seen, known(0))
    for item in comprehended(self, scope, node.args[0]):
        self.assign(found, item)
        self.emit(f"goto {after};")
    if len(node.args) > 1:
        self.assign(found, self.ev(scope, node.args[1]))
    else:
        self.emit('fail(UNUSUAL, "there is no next thing");')
    self.emit(f"{after}:;")
    return self.read(found)


def of_isinstance(self: Any, scope: Scope, node: ast.Call) -> Exp:
    value = self.temp(self.ev(scope, node.args[0]))
    classes = self.ev(scope, node.args[1]).known
    return is_of(self, value, classes, subclasses=True)


def is_of(self: Any, value: Exp, classes: Any, subclasses: bool) -> Exp:
    if value.is_known:
        return known(isinstance(value.known, classes) if subclasses else type(value.known) is classes)
    every = getattr(classes, "__args__", None) or (classes if isinstance(classes, tuple) else (classes,))
    names = [one.__name__ for one in every]
    if value.parts is not None:
        return known("tuple" in names or "Sequence" in names)
    sort = value.type.sort
    if sort in ("int", "bool", "text"):
        own = {"int": "int", "bool": "bool", "text": "str"}[sort]
        return known(own in names or (subclasses and own == "bool" and "int" in names))
    if sort == "record":
        return known(value.type.name in names)
    word = self.word(value)
    tests = []
    for name in names:
        if name == "int":
            tests.append(f"IS_INT({word})" + (f" || {word} == TRUE_ || {word} == FALSE_" if subclasses else ""))
        elif name == "bool":
            tests.append(f"{word} == TRUE_ || {word} == FALSE_")
        elif name in ("str", "tuple", "list", "dict"):
            tests.append(f"KIND(s, {word}) == {name.upper()}")
        elif name in ("set", "frozenset"):
            tests.append(f"KIND(s, {word}) == SET")
        else:
            cls = next((one for one in RECORDS if one.__name__ == name), None)
            if cls is None:
                self.unit.attributes["__class__"] = None
                meant = [one for one in every if one.__name__ == name]
                for one in meant + (subclasses_of(meant[0]) if subclasses else []):
                    tests.append(f"(IS_OBJECT({word}) && attr___class__(s, {word}) == {self.word(known(one))})")
                continue
            tests.append(f"is_record(s, {word}, {self.unit.pool.class_of(cls)})")
    return self.temp(Exp(BOOL, "(" + " || ".join(tests).replace("== STR)", "== STR)") + ")"))


def subclasses_of(one: type) -> list[type]:
    """All classes derived from one."""
    return [each for below in one.__subclasses__() for each in (below, *subclasses_of(below))]


def of_type_call(self: Any, scope: Scope, node: ast.Call) -> Exp:
    value = self.temp(self.ev(scope, node.args[0]))
    if value.is_known:
        return known(type(value.known))
    return Exp(Type("class"), parts=None, closure=None, text="", known=TypeOf(value))


class TypeOf:
    """The class of a value that is not known yet."""

    def __init__(self, of: Exp) -> None:
        self.of = of


def of_map(self: Any, scope: Scope, node: ast.Call) -> Exp:
    function = self.ev(scope, node.args[0])
    slot = self.slot("list")
    self.assign(slot, Exp(row_of(None), "new_list(s, 4)"))
    for item in self.each(scope, node.args[1]):
        self.emit(f"append(s, {slot.text}, {self.word(self.call_value(scope, function, [self.temp(item)]))});")
    return self.read(slot)


def call_value(self: Any, scope: Scope, function: Exp, args: list[Exp]) -> Exp:
    if function.closure is not None:
        return self.inline_closure(function.closure, args)  # type: ignore[no-any-return]
    if function.is_known:
        if function.known is len:
            return Exp(INT, self.length(args[0]))
        return self.call_known(scope, function.known, args, {}, None)  # type: ignore[no-any-return]
    return self.apply(function, args)  # type: ignore[no-any-return]


Calls.call_value = call_value  # type: ignore[attr-defined]


def of_fromkeys(self: Any, scope: Scope, node: ast.Call) -> Exp:
    slot = self.slot("dict")
    self.assign(slot, Exp(Type("map"), "new_dict(s, DICT, 4)"))
    value = self.word(self.temp(self.ev(scope, node.args[1]))) if len(node.args) > 1 else "NONE"
    key: Type | None = None
    for item in self.each(scope, node.args[0]):
        key = join(key, item.type) if key else item.type
        self.emit(f"put_new(s, {slot.text}, {self.word(item)}, {value});")
    return Exp(Type("map", key=None if key == ANY else key), slot.text)


def of_reversed(self: Any, scope: Scope, node: ast.Call) -> Exp:
    of = self.ev(scope, node.args[0])
    if of.is_known:
        return known(tuple(reversed(of.known)))
    of = self.temp(Exp(row_of(of.type.item), f"as_tuple(s, {self.word(of)})"))
    return self.temp(Exp(row_of(of.type.item), f"slice(s, {of.text}, NONE, NONE, INT(-1))"))


def of_comb(self: Any, args: list[Exp]) -> Exp:
    return self.temp(Exp(INT, f"comb({self.int(args[0])}, {self.int(args[1])})"))


def of_accumulate(self: Any, scope: Scope, node: ast.Call) -> Exp:
    return self.temp(Exp(row_of(INT), f"accumulated(s, {self.word(self.ev(scope, node.args[0]))})"))


def plain(self: Any, scope: Scope, node: ast.Call) -> Exp:
    return self.ev(scope, node.args[0])


BUILT_IN: dict[Any, Callable[..., Exp]] = {
    len: of_len,
    sum: of_sum,
    any: of_any(True),
    all: of_any(False),
    max: of_extreme(">"),
    min: of_extreme("<"),
    tuple: made_of("as_tuple"),
    list: made_of("as_list"),
    set: made_of("as_set"),
    frozenset: made_of("as_set"),
    bool: of_bool,
    int: of_int,
    str: of_str,
    abs: of_abs,
    dict: of_dict,
    sorted: of_sorted,
    next: of_next,
    isinstance: of_isinstance,
    type: of_type_call,
    map: of_map,
    reversed: of_reversed,
    accumulate: of_accumulate,
    iter: plain,
    zip: listed,
    enumerate: listed,
    compress: listed,
    range: of_range,
    dict.fromkeys: of_fromkeys,
}
INTRINSIC: dict[Any, Callable[..., Exp]] = {math.comb: of_comb}
INTRINSIC_METHODS: dict[str, Callable[..., Exp]] = {"run": lambda self, args: self.emit("run(s);") or known(None)}


def get(self: Any, of: Exp, key: Exp, *default: Exp) -> Exp:
    found = self.slot("v")
    table = self.table(of, key)
    looked = f"value_of_key(s, {self.word(of)}, " if table is None else f"constant_at((V){table}, "
    at = self.temp(Exp(ANY, f"{looked}{self.word(key)})"))
    item = of.type.item or ANY
    other = default[0] if default else known(None)
    self.emit(f"if ({at.text} != ABSENT) {{")
    self.assign(found, self.of_type(at.text, item))
    self.emit("} else {")
    self.assign(found, other)
    self.emit("}")
    return self.read(found)


def simple_method(text: str, type: Type) -> Callable[..., Exp]:
    def method(self: Any, of: Exp, *args: Exp) -> Exp:
        return self.temp(Exp(type, text.format(self.word(of), *map(self.word, args))))

    return method


def doing(text: str) -> Callable[..., Exp]:
    def method(self: Any, of: Exp, *args: Exp) -> Exp:
        self.emit(text.format(self.word(of), *map(self.word, args)) + ";")
        return known(None)

    return method


def walked_values(pairs: int) -> Callable[..., Exp]:
    def method(self: Any, of: Exp) -> Exp:
        item = of.type.item
        if pairs:
            parts = (of.type.key or ANY, item or ANY)
            return self.temp(Exp(row_of(Type("row", None, parts=parts)), f"values_of(s, {self.word(of)}, 1)"))
        return self.temp(Exp(row_of(item), f"values_of(s, {self.word(of)}, 0)"))

    return method


def popped(self: Any, of: Exp, *args: Exp) -> Exp:
    at = self.word(args[0]) if args else "INT(-1)"
    return self.temp(self.of_type(f"pop(s, {self.word(of)}, {at})", of.type.item or ANY))


METHODS: dict[tuple[str, int], Callable[..., Exp]] = {
    ("append", 1): doing("append(s, {0}, {1})"),
    ("add", 1): doing("put(s, {0}, {1}, NONE)"),
    ("extend", 1): doing("extend(s, {0}, {1})"),
    ("remove", 1): doing("remove_from(s, {0}, {1})"),
    ("clear", 0): doing("clear(s, {0})"),
    ("update", 1): doing("merge(s, {0}, {1})"),
    ("reverse", 0): doing("reverse(s, {0})"),
    ("get", 1): get,
    ("get", 2): get,
    ("items", 0): walked_values(1),
    ("values", 0): walked_values(0),
    ("keys", 0): simple_method("as_set(s, {0})", row_of(None)),
    ("copy", 0): simple_method("copied(s, {0})", ANY),
    ("setdefault", 2): simple_method("set_default(s, {0}, {1}, {2})", ANY),
    ("index", 1): lambda self, of, one: self.temp(Exp(INT, f"index_of(s, {self.word(of)}, {self.word(one)})")),
    ("count", 1): lambda self, of, one: self.temp(Exp(INT, f"count_of(s, {self.word(of)}, {self.word(one)})")),
    ("pop", 0): popped,
    ("pop", 1): popped,
    ("join", 1): simple_method("joined_by(s, {0}, {1})", TEXT),
    ("startswith", 1): lambda self, of, one: self.temp(Exp(BOOL, f"starts(s, {self.word(of)}, {self.word(one)})")),
    ("removeprefix", 1): simple_method("without_prefix(s, {0}, {1})", TEXT),
    ("partition", 1): simple_method("partition(s, {0}, {1}, 0)", row_of(TEXT)),
    ("rpartition", 1): simple_method("partition(s, {0}, {1}, 1)", row_of(TEXT)),
    ("split", 1): simple_method("split(s, {0}, {1})", row_of(TEXT)),
    ("bit_length", 0): lambda self, of: self.temp(Exp(INT, f"bit_length({self.int(of)})")),
}
