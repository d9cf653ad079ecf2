"""Findings as text, each with its code, location, underlined source line and hint."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING

from rftg_dsl.author.validate.outcome import Outcome
from rftg_dsl.show.terminal.paint import PLAIN, Paint, to_visible
from rftg_dsl.show.terminal.wrap import room_for

if TYPE_CHECKING:
    from rftg_dsl.base.diagnostic import Diagnostic

COLOURS = {"error": "red", "warning": "yellow", "lint": "cyan"}

SHOWN = 100
"""Maximum displayed length of a source line, in characters."""
BEFORE = 60
"""Maximum number of characters kept before the underlined part of a source line that is truncated to ``SHOWN``.

The number is scaled for other widths.
"""


def render_diff(diff: str, paint: Paint) -> str:
    return "\n".join(shade(make_harmless(line), paint) for line in diff.removesuffix("\n").split("\n"))


def make_harmless(line: str) -> str:
    """Make a diff line safe to print."""
    # Keep tabs and the CR of a line ending; without them, the printed diff could not be applied.
    shown = "\t".join(map(to_visible, line.removesuffix("\r").split("\t")))
    return shown + "\r" * line.endswith("\r")


def shade(line: str, paint: Paint) -> str:
    if line.startswith(("+++", "---")):
        return paint(line, "bold")
    colours = {"+": "green", "-": "red", "@": "cyan"}
    return paint(line, colours[line[0]]) if line[:1] in colours else line


def render_finding(finding: Diagnostic, paint: Paint = PLAIN) -> str:
    return "\n".join(lines_of_finding(finding, paint))


def lines_of_finding(finding: Diagnostic, paint: Paint) -> Iterator[str]:
    bar = " " * len(str(finding.at.line))
    wide = min(SHOWN, room_for(sys.stdout) - len(bar) - 3)
    head = paint(f"{finding.severity}[{finding.code}]", COLOURS[finding.severity])
    yield f"{head}: {paint(to_visible(finding.message), 'bold')}"
    yield f"{bar}{paint('-->', 'blue')} {to_visible(finding.at.file)}:{finding.at.line}:{finding.at.column}"
    if finding.at.excerpt.strip():
        line, marks = underline(finding, wide)
        yield f"{bar} {paint('|', 'blue')}"
        yield f"{paint(f'{finding.at.line} |', 'blue')} {line}"
        yield f"{bar} {paint('|', 'blue')} {paint(marks, COLOURS[finding.severity])}"
    if finding.hint:
        yield f"{bar} {paint('=', 'blue')} help: {to_visible(finding.hint)}"


def underline(finding: Diagnostic, wide: int = SHOWN) -> tuple[str, str]:
    """Return the source line, truncated to ``wide`` characters, and the row of carets to print below it."""
    excerpt, start = finding.at.excerpt, finding.at.column - 1
    end_line, end_column = finding.at.ends
    end = end_column - 1 if end_line == finding.at.line else len(excerpt)
    cut = max(0, start - wide * BEFORE // SHOWN) if len(excerpt) > wide else 0
    before, marked = to_visible(excerpt[cut:start]), to_visible(excerpt[start : max(end, start + 1)])
    line = f"{before}{marked}{to_visible(excerpt[max(end, start + 1) :])}"
    marks = " " * len(before) + "^" * max(1, len(marked))
    return line[:wide].rstrip(), marks[:wide]


def render_summary(outcome: Outcome, paint: Paint = PLAIN) -> str:
    components = [
        f"{game}: {', '.join(str(sort) for sort in sorts) or 'no components'}"
        for game, sorts in outcome.components.items()
    ]
    counts = [count(outcome.files, "file"), count(outcome.errors, "error"), count(outcome.warnings, "warning")]
    counts += [count(outcome.lints, "lint")] if outcome.lints else []
    counts.append(f"{len(outcome.pending)} pending")
    word = paint("errors", "red") if outcome.errors else paint("ok", "green")
    fixable = sum(bool(finding.fix) for finding in outcome.findings)
    more = [f"--fix corrects {fixable} of these"] if fixable else []
    return "\n".join([*components, f"{word}: {', '.join(counts)}", *more])


def count(n: int, word: str) -> str:
    """Format a count with its noun: ``1 file``, ``2 files``."""
    return f"{n} {word}" if n == 1 else f"{n} {word}s"
