"""The attacks of ``reference/attacks``, made again in this format, with all that follows derived again."""

from __future__ import annotations

import json
from typing import Any

import pytest

from forging import Record, derived, edited, first, raw_of
from rftg_dsl.library.finder import make_finder
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.verdict import Demands, Verdict, make_demands
from rftg_dsl.log.format.read_log import parse_log
from rftg_dsl.log.format.record import line_of

WHOLE = Demands()


def verdict(lines: list[str], light: bool = False, wanted: Demands = WHOLE) -> Verdict:
    """The verdict on these lines."""
    return judge_log("log", lambda: parse_log(raw_of(lines)), make_finder(), light, wanted)


# -- A: the light check is not fooled -----------------------------------------------------------------------------


def test_a1_a_head_and_an_end_are_no_game(lines: list[str]) -> None:
    assert verdict([lines[0], '{"k":"end"}'], light=True).verdict == "invalid"
    bare = derived([lines[0], lines[-2], lines[-1]])
    result = verdict(bare, light=True)
    assert (result.verdict, result.line) == ("invalid", 2)
    assert "mark" in result.reason


def test_a2_marks_left_out_and_another_winner(lines: list[str]) -> None:
    assert verdict(derived([line for line in lines if '"k":"mark"' not in line]), light=True).verdict == "invalid"
    for kept in (0, 1, 3):
        marks = [at for at, line in enumerate(lines) if '"k":"mark"' in line]
        without = [line for at, line in enumerate(lines) if at != marks[kept]]
        assert verdict(derived(without), light=True).verdict == "invalid"

    def swapped(end: Record) -> None:
        end["figures"]["end"]["winners"] = [1 - seat for seat in end["figures"]["end"]["winners"]]

    last = [at for at, line in enumerate(lines) if '"k":"mark"' in line][-1]
    alone = verdict(edited(lines, first(lines, "end"), swapped, again=True), light=True)
    assert (alone.verdict, alone.reason) == ("invalid", "the end must have the same figures as the last mark")
    both = edited(lines, last, swapped)
    result = verdict(edited(both, first(both, "end"), swapped, again=True), light=True)
    assert (result.verdict, result.reason) == ("invalid", "the winners must be the seats with the best score")


def test_a3_an_end_with_events_and_a_wrong_root(lines: list[str]) -> None:
    at = first(lines, "end")
    with_events = edited(lines, at, lambda end: end.update(fx=[]), again=True)
    other_root = edited(lines, at, lambda end: end.update(root="0" * 64))

    assert verdict(with_events, light=True).reason == "this kind of record cannot have 'fx'"
    assert verdict(other_root, light=True).reason == "the root does not match the lines before it"


@pytest.mark.parametrize("light", [True, False])
def test_a_mark_has_all_its_fields_in_canonical_form(lines: list[str], light: bool) -> None:
    at = first(lines, "mark")
    for key in json.loads(lines[at]):
        result = verdict(edited(lines, at, lambda mark, key=key: mark.pop(key)), light)
        assert (result.verdict, result.line) == ("invalid", at + 1), key
    spaced = [*lines[:at], lines[at].replace(",", ", ", 1), *lines[at + 1 :]]
    assert verdict(spaced, light).verdict == "invalid"


# -- B: a log derived again is a valid log of another game; the verdict says what it rests on ------------------------


def renamed(lines: list[str]) -> list[str]:
    """The log with other names of the people, derived again."""
    return edited(lines, 0, lambda head: head.update(seats=["Eve", "Mallory"]), again=True)


def test_b1_other_names_are_seen_by_whoever_knows_the_root(lines: list[str]) -> None:
    root = verdict(lines).root

    assert verdict(lines, wanted=make_demands(expect=root)).verdict == "valid"
    result = verdict(renamed(lines))
    assert result.verdict == "valid"
    assert "nothing ties the log to a person or a time" in result.remarks
    refused = verdict(renamed(lines), wanted=make_demands(expect=root))
    assert refused.verdict != "valid" and "root" in refused.reason


