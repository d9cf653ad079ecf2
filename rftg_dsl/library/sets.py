"""A set on disk: ``set.toml`` and content files in a folder or a pack, shipped or anywhere else."""

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
from rftg_dsl.base.diagnostic import Diagnostic, Edit, Rejected, Severity, Unusable
from rftg_dsl.base.files import Contents, OnDisk, Opener
from rftg_dsl.base.own_files import folder_links_below
from rftg_dsl.base.resources import LAYOUTS, LOOKALIKES, PACKED, SET, SUFFIX
from rftg_dsl.base.source import Source, Span
from rftg_dsl.library.manifest import SET_HINT, SetFile, key_at, read_set_file
from rftg_dsl.library.packs.member_names import check_path, is_member
from rftg_dsl.library.packs.read_pack import open_pack
from rftg_dsl.syntax.bounds import MISTAKES, SIZE

PENDING = f"pending{SUFFIX}"
"""The file of content that the language cannot express yet: counted, never played."""


@frozen
class SetFolder(SetFile):
    """A set on disk."""

    folder: Path = field(kw_only=True)
    """The folder, or the pack."""
    contents: Contents = field(kw_only=True, eq=False, repr=False)
    source: Source = field(kw_only=True, eq=False, repr=False)
    """Its ``set.toml``."""


def read_source(
    path: Path,
    shown: str | None = None,
    contents: Contents | None = None,
) -> tuple[Source, list[Diagnostic]]:
    """A content file as text, and any mistakes in its encoding; ``Unusable`` if it cannot be read.

    ``contents``: those of the set that it is in, which may be a pack.
    """
    label = shown or str(path)
    most, hint = limits.BYTES.most, f"at most {SIZE} characters"
    if path.name == SET:
        most, hint = limits.SET_FILE.most, "it needs only an id, a name, a game and a version"
    elif path.name == LAYOUTS:
        most, hint = limits.LAYOUT_FILE.most, "it needs only a table for each kind of side"
    place = contents or OnDisk(path.parent)
    raw = place.read(path, most, label, "name a .rftg file, or a folder with a set.toml")
    if len(raw) > most:
        source, message = Source(label, "", path), f"the file has more than {most} bytes"
        return source, [Diagnostic("file-too-large", Span(source, 0, 0), message, hint)]
    return decode_text(raw, label, path)


def read_member(path: Path, shown: str, contents: Contents) -> tuple[Source, list[Diagnostic]]:
    """A file of a set as text, and any mistakes in its encoding; one that cannot be read is a mistake as well."""
    try:
        return read_source(path, shown, contents)
    except Unusable as error:
        source = Source(shown, "", path)
        message = f"this file {error.message.removeprefix(shown).strip()}"
        hint = "remove it, or put a content file in its place"
        return source, [Diagnostic("unreadable", Span(source, 0, 0), message, hint)]


def decode_text(raw: bytes, label: str, path: Path | None = None) -> tuple[Source, list[Diagnostic]]:
    """The text of a content file, and any mistakes in its encoding."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        source = Source(label, before + "\N{REPLACEMENT CHARACTER}", path)
        at = Span(source, len(before), len(before) + 1)
        return source, [Diagnostic("bad-encoding", at, "the file is not UTF-8", "save it as UTF-8")]
    source = Source(label, text, path)
    if not text.strip():
        return source, [Diagnostic("empty-file", Span(source, 0, 0), "the file is empty", "write it, or remove it")]
    if "\r" in text and "\n" not in text:
        at = Span(source, text.index("\r"), text.index("\r") + 1)
        return source, [
            Diagnostic("bad-encoding", at, "the lines end in CR alone", "save it with LF or CRLF line ends")
        ]
    if "\0" in text:
        start = text.index("\0")
        at = Span(source, start, start + 1)
        return source, [Diagnostic("bad-encoding", at, "the file has a NUL byte", "save it as text")]
    return source, list(islice(check_characters(source), MISTAKES))


HIDDEN = re.compile(
    "[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
    "\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Characters that control a terminal, end a line unseen, or change the order in which text is shown."""


def check_characters(source: Source) -> Iterator[Diagnostic]:
    """The characters of a file that make it look different from what it says."""
    for match in HIDDEN.finditer(source.text):
        name = unicodedata.name(match[0], "a control character").lower()
        message = f"U+{ord(match[0]):04X} ({name}) can make the file look different from what it says"
        at = Span(source, *match.span())
        yield Diagnostic("bad-character", at, message, "remove it", fix=(Edit(at, ""),))


def open_set(folder: Path, shown: str | None = None, opened: Opener = OnDisk) -> Contents | list[Diagnostic]:
    """The contents of a folder or a pack, or what is wrong with the pack; ``Unusable`` if there is neither."""
    if folder.is_dir():
        return opened(folder)
    if not folder.exists():
        raise Unusable(f"there is no folder {folder}", "check its name and the current folder", "missing-file")
    if folder.suffix == PACKED:
        return open_pack(folder, shown or str(folder))
    inside = (folder.parent / SET).is_file()
    hint = f"name the folder: {folder.parent}" if inside else "name the folder of a set, or a pack"
    raise Unusable(f"{folder} is not a folder or a {PACKED} file", hint, "wrong-file")


