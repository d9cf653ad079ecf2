"""Fuzzers: bytes and records of real logs, spoilt at random. What comes of it has a verdict, and no reader breaks."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from forging import derived, raw_of
from lanes import law
from rftg_dsl.diagnostic import Unusable
from rftg_dsl.log.audit import finder, judged
from rftg_dsl.log.proof import proof_of
from rftg_dsl.log.read import Damaged, Missing, parse_log
from rftg_dsl.log.record import line_of
from rftg_dsl.log.replay import Eyes, folded_to, seen_at, story
from rftg_dsl.log.sight import PUBLIC
from rftg_dsl.log.why import why
from rftg_dsl.shelf import teller

FROZEN = Path(__file__).parents[1] / "logs"
NAMES = ("galaxies", "race-first", "race-shared", "roll-2020", "roll-table", "race-sealed", "galaxies-sealed")
RAW = {name: gzip.decompress((FROZEN / f"{name}.rlog.gz").read_bytes()) for name in NAMES}
FIND = finder()

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

STRANGE = (Damaged, Missing, Unusable)
"""What readers may say of a log that nobody wrote."""


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


def read_in_every_way(raw: bytes, at: float) -> None:
    """Tell, fold, explain and prove a log: each may only say what is wrong with it."""

    def attempt(read: Callable[[], Any]) -> None:
        with suppress(*STRANGE):
            read()

    attempt(lambda: parse_log(raw))
    try:
        log = parse_log(raw)
        size = len(log)
    except STRANGE:
        return
    last = max(1, int(at * size))
    attempt(lambda: list(story(log, teller(log.head["game"], log.head["rules"]))))
    attempt(lambda: list(story(log, teller(log.head["game"], log.head["rules"]), eyes=Eyes(PUBLIC))))
    attempt(lambda: folded_to(log, last))
    attempt(lambda: seen_at(log, last, Eyes(0)))
    attempt(lambda: why(log, last, FIND))
    attempt(lambda: proof_of(log, last))


@law(25)
@given(spoilt=spoilt_bytes(), at=st.floats(0, 1))
def test_spoilt_bytes_have_a_verdict(spoilt: tuple[str, bytes], at: float) -> None:
    name, raw = spoilt
    for light in (True, False):
        try:
            found = judged("log", lambda: parse_log(raw), FIND, light)
        except Unusable:
            continue
        assert found.verdict in ("invalid", "unknown", "sealed") or raw == RAW[name], found
    read_in_every_way(raw, at)


@law(25)
@given(spoilt=spoilt_records(), at=st.floats(0, 1))
def test_spoilt_records_have_a_verdict(spoilt: tuple[str, bytes], at: float) -> None:
    _, raw = spoilt
    light, full = (judged("log", lambda: parse_log(raw), FIND, light) for light in (True, False))
    assert full.verdict != "valid" or light.verdict == "valid", (light, full)
    read_in_every_way(raw, at)


@law(25)
@given(raw=st.one_of(st.binary(max_size=300), st.lists(st.sampled_from(TOKENS), max_size=60).map(b"".join)))
def test_anything_at_all_is_judged(raw: bytes) -> None:
    for light in (True, False):
        assert judged("log", lambda: parse_log(raw), FIND, light).verdict in ("invalid", "unknown")


@pytest.mark.parametrize("name", NAMES)
def test_the_logs_that_are_spoilt_are_whole(name: str) -> None:
    assert judged(name, lambda: parse_log(RAW[name]), FIND).verdict == "valid"
