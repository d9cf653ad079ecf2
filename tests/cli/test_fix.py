"""`rftg validate --fix` and `--diff`."""

from __future__ import annotations

import json
import os
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.author.validate import validate_targets
from rftg_dsl.author.validate.apply_fixes import fix_files, fix_text
from rftg_dsl.base.diagnostic import Diagnostic, Edit, Severity
from rftg_dsl.base.source import Source, Span

UNTIDY = """tile X01 {
  # rftg: allow long-name it was longer once
  development "Frontier  Guild" cost 3 { at end of ship, once per phase: gain $1 }
  world "Border Post" gray cost 2 { gain $1 } # rftg: allow off-curve it was 6 once
}
"""
TIDY = """tile X01 {
  development "Frontier Guild" cost 3 { at end of ship: gain $1 }
  world "Border Post" gray cost 2 { gain $1 }
}
"""


@pytest.fixture
def untidy(frontier: Path) -> Path:
    """A file with four lints, all of which can be put right."""
    file = frontier / "tiles.rftg"
    file.write_text(UNTIDY)
    return file


def test_what_is_certain_is_put_right(rftg: Any, untidy: Path, snapshot: Any) -> None:
    result = rftg("validate", "./frontier", "--fix")

    assert result.exit_code == 0
    assert untidy.read_text() == TIDY
    assert result.stdout == snapshot
    assert rftg("validate", "./frontier", "--format", "json").stdout.count('"code"') == 0


def test_a_diff_changes_nothing_and_can_be_applied(rftg: Any, untidy: Path, snapshot: Any) -> None:
    result = rftg("validate", "./frontier", "--diff")

    assert result.exit_code == 1
    assert untidy.read_text() == UNTIDY
    assert result.stdout == snapshot
    assert result.stderr.startswith("would fix frontier/tiles.rftg: ")
    subprocess.run(["patch", "-p0"], input=result.stdout, text=True, check=True, capture_output=True)
    assert untidy.read_text() == TIDY


def test_where_nothing_is_wrong_nothing_is_written(rftg: Any, frontier: Path) -> None:
    before = os.stat(frontier / "tiles.rftg")

    assert rftg("validate", "./frontier", "--diff").exit_code == 0
    assert rftg("validate", "./frontier", "--fix").exit_code == 0
    assert os.stat(frontier / "tiles.rftg").st_ino == before.st_ino


def test_what_is_left_decides_about_the_exit_status(rftg: Any, untidy: Path) -> None:
    untidy.write_text(UNTIDY.replace("gain $1 } #", "juggle $1 } #"))

    assert rftg("validate", "./frontier", "--fix").exit_code == 1


def test_the_bytes_beside_a_fix_stay(rftg: Any, untidy: Path) -> None:
    untidy.write_bytes(b"\xef\xbb\xbf" + UNTIDY.replace("\n", "\r\n").encode())
    untidy.chmod(0o640)

    rftg("validate", "./frontier", "--fix")

    assert untidy.read_bytes() == b"\xef\xbb\xbf" + TIDY.replace("\n", "\r\n").encode()
    assert stat.S_IMODE(untidy.stat().st_mode) == 0o640


def test_a_misspelt_key_of_a_set_is_put_right(rftg: Any, frontier: Path) -> None:
    file = frontier / "set.toml"
    before = file.read_text()
    file.write_text(f'{before}author = ["Ada"]\n')

    assert rftg("validate", "./frontier", "--fix").exit_code == 0
    assert file.read_text() == f'{before}authors = ["Ada"]\n'


def test_characters_that_hide_are_removed(rftg: Any, untidy: Path) -> None:
    untidy.write_text("# right to left: \u202e\n" + TIDY.replace("Post", "\u200ePost"))

    assert rftg("validate", "./frontier", "--fix").exit_code == 0
    assert untidy.read_text() == "# right to left: \n" + TIDY


def test_a_name_that_is_said_elsewhere_is_not_changed(rftg: Any, untidy: Path) -> None:
    untidy.write_text(UNTIDY.replace("gain $1 } #", 'cost of worlds called "Frontier  Guild": 1 less } #'))

    diagnostics = json.loads(rftg("validate", "./frontier", "--format", "json").stdout)["diagnostics"]

    assert [diagnostic["fix"] for diagnostic in diagnostics if diagnostic["code"] == "untidy-name"] in ([], [[]])


def test_findings_say_how_they_are_put_right(rftg: Any, untidy: Path) -> None:
    diagnostics = json.loads(rftg("validate", "./frontier", "--format", "json").stdout)["diagnostics"]
    shown = json.loads(rftg("validate", "./frontier", "--diff", "--format", "json").stdout)["fixed"]
    done = json.loads(rftg("validate", "./frontier", "--fix", "--format", "json").stdout)["fixed"]

    [name] = [diagnostic["fix"] for diagnostic in diagnostics if diagnostic["code"] == "untidy-name"]
    assert name == [{"line": 3, "column": 15, "end_line": 3, "end_column": 32, "text": '"Frontier Guild"'}]
    codes = ["unused-allow", "untidy-name", "needless-limit", "unused-allow"]
    assert [(entry["file"], entry["codes"]) for entry in shown] == [("frontier/tiles.rftg", codes)]
    assert shown[0]["difference"].startswith("--- frontier/tiles.rftg\n")
    assert done == [{**shown[0], "difference": None}]


def test_sarif_has_the_fixes(rftg: Any, untidy: Path, snapshot: Any) -> None:
    [run] = json.loads(rftg("validate", "./frontier", "--format", "sarif").stdout)["runs"]

    assert [result.get("fixes") for result in run["results"]] == snapshot


@pytest.mark.parametrize("targets", [(), ("roll",), ("roll/base",), ("./frontier", "roll"), ("-",)])
def test_only_named_files_are_changed(rftg: Any, frontier: Path, targets: tuple[str, ...]) -> None:
    for option in ("--fix", "--diff"):
        result = rftg("validate", *targets, option)

        assert result.exit_code == 2
        assert "error[wrong-option]: only files specified by their paths can be fixed" in result.stderr


NEW = {
    "longer": b"# new\n" + UNTIDY.encode(),
    "shorter": UNTIDY.encode().partition(b"\n")[0],
    "empty": b"",
    "not UTF-8": UNTIDY.encode().replace(b"Border", b"B\xf6rder"),
}


@pytest.mark.parametrize("new", NEW.values(), ids=NEW)
def test_a_file_that_changes_in_the_meantime_is_left_alone(untidy: Path, new: bytes) -> None:
    outcome = validate_targets(["./frontier"])
    untidy.write_bytes(new)

    with pytest.raises(Exception, match="has changed in the meantime"):
        list(fix_files(outcome))


def test_fixes_that_overlap_are_not_made_together() -> None:
    source = Source("x", "abcdefg")

    def finding(code: str, *changes: tuple[int, int, str]) -> Diagnostic:
        fix = tuple(Edit(Span(source, start - 1, end - 1), text) for start, end, text in changes)
        return Diagnostic(code, Span(source, 0, 0), "", "", Severity.LINT, fix)

    diagnostics = [
        finding("first", (1, 3, "AB"), (7, 8, "G")),
        finding("second", (2, 4, "XX")),
        finding("third", (5, 5, "-"), (7, 7, "+")),
        finding("fourth", (5, 5, "-")),
        finding("fifth", (8, 8, "!")),
    ]

    assert fix_text(source, diagnostics) == ("ABcd-efG!", ["first", "fourth", "fifth"])
