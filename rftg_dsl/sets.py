"""A set on disk: a folder with ``set.toml`` and content files, there or anywhere else."""

from __future__ import annotations

import tomllib
from pathlib import Path

from attrs import frozen

from rftg_dsl.diagnostic import Diagnostic, Unusable, did_you_mean
from rftg_dsl.resources import SET, SUFFIX
from rftg_dsl.source import Source, Span
from rftg_dsl.syntax.parse import SIZE

FILES = 1_000
"""Most content files in one set."""

PENDING = f"pending{SUFFIX}"
"""What the language cannot say yet: counted, never played."""

SET_HINT = 'write: id = "my-set", name = "My set", game = "roll", version = "1"'


@frozen
class SetFolder:
    """What a ``set.toml`` says, and where."""

    id: str
    name: str
    game: str
    version: str
    folder: Path


def read_source(path: Path, shown: str | None = None) -> tuple[Source, list[Diagnostic]]:
    """A content file as text, and what is wrong with its encoding; ``Unusable`` if it cannot be read."""
    label = shown or str(path)
    try:
        size = path.stat().st_size
        if not path.is_file():
            hint = "name a .rftg file, or a folder with a set.toml"
            raise Unusable(f"{label} is not a file", hint, "wrong-file")
        if size > SIZE * 4:
            source = Source(label, "")
            message = f"the file has {size} bytes"
            return source, [Diagnostic("file-too-large", Span(source, 0, 0), message, f"at most {SIZE} characters")]
        raw = path.read_bytes()
    except OSError as error:
        reason = error.strerror or error
        raise Unusable(f"{label} cannot be read: {reason}", "check its name and permissions", "unreadable") from None
    return decoded(raw, label)


def decoded(raw: bytes, label: str) -> tuple[Source, list[Diagnostic]]:
    """The text of a content file, and what is wrong with it as text."""
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        source = Source(label, before + "\N{REPLACEMENT CHARACTER}")
        at = Span(source, len(before), len(before) + 1)
        return source, [Diagnostic("bad-encoding", at, "the file is not UTF-8", "save it as UTF-8")]
    source = Source(label, text)
    if not text.strip():
        return source, [Diagnostic("empty-file", Span(source, 0, 0), "the file is empty", "write it, or remove it")]
    if "\0" in text:
        start = text.index("\0")
        at = Span(source, start, start + 1)
        return source, [Diagnostic("bad-encoding", at, "the file has a NUL byte", "save it as text")]
    return source, []


def read_set(folder: Path, shown: str | None = None) -> tuple[SetFolder | None, list[Diagnostic]]:
    """What ``set.toml`` says of a set; ``Unusable`` if there is no such folder."""
    path = folder / SET
    label = f"{shown or folder}/{SET}"
    if not folder.is_dir():
        if folder.exists():
            raise Unusable(f"{folder} is not a folder", f"name its folder: {folder.parent}", "wrong-file")
        hint = "check its name, and which folder you are in"
        raise Unusable(f"there is no folder {folder}", hint, "missing-file")
    if not path.is_file():
        source = Source(label, "")
        message = "this folder has no set.toml, so it is not a set"
        return None, [Diagnostic("missing-set", Span(source, 0, 0), message, SET_HINT)]
    source, found = read_source(path, label)
    if found:
        return None, found
    at = Span(source, 0, 0)
    try:
        data = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        return None, [Diagnostic("bad-set", at, f"set.toml is not TOML: {error}", SET_HINT)]
    wanted = ("id", "name", "game", "version")
    for key in wanted:
        if not isinstance(data.get(key), str) or not data[key].strip():
            found.append(Diagnostic("bad-set", at, f"{key!r} is missing or not a text", SET_HINT))
    for key in sorted(set(data) - set(wanted)):
        line = source.text.find(key)
        hint = did_you_mean(key, wanted) or "leave it out"
        found.append(Diagnostic("bad-set", Span(source, line, line + len(key)), f"{key!r} is not known here", hint))
    if found:
        return None, found
    return SetFolder(data["id"], data["name"], data["game"], data["version"], folder), []


def set_files(folder: Path) -> list[Path]:
    """The content files of a set, in order of name; those of scenarios and pending ones left out."""
    every = folder.rglob(f"*{SUFFIX}")
    found = sorted(path for path in every if path.name != PENDING and "scenarios" not in path.parts)
    if len(found) > FILES:
        raise Unusable(f"{folder} has {len(found)} content files", f"at most {FILES}", "too-many-files")
    return found
