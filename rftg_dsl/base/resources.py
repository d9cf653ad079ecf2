"""The locations of the shipped content, installed or in a checkout, and the names of content files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

SET = "set.toml"
"""The file that makes a folder a set."""

SUFFIX = ".rftg"
"""The ending of a content file's name."""

PACKED = ".rpack"
"""The ending of the name of a pack: a set in one file."""

WORDS = f"game{SUFFIX}"
"""The file that declares a game's words; its folder holds the game's content."""

LAYOUTS = "layouts.toml"
"""The file of a game or a set that says what stands where in pictures of its sides."""

PHRASES = "phrases.toml"
"""The file of a game with its phrases of everyday English."""

LOOKALIKES = re.compile(r"(\.(rftg|rfgt|rtfg|rftg\.txt|txt|text)|^layouts?\.toml)$", re.IGNORECASE)
"""The names of files that an author may take for content."""


def is_path(word: str) -> bool:
    """Whether a word of a command names a path, and not a game, a set or a component."""
    return word.startswith((".", os.sep)) or os.path.isabs(word)


def parse_set(word: str) -> str | Path:
    """A set as a command names it: a path, or the id of one that comes with a game or is installed."""
    return Path(word) if is_path(word) else word


def parse_sets(sets: Iterable[str | Path]) -> list[str | Path]:
    """Sets as a user names them; a path stays one."""
    return [parse_set(each) if isinstance(each, str) else each for each in sets]


def find_phrase_files() -> list[Path]:
    """The files of phrases that come with the program: those of the language, then those of its games.

    The package with the former is not imported for it.
    """
    own = Path(str(files("rftg_dsl"))) / "check" / "phrases"
    return [*sorted(own.glob("*.toml")), *sorted(find_content_folder().glob(f"*/{PHRASES}"))]


def find_content_folder() -> Path:
    """The folder of the shipped games."""
    return Path(str(files("rftg_dsl.content")))
