"""Replay, resume and fold: the log alone restores the table and the whole state."""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from forging import raw_of
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import drive
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import Library, load_standard
from rftg_dsl.log.account.replay import fold_to_line, line_of_round, table_at, tell_story
from rftg_dsl.log.audit.line_check import fold_record, fold_start
from rftg_dsl.log.audit.line_difference import Mismatch
from rftg_dsl.log.audit.resume import resume_log
from rftg_dsl.log.format.fold import UnfitEvent
from rftg_dsl.log.format.read_log import DamagedLog, parse_log, read_record
from rftg_dsl.log.format.record import digest, line_of
from rftg_dsl.log.format.write_log import InMemory, LogFile
from rftg_dsl.log.proof.randomness import secret_of

SEED = "log tests"
"""That of the game in ``lines``."""


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


@pytest.mark.parametrize("kept", [1, 2, 40, 150, -40, -2, -1])
def test_a_log_cut_after_any_record_resumes_and_gives_the_same_lines(lines: list[str], kept: int) -> None:
    library, secret = load_standard("roll"), secret_of(SEED)
    resumed = resume_log(parse_log(raw_of(lines[:kept])), library, secret)
    play, naming = resumed.play, resumed.recorder.naming
    rest = InMemory()
    resumed.recorder.sink = rest.write

    def again(play: Play[Any], asked: Decision) -> Pick:
        return naming.read_pick(asked.form, next(picks)["pick"])

    decided = sum('"k":"do"' in line for line in [*lines[:kept], *resumed.beyond])
    picks = iter([json.loads(line) for line in lines if '"k":"do"' in line][decided:])
    if not play.over:
        drive(play, [again] * 2, (resumed.recorder,))

    assert [*lines[:kept], *resumed.beyond, *rest.lines] == lines


def test_a_log_is_resumed_only_with_its_own_seed_and_before_its_end(lines: list[str]) -> None:
    library = load_standard("roll")
    with pytest.raises(UsageError, match="begins with a different seed"):
        resume_log(parse_log(raw_of(lines[:40])), library, secret_of("another"))
    with pytest.raises(UsageError, match="the game in this log is over"):
        resume_log(parse_log(raw_of(lines)), library, secret_of(SEED))


def test_resuming_a_log_that_was_altered_is_refused(lines: list[str]) -> None:
    at = next(n for n, line in enumerate(lines) if '"name":"select"' in line)
    record = json.loads(lines[at])
    record["pick"] = "sleep"
    from rftg_dsl.log.format.record import line_of

    with pytest.raises(Mismatch):
        resume_log(parse_log(raw_of([*lines[:at], line_of(record)])), load_standard("roll"), secret_of(SEED))


def test_the_table_after_a_round_is_that_of_its_mark(lines: list[str]) -> None:
    log = parse_log(raw_of(lines))

    table = table_at(log, line_of_round(log, 3))

    assert table["table"]["round"] == 3
    assert len(table["seats"]) == 2


def test_the_table_between_marks_is_worked_out_by_the_game(lines: list[str]) -> None:
    log = parse_log(raw_of(lines))
    at = line_of_round(log, 2)

    here, bare = table_at(log, at + 5, load_standard("roll")), table_at(log, at + 5)

    assert len(here["seats"]) == 2
    assert bare["folded"]["counters"]["round"] == here["table"]["round"] == 3


def test_a_round_or_line_that_is_not_there_says_how_far_the_log_goes(lines: list[str]) -> None:
    log = parse_log(raw_of(lines))

    with pytest.raises(UsageError, match="no round 99"):
        line_of_round(log, 99)
    with pytest.raises(UsageError, match="no line"):
        table_at(log, len(lines) + 1)


def test_the_story_needs_only_the_log(lines: list[str]) -> None:
    told = list(tell_story(parse_log(raw_of(lines)), load_standard("roll").game.tell))

    assert any(line.heading and line.text == "End of round 1" for line in told)
    assert sum(not line.heading for line in told) > 50
    figures = json.loads(lines[-2])["figures"]
    assert told[-1].text.startswith("Final scores: Seat 1 (greedy) " + str(figures["seats"][0]["score"]["total"]))
    assert f"Won by Seat {figures['end']['winners'][0] + 1} (greedy)" in told[-1].text


