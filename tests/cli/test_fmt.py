"""``rftg fmt``: which files it means, what it writes and shows, and what it leaves alone."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from syrupy.assertion import SnapshotAssertion
from typer.testing import CliRunner

from rftg_dsl.author import format_files
from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.files import rewrite
from rftg_dsl.base.limits import Limit
from rftg_dsl.cli import app

UNTIDY = """tile  X1 { development "A" cost 1 { gain $1 }   # why
 world "B" gray cost 1 {gain $1;gain 1 vp} }
"""
TIDY = """tile X1 {
  development "A" cost 1 { gain $1 } # why
  world "B" gray cost 1 {
    gain $1
    gain 1 vp
  }
}
"""
WRONG = 'tile X2 {\n  world "C"   gray cost 1 { gain  $ }\n}\n'


@pytest.fixture
def files(folder: Path) -> Path:
    """A folder with an untidy file, a tidy one and one with a mistake."""
    (folder / "set" / "more").mkdir(parents=True)
    (folder / "set" / "one.rftg").write_text(UNTIDY)
    (folder / "set" / "more" / "two.rftg").write_text(TIDY)
    (folder / "set" / "wrong.rftg").write_text(WRONG)
    (folder / "set" / "notes.txt").write_text(UNTIDY)
    return folder / "set"


def contents(folder: Path) -> dict[str, str]:
    return {str(path.relative_to(folder)): path.read_text() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.mark.parametrize("options", [[], ["--check"], ["--diff"]], ids=["write", "check", "diff"])
def test_what_people_read(rftg: Any, files: Path, options: list[str], snapshot: SnapshotAssertion) -> None:
    result = rftg("fmt", "./set", *options)

    assert result.stdout == snapshot(name="stdout")
    assert result.stderr == snapshot(name="stderr")
    assert result.exit_code == 1


def test_files_are_written_once(rftg: Any, files: Path) -> None:
    (files / "wrong.rftg").unlink()

    first, second = rftg("fmt", "./set"), rftg("fmt", "./set")

    assert (first.exit_code, second.exit_code) == (0, 0)
    assert contents(files) == {"more/two.rftg": TIDY, "notes.txt": UNTIDY, "one.rftg": TIDY}
    assert first.stdout == "formatted set/one.rftg\nok: 1 file formatted, 1 unchanged\n"
    assert second.stdout == "ok: 0 files formatted, 2 unchanged\n"


@pytest.mark.parametrize("option", ["--check", "--diff"])
def test_a_comparison_changes_nothing_and_says_by_its_status_whether_all_is_well(
    rftg: Any, files: Path, option: str
) -> None:
    before = contents(files)

    untidy, tidy = rftg("fmt", "./set/one.rftg", option), rftg("fmt", "./set/more", option)

    assert (untidy.exit_code, tidy.exit_code) == (1, 0)
    assert contents(files) == before


@pytest.mark.parametrize("end", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_a_diff_can_be_applied_by_patch(rftg: Any, files: Path, end: str) -> None:
    (files / "one.rftg").write_bytes(b"\t" + UNTIDY.rstrip("\n").replace("\n", end).encode())
    diff = rftg("fmt", "./set/one.rftg", "--diff").stdout_bytes

    subprocess.run(["patch", "-p0", "--binary"], input=diff, check=True)

    assert (files / "one.rftg").read_bytes() == TIDY.replace("\n", end).encode()


def test_standard_input_goes_to_standard_output(rftg: Any, folder: Path) -> None:
    good = CliRunner().invoke(app, ["fmt", "-"], input=UNTIDY.replace("\n", "\r\n").encode())
    wrong = CliRunner().invoke(app, ["fmt", "-"], input=WRONG)
    check = CliRunner().invoke(app, ["fmt", "-", "--check"], input=UNTIDY)

    assert (good.exit_code, good.stdout_bytes.decode()) == (0, TIDY.replace("\n", "\r\n"))
    assert (wrong.exit_code, wrong.stdout) == (1, 'tile X2 {\n  world "C" gray cost 1 {\n    gain  $\n  }\n}\n')
    assert "-:3:11" in wrong.stderr  # where it is in what was written
    assert (check.exit_code, check.stdout) == (1, "would format -\n")


def test_json_has_the_text_of_standard_input(rftg: Any, files: Path) -> None:
    [report] = json.loads(CliRunner().invoke(app, ["fmt", "-", "--format", "json"], input=UNTIDY).stdout)

    assert report == {"file": "-", "changes": True, "difference": None, "text": TIDY, "diagnostics": []}


def test_json_of_files(rftg: Any, files: Path) -> None:
    result = rftg("fmt", "./set", "--diff", "--format", "json")

    two, one, wrong = json.loads(result.stdout)
    assert [each["file"] for each in (two, one, wrong)] == ["set/one.rftg", "set/wrong.rftg", "set/more/two.rftg"]
    assert [each["changes"] for each in (two, one, wrong)] == [True, True, False]


def test_places_in_a_written_file_are_those_of_the_new_text(rftg: Any, files: Path) -> None:
    result = rftg("fmt", "./set/wrong.rftg", "--format", "json")

    [report] = json.loads(result.stdout)
    [mistake] = report["diagnostics"]
    assert (files / "wrong.rftg").read_text().splitlines()[mistake["line"] - 1][mistake["column"] - 1] == "$"


def test_paths_come_from_a_list(files: Path) -> None:
    listed = CliRunner().invoke(app, ["fmt", "set/more", "--check", "--files", "-"], input="set/one.rftg\n")
    nothing = CliRunner().invoke(app, ["fmt", "--files", "-"], input="")

    assert (listed.exit_code, listed.stdout.splitlines()[0]) == (1, "would format set/one.rftg")
    assert (nothing.exit_code, nothing.stdout) == (0, "ok: 0 files formatted, 0 unchanged\n")
    assert contents(files)["one.rftg"] == UNTIDY


# -- what is left alone ---------------------------------------------------------------------------------------------


def test_a_folder_means_an_authors_own_files_only(rftg: Any, files: Path, tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    for own in (".git", "lib/site-packages/rftg_dsl", "env", "env/lib"):
        (files / own).mkdir(parents=True)
        (files / own / "x.rftg").write_text(UNTIDY)
    (files / "env" / "pyvenv.cfg").write_text("")
    (files / "pending.rftg").write_text(UNTIDY)
    elsewhere.mkdir()
    (elsewhere / "x.rftg").write_text(UNTIDY)
    (files / "link.rftg").symlink_to(elsewhere / "x.rftg")
    (files / "linked").symlink_to(elsewhere)

    result = rftg("fmt", ".", "--check")

    assert result.stdout.splitlines()[:-1] == [
        "would format set/link.rftg",
        "would format set/one.rftg",
        "would format set/wrong.rftg",
    ]


def test_a_file_that_is_named_is_formatted_whatever_it_is_called(rftg: Any, files: Path) -> None:
    (files / "pending.rftg").write_text(UNTIDY)
    (files / "link.rftg").symlink_to(files / "one.rftg")

    assert rftg("fmt", "set/pending.rftg", "set/link.rftg").exit_code == 0

    assert (files / "pending.rftg").read_text() == (files / "one.rftg").read_text() == TIDY
    assert (files / "link.rftg").is_symlink()


@pytest.mark.parametrize("words", [("roll",), ("roll/base",), ("set/notes.txt",), ("empty",), ("-", "set")])
def test_what_cannot_be_formatted_is_said_before_anything_is_written(
    rftg: Any, files: Path, words: tuple[str, ...], snapshot: SnapshotAssertion
) -> None:
    (files.parent / "empty").mkdir()
    before = contents(files)

    result = rftg("fmt", "set/one.rftg", *words)

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr == snapshot
    assert contents(files) == before


@pytest.mark.parametrize(
    "raw",
    [
        b"\xff\xfe",
        b"tile\0 X",
        "colour  red\u202e".encode(),
        b"colour  red\r",
        b"tile  X {\n",
        b"",
        b"\n  \n",
        b"9" * 20,
    ],
)
def test_what_is_not_content_stays_byte_for_byte(rftg: Any, folder: Path, raw: bytes) -> None:
    (folder / "x.rftg").write_bytes(raw)

    result = rftg("fmt", "./x.rftg")

    assert (folder / "x.rftg").read_bytes() == raw
    assert result.exit_code == (0 if not raw.strip() else 1)


def test_the_mark_of_an_editor_the_line_ends_and_the_rights_stay(rftg: Any, folder: Path) -> None:
    file = folder / "x.rftg"
    file.write_bytes(b"\xef\xbb\xbf" + UNTIDY.replace("\n", "\r\n").encode())
    file.chmod(0o640)

    assert rftg("fmt", "./x.rftg").exit_code == 0

    assert file.read_bytes() == b"\xef\xbb\xbf" + TIDY.replace("\n", "\r\n").encode()
    assert file.stat().st_mode & 0o777 == 0o640
    assert [path.name for path in folder.iterdir()] == ["x.rftg"]


def test_a_file_that_cannot_be_written_stops_no_other(rftg: Any, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (files / "wrong.rftg").write_text(UNTIDY)
    monkeypatch.setattr(os, "access", lambda path, mode: not str(path).endswith("one.rftg"))

    result = rftg("fmt", "./set")

    assert result.exit_code == 2
    assert "error[unwritable]: set/one.rftg is not writable" in result.stderr
    assert contents(files)["one.rftg"] == UNTIDY
    assert contents(files)["wrong.rftg"] == TIDY


def test_a_file_that_somebody_saves_meanwhile_is_not_overwritten(folder: Path) -> None:
    file = folder / "x.rftg"
    file.write_text("new")

    with pytest.raises(UsageError, match="has changed in the meantime"):
        rewrite(file, b"old", b"formatted")

    assert contents(folder) == {"x.rftg": "new"}


def test_a_file_is_never_half_written(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = folder / "x.rftg"
    file.write_text("old")

    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(UsageError, match="No space left on device"):
        rewrite(file, b"old", b"formatted")

    assert contents(folder) == {"x.rftg": "old"}


# -- bounds ----------------------------------------------------------------------------------------------------------


def test_too_many_files_are_refused(rftg: Any, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(format_files, "FILES", 2)

    result = rftg("fmt", "./set")

    assert (result.exit_code, "error[too-many-files]" in result.stderr) == (2, True)
    assert contents(files)["one.rftg"] == UNTIDY


def test_a_file_that_is_too_large_is_refused(rftg: Any, files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "BYTES", Limit(60, "bytes", "file-too-large"))

    file, stream = rftg("fmt", "./set/one.rftg"), CliRunner().invoke(app, ["fmt", "-"], input=UNTIDY)

    assert [(result.exit_code, "file-too-large" in result.stderr) for result in (file, stream)] == [(2, True)] * 2


def test_a_pipe_is_not_waited_for(folder: Path) -> None:
    os.mkfifo(folder / "x.rftg")

    run = subprocess.run(
        [sys.executable, "-c", "from rftg_dsl.cli import main; main()", "fmt", "x.rftg"],
        cwd=folder,
        capture_output=True,
        timeout=60,
        check=False,
    )

    assert run.returncode == 2
