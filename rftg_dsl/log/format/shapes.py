"""Shapes describe the values that a log may contain. Each has a name for people and compiles to a fast test in Python.

``test_of`` compiles a shape to a single expression, because a log contains thousands of events and calls cost more than
comparisons. ``find_misfit`` finds the first part that does not fit, for use in a message. It is slow but seldom needed.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Protocol

from attrs import evolve, field, frozen

Test = Callable[[Any], bool]
Names = dict[str, Any]


class Shape(Protocol):
    """A set of allowed values that can be compiled to a test in Python."""

    def emit_code(self, value: str, names: Names) -> str:
        """Return code that tests the expression ``value``. Any objects that the code uses are added to ``names``."""

    def find_misfit(self, value: Any, at: str) -> Misfit | None:
        """Return the first part of ``value`` that does not fit, or None if all of it fits. ``at`` is the path to
        ``value``."""

    def __hash__(self) -> int: ...


@frozen
class Misfit:
    """A part of a value that does not fit its shape."""

    at: str
    """The path to the part within the record, such as ``fx.0.5``."""
    wanted: str
    found: Any
    problem: str = "{at!r} is not {wanted}"

    @property
    def reason(self) -> str:
        return self.problem.format(at=self.at, wanted=self.wanted.replace("`", ""))


MISSING, SURPLUS = "the record has no {at!r}", "this kind of record cannot have {at!r}"


@lru_cache(256)
def test_of(shape: Shape) -> Test:
    if isinstance(shape, Fields):
        return shape.test
    names: Names = {}
    return compile_test(["def test(value):", " try:", f"  return {shape.emit_code('value', names)}", *UNFIT], names)


UNFIT = (" except (TypeError, KeyError):", "  return False")
"""The end of each test. Looking up an unhashable value among known strings raises a ``TypeError``, and looking up a
missing field raises a ``KeyError``."""


# ``exec`` only runs code generated from the shapes in ``kinds``, never text from a log.
def compile_test(lines: Sequence[str], names: Names) -> Test:
    exec("\n".join(lines), names)
    test: Test = names.pop("test")
    return test


def has_shape(value: Any, shape: Shape) -> bool:
    return test_of(shape)(value)


def call_of(test: Test, value: str, names: Names) -> str:
    names[name := f"test{len(names)}"] = test
    return f"{name}({value})"


class Whole:
    """A shape without parts. If a value does not fit, the misfit is always the whole value."""

    def find_misfit(self, value: Any, at: str) -> Misfit | None:
        return None if has_shape(value, self) else Misfit(at, str(self), value)  # type: ignore[arg-type]


@frozen
class Number(Whole):
    """A whole number. Booleans are not accepted."""

    low: int
    high: int
    name: str = "a number"

    def emit_code(self, value: str, names: Names) -> str:
        within = f"{self.low} <= {value} <= {self.high}" if self.low < self.high else f"{value} == {self.low}"
        return f"type({value}) is int and {within}"

    def __str__(self) -> str:
        return self.name


@frozen
class Text(Whole):
    """A string that fully matches ``pattern`` or, if there is no pattern, has at least ``least`` characters."""

    name: str
    pattern: str = ""
    least: int = 1
    most: int = 0
    recurs: bool = False

    def emit_code(self, value: str, names: Names) -> str:
        if self.recurs:
            # A set lookup is faster than matching a regular expression, and a game repeats a few hundred names.
            known = known_of(self)
            names[name := f"known{len(names)}"] = known.texts
            return f"({value} in {name} or {call_of(known.test, value, names)})"
        tests = [f"type({value}) is str"]
        if self.most:
            tests.append(f"len({value}) <= {self.most}")
        if self.pattern:
            names[name := f"match{len(names)}"] = re.compile(self.pattern).fullmatch
            tests.append(f"{name}({value}) is not None")
        elif self.least:
            tests.append(f"{value} != ''")
        return " and ".join(tests)

    def __str__(self) -> str:
        return self.name


class Known:
    """A cache of strings that are known to fit a shape."""

    def __init__(self, shape: Text) -> None:
        self.texts: set[str] = set()
        self._fits = test_of(evolve(shape, recurs=False))

    def test(self, text: Any) -> bool:
        if not self._fits(text):
            return False
        # Bound the cache, because a hostile log can contain any number of names.
        if len(self.texts) >= REMEMBERED:
            self.texts.clear()
        self.texts.add(text)
        return True


REMEMBERED = 4_096
known_of = lru_cache(64)(Known)


@frozen
class Word(Whole):
    """One of a few fixed strings."""

    texts: tuple[str, ...]

    def emit_code(self, value: str, names: Names) -> str:
        alike = f"{value} in {self.texts!r}" if len(self.texts) > 1 else f"{value} == {self.texts[0]!r}"
        return f"type({value}) is str and {alike}"

    def __str__(self) -> str:
        return join_words([f"`{text}`" for text in self.texts])


@frozen
class Anything(Whole):
    """Any value. If ``most`` is set, the value's JSON must not be longer than that many characters."""

    most: int = 0

    def emit_code(self, value: str, names: Names) -> str:
        names["is_longer"] = is_longer
        return f"(type({value}) is int or not is_longer({value}, {self.most}))" if self.most else "True"

    def __str__(self) -> str:
        return "anything"


