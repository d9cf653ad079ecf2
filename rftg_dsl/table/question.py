"""A question as people see it: its words, and its options numbered."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from typing import Any

from attrs import frozen

from rftg_dsl.kernel.form import Bag, Pick, Range
from rftg_dsl.kernel.play import CHOOSE, USE, Play
from rftg_dsl.play.asked import Asked
from rftg_dsl.table.foresight import Foresight
from rftg_dsl.table.labels import Labels

ARGUMENT = re.compile(r"\{(\d) (\w+)\}")
"""Where the words of a question have an argument: ``{0 piece}``."""


@frozen
class Option:
    """One thing that can be chosen."""

    number: int
    """Counted from 1, as people type it."""
    id: str
    label: str
    handle: Pick
    there: int
    """How many of it there are; 1 unless the form is a bag."""


class Question:
    """The pending decision of a play, in words."""

    def __init__(self, asked: Asked, play: Play[Any], labels: Labels) -> None:
        assert play.pending is not None
        self.asked = asked
        self.play = play
        self.labels = labels
        self.form = play.pending.form
        self.name = asked.name
        self.seat = asked.seat

    @cached_property
    def text(self) -> str:
        """The question in a sentence."""
        game = self.labels.library.game
        known = {one.name: one.asks for one in (USE, CHOOSE, *game.questions)}
        asks = known.get(self.name) or f"{self.name[:1].upper()}{self.name[1:]}?"
        return ARGUMENT.sub(self._argument, asks)

    def _argument(self, found: re.Match[str]) -> str:
        """An argument of the step that takes the answer."""
        args = self.play.pending.args if self.play.pending else ()
        nth, of = int(found[1]), found[2]
        if nth >= len(args):
            return of
        if of == "cell":
            return self.labels.kind(self.play.layout.kinds[args[nth] % len(self.play.layout.kinds)])
        return self.labels.option(self.play, self.seat, of, args[nth])

    @cached_property
    def power(self) -> str:
        """The text of the power that asks; empty if the rules do."""
        cause = self.play.cause
        return self.labels.word(cause) if "/" in cause else ""

    @cached_property
    def options(self) -> Sequence[Option]:
        """What can be chosen; nothing if a number is asked for."""
        form = self.form
        if isinstance(form, Range):
            return ()
        handles = [cell for cell, _ in form.cells] if isinstance(form, Bag) else form.options
        labels = [self.labels.option(self.play, self.seat, form.of, one) for one in handles]
        ids, there = self.asked.options, self.asked.available
        twice = {label for label, n in Counter(labels).items() if n > 1}
        shown = [f"{label} ({id})" if label in twice else label for label, id in zip(labels, ids, strict=True)]
        return [
            Option(number, id, label, handle, there[id])
            for number, (id, label, handle) in enumerate(zip(ids, shown, handles, strict=True), 1)
        ]

    def printed(self, option: Option) -> str:
        """What is printed on an option."""
        return self.labels.printed(self.play, self.form.of, option.handle)

    def foreseen(self, option: Option) -> list[str]:
        """What an option would cost or do at once, if it is an answer by itself."""
        form = self.form
        pick: Pick = option.handle
        if isinstance(form, Bag):
            pick = ((option.handle, 1),)
        elif form.kind == "some":
            pick = (option.handle,)
        return self.foresight.of(pick) if form.accepts(pick) else []

    @cached_property
    def foresight(self) -> Foresight:
        """Tries answers on what the seat sees."""
        return Foresight(self.labels.library, self.play, self.seat)

    @property
    def how(self) -> str:
        """How it is answered."""
        low, high = self.asked.low, self.asked.high
        range_ = f"{low}" if low == high else f"{low} to {high}"
        match self.asked.form:
            case "one":
                return "a number or a name"
            case "amount":
                return f"a number from {low} to {high}"
            case "some":
                return f"choose {range_}: numbers or names with commas" + ("; none" if low == 0 else "")
        return f"choose {range_} in all: '2 {self.options[0].label.partition(',')[0].lower()}'" + (
            "; none" if low == 0 else ""
        )
