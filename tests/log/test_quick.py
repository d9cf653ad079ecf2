"""The encoder of orjson and that of the standard library agree byte for byte, and refuse alike."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import OrderedDict, namedtuple
from collections.abc import Callable
from datetime import date
from enum import IntEnum, StrEnum
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen
from hypothesis import example, given
from hypothesis import strategies as st

from lanes import law
from rftg_dsl.log.audit.light_check import check_light
from rftg_dsl.log.audit.line_check import read_batches
from rftg_dsl.log.format import fast_json
from rftg_dsl.log.format.kinds import DEPTH
from rftg_dsl.log.format.read_log import parse_log
from rftg_dsl.log.format.record import decode_canonical, digest, has_long, is_in_range, line_of, parse_json

ORJSON = pytest.importorskip("orjson")


def outcome(run: Callable[[], Any]) -> str:
    """What comes of a call: its result with the order of keys and the types, or what it raises."""
    try:
        return repr(run())
    except (ValueError, TypeError, RecursionError) as error:
        return f"{type(error).__name__}: {error}"


def both(run: Callable[[], Any]) -> str:
    """What comes of a call; the same with orjson and without."""
    kept = fast_json.orjson
    try:
        fast_json.orjson = ORJSON
        with_it = outcome(run)
        fast_json.orjson = None  # type: ignore[assignment]
        assert outcome(run) == with_it
    finally:
        fast_json.orjson = kept
    return with_it


# -- the same bytes ---------------------------------------------------------------------------------------------------

EDGES = [0, 1, -1, 2**53, 2**53 + 1, -(2**53), 2**63 - 1, 2**63, 2**64, -(2**63) - 1, 10**15, 10**16, 10**400]
STRANGE = [
    "",
    "\x7f",
    "\x00",
    "\x1f\b\t",
    "\\",
    '"',
    "/",
    "é",
    "\u2028",
    "\ud800",
    "\udc00\ud800",
    "😀",
    ":.",
    ",e",
    "null",
]

texts = st.text(max_size=8) | st.sampled_from(STRANGE) | st.text('[]{},:.-eE"\\0123456789', max_size=12)
leaves = st.none() | st.booleans() | st.integers() | st.sampled_from(EDGES) | st.floats() | texts
plain = st.recursive(
    leaves,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(texts, inner, max_size=4) | st.tuples(inner, inner),
    max_leaves=12,
)
data = plain | st.dictionaries(leaves, plain, max_size=3)


@law(120)
@given(data)
def test_both_write_the_same_bytes_or_refuse_alike(data: Any) -> None:
    both(lambda: line_of(data))
    both(lambda: digest(data))


class Number(IntEnum):
    ONE = 1


class Word(StrEnum):
    ONE = "one"


class Text(str):
    pass


@frozen
class Record:
    one: int


Pair = namedtuple("Pair", "one two")

OTHERS: list[Any] = [
    Number.ONE,
    Word.ONE,
    Text("a"),
    Pair(1, 2),
    OrderedDict(b=1, a=2),
    Record(1),
    date.min,
    b"",
    {1},
    1j,
]


@pytest.mark.parametrize("one", OTHERS, ids=lambda one: type(one).__name__)
def test_both_write_or_refuse_what_is_not_plain(one: Any) -> None:
    both(lambda: line_of([one]))
    both(lambda: line_of({"a": one}))


@pytest.mark.parametrize("depth", [DEPTH, 200, 300, 5_000])
def test_both_write_or_refuse_what_is_deep(depth: int) -> None:
    data: Any = []
    for _ in range(depth):
        data = [data]

    assert both(lambda: line_of(data)).startswith("RecursionError" if depth == 5_000 else "'[[")


def test_nan_is_refused_and_not_written_as_null() -> None:
    assert both(lambda: line_of({"a": float("nan")})).startswith("ValueError")


def test_a_record_is_written_by_orjson(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise this whole file would compare the standard library with itself."""
    assert fast_json.encode({"b": [1, "two"], "a": True}) == b'{"a":true,"b":[1,"two"]}'
    assert fast_json.decode('{"a":["CLJ-0517","T12.a/1",-5]}') == {"a": ["CLJ-0517", "T12.a/1", -5]}
    assert fast_json.decode_canonical(['{"a":123456789012345}'], DEPTH) == [{"a": 123456789012345}]


