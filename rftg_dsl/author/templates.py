"""What the files of a new set say besides the set's own words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

KEYS: Sequence[tuple[str, Sequence[str], Any]] = (
    ("id", ("What other sets and logs call this set. It never changes.",), ""),
    ("name", ("What people call it.",), ""),
    ("game", ("The game that it is for.",), ""),
    ("version", ("Raise it when you publish: 'rftg breaking OLD NEW' says by how much.",), ""),
    ("language", ("The version of the language that it is written in.",), 1),
    ("authors", ("Who made it.",), ["Ada Example"]),
    ("licence", ("What others may do with it: an SPDX expression.",), "CC-BY-4.0"),
    ("edition", ("The edition of the game that it is for; without it, any.",), "second"),
    ("requires", ("The sets that it builds on, with the versions that will do.",), ["other-set >=1.2, <2"]),
    ("code", ("Whether it needs a Python package of its own with the same name.",), True),
)
"""Each key of a ``set.toml``, what it is for, and an example of its value."""

COMPONENTS = """\
# The components of this set. 'rftg validate' checks them, 'rftg show' looks up how others are written.

"""

SCENARIOS = """\
# The tests of this set. 'rftg test' runs them; add --coverage to see which powers no scenario runs.

"""

WORKFLOW = """\
# Checks this set on every push: its form, its content, and that its scenarios run every clause of every power.
name: content
on: [push, pull_request]
jobs:
  check:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-python@v5
        with:
          python-version: "3.12"
      - run: pip install "rftg-dsl=={version}"
      - run: rftg fmt --check .
      - run: rftg validate . --format github
      - run: rftg test . --fail-under 100
"""

HOOKS = """\
# 'pre-commit install' checks this set before every commit (https://pre-commit.com).
repos:
  - repo: local
    hooks:
      - id: rftg-fmt
        name: rftg fmt
        entry: rftg fmt
        language: python
        additional_dependencies: ["rftg-dsl=={version}"]
        files: '\\.rftg$'
      - id: rftg-validate
        name: rftg validate
        entry: rftg validate .
        language: python
        additional_dependencies: ["rftg-dsl=={version}"]
        files: '\\.(rftg|toml)$'
        pass_filenames: false
      - id: rftg-test
        name: rftg test
        entry: rftg test . --fail-under 100
        language: python
        additional_dependencies: ["rftg-dsl=={version}"]
        files: '\\.(rftg|toml)$'
        pass_filenames: false
"""


ATTRIBUTES = "*.rlog -text\n"
"""Git changes no line ends of logs."""


def ci(version: str) -> dict[str, str]:
    """The workflow and the hooks that check a set, and what keeps its logs as they are, by their paths."""
    return {
        ".github/workflows/content.yml": WORKFLOW.replace("{version}", version),
        ".pre-commit-config.yaml": HOOKS.replace("{version}", version),
        ".gitattributes": ATTRIBUTES,
    }
