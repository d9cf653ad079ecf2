"""Whatever way a thing is done, powers hear of it: each change of the table comes with the events that stand for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import Library, load_library

HEARD = {
    "roll": {
        "when anyone scouts": "scout",
        "when anyone stocks": "stock",
        "when every tile completes": "complete",
        "when anyone has completed": "completed",
        "when anyone produces": "produce",
        "when anyone trades": "trade",
        "when anyone has traded": "traded",
        "when anyone consumes": "consume",
        "when anyone ships": "ship",
    },
    "race": {
        "when anyone develops": "develop",
        "when anyone settles": "settle",
        "when anyone pays": "pay",
        "when every world produces": "produce",
        "when anyone sells": "sell",
        "when every card leaves": "leave",
        "when anyone has overflowed": "overflow",
    },
    "galaxies": {"when anyone follows": "follow", "when anyone leads": "lead"},
}
"""By game: the events for which its ear waits, each with the ear's name for it."""

EARS = {
    "roll": 'tile E1 {{ development "Ear" cost 0 {{ {powers} }} world "Ear World" gray cost 0 }}',
    "race": 'card E1 {{ development "Ear" cost 0 vp 0 {{ {powers} }} }}',
    "galaxies": 'planet-card E1 {{ planet "Ear" culture economy length 2 vp 0 {{ {powers} }} }}',
}
"""A component with which a seat hears everything."""

DOERS = {
    "roll": """
        tile E2 {
          development "Doer" cost 0 {
            at start of explore: employ 1 home explorer
            at start of ship: employ 1 home shipper
            at end of produce: may produce on 1 own world
            at end of ship: may consume 1 good: gain $1
          }
          world "Doer World" gray cost 0
        }
    """,
    "race": """
        card E2 {
          development "Doer" cost 0 vp 0 {
            at end of develop: may place 1 card from supply for free
            at start of settle: may place 1 world from hand for free instead of an own world
            at end of settle: may produce on 1 windfall world
            consume: sell 1 good for 1 more
            consume: barter 1 good
            at end of consume: may discard 1 world: draw 3 cards
            at end of produce: move 1 world to hand
            military, may discard 1 world: 3 more
          }
        }
    """,
    "galaxies": """
        planet-card E2 { planet "Doer" culture economy length 2 vp 0 { action: act as any face followed for free } }
        planet-card E3 { planet "User" culture economy length 2 vp 0 { action: use 1 planet in row } }
    """,
}
"""Components that do things in other ways than the rules do."""


DOERS_BY_NAME = {"roll": ("Doer",), "race": ("Doer",), "galaxies": ("Doer", "User")}


@cache
def heard_library(game: str) -> Library:
    """The game with an ear and doers."""
    gains = [f"{when}: gain 1 heard_{name}" for when, name in HEARD[game].items()]
    counters = "\n".join(f"counter heard_{name} plural heard_{name} of seat" for name in HEARD[game].values())
    with TemporaryDirectory() as folder:
        Path(folder, "set.toml").write_text(f'id = "ear"\nname = "Ear"\ngame = "{game}"\nversion = "1"\n')
        ear = EARS[game].format(powers="; ".join(gains))
        Path(folder, "ear.rftg").write_text(f"{counters}\n{ear}\n{DOERS[game]}")
        return load_library(game, None, [Path(folder)])


Event = Sequence[Any]


class Watch:
    """Counts the events for which the changes of a table stand."""

    def __init__(self, play: Play[Any]) -> None:
        self.numbers = play.numbers
        self.side = play.side
        self.place = list(play.place_of)
        """The place of each piece."""
        self.done: Counter[str] = Counter()

    def take(self, event: Event) -> None:
        """Go on with a change."""
        op, word, _, *what = event
        if op == "move":
            piece, place = what[:2]
            self.take_move(word, piece, self.place[piece], place)
            self.place[piece] = place
        elif op == "shift":
            self.take_shift(word, what[2])
        else:
            self.done[f"{op} {word}"] += 1

    def take_move(self, word: str, piece: int, source: int, target: int) -> None:
        """A piece has moved."""

    def take_shift(self, word: str, n: int) -> None:
        """Fungible things have moved."""
        self.done[f"shift {word}"] += n

    def expected_counts(self) -> dict[str, int]:
        """The number of times that each event of ``HEARD`` has happened, by its name there."""
        raise NotImplementedError


class WatchRoll(Watch):
    """Roll: the words of its changes."""

    def take_move(self, word: str, piece: int, source: int, target: int) -> None:
        self.done["complete"] += word in ("developed", "settled")

    def expected_counts(self) -> dict[str, int]:
        done = self.done
        return {
            "scout": done["note scouted"],
            "stock": done["adjust stocked"],
            "complete": done["complete"],
            "completed": done["complete"],
            "produce": done["shift produced"],
            "trade": done["adjust traded"],
            "traded": done["adjust traded"],
            "consume": done["shift shipped"] - done["adjust traded"] + done["shift consumed"],
            "ship": done["shift shipped"],
        }


class WatchRace(Watch):
    """Race: cards that come into tableaus and leave them, and the words of its other changes."""

    def take_move(self, word: str, piece: int, source: int, target: int) -> None:
        tableau = self.numbers.tableau
        back = word == "taken back"  # placed in this phase, but not paid for
        kind = "settle" if self.numbers.is_world[self.side[piece]] else "develop"
        self.done[kind] += (word == "placed" and target in tableau) - back
        self.done["leave"] += source in tableau and target not in tableau and not back

    def expected_counts(self) -> dict[str, int]:
        done = self.done
        return {
            "develop": done["develop"],
            "settle": done["settle"],
            "pay": done["develop"] + done["settle"] - done["note conquer"],
            "produce": done["tag produced"],
            "sell": done["note sold"],
            "leave": done["leave"],
            "overflow": done["answer limit"],
        }


class WatchGalaxies(Watch):
    """Galaxies: who has chosen to follow."""

    def expected_counts(self) -> dict[str, int]:
        return dict.fromkeys(("follow", "lead"), self.done["answer follow"])


WATCHES: dict[str, type[Watch]] = {"roll": WatchRoll, "race": WatchRace, "galaxies": WatchGalaxies}
DECLINES = ("decline", "none")
MOST = 1_500
"""The most decisions of a game that are looked at."""


def play_on(play: Play[Any], random: Random) -> Watch:
    """Play at random, and return the watch that has counted."""
    watch = WATCHES[play.rules.game.name](play)
    for _ in range(MOST):
        while play.pending is None and not play.over:
            play.run()
            for event in play.take_events():
                watch.take(event)
        if play.over:
            break
        pick = play.pending.form.draw(random.random)
        watch.done[f"answer {play.pending.name}"] += pick not in DECLINES
        play.answer(pick)
        for event in play.take_events():
            watch.take(event)
    while play.later or (play.pending is None and not play.over):
        play.run()
        for event in play.take_events():
            watch.take(event)
    return watch


@law(6)
@given(st.sampled_from(sorted(HEARD)), st.integers(2, 4), st.integers(0, 10_000))
def test_powers_hear_of_everything_that_is_done(game: str, seats: int, seed: int) -> None:
    doers = "; ".join(("Ear", *DOERS_BY_NAME[game]))
    play = heard_library(game).rules(seats).start(Seeded(str(seed), game), {"tableau.0": doers})

    watch = play_on(play, Random(seed))

    counter = play.layout.counter
    heard = {name: play.counters[counter[f"heard_{name}"][0]] for name in HEARD[game].values()}
    assert heard == watch.expected_counts()
