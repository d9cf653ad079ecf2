"""Powers of expansions beyond the printed ones: each works as written, and games with it reach their end."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from lanes import FAST
from rftg_dsl.games.prices import MOST, MOST_TRIED, combine_ways
from rftg_dsl.games.race.consume import MOST_SETS, limit_sets, sets_with_different_values
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library.load import load, load_library
from rftg_dsl.play.one_game import play_game

CARD = {
    "race": 'card ZZ{n} {{ world "Z{n}" novelty production cost 0 vp 1 {{ {power} }} }}\n',
    "galaxies": 'planet-card ZZ{n} {{ planet "Z{n}" energy diplomacy length 1 vp 1 {{ {power} }} }}\n',
}


def set_of(folder: Path, game: str, power: str) -> Path:
    """A set of many designs with this power."""
    (folder / "set.toml").write_text(f'id = "z"\nname = "Z"\ngame = "{game}"\nversion = "1"\n')
    (folder / "z.rftg").write_text("".join(CARD[game].format(n=n, power=power) for n in range(40)))
    return folder


@pytest.mark.scaled
@pytest.mark.parametrize(
    ("game", "power"),
    [
        ("race", "consume: consume up to 2 goods of different types: gain 1 vp"),
        ("race", "consume: consume 1 or 2 goods of different types: gain 1 vp"),
        ("race", "military, may discard this card: 1 more"),
        ("race", "draws: 0 exactly"),
        ("race", "discard 1 card in hand"),
        ("galaxies", "action: move 1 planet in row to colonies"),
        ("galaxies", "action: move 1 planet in row to deck"),
        ("galaxies", "action: use 1 planet in row for 1 culture"),
        ("galaxies", "action: upgrade with energy and culture for 9 less"),
        ("galaxies", "action: move 1 die in energy to culture or economy"),
        ("galaxies", "action: move up to 2 dice in energy or culture to converter or move"),
        ("galaxies", "action: gain 1 die to energy or culture"),
        ("galaxies", "action: may spend up to 2 energy: gain 1 culture per spent"),
        ("race", "cost of this world: 1 less per own world"),
        ("race", "cost of this world cannot be changed"),
    ],
)
def test_games_with_this_power_are_played_to_the_end(tmp_path: Path, game: str, power: str) -> None:
    library = load_library(game, None, [set_of(tmp_path, game, power)])

    players = ("random", "greedy", "random", "random")
    for seed, player in enumerate(players[: 2 if FAST else 4]):
        assert play_game(library, 2, str(seed), [player, player]).rounds


def test_a_mission_that_scores_nothing_is_played_to_the_end(tmp_path: Path) -> None:
    missions = [f'mission-card ZM{n} {{ mission "M{n}" {{ if you have 9 orbiters: score 1 }} }}\n' for n in range(40)]
    folder = set_of(tmp_path, "galaxies", "action: gain 1 energy")
    (folder / "missions.rftg").write_text("".join(missions))

    assert play_game(load_library("galaxies", None, [folder]), 2, "1", ["random", "greedy"]).rounds


def changes(folder: Path, power: str, word: str) -> list[tuple[str, int]]:
    """The counter changes caused by the power itself in a random game."""
    play = load_library("galaxies", None, [set_of(folder, "galaxies", power)]).rules(2).start(Seeded("a", "galaxies"))
    adjustments: list[tuple[str, int]] = []
    picks = Random(1)
    while not play.over:
        if play.pending is None:
            play.run()
        else:
            play.answer(picks.choice(play.pending.form.listed()))
        events = [
            event for event in play.take_events() if event[0] == "adjust" and event[1] == word and "ZZ" in event[2]
        ]
        adjustments += [(play.layout.counter_names[event[3]], event[4]) for event in events]
    return adjustments


def test_an_upgrade_for_much_less_is_free(tmp_path: Path) -> None:
    power = "action: upgrade with energy and culture for 9 less"

    assert changes(tmp_path, power, "upgraded")
    assert not changes(tmp_path, power, "paid")


def test_a_resource_taken_is_lost_by_the_opponent(tmp_path: Path) -> None:
    taken = [by for name, by in changes(tmp_path, "action: gain 1 energy from an opponent", "taken")]

    assert taken and all(lost == -1 for lost in taken[::2])


def test_a_planets_immediate_power_happens_when_it_is_colonized(tmp_path: Path) -> None:
    assert ("energy.0", 1) in changes(tmp_path, "gain 1 energy", "gained")


def test_a_planet_with_several_actions_offers_a_choice(tmp_path: Path) -> None:
    gains = changes(tmp_path, "action: gain 1 energy\n action: gain 1 culture", "gained")

    assert {name.partition(".")[0] for name, _ in gains} == {"energy", "culture"}


def test_following_never_gains_culture(tmp_path: Path) -> None:
    library = load_library("galaxies", None, [set_of(tmp_path, "galaxies", "follow price: 9 less")])
    play = library.rules(2).start(Seeded("free", "galaxies"))
    follows, paid = 0, []
    while not play.over and follows < 20:
        if play.pending is None:
            play.run()
            continue
        form = play.pending.form
        follows += play.pending.name == "follow"
        options = form.listed() if form.count() < 50 else [form.listed()[0]]
        play.answer("follow" if play.pending.name == "follow" else options[follows % len(options)])
        paid += [event[4] for event in play.take_events() if event[1:3] == ("paid", "follow")]
    assert follows and max(paid, default=0) <= 0


@pytest.mark.parametrize(
    ("game", "power"),
    [
        ("race", "consume: consume 1 good: gain 1 pool"),
        ("race", "score 1 per 2 rounds, rounded down"),
        ("galaxies", "action: gain 1 depth"),
        ("galaxies", "action, if you have the opened: gain 1 energy"),
        ("galaxies", "action: gain 1 conversions"),
    ],
)
def test_powers_cannot_name_internal_counters(tmp_path: Path, game: str, power: str) -> None:
    diagnostics = load(game, extra=[set_of(tmp_path, game, power)]).diagnostics

    assert {diagnostic.code for diagnostic in diagnostics} & {"unknown-word", "unknown-counter", "unknown-condition"}
    assert not any(
        word in diagnostic.hint.split() for diagnostic in diagnostics for word in ("pool", "rounds", "depth", "rerolls")
    )


def test_combinations_of_cards_to_give_up_are_bounded() -> None:
    boosters: Any = [[card] for card in range(14)]

    assert len(combine_ways(boosters)) == 2**MOST
    assert combine_ways(boosters[:3]) == [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]
    assert len(combine_ways([[0, 1], [2]])) == 6


@pytest.mark.parametrize("powers", range(1, 15))
def test_combinations_of_prices_with_a_range_are_bounded(powers: int) -> None:
    tried: Any = combine_ways([[(power, n) for n in range(1, 2_000)] for power in range(powers)])

    assert len(tried) <= MOST_TRIED
    assert {power for givens in tried for power, _ in givens} == set(range(min(powers, MOST)))
    assert any(len(givens) == min(powers, MOST) for givens in tried)


def test_a_hand_full_of_prices_is_judged_at_once(tmp_path: Path) -> None:
    power = "military, may discard up to 10 cards in hand: 1 more per discarded\n"
    words = "counter glory plural glory of seat start 10000000\n"
    glory = "military, may spend 1 or 2 glory: 1 more per spent\n"
    folder = set_of(tmp_path, "race", power)
    text = words + "".join(CARD["race"].format(n=n, power=power + glory) for n in range(12))
    (folder / "z.rftg").write_text(text)
    library = load_library("race", None, [folder], {"tableau.0": "; ".join(f"Z{n}" for n in range(12))})

    play = library.rules(2).start(Seeded("1", "race"), library.options)
    picks = Random(1)
    for _ in range(40):
        if play.pending is None:
            play.run()
        else:
            assert play.answer(play.pending.form.draw(picks.random)) is None


def test_sets_of_different_goods_are_bounded() -> None:
    assert list(sets_with_different_values([(5, "a"), (6, "b"), (7, "a")], 2)) == [(5, 6), (6, 7)]
    assert list(sets_with_different_values([(5, "a"), (6, "a"), (7, "a")], 2)) == []
    assert len(limit_sets(sets_with_different_values([(n, n) for n in range(30)], 15))) == MOST_SETS
