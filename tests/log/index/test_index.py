"""An index says what its logs say: nothing is lost, nothing is counted twice, and one bad log harms no other."""

from __future__ import annotations

import gzip
import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import duckdb
import pytest

from forging import edited, first, raw_of
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.batch import logs_in
from rftg_dsl.log.format.fold import Folded
from rftg_dsl.log.index import build_index, rows
from rftg_dsl.log.index.build_index import build
from rftg_dsl.log.index.csv_parts import Rows
from rftg_dsl.log.index.store import Store
from rftg_dsl.log.index.tables import TABLES
from rftg_dsl.play.simulate import simulate

GAMES = ("roll", "race", "galaxies")


@pytest.fixture(scope="session")
def logs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two logs of each game."""
    folder = tmp_path_factory.mktemp("logs")
    for game in GAMES:
        simulate(load_standard(game), 2, 2, "index", ["greedy", "random"], 1, folder / game)
    return folder


@pytest.fixture(scope="session")
def base(logs: Path, tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The index of them."""
    path = tmp_path_factory.mktemp("index") / "games.duckdb"
    build(list(logs_in([logs])), path)
    with duckdb.connect(str(path), read_only=True) as opened:
        yield opened


def asked(path: Path, question: str) -> list[tuple[Any, ...]]:
    with duckdb.connect(str(path), read_only=True) as opened:
        answer: list[tuple[Any, ...]] = opened.execute(question).fetchall()
        return answer


def everything(path: Path) -> dict[str, list[tuple[Any, ...]]]:
    return {table: asked(path, f"FROM {table} ORDER BY ALL") for table in TABLES}


def records(path: Path) -> list[Any]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_every_table_has_its_columns(base: Any) -> None:
    for table, columns in TABLES.items():
        description = base.execute(f"SELECT * FROM {table} LIMIT 0").description
        assert [column[0] for column in description] == [column.name for column in columns]
        assert [str(column[1]) for column in description] == [column.type for column in columns]


def test_every_decision_and_event_is_there_once(base: Any, logs: Path) -> None:
    for path in logs_in([logs]):
        events: Counter[tuple[Any, ...]] = Counter()
        decisions = []
        for number, record in enumerate(records(Path(path)), 1):
            events.update((number, *event[:2]) for event in record.get("fx", ()))
            if record["k"] == "do":
                decisions.append((number, record["seat"], record["name"], record["form"][0]))
        of = "JOIN games ON id = game_id WHERE log = ? ORDER BY nth"

        assert Counter(base.execute(f"SELECT line, op, word FROM events {of}", [path]).fetchall()) == events
        assert base.execute(f"SELECT line, seat, name, form FROM decisions {of}", [path]).fetchall() == decisions


def test_the_changes_of_a_counter_add_up(base: Any, logs: Path) -> None:
    for path in logs_in([logs]):
        head, *rest = records(Path(path))
        folded = Folded(head["table"])
        folded.fold(event for record in rest for event in record.get("fx", ()))
        changes = {name: n - head["table"]["counters"][name] for name, n in folded.counters.items()}
        sums = base.execute(
            "SELECT concat_ws('.', counter, seat), sum(n)::INTEGER FROM events JOIN games ON id = game_id "
            "WHERE log = ? AND op = 'adjust' GROUP BY ALL",
            [path],
        ).fetchall()

        assert {name: n for name, n in sums if n} == {name: n for name, n in changes.items() if n}


def test_figures_scores_and_seats_are_those_of_the_end(base: Any, logs: Path) -> None:
    for path in logs_in([logs]):
        [end] = [record for record in records(Path(path)) if record["k"] == "end"]
        at = "JOIN games ON id = game_id WHERE log = ?"
        seats = base.execute(f"SELECT score, won FROM seats {at} ORDER BY seat", [path]).fetchall()
        scores = base.execute(f"SELECT seat, score_line, points FROM scores {at}", [path]).fetchall()
        total = "AND final AND figure = 'score.total' ORDER BY seat"

        assert [score for score, _ in seats] == end["figures"]["end"]["scores"]
        assert [seat for seat, (_, won) in enumerate(seats) if won] == end["figures"]["end"]["winners"]
        assert base.execute(f"SELECT value FROM rounds {at} {total}", [path]).fetchall() == [(n,) for n, _ in seats]
        for seat, figures in enumerate(end["figures"]["seats"]):
            lines = {name: points for owner, name, points in scores if owner == seat}
            assert lines == {name: n for name, n in figures["score"].items() if name != "total"}


