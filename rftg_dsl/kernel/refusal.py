"""A player's illegal choice, answered with the rule it breaks."""

from __future__ import annotations

from attrs import frozen

from rftg_dsl.base.diagnostic import Error


@frozen
class Refusal:
    """The reason a pick was refused; the state is unchanged."""

    decision: str
    message: str
    rule: str = ""


class IllegalAnswer(Error):
    """An error for an answer that is not legal; the state is unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.message} ({refusal.rule})" if refusal.rule else refusal.message)
        self.refusal = refusal