@pytest.mark.parametrize(("at", "reason"), [('"after":3,', "'after' is not setup"), ("", "the record has no 'after'")])
def test_a_mark_that_does_not_say_what_is_over_is_damage(lines: list[str], at: str, reason: str) -> None:
    nth = next(nth for nth, line in enumerate(lines) if '"after":"round 1",' in line)
    log = parse_log(raw_of([*lines[:nth], lines[nth].replace('"after":"round 1",', at), *lines[nth + 1 :]]))

    with pytest.raises(DamagedLog, match=f"line {nth + 1}: {reason}"):
        list(tell_story(log, load_standard("roll").game.tell))
    with pytest.raises(DamagedLog, match=f"line {nth + 1}: {reason}"):
        line_of_round(log, 2)


def test_a_log_never_overwrites_a_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.rlog"
    path.write_text("mine")

    with pytest.raises(UsageError, match="already exists"):
        LogFile(path)
    assert path.read_text() == "mine"


@pytest.mark.parametrize("value", [None, True, 3, "", "zz", [], [[]], {}])
def test_a_strange_event_is_damage_and_no_error(lines: list[str], value: Any) -> None:
    """Tell the story and show the table of a log with nonsense in an event or in its head's table."""
    library = load_standard("roll")
    for at in range(1, 30, 4):
        record = json.loads(lines[at])
        for place in range(6):
            if len(record.get("fx") or [()]) and place < len((record.get("fx") or [()])[0]):
                forged = json.loads(lines[at])
                forged["fx"][0][place] = value
                read_or_damaged([*lines[:at], line_of(forged), *lines[at + 1 :]], library, at + 1)
    for part, contents in json.loads(lines[0])["table"].items():
        for key in list(contents)[:3] if isinstance(contents, dict) else ("",):
            head = json.loads(lines[0])
            if key:
                head["table"][part][key] = value
            else:
                head["table"][part] = value
            read_or_damaged([line_of(head), *lines[1:]], library, 3)


def read_or_damaged(made: list[str], library: Library, line: int) -> None:
    """Tell the story of a log and show its table; it may raise nothing but that it cannot be read so far."""
    try:
        log = parse_log(("\n".join(made) + "\n").encode())
    except DamagedLog:
        return
    with suppress(DamagedLog, UsageError):
        list(tell_story(log, library.game.tell, 1))
    with suppress(DamagedLog):
        table_at(log, line, library)


def test_the_story_of_one_round_ends_with_its_heading(lines: list[str]) -> None:
    log, tell = parse_log(raw_of(lines)), load_standard("roll").game.tell
    whole = list(tell_story(log, tell))

    setup, second = list(tell_story(log, tell, 0)), list(tell_story(log, tell, 2))

    assert setup[-1].text == "End of setup" and second[-1].text == "End of round 2"
    assert [line.line for line in second] == sorted(line.line for line in second)
    at = whole.index(second[0])
    assert whole[at - 1].text == "End of round 1" and whole[at : at + len(second)] == second
    with pytest.raises(UsageError, match="the log has no round 99"):
        list(tell_story(log, tell, 99))


@pytest.mark.parametrize("part", ["pieces", "stock", "counters"])
def test_a_head_whose_table_lacks_a_part_is_damaged_for_everybody(lines: list[str], part: str) -> None:
    head = json.loads(lines[0])
    del head["table"][part]

    with pytest.raises(DamagedLog, match=f"line 1: the record has no 'table.{part}'"):
        parse_log(raw_of([line_of(head), *lines[1:]]))


def test_the_figures_of_a_mark_hold_until_something_happens(lines: list[str]) -> None:
    log, held = parse_log(raw_of(lines)), False
    changed_by = []

    for number, record in enumerate(map(json.loads, lines), 1):
        before = held
        if record["k"] in ("mark", "end"):
            held = True
        elif record.get("fx"):
            held = False
        # Each line is folded from the first, so only lines that change the answer are asked about, and a few others.
        if held != before or number % 50 == 0:
            assert fold_to_line(log, number)[2] == held, line_of(record)
            changed_by += [record["k"]]

    assert {"run", "mark", "do"} <= {*changed_by}


def test_no_piece_comes_into_play_twice(lines: list[str]) -> None:
    folded = fold_to_line(parse_log(raw_of(lines)), len(lines))[0]
    piece, last = next(iter(folded.table["entered"])), folded.table["last_entered"]

    with pytest.raises(UnfitEvent, match="out of order"):
        folded.fold([["enter", "moved", "rules", piece, last + 1]])
