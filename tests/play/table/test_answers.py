"""What people type as an answer, and what it is taken for."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evening import asking, notes, say, seated
from lanes import law
from rftg_dsl.games.race.round import discard_down
from rftg_dsl.games.roll.manage import ask_recall
from rftg_dsl.play.table.answer_grammar import COUNTED, NEXT, split_clauses
from rftg_dsl.play.table.session import Session
from rftg_dsl.testing import Position
from table import table


def assigning(wild: str = "3 novelty, 2 military", **columns: str) -> Session:
    """A seat of Roll that assigns its wild dice."""
    laid = {"explore": "1 home, 1 genes", "ship": "1 home"} | columns
    return seated(table("roll").seat(0, wild=wild, **laid).stage("assign"), "roll", "me", "greedy")


def answered(table: Session) -> list[Any]:
    """The answers that can still be taken back."""
    assert table.draft is not None
    return table.draft.answers


MILITARY_THEN_NOVELTY = [{"explore.0": 2}, {"explore.0": 1, "ship.0": 2}]
"""Three to Explore and two to Ship: the two Military dice are asked for first."""


@pytest.mark.parametrize(
    ("line", "answers"),
    [
        ("2 explore", [{"explore.0": 2}]),
        ("2 explore column", [{"explore.0": 2}]),
        ("3 explore, 2 ship, ship with home die ship", [*MILITARY_THEN_NOVELTY, "ship", "home@ship.0"]),
        ("2 EXPL", [{"explore.0": 2}]),
        ("2x explore", [{"explore.0": 2}]),
        ("2*explore", [{"explore.0": 2}]),
        ("2 explore.0", [{"explore.0": 2}]),
        ("explore, ship", [{"explore.0": 1, "ship.0": 1}]),
        ("explore and ship", [{"explore.0": 1, "ship.0": 1}]),
        ("explore, explore", [{"explore.0": 2}]),
        ("1, 5", [{"explore.0": 1, "ship.0": 1}]),
        ("2x1", [{"explore.0": 2}]),
        ("2 x 1", [{"explore.0": 2}]),
        ("2 of 1", [{"explore.0": 2}]),
        ("2 of explore", [{"explore.0": 2}]),
        ("2 #1", [{"explore.0": 2}]),
        ("3x 1, 2x 5", MILITARY_THEN_NOVELTY),
        ("#1, #5", [{"explore.0": 1, "ship.0": 1}]),
        ("1 explore, 1 ship", [{"explore.0": 1, "ship.0": 1}]),
        ("3 explore, 2 ship", MILITARY_THEN_NOVELTY),
        ("wild 3 explore, 2 ship", MILITARY_THEN_NOVELTY),
        ("2 explore; 1 explore, 2 ship", MILITARY_THEN_NOVELTY),
        ("2 explore then 1 explore, 2 ship", MILITARY_THEN_NOVELTY),
        ("2 explore, wild 1 explore, 2 ship", MILITARY_THEN_NOVELTY),
        ("  3   explore ,, 2 ship ,", MILITARY_THEN_NOVELTY),
        ("3 explore, 2 ship, select ship with home ship", [*MILITARY_THEN_NOVELTY, "ship", "home@ship.0"]),
        ("3 explore, 2 ship, ship, home ship", [*MILITARY_THEN_NOVELTY, "ship", "home@ship.0"]),
        ("3 explore, 2 ship, select ship, selector genes", [*MILITARY_THEN_NOVELTY, "ship", "genes@explore.0"]),
        ("3 explore, 2 ship, 5, 1", [*MILITARY_THEN_NOVELTY, "ship", "home@explore.0"]),
    ],
)
def test_answers_in_one_line(line: str, answers: list[Any]) -> None:
    table = assigning()

    assert notes(say(table, line)) == []

    assert answered(table) == answers


def test_a_whole_assignment_in_one_go() -> None:
    table = assigning(explore="1 genes")

    said = asking(say(table, "3 explore, 2 ship, select ship with home"))

    assert answered(table) == [*MILITARY_THEN_NOVELTY, "ship", "home@ship.0"]
    assert said.text == "Do you reassign workers?"
    assert said.given == ("2 Explore column", "1 Explore column, 2 Ship column", "Ship", "Home (Ship column)")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("3", "choose 2, not 1"),
        ("explore", "choose 2, not 1"),
        ("none", "choose 2, not 0"),
        ("all", "choose 2, not 10"),
        ("6", "there is no answer 6: answers are numbered from 1 to 5"),
        ("2x 6", "there is no answer 6: answers are numbered from 1 to 5"),
        ("2 5", "'2 5' could be one of each, or 2 of 5: type '2, 5' or '2x 5'"),
        ("2 moon", "'moon' is neither an answer nor a command: 'help' lists the commands"),
        ("hepl", "'hepl' is neither an answer nor a command: 'help' lists the commands"),
        (
            "2 column",
            "'column' could be 1 Explore column, 2 Develop column, 3 Settle column, 4 Produce column, ...: "
            "say more, or type the number",
        ),
        (
            "select ship",
            "'select ship' answers the question 'select', but 'Where do your 2 wild Military dice go?' comes first",
        ),
        (
            "3 explore",
            "choose 3, not 1 (at 'Where do your 3 wild Novelty dice go?'; nothing was answered)",
        ),
        (
            "2 explore, 4 ship",
            "'1 ship' is more than can be chosen; nothing was answered",
        ),
        (
            "3 explore, 2 ship, select ship with home",
            "'home' could be 1 Home (Explore column), 5 Home (Ship column): say more, or type the number "
            "(at 'Which die do you use to select Ship? It works there, whatever it shows.'; nothing was answered)",
        ),
        (
            "3 explore, 2 ship, select ship with novelty settle",
            "'novelty settle' is neither an answer nor a command: 'help' lists the commands "
            "(at 'Which die do you use to select Ship? It works there, whatever it shows.'; nothing was answered)",
        ),
    ],
)
def test_a_line_that_does_not_fit_answers_nothing(line: str, why: str) -> None:
    table = assigning()

    said = notes(say(table, line))

    assert said == [why]
    assert answered(table) == []


def test_a_line_cannot_go_on_after_the_end_of_a_turn() -> None:
    table = assigning()

    said = notes(say(table, "3 explore, 2 ship, ship, genes, done, explore"))

    assert said == ["'explore' is too early, because the game continues after 'reassign'; nothing was answered"]
    assert answered(table) == []


@pytest.mark.parametrize("line", ["2", "2 home", "2 home dice", "2x home", "2x 1", "home, home"])
def test_things_of_one_sort_are_counted_by_a_number_alone(line: str) -> None:
    table = seated(recalling("3 home"), "roll", "me", "greedy")

    say(table, line)

    assert '"pick":{"home@developing.0":2}' in "".join(table.match.log)


def recalling(developing: str) -> Position:
    """A seat of Roll that may recall its developers."""
    laid = table("roll").seat(0, developing=developing, developments=["Robot Surveyors"], cup="1 home")
    position: Position = laid.begin(ask_recall, 0)
    return position


def test_no_more_of_one_sort_than_there_are() -> None:
    table = seated(recalling("2 home, 1 genes"), "roll", "me", "greedy")

    once = "only 1 of 'Genes (development stack)' is available"
    too_much = "'1 home' is too early, because the game continues after 'recall'; nothing was answered"
    assert notes(say(table, "home, genes, genes")) == [once]
    assert notes(say(table, "3 home")) == [too_much]
    assert notes(say(table, "all")) == []


CARDS = ["Gem World", "Epsilon Eridani", "Gambling World", "New Earth", "Space Marines"]


@pytest.mark.parametrize(
    ("line", "kept"),
    [
        ("all but 3", "Gambling World"),
        ("All Except gambling", "Gambling World"),
        ("limit all but 3", "Gambling World"),
        ("1, 2, 4, 5", "Gambling World"),
        ("1 2 4 5", "Gambling World"),
        ("gem, epsilon and new earth, marines", "Gambling World"),
    ],
)
def test_some_or_all_but_some(line: str, kept: str) -> None:
    there = seated(discarding(4), "race", "me", "greedy")
    assert asking(there.show()).how == "choose 4: numbers or names, separated by commas, or 'all but 1'"

    assert notes(say(there, line)) == []

    assert there.match.seen_by(0).me["hand"] == [kept]


def discarding(n: int) -> Position:
    """A seat of Race that discards down to the hand limit."""
    position: Position = table("race").seat(0, hand=CARDS).begin(discard_down, 0, n)
    return position


@pytest.mark.parametrize(
    ("n", "line", "why"),
    [
        (4, "all but none", "'none' is neither an answer nor a command: 'help' lists the commands"),
        (4, "all but 3, 4", "'4' is too early, because the game continues after 'limit'; nothing was answered"),
        (3, "all but 3", "choose 3, not 4"),
        (3, "all but 3, 3", "'Gambling World' can be chosen only once"),
        (3, "1, 2", "choose 3, not 2"),
        (3, "all", "choose 3, not 5"),
    ],
)
def test_too_many_or_too_few(n: int, line: str, why: str) -> None:
    there = seated(discarding(n), "race", "me", "greedy")

    assert notes(say(there, line)) == [why]


@pytest.mark.parametrize(
    ("clause", "counted"),
    [
        ("2 xeno", ("2", "xeno")),
        ("2xeno", ("2", "xeno")),
        ("2x xeno", ("2", "xeno")),
        ("2 x 3", ("2", "3")),
        ("2 office", ("2", "office")),
        ("2 of office", ("2", "office")),
        ("2 3", None),
        ("23", None),
        ("xeno", None),
    ],
)
def test_a_sign_of_times_is_not_the_beginning_of_a_name(clause: str, counted: tuple[str, str] | None) -> None:
    match = COUNTED.fullmatch(clause)

    assert (match and match.groups()) == counted


@given(st.text(max_size=300))
@law(200, derandomize=True)
def test_the_clauses_of_a_line_have_no_comma_and_no_space_around(line: str) -> None:
    for clause in split_clauses(line):
        assert clause == NEXT or (clause == clause.strip() != "" and "," not in clause and NEXT not in clause)
