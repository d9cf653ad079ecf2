"""A set on disk, whether shipped or not: the ``set.toml`` and content files in a folder or a pack."""

from __future__ import annotations

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import islice
from pathlib import Path

from attrs import asdict, field, frozen

from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import ContentError, Diagnostic, Edit, Severity, UsageError
from rftg_dsl.base.files import Contents, OnDisk, Opener
from rftg_dsl.base.own_files import folder_links_below
from rftg_dsl.base.resources import LAYOUTS, LOOKALIKES, PACKED, PICTURE_LOOKALIKES, PICTURES, SET, SUFFIX
from rftg_dsl.base.source import Source, Span
from rftg_dsl.library.manifest import SET_HINT, SetFile, key_at, read_set_file
from rftg_dsl.library.packs.member_names import check_path, is_member
from rftg_dsl.library.packs.read_pack import Packed, open_pack
from rftg_dsl.syntax.bounds import MISTAKES, SIZE

PENDING = f"pending{SUFFIX}"
"""The name of the file for content that the language cannot express yet. Such content is counted but never played."""


@frozen
class SetFolder(SetFile):
    """A set on disk, with the contents of its ``set.toml``."""

    folder: Path = field(kw_only=True)
    contents: Contents = field(kw_only=True, eq=False, repr=False)
    source: Source = field(kw_only=True, eq=False, repr=False)


def read_source(
    path: Path,
    shown: str | None = None,
    contents: Contents | None = None,
) -> tuple[Source, list[Diagnostic]]:
    """Read a content file, and return it with diagnostics for any encoding errors.

    ``contents`` is the set that contains the file, which may be a pack. Raise ``UsageError`` if the file cannot be
    read.
    """
    label = shown or str(path)
    most, hint = limits.BYTES.most, f"use at most {SIZE} characters"
    if path.name == SET:
        most, hint = limits.SET_FILE.most, "it needs only an id, a name, a game and a version"
    elif path.name == LAYOUTS:
        most, hint = limits.LAYOUT_FILE.most, "it needs only a table for each kind of side"
    place = contents or OnDisk(path.parent)
    raw = place.read(path, most, label, "specify a .rftg file, or a folder with a set.toml")
    # Reading stops one byte past the limit, so even a huge file costs no more than that.
    if len(raw) > most:
        source, message = Source(label, "", path), f"the file is larger than {most} bytes"
        return source, [Diagnostic("file-too-large", Span(source, 0, 0), message, hint)]
    return decode_text(raw, label, path)


def read_member(path: Path, shown: str, contents: Contents) -> tuple[Source, list[Diagnostic]]:
    """Like ``read_source``, but for a file in a set; if the file cannot be read, return a diagnostic."""
    try:
        return read_source(path, shown, contents)
    except UsageError as error:
        source = Source(shown, "", path)
        message = f"this file {error.message.removeprefix(shown).strip()}"
        hint = "remove it, or replace it with a content file"
        return source, [Diagnostic("unreadable", Span(source, 0, 0), message, hint)]


def decode_text(raw: bytes, label: str, path: Path | None = None) -> tuple[Source, list[Diagnostic]]:
    try:
        # This codec drops the byte order mark that some editors write.
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        source = Source(label, before + "\N{REPLACEMENT CHARACTER}", path)
        at = Span(source, len(before), len(before) + 1)
        return source, [Diagnostic("bad-encoding", at, "the file is not UTF-8", "save it as UTF-8")]
    source = Source(label, text, path)
    if not text.strip():
        return source, [Diagnostic("empty-file", Span(source, 0, 0), "the file is empty", "add content, or remove it")]
    # Line numbers are based on LF, so a file with only CR would be a single line.
    if "\r" in text and "\n" not in text:
        at = Span(source, text.index("\r"), text.index("\r") + 1)
        return source, [
            Diagnostic("bad-encoding", at, "the lines end with CR alone", "save it with LF or CRLF line ends")
        ]
    if "\0" in text:
        start = text.index("\0")
        at = Span(source, start, start + 1)
        return source, [Diagnostic("bad-encoding", at, "the file contains a NUL byte", "save it as text")]
    return source, list(islice(check_characters(source), MISTAKES))