@frozen
class Null(Whole):
    """The value null."""

    def emit_code(self, value: str, names: Names) -> str:
        return f"{value} is None"

    def __str__(self) -> str:
        return "null"


@frozen
class Items:
    """A list of values that all have the same shape."""

    of: Shape
    least: int = 0
    most: int = 0

    def emit_code(self, value: str, names: Names) -> str:
        least = f"len({value}) >= {self.least} and " if self.least else ""
        most = f"len({value}) <= {self.most} and " if self.most else ""
        if isinstance(self.of, Rows):
            each = call_of(self.of.test_of_all, value, names)
        else:
            each = f"all([{emit_part(self.of, 'each', names)} for each in {value}])"
        return f"type({value}) is list and {least}{most}{each}"

    def find_misfit(self, value: Any, at: str) -> Misfit | None:
        if type(value) is not list or len(value) < self.least or (self.most and len(value) > self.most):
            return Misfit(at, str(self), value)
        return first_misfit_in(self.of.find_misfit(entry, f"{at}.{nth}") for nth, entry in enumerate(value))

    def __str__(self) -> str:
        if self.most == 1:
            return f"a list of one {words_of(self.of)}"
        return f"a list of {'one or more ' if self.least else ''}{plural_of(self.of)}"


@frozen
class Row:
    """A list with one entry for each shape in ``entries``, then an optional entry of the shape ``perhaps``. If ``more``
    is set, any other entries may follow."""

    entries: tuple[Shape, ...]
    perhaps: Shape | None = None
    more: bool = False

    def emit_code(self, value: str, names: Names) -> str:
        n = len(self.entries)
        size = f"len({value}) >= {n}" if self.more else f"len({value}) == {n}"
        if self.perhaps is not None:
            last = emit_part(self.perhaps, f"{value}[{n}]", names)
            size = f"({size} or (len({value}) == {n + 1} and {last}))"
        each = [emit_part(entry, f"{value}[{nth}]", names) for nth, entry in enumerate(self.entries)]
        return " and ".join([f"type({value}) is list", size, *each])

    def emit_lines(self, names: Names) -> Sequence[str]:
        """Generate statements that return False if the list ``row`` does not fit. Its first entry has already been
        tested."""
        n, last = len(self.entries), ""
        if self.perhaps is not None:
            last = f" and not (len(row) == {n + 1} and {emit_part(self.perhaps, f'row[{n}]', names)})"
        parts = [f"part{nth}" for nth in range(1, n)]
        rest = ", *rest" if self.more or self.perhaps is not None else ""
        each = [emit_part(entry, part, names) for entry, part in zip(self.entries[1:], parts, strict=True)]
        return [
            f"if len(row) {'<' if self.more else '!='} {n}{last}: return False",
            f"_, {', '.join(parts)}{rest} = row",
            f"if not ({' and '.join(each)}): return False",
        ]

    def find_misfit(self, value: Any, at: str) -> Misfit | None:
        shapes = [*self.entries, *([self.perhaps] if self.perhaps is not None else [])]
        if type(value) is not list or len(value) < len(self.entries) or (len(value) > len(shapes) and not self.more):
            return Misfit(at, str(self), value)
        pairs = enumerate(zip(shapes, value, strict=False))
        return first_misfit_in(shape.find_misfit(entry, f"{at}.{nth}") for nth, (shape, entry) in pairs)

    def __str__(self) -> str:
        return f"[{', '.join([*map(str, self.entries), *(['perhaps ' + str(self.perhaps)] if self.perhaps else [])])}]"


@frozen(slots=False)
class Rows:
    """A list whose first entry determines the shape of the rest."""

    name: str
    by: Mapping[str, Row] = field(hash=False)

    def emit_code(self, value: str, names: Names) -> str:
        return call_of(self.test_of_all, f"[{value}]", names)

    @cached_property
    def test_of_all(self) -> Test:
        """The test for a list of such rows, as a single loop. A function call per event would take 10 % longer."""
        names: Names = {}
        lines = [
            " try:",
            "  for row in rows:",
            "   if type(row) is not list or not row: return False",
            "   op = row[0]",
        ]
        for nth, (op, row) in enumerate(self.by.items()):
            lines += [f"   {'elif' if nth else 'if'} op == {op!r}:", *[f"    {line}" for line in row.emit_lines(names)]]
        lines += ["   else: return False", "  return True", *UNFIT]
        return compile_test(["def test(rows):", *lines], names)

    def find_misfit(self, value: Any, at: str) -> Misfit | None:
        row = self.by.get(value[0]) if type(value) is list and value and type(value[0]) is str else None
        return Misfit(at, str(self), value) if row is None else row.find_misfit(value, at)

    def __str__(self) -> str:
        return self.name


