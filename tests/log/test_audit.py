"""Audit: correct logs are valid, alterations are found, anything missing gives unknown; nothing on disk changes."""

from __future__ import annotations

import json
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

import rftg_dsl as rftg
from cycles import no_cycles
from forging import Record, derived, edited, first, raw_of
from lanes import law
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.library.finder import make_finder
from rftg_dsl.library.load import Library, load_standard
from rftg_dsl.log.audit.audit import audit_file, judge_log
from rftg_dsl.log.audit.engines import Engines
from rftg_dsl.log.audit.verdict import Verdict
from rftg_dsl.log.format.read_log import parse_log
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.proof.merkle import root_of
from rftg_dsl.log.proof.randomness import secret_of
from spoiling import RAW

BETWEEN = (
    '{"fx":[["note","x","a.b"]],"k":"run"}',
    '{"domain":2,"fx":[],"k":"rnd","label":"0/table/x/0","result":[1]}',
    '{"form":["one",1],"fx":[],"k":"do","name":"x","pick":"x","seat":0}',
)
"""Records that could stand between any two lines, as far as their form goes."""


def verdict(raw: bytes, light: bool = False) -> Verdict:
    """The verdict on the bytes of a log, by the shipped content."""

    def find(head: Any) -> Library:
        from rftg_dsl.library.finder import check_digests

        return check_digests(load_standard("roll"), head)

    return judge_log("log", lambda: parse_log(raw), find, light)


def test_a_game_played_by_the_rules_is_valid(log: Path) -> None:
    before = log.read_bytes()

    result = audit_file(log)

    assert (result.verdict, result.complete, result.randomness) == ("valid", True, "seed")
    assert log.read_bytes() == before


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize(("old", "new"), [("", ""), ('"seat":1', '"seat":0'), ('"develop"', '"settle"')])
def test_nothing_of_a_log_stays_until_cycles_are_looked_for(lines: list[str], light: bool, old: str, new: str) -> None:
    raw = raw_of(lines).replace(old.encode(), new.encode()) if old else raw_of(lines)
    verdict(raw, light)  # what is remembered from now on

    with no_cycles():
        verdict(raw, light)


@law(6)
@given(game=st.sampled_from(["roll", "race", "galaxies"]), where=st.floats(0, 1), beside_a_mark=st.booleans())
def test_the_root_of_a_game_in_progress_is_that_of_its_lines(game: str, where: float, beside_a_mark: bool) -> None:
    """Wherever it stops: the rules may give more lines, up to the next decision, than the log has."""
    lines = lines_of(game)
    marks = [nth + more for nth, line in enumerate(lines) if '"k":"mark"' in line for more in (0, 1)]
    size = marks[int(where * (len(marks) - 1))] if beside_a_mark else 1 + int(where * (len(lines) - 1))
    raw = raw_of(lines[:size])

    for light, engines in product((True, False), (None, Engines("native"))):
        result = judge_log("log", lambda: parse_log(raw), make_finder(), light, engines=engines)
        assert (result.lines, result.root) == (size, root_of(lines[:size])), (light, engines)


@cache
def lines_of(game: str) -> list[str]:
    return rftg.start(game, 2, "in progress").finish("random").log


def test_the_light_check_needs_no_rules(lines: list[str]) -> None:
    def none_to_find(head: Any) -> Library:
        raise AssertionError("the light check asked for rules")

    assert judge_log("log", lambda: parse_log(raw_of(lines)), none_to_find, light=True).verdict == "valid"


@law(40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=st.floats(0, 1, exclude_max=True))
def test_a_log_cut_at_any_byte_is_unknown_and_incomplete(lines: list[str], where: float) -> None:
    raw = raw_of(lines)

    result = verdict(raw[: int(where * (len(raw) - 1))])  # without its last line end, it is whole

    assert (result.verdict, result.complete) == ("unknown", False), result
    assert result.reason


@pytest.mark.parametrize("cut", [1, 5, 20, 300])
def test_a_log_cut_in_its_first_bytes_is_unknown(lines: list[str], cut: int) -> None:
    assert verdict(raw_of(lines)[:cut]).verdict == "unknown"


def test_a_log_without_the_last_character_of_its_last_line_is_torn(lines: list[str]) -> None:
    result = verdict(raw_of(lines)[:-2])

    assert (result.verdict, result.complete, result.line) == ("unknown", False, len(lines))


