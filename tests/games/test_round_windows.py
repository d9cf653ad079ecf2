"""Powers at the start and end of rounds and turns, in every game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from attrs import frozen

from added import generate_only_added
from check.joined import found, join
from rftg_dsl.compile.compiler import Backend
from rftg_dsl.compile.rules import Rules
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.drive import drive
from rftg_dsl.kernel.observer import Observer
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.installed import find_game
from rftg_dsl.library.load import load_standard
from rftg_dsl.play.bots import make_bot

BACKENDS: tuple[Backend, ...] = ("generated", "interpreted")


@frozen
class Words:
    """How a game says what these tests need."""

    piece: str
    """A component "Z" with one power."""
    period: str
    act: str
    """Something that players do, in the past tense, with its subject."""
    seat: int
    """The seat that does it."""
    event: str
    about: tuple[int, ...]
    """What that event is about: the numbers of pieces and kinds."""


GAMES: Mapping[str, Words] = {
    "roll": Words(
        'tile Z1 {{ development "Z" cost 1 {{ {} }}\nworld "Y" gray cost 1 }}',
        "round",
        "you traded",
        0,
        "traded",
        (0, 0, 0),
    ),
    "race": Words('card Z1 {{ development "Z" cost 1 vp 1 {{ {} }} }}', "round", "you developed", 0, "developed", (0,)),
    "galaxies": Words(
        'planet-card Z1 {{ planet "Z" energy economy length 2 vp 1 {{ {} }} }}',
        "turn",
        "opponent followed",
        1,
        "follow",
        (),
    ),
}
TICK = "counter tick plural ticks of seat\n"


def rules_of(game: str, power: str, backend: Backend) -> Rules:
    """A game for two with a component with this power, and with ticks to count."""
    loaded = join(TICK + GAMES[game].piece.format(power), game)
    assert loaded.library is not None, loaded.diagnostics
    return loaded.library.rules(2, generate_only_added(backend))


def begun(rules: Rules, game: str) -> Play[Any]:
    """A game in which the first seat begins with this piece."""
    return rules.start(Seeded("windows", game), {"tableau.0": "Z"})


class Ticks(Observer):
    """The ticks of the first seat at each pause."""

    def __init__(self, counter: int) -> None:
        self.counter = counter
        self.seen: list[tuple[str, int]] = []

    def paused(self, play: Play[Any], mark: str) -> None:
        """Note them."""
        self.seen.append((mark, play.counters[self.counter]))


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("edge", ["start", "end"])
@pytest.mark.parametrize("game", GAMES)
def test_a_power_acts_once_in_each_round_or_turn_of_its_owner(game: str, edge: str, backend: Backend) -> None:
    period = GAMES[game].period
    play = begun(rules_of(game, f"at {edge} of {period}: gain 1 tick", backend), game)
    ticks = Ticks(play.layout.counter["tick"][0])

    drive(play, [make_bot("random", find_game(game), "windows", seat) for seat in range(2)], [ticks])

    seen = [n for mark, n in ticks.seen if mark.split()[0] == period]
    each = 2 if game == "galaxies" else 1  # seats take turns
    assert seen == [-(-nth // each) for nth in range(1, len(seen) + 1)]


@pytest.mark.parametrize(
    ("game", "moment", "period"),
    [
        ("roll", "start of round", "round"),
        ("roll", "end of round", "round"),
        ("roll", "end of round", "phase"),
        ("roll", "end of ship", "phase"),
        ("race", "start of round", "round"),
        ("race", "end of round", "round"),
        ("race", "start of consume", "phase"),
        ("galaxies", "start of turn", "turn"),
        ("galaxies", "end of turn", "turn"),
    ],
)
def test_a_moment_that_comes_once_cannot_be_used_twice(game: str, moment: str, period: str) -> None:
    power = f"at {moment}, twice per {period}: gain 1 tick"

    [diagnostic] = found(TICK + GAMES[game].piece.format(power), game)
    assert diagnostic.code == "surplus-clause"
    assert "occurs only once per" in diagnostic.message


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("game", GAMES)
def test_at_the_end_of_a_round_what_happened_in_the_whole_round_counts(game: str, backend: Backend) -> None:
    words = GAMES[game]
    power = f"at end of {words.period}: gain 1 tick per time {words.act}"
    play = begun(rules_of(game, power, backend), game)
    play.run()
    if not play.rules.powers_wake_immediately:
        play.wake()
    counter = play.layout.counter["tick"][0]

    for times in (2, 1):
        play.renew(words.period)
        for _ in range(times):
            play.fire(words.event, words.seat, *words.about)
            if game != "galaxies":
                play.renew("phase")
        play.window("end", words.period, 0)

    assert play.counters[counter] == 3


def test_a_turn_does_not_make_phases_of_a_game() -> None:
    assert load_standard("galaxies").model.words.schedule.periods == ("turn",)
    assert load_standard("roll").model.words.schedule.periods == ("phase", "round")
