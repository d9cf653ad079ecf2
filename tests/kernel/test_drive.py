"""The driver tests every answer, but for those that a form has drawn itself."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import Driver, Uniform, drive
from rftg_dsl.kernel.form import Bag, Form, One, Pick, Range, Some
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.refusal import IllegalAnswer
from rftg_dsl.library.load import load_standard

FORMS = (One, Some, Bag, Range)


def new(game: str) -> Play[Any]:
    return load_standard(game).rules(2).start(Seeded("driven", game))


class Liar(Uniform):
    """Says that it draws, and does not."""

    def __call__(self, play: Play[Any], asked: Decision) -> Pick:
        return "nonsense"


@pytest.mark.parametrize("chooser", [lambda play, asked: "nonsense", Liar(Random(1).random)], ids=["function", "liar"])
def test_any_other_chooser_is_tested(chooser: Any) -> None:
    with pytest.raises(IllegalAnswer, match="is not a valid answer to"):
        drive(new("race"), [Uniform(Random(1).random), chooser])


def test_an_answer_from_outside_is_tested() -> None:
    driver = Driver(new("race"))
    driver.go_on()

    with pytest.raises(IllegalAnswer):
        driver.answer("nonsense")


@pytest.mark.parametrize("game", ["roll", "race", "galaxies"])
def test_what_a_form_draws_it_accepts(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = {kind: kind.draw for kind in FORMS}
    counted = []

    def draw(form: Form, random: Any) -> Pick:
        pick = drawn[type(form)](form, random)
        counted.append(form.accepts(pick))
        return pick

    for kind in FORMS:
        monkeypatch.setattr(kind, "draw", draw)
    drive(new(game), [Uniform(Random(seat).random) for seat in range(2)])

    assert len(counted) > 100 and all(counted)


def test_what_a_form_has_drawn_is_not_tested_again(monkeypatch: pytest.MonkeyPatch) -> None:
    for kind in FORMS:
        monkeypatch.setattr(kind, "accepts", lambda form, pick: pytest.fail("tested again"))

    assert drive(new("galaxies"), [Uniform(Random(seat).random) for seat in range(2)]) > 100


@pytest.mark.parametrize("form", [Range(5, 3), Some("abc", 3, 1), Some("abc", 1, 0), Bag([("a", 3)], 3, 1)], ids=repr)
def test_nothing_is_drawn_from_a_form_without_an_answer(form: Form) -> None:
    with pytest.raises(AssertionError, match="a form without an answer"):
        form.draw(Random(1).random)
