"""Mistakes of those who write scenarios: each is found on its line, and says what to do."""

from __future__ import annotations

import re
from collections import defaultdict
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.limits import ITEMS, LINES, SCENARIOS
from rftg_dsl.library.load import load
from scenes import of_text, played, scenario

TEXT = (Path(__file__).parent / "mistakes.rftg").read_text("utf-8")
MARKER = re.compile(r"#! ([a-z-]+)")


def test_each_mistake_is_found_on_its_line_and_nothing_else() -> None:
    line_codes = defaultdict(list)
    for diagnostic in of_text(TEXT).diagnostics:
        line_codes[diagnostic.at.begins[0]].append(diagnostic.code)

    wanted = {number: [match[1]] for number, line in enumerate(TEXT.splitlines(), 1) if (match := MARKER.search(line))}
    assert dict(line_codes) == wanted


def test_each_mistake_says_what_to_do(snapshot: SnapshotAssertion) -> None:
    diagnostics = of_text(TEXT).diagnostics

    assert all(diagnostic.hint for diagnostic in diagnostics)
    assert [
        f"{line_of(diagnostic)}\n  {diagnostic.message}\n  {diagnostic.hint}" for diagnostic in diagnostics
    ] == snapshot


def line_of(diagnostic: Diagnostic) -> str:
    return diagnostic.at.source.line_at(diagnostic.at.begins[0]).partition("#!")[0].strip()


def codes(text: str) -> list[str]:
    return [diagnostic.code for diagnostic in of_text(text).diagnostics]


@pytest.mark.parametrize(("n", "found"), [(LINES.most, []), (LINES.most + 1, ["scenario-too-long"])])
def test_a_scenario_has_an_end(n: int, found: list[str]) -> None:
    lines = "\n".join(["  end of ship"] * (n - 1))

    assert codes(scenario(f"when\n{lines}\nthen\n  nothing changes")) == found


@pytest.mark.parametrize(("n", "found"), [(ITEMS.most, []), (ITEMS.most + 1, ["scenario-too-long"])])
def test_a_line_has_an_end(n: int, found: list[str]) -> None:
    listed = ", ".join(["1 home"] * n)

    assert codes(scenario(f"then\n  seat 1 cup: {listed}")) == found


# -- where they are ----------------------------------------------------------------------------------------------


def in_set(folder: Path, **files: str) -> list[tuple[str, int, str]]:
    """What is wrong with a set that has these files: the file, the line and the code."""
    (folder / "scenarios").mkdir(parents=True, exist_ok=True)
    (folder / "set.toml").write_text('id = "mine"\nname = "Mine"\ngame = "roll"\nversion = "1"\n')
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.rftg"
        path.write_text(text, "utf-8")
    tests = sorted((folder / "scenarios").glob("*.rftg"))
    diagnostics = load("roll", extra=[folder], tests=tests).diagnostics
    return [
        (Path(diagnostic.at.source.label).name, diagnostic.at.begins[0], diagnostic.code) for diagnostic in diagnostics
    ]


TILE = 'tile X1 {\n  development "Zed" cost 1 { gain $1 }\n  world "Zed World" gray cost 1\n}\n'
SOUND = scenario('given\n  seat 1 tableau: "Zed"\nthen\n  nothing changes')


def test_scenarios_are_in_their_folder_and_nothing_else_is(tmp_path: Path) -> None:
    assert in_set(tmp_path / "a", tiles=TILE, scenarios__zed=SOUND) == []
    assert in_set(tmp_path / "b", tiles=TILE + SOUND) == [("tiles.rftg", 5, "misplaced-scenario")]
    assert in_set(tmp_path / "c", scenarios__zed=f"\n{TILE}") == [("zed.rftg", 2, "misplaced-scenario")]


def test_titles_are_different(tmp_path: Path) -> None:
    other = SOUND.replace('"it"', '"it" edition "2014"')

    assert in_set(tmp_path / "a", tiles=TILE, scenarios__zed=SOUND + other) == []
    assert in_set(tmp_path / "b", tiles=TILE, scenarios__zed=SOUND + SOUND) == [("zed.rftg", 7, "duplicate-name")]


def test_a_set_has_only_so_many(tmp_path: Path) -> None:
    many = "".join(scenario("then\n  nothing changes", f"number {n}") for n in range(SCENARIOS.most + 1))

    assert [code for _, _, code in in_set(tmp_path, tiles=TILE, scenarios__zed=many)] == ["too-many-scenarios"]


def test_editions_and_options_exist(tmp_path: Path) -> None:
    wrong = [
        SOUND.replace('"it"', '"one" edition "2015"'),
        SOUND.replace('"it"', '"two" option "gain=no"'),
        SOUND.replace('"it"', '"three" option "gains=maybe"'),
    ]

    assert in_set(tmp_path, tiles=TILE, scenarios__zed="".join(wrong)) == [
        ("zed.rftg", 1, "unknown-edition"),
        ("zed.rftg", 7, "unknown-option"),
        ("zed.rftg", 13, "unknown-option"),
    ]


def test_only_scenarios_of_the_setting_are_checked_in_it() -> None:
    assert played("given\n  seat 1 vp: 1\nthen\n  nothing changes").passed
