"""Public bug reports about logs, tried here: each gives the answer that a person expects."""

from __future__ import annotations

import gzip
import json
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.log.format.read_log import read_log

GIVES_UP = "concede\nyes\n"


@pytest.fixture
def game_log(rftg: Any, folder: Path) -> Path:
    """A game of bots."""
    assert rftg("play", "galaxies", "--players", "2", "--seed", "demo", "--log", "g.rlog").exit_code == 0
    return folder / "g.rlog"


# -- case 37: a checkout on Windows ----------------------------------------------------------------------------------


COMMANDS = [
    ("audit", "crlf.rlog"),
    ("audit", "--light", "crlf.rlog"),
    ("audit", "--backend", "python", "crlf.rlog"),
    ("replay", "crlf.rlog", "--round", "1"),
    ("replay", "crlf.rlog", "--line", "9", "--format", "json"),
    ("why", "crlf.rlog:9"),
    ("diff", "crlf.rlog", "g.rlog"),
    ("export", "crlf.rlog", "--out", "g.html"),
    ("index", "crlf.rlog", "--out", "g.duckdb"),
    ("standings", "crlf.rlog"),
    ("log", "prove", "crlf.rlog:9"),
]


@pytest.mark.parametrize("words", COMMANDS, ids=" ".join)
@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
def test_37_every_command_reads_a_log_with_other_line_ends(
    rftg: Any, game_log: Path, words: tuple[str, ...], packed: bool
) -> None:
    if words[0] == "index":
        pytest.importorskip("duckdb")
    raw = b"\xef\xbb\xbf" + game_log.read_bytes().replace(b"\n", b"\r\n")
    Path("crlf.rlog").write_bytes(gzip.compress(raw) if packed else raw)

    result = rftg(*words)

    assert result.exit_code == 0, result.output
    assert "not valid" not in result.stderr
    if words[0] == "audit":
        assert "note: the file has a byte order mark and changed line ends, corrected" in result.stdout


def test_37_the_root_is_that_of_the_log_as_it_was_written(rftg: Any, game_log: Path) -> None:
    Path("crlf.rlog").write_bytes(game_log.read_bytes().replace(b"\n", b"\r\n"))

    before, after = (json.loads(rftg("audit", log, "--format", "json").stdout)[0] for log in ("g.rlog", "crlf.rlog"))

    assert before["root"] == after["root"]
    assert rftg("audit", "crlf.rlog", "--expect", f"{before['root']}:{before['lines']}").exit_code == 0
    assert rftg("audit", "crlf.rlog", "--expect", f"{before['root']}:{before['lines'] + 1}").exit_code == 1


def test_37_a_game_goes_on_in_a_file_that_is_put_right(rftg: Any, game_log: Path) -> None:
    begun = b"".join(game_log.read_bytes().splitlines(keepends=True)[:40])
    Path("crlf.rlog").write_bytes(begun.replace(b"\n", b"\r\n")[:-2])

    assert rftg("resume", "crlf.rlog", "--seed", "demo", "--bots", "random").exit_code == 0

    assert Path("crlf.rlog").read_bytes().startswith(begun)
    assert rftg("audit", "crlf.rlog").exit_code == 0
    assert not read_log(Path("crlf.rlog")).mendings


# -- case 39: two games in one log -----------------------------------------------------------------------------------


def test_39_two_games_in_one_log_are_named_where_the_second_begins(rftg: Any, game_log: Path) -> None:
    Path("two.rlog").write_bytes(game_log.read_bytes() * 2)
    lines = game_log.read_bytes().count(b"\n")

    result = rftg("audit", "two.rlog")

    assert result.exit_code == 1
    assert f"line {lines + 1}: another log begins here" in result.stdout


# -- case 57: a comma in a name --------------------------------------------------------------------------------------


def test_57_a_comma_in_a_name_has_a_way_and_the_message_tells_it(rftg: Any) -> None:
    wrong = rftg("play", "roll", "--bots", "me:Smith, John,random", "--seed", "x", stdin="q\n")
    assert wrong.exit_code == 2
    assert "double it if it belongs to the name: me:Smith,, John" in " ".join(wrong.stderr.split())

    right = rftg("play", "roll", "--bots", "me:Smith,, John,random", "--seed", "x", "--log", "s.rlog", stdin=GIVES_UP)
    assert right.exit_code == 0
    assert read_log(Path("s.rlog")).head["seats"] == ["me:Smith, John", "random"]


