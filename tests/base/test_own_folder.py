"""The folder in which the program keeps a person's games."""

from __future__ import annotations

import stat
import sys
from pathlib import Path

import pytest

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.own_folder import find_data_folder, make_data_folder


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home in which nothing else is set."""
    for name in ("XDG_DATA_HOME", "LOCALAPPDATA"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("USERPROFILE", str(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("system", "folder"),
    [
        ("linux", ".local/share/rftg"),
        ("darwin", "Library/Application Support/rftg"),
        ("win32", "AppData/Local/rftg"),
    ],
)
def test_it_is_where_the_system_keeps_data(
    home: Path, monkeypatch: pytest.MonkeyPatch, system: str, folder: str
) -> None:
    monkeypatch.setattr(sys, "platform", system)

    assert find_data_folder() == home / folder


def test_a_person_can_name_another_place(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_DATA_HOME", str(home / "data"))
    assert find_data_folder() == home / "data" / "rftg"

    monkeypatch.setenv("XDG_DATA_HOME", "data")  # the standard says to ignore a relative path
    assert find_data_folder() == home / ".local/share/rftg"


def test_it_is_made_once_and_nobody_else_can_read_it() -> None:
    made = make_data_folder("games")
    (made / "race.rlog").touch()

    assert make_data_folder("games") == made and (made / "race.rlog").exists()
    assert stat.S_IMODE(made.stat().st_mode) == 0o700


def test_a_file_in_its_place_is_reported(home: Path) -> None:
    find_data_folder().mkdir(parents=True)
    (find_data_folder() / "games").touch()

    with pytest.raises(UsageError, match="cannot be used for games") as refused:
        make_data_folder("games")
    assert "name another folder" in refused.value.hint
