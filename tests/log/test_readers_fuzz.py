"""Mutants of logs, made from the table of the format: all readers say the same of each.

``make slow`` gives 20,000 short ones to the light checks and to ``verify.py``, others each time, and 2,000 to the full
audits as well.
"""

from __future__ import annotations

from functools import cache
from random import Random, SystemRandom

import pytest

from everything import LINES, beside
from forging import raw_of
from lanes import SLOW, slow
from mutants import Original
from readers import full_verdicts, light_verdicts
from rftg_dsl.log.audit import light_check
from rftg_dsl.log.format.fold import Folded
from spoiling import RAW

GAMES = ("galaxies", "race-first", "race-shared", "roll-2020", "roll-table")
"""Logs of games, as people dice, share and reveal."""

SHORT = 60
"""The number of lines in a short log: setup, and some decisions."""


@cache
def originals(short: bool) -> list[Original]:
    """Logs of games: all of them, or the first lines."""
    whole = [RAW[name].decode().splitlines() for name in GAMES]
    return [Original(lines[:SHORT]) for lines in whole] if short else [Original(lines) for lines in whole]


@cache
def strange() -> list[Original]:
    """Logs of no game, with records that people write at every place where they may be."""
    return [Original(beside(lines)) for lines in LINES.values()]


def seed_of(nth: int) -> str:
    """The seed of some mutants: in the slow lane another one each time."""
    return f"{nth} {SystemRandom().getrandbits(64)}" if SLOW else str(nth)


def check_light_readers(seed: str, many: int) -> None:
    """The light checks and ``verify.py`` agree on all of ``many`` mutants, which draw every verdict."""
    random, words = Random(seed), set()
    for nth in range(many):
        original = random.choice(strange() if random.random() < 0.7 else originals(True))
        said, lines = original.mutant(random)
        verdicts = light_verdicts(raw_of(lines))
        words |= set(verdicts.values())

        assert len(set(verdicts.values())) == 1, (seed, nth, said, verdicts)
    assert words == {"valid", "invalid", "unknown"}


def check_all_readers(seed: str, many: int) -> None:
    """Full audits agree with each other, and so do light readers; what a full audit finds valid, they find valid."""
    random = Random(seed)
    for nth in range(many):
        said, lines = random.choice(originals(False)).mutant(random)
        full, others = full_verdicts(raw_of(lines), native=SLOW), light_verdicts(raw_of(lines))
        for verdicts in (full, others):
            assert len(set(verdicts.values())) == 1, (seed, nth, said, verdicts)

        assert full["full"] != "valid" or others["light"] == "valid", (seed, nth, said, full, others)


def test_light_readers_agree_on_mutants() -> None:
    check_light_readers(seed_of(0), 150)


def test_all_readers_agree_on_mutants_of_games() -> None:
    check_all_readers(seed_of(0), 8)


@slow
@pytest.mark.parametrize("nth", range(40))
def test_light_readers_agree_on_many_mutants(nth: int) -> None:
    check_light_readers(seed_of(nth), 500)


@slow
@pytest.mark.parametrize("nth", range(20))
def test_all_readers_agree_on_many_mutants_of_games(nth: int) -> None:
    check_all_readers(seed_of(nth), 100)


@slow
@pytest.mark.parametrize("laxer", ["picks", "cells", "outcomes"])
def test_a_laxer_reader_is_noticed(laxer: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if laxer == "picks":
        monkeypatch.setitem(light_check.FITS, "some", lambda pick, *_: type(pick) is list)  # type: ignore[arg-type]
    elif laxer == "cells":
        monkeypatch.setattr(Folded, "are_alike", lambda *_: True)
    else:
        monkeypatch.setattr(light_check.Light, "check_outcome", lambda *_: None)

    with pytest.raises(AssertionError, match=r"verify[.]py"):
        check_light_readers("laxer", 4_000)
