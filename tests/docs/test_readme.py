"""README.md: its tile is played, its links have targets. docs/commands.md: its commands exist with their options."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from check.joined import join
from commands import NAMES
from docs.test_language import plays
from rftg_dsl.cli import app
from rftg_dsl.library.game_headers import list_headers

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^\| `rftg (\w+)([^`]*)` \|", (ROOT / "docs" / "commands.md").read_text("utf-8"), re.M)


def test_the_tile_of_the_page_is_checked_and_played() -> None:
    [text] = re.findall(r"^```rftg\n(.*?)^```$", TEXT, re.S | re.M)

    plays(join(text), "Free Trade Region")
    plays(join(text), "Galactic Spa")


def test_the_first_sentence_names_the_games() -> None:
    first = " ".join(TEXT.split()).partition(". ")[0]

    assert all(header.title in first for header in list_headers())


def test_the_page_is_short() -> None:
    assert len(TEXT.splitlines()) <= 100


@pytest.mark.parametrize(("command", "rest"), COMMANDS)
def test_the_commands_of_the_table_exist(command: str, rest: str) -> None:
    inner = rest.split()[:1] if command == "log" else []
    shown = CliRunner().invoke(app, [command, *inner, "--help"], env={"COLUMNS": "200"})

    assert shown.exit_code == 0
    for option in re.findall(r"--\w+", rest):
        assert option in shown.output


def test_every_command_is_in_the_table() -> None:
    assert {name.split()[0] for name in NAMES} == {command for command, _ in COMMANDS}


def test_the_links_of_the_page_have_targets() -> None:
    links = re.findall(r"\]\(([\w./-]+)\)", TEXT)

    assert len(links) > 5
    assert [link for link in links if not (ROOT / link).exists()] == []
