"""Lints: what is legal but probably not meant."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path

import pytest
from syrupy.assertion import SnapshotAssertion

from author.lints.usual import codes, lints
from language.test_language import game_of, marked
from rftg_dsl.author.lints.run_lints import lint
from rftg_dsl.check.read_lints import READERS
from rftg_dsl.library import installed
from rftg_dsl.library.load import load, load_library
from rftg_dsl.wording.power_text import word_side

HERE = Path(__file__).parent
FILES = sorted(HERE.glob("*.rftg"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_lint_is_found_on_its_line_and_nothing_else(path: Path) -> None:
    text = path.read_text("utf-8")

    line_codes = defaultdict(list)
    for finding in lints(text, game_of(text.encode())):
        line_codes[finding.at.begins[0]].append(finding.code)

    assert {line: sorted(codes) for line, codes in line_codes.items()} == marked(text)


def test_what_is_the_same_in_every_edition_is_looked_at_once(tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text('id = "z"\nname = "Z"\ngame = "roll"\nversion = "1"\n')
    file = tmp_path / "z.rftg"
    file.write_text('tile X1 {\n  development "D" cost 6\n  world "W" gray cost 2 { gain $9 }\n}\n')
    loaded = [load("roll", edition, [tmp_path]) for edition in (None, "2014")]

    findings = lint(loaded, [str(file)])

    assert [finding.code for finding in findings] == ["missing-power", "off-curve"]


def test_the_words_of_lints(snapshot: SnapshotAssertion) -> None:
    page = []
    for path in FILES:
        text = path.read_text("utf-8")
        for hit in lints(text, game_of(text.encode())):
            line, column = hit.at.begins
            said = text.splitlines()[line - 1].split("#!")[0].strip()
            page.append(
                f"{path.stem}:{line}:{column} {hit.severity} {hit.code}\n  | {said}\n  {hit.message}\n  = {hit.hint}"
            )

    assert "\n".join(page) == snapshot


def test_what_is_usual_is_no_part_of_what_identifies_content(tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text('id = "z"\nname = "Z"\ngame = "roll"\nversion = "1"\n')
    (tmp_path / "z.rftg").write_text("number stock_credits 3\n")
    before = load_library("roll", None, [tmp_path]).digests
    (tmp_path / "z.rftg").write_text("number stock_credits 3\nlint long-name of world most 5\nworth 3 gain vp\n")

    assert load_library("roll", None, [tmp_path]).digests == before


@pytest.mark.parametrize(
    "aside", ["", "look gem symbol star\n", 'printed counter gem "jewel" "jewels"\n', "look vp symbol gem\n"]
)
def test_what_only_says_how_a_word_is_shown_does_not_use_it(aside: str) -> None:
    assert codes(f"counter gem plural gems of seat start 0\n{aside}") == ["unused-word"]


def test_a_set_declares_lints_of_its_own() -> None:
    world = 'tile X1 {{ development "D" cost 1\nworld "A World" gray cost 1 {{ gain $1 }} }}\n{}'

    assert codes(world.format("")) == []
    assert codes(world.format("lint long-name of world most 6\n")) == ["long-name"]
    assert codes(world.format("lint long-name of faction world most 6\n")) == []
    assert codes(world.format("worth 9 gain credits\n")) == ["off-curve"]


def test_each_lint_that_can_be_declared_is_found_somewhere() -> None:
    all_codes = {code for path in FILES for codes in marked(path.read_text("utf-8")).values() for code in codes}

    assert {*READERS} <= all_codes


@pytest.mark.parametrize("game", ["roll", "race", "galaxies"])
def test_the_longest_printed_name_is_the_limit(game: str) -> None:
    """So that nobody has to guess where a limit comes from."""
    model = load_library(game, None, list(installed.find_box(game).expansions)).model

    assert model.usual.names
    for limit in model.usual.names:
        assert limit.most == max(len(side.name) for side in model.list_sides() if side.kind in limit.of.match.kinds)


@pytest.mark.parametrize("game", ["roll", "race", "galaxies"])
def test_the_longest_rule_text_is_just_within_the_limit(game: str) -> None:
    box = installed.find_box(game)
    options = [name.partition("-") for name in box.options]
    every = [
        load_library(game, None, list(box.expansions), chosen)
        for chosen in ({}, *({key: to} for key, _, to in options))
    ]

    assert every[0].model.usual.texts
    for limit in every[0].model.usual.texts:
        sides = [
            (each, side) for each in every for side in each.model.list_sides() if side.kind in limit.of.match.kinds
        ]
        sizes = [sum(len(str(line)) for line in word_side(each.model.words, each.game, side)) for each, side in sides]
        assert max(sizes) <= limit.most <= max(sizes) * 1.1
