"""A set from a spreadsheet: what the command says and writes, and what it refuses."""

from __future__ import annotations

import csv
import json
import os
from io import StringIO
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from syrupy.assertion import SnapshotAssertion
from typer.testing import CliRunner, Result

from author.test_new_set import here, rftg
from lanes import law
from rftg_dsl.author.new_set import make_set
from rftg_dsl.author.spreadsheet.import_sheet import draft_components, name_components, write_components
from rftg_dsl.author.spreadsheet.read_rows import decode_bytes, split_text
from rftg_dsl.base.diagnostic import ContentError, UsageError
from rftg_dsl.base.limits import ALL_POWERS, DESIGNS, NAME, UNREAD_CELLS
from rftg_dsl.base.source import Source
from rftg_dsl.cli import app
from rftg_dsl.library.load import load_standard
from rftg_dsl.library.sets import check_characters
from rftg_dsl.syntax.parse import parse

__all__ = ["here"]

HEAD = "id,kind,name,cost,vp,powers"


def new(text: str, *words: str, game: str = "race") -> Result:
    Path("cards.csv").write_text(text, "utf-8", newline="")
    return rftg("new", "./made", "--game", game, "--from", "cards.csv", *words)


def components() -> str:
    return Path("made/components.rftg").read_text("utf-8").partition("\n\n")[2]


def heads() -> list[str]:
    """The first lines of the components."""
    return [line for line in components().splitlines() if line[:1] not in ("", " ", "}")]


