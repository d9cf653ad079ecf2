"""A verdict on content in the form that was asked for."""

from __future__ import annotations

import sys

import rftg_dsl
from rftg_dsl.validate.verdict import Verdict


def written(verdict: Verdict, form: str) -> str:
    """The verdict as ``text``, ``json``, ``github`` annotations or ``sarif``."""
    if form == "text":
        from rftg_dsl.render.paint import painted
        from rftg_dsl.render.text import findings

        return findings(verdict, painted(sys.stdout))
    from rftg_dsl.render import machine

    if form == "github":
        return machine.as_github(verdict)
    return machine.as_sarif(verdict, rftg_dsl.__version__) if form == "sarif" else machine.as_json(verdict.plain())
