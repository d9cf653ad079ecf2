"""What formatting did, or would do, to files."""

from __future__ import annotations

from typing import Any

from attrs import define

from rftg_dsl.author.format_files import Formatted
from rftg_dsl.show.terminal.finding_text import count, render_finding
from rftg_dsl.show.terminal.paint import Paint


@define
class Tally:
    """The files so far."""

    written: bool
    """Whether files that are not in their canonical form are written."""
    changed: int = 0
    unchanged: int = 0
    mistakes: int = 0

    def add(self, form: Formatted) -> None:
        """Count a file."""
        self.changed += form.changes
        self.unchanged += not form.changes
        self.mistakes += len(form.mistakes)

    def render(self, paint: Paint) -> str:
        """A summary line."""
        good = not self.mistakes and (self.written or not self.changed)
        word = paint("ok", "green") if good else paint("errors", "red")
        changed = f"{count(self.changed, 'file')} {'formatted' if self.written else 'to format'}"
        parts = [changed, f"{self.unchanged} unchanged"]
        return f"{word}: {', '.join(parts + [count(self.mistakes, 'mistake')] * bool(self.mistakes))}"


def render_mistakes(form: Formatted, written: bool, paint: Paint) -> str:
    """The mistakes in a file, at their places after it was written or as it is."""
    return "\n\n".join(render_finding(mistake, paint) for mistake in (form.left if written else form.mistakes))


def serialize_form(form: Formatted, written: bool, with_difference: bool, with_text: bool) -> dict[str, Any]:
    """What happens to a file, as plain data."""
    return {
        "file": form.name,
        "changes": form.changes,
        "difference": form.as_diff() if with_difference else None,
        "text": form.after if with_text else None,
        "diagnostics": [mistake.as_plain() for mistake in (form.left if written else form.mistakes)],
    }
