"""``-`` in place of a file, and lists of paths."""

from __future__ import annotations

import gzip
import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from cli.test_json import RUNS, TWO, prepared, stock
from commands import COMMANDS, NAMES
from rftg_dsl.cli import streams
from terminal import RFTG

__all__ = ["prepared", "stock"]

ROOT = Path(__file__).parents[2]
READERS = {
    "replay": ("replay", "{}", "--round", "2"),
    "story": ("replay", "{}"),
    "why": ("why", "{}:40"),
    "diff": ("diff", "{}", "torn.rlog"),
    "tables": ("diff", "game.rlog:40", "{}:60", "--format", "json"),
    "audit": ("audit", "{}"),
    "light": ("audit", "{}", "--light", "--workers", "2"),
    "prove": ("log", "prove", "{}:40"),
    "against": ("audit", "{}", "--against", "./frontier"),
}


@pytest.mark.parametrize("packed", [False, True], ids=["plain", "packed"])
@pytest.mark.parametrize("words", READERS.values(), ids=READERS)
def test_a_log_is_read_from_standard_input(
    rftg: Any, prepared: Path, frontier: Path, words: tuple[str, ...], packed: bool
) -> None:
    log = (prepared / "game.rlog").read_bytes()
    named = rftg(*[word.format("game.rlog") for word in words])

    result = rftg(*[word.format("-") for word in words], stdin=gzip.compress(log) if packed else log)

    unnamed = [re.sub(r"game\.rlog|-", "", run.stdout) for run in (result, named)]
    assert (result.exit_code, result.stderr) == (named.exit_code, named.stderr)
    assert unnamed[0] == unnamed[1] != ""


def test_a_log_is_written_to_standard_output(prepared: Path) -> None:
    words = ["play", "roll", *TWO, "--log", "-"]
    done = subprocess.run([RFTG, *words, "--format", "json"], capture_output=True, check=True)

    assert done.stdout == (prepared / "game.rlog").read_bytes()
    assert json.loads(done.stderr)["log"] == "-"
    assert not list(prepared.glob("*-*"))


def test_a_reader_of_the_log_that_stops_early_does_no_harm(folder: Path) -> None:
    play = f"{RFTG} play roll --players 2 --seed s --log - 2> said | head -n 1"

    subprocess.run(play, shell=True, check=True, stdout=subprocess.PIPE)

    assert (folder / "said").read_text() == ""


def test_content_is_checked_from_standard_input(rftg: Any, folder: Path) -> None:
    good = rftg(
        "validate", "-", "--game", "roll", stdin='tile X1 {\n  world "A" gray cost 1 {}\n  world "B" gray cost 1 {}\n}'
    )
    bad = rftg("validate", "-", "--format", "json", stdin="tyle X {}")

    assert good.exit_code == 1 and "wrong-side" in good.stdout and " --> -:" in good.stdout
    [diagnostic] = json.loads(bad.stdout)["diagnostics"]
    assert (bad.exit_code, diagnostic["file"], diagnostic["code"]) == (1, "-", "unknown-kind-of-component")


