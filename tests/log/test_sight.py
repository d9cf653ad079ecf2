"""What people see: exactly what the places show them, and nothing that depends on what is hidden from them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import drive
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Play
from rftg_dsl.library import standard
from rftg_dsl.log.randomness import seeded
from rftg_dsl.log.record import naming_of
from rftg_dsl.log.recorder import Recorder, head_of
from rftg_dsl.log.seal import Sealer, salts_of
from rftg_dsl.log.sight import PUBLIC, Audience
from rftg_dsl.log.write import InMemory
from rftg_dsl.play.bots import make_bot

Lines = list[str]
GAMES = ("roll", "race", "galaxies")
DICE = seeded("sight")


class Enough(Exception):
    """So many decisions have been made."""


class Differs(Exception):
    """The swapped game went another way."""


class Same:
    """Chance that gives the results of another game, some pieces swapped."""

    def __init__(self, results: Mapping[str, list[Any]], pieces: Mapping[str, int], swap: Mapping[str, str]) -> None:
        self.results, self.pieces, self.swap = results, pieces, swap

    def rolls(self, label: str, domain: int, times: int) -> Sequence[int]:
        return self._given(label, times)

    def draws(self, label: str, domain: Sequence[int], times: int) -> Sequence[int]:
        found = self._given(label, times)
        if not set(found) <= set(domain):
            raise Differs
        return found

    def _given(self, label: str, times: int) -> list[int]:
        given = self.results.get(label, ())
        if len(given) != times:
            raise Differs
        return [one if isinstance(one, int) else self.pieces[self.swap.get(one, one)] for one in given]


def played(game: str, players: int, seed: str, most: int) -> Lines:
    """The lines of a game of random bots, up to so many decisions."""
    library = standard(game)
    play = library.rules(players).start(Seeded(seed, game), {})
    bots = [make_bot("random", library.game, seed, seat) for seat in range(players)]
    return followed(play, game, bots, most)

    return Seeded(seed, game)


def followed(play: Play[Any], game: str, choosers: Sequence[Any], most: int) -> Lines:
    """The lines of a play, up to so many decisions."""
    library, sink, made = standard(game), InMemory(), 0
    recorder = Recorder(play, library.game, head_of(library, play, DICE, ["x"] * len(choosers)), sink, DICE)

    def choose(play: Play[Any], asked: Decision) -> Pick:
        nonlocal made
        made += 1
        if made > most:
            raise Enough
        return choosers[asked.seat](play, asked)

    try:
        drive(play, [choose] * len(choosers), (recorder,))
    except Enough:
        recorder.flush()
    return sink.lines


def swapped(lines: Lines, game: str, players: int, one: str, other: str) -> Lines:
    """The same game with two pieces in each other's places; ``Differs`` if it cannot be."""
    library, swap = standard(game), {one: other, other: one}
    records = [json.loads(line) for line in lines]
    rules = library.rules(players)
    results = {record["label"]: record["result"] for record in records if record["k"] == "rnd"}
    decisions = iter([record for record in records if record["k"] == "do"])
    play = rules.start(Same(results, rules.layout.piece, swap), {})
    naming = naming_of(rules.layout)

    def again(play: Play[Any], asked: Decision) -> Pick:
        record = next(decisions, None)
        if record is None:
            raise Enough
        pick = naming.read_pick(asked.form, renamed(record["pick"], swap))
        if (record["seat"], record["name"]) != (asked.seat, asked.name) or not asked.form.accepts(pick):
            raise Differs
        return pick

    return followed(play, game, [again] * players, 10**9)


def renamed(pick: Any, swap: Mapping[str, str]) -> Any:
    """A pick with some ids swapped."""
    if isinstance(pick, str):
        pieces = [part.partition(".") for part in pick.split("|")]
        return "|".join("".join((swap.get(piece, piece), *side)) for piece, *side in pieces)
    if isinstance(pick, list):
        return [renamed(one, swap) for one in pick]
    return {renamed(one, swap): n for one, n in pick.items()} if isinstance(pick, dict) else pick


def seen(lines: Lines, who: int) -> list[Any]:
    """Everything that somebody sees in a game."""
    audience = Audience(json.loads(lines[0]), [who])
    events = [event for line in lines for event in json.loads(line).get("fx", ())]
    return [one for event in events for one in audience.follow(event)[who]]