@frozen
class Named:
    """An object whose keys all have one shape and whose values all have another."""

    of: Shape
    key: Shape
    most: int = 0

    def emit_code(self, value: str, names: Names) -> str:
        keys = f"all([{emit_part(self.key, 'each', names)} for each in {value}])"
        each = f"all([{emit_part(self.of, 'each', names)} for each in {value}.values()])"
        few = f"len({value}) <= {self.most} and " if self.most else ""
        return f"type({value}) is dict and {few}{keys} and {each}"

    def find_misfit(self, value: Any, at: str) -> Misfit | None:
        if type(value) is not dict or (self.most and len(value) > self.most):
            return Misfit(at, str(self), value)
        keys = first_misfit_in(self.key.find_misfit(name, at) for name in value)
        return keys or first_misfit_in(self.of.find_misfit(entry, f"{at}.{name}") for name, entry in value.items())

    def __str__(self) -> str:
        return f"{plural_of(self.of)} by {words_of(self.key)}"


@frozen(slots=False)
class Fields:
    """An object with all the fields in ``has`` and any of those in ``may``. If ``more`` is set, it may have any other
    fields."""

    name: str
    has: Mapping[str, Shape] = field(hash=False)
    may: Mapping[str, Shape] = field(factory=dict, hash=False)
    more: bool = False

    def emit_code(self, value: str, names: Names) -> str:
        return call_of(self.test, value, names)

    @cached_property
    def test(self) -> Test:
        names: Names = {}
        size = f" or len(value) != {len(self.has)}{''.join([f' + ({key!r} in value)' for key in self.may])}"
        lines = [f"  if type(value) is not dict{'' if self.more else size}: return False"]
        tests = []
        for nth, (key, shape) in enumerate(self.has.items()):
            # Not checking for the field first is 4 % faster. If the field is missing, the test catches the
            # ``KeyError``.
            lines.append(f"  part{nth} = value[{key!r}]")
            tests.append(emit_part(shape, f"part{nth}", names))
        for key, shape in self.may.items():
            tests.append(f"({key!r} not in value or ({emit_part(shape, f'value[{key!r}]', names)}))")
        lines.append(f"  return {' and '.join([test for test in tests if test != 'True']) or 'True'}")
        return compile_test(["def test(value):", " try:", *lines, *UNFIT], names)

    def find_misfit(self, value: Any, at: str) -> Misfit | None:
        if type(value) is not dict:
            return Misfit(at, str(self), value)
        shapes = {**self.has, **self.may}
        for missing in sorted(self.has.keys() - value.keys()):
            return Misfit(path_of(at, missing), str(shapes[missing]), None, MISSING)
        for surplus in sorted(value.keys() - shapes.keys() if not self.more else ()):
            return Misfit(path_of(at, surplus), "nothing", value[surplus], SURPLUS)
        return first_misfit_in(shapes[key].find_misfit(value[key], path_of(at, key)) for key in shapes if key in value)

    def __str__(self) -> str:
        return self.name


@frozen
class Either:
    """A value that has one of several shapes."""

    shapes: tuple[Shape, ...]

    def emit_code(self, value: str, names: Names) -> str:
        return "(" + " or ".join([f"({self._emit_one(shape, value, names)})" for shape in self.shapes]) + ")"

    @staticmethod
    def _emit_one(shape: Shape, value: str, names: Names) -> str:
        code = emit_part(shape, value, names)
        # Without this guard, looking up an unhashable value would fail the whole test, even if a later shape fits.
        return f"type({value}) is str and {code}" if isinstance(shape, Text) else code

    def find_misfit(self, value: Any, at: str) -> Misfit | None:
        return None if has_shape(value, self) else Misfit(at, str(self), value)

    def __str__(self) -> str:
        return join_words([str(shape) for shape in self.shapes])


def emit_part(shape: Shape, value: str, names: Names) -> str:
    return (
        shape.emit_code(value, names)
        if isinstance(shape, Whole | Rows | Fields | Either)
        else call_of(test_of(shape), value, names)
    )


ESCAPED = 12
"""Maximum number of characters that represent one character in JSON: two escaped surrogates of six characters each."""


def is_longer(value: Any, most: int) -> bool:
    # The length of ``repr`` settles nearly every case, so the value seldom has to be encoded as JSON.
    return len(repr(value)) > most // ESCAPED and len(json.dumps(value, separators=(",", ":"))) > most


def first_misfit_in(misfits: Any) -> Misfit | None:
    return next((misfit for misfit in misfits if misfit is not None), None)


def path_of(at: str, key: str) -> str:
    return f"{at}.{key}" if at else key


def join_words(texts: Sequence[str]) -> str:
    return " or ".join([", ".join(texts[:-1]), texts[-1]]) if len(texts) > 1 else texts[0]


def words_of(shape: Shape) -> str:
    return re.sub("^an? ", "", str(shape))


def plural_of(shape: Shape) -> str:
    if isinstance(shape, Either):
        return join_words([plural_of(option) for option in shape.shapes])
    words = re.fullmatch("an? (\\w+)(.*)", str(shape))
    return f"{words[1]}s{words[2]}" if words else str(shape)
