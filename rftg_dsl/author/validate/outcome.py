"""The outcome of a validation run as plain data, so that a cached one can be shown without loading anything."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple


class Change(NamedTuple):
    """A part of a file, and what to write instead; places as in a finding."""

    line: int
    column: int
    end_line: int
    end_column: int
    text: str


class Finding(NamedTuple):
    """A diagnostic as plain data; lines and columns count from 1, and the end is exclusive."""

    code: str
    severity: str
    file: str
    line: int
    column: int
    end_line: int
    end_column: int
    message: str
    hint: str
    excerpt: str = ""
    """The source line on which it begins."""
    fix: tuple[Change, ...] = ()
    """What to change in its file so that it is certainly put right; empty if nothing is certain."""

    def as_plain(self) -> dict[str, Any]:
        """The finding as machine-readable reports show it."""
        shown = {name: value for name, value in self._asdict().items() if name != "excerpt"}
        return {**shown, "fix": [change._asdict() for change in self.fix]}


class Pending(NamedTuple):
    """A declaration that the language cannot express yet."""

    file: str
    line: int
    text: str


class Counted(NamedTuple):
    """The number of components of one sort, such as tiles."""

    sort: str
    plural: str
    n: int

    def __str__(self) -> str:
        return f"{self.n} {self.sort if self.n == 1 else self.plural}"


class Read(NamedTuple):
    """A content file, or ``set.toml``, that was reported in full."""

    name: str
    """How it is shown."""
    path: str
    """Where it is."""


class Outcome(NamedTuple):
    """A validation run: the number of files, the components they hold, pending declarations and findings."""

    files: int
    components: dict[str, list[Counted]]
    """By game."""
    pending: list[Pending]
    findings: list[Finding]
    read: Sequence[Read] = ()

    @property
    def errors(self) -> int:
        """The number of errors; content with errors cannot be played."""
        return self.count_findings("error")

    @property
    def warnings(self) -> int:
        """The number of warnings."""
        return self.count_findings("warning")

    @property
    def lints(self) -> int:
        """The number of lints."""
        return self.count_findings("lint")

    def count_findings(self, severity: str) -> int:
        """The number of findings of a severity."""
        return sum(finding.severity == severity for finding in self.findings)

    def as_plain(self) -> dict[str, Any]:
        """The outcome as the JSON report shows it."""
        return {
            "files": self.files,
            "components": {
                game: {counted.sort: counted.n for counted in sorts} for game, sorts in self.components.items()
            },
            "pending": [declaration._asdict() for declaration in self.pending],
            "diagnostics": [finding.as_plain() for finding in self.findings],
        }


def from_kept(data: Any) -> Outcome | None:
    """An outcome from cached data; None if the data is malformed."""
    try:
        files, components, pending, findings, read = data
        components = {game: [Counted(*row) for row in sorts] for game, sorts in components.items()}
        counted = [count for sorts in components.values() for count in sorts]
        pending = [Pending(*row) for row in pending]
        findings = [Finding(*row)._replace(fix=tuple(Change(*each) for each in row[10])) for row in findings]
        changes = [each for finding in findings for each in finding.fix]
        read = [Read(*row) for row in read]
        numbers = [files, *[entry.n for entry in counted], *[entry.line for entry in pending]]
        numbers += [
            n for finding in findings for n in (finding.line, finding.column, finding.end_line, finding.end_column)
        ]
        numbers += [n for change in changes for n in change[:4]]
        texts = [text for count in counted for text in (count.sort, count.plural)]
        texts += [text for entry in pending for text in (entry.file, entry.text)]
        texts += [text for finding in findings for text in (*finding[:3], *finding[7:10])]
        texts += [*[entry.text for entry in changes], *[text for entry in read for text in entry]]
    except (TypeError, ValueError, AttributeError, IndexError):
        return None
    sound = all(type(n) is int and n >= 0 for n in numbers) and all(type(text) is str for text in texts)
    return Outcome(files, components, pending, findings, read) if sound else None
