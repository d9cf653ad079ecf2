"""Every game can start with named pieces on the table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from check.joined import join
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.library.load import load_library
from rftg_dsl.play.bots import seat_bots
from rftg_dsl.play.one_game import play_game

START: Mapping[str, tuple[str, str]] = {
    "roll": ("Galactic Resort; Space Marines", "tableau"),
    "race": ("Gem World; Public Works; Contact Specialist; Contact Specialist", "tableau"),
    "galaxies": ("GORT; JAKKS", "colonies"),
}


def opening(game: str, options: Mapping[str, str]) -> Any:
    """A game after its setup."""
    library = load_library(game, options={key: value for key, value in options.items() if "." not in key})
    play = library.rules(2).start(Seeded("start", game), options)
    while play.paused != "setup" and not play.over:
        play.run()
        if play.pending is not None:
            play.answer(play.pending.form.listed()[0])
    return library, play


@pytest.mark.parametrize("game", START)
def test_a_seat_starts_with_the_pieces_named(game: str) -> None:
    names, place = START[game]

    library, play = opening(game, {"tableau.1": names})

    seats = library.game.report(play)["seats"]
    wanted = sorted(names.split("; "))
    assert sorted(name for name in seats[1][place] if name in wanted) == wanted
    assert not set(seats[0][place]) & (set(wanted) - {"Contact Specialist", "Public Works"})


def test_a_windfall_world_of_race_starts_with_a_good() -> None:
    library, play = opening("race", {"tableau.0": "Gem World; Radioactive World; Spice World"})

    assert set(library.game.report(play)["seats"][0]["goods"]) & {"Radioactive World"}


AT_ONCE = {
    "roll": ('tile Z1 { development "Z" cost 1 { gain 3 vp }; world "Y" gray cost 1 }', "vp"),
    "race": ('card Z1 { development "Z" cost 1 vp 1 { gain 3 vp } }', "vp"),
    "galaxies": ('planet-card Z1 { planet "Z" energy economy length 2 vp 1 { gain 3 energy } }', "energy"),
}


@pytest.mark.parametrize("game", AT_ONCE)
def test_what_a_piece_does_at_once_happens_at_setup(game: str) -> None:
    text, counter = AT_ONCE[game]
    library = join(text, game).library
    assert library is not None

    play = library.rules(2).start(Seeded("start", game), {"tableau.1": "Z"})
    before = play.counters[play.layout.counter[counter][1]]
    while play.paused != "setup":
        play.run()
        if play.pending is not None:
            play.answer(play.pending.form.listed()[0])

    assert play.counters[play.layout.counter[counter][1]] == before + 3


def test_a_named_mission_is_not_dealt() -> None:
    library, play = opening("galaxies", {"tableau.0": "HERMIT; GORT"})

    assert library.game.report(play)["seats"][0]["mission"] == ["HERMIT"]


@pytest.mark.parametrize(
    ("game", "key", "value", "message"),
    [
        ("race", "tableau.0", "Gem Wrold", "'Gem Wrold' is not a card; did you mean 'Gem World'?"),
        ("race", "tableau.0", "Gem World; Gem World", "the card with 'Gem World' is already in a tableau"),
        ("race", "tableau.0", "; ".join(["Contact Specialist"] * 3), "each of the 2 copies of 'Contact Specialist'"),
        ("race", "tableau.5", "Gem World", "does not name a valid seat"),
        ("galaxies", "tableau.0", "ship", "'ship' is not a planet or mission: it is on a spaceship"),
        ("galaxies", "tableau.0", "GROT", "did you mean 'GORT'?"),
        ("galaxies", "tableau.x", "GORT", "does not name a valid seat"),
        ("roll", "tableau.0", "Space Piracy", "'Space Piracy' is not a game tile: it is on a faction"),
    ],
)
def test_a_name_that_is_not_there_is_refused(game: str, key: str, value: str, message: str) -> None:
    with pytest.raises(ValueError, match=message.replace("?", r"\?")):
        load_library(game).rules(2).start(Seeded("start", game), {key: value})


@pytest.mark.parametrize("game", START)
def test_games_that_start_so_are_played_to_the_end(game: str) -> None:
    library = load_library(game, options={"tableau.0": START[game][0]})

    assert play_game(library, 2, "start", seat_bots(["random"], 2)).events > 100