def contents_of(folder: Path, opened: Opener = OnDisk) -> Contents:
    """The contents of a folder or a pack; ``Rejected`` if something is wrong with the pack."""
    contents = open_set(folder, opened=opened)
    if isinstance(contents, list):
        raise Rejected(contents)
    return contents


def read_set(
    folder: Path, shown: str | None = None, opened: Opener = OnDisk
) -> tuple[SetFolder | None, list[Diagnostic]]:
    """A set as its ``set.toml`` describes it, or the mistakes; ``Unusable`` if the folder does not exist."""
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
    if read.code and not folder.is_dir():
        return None, [code_in_pack(source, read)]
    return SetFolder(**asdict(read), folder=folder, contents=contents, source=source), []


def code_in_pack(source: Source, read: SetFile) -> Diagnostic:
    """The finding for a set that brings Python of its own, which comes with its package and never in a pack."""
    message = "a set with code comes with its Python package, not in a pack"
    hint = f"install the package and write --with {read.id}"
    return Diagnostic("pack-code", key_at(source, "code"), message, hint)


SCENARIOS = "scenarios"
"""The folders of a set with tests of its powers, which are never played."""


def content_files_in(contents: Contents) -> list[Path]:
    """The content files of a set, sorted by path, without scenarios and pending content."""
    folder = contents.path
    every = [
        path for path in contents.list_files(SUFFIX) if path.name != PENDING and not is_scenario_file(folder, path)
    ]
    return check_limits(contents, every, "content files")


def check_limits(contents: Contents, paths: Iterable[Path], what: str) -> list[Path]:
    """These files of a set, sorted by path; ``Unusable`` if they are too many or too large."""
    folder = contents.path
    files = sorted(paths, key=lambda path: path.parts)
    if len(files) > limits.FILES.most:
        raise Unusable(f"{folder} has {len(files)} {what}", f"at most {limits.FILES.most}", "too-many-files")
    size = sum(min(contents.size_of(path), limits.BYTES.most) for path in files if contents.is_file(path))
    if size > limits.SET.most:
        hint = f"at most {limits.SET.most} bytes: make several sets of it"
        raise Unusable(f"the {what} of {folder} have {size} bytes", hint, "set-too-large")
    return files


def scenario_files_in(contents: Contents) -> list[Path]:
    """The scenario files of a set, sorted by path."""
    every = [path for path in contents.list_files(SUFFIX) if is_scenario_file(contents.path, path)]
    return check_limits(contents, every, "scenario files")


def is_scenario_file(folder: Path, path: Path) -> bool:
    """Whether a file of a set lies in a folder of scenarios."""
    return SCENARIOS in path.parts[len(folder.parts) :]


def find_unshared_files(contents: Contents, shown: str) -> Iterator[Diagnostic]:
    """Warnings for files of a set with names that no pack can have."""
    folder = contents.path
    for path in contents.list_files():
        if wrong := check_path(path, folder):
            source = Source(f"{shown}/{path.relative_to(folder).as_posix()}", "", path)
            message = f"no pack can have this file: {wrong.message}"
            yield Diagnostic(wrong.code, Span(source, 0, 0), message, wrong.hint, Severity.WARNING)


def find_unread_files(contents: Contents, shown: str) -> list[Diagnostic]:
    """Warnings for files of a set that look like content but are not read, and for links to folders of content."""
    folder, warnings = contents.path, []
    for path in sorted(path for path in contents.list_files() if LOOKALIKES.search(path.name)):
        name = path.relative_to(folder).as_posix()
        if not is_member(name) and not is_scenario_file(folder, path) and contents.is_file(path):
            hint = f"rename it: the name of a content file ends in {SUFFIX}"
            if path.suffix.lower() == Path(LAYOUTS).suffix:
                hint = f"layouts are in {LAYOUTS}, beside {SET}"
            warnings.append(warning_of_unread(path, f"{shown}/{name}", "this file is not read", hint))
    for link in folder_links_below(folder) if folder.is_dir() else ():
        if any(name.endswith(SUFFIX) for name in names_in(link)):
            name = link.relative_to(folder).as_posix()
            warnings.append(
                warning_of_unread(link, f"{shown}/{name}", "this link to a folder is not followed", "copy the folder")
            )
    return warnings


def names_in(folder: Path) -> Iterator[str]:
    """The names of the first files in a folder; empty if it cannot be read."""
    with suppress(OSError), os.scandir(folder) as entries:
        yield from (entry.name for entry in islice(entries, limits.FILES.most))


def warning_of_unread(path: Path, label: str, message: str, hint: str) -> Diagnostic:
    """The warning for a part of a set that is not read."""
    return Diagnostic("unread-file", Span(Source(label, "", path), 0, 0), message, hint, Severity.WARNING)