def test_a_root_of_any_mark_is_enough(lines: list[str]) -> None:
    log = verdict(lines)
    mark = json.loads(lines[first(lines, "mark", lambda mark: mark["after"] == "round 2")])
    after = json.loads(lines[first(lines, "end")])

    assert log.root not in (mark["root"], after["root"])
    tree_after_mark = derived(lines[: first(lines, "mark", lambda mark: mark["after"] == "round 2") + 1])
    expected = judge_log("log", lambda: parse_log(raw_of(tree_after_mark)), make_finder(), light=True).root
    assert verdict(lines, wanted=make_demands(expect=expected)).verdict == "valid"
    assert verdict(renamed(lines), wanted=make_demands(expect=expected)).verdict == "unknown"


@pytest.mark.parametrize("mode", ["recorded", "table"])
def test_b2_randomness_downgraded_is_refused_where_a_seed_is_required(lines: list[str], mode: str) -> None:
    forged = edited(lines[:-1], 0, lambda head: head.update(randomness={"mode": mode}), again=True)

    result = verdict(forged)
    assert (result.verdict, result.randomness) == ("valid", mode)
    for level in ("seed", "shared"):
        refused = verdict(forged, wanted=make_demands([level]))
        assert refused.verdict == "unknown" and f"--require {level}" in refused.reason


def test_b3_chosen_dice_are_never_said_to_follow_from_a_seed(lines: list[str]) -> None:
    at = first(lines, "rnd", lambda record: "roll" in record["label"])

    def loaded(record: Record) -> None:
        record["result"] = [0] * len(record["result"])

    recorded = edited(lines[:-1], 0, lambda head: head.update(randomness={"mode": "recorded"}))
    for light in (True, False):
        assert verdict(edited(lines, at, loaded, again=True), light).verdict == "invalid"
        assert verdict(edited(recorded, at, loaded, again=True), light).randomness in ("unknown", "recorded")
    assert verdict(lines, wanted=make_demands(["seed"])).verdict == "valid"
    assert verdict(lines, wanted=make_demands(["shared"])).verdict == "unknown"


def test_b4_a_game_played_on_from_a_changed_decision_is_refused_with_the_root(record: Any) -> None:
    """Nothing in a log can tell it from the true one: it is a game by the rules, from the same seed."""
    true, forged = record("same seed"), record("same seed", bots="greedy")
    assert true[:5] != forged[:5] or len(true) != len(forged)

    assert verdict(forged).verdict == "valid"
    assert verdict(forged, wanted=make_demands(expect=verdict(true).root)).verdict == "unknown"


# -- C: nothing in a log is an unexpected error -----------------------------------------------------------------------


@pytest.mark.parametrize("light", [True, False])
@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seats", ["\ud800", "b"]),
        ("names", {"T01": "\udfff"}),
        ("randomness", {"commit": "\ud800", "mode": "seed"}),
        ("randomness", {"mode": "seed"}),
        ("randomness", {"commit": "0" * 63 + "\N{SUPERSCRIPT TWO}", "mode": "seed"}),
        ("game", "a" * 200_000),
        ("game", "../../etc"),
        ("game", "\x00"),
        ("edition", "a" * 200_000),
        ("options", {"a": "b" * 200_000}),
        ("stretch", ["round", "nothing"]),
        ("players", 10**15),
        ("players", -1),
    ],
)
def test_c1_to_c3_strange_heads(lines: list[str], light: bool, key: str, value: Any) -> None:
    result = verdict(edited(lines, 0, lambda head: head.update({key: value}), again=True), light)

    assert result.verdict in ("invalid", "unknown") or (light and key in ("game", "edition", "options", "names"))


def test_c2_a_log_without_a_commitment_is_refused(lines: list[str]) -> None:
    assert verdict(edited(lines, 0, lambda head: head.pop("randomness"), again=True)).verdict == "invalid"


@pytest.mark.parametrize("light", [True, False])
def test_c4_a_fact_that_no_table_has(lines: list[str], light: bool) -> None:
    forged = edited(lines, 0, lambda head: head["table"]["facts"].update(none=None), again=True)

    assert verdict(forged, light).verdict == ("valid" if light else "invalid")


