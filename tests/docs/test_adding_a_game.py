"""docs/adding-a-game.md: its code matches docs/examples, so a reader who types it in gets the same game.

``file=`` is a whole file, ``append=`` goes on with one, ``part=`` stands in one just so. Its commands are run in
``tests/packages/test_examples.py``, where the packages are installed.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
TEXT = (Path(__file__).parents[2] / "docs" / "adding-a-game.md").read_text("utf-8")
BLOCKS = re.findall(r"^```\w+ (file|append|part)=(\S+)\n(.*?)^```$", TEXT, re.M | re.S)
SUFFIXES = {".py", ".rftg", ".toml"}


def typed_in() -> dict[str, str]:
    """The files that a reader who follows the page ends up with."""
    files: dict[str, str] = {}
    for key, name, body in BLOCKS:
        if key == "file":
            assert name not in files, f"{name} is begun twice"
            files[name] = body
        elif key == "append":
            files[name] += body
    return files


def game_files() -> list[str]:
    """All files of the tiny game, without its tests."""
    found = [path for path in (EXAMPLES / "tiny-game").rglob("*") if path.suffix in SUFFIXES and path.is_file()]
    names = [path.relative_to(EXAMPLES).as_posix() for path in found]
    return sorted(name for name in names if not name.startswith(("tiny-game/tests/", "tiny-game/build/")))


@pytest.mark.parametrize("name", game_files())
def test_every_file_of_the_tiny_game_is_on_the_page(name: str) -> None:
    assert typed_in()[name] == (EXAMPLES / name).read_text("utf-8")


def test_every_file_on_the_page_is_an_example() -> None:
    assert {name: (EXAMPLES / name).read_text("utf-8") for name in typed_in()} == typed_in()


@pytest.mark.parametrize(("name", "body"), [(name, body) for key, name, body in BLOCKS if key == "part"])
def test_each_quotation_is_in_its_file(name: str, body: str) -> None:
    assert body in (EXAMPLES / name).read_text("utf-8")


def test_words_and_cards_come_before_python() -> None:
    order = [Path(name).suffix for key, name, _ in BLOCKS if key == "file" and "six_stalls/" in name]

    assert order == sorted(order, key=lambda suffix: suffix == ".py")


def test_no_code_is_without_a_file() -> None:
    assert not re.findall(r"^```(?:python|rftg|toml)$", TEXT, re.M)
