"""Baselines: files of known warnings and lints, so that only new ones are reported.

A finding is identified by its code, its file and the text of its line, so it stays known if lines move. Errors are
never considered known, because content with errors cannot be played.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rftg_dsl.author.validate.outcome import Outcome
from rftg_dsl.base.diagnostic import Diagnostic, UsageError
from rftg_dsl.base.files import bytes_of, rewrite, write_new

FORMAT = "rftg-baseline/1"
SIZE = 10_000_000
HINT = "use a file written by --write-baseline"


class Known(NamedTuple):
    """A finding in a baseline."""

    file: str
    """The path relative to the baseline's folder; for shipped content and packs, the name as displayed."""
    code: str
    text: str
    """The line on which the finding begins, with whitespace normalized."""


class Compared(NamedTuple):
    """An outcome compared with a baseline."""

    outcome: Outcome
    known: int
    gone: dict[Known, int]
    """The entries in the baseline that no longer occur, with their counts."""

    def as_plain(self) -> dict[str, Any]:
        return {"known": self.known, "gone": to_rows(self.gone)}


def compare(outcome: Outcome, path: Path) -> Compared:
    """Compare an outcome with a baseline file. Raise ``UsageError`` if the file is malformed."""
    left = read(path, HINT)
    new = []
    for finding in outcome.findings:
        key = to_known(finding, path.parent)
        if finding.severity != "error" and left[key]:
            left[key] -= 1
        else:
            new.append(finding)
    # An entry does not count as gone if its file was not checked in this run.
    checked = {place(file.name, path.parent) for file in outcome.read}
    gone = {
        known: n for known, n in left.items() if n and (known.file in checked or is_removed(path.parent / known.file))
    }
    return Compared(outcome._replace(findings=new), len(outcome.findings) - len(new), gone)


def to_known(finding: Diagnostic, folder: Path) -> Known:
    return Known(place(finding.at.file, folder), finding.code, " ".join(finding.at.excerpt.split()))


def place(name: str, folder: Path) -> str:
    """The path of a file, as stored in a baseline in ``folder``."""
    # Shipped content and packs are identified by a label rather than a path.
    if not os.path.exists(name):
        return name
    try:
        return Path(os.path.relpath(name, folder)).as_posix()
    except ValueError:  # on another drive
        return name


def is_removed(path: Path) -> bool:
    return path.parent.is_dir() and not path.exists()


# -- the file ----------------------------------------------------------------------------------------------------


def read(path: Path, hint: str) -> Counter[Known]:
    """Read the entries in a baseline, with their counts. Raise ``UsageError`` if the file is malformed."""
    raw = bytes_of(path, SIZE, str(path), hint)
    try:
        match json.loads(raw) if len(raw) <= SIZE else None:
            case {"format": str(form), "findings": list(rows)} if form == FORMAT:
                return Counter(dict(map(read_row, rows)))
    except (ValueError, RecursionError):
        pass
    raise UsageError(f"{path} is not a baseline", hint, "wrong-file")


def read_row(row: Any) -> tuple[Known, int]:
    """Parse a row. Raise ``ValueError`` if it is malformed."""
    match row:
        case {"file": str(file), "code": str(code), "text": str(text), "n": n} if type(n) is int and n > 0:
            return Known(file, code, text), n
    raise ValueError("this is not a row in a baseline")


def to_rows(counts: Mapping[Known, int]) -> list[dict[str, Any]]:
    return [{**known._asdict(), "n": n} for known, n in sorted(counts.items())]


def write(outcome: Outcome, path: Path) -> int:
    """Write or replace a baseline, and return the number of findings in it.

    Raise ``UsageError`` if the file exists but is not a baseline.
    """
    counts = Counter(to_known(finding, path.parent) for finding in outcome.findings if finding.severity != "error")
    value = {"format": FORMAT, "findings": to_rows(counts)}
    content = json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "surrogateescape") + b"\n"
    if path.exists():
        read(path, "choose another name: only a baseline can be overwritten")
        rewrite(path, path.read_bytes(), content)
    else:
        write_new(path, content)
    return counts.total()
