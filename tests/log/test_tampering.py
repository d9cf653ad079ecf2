"""Tampering: every field of every kind of record is altered, and lines are moved, dropped, doubled and spliced.

Everything that follows is derived again after each change, as an attacker would; the signatures cannot be, so the
attacker may strip them. Every altered log is caught, or shown as resting on no signature.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest

from forging import derived, raw_of
from lanes import SLOW
from rftg_dsl.library.finder import make_finder
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.verdict import Demands, Verdict
from rftg_dsl.log.format.read_log import parse_log
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.proof.randomness import randomness_from, secret_of, shared
from rftg_dsl.log.proof.signed_notes import Key, generate_key, origin_of, sign_note
from rftg_dsl.log.proof.signing import add_openings
from rftg_dsl.play.one_game import play_game

pytest.importorskip("cryptography")

Forged = tuple[str, list[str]]
"""What was done, and the lines that came of it."""

SHARE = 0.1 if SLOW else 0.006
"""How many of the forgeries are tried, at random; all of them take some twenty minutes."""

PRIVATE, KEY = generate_key("table")


def with_signature(lines: list[str]) -> list[str]:
    """The lines, signed by the key of the table."""
    tree_root = judge_log("log", lambda: parse_log(raw_of(lines)), FIND, light=True).root
    note = sign_note(origin_of(lines[0]), len(lines), tree_root, PRIVATE)
    return [*lines, line_of({"k": "sign", "note": str(note)})]


FIND = make_finder()


def verdict(lines: list[str], keys: tuple[Key, ...] = ()) -> Verdict:
    """The full verdict, with these keys required."""
    wanted = Demands(frozenset(["signed"]) if keys else frozenset(), keys)
    return judge_log("log", lambda: parse_log(raw_of(lines)), FIND, wanted=wanted)


@pytest.fixture(scope="module")
def logs(record: Callable[..., list[str]], tmp_path_factory: pytest.TempPathFactory) -> list[list[str]]:
    """Signed logs of three games, with records of every kind; one was sealed and is opened."""
    dice = shared(secret_of("h"), [secret_of("a"), None], [secret_of("a").commitment, secret_of("b").commitment])
    path = tmp_path_factory.mktemp("sealed") / "game.rlog"
    play_game(load_standard("galaxies"), 2, "tampering", ["greedy", "greedy"], path, sealed=True)
    add_openings(path)
    return [
        with_signature(with_seats(record(dice))),
        with_signature(record(randomness_from("tampering"), game="race", bots="greedy")),
        with_signature(path.read_text("ascii").splitlines()),
    ]


def with_seats(lines: list[str]) -> list[str]:
    """The lines with a seat that its player leaves and a bot takes over, before some decision."""
    at = next(at for at, line in enumerate(lines) if '"k":"do"' in line)
    seats = [{"does": "leaves", "seat": 1}, {"does": "sits", "seat": 1, "who": "greedy"}]
    return derived([*lines[:at], *[line_of({"k": "seat", **seat}) for seat in seats], *lines[at:]])


def paths(value: Any, most: int = 3) -> Iterator[tuple[Any, ...]]:
    """The places in a value; of a long list or object, the first few and the last."""
    keys = list(value) if isinstance(value, dict) else list(range(len(value))) if isinstance(value, list) else []
    for key in keys if len(keys) <= most + 1 else [*keys[:most], keys[-1]]:
        yield (key,)
        yield from ((key, *rest) for rest in paths(value[key], most))


def values(old: Any) -> Iterator[Any]:
    """Other values for a field."""
    yield from (
        value for value in (None, True, 0, 1, -1, 2**53, "", "zz", [], {}, [0]) if line_of(value) != line_of(old)
    )
    if isinstance(old, int):
        yield old + 1
    if isinstance(old, str):
        yield old[::-1]
    if isinstance(old, list) and len(old) > 1:
        yield old[::-1]
        yield old[1:]


def fields(lines: list[str]) -> Iterator[Forged]:
    """Every field of the first, a middle and the last record of every kind: changed, left out, and one more."""
    places: dict[str, list[int]] = {}
    for at, line in enumerate(lines):
        places.setdefault(json.loads(line)["k"], []).append(at)
    for kind, where in places.items():
        for at in {where[0], where[len(where) // 2], where[-1]}:
            top = [(key,) for key in json.loads(lines[at])]
            for path in [*top, *[nested_path for nested_path in paths(json.loads(lines[at])) if len(nested_path) > 1]]:
                for name, changed in altered(lines[at], path):
                    yield f"{kind} {name}", [*lines[:at], changed, *lines[at + 1 :]]
            extra = line_of({**json.loads(lines[at]), "zz": 1})
            yield f"{kind} extra", [*lines[:at], extra, *lines[at + 1 :]]


def altered(line: str, path: tuple[Any, ...]) -> Iterator[tuple[str, str]]:
    """The line with other values in a place, and without it."""
    old = json.loads(line)
    for key in path:
        old = old[key]
    for value in values(old):
        record = json.loads(line)
        inner = record
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = value
        yield "changed", line_of(record)
    record = inner = json.loads(line)
    for key in path[:-1]:
        inner = inner[key]
    del inner[path[-1]]
    yield "left out", line_of(record)


def moved(lines: list[str], other: list[str], random: Random) -> Iterator[Forged]:
    """Lines dropped, doubled, swapped, and spliced with those of another log."""
    for at in range(1, len(lines)):
        yield "dropped", lines[:at] + lines[at + 1 :]
        yield "doubled", lines[: at + 1] + lines[at:]
        if at + 1 < len(lines) and lines[at] != lines[at + 1]:
            yield "swapped", [*lines[:at], lines[at + 1], lines[at], *lines[at + 2 :]]
        far = random.randrange(1, len(lines))
        if lines[far] != lines[at]:
            pair = sorted((at, far))
            yield (
                "exchanged",
                [
                    *lines[: pair[0]],
                    lines[pair[1]],
                    *lines[pair[0] + 1 : pair[1]],
                    lines[pair[0]],
                    *lines[pair[1] + 1 :],
                ],
            )
        yield "spliced", lines[:at] + other[at:]
        yield "inserted", [*lines[:at], other[random.randrange(len(other))], *lines[at:]]


def forgeries(logs: list[list[str]], random: Random) -> Iterator[Forged]:
    """Altered logs: with the signature, and without."""
    for nth, lines in enumerate(logs):
        other = logs[nth - 1]
        for whole in (lines, lines[:-1]):
            yield from fields(whole)
            yield from moved(whole, other, random)


def test_every_altered_log_is_caught_or_rests_on_no_signature(
    logs: list[list[str]], record_property: Callable[[str, object], None]
) -> None:
    for lines in logs:
        assert verdict(lines, (KEY,)).verdict == "valid"
        assert verdict(lines, (KEY,)).signed == ("table",)
    random = Random("tampering")
    counts: Counter[str] = Counter()
    for what, lines in forgeries(logs, random):
        if random.random() > SHARE:
            continue
        lines = derived(lines)
        if verdict(lines).verdict != "valid":
            counts["caught"] += 1
            continue
        refused = verdict(lines, (KEY,))
        assert refused.verdict != "valid" or lines in logs, what
        counts["rests on no signature"] += lines not in logs
    record_property("tampering", dict(counts))
    assert counts["caught"] > 50 and sum(counts.values()) > 50
