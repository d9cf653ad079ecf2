"""docs/adding-a-game.md and docs/packages.md: their code is that of docs/examples, for a reader who types it in.

``file=`` is a whole file, ``append=`` goes on with one, ``part=`` stands in one just so. Its commands are run in
``tests/packages/test_examples.py``, where the packages are installed.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
TEXT = "\n".join((EXAMPLES.parent / page).read_text("utf-8") for page in ("adding-a-game.md", "packages.md"))
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


def example_files() -> list[str]:
    """All files of the tiny game and of the package, without their tests and scenarios."""
    homes = [EXAMPLES / name for name in ("tiny-game", "market")]
    paths = [path for home in homes for path in home.rglob("*") if path.suffix in SUFFIXES and path.is_file()]
    names = [path.relative_to(EXAMPLES).as_posix() for path in paths]
    return sorted(name for name in names if not {"tests", "build", "scenarios"} & {*name.split("/")})


@pytest.mark.parametrize("name", example_files())
def test_every_file_of_an_example_is_on_its_page(name: str) -> None:
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
