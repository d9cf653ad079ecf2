"""Every question of every game, as the person who is asked reads it: one example of each text."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import rftg_dsl as rftg
from rftg_dsl.author.scenarios import run_scenario
from rftg_dsl.author.scenarios.bench import Bench
from rftg_dsl.author.scenarios.run_scenario import answer, run
from rftg_dsl.author.scenarios.suites import Setup, find_suites, make_setups
from rftg_dsl.base.files import OnDisk
from rftg_dsl.check.model.scenarios import Answer
from rftg_dsl.kernel import run_program
from rftg_dsl.kernel.drive import Driver
from rftg_dsl.kernel.play import CHOOSE, USE, Play
from rftg_dsl.library.load import Library, load_standard
from rftg_dsl.library.table_talk import table_talk_of
from rftg_dsl.play.asked import Asked
from rftg_dsl.play.one_game import dice_from_seed, start_game
from rftg_dsl.play.table.labels import Labels
from rftg_dsl.play.table.question import Option, Question
from table import table

RARE = Path(__file__).parent / "rare"
"""For each game, a set whose powers ask the questions that no shipped power asks."""

GAMES = ("galaxies", "race", "roll")
SHOWN = 4


class Examples:
    """The first example of each text, by the name of its question and the text before its facts are filled in."""

    def __init__(self) -> None:
        self.texts: dict[tuple[str, str], str] = {}
        self.bare: list[str] = []
        """Questions that neither a rule nor a power gives a reason for."""

    def take(self, library: Library, labels: Labels, play: Play[Any]) -> None:
        """Keep the open question if its text is new."""
        if play.pending is None:
            return
        question = Question(Asked(library.game, play.clone(), play.pending), play.clone(), labels)
        key = question.name, question.template
        if key not in self.texts:
            self.texts[key] = "\n".join(describe(question))
            if not (question.reason or question.power or question.name in (USE.name, CHOOSE.name)):
                self.bare.append(question.text)


def describe(question: Question) -> Iterator[str]:
    yield f"{question.name}: {question.text}"
    if question.power:
        yield f"  {question.power}"
    if question.reason:
        yield f"  why: {question.reason}"
    for option in question.options[:SHOWN]:
        yield describe_option(question, option)
    if question.options[SHOWN:]:
        yield f"  ... of {len(question.options)}"
    yield f"  ({question.how})"


def describe_option(question: Question, option: Option) -> str:
    many = f" (up to {option.there})" if option.there > 1 else ""
    printed = question.word_properties(option)
    effects = "; ".join(question.effects_of(option))
    return f"  - {option.label}{many}" + (f" [{printed}]" if printed else "") + (f" -> {effects}" if effects else "")


def find_examples(game: str, monkeypatch: pytest.MonkeyPatch) -> Examples:
    """Run all scenarios of a game and of its rare questions, and watch what is asked before each answer."""
    examples = Examples()
    for suite in find_suites([game, str(RARE / game)]):
        for setup in make_setups(suite, OnDisk):
            watch_scenarios(examples, setup, monkeypatch)
    for library, play in POSITIONS.get(game, list)():
        examples.take(library, Labels(library), play)
    return examples


def watch_scenarios(examples: Examples, setup: Setup, monkeypatch: pytest.MonkeyPatch) -> None:
    library = setup.library
    assert library is not None, setup.diagnostics
    labels = Labels(library)

    def watch(bench: Bench) -> None:
        examples.take(library, labels, bench.play)

    def watch_answer(bench: Bench, line: Answer) -> None:
        watch(bench)
        answer(bench, line)

    with monkeypatch.context() as patched:
        patched.setattr(run_scenario, "answer", watch_answer)
        for scenario in setup.scenarios:
            ran = run(scenario, library.rules, watch)
            assert ran.passed, ran


def scout_from_empty_bag() -> Positions:
    """A player of Roll who scouts although the bag is empty, which a scenario cannot lay out."""
    position = table("roll", 3).only_in_bag().seat(0, explore="1 home")
    position.seat(1, worlds=["Spice World", "Plague World"], developments=["Nanotechnology"])
    yield load_standard("roll"), position.phase("explore").answer("task", "scout").play


def choose_start_world() -> Positions:
    """The setup of Race with two start worlds each, which no scenario plays."""
    library = rftg.load("race", sets=["new-worlds"])
    play = start_game(library, 2, dice_from_seed("questions"))
    Driver(play).go_on()
    yield library, play


Positions = Iterator[tuple[Library, Play[Any]]]

POSITIONS: Mapping[str, Callable[[], Positions]] = {"race": choose_start_world, "roll": scout_from_empty_bag}


@pytest.mark.parametrize("game", GAMES)
def test_every_question_is_written_for_the_person_who_is_asked(
    game: str, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    examples = find_examples(game, monkeypatch)
    texts = examples.texts

    assert examples.bare == []
    asked = {name for name, _ in texts}
    known = {question.name for question in load_standard(game).game.questions}
    assert known <= asked
    assert "\n\n".join(texts[key] for key in sorted(texts)) == snapshot


@pytest.mark.parametrize("game", GAMES)
def test_table_talk_is_about_questions_of_its_game(game: str) -> None:
    played = load_standard(game).game

    names = {question.name for question in (*played.questions, USE, CHOOSE)}

    assert table_talk_of(played).ask.keys() <= names


@pytest.mark.parametrize("game", GAMES)
def test_table_talk_is_about_phases_of_its_game(game: str) -> None:
    library = load_standard(game)
    asks = table_talk_of(library.game).ask.values()

    assert {phase for asking in asks for phase in asking.phases.values()} <= library.model.words.phases.keys()


@pytest.mark.parametrize("game", GAMES)
def test_table_talk_is_about_steps_and_places_of_its_game(game: str) -> None:
    library = load_standard(game)
    talk = table_talk_of(library.game)

    steps = {step.id for step in (*run_program.STEPS, *library.game.steps)}

    assert talk.why.keys() <= steps
    questions = {question.name for question in library.game.questions}
    assert {part for parts in talk.stages.values() for part in parts} <= steps | questions
    assert talk.stages.keys() <= talk.phases.keys()
    assert {place for route in talk.passes for place in route.split()} <= library.model.words.places.keys()
