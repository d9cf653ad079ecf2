"""The tables of the lanes name tests that exist, and so does every snapshot."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from lanes import COLLECTED, FAST, FULL, LONG, is_full_file

ROOT = Path(__file__).parent
FILES = {path.relative_to(ROOT.parent).as_posix() for path in ROOT.rglob("test_*.py")}
NAME = re.compile(r"# name: (.*?)(\.\d+)?", re.DOTALL)


def ids_in(file: Path) -> list[str]:
    """The ids of the tests that a file of snapshots names; a test numbers its snapshots, or names them in brackets."""
    module = f"tests/{file.parent.parent.relative_to(ROOT)}/{file.stem}.py"
    names = [match[1] for line in file.read_text("utf-8").split("\n") if (match := NAME.fullmatch(line))]
    return [f"{module}::{name}" for name in names]


def is_collected(test: str) -> bool:
    """Whether the lane that runs has collected the file of a test."""
    return not (FAST and is_full_file(test))


@pytest.fixture
def tests(pytestconfig: pytest.Config) -> set[str]:
    """The ids of all tests, and in the fast lane the paths of the files that it has not collected."""
    collected = pytestconfig.stash[COLLECTED]
    if collected is None:
        pytest.skip("only a run of all tests knows all of them")
    return collected | {file for file in FILES if not is_collected(file)}


@pytest.mark.parametrize("table", [FULL, LONG], ids=["FULL", "LONG"])
def test_the_tables_name_tests_that_exist(tests: set[str], table: Mapping[str, str]) -> None:
    assert [name for name in table if not any(test.startswith(name) for test in tests)] == []


def test_every_snapshot_is_of_a_test(tests: set[str]) -> None:
    # Each lane runs only some tests, so syrupy cannot tell which snapshots are unused.
    named = [test for file in ROOT.rglob("*.ambr") for test in ids_in(file)]

    assert len(named) > 300
    assert [test for test in named if is_collected(test) and not tests & {test, test.rpartition("[")[0]}] == []