@pytest.mark.parametrize("light", [True, False])
@pytest.mark.parametrize("depth", [22, 500, 1000, 2000, 20_000])
def test_c5_and_d1_depth_is_judged_alike_on_every_python(lines: list[str], light: bool, depth: int) -> None:
    deep = "[" * depth + "]" * depth
    head = lines[0].replace('"facts":{', f'"facts":{{"aaa":{deep},', 1)
    result = verdict([head, *lines[1:]], light)

    assert result.verdict == "invalid"
    assert result.line == 1 if depth > 22 else result.line


@pytest.mark.parametrize("light", [True, False])
@pytest.mark.parametrize("number", [2**53 + 1, -(2**53) - 1, 10**400, "9" * 5000])
def test_c10_large_numbers(lines: list[str], light: bool, number: Any) -> None:
    at = first(lines, "run", lambda record: bool(record["fx"]))
    counter = next(iter(json.loads(lines[0])["table"]["counters"]))
    line = f'{{"fx":[["adjust","w","c","{counter}",{number}]],"k":"run"}}'

    assert verdict([*lines[:at], line, *lines[at:]], light).verdict == "invalid"


def test_c11_unknown_pieces_are_refused_at_once(lines: list[str]) -> None:
    event = '["move","discarded","c","zz","p",0]'
    line = f'{{"fx":[{",".join([event] * 25_000)}],"k":"run"}}'

    result = verdict([lines[0], line, line, line], light=True)
    assert (result.verdict, result.line) == ("invalid", 2)


@pytest.mark.parametrize("light", [True, False])
@pytest.mark.parametrize("kind", ["pieces", "cells", "facts", "labels", "marks", "signatures", "results", "faces"])
def test_c12_what_a_log_can_make_a_reader_hold_is_bounded(lines: list[str], light: bool, kind: str) -> None:
    result = verdict([lines[0], *bombs(kind, json.loads(lines[0]))], light)

    assert result.verdict == "invalid", result


def bombs(kind: str, head: Record) -> list[str]:
    """Lines that ask for too much of something."""
    match kind:
        case "pieces":
            return [line_of({"fx": [["move", "w", "c", "T01", "p", 10**9]], "k": "run"})]
        case "cells":
            cell = next(iter(head["table"]["stock"]))
            return [line_of({"fx": [["shift", "w", "c", cell, f"x@{n}", 1] for n in range(100)], "k": "run"})] * 200
        case "facts":
            fact = next(iter(head["table"]["facts"]))
            return [line_of({"fx": [["fact", "w", "c", fact, "x" * 6000]], "k": "run"})]
        case "labels":
            return [line_of({"domain": 6, "fx": [], "k": "rnd", "label": "x" * 101, "result": [1]})]
        case "marks":
            mark = {"after": "setup", "figures": {}, "k": "mark", "n": 1, "root": "", "state": "", "table": ""}
            return [line_of(mark)]
        case "signatures":
            return [line_of({"k": "sign", "note": "x" * 900_000})]
        case "results":
            return [line_of({"domain": 6, "fx": [], "k": "rnd", "label": "x", "result": [1] * 20_000})]
    return [line_of({"domain": 2**53, "fx": [], "k": "rnd", "label": "x", "result": [1]})]


@pytest.mark.parametrize("seat", [2, 3, 10])
def test_no_result_is_labelled_for_a_seat_that_does_not_exist(lines: list[str], seat: int) -> None:
    at = first(lines, "rnd", lambda record: record["label"].split("/")[1] == "0")
    round_number, _, purpose, _ = json.loads(lines[at])["label"].split("/")

    forged = edited(lines, at, lambda record: record.update(label=f"{round_number}/{seat}/{purpose}/0"), again=True)

    judged = verdict(forged, light=True)
    assert (judged.verdict, judged.line) == ("invalid", at + 1)
    assert "a label must have the form ROUND/SEAT/PURPOSE/NUMBER" in judged.reason