@law(60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=st.floats(0, 1, exclude_max=True), byte=st.integers(32, 126), light=st.booleans())
def test_any_changed_character_is_noticed(lines: list[str], where: float, byte: int, light: bool) -> None:
    raw = bytearray(raw_of(lines))
    at = int(where * (len(raw) - 1))
    if raw[at] == byte:
        return
    raw[at] = byte

    assert verdict(bytes(raw), light).verdict != "valid"


def test_a_misspelt_key_whose_value_is_null_is_reported(lines: list[str]) -> None:
    at = first(lines, "mark", lambda record: '"strip":null' in line_of(record))
    forged = [*lines[:at], lines[at].replace('"strip":null', '"stripe":null', 1), *lines[at + 1 :]]

    result = verdict(raw_of(forged))

    assert (result.verdict, result.line) == ("invalid", at + 1)
    assert result.expected == {"figures seats 0 strip": None}
    assert result.found == {"figures seats 0 strip": "(missing)"}


def test_an_illegal_decision_is_named_with_its_rule_and_what_was_allowed(lines: list[str]) -> None:
    at = first(lines, "do", lambda record: record["name"] == "select")
    forged = edited(lines, at, lambda record: record.update(pick="sleep"), again=True)

    result = verdict(raw_of(forged))

    assert (result.verdict, result.line, result.rule) == ("invalid", at + 1, "R063")
    assert result.found == "sleep"
    assert "explore" in result.expected


@pytest.mark.parametrize("pick", [10**9, -1, None, [], {}, "T99", ["T01"], {"home@cup.0": 10**9}, True])
def test_nonsense_in_a_pick_is_an_illegal_decision(lines: list[str], pick: Any) -> None:
    for kind in ("select", "selector", "recruit", "wild", "start"):
        at = first(lines, "do", lambda record, kind=kind: record["name"] == kind)
        forged = edited(lines, at, lambda record: record.update(pick=pick), again=True)

        result = verdict(raw_of(forged))

        assert (result.verdict, result.line) == ("invalid", at + 1), (kind, result)


def test_a_draw_that_the_seed_does_not_give_is_invalid(lines: list[str]) -> None:
    at = first(lines, "rnd", lambda record: "roll" in record["label"])

    def change(record: Record) -> None:
        record["result"][0] = (record["result"][0] + 1) % record["domain"]

    result = verdict(raw_of(edited(lines, at, change, again=True)))

    assert (result.verdict, result.line) == ("invalid", at + 1)


def test_another_seed_is_invalid(lines: list[str]) -> None:
    other = secret_of("another")
    forged = edited(lines, -1 % len(lines), lambda reveal: reveal.update(nonce=other.nonce, text=other.text))

    assert verdict(raw_of(forged)).verdict == "invalid"
    promised = edited(forged, 0, lambda head: head["randomness"].update(commit=other.commitment), again=True)
    for light in (False, True):
        assert verdict(raw_of(promised), light).verdict == "invalid"


@pytest.mark.parametrize(
    "key",
    [
        "edition",
        "format",
        "game",
        "k",
        "made_by",
        "names",
        "options",
        "players",
        "randomness",
        "seats",
        "sets",
        "table",
    ],
)
@pytest.mark.parametrize("value", [None, 10**9, "", [], {}, "zz", {"a": 1}])
def test_any_nonsense_in_the_head_is_never_valid(lines: list[str], key: str, value: Any) -> None:
    head = json.loads(lines[0])
    if head[key] == value or (key == "made_by" and isinstance(value, str)):
        return
    forged = edited(lines, 0, lambda record: record.update({key: value}), again=True)

    result = verdict(raw_of(forged))

    assert result.verdict in ("invalid", "unknown"), result
    assert result.reason


def test_an_event_changed_by_a_forger_who_mends_the_roots_is_named_with_its_power(lines: list[str]) -> None:
    def by_power(record: Record) -> bool:
        return any("/" in event[2] and event[0] == "adjust" for event in record["fx"])

    at = first(lines, "do", by_power)
    which = next(n for n, event in enumerate(json.loads(lines[at])["fx"]) if "/" in event[2] and event[0] == "adjust")

    def change(record: Record) -> None:
        record["fx"][which][4] += 1

    result = verdict(raw_of(edited(lines, at, change, again=True)))

    assert (result.verdict, result.line) == ("invalid", at + 1)
    assert result.rule == json.loads(lines[at])["fx"][which][2]
    assert result.found[4] == result.expected[4] + 1


