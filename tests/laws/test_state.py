"""The powers in play and their order follow from the table alone, however they are derived."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.compile.rules import Rules
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import drive
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.observer import Observer
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.restore import restore_play
from rftg_dsl.kernel.table import Event, Table
from rftg_dsl.library.load import load_library
from rftg_dsl.log.format.fold import Folded
from rftg_dsl.log.format.record import line_of, naming_of, parse_json

CUSTOM = {
    "galaxies": """
        planet-card P91 { planet "ANYONE" culture economy length 3 vp 2 { when anyone follows: gain 1 culture } }
        planet-card P92 { planet "OPPONENT" energy economy length 3 vp 2 { when opponent follows: gain 1 energy } }
        planet-card P95 { planet "ANYONE TOO" culture economy length 3 vp 2 { when anyone follows: gain 1 culture } }
        planet-card P93 { planet "YOU" culture diplomacy length 3 vp 2 { when you follow: gain 1 energy } }
        planet-card P94 {
          planet "LATER" energy diplomacy length 3 vp 2 {
            action: until end of turn, when anyone follows: gain 1 culture
          }
        }
    """,
    "race": """
        card X91 copies 4 { world "Keep" novelty production cost 1 vp 1 { military: 2 more; produce: produce here } }
        card X92 copies 4 { development "March" cost 1 vp 1 { military: 1 more; when opponent settles: draw 1 card } }
        card X93 copies 4 { world "Fling" rare windfall cost 1 vp 1 { military, may discard this card: 3 more } }
    """,
    "roll": """
        tile X91 {
          development "Envy" cost 1 { when opponent trades: gain $1 }
          world "Echo" novelty cost 1 { when anyone stocks: gain $1 }
        }
        tile X92 {
          development "Later" cost 1 { at start of explore: until end of round, when you stock: gain $1 }
          world "Floor" gray cost 1 { cost of worlds: 1 less, not below 1 }
        }
        tile X93 {
          development "First" cost 1 { when you stock, first: gain $1 }
          world "Last" gray cost 1 { when you stock, last: may spend $1: gain 1 vp }
        }
    """,
}
"""Powers that react to other seats, that last, or that are ordered by rank or floor, on pieces that come and go."""


@cache
def rules_of(game: str, custom: bool, seats: int) -> Rules:
    if not custom:
        return load_library(game).rules(seats)
    with TemporaryDirectory() as folder:
        Path(folder, "set.toml").write_text(f'id = "x"\nname = "X"\ngame = "{game}"\nversion = "1"\n')
        Path(folder, "x.rftg").write_text(CUSTOM[game])
        return load_library(game, None, [Path(folder)]).rules(seats)


GAMES = st.tuples(st.sampled_from(sorted(CUSTOM)), st.booleans(), st.integers(2, 4), st.integers(0, 10_000))


def as_data(data: Any) -> Any:
    """Plain data after a round trip through JSON."""
    return parse_json(line_of(data))


class Rebuilds(Observer):
    """Rebuilds the play from the table at every event and compares the powers in play."""

    def __init__(self) -> None:
        self.events = 0

    def happens(self, play: Play[Any], event: Event) -> None:
        rebuilt = Play(play.rules, play.chance, play.options, Table(play.layout, play))
        assert rebuilt.hooks == play.hooks, event
        self.events += 1


@given(GAMES)
@law(12)
def test_a_play_rebuilt_from_the_table_after_any_event_has_the_same_powers(given_: tuple[str, bool, int, int]) -> None:
    game, custom, seats, seed = given_
    play = rules_of(game, custom, seats).start(Seeded(str(seed), game))
    observer, random = Rebuilds(), Random(seed).random

    play.watch(observer)
    drive(play, [lambda _, asked: asked.form.draw(random)] * play.layout.seats, (observer,))

    assert observer.events > 100


class Folds(Observer):
    """Folds the events, rebuilds a play from the folded table at every stop, and compares everything."""

    def __init__(self, play: Play[Any], rules: Rules) -> None:
        self.rules = rules
        self.folded = Folded(as_data(play.plain()))

    def went_on(self, play: Play[Any]) -> None:
        self.folded.fold(naming_of(play.layout).list_events(play.take_events()))
        rebuilt = self.rules.position(Table.from_plain(play.layout, self.folded.table), play.chance, play.options)
        assert rebuilt.plain() == play.plain()
        assert rebuilt.hooks == play.hooks
        assert self.rules.game.report(rebuilt) == self.rules.game.report(play)


@given(GAMES)
@law(8)
def test_a_folded_log_gives_the_table_the_powers_and_the_figures(given_: tuple[str, bool, int, int]) -> None:
    game, custom, seats, seed = given_
    rules = rules_of(game, custom, seats)
    play = rules.start(Seeded(str(seed), game))
    random = Random(seed).random

    drive(play, [lambda _, asked: asked.form.draw(random)] * play.layout.seats, (Folds(play, rules),))


class GoesOnAlike(Observer):
    """At some decisions, restores a play from the whole state as data and gives it the same answer."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.twin: Play[Any] | None = None
        self.compared = 0

    def decided(self, play: Play[Any], decision: Decision, pick: Pick) -> None:
        self.twin = None
        if self.random.random() < 0.1:
            self.twin = restore_play(play.rules, play.chance, play.options, as_data(play.whole()))
            assert self.twin.whole() == play.whole()
            assert self.twin.hooks == play.hooks
            play.events.clear()
            assert self.twin.answer(pick) is None

    def went_on(self, play: Play[Any]) -> None:
        if self.twin is not None:
            assert self.twin.events == play.events
            assert as_data(self.twin.whole()) == as_data(play.whole())
            self.compared += 1
            self.twin = None


