"""Heads that are like others are read as any head is, whatever is wrong with them."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.base.diagnostic import MissingContent
from rftg_dsl.log.format.head_cache import MOST, Alike, Heads, cut
from rftg_dsl.log.format.read_log import DamagedLog, read_head, read_log
from rftg_dsl.log.format.record import line_of

LOGS = Path(__file__).parents[1] / "logs"
ALL = [line_of(read_log(path).head) for path in sorted(LOGS.glob("*.rlog*"))]
LINE = ALL[0]


def outcome(read: Any, line: str) -> object:
    """The head in a line, or what is wrong with it."""
    try:
        return read(line)
    except (DamagedLog, MissingContent) as wrong:
        return type(wrong), vars(wrong), str(wrong)


def same(heads: Heads, line: str) -> None:
    """Read a head in both ways."""
    mine, theirs = outcome(lambda text: heads.read(text)[0], line), outcome(read_head, line)
    assert json.dumps(mine, default=str) == json.dumps(theirs, default=str)


@pytest.fixture
def heads() -> Heads:
    """What has read a head."""
    reader = Heads()
    reader.read(LINE)
    return reader


@pytest.mark.parametrize("line", ALL)
def test_a_head_that_is_cut_is_whole_again(line: str) -> None:
    head = read_head(line)
    first, second, third, last = cut(head)
    said = [line_of(head[name]) for name in ("made_by", "randomness", "seats")]

    assert first + said[0] + second + said[1] + third + said[2] + last == line


def test_only_what_varies_is_read_again(heads: Heads) -> None:
    head = read_head(LINE)
    other = line_of({**head, "made_by": 'Zoë\'s "program"', "seats": ["\U0001f600\\", *head["seats"][1:]]})

    other_head, alike = heads.read(other)

    assert other_head == read_head(other) and line_of(other_head) == other
    assert alike is heads.read(LINE)[1]
    assert other_head["table"] is heads.read(LINE)[0]["table"]


def test_all_heads_are_read_in_turn_and_few_remembered() -> None:
    heads = Heads()
    for line in [*ALL, *reversed(ALL)]:
        same(heads, line)
        assert len(heads.known) <= MOST


def test_a_head_with_any_byte_changed(heads: Heads) -> None:
    chosen = random.Random(0)
    varied = [LINE.index(f'"{name}":') + nth for name in ("made_by", "randomness", "seats") for nth in range(60)]
    for at in [*varied, *chosen.sample(range(len(LINE)), 150)]:
        for new in (chosen.choice('0aA"\\[]{},: \x7f\r'), chosen.choice("é\ud800\x00"), ""):
            same(heads, LINE[:at] + new + LINE[at + 1 :])
            same(heads, LINE[:at] + new + LINE[at:])


STRANGE = ["1", "null", "true", "1.5", "1e3", "NaN", "-0", "01", '"\\u0041"', '"\\ud800"', '"\\ud83d\\ude00"']
STRANGE += ["[" * 100_000, "[" * 30 + "]" * 30, "1" * 5_000, '{"mode":"table","mode":"table"}', '{"mode": "table"}']
STRANGE += ['"\\uD83D"', '{"mode":"recorded"}', '{"mode":"seed"}']
STRANGE += ['["a"]', '["a","b"]', '["a","b","c"]', '["a",1]', '"a" ', '"a', ""]


@pytest.mark.parametrize("name", ["made_by", "randomness", "seats"])
@pytest.mark.parametrize("value", STRANGE, ids=lambda one: one[:20])
def test_what_varies_is_checked(heads: Heads, name: str, value: str) -> None:
    head = read_head(LINE)
    begin = LINE.index(f'"{name}":') + len(name) + 3

    same(heads, LINE[:begin] + value + LINE[begin + len(line_of(head[name])) :])


@pytest.mark.parametrize("tail", [" ", "\r", "}", ",", "x", "{}"])
def test_nothing_stands_after_a_head(heads: Heads, tail: str) -> None:
    same(heads, LINE + tail)


def test_a_head_cannot_say_where_it_is_cut() -> None:
    """Whatever its texts are, they are not taken for what varies."""
    head = read_head(LINE)
    sly = {**head, "edition": '"made_by":', "names": {**head["names"], "made_by": "seats", '","seats":': "\0made_by\0"}}
    alike = Alike(sly)

    assert alike.read(line_of(sly)) == sly
    assert alike.read(line_of(head)) is None
    assert alike.read(line_of({**sly, "edition": "other"})) is None
