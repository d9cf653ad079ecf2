"""A verdict on content as plain data, so that one that was kept can be shown without loading anything."""

from __future__ import annotations

from typing import Any, NamedTuple


class Finding(NamedTuple):
    """A diagnostic as people and programs are shown it; lines and columns are counted from 1, the end not included."""

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
    """The text of its first line."""

    def plain(self) -> dict[str, Any]:
        """The finding as the machine-readable reports have it."""
        return {name: value for name, value in self._asdict().items() if name != "excerpt"}


class Pending(NamedTuple):
    """Something that the language cannot say yet."""

    file: str
    line: int
    text: str


class Verdict(NamedTuple):
    """What was looked at, what there is of each sort of component, and what is wrong."""

    files: int
    components: dict[str, dict[str, int]]
    pending: list[Pending]
    findings: list[Finding]

    @property
    def errors(self) -> int:
        """How many findings keep content from being played."""
        return sum(one.severity == "error" for one in self.findings)

    @property
    def warnings(self) -> int:
        """How many findings do not."""
        return len(self.findings) - self.errors

    def plain(self) -> dict[str, Any]:
        """The verdict as the machine-readable report has it."""
        return {
            "files": self.files,
            "components": self.components,
            "pending": [one._asdict() for one in self.pending],
            "diagnostics": [one.plain() for one in self.findings],
        }


def from_kept(data: Any) -> Verdict | None:
    """A verdict that was kept; None if the data is none."""
    try:
        files, components, pending, findings = data
        pending = [Pending(*one) for one in pending]
        findings = [Finding(*one) for one in findings]
        counts = [n for kinds in components.values() for n in kinds.values()]
        numbers = [files, *counts, *[one.line for one in pending]]
        numbers += [n for one in findings for n in (one.line, one.column, one.end_line, one.end_column)]
        texts = [text for one in pending for text in (one.file, one.text)]
        texts += [text for one in findings for text in (*one[:3], *one[7:])]
    except (TypeError, ValueError, AttributeError):
        return None
    sound = all(type(n) is int and n >= 0 for n in numbers) and all(type(text) is str for text in texts)
    return Verdict(files, components, pending, findings) if sound else None
