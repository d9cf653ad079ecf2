"""A set is packed: the same bytes whatever the machine, nothing that is not part of it, and nothing with mistakes."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from rftg_dsl.author.versions.packing import Packing, pack
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.files import write_new
from rftg_dsl.library.installed import find_box, game_names
from rftg_dsl.library.load import load_library
from rftg_dsl.library.packs.read_pack import members_of

SET = 'id = "mine"\nname = "Mine"\ngame = "roll"\nversion = "1.2"\n'
TILE = """tile X01 {
  development "Frontier Guild" cost 3 { when own world completes: gain $1 }
  world "Café" gray cost 2 { gain 1 home die to cup }
}
"""
FILES = {
    "set.toml": SET,
    "tiles.rftg": TILE,
    "more/dice.rftg": "die home supply 30\n",
    "scenarios/first.rftg": "# scenarios of the set\n",
    "pending.rftg": "tile X9\n",
    "README.md": "# Mine\n",
    "LICENSE": "Do as you like.\f\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A set with a file of each kind."""
    made = tmp_path / "mine"
    for name, text in FILES.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        (made / name).write_text(text, "utf-8", newline="")
    return made


def codes(packing: Packing) -> list[str]:
    assert packing.pack is None
    return [finding.code for finding in packing.outcome.findings]


def test_everything_that_is_part_of_a_set_is_packed(folder: Path) -> None:
    (folder / "notes.md").write_text("nothing\n")
    (folder / "old").mkdir()
    (folder / "old" / "README.md").write_text("old\n")
    (folder / ".git").mkdir()
    (folder / ".git" / "HEAD").write_text("hidden\n")

    packing = pack(folder)

    assert packing.pack is not None, packing.outcome
    assert members_of(packing.pack.raw, "") == {name: FILES[name].encode() for name in sorted(FILES)}
    assert packing.pack.files == tuple(sorted(FILES))
    assert packing.pack.left_out == ("notes.md", "old/README.md")
    assert packing.pack.usual_name == "mine-1.2.rpack"


def test_a_pack_has_the_digest_of_its_folder(folder: Path, tmp_path: Path) -> None:
    archive = pack(folder).pack
    assert archive is not None
    (tmp_path / "x.rpack").write_bytes(archive.raw)

    assert archive.digest == load_library("roll", extra=[folder]).digests["mine"]
    assert archive.digest == load_library("roll", extra=[tmp_path / "x.rpack"]).digests["mine"]


def older(folder: Path) -> None:
    for path in folder.rglob("*"):
        os.utime(path, (1_000_000_000, 1_000_000_000))


def for_all(folder: Path) -> None:
    for path in folder.rglob("*"):
        path.chmod(0o777)


def with_crlf(folder: Path) -> None:
    for path in folder.rglob("*.*"):
        path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))


def with_a_mark(folder: Path) -> None:
    for path in folder.rglob("*.*"):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())


def written_backwards(folder: Path) -> None:
    files = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    for path in files:
        path.unlink()
    for path, content in sorted(files.items(), reverse=True):
        path.write_bytes(content)


def elsewhere(folder: Path) -> None:
    folder.rename(folder.with_name("other"))
    folder.symlink_to("other")


@pytest.mark.parametrize("change", [older, for_all, with_crlf, with_a_mark, written_backwards, elsewhere])
def test_the_machine_does_not_show(folder: Path, change: Callable[[Path], None]) -> None:
    before = pack(folder).pack

    change(folder)

    after = pack(folder).pack
    assert before is not None and after is not None
    assert after.raw == before.raw


def test_how_a_disk_encodes_a_name_does_not_show(folder: Path) -> None:
    (folder / "café.rftg").write_text("# one\n")
    before = pack(folder).pack
    (folder / "café.rftg").rename(folder / "cafe\u0301.rftg")

    after = pack(folder).pack

    assert before is not None and after is not None
    assert "café.rftg" in after.files
    assert after.raw == before.raw


def test_what_is_packed_and_unpacked_is_packed_the_same(folder: Path, tmp_path: Path) -> None:
    first = pack(folder).pack
    assert first is not None
    members = members_of(first.raw, "")
    assert isinstance(members, dict)
    for name, content in members.items():
        (tmp_path / "again" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "again" / name).write_bytes(content)

    second = pack(tmp_path / "again").pack

    assert second is not None and second.raw == first.raw


