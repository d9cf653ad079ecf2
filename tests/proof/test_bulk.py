"""In bulk: what random sentences of the whole grammar do in play, by the program and by a second reading.

``sentences`` makes the sentences, ``program`` checks and compiles them, ``laid`` lays out the tables, and ``trial``
brings the moment about and compares; ``reader`` is the second reading, and ``bulk`` puts them together.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from lanes import SLOW
from proof.bulk import Outcome, prove
from proof.doing import signature
from proof.program import bench
from rftg_dsl.shelf import game_names

PARTS = 4 if SLOW else 1
SENTENCES = 2_800 if SLOW else 1_400
"""How many sentences of each game are tried in each part; in all at least 2,000, and 20,000 in the slow lane."""
TIMES = 2 if SLOW else 1
"""How often each form must have done something in each part."""

NEVER = {
    "roll": set[str](),
    "race": {
        "verb: gain counters",  # only one counter of Race can be gained, so there are no two to choose between
        "verb: claim nothing",  # goals have these; no card can
        "verb: return nothing",
        "number: progress",
    },
    "galaxies": {
        "change: any number",  # every number of Galaxies has a natural size
    },
}
"""Forms that the sentences of a game cannot have."""

THINGS = """value, values joined, non-value, own, every, another, other, with number, with number or more,
with number or less, highest, lowest, called, with a power, without a power, of opponents, in a place"""
COUNTS = """things, printed numbers, different values, counter, minus, minus a number, triangle, step, step from 2,
smaller"""
CONDITIONS = """have the most, have the fewest, share the most, share the fewest, as many, more than, fewer than,
no, an opponent, each opponent, happened, happened n times, all are, n, exactly, or less, or more"""
CHANGES = "less, more, exactly, any number, not below, not above, per, per rounded"
AMOUNTS = "per, rounded up, rounded down, not above, less"
SORTS = {"thing": THINGS, "count": COUNTS, "if": CONDITIONS, "change": CHANGES, "amount": AMOUNTS}
PARTS_OF_POWERS = """may, choose one, whoever, several effects, each opponent, opponents, condition alone,
condition on a moment, price: may, price: two parts, price: overlapping parts, rank: first, rank: last, at once,
score, score: rows, lasting: event, lasting: number"""
MORE = {
    "roll": """thing: its, thing: from one place, thing: with current number, things: kind, things: kinds joined,
things: non-kind, things: in a place, things: in places, things: on pieces, things: own, things: every,
things: of opponents, things: in active phase, things: in inactive phase, things: in selected phase, things: on it,
money, to here, to a place, to a chosen place, count: different kinds, count: different of an event,
count: number of it, count: its settlers, count: its developers, count: its goods, if: has of its, if: it is,
thing: top, thing: this, permission: may, permission: cannot, event of its own piece, number kept, number of this,
two powers on a number, two prices of a number, change: per given, who: you, who: opponent, who: anyone,
how many: between, how many: up to, how many: any, how many: all, how many: every""",
    "race": """permission: may, permission: cannot, event of its own piece, permission: discarded,
permission: paid for, permission: conquered, permission: traded, number kept, number of this,
two powers on a number, two prices of a number, thing: picked by chance, thing: being discarded, thing: mark,
thing: this, thing: it, thing: of different types, thing: with current number, count: changed number, if: it is,
limit: number, change: per given, price: must, who: you, who: opponent, who: anyone, how many: all""",
    "galaxies": """thing: on a piece, thing: without things, thing: different, things: in a place,
things: in places, if: have the, who: you, who: opponent, who: anyone, how many: between, how many: up to,
how many: any, how many: all, how many: every""",
}
"""What only some games have."""


def listed(text: str) -> list[str]:
    """The names in a list."""
    return " ".join(text.split()).split(", ")


def forms(game: str) -> Iterator[str]:
    """All forms that sentences of a game can have: of the language, and of the game's signatures."""
    found = bench(game).game
    yield from (signature(verb) for verb in found.verbs)
    slots = [(verb.name, name, kind) for verb in found.verbs for name, kind in verb.slots.items()]
    yield from (f"slot: {verb} {name}" for verb, name, kind in slots if kind != "flag")
    yield from (f"event: {one.name}{' of a piece' if one.acts else ''}" for one in found.events)
    yield from (f"count: time {one.name}" for one in found.events if "past" in one.forms.values())
    yield from (f"role: {one.name} {role}" for one in found.events for role in one.about if role != "it")
    yield from (f"window: {edge} of {phase}" for phase, edges in found.windows.items() for edge in edges)
    yield from (f"offer: {phase}" for phase in found.offers)
    yield from (f"offered in {phase}: {verb}" for phase, verbs in found.offers.items() for verb in verbs)
    yield from (f"number: {one.name}" for one in found.parameters if not one.permits)
    yield from (f"number at a price: {one.name}" for one in found.parameters if one.priced)
    for period in found.stretches():
        yield from (f"limit: {times} per {period}" for times in ("once", "twice"))
        yield f"lasting until end of {period}"
    for sort, names in SORTS.items():
        yield from (f"{sort}: {name}" for name in listed(names))
    yield from (*listed(PARTS_OF_POWERS), *listed(MORE[game]))


def missing(game: str, found: Outcome) -> list[str]:
    """The forms that have not done something often enough."""
    return sorted({one for one in forms(game) if found.forms[one] < TIMES} - NEVER[game])


@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("game", game_names())
def test_sentences_do_what_they_say(game: str, part: int) -> None:
    found = prove(game, SENTENCES, f"part {part}")

    assert found.wrong == []
    assert found.unread == []
    assert found.compared >= SENTENCES * 7 // 10, found.refused
    assert found.acted >= found.compared * 6 // 10, (found.acted, found.compared)
    assert missing(game, found) == []


SECOND = ("words", "table", "things", "phrases", "powers", "verbs", "reader", "roll", "race", "galaxies")
"""The modules of the second reading."""


@pytest.mark.parametrize("name", SECOND)
def test_the_second_reading_shares_no_code_with_the_program(name: str) -> None:
    tree = ast.parse((Path(__file__).parent / f"{name}.py").read_text("utf-8"))
    froms = [one.module or "" for one in ast.walk(tree) if isinstance(one, ast.ImportFrom)]
    names = [alias.name for one in ast.walk(tree) if isinstance(one, ast.Import) for alias in one.names]

    assert not [one for one in (*froms, *names) if one.startswith("rftg_dsl")]
    assert {one.partition(".")[2] for one in froms if one.startswith("proof.")} <= set(SECOND)