def test_everything_belongs_to_the_round_whose_end_comes_next(base: Any, logs: Path) -> None:
    for path in logs_in([logs]):
        ends = {
            number: int(record["after"].partition(" ")[2] or 0)
            for number, record in enumerate(records(Path(path)), 1)
            if record["k"] == "mark"
        }
        for table in ("rounds", "decisions", "events"):
            there = base.execute(
                f"SELECT DISTINCT line, round FROM {table} JOIN games ON id = game_id WHERE log = ?", [path]
            ).fetchall()
            # The end of the game comes after the end of its last round.
            played = {line: next((n for at, n in ends.items() if line <= at), max(ends.values())) for line, _ in there}
            assert there and {line: n for line, n in there if n != played[line]} == {}, table


def test_a_cause_is_a_power_with_its_name_or_a_step(base: Any) -> None:
    assert base.execute("FROM events WHERE (power IS NULL) = (step IS NULL)").fetchall() == []
    assert base.execute("FROM events WHERE power_name IS NULL AND power IS NOT NULL").fetchall() == []


def test_a_piece_belongs_to_the_seat_where_it_lies(base: Any) -> None:
    counts = base.execute(
        "SELECT game, count(*) FILTER (seat IS NULL), count(*) FILTER (piece_name IS NULL) FROM events "
        "JOIN games ON id = game_id WHERE op IN ('enter', 'tag') GROUP BY ALL ORDER BY ALL"
    ).fetchall()

    assert counts == [("galaxies", 0, counts[0][2]), ("race", 0, 0), ("roll", 0, 0)]


def test_every_column_has_a_value_somewhere(base: Any) -> None:
    empty = {
        f"{table}.{column.name}"
        for table, columns in TABLES.items()
        for column in columns
        if not base.execute(f"SELECT count({column.name}) FROM {table}").fetchone()[0]
    }

    assert empty == {
        "seats.changed",
        "seats.replaced_by",
        "copies.log",
        "copies.game_id",
        "refused.log",
        "refused.reason",
    }


@pytest.mark.parametrize("workers", [2, 3])
def test_the_index_is_the_same_with_any_number_of_workers(logs: Path, tmp_path: Path, workers: int) -> None:
    paths = list(logs_in([logs]))

    assert build(paths, tmp_path / "one.duckdb") == build(paths, tmp_path / "many.duckdb", workers)

    assert everything(tmp_path / "one.duckdb") == everything(tmp_path / "many.duckdb")


