"""Tests of a value's class, decided by its type or performed in C."""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from rftg_dsl.native.compiler.clauses import TranslationError
from rftg_dsl.native.compiler.pool import as_signed
from rftg_dsl.native.compiler.types import Type
from rftg_dsl.native.compiler.unit import Unit

OWN: Mapping[str, type] = {"int": int, "bool": bool, "text": str, "float": float}
"""The Python class for each sort of value."""

KINDS: Mapping[str, type] = {"TUPLE": tuple, "LIST": list, "DICT": dict, "SET": set, "STR": str}
"""The Python class for each kind of heap object in C."""


def classes_in(classes: Any) -> Sequence[type]:
    """Return the classes in a class, a tuple or a union."""
    every = getattr(classes, "__args__", None) or (classes if isinstance(classes, tuple) else (classes,))
    if not all(isinstance(cls, type) for cls in every):
        raise TranslationError("the class is unknown", "N15")
    return tuple(every)


def has_class(own: type, classes: Sequence[type], subclasses: bool) -> bool:
    return any(issubclass(own, cls) if subclasses else own is cls for cls in classes)


def find_class_test(unit: Unit, of: Type, is_tuple: bool, classes: Any, subclasses: bool) -> bool | str:
    """Return whether a value of a type has one of these classes, or the C expression that tests it.

    ``is_tuple`` says that the value is a tuple of known length, so that the type states its class. With ``subclasses``,
    derived classes count too.
    """
    every = classes_in(classes)

    def is_one(own: type) -> bool:
        return has_class(own, every, subclasses)

    if is_tuple:
        return is_one(of.cls or tuple)
    # A variable that can hold an int or a float is a double in C, so the original class is lost.
    if of.sort == "float" and is_one(int) != is_one(float):
        raise TranslationError("int and float cannot be distinguished here", "N15")
    if of.sort in OWN:
        return is_one(OWN[of.sort])
    if of.sort == "record" and of.cls is not None:
        return is_one(of.cls)
    names_tuple = any(issubclass(cls, tuple) and cls is not tuple for cls in every)
    if names_tuple or (of.sort == "row" and of.cls is not None and not subclasses):
        raise TranslationError("native code cannot distinguish a named tuple from a tuple", "N15")
    if is_one(set) != is_one(frozenset) or is_one(float) != is_one(complex):
        raise TranslationError("these classes cannot be distinguished here", "N15")
    tests = [*tests_of_words(unit, is_one), *tests_of_objects(unit, every, is_one, subclasses)]
    return f"({' || '.join(tests) or '0'})"


def tests_of_words(unit: Unit, is_one: Callable[[type], bool]) -> Iterator[str]:
    yield from [f"KIND(s, {{0}}) == {kind}" for kind, own in KINDS.items() if is_one(own)]
    if is_one(int):
        yield "IS_INT({0})"
    if is_one(bool):
        yield "{0} == TRUE_ || {0} == FALSE_"
    if is_one(type(None)):
        yield "{0} == NONE"
    yield from [f"is_record(s, {{0}}, {unit.records.numbers[cls]})" for cls in unit.records if is_one(cls)]


def tests_of_objects(
    unit: Unit, every: Collection[type], is_one: Callable[[type], bool], subclasses: bool
) -> Iterator[str]:
    """Yield tests of objects of the content, whose classes C looks up as an attribute."""
    if is_one(object):
        yield "IS_OBJECT({0})"
        return
    plain = (*KINDS.values(), *OWN.values(), frozenset, type(None), *unit.records)
    others = [cls for cls in every if cls not in plain]
    meant = [cls for cls in others if not (subclasses and isinstance(cls, ABCMeta))]
    for cls in meant:
        unit.attributes["__class__"] = None
        for each in [cls, *(subclasses_of(cls) if subclasses else [])]:
            word = as_signed(unit.pool.word_for(each))
            yield f"(IS_OBJECT({{0}}) && attr___class__(s, {{0}}) == (V){word})"
    if len(meant) < len(others):
        yield '(IS_OBJECT({0}) && (fail(UNUSUAL, "it cannot be told what an object is"), 0))'


def subclasses_of(cls: type) -> list[type]:
    below: list[type] = cls.__subclasses__()
    return [each for subclass in below for each in (subclass, *subclasses_of(subclass))]
