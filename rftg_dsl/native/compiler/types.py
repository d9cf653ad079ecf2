"""Types of values, as far as they are known before the program runs."""

from __future__ import annotations

import collections.abc as abc
import types
import typing
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from types import FunctionType
from typing import Any

from attrs import frozen

from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.table import Table


@frozen
class Type:
    """The sort of a value, and the types of its parts as far as they are known."""

    sort: str
    """``int``, ``bool`` and ``float`` are C numbers; ``play`` and ``random`` have one value each, which C code can
    always reach. All other sorts are words."""
    item: Type | None = None
    """The type of the items in a sequence, or of the values in a mapping."""
    key: Type | None = None
    parts: tuple[Type, ...] = ()
    """The types of the items in a tuple of fixed length."""
    cls: type | None = None
    """The class of a record or named tuple."""

    @property
    def item_or_any(self) -> Type:
        return self.item or ANY

    @property
    def item_in_loop(self) -> Type:
        """The type of the items in a loop over such a value."""
        return (self.key if self.sort == "map" else self.item) or ANY


INT, BOOL, FLOAT, ANY, PLAY, TEXT, NOTHING, RANDOM = map(
    Type, ("int", "bool", "float", "any", "play", "text", "nothing", "random")
)
NUMBERS = (INT, BOOL, FLOAT)
UNPASSED = (PLAY, RANDOM)
"""Types for which a C function needs no parameter, because each of them has only one value."""


def row_of(item: Type | None) -> Type:
    return Type("row", without_any(item))


def map_of(item: Type | None, key: Type | None) -> Type:
    return Type("map", without_any(item), without_any(key))


def tuple_of(parts: Sequence[Type], cls: type | None = None) -> Type:
    """Return the type of a tuple of fixed length."""
    alike = len(set(parts)) == 1 and cls is None
    return Type("row", without_any(parts[0]) if alike else None, parts=tuple(parts), cls=cls)


def without_any(item: Type | None) -> Type | None:
    return None if item == ANY else item


def join(a: Type | None, b: Type | None) -> Type:
    """Return the most specific type that covers values of two types; None covers no value."""
    if a is None or b is None:
        return a or b or ANY
    if a == b:
        return a
    if {a.sort, b.sort} == {"int", "float"}:
        return FLOAT
    if a.sort == b.sort == "row":
        parts = tuple(map(join, a.parts, b.parts)) if a.parts and len(a.parts) == len(b.parts) else ()
        return Type("row", join_known(a.item, b.item), parts=parts)
    if a.sort == b.sort == "map":
        return map_of(join_known(a.item, b.item), join_known(a.key, b.key))
    return ANY


def join_known(a: Type | None, b: Type | None) -> Type | None:
    return None if a is None or b is None else without_any(join(a, b))


def join_all(of: Iterable[Type]) -> Type | None:
    """Return the type that covers all of these; None if there are none."""
    joined = None
    for each in of:
        joined = each if joined is None else join(joined, each)
    return joined


class Records:
    """The classes with slots that steps or advisers instantiate; C identifies each class by its number."""

    def __init__(self, classes: Collection[type]) -> None:
        ordered = sorted(classes, key=lambda cls: (not cls.__module__.startswith(KERNEL), cls.__name__))
        self.numbers: Mapping[type, int] = {cls: nth for nth, cls in enumerate(ordered)}
        """Kernel classes come first, so that they have the same numbers in every game."""
        self.classes: Sequence[type] = ordered
        self.in_order: Sequence[type] = sorted(classes, key=lambda cls: cls.__name__)

    def __contains__(self, cls: object) -> bool:
        return cls in self.numbers

    def __iter__(self) -> Iterator[type]:
        return iter(self.in_order)

    def fields_of(self, value: Any) -> list[Any]:
        return [getattr(value, name, None) for name in names_of_fields(type(value))]


KERNEL = "rftg_dsl.kernel."


def names_of_fields(record: type) -> list[str]:
    return [name for cls in reversed(record.__mro__) for name in getattr(cls, "__slots__", ()) if name != "__weakref__"]