def test_content_from_standard_input_belongs_to_no_set(
    rftg: Any, frontier: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(streams.tempfile, "tempdir", str(frontier))

    done = rftg("validate", "-", stdin="tyle X {}")

    assert "files: 1" in done.stdout or "1 file" in done.stdout


def test_recordings_come_from_standard_input(rftg: Any, folder: Path) -> None:
    file = ROOT / "tests" / "oracle" / "galaxies" / "clean-random.jsonl.gz"
    words = ("--option", "wording=second", "--format", "json")
    named = rftg("import", "galaxies-trace", str(file), *words)

    result = rftg("import", "galaxies-trace", "-", *words, stdin=file.read_bytes())
    wrong = rftg("import", "galaxies-trace", "-", stdin="{}")

    assert result.stdout == named.stdout.replace(str(file), "-")
    assert wrong.exit_code == 2 and "game 1 in - is not in this format" in wrong.stderr


def test_secrets_keys_and_proofs_come_from_standard_input(rftg: Any, prepared: Path) -> None:
    signed = rftg("log", "sign", "game.rlog", "--key", "-", stdin=(prepared / "anna.key").read_bytes())
    checked = rftg("log", "check", "-", stdin=(prepared / "proof.json").read_bytes())
    wrong = rftg("log", "check", "-", stdin="[]")
    seen = rftg(
        "replay", "sealed.rlog", "--seat", "1", "--secrets", "-", stdin=(prepared / "sealed.rlog.seat0").read_bytes()
    )
    opened = rftg("log", "open", "sealed.rlog", "--whole", "-", stdin=(prepared / "sealed.rlog.whole").read_bytes())

    assert [result.exit_code for result in (signed, checked, wrong, seen, opened)] == [0, 0, 2, 0, 0]
    assert wrong.stderr.splitlines()[0] == "error[wrong-file]: - is not a proof"


def test_paths_come_from_a_list(rftg: Any, prepared: Path, frontier: Path) -> None:
    (prepared / "list").write_bytes(b"game.rlog\r\n\ntorn.rlog\n")

    from_file = json.loads(rftg("audit", "--files", "list", "--format", "json").stdout)
    from_input = json.loads(rftg("audit", "sealed.rlog", "--files", "-", "--format", "json", stdin="game.rlog").stdout)
    separated = json.loads(rftg("audit", "--files", "-", "--format", "json", stdin="game.rlog\0torn.rlog\0").stdout)
    content = rftg("validate", "--files", "-", stdin="frontier/tiles.rftg\n")
    nothing = rftg("validate", "--files", "-")
    indexed = rftg("index", "--files", "list", "--out", "games.duckdb")

    assert [entry["log"] for entry in from_file] == ["game.rlog", "torn.rlog"]
    assert [entry["log"] for entry in from_input] == ["sealed.rlog", "game.rlog"]
    assert [entry["log"] for entry in separated] == ["game.rlog", "torn.rlog"]
    assert content.exit_code == 0 and "roll: 1 tile" in content.stdout
    assert (nothing.exit_code, nothing.stdout) == (0, "ok: 0 files, 0 errors, 0 warnings, 0 pending\n")
    assert indexed.exit_code == 0 and (prepared / "games.duckdb").exists()


WRONG = [
    (("audit",), "no files were specified"),
    (("index", "--out", "x"), "no files were specified"),
    (("import", "bga"), "no files were specified"),
    (("audit", "-", "--files", "-"), "only once"),
    (("validate", "-", "--files", "-"), "only once"),
    (("validate", "-", "-"), "only once"),
    (("diff", "-", "-"), "only once"),
    (("diff", "-:1", "-:2"), "only once"),
    (("audit", "--files", "nowhere"), "nowhere cannot be read"),
    (("audit", "--files", "."), "cannot be read"),
    (("audit", "--files", "dash"), "contains the path '-'"),
    (("audit", "-", "--report", "r"), "identifies each log by its file name"),
    (("play", "roll", "--players", "2", "--log", "-", "--sealed"), "several files"),
    (("why", "-:0"), "is not a line of a log"),
    (("replay", "-"), "empty"),
]


@pytest.mark.parametrize(("words", "reason"), WRONG, ids=[" ".join(words) for words, _ in WRONG])
def test_where_standard_input_makes_no_sense(rftg: Any, prepared: Path, words: Any, reason: str) -> None:
    (prepared / "dash").write_text("-\n")

    done = rftg(*words)

    assert done.exit_code == 2 and reason in done.stderr
    assert "Traceback" not in done.stderr and not (prepared / "-").exists()


def test_too_much_on_standard_input(rftg: Any, folder: Path) -> None:
    done = rftg("validate", "-", stdin=b" " * 4_000_001)

    assert done.exit_code == 2
    assert done.stderr.splitlines()[0] == "error[file-too-large]: standard input is larger than 4,000,000 bytes"


def test_no_standard_input_at_all(prepared: Path) -> None:
    done = subprocess.run(f"{RFTG} audit - <&-", shell=True, capture_output=True, text=True, check=False)

    assert done.returncode == 2 and "standard input is closed" in done.stderr


PAGES = {"export": ["game.rlog", "--out", "game.html"], "serve": ["./frontier"]}
"""How the commands for a browser are run, which give no JSON."""
PATHS = [
    (command, one)
    for command in NAMES
    for one in COMMANDS[command].params
    if one.type.name == "path" and one.opts[0] != "--with"
]


@pytest.mark.parametrize(("command", "parameter"), PATHS, ids=[f"{name} {one.opts[0]}" for name, one in PATHS])
def test_every_path_is_standard_input_or_says_why_not(rftg: Any, prepared: Path, command: str, parameter: Any) -> None:
    words = [word for word in {**RUNS, **PAGES}[command] if word != "nowhere.rlog"]
    if parameter.param_type_name == "option":
        if parameter.opts[0] in words:
            at = words.index(parameter.opts[0])
            del words[at : at + 2]
        words += [parameter.opts[0], "-"]
    else:
        words[1 if command == "import" else 0] = "-"

    done = rftg(*command.split(), *words)

    said = done.stderr + done.stdout
    assert "No such file" not in said and not os.path.exists("-")
    assert done.exit_code in (0, 1) or re.search(
        r"(?<![\w-])'?-'? |standard input|log is empty|not a private key", said
    )
