"""What the documents say of `make` is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
MAKEFILE = (ROOT / "Makefile").read_text()
TARGETS = set(re.findall(r"^([a-z][a-z-]*):", MAKEFILE, re.M))
CODE = re.compile(r"`make ([a-z-]+)[^`]*`|^(?:\$ |@echo \")?make ([a-z-]+)", re.M)
"""A call of make: in a line of text, or at the beginning of a line of code."""


@pytest.mark.parametrize(
    "page",
    [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))],
    ids=lambda one: one.name,
)
def test_every_target_that_a_document_names_is_there(page: Path) -> None:
    named = {target or other for target, other in CODE.findall(page.read_text())}

    assert named <= TARGETS


def test_the_help_names_every_target_but_itself_and_its_steps() -> None:
    told = set(re.findall(r"make ([a-z-]+) ", " ".join(re.findall(r"@echo \"(.*)\"", MAKEFILE))))

    assert told == TARGETS - {"help", "types"}