def test_what_the_command_says(snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")

    made = new(f"{HEAD},Artist\nA1,Development,Tower,1,1,draws: 1 more,x\nA2,World,Field,1,1,Draws more cards,\n")

    assert made.exit_code == 1
    assert made.stdout == snapshot
    assert made.stderr == ""


def test_a_sheet_that_is_understood_ends_well() -> None:
    made = new(f"{HEAD}\nA1,Development,Tower,1,1,draws: 1 more\n", "--format", "json")

    assert made.exit_code == 0
    report = json.loads(made.stdout)
    assert (report["components"], report["diagnostics"]) == (1, [])
    assert report["files"] == ["set.toml", "components.rftg"]
    assert components() == 'card A1 {\n  development "Tower" cost 1 vp 1 { draws: 1 more }\n}\n'
    assert rftg("validate", "./made").exit_code == 0


def test_a_finding_has_its_row_its_header_its_place_and_sentences_like_it() -> None:
    made = new(f"{HEAD}\nA1,Development,Tower,1,1,When you settle a world you draw a card\n", "--format", "json")

    [found] = json.loads(made.stdout)["diagnostics"]
    assert found["message"] == (
        "row 2, 'powers': 'When you settle a world you draw a card' is not a sentence of the language"
    )
    assert "'when you settle: draw 1 card' (Terraforming Robots)" in found["hint"]
    assert (found["code"], found["severity"], found["line"], found["column"]) == ("unread-cell", "warning", 2, 26)


def test_what_is_not_read_stands_where_it_belongs() -> None:
    new(f'{HEAD},copies\nA1,Development,Tower,many,1,"draws: 1 more\nbla bla\nmilitary: 1 more",some\n')

    assert components() == (
        "# not read: copies: some\n"
        "card A1 {\n"
        "  # not read: cost: many\n"
        '  development "Tower" vp 1 {\n'
        "    draws: 1 more\n"
        "    # not read: bla bla\n"
        "    military: 1 more\n"
        "  }\n"
        "}\n"
    )


def test_a_column_of_colours_can_also_say_more() -> None:
    made = new("name,kind,cost,vp,color\nField,world,1,1,rare windfall\nMine,world,1,1,Rare production military\n")

    assert made.exit_code == 0
    assert 'world "Field" rare windfall cost 1 vp 1' in components()
    assert 'world "Mine" rare production military cost 1 vp 1' in components()


def test_sides_of_one_component_need_not_be_next_to_each_other() -> None:
    developments = "A,development,One,1,\nB,development,Two,1,\n"

    made = new(f"id,kind,name,cost,colour\n{developments}A,world,Three,1,gray\nB,world,Four,2,gray\n", game="roll")

    assert made.exit_code == 0
    assert components().count("tile ") == 2
    assert rftg("validate", "./made").exit_code == 0


def test_the_sort_of_component_is_known_from_its_sides_and_properties() -> None:
    text = "id,kind,name,number,cost,colour\nA,development,One,11,1,\nA,world,Two,,1,gray\nB,world,Home,,1,gray\n"

    assert new(text, game="roll").exit_code == 0
    assert heads() == ["faction A number 11 {", "home B {"]


def test_the_kind_of_a_side_is_known_from_the_kind_of_component() -> None:
    assert new("id,component,name,number,cost,vp\nS9,Start World,Dawn,20,2,1\n").exit_code == 0
    assert components() == 'start-world S9 number 20 {\n  world "Dawn" cost 2 vp 1\n}\n'


def test_a_row_that_contradicts_another_of_its_component_is_reported() -> None:
    text = "id,kind,name,number,cost,colour\nA,development,One,11,1,\nA,world,Two,12,1,gray\n"

    made = new(text, "--format", "json", game="roll")

    [found] = json.loads(made.stdout)["diagnostics"]
    assert found["message"] == "row 3, 'number': '12' is not what row 2 says"
    assert components().startswith("# not read: number: 12\nfaction A number 11 {")


@pytest.mark.parametrize(
    ("id", "made"), [("a-1", "A-1"), ("7", "X7"), ("Nº 4/b", "No-4-b"), ("é", "E"), ("…", "MADE1"), ("x" * 60, "MADE1")]
)
def test_an_id_becomes_one_that_the_language_has(id: str, made: str) -> None:
    new(f"{HEAD}\n{id},Development,Tower,1,1,draws: 1 more\n")

    assert components().startswith(f"card {made} {{")


def test_rows_without_an_id_get_unused_ones() -> None:
    new(f"{HEAD}\n,Development,One,1,1,\nMADE1,Development,Two,1,1,\n,Development,Three,1,1,\n")

    assert heads() == ["card MADE2 {", "card MADE1 {", "card MADE3 {"]


def test_the_headers_can_be_explained() -> None:
    text = "Wonder,Sort of thing,Dear,Points,Fluff\nTower,Development,1,1,Once upon a time\n"

    assert new(text).exit_code == 2
    made = new(text, "--columns", "Wonder=name,Sort of thing=kind,Dear=cost,Fluff=ignore")

    assert made.exit_code == 0, made.output
    assert components() == 'card MADE1 {\n  development "Tower" cost 1 vp 1\n}\n'


def test_a_row_with_a_single_cell_is_a_heading() -> None:
    made = new(f"{HEAD}\n,,Towers,,,\nA1,Development,Tower,1,1,\n", "--format", "json")

    [found] = json.loads(made.stdout)["diagnostics"]
    assert found["message"] == "row 2 has only one cell, so it is taken for a heading"
    assert heads() == ["card A1 {"]


TABLES = st.lists(st.lists(st.text(max_size=12), min_size=len(HEAD.split(",")), max_size=12), min_size=1, max_size=4)


@law(60)
@given(TABLES)
def test_whatever_is_in_the_cells_the_content_can_be_parsed(table: list[list[str]]) -> None:
    library = load_standard("race")
    text = StringIO()
    csv.writer(text).writerows([[*HEAD.split(","), "copies", "replaces", "component"], *table])
    try:
        sheet = split_text(Source("cards.csv", decode_bytes(text.getvalue().encode(), "cards.csv")))
        drafts, _ = draft_components(library, sheet)
    except (UsageError, ContentError):
        return
    name_components(drafts, library, "made")
    source = Source("made.rftg", write_components(drafts, library.model.words))

    parsed, mistakes = parse(source)

    assert mistakes == [*check_characters(source)] == []
    assert len(parsed.declarations) == len(drafts)


def test_a_side_without_a_name_is_reported() -> None:
    made = new("Tile,Development,Cost,World,Cost,Colour\nX1,Ferry,2,,3,gray\n", "--format", "json", game="roll")

    [found] = json.loads(made.stdout)["diagnostics"]
    assert found["message"] == "the world in row 2 has no name, so it is not read"
    assert heads() == ["tile X1 {"]


# -- refusals -------------------------------------------------------------------------------------------------------


HOSTILE = {
    "an id twice": (f"{HEAD}\nA1,World,X,1,1,\nA1,World,Y,1,1,\n", "duplicate-id"),
    "a cell that is too long": (f"{HEAD}\nA1,World,X,1,1,{'x' * 6_000}\n", "file-too-large"),
    "too many components": (HEAD + "\n,World,X,1,1," * (DESIGNS.most + 1), DESIGNS.code),
    "too many strange cells": (HEAD + "\n,World,X,x,x,zebra" * (UNREAD_CELLS.most // 3 + 1), UNREAD_CELLS.code),
    "no headers": ("a,b\nc,d\n", "bad-spreadsheet"),
    "no name": (f"{HEAD}\nA1,World,,1,1,\n", "bad-spreadsheet"),
    "nothing": ("", "bad-spreadsheet"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_sheets_are_refused_and_nothing_is_written(what: str, here: Path) -> None:
    text, code = HOSTILE[what]

    made = new(text)

    assert made.exit_code == 2, made.output
    assert f"error[{code}]" in made.stderr
    assert [path.name for path in here.iterdir()] == ["cards.csv"]


def test_there_are_at_most_so_many_powers() -> None:
    many = "; ".join(["draws: 1 more"] * 250)

    made = new(HEAD + f"\n,World,X,1,1,{many}" * (ALL_POWERS.most // 250 + 1))

    assert f"error[{ALL_POWERS.code}]" in made.stderr


def test_hostile_text_stays_text() -> None:
    evil = '"} card C01 { world ""x"" #"'

    made = new(f"{HEAD}\n../../etc,World,{evil},1,1,{evil}\nB,World,{'n' * 500},1,1,\n")

    assert made.exit_code == 1
    assert components() == (
        "card Etc {\n"
        '  world "} card C01 { world “x” #" cost 1 vp 1 {\n'
        '    # not read: } card C01 { world "x" #\n'
        "  }\n"
        "}\n\n"
        f'card B {{\n  # not read: name: {"n" * 500}\n  world "{"n" * NAME.most}" cost 1 vp 1\n}}\n'
    )
    assert rftg("validate", "./made").exit_code == 0


def test_a_pipe_or_a_device_is_refused() -> None:
    os.mkfifo("cards.fifo")

    for path in ("cards.fifo", os.devnull, "none.csv", "."):
        made = rftg("new", "./made", "--game", "race", "--from", path)
        assert made.exit_code == 2
    assert "error[wrong-option]" in rftg("new", "./made", "--game", "race", "--columns", "A=name").stderr


def test_an_existing_folder_is_never_touched() -> None:
    make_set(Path("made"), "race")

    made = new(f"{HEAD}\nA1,World,X,1,1,\n")

    assert "error[existing-file]" in made.stderr
    assert Path("made/scenarios").is_dir()


# -- export ---------------------------------------------------------------------------------------------------------


def test_an_export_names_what_it_leaves_out() -> None:
    made = rftg("export", "race/gathering-storm", "--format", "csv", "--out", "storm.csv")

    assert made.exit_code == 0
    assert made.stdout == (
        "storm.csv: 30 components in 30 rows\nleft out: 16 declarations of words and rules, which are not components\n"
    )
    assert rftg("export", "race", "--format", "csv", "--out", "storm.csv").exit_code == 2
    streamed = CliRunner().invoke(app, ["export", "gathering-storm", "--format", "csv", "--out", "-"])
    assert streamed.stdout_bytes == Path("storm.csv").read_bytes()


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (["roll/T01"], "wrong-option"),
        (["rol"], "unknown-name"),
        (["roll", "--seat", "1"], "wrong-option"),
        (["roll", "--public"], "wrong-option"),
        (["roll", "--secrets", "x"], "wrong-option"),
        (["./nowhere"], "missing-file"),
    ],
)
def test_only_sets_and_games_are_exported_as_spreadsheets(words: list[str], code: str, here: Path) -> None:
    made = rftg("export", *words, "--format", "csv", "--out", "x.csv")

    assert made.exit_code == 2
    assert f"error[{code}]" in made.stderr
    assert not [*here.iterdir()]