def test_a_difference_is_named_at_its_own_depth(lines: list[str]) -> None:
    at = first(lines, "mark")
    vp = json.loads(lines[at])["figures"]["seats"][1]["vp"]

    result = verdict(raw_of(edited(lines, at, lambda mark: mark["figures"]["seats"][1].update(vp=vp + 1), again=True)))

    assert result.line == at + 1
    assert (result.expected, result.found) == ({"figures seats 1 vp": vp}, {"figures seats 1 vp": vp + 1})


@pytest.mark.parametrize("kind", ["do", "rnd", "mark", "run"])
def test_a_line_left_out_or_doubled_is_invalid(lines: list[str], kind: str) -> None:
    at = first(lines, kind)

    assert verdict(raw_of(derived(lines[:at] + lines[at + 1 :]))).verdict == "invalid"
    assert verdict(raw_of(derived(lines[: at + 1] + lines[at:]))).verdict == "invalid"


@pytest.mark.parametrize("name", ["galaxies", "race-first", "race-shared", "roll-table"])
@law(8)
@given(where=st.floats(0, 1, exclude_max=True), extra=st.lists(st.sampled_from(BETWEEN), min_size=1, max_size=2))
def test_a_line_too_many_is_reported_where_it_stands(name: str, where: float, extra: list[str]) -> None:
    lines = RAW[name].decode().splitlines()
    opening = first(lines, "rnd")
    at = opening + int(where * (len(lines) - opening))
    forged = [*lines[:at], *extra, *lines[at:]]

    result = judge_log("log", lambda: parse_log(raw_of(forged)), make_finder())

    assert (result.verdict, result.line) == ("invalid", at + 1)


def test_of_two_wrong_lines_before_a_chance_result_the_first_is_reported() -> None:
    lines = RAW["roll-table"].decode().splitlines()
    at = next(nth for nth, line in enumerate(lines) if '"k":"rnd"' in line and '"k":"do"' in lines[nth - 1])
    forged = [*lines[:at], *BETWEEN[:2], *lines[at:]]

    result = judge_log("log", lambda: parse_log(raw_of(forged)), make_finder())

    assert (result.verdict, result.line, result.found) == ("invalid", at + 1, {"k": "run"})


def test_a_wrong_line_is_reported_before_a_damaged_one_after_it(lines: list[str]) -> None:
    at = first(lines, "do")
    forged = edited(lines, at, lambda record: record.update(pick="nothing"))
    forged[at + 1] = "damaged"

    assert verdict(raw_of(forged)).line == at + 1


def test_lines_after_the_end_are_invalid(lines: list[str]) -> None:
    result = verdict(raw_of([*lines, lines[-1]]))

    assert (result.verdict, result.line) == ("invalid", len(lines) + 1)


def test_other_content_is_unknown_and_says_which(lines: list[str]) -> None:
    forged = edited(lines, 0, lambda head: head["digests"].update(base="0" * 64), again=True)

    result = verdict(raw_of(forged))

    assert result.verdict == "unknown"
    assert "'base'" in result.reason


def test_a_set_that_is_not_here_is_unknown_and_says_what_to_do(lines: list[str]) -> None:
    def change(head: Record) -> None:
        head["digests"]["mine"] = "0" * 64
        head["sets"].append({"id": "mine", "version": "1"})

    forged = edited(lines, 0, change, again=True)

    assert "--with" in verdict(raw_of(forged)).reason


def test_an_unknown_format_version_is_unknown(lines: list[str]) -> None:
    forged = edited(lines, 0, lambda head: head.update(format="rftg-log/9"))

    assert verdict(raw_of(forged)).verdict == "unknown"


def test_a_line_of_a_megabyte_is_invalid_and_cheap(lines: list[str]) -> None:
    long = [*lines[:3], '{"k":"run","fx":[' + "1," * 600_000 + "1]}", *lines[3:]]

    result = verdict(raw_of(long))

    assert (result.verdict, result.line) == ("invalid", 4)


