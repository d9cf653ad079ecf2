"""Reads small TOML files with a fixed structure, such as ``set.toml``, and reports every mistake with its location."""

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
"""The metadata key for an example of a field, written as an author would write it."""


class Mistake(NamedTuple):
    """A mistake in a file, located at offset ``start`` up to but excluding ``end``."""

    start: int
    end: int
    message: str
    hint: str = ""
    better: str = ""
    """The text that should replace this range; empty if the correction is not certain."""
    code: str = ""
    """The diagnostic code; empty for the default code of this kind of file."""


def read_toml(text: str) -> dict[str, Any] | Mistake:
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
"""Matches the tokens that affect nesting. A string is a single token even if its closing quotes are missing."""


def find_slow_part(text: str) -> Mistake | None:
    """The first part of a TOML file that is too long to show, or would cost far more to parse than its size suggests.

    ``tomllib`` needs memory quadratic in the number of parts in a key.
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
                return Mistake(*token.span(), f"this {what}", "use a shorter one")
        if dots >= NESTED.most or depth > NESTED.most:
            what = "this key has too many parts" if dots else "this TOML is nested too deeply"
            return Mistake(*token.span(), what, f"use at most {NESTED.most}", code=NESTED.code)
    return None


def offset_at(text: str, line: int, column: int) -> int:
    start = 0
    for _ in range(line - 1):
        start = text.index("\n", start) + 1
    return min(start + column - 1, len(text))


def structure_data(text: str, data: Mapping[str, Any], shape: type[Shape]) -> Shape | list[Mistake]:
    """Create an instance of ``shape``, an attrs class of strings, integers and flags, or list all mistakes in
    the data."""
    from cattrs.errors import ClassValidationError

    try:
        return make_converter().structure(data, shape)
    except ClassValidationError as error:
        return sorted(find_mistakes(text, error, shape))


@cache
def make_converter() -> Converter:
    # Imported late, so that only the commands that read such a file pay for the import.
    from cattrs import Converter

    made = Converter(forbid_extra_keys=True)
    made.register_structure_hook(str, check_text)
    made.register_structure_hook(int, check_number)
    made.register_structure_hook(bool, check_flag)
    made.register_structure_hook_func(lambda kind: kind == tuple[str, ...], check_texts)
    made.register_structure_hook_func(is_choice, check_choice)
    return made


def is_choice(kind: Any) -> bool:
    origin: Any = get_origin(kind)
    return origin is Literal


def check_text(value: Any, _: Any) -> str:
    if not isinstance(value, str) or not value.strip():
        raise ValueError("must be a non-empty string in quotes")
    return value


def check_texts(value: Any, _: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) and text.strip() for text in value):
        raise ValueError('must be a list of strings, such as ["first", "second"]')
    return tuple(value)


def check_number(value: Any, _: Any) -> int:
    # ``isinstance`` would accept ``True``.
    if type(value) is not int:
        raise ValueError("must be a whole number")
    return value


def check_flag(value: Any, _: Any) -> bool:
    if not isinstance(value, bool):
        raise ValueError("must be true or false")
    return value


def check_choice(value: Any, kind: Any) -> Any:
    if value not in get_args(kind):
        raise ValueError(f"must be {one_of([repr(choice) for choice in get_args(kind)])}")
    return value


def find_mistakes(text: str, error: Any, shape: type[Any]) -> Iterator[Mistake]:
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
    """The key of an invalid value, and the error. For a table or list, the first error inside it, and a key of the form
    ``outer.inner``."""
    while inside := getattr(error, "exceptions", ()):
        error = inside[0]
        names = [note.name for note in getattr(error, "__notes__", ()) if hasattr(note, "name")]
        name = ".".join((name, *names))
    return name, error


def word_error(error: Any) -> str:
    """The rest of a sentence that begins with the key, such as ``is missing``."""
    if extra := getattr(error, "extra_fields", ()):
        return f"has no key {min(extra)!r}"
    if isinstance(error, KeyError):
        return "is missing"
    return str(error) if isinstance(error, ValueError) else "must be a table"


def place_of(text: str, key: str) -> tuple[int, int]:
    """The range of a key; the start of the file if the key is missing."""
    match = re.search(rf"^[ \t]*(?:\[+[ \t]*)?([\"']?{re.escape(key)}[\"']?)[ \t]*[].=]", text, re.M)
    return match.span(1) if match else (0, 0)


def place_within(text: str, key: str, pattern: str) -> tuple[int, int]:
    """The range of the first quoted string that follows a key and matches ``pattern``; the key's own range if there is
    none."""
    at = place_of(text, key)
    match = re.compile(rf"([\"'])(?:{pattern})\1").search(text, at[1])
    return match.span() if match else at