@given(GAMES)
@law(12)
def test_a_play_restored_from_plain_data_continues_identically(given_: tuple[str, bool, int, int]) -> None:
    game, custom, seats, seed = given_
    play = rules_of(game, custom, seats).start(Seeded(str(seed), game))
    observer, random = GoesOnAlike(seed), Random(seed).random

    drive(play, [lambda _, asked: asked.form.draw(random)] * play.layout.seats, (observer,))

    assert observer.compared > 1


@pytest.mark.parametrize("active", range(3))
def test_powers_react_in_the_current_seat_order_not_that_of_entering_play(active: int) -> None:
    """Each seat has a planet that reacts to every follow and got it while another seat was active."""
    play = rules_of("galaxies", True, 3).start(Seeded("order", "galaxies"))
    numbers = play.numbers
    planets = [numbers.names.index(name) for name in ("ANYONE", "OPPONENT", "ANYONE TOO")]
    for seat, side in enumerate(planets):
        play.adjust(numbers.turn[(seat + 1) % 3], 1, "test")
        play.move(play.side.index(side), numbers.colonies[seat], "test")
        play.adjust(numbers.turn[(seat + 1) % 3], -1, "test")
    play.adjust(numbers.turn[active], 1, "test")
    play.take_events()

    play.fire("follow", 2)

    gains = {numbers.culture[0]: 0, numbers.energy[1]: 1, numbers.culture[2]: 2}
    assert [gains[event[3]] for event in play.events] == [(active + nth) % 3 for nth in range(3)]


def test_a_just_placed_card_does_not_count_before_the_next_phase_in_a_rebuilt_table_either() -> None:
    """Race: a table rebuilt from a log once counted cards that were not yet awake."""
    play = rules_of("race", True, 2).start(Seeded("awake", "race"))
    numbers = play.numbers
    card = next(piece for piece, side in enumerate(play.side) if numbers.names[side] == "Keep")

    play.move(card, numbers.tableau[0], "placed")
    asleep = Play(play.rules, play.chance, play.options, Table(play.layout, play))
    play.wake()
    awake = Play(play.rules, play.chance, play.options, Table(play.layout, play))

    assert [state.value("military", 0, 0) for state in (asleep, awake, play)] == [0, 2, 2]
