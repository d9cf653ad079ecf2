"""Logs made to be slow: a small one in which one thing has been grown, or one thing and what touches it.

``SHAPES`` grow by a number. Each list, mapping, number, text and nesting of each kind of record is grown alone,
wherever it stands in a whole log or a sealed one, so a new field is grown without a word here. Then come the pairs that
were, or could be, quadratic: a large part of the table and many events that touch it.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, cycle, islice
from typing import Any

from forging import derived
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.program import CONCEALED, DISCLOSED, STAGE
from rftg_dsl.log.format.kinds import SEALED, WHOLE
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.proof.merkle import root_of
from rftg_dsl.log.proof.randomness import secret_of
from rftg_dsl.log.proof.seal import Sealer, Veil, salts_of
from rftg_dsl.log.proof.signed_notes import Note, Signature, origin_of

Record = dict[str, Any]
Event = list[Any]
Shape = Callable[[int], list[str]]

CAUSE, STEP = "T1.a/1", "tiny.step"
FIGURES = {"seats": [{"score": {"line": 1, "total": 1}, "tie_break": 0}, {"score": {"total": 0}, "tie_break": [0, 1]}]}
OUTCOME = {"scores": [1, 0], "tied": [], "why": ["over"], "winners": [0]}


def names(n: int, stem: str = "x") -> list[str]:
    """``n`` different names."""
    return [f"{stem}{nth}" for nth in range(n)]


def head(players: int = 2, level: str = "none", **parts: Any) -> Record:
    """The head of a made-up game; ``parts``: more of parts of its table, or other fields."""
    table = {
        "counters": {"round": 0, "credit.0": 1},
        "entered": {"T1": 1},
        "facts": {"order": [0, 1], STAGE: ""},
        "last_entered": 1,
        "pieces": {"deck": ["T2", "T3"], "hand.0": ["T1"], "open": ["T4"]},
        "sides": {"T1": "T1.a"},
        "stock": {"home@cup.0": 3, "home@citizenry.0": 2},
        "tags": {"T1": 1},
        "woken": 1,
    }
    for part in table.keys() & parts.keys():
        table[part] = {**table[part], **parts.pop(part)} if isinstance(table[part], dict) else parts.pop(part)
    record: Record = {
        "digests": {"base": "0" * 64, "game": "1" * 64},
        "edition": "",
        "format": "rftg-log/2",
        "game": "tiny",
        "k": "head",
        "made_by": "hand",
        "names": {"T1.a": "One", "T1.b": "Other", "T2": "Two"},
        "options": {"length": "short"},
        "players": players,
        "randomness": {"mode": "table"},
        "rules": {"engine": 1, "tiny": 1},
        "seats": ["Ann", "Bob", *names(players - 2, "p")][:players],
        "sets": [{"id": "base", "version": "1"}],
        "stretch": ["round", "round"],
        "table": table,
        "unseen": {"counters": {"credit": "owner"}, "places": {"cup": "owner", "deck": level, "hand": "owner"}},
    }
    return record | parts


def run(events: Iterable[Event], several: int = 0) -> Iterator[Record]:
    """Records of events: all in one, or ``several`` in each."""
    rest = iter(events)
    while some := list(islice(rest, several or None)):
        yield {"fx": some, "k": "run"}


def mark(after: str, figures: Any = FIGURES) -> Record:
    """A mark; its counts and digests are derived later."""
    return {"after": after, "figures": figures, "k": "mark", "n": 0, "root": "", "state": "0" * 64, "table": ""}


def write_lines(*records: Record) -> list[str]:
    """Records as the lines of a log, with what follows from them derived."""
    return derived([line_of(record) for record in records])


def rounds(n: int) -> Iterator[Record]:
    """So many rounds in which nothing happens."""
    yield mark("setup")
    for nth in range(1, n + 1):
        yield from run([["adjust", "begin", STEP, "round", 1]])
        yield mark(f"round {nth}")


def end_of_game(players: int = 2) -> list[Record]:
    """A round and the end of a game in which no one has scored."""
    seats = {"seats": [{"score": {"total": 0}, "tie_break": 0}] * players}
    everybody = list(range(players))
    nobody = {"scores": [0] * players, "tied": everybody * (players > 1), "why": ["over"], "winners": everybody}
    last = {**seats, "end": nobody}
    first, *rest = rounds(1)
    return [first | {"figures": seats}, *rest[:-1], mark("round 1", last), end_with(last)]


def end_with(figures: Any) -> Record:
    """The end, whose counts are derived later."""
    return {"figures": figures, "k": "end", "n": 0, "root": ""}


EVENTS: dict[str, Sequence[Event]] = {
    "shift": [
        ["shift", "moved", CAUSE, "home@cup.0", "home@citizenry.0", 1],
        ["shift", "moved", CAUSE, "home@citizenry.0", "home@cup.0", 1],
    ],
    "adjust": [["adjust", "paid", CAUSE, "credit.0", 1, 1], ["adjust", "paid", CAUSE, "credit.0", -1]],
    "move": [["move", "drawn", CAUSE, "T2", "hand.0", 0], ["move", "back", CAUSE, "T2", "deck", 0]],
    "move within": [["move", "drawn", CAUSE, "T4", "open", 0]],
    "flip": [["flip", "turned", CAUSE, "T1", "T1.b"]],
    "tag": [["tag", "set", CAUSE, "T1", 0], ["tag", "set", CAUSE, "T1", 2]],
    "enter": [["enter", "left", STEP, "T1", 0], ["enter", "came", STEP, "T1", 2]],
    "wake": [["wake", "woke", STEP, 1]],
    "fact": [["fact", "began", STEP, STAGE, "explore"], ["fact", "ended", STEP, STAGE, ""]],
    "order": [["fact", "set", STEP, "order", [1, 0]]],
    "arrange": [["arrange", "shuffled", STEP, "hand.0", ["T1"]]],
    "note": [["note", "said", STEP, "T1", 3]],
    "screens": [
        ["note", CONCEALED, STEP],
        ["move", "drawn", CAUSE, "T2", "hand.0", 0],
        ["shift", "moved", CAUSE, "home@cup.0", "home@citizenry.0", 1],
        ["note", DISCLOSED, STEP],
        ["shift", "moved", CAUSE, "home@citizenry.0", "home@cup.0", 1],
        ["move", "back", CAUSE, "T2", "deck", 0],
    ],
}
"""Events that can be repeated forever, by what they do."""


def repeat(op: str, n: int) -> Iterator[Event]:
    """So many events of a sort."""
    if op == "enter":  # each time as the next one
        return (event for nth in range(n) for event in (EVENTS[op][0], ["enter", "came", STEP, "T1", nth + 2]))
    return islice(cycle(EVENTS[op]), n * len(EVENTS[op]))


# -- each thing alone ---------------------------------------------------------------------------------------------


def whole_game() -> list[Record]:
    """A game with every kind of record and of event."""
    seed, shares = secret_of("host"), [secret_of("Ann"), secret_of("Bob")]
    promises = {"commit": seed.commitment, "mode": "shared", "seats": [share.commitment for share in shares]}
    first = head(randomness=promises)
    last = {**FIGURES, "end": OUTCOME}
    records = [
        first,
        {"k": "share", "nonce": shares[0].nonce, "seat": 0, "text": shares[0].text},
        {"k": "share", "refused": 1, "seat": 1},
        {"domain": 6, "fx": [], "k": "rnd", "label": "0/table/roll/0", "result": [1, 0]},
        {"domain": 2, "from": "deck", "fx": [], "k": "rnd", "label": "0/0/draw/0", "result": ["T3"]},
        mark("setup"),
        {"does": "sits", "k": "seat", "seat": 1, "who": "random"},
        {"form": ["one", 2], "fx": [], "k": "do", "name": "act", "pick": "T1", "seat": 0, "secret": 1},
        {"form": ["some", 0, 2, 2], "fx": [], "k": "do", "name": "keep", "pick": ["T1", "T2"], "seat": 1},
        {"form": ["bag", 0, 2, 2], "fx": [], "k": "do", "name": "take", "pick": {"home": 2}, "seat": 1},
        {"form": ["amount", 0, 9], "fx": [], "k": "do", "name": "pay", "pick": 3, "seat": 0},
        *({"fx": list(events), "k": "run"} for events in EVENTS.values()),
        *run([["adjust", "begin", STEP, "round", 1]]),
        mark("round 1", last),
        end_with(last),
        {"k": "reveal", "nonce": seed.nonce, "text": seed.text},
    ]
    return [json.loads(line) for line in sign([line_of(record) for record in records])]


def sign(lines: list[str], notes: int = 1, signatures: int = 1) -> list[str]:
    """The lines of a log, followed by unchecked notes."""
    lines = derived(lines)
    root, origin = root_of(lines), origin_of(lines[0])
    for nth in range(notes):
        made = tuple(Signature("eve", bytes(4), at.to_bytes(64, "big")) for at in (*range(1, signatures), 10**6 + nth))
        lines.append(line_of({"k": "sign", "note": str(Note(origin, len(lines) - nth, root, made))}))
    return lines


def open_sealed(lines: Sequence[str]) -> list[str]:
    """A whole log as a sealed one that has been opened."""
    sealer = Sealer(json.loads(lines[0]), salts_of("salt"))
    public, opening = [], []
    for line in lines:
        sealed = sealer.seal([line])
        public += sealed.lines
        opening += map(line_opening, sealed.veils)
    return [*public, *[line for line in lines if '"k":"reveal"' in line], *opening]


def line_opening(veil: Veil) -> str:
    """The line that opens a veil."""
    salts = [part.salt for part in veil.parts]
    return line_of(
        {"k": "open", "line": veil.line, "path": veil.path_from(0), "records": veil.parts[0].told, "salts": salts}
    )


def sealed_game() -> list[Record]:
    """The same game sealed, and opened."""
    whole = [line_of(record) for record in whole_game()]
    lines = open_sealed([line for line in whole if '"k":"sign"' not in line])
    return [json.loads(line) for line in sign(lines)]


GAMES: dict[str, tuple[list[Record], dict[str, Any]]] = {
    "whole": (whole_game(), WHOLE),
    "sealed": (sealed_game(), SEALED),
}
"""The two games, with the fields that their records can have."""

Path = tuple[Any, ...]


def paths(value: Any, at: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value in plain data, with the way to it."""
    yield at, value
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from paths(each, (*at, key))


