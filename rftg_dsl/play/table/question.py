"""A question as people see it: its text and its numbered options."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen

from rftg_dsl.base.spelling import fold
from rftg_dsl.kernel.decision import Question as Kind
from rftg_dsl.kernel.form import Bag, Pick, Range
from rftg_dsl.kernel.play import CHOOSE, DECLINE, USE, Play
from rftg_dsl.play.asked import Asked
from rftg_dsl.play.table.labels import DETAILS, Labels, likeness_of
from rftg_dsl.play.table.previews import Foresight

ARGUMENT = re.compile(r"\{(\d) (\w+)\}")


@frozen
class Option:
    """An option that can be chosen."""

    number: int
    """The number that people type for the option, starting from 1."""
    id: str
    label: str
    handle: Pick
    there: int
    """The number available; 1 unless the form is a bag."""
    short: str
    """The label or, for a power, only the name of the side it is printed on."""
    also: tuple[str, ...]
    """Additional words that match the option, such as ``dice``."""


def words_in(text: str) -> list[str]:
    """The words in some text, normalized for comparison."""
    return re.findall(r"\w+", fold(text))


class Question:
    """A play's pending decision, in words."""

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
        asks = self.known.asks if self.known else ""
        return ARGUMENT.sub(self._word_argument, asks or f"{self.name[:1].upper()}{self.name[1:]}?")

    @cached_property
    def known(self) -> Kind | None:
        of_game = self.labels.library.game.questions
        kinds = (USE, CHOOSE, *of_game) if DECLINE in self.asked.options else (*of_game, CHOOSE)
        return next((kind for kind in kinds if kind.name == self.name), None)

    def _word_argument(self, match: re.Match[str]) -> str:
        args = self.play.pending.args if self.play.pending else ()
        nth, of = int(match[1]), match[2]
        if nth >= len(args):
            return of
        if of == "cell":
            return self.labels.word_kind(self.play.layout.kinds[args[nth] % len(self.play.layout.kinds)])
        return self.labels.word_option(self.play, self.seat, of, args[nth])

    @cached_property
    def power(self) -> str:
        """The text of the power that asks the question; empty if the question comes from the rules."""
        cause = self.play.cause
        return self.labels.expand_word(cause) if "/" in cause else ""

    @cached_property
    def options(self) -> Sequence[Option]:
        form = self.form
        if isinstance(form, Range):
            return ()
        handles = [cell for cell, _ in form.cells] if isinstance(form, Bag) else form.options
        pairs = list(zip(self.asked.options, handles, strict=True))
        if form.kind == "one":
            pairs = list(
                # Reverse twice, so that the first of several equivalent options keeps its position.
                {likeness_of(self.play, form.of, handle): (id, handle) for id, handle in reversed(pairs)}.values()
            )[::-1]
        there, called, also = self.asked.available, self._label_options(dict(pairs)), self.labels.nouns_for(form.of)
        return [
            Option(nth, id, called[id], handle, there[id], self.labels.bearer_of(id) or called[id], also)
            for nth, (id, handle) in enumerate(pairs, 1)
        ]

    def _label_options(self, handles: Mapping[str, Pick]) -> dict[str, str]:
        """The label of each option; ambiguous labels are extended with the place or, if that is not enough, the id."""
        of, said = self.form.of, self.known.words if self.known else {}
        for detail in DETAILS:
            labels = {
                id: self.labels.word_option(self.play, self.seat, of, handle, said, detail)
                for id, handle in handles.items()
            }
            n = Counter(labels.values())
            if len(n) == len(labels):
                break
        return {id: label if n[label] == 1 else f"{label} ({id})" for id, label in labels.items()}

    def word_properties(self, option: Option) -> str:
        return self.labels.word_properties(self.play, self.form.of, option.handle)

    def effects_of(self, option: Option) -> list[str]:
        """The immediate cost and effect of an option, if it is a legal answer by itself."""
        form = self.form
        pick: Pick = option.handle
        if isinstance(form, Bag):
            pick = ((option.handle, 1),)
        elif form.kind == "some":
            pick = (option.handle,)
        return self.foresight.effects_of(pick) if form.accepts(pick) else []

    @cached_property
    def foresight(self) -> Foresight:
        return Foresight(self.labels.library, self.play, self.seat)

    @property
    def _example(self) -> str:
        """An example of a count, using a word that does not match any other option or, failing that, a number."""
        first, *others = self.options
        n = min(first.there, self.asked.high, 2)
        taken = [word for other in others for word in words_in(f"{other.label} {other.id}")]
        for word in words_in(first.label):
            if not word[0].isdecimal() and not any(other.startswith(word) for other in taken):
                return f"{n} {word}"
        return f"{n}x {first.number}"

    @property
    def how(self) -> str:
        """Instructions for typing the answer."""
        low, high = self.asked.low, self.asked.high
        range_ = f"{low}" if low == high else f"{low} to {high}"
        match self.asked.form:
            case "one":
                return "a number or a name"
            case "amount":
                return f"a number from {low} to {high}"
            case "some":
                how = "a number or a name" if high == 1 else f"choose {range_}: numbers or names, separated by commas"
                but = low == high == len(self.options) - 1 > 1
                return how + (f", or 'all but {self.options[0].number}'" if but else "; none" if low == 0 else "")
        how = "a number or a name" if high == 1 else f"choose {range_} in all, such as '{self._example}'"
        return how + ("; none" if low == 0 else "")
