"""docs/json.md: the keys and types of every command match its output."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.conftest import SET, TILES
from commands import COMMANDS, NAMES
from rftg_dsl import play_game
from rftg_dsl.cli import app
from rftg_dsl.library.load import load_standard

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "json.md").read_text("utf-8")
TYPES: dict[str, tuple[type, ...]] = {
    "text": (str,),
    "number": (int,),
    "decimal": (float, int),
    "yes/no": (bool,),
    "list": (list,),
    "object": (dict,),
    "null": (type(None),),
}


def section(heading: str) -> str:
    return re.split(r"\n#+ ", PAGE.split(f" {heading}\n")[1])[0]


def rows(heading: str) -> dict[str, tuple[str, str]]:
    """Type and meaning by key."""
    matches = re.findall(r"^\| `(\w+)` \| ([^|]*) \| ([^|]*)\|$", section(heading), re.MULTILINE)
    return {key: (kind, what) for key, kind, what in matches}


def inner(heading: str, key: str) -> set[str]:
    """The keys named in the meaning of a key."""
    return set(re.findall(r"`(\w+)`", rows(heading)[key][1]))


def compare(document: dict[str, Any], heading: str, optional: frozenset[str] = frozenset()) -> None:
    wanted = rows(heading)
    always = {key for key, (_, what) in wanted.items() if not what.startswith("only with `--")}
    assert wanted and always - optional <= set(document) <= set(wanted)
    for key, value in document.items():
        kinds = wanted[key][0].split(" or ")
        assert kinds == ["any"] or type(value) in [python_type for kind in kinds for python_type in TYPES[kind]], (
            key,
            value,
        )


# -- every command ------------------------------------------------------------------------------------------------

PLAIN: dict[str, str] = {
    "completion": "it prints a script for a shell",
    "export": "it writes a page",
    "lsp": "it speaks to an editor, in messages of a protocol",
    "serve": "it answers browsers",
}
"""Commands without JSON, and why."""

TWO = ("--players", "2", "--seed", "s")
RUNS: dict[str, tuple[str, ...]] = {
    "validate": ("roll",),
    "fmt": ("untidy.rftg", "--check"),
    "explain": ("never-fires",),
    "new": ("./begun", "--game", "roll"),
    "test": ("roll", "--filter", "Piracy", "--coverage"),
    "list": ("roll",),
    "pack": ("mine", "--out", "mine.rpack"),
    "breaking": ("./mine", "./newer", "--logs", "torn.rlog"),
    "show": ("roll/T12", "--code"),
    "text": ("roll/T12",),
    "draw": ("roll/T12", "--out", "pictures"),
    "print": ("roll/T12", "--out", "sheet.pdf"),
    "words": ("roll",),
    "play": ("roll", *TWO, "--log", "played.rlog"),
    "resume": ("torn.rlog", "--seed", "s"),
    "simulate": ("galaxies", "--games", "2", *TWO),
    "balance": ("galaxies/HELIOS", "--against", "BISSCHOP", "--games", "64"),
    "replay": ("game.rlog",),
    "why": ("game.rlog:40",),
    "diff": ("game.rlog", "torn.rlog"),
    "audit": ("game.rlog", "torn.rlog", "nowhere.rlog"),
    "index": ("game.rlog", "--out", "games.duckdb"),
    "standings": ("game.rlog", "torn.rlog", "nowhere.rlog"),
    "import": ("galaxies-trace", str(ROOT / "tests" / "oracle" / "galaxies" / "clean-random.jsonl.gz")),
    "doctor": ("galaxies",),
    "log secret": (),
    "log key": ("ben", "--out", "ben.key"),
    "log sign": ("game.rlog", "--key", "anna.key"),
    "log open": ("sealed.rlog",),
    "log prove": ("game.rlog:40",),
    "log check": ("proof.json",),
}
"""Each command with arguments that it can be run with, in the folder below."""


@pytest.fixture(scope="module")
def stock(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a game, a torn one, a sealed one, a key, a proof, a set and a content file."""
    made = tmp_path_factory.mktemp("stock")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(made)
        for words in (
            ("play", "roll", *TWO, "--log", "game.rlog"),
            ("play", "galaxies", *TWO, "--sealed", "--log", "sealed.rlog"),
            ("log", "key", "anna", "--out", "anna.key"),
        ):
            assert CliRunner().invoke(app, words).exit_code == 0
        proof = CliRunner().invoke(app, ["log", "prove", "game.rlog:40", "--format", "json"]).stdout
    lines = (made / "game.rlog").read_text().splitlines(keepends=True)
    (made / "torn.rlog").write_text("".join(lines[:60]))
    (made / "proof.json").write_text(proof)
    for name, version, cost in (("mine", "1", "3"), ("newer", "2", "4")):
        (made / name).mkdir()
        (made / name / "set.toml").write_text(SET.replace('version = "1"', f'version = "{version}"'))
        (made / name / "tiles.rftg").write_text(TILES.replace("cost 3", f"cost {cost}"))
    (made / "untidy.rftg").write_text("colour  red\ngain $\n")
    return made


