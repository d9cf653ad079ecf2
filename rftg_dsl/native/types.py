"""Types of values, as far as they are known at translation time."""

from __future__ import annotations

import collections.abc as abc
import types
import typing
from typing import Any

from attrs import frozen

from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.table import Table


@frozen
class Type:
    """The sort of a value, and the types of its parts as far as they are known."""

    sort: str
    """``int``, ``bool`` and ``float`` are C numbers, ``play`` is the state and ``array`` one of its arrays.

    All other sorts are words.
    """
    item: Type | None = None
    """The type of the items in a sequence, or of the values in a mapping."""
    key: Type | None = None
    parts: tuple[Type, ...] = ()
    """The types of the items in a tuple of fixed length."""
    name: str = ""
    """The name of an array, or of a record's class."""


INT, BOOL, FLOAT, ANY, PLAY, TEXT, NOTHING, RANDOM = map(
    Type, ("int", "bool", "float", "any", "play", "text", "nothing", "random")
)
UNPASSED = (PLAY, RANDOM)
"""Types for which a C function needs no parameter, because each of them has only one value."""


def row_of(item: Type | None) -> Type:
    return Type("row", None if item == ANY else item)


def join(a: Type | None, b: Type | None) -> Type:
    """Return the most specific type that covers values of two types."""
    if a is None or b is None:
        return a or b or ANY
    if a == b:
        return a
    if {a.sort, b.sort} == {"int", "float"}:
        return FLOAT
    if a.sort == b.sort == "row":
        parts = tuple(map(join, a.parts, b.parts)) if a.parts and len(a.parts) == len(b.parts) else ()
        return Type("row", None if a.item is None or b.item is None else without_any(join(a.item, b.item)), parts=parts)
    if a.sort == b.sort == "map":
        return Type("map", join_known(a.item, b.item), join_known(a.key, b.key))
    return ANY


def join_known(a: Type | None, b: Type | None) -> Type | None:
    return None if a is None or b is None else without_any(join(a, b))


def without_any(item: Type) -> Type | None:
    return None if item == ANY else item


NAMED: dict[str, type] = {}


def fields_of_tuple(cls: Any) -> tuple[str, ...]:
    fields: tuple[str, ...] = cls._fields
    return fields


def type_of_tuple(cls: type) -> Type:
    """Return the type for a named tuple's class, and register the class in ``NAMED``."""
    NAMED[cls.__name__] = cls
    hints = typing.get_type_hints(cls)
    return Type("row", parts=tuple([type_of_hint(hints[name]) for name in fields_of_tuple(cls)]), name=cls.__name__)


ROWS = (abc.Sequence, abc.Iterable, abc.Collection, abc.Iterator, list, set, frozenset, abc.Set)
MAPS = (dict, abc.Mapping, abc.MutableMapping)


def type_of_hint(hint: Any) -> Type:
    """Return the type for an annotation; ``ANY`` if the annotation contains no useful information."""
    if (isinstance(hint, type) or hint is None) and hint in PLAIN:
        return PLAIN[hint]
    if isinstance(hint, type) and issubclass(hint, Table):
        return PLAY
    origin, args = typing.get_origin(hint), typing.get_args(hint)
    if isinstance(hint, type) and issubclass(hint, tuple) and hasattr(hint, "_fields"):
        return type_of_tuple(hint)
    if origin is None:
        return Type("record", name=hint.__name__) if isinstance(hint, type) and hint in RECORDS else ANY
    if isinstance(origin, type) and issubclass(origin, Table):
        return PLAY
    if origin is abc.Callable and args[-1] is float:
        # A callable that returns a float is a bot's source of random numbers.
        return RANDOM
    if origin in (typing.Union, types.UnionType):
        alternatives = {type_of_hint(arg) for arg in args}
        return alternatives.pop() if len(alternatives) == 1 else ANY
    if origin is tuple:
        if len(args) == 2 and args[1] is Ellipsis:
            return row_of(type_of_hint(args[0]))
        parts = tuple(map(type_of_hint, args))
        return Type("row", without_any(parts[0]) if len(set(parts)) == 1 else None, parts=parts)
    if origin in ROWS:
        return row_of(type_of_hint(args[0]))
    if origin in MAPS:
        return Type("map", without_any(type_of_hint(args[1])), without_any(type_of_hint(args[0])))
    if origin is typing.Annotated:
        return type_of_hint(args[0])
    return ANY


PLAYS = frozenset(one.__name__ for one in Play.__mro__ if issubclass(one, Table))

PLAIN: dict[Any, Type] = {int: INT, bool: BOOL, str: TEXT, float: FLOAT, None: NOTHING, type(None): NOTHING, Play: PLAY}
RECORDS: set[type] = set()
"""Classes that steps or advisers instantiate."""


def number_of_class(cls: type) -> int:
    """Return the number of a class. Kernel classes come first, so that they have the same numbers in every game."""
    return sorted((not each.__module__.startswith(KERNEL), each.__name__) for each in RECORDS).index(
        (not cls.__module__.startswith(KERNEL), cls.__name__)
    )


KERNEL = "rftg_dsl.kernel."