@pytest.mark.parametrize("name", ["J. Smith", "O'Neil", 'Jo "J" Doe', "(Ann)", "[x]", "Ann\N{ROCKET}", ",,", "a,,,,b"])
def test_57_every_other_name_is_as_before(rftg: Any, name: str) -> None:
    words = ("play", "roll", "--bots", f"me:{name},random", "--seed", "x", "--log", "s.rlog")

    assert rftg(*words, stdin=GIVES_UP).exit_code == 0

    assert read_log(Path("s.rlog")).head["seats"] == [f"me:{name.replace(',,', ',')}", "random"]


# -- what a command calls people is not what people call them --------------------------------------------------------


@pytest.fixture
def with_people(rftg: Any) -> Path:
    """A game of a person, who gives up."""
    words = ("play", "galaxies", "--bots", "me:Ann,random", "--seed", "x", "--log", "people.rlog")
    assert rftg(*words, stdin=GIVES_UP).exit_code == 0
    return Path("people.rlog")


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "people.rlog"),
        ("replay", "people.rlog", "--public"),
        ("why", "people.rlog:3"),
        ("export", "people.rlog", "--out", "people.html"),
        ("export", "people.rlog", "--public", "--out", "public.html"),
    ],
    ids=" ".join,
)
def test_people_have_their_own_names(rftg: Any, with_people: Path, words: tuple[str, ...]) -> None:
    result = rftg(*words)

    assert result.exit_code == 0
    shown = result.output + "".join(page.read_text() for page in Path().glob("*.html"))
    assert "me:Ann" not in shown
    assert "Ann" in shown or words[0] == "why"


def test_people_have_their_own_names_in_an_index(rftg: Any, with_people: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    rftg("index", "people.rlog", "--out", "g.duckdb")

    with duckdb.connect("g.duckdb", read_only=True) as base:
        assert base.execute("SELECT player FROM seats ORDER BY seat").fetchall() == [("Ann",), ("random",)]


# -- case 61: the same game twice ------------------------------------------------------------------------------------


def test_61_copies_of_a_log_count_once_and_are_named(rftg: Any, game_log: Path) -> None:
    duckdb = pytest.importorskip("duckdb")
    pytest.importorskip("cryptography")
    raw = game_log.read_bytes()
    logs = Path("lk")
    logs.mkdir()
    (logs / "a.rlog").write_bytes(raw)
    (logs / "a (1).rlog").write_bytes(raw)
    (logs / "a.rlog.gz").write_bytes(gzip.compress(raw))
    (logs / "crlf.rlog").write_bytes(raw.replace(b"\n", b"\r\n"))
    (logs / "signed.rlog").write_bytes(raw)
    rftg("log", "key", "anna", "--out", "anna.key")
    assert rftg("log", "sign", "lk/signed.rlog", "--key", "anna.key").exit_code == 0
    rftg("play", "galaxies", "--players", "2", "--seed", "other", "--log", "lk/other.rlog")

    result = rftg("index", "lk", "--out", "lk.duckdb", "--parquet", "lk.parquet")

    assert result.exit_code == 0
    assert "4 logs are copies of others: each game counts once" in " ".join(result.stdout.split())
    with duckdb.connect("lk.duckdb", read_only=True) as base:
        assert base.execute("SELECT log FROM games ORDER BY log").fetchall() == [("lk/a (1).rlog",), ("lk/other.rlog",)]
        copies = base.execute(
            "SELECT c.log, g.log FROM copies c JOIN games g ON g.id = c.game_id ORDER BY 1"
        ).fetchall()
        assert copies == [
            (f"lk/{name}", "lk/a (1).rlog") for name in ("a.rlog", "a.rlog.gz", "crlf.rlog", "signed.rlog")
        ]
        for table in ("seats", "rounds", "decisions", "events", "scores"):
            ids = {id for (id,) in base.execute(f"SELECT DISTINCT game_id FROM {table}").fetchall()}
            assert ids == {id for (id,) in base.execute("SELECT id FROM games").fetchall()}
        assert base.execute("SELECT count(*) FROM 'lk.parquet/games.parquet'").fetchall() == [(2,)]
