"""JSON through orjson, used if it is installed (extra ``fast``) and certain to agree with the standard library.

The two disagree on things that records never or hardly ever contain: floats, NaN, numbers of more than 64 bits,
whitespace around a text, escapes. Anything that might be such a case is left to the standard library, so logs, digests
and refusals are the same with and without orjson.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

try:
    import orjson
except ImportError:
    orjson = None  # type: ignore[assignment]

LEFT = object()

BLANKS = b" \t\n\r"

ZEROS = bytes.maketrans(b",[123456789", b"::000000000")
LONG = b":" + b"0" * 16
"""Occurs in any text that has a number of 16 digits or more, once ``ZEROS`` has turned digits into 0 and put a colon
before each number."""

POINTS = bytes.maketrans(b",[eE", b"::..")
FRACTION = b":."
"""Occurs in any text that has a float, once ``POINTS`` is applied and digits are deleted, because a colon then precedes
each number and an exponent becomes a point."""
DIGITS = b"-0123456789" + BLANKS
"""Characters to delete from a text that may contain whitespace anywhere."""
MUCH = bytes(set(range(256)) - set(b'[,:.eEus" '))
"""Characters to delete from a canonical text. Deleting more is faster; the characters that remain keep ``true``,
``false`` and most strings from looking like floats."""


def encode(data: Any, read: bool = False) -> bytes | None:
    """The canonical JSON of an object or a list; None leaves it to the standard library.

    ``read``: whether all of ``data`` was parsed from records, which contain no floats and no NaN.
    """
    if orjson is None or type(data) not in (dict, list):
        return None
    try:
        raw = orjson.dumps(data, option=OPTIONS)
    except TypeError:
        return None
    # orjson turns NaN and infinity into null, so distrust a null unless the data was parsed from records.
    return raw if is_plain(raw) and (read or not (b"null" in raw or has_float(raw))) else None


def decode(text: str) -> Any:
    if orjson is None or not is_simple(text):
        return LEFT
    try:
        return orjson.loads(text)
    except ValueError:
        return LEFT


def decode_canonical(lines: Sequence[str], depth: int) -> list[Any] | None:
    """The data of canonical lines, each an object nested at most ``depth`` deep; None leaves them to the standard
    library.

    A text is canonical if encoding its data gives the same text. The lines are wrapped in enough lists that orjson
    itself refuses anything deeper than ``depth``, which saves a walk over the data.
    """
    if orjson is None or (around := DEEPEST - depth) < 1:
        return None
    text = f"{'[' * around}{','.join(lines)}{']' * around}"
    if not text.isascii() or not is_plain(raw := text.encode()) or has_float(raw):
        return None
    try:
        data = within = [orjson.loads(line) for line in lines]
        for _ in range(around - 1):
            within = [within]
        return data if orjson.dumps(within, option=STRICT) == raw else None
    except (TypeError, ValueError):  # something is too deep, a number is too large, or a line is not JSON
        return None


def is_simple(text: str) -> bool:
    """Whether a text is an object or list without escapes, floats or large numbers, on which both decoders agree."""
    raw = text.encode() if text.isascii() else b""
    edges = raw[:1] + raw[-1:]
    return edges in (b"{}", b"[]") and is_plain(raw) and not has_float(raw, DIGITS) and not has_long(raw)


def is_plain(raw: bytes) -> bool:
    """Whether some JSON is ASCII without escapes, which both encoders write identically."""
    return raw.isascii() and b"\\" not in raw and b"\x7f" not in raw


def has_long(raw: bytes) -> bool:
    return LONG in b":" + raw.translate(ZEROS, b"-" + BLANKS)


def has_float(raw: bytes, gone: bytes = MUCH) -> bool:
    return raw.translate(POINTS, gone).rfind(FRACTION) >= 0  # faster than searching from the start


def probe_depth() -> int:
    data: list[Any] = []
    # If no limit is found, the result 0 disables ``decode_canonical``.
    for depth in range(MOST_PROBED):
        try:
            orjson.dumps(data, option=STRICT)
        except TypeError:
            return depth
        data = [data]
    return 0


MOST_PROBED = 1_000

OPTIONS = STRICT = DEEPEST = 0
if orjson is not None:
    OPTIONS = (
        orjson.OPT_SORT_KEYS
        | orjson.OPT_PASSTHROUGH_SUBCLASS
        | orjson.OPT_PASSTHROUGH_DATACLASS
        | orjson.OPT_PASSTHROUGH_DATETIME
    )
    STRICT = OPTIONS | orjson.OPT_STRICT_INTEGER
    DEEPEST = probe_depth()
