"""Files that pages write stay inside the folder of their set, also where a link is put in the way in between."""

from __future__ import annotations

import json
import os
import shutil
import threading
from contextlib import suppress
from pathlib import Path

import pytest

from rftg_dsl.base.diagnostic import UsageError
from show.browser.serving import Server

pytest.importorskip("starlette")

from rftg_dsl.show.browser import inside_folder
from rftg_dsl.show.browser.inside_folder import create_inside, read_inside, replace_inside
from rftg_dsl.show.browser.manuscript import Manuscript


@pytest.fixture(params=[True, False], ids=["steps", "paths"])
def set_with_links(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A set with links to a folder, a file and nothing; on systems that hold folders open, and on others."""
    if request.param and not inside_folder.STEPS:
        pytest.skip("this system cannot hold folders open")
    monkeypatch.setattr(inside_folder, "STEPS", request.param)
    folder, out = tmp_path / "set", tmp_path / "out"
    folder.mkdir()
    out.mkdir()
    (out / "own.rftg").write_text("mine")
    (folder / "set.toml").write_text("id = 'mine'\n")
    (folder / "tiles.rftg").write_text("before")
    (folder / "link").symlink_to(out)
    (folder / "own.rftg").symlink_to(out / "own.rftg")
    (folder / "none.rftg").symlink_to(out / "none.rftg")
    return folder


def outside(folder: Path) -> dict[str, str]:
    """Everything in the folder beside a set."""
    return {str(path): path.read_text() for path in (folder.parent / "out").rglob("*") if path.is_file()} | {
        str(path): "folder" for path in (folder.parent / "out").rglob("*") if path.is_dir()
    }


def test_a_set_that_is_a_link_by_now_is_left_alone(tmp_path: Path) -> None:
    """The folder of a set, or one above it, can be changed for a link after the list of sets was made."""
    shelf, out = tmp_path / "shelf", tmp_path / "out"
    (shelf / "sets").mkdir(parents=True)
    (out / "mine").mkdir(parents=True)
    for folder in (out, out / "mine"):
        (folder / "tiles.rftg").write_text("before")
    for link, to in (("sets/mine", out), ("more", out)):
        (shelf / link).symlink_to(to)

    for folder in (shelf / "sets" / "mine", shelf / "more" / "mine"):
        manuscript = Manuscript(folder, shelf)
        name = manuscript.shelf_name_of("tiles.rftg")
        with pytest.raises(UsageError):
            manuscript.add("new.rftg")
        with pytest.raises(UsageError):
            read_inside(shelf, name, 10)
        with pytest.raises(UsageError):
            replace_inside(shelf, name, b"before", b"after")
        assert manuscript.list_files() == []

    assert {path.read_text() for path in out.rglob("*") if path.is_file()} == {"before"}
    assert len(list(out.rglob("*"))) == 3


@pytest.mark.parametrize(
    "name", ["link/evil.rftg", "link/sub/evil.rftg", "own.rftg", "none.rftg", "tiles.rftg/evil.rftg"]
)
def test_a_new_file_and_its_folders_are_inside(set_with_links: Path, name: str) -> None:
    before = outside(set_with_links)

    with pytest.raises(UsageError):
        Manuscript(set_with_links).add(name)

    assert outside(set_with_links) == before


def test_a_new_file_is_begun_in_new_folders(set_with_links: Path) -> None:
    Manuscript(set_with_links).add("one/two/three.rftg")

    assert (set_with_links / "one" / "two" / "three.rftg").read_text().startswith("# Components of this set")
    with pytest.raises(UsageError, match="already exists"):
        create_inside(set_with_links, "one/two/three.rftg", b"")


@pytest.mark.parametrize("name", ["own.rftg", "link/own.rftg"])
def test_nothing_behind_a_link_is_read_or_written(set_with_links: Path, name: str) -> None:
    before = outside(set_with_links)

    with pytest.raises(UsageError):
        read_inside(set_with_links, name, 100)
    with pytest.raises(UsageError):
        replace_inside(set_with_links, name, b"mine", b"evil")

    assert outside(set_with_links) == before


def test_a_file_is_replaced_as_a_whole_and_keeps_its_rights(set_with_links: Path) -> None:
    (set_with_links / "tiles.rftg").chmod(0o640)

    with pytest.raises(UsageError, match="has changed"):
        replace_inside(set_with_links, "tiles.rftg", b"befor", b"after")
    with pytest.raises(UsageError, match="has changed"):
        replace_inside(set_with_links, "tiles.rftg", b"before!", b"after")
    replace_inside(set_with_links, "tiles.rftg", b"before", b"after")

    assert read_inside(set_with_links, "tiles.rftg", 100) == b"after"
    assert (set_with_links / "tiles.rftg").stat().st_mode & 0o777 == 0o640
    assert not [path for path in set_with_links.iterdir() if path.name.startswith(".")]


@pytest.mark.skipif(not inside_folder.STEPS, reason="needs open folders")
def test_a_link_that_comes_and_goes_leads_nothing_outside(tmp_path: Path) -> None:
    """While one thread swaps a folder for a link, another adds files to it."""
    folder, out, stop = tmp_path / "set", tmp_path / "out", threading.Event()
    folder.mkdir()
    out.mkdir()

    def swap() -> None:
        (folder / "real").mkdir()
        os.symlink(out, folder / "false")
        while not stop.is_set():
            for kind in ("real", "false"):
                with suppress(OSError):
                    os.rename(folder / kind, folder / "sub")
                    os.rename(folder / "sub", folder / kind)
                if (folder / "sub").exists() and not (folder / "sub").is_symlink():
                    shutil.rmtree(folder / "sub", ignore_errors=True)

    swapping = threading.Thread(target=swap)
    swapping.start()
    try:
        for nth in range(300):
            with suppress(UsageError):
                create_inside(folder, f"sub/deep/{nth}.rftg", b"# new")
    finally:
        stop.set()
        swapping.join()

    assert not list(out.iterdir())


def test_the_author_room_makes_no_folder_outside(tmp_path: Path) -> None:
    sets, out = tmp_path / "f", tmp_path / "out"
    (sets / "set").mkdir(parents=True)
    out.mkdir()
    (sets / "set" / "set.toml").write_text('id = "mine"\nname = "Mine"\ngame = "roll"\nversion = "1"\n')
    (sets / "set" / "link").symlink_to(out)

    with Server(str(sets)) as server:
        request = json.dumps({"set": "0/set", "file": "link/sub/evil.rftg"}).encode()
        status, _, body = server.ask("/author/add", request, Content_Type="application/json")

    assert (status, list(out.iterdir())) == (400, [])
    assert "link" in body.decode()
