"""Explanations of all diagnostic codes, with examples; each code has its own file.

The output of ``rftg explain``, the tables in ``docs/diagnostics.md`` and the page ``docs/codes.md`` are generated from
these files, and a test runs every example. A game or a package can add codes in a ``codes`` folder within its content.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from importlib.resources import files
from pathlib import Path
from typing import Literal

from attrs import field, frozen

from rftg_dsl.base.diagnostic import UsageError, suggest_nearest
from rftg_dsl.base.own_files import is_content_name
from rftg_dsl.base.toml_shape import Mistake, read_toml, structure_data

LEVELS = {
    "error": "the content cannot be played",
    "warning": "the content can be played, but probably not as its author meant",
    "lint": "the content can be played; this may be intended",
    "failure": "the command could not run",
}


@frozen
class Example:
    """An input that triggers the diagnostic, and a corrected version of it."""

    wrong: str
    right: str
    place: Literal["power", "file", "scenario", "files", "set.toml", "spreadsheet", "command"]
    """The kind of input: powers of one side, a content file, a scenario file, several files (each after a line
    ``-- PATH``), a ``set.toml``, a spreadsheet as CSV, or a command."""
    game: str = "roll"
    beside: str = ""
    encoding: str = "utf-8"


@frozen
class Sense:
    """A meaning of a code: either a mistake found in content, or a failure that stops a command."""

    what: str
    do: str
    levels: tuple[Literal["error", "warning", "lint", "failure"], ...] = ("failure",)
    examples: tuple[Example, ...] = ()
    without: str = ""


@frozen
class Meaning:
    """The explanation of a code, as stored in its file."""

    why: str
    finding: Sense | None = None
    failure: Sense | None = None

    @property
    def senses(self) -> list[Sense]:
        return [sense for sense in (self.finding, self.failure) if sense]

    @property
    def levels(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(level for sense in self.senses for level in sense.levels))


@frozen
class Code(Meaning):
    """A code and its explanation."""

    name: str = field(kw_only=True)


HERE = Path(str(files("rftg_dsl.base.codes")))
ENDING = ".toml"


def files_in(folders: Iterable[Path]) -> dict[str, Path]:
    """The files that explain codes, sorted and keyed by code; if two folders explain the same code, the later
    one wins."""
    every = (path for folder in folders for path in folder.glob(f"*{ENDING}") if is_content_name(path.name))
    paths = {path.stem: path for path in every}
    return dict(sorted(paths.items()))


def find_code(name: str, more: Callable[[], Iterable[Path]] = list) -> Code:
    """Find a code by its name, which may be written as it appears in messages: ``error[syntax]``.

    ``more`` returns folders with additional codes; it is called only if the code is not one of our own. Raise
    ``UsageError`` if there is no such code.
    """
    bare = re.sub(r"^\w*\[(.*)\]$", r"\1", name)
    known = files_in([HERE])
    if bare not in known:
        # Our folder comes last, so that no game can redefine one of our codes.
        known = files_in([*more(), HERE])
    if bare not in known:
        hint = suggest_nearest(bare, known) or "'rftg explain' lists all codes"
        raise UsageError(f"there is no code {name!r}", hint, "unknown-code")
    return read_code(known[bare])


def read_codes(more: Iterable[Path] = ()) -> list[Code]:
    return [read_code(path) for path in files_in([*more, HERE]).values()]


def read_code(path: Path) -> Code:
    meaning: Meaning | list[Mistake]
    try:
        text = path.read_text("utf-8")
        data = read_toml(text)
        meaning = [data] if isinstance(data, Mistake) else structure_data(text, data, Meaning)
    except OSError as error:
        meaning = [Mistake(0, 0, f"it cannot be read: {error.strerror or error}")]
    except UnicodeDecodeError:
        meaning = [Mistake(0, 0, "it is not UTF-8")]
    if isinstance(meaning, list):
        raise UsageError(
            f"{path} does not explain a code: {meaning[0].message}", "report this to the game's author", "broken-plugin"
        )
    return Code(meaning.why, meaning.finding, meaning.failure, name=path.stem)


# -- examples ----------------------------------------------------------------------------------------------------------

MANY = re.compile(r"«(\d+) times: (.*?)»", re.DOTALL)
"""A part of an example that is repeated; any ``<n>`` in it stands for the number of the repetition."""


def expand_repeats(text: str) -> str:
    return MANY.sub(lambda match: "".join(match[2].replace("<n>", str(n)) for n in range(1, int(match[1]) + 1)), text)


def split_files(text: str) -> dict[str, str]:
    parts = re.split(r"^-- (.+)\n", text.lstrip("\n"), flags=re.MULTILINE)
    return dict(zip(parts[1::2], parts[2::2], strict=True))
