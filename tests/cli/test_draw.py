"""``rftg draw``: pictures as files, on standard output and as JSON."""

from __future__ import annotations

import json
import struct
import sys
from collections import Counter
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from rftg_dsl.base.extras import command_to_install
from rftg_dsl.library.load import load_standard

LAYOUT = """[world]
size = [20, 20]
boxes = [
  { shows = "name", at = [0, 0, 12, 4], size = 3, least = 3 },
]
"""


def test_one_side_goes_to_standard_output(rftg: Any, folder: Path) -> None:
    result = rftg("draw", "roll/T12.a")

    assert ElementTree.fromstring(result.stdout).attrib["width"] == "63mm"
    assert result.stderr == ""
    assert not [*folder.iterdir()]


def test_each_side_becomes_a_file_with_its_id(rftg: Any, folder: Path) -> None:
    result = rftg("draw", "roll/T12", "race/C02", "roll/T12.a", "--out", "pictures/new")

    assert result.stdout == "drawn: 3 pictures in pictures/new\n"
    names = sorted(str(path.relative_to(folder / "pictures" / "new")) for path in folder.rglob("*.svg"))
    assert names == ["race/C02.svg", "roll/T12.a.svg", "roll/T12.b.svg"], "games have folders if there are several"
    assert (folder / "pictures/new/roll/T12.a.svg").read_text() == rftg("draw", "roll/T12.a").stdout


def test_a_set_has_its_sides_and_the_dice_that_it_adds(rftg: Any, frontier: Path) -> None:
    (frontier / "dice.rftg").write_text('die red "Red" supply 3 faces explore explore ship ship wild develop\n')

    drawn = [picture["id"] for picture in json.loads(rftg("draw", "./frontier", "--format", "json").stdout)]

    assert drawn == ["X01.a", "X01.b", "red.explore", "red.ship", "red.wild", "red.develop"]


def test_a_game_is_drawn_whole(rftg: Any, folder: Path) -> None:
    result = rftg("draw", "roll", "--out", "all")

    words = load_standard("roll").model.words
    faces = sum(len({*kind.faces}) for kind in words.stock_kinds.values())
    files = [path.name for path in (folder / "all").iterdir()]
    assert len(files) == len([*load_standard("roll").model.list_sides()]) + faces
    assert result.stdout == f"drawn: {len(files)} pictures in all\n"
    assert {"T12.b.svg", "military.wild.svg"} <= {*files}


def test_png_files_have_the_resolution_that_was_asked_for(rftg: Any, folder: Path) -> None:
    result = rftg("draw", "roll/T12", "--format", "png", "--dpi", "100", "--out", "pictures")

    assert result.stdout == "drawn: 2 pictures in pictures\n"
    assert sorted(path.name for path in (folder / "pictures").iterdir()) == ["T12.a.png", "T12.b.png"]
    assert size_of((folder / "pictures/T12.a.png").read_bytes()) == (248, 173)


def test_one_png_goes_to_standard_output_at_300_dots_per_inch(rftg: Any) -> None:
    result = rftg("draw", "roll/T12.a", "--format", "png")

    assert size_of(result.stdout_bytes) == (744, 520)


def size_of(png: bytes) -> tuple[int, ...]:
    """The width and height of a PNG, in pixels."""
    assert png.startswith(b"\x89PNG")
    return struct.unpack(">II", png[16:24])


def test_a_png_without_the_extra_says_what_to_install(rftg: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)

    result = rftg("draw", "roll/T12", "--format", "png", "--out", "pictures")

    assert result.exit_code == 2
    assert "error[missing-extra]: a PNG needs the extra 'png'" in result.stderr
    assert command_to_install("png") in result.stderr
    assert not [*folder.iterdir()]


def test_older_files_are_replaced_and_others_stay(rftg: Any, folder: Path) -> None:
    (folder / "T12.a.svg").write_text("old")
    (folder / "other.svg").write_text("other")

    assert rftg("draw", "roll/T12.a", "--out", ".").exit_code == 0

    assert (folder / "T12.a.svg").read_text().startswith("<svg")
    assert (folder / "other.svg").read_text() == "other"
    assert Counter(path.suffix for path in folder.iterdir()) == {".svg": 2}


def test_editions_options_and_sets_are_drawn_as_they_are_played(rftg: Any, frontier: Path) -> None:
    usual, second = (rftg("draw", "galaxies/HELIOS", *more).stdout for more in ((), ("--option", "wording=second")))

    assert usual != second and "under the planet deck" in " ".join(ElementTree.fromstring(second).itertext())
    assert rftg("draw", "Border Post", "--with", "./frontier").stdout.startswith("<svg")


def test_what_does_not_fit_is_reported_and_drawn(rftg: Any, frontier: Path) -> None:
    (frontier / "layouts.toml").write_text(LAYOUT)

    result = rftg("draw", "./frontier", "--out", "pictures")

    assert result.exit_code == 0
    assert "lint[crowded-side]: the name of 'Border Post' does not fit on its picture, even at 3 mm" in result.stderr
    assert " --> frontier/tiles.rftg:3:9\n" in result.stderr
    assert (Path("pictures") / "X01.b.svg").is_file()
    data = json.loads(rftg("draw", "./frontier", "--format", "json").stdout)
    assert [len(picture["crowded"]) for picture in data] == [0, 1]