class Types:
    """The types of constants and annotations, for the classes of one game."""

    def __init__(self, records: Records) -> None:
        self.records = records
        self.by_name = {cls.__qualname__: cls for cls in records}
        self.hints: dict[FunctionType, Mapping[str, Type]] = {}
        self.constants: dict[int, tuple[Any, Type]] = {}
        """The types of collections by ``id``; each one is kept so that its id is not reused."""

    # -- constants -------------------------------------------------------------------------------------------------

    def type_of_value(self, value: Any) -> Type:
        plain = PLAIN.get(type(value))
        if plain is not None:
            return plain
        if id(value) not in self.constants:
            self.constants[id(value)] = value, self.type_of_collection(value)
        return self.constants[id(value)][1]

    def type_of_collection(self, value: Any) -> Type:
        """Return the type of a collection or record; any other object is passed on as it is."""
        if isinstance(value, range | bytes):
            return row_of(INT)
        if isinstance(value, tuple | list | set | frozenset):
            return row_of(self.type_of_values(value))
        if isinstance(value, Mapping):
            return map_of(self.type_of_values(value.values()), self.type_of_values(value))
        return Type("record", cls=type(value)) if type(value) in self.records else ANY

    def type_of_values(self, values: Iterable[Any]) -> Type | None:
        return join_all({self.type_of_value(value) for value in values})

    # -- annotations -----------------------------------------------------------------------------------------------

    def hints_of(self, function: FunctionType) -> Mapping[str, Type]:
        """Return the types of a function's annotations; annotations that cannot be evaluated are omitted."""
        if function not in self.hints:
            self.hints[function] = self.read_annotations(function)
        return self.hints[function]

    def read_annotations(self, function: FunctionType) -> Mapping[str, Type]:
        hints: dict[str, Type] = {}
        code = function.__code__
        rest = code.co_varnames[code.co_argcount + code.co_kwonlyargcount] if code.co_flags & HAS_REST else ""
        for name, annotation in function.__annotations__.items():
            type = self.type_of_annotation(annotation, function)
            if type is not None and name == rest:
                hints[name] = row_of(type)
            elif type is not None and (type != ANY or name == "return"):
                hints[name] = type
        owner = function.__qualname__.rpartition(".")[0]
        if function.__qualname__.split(".")[0] in PLAYS:
            hints.setdefault("self", PLAY)
        elif owner in self.by_name and code.co_varnames[:1] == ("self",):
            hints.setdefault("self", Type("record", cls=self.by_name[owner]))
        return hints

    def type_of_annotation(self, annotation: Any, function: FunctionType) -> Type | None:
        """Return the type for an annotation in a function; None for a text that cannot be evaluated."""
        if isinstance(annotation, str):
            try:
                annotation = eval(annotation, dict(function.__globals__))
            except (NameError, TypeError, AttributeError):
                return None
        return self.type_of_hint(annotation)

    def type_of_named_tuple(self, cls: Any) -> Type:
        """Return the type for a named tuple's class."""
        hints = typing.get_type_hints(cls)
        return Type("row", parts=tuple([self.type_of_hint(hints[name]) for name in cls._fields]), cls=cls)

    def type_of_hint(self, hint: Any) -> Type:
        """Return the type for an annotation; ``ANY`` if the annotation contains no useful information."""
        if isinstance(hint, type) or hint is None:
            return self.type_of_class(hint)
        origin, args = typing.get_origin(hint), typing.get_args(hint)
        if isinstance(origin, type) and issubclass(origin, Table):
            return PLAY
        if origin is abc.Callable and args[-1] is float:
            # A callable that returns a float is a bot's source of random numbers.
            return RANDOM
        if origin in (typing.Union, types.UnionType):
            alternatives = {self.type_of_hint(arg) for arg in args}
            return alternatives.pop() if len(alternatives) == 1 else ANY
        if origin is tuple and len(args) == 2 and args[1] is Ellipsis:
            return row_of(self.type_of_hint(args[0]))
        if origin is tuple:
            return tuple_of(tuple(map(self.type_of_hint, args)))
        if origin in ROWS:
            return row_of(self.type_of_hint(args[0]))
        if origin in MAPS:
            return map_of(self.type_of_hint(args[1]), self.type_of_hint(args[0]))
        return self.type_of_hint(args[0]) if origin is typing.Annotated else ANY

    def type_of_class(self, cls: Any) -> Type:
        if cls is None or cls in PLAIN:
            return PLAIN.get(cls, NOTHING)
        if issubclass(cls, Table):
            return PLAY
        if issubclass(cls, tuple) and hasattr(cls, "_fields"):
            return self.type_of_named_tuple(cls)
        return Type("record", cls=cls) if cls in self.records else ANY


HAS_REST = 4
"""The flag of a code object whose function has a parameter like ``*args``."""

ROWS = (abc.Sequence, abc.Iterable, abc.Collection, abc.Iterator, list, set, frozenset, abc.Set)
MAPS = (dict, abc.Mapping, abc.MutableMapping)
PLAYS = frozenset(cls.__name__ for cls in Play.__mro__ if issubclass(cls, Table))
PLAIN: Mapping[Any, Type] = {int: INT, bool: BOOL, str: TEXT, float: FLOAT, types.NoneType: NOTHING}
