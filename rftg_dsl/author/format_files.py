"""Content files in their canonical form: which files a path means, what each would become, and writing it there."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from attrs import field, frozen

from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import Diagnostic, Unusable
from rftg_dsl.base.files import MARK, bytes_of, diff_between
from rftg_dsl.base.own_files import files_below
from rftg_dsl.base.resources import SUFFIX
from rftg_dsl.library.sets import PENDING, decode_text
from rftg_dsl.syntax.canonical import format_source

HINT = f"name a {SUFFIX} file or a folder"


@frozen
class Formatted:
    """A file, and what it becomes."""

    name: str
    raw: bytes = field(repr=False)
    before: str = field(repr=False)
    after: str = field(repr=False)
    mistakes: tuple[Diagnostic, ...] = ()
    """What does not parse, and so stays as it is: with its places in the file as it was."""
    left: tuple[Diagnostic, ...] = ()
    """The same with its places in the canonical form."""

    @property
    def changes(self) -> bool:
        """Whether the file is not in its canonical form."""
        return self.before != self.after

    @property
    def result(self) -> bytes:
        """The content of the file in its canonical form."""
        if not self.changes:
            return self.raw
        return MARK * self.raw.startswith(MARK) + self.after.encode()

    def as_diff(self) -> str:
        """What would change, as a unified diff; empty if nothing would."""
        return diff_between(self.name, self.before, self.after)


def form_of(raw: bytes, name: str) -> Formatted:
    """What a file becomes; a file that is no text, or hides characters, stays as it is."""
    if len(raw) > limits.BYTES.most:
        hint = f"split it: at most {limits.BYTES.most} bytes"
        raise Unusable(f"{name} is too large", hint, limits.BYTES.code)
    source, wrong = decode_text(raw, name)
    text = source.text
    if not text.strip():
        return Formatted(name, raw, text, text)
    if wrong:
        return Formatted(name, raw, text, text, tuple(wrong), tuple(wrong))
    form = format_source(source)
    return Formatted(name, raw, text, form.text, tuple(form.mistakes), tuple(form.left))


def form_of_file(path: Path) -> Formatted:
    """What a file becomes; ``Unusable`` if it cannot be read."""
    return form_of(bytes_of(path, limits.BYTES.most, str(path), HINT), str(path))


# -- the files -----------------------------------------------------------------------------------------------------

FILES = 10_000
"""Maximum files of one run."""


def find_content_files(paths: Iterable[Path]) -> list[Path]:
    """The files that some paths mean, each once; ``Unusable`` if one means none, or there are too many."""
    files: dict[str, Path] = {}
    for path in (file for each in paths for file in files_at(each)):
        files.setdefault(os.path.realpath(path), path)
        if len(files) > FILES:
            hint = f"at most {FILES:,}: name fewer folders at a time"
            raise Unusable("there are too many content files", hint, limits.FILES.code)
    return list(files.values())


def files_at(path: Path) -> Iterator[Path]:
    """A file, or the content files in a folder and in its folders, in order."""
    if path.is_dir():
        below = list(islice(content_below(path), FILES + 1))
        if not below:
            raise Unusable(f"there is no content file in the folder {str(path)!r}", HINT, "missing-file")
        yield from below
    elif not (path.exists() or path.is_symlink()):
        raise Unusable(f"there is no file or folder {str(path)!r}", HINT, "missing-file")
    elif path.suffix != SUFFIX:
        raise Unusable(f"{path} is not a content file", HINT, "wrong-file")
    else:
        yield path


def content_below(top: Path) -> Iterator[Path]:
    """The content files in a folder and in its folders, without what the language cannot say yet."""
    return (path for path in files_below(top) if path.suffix == SUFFIX and path.name != PENDING)
