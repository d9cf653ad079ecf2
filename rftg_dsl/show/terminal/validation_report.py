"""The report on a validation run, in the requested format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from rftg_dsl.author.validate.outcome import Outcome
from rftg_dsl.base.version import __version__
from rftg_dsl.show.terminal.finding_text import count, render_finding, render_summary
from rftg_dsl.show.terminal.paint import PLAIN, Paint, paint_for, to_visible

if TYPE_CHECKING:
    from rftg_dsl.author.validate.apply_fixes import Fixed
    from rftg_dsl.author.validate.baseline import Compared


class Report(NamedTuple):
    """The results of a validation run, ready to be rendered."""

    outcome: Outcome
    compared: Compared | None = None
    fixed: Sequence[Fixed] | None = None
    """The files with fixes; None unless ``--fix`` or ``--diff`` was given."""
    diff: bool = False
    """Whether to show fixes as a diff instead of writing them."""

    def without_known(self, compared: Compared) -> Report:
        """Return the report without the findings that the baseline already lists."""
        return self._replace(outcome=compared.outcome, compared=compared)

    def as_plain(self) -> dict[str, Any]:
        plain = self.outcome.as_plain()
        if self.compared:
            plain["baseline"] = self.compared.as_plain()
        if self.fixed is not None:
            plain["fixed"] = [
                {"file": file.name, "codes": list(file.codes), "difference": file.as_diff() if self.diff else None}
                for file in self.fixed
            ]
        return plain


def render_report(report: Report, form: str, stream: TextIO) -> str:
    if form == "text":
        return render_text(report, paint_for(stream))
    from rftg_dsl.show.terminal import machine_formats

    if form == "github":
        return machine_formats.as_github(report.outcome)
    if form == "sarif":
        return machine_formats.as_sarif(report.outcome, __version__)
    return machine_formats.as_json(report.as_plain())


def render_text(report: Report, paint: Paint = PLAIN) -> str:
    outcome = report.outcome
    parts = [render_fixes(report, paint)] if report.fixed else []
    parts += [render_finding(finding, paint) for finding in outcome.findings]
    if outcome.pending:
        lines = [
            f"  {to_visible(pending.file)}:{pending.line}: {to_visible(pending.text)}" for pending in outcome.pending
        ]
        parts.append("\n".join([paint("pending", "yellow") + ": the language cannot express these yet", *lines]))
    parts += (
        [render_baseline(report.compared)]
        if report.compared and (report.compared.known or report.compared.gone)
        else []
    )
    return "\n\n".join([*parts, render_summary(outcome, paint)])


def render_fixes(report: Report, paint: Paint) -> str:
    word = paint("would fix" if report.diff else "fixed", "green")
    return "\n".join(f"{word} {to_visible(file.name)}: {', '.join(file.codes)}" for file in report.fixed or ())


def render_baseline(compared: Compared) -> str:
    gone = [
        f"  {to_visible(finding.file)}: {finding.code}: {to_visible(finding.text)}" for finding in sorted(compared.gone)
    ]
    known = f"{count(compared.known, 'known finding')} not shown"
    return "\n".join([known, *(["no longer found (--write-baseline removes them):", *gone] if gone else [])])
