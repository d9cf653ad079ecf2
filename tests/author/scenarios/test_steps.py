"""Every step that a scenario can name, with and without a seat, and with words that it does not know."""

from __future__ import annotations

import pytest

from rftg_dsl.author.scenarios.scenario_answers import quote_if_needed
from rftg_dsl.check.schedule import SETUP, Task, walk_items
from rftg_dsl.library.installed import game_names
from rftg_dsl.library.load import load_library
from scenes import played


def steps_of(game: str) -> list[str]:
    """All steps, phases and stretches of a game, as a scenario begins them."""
    schedule = load_library(game).model.words.schedule
    tasks = [
        one for one in walk_items((*schedule.setup, *schedule.course, *schedule.every_phase)) if isinstance(one, Task)
    ]
    stages = [f"{'phase' if one.windows else 'step'} {quote_if_needed(one.name)}" for one in schedule.stages.values()]
    stretch = [schedule.stretch.name] if schedule.stretch else []
    return sorted({" ".join((one.name, *one.words)) for one in tasks} | {SETUP, *stretch, *stages})


@pytest.mark.parametrize("game", game_names())
def test_a_step_with_the_wrong_seat_or_words_is_reported_and_never_reaches_the_games_python(game: str) -> None:
    for step in steps_of(game):
        alone, seated = (
            played(f"given\n  2 players\nwhen\n  {who}{step}\nthen\n  nothing changes", game) for who in ("", "seat 1 ")
        )
        wrong = [bool(found.diagnostics) for found in (alone, seated)]
        assert wrong.count(True) == 1, step
        for found in (alone, seated):
            said = [one.message for case in found.cases for one in case.ran.failures]
            assert not [one for one in said if "TypeError" in one], (step, said)
        assert played(f"when\n  {step} more\nthen\n  nothing changes", game).diagnostics, step


@pytest.mark.parametrize(
    ("game", "line", "message", "hint"),
    [
        ("roll", "seat 1 reveal", "'reveal' is a step of the table, not of a seat", "write: reveal"),
        ("race", "seat 2 reveal-cards", "'reveal-cards' is a step of the table, not of a seat", "write: reveal-cards"),
        ("race", "seat 1 setup", "'setup' is a step of the table, not of a seat", "write: setup"),
        ("race", "pay settle", "this does not say which seat does it", "write: seat 1 pay settle"),
    ],
)
def test_the_message_says_who_does_the_step(game: str, line: str, message: str, hint: str) -> None:
    [one] = played(f"when\n  {line}\nthen\n  nothing changes", game).diagnostics

    assert (one.message, one.hint) == (message, hint)


@pytest.mark.parametrize("game", game_names())
def test_every_decision_can_be_named_in_quotes(game: str) -> None:
    for question in load_library(game).game.questions:
        found = played(f'then\n  seat 1 is asked "{question.name}"', game)
        assert not found.diagnostics, question.name


def test_a_wrong_name_is_answered_with_what_the_seat_is_asked() -> None:
    lines = 'given\n  seat 1 hand: "Gem World", "Old Earth"\nwhen\n  phase develop\nthen\n  seat 1 is asked "chose"'

    [failure] = played(lines.replace('"Gem World"', '"Public Works"'), "race").cases[0].ran.failures

    assert (failure.message, failure.hint) == ("seat 1 is asked develop", "write: seat 1 is asked develop")
