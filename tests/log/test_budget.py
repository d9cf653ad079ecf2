"""A stranger's log costs time and memory in proportion to its bytes: what takes more is refused, and nothing is timed.

What a reader takes is counted in two ways: the steps that it spends of its budget, and the lines of our Python that it
runs. With a log four times as large, neither may be much more than four times as large, unless the budget refuses it.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import hostile
from lanes import slow
from readers_of_logs import READERS, Cost, cost_of, no_content
from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.cli import app
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.log.account.causes import teller_of
from rftg_dsl.log.account.replay import Eyes, tell_story
from rftg_dsl.log.audit.audit import audit_file, judge_log
from rftg_dsl.log.audit.light_check import check_light
from rftg_dsl.log.format import budget
from rftg_dsl.log.format.kinds import SEALED, WHOLE
from rftg_dsl.log.format.read_log import Log, parse_log, read_log
from rftg_dsl.log.format.record import line_of
from rftg_dsl.log.proof.unseal import check_lines
from rftg_dsl.show.browser.replay_data import make_reel

LOGS = Path(__file__).parents[1] / "logs"
MORE = 4
"""The size of the larger of two logs, in sizes of the smaller."""
SLACK = 1.2
"""The factor above ``MORE`` that it may cost: sorting costs more, and numbered names have more digits."""
FIXED = 400
"""Lines run and steps spent on even the smallest log."""
REFUSED = {
    "deck, move",
    "deck, screens",
    "deck with a top, move",
    "deck with a top, screens",
    "deck, move in many lines",
    "deck, screens in many lines",
    "open place, move within",
    "copies",
    "long names",
    "draws of one from a seed",
    "marks",
    "causes",
    "scores",
    "ends",
    "deep figures",
    "picks",
    "stages",
    "veils of many",
    "sealed, pass",
    "players",
}
"""The shapes that a reader refuses once they are large: a search in a long list, a table at every mark, and so on."""


def grows(reader: Callable[[Log], object], shape: str, n: int) -> tuple[Cost, Cost]:
    """A reader's costs for a shape of size ``n``, and for one four times as large, with a budget in proportion."""
    small, large = (hostile.raw(hostile.SHAPES[shape](many)) for many in (n, MORE * n))
    before = cost_of(reader, small)
    return before, cost_of(reader, large, int(SLACK * MORE * before.steps) + FIXED)


def excess(shape: str, n: int) -> dict[str, tuple[Cost, Cost]]:
    """The readers for which a shape costs more than in proportion to its size."""
    costs = {}
    for name, reader in READERS.items():
        before, after = grows(reader, shape, n)
        known = shape in REFUSED or shape.partition(",")[0] in REFUSED
        if after.lines > SLACK * MORE * before.lines + FIXED or (after.code == limits.WORK.code and not known):
            costs[name] = (before, after)
    return costs


# -- the law --------------------------------------------------------------------------------------------------------

FAST = [
    "deck, move",
    "hidden places, shift",
    "names, fact",
    "causes",
    "draws of one",
    "notes",
    "cut",
    "scores",
    "marks",
]


@pytest.mark.parametrize("shape", FAST)
def test_work_is_in_proportion_to_the_size_of_a_log(shape: str) -> None:
    assert excess(shape, 25) == {}


@slow
@pytest.mark.parametrize("shape", hostile.SHAPES)
def test_whatever_is_grown_costs_in_proportion(shape: str) -> None:
    assert excess(shape, 12 if "player" in shape or "many" in shape else 30) == {}


def test_every_field_of_every_kind_of_record_is_grown() -> None:
    """Only ``stood`` is not: it can be nothing but 1, and native code leaves the rest of such a log to Python."""
    for records, fields in hostile.GAMES.values():
        for name, kind in fields.items():
            shown = {field for record in records if record["k"] == name for field in record}
            assert shown - {"k"} == {*kind.has, *kind.may} - {"stood"}, name


