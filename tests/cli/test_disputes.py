"""``rftg why``, ``rftg diff`` and ``rftg audit --against``: what people read, and what strange logs come to."""

from __future__ import annotations

import gzip
import json
import re
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from forging import Record, edited, first, raw_of
from rftg_dsl.library.load import load_standard

ROOT = Path(__file__).parents[2]
GAMES = ["galaxies", "race", "roll"]


@pytest.fixture(params=GAMES)
def game(request: Any) -> str:
    return str(request.param)


FROZEN = {"galaxies": "galaxies", "race": "race-first", "roll": "roll-2020"}


def frozen(game: str) -> list[str]:
    """The lines of a frozen log of a game."""
    path = ROOT / "tests" / "logs" / f"{FROZEN[game]}.rlog.gz"
    return gzip.decompress(path.read_bytes()).decode().splitlines()


@pytest.fixture
def log(folder: Path) -> Callable[[str], list[str]]:
    """Puts the frozen log of a game into the folder as ``game.rlog``; returns its lines."""

    def put(game: str) -> list[str]:
        lines = frozen(game)
        (folder / "game.rlog").write_bytes(raw_of(lines))
        return lines

    return put


def by_power(lines: list[str]) -> int:
    """The number of the first short line where a power is at work, and somebody decided it."""
    return 1 + first(
        lines, "do", lambda record: len(record["fx"]) < 8 and any("/" in event[2] for event in record["fx"])
    )


# -- why -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["power", "rnd", "run", "mark", "end", "head"])
def test_why_as_people_read_it(rftg: Any, log: Any, game: str, kind: str, snapshot: Any) -> None:
    lines = log(game)
    number = by_power(lines) if kind == "power" else first(lines, kind) + 1

    result = rftg("why", f"game.rlog:{number}")

    assert result.exit_code == 0 and result.stderr == ""
    assert result.stdout == snapshot


def test_a_power_is_quoted_as_its_tile_has_it(rftg: Any, log: Any, game: str) -> None:
    lines = log(game)
    powers = {power.id: power for power in load_standard(game).model.walk_powers()}
    number = by_power(lines)
    cause = next(event[2] for event in json.loads(lines[number - 1])["fx"] if "/" in event[2])

    said = rftg("why", f"game.rlog:{number}").stdout

    place = powers[cause].at
    assert f'"{powers[cause].text}" ({place.source.label}:{place.begins[0]})' in said
    assert f"[{cause}]" in said


def test_what_was_empty_or_is_empty_now_is_nothing(rftg: Any, log: Any) -> None:
    lines = log("roll")
    at = [nth for nth, line in enumerate(lines, 1) if '["fact","phase"' in line or '["fact","active"' in line]

    said = "".join(rftg("why", f"game.rlog:{number}").stdout for number in at[:12])

    assert " phase: nothing -> assign\n" in said
    assert re.search(r" phase: \w+ -> nothing\n", said)
    assert re.search(r' active: nothing -> \["', said)
    assert not re.search(r":  ->|-> $|\[\]|noted: |\"\"", said, re.M)


def test_one_event_of_a_line(rftg: Any, log: Any) -> None:
    lines = log("roll")
    number = first(lines, "do", lambda record: len(record["fx"]) > 3) + 1

    said = rftg("why", f"game.rlog:{number}", "--event", "2").stdout

    assert re.findall(r"^ {4}(\d+)  ", said, re.M) == ["2"]


@pytest.mark.parametrize(
    ("place", "event", "code"),
    [
        ("game.rlog", (), "wrong-option"),
        ("game.rlog:", (), "wrong-option"),
        ("game.rlog:0", (), "wrong-option"),
        ("game.rlog:x", (), "wrong-option"),
        ("game.rlog:" + "9" * 5000, (), "wrong-option"),
        ("game.rlog:\N{SUPERSCRIPT TWO}", (), "wrong-option"),
        ("game.rlog:999999", (), "unknown-line"),
        ("game.rlog:1", ("--event", "1"), "unknown-event"),
        ("nowhere.rlog:1", (), "unreadable"),
        (".:1", (), "wrong-file"),
    ],
)
def test_what_cannot_be_explained(rftg: Any, log: Any, place: str, event: Any, code: str) -> None:
    log("roll")

    result = rftg("why", place, *event)

    assert result.exit_code == 2 and result.stderr.startswith(f"error[{code}]")


