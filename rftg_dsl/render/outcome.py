"""The outcome of a validation run in the requested format."""

from __future__ import annotations

import sys

import rftg_dsl
from rftg_dsl.validate.outcome import Outcome


def written(outcome: Outcome, form: str) -> str:
    """The outcome as ``text``, ``json``, ``github`` annotations or ``sarif``."""
    if form == "text":
        from rftg_dsl.render.paint import painted
        from rftg_dsl.render.text import findings

        return findings(outcome, painted(sys.stdout))
    from rftg_dsl.render import machine

    if form == "github":
        return machine.as_github(outcome)
    return machine.as_sarif(outcome, rftg_dsl.__version__) if form == "sarif" else machine.as_json(outcome.plain())
