"""The outcome of validation as plain data, so that a cached outcome can be shown without loading anything."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from rftg_dsl.base.diagnostic import Diagnostic


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
    """A content file or ``set.toml`` whose findings were all reported."""

    name: str
    path: str


class Outcome(NamedTuple):
    """The outcome of validation: the number of files, the components in them, pending declarations, and findings."""

    files: int
    components: dict[str, list[Counted]]
    pending: list[Pending]
    findings: list[Diagnostic]
    read: Sequence[Read] = ()

    @property
    def errors(self) -> int:
        return self.count_findings("error")

    @property
    def warnings(self) -> int:
        return self.count_findings("warning")

    @property
    def lints(self) -> int:
        return self.count_findings("lint")

    def count_findings(self, severity: str) -> int:
        return sum(finding.severity == severity for finding in self.findings)

    def as_plain(self) -> dict[str, Any]:
        return {
            "files": self.files,
            "components": {
                game: {counted.sort: counted.n for counted in sorts} for game, sorts in self.components.items()
            },
            "pending": [declaration._asdict() for declaration in self.pending],
            "diagnostics": [finding.as_plain() for finding in self.findings],
        }


def as_kept(outcome: Outcome) -> dict[str, Any]:
    """Convert an outcome to data for the cache.

    Each file with findings is stored once, and findings refer to it by offset.
    """
    sources = list(dict.fromkeys(finding.at.source for finding in outcome.findings))
    nth = {source: nth for nth, source in enumerate(sources)}
    return {
        "files": outcome.files,
        "components": outcome.components,
        "pending": outcome.pending,
        "read": outcome.read,
        "sources": [(source.label, source.text, source.path and str(source.path)) for source in sources],
        "findings": [
            (
                nth[finding.at.source],
                *(finding.code, str(finding.severity), finding.at.start, finding.at.end),
                *(finding.message, finding.hint),
                [(edit.at.start, edit.at.end, edit.text) for edit in finding.fix],
            )
            for finding in outcome.findings
        ],
    }


def from_kept(data: Any) -> Outcome | None:
    """Restore an outcome from cached data; None if the data is malformed."""
    try:
        return read_kept(data)
    except (TypeError, ValueError, AttributeError, LookupError):
        return None


def read_kept(data: Any) -> Outcome:
    """Restore an outcome from cached data. If the data is malformed, this raises one of several kinds of error."""
    return Outcome(
        number_in(data["files"]),
        {
            text_in(game): [Counted(text_in(sort), text_in(plural), number_in(n)) for sort, plural, n in sorts]
            for game, sorts in data["components"].items()
        },
        [Pending(text_in(file), number_in(line), text_in(text)) for file, line, text in data["pending"]],
        read_findings(data["sources"], data["findings"]) if data["findings"] else [],
        [Read(text_in(name), text_in(path)) for name, path in data["read"]],
    )


def read_findings(files: Any, rows: Any) -> list[Diagnostic]:
    """Restore findings from cached data, along with the files that contain them."""
    # Imported late, because importing attrs takes longer than the rest of a run without findings.
    from rftg_dsl.base.diagnostic import Diagnostic, Edit, Severity
    from rftg_dsl.base.source import Source, Span

    sources = [Source(text_in(label), text_in(text), path and Path(path)) for label, text, path in files]

    def read_span(source: Source, start: Any, end: Any) -> Span:
        if not 0 <= number_in(start) <= number_in(end) <= len(source.text):
            raise ValueError("a range extends beyond its file")
        return Span(source, start, end)

    def read_finding(row: Any) -> Diagnostic:
        nth, code, severity, start, end, message, hint, fix = row
        source = sources[number_in(nth)]
        edits = tuple(Edit(read_span(source, start, end), text_in(text)) for start, end, text in fix)
        at = read_span(source, start, end)
        return Diagnostic(text_in(code), at, text_in(message), text_in(hint), Severity(severity), edits)

    return [read_finding(row) for row in rows]


def number_in(value: Any) -> int:
    """Return a count or an offset. Raise ``TypeError`` for any other value."""
    if type(value) is int and value >= 0:
        return value
    raise TypeError(value)


def text_in(value: Any) -> str:
    """Return a string. Raise ``TypeError`` for any other value."""
    if type(value) is str:
        return value
    raise TypeError(value)
