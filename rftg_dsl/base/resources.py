"""Locations of the shipped content, whether installed or in a checkout, and names of content files."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path

SET = "set.toml"
"""The name of the file that makes a folder a set."""

SUFFIX = ".rftg"

PACKED = ".rpack"

WORDS = f"game{SUFFIX}"
"""The name of the file that declares a game's words; the folder with this file contains the game's content."""

LAYOUTS = "layouts.toml"

PICTURES = "pictures"
"""The name of the folder with a set's own pictures."""

IMAGES = (".png", ".jpg", ".jpeg")
"""The suffixes of pictures, in any case."""

PHRASES = "phrases.toml"

COLUMNS = "columns.toml"

TABLE_TALK = "table-talk.toml"

LOOKALIKES = re.compile(r"(\.(rftg|rfgt|rtfg|rftg\.txt|txt|text)|^layouts?\.toml)$", re.IGNORECASE)
"""Matches the names of files that an author may expect to be read as content."""


PICTURE_LOOKALIKES = re.compile(
    r"(^|/)(pictures?|images?)/.*\.(png|jpe?g|gif|svgz?|webp|avif|heic|bmp|tiff?)$", re.IGNORECASE
)
"""Matches the paths of files that an author may expect to be shown as pictures."""


def is_path(word: str) -> bool:
    return word.startswith((".", os.sep)) or os.path.isabs(word)


def parse_set(word: str) -> str | Path:
    """Return a path if ``word`` is written as one; otherwise return ``word``, the id of a shipped or installed set."""
    return Path(word) if is_path(word) else word


def parse_sets(sets: Iterable[str | Path]) -> list[str | Path]:
    return [parse_set(each) if isinstance(each, str) else each for each in sets]


def find_phrase_files() -> list[Path]:
    # Located by path, because the base layer may not import other parts of the program.
    own = Path(str(files("rftg_dsl"))) / "check" / "phrases"
    return [*sorted(own.glob("*.toml")), *sorted(find_content_folder().glob(f"*/{PHRASES}"))]


def find_content_folder() -> Path:
    return Path(str(files("rftg_dsl.content")))
