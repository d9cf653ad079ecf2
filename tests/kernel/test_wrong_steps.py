"""Steps that cannot be right stop the play and say why."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.drive import drive
from rftg_dsl.kernel.form import One
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.step import step
from rftg_dsl.library.load import load_standard

TEA, CAKE = Question("tea"), Question("cake")


@step("test.answered", "Nothing comes of it.")
def answered(play: Play[Any], seat: int, pick: str) -> None: ...


@step("test.asks-twice", "Two questions at once.")
def asks_twice(play: Play[Any]) -> None:
    play.ask(0, TEA, One(("yes", "no")), answered)
    play.ask(0, CAKE, One(("yes", "no")), answered)


@step("test.asks-nothing", "Nothing to choose from.")
def asks_nothing(play: Play[Any]) -> None:
    play.ask(0, TEA, One(()), answered)


@step("test.pauses", "One round after another without a decision.")
def pauses(play: Play[Any]) -> None:
    play.pause("round 1")
    play.then(pauses)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        (asks_twice, "'cake' is asked in one step with 'tea': use two steps"),
        (asks_nothing, "'tea' is asked with nothing to choose from"),
        (pauses, "the game does not end: .* the last time at 'round 1'"),
    ],
)
def test_a_wrong_step_says_what_is_wrong(wrong: Any, says: str) -> None:
    rules = load_standard("roll").rules(2)
    rules = evolve(rules, steps={**rules.steps, wrong.id: wrong.run})
    play = Play(rules, Seeded("wrong", "roll"))
    play.agenda.append((wrong.id, ()))

    with pytest.raises(AssertionError, match=says):
        drive(play, [lambda _, asked: asked.form.listed()[0]] * 9)
