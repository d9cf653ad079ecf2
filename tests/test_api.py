"""The API as a program meets it: how things print, legal answers, exceptions, a log visited once."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import rftg_dsl as rftg
from rftg_dsl.testing import table


def test_everything_prints_in_one_short_line(tmp_path: Path) -> None:
    result = rftg.play_game("roll", 2, "prints", log=tmp_path / "game.rlog")
    log = rftg.read_log(tmp_path / "game.rlog")
    match = rftg.start("roll", 2, "prints")
    shown = [match, match.asked, log, match.seen_by(0), rftg.audit(log), next(rftg.events(log)), rftg.load("race")]

    texts = [repr(thing) for thing in (*shown, rftg.why(log, 40), table("roll"))]

    assert [text for text in texts if len(text) > 400 or "\n" in text or " object at 0x" in text] == []
    assert repr(rftg.load("roll")) == "<roll 2020: base>"
    assert repr(rftg.load("galaxies")) == "<galaxies: base>"
    assert result.scores


@pytest.mark.parametrize("game", ["roll", "race", "galaxies"])
def test_an_answer_is_in_what_is_asked_if_it_is_legal(game: str) -> None:
    match = rftg.start(game, 2, "in")
    forms = set()
    while (asked := match.asked) is not None and len(forms) < 3:
        forms.add(asked.form)
        answer = asked.draw()
        assert answer in asked and asked.refuses(answer) is None
        assert "nonsense" not in asked and -1 not in asked and None not in asked and ["x", "x"] not in asked
        match.answer(answer)


def test_all_exceptions_have_one_base() -> None:
    raised = {name: getattr(rftg, name) for name in rftg.__all__}
    exceptions = {name for name, thing in raised.items() if isinstance(thing, type) and issubclass(thing, Exception)}

    assert exceptions == {
        *("Error", "UsageError", "ContentError", "PluginError", "IllegalAnswer"),
        *("LogError", "DamagedLog", "MissingContent"),
    }
    assert all(issubclass(raised[name], rftg.Error) for name in exceptions)
    assert issubclass(rftg.DamagedLog, rftg.LogError) and issubclass(rftg.MissingContent, rftg.LogError)


class Counting(rftg.Visitor):
    """Counts what it is told of."""

    def __init__(self) -> None:
        self.told: Counter[str] = Counter()
        self.lines: list[int] = []
        self.game = ""

    def visit_head(self, head: Mapping[str, Any]) -> None:
        self.game = head["game"]

    def visit_chance(self, line: int, record: Mapping[str, Any]) -> None:
        self.told["rnd"] += 1

    def visit_decision(self, line: int, record: Mapping[str, Any]) -> None:
        self.told["do"] += 1

    def visit_event(self, line: int, event: rftg.Happened) -> None:
        self.told["event"] += 1

    def visit_mark(self, line: int, record: Mapping[str, Any]) -> None:
        self.told["mark"] += 1

    def visit_end(self, line: int, record: Mapping[str, Any]) -> None:
        self.told["end"] += 1

    def visit_other(self, line: int, record: Mapping[str, Any]) -> None:
        self.told["other"] += 1
        self.lines.append(line)


def test_a_visitor_is_told_of_everything_in_one_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    log = rftg.read_log(rftg.start("galaxies", 2, "visit").finish().log)
    kinds = Counter(line.partition('"k":"')[2].partition('"')[0] for line in log)
    readings = []
    real = type(log)._read_lines
    monkeypatch.setattr(type(log), "_read_lines", lambda *words: readings.append(1) or real(*words))

    visitor = rftg.visit(log, Counting())

    assert len(readings) == 1
    told = visitor.told
    assert visitor.game == "galaxies"
    assert (told["rnd"], told["do"], told["mark"], told["end"]) == (kinds["rnd"], kinds["do"], kinds["mark"], 1)
    assert 1 + sum(told[kind] for kind in ("rnd", "do", "mark", "end", "other")) == len(log)
    assert told["event"] == len(list(rftg.events(log)))


def test_a_damaged_line_stops_a_visitor_after_the_lines_before_it() -> None:
    lines = rftg.start("galaxies", 2, "visit").finish().log
    log = rftg.read_log([*lines[:20], "{}", *lines[21:]])
    visitor = Counting()

    with pytest.raises(rftg.DamagedLog, match="line 21"):
        rftg.visit(log, visitor)
    assert visitor.told["event"] > 0