@pytest.fixture
def prepared(stock: Path, folder: Path) -> Path:
    """The folder of the command, with a copy of all that."""
    shutil.copytree(stock, folder, dirs_exist_ok=True)
    return folder


@pytest.mark.parametrize("command", NAMES)
def test_every_command_prints_json_as_the_page_says(rftg: Any, prepared: Path, command: str) -> None:
    if command in PLAIN:
        assert "json" not in choices(command)
        return
    assert "json" in choices(command) and "text" in choices(command)

    output = printed(rftg(*command.split(), *RUNS[command], "--format", "json"))

    same = {"resume": "play"}.get(command, command)
    for entry in output if isinstance(output, list) else [output]:
        named = rows(same)
        compare({key: entry[key] for key in entry if key in named or command != "list"}, same)


def choices(command: str) -> list[str]:
    """The output formats of a command."""
    return [
        value
        for parameter in COMMANDS[command].params
        if "--format" in parameter.opts
        for value in parameter.type.choices
    ]


def test_the_inner_objects_of_a_game_and_a_component(rftg: Any, prepared: Path) -> None:
    game = printed(rftg(*("play", *RUNS["play"]), "--format", "json"))
    shown = printed(rftg("show", "roll/T12", "--code", "--format", "json"))
    course = printed(rftg("show", "race", "--schedule", "--format", "json"))

    assert {key for seat in game["seats"] for key in seat} == {"seat", "player", "score"}
    assert game["end"]["scores"] == [seat["score"]["total"] for seat in game["seats"]]
    assert set(game["end"]) == inner("play", "end")
    assert [set(side) for side in shown["sides"]] == [inner("show", "sides")] * 2
    assert set(shown["sides"][0]["powers"][0]) == {"id", "use", "text", "code"}
    assert [step["text"] for step in course if step["depth"] == 0][:2] == ["setup", "each round"]
    for step in course:
        compare(step, "show --schedule")


def printed(result: Any) -> Any:
    assert result.stdout, result.stderr
    return json.loads(result.stdout)


def test_validate(rftg: Any, frontier: Path) -> None:
    (frontier / "tiles.rftg").write_text("tyle X01 {}\n")
    (frontier / "pending.rftg").write_text("tile X02 {\n}\n")

    report = printed(rftg("validate", "./frontier", "--format", "json"))

    compare(report, "validate")
    assert set(report["pending"][0]) == inner("validate", "pending")
    assert set(report["diagnostics"][0]) == inner("validate", "diagnostics")


def test_pack(rftg: Any, frontier: Path) -> None:
    report = printed(rftg("pack", "frontier", "--format", "json"))

    compare(report, "pack")
    compare(report["pack"], "The pack")


