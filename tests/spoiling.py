"""Spoilt logs: bytes and records of real ones, changed at random."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from forging import derived, raw_of
from rftg_dsl.log.format.record import line_of

FROZEN = Path(__file__).parent / "logs"
NAMES = ("galaxies", "race-first", "race-shared", "roll-2020", "roll-table", "race-sealed", "galaxies-sealed")
RAW = {name: gzip.decompress((FROZEN / f"{name}.rlog.gz").read_bytes()) for name in NAMES}
TOKENS = [
    b"{",
    b"}",
    b"[",
    b"]",
    b",",
    b":",
    b'"',
    b"null",
    b"true",
    b"1e5",
    b"-0",
    b"NaN",
    b"\\ud800",
    b"\n",
    b"\0",
    b"9" * 20,
]
VALUES: list[Any] = [None, True, False, 0, -1, 2**53, 2**53 + 1, "", "?", "zz", "a.0", "x@y.1", [], [[]], {}, {"a": []}]


@st.composite
def spoilt_bytes(draw: st.DrawFn) -> tuple[str, bytes]:
    """A log with a few bytes replaced, left out, doubled or put in."""
    name = draw(st.sampled_from(NAMES))
    raw = bytearray(RAW[name])
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(raw) - 1))
        size = draw(st.integers(1, 40))
        match draw(st.sampled_from(["replace", "drop", "double", "token"])):
            case "replace":
                raw[at] = draw(st.integers(0, 255))
            case "drop":
                del raw[at : at + size]
            case "double":
                raw[at:at] = raw[at : at + size]
            case "token":
                raw[at:at] = draw(st.sampled_from(TOKENS))
    return name, bytes(raw)


@st.composite
def spoilt_records(draw: st.DrawFn) -> tuple[str, bytes]:
    """A log with a value somewhere in a record replaced, and everything derived again."""
    name = draw(st.sampled_from(NAMES))
    lines = RAW[name].decode().splitlines()
    at = draw(st.integers(0, len(lines) - 1))
    record = inner = json.loads(lines[at])
    while True:
        keys = list(inner) if isinstance(inner, dict) else range(len(inner))
        key = draw(st.sampled_from(list(keys)))
        if not inner[key] or not isinstance(inner[key], dict | list) or draw(st.booleans()):
            break
        inner = inner[key]
    inner[key] = draw(st.sampled_from(VALUES))
    changed = [*lines[:at], line_of(record), *lines[at + 1 :]]
    return name, raw_of(changed if "sealed" in name else derived(changed))
