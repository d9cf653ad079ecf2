"""Every command line in the documents exists as it is written, with its options and their values."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest

from commands import COMMANDS

ROOT = Path(__file__).parents[2]
RUN = {"codes.md"}
"""Pages with wrong commands too; tests/base/test_codes.py runs them."""
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("**/*.md"))]
GROUPS = {name.split()[0] for name in COMMANDS if " " in name}


def written(text: str) -> Iterator[str]:
    """The command lines of a page: in code, on lines of their own or in a sentence."""
    blocks = re.findall(r"^ *```[^\n]*\n(.*?)^ *```", text, re.S | re.M)
    for block in blocks:
        whole = block.replace("\\\n", " ")
        yield from re.findall(r"^ *(?:\$ )?(rftg .*)$", whole, re.M)
    prose = re.sub(r"^ *```.*?^ *```", "", text, flags=re.S | re.M)
    yield from re.findall(r"`(rftg [^`]*)`", prose.replace("\n", " "))


def lines() -> Iterator[tuple[str, str]]:
    """Every command line, with the page that has it."""
    for page in [path for path in PAGES if path.name not in RUN]:
        for line in written(page.read_text("utf-8")):
            yield str(page.relative_to(ROOT)), line


LINES = list(lines())


def words_of(line: str) -> list[str]:
    """The words of a line up to the first pipe, redirection or comment."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|>;&()")
    lexer.whitespace_split = True
    words: list[str] = []
    for word in lexer:
        if set(word) <= set("|>;&()"):
            break
        words.append(word)
    return words[1:]


@pytest.mark.parametrize(("page", "line"), LINES, ids=[f"{page}: {line[:50]}" for page, line in LINES])
def test_a_command_line_exists_as_it_is_written(page: str, line: str) -> None:
    words = words_of(line)
    if words[:1] == ["help"]:
        words = [*words[1:], "--help"]
    if not words or words[0] in ("--help", "-V", "--version", "COMMAND"):
        return
    name = " ".join(words[:2]) if words[0] in GROUPS and len(words) > 1 else words[0]
    if name in GROUPS or name.endswith(("...", "--help")):
        return
    options = {option: parameter for parameter in COMMANDS[name].params for option in parameter.opts} | {"--help": None}

    for nth, word in enumerate(words):
        option, equals, value = word.partition("=")
        if option.startswith("--"):
            assert option in options, f"{page}: {line}"
            values = getattr(getattr(options[option], "type", None), "choices", None)
            argument = value if equals else words[nth + 1] if nth + 1 < len(words) else ""
            assert not values or set(argument.split("|")) <= {*values} or argument.isupper(), f"{page}: {line}"


def test_the_documents_show_every_command() -> None:
    shown = [words_of(line) for _, line in LINES]

    assert {
        name for name in COMMANDS if not any(words[: len(name.split())] == name.split() for words in shown)
    } == set()
    assert len(LINES) > 80
