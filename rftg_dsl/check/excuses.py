"""Read the comments in scenario files that list mutations no scenario can detect, and why.

Their form is ``# rftg: unnoticed T12.a/1, T14.a/2 'OLD' -> 'NEW': reason``, in which ``*`` stands for any power.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from rftg_dsl.check.model.scenarios import Excuse
from rftg_dsl.check.reporter import Report
from rftg_dsl.syntax.remarks import UNNOTICED, remarks_in

PARTS = re.compile(r"(?P<powers>[^']++)(?>'(?P<old>.*?)'\s*->\s*)(?>'(?P<new>.*?)'\s*:)\s*+(?P<reason>.+)")
"""Matches the comment after ``unnoticed``. Possessive and atomic groups prevent backtracking on hostile input."""


def read_excuses(report: Report) -> Iterator[Excuse]:
    for remark in remarks_in(report.source):
        if remark.word != UNNOTICED:
            continue
        parts = PARTS.fullmatch(remark.rest)
        powers = tuple([power.strip() for power in parts["powers"].split(",") if power.strip()]) if parts else ()
        if parts and powers:
            yield Excuse(powers, parts["old"], parts["new"], parts["reason"], remark.at)
        else:
            hint = "write: # rftg: unnoticed POWER 'OLD' -> 'NEW': why it cannot be noticed"
            at = (remark.at.start, remark.at.end)
            report.add_error("wrong-remark", at, "the change that cannot be noticed, or the reason, is missing", hint)
