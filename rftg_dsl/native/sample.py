"""A profiler that finds the functions that a game calls often, by playing a little of the game in Python."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from random import Random
from types import CodeType, FrameType
from typing import Any

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.compile.rules import Rules
from rftg_dsl.compile.score import figures_of, prospects_of
from rftg_dsl.compile.suppose import hide_secrets, suppose
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.log.format.record import naming_of
from rftg_dsl.native.c_files import OFTEN, RANKS, SOMETIMES

SHARE = 0.97
"""The share of all calls that the functions in ``OFTEN`` are meant to cover."""

APART = 5
"""The sample gives advice and looks ahead on only one decision in this many, because both are slow in Python."""

Calls = Counter[CodeType]


def parts_of(rules: Rules, options: Mapping[str, str], decisions: int = 1_000) -> dict[CodeType, str]:
    """Return the C file for each function that is called in some sample games; see ``c_files``.

    Calls made while playing, giving advice and logging are counted separately, because a user may need only some of
    these. A function that is called only when looking ahead is treated as one that is called now and then.
    """
    played, advised, told, looked = Calls(), Calls(), Calls(), Calls()
    with suppress(UsageError):  # the error will be reported when such a game is played
        sample(rules, options, decisions, played, advised, told, looked)
    parts = dict.fromkeys(looked, SOMETIMES)
    for code, part in (*rank_calls(played), *rank_calls(advised), *rank_calls(told)):
        parts[code] = min(part, parts.get(code, part), key=RANKS.index)
    return parts


def sample(
    rules: Rules,
    options: Mapping[str, str],
    decisions: int,
    played: Calls,
    advised: Calls,
    told: Calls,
    looked: Calls,
) -> None:
    naming, game = naming_of(rules.layout), rules.game
    advisers = game.advisers()
    random = Random(0).random
    while decisions > 0:
        play: Any = rules.start(Seeded(str(decisions), ""), options)
        while not play.over and decisions > 0:
            if (asked := play.pending) is None:
                with count_calls(played):
                    play.run()
            else:
                decisions -= 1
                if decisions % APART == 0:
                    # Use a copy, because looking ahead must not change the game.
                    twin, seen = play.clone(), play.clone()
                    with count_calls(advised):
                        if asked.name in advisers:
                            hide_secrets(seen, asked.seat)
                            asked.form.accepts(advisers[asked.name](seen, asked))
                    with count_calls(looked):
                        suppose(twin, asked.seat, random)
                        prospects_of(twin)
                with count_calls(played):
                    pick = asked.form.draw(random)
                    play.take(pick)
                with count_calls(told):
                    naming.name_pick(asked.form, pick), asked.form.shape()
            if play.paused:
                with count_calls(told):
                    figures_of(play), play.whole()
            play.take_events()


@contextmanager
def count_calls(calls: Calls) -> Iterator[None]:
    def note(frame: FrameType, event: str, of: Any) -> None:
        if event == "call":
            calls[frame.f_code] += 1

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        yield
    finally:
        sys.setprofile(before)


def rank_calls(calls: Calls) -> Iterator[tuple[CodeType, str]]:
    left = SHARE * calls.total()
    for code, n in calls.most_common():
        yield code, OFTEN if left > 0 else SOMETIMES
        left -= n
