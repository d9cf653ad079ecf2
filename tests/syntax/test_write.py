"""Tree to text and back is the identity, for all shipped content and for any possible tree."""

from pathlib import Path

import pytest
from hypothesis import given

from lanes import law
from rftg_dsl.base.resources import find_content_folder
from rftg_dsl.base.source import Source
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.parse import parse
from rftg_dsl.syntax.unparse import write
from syntax.trees import files

SHIPPED = sorted(Path(str(find_content_folder())).rglob("*.rftg"))


def parsed(text: str) -> tree.File:
    file, mistakes = parse(Source("text", text))
    assert mistakes == [], text
    return file


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: "/".join(path.parts[-3:]))
def test_shipped_content_survives_writing_and_parsing(path: Path) -> None:
    file = parsed(path.read_text("utf-8"))
    again = parsed(write(file))

    assert again == file
    assert write(again) == write(file)


@law(100)
@given(files)
def test_any_tree_survives_writing_and_parsing(file: tree.File) -> None:
    assert parsed(write(file)) == file
