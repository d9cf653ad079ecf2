"""JSON through orjson, which is used if it is installed (extra ``fast``) and certain to agree with the standard
library.

The two libraries disagree on data that records seldom or never contain: floats, NaN, integers of more than 64 bits,
whitespace around the JSON, and escapes. Whenever such data might be present, the standard library does the work, so
logs, digests and refusals are the same with and without orjson.
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
"""Occurs in any JSON that contains a number of 16 or more digits, once ``ZEROS`` has replaced every digit with 0, and
every comma and opening bracket with a colon."""

POINTS = bytes.maketrans(b",[eE", b"::..")
FRACTION = b":."
"""Occurs in any JSON that contains a float, once ``POINTS`` has been applied and digits have been deleted. A colon then
precedes every number, and the ``e`` of an exponent has become a point."""
DIGITS = b"-0123456789" + BLANKS
"""The characters to delete from JSON that may contain whitespace anywhere."""
MUCH = bytes(set(range(256)) - set(b'[,:.eEus" '))
"""The characters to delete from canonical JSON. Deleting more characters makes the search faster; those that remain
keep ``true``, ``false`` and most strings from looking like floats."""


def encode(data: Any, read: bool = False) -> bytes | None:
    """Return the canonical JSON of an object or a list, or None if the standard library must encode it.

    ``read``: whether all of ``data`` was parsed from records, which contain neither floats nor NaN.
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
    """Decode canonical lines, each an object nested at most ``depth`` deep. Return None if the standard library must
    decode them.

    A line is canonical if encoding its data produces the same line. The lines are wrapped in enough lists that orjson
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
    except (TypeError, ValueError):  # the data is nested too deeply, a number is too large, or a line is not JSON
        return None


def is_simple(text: str) -> bool:
    """Whether ``text`` is an object or a list without escapes, floats or large numbers, so that both decoders agree on
    it."""
    raw = text.encode() if text.isascii() else b""
    edges = raw[:1] + raw[-1:]
    return edges in (b"{}", b"[]") and is_plain(raw) and not has_float(raw, DIGITS) and not has_long(raw)


def is_plain(raw: bytes) -> bool:
    """Whether ``raw`` is ASCII without escapes; both encoders produce such JSON identically."""
    return raw.isascii() and b"\\" not in raw and b"\x7f" not in raw


def has_long(raw: bytes) -> bool:
    return LONG in b":" + raw.translate(ZEROS, b"-" + BLANKS)


def has_float(raw: bytes, gone: bytes = MUCH) -> bool:
    return raw.translate(POINTS, gone).rfind(FRACTION) >= 0  # faster than searching from the start


def probe_depth() -> int:
    data: list[Any] = []
    # If no nesting limit is found, the result is 0, which disables ``decode_canonical``.
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