# -- the same data ----------------------------------------------------------------------------------------------------

TEXTS = [
    "", "{}", "[]", "[1.5]", "[1e5]", "[-0]", "[-0.0]", "[-1.5]", "[01]", "[1,]", "[,1]", "[ 1]", "1.5",
    "12345678901234567890",
    '{"a":1,"a":2}', '{"b":1,"a":2,"b":3}', "{1:2}", "[NaN]", "[-Infinity]", "[nul]", "[null]", " [1]", "[1] ", "[1]\n",
    "[0, 1.5]", '{"a": -1E5}', "[1,\t12345678901234567890]", "\ufeff[1]", "[1]x", "[1][2]", "[[[", '{"a":{"b":}}',
    '["\x7f"]', '["\x01"]', '["\\u00e9"]', '["\\u00E9"]', '["é"]', '["\\ud800"]', '["\\uD800"]', '["\\ud83d\\ude00"]',
    '["\\/"]', '["\ud800"]',
    *(f"[{n}]" for n in EDGES), *(f'{{"a":-{n}}}' for n in EDGES), *(f"[1,{n}e1]" for n in EDGES),
]  # fmt: skip

HOLDING = '{{"a":{},"k":"run"}}'.format
"""A record of which one field is this."""

DEEP = ["[" * depth + "]" * depth for depth in (DEPTH, DEPTH + 1, 300, 3_000, 200_000)]


@law(120)
@given(st.sampled_from(TEXTS) | data.map(lambda one: json.dumps(one, default=str, skipkeys=True)), st.data())
def test_both_read_the_same_data_or_refuse_alike(text: str, choose: st.DataObject) -> None:
    both(lambda: parse_json(text))
    at = choose.draw(st.integers(0, len(text)))
    changed = text[:at] + choose.draw(st.sampled_from([*'[]{},:.-eE"\\0 1\x7fé', "", "000000000000000000"])) + text[at:]

    both(lambda: parse_json(changed))
    both(lambda: parse_json(changed[at:]))


@pytest.mark.parametrize("text", [*TEXTS, *DEEP], ids=range(len(TEXTS) + len(DEEP)))
def test_both_read_or_refuse_strange_texts(text: str) -> None:
    both(lambda: parse_json(text))
    both(lambda: decode_canonical([text]))
    both(lambda: decode_canonical([HOLDING(text)]))


NESTING = {"[": "]", '{"a":': "}"}


@law(60)
@given(st.lists(st.sampled_from([*NESTING]), min_size=DEPTH, max_size=DEPTH), st.integers(0, 1))
def test_what_is_nested_too_deep_is_left_whatever_it_is_nested_in(begun: list[str], less: int) -> None:
    begun = begun[less:]
    line = HOLDING("".join(begun) + "1" + "".join(NESTING[opening] for opening in reversed(begun)))

    assert (fast_json.decode_canonical(['{"k":"run"}', line], DEPTH) is not None) == bool(less)
    both(lambda: decode_canonical([line]))