def test_without_the_content_the_log_speaks_alone(rftg: Any, folder: Path, frontier: Path) -> None:
    for seed in range(20):
        words = ("--players", "3", "--seed", str(seed), "--bots", "greedy", "--with", "./frontier")
        rftg("play", "roll", *words, "--log", f"{seed}.rlog")
        lines = (folder / f"{seed}.rlog").read_text().splitlines()
        if there := [at for at, line in enumerate(lines, 1) if '"X01.a/1"' in line]:
            break

    alone = rftg("why", f"{seed}.rlog:{there[0]}")
    whole = rftg("why", f"{seed}.rlog:{there[0]}", "--with", "./frontier")

    assert "note: no texts of powers and rules: the game was played with the set 'frontier'" in alone.stdout
    assert "power of Frontier Guild [X01.a/1]" in alone.stdout and "when own world completes" not in alone.stdout
    assert '"when own world completes: gain $1" (frontier/tiles.rftg:2)' in whole.stdout
    assert "X01 is in tableau of Seat" in alone.stdout and ", in play, since line" in alone.stdout


def test_a_log_of_a_game_that_is_not_here(rftg: Any, log: Any, folder: Path) -> None:
    lines = edited(log("roll"), 0, lambda head: head.update(game="chess", rules={"chess": 1, "engine": 1}), again=True)
    (folder / "game.rlog").write_bytes(raw_of(lines))

    result = rftg("why", f"game.rlog:{first(lines, 'run', lambda record: len(record['fx']) > 1) + 1}")

    assert result.exit_code == 0 and "there is no game called 'chess'" in result.stdout


# -- diff ------------------------------------------------------------------------------------------------------


def changed(record: Record) -> None:
    """Somebody chose something else."""
    record["pick"] = "something else"


def test_two_logs_as_people_read_it(rftg: Any, log: Any, game: str, folder: Path, snapshot: Any) -> None:
    lines = log(game)
    at = by_power(lines) - 1
    nth = next(nth for nth, event in enumerate(json.loads(lines[at])["fx"]) if "/" in event[2])
    (folder / "event.rlog").write_bytes(raw_of(edited(lines, at, lambda record: record["fx"].pop(nth))))
    (folder / "pick.rlog").write_bytes(raw_of(edited(lines, at, changed)))
    (folder / "head.rlog").write_bytes(raw_of(edited(lines, 0, lambda head: head.update(seats=["a", "b"]), again=True)))
    (folder / "figures.rlog").write_bytes(
        raw_of(edited(lines, first(lines, "mark"), lambda record: record["figures"]["seats"][1].update(seat=7)))
    )

    for name in ("event", "pick", "head", "figures"):
        result = rftg("diff", "game.rlog", f"{name}.rlog")
        assert result.exit_code == 1
        assert result.stdout == snapshot(name=name)


def test_the_same_log(rftg: Any, log: Any, folder: Path) -> None:
    lines = log("roll")
    (folder / "packed.rlog.gz").write_bytes(gzip.compress(raw_of(lines)))

    assert rftg("diff", "game.rlog", "packed.rlog.gz").stdout == "game.rlog and packed.rlog.gz: no difference\n"
    assert rftg("diff", "game.rlog:40", "packed.rlog.gz:40").exit_code == 0


