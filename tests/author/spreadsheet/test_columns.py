"""A header means what the game's words say, whatever its case, accents, punctuation and number."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.author.spreadsheet.cell_values import CellReader, make_reader, read_number
from rftg_dsl.author.spreadsheet.columns import Aliases, Columns, read_aliases
from rftg_dsl.author.spreadsheet.headings import Headings, letters_of, parse_columns, read_headings
from rftg_dsl.author.spreadsheet.read_rows import split_text
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.source import Source
from rftg_dsl.library.installed import game_names
from rftg_dsl.library.load import load_standard


def columns_of(game: str) -> Columns:
    cells = cells_of(game)
    return Columns(cells.words, cells.aliases)


def cells_of(game: str) -> CellReader:
    library = load_standard(game)
    return make_reader(library.game, library.model.words)


def headings(game: str, text: str, chosen: str = "") -> Headings:
    columns = columns_of(game)
    return read_headings(split_text(Source("cards.csv", text)), columns, cells_of(game), parse_columns(chosen, columns))


def meanings(game: str, text: str, chosen: str = "") -> list[tuple[str, str, str]]:
    return [(each.said, str(each.column), each.side) for each in headings(game, text, chosen).headings]


@pytest.mark.parametrize(
    ("game", "header", "column"),
    [
        ("race", "COST", "cost"),
        ("race", "Victory points", "vp"),
        ("race", "  Victory-Point(s): ", "vp"),
        ("race", "Défense", "defense"),
        ("race", "Card name", "name"),
        ("race", "#", "id"),
        ("race", "Qty.", "copies"),
        ("race", "Rules Text", "powers"),
        ("race", "Explore", "explore"),
        ("race", "Phase Settle", "settle"),
        ("race", "Rebel", "rebel"),
        ("race", "Power 2", "powers"),
        ("roll", "Color", "colour"),
        ("roll", "Faction", "name"),
        ("galaxies", "Track length", "length"),
        ("galaxies", "Planet", "name"),
        ("galaxies", "Resource type", "resource"),
        ("galaxies", "Action", "action"),
    ],
)
def test_headers_are_recognised(game: str, header: str, column: str) -> None:
    assert str(columns_of(game).find_meanings(header)[0].column) == column


@pytest.mark.parametrize("header", ["", "Artist", "?", "x" * 5_000, "(" * 90])
def test_other_headers_mean_nothing(header: str) -> None:
    assert columns_of("race").find_meanings(header) == []


@pytest.mark.parametrize("game", game_names())
def test_every_column_is_known_by_its_own_name(game: str) -> None:
    columns = columns_of(game)

    for name in columns.list_names():
        assert str(columns.find_chosen(name)[0].column) == name
        assert name in [str(meaning.column) for meaning in columns.find_meanings(name)]


@pytest.mark.parametrize("game", game_names())
def test_every_alias_is_of_a_column_of_its_game(game: str) -> None:
    columns = columns_of(game)

    assert {entry.column for entry in columns.aliases.columns} <= {*columns.list_names()}


def test_a_malformed_file_of_aliases_is_a_mistake_of_the_game(tmp_path: Path) -> None:
    (tmp_path / "columns.toml").write_text('[[columns]]\ncolumn = "cost"\nsiad = ["price"]\n')

    with pytest.raises(UsageError, match=r"does not say what columns are called: 'columns\.said' is missing"):
        read_aliases(tmp_path / "columns.toml")
    assert read_aliases(tmp_path / "none.toml") == Aliases()


# -- headers together -----------------------------------------------------------------------------------------------


def test_a_header_with_two_meanings_has_the_one_that_its_cells_fit() -> None:
    assert ("Type", "kind", "") in meanings("race", "name,Type\nA,World\nB,Development\n")
    assert ("Type", "type", "") in meanings("race", "name,Type\nA,Novelty\nB,Rare elements\n")
    assert ("Military", "military", "") in meanings("race", "name,Military\nA,x\nB,\n")


def test_a_header_with_two_meanings_leaves_one_to_a_header_that_has_no_other() -> None:
    assert meanings("roll", "Tile,Name\nT,A\n") == [("Tile", "id", ""), ("Name", "name", "")]
    assert meanings("roll", "Tile,Cost\nT,1\n")[0] == ("Tile", "name", "")


def test_a_number_is_an_id_unless_another_header_is() -> None:
    assert meanings("race", "Number,Name\n1,A\n")[0] == ("Number", "id", "")
    assert meanings("race", "Number,Code,Name\n1,S,A\n")[0] == ("Number", "number", "")
    assert meanings("race", "Number,Name\n1,A\n", "Number=number")[0] == ("Number", "number", "")


def test_a_header_belongs_to_the_side_named_last_before_it() -> None:
    assert meanings("roll", "Tile,Development,Cost,World,Cost,World power\nT,A,1,B,2,x\n") == [
        ("Tile", "id", ""),
        ("Development", "name", "development"),
        ("Cost", "cost", "development"),
        ("World", "name", "world"),
        ("Cost", "cost", "world"),
        ("World power", "powers", "world"),
    ]


def test_headers_of_a_side_can_have_one_above_them() -> None:
    text = ",Development,,World,\nid,name,cost,name,cost\nT,A,1,B,2\n"

    assert [side for _, _, side in meanings("roll", text)][1:] == ["development", "development", "world", "world"]
    text = ",Side A,,Side B,\nid,Name,Type,Name,Type\nT,A,World,B,World\n"
    assert [column for _, column, _ in meanings("roll", text)] == ["id", "name", "kind", "name", "kind"]


def test_titles_above_and_repeated_headers_are_not_rows() -> None:
    found = headings("race", "My cards\n\nname,cost\nA,1\nname,cost\nB,2\n")

    assert [number for number, _ in found.rows] == [4, 6]


def test_unknown_repeated_and_missing_headers_are_named_once_each() -> None:
    found = headings("race", "name,Pirce,Cost,Price,\nA,1,2,3,4\nB,1,2,3,4\n")

    assert [each.message for each in found.findings] == [
        "no column is called 'Pirce', so it is not read",
        "column E has no header, so it is not read",
        "the column 'Price' means the same as 'Cost', so it is not read",
    ]
    assert {each.code for each in found.findings} == {"unknown-column"}


def test_the_author_can_say_what_headers_mean() -> None:
    text = "Wonder,Price,Artist\nA,1,x\n"

    found = headings("race", text, "Wonder=name, Price=vp, artist=ignore")

    assert [(each.said, str(each.column)) for each in found.headings] == [("Wonder", "name"), ("Price", "vp")]
    assert found.findings == []


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        ("Wonder", "'Wonder' does not say what a column means"),
        ("=name", "'=name' does not say what a column means"),
        ("Wonder=nmae", "there is no column 'nmae'"),
        ("Wunder=name", "the spreadsheet has no header 'wunder'"),
    ],
)
def test_what_the_author_says_must_make_sense(chosen: str, message: str) -> None:
    with pytest.raises(UsageError) as refused:
        headings("race", "Wonder,Name\nA,B\n", chosen)

    assert (str(refused.value), refused.value.code) == (message, "wrong-option")


@pytest.mark.parametrize("text", ["", ",,\n,,\n", "Foo,1\nBar,2\n", "cost,vp\n1,2\n", "name,cost\n", "name,cost\n,\n"])
def test_a_sheet_without_names_or_rows_is_refused(text: str) -> None:
    with pytest.raises(UsageError) as refused:
        headings("race", text)

    assert refused.value.code == "bad-spreadsheet"


def test_columns_have_the_letters_of_spreadsheets() -> None:
    assert [letters_of(nth) for nth in (0, 25, 26, 51, 52, 701, 702)] == ["A", "Z", "AA", "AZ", "BA", "ZZ", "AAA"]


# -- cells ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("3", 3),
        ("3.0", 3),
        ("3,00", 3),
        ("$3", 3),
        ("3 €", 3),
        ("£1,000", 1000),
        ("1'000", 1000),
        ("-1", -1),
        ("−1", -1),
        ("+2", 2),
        ("3.5", None),
        ("free", None),
        ("2 (military)", None),
        ("", None),
        ("9" * 30, None),
        ("٣", None),
    ],
)
def test_whole_numbers_are_read_as_spreadsheets_show_them(text: str, number: int | None) -> None:
    assert read_number(text) == number


@pytest.mark.parametrize("text", ["-", "–", "n/a", "N/A", "?"])
def test_some_cells_say_nothing(text: str) -> None:
    assert cells_of("race").is_blank(text)


@pytest.mark.parametrize("text", ["0", "no", "x", "$"])
def test_other_cells_say_something(text: str) -> None:
    assert cells_of("race").is_blank(text) == (text == "")


@pytest.mark.parametrize(
    ("text", "of", "values"),
    [
        ("Novelty goods", "type", ["novelty"]),
        ("novelty", "", ["novelty"]),
        ("NOVELTY / windfall; Rebel", "", ["novelty", "windfall", "rebel"]),
        ("rebel military", "", ["rebel", "military"]),
        ("windfall", "type", []),
        ("Blue", "type", ["novelty"]),
        ("novelty shiny", "", []),
    ],
)
def test_values_are_read_by_their_names_and_titles(text: str, of: str, values: list[str]) -> None:
    assert cells_of("race").find_values(text, of) == values


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Worlds", ("world", [])),
        ("Dev.", ("development", [])),
        ("Novelty Windfall World", ("world", ["novelty", "windfall"])),
        ("Shiny world", ("", [])),
        ("castle", ("", [])),
    ],
)
def test_kinds_can_be_short_or_have_values_beside_them(text: str, kind: Any) -> None:
    assert cells_of("race").read_kind(text) == kind


@pytest.mark.parametrize(("text", "component"), [("Tiles", "tile"), ("Home World", "home"), ("Card", "")])
def test_kinds_of_components_can_have_their_side_beside_them(text: str, component: str) -> None:
    assert cells_of("roll").find_component(text) == component


@pytest.mark.parametrize(("text", "flag"), [("x", True), ("TRUE", True), ("Rebel", True), ("0", False), ("so", None)])
def test_marks_say_yes_or_no(text: str, flag: bool | None) -> None:
    assert cells_of("race").read_flag(text, "rebel") is flag
