"""Refusals of illegal choices, with the rule that each choice breaks."""

from __future__ import annotations

from attrs import frozen

from rftg_dsl.base.diagnostic import Error


@frozen
class Refusal:
    """The reason why a pick was refused. The refused pick has left the state unchanged."""

    decision: str
    message: str
    rule: str = ""


class IllegalAnswer(Error):
    """An error for an illegal answer, which has left the state unchanged."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(f"{refusal.message} ({refusal.rule})" if refusal.rule else refusal.message)
        self.refusal = refusal
