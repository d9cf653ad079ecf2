"""A baseline: the warnings and lints that are known already, in a file, so that only new ones are reported.

A finding is known by its code, its file and the text of its line, so it stays known when lines move. Errors are never
known: content with an error cannot be played.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from rftg_dsl.author.validate.outcome import Outcome
from rftg_dsl.base.diagnostic import Diagnostic, Unusable
from rftg_dsl.base.files import bytes_of, rewrite, write_new

FORMAT = "rftg-baseline/1"
"""What a baseline says it is."""
SIZE = 10_000_000
"""Maximum bytes of a baseline."""
HINT = "name a file that --write-baseline has written"


class Known(NamedTuple):
    """A finding, as a baseline has it."""

    file: str
    """Relative to the folder of the baseline; as it is shown, if it comes with the program or in a pack."""
    code: str
    text: str
    """The line on which it begins, with single spaces between its words."""


class Compared(NamedTuple):
    """An outcome beside a baseline."""

    outcome: Outcome
    """With the new findings only."""
    known: int
    """How many findings are not new."""
    gone: dict[Known, int]
    """What the baseline has but is found no more, and how often it has that."""

    def as_plain(self) -> dict[str, Any]:
        """What the baseline says, as the JSON report shows it."""
        return {"known": self.known, "gone": to_rows(self.gone)}


def compare(outcome: Outcome, path: Path) -> Compared:
    """An outcome beside the baseline in a file; ``Unusable`` if it is not one."""
    left = read(path, HINT)
    new = []
    for finding in outcome.findings:
        key = to_known(finding, path.parent)
        if finding.severity != "error" and left[key]:
            left[key] -= 1
        else:
            new.append(finding)
    checked = {place(file.name, path.parent) for file in outcome.read}
    gone = {
        known: n for known, n in left.items() if n and (known.file in checked or is_removed(path.parent / known.file))
    }
    return Compared(outcome._replace(findings=new), len(outcome.findings) - len(new), gone)


def to_known(finding: Diagnostic, folder: Path) -> Known:
    """A finding as a baseline in a folder has it."""
    return Known(place(finding.at.file, folder), finding.code, " ".join(finding.at.excerpt.split()))


def place(name: str, folder: Path) -> str:
    """The path of a file as a baseline in a folder has it."""
    if not os.path.exists(name):
        return name
    try:
        return Path(os.path.relpath(name, folder)).as_posix()
    except ValueError:  # on another drive
        return name


def is_removed(path: Path) -> bool:
    """Whether a file is no longer in its folder."""
    return path.parent.is_dir() and not path.exists()


# -- the file ----------------------------------------------------------------------------------------------------


def read(path: Path, hint: str) -> Counter[Known]:
    """What a baseline has, and how often; ``Unusable`` if it is not one."""
    raw = bytes_of(path, SIZE, str(path), hint)
    try:
        match json.loads(raw) if len(raw) <= SIZE else None:
            case {"format": str(form), "findings": list(rows)} if form == FORMAT:
                return Counter(dict(map(read_row, rows)))
    except (ValueError, RecursionError):
        pass
    raise Unusable(f"{path} is not a baseline", hint, "wrong-file")


def read_row(row: Any) -> tuple[Known, int]:
    """One row of a baseline; ``ValueError`` if it has another form."""
    match row:
        case {"file": str(file), "code": str(code), "text": str(text), "n": n} if type(n) is int and n > 0:
            return Known(file, code, text), n
    raise ValueError("not a row of a baseline")


def to_rows(counts: Mapping[Known, int]) -> list[dict[str, Any]]:
    """Findings as the rows of a baseline."""
    return [{**known._asdict(), "n": n} for known, n in sorted(counts.items())]


def write(outcome: Outcome, path: Path) -> int:
    """Write the baseline of an outcome, in place of an older one; returns how many findings it has.

    ``Unusable`` if the file is there and is something else.
    """
    counts = Counter(to_known(finding, path.parent) for finding in outcome.findings if finding.severity != "error")
    value = {"format": FORMAT, "findings": to_rows(counts)}
    content = json.dumps(value, ensure_ascii=False, indent=2).encode("utf-8", "surrogateescape") + b"\n"
    if path.exists():
        read(path, "choose another name: only a baseline is replaced")
        rewrite(path, path.read_bytes(), content)
    else:
        write_new(path, content)
    return counts.total()
