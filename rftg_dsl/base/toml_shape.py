"""Small TOML files with a fixed shape, such as ``set.toml``, read strictly: every mistake has a location."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, TypeVar, get_args, get_origin

from attrs import fields_dict

from rftg_dsl.base.diagnostic import one_of, slip_of, suggest_nearest
from rftg_dsl.base.limits import NESTED

if TYPE_CHECKING:
    from cattrs import Converter

Shape = TypeVar("Shape")

EXAMPLE = "example"
"""The metadata of a field of a shape: its key with a value, as one would write it."""


class Mistake(NamedTuple):
    """Something wrong in a file, from one offset up to another (not included)."""

    start: int
    end: int
    message: str
    hint: str = ""
    better: str = ""
    """What certainly belongs there instead; empty if nothing is certain."""
    code: str = ""
    """Its code; empty for the general one of such a file."""


def read_toml(text: str) -> dict[str, Any] | Mistake:
    """The data of a TOML file, or its first mistake."""
    if mistake := find_slow_part(text):
        return mistake
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        message, _, place = str(error).partition(" (at ")
        match = re.match(r"line (\d+), column (\d+)", place)
        start = offset_at(text, int(match[1]), int(match[2])) if match else len(text.rstrip())
        return Mistake(start, start + 1, f"this is not TOML: {message}")


TOKEN = re.compile(
    r"""
      "{3} (?:\\. | [^\\])*? (?:"{3,5} | \Z) | '{3} .*? (?:'{3,5} | \Z)  # texts over several lines
    | " (?:\\. | [^"\\\n])* "? | ' [^'\n]* '? | \# [^\n]*              # texts, comments
    | [0-9A-Za-z_+-]{101,}                                             # longer than any key or number
    | [.=,\n\[\]{}]
    """,
    re.VERBOSE | re.DOTALL,
)
"""The parts of a TOML file that count for its depth. Each is read to its end, also without its closing quotes."""


def find_slow_part(text: str) -> Mistake | None:
    """The first part of a TOML file that would cost far more than its size, or could not be shown.

    ``tomllib`` takes memory with the square of the parts of a key.
    """
    dots = depth = 0
    for token in TOKEN.finditer(text):
        match token[0]:
            case ".":
                dots += 1
            case "=" | "," | "\n":
                dots = 0
            case "[" | "{":
                dots, depth = 0, depth + 1
            case "]" | "}":
                dots, depth = 0, depth - 1
            case long if len(long) > 100 and long[0] not in "\"'#":
                what = "number has too many digits" if long[0] in "+-0123456789" else "key is too long"
                return Mistake(*token.span(), f"this {what}", "write a smaller one")
        if dots >= NESTED.most or depth > NESTED.most:
            what = "this key has too many parts" if dots else "this TOML is nested too deeply"
            return Mistake(*token.span(), what, f"at most {NESTED.most}", code=NESTED.code)
    return None


def offset_at(text: str, line: int, column: int) -> int:
    """The offset of a line and column, both counted from 1."""
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    return min(start + column - 1, len(text))


def structure_data(text: str, data: Mapping[str, Any], shape: type[Shape]) -> Shape | list[Mistake]:
    """The data as an attrs class of texts, whole numbers and flags, or every mistake; no other key may be there."""
    from cattrs.errors import ClassValidationError

    try:
        return make_converter().structure(data, shape)
    except ClassValidationError as error:
        return sorted(find_mistakes(text, error, shape))


@cache
def make_converter() -> Converter:
    """Structures data without converting types. ``cattrs`` is imported only by commands that read such a file."""
    from cattrs import Converter

    made = Converter(forbid_extra_keys=True)
    made.register_structure_hook(str, check_text)
    made.register_structure_hook(int, check_number)
    made.register_structure_hook(bool, check_flag)
    made.register_structure_hook_func(lambda kind: kind == tuple[str, ...], check_texts)
    made.register_structure_hook_func(is_choice, check_choice)
    return made


def is_choice(kind: Any) -> bool:
    """Whether a type is a choice of given values."""
    origin: Any = get_origin(kind)
    return origin is Literal


def check_text(value: Any, _: Any) -> str:
    """A string that is not blank."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError("must be text in quotes, and not empty")
    return value


def check_texts(value: Any, _: Any) -> tuple[str, ...]:
    """A list of strings, none of them blank."""
    if not isinstance(value, list) or not all(isinstance(text, str) and text.strip() for text in value):
        raise ValueError('must be a list of texts, such as ["first", "second"]')
    return tuple(value)


def check_number(value: Any, _: Any) -> int:
    """A whole number; ``true`` and ``false`` are not numbers."""
    if type(value) is not int:
        raise ValueError("must be a whole number")
    return value


def check_flag(value: Any, _: Any) -> bool:
    """``true`` or ``false``."""
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def check_choice(value: Any, kind: Any) -> Any:
    """One of some words."""
    if value not in get_args(kind):
        raise ValueError(f"must be {one_of([repr(choice) for choice in get_args(kind)])}")
    return value


def find_mistakes(text: str, error: Any, shape: type[Any]) -> Iterator[Mistake]:
    """The mistakes that cattrs found, each with its location and a hint."""
    wrong, others = error.group_exceptions()
    for exception, note in wrong:
        example = fields_dict(shape)[note.name].metadata.get(EXAMPLE, "")
        hint = f"write: {example}" if example else ""
        name, inner = find_innermost(note.name, exception)
        yield Mistake(*place_of(text, note.name), f"{name!r} {word_error(inner)}", hint)
    for exception in others:
        for key in sorted(getattr(exception, "extra_fields", ())):
            hint = suggest_nearest(key, fields_dict(shape)) or "leave it out"
            message = f"{key!r} is not a known key"
            yield Mistake(*place_of(text, key), message, hint, slip_of(key, fields_dict(shape)))


def find_innermost(name: str, error: Any) -> tuple[str, Any]:
    """A key and what is wrong with its value: of a table or a list, the first mistake inside, as ``outer.inner``."""
    while inside := getattr(error, "exceptions", ()):
        error = inside[0]
        names = [note.name for note in getattr(error, "__notes__", ()) if hasattr(note, "name")]
        name = ".".join((name, *names))
    return name, error


def word_error(error: Any) -> str:
    """What is wrong with a value, after its key."""
    if extra := getattr(error, "extra_fields", ()):
        return f"has no key {min(extra)!r}"
    if isinstance(error, KeyError):
        return "is missing"
    return str(error) if isinstance(error, ValueError) else "must be a table"


def place_of(text: str, key: str) -> tuple[int, int]:
    """The location of a key; the start of the file if it is missing."""
    match = re.search(rf"^[ \t]*(?:\[+[ \t]*)?([\"']?{re.escape(key)}[\"']?)[ \t]*[].=]", text, re.M)
    return match.span(1) if match else (0, 0)


def place_within(text: str, key: str, pattern: str) -> tuple[int, int]:
    """The location of a text in quotes in the value of a key; the key if the text is not there as it stands."""
    at = place_of(text, key)
    match = re.compile(rf"([\"'])(?:{pattern})\1").search(text, at[1])
    return match.span() if match else at
