"""A player's illegal choice, answered with the rule it breaks."""

from __future__ import annotations

from attrs import frozen


@frozen
class Refusal:
    """Why a pick was not taken; nothing has changed."""

    decision: str
    message: str
    rule: str = ""
