"""Templates for the files of a new set."""

from __future__ import annotations

from collections.abc import Sequence
from importlib.resources import files
from typing import Any

KEYS: Sequence[tuple[str, Sequence[str], Any]] = (
    ("id", ("The id that other sets and logs use for this set. It must never change.",), ""),
    ("name", ("The name that people see.",), ""),
    ("game", ("The game that the set is for.",), ""),
    ("version", ("Raise it for every release: 'rftg breaking OLD NEW' says by how much.",), ""),
    ("language", ("The version of the language that the set is written in.",), 1),
    ("authors", ("Who made the set.",), ["Ada Example"]),
    ("licence", ("What others may do with the set: an SPDX expression.",), "CC-BY-4.0"),
    ("edition", ("The edition of the game that the set is for. Without this line, any edition will do.",), "second"),
    ("requires", ("The sets that this set builds on, with the accepted versions.",), ["other-set >=1.2, <2"]),
    ("code", ("Whether the set needs a Python package of its own, with the same name.",), True),
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
