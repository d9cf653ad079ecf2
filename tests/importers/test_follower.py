"""A follower with the tables of a made-up format: records of answers, of what shows beside them, and of events."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

import pytest

from rftg_dsl.importers.follow import Answers, Events, Follower
from rftg_dsl.importers.import_report import INCOMPLETE, Disagreement
from rftg_dsl.importers.reading import has_shape
from rftg_dsl.importers.reply import LAST, OPTIONS, Reply, Shown, has_one_answer, keep_pick
from rftg_dsl.importers.tape import Tape
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Bag, Form, One, Some

NONE = "none"
NO_PLAY: Any = None


class Diary(Follower):
    """Follows records like ``{"e": "buys", "seat": 0, "opt": ["S1"], "a": "S1"}``; stalls are numbered from 0."""

    def __init__(self, *records: dict[str, Any]) -> None:
        self.tape = Tape(list(enumerate(records, 1)), "e")
        self.coins: Counter[int] = Counter()

    def shape_of_stall(self, d: Decision, stall: int) -> str:
        return f"S{stall}"

    def read_coins(self) -> None:
        self.coins[self.tape.number("seat")] += self.tape.number("n")

    def name_street(self, d: Decision) -> dict[str, Any]:
        return {"street": d.args[0]}

    answers: ClassVar[Answers] = {
        "plan": Reply("plan", "goes", read=keep_pick),
        "stall": Reply("buys", "a", shape_of_stall, OPTIONS, name_street, null=NONE, omitted=has_one_answer),
        "customer": Reply(LAST, ("name", "age"), lambda f, d, customer: list(customer), title="who"),
        "wares": Reply(
            "wares",
            "takes",
            shown=(Shown("opt.there", "wares there"), Shown("opt.n", "number of wares", lambda f, d: d.form.low)),
            read=lambda f, d, theirs: tuple(sorted(dict(theirs).items())),
        ),
    }
    events: ClassVar[Events] = {"coins": read_coins}


def decision(name: str, form: Form, *args: Any) -> Decision:
    return Decision(0, name, form, "step", args, False, "")


def pick_from(diary: Diary, name: str, form: Form, *args: Any) -> Any:
    return diary.choose(NO_PLAY, decision(name, form, *args))


def stall_of(*records: dict[str, Any], form: Form | None = None) -> Any:
    """The pick of a stall in Main Street, of the stalls 1 and 2 or none."""
    return pick_from(Diary(*records), "stall", form or One([1, 2, NONE]), "Main")


def buys(pick: Any = "S2", **changed: Any) -> dict[str, Any]:
    return {"e": "buys", "seat": 0, "street": "Main", "opt": ["S2", "S1"], "a": pick, **changed}


# -- answers


def test_the_option_with_the_recorded_shape_is_picked() -> None:
    assert stall_of(buys("S2")) == 2
    assert stall_of(buys("S1", opt=["S1", "S2"])) == 1


def test_a_recorded_null_is_the_option_that_is_not_shown() -> None:
    assert stall_of(buys(None)) == NONE


def test_a_question_with_one_answer_needs_no_record() -> None:
    assert stall_of(form=One([2])) == 2


@pytest.mark.parametrize(
    ("changed", "what", "ours", "theirs"),
    [
        ({"opt": ["S1"]}, "options for buys", ["S1", "S2"], ["S1"]),
        ({"pick": "S7"}, "stall", ["S1", "S2"], "S7"),
        ({"seat": 1}, "record", {"e": "buys", "seat": 0, "street": "Main"}, {"e": "buys", "seat": 1, "street": "Main"}),
        ({"street": "Side"}, "record", {"e": "buys", "seat": 0, "street": "Main"}, None),
        ({"e": "plan"}, "record", {"e": "buys", "seat": 0, "street": "Main"}, None),
    ],
)
def test_what_differs_in_a_record_is_reported(changed: Any, what: str, ours: Any, theirs: Any) -> None:
    with pytest.raises(Disagreement) as differs:
        stall_of(buys(**changed))

    assert (differs.value.line, differs.value.what, differs.value.ours) == (1, what, ours)
    assert theirs in (None, differs.value.theirs)


def test_several_questions_can_have_their_answers_in_one_record() -> None:
    diary = Diary({"e": "plan", "seat": 0, "goes": "out", "name": "Bo", "age": 7})

    assert pick_from(diary, "plan", One(["out", "in"])) == "out"
    assert pick_from(diary, "customer", One([("Al", 7), ("Bo", 7)])) == ("Bo", 7)
    with pytest.raises(Disagreement, match=r"record 1, who: ours \[\['Al', 7\]\], theirs \['Bo', 7\]"):
        pick_from(diary, "customer", One([("Al", 7)]))


@pytest.mark.parametrize(
    ("opt", "differs"),
    [
        ({"there": ["b", "a"], "n": 2}, ""),
        ({"there": ["b"], "n": 2}, "wares there"),
        ({"there": ["a", "b"], "n": 3}, "number of wares"),
        ({"there": ["a", "b"]}, "field opt.n"),
    ],
)
def test_every_field_that_a_record_shows_is_compared(opt: Any, differs: str) -> None:
    diary = Diary({"e": "wares", "seat": 0, "opt": opt, "takes": [["b", 1], ["a", 1]]})
    wares = Bag([("a", 1), ("b", 2)], 2, 2)

    if differs:
        with pytest.raises(Disagreement, match=f"record 1, {differs}:"):
            pick_from(diary, "wares", wares)
    else:
        assert pick_from(diary, "wares", wares) == (("a", 1), ("b", 1))


def test_a_pick_that_our_form_refuses_is_a_difference() -> None:
    diary = Diary({"e": "plan", "seat": 0, "goes": "home"})

    with pytest.raises(Disagreement, match="record 1, pick for plan: ours 'some 1 1 2'"):
        pick_from(diary, "plan", Some(["in", "out"], 1, 1))


# -- events and the end


def test_records_of_events_are_read_before_the_next_answer() -> None:
    diary = Diary({"e": "coins", "seat": 1, "n": 3}, {"e": "coins", "seat": 1, "n": -1}, buys(), {"e": "coins"})

    diary.take_answer(decision("stall", One([1])), "buys")

    assert (diary.coins, diary.tape.line, diary.tape.ahead()) == ({1: 2}, 3, {"e": "coins"})


def test_a_recording_that_stops_at_a_question_is_incomplete() -> None:
    with pytest.raises(Disagreement) as differs:
        stall_of({"e": "coins", "seat": 0, "n": 1})

    assert (differs.value.line, differs.value.kind) == (2, INCOMPLETE)


def test_a_record_after_the_end_is_a_difference() -> None:
    diary = Diary(buys(), buys())
    diary.take("buys")

    with pytest.raises(Disagreement, match="record 2, record: ours 'the end'"):
        diary.check_end("the end")
    diary.take("buys")
    diary.check_end()
    assert diary.tape.line == 3


def test_the_first_count_that_differs_is_reported() -> None:
    tape = Tape([], "e")
    tape.compare_counts(Counter(a=1), Counter(a=1, b=0), 4)

    with pytest.raises(Disagreement, match="record 4, drawn 1: ours 2, theirs 0"):
        tape.compare_counts(Counter({("drawn", 0): 1, ("drawn", 1): 2}), Counter({("drawn", 0): 1}), 4)
    with pytest.raises(Disagreement, match="record 4, drawn 2: ours 0, theirs 1"):
        tape.compare_counts(Counter(), Counter({("drawn", 2): 1}), 4)


# -- whether a file is in a format


@pytest.mark.parametrize(
    ("value", "right"),
    [
        ({"id": "x", "rows": [], "end": {"n": 1}}, True),
        ({"id": "x", "rows": [{"e": "a", "more": 1}, {"e": "b"}], "end": {"n": 1}, "more": 1}, True),
        ({"id": 1, "rows": [], "end": {"n": 1}}, False),
        ({"id": "x", "rows": {}, "end": {"n": 1}}, False),
        ({"id": "x", "rows": [{"e": "a"}, {"e": 1}], "end": {"n": 1}}, False),
        ({"id": "x", "rows": [{"e": "a"}, []], "end": {"n": 1}}, False),
        ({"id": "x", "rows": [], "end": {}}, False),
        ({"rows": [], "end": {"n": 1}}, False),
        ([], False),
    ],
)
def test_the_shape_of_a_recording(value: Any, right: bool) -> None:
    assert has_shape(value, {"id": str, "rows": [{"e": str}], "end": {"n": int}}) is right
