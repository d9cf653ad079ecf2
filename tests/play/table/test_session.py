"""What people at a table can do besides answering, and what each of them sees."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest

import rftg_dsl as rftg
from evening import GAMES, asking, choice, news, notes, play_on, say, session, typed
from rftg_dsl.library.table_talk import Asking, table_talk_of
from rftg_dsl.log.format.read_log import parse_log
from rftg_dsl.play.table.screen import Because, Block, Card, Curtain, Position
from rftg_dsl.play.table.session import Session
from rftg_dsl.show.terminal.table_report import render_changes

ALONE, BOTH = ("me", "greedy"), ("me:Ann", "me:Ben")


def records(table: Session) -> list[dict[str, object]]:
    return [json.loads(line) for line in table.match.log]


def cards(blocks: list[Block]) -> list[Card]:
    return [block for block in blocks if isinstance(block, Card)]


def selecting() -> Session:
    """A seat of Roll that selects a phase, with Home dice that show Explore, Settle and Produce."""
    there = session("roll", *ALONE)
    say(there, "2")
    return there


# -- taking back -------------------------------------------------------------------------------------------------


def test_what_is_taken_back_was_never_in_the_log() -> None:
    there = selecting()
    before = there.match.log

    say(there, "ship", "home explore")
    assert there.match.log == before
    assert asking(say(there, "back")).text == "Which die do you use to select Ship? It works there, whatever it shows."
    assert asking(say(there, "back")).text == "Which phase do you select?"
    assert notes(say(there, "back")) == [
        "there is nothing to take back (an answer is final once others or the dice have reacted to it)"
    ]
    say(there, "explore", "1", "done")

    picks = [record["pick"] for record in records(there) if record["k"] == "do" and record["seat"] == 0]
    assert picks[1:4] == ["explore", "home@explore.0", "done"]


def test_what_has_been_thrown_or_drawn_cannot_be_taken_back() -> None:
    there = session("roll", *ALONE)

    said = say(there, "1")

    assert any("rolls" in entry for entry in news(said))
    assert notes(say(there, "back"))[0].startswith("there is nothing to take back")


def test_an_answer_that_turns_up_what_was_hidden_cannot_be_taken_back() -> None:
    there = session("race", *BOTH, seed="4")
    play_on(there, most=1)
    seen = asking(say(there, "/")).seat

    play_on(there, most=1)

    assert there.state == "curtain"
    assert notes(say(there, "back"))[0].startswith("there is nothing to take back")
    assert asking(say(there, "/")).seat != seen


def test_what_looks_alike_is_one_answer_and_the_rest_is_told_apart_by_where_it_lies() -> None:
    there = session("galaxies", *ALONE)
    say(there, "1")

    labels = [answer.label for answer in asking(say(there, "move")).choices]
    assert len(labels) == len(set(labels)) == 8
    assert labels[:2] == [
        "ship (Galaxy Mat) to surface of GLEAM-ZANIER",
        "ship (Galaxy Mat) to colony track of GLEAM-ZANIER",
    ]

    say(there, "colony track jakks", "move")
    labels = [option.label for option in there.question.options]
    assert len(labels) == len(set(labels))
    assert {"ship (colony track of JAKKS) to Galaxy Mat", "ship (Galaxy Mat) to surface of JAKKS"} <= set(labels)


# -- looking things up -------------------------------------------------------------------------------------------


def test_a_component_is_shown_by_the_number_of_an_answer_or_by_name() -> None:
    there = session("roll", *ALONE)

    assert [card.name for card in cards(say(there, "? 1"))] == ["Space Refineries", "Uplift Overseers"]
    assert [card.name for card in cards(say(there, "? #2"))] == ["Galactic Exchange", "Star Nomad Lair"]
    assert len(cards(say(there, "?"))) == 4
    shown, other = cards(say(there, "? free trade zone"))
    assert (shown.name, list(shown.lines)) == ("Free Trade Zone", ["Settle: Gray worlds cost 2 less (minimum 2)."])
    assert shown.printed == "development, cost 3"
    assert other.name == "Galactic Resort"
    assert cards(say(there, "? trade zone")) == cards(say(there, "? T12.a")) == [shown, other]
    assert cards(say(there, "? resort")) == [other, shown]
    [die] = cards(say(there, "? military"))
    assert (die.printed, list(die.lines)) == ("die", ["explore, develop, develop, settle, settle, wild"])


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("? 3", "there is no answer 3: answers are numbered from 1 to 2 ('? NAME' shows any component)"),
        ("? #0", "there is no answer 0: answers are numbered from 1 to 2 ('? NAME' shows any component)"),
        (
            "? 99999999999999999999",
            "there is no answer 99999999999999999999: answers are numbered from 1 to 2 ('? NAME' shows any component)",
        ),
        ("? space m", "'space m' could be Space Mall, Space Marines, Space Mercenaries (type more of the name)"),
        ("? Free Trade Zoo", "there is no component called 'Free Trade Zoo' (did you mean 'Free Trade Zone'?)"),
    ],
)
def test_what_cannot_be_shown(line: str, why: str) -> None:
    assert notes(say(session("roll", *ALONE), line)) == [why]


def test_a_long_list_is_filtered_or_shown_in_full(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftg_dsl.play.table.session.PAGE", 3)
    there = session("race", *ALONE)
    play_on(there, most=1)

    def shown(line: str) -> tuple[list[int], int]:
        said = asking(say(there, line))
        return [answer.number for answer in said.choices], said.hidden

    assert shown("") == ([1, 2, 3], 4)
    assert shown("more") == ([1, 2, 3, 4, 5, 6, 7], 0)
    assert shown("/") == ([1, 2, 3], 4)
    assert shown("/ CONSUME") == ([5, 6], 0)
    assert shown("/ consume trade") == ([5], 0)
    assert shown("table") == ([5], 0)
    say(there, "explore +5")
    assert there.filter == ""


def test_a_text_that_no_answer_has() -> None:
    there = session("race", *ALONE)

    before = asking(say(there, "/ gem")).choices

    assert notes(say(there, "/ zebra")) == [
        "no answer contains 'zebra' ('/ TEXT' shows the answers with a text, '/' shows all of them)"
    ]
    assert asking(say(there, "")).choices == before != asking(say(there, "/")).choices


def test_the_table_is_shown_again_as_the_seat_sees_it() -> None:
    there = session("race", *ALONE)
    play_on(there, most=6)

    [position] = [block for block in say(there, "table") if isinstance(block, Position)]

    assert all(card != "?" for card in position.figures["seats"][0]["hand"])
    assert set(position.figures["seats"][1]["hand"]) == {"?"}


def test_a_phase_is_explained_by_name() -> None:
    [card] = cards(say(session("race", *ALONE), "? explore"))

    assert (card.name, card.id) == ("Explore", "")
    assert card.lines[0] == "Draw 2 cards and keep 1 of them."


def test_only_what_has_changed_is_shown_until_the_table_is_asked_for() -> None:
    there = session("race", *ALONE)
    first, later = there.show(), say(there, "1 2")

    assert [before_in(blocks) is None for blocks in (first, later, say(there, "table"))] == [True, False, True]
    said = "\n".join(render_changes(position_in(later)))
    assert "discards  4" in said
    assert "supply" not in said
    assert "tie break" not in said


def test_a_card_is_described_when_it_is_new() -> None:
    there = session("race", *ALONE)
    first, later = position_in(there.show()), position_in(say(there, "1 2"))

    assert "Gem World [world, cost 2, 1 VP, Novelty goods, production] Produce:" in "\n".join(render_changes(first))
    assert "Gem World [" not in "\n".join(render_changes(later))


def position_in(blocks: list[Block]) -> Position:
    [position] = [block for block in blocks if isinstance(block, Position)]
    return position


def before_in(blocks: list[Block]) -> object:
    return position_in(blocks).before


def test_why_explains_the_last_thing_or_a_line() -> None:
    there = session("roll", *ALONE)
    say(there, "1")

    [last] = [block for block in say(there, "why") if isinstance(block, Because)]
    placed = next(entry.number for entry in there.hearing.heard[0] if "places" in entry.text)
    [first] = [block for block in say(there, f"why {placed}") if isinstance(block, Because)]

    assert {reason.ground.rule for reason in last.reasons} == {"R050, R060"}
    assert [reason.ground.rule for reason in first.reasons] == ["R025, R027", "R025, R027"]
    for line in ("why 99999", "why 0", "why twice"):
        assert notes(say(there, line)) == [
            "there is nothing to explain there (use 'why LINE' with a number shown before an event)"
        ]


@pytest.mark.parametrize("game", GAMES)
def test_why_explains_nothing_that_a_seat_has_not_seen(game: str) -> None:
    there = session(game, *BOTH)
    play_on(there, most=25)
    say(there)
    heard: dict[int, set[str]] = {}
    for entry in there.hearing.heard[there.match.asked.seat]:  # type: ignore[union-attr]
        if entry.event:
            heard.setdefault(entry.number, set()).add(entry.text)

    for number in range(len(there.match.log) + 1):
        said = [block for block in say(there, f"why {number}") if isinstance(block, Because)]
        assert {reason.text for block in said for reason in block.reasons} == heard.get(number, set())


# -- several people ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_the_screen_is_cleared_between_people(game: str) -> None:
    there = session(game, *BOTH)
    before, curtains = None, 0
    for _ in range(150):
        if there.over:
            break
        if there.state == "curtain":
            shown = there.show()
            assert isinstance(shown[-1], Curtain)
            assert not any(isinstance(block, Position) for block in shown)
            assert shown[-1].seat == there.match.asked.seat != before  # type: ignore[union-attr]
            curtains += 1
            there.take("")
        before = there.question.seat
        assert {block.seat for block in there.show() if isinstance(block, Position)} <= {before}
        there.take(typed(there.question, *choice(there.question)))

    assert curtains > 3


def test_people_can_stop_before_they_look() -> None:
    there = session("roll", *BOTH)

    there.take("quit")
    assert notes(there.show()) == ["The game is not saved ('save FILE' saves it). Stop anyway? Type 'yes'"]
    there.take("no")
    assert isinstance(there.show()[-1], Curtain)
    there.take("quit")
    there.take("yes")

    assert there.state == "stopped"


def test_what_one_seat_draws_another_does_not_hear() -> None:
    there = session("race", *BOTH)
    heard = {seat: " ".join(entry.text for entry in there.hearing.heard[seat]) for seat in (0, 1)}
    hand = [there.match.seen_by(seat).me["hand"] for seat in (0, 1)]
    assert all(hand)

    for seat in (0, 1):
        assert all(name in heard[seat] for name in hand[seat])
        assert not any(name in heard[seat] for name in hand[1 - seat])


def test_a_start_tile_is_seen_once_it_lies_on_its_stack() -> None:
    there = session("roll", *BOTH)
    first = there.match.asked.seat  # type: ignore[union-attr]
    hand = there.match.seen_by(first).me["hand"]

    assert there.match.seen_by(1 - first).of(first)["hand"] == ["?", "?"]
    say(there, "1")

    other = there.match.seen_by(1 - first)
    assert there.match.asked.seat == 1 - first  # type: ignore[union-attr]
    lying = [*other.of(first)["stacks"]["development"], *other.of(first)["stacks"]["world"]]
    assert len(lying) == 2
    assert all(any(name in each for each in hand) for name in lying)


# -- giving up ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("line", "does"), [("concede", "concedes"), ("leave", "leaves"), ("leave random", "leaves")])
def test_a_seat_that_is_given_up_is_played_by_a_bot(line: str, does: str, tmp_path: Path) -> None:
    there = session("race", *ALONE, log=tmp_path / "game.rlog")
    play_on(there, most=10)

    say(there, line)
    assert there.state == "sure"
    there.take("yes")

    bot = "random" if "random" in line else "greedy"
    changed = [record for record in records(there) if record["k"] == "seat"]
    assert there.state == "over"
    assert changed == [
        {"does": does, "k": "seat", "seat": 0},
        {"does": "sits", "k": "seat", "seat": 0, "who": bot},
    ]
    verdict = rftg.audit(tmp_path / "game.rlog")
    assert verdict.verdict == "valid"


def test_others_go_on_when_one_gives_up() -> None:
    there = session("roll", *BOTH)
    gone = there.match.asked.seat  # type: ignore[union-attr]

    say(there, "concede", "yes")
    said = say(there, "table")
    play_on(there)

    assert there.state == "over"
    assert there.players[gone] == "greedy"
    assert {record["seat"] for record in records(there) if record["k"] == "seat"} == {gone}
    assert asking(said or []).seat != gone


def test_nobody_gives_up_by_mistake() -> None:
    there = session("roll", *ALONE)

    for line in ("concede", "leave", "leave random", "quit"):
        said = say(there, line)
        assert there.state == "sure"
        assert notes(said)[0].endswith("Type 'yes'")
        assert asking(say(there, "no")).seat == 0
        assert there.state == "asking"
    assert [record for record in records(there) if record["k"] == "seat"] == []


@pytest.mark.parametrize("bot", ["nobody", "me", "me:Zoe", "nowhere.py:bot"])
def test_a_seat_is_left_to_a_bot_that_there_is(bot: str) -> None:
    there = session("roll", *ALONE)

    said = notes(say(there, f"leave {bot}"))

    assert there.state == "asking"
    assert len(said) == 1


def test_answers_that_were_not_acknowledged_are_forgotten_when_a_seat_is_given_up() -> None:
    there = selecting()

    before = len(there.match.log)
    say(there, "ship", "home explore")
    say(there, "concede", "yes")

    assert [record["k"] for record in records(there)[before:]][:3] == ["seat", "seat", "do"]


def test_a_log_says_who_sits_where_to_its_readers() -> None:
    there = session("roll", "me:Ann", "me:Ben")
    say(there, "leave random", "yes")

    log = parse_log("".join(f"{line}\n" for line in there.match.log).encode())

    assert log.head["seats"] == ["me:Ann", "me:Ben"]
    assert sorted(there.players) in (["Ann", "random"], ["Ben", "random"])


# -- words -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_every_question_of_a_game_is_a_sentence(game: str) -> None:
    definition = rftg.load(game).game
    ask = table_talk_of(definition).ask

    texts = [ask.get(question.name, Asking()).asks or question.asks for question in definition.questions]

    assert [text for text in texts if not (text[:1].isupper() or text[:1] == "{") or text[-1:] not in "?."] == []


@pytest.mark.parametrize("game", GAMES)
def test_answers_in_words_are_understood_again(game: str) -> None:
    there = session(game, *ALONE)
    chance = Random(game)
    for _ in range(120):
        if there.over:
            break
        question = there.question
        if question.asked.form == "one":
            option = chance.choice(question.options)
            before = there.draft.answers[:] if there.draft else []
            draft = there.draft
            there.take(option.label)
            assert notes(there.show()) == []
            assert there.draft is not draft or there.draft is None or there.draft.answers != before
        else:
            play_on(there, most=1)
