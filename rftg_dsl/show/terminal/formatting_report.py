"""The report on formatting content files."""

from __future__ import annotations

from typing import Any

from attrs import define

from rftg_dsl.author.format_files import Formatted
from rftg_dsl.show.terminal.finding_text import count, render_finding
from rftg_dsl.show.terminal.paint import Paint


@define
class Tally:
    """Running totals for the files formatted so far."""

    written: bool
    """Whether changed files are written back rather than only reported."""
    changed: int = 0
    unchanged: int = 0
    mistakes: int = 0

    def add(self, form: Formatted) -> None:
        self.changed += form.changes
        self.unchanged += not form.changes
        self.mistakes += len(form.mistakes)

    def render(self, paint: Paint) -> str:
        good = not self.mistakes and (self.written or not self.changed)
        word = paint("ok", "green") if good else paint("errors", "red")
        changed = f"{count(self.changed, 'file')} {'formatted' if self.written else 'to format'}"
        parts = [changed, f"{self.unchanged} unchanged"]
        return f"{word}: {', '.join(parts + [count(self.mistakes, 'mistake')] * bool(self.mistakes))}"


def render_mistakes(form: Formatted, written: bool, paint: Paint) -> str:
    """Render the mistakes in a file, with locations in the new text if it was ``written``, or else in the original."""
    return "\n\n".join(render_finding(mistake, paint) for mistake in (form.left if written else form.mistakes))


def serialize_form(form: Formatted, written: bool, with_difference: bool, with_text: bool) -> dict[str, Any]:
    return {
        "file": form.name,
        "changes": form.changes,
        "difference": form.as_diff() if with_difference else None,
        "text": form.after if with_text else None,
        "diagnostics": [mistake.as_plain() for mistake in (form.left if written else form.mistakes)],
    }
