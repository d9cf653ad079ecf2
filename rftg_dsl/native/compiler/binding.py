"""The binding of arguments to the parameters of a function."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import FunctionType

from rftg_dsl.native.compiler.clauses import TranslationError
from rftg_dsl.native.compiler.ir import Const, Expr, Rest


def bind(
    function: FunctionType, args: Sequence[Expr], keywords: Mapping[str, Expr], rest: Expr | None = None
) -> list[Expr]:
    """Return an argument for each parameter, in the order of ``names_of_parameters``.

    ``rest`` is the value of the parameter like ``*args``, if there is one.
    """
    code, title = function.__code__, function.__name__
    n = code.co_argcount
    if len(args) > n:
        raise TranslationError(f"{title} is called with too many arguments", "N4")
    names = code.co_varnames[: n + code.co_kwonlyargcount]
    plain = dict(zip(reversed(names[:n]), reversed(function.__defaults__ or ()), strict=False))
    plain |= function.__kwdefaults__ or {}
    bound = bind_names(title, names, {name: Const(value) for name, value in plain.items()}, args, keywords)
    return [*bound[:n], *([] if rest is None else [rest]), *bound[n:]]


def bind_names(
    title: str,
    names: Sequence[str],
    defaults: Mapping[str, Expr],
    args: Sequence[Expr],
    keywords: Mapping[str, Expr],
) -> list[Expr]:
    """Return an argument for each of the parameters with these names; ``title`` is that of the function."""
    if any(isinstance(arg, Rest) for arg in args):
        raise TranslationError(f"a sequence is unpacked into the parameters of {title}", "N4")
    given = dict(zip(names, args, strict=False))
    if len(args) > len(names) or keywords.keys() - {*names} or keywords.keys() & given.keys():
        raise TranslationError(f"{title} is called with arguments that it does not take", "N4")
    found = {**defaults, **given, **keywords}
    missing = [name for name in names if name not in found]
    if missing:
        raise TranslationError(f"{title} is called without {missing[0]!r}", "N4")
    return [found[name] for name in names]
