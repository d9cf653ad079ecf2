"""`rftg validate --baseline` and `--write-baseline`: only new warnings and lints are reported."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

TWICE = "    at end of ship: gain $1\n"
TILE = f"""tile X01 {{
  development "Frontier Guild" cost 3 {{
{TWICE}{TWICE}  }}
  world "Border Post" gray cost 6 {{ gain $1 }}
}}
"""


@pytest.fixture
def known(rftg: Any, frontier: Path) -> Path:
    """A file whose two lints are in the baseline."""
    file = frontier / "tiles.rftg"
    file.write_text(TILE)
    assert rftg("validate", "./frontier", "--write-baseline", "known.json").exit_code == 0
    return file


def codes(result: Any) -> list[str]:
    return [diagnostic["code"] for diagnostic in json.loads(result.stdout)["diagnostics"]]


def test_the_form_of_a_baseline(known: Path, snapshot: Any) -> None:
    assert Path("known.json").read_text() == snapshot


def test_known_findings_are_not_reported(rftg: Any, known: Path, snapshot: Any) -> None:
    assert rftg("validate", "./frontier", "--baseline", "known.json").stdout == snapshot
    assert codes(rftg("validate", "./frontier", "--baseline", "known.json", "--format", "json")) == []
    assert rftg("validate", "./frontier", "--baseline", "known.json", "--format", "github").stdout == ""


def test_they_stay_known_when_lines_move(rftg: Any, known: Path) -> None:
    known.write_text("\n# A comment.\n\n" + TILE.replace("    at", "\tat"))

    assert codes(rftg("validate", "./frontier", "--baseline", "known.json", "--format", "json")) == []


def test_one_more_of_the_same_is_new(rftg: Any, known: Path) -> None:
    known.write_text(TILE.replace(TWICE, TWICE * 2, 1))

    assert codes(rftg("validate", "./frontier", "--baseline", "known.json", "--format", "json")) == ["repeated-power"]


def test_the_same_elsewhere_is_new(rftg: Any, known: Path, frontier: Path) -> None:
    known.rename(frontier / "others.rftg")

    result = rftg("validate", "./frontier", "--baseline", "known.json", "--format", "json")

    assert codes(result) == ["repeated-power", "off-curve"]
    assert {finding["file"] for finding in json.loads(result.stdout)["baseline"]["gone"]} == {"frontier/tiles.rftg"}


def test_what_is_gone_is_said(rftg: Any, known: Path, snapshot: Any) -> None:
    known.write_text(TILE.replace(TWICE, "", 1))

    result = rftg("validate", "./frontier", "--baseline", "known.json")

    assert result.exit_code == 0
    assert result.stdout == snapshot
    gone = {"file": "frontier/tiles.rftg", "code": "repeated-power", "text": "at end of ship: gain $1", "n": 1}
    report = json.loads(rftg("validate", "./frontier", "--baseline", "known.json", "--format", "json").stdout)
    assert report["baseline"] == {"known": 1, "gone": [gone]}


def test_what_was_not_checked_is_not_gone(rftg: Any, known: Path) -> None:
    report = json.loads(rftg("validate", "galaxies", "--baseline", "known.json", "--format", "json").stdout)

    assert report["baseline"] == {"known": 0, "gone": []}


def test_a_baseline_means_the_same_in_every_folder(rftg: Any, known: Path, frontier: Path, monkeypatch: Any) -> None:
    monkeypatch.chdir(frontier)

    assert codes(rftg("validate", "./tiles.rftg", "--baseline", "../known.json", "--format", "json")) == []


def test_errors_are_never_known(rftg: Any, known: Path) -> None:
    known.write_text(TILE.replace("gray", "grey"))
    assert rftg("validate", "./frontier", "--write-baseline", "known.json").exit_code == 1

    result = rftg("validate", "./frontier", "--baseline", "known.json", "--format", "json")

    assert (result.exit_code, codes(result)) == (1, ["unknown-value"])
    assert json.loads(Path("known.json").read_text())["findings"] == []


def test_strict_counts_new_findings_only(rftg: Any, known: Path) -> None:
    assert rftg("validate", "./frontier", "--strict").exit_code == 1
    assert rftg("validate", "./frontier", "--strict", "--baseline", "known.json").exit_code == 0
    known.write_text(TILE.replace("gain $1 }", "gain $2 }"))
    assert rftg("validate", "./frontier", "--strict", "--baseline", "known.json").exit_code == 1


GOOD = {"format": "rftg-baseline/1", "findings": [{"file": "x", "code": "y", "text": "z", "n": 1}]}


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "[" * 100_000,
        json.dumps({**GOOD, "format": "rftg-baseline/2"}),
        json.dumps({**GOOD, "findings": {}}),
        json.dumps({**GOOD, "findings": [[]]}),
        json.dumps({**GOOD, "findings": [{"file": "x", "code": "y", "text": "z"}]}),
        json.dumps({**GOOD, "findings": [{"file": "x", "code": "y", "text": "z", "n": 0}]}),
        json.dumps({**GOOD, "findings": [{"file": "x", "code": "y", "text": "z", "n": True}]}),
        json.dumps({**GOOD, "findings": [{"file": 1, "code": "y", "text": "z", "n": 1}]}),
    ],
)
def test_what_is_not_a_baseline_is_refused(rftg: Any, frontier: Path, text: str) -> None:
    Path("other.json").write_text(text)

    for option in ("--baseline", "--write-baseline"):
        result = rftg("validate", "./frontier", option, "other.json")

        assert result.exit_code == 2
        assert "error[wrong-file]: other.json is not a baseline" in result.stderr
    assert Path("other.json").read_text() == text


def test_a_baseline_with_a_large_number_is_harmless(rftg: Any, known: Path) -> None:
    Path("known.json").write_text(json.dumps({**GOOD, "findings": [{**GOOD["findings"][0], "n": 10**15}]}))

    assert rftg("validate", "./frontier", "--baseline", "known.json").exit_code == 0


@pytest.mark.parametrize("name", ["nowhere.json", "."])
def test_a_baseline_that_cannot_be_read(rftg: Any, frontier: Path, name: str) -> None:
    assert rftg("validate", "./frontier", "--baseline", name).exit_code == 2


def test_options_that_contradict_each_other(rftg: Any, frontier: Path) -> None:
    for words in (("--fix", "--diff"), ("--watch", "--fix"), ("--baseline", "a", "--write-baseline", "b")):
        result = rftg("validate", "./frontier", *words)

        assert result.exit_code == 2
        assert "cannot be combined with" in result.stderr
