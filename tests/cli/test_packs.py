"""Packs on the command line and from Python: wherever a folder can be named, and never unpacked."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion

import rftg_dsl
from library.packs.hostile import ATTACKS
from rftg_dsl.base.diagnostic import ContentError
from rftg_dsl.library.packs.pack_format import make_pack


def packed(folder: Path) -> Path:
    """A pack with all files of a folder, beside it."""
    pack = folder.with_suffix(".rpack")
    files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    pack.write_bytes(make_pack(files))
    return pack


@pytest.fixture
def pack(frontier: Path) -> Path:
    """A pack of a small set, whose folder is gone."""
    (frontier / "more").mkdir()
    (frontier / "more" / "dice.rftg").write_text("die home supply 30\n")
    (frontier / "pending.rftg").write_text("tile X9\n")
    (frontier / "scenarios").mkdir()
    (frontier / "scenarios" / "first.rftg").write_text("# scenarios of the set\n")
    made = packed(frontier)
    frontier.rename(frontier.with_name("gone"))
    return made


def test_a_pack_can_be_named_wherever_a_set_can(rftg: Any, pack: Path, folder: Path) -> None:
    play = ("play", "roll", "--players", "2", "--seed", "s", "--option", "tableau.0=Frontier Guild")
    table = ("replay", "b.rlog", "--with", "./frontier.rpack", "--format", "json")
    simulate = ("simulate", "roll", "--games", "4", "--players", "2", "--seed", "s", "--workers", "2")

    assert rftg(*play, "--with", "./gone", "--log", "a.rlog").exit_code == 0
    assert rftg(*play, "--with", "./frontier.rpack", "--log", "b.rlog").exit_code == 0
    assert (folder / "a.rlog").read_bytes() == (folder / "b.rlog").read_bytes()
    assert rftg("audit", "a.rlog", "--with", "./frontier.rpack").exit_code == 0
    assert "frontier is the same" in rftg("audit", "a.rlog", "--against", "./frontier.rpack").stdout
    assert json.loads(rftg(*table).stdout)["seats"]
    assert "X01.a" in rftg("list", "roll", "--with", "./frontier.rpack").stdout
    assert "frontier.rpack/tiles.rftg:3" in rftg("show", "Border Post", "--with", "./frontier.rpack").stdout
    assert rftg("words", "roll", "--with", "./frontier.rpack").exit_code == 0
    assert rftg(*simulate, "--with", "./frontier.rpack", "--out", "logs").exit_code == 0
    assert rftg("audit", "logs", "--with", "./frontier.rpack", "--workers", "2").exit_code == 0
    there = {path.name for path in folder.iterdir()}
    assert there == {"a.rlog", "b.rlog", "frontier.rpack", "gone", "logs"}


def test_a_pack_is_validated_as_its_folder_is(rftg: Any, pack: Path) -> None:
    folder, archive = [
        json.loads(rftg("validate", name, "--format", "json").stdout) for name in ("./gone", f"./{pack.name}")
    ]

    assert archive["pending"] == [{"file": "frontier.rpack/pending.rftg", "line": 1, "text": "tile X9"}]
    assert json.dumps(archive).replace("frontier.rpack", "gone") == json.dumps(folder)


def test_a_mistake_in_a_pack_has_its_place(rftg: Any, frontier: Path) -> None:
    (frontier / "tiles.rftg").write_text("tile X01 {\n  development cost 3\n}\n")
    packed(frontier)

    result = rftg("validate", "./frontier.rpack")

    assert result.exit_code == 1
    assert "frontier.rpack/tiles.rftg:2:" in result.stdout


def test_a_pack_that_changes_is_validated_again(rftg: Any, frontier: Path) -> None:
    packed(frontier)
    assert rftg("validate", "./frontier.rpack").exit_code == 0

    (frontier / "tiles.rftg").write_text("nothing that is right\n")
    packed(frontier)

    assert rftg("validate", "./frontier.rpack").exit_code == 1


def test_a_pack_in_the_folder_of_a_set_stands_for_itself(rftg: Any, frontier: Path) -> None:
    packed(frontier).rename(frontier / "frontier.rpack")
    (frontier / "tiles.rftg").write_text("nothing that is right\n")

    assert rftg("validate", "./frontier/frontier.rpack").exit_code == 0
    assert rftg("validate", "./frontier").exit_code == 1


def test_a_pack_without_a_set(rftg: Any, folder: Path) -> None:
    (folder / "a.rpack").write_bytes(make_pack({"tiles.rftg": b"# nothing\n"}))

    result = rftg("validate", "./a.rpack")

    assert result.exit_code == 1
    assert "error[missing-set]: this pack has no set.toml, so it is not a set" in result.stdout


def test_a_set_with_code_is_refused_in_a_pack(rftg: Any, frontier: Path) -> None:
    toml = frontier / "set.toml"
    toml.write_text(toml.read_text() + "code = true\n")
    packed(frontier)

    result = rftg("validate", "./frontier.rpack")

    assert result.exit_code == 1
    assert "error[pack-code]" in result.stdout and "frontier.rpack/set.toml:5:1" in result.stdout
    assert "install the package and use --with frontier" in result.stdout


@pytest.mark.parametrize("attack", ["text", "a link", "a bomb", "a path to the folder above", "another order"])
def test_a_pack_that_was_tampered_with_is_a_finding_or_stops_the_command(rftg: Any, folder: Path, attack: str) -> None:
    code, make = ATTACKS[attack]
    (folder / "bad.rpack").write_bytes(make())

    checked = rftg("validate", "./bad.rpack", "--format", "json")
    listed = rftg("list", "roll", "--with", "./bad.rpack")
    audited = rftg("audit", "no.rlog", "--with", "./bad.rpack")

    assert checked.exit_code == 1
    assert [(diagnostic["code"], diagnostic["file"]) for diagnostic in json.loads(checked.stdout)["diagnostics"]] == [
        (code, "bad.rpack")
    ]
    for stopped in (listed, audited):
        assert stopped.exit_code == 2
        assert f"error[{code}]" in stopped.stderr


def test_a_file_of_another_kind_is_not_a_set(rftg: Any, folder: Path) -> None:
    (folder / "tiles.zip").write_bytes(b"PK")

    result = rftg("list", "roll", "--with", "./tiles.zip")

    assert result.exit_code == 2
    assert "error[wrong-file]: tiles.zip is neither a folder nor a .rpack file" in result.stderr


# -- rftg pack ---------------------------------------------------------------------------------------------------


def test_what_pack_says(rftg: Any, frontier: Path, snapshot: SnapshotAssertion) -> None:
    toml = frontier / "set.toml"
    toml.write_text(toml.read_text() + 'licence = "CC-BY-4.0"\n')
    for n in range(7):
        (frontier / f"note {n}.md").write_text("nothing\n")

    result = rftg("pack", "frontier")

    assert result.exit_code == 0
    assert result.stdout == snapshot


def test_what_pack_says_of_mistakes(rftg: Any, frontier: Path, snapshot: SnapshotAssertion) -> None:
    (frontier / "LICENSE").symlink_to("/etc/hostname")
    (frontier / "README.md").write_bytes(b"caf\xe9\n")
    (frontier / "more.rtfg").write_text("tile X02\n")

    result = rftg("pack", "frontier")

    assert result.exit_code == 1
    assert result.stdout == snapshot
    assert not list(Path().glob("*.rpack"))


def test_a_pack_is_written_where_it_is_wanted(rftg: Any, frontier: Path, folder: Path) -> None:
    (folder / "dist").mkdir()

    for out in ("dist", "dist/other.rpack", "dist"):
        result = rftg("pack", "frontier", "--out", out, "--format", "json")
        assert result.exit_code == 0, result.stderr
        said = json.loads(result.stdout)["pack"]
        assert Path(said["path"]).stat().st_size == said["bytes"]
    streamed = rftg("pack", "frontier", "--out", "-")

    assert sorted(path.name for path in (folder / "dist").iterdir()) == ["frontier-1.rpack", "other.rpack"]
    assert streamed.stdout_bytes == (folder / "dist" / "other.rpack").read_bytes()
    assert "packed: standard output" in streamed.stderr


@pytest.mark.parametrize("out", ["dist/", "frontier-1", "frontier.zip"])
def test_no_pack_is_written_that_nobody_could_read(rftg: Any, frontier: Path, folder: Path, out: str) -> None:
    result = rftg("pack", "frontier", "--out", out)

    assert result.exit_code == 2
    assert f"error[wrong-option]: {Path(out)} is neither a folder nor the name of a pack" in result.stderr
    assert [path.name for path in folder.iterdir()] == ["frontier"]


def test_a_pack_does_not_take_the_place_of_another_one(rftg: Any, frontier: Path) -> None:
    assert rftg("pack", "frontier").exit_code == 0
    before = Path("frontier-1.rpack").read_bytes()
    (frontier / "tiles.rftg").write_text("# nothing\n")

    result = rftg("pack", "frontier")

    assert result.exit_code == 2
    assert "error[existing-file]: frontier-1.rpack already exists with different content" in result.stderr
    assert Path("frontier-1.rpack").read_bytes() == before


def test_packs_are_sets_for_programs_too(pack: Path) -> None:
    assert rftg_dsl.load("roll", sets=[pack]).digests == rftg_dsl.load("roll", sets=[pack.with_name("gone")]).digests
    (pack.parent / "bad.rpack").write_bytes(b"")

    with pytest.raises(ContentError, match="this file is not a pack"):
        rftg_dsl.load("roll", sets=[pack.parent / "bad.rpack"])


# -- rftg breaking -----------------------------------------------------------------------------------------------


def test_breaking_says_whether_the_version_is_enough(rftg: Any, frontier: Path, folder: Path) -> None:
    play = ("play", "roll", "--players", "2", "--seed", "s", "--option", "tableau.0=Frontier Guild")
    assert rftg("pack", "frontier").exit_code == 0
    assert rftg(*play, "--with", "./frontier", "--log", "a.rlog").exit_code == 0
    tiles, toml = frontier / "tiles.rftg", frontier / "set.toml"

    same = rftg("breaking", "./frontier-1.rpack", "./frontier", "--logs", "a.rlog")
    tiles.write_text(tiles.read_text().replace("gain $1", "gain $2"))
    small = rftg("breaking", "./frontier-1.rpack", "./frontier", "--logs", ".")
    toml.write_text(toml.read_text().replace('"1"', '"2"'))
    enough = rftg("breaking", "./frontier-1.rpack", "./frontier", "--logs", ".")
    (folder / "b.rlog").write_text("nothing\n")
    unread = rftg("breaking", "./frontier-1.rpack", "./frontier", "--logs", ".", "--logs", "nowhere.rlog")

    assert [result.exit_code for result in (same, small, enough, unread)] == [0, 1, 0, 2]
    assert "b.rlog: unknown: line 1: the line is not a record" in unread.stdout
    assert "nowhere.rlog: unknown: nowhere.rlog cannot be read" in unread.stdout
    assert "1 log: 1 would not differ" in same.stdout
    assert "was when own world completes: gain $1  (frontier-1.rpack/tiles.rftg:2)" in small.stdout
    assert "1 log: 1 would differ" in enough.stdout and "ok: version 2;" in enough.stdout


@pytest.mark.parametrize(
    ("words", "code"),
    [
        (("./nowhere", "./frontier"), "missing-file"),
        (("roll/base", "./frontier"), "wrong-set"),
        (("./frontier/tiles.rftg", "./frontier"), "wrong-file"),
    ],
)
def test_what_cannot_be_compared(rftg: Any, frontier: Path, words: tuple[str, ...], code: str) -> None:
    result = rftg("breaking", *words)

    assert result.exit_code == 2
    assert f"error[{code}]" in result.stderr
