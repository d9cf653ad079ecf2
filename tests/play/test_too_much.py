"""Content within the limits that asks for too much in play: a clear message, never an internal error or a hang."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import CHAIN, EVENTS
from rftg_dsl.kernel import play
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.drive import drive
from rftg_dsl.library.load import Library, load_library
from rftg_dsl.play.bots import seat_bots
from rftg_dsl.play.one_game import play_game

SET = 'id = "much"\nname = "Much"\ngame = "{game}"\nversion = "1"\n'
TILE = 'tile X1 {{ development "Much" cost 3 {{\n{powers}\n}}\nworld "More" gray cost 1 }}\n'


def with_set(folder: Path, text: str, game: str = "roll", options: dict[str, str] | None = None) -> Library:
    (folder / "set.toml").write_text(SET.format(game=game))
    (folder / "much.rftg").write_text(text)
    return load_library(game, extra=[folder], options=options)


@pytest.mark.parametrize(
    ("game", "code"), [("roll", "too-few-pieces"), ("race", "wrong-players"), ("galaxies", "too-few-pieces")]
)
def test_more_players_than_there_are_pieces_for(tmp_path: Path, game: str, code: str) -> None:
    crowded = with_set(tmp_path, f"game {game} players 2 to 20\n", game)

    with pytest.raises(UsageError, match=r"only 0 are left|too few|needs") as error:
        play_game(crowded, 20, "s", seat_bots(["random"], 20))

    assert error.value.code == code and "fewer players" in error.value.hint


@pytest.mark.parametrize(("limit", "most"), [("CHAIN", 30), ("EVENTS", 20)])
def test_a_chain_of_powers_that_is_too_long_names_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    said = "\n".join(["at end of round: gain $1, spend $1"] * 20 + ["at end of round: may spend $9: gain $9"] * 20)
    much = with_set(tmp_path, TILE.format(powers=said), options={"tableau.0": "Much"})
    monkeypatch.setattr(play, limit, getattr(play, limit)._replace(most=most))

    with pytest.raises(UsageError, match="without a decision") as error:
        play_game(much, 2, "s", seat_bots(["random"], 2))

    assert error.value.code == "endless-chain"


def test_the_powers_of_a_full_table_stay_far_below_these_limits(tmp_path: Path) -> None:
    powers = "\n".join(["at end of round: gain $1"] * 50)
    text = "".join(
        TILE.format(powers=powers).replace("X1", f"X{n}").replace("Much", f"Much {n}").replace("More", f"More {n}")
        for n in range(90)
    )
    every = {f"tableau.{seat}": "; ".join(f"Much {n}" for n in range(90) if n % 2 == seat) for seat in range(2)}

    result = play_game(with_set(tmp_path, text, options=every), 2, "s", seat_bots(["random"], 2))

    assert result.events > 0 and min(CHAIN.most, EVENTS.most) > 100 * 50


STRANGE = {
    "too few dice for the first seats": ("roll", "die home supply 2\n"),
    "no dice": ("roll", "die home supply 0\n"),
    "a shortage of no tiles": ("roll", "number shortage_tiles 0\nnumber faction_squares 998\n"),
    "levels beyond the track": ("galaxies", "counter empire start 999 from 1 to 999\n"),
    "many produce bonuses": ("race", "number produce_bonus 999\n"),
}


@pytest.mark.parametrize("name", STRANGE)
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_numbers_within_their_ranges_are_played(tmp_path: Path, name: str, bot: str) -> None:
    game, text = STRANGE[name]
    strange = with_set(tmp_path, text, game)

    for seed in range(3):
        assert play_game(strange, 2, f"{name}/{seed}", seat_bots([bot], 2)).decisions > 0


@pytest.mark.parametrize("backend", ["generated", "interpreted"])
def test_a_game_for_one_has_nobody_to_have_less_or_share_with(tmp_path: Path, backend: Any) -> None:
    conditions = {"have": "gain 1 vp", "share": "gain $1"}
    powers = "\n".join(f"at end of round, if you {verb} the most worlds: {said}" for verb, said in conditions.items())
    alone = with_set(tmp_path, "game roll players 1 to 2\n" + TILE.format(powers=powers), options={"tableau.0": "Much"})
    play = alone.rules(1, backend).start(Seeded("s", "roll"), alone.options)
    drive(play, [lambda _, asked: asked.form.draw(Random(1).random)])

    gained = [event for event in play.events if str(event[2]).startswith("X1.a/")]
    assert {event[2] for event in gained} == {"X1.a/1"}