HIDDEN = re.compile(
    "[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
    "\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Characters that control a terminal, end a line invisibly, or reorder the surrounding text."""


def check_characters(source: Source) -> Iterator[Diagnostic]:
    for match in HIDDEN.finditer(source.text):
        name = unicodedata.name(match[0], "a control character").lower()
        message = f"U+{ord(match[0]):04X} ({name}) can make the file look different from its actual content"
        at = Span(source, *match.span())
        yield Diagnostic("bad-character", at, message, "remove it", fix=(Edit(at, ""),))


def open_set(folder: Path, shown: str | None = None, opened: Opener = OnDisk) -> Contents | list[Diagnostic]:
    """Open a folder or pack, and return its contents, or the pack's mistakes. Raise ``UsageError`` if it is neither.

    ``opened`` may also give the contents of a pack in memory, which is not on disk.
    """
    contents = opened(folder)
    if folder.is_dir() or isinstance(contents, Packed):
        return contents
    if not folder.exists():
        raise UsageError(f"there is no folder {folder}", "check its name and the current folder", "missing-file")
    if folder.suffix == PACKED:
        return open_pack(folder, shown or str(folder))
    inside = (folder.parent / SET).is_file()
    hint = f"specify the folder: {folder.parent}" if inside else "specify the folder of a set, or a pack"
    raise UsageError(f"{folder} is neither a folder nor a {PACKED} file", hint, "wrong-file")


def contents_of(folder: Path, opened: Opener = OnDisk) -> Contents:
    """Open a folder or pack, and return its contents. Raise ``ContentError`` if the pack has mistakes."""
    contents = open_set(folder, opened=opened)
    if isinstance(contents, list):
        raise ContentError(contents)
    return contents


def read_set(
    folder: Path, shown: str | None = None, opened: Opener = OnDisk
) -> tuple[SetFolder | None, list[Diagnostic]]:
    """Read the ``set.toml`` of a folder or pack, and return the set or the mistakes.

    Raise ``UsageError`` if the folder or pack does not exist.
    """
    path = folder / SET
    label = f"{shown or folder}/{SET}"
    contents = open_set(folder, shown, opened)
    if isinstance(contents, list):
        return None, contents
    if not contents.is_file(path):
        source = Source(label, "", path)
        message = f"this {'folder' if folder.is_dir() else 'pack'} has no set.toml, so it is not a set"
        return None, [Diagnostic("missing-set", Span(source, 0, 0), message, SET_HINT)]
    source, wrong = read_member(path, label, contents)
    if wrong:
        return None, wrong
    read = read_set_file(source)
    if not isinstance(read, SetFile):
        return None, read
    # A file that anyone may pass on must never be able to run code (docs/decisions/packs-are-stored.md).
    if read.code and isinstance(contents, Packed):
        return None, [code_in_pack(source, read)]
    return SetFolder(**asdict(read), folder=folder, contents=contents, source=source), []


def code_in_pack(source: Source, read: SetFile) -> Diagnostic:
    message = "a set with code comes in its Python package, not in a pack"
    hint = f"install the package and use --with {read.id}"
    return Diagnostic("pack-code", key_at(source, "code"), message, hint)


SCENARIOS = "scenarios"
"""The name of folders for scenarios, which test powers and are never played as content."""


def content_files_in(contents: Contents) -> list[Path]:
    """The content files in a set, sorted by path, except scenarios and pending content."""
    folder = contents.path
    every = [
        path for path in contents.list_files(SUFFIX) if path.name != PENDING and not is_scenario_file(folder, path)
    ]
    return check_limits(contents, every, "content files")


def check_limits(contents: Contents, paths: Iterable[Path], what: str) -> list[Path]:
    """Return the files sorted by path. Raise ``UsageError`` if there are too many, or if their total size is
    too large."""
    folder = contents.path
    # Sorted by path components, because the order of plain strings would depend on the system's path separator.
    files = sorted(paths, key=lambda path: path.parts)
    if len(files) > limits.FILES.most:
        raise UsageError(
            f"{folder} has {len(files)} {what}", f"a set can have at most {limits.FILES.most}", "too-many-files"
        )
    # A file that exceeds its own limit is reported separately. It counts only up to that limit, because no more of it
    # is read.
    size = sum(min(contents.size_of(path), limits.BYTES.most) for path in files if contents.is_file(path))
    if size > limits.SET.most:
        hint = f"split it into several sets of at most {limits.SET.most} bytes"
        raise UsageError(f"the {what} in {folder} are {size} bytes long", hint, "set-too-large")
    return files


def scenario_files_in(contents: Contents) -> list[Path]:
    every = [path for path in contents.list_files(SUFFIX) if is_scenario_file(contents.path, path)]
    return check_limits(contents, every, "scenario files")


def is_scenario_file(folder: Path, path: Path) -> bool:
    return SCENARIOS in path.parts[len(folder.parts) :]


def find_unshared_files(contents: Contents, shown: str) -> Iterator[Diagnostic]:
    """Yield a warning for each file in a set whose name is not allowed in a pack."""
    folder = contents.path
    for path in contents.list_files():
        if wrong := check_path(path, folder):
            source = Source(f"{shown}/{path.relative_to(folder).as_posix()}", "", path)
            message = f"no pack can contain this file: {wrong.message}"
            yield Diagnostic(wrong.code, Span(source, 0, 0), message, wrong.hint, Severity.WARNING)


def find_unread_files(contents: Contents, shown: str) -> list[Diagnostic]:
    """Return warnings about files that look like content but are not read, and about links to folders of content."""
    folder, warnings = contents.path, []
    for path in sorted(path for path in contents.list_files() if LOOKALIKES.search(path.name)):
        name = path.relative_to(folder).as_posix()
        if not is_member(name) and not is_scenario_file(folder, path) and contents.is_file(path):
            hint = f"rename it, because the name of a content file must end in {SUFFIX}"
            if path.suffix.lower() == Path(LAYOUTS).suffix:
                hint = f"layouts must be in {LAYOUTS}, next to {SET}"
            warnings.append(warning_of_unread(path, f"{shown}/{name}", "this file is not read", hint))
    for path in sorted(contents.list_files()):
        name = path.relative_to(folder).as_posix()
        if PICTURE_LOOKALIKES.search(name) and not is_member(name):
            hint = f"pictures must be PNG or JPEG files in {PICTURES}, next to {SET}"
            warnings.append(warning_of_unread(path, f"{shown}/{name}", "this picture is not read", hint))
    for link in folder_links_below(folder) if folder.is_dir() else ():
        # Look at one level and a limited number of entries only, because a link may lead to a folder of any size.
        if link.name == PICTURES or any(name.endswith(SUFFIX) for name in names_in(link)):
            name = link.relative_to(folder).as_posix()
            warnings.append(
                warning_of_unread(link, f"{shown}/{name}", "this link to a folder is not followed", "copy the folder")
            )
    return warnings


def names_in(folder: Path) -> Iterator[str]:
    """Yield the names of the first ``limits.FILES`` entries in a folder; nothing if the folder cannot be read."""
    with suppress(OSError), os.scandir(folder) as entries:
        yield from (entry.name for entry in islice(entries, limits.FILES.most))


def warning_of_unread(path: Path, label: str, message: str, hint: str) -> Diagnostic:
    return Diagnostic("unread-file", Span(Source(label, "", path), 0, 0), message, hint, Severity.WARNING)
