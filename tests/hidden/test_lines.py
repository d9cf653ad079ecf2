"""The two laws of ``test_hidden.py`` at many lines: of what the commands and pages are made of, without their layout.

At a line, a viewer's table, story, reasons, differences, reel and film come from the log up to there. The fast lane
looks at a few games, the slow lane at 600, with 12 drawn lines each, and at every line of nine.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product
from random import Random
from typing import Any

import pytest
from attrs import frozen

from hidden.test_hidden import GAMES, MUTANTS, leaks, library_for
from lanes import FAST, SLOW, slow
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.log.account.causes import teller_of
from rftg_dsl.log.account.compare import compare_tables
from rftg_dsl.log.account.replay import Eyes, seen_at, tell_story
from rftg_dsl.log.account.why import explain_line
from rftg_dsl.log.format.read_log import Log, parse_log
from rftg_dsl.show.browser.replay_data import film_of, make_reel
from twins import Begun, play, twins

Find = Callable[[Mapping[str, Any]], Any]
Reader = Callable[[Log, Find, Eyes], Any]

READERS: Mapping[str, Reader] = {
    "table": lambda log, find, eyes: seen_at(log, len(log), eyes),
    "story": lambda log, find, eyes: [line.text for line in tell_story(log, teller_of(log.head), None, eyes)],
    "why": lambda log, find, eyes: explain_line(log, len(log), find, None, eyes).plain(),
    "diff": lambda log, find, eyes: compare_tables(log, 1, log, len(log), eyes).as_plain(),
    "reel": lambda log, find, eyes: make_reel(log, find, None, eyes),
    "film": lambda log, find, eyes: film_of(log, find, eyes.who),
}
"""The products of a log for a viewer, by name."""


@frozen
class Prefix:
    """The lines of a game so far, and a viewer."""

    lines: Sequence[str]
    viewer: int

    def texts(self, find: Find) -> dict[str, str]:
        """The text of each reader."""
        log = parse_log("".join(f"{line}\n" for line in self.lines).encode())
        return {
            name: json.dumps(read(log, find, Eyes(self.viewer)), sort_keys=True, default=str)
            for name, read in READERS.items()
        }


def look(game: str, seed: int, bot: str, most: int, lines: Callable[[int], Sequence[int]]) -> int:
    """Both laws at some lines of a game for every viewer; the number of times that a twin was compared.

    At the end of some games, no hidden piece has ever moved, so that there is no twin.
    """
    begun, compared = Begun(library_for(game), 2 + seed % 2, bot), 0
    match = play(begun, str(seed), most)
    for viewer in (PUBLIC, *range(begun.players)):
        twin = next((each().log for each in twins(begun, match, str(seed), viewer, tries=4)), None)
        for line in lines(len(match.log)):
            here = Prefix(match.log[:line], viewer)
            texts = here.texts(lambda _: begun.library)
            for name, text in texts.items():
                assert leaks(here, text) == set(), (game, seed, viewer, line, name)
            if twin is not None:
                assert Prefix(twin[:line], viewer).texts(lambda _: begun.library) == texts, (game, seed, viewer, line)
                compared += 1
    return compared


def draw_lines(seed: int, many: int, size: int) -> Sequence[int]:
    """Some lines of a log, always with the last one."""
    return [*Random(seed).sample(range(1, size), min(many, size) - 1), size]


@pytest.mark.parametrize(("game", "seed"), [(game, seed) for game in GAMES for seed in range(150 if SLOW else 1)])
def test_nothing_made_for_a_viewer_has_what_is_hidden(game: str, seed: int) -> None:
    random = Random(seed)
    bot, most = random.choice(("random", "greedy")), random.choice((20, 60) if FAST else (20, 60, 150))
    look(game, seed, bot, most, partial(draw_lines, seed, 12 if SLOW else 2 if FAST else 3))


@slow
@pytest.mark.parametrize(("game", "seed"), [*product(("roll", "race", "galaxies"), (901, 903, 904))])
def test_nothing_made_for_a_viewer_has_what_is_hidden_at_any_line(game: str, seed: int) -> None:
    assert look(game, seed, "greedy", 10**6, lambda size: range(1, size + 1)) > 0


@pytest.mark.parametrize("mutant", ["everybody sees what its owner sees", "decisions are whole", "results are whole"])
def test_a_mistake_in_what_is_seen_is_noticed_at_some_line(mutant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert look("race", 0, "random", 30, partial(draw_lines, 0, 12)) > 0
    monkeypatch.setattr(*MUTANTS[mutant])

    with pytest.raises(AssertionError):
        look("race", 0, "random", 30, partial(draw_lines, 0, 12))


def test_a_card_that_discards_itself_is_still_the_cause_of_what_follows() -> None:
    """The seats have lost sight of it: it lies face down among the discards."""
    begun = Begun(library_for("race + gathering-storm"), 3, "greedy")
    match = play(begun, "131", 60)
    lines = [line for line, text in enumerate(match.log, 1) if '["move","discarded","S8/2","S8","discards"' in text]

    for line, viewer in product(lines, (PUBLIC, 0)):
        assert "a place that is not seen" in Prefix(match.log[:line], viewer).texts(lambda _: begun.library)["why"]
    assert lines