def test_the_beginning_of_another_log(rftg: Any, log: Any, folder: Path) -> None:
    raw = raw_of(log("roll"))
    (folder / "torn.rlog").write_bytes(raw[: len(raw) // 2])

    result = rftg("diff", "torn.rlog", "game.rlog")

    assert result.exit_code == 1
    assert result.stdout.startswith("torn.rlog is the beginning of game.rlog\n")
    assert ", cut off\n" in result.stdout


def test_two_tables_as_people_read_it(rftg: Any, log: Any, game: str, snapshot: Any) -> None:
    number = by_power(log(game))

    result = rftg("diff", f"game.rlog:{number - 1}", f"game.rlog:{number}")

    assert result.exit_code == 1
    assert result.stdout == snapshot


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("game.rlog:3", "game.rlog"), "wrong-option"),
        (("game.rlog:3", "game.rlog:99999"), "unknown-line"),
        (("game.rlog", "nowhere.rlog"), "unreadable"),
    ],
)
def test_what_cannot_be_compared(rftg: Any, log: Any, words: tuple[str, str], code: str) -> None:
    log("roll")

    result = rftg("diff", *words)

    assert result.exit_code == 2 and result.stderr.startswith(f"error[{code}]")


def test_a_file_comes_before_a_line(rftg: Any, log: Any, folder: Path) -> None:
    lines = log("roll")
    (folder / "game.rlog:3").write_bytes(raw_of(lines))

    assert rftg("diff", "game.rlog:3", "game.rlog").exit_code == 0


# -- audit --against -------------------------------------------------------------------------------------------


@pytest.fixture
def played(rftg: Any, frontier: Path, folder: Path) -> Path:
    """A game in which the tile of the small set was at work."""
    for seed in range(20):
        words = ("--players", "3", "--seed", str(seed), "--bots", "greedy", "--with", "./frontier")
        rftg("play", "roll", *words, "--log", f"{seed}.rlog")
        if '"X01.a/1"' in (folder / f"{seed}.rlog").read_text():
            return folder / f"{seed}.rlog"
    raise AssertionError


def variant(folder: Path, old: str, new: str) -> str:
    """A copy of the small set with a change."""
    (folder / "other").mkdir()
    (folder / "other" / "set.toml").write_text((folder / "frontier" / "set.toml").read_text())
    text = (folder / "frontier" / "tiles.rftg").read_text()
    assert old in text
    (folder / "other" / "tiles.rftg").write_text(text.replace(old, new))
    return "./other"


def test_another_power_changes_the_game(rftg: Any, played: Path, folder: Path) -> None:
    result = rftg("audit", played.name, "--with", "./frontier", "--against", variant(folder, "gain $1", "gain $2"))

    assert result.exit_code == 1
    assert "frontier has different content from the log's\n  it would differ from line " in result.stdout
    assert '"when own world completes: gain $1" (frontier/tiles.rftg:2)' in result.stdout
    assert '"when own world completes: gain $2" (other/tiles.rftg:2)' in result.stdout


def test_content_edited_in_place(rftg: Any, played: Path, folder: Path) -> None:
    tiles = folder / "frontier" / "tiles.rftg"
    tiles.write_text(tiles.read_text().replace("gain $1", "gain $3"))

    result = rftg("audit", played.name, "--against", "./frontier")

    assert result.exit_code == 1 and "+$3 (Frontier Guild)" in result.stdout


def test_what_would_differ_in_many_logs_ends_with_a_total(rftg: Any, folder: Path, played: Path) -> None:
    other = variant(folder, "gain $1", "gain $2")
    (folder / "broken.rlog").write_text("no log\n")

    result = rftg("audit", played.name, played.name, "broken.rlog", "--against", other, "--with", "./frontier")
    same = rftg("audit", played.name, played.name, "--against", "./frontier")

    assert result.exit_code == 2
    assert result.stdout.splitlines()[-1] == "3 logs: 2 would differ, 1 could not be replayed"
    assert same.stdout.splitlines()[-1] == "2 logs: 2 would not differ"


def test_other_words_for_the_same_change_nothing(rftg: Any, played: Path, folder: Path) -> None:
    result = rftg("audit", played.name, "--against", variant(folder, "Border Post", "Border Port"))

    assert result.exit_code == 0
    assert result.stdout == f"{played.name}: frontier has different content from the log's\n  nothing would differ\n"


