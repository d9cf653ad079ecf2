"""A log of no game at all that has everything a log can have: short, and valid to readers that know no rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from forging import Record, derived
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.log.format.kinds import FORMAT
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.proof.randomness import Randomness, randomness_from, secret_of, shared

W = ("word", "some.step")

TABLE: Record = {
    "counters": {"c": 5, "turns": 0},
    "entered": {},
    "facts": {"f": 0, "g": [1]},
    "last_entered": 0,
    "pieces": {"p": ["A", "B", "C"], "q": ["D"]},
    "sides": {"A": "up", "C": "up"},
    "stock": {"x@p": 3, "x@q.0": 1, "y@p": 1, "y@q.0": 2},
    "tags": {"B": 2},
    "woken": 0,
}

NAMES = {"up": "Upper s\u00efde", "down": '\u00e9\\"\n\x7f', "end c": "all is over"}

EVENTS: list[list[Any]] = [
    ["shift", *W, "x@p", "x@q.0", 1],
    ["shift", *W, "x@p", "x@r", 2],
    ["shift", *W, "x@r", "x@q.0", 1],
    ["shift", *W, "x@r", "x@p", 1],
    ["adjust", *W, "c", 2],
    ["adjust", *W, "c", -3, -1],
    ["adjust", *W, "c", 0, 4],
    ["move", *W, "A", "q", 1],
    ["move", *W, "D", "new", 0],
    ["move", *W, "D", "new", 0],
    ["move", *W, "B", "q", 0],
    ["move", *W, "B", "empty", 0],
    ["flip", "word", "up/1", "A", "down"],
    ["flip", "word", "down/12~", "C", "up"],
    ["tag", *W, "A", 3],
    ["tag", *W, "B", 0],
    ["enter", *W, "A", 1],
    ["enter", *W, "B", 2],
    ["enter", *W, "A", 0],
    ["wake", *W, 1],
    ["fact", *W, "f", [1, "\u00e9", {"a": None}, True]],
    ["fact", *W, "g", "x" * 4_000],
    ["move", *W, "C", "q", 0],
    ["arrange", *W, "q", ["A", "C"]],
    ["note", *W],
    ["note", "\u2603", "a.b.c", {}, [[]], -1, None, 2**53, -(2**53)],
]
"""Every kind of event, with what is special about it."""


def head_of(dice: Randomness) -> Record:
    """The head."""
    return {
        "digests": dict.fromkeys(("base", "edition", "game", "option way-long"), "0" * 64),
        "edition": "first",
        "format": FORMAT,
        "game": "nothing",
        "k": "head",
        "made_by": "a test",
        "names": NAMES,
        "options": {"short": "no", "way": "long"},
        "players": 2,
        "randomness": dice.head,
        "rules": {"engine": 1, "nothing": 0},
        "seats": ["a", "b"],
        "sets": [{"id": "base", "version": "1"}],
        "stretch": ["turn", "turns"],
        "table": TABLE,
        "unseen": {"counters": {"c": "owner"}, "places": {"p": "none", "q": "top"}},
    }


def figures(end: bool = False) -> Record:
    """The figures of two seats: the second one wins by its tie-break."""
    seats: list[Record] = [{"score": {"a": 3, "b": -1, "total": 2}, "tie_break": [1, 2]}]
    seats.append({"score": {"a": 2, "total": 2}, "tie_break": [1, 3]})
    outcome = {"scores": [2, 2], "tied": [0, 1], "why": ["c"], "winners": [1]}
    return {"seats": seats, "table": {"c": 1}} | ({"end": outcome} if end else {})


def mark(after: str, end: bool = False) -> Record:
    """A mark."""
    own = {"after": after, "figures": figures(end), "k": "mark", "n": 0, "root": "", "state": "0" * 64, "table": ""}
    return dict(sorted(own.items()))


def answer_line(form: list[Any], pick: Any, **more: Any) -> Record:
    """A decision."""
    return {"form": form, "fx": [], "k": "do", "name": "what", "pick": pick, "seat": 1, **more}


def run(*events: list[Any]) -> Record:
    """A record of events that follow from the rules."""
    return {"fx": list(events), "k": "run"}


def turn(by: int) -> list[Any]:
    """The event that counts turns."""
    return ["adjust", *W, "turns", by]


def every_line(dice: Randomness) -> list[str]:
    """The lines of the log."""
    chance = Seeded(dice.seed, "nothing") if dice.seed is not None else None

    def roll(label: str, domain: int, times: int) -> Record:
        results = list(chance.rolls(label, domain, times)) if chance else [domain - 1] * times
        return {"domain": domain, "fx": [], "k": "rnd", "label": label, "result": results}

    def draw(label: str, source: Any, members: Sequence[Any], times: int) -> Record:
        results = list(chance.draws(label, members, times)) if chance else list(members[:times])
        return {"domain": len(members), "from": source, "fx": [], "k": "rnd", "label": label, "result": results}

    numbers = list(range(60))
    records = [
        head_of(dice),
        *dice.opening,
        draw("0/table/draw/0", "p", ["A", "B", "C"], 3),
        draw("0/0/draw/0", [1, "B", 2], [1, "B", 2], 2),
        draw("0/0/draw/1", numbers, numbers, 20),
        draw("0/0/draw/2", "q", ["D"], 1),
        roll("0/0/dice/0", 6, 3),
        roll("0/0/dice/1", 1, 40),
        roll("0/1/dice/0", 257, 50),
        roll("0/1/dice/1", 65_536, 1),
        *[run(event) for event in EVENTS],
        answer_line(["one", 3], "A"),
        answer_line(["one", 3], "A|b.0|c", secret=1),
        answer_line(["some", 0, 2, 4], []),
        answer_line(["some", 0, 2, 4], ["A", "1"]),
        answer_line(["bag", 1, 4, 9], {"A": 1, "B": 3}),
        answer_line(["bag", 0, 4, 9], {}),
        answer_line(["amount", -2, 5], -2),
        mark("setup"),
        run(turn(1), ["note", *W]),
        roll("1/0/dice/0", 6, 1),
        run(turn(-1)),
        roll("0/0/dice/0", 6, 1),
        run(turn(1)),
        roll("1/0/dice/0", 6, 1),
        mark("turn 1"),
        run(turn(1)),
        mark("turn 2", end=True),
        {"figures": figures(True), "k": "end", "n": 0, "root": ""},
        *dice.closing,
    ]
    return derived([line_of(record) for record in records])


def beside(lines: list[str]) -> list[str]:
    """The lines with records that no rules give, at every kind of place where they may be."""
    sits = line_of({"does": "sits", "k": "seat", "seat": 1, "who": "somebody"})
    leaves, sign = '{"does":"leaves","k":"seat","seat":0}', '{"k":"sign","note":""}'
    made: list[str] = []
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        made.append(line)
        if '"k":"do"' in after and '"k":"do"' in line:
            made += [sign, sits] if len(made) % 2 else [sits, leaves, sign]
        elif '"k":"mark"' in line:
            made += [sits, sign]
        elif '"k":"end"' in line:
            made.append(sign)
    return derived(made)


DICE = {
    "table": Randomness("table"),
    "seed": randomness_from("any text \u00e9"),
    "shared": shared(
        secret_of("host"), [secret_of("one"), None], [secret_of("one").commitment, secret_of("two").commitment]
    ),
}

LINES = {mode: every_line(dice) for mode, dice in DICE.items()}
"""By the mode of randomness."""