def public(lines: Lines) -> Lines:
    """The public log, without what the commitments are."""
    sealer = Sealer(json.loads(lines[0]), salts_of("sight"))
    return [re.sub(r'"root":"[0-9a-f]{64}"', "", line) for line in sealer.seal(lines).lines]


def unknown(lines: Lines, who: int) -> list[str]:
    """The pieces that somebody has never seen."""
    shown = json.dumps(seen(lines, who)) + json.dumps(Audience(json.loads(lines[0]), [who]).viewers[who].shown.table)
    every = sorted(piece for those in json.loads(lines[0])["table"]["pieces"].values() for piece in those)
    return [piece for piece in every if f'"{piece}"' not in shown]


def twins(game: str, players: int, seed: str, most: int, who: int) -> Iterator[tuple[Lines, Lines]]:
    """A game and others that differ from it only in what somebody cannot see."""
    lines, random = played(game, players, seed, most), Random(seed)
    hidden = unknown(lines, who)
    for _ in range(6 if len(hidden) > 1 else 0):
        one, other = random.sample(hidden, 2)
        try:
            twin = swapped(lines, game, players, one, other)
        except (Differs, AssertionError, KeyError):
            continue
        if twin != lines and len([x for x in twin if '"k":"do"' in x]) == len([x for x in lines if '"k":"do"' in x]):
            yield lines, twin


FOUND = dict.fromkeys(GAMES, 0)
"""How many twins have been compared."""


@law(30)
@given(
    game=st.sampled_from(GAMES),
    players=st.integers(2, 4),
    seed=st.integers(0, 10**6),
    most=st.integers(1, 120),
    data=st.data(),
)
def test_games_that_differ_in_what_is_hidden_look_the_same(
    game: str, players: int, seed: int, most: int, data: st.DataObject
) -> None:
    who = data.draw(st.integers(PUBLIC, players - 1))
    for lines, twin in twins(game, players, str(seed), most, who):
        assert seen(lines, who) == seen(twin, who)
        if who == PUBLIC:
            assert public(lines) == public(twin)
        FOUND[game] += 1


def test_twins_are_found_for_every_game() -> None:
    """The law above would say nothing if there were none."""
    for game in GAMES:
        assert any(True for seed in range(8) for _ in twins(game, 2, str(seed), 30, PUBLIC)), game


@law(12)
@given(game=st.sampled_from(GAMES), players=st.integers(2, 4), seed=st.integers(0, 10**6))
def test_everybody_sees_what_the_places_show_whenever_no_screen_is_up(game: str, players: int, seed: int) -> None:
    lines = played(game, players, str(seed), 150)
    audience = Audience(json.loads(lines[0]), [PUBLIC, *range(players)])
    for nth, event in enumerate(event for line in lines for event in json.loads(line).get("fx", ())):
        audience.follow(event)
        if nth % 7 == 0:
            for who, viewer in audience.viewers.items():
                assert viewer.screened or viewer.shown.table == audience.truth.table(who)


def test_dice_behind_a_screen_are_seen_when_it_comes_down() -> None:
    lines = played("roll", 2, "1", 40)
    mine, yours = seen(lines, 0), seen(lines, 1)
    at = next(nth for nth, event in enumerate(yours) if event[1] == "concealed")
    down = next(nth for nth, event in enumerate(yours) if event[1] == "disclosed")

    assert not any(".0" in json.dumps(event) for event in yours[at:down])
    assert any(".0" in json.dumps(event) for event in mine[mine.index(yours[at]) :][: down - at + 30])
    assert yours[down + 1][:2] == ["see", "disclosed"]


@pytest.mark.parametrize("game", GAMES)
def test_a_hidden_piece_is_named_to_nobody_else(game: str) -> None:
    """What a seat keeps in its hand, behind its stacks or as its mission never stands in what others are shown."""
    lines = played(game, 3, "hidden", 25)
    audience = Audience(json.loads(lines[0]), [PUBLIC, 0, 1, 2])
    for line in lines:
        for event in json.loads(line).get("fx", ()):
            known = {piece for piece in audience.truth.folded.where if audience.truth.knows(piece, PUBLIC)}
            told = audience.follow(event)[PUBLIC]
            known |= {piece for piece in audience.truth.folded.where if audience.truth.knows(piece, PUBLIC)}
            named = {word for word in re.findall(r'"([^"]+)"', json.dumps(told)) if word in audience.truth.folded.where}
            assert named <= known, (event, told)
