"""Standard input and output in place of a file (``-``), and lists of paths. Imported lazily."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from rftg_dsl.author.validate import validate_targets
from rftg_dsl.author.validate.outcome import Outcome
from rftg_dsl.author.validate.target import Target, parse_target
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.files import read_text
from rftg_dsl.base.limits import BYTES, LISTED, PATHS
from rftg_dsl.base.resources import SUFFIX
from rftg_dsl.cli.options import STREAM
from rftg_dsl.log.format.kinds import SIZE
from rftg_dsl.log.format.read_log import Log, parse_log, read_log
from rftg_dsl.log.format.write_log import LogFile

CHUNK = 1_000_000


ONCE = "standard input can be read only once", f"use '{STREAM}' only once", "wrong-option"


def read_standard_input(most: int) -> bytes:
    """Read all of standard input. Raise ``UsageError`` if it is closed or larger than ``most`` bytes."""
    stream = getattr(sys.stdin, "buffer", None)
    if stream is None or stream.closed:
        raise UsageError("standard input is closed", f"use a file instead of '{STREAM}'", "unreadable")
    # Read one byte beyond the limit, to detect input that is too large.
    parts, left = [], most + 1
    while left and (part := stream.read(min(left, CHUNK))):
        parts.append(part)
        left -= len(part)
    if not left:
        raise UsageError(f"standard input is larger than {most:,} bytes", "use a smaller file", "file-too-large")
    return b"".join(parts)


def log_at(path: Path | str) -> Log:
    return parse_log(read_standard_input(SIZE), STREAM) if str(path) == STREAM else read_log(Path(path))


class Held:
    """A file to which standard input is saved, for code that can read only files."""

    def __init__(self, path: Path, most: int) -> None:
        self.path = path
        self.most = most

    def file_for(self, path: Path) -> Path:
        if str(path) != STREAM:
            return path
        if self.path.exists():
            raise UsageError(*ONCE)
        self.path.write_bytes(read_standard_input(self.most))
        return self.path

    def restore_name(self, value: Any) -> Any:
        """Replace the path of the temporary file with ``-`` wherever it occurs in a value."""
        if isinstance(value, str):
            return value.replace(str(self.path), STREAM) if str(self.path) in value else value
        if isinstance(value, dict):
            return {key: self.restore_name(item) for key, item in value.items()}
        if isinstance(value, list):
            return [self.restore_name(item) for item in value]
        if hasattr(value, "__attrs_attrs__"):
            from attrs import evolve, fields  # already loaded, since the value is an instance of an attrs class

            changed = {each.name: self.restore_name(getattr(value, each.name)) for each in fields(type(value))}
            return evolve(value, **changed)
        if hasattr(value, "_fields"):
            return type(value)(*map(self.restore_name, value))
        return type(value)(map(self.restore_name, value)) if isinstance(value, tuple) else value


@contextmanager
def hold_standard_input(most: int, ending: str = "") -> Iterator[Held]:
    """Provide a temporary file for standard input; error messages refer to the file as ``-``."""
    with tempfile.TemporaryDirectory(prefix="rftg-") as folder:
        place = Held(Path(folder) / f"standard-input{ending}", most)
        try:
            yield place
        except UsageError as error:
            raise UsageError(place.restore_name(error.message), error.hint, error.code) from None


def validate_all(targets: Sequence[str], files: Path | None, game: str, sets: Sequence[str] = ()) -> Outcome:
    """Validate targets, which may include ``-``, and the paths listed in a file."""
    if str(files) == STREAM and STREAM in targets:
        raise UsageError(*ONCE)
    with hold_standard_input(BYTES.most, SUFFIX) as place:
        here = [
            # Check the file on its own, because the temporary folder might be inside a set.
            Target(str(place.file_for(Path(target))), alone=True) if target == STREAM else parse_target(target)
            for target in targets
        ]
        here += [Target(os.path.join(os.curdir, path)) for path in (read_paths(files) if files else ())]
        outcome: Outcome = place.restore_name(validate_targets(here, game, sets)) if here else Outcome(0, {}, [], [])
        return outcome


def with_listed(paths: Sequence[Path] | None, files: Path | None) -> list[Path]:
    """Return the given paths and the paths listed in a file. Raise ``UsageError`` if neither is given."""
    if files is None:
        if not paths:
            raise UsageError(
                "no files were specified", "specify files or folders, or a list of them with --files", "wrong-usage"
            )
        return list(paths)
    if str(files) == STREAM and Path(STREAM) in (paths or ()):
        raise UsageError(*ONCE)
    return [*(paths or ()), *read_paths(files)]


def with_paths(targets: Sequence[str] | None, files: Path | None) -> list[str]:
    return [*(targets or ()), *[os.path.join(os.curdir, path) for path in (read_paths(files) if files else ())]]


def read_paths(files: Path) -> Iterator[Path]:
    """Read a list of paths, which are one per line or separated by NUL, in any encoding."""
    with hold_standard_input(PATHS.most) as place:
        # File names do not have to be UTF-8; ``surrogateescape`` preserves their bytes.
        text = read_text(place.file_for(files), PATHS.most, "specify a file that lists paths", "surrogateescape")
    number = 0
    for line in text.split("\0" if "\0" in text else "\n"):
        path = line.removesuffix("\r")
        if path == STREAM:
            raise UsageError(f"the list contains the path '{STREAM}'", "list only files", "wrong-option")
        if (number := number + bool(path)) > LISTED.most:
            raise UsageError(f"{files} lists more than {LISTED.most:,} paths", "use a shorter list", LISTED.code)
        if path:
            yield Path(path)


class Output:
    """Standard output as the destination for a log."""

    def __init__(self) -> None:
        stream = getattr(sys.stdout, "buffer", None)
        if stream is None or stream.closed:
            raise UsageError("standard output is closed", f"use a file instead of '{STREAM}'", "unwritable")
        self.stream = stream

    def write(self, data: bytes) -> int:
        self.stream.write(data)
        self.stream.flush()
        return len(data)

    def sync(self) -> None:
        """Do nothing, because a pipe cannot be synced."""

    def cut(self, size: int) -> None:
        """Do nothing, because output cannot be taken back."""

    def publish(self) -> None: ...

    def close(self) -> None: ...


def log_to(path: Path, sealed: bool) -> Path | LogFile:
    if str(path) != STREAM:
        return path
    if sealed:
        hint = f"use a file instead of '{STREAM}'"
        raise UsageError("a sealed log consists of several files", hint, "wrong-option")
    return LogFile(path, sync=False, disk=Output())