# -- what cannot be packed ---------------------------------------------------------------------------------------


def mistake(folder: Path) -> str:
    (folder / "tiles.rftg").write_text(TILE.replace("gray", "grey"))
    return "unknown-value"


def no_set(folder: Path) -> str:
    (folder / "set.toml").unlink()
    return "missing-set"


def a_link(folder: Path) -> str:
    (folder / "AUTHORS").symlink_to("/etc/hostname")
    return "pack-link"


def a_link_to_content(folder: Path) -> str:
    (folder.parent / "others.rftg").write_text("# others\n")
    (folder / "others.rftg").symlink_to("../others.rftg")
    return "pack-link"


def a_link_to_a_folder(folder: Path) -> str:
    (folder / "all").symlink_to("/")
    return "pack-link"


def another_encoding(folder: Path) -> str:
    (folder / "README.md").write_bytes(b"caf\xe9\n")
    return "bad-encoding"


def a_case(folder: Path) -> str:
    (folder / "Tiles.rftg").write_text("# others\n")
    return "pack-duplicate"


def two_forms(folder: Path) -> str:
    (folder / "caf\u00e9.rftg").write_text("# one\n")
    (folder / "cafe\u0301.rftg").write_text("# two\n")
    return "pack-duplicate"


def a_device(folder: Path) -> str:
    (folder / "aux.rftg").write_text("# nothing\n")
    return "pack-name"


def code(folder: Path) -> str:
    (folder / "set.toml").write_text(SET.replace("mine", "market") + "code = true\n")
    return "missing-code"


def large(folder: Path) -> str:
    (folder / "README.md").write_bytes(b"x" * 4_000_001)
    return "pack-too-large"


@pytest.mark.parametrize(
    "change",
    [
        mistake,
        no_set,
        a_link,
        a_link_to_content,
        a_link_to_a_folder,
        another_encoding,
        a_case,
        two_forms,
        a_device,
        code,
        large,
    ],
)
def test_what_cannot_be_packed_is_a_finding(folder: Path, change: Callable[[Path], str]) -> None:
    code = change(folder)

    assert codes(pack(folder)) == [code]


def test_a_set_is_packed_with_what_it_requires(folder: Path, tmp_path: Path) -> None:
    (tmp_path / "first").mkdir()
    (tmp_path / "first" / "set.toml").write_text(SET.replace("mine", "first"))
    (tmp_path / "first" / "words.rftg").write_text('colour exotic "Exotic Matter" trade 7\n')
    (folder / "set.toml").write_text(SET + 'requires = ["first >=1, <2"]\n')
    (folder / "tiles.rftg").write_text(TILE.replace("gray", "exotic"))

    assert codes(pack(folder))[0] == "missing-requirement"
    assert pack(folder, [tmp_path / "first"]).pack


@pytest.mark.parametrize("game", game_names())
def test_the_sets_of_the_shipped_games_can_be_packed(game: str) -> None:
    box = find_box(game)

    for folder in (*box.sets, *box.expansions.values()):
        archive = pack(folder).pack
        assert archive is not None and archive.digest == load_library(game, extra=box.expansions).digests[folder.name]


def test_only_a_folder_is_packed(folder: Path) -> None:
    with pytest.raises(UsageError, match="is not a folder"):
        pack(folder / "set.toml")
    with pytest.raises(UsageError, match="there is no folder"):
        pack(folder / "nowhere")


# -- writing it --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("links", [True, False])
def test_a_new_file_is_there_as_a_whole_or_not_at_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError("no links here")

    if not links:
        monkeypatch.setattr(os, "link", refuse)
    path = tmp_path / "x.rpack"

    write_new(path, b"one")
    write_new(path, b"one")
    with pytest.raises(UsageError, match="already exists with different content"):
        write_new(path, b"two")
    with pytest.raises(UsageError, match="cannot be written"):
        write_new(tmp_path / "nowhere" / "x.rpack", b"one")
    with pytest.raises(UsageError, match="cannot be written"):
        write_new(path / "x.rpack", b"one")

    assert path.read_bytes() == b"one"
    assert [file.name for file in tmp_path.iterdir()] == ["x.rpack"]


def test_a_folder_of_that_name_stays(tmp_path: Path) -> None:
    (tmp_path / "x.rpack").mkdir()

    with pytest.raises(UsageError, match="already exists"):
        write_new(tmp_path / "x.rpack", b"one")
