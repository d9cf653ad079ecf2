"""``rftg export`` for virtual tables."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from show.virtual.formats import CustomGame, SavedObject


def test_a_set_becomes_a_folder_for_tabletop_simulator(rftg: Any, frontier: Path, folder: Path) -> None:
    (frontier / "dice.rftg").write_text('die red "Red" supply 3 faces explore explore ship ship wild develop\n')

    result = rftg("export", "./frontier", "--format", "tts", "--out", "table")

    assert result.stdout == "table: 4 files for Tabletop Simulator\n"
    made = SavedObject(folder / "table", (folder / "table").as_uri())
    assert [each["Name"] for each in made.data["ObjectStates"]] == ["CardCustom", "Bag"]


def test_a_set_becomes_a_folder_for_card_game_simulator(rftg: Any, frontier: Path, folder: Path) -> None:
    (frontier / "dice.rftg").write_text('die red "Red" supply 3 faces explore explore ship ship wild develop\n')

    result = rftg("export", "./frontier", "--format", "cgs", "--base", "https://example.org/x", "--out", "table")

    assert result.stdout == ("table: 6 files for Card Game Simulator\nleft out: 1 kind of dice, which it cannot show\n")
    assert CustomGame(folder / "table", "https://example.org/x").count_copies() == {"X01.a": 1}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (
            ("roll", "--format", "tts", "--base", "example.org", "--out", "t"),
            "error[wrong-option]: --base must be a web",
        ),
        (
            ("roll", "--format", "csv", "--base", "http://a", "--out", "t"),
            "--format csv cannot be combined with --base",
        ),
        (("roll", "--format", "cgs", "--public", "--out", "t"), "--format cgs cannot be combined with --public"),
        (("roll", "--format", "tts", "--out", "-"), "'-' cannot be used here"),
        (("roll", "--format", "tts", "--out", "frontier"), "error[existing-file]: frontier already exists"),
        (("roll/T12", "--format", "tts", "--out", "/dev/null/t"), "error[unwritable]: /dev/null/t cannot be"),
        (("roll/T99", "--format", "cgs", "--out", "t"), "error[unknown-name]"),
    ],
)
def test_mistakes(rftg: Any, frontier: Path, folder: Path, words: tuple[str, ...], says: str) -> None:
    result = rftg("export", *words)

    assert result.exit_code == 2
    assert says in result.stderr
    assert result.stdout == ""
    assert [path.name for path in folder.iterdir()] == ["frontier"]


def test_without_the_extra_it_says_what_to_install(rftg: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "resvg_py", raising=False)
    monkeypatch.setitem(sys.modules, "resvg_py", None)

    result = rftg("export", "roll/T12", "--format", "tts", "--out", "table")

    assert result.exit_code == 2
    assert "error[missing-extra]: a PNG needs the extra 'png'" in result.stderr
    assert not [*folder.iterdir()]
