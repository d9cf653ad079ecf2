"""A game that breaks the contract is reported before anything is played."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from rftg_dsl.check.signatures import KindNumber, Parameter, PieceNumber, Verb, event
from rftg_dsl.compile.contract import (
    breaches_in_play,
    breaches_of_advisers,
    breaches_of_words,
    check_offers,
    find_breaches,
)
from rftg_dsl.compile.extension import Extension, extend_game
from rftg_dsl.compile.game import Game
from rftg_dsl.games.roll import GAME, questions
from rftg_dsl.games.roll.events import traded
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.form import One
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.step import Step, step
from rftg_dsl.library.installed import find_game, game_names
from rftg_dsl.library.load import load_standard


@pytest.mark.parametrize("name", game_names())
def test_every_game_keeps_its_contract(name: str) -> None:
    game, library = find_game(name), load_standard(name)

    assert find_breaches(game) == ()
    assert breaches_of_words(game, library.model.words) == ()
    assert breaches_of_advisers(game) == ()
    for seats in range(library.model.words.players[0], library.model.words.players[1] + 1):
        assert breaches_in_play(game, library.rules(seats).start(Seeded("contract", name))) == ()


def test_an_object_that_is_not_a_game_is_reported() -> None:
    assert find_breaches("roll") == ("it must be a Game, not 'str'",)


# -- games with one mistake ------------------------------------------------------------------------------------------


def too_few(play: Any, me: int, this: int, what: None, low: int) -> None:
    """A verb that lacks a parameter."""


def trades_in_secret(play: Any, me: int, this: int, what: None, low: int, high: int) -> None:
    """A verb that makes a trade happen without declaring it."""
    traded(play, me, 0, 0, 0)


@event("vanished", "vanishes", text="An event that no step triggers.")
def vanished(play: Any, seat: int, it: PieceNumber, with_: KindNumber) -> None: ...


WHAT = Question("what")


@step("test.unlisted", "A step that the game does not list.")
def unlisted(play: Play[Any], seat: int, pick: str) -> None: ...


@step("test.asks", "A step that asks an undeclared question, answered by an unlisted step.")
def asks(play: Play[Any], seat: int) -> None:
    play.ask(seat, WHAT, One(("yes", "no")), unlisted)


@step("test.nothing", "A first step that does nothing.")
def nothing(play: Play[Any]) -> None: ...


@step("roll.reveal", "A step with a duplicate id.")
def twin(play: Play[Any]) -> None: ...


def named(play: Play[Any], *, seat: int) -> None:
    """A step with an argument that could never come from the agenda."""


def with_verb(verb: Verb) -> Game:
    return evolve(GAME, verbs=(*GAME.verbs, verb))


def with_step(*more: Step[Any]) -> Game:
    return evolve(GAME, steps=(*GAME.steps, *more))


WRONG = [
    (
        lambda: with_verb(Verb("dance", "nothing", too_few, text="A verb that lacks a parameter.")),
        "'do' must take (play, seat, this, what, low, high)",
    ),
    (lambda: with_verb(Verb("dance", "nothing", text="A verb on no function.")), "verb 'dance' has no function"),
    (
        lambda: with_verb(
            Verb("dance", "nothing", trades_in_secret, text="A verb that makes a trade happen without declaring it.")
        ),
        "can cause the event 'traded', which is missing from its 'fires'",
    ),
    (
        lambda: with_verb(Verb("dance", "nothing", lambda *_: None, required=frozenset(("to",)))),
        "verb 'dance' requires the slot 'to', which it does not have",
    ),
    (
        lambda: with_verb(Verb("dance", "nothing", lambda *_: None, fires=(vanished,))),
        "verb 'dance' fires 'vanished', which is not an event in the game",
    ),
    (
        lambda: with_verb(Verb("dance", "nothing", lambda *_: None, moments=("assign",))),
        "verb 'dance' waits for 'assign', which is neither an event nor a phase that offers it",
    ),
    (lambda: evolve(GAME, verbs=(*GAME.verbs, GAME.verbs[0])), "two verbs share the name and object gain (counter)"),
    (lambda: with_step(twin), "two steps share the id 'roll.reveal': reveal and twin"),
    (lambda: with_step(Step("test.named", named)), "step 'test.named' must take the play first, but is named("),
    (lambda: with_step(asks), "step 'test.unlisted' is used, but not listed in the game's steps"),
    (lambda: with_step(asks), "question 'what' is asked, but not declared"),
    (
        lambda: evolve(GAME, events=(*GAME.events, vanished)),
        "'vanished' is declared, but no step triggers it",
    ),
    (lambda: evolve(GAME, events=GAME.events[1:]), "event 'scout' is triggered, but not declared"),
    (lambda: evolve(GAME, events=(*GAME.events, GAME.events[0])), "two events share the name 'scout'"),
    (lambda: evolve(GAME, questions=(*GAME.questions, WHAT)), "question 'what' is declared, but no step asks it"),
    (
        lambda: evolve(GAME, questions=[one for one in GAME.questions if one is not questions.MODE]),
        "question 'mode' is asked, but not declared",
    ),
    (lambda: evolve(GAME, offers={"ship": ("dance",)}), "phase 'ship' offers 'dance', which is not a verb"),
    (
        lambda: with_verb(Verb("dance", "nothing", lambda *_: None, saying="dance {slowly}")),
        "verb 'dance': its saying has an unknown slot 'slowly'",
    ),
    (
        lambda: with_verb(Verb("dance", "nothing", lambda *_: None, saying="dance <with {what}")),
        "verb 'dance': 'dance <with {what}' lacks a '>'",
    ),
    (
        lambda: with_verb(Verb("dance", "nothing", lambda *_: None, saying="dance > away")),
        "verb 'dance': 'dance > away' has one '>' too many",
    ),
    (
        lambda: evolve(GAME, parameters=(*GAME.parameters, Parameter("speed", sayings={"faster": "run {n}"}))),
        "number 'speed': sayings cannot have the key 'faster'; the keys are: allowed, any,",
    ),
    (lambda: evolve(GAME, report=lambda: {}), "'report' must take 1 argument"),
    (lambda: evolve(GAME, version=0), "its version must be a whole number of at least 1"),
    (lambda: evolve(GAME, name="Big Game"), "its name must be one lowercase word"),
    (lambda: evolve(GAME, content=Path("nowhere")), "its content folder does not contain game.rftg: nowhere"),
]


@pytest.mark.parametrize(("wrong", "says"), WRONG, ids=[says[:40] for _, says in WRONG])
def test_a_mistake_in_a_game_is_reported(wrong: Any, says: str) -> None:
    assert any(says in breach for breach in find_breaches(wrong()))


def test_only_phases_that_offer_powers_give_them_an_order() -> None:
    roll = evolve(GAME, ordered=frozenset(("ship",)))

    assert [*check_offers(roll, ())] == ["'ordered' lists the phase 'ship', which does not offer any powers"]


def test_an_event_takes_only_pieces_and_kinds() -> None:
    with pytest.raises(ValueError, match="annotate it as PieceNumber or KindNumber"):

        @event("odd")
        def odd(play: Any, seat: int, how: str) -> None: ...


def test_the_roles_of_an_event_are_its_parameters() -> None:
    assert dict(vanished.about) == {"it": "piece", "with": "stock"}


@pytest.mark.parametrize("id", ["reveal", "Roll.reveal", "roll.", "roll reveal", ""])
def test_the_id_of_a_step_names_its_game(id: str) -> None:
    with pytest.raises(ValueError, match="is not a valid step id"):
        step(id)


def test_words_that_the_content_does_not_declare_are_reported() -> None:
    words = load_standard("roll").model.words
    verb = Verb("dance", "nothing", lambda *_: None, leads=("ballroom",), counts=("dances",))
    parameters = (*GAME.parameters, Parameter("luck"))
    game = evolve(with_verb(verb), parameters=parameters, component_kinds=frozenset(("shoe",)))

    assert breaches_of_words(game, words) == (
        "verb 'dance' refers to the place 'ballroom', which its content does not declare",
        "verb 'dance' refers to the counter 'dances', which its content does not declare",
        "'component_kinds' refers to the component 'shoe', which its content does not declare",
        "number 'luck' is declared, but no step asks for its value",
    )


def test_an_adviser_for_an_unasked_question_is_reported() -> None:
    game = evolve(GAME, advisers=lambda: {"select": lambda play, asked: "ship", "tea": lambda play: 1})

    assert breaches_of_advisers(game)[0] == "it has an adviser for the question 'tea', which it never asks"
    assert breaches_of_advisers(game)[1].startswith("the adviser for 'tea' must take (play, decision)")


def changed(report: Any, key: str, value: Any) -> Any:
    """A report with something else for seat 1."""
    report["seats"][1][key] = value
    return report


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"report": lambda play: {"seats": []}}, "'report' must have 'seats' with an entry for each seat"),
        (
            {"report": lambda play: {"seats": [{"seat": n, "score": {}} for n in range(2)], "table": {}}},
            "'report': seat 0 must have a 'score' with its lines and a 'total'",
        ),
        (
            {"report": lambda play: {"seats": [{"seat": n, "score": {"total": 1}} for n in range(2)], "table": {}}},
            "'report': seat 0 must have a 'tie_break', which decides ties",
        ),
        (
            {"report": lambda play: changed(GAME.report(play), "score", {"total": 7})},
            "'report': the total or tie-break of seat 1 differs from the schedule's; use 'scored'",
        ),
        (
            {"report": lambda play: changed(GAME.report(play), "tie_break", (1, 2))},
            "'report': the total or tie-break of seat 1 differs from the schedule's; use 'scored'",
        ),
    ],
)
def test_a_wrong_report_is_reported_before_the_game_begins(wrong: dict[str, Any], says: str) -> None:
    opening = load_standard("roll").rules(2).start(Seeded("contract", "roll"))

    assert says in breaches_in_play(evolve(GAME, **wrong), opening)


def test_pieces_without_a_place_are_reported_before_the_game_begins() -> None:
    opening = Play(load_standard("roll").rules(2), Seeded("contract", "roll"))

    [breach] = breaches_in_play(GAME, opening)

    assert breach.startswith("'lay' leaves ")
    assert breach.endswith(" more without a place, but every piece needs a place before the game begins")


def test_step_ids_are_unique() -> None:
    ids = [
        game_step.id
        for name in game_names()
        for game_step in {id(game_step): game_step for game_step in find_game(name).steps}.values()
    ]
    shared = [id for id in ids if id.startswith(("verbs.", "prices."))]

    assert len(set(ids)) == len(ids) - len(shared) + len(set(shared))


def test_a_renamed_function_writes_the_same_log(monkeypatch: pytest.MonkeyPatch) -> None:
    """Steps have written ids, so the name of the function appears nowhere."""
    from rftg_dsl.games.roll import setup

    def events() -> list[Any]:
        play = load_standard("roll").rules(2).start(Seeded("rename", "roll"))
        play.run()
        return play.events

    before = events()
    monkeypatch.setattr(setup.take_start_dice, "__name__", "renamed")
    monkeypatch.setattr(setup.take_start_dice.run, "__name__", "renamed")

    assert events() == before


def test_a_package_advises_only_on_its_own_questions() -> None:
    own, theirs = dict(GAME.advisers()), {"tea": print, **dict.fromkeys(GAME.advisers(), print)}
    package = Extension(name="tea", game=GAME.name, content=Path("tea"), advisers=lambda: theirs)

    advisers = extend_game(GAME, [package]).advisers()

    assert advisers == {**own, "tea": print}
