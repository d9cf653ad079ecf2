"""The pictures of a set: found by their names, checked as strictly as packs, and without effect on play."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from images import make_jpeg, make_png
from rftg_dsl.author.validate.check_targets import check
from rftg_dsl.author.validate.target import Target
from rftg_dsl.author.versions.packing import pack
from rftg_dsl.base import limits
from rftg_dsl.base.raster import read_raster
from rftg_dsl.library.load import Library, load_library
from rftg_dsl.library.own_pictures import id_of_picture, read_own_pictures
from rftg_dsl.library.packs.member_names import check_name
from rftg_dsl.library.packs.read_pack import members_of

Files = Mapping[str, bytes]

TILES = b"""tile X1 {
  development "Frontier Guild" cost 3 { when own world completes: gain $1 }
  world "Far Away" gray cost 2 { gain 1 home die to cup }
}
tile X2 {
  development "Frontier Bank" cost 4 { when own world completes: gain $2 }
  world "Farther Away" gray cost 2 { gain 1 home die to cup }
}
"""
SET = b'id = "mine"\nname = "Mine"\ngame = "roll"\nversion = "1"\n'
PNG, JPEG = make_png(), make_jpeg()
BOTH = {"pictures/X1.png": PNG, "pictures/X2.jpg": JPEG}


def write_set(folder: Path, files: Files = BOTH) -> Path:
    for name, content in {"set.toml": SET, "tiles.rftg": TILES, **files}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content)
    return folder


def load_set(folder: Path) -> Library:
    return load_library("roll", extra=[folder])


def codes_of(folder: Path) -> list[str]:
    return [finding.code for finding in check([Target(path=str(folder))]).outcome.findings]


def messages_of(folder: Path) -> list[str]:
    return [finding.message for finding in check([Target(path=str(folder))]).outcome.findings]


def list_pictures(folder: Path) -> dict[str, str]:
    """The id of the picture that each side of the set has."""
    library = load_set(folder)
    pictures = read_own_pictures(library, library.sets[-1]).pictures
    sides = [side for side in library.model.list_sides() if side.id.startswith("X")]
    return {side.id: id_of_picture(side, pictures) for side in sides}


def test_a_picture_belongs_to_what_its_file_is_called_like(tmp_path: Path) -> None:
    write_set(tmp_path, {**BOTH, "pictures/X2.b.JPEG": JPEG})

    assert list_pictures(tmp_path) == {"X1.a": "X1", "X1.b": "X1", "X2.a": "X2", "X2.b": "X2.b"}
    assert codes_of(tmp_path) == []


def test_a_set_can_have_pictures_for_its_game(tmp_path: Path) -> None:
    write_set(tmp_path, {"pictures/T12.png": PNG})
    library = load_set(tmp_path)

    assert [*read_own_pictures(library, library.sets[-1]).pictures] == ["T12"]
    assert codes_of(tmp_path) == []


def test_pictures_change_no_game(tmp_path: Path) -> None:
    with_pictures, without = write_set(tmp_path / "with"), write_set(tmp_path / "without", {})

    assert load_set(with_pictures).digests == load_set(without).digests


def test_a_set_without_pictures_lacks_none(tmp_path: Path) -> None:
    assert codes_of(write_set(tmp_path, {})) == []


BAD: Mapping[str, tuple[Files, list[str]]] = {
    "missing": ({"pictures/X1.png": PNG, "pictures/X2.a.png": PNG}, ["missing-picture"]),
    "unknown": ({**BOTH, "pictures/X3.png": PNG}, ["unknown-picture"]),
    "other case": ({**BOTH, "pictures/x1.b.png": PNG}, ["unknown-picture"]),
    "two": ({**BOTH, "pictures/X1.jpg": PNG}, ["bad-picture"]),
    "no image": ({**BOTH, "pictures/X1.png": b"<svg/>"}, ["bad-picture", "missing-picture", "missing-picture"]),
    "gif": ({**BOTH, "pictures/X1.gif": b"GIF89a"}, ["unread-file"]),
    "svg": ({**BOTH, "pictures/X1.svg": b"<svg/>"}, ["unread-file"]),
    "another folder": ({**BOTH, "Pictures/more/X1.png": PNG}, ["unread-file"]),
    "odd name": ({**BOTH, "pictures/X1 .png": PNG}, ["unknown-picture"]),
}


@pytest.mark.parametrize("name", BAD)
def test_what_is_wrong_with_pictures_is_reported(name: str, tmp_path: Path) -> None:
    files, codes = BAD[name]

    assert codes_of(write_set(tmp_path, files)) == codes


def test_a_picture_is_not_a_link(tmp_path: Path) -> None:
    (tmp_path / "private.png").write_bytes(PNG)
    folder = write_set(tmp_path / "mine", {"pictures/X2.png": PNG})
    os.symlink(tmp_path / "private.png", folder / "pictures" / "X1.png")

    assert "this image is a link" in messages_of(folder)
    packing = pack(folder)
    assert packing.pack is None and "bad-picture" in [finding.code for finding in packing.outcome.findings]


def test_the_folder_of_pictures_is_not_a_link(tmp_path: Path) -> None:
    (tmp_path / "private").mkdir()
    (tmp_path / "private" / "X1.png").write_bytes(PNG)
    folder = write_set(tmp_path / "mine", {})
    os.symlink(tmp_path / "private", folder / "pictures")

    assert list_pictures(folder) == {"X1.a": "", "X1.b": "", "X2.a": "", "X2.b": ""}
    assert codes_of(folder) == ["unread-file"]


def write_pictures(folder: Path, many: int) -> None:
    write_set(folder, {f"pictures/{n}.png": PNG for n in range(many)})


def write_large_picture(folder: Path, many: int) -> None:
    # Bytes after the end of an image are read, although they are not kept.
    write_set(folder, {"pictures/X1.png": PNG + bytes(many - len(PNG)), "pictures/X2.png": PNG})


def write_large_pictures(folder: Path, many: int) -> None:
    full, rest = divmod(many, 2_000_000)
    sizes = [2_000_000] * (full - 1) + [2_000_000 + rest]
    write_set(folder, {f"pictures/{n}.png": PNG + bytes(size - len(PNG)) for n, size in enumerate(sizes)})


LIMITS: Mapping[limits.Limit, Callable[[Path, int], None]] = {
    limits.RASTERS: write_pictures,
    limits.RASTER: write_large_picture,
    limits.ALL_RASTERS: write_large_pictures,
}


@pytest.mark.parametrize("limit", LIMITS, ids=lambda limit: limit.what)
def test_the_limits_of_pictures(limit: limits.Limit, tmp_path: Path) -> None:
    def codes(many: int) -> set[str]:
        folder = tmp_path / str(many)
        LIMITS[limit](folder, many)
        library = load_set(folder)
        return {mistake.code for mistake in read_own_pictures(library, library.sets[-1]).mistakes}

    assert limit.code not in codes(limit.most)
    assert limit.code in codes(limit.most + 1)


# -- packs -----------------------------------------------------------------------------------------------------------


def test_a_pack_has_the_pictures_without_what_is_not_drawn(tmp_path: Path) -> None:
    photograph = make_jpeg(comment=b"taken at home")
    folder = write_set(tmp_path / "mine", {**BOTH, "pictures/X2.jpg": photograph, "pictures/X1.svg": b"<svg/>"})

    packing = pack(folder)

    assert packing.pack is not None
    members = members_of(packing.pack.raw, "")
    assert isinstance(members, Mapping) and members["pictures/X1.png"] == read_raster(PNG).raw
    assert members["pictures/X2.jpg"] == read_raster(JPEG).raw != photograph
    assert packing.pack.left_out == ("pictures/X1.svg",)
    (tmp_path / "mine.rpack").write_bytes(packing.pack.raw)
    assert list_pictures(tmp_path / "mine.rpack") == list_pictures(folder)


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("pictures/X1.png", None),
        ("pictures/X1.a.JPG", None),
        ("pictures/X1.svg", "pack-surplus"),
        ("pictures/more/X1.png", "pack-surplus"),
        ("X1.png", "pack-surplus"),
        ("pictures/../X1.png", "pack-path"),
        ("pictures\\X1.png", "pack-path"),
        ("/pictures/X1.png", "pack-path"),
        ("pictures/con.png", "pack-name"),
        ("pictures/X1\u202e.png", "pack-name"),
        ("pictures/X1 ", "pack-name"),
    ],
)
def test_a_pack_can_have_pictures_only_in_their_folder(name: str, code: str | None) -> None:
    wrong = check_name(name)

    assert (wrong.code if wrong else None) == code
