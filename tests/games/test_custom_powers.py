"""Powers of expansions that the printed cards do not reach: each is played to the end, and means what it says."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library import library, load
from rftg_dsl.play.game import play_game

CARD = {
    "race": 'card ZZ{n} {{ world "Z{n}" novelty production cost 0 vp 1 {{ {power} }} }}\n',
    "galaxies": 'planet-card ZZ{n} {{ planet "Z{n}" energy diplomacy length 1 vp 1 {{ {power} }} }}\n',
}


def set_of(folder: Path, game: str, power: str) -> Path:
    """A set of many designs that have this power."""
    (folder / "set.toml").write_text(f'id = "z"\nname = "Z"\ngame = "{game}"\nversion = "1"\n')
    (folder / "z.rftg").write_text("".join(CARD[game].format(n=n, power=power) for n in range(40)))
    return folder


@pytest.mark.parametrize(
    ("game", "power"),
    [
        ("race", "consume: consume up to 2 goods of different types: gain 1 vp"),
        ("race", "consume: consume 1 or 2 goods of different types: gain 1 vp"),
    ],
)
def test_it_is_played_to_the_end(tmp_path: Path, game: str, power: str) -> None:
    found = library(game, None, [set_of(tmp_path, game, power)])

    for seed in ("1", "2", "3"):
        assert play_game(found, 2, seed, ["random", "random"]).rounds


def test_following_never_brings_culture(tmp_path: Path) -> None:
    found = library("galaxies", None, [set_of(tmp_path, "galaxies", "follow price: 9 less")])
    play = found.rules(2).start(Seeded("free", "galaxies"))
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
        ("galaxies", "action: exchange up to 2 energy for rerolls"),
    ],
)
def test_no_power_names_what_only_the_steps_count(tmp_path: Path, game: str, power: str) -> None:
    found = load(game, extra=[set_of(tmp_path, game, power)]).diagnostics

    assert {one.code for one in found} & {"unknown-word", "unknown-counter", "unknown-condition"}
    assert not any(word in one.hint.split() for one in found for word in ("pool", "rounds", "depth", "rerolls"))
