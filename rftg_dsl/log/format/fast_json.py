"""JSON by orjson, where that is installed (extra ``fast``) and certain to do what the standard library does.

It differs in what no record has, or hardly any: floats, NaN, numbers of more than 64 bits, blanks around a text, how it
escapes characters. Whatever may be such a case is left to the standard library, so that logs, digests and refusals are
the same with and without it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

try:
    import orjson
except ImportError:
    orjson = None  # type: ignore[assignment]

LEFT = object()
"""The answer to what is left to the standard library."""

BLANKS = b" \t\n\r"

ZEROS = bytes.maketrans(b",[123456789", b"::000000000")
LONG = b":" + b"0" * 16
"""What a text with a large number has in it, once digits are zeros and what comes before a number is a colon."""

POINTS = bytes.maketrans(b",[eE", b"::..")
FRACTION = b":."
"""What a text with a float has in it, once its digits are gone, what comes before a number is a colon, and a point or
an exponent is a point."""
DIGITS = b"-0123456789" + BLANKS
"""What is gone of a text with blanks anywhere."""
MUCH = bytes(set(range(256)) - set(b'[,:.eEus" '))
"""What is gone of one without, which is quicker: enough is left for ``true``, ``false`` and most texts to differ."""


def encode(data: Any, read: bool = False) -> bytes | None:
    """The canonical JSON of an object or a list; None if it is left to the standard library.

    ``read``: whether all of it comes from texts of records, which have no floats and no NaN.
    """
    if orjson is None or type(data) not in (dict, list):
        return None
    try:
        raw = orjson.dumps(data, option=OPTIONS)
    except TypeError:
        return None
    # NaN and infinity have become null.
    return raw if is_plain(raw) and (read or not (b"null" in raw or has_float(raw))) else None


def decode(text: str) -> Any:
    """The data of a text, as deep as it may be; ``LEFT`` if it is left to the standard library."""
    if orjson is None or not is_simple(text):
        return LEFT
    try:
        return orjson.loads(text)
    except ValueError:
        return LEFT


def decode_canonical(lines: Sequence[str], depth: int) -> list[Any] | None:
    """The data of canonical texts, each an object no deeper than that; None if it is left to the standard library.

    What is written as it was read is canonical. It is written within so many lists that orjson refuses what is deeper.
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
    """Whether a text is read alike: an object or a list without a number that is large or a float."""
    raw = text.encode() if text.isascii() else b""
    edges = raw[:1] + raw[-1:]
    return edges in (b"{}", b"[]") and is_plain(raw) and not has_float(raw, DIGITS) and not has_long(raw)


def is_plain(raw: bytes) -> bool:
    """Whether the texts in JSON are written alike: ASCII that needs no escape."""
    return raw.isascii() and b"\\" not in raw and b"\x7f" not in raw


def has_long(raw: bytes) -> bool:
    """Whether JSON may have a number of 16 digits or more."""
    return LONG in b":" + raw.translate(ZEROS, b"-" + BLANKS)


def has_float(raw: bytes, gone: bytes = MUCH) -> bool:
    """Whether the JSON of an object or a list may have a float."""
    return raw.translate(POINTS, gone).rfind(FRACTION) >= 0  # quicker than from the beginning


def probe_depth() -> int:
    """How deep lists may be nested for orjson to write them; objects count alike."""
    data: list[Any] = []
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
