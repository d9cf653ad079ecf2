"""Formats content: finds content files and puts each into canonical form."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from attrs import field, frozen

from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import Diagnostic, UsageError
from rftg_dsl.base.files import MARK, bytes_of, diff_between
from rftg_dsl.base.own_files import files_below
from rftg_dsl.base.resources import SUFFIX
from rftg_dsl.library.sets import PENDING, decode_text
from rftg_dsl.syntax.canonical import format_source

HINT = f"specify a {SUFFIX} file or a folder"


@frozen
class Formatted:
    """A file before and after formatting."""

    name: str
    raw: bytes = field(repr=False)
    before: str = field(repr=False)
    after: str = field(repr=False)
    mistakes: tuple[Diagnostic, ...] = ()
    """The statements that cannot be parsed and are therefore left unchanged, located in the original text."""
    left: tuple[Diagnostic, ...] = ()
    """The same mistakes, located in the formatted text."""

    @property
    def changes(self) -> bool:
        return self.before != self.after

    @property
    def result(self) -> bytes:
        if not self.changes:
            return self.raw
        # Keep a byte order mark, because removing it is not formatting.
        return MARK * self.raw.startswith(MARK) + self.after.encode()

    def as_diff(self) -> str:
        return diff_between(self.name, self.before, self.after)


def form_of(raw: bytes, name: str) -> Formatted:
    """Format the content of a file. A file that is not text or contains invisible characters is left unchanged."""
    if len(raw) > limits.BYTES.most:
        hint = f"split it into files of at most {limits.BYTES.most} bytes"
        raise UsageError(f"{name} is too large", hint, limits.BYTES.code)
    source, wrong = decode_text(raw, name)
    text = source.text
    if not text.strip():
        return Formatted(name, raw, text, text)
    if wrong:
        return Formatted(name, raw, text, text, tuple(wrong), tuple(wrong))
    form = format_source(source)
    return Formatted(name, raw, text, form.text, tuple(form.mistakes), tuple(form.left))


def form_of_file(path: Path) -> Formatted:
    return form_of(bytes_of(path, limits.BYTES.most, str(path), HINT), str(path))


# -- the files -----------------------------------------------------------------------------------------------------

FILES = 10_000


def find_content_files(paths: Iterable[Path]) -> list[Path]:
    """Find the content files that these paths refer to, without duplicates.

    Raise ``UsageError`` if a path does not lead to any content file, or if there are too many of them.
    """
    files: dict[str, Path] = {}
    for path in (file for each in paths for file in files_at(each)):
        # Compare real paths, so that a file with two names is formatted only once.
        files.setdefault(os.path.realpath(path), path)
        if len(files) > FILES:
            hint = f"format at most {FILES:,} at a time, by specifying fewer folders"
            raise UsageError("there are too many content files", hint, limits.FILES.code)
    return list(files.values())


def files_at(path: Path) -> Iterator[Path]:
    if path.is_dir():
        # Read one more than the limit, so that the caller can tell if there are too many.
        below = list(islice(content_below(path), FILES + 1))
        if not below:
            raise UsageError(f"the folder {str(path)!r} contains no content files", HINT, "missing-file")
        yield from below
    elif not (path.exists() or path.is_symlink()):
        raise UsageError(f"there is no file or folder {str(path)!r}", HINT, "missing-file")
    elif path.suffix != SUFFIX:
        raise UsageError(f"{path} is not a content file", HINT, "wrong-file")
    else:
        yield path


def content_below(top: Path) -> Iterator[Path]:
    """The content files in a folder, except those for content that the language cannot express yet."""
    return (path for path in files_below(top) if path.suffix == SUFFIX and path.name != PENDING)
