"""Content within the limits that asks for too much in play: a clear message, never an internal error or a hang."""

from __future__ import annotations

from pathlib import Path

import pytest

from rftg_dsl.diagnostic import Unusable
from rftg_dsl.kernel import play as kernel
from rftg_dsl.library import Library, library
from rftg_dsl.limits import CHAIN, EVENTS
from rftg_dsl.play.bots import seat_bots
from rftg_dsl.play.game import play_game

SET = 'id = "much"\nname = "Much"\ngame = "{game}"\nversion = "1"\n'
TILE = 'tile X1 {{ development "Much" cost 3 {{\n{powers}\n}}\nworld "More" gray cost 1 }}\n'


def with_set(folder: Path, text: str, game: str = "roll", options: dict[str, str] | None = None) -> Library:
    (folder / "set.toml").write_text(SET.format(game=game))
    (folder / "much.rftg").write_text(text)
    return library(game, extra=[folder], options=options)


@pytest.mark.parametrize(
    ("game", "code"), [("roll", "too-few-pieces"), ("race", "wrong-players"), ("galaxies", "too-few-pieces")]
)
def test_more_players_than_there_are_pieces_for(tmp_path: Path, game: str, code: str) -> None:
    crowded = with_set(tmp_path, f"game {game} players 2 to 20\n", game)

    with pytest.raises(Unusable, match=r"too few|needs") as found:
        play_game(crowded, 20, "s", seat_bots(["random"], 20))

    assert found.value.code == code and "fewer players" in found.value.hint


@pytest.mark.parametrize(("limit", "most"), [("CHAIN", 30), ("EVENTS", 20)])
def test_a_chain_of_powers_that_is_too_long_names_the_last(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, most: int
) -> None:
    said = "\n".join(["at end of round: gain $1, spend $1"] * 20 + ["at end of round: may spend $9: gain $9"] * 20)
    much = with_set(tmp_path, TILE.format(powers=said), options={"tableau.0": "Much"})
    monkeypatch.setattr(kernel, limit, getattr(kernel, limit)._replace(most=most))

    with pytest.raises(Unusable, match="follow one another without a decision") as found:
        play_game(much, 2, "s", seat_bots(["random"], 2))

    assert found.value.code == "endless-chain"


def test_the_powers_of_a_full_table_stay_far_below_these_limits(tmp_path: Path) -> None:
    powers = "\n".join(["at end of round: gain $1"] * 50)
    text = "".join(
        TILE.format(powers=powers).replace("X1", f"X{n}").replace("Much", f"Much {n}").replace("More", f"More {n}")
        for n in range(90)
    )
    every = {f"tableau.{seat}": "; ".join(f"Much {n}" for n in range(90) if n % 2 == seat) for seat in range(2)}

    result = play_game(with_set(tmp_path, text, options=every), 2, "s", seat_bots(["random"], 2))

    assert result.events > 0 and min(CHAIN.most, EVENTS.most) > 100 * 50
