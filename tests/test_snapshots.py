"""Every snapshot belongs to a test. Each lane runs only some tests, so syrupy cannot tell which are unused."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lanes import COLLECTED

ROOT = Path(__file__).parent
NAME = re.compile(r"# name: (.*?)(\.\d+)?", re.DOTALL)


def ids_in(file: Path) -> list[str]:
    """The ids of the tests that a file of snapshots names; a test numbers its snapshots, or names them in brackets."""
    module = f"tests/{file.parent.parent.relative_to(ROOT)}/{file.stem}.py"
    names = [match[1] for line in file.read_text("utf-8").split("\n") if (match := NAME.fullmatch(line))]
    return [f"{module}::{name}" for name in names]


def test_every_snapshot_is_of_a_test(pytestconfig: pytest.Config) -> None:
    tests = pytestconfig.stash[COLLECTED]
    if tests is None:
        pytest.skip("only a run of all tests knows all of them")

    named = [test for file in ROOT.rglob("*.ambr") for test in ids_in(file)]

    assert len(named) > 300
    assert [test for test in named if not tests & {test, test.rpartition("[")[0]}] == []
