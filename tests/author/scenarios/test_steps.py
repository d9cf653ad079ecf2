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
        task
        for task in walk_items((*schedule.setup, *schedule.course, *schedule.every_phase))
        if isinstance(task, Task)
    ]
    stages = [
        f"{'phase' if stage.windows else 'step'} {quote_if_needed(stage.name)}" for stage in schedule.stages.values()
    ]
    stretch = [schedule.stretch.name] if schedule.stretch else []
    return sorted({" ".join((task.name, *task.words)) for task in tasks} | {SETUP, *stretch, *stages})


@pytest.mark.parametrize("game", game_names())
def test_a_step_with_the_wrong_seat_or_words_is_reported_and_never_reaches_the_games_python(game: str) -> None:
    for step in steps_of(game):
        alone, seated = (
            played(f"given\n  2 players\nwhen\n  {who}{step}\nthen\n  nothing changes", game) for who in ("", "seat 1 ")
        )
        wrong = [bool(results.diagnostics) for results in (alone, seated)]
        assert wrong.count(True) == 1, step
        for results in (alone, seated):
            said = [failure.message for case in results.cases for failure in case.ran.failures]
            assert not [message for message in said if "TypeError" in message], (step, said)
        assert played(f"when\n  {step} more\nthen\n  nothing changes", game).diagnostics, step


@pytest.mark.parametrize(
    ("game", "line", "message", "hint"),
    [
        ("roll", "seat 1 reveal", "'reveal' is a step for the table, not for a seat", "write: reveal"),
        (
            "race",
            "seat 2 reveal-cards",
            "'reveal-cards' is a step for the table, not for a seat",
            "write: reveal-cards",
        ),
        ("race", "seat 1 setup", "'setup' is a step for the table, not for a seat", "write: setup"),
        ("race", "pay settle", "this does not say which seat does it", "write: seat 1 pay settle"),
    ],
)
def test_the_message_says_who_does_the_step(game: str, line: str, message: str, hint: str) -> None:
    [diagnostic] = played(f"when\n  {line}\nthen\n  nothing changes", game).diagnostics

    assert (diagnostic.message, diagnostic.hint) == (message, hint)


@pytest.mark.parametrize("game", game_names())
def test_every_decision_can_be_named_in_quotes(game: str) -> None:
    for question in load_library(game).game.questions:
        results = played(f'then\n  seat 1 is asked "{question.name}"', game)
        assert not results.diagnostics, question.name


def test_a_wrong_name_is_answered_with_what_the_seat_is_asked() -> None:
    lines = 'given\n  seat 1 hand: "Gem World", "Old Earth"\nwhen\n  phase develop\nthen\n  seat 1 is asked "chose"'

    [failure] = played(lines.replace('"Gem World"', '"Public Works"'), "race").cases[0].ran.failures

    assert (failure.message, failure.hint) == ("seat 1 is asked develop", "write: seat 1 is asked develop")