def test_a_tile_that_is_gone_cannot_be_drawn(rftg: Any, played: Path, folder: Path) -> None:
    result = rftg("audit", played.name, "--against", variant(folder, "tile X01", "tile X09"))

    assert result.exit_code == 1 and "that result is impossible: it is not one of the " in result.stdout


def test_more_tiles_change_nothing_that_happened(rftg: Any, log: Any, frontier: Path) -> None:
    lines = log("roll")

    result = rftg("audit", "game.rlog", "--against", "./frontier")

    assert result.exit_code == 0 and "frontier is added\n  nothing would differ" in result.stdout
    assert sum('"draw' in line for line in lines) > 5


@pytest.mark.parametrize(("game", "name"), [("race", "gathering-storm"), ("race", "new-worlds"), ("race", "base")])
def test_sets_that_come_with_a_game(rftg: Any, log: Any, game: str, name: str, snapshot: Any) -> None:
    log(game)

    result = rftg("audit", "game.rlog", "--against", f"{ROOT}/content/{game}/{name}")

    assert result.exit_code == (0 if name == "base" else 1)
    assert result.stdout == snapshot


def test_a_choice_of_more_is_no_difference(rftg: Any, log: Any, folder: Path) -> None:
    """The base set with a faction power that lets its owner reassign: there is one more answer."""
    log("galaxies")
    base = folder / "base"
    base.mkdir()
    for file in [path for path in (ROOT / "content/galaxies/base").iterdir() if path.is_file()]:
        text = file.read_text("utf-8")
        (base / file.name).write_text(text.replace("may spend 2 energy: ", "may spend 1 energy: "), "utf-8")

    result = rftg("audit", "game.rlog", "--against", "./base")

    assert result.exit_code in (0, 1) and "base has different content from the log's" in result.stdout


def test_an_unfinished_game(rftg: Any, played: Path, folder: Path) -> None:
    raw = played.read_bytes()
    played.write_bytes(raw[: raw.index(b'"X01.a/1"')])

    result = rftg("audit", played.name, "--against", variant(folder, "gain $1", "gain $2"))

    assert result.exit_code == 0 and "nothing would differ as far as the log goes (line " in result.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--against", "./nowhere"), "error[missing-file]"),
        (("--against", "./frontier", "--light"), "error[wrong-option]"),
        (("--against", "./frontier", "--workers", "2"), "error[wrong-option]"),
        (("--against", "."), "missing-set"),
    ],
)
def test_what_cannot_be_run(rftg: Any, log: Any, frontier: Path, words: tuple[str, ...], said: str) -> None:
    log("roll")

    result = rftg("audit", "game.rlog", *words)

    assert result.exit_code == 2 and said in result.stderr


def test_a_set_with_mistakes_or_of_another_game(rftg: Any, log: Any, frontier: Path) -> None:
    log("race")
    assert "error[wrong-game]" in rftg("audit", "game.rlog", "--against", "./frontier").stderr
    log("roll")
    (frontier / "tiles.rftg").write_text("tyle X01 {}\n")

    result = rftg("audit", "game.rlog", "--against", "./frontier")

    assert result.exit_code == 2 and "error[unknown-kind-of-component]" in result.stderr


def test_a_folder_of_logs_goes_on_after_one_that_cannot_be_run(rftg: Any, folder: Path, frontier: Path) -> None:
    rftg("simulate", "roll", "--games", "3", "--players", "2", "--seed", "s", "--out", "./logs")
    (folder / "logs" / "000001.rlog").write_text("nonsense\n")

    result = rftg("audit", "logs", "--against", "./frontier", "--format", "json")

    assert result.exit_code == 2 and "error[damaged-log]" in result.stderr
    assert [entry["log"] for entry in json.loads(result.stdout)] == ["logs/000000.rlog", "logs/000002.rlog"]


# -- strange logs ----------------------------------------------------------------------------------------------

STRANGE: list[Any] = [None, True, -1, 2**53, "", "x", "a.b@c/1#2", "\x1b[31m::error", [], [[]], {}, {"a": []}]


