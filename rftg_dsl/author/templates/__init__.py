"""Templates for the files of a new set."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
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
"""The keys in a ``set.toml``, each with an explanation and a sample value."""


def read(name: str) -> str:
    return files(__name__).joinpath(name).read_text("utf-8")


def files_for_ci(version: str) -> dict[str, str]:
    return {
        ".github/workflows/content.yml": read("content.yml").replace("{version}", version),
        ".pre-commit-config.yaml": read("pre-commit-config.yaml").replace("{version}", version),
        ".gitattributes": read("gitattributes"),
    }
