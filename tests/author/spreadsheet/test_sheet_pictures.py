"""A column names pictures, which come into the new set, and out again with its spreadsheet."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from typer.testing import CliRunner

from images import make_jpeg, make_png
from rftg_dsl.author.spreadsheet.import_sheet import Imported, import_sheet
from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.raster import read_raster
from rftg_dsl.cli import app

HEAD = "id,name,type,cost,vp,good,production,picture\n"
PNG, JPEG = make_png(), make_jpeg(comment=b"taken at home")


def import_text(folder: Path, text: str, game: str = "race", files: Mapping[str, bytes] | None = None) -> Imported:
    for name, content in (files or {"art/one.png": PNG, "two.JPG": JPEG}).items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    (folder / "cards.csv").write_text(text, "utf-8")
    return import_sheet(folder / "made", game, folder / "cards.csv")


def pictures_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.glob("pictures/*"))}


def import_row(folder: Path, cell: str) -> Imported:
    return import_text(folder, f"{HEAD}X1,Salt Marsh,world,2,1,novelty,production,{cell}\n")


@pytest.mark.parametrize("cell", ["art/one.png", "./art/one.png", "art\\one.png", " art/one.png "])
def test_a_picture_is_copied_into_the_set(cell: str, tmp_path: Path) -> None:
    imported = import_row(tmp_path, cell)

    assert imported.findings == []
    assert pictures_in(tmp_path / "made") == {"X1.png": read_raster(PNG).raw}
    assert "pictures/X1.png" in imported.created.files


def test_a_photograph_is_copied_without_what_is_not_drawn(tmp_path: Path) -> None:
    import_row(tmp_path, "two.JPG")

    assert pictures_in(tmp_path / "made") == {"X1.jpg": read_raster(JPEG).raw}
    assert b"home" in JPEG and b"home" not in read_raster(JPEG).raw


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("../private.png", "../private.png is not inside the folder of the spreadsheet"),
        ("art/../../private.png", "art/../../private.png is not inside the folder of the spreadsheet"),
        ("C:\\private.png", "C:\\private.png is not inside the folder of the spreadsheet"),
        ("art//one.png", "art//one.png is not inside the folder of the spreadsheet"),
        ("link.png", "link.png is not inside the folder of the spreadsheet"),
        ("away/private.png", "away/private.png is not inside the folder of the spreadsheet"),
        ("none.png", "none.png cannot be read: No such file or directory"),
        ("art", "art is a folder"),
        ("cards.csv", "this file is neither a PNG nor a JPEG image"),
        ("https://example.org/a.png", "https://example.org/a.png is not inside the folder of the spreadsheet"),
    ],
)
def test_what_is_not_a_picture_beside_the_spreadsheet_stays_a_comment(cell: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "private.png").write_bytes(PNG)
    here = tmp_path / "here"
    here.mkdir()
    os.symlink(tmp_path / "private.png", here / "link.png")
    os.symlink(tmp_path, here / "away")

    imported = import_row(here, cell)

    assert [(each.code, each.message) for each in imported.findings] == [
        ("unread-cell", f"row 2, 'picture': {message}")
    ]
    assert f"# not read: picture: {cell}\n" in (here / "made" / "components.rftg").read_text("utf-8")
    assert pictures_in(here / "made") == {}


def test_an_absolute_path_is_not_read(tmp_path: Path) -> None:
    imported = import_row(tmp_path, str(tmp_path / "art" / "one.png"))

    assert len(imported.findings) == 1 and pictures_in(tmp_path / "made") == {}


def test_a_picture_that_is_too_large_is_not_read(tmp_path: Path) -> None:
    large = {
        "a.png": PNG + bytes(limits.RASTER.most + 1 - len(PNG)),
        "b.png": PNG + bytes(limits.RASTER.most - len(PNG)),
    }
    rows = "X1,One,world,2,1,novelty,production,a.png\nX2,Two,world,2,1,novelty,production,b.png\n"

    imported = import_text(tmp_path, HEAD + rows, files=large)

    assert [each.message for each in imported.findings] == ["row 2, 'picture': the file is larger than 4,000,000 bytes"]
    assert list(pictures_in(tmp_path / "made")) == ["X2.png"]


def test_pictures_that_are_too_large_together_make_no_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rftg_dsl.author.spreadsheet import sheet_pictures

    few = limits.ALL_RASTERS._replace(most=len(read_raster(PNG).raw))
    monkeypatch.setattr(sheet_pictures, "ALL_RASTERS", few)
    rows = [f"X{n},One {n},world,2,1,novelty,production,art/one.png\n" for n in range(2)]

    import_text(tmp_path / "one", HEAD + rows[0])
    with pytest.raises(UsageError) as refused:
        import_text(tmp_path / "two", HEAD + "".join(rows))

    assert refused.value.code == "set-too-large" and not (tmp_path / "two" / "made").exists()


TILES = """id,development,cost,picture,world,cost,colour,picture
X1,Free Ferry,2,{},Quiet Lagoon,3,novelty,{}
"""


@pytest.mark.parametrize(
    ("first", "second", "names"),
    [
        ("art/one.png", "two.JPG", ["X1.a.png", "X1.b.jpg"]),
        ("art/one.png", "art/one.png", ["X1.png"]),
        ("", "art/one.png", ["X1.b.png"]),
    ],
)
def test_each_side_of_a_tile_has_its_picture(first: str, second: str, names: list[str], tmp_path: Path) -> None:
    import_text(tmp_path, TILES.format(first, second), "roll")

    assert list(pictures_in(tmp_path / "made")) == names
    assert export_pictures(tmp_path / "made", tmp_path / "out") == pictures_in(tmp_path / "made")
    again = import_sheet(tmp_path / "again", "roll", tmp_path / "out" / "sheet.csv")
    assert again.findings == [] and pictures_in(tmp_path / "again") == pictures_in(tmp_path / "made")


def export_pictures(folder: Path, out: Path) -> dict[str, bytes]:
    """Export a set, and return the pictures beside its spreadsheet."""
    out.mkdir()
    done = CliRunner().invoke(app, ["export", str(folder), "--format", "csv", "--out", str(out / "sheet.csv")])
    assert done.exit_code == 0, done.output
    return pictures_in(out)


def test_a_picture_is_not_written_over_another(tmp_path: Path) -> None:
    import_row(tmp_path, "art/one.png")
    (tmp_path / "pictures").mkdir()
    (tmp_path / "pictures" / "X1.png").write_bytes(b"mine")

    done = CliRunner().invoke(
        app, ["export", str(tmp_path / "made"), "--format", "csv", "--out", str(tmp_path / "sheet.csv")]
    )

    assert done.exit_code == 2 and "already exists" in done.output
    assert not (tmp_path / "sheet.csv").exists()
