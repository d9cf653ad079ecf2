"""docs/questions.md: every question gives an answer with the columns shown, and every column is described."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import duckdb
import pytest

from docs.questions import PAGE, asked, described, made, questions

TEXT = PAGE.read_text("utf-8")
QUESTIONS = list(questions(TEXT))
TITLES = re.findall(r"^### (.*)$", TEXT, re.M)


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A small index."""
    with duckdb.connect(str(made(tmp_path_factory.mktemp("questions"), 3)), read_only=True) as opened:
        yield opened


def test_there_are_questions() -> None:
    assert len(QUESTIONS) == len(TITLES) >= 10


@pytest.mark.parametrize(("question", "shown"), QUESTIONS, ids=TITLES)
def test_a_question_has_an_answer_with_the_columns_of_the_page(base: Any, question: str, shown: str) -> None:
    columns, rows = asked(base, question)

    head, _, *below = shown.splitlines()
    assert [cell.strip() for cell in head.strip("|").split("|")] == columns
    assert rows and below
    assert "plot" in columns


@pytest.mark.parametrize("question", [question for question, _ in QUESTIONS], ids=TITLES)
def test_a_question_is_about_every_game_or_says_which(base: Any, question: str) -> None:
    columns, rows = asked(base, question)

    if columns[0] == "game":
        assert {row[0] for row in rows} == {"roll", "race", "galaxies"}
    else:
        assert "game = '" in question


def test_every_column_is_described() -> None:
    assert described() in TEXT


def test_the_python_of_the_page_runs(base: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    [code] = re.findall(r"^```python\n(.*?)^```$", TEXT, re.S | re.M)
    monkeypatch.chdir(tmp_path)
    duckdb.connect("games.duckdb").execute("CREATE TABLE games AS SELECT 1 AS id").close()

    exec(code, {})