def grown(value: Any, n: int) -> Any:
    """A value grown by a number in its own way: a list, a mapping, a text or a number."""
    match value:
        case dict():
            first = next(iter(value.values()), "x")
            return value | {f"{name}@p" if any("@" in key for key in value) else name: first for name in names(n)}
        case list():
            first = value[0] if value else "x"
            return [*value, *(names(n) if isinstance(first, str) else [copy.deepcopy(first) for _ in range(n)])]
        case str():
            return value + "x" * n
        case int():
            return min(max(value, 1) * 10 ** min(n, 15), 2**53)
    return value


def nest(value: Any, n: int) -> Any:
    """A value within as many lists as a record may have, and as many of these as a number."""
    for _ in range(15):
        value = [value]
    return [value] * n


def replace_value(record: Record, path: Path, value: Any) -> Record:
    """A record with another value somewhere."""
    made = copy.deepcopy(record)
    at: Any = made
    for key in path[:-1]:
        at = at[key]
    at[path[-1]] = value
    return made


def growing_value(game: str, line: int, path: Path, grow: Callable[[Any, int], Any]) -> Shape:
    """The shape in which one value of a game grows."""

    def shape(n: int) -> list[str]:
        records = list(GAMES[game][0])
        value: Any = records[line]
        for key in path:
            value = value[key]
        records[line] = replace_value(records[line], path, grow(value, n))
        return write_lines(*records)

    return shape


