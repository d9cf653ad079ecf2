"""Fuzzers: bytes and records of real logs, spoilt at random. What comes of it has a verdict, and no reader breaks."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.base.diagnostic import MissingContent, UsageError
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.library.finder import make_finder
from rftg_dsl.library.installed import find_teller
from rftg_dsl.log.account.replay import Eyes, fold_to_line, seen_at, tell_story
from rftg_dsl.log.account.why import explain_line
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.format.mend import mend
from rftg_dsl.log.format.read_log import DamagedLog, parse_log
from rftg_dsl.log.proof.line_proof import proof_of
from spoiling import NAMES, RAW, TOKENS, spoilt_bytes, spoilt_records

FIND = make_finder()

STRANGE = (DamagedLog, MissingContent, UsageError)
"""What readers may say of a log that nobody wrote."""


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
    attempt(lambda: list(tell_story(log, find_teller(log.head["game"], log.head["rules"]))))
    attempt(lambda: list(tell_story(log, find_teller(log.head["game"], log.head["rules"]), eyes=Eyes(PUBLIC))))
    attempt(lambda: fold_to_line(log, last))
    attempt(lambda: seen_at(log, last, Eyes(0)))
    attempt(lambda: explain_line(log, last, FIND))
    attempt(lambda: proof_of(log, last))


@law(25)
@given(spoilt=spoilt_bytes(), at=st.floats(0, 1))
def test_spoilt_bytes_have_a_verdict(spoilt: tuple[str, bytes], at: float) -> None:
    name, raw = spoilt
    for light in (True, False):
        try:
            result = judge_log("log", lambda: parse_log(raw), FIND, light)
        except UsageError:
            continue
        assert result.verdict in ("invalid", "unknown", "sealed") or mend(raw)[0] == RAW[name], result
    read_in_every_way(raw, at)


@law(25)
@given(spoilt=spoilt_records(), at=st.floats(0, 1))
def test_spoilt_records_have_a_verdict(spoilt: tuple[str, bytes], at: float) -> None:
    _, raw = spoilt
    light, full = (judge_log("log", lambda: parse_log(raw), FIND, light) for light in (True, False))
    assert full.verdict != "valid" or light.verdict == "valid", (light, full)
    read_in_every_way(raw, at)


@law(25)
@given(raw=st.one_of(st.binary(max_size=300), st.lists(st.sampled_from(TOKENS), max_size=60).map(b"".join)))
def test_anything_at_all_is_judged(raw: bytes) -> None:
    for light in (True, False):
        assert judge_log("log", lambda: parse_log(raw), FIND, light).verdict in ("invalid", "unknown")


@pytest.mark.parametrize("name", NAMES)
def test_the_logs_that_are_spoilt_are_whole(name: str) -> None:
    assert judge_log(name, lambda: parse_log(RAW[name]), FIND).verdict == "valid"
