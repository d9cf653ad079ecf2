"""Why something happened, line by line, and the words for it."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from forging import edited, first, raw_of
from lanes import stride_of
from rftg_dsl.base.diagnostic import MissingContent
from rftg_dsl.kernel.run_program import STEPS
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.library.finder import make_finder
from rftg_dsl.log.account import sight
from rftg_dsl.log.account.causes import Ground, Grounds, split_rule, teller_of
from rftg_dsl.log.account.log_words import Clock, Words
from rftg_dsl.log.account.replay import Eyes, tell_story
from rftg_dsl.log.account.why import explain_line
from rftg_dsl.log.format.read_log import DamagedLog, Log, parse_log
from rftg_dsl.log.format.records import read_records

FROZEN = [Path(__file__).parents[1] / "logs" / f"{name}.rlog.gz" for name in ("galaxies", "race-first", "roll-2020")]


def frozen(path: Path) -> Log:
    return parse_log(gzip.decompress(path.read_bytes()), path.stem)


@pytest.fixture(scope="module", params=FROZEN, ids=lambda path: path.name.partition("-")[0])
def log(request: Any) -> Log:
    return frozen(request.param)


@pytest.mark.scaled
def test_every_line_of_a_game_is_explained_from_content_and_rules(log: Log) -> None:
    find = make_finder()

    for number, record in read_records(log):
        if number % stride_of(7) and number < len(log) - 3:
            continue
        explanation = explain_line(log, number, find)
        assert explanation.line == number and explanation.text and not explanation.missing
        assert len(explanation.events) == len(record.get("fx", ()))
        for event in explanation.events:
            assert event.ground.text and bool(event.ground.power) != bool(event.ground.step)
            assert bool(event.ground.power) == bool(event.carriers)
            assert all((each.line, each.event) < (number, event.event) for each in event.earlier)


@pytest.mark.scaled
def test_the_words_are_those_of_the_story(log: Log) -> None:
    told: dict[int, list[str]] = {}
    for line in tell_story(log, teller_of(log.head)):
        if not line.heading:
            told.setdefault(line.line, []).append(line.text)

    for number in list(told)[:: stride_of(9)]:
        assert [event.text for event in explain_line(log, number, make_finder()).events if event.text] == told[number]


def test_the_round_is_that_of_the_next_mark(log: Log) -> None:
    clock, waiting = Clock(log.head), set()

    for number, record in read_records(log):
        waiting.add(clock.now.round)
        if record["k"] == "mark":
            assert waiting == {record["after"]}
            waiting.clear()
        clock.take(record, number)


@pytest.mark.scaled
def test_a_chance_result_goes_back_to_the_decision_before_it(log: Log) -> None:
    decisions = [number for number, record in read_records(log) if record["k"] == "do"]
    marks = [number for number, record in read_records(log) if record["k"] in ("mark", "run")]

    for number in [number for number, record in read_records(log) if record["k"] == "rnd"][:: stride_of(11)]:
        before = max([decision for decision in decisions if decision < number], default=0)
        inputs = [entry.line for entry in explain_line(log, number, make_finder()).inputs]
        assert inputs == ([before] if before > max(mark for mark in [*marks, 0] if mark < number) else [])


@pytest.mark.scaled
def test_a_viewer_reads_the_same_origin_of_a_chance_result_or_none(log: Log) -> None:
    find = make_finder()

    for number in [number for number, record in read_records(log) if record["k"] == "rnd"][:: stride_of(11)]:
        inputs = [entry.line for entry in explain_line(log, number, find).inputs]
        for viewer in (PUBLIC, 0, 1):
            seen = [entry.line for entry in explain_line(log, number, find, None, Eyes(viewer)).inputs]
            assert seen in (inputs, [])


def test_a_chance_result_of_the_rules_alone_goes_back_to_no_decision(lines: list[str]) -> None:
    at = next(at for at, line in enumerate(lines) if '"k":"rnd"' in line and '"k":"do"' in lines[at - 1])
    conceded = '{"does":"concedes","k":"seat","seat":1}'
    went_on = '{"fx":[["note","told","roll.told",1]],"k":"run"}'

    before, after = (
        explain_line(parse_log(raw_of([*lines[:at], *between, lines[at]])), at + 1 + len(between), make_finder())
        for between in ((), (conceded, went_on))
    )

    assert (before.kind, [entry.line for entry in before.inputs]) == ("rnd", [at])
    assert (after.kind, after.inputs) == ("rnd", ())


def test_without_content_the_log_tells_what_it_knows(log: Log) -> None:
    def nothing(head: Any) -> Any:
        raise MissingContent("nothing is here")

    at = next(number for number, record in read_records(log) if any("/" in event[2] for event in record.get("fx", ())))

    alone, whole = explain_line(log, at, nothing), explain_line(log, at, make_finder())

    assert alone.missing == "nothing is here" and not any(entry.ground.text for entry in alone.events)
    assert [(entry.text, entry.carriers, entry.earlier) for entry in alone.events] == [
        (entry.text, entry.carriers, entry.earlier) for entry in whole.events
    ]


def test_copies_that_the_log_does_not_tell_apart_are_all_named(record: Callable[..., list[str]]) -> None:
    lines = record("copies", game="race", bots="greedy")
    log = parse_log(raw_of(lines))
    pieces = [piece for zone in log.head["table"]["pieces"].values() for piece in zone if f"{piece}#2" in str(zone)]
    cause, place = f"{pieces[0]}/1", "tableau.0"

    def both_in_play(entry: Any) -> None:
        entry["fx"] = [
            event
            for nth, piece in enumerate((pieces[0], f"{pieces[0]}#2"), 1)
            for event in (["move", "x", "race.x", piece, place, 0], ["enter", "x", "race.x", piece, nth])
        ]
        entry["fx"].append(["note", "x", cause, 1])

    at = 1
    forged = parse_log(raw_of(edited(lines, at, both_in_play)))

    [*_, last_event] = explain_line(forged, at + 1, make_finder()).events
    assert [carrier.piece for carrier in last_event.carriers] == [pieces[0], f"{pieces[0]}#2"]
    assert all(
        carrier.in_play and carrier.seat == 0 and carrier.since and carrier.since.line == 2
        for carrier in last_event.carriers
    )
    assert last_event.just_before and last_event.just_before.event == 4


def test_impossible_events_are_damage(lines: list[str]) -> None:
    at = first(lines, "do", lambda record: bool(record["fx"]))
    for wrong in (
        [],
        [1],
        ["shift"],
        ["adjust", "x", "y", [], 1],
        ["move", "x", "y", "nothing", "cup.0", 0],
        "x",
        None,
    ):
        forged = parse_log(raw_of(edited(lines, at, lambda record, wrong=wrong: record["fx"].append(wrong))))  # type: ignore[misc]
        for line in (at + 1, at + 2):
            with pytest.raises(DamagedLog):
                explain_line(forged, line, make_finder())


# -- what causes events ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("R160: each shipper ships.", ("R160", "each shipper ships.")),
        ("R077, R078: ask.", ("R077, R078", "ask.")),
        ("G43-G46: the ship arrives.", ("G43-G46", "the ship arrives.")),
        ("R053, R061-R070: x", ("R053, R061-R070", "x")),
        ("Setup is complete.", ("", "Setup is complete.")),
        ("Note: nothing.", ("", "Note: nothing.")),
        ("", ("", "")),
    ],
)
def test_the_rules_of_a_step(said: str, found: tuple[str, str]) -> None:
    assert split_rule(said) == found


def test_the_steps_of_every_schedule_have_a_sentence() -> None:
    assert all(split_rule(step.text)[1] for step in STEPS)


@pytest.mark.parametrize("event", [None, [], ["shift"], ["note", "x", 3], {}])
def test_what_is_no_event_rests_on_nothing(lines: list[str], event: Any) -> None:
    assert Grounds(parse_log(raw_of(lines)).head, make_finder()).ground_of(event) == Ground()


# -- words -------------------------------------------------------------------------------------------------------

HEAD = {
    "game": "roll",
    "seats": ["anna", "ben"],
    "players": 2,
    "stretch": ["round", "round"],
    "names": {"T1.a": "Guild", "T1.b": "Post", "C5": "Mine", "GORT": "GORT", "SHIP": "ship"},
}


@pytest.mark.parametrize(
    ("id", "said"),
    [
        ("home@cup.0", "home in cup of Seat 1"),
        ("rare@goods.C5", "rare in goods on Mine (C5)"),
        ("credit.1", "credit of Seat 2"),
        ("credit.2", "credit.2"),
        ("credit.\N{SUPERSCRIPT TWO}", "credit.\N{SUPERSCRIPT TWO}"),
        ("pool", "pool"),
        ("T1", "Guild / Post (T1)"),
        ("T1.a", "Guild (T1.a)"),
        ("C5#2", "Mine (C5#2)"),
        ("C5/1", "Mine (C5/1)"),
        ("GORT", "GORT"),
        ("SHIP.0#2", "ship (SHIP.0#2)"),
        (None, "None"),
    ],
)
def test_a_thing_in_words(id: Any, said: str) -> None:
    assert Words(HEAD, lambda *_: "").word_thing(id) == said


@pytest.mark.parametrize(
    ("form", "pick", "said"),
    [
        (["one", 3], "decline", "Seat 1 (anna) chose decline (ask), one of 3 answers"),
        (["one", 1], "C5", "Seat 1 (anna) chose Mine (C5) (ask), the only answer"),
        (["some", 1, 2, 4], ["C5", "T1"], "Seat 1 (anna) chose Mine (C5), Guild / Post (T1) (ask), from 1 to 2 of 4"),
        (["bag", 0, 1, 1], {}, "Seat 1 (anna) chose nothing (ask), from 0 to 1 of 1"),
        (["amount", 0, 3], 2, "Seat 1 (anna) chose 2 (ask), a number from 0 to 3"),
        ("strange", None, 'Seat 1 (anna) chose None (ask), of "strange"'),
    ],
)
def test_a_decision_in_words(form: Any, pick: Any, said: str) -> None:
    assert Words(HEAD, lambda *_: "").word_decision({"seat": 0, "name": "ask", "form": form, "pick": pick}) == said


@pytest.mark.parametrize(
    ("piece", "said"),
    [
        (None, "1 tile from hand of Seat 1 to hand of Seat 2 [x]"),
        ("C5", "Mine (C5) from hand of Seat 1 to hand of Seat 2 [x]"),
    ],
)
def test_a_move_that_a_viewer_may_not_see_in_words(piece: str | None, said: str) -> None:
    event = [sight.PASS, "x", "R1", piece, "hand.0", "hand.1", None]

    assert Words(HEAD, lambda *_: "").word_event_plainly(event) == said


@pytest.mark.parametrize("lasting", [[1], [True], [{"a": 1}], [[]], "x", {"a": 1}])
def test_lasting_powers_that_no_game_wrote(record: Callable[..., list[str]], lasting: Any) -> None:
    lines = record("lasting", game="galaxies", rounds=2)
    at, side = first(lines, "run"), next(iter(json.loads(lines[0])["names"]))

    def change(entry: Any) -> None:
        entry["fx"].append(["fact", "x", f"{side}/1", "lasting", lasting])

    log = parse_log(raw_of(edited(lines, at, change)))
    assert explain_line(log, at + 1, make_finder()).events and explain_line(log, at + 2, make_finder())