def leads(path: Path) -> bool:
    """Whether a way goes through the first of a list only; what stands in events and forms is of many sorts."""
    return path[0] in ("fx", "form") or not any(type(step) is int and step for step in path)


def alone() -> Iterator[tuple[str, Shape]]:
    """Each list, mapping, text, number and nesting grown alone, once for each place in each kind of record."""
    seen = set()
    for game, (records, _) in GAMES.items():
        for line, record in enumerate(records):
            for path, value in paths(record):
                op = f"{record['fx'][path[1]][0]} " if path[:1] == ("fx",) and len(path) > 2 else ""
                steps = [str(step) for nth, step in enumerate(path) if not (nth == 1 and op)]
                name = f"{game} {record['k']} {op}{' '.join(steps)}"
                if not path or path == ("k",) or name in seen or value is None or not leads(path):
                    continue
                seen.add(name)
                yield name, growing_value(game, line, path, grown)
                if isinstance(value, list):
                    yield f"{name} nested", growing_value(game, line, path, nest)


# -- a part of the table, and what touches it ---------------------------------------------------------------------

PARTS: dict[str, Callable[[int], Record]] = {
    "nothing": lambda n: head(),
    "deck": lambda n: head(pieces={"deck": ["T2", *names(n)]}),
    "deck with a top": lambda n: head(2, "top", pieces={"deck": ["T2", *names(n)]}),
    "open place": lambda n: head(pieces={"open": [*names(n), "T4"]}),
    "places": lambda n: head(pieces={f"place.{name}": [name] for name in names(n)}),
    "hidden cells": lambda n: head(stock={f"{name}@cup.0": 1 for name in names(n)}),
    "hidden places": lambda n: head(stock={f"home@cup.{nth + 2}": 1 for nth in range(n)}),
    "cells": lambda n: head(stock={f"{name}@open": 1 for name in names(n)}),
    "counters": lambda n: head(counters=dict.fromkeys(names(n), 1)),
    "facts": lambda n: head(facts=dict.fromkeys(names(n), 1)),
    "fact": lambda n: head(facts={"order": list(range(n))}),
    "names": lambda n: head(names={f"{name}.a": name for name in names(n)}),
    "sides": lambda n: head(names={f"T1.{name}": "One" for name in names(n)}),
    "copies": lambda n: head(pieces={"shelf": [f"T1#{nth}" for nth in range(2, n + 2)]}),
    "players": lambda n: head(players=2 + n),
    "long names": lambda n: head(
        pieces={"hand.0": ["T1"], "p" * min(n, 250): [name + "y" * min(n, 250) for name in names(3)]},
        names={"T1.a": "One" * min(n, 80), "T2": "Two" * min(n, 80)},
    ),
    "unseen": lambda n: head(unseen={"counters": {}, "places": dict.fromkeys([*names(n), "cup", "deck"], "none")}),
}
"""Heads with one large part each."""


