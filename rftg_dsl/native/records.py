"""The classes whose instances native code creates for a game."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from types import FunctionType
from typing import Any

from rftg_dsl.compile.rules import Rules
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Bag, One, Range, Some
from rftg_dsl.kernel.hook import Bound
from rftg_dsl.native.compiler.types import Records

KERNEL = (One, Some, Bag, Range, Bound, Decision)
"""The classes that all games use."""


def records_of(rules: Rules) -> Records:
    return Records([*KERNEL, *classes_of(rules.game.advisers().values())])


def classes_of(functions: Iterable[Any]) -> Iterator[type]:
    """Yield the classes with slots in the packages of ``functions``, which these functions can instantiate."""
    names = {record.__name__ for record in KERNEL}
    for name in dict.fromkeys(function.__module__ for function in functions if isinstance(function, FunctionType)):
        package, module = name.rpartition(".")[0], sys.modules.get(name)
        for member in vars(module).values() if module and package else ():
            if isinstance(member, type) and member.__module__.startswith(f"{package}."):
                plain = "__slots__" in vars(member) and isinstance(vars(member).get("__init__"), FunctionType)
                if plain and "__attrs_attrs__" not in vars(member) and member.__name__ not in names:
                    names.add(member.__name__)
                    yield member