def test_breaking(rftg: Any, frontier: Path) -> None:
    play = ("play", "roll", "--players", "2", "--seed", "s", "--option", "tableau.0=Frontier Guild", "--log", "a.rlog")
    assert rftg("pack", "frontier").exit_code == 0
    assert rftg(*play, "--with", "./frontier").exit_code == 0
    tiles = frontier / "tiles.rftg"
    tiles.write_text(tiles.read_text().replace("gain $1", "gain $2"))

    report = printed(rftg("breaking", "./frontier-1.rpack", "./frontier", "--logs", "a.rlog", "--format", "json"))

    compare(report, "breaking")
    [difference], [log] = report["differences"], report["logs"]
    assert set(report["old"]) == set(report["new"]) == inner("breaking", "old")
    compare(difference, "A difference")
    assert set(difference["old"]) == set(difference["new"]) == inner("A difference", "old")
    compare(log, "A log under the new version")
    assert log["fate"] == "differs"
    assert set(report["fates"]) == inner("breaking", "fates")


@pytest.mark.parametrize("game", ["galaxies", "race", "roll"])
def test_list(rftg: Any, game: str) -> None:
    named = rows("list")

    for row in printed(rftg("list", game, "--format", "json")):
        compare({key: row[key] for key in row if key in named}, "list")


@pytest.mark.parametrize("game", ["galaxies", "race", "roll"])
def test_a_side_has_the_properties_that_its_game_declares(rftg: Any, game: str) -> None:
    words = load_standard(game).model.words
    declared = {name for kind in words.kinds.values() for name in (*kind.has, *kind.optional)}

    for kind in words.kinds:
        for row in printed(rftg("list", game, "--kind", kind, "--format", "json")):
            assert set(row) - set(rows("list")) == declared


def test_the_goods_of_worlds_in_race(rftg: Any) -> None:
    worlds = printed(rftg("list", "race", "--kind", "world", "--format", "json"))

    assert {world["type"] for world in worlds} == {"novelty", "rare", "genes", "alien", None}


def test_simulate(rftg: Any) -> None:
    words = ("--games", "2", "--players", "2", "--seed", "s", "--format", "json")

    summary = printed(rftg("simulate", "galaxies", *words))

    compare(summary, "simulate")
    assert set(summary["scores"]) == inner("simulate", "scores")


