"""Comments in files of scenarios that list changes of powers which no scenario can notice, with the reason.

``# rftg: unnoticed T12.a/1, T14.a/2 'OLD' -> 'NEW': reason``; ``*`` stands for any power.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rftg_dsl.check.model.scenarios import Excuse
from rftg_dsl.check.report import Report

COMMENT = re.compile(r"""^[ \t]*#[ \t]*rftg:[ \t]*unnoticed\b[^\n]*""", re.MULTILINE)
WHOLE = re.compile(
    r"""[ \t]*\#[ \t]*rftg:[ \t]*unnoticed[ \t]+
    (?P<powers>[^'\n]+?)[ \t]+'(?P<old>[^\n]*?)'[ \t]*->[ \t]*'(?P<new>[^\n]*?)'[ \t]*:
    [ \t]*(?P<reason>\S[^\n]*?)[ \t\r]*""",
    re.VERBOSE,
)


def excuses(report: Report) -> Iterator[Excuse]:
    """The excuses of a file; those that cannot be read are reported."""
    for found in COMMENT.finditer(report.source.text):
        at = found.span()
        if parts := WHOLE.fullmatch(found[0]):
            powers = tuple([one.strip() for one in parts["powers"].split(",") if one.strip()])
            yield Excuse(powers, parts["old"], parts["new"], parts["reason"], report.span(at))
        else:
            hint = "write: # rftg: unnoticed POWER 'OLD' -> 'NEW': why it cannot be noticed"
            report.wrong("bad-excuse", at, "this comment does not say what cannot be noticed, or not why", hint)
