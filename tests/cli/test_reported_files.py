"""Files as people have them: what others reported of their tools, tried with small inputs that are made here."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from typer.testing import Result

from rftg_dsl.editor.projects import Project, check
from rftg_dsl.validate.target import Target
from rftg_dsl.validate.watched import watched
from rftg_dsl.web.writing import Manuscript
from rftg_dsl.workshop import Workshop

Rftg = Callable[..., Result]

JUNK = (
    ".#tiles.rftg",
    "#tiles.rftg#",
    "tiles.rftg~",
    ".tiles.rftg.swp",
    ".tiles.rftg",
    "4913",
    "._tiles.rftg",
    "._set.toml",
    ".DS_Store",
    "~$tiles.rftg",
    "~syncthing~tiles.rftg",
    "desktop.ini",
    "Thumbs.db",
    ".git/tiles.rftg",
    ".ipynb_checkpoints/tiles-checkpoint.rftg",
    "__MACOSX/tiles.rftg",
    "__MACOSX/._tiles.rftg",
    "node_modules/other/tiles.rftg",
    "scenarios/.#tiles.rftg",
    "scenarios/._tiles.rftg",
    ".#layouts.toml",
)
"""Files that editors, systems and tools keep beside an author's own."""

SCENARIO = """scenario "a roll" {
  given
    seat 1 cup: 1 home die
  when
    seat 1 roll-dice
    seat 1 rolls home explore
  then
    seat 1 cup - 1 home
    seat 1 explore + 1 home
    seat 1 is asked select
}
"""


@pytest.fixture
def tested(rftg: Rftg, frontier: Path) -> Path:
    """A set with a scenario in canonical form."""
    rftg("fmt", "./frontier")
    (frontier / "scenarios").mkdir()
    (frontier / "scenarios" / "tiles.rftg").write_text(SCENARIO)
    return frontier


COMMANDS = (
    ("validate", "./frontier"),
    ("fmt", "--check", "./frontier"),
    ("test", "./frontier"),
    ("text", "./frontier"),
    ("pack", "./frontier", "--out", "made.rpack"),
    ("list", "roll", "--with", "./frontier"),
    ("show", "roll/Frontier Guild", "--with", "./frontier"),
    ("play", "roll", "--players", "2", "--seed", "s", "--bots", "random,random", "--with", "./frontier"),
)
"""Commands that read a set."""


def answers(rftg: Rftg) -> dict[str, tuple[int, str, str]]:
    """The exit status and the words of each command."""
    said = {}
    Path("made.rpack").unlink(missing_ok=True)
    for words in COMMANDS:
        result = rftg(*words)
        said[words[0]] = (result.exit_code, without_times(result.stdout), result.stderr)
    return said


def without_times(text: str) -> str:
    """A text without the lines that say how long something took."""
    return "\n".join(line for line in text.splitlines() if " s" not in line[-8:])


