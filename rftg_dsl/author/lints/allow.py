"""Suppressions: ``# rftg: allow CODE REASON`` silences a warning or lint that the author has accepted."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from attrs import define

from rftg_dsl.base.diagnostic import Diagnostic, Edit, Severity, suggest_known
from rftg_dsl.base.source import Source, Span
from rftg_dsl.syntax.remarks import ALLOW, WORDS, Remark, remarks_in

FORM = "# rftg: allow CODE REASON"
CODE_AND_REASON = re.compile(r"(?P<code>[^\s:]*)[\s:]*(?P<reason>.*)")

CODES = (
    "long-name",
    "long-text",
    "missing-picture",
    "missing-power",
    "needless-limit",
    "never-fires",
    "off-curve",
    "repeated-choice",
    "repeated-power",
    "scarce-supply",
    "unseen-character",
    "untidy-name",
    "unused-word",
)
"""The codes that can be suppressed: those of lints, and of warnings with a location in a content file."""

Key = tuple[str, str, int | None]
"""A file, code and line; the line is None for a suppression that applies to the whole file."""


@define
class Allowed:
    """A suppression in a content file, and whether it has been used."""

    code: str
    at: Span
    used: bool = False


def apply_remarks(diagnostics: Iterable[Diagnostic], sources: Iterable[Source], whole: bool) -> Iterator[Diagnostic]:
    """Yield the findings that are not suppressed, and findings about the suppressions themselves.

    ``whole``: whether ``diagnostics`` contains all findings in these files, so that unused suppressions can be
    reported.
    """
    allowed: dict[Key, Allowed] = {}
    surplus: list[Allowed] = []
    for source in sources:
        for remark in remarks_in(source):
            if wrong := check_remark(remark):
                yield wrong
                continue
            if remark.word != ALLOW:
                continue
            allowance = Allowed(split_remark(remark)[0], remark.at)
            if allowed.setdefault((source.label, allowance.code, remark.line), allowance) is not allowance:
                surplus.append(allowance)
    for diagnostic in diagnostics:
        # Errors cannot be suppressed, because content with errors cannot be played.
        covering = find_remark(allowed, diagnostic) if diagnostic.severity != Severity.ERROR else None
        if covering:
            covering.used = True
        else:
            yield diagnostic
    for allowance in (*allowed.values(), *surplus) if whole else ():
        if not allowance.used:
            message = f"there is no {allowance.code!r} here to allow"
            yield Diagnostic(
                "unused-allow",
                allowance.at,
                message,
                "remove it",
                Severity.LINT,
                (Edit(span_to_remove(allowance.at), ""),),
            )


def span_to_remove(at: Span) -> Span:
    """The span to delete in order to remove a remark.

    It includes the spaces before the remark, or the whole line if there is nothing else on it.
    """
    source, (line, _) = at.source, at.begins
    start = source.starts[line - 1]
    before = source.text[start : at.start]
    if before.strip():
        return Span(source, start + len(before.rstrip()), at.end)
    return Span(source, start, source.starts[line] if line < len(source.starts) else at.end)


def find_remark(allowed: dict[Key, Allowed], diagnostic: Diagnostic) -> Allowed | None:
    name, first, last = diagnostic.at.source.label, diagnostic.at.begins[0], diagnostic.at.ends[0]
    keys = [(name, diagnostic.code, line) for line in (*range(first, last + 1), None)]
    return next((allowed[key] for key in keys if key in allowed), None)


def split_remark(remark: Remark) -> tuple[str, str]:
    """The code and reason of a remark; either may be empty."""
    match = CODE_AND_REASON.fullmatch(remark.rest)
    return (match["code"], match["reason"]) if match else ("", "")


def check_remark(remark: Remark) -> Diagnostic | None:
    code, reason = split_remark(remark)
    if remark.word not in WORDS:
        message, hint = f"unknown remark {remark.word!r}", suggest_known(remark.word, WORDS)
    elif remark.word != ALLOW:
        return None
    elif not code:
        message, hint = "the allowed code is missing", f"write: {FORM}"
    elif code not in CODES:
        message, hint = f"{code!r} cannot be allowed", suggest_known(code, CODES, "codes that can")
    elif not re.search(r"\w", reason):
        message, hint = f"the reason for allowing {code!r} is missing", f"write: {FORM}".replace("CODE", code)
    else:
        return None
    return Diagnostic("wrong-remark", remark.at, message, hint, Severity.WARNING)
