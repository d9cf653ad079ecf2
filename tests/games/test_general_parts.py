"""The parts of a game that need no code of its own: a report, advice, a story and decks of cards."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from foreign import examples_installed
from rftg_dsl.games import advising, dealing, reporting
from rftg_dsl.games.race import questions
from rftg_dsl.games.race.gamble import resolve_guess
from rftg_dsl.games.telling import make_plain_story
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.form import Range
from rftg_dsl.kernel.view import view
from rftg_dsl.library.load import load_library, load_standard
from rftg_dsl.play.one_game import play_game
from rftg_dsl.testing import Position
from rftg_dsl.testing import table as plain_table
from table import table

SAME = {
    "roll": ("cup", "citizenry", "vp", "score", "tie_break"),
    "race": ("vp", "hand", "tableau", "score", "tie_break"),
    "galaxies": ("energy", "culture", "empire", "colonies", "score", "tie_break"),
}
"""For each shipped game, figures that it reports under the names of its places and counters."""


@pytest.fixture(scope="module")
def install_examples(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with examples_installed(tmp_path_factory.mktemp("examples")):
        yield


@pytest.fixture
def road(install_examples: None) -> Position:
    """An empty table of Amber Road on the last day."""
    return plain_table("amber", 2).common(day=10)


# -- the report --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", SAME)
def test_the_general_report_agrees_with_the_games_own(game: str) -> None:
    library, random = load_standard(game), Random(game)
    play = library.rules(2).start(Seeded("report", game))
    for nth in range(400):
        play.run()
        if play.pending is not None:
            play.answer(play.pending.form.draw(random.random))
        if nth % 20 and not play.over:
            continue
        own, general = library.game.report(play), reporting.report(play)
        for mine, theirs in zip(own["seats"], general["seats"], strict=True):
            assert [theirs[name] or None for name in SAME[game]] == [mine[name] or None for name in SAME[game]]
        assert general.get("end") == own.get("end")
        if play.over:
            break


def test_the_report_leaves_out_what_only_steps_use() -> None:
    seats = reporting.report(table("race").play)["seats"]

    assert "chosen" not in seats[0]
    assert "military" not in seats[0]


def test_unseen_places_are_counted_and_dice_are_named_by_kind() -> None:
    game = table("roll").seat(0, cup="2 home, 1 rare", tableau=["Spice World"], goods={"Spice World": "1 novelty"})
    report = reporting.report(game.play)

    assert isinstance(report["table"]["bag"], int)
    assert report["seats"][0]["cup"] == {"home": 2, "rare": 1}
    assert report["seats"][0]["goods"] == {"Spice World": {"novelty": 1}}


# -- advice ------------------------------------------------------------------------------------------------------


def test_the_answer_that_leaves_most_is_advised(road: Position) -> None:
    game = road.common(inn=["Herald", "Scout"]).seat(0, coin=9).stage("market")
    advice = advising.adviser_by_trial(advising.points_of)

    assert game.label("piece", advice(game.play, game.pending)) == "Herald"


def test_an_answer_that_leads_to_chance_is_worth_what_the_table_is() -> None:
    game = table("race").seat(0, vp=3)
    game.play.ask(0, questions.GUESS, Range(1, 7), resolve_guess, "G1/1")  # turns up the top card

    assert advising.worth_after(view(game.play, 0), 0, 4, advising.points_of) == 3


@pytest.mark.usefixtures("install_examples")
def test_advice_by_trial_beats_random_play() -> None:
    library = load_library("amber")
    games = [play_game(library, 2, f"trial/{nth}", ("greedy", "random")) for nth in range(20)]

    assert sum(game.winners == [0] for game in games) > 15


# -- decks -------------------------------------------------------------------------------------------------------


@pytest.fixture
def play(install_examples: None) -> Any:
    """A game of Amber Road as it is laid out."""
    return load_library("amber").rules(2).start(Seeded("decks", "amber"))


def test_discards_become_the_deck_when_it_runs_out(play: Any) -> None:
    numbers = play.numbers
    crates = play.zone[numbers.deck]
    play.move_all(crates[:3], numbers.discards, "sold")
    play.move_all(crates[3:-2], numbers.stand, "drawn")

    drawn = dealing.deal(play, "10/0/test", numbers.deck, numbers.hand[0], 4, numbers.discards)

    assert drawn == 4
    assert (len(play.zone[numbers.hand[0]]), len(play.zone[numbers.deck])) == (4, 1)
    assert play.zone[numbers.discards] == ()


def test_a_deck_without_discards_gives_what_it_has(play: Any) -> None:
    numbers = play.numbers
    play.move_all(play.zone[numbers.deck][2:], numbers.stand, "drawn")

    assert dealing.deal(play, "10/0/test", numbers.deck, numbers.hand[0], 4) == 2
    assert dealing.deal(play, "10/0/test", numbers.deck, numbers.hand[0], -1) == 0


def test_a_full_row_is_not_refilled(play: Any) -> None:
    numbers = play.numbers

    assert dealing.refill(play, "10/table/test", numbers.deck, numbers.stand, 3) == 3
    assert dealing.refill(play, "10/table/again", numbers.deck, numbers.stand, 2) == 0
    assert len(play.zone[numbers.stand]) == 3


def test_a_hand_within_its_limit_asks_nothing(road: Position) -> None:
    game = road.seat(0, hand=["Salt", "Salt", "Wool"])

    dealing.keep_some(game.play, 0, game.play.numbers.hand[0], 3, game.play.numbers.discards)
    assert game.asked is None
    dealing.keep_some(game.play, 0, game.play.numbers.hand[0], 2, game.play.numbers.discards)

    assert game.pending.secret
    assert game.pending.form.shape() == ("some", 1, 1, 3)


# -- the story ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (["move", "bought", "x.buy", "A1#2", "hand.1", 0], "Seat 2: Amber bought"),
        (["move", "drawn", "A1/1", "A1", "stand", 0], "Amber drawn (Amber)"),
        (["adjust", "paid", "x.buy", "coin.0", -3], "Seat 1: -3 coin, paid"),
        (["adjust", "paid", "x.buy", "coin.0", 0], ""),
        (["adjust", "day", "x.day", "day", 1], ""),
        (["fact", "game end", "x.end", "ended", ["crew"]], "The game ends: a crew is complete"),
        (["note", "reshuffled", "x.deal", 3], ""),
    ],
)
def test_a_plain_story_describes_each_change_in_its_own_word(event: list[Any], line: str) -> None:
    names = {"A1": "Amber", "end crew": "a crew is complete"}

    assert make_plain_story()(event, names) == line


def test_tellers_replace_plain_sentences() -> None:
    tell = make_plain_story({("move", "bought"): lambda t: f"{t.seat(1)} buys {t.card()}"})

    assert tell(["move", "bought", "x.buy", "A1", "hand.0", 0], {"A1": "Amber"}) == "Seat 1 buys Amber"
