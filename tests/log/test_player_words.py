"""The words of a log for players: printed names and the texts of questions, and nothing that only authors know."""

from __future__ import annotations

from typing import Any

import pytest

from rftg_dsl.library.load import load_standard
from rftg_dsl.log.account.causes import Grounds
from rftg_dsl.log.account.log_words import PlayerWords


def words_of(game: str) -> PlayerWords:
    library = load_standard(game)
    head = {"game": game, "names": library.names, "players": 2, "seats": ["me:Anna", "greedy"], "stretch": ["round"]}
    return PlayerWords(head, library.game.tell)


@pytest.mark.parametrize(
    ("game", "record", "said"),
    [
        (
            "race",
            {"k": "do", "seat": 0, "name": "action", "form": ["one", 7], "pick": "produce"},
            "Seat 1 (Anna) chose Produce",
        ),
        (
            "race",
            {"k": "do", "seat": 0, "name": "explore", "form": ["some", 1, 1, 2], "pick": ["C02"]},
            "Seat 1 (Anna) discarded Public Works",
        ),
        ("roll", {"k": "do", "seat": 1, "name": "explorer", "pick": "die|home"}, "Seat 2 (greedy) chose home"),
        ("galaxies", {"k": "do", "seat": 1, "name": "turn", "pick": "reroll"}, "Seat 2 (greedy) rerolls dice"),
        ("galaxies", {"k": "do", "seat": 1, "name": "follow", "pick": "decline"}, "Seat 2 (greedy) does not follow"),
        (
            "galaxies",
            {"k": "do", "seat": 1, "name": "reroll", "pick": {"action_die@colony": 1}},
            "Seat 2 (greedy) rerolled 1 die in Utilize a Colony",
        ),
        ("roll", {"k": "seat", "seat": 0, "does": "concedes"}, "Seat 1 (Anna) concedes"),
        ("roll", {"k": "seat", "seat": 0, "does": "sits", "who": "greedy"}, "greedy takes over from Seat 1 (Anna)"),
        (
            "race",
            {"k": "rnd", "label": "1/0/explore/0", "domain": [1, 2], "from": "supply", "result": ["C02", "C04#2"]},
            "Seat 1 (Anna) draws Public Works, Colony Ship",
        ),
        (
            "roll",
            {"k": "rnd", "label": "1/1/roll/0", "domain": 6, "result": [0, 0, 4]},
            "Seat 2 (greedy) rolls 3 dice",
        ),
    ],
)
def test_a_record_is_told_to_players_without_ids(game: str, record: dict[str, Any], said: str) -> None:
    assert words_of(game).word_record(record) == said


def test_what_was_chosen_in_secret_is_told_by_seat() -> None:
    parts = {"stock": {"home@explore.1": 1, "novelty@explore.1": 2, "home@strip.1": 1, "rare@ship.0": 0}}

    told = words_of("roll").tell_disclosure(parts)

    assert told == "Seat 2 discloses Explore: 1 home, 2 novelty; phase strip: 1 home"


def test_a_hidden_piece_that_moves_is_told_as_players_say_it() -> None:
    told = words_of("galaxies").tell_pass("set up", "galaxies.set-up", None, "missions", "dealt.1", None)

    assert told == "Seat 2 is dealt a Secret Mission"


@pytest.mark.parametrize(
    ("cause", "name", "said"),
    [
        ("C02/2", "Public Works", "Consume: Consume 1 good to gain 1 VP chip."),
        ("race.actions-chosen", "", "Each player secretly chooses an action card, and so a phase and its bonus."),
    ],
)
def test_a_cause_is_the_printed_power_or_the_rule_as_players_say_it(cause: str, name: str, said: str) -> None:
    library = load_standard("race")

    ground = Grounds({"names": library.names}, lambda _: library).ground_of(["adjust", "gained", cause, "vp.0", 1])

    assert (ground.name, ground.said) == (name, said)