def test_a_packed_log_has_the_same_rows(logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    raw = (logs / "race" / "000000.rlog").read_bytes()
    monkeypatch.chdir(tmp_path)
    indexes = []
    for name, packed in (("plain.duckdb", raw), ("packed.duckdb", gzip.compress(raw))):
        Path("game.rlog").write_bytes(packed)
        build(["game.rlog"], Path(name))
        indexes.append(everything(Path(name)))

    assert indexes[0] == indexes[1]
    assert len(indexes[0]["games"]) == 1


@pytest.fixture
def whole(logs: Path) -> list[str]:
    """The lines of a log."""
    return (logs / "roll" / "000000.rlog").read_text().splitlines()


def test_one_bad_log_does_not_stop_the_others(whole: list[str], tmp_path: Path) -> None:
    bad = {
        "empty": b"",
        "nonsense": b"\xff\xfe\n",
        "later": raw_of([whole[0].replace("rftg-log/2", "rftg-log/9")]),
        "torn head": whole[0].encode()[:500],
        "torn pack": gzip.compress(raw_of(whole))[:50],
    }
    for name, raw in bad.items():
        (tmp_path / f"{name}.rlog").write_bytes(raw)
    (tmp_path / "a folder.rlog").mkdir()
    (tmp_path / "good.rlog").write_bytes(raw_of(whole))
    paths = [str(tmp_path / f"{name}.rlog") for name in ("a folder", *bad, "missing", "good")]

    counts = build(paths, tmp_path / "index.duckdb")

    refused = asked(tmp_path / "index.duckdb", "FROM refused ORDER BY rowid")
    assert [path for path, _ in refused] == paths[:-1]
    assert all(reason and "report" not in reason for _, reason in refused)
    assert counts["games"] == 1 and asked(tmp_path / "index.duckdb", "SELECT log FROM games") == [(paths[-1],)]


def test_a_changed_log_is_indexed_up_to_the_line_before_the_change(whole: list[str], tmp_path: Path) -> None:
    at = first(whole, "do", lambda record: record["name"] == "task")
    path = tmp_path / "changed.rlog"
    path.write_bytes(raw_of(edited(whole, at, lambda record: record.update(fx=[["adjust", "x", "y", "nothing", 1]]))))

    build([str(path)], tmp_path / "index.duckdb")

    [row] = asked(tmp_path / "index.duckdb", "SELECT passed, verdict, complete, lines FROM games")
    assert row == (False, "invalid", False, at)
    assert asked(tmp_path / "index.duckdb", "SELECT max(line) FROM events") <= [(at,)]
    assert asked(tmp_path / "index.duckdb", "SELECT DISTINCT score FROM seats") == [(None,)]


def test_logs_damaged_by_others_while_they_are_read_are_not_copies_of_each_other(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = [str(tmp_path / f"{game}.rlog") for game in ("galaxies", "race")]
    for path in map(Path, paths):
        lines = (logs / path.stem / "000000.rlog").read_text().splitlines()
        path.write_bytes(raw_of([*lines[:20], "{}", *lines[21:]]))

    def judge_then_damage(path: str, *arguments: Any, **more: Any) -> Any:
        verdict = judge_log(path, *arguments, **more)
        with open(path, "ab") as file:
            file.write(b"\xff\n")
        return verdict

    monkeypatch.setattr(build_index, "judge_log", judge_then_damage)

    counts = build(paths, tmp_path / "index.duckdb")

    assert (counts["games"], counts["copies"], counts["refused"]) == (2, 0, 0)
    assert asked(tmp_path / "index.duckdb", "SELECT log, lines, played FROM games ORDER BY rowid") == [
        (path, 20, None) for path in paths
    ]


@pytest.mark.parametrize("nth", ["", None, True, [], {}, "1"])
def test_a_value_of_another_kind_spoils_no_index(logs: Path, tmp_path: Path, nth: Any) -> None:
    whole = (logs / "galaxies" / "000000.rlog").read_text().splitlines()
    at = first(whole, "do", lambda record: any(event[0] == "enter" for event in record["fx"]))
    piece = next(event[3] for event in json.loads(whole[at])["fx"] if event[0] == "enter")
    strange = tmp_path / "strange.rlog"
    change = edited(whole, at, lambda record: record["fx"].append(["enter", "x", "y", piece, nth]), again=True)
    strange.write_bytes(raw_of(change))

    build([str(strange), str(logs / "galaxies" / "000001.rlog")], tmp_path / "index.duckdb")

    assert asked(tmp_path / "index.duckdb", "SELECT passed FROM games ORDER BY passed") == [(False,), (True,)]


def test_a_log_of_nothing_but_a_head_is_indexed(whole: list[str], tmp_path: Path) -> None:
    (tmp_path / "head.rlog").write_bytes(raw_of(whole[:1]))

    counts = build([str(tmp_path / "head.rlog")], tmp_path / "index.duckdb")

    assert (counts["games"], counts["refused"]) == (1, 0)


def test_pieces_of_seats_have_their_names(base: Any) -> None:
    [[named, all]] = base.execute("SELECT count(piece_name), count(piece) FROM events").fetchall()
    assert named == all > 0


def test_an_unfinished_log_is_indexed(whole: list[str], tmp_path: Path) -> None:
    at = first(whole, "mark", lambda record: record["after"] == "round 3")
    path = tmp_path / "unfinished.rlog"
    more = ['{"does":"leaves","k":"seat","seat":1}', '{"does":"sits","k":"seat","seat":1,"who":"Ada"}']
    path.write_bytes(raw_of([*whole[: at + 1], *more]))

    build([str(path)], tmp_path / "index.duckdb")

    [row] = asked(tmp_path / "index.duckdb", "SELECT passed, verdict, complete, rounds, why FROM games")
    assert row == (False, "unknown", False, 3, None)
    seats = asked(tmp_path / "index.duckdb", "SELECT seat, score, won, changed, replaced_by FROM seats ORDER BY 1")
    assert seats == [(0, None, None, None, None), (1, None, None, "sits", "Ada")]


@pytest.mark.parametrize("fails", ["close", "take_mark", "add_events"])
def test_a_log_that_fails_in_the_middle_leaves_no_rows(
    logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fails: str
) -> None:
    real = getattr(rows.Reading, fails)

    def failing(reading: Any, *arguments: Any) -> None:
        real(reading, *arguments)
        if reading.line > 20 and reading.players == 2 and reading.names.get("C01"):
            raise ZeroDivisionError("planted")

    monkeypatch.setattr(rows.Reading, fails, failing)
    monkeypatch.setitem(rows.RECORDS, "mark", rows.Reading.take_mark)  # type: ignore[arg-type]

    counts = build(list(logs_in([logs])), tmp_path / "index.duckdb")

    assert (counts["games"], counts["refused"]) == (4, 2)
    orphans = "SELECT count(*) FROM {} LEFT JOIN games ON id = game_id WHERE id IS NULL"
    for table in ("seats", "rounds", "decisions", "events", "scores"):
        assert asked(tmp_path / "index.duckdb", orphans.format(table)) == [(0,)]


TEXTS = ["", " ", '"', '"";', "a,b", "'", "\\N", "NULL", "é €", "𝄞", "x" * 200_000, '[1,"a"]']


def test_any_text_comes_through(tmp_path: Path) -> None:
    rows = Rows(tmp_path / "rows")
    for text in [*TEXTS, None, "a\nb\0c\r"]:
        rows.add("refused", text, "why")
    rows.close()
    store = Store(tmp_path)
    store.load(tmp_path / "rows")

    assert [text for text, _ in store.base.execute("FROM refused ORDER BY rowid").fetchall()] == [
        *TEXTS,
        None,
        "a�b�c�",
    ]
    assert not (tmp_path / "rows").exists()
    store.close()


# -- the file --------------------------------------------------------------------------------------------------


def test_nothing_is_overwritten(logs: Path, tmp_path: Path) -> None:
    for name in ("file", "folder"):
        (tmp_path / name).mkdir() if name == "folder" else (tmp_path / name).write_text("mine")
        with pytest.raises(UsageError, match="already exists") as raised:
            build(list(logs_in([logs])), tmp_path / name)
        assert raised.value.code == "existing-file"
    (tmp_path / "folder" / "mine").write_text("mine")
    with pytest.raises(UsageError, match="already exists"):
        build(list(logs_in([logs])), tmp_path / "new.duckdb", parquet=tmp_path / "folder")

    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "folder"]
    assert (tmp_path / "file").read_text() == (tmp_path / "folder" / "mine").read_text() == "mine"


def test_a_file_that_appears_meanwhile_is_kept(logs: Path, tmp_path: Path) -> None:
    to = tmp_path / "index.duckdb"

    with pytest.raises(UsageError, match="already exists"):
        build(list(logs_in([logs])), to, progress=lambda _: to.write_text("mine") and None)

    assert [path.name for path in tmp_path.iterdir()] == ["index.duckdb"] and to.read_text() == "mine"


def test_a_folder_that_appears_meanwhile_is_kept_and_nothing_made(logs: Path, tmp_path: Path) -> None:
    parquet = tmp_path / "parquet"

    def appear(_: int) -> None:
        parquet.mkdir(exist_ok=True)
        (parquet / "mine").write_text("mine")

    with pytest.raises(UsageError, match="already exists"):
        build(list(logs_in([logs])), tmp_path / "index.duckdb", 1, parquet, appear)

    assert [path.name for path in tmp_path.iterdir()] == ["parquet"] and (parquet / "mine").read_text() == "mine"


@pytest.mark.parametrize("workers", [1, 2])
@pytest.mark.parametrize("error", [KeyboardInterrupt, OSError, duckdb.Error])
def test_nothing_is_left_when_it_stops_in_the_middle(
    logs: Path, tmp_path: Path, workers: int, error: type[BaseException]
) -> None:
    def stop(done: int) -> None:
        if done > 1:
            raise error("planted")

    with pytest.raises((KeyboardInterrupt, UsageError)):
        build(list(logs_in([logs])), tmp_path / "index.duckdb", workers, tmp_path / "parquet", stop)

    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_does_not_exist(logs: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written") as raised:
        build(list(logs_in([logs])), tmp_path / "nowhere" / "index.duckdb")

    assert raised.value.code == "unwritable"


def test_parquet_files_have_the_same_rows(logs: Path, tmp_path: Path) -> None:
    (tmp_path / "it's").mkdir()

    build(list(logs_in([logs])), tmp_path / "index.duckdb", parquet=tmp_path / "it's")

    assert sorted(path.name for path in tmp_path.iterdir()) == ["index.duckdb", "it's"]
    for table in TABLES:
        file = str(tmp_path / "it's" / f"{table}.parquet").replace("'", "''")
        rows = duckdb.execute(f"FROM '{file}' ORDER BY ALL").fetchall()
        assert rows == asked(tmp_path / "index.duckdb", f"FROM {table} ORDER BY ALL")


def test_without_the_extra(logs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)

    with pytest.raises(UsageError, match="needs the extra 'lake'") as raised:
        build(list(logs_in([logs])), tmp_path / "index.duckdb")

    assert raised.value.code == "missing-extra" and list(tmp_path.iterdir()) == []


def test_no_logs_make_an_empty_index(tmp_path: Path) -> None:
    assert set(build([], tmp_path / "index.duckdb").values()) == {0}
    assert everything(tmp_path / "index.duckdb") == {table: [] for table in TABLES}


def test_no_rules_are_needed(logs: Path, tmp_path: Path) -> None:
    unknown = (logs / "race" / "000000.rlog").read_text().replace('"game":"race"', '"game":"chess"', 1).splitlines()
    path = tmp_path / "unknown.rlog"
    rules = {"chess": 1, "engine": 1}
    path.write_bytes(raw_of(edited(unknown, 0, lambda head: head.update(edition="?", rules=rules), again=True)))

    counts = build([str(path)], tmp_path / "index.duckdb")

    assert counts["games"] == 1
    assert asked(tmp_path / "index.duckdb", "SELECT game, edition FROM games") == [("chess", "?")]