def strange(random: Random, value: Any) -> Any:
    """A value with something in it replaced."""
    if isinstance(value, dict) and value and random.random() < 0.85:
        key = random.choice(list(value))
        return {**value, key: strange(random, value[key])}
    if isinstance(value, list) and value and random.random() < 0.85:
        at = random.randrange(len(value))
        return [*value[:at], strange(random, value[at]), *value[at + 1 :]]
    return random.choice(STRANGE)


@pytest.mark.parametrize("seed", range(40))
def test_no_strange_log_is_a_bug(rftg: Any, log: Any, folder: Path, frontier: Path, seed: int) -> None:
    random = Random(seed)
    lines = log(random.choice(GAMES))[:120]
    at = random.randrange(len(lines)) if seed % 4 else 0
    record = strange(random, json.loads(lines[at]))
    (folder / "strange.rlog").write_bytes(raw_of([*lines[:at], json.dumps(record), *lines[at + 1 :]]))
    again = edited(lines, at, lambda original: original.update(record if isinstance(record, dict) else {}), again=True)
    (folder / "again.rlog").write_bytes(raw_of(again))

    for name in ("strange.rlog", "again.rlog"):
        number = min(at + 1 + random.randrange(3), len(lines))
        for words in (
            ("why", f"{name}:{number}"),
            ("diff", "game.rlog", name),
            ("diff", name, "game.rlog"),
            ("diff", f"game.rlog:{number}", f"{name}:{number}"),
            ("audit", name, "--against", "./frontier"),
        ):
            result = rftg(*words)
            said = result.stdout + result.stderr
            assert result.exit_code in (0, 1, 2) and "error[bug]" not in said, (words, said)
            assert not {"\x1b", "\r"} & set(said)


def test_a_line_with_very_many_events(rftg: Any, log: Any, folder: Path) -> None:
    lines = log("roll")
    at = first(lines, "run")
    many = edited(lines, at, lambda record: record.update(fx=[["note", "x", "T12.a/1", "y"]] * 20_000))
    (folder / "game.rlog").write_bytes(raw_of(many))

    said = rftg("why", f"game.rlog:{at + 1}").stdout
    event_text = rftg("why", f"game.rlog:{at + 1}", "--event", "15000").stdout

    assert "19900 more events: choose one with --event" in said and len(said) < 100_000
    assert "15000  noted: y [x]" in event_text


def test_one_log_that_cannot_be_run_does_not_stop_the_others(rftg: Any, log: Any, folder: Path) -> None:
    for name, game in (("a", "race"), ("b", "roll"), ("c", "race")):
        log(game)
        (folder / "game.rlog").rename(folder / f"{name}.rlog")

    result = rftg("audit", "a.rlog", "b.rlog", "c.rlog", "--against", "gathering-storm", "--format", "json")

    assert result.exit_code == 2 and "b.rlog: " in result.stderr
    assert [entry["log"] for entry in json.loads(result.stdout)] == ["a.rlog", "c.rlog"]


def test_seats_beyond_all_numbers(rftg: Any, log: Any, folder: Path) -> None:
    lines = log("roll")
    for name, value in (("a", 1), ("b", 2)):
        made = edited(
            lines, first(lines, "mark"), lambda mark, value=value: mark["figures"].update(seats={"9" * 5000: value})
        )
        (folder / f"{name}.rlog").write_bytes(raw_of(made))

    result = rftg("diff", "a.rlog", "b.rlog")

    assert result.exit_code == 2 and "'figures.seats' is not a list" in result.stderr


def test_two_logs_that_differ_only_in_a_torn_end(rftg: Any, log: Any, folder: Path) -> None:
    log("roll")
    raw = (folder / "game.rlog").read_bytes()
    (folder / "torn.rlog").write_bytes(raw + b"{")

    result = rftg("diff", "game.rlog", "torn.rlog")

    assert result.exit_code == 1 and "the first difference: the end" in result.stdout
