"""What is known of a value before it exists: its type, or the value itself."""

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
    """The sort of a value; of a sequence what its things are, of a mapping what its values are."""

    sort: str
    """``int``, ``bool``, ``float``: C numbers; ``play``: the state; ``array``: one of its arrays; else a word."""
    item: Type | None = None
    """What the things of a sequence, or the values of a mapping, are."""
    key: Type | None = None
    """What the keys of a mapping are."""
    parts: tuple[Type, ...] = ()
    """What the things of a tuple of a fixed length are."""
    name: str = ""
    """The name of an array, or of the class of a record."""


INT, BOOL, FLOAT, ANY, PLAY, TEXT, NOTHING, RANDOM = map(
    Type, ("int", "bool", "float", "any", "play", "text", "nothing", "random")
)
UNPASSED = (PLAY, RANDOM)
"""What C functions need not be given: there is one of each."""


def row_of(item: Type | None) -> Type:
    """A sequence of such things."""
    return Type("row", None if item == ANY else item)


def join(a: Type | None, b: Type | None) -> Type:
    """What is known of a value that is of one type or of another."""
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
    """The join of two types, if both are known."""
    return None if a is None or b is None else without_any(join(a, b))


def without_any(item: Type) -> Type | None:
    """The type of things, if it says anything."""
    return None if item == ANY else item


NAMED: dict[str, type] = {}
"""The classes of named tuples, by name."""


def fields_of_tuple(cls: Any) -> tuple[str, ...]:
    """The fields of a named tuple, in order."""
    fields: tuple[str, ...] = cls._fields
    return fields


def type_of_tuple(cls: type) -> Type:
    """The type of a named tuple."""
    NAMED[cls.__name__] = cls
    hints = typing.get_type_hints(cls)
    return Type("row", parts=tuple([type_of_hint(hints[name]) for name in fields_of_tuple(cls)]), name=cls.__name__)


ROWS = (abc.Sequence, abc.Iterable, abc.Collection, abc.Iterator, list, set, frozenset, abc.Set)
MAPS = (dict, abc.Mapping, abc.MutableMapping)


def type_of_hint(hint: Any) -> Type:
    """The type that an annotation means."""
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
"""The classes that a play is made of."""

PLAIN: dict[Any, Type] = {int: INT, bool: BOOL, str: TEXT, float: FLOAT, None: NOTHING, type(None): NOTHING, Play: PLAY}
RECORDS: set[type] = set()
"""The classes of which steps make instances."""


def number_of_class(cls: type) -> int:
    """The number of a record class: those of the kernel have the same numbers in every game."""
    return sorted((not each.__module__.startswith(KERNEL), each.__name__) for each in RECORDS).index(
        (not cls.__module__.startswith(KERNEL), cls.__name__)
    )


KERNEL = "rftg_dsl.kernel."