def test_balance(rftg: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rftg_dsl.balance.balance.PRINTED_PAIRS", 0)

    report = printed(rftg("balance", "galaxies/HELIOS", "--games", "64", "--format", "json"))

    [side], [yardstick] = report["sides"], report["yardsticks"]
    compare(side, "A side in a report on balance")
    assert set(side["values"][0]) == inner("A side in a report on balance", "values")
    assert {*side["in_play"], *side["in_play"]["earned"][0]} == inner("A side in a report on balance", "in_play")
    assert set(side["values"][0]["points"]) == {"value", "low", "high"}
    assert set(yardstick) | {"name", "printed", "points"} == inner("balance", "yardsticks")


@pytest.mark.parametrize("game", ["galaxies", "race", "roll"])
def test_replay_and_audit(rftg: Any, game: str) -> None:
    assert rftg("play", game, "--players", "2", "--seed", "s", "--log", "g.rlog").exit_code == 0

    last = printed(rftg("replay", "g.rlog", "--format", "json"))
    early = printed(rftg("replay", "g.rlog", "--round", "1", "--format", "json"))
    verdicts = printed(rftg("audit", "g.rlog", "nowhere.rlog", "g.rlog", "--format", "json"))

    compare(last, "replay")
    compare(early, "replay", frozenset(("end",)))
    assert set(last["end"]) == set(re.findall(r"`(\w+)`", rows("replay")["end"][1]))
    for state in (last, early):
        assert set(state["table"]) == set(re.findall(r"`(\w+)`", section(f"Table of {game}")))
        for seat in state["seats"]:
            assert set(seat) == set(re.findall(r"`(\w+)`", section(f"Seats of {game}")))
    assert [verdict["verdict"] for verdict in verdicts] == ["valid", "unknown", "valid"]
    for verdict in verdicts:
        compare(verdict, "audit")


def words_in(heading: str) -> set[str]:
    """Every key named in a section."""
    return set(re.findall(r"`(\w+)`", section(heading)))


@pytest.mark.parametrize("game", ["galaxies", "race", "roll"])
def test_why(rftg: Any, game: str) -> None:
    rftg("play", game, "--players", "2", "--seed", "s", "--bots", "greedy", "--log", "g.rlog")

    for line in (1, 2, 20, 40, 60, 80, 100):
        explanation = printed(rftg("why", f"g.rlog:{line}", "--format", "json"))

        compare(explanation, "why")
        for entry in explanation["events"]:
            assert set(entry) == inner("why", "events")
            parts = [
                entry["ground"],
                *entry["changes"],
                *entry["carriers"],
                *entry["earlier"],
                entry["just_before"] or {},
            ]
            assert {key for part in parts for key in part} <= words_in("why")
        for entry in explanation["inputs"]:
            assert set(entry) == inner("why", "inputs")


def test_diff(rftg: Any) -> None:
    for bots in ("greedy", "random"):
        rftg("play", "roll", "--players", "2", "--seed", "s", "--bots", bots, "--log", f"{bots}.rlog")

    for words in (("greedy.rlog", "random.rlog"), ("greedy.rlog:9", "random.rlog:30"), ("greedy.rlog", "greedy.rlog")):
        comparison = printed(rftg("diff", *words, "--format", "json"))

        compare(comparison, "diff")
        for difference in (*comparison["head"], *comparison["table"], *filter(None, [comparison["first"]])):
            assert {*difference, *difference["one"], *difference["other"]} <= words_in("diff")


def test_audit_against(rftg: Any, frontier: Path) -> None:
    rftg("play", "roll", "--players", "2", "--seed", "s", "--log", "g.rlog")

    [verdict] = printed(rftg("audit", "g.rlog", "--against", "./frontier", "--format", "json"))

    compare(verdict, "audit --against")
    assert set(verdict["sets"][0]) == {"id", "how"}


def test_import(rftg: Any) -> None:
    file = ROOT / "tests" / "oracle" / "galaxies" / "clean-random.jsonl.gz"
    words = ("--option", "wording=second", "--format", "json")

    report = printed(rftg("import", "galaxies-trace", str(file), *words))

    compare(report, "import")
    assert set(report["differences"][0]) == inner("import", "differences")


HIDDEN = "\x9b2J\u202ednuof\x7f\u200b\u2028\u3164\U000e0041"
"""Characters that move the cursor, turn text around, or show nothing."""


def test_nothing_unseen_in_a_log_reaches_the_terminal_or_a_report(tmp_path: Path) -> None:
    log, report = tmp_path / "strange.rlog", tmp_path / "report.jsonl"
    play_game("galaxies", 2, seed="strange", log=log)
    head, rest = log.read_text().split("\n", 1)
    changed = json.loads(head)
    changed["randomness"]["mode"] = f"{HIDDEN}Łódź"
    log.write_text(f"{json.dumps(changed)}\n{rest}")

    shown = CliRunner().invoke(app, ["audit", str(log), "--format", "json", "--report", str(report)]).output

    for text in (shown, report.read_text("utf-8")):
        assert all(character.isprintable() or character == "\n" for character in text)
        assert not {*HIDDEN} - {*"2Jdnuof"} & {*text}
    [verdict] = json.loads(shown)
    assert HIDDEN in json.dumps(verdict, ensure_ascii=False)
    assert "Łódź" in shown


@pytest.mark.parametrize("hidden", [*HIDDEN.replace("2J", "").replace("dnuof", "")])
def test_a_key_has_a_name_that_can_be_seen(tmp_path: Path, hidden: str) -> None:
    result = CliRunner().invoke(app, ["log", "key", f"an{hidden}na", "--out", str(tmp_path / "key")])

    assert result.exit_code == 2
    assert not (tmp_path / "key").exists()


def test_standings(rftg: Any, prepared: Path) -> None:
    table = printed(rftg("standings", "game.rlog", "torn.rlog", "--format", "json"))

    for row in table["rows"]:
        compare(row, "A row in standings")
    assert set(table["games"][0]) == inner("standings", "games")
    assert set(table["left_out"][0]) == inner("standings", "left_out")
    assert set(table["points"]) == inner("standings", "points")