def test_the_logs_that_are_grown_are_sound() -> None:
    for records, _ in hostile.GAMES.values():
        check_lines(parse_log(hostile.raw(hostile.write_lines(*records))))
    assert {*WHOLE} | {*SEALED} == {record["k"] for records, _ in hostile.GAMES.values() for record in records}


# -- the limits -----------------------------------------------------------------------------------------------------


def log_of(*records: dict[str, Any]) -> bytes:
    return hostile.raw(hostile.write_lines(*records))


def deck(pieces: int, moves: int) -> bytes:
    """A log in which the last of many pieces is moved many times."""
    names = hostile.names(pieces)
    events = [["move", "x", "a.b", names[-1], "deck", pieces - 1]] * moves
    return log_of(hostile.head(pieces={"deck": names}), *hostile.run(events, 10_000))


def test_a_reader_stops_once_the_budget_is_spent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "WORK", limits.WORK._replace(most=100_000))
    log = parse_log(deck(5_000, 3_000))

    with pytest.raises(UsageError) as raised:
        check_light(log)

    assert raised.value.code == limits.WORK.code
    assert log.budget.used <= log.budget.earned + 5_000
    check_light(parse_log(deck(5_000, 100)))


def test_each_byte_that_is_read_earns_more_steps() -> None:
    log = parse_log(deck(10, 1))
    before, size = log.budget.earned, sum(len(line) + 1 for line in log)

    assert log.budget.earned == before + size * limits.WORK_PER_BYTE.most


@pytest.mark.parametrize("over", [0, 1])
@pytest.mark.parametrize(
    "grow",
    [
        lambda long: hostile.head(seats=[long, "Bob"]),
        lambda long: hostile.head(names={"T1.a": long}),
        lambda long: hostile.head(names={"T1.a": "One", long: "One"}),
        lambda long: hostile.head(pieces={long: ["T9"]}),
        lambda long: hostile.head(pieces={"deck": [long]}),
        lambda long: hostile.head(stock={f"x@{long[2:]}": 1}),
        lambda long: hostile.head(stretch=[long, "round"]),
    ],
    ids=["seat", "printed name", "side", "place", "piece", "cell", "round"],
)
def test_a_name_can_be_so_long(grow: Callable[[str], dict[str, Any]], over: int) -> None:
    raw = log_of(grow("x" * (limits.LOG_NAME.most + over)))
    if not over:
        assert parse_log(raw)
        return
    with pytest.raises(UsageError) as raised:
        parse_log(raw)
    assert raised.value.code == limits.LOG_NAME.code


@pytest.mark.parametrize("over", [0, 1])
@pytest.mark.parametrize(
    "event",
    [
        lambda long: ["move", "x", "a.b", "T1", long, 0],
        lambda long: ["shift", "x", "a.b", "home@cup.0", f"home@{long[5:]}", 1],
    ],
    ids=["move", "shift"],
)
def test_an_event_can_bring_a_name_that_is_so_long(event: Callable[[str], list[Any]], over: int) -> None:
    record = {"fx": [event("x" * (limits.LOG_NAME.most + over))], "k": "run"}
    raw = "".join(f"{line_of(entry)}\n" for entry in (hostile.head(), record)).encode()
    if not over:
        check_light(parse_log(raw))
        return
    with pytest.raises(UsageError) as raised:
        check_light(parse_log(raw))
    assert raised.value.code == limits.LOG_NAME.code


