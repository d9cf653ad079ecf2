"""A set on disk: a folder with ``set.toml`` and content files, shipped or anywhere else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path

from attrs import asdict, field, frozen

from rftg_dsl import limits
from rftg_dsl.diagnostic import Diagnostic, Severity, Unusable
from rftg_dsl.files import bytes_of
from rftg_dsl.resources import SET, SUFFIX
from rftg_dsl.settings import Mistake, place_of, read_toml, structured
from rftg_dsl.source import Source, Span
from rftg_dsl.syntax.parse import LANGUAGE, MISTAKES, SIZE

PENDING = f"pending{SUFFIX}"
"""The file of content that the language cannot express yet: counted, never played."""

SET_HINT = 'write: id = "my-set", name = "My set", game = "roll", version = "1"'


@frozen
class SetFile:
    """The contents of a ``set.toml``; it may have no other keys."""

    id: str
    name: str
    game: str
    version: str
    language: int = 1
    """The version of the language that the set is written in."""
    requires: tuple[str, ...] = ()
    """The ids of the sets that it builds on, and may change."""
    code: bool = False
    """Whether it needs the installed package of its id."""


@frozen
class SetFolder(SetFile):
    """A set on disk."""

    folder: Path = field(kw_only=True)


def read_source(path: Path, shown: str | None = None) -> tuple[Source, list[Diagnostic]]:
    """A content file as text, and any mistakes in its encoding; ``Unusable`` if it cannot be read."""
    label = shown or str(path)
    most, hint = limits.BYTES.most, f"at most {SIZE} characters"
    if path.name == SET:
        most, hint = limits.SET_FILE.most, "it needs only an id, a name, a game and a version"
    raw = bytes_of(path, most, label, "name a .rftg file, or a folder with a set.toml")
    if len(raw) > most:
        source, message = Source(label, ""), f"the file has more than {most} bytes"
        return source, [Diagnostic("file-too-large", Span(source, 0, 0), message, hint)]
    return decoded(raw, label)


def decoded(raw: bytes, label: str) -> tuple[Source, list[Diagnostic]]:
    """The text of a content file, and any mistakes in its encoding."""
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
    if "\r" in text and "\n" not in text:
        at = Span(source, text.index("\r"), text.index("\r") + 1)
        return source, [
            Diagnostic("bad-encoding", at, "the lines end in CR alone", "save it with LF or CRLF line ends")
        ]
    if "\0" in text:
        start = text.index("\0")
        at = Span(source, start, start + 1)
        return source, [Diagnostic("bad-encoding", at, "the file has a NUL byte", "save it as text")]
    return source, list(islice(bad_characters(source), MISTAKES))


HIDDEN = re.compile(
    "[\x01-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f"
    "\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufff9-\ufffb\U000e0000-\U000e007f]"
)
"""Characters that control a terminal, end a line unseen, or change the order in which text is shown."""


def bad_characters(source: Source) -> Iterator[Diagnostic]:
    """The characters of a file that make it look different from what it says."""
    for match in HIDDEN.finditer(source.text):
        name = unicodedata.name(match[0], "a control character").lower()
        message = f"U+{ord(match[0]):04X} ({name}) can make the file look different from what it says"
        yield Diagnostic("bad-character", Span(source, *match.span()), message, "remove it")


def read_set(folder: Path, shown: str | None = None) -> tuple[SetFolder | None, list[Diagnostic]]:
    """A set as its ``set.toml`` describes it, or the mistakes; ``Unusable`` if the folder does not exist."""
    path = folder / SET
    label = f"{shown or folder}/{SET}"
    if not folder.is_dir():
        if folder.exists():
            raise Unusable(f"{folder} is not a folder", f"name the folder: {folder.parent}", "wrong-file")
        hint = "check its name and the current folder"
        raise Unusable(f"there is no folder {folder}", hint, "missing-file")
    if not path.is_file():
        source = Source(label, "")
        message = "this folder has no set.toml, so it is not a set"
        return None, [Diagnostic("missing-set", Span(source, 0, 0), message, SET_HINT)]
    source, found = read_source(path, label)
    if found:
        return None, found
    read = read_set_file(source)
    if isinstance(read, SetFile):
        return SetFolder(**asdict(read), folder=folder), []
    return None, read


def read_set_file(source: Source) -> SetFile | list[Diagnostic]:
    """The contents of a ``set.toml``, or all its mistakes."""
    data = read_toml(source.text)
    if isinstance(data, Mistake):
        return bad_set(source, [data])
    language = data.get("language", 1)
    at = place_of(source.text, "language")
    if type(language) is int and LANGUAGE < language < 10**limits.DIGITS.most:  # so nothing else can be checked
        message = f"this set is written in language {language}, but this program reads language {LANGUAGE}"
        return [Diagnostic("newer-language", Span(source, *at), message, "install a newer version of this program")]
    read = structured(source.text, data, SetFile)
    if isinstance(read, list):
        return bad_set(source, read)
    if not 1 <= read.language <= LANGUAGE:
        message = f"there is no language {shortened(str(read.language))}"
        return bad_set(source, [Mistake(*at, message, "write: language = 1")])
    return bad_set(source, wrong) if (wrong := list(unfit(source.text, read))) else read


ID = re.compile(rf"[A-Za-z0-9][A-Za-z0-9._-]{{0,{limits.WORD.most - 1}}}")
"""How a set can be called."""


def unfit(text: str, read: SetFile) -> Iterator[Mistake]:
    """The texts of a ``set.toml`` that are too long, or that a person could not read."""
    ids = {"id": [read.id], "requires": read.requires}
    for key, one in ((key, one) for key, those in ids.items() for one in those):
        if not ID.fullmatch(one):
            hint = f"write at most {limits.WORD.most} letters, digits, '-', '_' and '.'"
            yield Mistake(*place_of(text, key), f"{shortened(one)!r} is not the id of a set", hint)
    for key, one, most in (("name", read.name, limits.NAME.most), ("version", read.version, limits.WORD.most)):
        if len(one) > most or not one.isprintable():
            hint = f"write at most {most} characters in one line"
            yield Mistake(*place_of(text, key), f"{key!r} is too long, or cannot be shown", hint)
    if len(read.requires) > limits.REQUIRED.most:
        hint = f"at most {limits.REQUIRED.most}"
        yield Mistake(*place_of(text, "requires"), f"it requires {len(read.requires)} sets", hint)


def shortened(text: str) -> str:
    """A text, or the start of a long one."""
    return text if len(text) <= limits.WORD.most else f"{text[: limits.WORD.most]}..."


def bad_set(source: Source, mistakes: Iterable[Mistake]) -> list[Diagnostic]:
    """The mistakes in a ``set.toml`` as diagnostics."""
    return [
        Diagnostic("bad-set", Span(source, one.start, one.end), one.message, one.hint or SET_HINT) for one in mistakes
    ]


SCENARIOS = "scenarios"
"""The folders of a set with tests of its powers, which are never played."""


def set_files(folder: Path) -> list[Path]:
    """The content files of a set, sorted by path, without scenarios and pending content."""
    every = folder.rglob(f"*{SUFFIX}")
    found = sorted(path for path in every if path.name != PENDING and not in_scenarios(folder, path))
    return within_limits(folder, found, "content files")


def within_limits(folder: Path, found: list[Path], what: str) -> list[Path]:
    """These files of a set; ``Unusable`` if they are too many or too large."""
    if len(found) > limits.FILES.most:
        raise Unusable(f"{folder} has {len(found)} {what}", f"at most {limits.FILES.most}", "too-many-files")
    if (size := sum(min(path.stat().st_size, limits.BYTES.most) for path in found if path.is_file())) > limits.SET.most:
        hint = f"at most {limits.SET.most} bytes: make several sets of it"
        raise Unusable(f"the {what} of {folder} have {size} bytes", hint, "set-too-large")
    return found


def scenario_files(folder: Path) -> list[Path]:
    """The scenario files of a set, sorted by path."""
    every = folder.glob(f"**/{SCENARIOS}/**/*{SUFFIX}")
    return within_limits(folder, sorted(path for path in every if in_scenarios(folder, path)), "scenario files")


def in_scenarios(folder: Path, path: Path) -> bool:
    """Whether a file of a set lies in a folder of scenarios."""
    return SCENARIOS in path.relative_to(folder).parts


LOOKALIKES = re.compile(r"\.(rftg|rfgt|rtfg|rftg\.txt|txt|text)$", re.IGNORECASE)
"""The endings of files that an author may take for content."""


def unread_files(folder: Path, shown: str) -> list[Diagnostic]:
    """Warnings for files of a set that look like content but are not read."""
    found = []
    for path in sorted(folder.rglob("*")):
        if path.suffix != SUFFIX and LOOKALIKES.search(path.name) and path.is_file() and not in_scenarios(folder, path):
            source = Source(f"{shown}/{path.relative_to(folder).as_posix()}", "")
            hint = f"rename it: the name of a content file ends in {SUFFIX}"
            message = "this file is not read"
            found.append(Diagnostic("unread-file", Span(source, 0, 0), message, hint, Severity.WARNING))
    return found
