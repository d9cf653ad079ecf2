"""A question as data for a page: where its options begin alike, and the things of the table that they are about."""

from __future__ import annotations

from typing import Any

import rftg_dsl as rftg
from rftg_dsl.library.load import load_standard
from rftg_dsl.play.table.labels import Labels
from rftg_dsl.show.browser.question_data import describe_question


def ask_for_move() -> dict[str, Any]:
    """The first question of a game of Galaxies about which ship to move."""
    library = load_standard("galaxies")
    with rftg.start(library, players=2, seed="move") as match:
        while match.asked is not None and match.asked.name != "move":
            match.answer("move" if "move" in match.asked.options else match.asked.options[0])
        draft = match.draft()
        return describe_question(draft.asked, draft.play, Labels(library))


def test_options_begin_with_the_ship_and_end_with_where_it_goes() -> None:
    options = ask_for_move()["options"]

    assert {option["head"] for option in options} == {"ship (Galaxy Mat) to "}
    assert all(option["label"].startswith(option["head"]) for option in options)
    assert {option["label"].split(" to ")[1].split(" of ")[0] for option in options} == {"surface", "colony track"}


def test_a_place_on_a_planet_can_be_chosen_by_the_planet() -> None:
    options = ask_for_move()["options"]

    assert all(option["on"][2] == option["on"][1].partition(".")[2] for option in options)
    assert not any(option["foreseen"] for option in options)  # the label says it all
