"""``rftg explain``: a code, all codes, a misspelt one, and the codes that games bring."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

from foreign import Site
from rftg_dsl.base.codes import LEVELS, read_codes


@pytest.mark.parametrize("columns", ["80", "40"])
@pytest.mark.parametrize("code", ["never-fires", "unknown-event", "broken-bot", "set-conflict", "bug"])
def test_what_people_read(
    rftg: Any, code: str, columns: str, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", columns)

    assert rftg("explain", code).stdout == snapshot


@pytest.mark.parametrize("columns", ["80", "40"])
def test_all_codes_are_listed_by_level(rftg: Any, columns: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", columns)

    said = rftg("explain").stdout

    listed = {part.split(":")[0]: set(re.findall(r"^  ([a-z-]+)", part, re.MULTILINE)) for part in said.split("\n\n")}
    wanted = {level: {code.name for code in read_codes() if level in code.levels} for level in LEVELS}
    assert listed == {level: names for level, names in wanted.items() if names}
    assert max(map(len, said.splitlines())) <= int(columns)


@pytest.mark.parametrize("written", ["error[never-fires]", "warning[never-fires]", "[never-fires]"])
def test_a_code_can_be_pasted_from_a_message(rftg: Any, written: str) -> None:
    assert rftg("explain", written).stdout == rftg("explain", "never-fires").stdout


@pytest.mark.parametrize(
    ("written", "hint"),
    [("nevr-fires", "did you mean 'never-fires'?"), ("chess", "'rftg explain' lists all codes"), ("../x", "lists all")],
)
def test_a_misspelt_code_gets_the_nearest(rftg: Any, written: str, hint: str) -> None:
    result = rftg("explain", written)

    assert (result.exit_code, result.stdout) == (2, "")
    assert "error[unknown-code]: there is no code" in result.stderr and hint in result.stderr


def test_json_of_all_codes_has_those_of_each(rftg: Any) -> None:
    every = {entry["code"]: entry for entry in json.loads(rftg("explain", "--format", "json").stdout)}

    assert every["never-fires"] == json.loads(rftg("explain", "never-fires", "--format", "json").stdout)
    assert every["never-fires"]["finding"]["levels"] == ["error", "warning"]


OWN = """why = "A harbour has so much room and no more."

[finding]
levels = ["lint"]
what = "the harbour is too small for its ships"
do = "make it larger"
without = "It is only a test."
"""


def test_a_game_from_another_package_explains_codes_of_its_own(tmp_path: Path) -> None:
    site = Site(tmp_path / "site")
    folder = site.harbour() / "codes"
    folder.mkdir()
    (folder / "small-harbour.toml").write_text(OWN)

    explanation, every, near = (site.rftg("explain", *words) for words in (["small-harbour"], [], ["smal-harbour"]))

    assert explanation.stdout.startswith("lint[small-harbour]: the harbour is too small for its ships\n")
    assert "small-harbour" in every.stdout and "never-fires" in every.stdout
    assert "did you mean 'small-harbour'?" in near.stderr


def test_a_broken_explanation_of_a_game_says_whose_it_is(tmp_path: Path) -> None:
    site = Site(tmp_path / "site")
    folder = site.harbour() / "codes"
    folder.mkdir()
    (folder / "small-harbour.toml").write_text(OWN.replace("lint", "taste"))

    result = site.rftg("explain", "small-harbour")

    assert result.returncode == 2
    assert "error[broken-plugin]" in result.stderr and "small-harbour.toml" in result.stderr
    assert site.rftg("explain", "never-fires").returncode == 0
