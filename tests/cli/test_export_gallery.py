"""``rftg export --format gallery``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest


def test_a_set_becomes_a_folder_of_pages(rftg: Any, frontier: Path, folder: Path) -> None:
    result = rftg("export", "./frontier", "--format", "gallery", "--out", "gallery")

    assert result.stdout == "gallery: a gallery of 1 component; open index.html\n"
    names = sorted(str(path.relative_to(folder / "gallery")) for path in (folder / "gallery").rglob("*.*"))
    assert names == ["X01.html", "frontier-1.rpack", "index.html", "pictures/X01.a.svg", "pictures/X01.b.svg"]


def test_the_commands_on_its_page_work(rftg: Any, frontier: Path, folder: Path) -> None:
    rftg("export", "./frontier", "--format", "gallery", "--out", "gallery")
    (folder / "frontier-1.rpack").write_bytes((folder / "gallery/frontier-1.rpack").read_bytes())

    page = (folder / "gallery/index.html").read_text()
    [command] = [line for line in page.splitlines() if line.startswith("rftg play ")]
    words = command.removesuffix("</pre>").replace("me,greedy", "greedy").split()[1:]
    assert words[:4] == ["play", "roll", "--with", "./frontier-1.rpack"]
    assert rftg(*words, "--players", "2").exit_code == 0


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("./frontier", "--out", "frontier"), "error[existing-file]: frontier already exists"),
        (("./frontier", "--out", "-"), "'-' cannot be used here"),
        (("roll/T12", "--out", "g"), "error[wrong-option]: 'roll/T12' is a component"),
        (("roll", "--seat", "1", "--out", "g"), "--format gallery cannot be combined with --seat"),
        (("roll", "--base", "http://a", "--out", "g"), "--format gallery cannot be combined with --base"),
        (("./nowhere", "--out", "g"), "error[missing-file]"),
    ],
)
def test_mistakes(rftg: Any, frontier: Path, folder: Path, words: tuple[str, ...], says: str) -> None:
    result = rftg("export", *words, "--format", "gallery")

    assert result.exit_code == 2
    assert says in result.stderr
    assert [path.name for path in folder.iterdir()] == ["frontier"]