@pytest.mark.parametrize("text", ["[" * 100_000, "{}", "null", '{"k":"do"', '{"k":"do","x":1.5}', "1" * 5000, "\\"])
@pytest.mark.parametrize("light", [True, False])
def test_a_line_that_is_not_a_record_is_invalid(lines: list[str], text: str, light: bool) -> None:
    result = verdict(raw_of([*lines[:5], text, *lines[5:]]), light)

    assert result.verdict == "invalid"


def test_an_empty_log_is_unknown() -> None:
    assert verdict(b"").verdict == "unknown"


def test_something_else_than_a_log_is_invalid() -> None:
    assert verdict(b"hello\nworld\n").verdict == "invalid"
    assert verdict(b"\xff\xfe\x00").verdict == "invalid"


def test_a_log_that_is_not_there_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        audit_file(tmp_path / "none.rlog")
    with pytest.raises(UsageError, match="is a folder"):
        audit_file(tmp_path)


@pytest.mark.parametrize("light", [False, True])
@pytest.mark.parametrize("value", [None, True, 3, 10**9, "", "zz", [], [[]], {}])
def test_nonsense_in_events_is_invalid(lines: list[str], value: Any, light: bool) -> None:
    """Nonsense anywhere in an event, or instead of all events; even the light check notices.

    Everything is derived again.
    """
    kinds: dict[str, int] = {}
    for at, line in enumerate(lines[1:], 1):
        for event in json.loads(line).get("fx", ())[:1]:
            kinds.setdefault(event[0], at)
    assert len(kinds) >= 5

    for at in kinds.values():
        places = range(len(json.loads(lines[at])["fx"][0]))
        for place in (None, *places):

            def change(record: Record, place: int | None = place) -> None:
                if place is None:
                    record["fx"] = value
                else:
                    record["fx"][0][place] = value

            forged = edited(lines, at, change, again=True)
            result = verdict(raw_of(forged), light)
            assert result.verdict == "invalid" or light or forged == lines, (at, place)


@pytest.mark.parametrize("seats", [[], ["A"], ["A", "B", "C"], ["A", 1]])
def test_every_seat_has_a_name(lines: list[str], seats: list[Any]) -> None:
    forged = edited(lines, 0, lambda head: head.update(seats=seats), again=True)
    assert json.loads(lines[0])["players"] == 2

    result = verdict(raw_of(forged))

    assert (result.verdict, result.line) == ("invalid", 1)


# -- other rules ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "says"),
    [
        ({"engine": 2, "roll": 9}, "the rules of 'roll' differ: the log has version 9, this program has version 2"),
        ({"engine": 9, "roll": 2}, "the rules of 'engine' differ: the log has version 9, this program has version 2"),
        (
            {"engine": 2, "market": 1, "roll": 2},
            "the rules of 'market' differ: the log has version 1, this program has none",
        ),
        ({"engine": 0, "roll": 0}, "the rules of 'engine' differ"),
    ],
)
def test_a_log_of_other_rules_is_unknown_and_says_which(lines: list[str], rules: Record, says: str) -> None:
    """Even if everything else differs: the result of other rules is never called invalid."""
    made = edited(lines, 0, lambda head: head.update(rules=rules), again=True)
    nth = first(made, "do")
    forged = edited(made, nth, lambda record: record.update(fx=[]), again=True)

    for log in (made, forged):
        result = judge_log("log", lambda log=log: parse_log(raw_of(log)), make_finder())

        assert result.verdict == "unknown"
        assert says in result.reason


def test_a_log_of_a_game_that_is_not_installed_is_unknown(lines: list[str]) -> None:
    made = edited(lines, 0, lambda head: head.update(game="chess", rules={"chess": 1, "engine": 2}), again=True)

    result = judge_log("log", lambda: parse_log(raw_of(made)), make_finder())

    assert (result.verdict, result.reason.partition(";")[0]) == ("unknown", "there is no game called 'chess'")


def test_who_wrote_a_log_is_not_held_against_it(lines: list[str]) -> None:
    made = edited(lines, 0, lambda head: head.update(made_by="another program 7"), again=True)

    assert judge_log("log", lambda: parse_log(raw_of(made)), make_finder()).verdict == "valid"