def litter(folder: Path, name: str) -> None:
    """Put a file that is not content into a folder: a lock link, or bytes that no reader likes."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.name.startswith(".#"):
        path.symlink_to("someone@host.4242:1700000000")
    else:
        path.write_bytes(b"\x00\x05\x16\x07 tile tile {")


def test_no_command_minds_what_editors_and_systems_keep_in_a_set(rftg: Rftg, tested: Path) -> None:
    before = answers(rftg)

    for name in JUNK:
        litter(tested, name)

    assert answers(rftg) == before
    assert {word: status for word, (status, _, _) in before.items() if status} == {}


def test_rooms_and_editors_see_the_same_files_as_commands(tested: Path) -> None:
    for name in JUNK:
        litter(tested, name)

    own = ["scenarios/tiles.rftg", "set.toml", "tiles.rftg"]
    project = check(Project(tested), {}, Workshop())

    assert Manuscript(tested).names() == own
    assert sorted(path.relative_to(tested).as_posix() for path in project.own) == ["scenarios/tiles.rftg", "tiles.rftg"]
    assert not any(project.found.values())
    mine = [Path(name) for name in watched([Target(path=str(tested))]) if Path(name).is_relative_to(tested)]
    assert [path.relative_to(tested).as_posix() for path in mine] == ["set.toml", "tiles.rftg", "scenarios/tiles.rftg"]


def test_an_emacs_lock_link_beside_an_open_buffer_is_not_content(tested: Path) -> None:
    litter(tested, ".#tiles.rftg")

    checkup = check(Project(tested), {tested / ".#tiles.rftg": b"tile tile {"}, Workshop())

    assert not any(checkup.found.values())


def test_a_link_to_a_lost_file_is_a_finding_and_other_sets_are_checked(rftg: Rftg, frontier: Path) -> None:
    shutil.copytree(frontier, "other")
    Path("other/set.toml").write_text(Path("other/set.toml").read_text().replace("frontier", "other"))
    Path("other/tiles.rftg").write_text('tile Y01 {\n  world "Wrong" purple cost 1\n}\n')
    (frontier / "more.rftg").symlink_to("nowhere.rftg")

    result = rftg("validate", "./frontier", "./other")

    assert result.exit_code == 1
    assert "frontier/more.rftg" in result.stdout
    assert "this file is a link to nowhere.rftg, which does not exist" in result.stdout
    assert "other/tiles.rftg" in result.stdout


@pytest.mark.parametrize("name", ["set.toml", "pending.rftg", "layouts.toml", "scenarios/tiles.rftg"])
def test_any_file_of_a_set_may_be_a_link_to_a_lost_one(rftg: Rftg, tested: Path, name: str) -> None:
    (tested / name).unlink(missing_ok=True)
    (tested / name).symlink_to("nowhere")

    result = rftg("validate", "./frontier")

    assert result.exit_code == 1
    assert f"frontier/{name}" in result.stdout and "link to nowhere" in result.stdout


def test_a_content_file_that_is_a_link_is_formatted_and_stays_a_link(rftg: Rftg, frontier: Path) -> None:
    real = Path("real.rftg")
    shutil.move(frontier / "tiles.rftg", real)
    tidy = real.read_text()
    real.write_text(tidy.replace("  ", "      "))
    real.chmod(0o640)
    (frontier / "tiles.rftg").symlink_to("../real.rftg")

    checked = rftg("fmt", "--check", "./frontier")
    rftg("fmt", "./frontier")

    assert checked.exit_code == 1 and "frontier/tiles.rftg" in checked.stdout
    assert real.read_text() == tidy
    assert os.readlink(frontier / "tiles.rftg") == "../real.rftg"
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_link_to_a_folder_of_content_is_said_not_to_be_read(rftg: Rftg, frontier: Path) -> None:
    Path("elsewhere").mkdir()
    Path("elsewhere/more.rftg").write_text("")
    (frontier / "more").symlink_to("../elsewhere")

    result = rftg("validate", "./frontier")

    assert result.exit_code == 0
    assert "frontier/more" in result.stdout and "this link to a folder is not followed" in result.stdout


def test_a_folder_may_be_called_like_a_content_file(rftg: Rftg, frontier: Path) -> None:
    (frontier / "more.rftg").mkdir()
    (frontier / "more.rftg" / "tile.rftg").write_text('tile Z01 { world "Z" gray cost 1 { } }\n')

    assert "more.rftg/tile.rftg" in rftg("validate", "./frontier").stdout
    assert "more.rftg/tile.rftg" in rftg("fmt", "--check", "./frontier").stdout


def test_a_hidden_file_that_is_named_is_said_not_to_be_content(rftg: Rftg, frontier: Path) -> None:
    (frontier / "._tiles.rftg").write_text("")

    result = rftg("validate", "./frontier/._tiles.rftg")

    assert result.exit_code == 2
    assert "it is hidden, or a temporary file of an editor or system" in result.stderr


# -- a checkout on Windows -----------------------------------------------------------------------------------------


def spoil_line_ends(folder: Path) -> None:
    """Give each file CRLF line ends, a byte order mark and no last line end."""
    for path in folder.rglob("*.*"):
        text = path.read_text().rstrip("\n").replace("\n", "\r\n")
        path.write_bytes(b"\xef\xbb\xbf" + text.encode())


def test_a_set_from_a_checkout_on_windows_is_the_same_set(rftg: Rftg, tested: Path) -> None:
    tiles = tested / "tiles.rftg"
    tiles.write_text(f"# These are our tiles.\n{tiles.read_text()}")
    rftg("fmt", "./frontier")
    before, packed = answers(rftg), Path("made.rpack").read_bytes()

    spoil_line_ends(tested)
    after = answers(rftg)

    differing = {word for word in before if before[word] != after[word]}
    assert differing == {"fmt"}  # only the last line end is missing
    assert Path("made.rpack").read_bytes() == packed
    rftg("fmt", "./frontier")
    assert rftg("fmt", "--check", "./frontier").exit_code == 0
    assert tiles.read_bytes().startswith(b"\xef\xbb\xbf") and tiles.read_bytes().endswith(b"}\r\n")
