"""The canonical form of content: one form for each tree, with comments and groups of lines kept."""

import itertools
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from check.test_fuzz import mutated
from lanes import law
from rftg_dsl.base.resources import find_content_folder
from rftg_dsl.base.source import Source
from rftg_dsl.syntax.canonical import comments_in, format_source
from rftg_dsl.syntax.parse import parse, read
from rftg_dsl.syntax.unparse import write
from syntax.untidy import Untidy, untidy

ROOT = Path(__file__).parents[2]
SHIPPED = sorted([*Path(str(find_content_folder())).rglob("*.rftg"), *(ROOT / "docs" / "examples").rglob("*.rftg")])


def tidy(text: str) -> str:
    """The canonical form of a text without mistakes."""
    result, mistakes, _ = format_source(Source("text", text))
    assert mistakes == [], text
    return result


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: "/".join(path.parts[-3:]))
def test_content_and_examples_are_in_canonical_form(path: Path) -> None:
    text = path.read_text("utf-8")

    assert tidy(text) == text


def examples() -> Iterator[tuple[str, str]]:
    """The declarations in documents, with their places."""
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        for match in re.finditer(
            r"^```rftg ?(\w*)[^\n]*\n(.*?)^```$", page.read_text("utf-8"), re.MULTILINE | re.DOTALL
        ):
            if match[1] in ("", "game", "file", "append"):
                yield f"{page.name}:{match.start()}", match[2]


@pytest.mark.parametrize(("place", "text"), [*examples()])
def test_examples_in_documents_are_in_canonical_form(place: str, text: str) -> None:
    assert tidy(text) == text, place


# -- laws --------------------------------------------------------------------------------------------------------


@law(100)
@given(untidy())
def test_the_form_says_the_same_and_has_a_form_of_its_own_no_more(given: Untidy) -> None:
    text = tidy(given.text)

    assert parse(Source("text", text)) == (given.file, [])
    assert comments_in(text) == given.comments
    assert tidy(text) == text


@law(50)
@given(untidy(comments=False))
def test_layout_makes_no_difference_except_for_empty_lines(given: Untidy) -> None:
    def dense(text: str) -> list[str]:
        return [line for line in text.splitlines() if line]

    assert dense(tidy(given.text)) == dense(tidy(write(given.file)))


@law(50)
@given(untidy())
def test_lines_end_as_in_the_file_and_have_no_blanks_there(given: Untidy) -> None:
    text = tidy(given.text)
    lines = text.split("\n")

    windows = given.text.partition("\n")[0].endswith("\r")
    assert text.count("\r") == (text.count("\n") if windows else 0)
    assert [line for line in lines if line.rstrip("\r") != line.rstrip()] == []
    assert not any(one.strip() == two.strip() == "" for one, two in itertools.pairwise(lines))
    assert text == "" or (text.endswith("\n") and lines[0].strip())


@law(100)
@given(untidy(mistakes=True))
def test_statements_with_mistakes_stay_as_they_are(given: Untidy) -> None:
    text, mistakes, _ = format_source(Source("text", given.text))
    reading = read(Source("text", text))

    assert len(mistakes) == len(given.wrong) == len(reading.mistakes)
    assert reading.tree == read(Source("text", given.text)).tree
    assert all(wrong.replace("\r\n", "\n") in text.replace("\r\n", "\n") for wrong in given.wrong)
    assert format_source(Source("text", text))[0] == text


def said(text: str) -> str:
    """A text without what formatting changes: spaces, line ends, ``;`` and empty blocks."""
    bare = "".join(text.replace(";", "").split())
    return bare.replace("{}", "")


@law(150)
@given(mutated())
def test_a_file_with_any_mistake_loses_nothing(text: str) -> None:
    result, _, _ = format_source(Source("text", text))

    assert said(result) == said(text)
    assert format_source(Source("text", result))[0] == result


@law(60)
@given(st.text('ab1 $,:;{}#"\n\r\t€', max_size=60))
def test_any_text_can_be_formatted(text: str) -> None:
    result, _, _ = format_source(Source("text", text))

    assert said(result) == said(text)
