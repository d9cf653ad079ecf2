"""Records that docs/log-format.md excludes, in a log that is right otherwise: every reader refuses them."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Set
from functools import partial
from typing import Any

import pytest

import rftg_dsl as rftg
from forging import derived, edited, first, raw_of
from readers import audit, light_verdicts, verify_says
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.log.format.fold import Folded
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.proof.merkle import root_of
from rftg_dsl.log.proof.signed_notes import Note, Signature, origin_of

Record = dict[str, Any]

LINES = rftg.start("roll", 2, "readers").finish("greedy").log
HEAD: Record = json.loads(LINES[0])
MIDST = next(at for at in range(30, len(LINES)) if '"k":"rnd"' in LINES[at] and '"k":"do"' in LINES[at - 1])
"""The index of a result of chance that follows a decision."""


def table_before(at: int) -> Folded:
    """The table before a line."""
    folded = Folded(HEAD["table"])
    for line in LINES[1:at]:
        folded.fold(json.loads(line).get("fx", ()))
    return folded


TABLE = table_before(MIDST)
CELL = min(TABLE.stock)
OTHER = next(cell for cell in sorted(TABLE.stock) if cell.partition("@")[0] != CELL.partition("@")[0])
ENTERED = next(iter(TABLE.table["entered"]))
PLACE = next(place for place, pieces in TABLE.pieces.items() if len(pieces) > 1)
COUNTER, FACT = "credit.0", next(iter(TABLE.table["facts"]))
W = ("word", "some.step")

EVENTS: Mapping[str, list[list[Any]]] = {
    "a thing becomes another thing": [["shift", *W, CELL, OTHER, 1]],
    "a shift from a cell to itself": [["shift", *W, CELL, CELL, 1]],
    "a cell without a kind": [["shift", *W, CELL, "x", 1]],
    "a piece enters twice": [["enter", *W, ENTERED, TABLE.table["last_entered"] + 1]],
    "an object in place of a list of pieces": [["arrange", *W, PLACE, dict.fromkeys(TABLE.pieces[PLACE], 0)]],
    "a part of 0 was lost": [["adjust", *W, COUNTER, 0, 0]],
    "null was lost": [["adjust", *W, COUNTER, 0, None]],
    "the part that was lost has the other sign": [["adjust", *W, COUNTER, 1, -5]],
    "a cause that is no power and no step": [["note", "word", "cause"]],
    "a power of no side": [["note", "word", "ZZ.a/1"]],
    "the power 0": [["note", "word", f"{min(HEAD['names'])}/0"]],
    "a side without a name": [["flip", *W, TABLE.pieces[PLACE][0], "nowhere"]],
    "a counter beyond 2^53 on its way": [
        ["adjust", *W, COUNTER, by] for by in (2**53, 2**53, -(2**53), -(2**53))
    ],
    "an empty word": [["note", "", "some.step"]],
    "a fact's value that is too long": [["fact", *W, FACT, "x" * 5_000]],
}  # fmt: skip


def with_events(events: list[list[Any]]) -> list[str]:
    """The lines with some events before those of a record."""
    return edited(LINES, MIDST, lambda record: record.__setitem__("fx", [*events, *record["fx"]]), again=True)


def in_table(part: str, **more: Any) -> Record:
    """The table of the head with more in one part."""
    return {"table": {**HEAD["table"], part: {**HEAD["table"][part], **more}}}


HEADS: Mapping[str, Record] = {
    "seats without names": {"seats": ["", ""]},
    "digests that are none": {"digests": dict.fromkeys(HEAD["digests"], "x")},
    "a set without a digest": {"sets": [*HEAD["sets"], {"id": "zz", "version": "1"}]},
    "a digest of no set": {"digests": {**HEAD["digests"], "zz": "0" * 64}},
    "a digest of an option that was not chosen": {"digests": {**HEAD["digests"], "option a-b": "0" * 64}},
    "rules without an engine": {"rules": {"roll": 1}},
    "rules with a version that is a word": {"rules": {**HEAD["rules"], "engine": "1"}},
    "a place without pieces": in_table("pieces", zz=[]),
    "an unseen place that is seen by nobody known": {"unseen": {"places": {"hand": "nobody"}, "counters": {}}},
    "nothing is said of what is unseen": {"unseen": {}},
    "a cell with nothing in it": in_table("stock", **{"q@r": 0}),
    "a cell without a kind in the table": in_table("stock", q=1),
    "a piece that carries 0": in_table("tags", **{min(HEAD["names"]).partition(".")[0]: 0}),
    "a side of a piece that is not there": in_table("sides", ZZ=min(HEAD["names"])),
    "a name that is empty": {"names": {**HEAD["names"], "ZZ": ""}},
    "an option that is a number": {"options": {"a": 1}},
    "more pieces woken than entered": {"table": {**HEAD["table"], "woken": HEAD["table"]["last_entered"] + 1}},
    "nobody made it": {"made_by": ""},
    "a format that is not a log's": {"format": "zz"},
}  # fmt: skip


def with_head(change: Record) -> list[str]:
    """The lines with some fields of the head changed."""
    return derived([line_of({**HEAD, **change}), *LINES[1:]])


def with_line(record: Record) -> list[str]:
    """The lines with one more, before a result of chance."""
    return derived([*LINES[:MIDST], line_of(record), *LINES[MIDST:]])


def with_decision(**more: Any) -> list[str]:
    """The lines with a decision for one answer changed."""
    at = first(LINES, "do", lambda record: record["form"][0] == "one")
    return edited(LINES, at, lambda record: record.update(more), again=True)


DECISIONS: Mapping[str, Record] = {
    "a number for an id": {"pick": 5},
    "an empty id": {"pick": ""},
    "an id with an empty part": {"pick": "a||b"},
    "a decision without a name": {"name": ""},
    "a form of one of none": {"form": ["one", 0]},
    "a form whose bounds are not in order": {"form": ["some", 1, 3, 2], "pick": ["a"]},
    "something is picked twice": {"form": ["some", 1, 3, 3], "pick": ["a", "a"]},
    "a number among ids": {"form": ["some", 1, 3, 3], "pick": [1]},
    "no name for what is counted": {"form": ["bag", 1, 3, 3], "pick": {"": 1}},
}


def with_label(label: str) -> list[str]:
    """The lines with another label for a roll of the second round, and the results that the seed has for it."""

    def roll_again(record: Record) -> None:
        results = Seeded("readers", "roll").rolls(label, record["domain"], len(record["result"]))
        record.update(label=label, result=list(results))

    return edited(LINES, first(LINES, "rnd", lambda record: record["label"] == "2/0/roll/0"), roll_again, again=True)


LABELS: Mapping[str, str] = {
    "a roll of the round before": "1/0/roll/0",
    "a roll of the next round": "3/0/roll/0",
    "a roll of a round far ahead": "70/0/roll/0",
    "a round with a zero before it": "02/0/roll/0",
    "a roll of a seat that is not there": "2/2/roll/0",
    "a roll after one that is not there": "2/0/roll/1",
    "a number with a zero before it": "2/0/roll/00",
}
"""Labels among which a host could choose for the best results."""


def with_figures(change: Callable[[Record], Any]) -> list[str]:
    """The lines with the figures of the last mark and of the end changed alike."""
    lines = LINES
    marks = [at for at, line in enumerate(lines) if '"k":"mark"' in line]
    for at in (marks[-1], first(lines, "end")):
        lines = edited(lines, at, lambda record: change(record["figures"]))
    return derived(lines)


FIGURES: Mapping[str, Callable[[Record], Any]] = {
    "somebody else is tied": lambda figures: figures["end"].update(tied=[1]),
    "the winner alone is tied": lambda figures: figures["end"].update(tied=figures["end"]["winners"]),
    "a reason that is a number": lambda figures: figures["end"].update(why=5),
    "no reason": lambda figures: figures["end"].pop("why"),
    "a field too many at the end": lambda figures: figures["end"].update(zz=5),
    "a total that is too large": lambda figures: figures["seats"][0]["score"].update(more=1),
}


def without_end_in_mark() -> list[str]:
    """The lines with a last mark that does not have the end."""
    last = max(at for at, line in enumerate(LINES) if '"k":"mark"' in line)
    return edited(LINES, last, lambda record: record["figures"].pop("end"), again=True)


def signed_before_a_mark() -> list[str]:
    """The lines with a note, after a mark, on those before it: neither all so far nor those up to a mark."""
    at = first(LINES, "mark")
    note = Note(origin_of(LINES[0]), at, root_of(LINES[:at]), (Signature("eve", bytes(4), bytes(64)),))
    return derived([*LINES[: at + 1], line_of({"k": "sign", "note": str(note)}), *LINES[at + 1 :]])


Make = Callable[[], list[str]]

MUTANTS: Mapping[str, Make] = {
    **{name: partial(with_events, events) for name, events in EVENTS.items()},
    **{name: partial(with_head, change) for name, change in HEADS.items()},
    **{name: partial(with_decision, **change) for name, change in DECISIONS.items()},
    **{name: partial(with_label, label) for name, label in LABELS.items()},
    **{name: partial(with_figures, change) for name, change in FIGURES.items()},
    "the end tells what no mark has": without_end_in_mark,
    "a signature of the lines before a mark, after it": signed_before_a_mark,
    "a signature where no decision is awaited": partial(with_line, {"k": "sign", "note": ""}),
    "a seat changes hands where no decision is awaited": partial(
        with_line, {"does": "sits", "k": "seat", "seat": 0, "who": "x"}
    ),
}


@pytest.fixture(scope="module")
def readers() -> Set[str]:
    """All light checks: each of them finds the log itself valid."""
    verdicts = light_verdicts(raw_of(LINES))
    assert set(verdicts.values()) == {"valid"}
    return verdicts.keys()


@pytest.mark.parametrize("name", MUTANTS)
def test_every_light_check_refuses_what_the_page_excludes(name: str, readers: Set[str]) -> None:
    assert light_verdicts(raw_of(MUTANTS[name]())) == dict.fromkeys(readers, "invalid")


def test_the_log_itself_is_valid_to_all() -> None:
    assert set(light_verdicts(raw_of(LINES)).values()) == {audit(raw_of(LINES), light=False)} == {"valid"}


def test_the_purpose_of_a_roll_is_known_to_the_rules_alone() -> None:
    verdicts = light_verdicts(raw_of(with_label("2/0/another/0")))

    assert set(verdicts.values()) == {"valid"}


def test_two_options_can_have_a_digest_of_one_name() -> None:
    """``a=b-c`` and ``a-b=c``: the page gives the digest of each the same name."""
    options = {"options": {"a": "b-c", "a-b": "c"}, "digests": {**HEAD["digests"], "option a-b-c": "0" * 64}}
    verdicts = light_verdicts(raw_of(with_head(options)))

    assert set(verdicts.values()) == {"valid"}


def test_a_fact_holds_anything_that_is_short() -> None:
    """As far as a reader without rules can know."""
    verdicts = light_verdicts(raw_of(with_events([["fact", *W, FACT, {"a": [1, {}]}]])))

    assert set(verdicts.values()) == {"valid"}


@pytest.mark.parametrize("game", ["roll", "race", "galaxies"])
def test_the_full_audit_asks_for_the_names_of_seats_too(game: str) -> None:
    lines = rftg.start(game, 2, "names").finish("random").log
    nameless = raw_of(edited(lines, 0, lambda head: head.update(seats=["", ""]), again=True))

    assert {audit(nameless, light=False), *light_verdicts(nameless).values()} == {"invalid"}
    assert verify_says(raw_of(lines)) == "valid"