def large_table(part: str, op: str, several: int = 0) -> Shape:
    """The shape of a large part of the table, and as many events of a sort."""

    def shape(n: int) -> list[str]:
        first = PARTS[part](n)
        seats = [{"score": {"total": 0}, "tie_break": 0}] * first["players"]
        return write_lines(first, *run(repeat(op, n), several), mark("setup", {"seats": seats}))

    return shape


# -- the pairs that belong to one kind of record ------------------------------------------------------------------


def draws(seeded: bool, several: int) -> Shape:
    """Results of chance from a large place: many in each record, or one."""

    def shape(n: int) -> list[str]:
        secret, deck = secret_of("host"), names(n)
        chance = Seeded(secret.text, "tiny")
        mode = {"commit": secret.commitment, "mode": "seed"} if seeded else {"mode": "table"}
        records = []
        for nth in range(max(n // several, 1)):
            label = f"0/0/draw/{nth}"
            result = chance.draws(label, deck, several) if seeded else deck[-several:]
            records.append(
                {"domain": n, "from": "deck", "fx": [], "k": "rnd", "label": label, "result": [*result]},
            )
        reveal = [{"k": "reveal", "nonce": secret.nonce, "text": secret.text}] * seeded
        return write_lines(head(randomness=mode, pieces={"deck": deck}), *records, *end_of_game(), *reveal)

    return shape


def dice(n: int) -> list[str]:
    """Dice with more and more faces."""
    records = (
        {"domain": nth + 1, "fx": [], "k": "rnd", "label": f"0/0/roll/{nth}", "result": [nth]} for nth in range(n)
    )
    return write_lines(head(), *records)


def marks(n: int) -> list[str]:
    """Marks of a large table."""
    return write_lines(head(counters=dict.fromkeys(names(n), 0)), *rounds(n))


def large_seats(n: int) -> dict[str, Any]:
    """Figures with a seat for each of many players, all with other lines."""
    return {"seats": [{"score": {name: 0, "total": 0}, "tie_break": 0} for name in names(n)]}


def scores(n: int) -> list[str]:
    """Many seats, each with lines of its own, all of them the best."""
    seats = list(range(n))
    last = large_seats(n) | {"end": {"scores": [0] * n, "tied": seats, "why": ["x"], "winners": seats}}
    return write_lines(
        head(players=n),
        mark("setup", large_seats(n)),
        *run([["adjust", "begin", STEP, "round", 1]]),
        mark("round 1", last),
        end_with(last),
    )


def ends(n: int) -> list[str]:
    """Many ends, of many players."""
    last = large_seats(n) | {"end": {"scores": [0] * n, "tied": [], "why": ["x"], "winners": [0]}}
    return write_lines(head(players=n), *[end_with(last)] * min(n, 900))


def deep_figures(n: int) -> list[str]:
    """A long name of a figure over many small ones."""
    seat = {"score": {"total": 0}, "tie_break": 0, "x" * n: dict.fromkeys(names(n), 1)}
    return write_lines(
        head(players=1), mark("setup", {"seats": [seat], "table": {"y" * n: dict.fromkeys(names(n), 2)}})
    )


def causes(n: int) -> list[str]:
    """Events with many causes, each a power of another side."""
    events = (["note", "x", f"T1.{nth}/1"] for nth in range(n))
    return write_lines(PARTS["copies"](n), *run(events), mark("setup"))


def long_event(n: int) -> list[str]:
    """A long event, and many that look back at it."""
    piece = ["flip", "w" * n, STEP, "T1", "T1.a"]
    return write_lines(head(), *run([piece]), *run([["flip", "turned", CAUSE, "T1", "T1.b"]] * n))


def picks(n: int) -> list[str]:
    """A decision for many things with many names."""
    sides, pieces = {f"T1.{name}": "One" * 20 for name in names(n)}, [f"T1#{nth}" for nth in range(n)]
    return write_lines(
        head(names=sides),
        {"form": ["some", 0, n, n], "fx": [], "k": "do", "name": "keep", "pick": pieces, "seat": 0},
        {"form": ["bag", 0, n, n], "fx": [], "k": "do", "name": "take", "pick": dict.fromkeys(names(n), 1), "seat": 0},
    )


def notes(n: int) -> list[str]:
    """Many notes that differ in their last signature only."""
    return sign(write_lines(head(), mark("setup")), min(n, 900), 8)


def stages(n: int) -> list[str]:
    """A stage with a long name, and many lines in it."""
    long = ["fact", "began", STEP, STAGE, "x" * min(n, 4_000)]
    return write_lines(head(), *run([long]), *run(repeat("note", n), 1))


def veils(n: int) -> list[str]:
    """Many veils, all opened."""
    return open_sealed(write_lines(head(), *run(repeat("screens", n), 6), *end_of_game()))


def veils_of_many(n: int) -> list[str]:
    """Many veils of many players."""
    return open_sealed(write_lines(head(players=n), *run(repeat("fact", n), 6), *end_of_game(n)))


def cut_record(n: int) -> list[str]:
    """One record cut into many parts by veils."""
    events = chain.from_iterable(zip(repeat("fact", n), repeat("note", n), strict=False))
    return open_sealed(write_lines(head(), *run(events), *end_of_game()))


def large_sealed_log(part: str, event: Callable[[int, int], Event]) -> Shape:
    """A sealed log with a large part of the table and many public events."""

    def shape(n: int) -> list[str]:
        events = ({"fx": [event(nth, n)], "k": "seen"} for nth in range(n))
        return write_lines(PARTS[part](n) | {"sealed": 1}, *events)

    return shape


def large_hidden_place(n: int) -> Record:
    """The head of a sealed log with a large place whose pieces are all hidden."""
    return head(pieces={"deck": [None] * n})


PARTS["hidden deck"] = large_hidden_place

PAIRS: dict[str, Shape] = {
    **{f"{part}, {op}": large_table(part, op) for part in PARTS if part != "hidden deck" for op in EVENTS},
    **{
        f"{part}, {op} in many lines": large_table(part, op, 1)
        for part in ("nothing", "deck", "players")
        for op in EVENTS
    },
    "draws of one": draws(False, 1),
    "draws of many": draws(False, 20),
    "draws of one from a seed": draws(True, 1),
    "dice": dice,
    "marks": marks,
    "scores": scores,
    "ends": ends,
    "deep figures": deep_figures,
    "causes": causes,
    "remembered": long_event,
    "picks": picks,
    "notes": notes,
    "stages": stages,
    "veils": veils,
    "veils of many": veils_of_many,
    "cut": cut_record,
    "sealed, pass": large_sealed_log("hidden deck", lambda nth, n: ["pass", "x", STEP, None, "deck", "deck", None]),
    "sealed, see a place": large_sealed_log(
        "hidden deck", lambda nth, n: ["see", "x", STEP, {"pieces": {"open": ["T4"]}}]
    ),
    "sealed, see a deck": large_sealed_log(
        "hidden deck", lambda nth, n: ["see", "x", STEP, {"pieces": {"deck": [None]}}]
    ),
    "sealed, see cells": large_sealed_log("cells", lambda nth, n: ["see", "x", STEP, {"stock": {f"x{nth}@open": nth}}]),
    "sealed, see pieces": large_sealed_log("open place", lambda nth, n: ["see", "x", STEP, {"tags": {f"x{nth}": 1}}]),
}
"""Shapes that were, or could be, quadratic."""

SHAPES: dict[str, Shape] = {**dict(alone()), **PAIRS}


def raw(lines: Iterable[str]) -> bytes:
    """The bytes of a log."""
    return "".join(f"{line}\n" for line in lines).encode("ascii", "backslashreplace")
