"""The outcome of a validation run in the requested format."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TextIO

from rftg_dsl.author.validate.outcome import Outcome
from rftg_dsl.base.version import __version__
from rftg_dsl.show.terminal.finding_text import count, finding, summary
from rftg_dsl.show.terminal.paint import PLAIN, Paint, painted, visible

if TYPE_CHECKING:
    from rftg_dsl.author.validate.apply_fixes import Fixed
    from rftg_dsl.author.validate.baseline import Compared


class Report(NamedTuple):
    """What there is to say about a validation run."""

    outcome: Outcome
    compared: Compared | None = None
    """The outcome beside a baseline; None without one."""
    fixed: Sequence[Fixed] | None = None
    """The files that were put right; None if nobody asked for that."""
    diff: bool = False
    """Whether they were not written, but are to be shown."""

    def beside(self, compared: Compared) -> Report:
        """The same without what a baseline knows."""
        return self._replace(outcome=compared.outcome, compared=compared)

    def plain(self) -> dict[str, Any]:
        """The report as JSON."""
        found = self.outcome.plain()
        if self.compared:
            found["baseline"] = self.compared.plain()
        if self.fixed is not None:
            found["fixed"] = [
                {"file": one.name, "codes": list(one.codes), "difference": one.difference() if self.diff else None}
                for one in self.fixed
            ]
        return found


def written(report: Report, form: str, stream: TextIO) -> str:
    """The outcome as ``text`` for a stream, ``json``, ``github`` annotations or ``sarif``."""
    if form == "text":
        return told(report, painted(stream))
    from rftg_dsl.show.terminal import machine_formats

    if form == "github":
        return machine_formats.as_github(report.outcome)
    if form == "sarif":
        return machine_formats.as_sarif(report.outcome, __version__)
    return machine_formats.as_json(report.plain())


def told(report: Report, paint: Paint = PLAIN) -> str:
    """What was put right, all findings, pending content, what a baseline knows, and a summary line."""
    outcome = report.outcome
    parts = [fixes(report, paint)] if report.fixed else []
    parts += [finding(one, paint) for one in outcome.findings]
    if outcome.pending:
        lines = [f"  {visible(one.file)}:{one.line}: {visible(one.text)}" for one in outcome.pending]
        parts.append("\n".join([paint("pending", "yellow") + ": the language cannot express these yet", *lines]))
    parts += [beside(report.compared)] if report.compared and (report.compared.known or report.compared.gone) else []
    return "\n\n".join([*parts, summary(outcome, paint)])


def fixes(report: Report, paint: Paint) -> str:
    """The files that were put right, or would be, with the codes of what was wrong."""
    word = paint("would fix" if report.diff else "fixed", "green")
    return "\n".join(f"{word} {visible(one.name)}: {', '.join(one.codes)}" for one in report.fixed or ())


def beside(compared: Compared) -> str:
    """What a baseline knows, and what of it is gone."""
    gone = [f"  {visible(one.file)}: {one.code}: {visible(one.text)}" for one in sorted(compared.gone)]
    known = f"{count(compared.known, 'known finding')} not shown"
    return "\n".join([known, *(["no longer found; --write-baseline leaves these out:", *gone] if gone else [])])
