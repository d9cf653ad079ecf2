"""Explain why a file does not contain recorded games, and suggest a remedy."""

from __future__ import annotations

import json
import re
from typing import Any

from rftg_dsl.base.diagnostic import UsageError

LOOKED_AT = 200_000
LOGIN = re.compile(rb"type=.?password|log ?in|sign ?in|not logged", re.IGNORECASE)
MARK = b"\xef\xbb\xbf"
KNOWN_STARTS = {
    b"PK\x03\x04": ("is a zip archive", "unpack it, and specify the files in it"),
    b"RFTG Save": (
        "is a saved game of Keldon Jones' program, which holds its random numbers and choices, but no cards",
        "only that program can play it; 'rftg import race-trace' reads traces instead",
    ),
    b"%PDF": ("is a PDF", "specify a recorded game"),
    b"\x89PNG": ("is a picture", "specify a recorded game"),
}
"""For files that start with these bytes, a description of the problem and a remedy."""


def json_in(text: bytes, where: str, layout: str) -> Any:
    """Parse JSON. Raise a ``UsageError`` that describes any other content; ``layout`` states what is expected."""
    try:
        return json.loads(text)
    except RecursionError:
        message, hint = "is nested too deeply to be a recorded game", layout
    except ValueError as error:
        message, hint = description_of(text, error, layout)
    raise UsageError(f"{where} {message}", hint, "wrong-recording")


def description_of(text: bytes, error: ValueError, layout: str) -> tuple[str, str]:
    start = text[:LOOKED_AT].removeprefix(MARK).lstrip()
    if not start:
        return "is empty", "download it again, because nothing was saved"
    for begins, known in KNOWN_STARTS.items():
        if start.startswith(begins):
            return known
    # Test for XML before testing for "<", because XML also begins with "<".
    if start.startswith(b"<?xml"):
        return "is XML, not JSON", layout
    if start.startswith(b"<"):
        if LOGIN.search(start):
            return "is a web page that asks to log in", "log in to the site in a browser, and save the recording again"
        return "is a web page, not a recording", "save the data behind the page, as docs/importing.md explains"
    if isinstance(error, json.JSONDecodeError):
        if start[:1] in (b"{", b"[") and is_truncated(error):
            where = f" in line {error.lineno}" if b"\n" in text else ""
            return f"is truncated{where}, so it is not complete JSON", "get the whole file again"
        return f"is not JSON: {error.msg} at line {error.lineno}, column {error.colno}", layout
    reason = "it is not UTF-8 text" if isinstance(error, UnicodeDecodeError) else "a number in it is too long"
    return f"is not JSON: {reason}", layout


def is_truncated(error: json.JSONDecodeError) -> bool:
    """Whether the text is valid JSON up to the point where it ends."""
    rest = error.doc[error.pos :].strip()
    begun = ("true", "false", "null", "NaN", "-")
    return not rest or error.msg.startswith("Unterminated string") or any(literal.startswith(rest) for literal in begun)
