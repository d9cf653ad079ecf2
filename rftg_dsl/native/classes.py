"""Tests of a value's class, decided at translation time or performed in C."""

from __future__ import annotations

from abc import ABCMeta
from collections.abc import Iterable
from typing import Any

from rftg_dsl.native.translate import Exp, make_constant
from rftg_dsl.native.types import BOOL, NAMED, RECORDS, number_of_class
from rftg_dsl.native.writer import Writer


class TypeOf:
    """Stands for the class of a value if that class is known only at run time."""

    def __init__(self, of: Exp) -> None:
        self.of = of


def is_of(body: Writer, value: Exp, classes: Any, subclasses: bool) -> Exp:
    """Test whether a value has one of these classes or, if ``subclasses`` is true, a class derived from one of them."""
    if value.is_known:
        return make_constant(isinstance(value.known, classes) if subclasses else type(value.known) is classes)
    every = getattr(classes, "__args__", None) or (classes if isinstance(classes, tuple) else (classes,))
    if not all(isinstance(cls, type) for cls in every):
        raise body.error_at("the class is unknown")

    def is_one(own: type) -> bool:
        return any(issubclass(own, cls) if subclasses else own is cls for cls in every)

    sort, name = value.type.sort, value.type.name
    if value.parts is not None:
        return make_constant(is_one(NAMED[name] if name else tuple))
    # A variable that can hold an int or a float is a double in C, so the original class is lost.
    if sort == "float" and is_one(int) != is_one(float):
        raise body.error_at("int and float cannot be distinguished here")
    if sort in OWN:
        return make_constant(is_one(OWN[sort]))
    if sort == "record":
        return make_constant(is_one(next(cls for cls in RECORDS if cls.__name__ == name)))
    if any(issubclass(cls, tuple) and cls is not tuple for cls in every) or (sort == "row" and name and not subclasses):
        raise body.error_at("native code cannot distinguish a named tuple from a tuple")
    if is_one(set) != is_one(frozenset) or is_one(float) != is_one(complex):
        raise body.error_at("these classes cannot be distinguished here")
    word = body.as_word(value)
    tests = [f"KIND(s, {word}) == {kind}" for kind, own in KINDS.items() if is_one(own)]
    tests += [f"IS_INT({word})"] * is_one(int)
    tests += [f"{word} == TRUE_ || {word} == FALSE_"] * is_one(bool)
    tests += [f"{word} == NONE"] * is_one(type(None))
    tests += [f"is_record(s, {word}, {number_of_class(cls)})" for cls in sort_classes(RECORDS) if is_one(cls)]
    if is_one(object):
        tests.append(f"IS_OBJECT({word})")
    else:
        plain = (*KINDS.values(), *OWN.values(), frozenset, type(None), *RECORDS)
        meant = [cls for cls in every if cls not in plain and not (subclasses and is_abstract(cls))]
        for cls in meant:
            body.unit.attributes["__class__"] = None
            for each in [cls, *(subclasses_of(cls) if subclasses else [])]:
                tests.append(f"(IS_OBJECT({word}) && attr___class__(s, {word}) == {body.as_word(make_constant(each))})")
        if len(meant) < len([cls for cls in every if cls not in plain]):
            tests.append(f'(IS_OBJECT({word}) && (fail(UNUSUAL, "it cannot be told what an object is"), 0))')
    return body.make_temp(Exp(BOOL, f"({' || '.join(tests) or '0'})"))


OWN: dict[str, type] = {"int": int, "bool": bool, "text": str, "float": float}
"""The Python class for each sort of value."""

KINDS: dict[str, type] = {"TUPLE": tuple, "LIST": list, "DICT": dict, "SET": set, "STR": str}
"""The Python class for each kind of heap object in C."""


def sort_classes(classes: Iterable[type]) -> list[type]:
    return sorted(classes, key=lambda cls: cls.__name__)


def is_abstract(cls: type) -> bool:
    return isinstance(cls, ABCMeta)


def subclasses_of(cls: type) -> list[type]:
    below: list[type] = cls.__subclasses__()
    return [each for subclass in below for each in (subclass, *subclasses_of(subclass))]
