"""Replay, resume and fold: the log alone restores the table and the whole state."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.diagnostic import Unusable
from rftg_dsl.library import Library, standard
from rftg_dsl.log.audit import Mismatch
from rftg_dsl.log.integrity import fold_record, fold_start
from rftg_dsl.log.read import Damaged, parse_log, read_record
from rftg_dsl.log.record import digest, line_of
from rftg_dsl.log.replay import line_of_round, story, table_at
from rftg_dsl.log.resume import move_torn_tail, resume
from rftg_dsl.log.write import LogFile


def raw_of(lines: list[str]) -> bytes:
    """Lines as the bytes of a log."""
    return ("\n".join(lines) + "\n").encode()


def test_folding_gives_the_table_of_every_mark(lines: list[str]) -> None:
    log = parse_log(raw_of(lines))
    folded = fold_start(log)
    marks = 0

    for number, line in enumerate(lines, 1):
        record = read_record(line, number)
        if record["k"] == "mark":
            marks += 1
            assert digest(folded.table) == record["table"]
        fold_record(folded, record, number)

    assert marks > 5


@pytest.mark.parametrize("share", [0.1, 0.35, 0.62, 0.9])
def test_a_prefix_resumes_to_the_same_state_and_the_same_end(lines: list[str], share: float) -> None:
    cut = int(len(lines) * share)
    found = standard("roll")
    whole = resume(parse_log(raw_of(lines)), found)
    picks = [json.loads(line) for line in lines if '"k":"do"' in line]
    before = sum('"k":"do"' in line for line in lines[:cut])

    play = resume(parse_log(raw_of(lines[:cut])), found)
    from rftg_dsl.log.record import Naming

    naming = Naming(play.layout)
    for record in picks[before:]:
        while play.pending is None:
            play.run()
        assert play.answer(naming.read_pick(play.pending.form, record["pick"])) is None
    while not play.over:
        play.run()

    assert digest(play.whole()) == digest(whole.whole())


def test_resuming_a_log_that_was_altered_is_refused(lines: list[str]) -> None:
    at = next(n for n, line in enumerate(lines) if '"name":"select"' in line)
    record = json.loads(lines[at])
    record["pick"] = "sleep"
    from rftg_dsl.log.record import line_of

    with pytest.raises(Mismatch):
        resume(parse_log(raw_of([*lines[:at], line_of(record)])), standard("roll"))


def test_a_torn_tail_is_moved_aside_and_nothing_is_lost(tmp_path: Path, lines: list[str]) -> None:
    path = tmp_path / "torn.rlog"
    raw = raw_of(lines)[:-40]
    path.write_bytes(raw)

    aside = move_torn_tail(path)

    assert aside is not None
    assert path.read_bytes() + aside.read_bytes() == raw
    assert path.read_bytes().endswith(b"\n")
    assert move_torn_tail(path) is None


def test_the_table_after_a_round_is_that_of_its_mark(lines: list[str]) -> None:
    log = parse_log(raw_of(lines))

    table = table_at(log, line_of_round(log, 3))

    assert table["table"]["round"] == 3
    assert len(table["seats"]) == 2


def test_the_table_between_marks_is_worked_out_by_the_game(lines: list[str]) -> None:
    log = parse_log(raw_of(lines))
    at = line_of_round(log, 2)

    here, bare = table_at(log, at + 5, standard("roll")), table_at(log, at + 5)

    assert len(here["seats"]) == 2
    assert bare["folded"]["counters"]["round"] == here["table"]["round"] == 3


def test_a_round_or_line_that_is_not_there_says_how_far_the_log_goes(lines: list[str]) -> None:
    log = parse_log(raw_of(lines))

    with pytest.raises(Unusable, match="no round 99"):
        line_of_round(log, 99)
    with pytest.raises(Unusable, match="no line"):
        table_at(log, len(lines) + 1)


def test_the_story_needs_only_the_log(lines: list[str]) -> None:
    told = list(story(parse_log(raw_of(lines)), standard("roll").game.tell))

    assert any(one.heading and one.text == "End of round 1" for one in told)
    assert sum(not one.heading for one in told) > 50
    figures = json.loads(lines[-1])["figures"]
    assert told[-1].text.startswith("Final scores: Seat 1 (random) " + str(figures["seats"][0]["score"]["total"]))
    assert f"Won by Seat {figures['end']['winners'][0] + 1} (random)" in told[-1].text


@pytest.mark.parametrize("at", ['"after":3,', ""])
def test_a_mark_that_does_not_say_what_is_over_is_damage(lines: list[str], at: str) -> None:
    nth = next(nth for nth, line in enumerate(lines) if '"after":"round 1",' in line)
    log = parse_log(raw_of([*lines[:nth], lines[nth].replace('"after":"round 1",', at), *lines[nth + 1 :]]))

    with pytest.raises(Damaged, match=f"line {nth + 1}: the mark does not say"):
        list(story(log, standard("roll").game.tell))
    with pytest.raises(Damaged, match=f"line {nth + 1}: the mark does not say"):
        line_of_round(log, 2)


def test_a_log_never_overwrites_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.rlog"
    path.write_text("mine")

    with pytest.raises(Unusable, match="already exists"):
        LogFile(path)
    assert path.read_text() == "mine"


@pytest.mark.parametrize("value", [None, True, 3, "", "zz", [], [[]], {}])
def test_a_strange_event_is_damage_and_no_error(lines: list[str], value: Any) -> None:
    """Tell the story and show the table of a log with nonsense in an event or in its head's table."""
    library = standard("roll")
    for at in range(1, 30, 4):
        record = json.loads(lines[at])
        for place in range(6):
            if len(record.get("fx") or [()]) and place < len((record.get("fx") or [()])[0]):
                forged = json.loads(lines[at])
                forged["fx"][0][place] = value
                read_or_damaged([*lines[:at], line_of(forged), *lines[at + 1 :]], library, at + 1)
    for part, those in json.loads(lines[0])["table"].items():
        for key in list(those)[:3] if isinstance(those, dict) else ("",):
            head = json.loads(lines[0])
            if key:
                head["table"][part][key] = value
            else:
                head["table"][part] = value
            read_or_damaged([line_of(head), *lines[1:]], library, 3)


def read_or_damaged(made: list[str], library: Library, line: int) -> None:
    """Tell the story of a log and show its table; it may raise nothing but ``Damaged``."""
    log = parse_log(("\n".join(made) + "\n").encode())
    with suppress(Damaged):
        list(story(log, library.game.tell, 40))
    with suppress(Damaged):
        table_at(log, line, library)