def bomb(times: int) -> bytes:
    """A packed log of some 20 million bytes, ``times`` its packed size."""
    lines = log_of(hostile.head(), *hostile.run([["note", "x", "a.b", "y"]] * 30_000))
    whole = lines + lines.partition(b"\n")[2] * (20_000_000 // len(lines))
    packed = gzip.compress(whole)
    padded = gzip.compress(b"", mtime=0) * max(0, (len(whole) // times - len(packed)) // 20)
    return packed + padded


def test_a_packed_log_unpacks_to_so_many_times_its_size(tmp_path: Path) -> None:
    (path := tmp_path / "bomb.rlog.gz").write_bytes(bomb(limits.UNPACKED.most * 2))
    for read in (lambda: read_log(path), lambda: parse_log(path.read_bytes())):
        with pytest.raises(UsageError) as raised:
            read()
        assert raised.value.code == limits.UNPACKED.code

    path.write_bytes(bomb(limits.UNPACKED.most - 5))
    assert len(read_log(path)) > 10


# -- commands -------------------------------------------------------------------------------------------------------


@pytest.fixture
def slow_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A log that takes far more work than it may here."""
    monkeypatch.setattr(budget, "WORK", limits.WORK._replace(most=100_000))
    path = tmp_path / "slow.rlog"
    path.write_bytes(deck(5_000, 3_000))
    return path


@pytest.mark.parametrize(
    "words",
    [
        "replay LOG",
        "replay LOG --public",
        "replay LOG --line 2",
        "why LOG:2",
        "diff LOG LOG",
        "diff LOG:1 LOG:2",
        "log prove LOG:2",
        "log sign LOG --key KEY",
        "export LOG --out OUT",
        "export LOG --out OUT --public",
    ],
)
def test_a_command_refuses_such_a_log_with_a_code_and_writes_nothing(
    words: str, slow_log: Path, tmp_path: Path
) -> None:
    key = tmp_path / "key"
    CliRunner().invoke(app, ["log", "key", "eve", "--out", str(key)])
    before, out = slow_log.read_bytes(), tmp_path / "out.html"
    known = {"LOG": str(slow_log), "OUT": str(out), "KEY": str(key)}
    for name, path in known.items():
        words = words.replace(name, path)

    done = CliRunner().invoke(app, words.split())

    assert (done.exit_code, done.stdout) == (2, "")
    assert "too-much-work" in done.stderr and "far more work to read than its size warrants" in done.stderr
    assert slow_log.read_bytes() == before and not out.exists()


def test_an_audit_says_that_such_a_log_is_unread_and_goes_on(slow_log: Path, tmp_path: Path) -> None:
    fine = LOGS / "galaxies.rlog.gz"

    done = CliRunner().invoke(app, ["audit", "--light", "--format", "json", str(slow_log), str(fine)])

    verdicts = json.loads(done.stdout)
    assert done.exit_code == 2
    assert [verdict["verdict"] for verdict in verdicts] == ["unknown", "valid"]
    assert not verdicts[0]["readable"] and "[too-much-work]" in verdicts[0]["reason"]


def test_an_index_refuses_such_a_log_and_has_the_others(slow_log: Path, tmp_path: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    out = tmp_path / "games.duckdb"

    done = CliRunner().invoke(app, ["index", str(slow_log), str(LOGS / "galaxies.rlog.gz"), "--out", str(out)])

    assert done.exit_code == 1
    with duckdb.connect(str(out), read_only=True) as asked:
        assert asked.execute("select count(*) from games").fetchone() == (1,)
        assert "[too-much-work]" in asked.execute("select reason from refused").fetchone()[0]


# -- real logs --------------------------------------------------------------------------------------------------------

REAL: dict[str, Callable[[Log], object]] = {
    "light": check_lines,
    "replay": lambda log: [*tell_story(log, teller_of(log.head))],
    "replay --public": lambda log: [*tell_story(log, teller_of(log.head), eyes=Eyes(PUBLIC))],
    "export": lambda log: make_reel(log, no_content),
}


@pytest.mark.parametrize("path", sorted(LOGS.glob("*.rlog.gz")), ids=lambda path: path.name)
def test_the_log_of_a_game_stays_below_a_fifth_of_its_budget(path: Path) -> None:
    for name, reader in REAL.items():
        log = read_log(path)
        size = sum(len(line) + 1 for line in log)
        before = log.budget.used

        reader(log)

        assert log.budget.used - before < size * limits.WORK_PER_BYTE.most / 5, name
    assert audit_file(path, light=True).readable and judge_log("x", lambda: read_log(path), no_content).readable
