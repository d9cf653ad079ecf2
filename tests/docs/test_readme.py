"""README.md: its tiles are played, and its commands exist with the options shown."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from typer.testing import CliRunner

from check.joined import join
from commands import NAMES
from docs.test_language import plays
from rftg_dsl.cli import app

ROOT = Path(__file__).parents[2]
TEXT = (ROOT / "README.md").read_text("utf-8")
COMMANDS = re.findall(r"^\| `rftg (\w+)([^`]*)` \|", TEXT, re.M)


def test_the_tiles_of_the_page_are_checked_and_played() -> None:
    [text] = re.findall(r"^```rftg\n(.*?)^```$", TEXT, re.S | re.M)

    plays(join(text), "Free Trade Region", "Galactic Union")
    plays(join(text), "Galactic Spa", "Border Market")


@pytest.mark.parametrize(("command", "rest"), COMMANDS)
def test_the_commands_of_the_page_exist(command: str, rest: str) -> None:
    inner = rest.split()[:1] if command == "log" else []
    shown = CliRunner().invoke(app, [command, *inner, "--help"], env={"COLUMNS": "200"})

    assert shown.exit_code == 0
    for option in re.findall(r"--\w+", rest):
        assert option in shown.output


def test_every_command_is_on_the_page() -> None:
    assert {name.split()[0] for name in NAMES} == {command for command, _ in COMMANDS}


def test_the_links_of_the_page_have_targets() -> None:
    links = re.findall(r"\]\(([\w./-]+)\)", TEXT)

    assert len(links) > 5
    assert [link for link in links if not (ROOT / link).exists()] == []
