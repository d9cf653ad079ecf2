"""Finds the objects that a game's functions refer to, by reading the functions' code."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from types import CodeType, FunctionType, ModuleType
from typing import Any

from rftg_dsl.check.signatures import EventWord
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.form import One, Some
from rftg_dsl.kernel.step import Step

MOST = 1_000
"""The maximum number of cached results. The cache pays off because an editor checks the same games repeatedly."""
_known: dict[tuple[int, ...], tuple[tuple[Any, ...], tuple[Any, ...]]] = {}
"""Cached results, keyed by the identities of their roots. The cache keeps the roots alive, so that no identity is
reused."""


def find_reachable(*roots: Any) -> Sequence[Any]:
    """Find every object that functions refer to, directly or through other functions, steps and tables."""
    key = tuple([id(root) for root in roots])
    if key not in _known:
        if len(_known) >= MOST:
            _known.clear()
        _known[key] = roots, tuple(collect_reachable(roots))
    return _known[key][1]


def collect_reachable(roots: Sequence[Any]) -> list[Any]:
    reached: dict[int, Any] = {}
    waiting = list(roots)
    # Collect strings by value, because equal strings need not be the same object.
    texts: dict[str, None] = {}
    while waiting:
        item = waiting.pop()
        if id(item) in reached:
            continue
        if isinstance(item, str):
            texts[item] = None
            continue
        if isinstance(item, Step):
            reached[id(item)] = item
            waiting.append(item.run)
        elif isinstance(item, EventWord | Question):
            reached[id(item)] = item
        elif isinstance(item, FunctionType) and not is_engine(item):
            reached[id(item)] = item
            waiting += references_in(item.__code__, item.__globals__)
            waiting += item.__defaults__ or ()
        elif isinstance(item, dict):
            reached[id(item)] = item
            waiting += [*item.keys(), *item.values()]
        elif isinstance(item, list | tuple | frozenset | set):
            reached[id(item)] = item
            waiting += item
        elif isinstance(item, One | Some):
            reached[id(item)] = item
            waiting += item.options
    return [*reached.values(), *texts]


ENGINE, GAMES = "rftg_dsl", "rftg_dsl.games"


def is_engine(function: FunctionType) -> bool:
    """Whether a function is part of the engine or of Python's standard library."""
    module = function.__module__ or ""
    if module.partition(".")[0] == ENGINE:
        return not f"{module}.".startswith(f"{GAMES}.")
    return module.partition(".")[0] in sys.stdlib_module_names


def references_in(code: CodeType, module: Mapping[str, Any]) -> Iterator[Any]:
    """Yield the values that code may refer to: globals, members of modules, strings, and the same for nested code."""
    for name in code.co_names:
        value = module.get(name)
        if isinstance(value, ModuleType):
            # The code object does not record which module a name belongs to, so include the member of every module that
            # has it.
            yield from (vars(value)[member] for member in code.co_names if member in vars(value))
        elif value is not None:
            yield value
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from references_in(constant, module)
        elif isinstance(constant, str | tuple | frozenset):
            yield constant


WAITING = frozenset(
    "ask ask_use fire fire_own pause react run_segment then then_by_id then_choose then_segment use window".split()
)
"""The names of methods that put a question to a seat, let powers react, pause the play, or add to the agenda."""


def is_plain(step: Step[Any]) -> bool:
    """Whether a step asks nothing, lets no power react and puts nothing on the agenda."""
    functions = [item for item in find_reachable(step) if isinstance(item, FunctionType)]
    # Compare names alone: a false positive costs only a frame, but a false negative would run past a question.
    return not any(WAITING & set(names_in(function.__code__)) for function in functions)


def names_in(code: CodeType) -> Iterator[str]:
    yield from code.co_names
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from names_in(constant)