def test_the_standard_library_reads_if_orjson_nests_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    assert fast_json.probe_depth() == fast_json.DEEPEST > DEPTH
    monkeypatch.setattr(fast_json, "MOST_PROBED", fast_json.DEEPEST)
    assert fast_json.probe_depth() == 0
    monkeypatch.setattr(fast_json, "DEEPEST", 0)

    assert fast_json.decode_canonical(['{"k":"run"}'], DEPTH) is None
    assert decode_canonical(['{"k":"run"}']) == [{"k": "run"}]


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ('"Designer Species, Ultd."', False),
        ('["a.b","e",true,false,null,"schedule.go-on"]', False),
        ("-123456789012345", False),
        ("[1.5]", True),
        ("[1,1e16]", True),
        ("[-5e-324]", True),
        ('{"b":-0.0}', True),
        ("9007199254740993", True),
        ("123456789012345678901234567890", True),
        ('"\\u00e9"', True),
    ],
)
def test_what_no_record_has_is_left_to_the_standard_library(text: str, left: bool) -> None:
    assert (fast_json.decode_canonical([HOLDING(text)], DEPTH) is None) == left
    both(lambda: decode_canonical([HOLDING(text)]))


records = st.dictionaries(texts, data, max_size=3).map(lambda one: one | {"k": "run"})
lines = records.map(lambda one: outcome(lambda: line_of(one))[1:-1]) | st.sampled_from(TEXTS)


@law(100)
@given(st.lists(lines, max_size=4), st.booleans())
@example(['{"k":"run"},{"k":"run"}'], False)
@example(['{"k":"run"},{"x":[{}', '{}],"k":"run"}'], False)
def test_both_find_the_same_lines_canonical(some: list[str], plainly: bool) -> None:
    some = [line for line in some if line.isascii()] if plainly else some

    both(lambda: decode_canonical(some))


@law(60)
@given(data)
def test_no_large_number_is_overlooked(data: Any) -> None:
    try:
        text = json.dumps(data, separators=(",", ":"))
    except TypeError:
        return

    assert has_long(text) or is_in_range(json.loads(text))


def test_digits_in_a_text_are_no_large_number() -> None:
    assert not has_long('{"root":"12345678901234567890","state":["ab1234567890123456"],"n":[1,-2]}')
    assert has_long("[-1234567890123456]") and has_long('{"n":1234567890123456}') and has_long("1234567890123456")


# -- the same logs ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["roll", "race", "galaxies"])
def test_the_head_and_the_batches_of_a_log_are_read_by_orjson(record: Callable[..., list[str]], game: str) -> None:
    lines = record("quick", game=game)
    log = parse_log("".join(f"{line}\n" for line in lines).encode())

    assert fast_json.decode(lines[0]) == log.head
    assert all(fast_json.decode_canonical(batch, DEPTH) is not None for batch in read_batches(log))
    assert both(lambda: check_light(log).tree.root) == repr(check_light(log).tree.root)


PLAY = """
import sys
if sys.argv[1] == "without":
    sys.modules["orjson"] = None
from pathlib import Path
from rftg_dsl.log.format import fast_json as quick
from rftg_dsl.log.audit.audit import audit_file
from rftg_dsl.library.load import load_library
from rftg_dsl.play.one_game import play_game
assert (quick.orjson is None) == (sys.argv[1] == "without")
for game in ("roll", "race", "galaxies"):
    log = Path(f"{game}.rlog")
    play_game(load_library(game), 2, "quick", ["random", "greedy"], log)
    for light in (True, False):
        verdict = audit_file(log, light=light)
        print(game, verdict.verdict, verdict.root)
"""


def test_logs_are_the_same_where_orjson_is_not_installed(tmp_path: Path) -> None:
    outputs = {}
    for how in ("with", "without"):
        (tmp_path / how).mkdir()
        done = subprocess.run(
            [sys.executable, "-c", PLAY, how],
            cwd=tmp_path / how,
            env=os.environ | {"RFTG_CACHE": str(tmp_path)},
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, done.stderr
        outputs[how] = [
            done.stdout,
            *((tmp_path / how / f"{game}.rlog").read_bytes() for game in ("roll", "race", "galaxies")),
        ]

    assert outputs["with"] == outputs["without"]
    assert outputs["with"][0].count(" valid ") == 6