@pytest.mark.parametrize(
    ("words", "code", "says"),
    [
        (
            ("roll/T12",),
            2,
            "error[wrong-option]: 2 pictures need a folder\n  = help: add --out",
        ),
        (("Nowhere",), 2, "error[unknown-name]: there is no component called 'Nowhere'"),
        (("roll/T12.a", "Nowhere", "--out", "x"), 2, "error[unknown-name]: there is no component called 'Nowhere'"),
        (("roll/military",), 2, "error[unknown-name]: Military "),
        (("./nowhere",), 2, "error[missing-file]: there is no folder ./nowhere"),
        (("roll/T12.a", "--edition", "1066"), 2, "error[unknown-edition]"),
        (("roll/T12.a", "--option", "a=b"), 2, "error[unknown-option]"),
        (("roll/T12.a", "--out", "-"), 2, "'-' cannot be used here: the pictures go into a folder"),
        (("roll/T12.a", "--out", "file"), 2, "error[unwritable]: file/T12.a.svg cannot be written"),
        (("roll/T12.a", "--dpi", "300"), 2, "error[wrong-option]: --dpi is only for PNG\n  = help: add --format png"),
        (("roll/T12.a", "--format", "png", "--dpi", "1201"), 2, "error[picture-too-large]: 1201 dots per inch"),
        (("roll/T12.a", "--format", "png", "--dpi", "0"), 2, "'--dpi'"),
        (("roll/T12", "--format", "png"), 2, "error[wrong-option]: 2 pictures need a folder"),
        ((), 2, "missing argument 'NAME|SET|GAME...'"),
    ],
)
def test_mistakes(rftg: Any, folder: Path, words: tuple[str, ...], code: int, says: str) -> None:
    (folder / "file").write_text("")

    result = rftg("draw", *words)

    assert result.exit_code == code
    assert says in result.stderr
    assert result.stdout == ""
    assert [path.name for path in folder.iterdir()] == ["file"], "nothing is written by halves"


def test_layouts_with_mistakes_are_reported_as_content_is(rftg: Any, frontier: Path) -> None:
    (frontier / "layouts.toml").write_text("[wrld]\n")

    result = rftg("draw", "./frontier", "--out", "pictures")

    assert result.exit_code == 2
    assert "error[bad-layout]: 'wrld' is not a kind of side\n --> frontier/layouts.toml:1:2\n" in result.stderr
    assert not Path("pictures").exists()


# -- print shops -----------------------------------------------------------------------------------------------------


def test_a_preset_draws_the_fronts_and_backs_that_a_shop_asks_for(rftg: Any, frontier: Path, folder: Path) -> None:
    result = rftg("draw", "./frontier", "--preset", "tgc-poker", "--out", "cards")

    assert result.stdout == "drawn: 2 images of 825 by 1125 pixels for The Game Crafter, Poker Deck, in cards\n"
    files = sorted((folder / "cards").rglob("*.png"))
    assert [str(path.relative_to(folder)) for path in files] == ["cards/backs/X01.a.png", "cards/fronts/X01.a.png"]
    assert {size_of(path.read_bytes()) for path in files} == {(825, 1125)}


def test_a_preset_has_a_file_for_each_copy_or_one(rftg: Any, folder: Path) -> None:
    every = rftg("draw", "galaxies/SHIP", "--preset", "mpc-poker", "--out", "all")
    once = rftg("draw", "galaxies/SHIP", "--preset", "mpc-poker", "--copies", "one", "--out", "one")

    assert every.exit_code == once.exit_code == 0
    assert [len([*(folder / name / "fronts").iterdir()]) for name in ("all", "one")] == [20, 1]


def test_a_preset_is_reported_as_data(rftg: Any, frontier: Path) -> None:
    rows = json.loads(rftg("draw", "./frontier", "--preset", "mpc-poker", "--format", "json", "--out", "cards").stdout)

    assert [row["files"] for row in rows] == [["cards/fronts/X01.a.png"], ["cards/backs/X01.a.png"]]
    assert {(row["preset"], row["width"], row["height"]) for row in rows} == {("mpc-poker", 822, 1122)}


def test_dice_are_not_cards(rftg: Any, frontier: Path) -> None:
    (frontier / "dice.rftg").write_text('die red "Red" supply 3 faces explore explore ship ship wild develop\n')

    result = rftg("draw", "./frontier", "--preset", "mpc-poker", "--out", "cards")

    assert "left out: 1 kind of dice, which 'rftg print' makes stickers for\n" in result.stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--preset", "mpc-poker"), "error[wrong-option]: --preset needs a folder"),
        (("--preset", "mpc", "--out", "cards"), "error[wrong-option]: there is no preset called 'mpc'"),
        (("--preset", "mpc-poker", "--dpi", "300", "--out", "cards"), "--preset cannot be combined with --dpi"),
        (("--copies", "one"), "error[wrong-option]: --copies is only for print shops"),
        (
            ("roll/T13", "--preset", "mpc-poker", "--out", "cards"),
            "--preset draws one game, set or component at a time",
        ),
        (("--preset", "mpc-poker", "--out", "/dev/null/cards"), "error[unwritable]"),
    ],
)
def test_mistakes_with_presets(rftg: Any, folder: Path, words: tuple[str, ...], says: str) -> None:
    result = rftg("draw", "roll/T12", *words)

    assert result.exit_code == 2
    assert says in result.stderr
    assert not [*folder.iterdir()]
