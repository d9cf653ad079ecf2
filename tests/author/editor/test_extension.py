"""The extension for VS Code: its colours are those of the language, and its parts fit together."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pygments.token import Comment, Keyword, Name, Number, String

from commands import COMMANDS
from rftg_dsl import __version__
from rftg_dsl.base.resources import SUFFIX, find_content_folder
from rftg_dsl.show.terminal.highlight import RftgLexer
from rftg_dsl.show.terminal.textmate import SCOPES, render_grammar
from rftg_dsl.syntax.keywords import GROUPS

FOLDER = Path(__file__).parents[3] / "docs" / "editors" / "vscode"
COLOURED = {
    Comment.Single: "comment",
    String: "name",
    Number: "number",
    Keyword: "word",
    Keyword.Declaration: "declaration",
    Name.Label: "id",
}


def manifest() -> dict[str, Any]:
    package: dict[str, Any] = json.loads((FOLDER / "package.json").read_text("utf-8"))
    return package


def grammar() -> dict[str, Any]:
    definition: dict[str, Any] = json.loads((FOLDER / "syntaxes" / "rftg.tmLanguage.json").read_text("utf-8"))
    return definition


def coloured(text: str) -> Iterator[tuple[str, str]]:
    """What the rules of the extension colour in a text: the earliest match, and of several the first rule."""
    rules = [(pattern["name"], re.compile(pattern["match"])) for pattern in grammar()["patterns"]]
    for line in text.splitlines():
        at = 0
        while candidates := [
            (hit.start(), nth, hit) for nth, (_, rule) in enumerate(rules) for hit in matches(rule, line, at)
        ]:
            _, nth, match = min(candidates, key=lambda candidate: candidate[:2])
            yield rules[nth][0], match[0]
            at = max(match.end(), match.start() + 1)


def matches(rule: re.Pattern[str], line: str, at: int) -> list[re.Match[str]]:
    """The next match of a rule, if there is one."""
    match = rule.search(line, at)
    return [match] if match else []


def test_the_colours_are_made_from_the_lexicon() -> None:
    """Run 'make colours' if this fails."""
    assert (FOLDER / "syntaxes" / "rftg.tmLanguage.json").read_text("utf-8") == render_grammar()


@pytest.mark.parametrize(
    "path", sorted(find_content_folder().rglob(f"*{SUFFIX}")), ids=lambda path: f"{path.parent.name}/{path.stem}"
)
def test_an_editor_colours_content_as_documents_do(path: Path) -> None:
    text = path.read_text("utf-8")
    expected = [
        (SCOPES[COLOURED[sort]], value.strip()) for sort, value in RftgLexer().get_tokens(text) if sort in COLOURED
    ]

    assert [(scope, value.strip()) for scope, value in coloured(text)] == expected


@pytest.mark.parametrize("word", sorted({text for words in GROUPS.values() for text in words}))
def test_every_word_of_the_language_is_coloured(word: str) -> None:
    assert list(coloured(f"  {word} ")) == [(SCOPES["word"], word)]
    assert (SCOPES["word"], word) not in coloured(f"{word.split()[0]}-x {word.split()[-1]}x")


def test_the_extension_is_of_this_version_and_has_what_it_names() -> None:
    package = manifest()

    contributes = package["contributes"]
    (language,), (colours,) = contributes["languages"], contributes["grammars"]
    assert package["version"].replace("-", "") == __version__  # npm puts a dash before a candidate
    assert language["extensions"] == [SUFFIX] and language["id"] == colours["language"]
    assert colours["scopeName"] == grammar()["scopeName"]
    for name in (package["main"], language["configuration"], colours["path"], "README.md", "LICENSE"):
        assert (FOLDER / name).is_file()
    assert json.loads((FOLDER / "language-configuration.json").read_text("utf-8"))["comments"]["lineComment"] == "#"


def test_the_extension_starts_a_command_that_there_is() -> None:
    setting = manifest()["contributes"]["configuration"]["properties"]["rftg.command"]

    assert setting["default"] == ["rftg", "lsp"] and "lsp" in COMMANDS
    assert setting["scope"] == "machine"  # a folder cannot make it start another program


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_client_is_javascript() -> None:
    subprocess.run(["node", "--check", FOLDER / "extension.js"], check=True)


def test_what_is_installed_comes_from_no_particular_registry() -> None:
    assert "resolved" not in (FOLDER / "package-lock.json").read_text("utf-8")
