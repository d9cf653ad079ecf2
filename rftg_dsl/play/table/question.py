"""A question as people see it: its text and its numbered options."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import frozen

from rftg_dsl.base.spelling import fold
from rftg_dsl.kernel.decision import Facts
from rftg_dsl.kernel.decision import Question as Kind
from rftg_dsl.kernel.form import Bag, Pick, Range
from rftg_dsl.kernel.play import CHOOSE, DECLINE, USE, Play
from rftg_dsl.library.table_talk import Asking
from rftg_dsl.play.asked import Answer, Asked
from rftg_dsl.play.table.labels import DETAILS, Labels, leaves_of, likeness_of, parts_of
from rftg_dsl.play.table.previews import Foresight

FACT = re.compile(r"\{(\w+)\}")


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


def number_copies(labels: Mapping[str, str]) -> dict[str, str]:
    """Number options with the same label, starting with the second: ``Public Works``, ``Public Works (copy 2)``."""
    seen: Counter[str] = Counter()
    numbered = {}
    for id, label in labels.items():
        seen[label] += 1
        numbered[id] = label if seen[label] == 1 else f"{label} (copy {seen[label]})"
    return numbered


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

    # -- the text ------------------------------------------------------------------------------------------------

    @cached_property
    def text(self) -> str:
        return self._fill(self.template)

    @cached_property
    def reason(self) -> str:
        """The rule behind the question, as players say it; empty if only a printed power asks it."""
        assert self.play.pending is not None
        return self.asking.why or self.labels.talk.why.get(str(self.play.pending.answer), "")

    @property
    def stage(self) -> str:
        """The named part of the round that the question belongs to; empty if that is the phase."""
        return self.labels.talk.stage_of(self.name)

    @cached_property
    def explanations(self) -> Mapping[str, Sequence[str]]:
        """The course of each phase and action that can be chosen, by its title."""
        labels = {option.label for option in self.options}
        return {title: lines for title, lines in self.labels.talk.phases.items() if title in labels}

    @cached_property
    def template(self) -> str:
        """The text before its facts are filled in."""
        asking, kind = self.asking, self.known
        situation = asking.when.get(str(self.facts.get("when", "")), "")
        alone = asking.one if self.low == self.high == 1 else ""
        asks = asking.asks or (kind.asks if kind else "")
        return situation or alone or asks or f"{self.name[:1].upper()}{self.name[1:]}?"

    @cached_property
    def asking(self) -> Asking:
        return self.labels.talk.ask.get(self.name, Asking())

    @cached_property
    def known(self) -> Kind | None:
        of_game = self.labels.library.game.questions
        kinds = (USE, CHOOSE, *of_game) if DECLINE in self.asked.options else (*of_game, CHOOSE)
        return next((kind for kind in kinds if kind.name == self.name), None)

    @cached_property
    def words(self) -> Mapping[str, str]:
        """Texts for the words in answers."""
        said = {**(self.known.words if self.known else {}), **self.labels.talk.words_for(self.name)}
        return {word: self._fill(text) for word, text in said.items()}

    @cached_property
    def facts(self) -> Facts:
        assert self.play.pending is not None
        return self.known.about(self.play, self.play.pending) if self.known else {}

    def _fill(self, text: str) -> str:
        return FACT.sub(lambda match: self._word_fact(match[1]), text)

    def _word_fact(self, name: str) -> str:
        """The fact with this name or, if the question has none, what every question knows: ``{credit}`` is a counter
        of the seat that is asked, and ``{hand_limit}`` a number of the game."""
        fact = self.facts.get(name)
        if isinstance(fact, tuple):
            said = self.labels.talk.words_for(self.name)
            of, handle = fact
            return self.labels.word_option(self.play, self.seat, of, handle, said)
        if fact is not None and name != "power":
            return str(fact)
        total = len(self.asked.options)
        match name:
            case "n":
                return self.range
            case "all":
                return str(total)
            case "kept":
                return str(total - self.asked.high)
            case "power":
                return self.labels.bearer_of(self._find_power())
        counters = self.play.layout.counter.get(name, ())
        if len(counters) > self.seat:
            return str(self.play.counters[counters[self.seat]])
        return str(self.labels.words.numbers.get(name, name))

    @property
    def range(self) -> str:
        """The number of things to choose, as in ``2``, ``up to 2`` or ``1 to 3``."""
        low, high = self.low, self.high
        if low == high:
            return f"{low}"
        return f"up to {high}" if low == 0 else f"{low} to {high}"

    def _find_power(self) -> str:
        """The id of the power concerned, or of the first power on offer; empty if there is none."""
        return self._cause or next((option for option in self.asked.options if self.labels.bearer_of(option)), "")

    @cached_property
    def _cause(self) -> str:
        """The id of the power that asks the question; empty if the question comes from the rules."""
        args = self.play.pending.args if self.play.pending else ()
        # A series of choices passes its power on; its own steps are the cause only of what they do.
        known = (self.facts.get("power"), self.play.cause, *args)
        return next((id for id in known if isinstance(id, str) and id in self.labels.powers), "")

    @property
    def power(self) -> str:
        """The text of the power that asks the question; empty if the question comes from the rules."""
        return self.labels.expand_word(self._cause)

    # -- the options ---------------------------------------------------------------------------------------------

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
        """The label of each option; ambiguous labels are extended with the place or, if that is not enough, the id.

        Copies that do not differ in anything are numbered.
        """
        of = self.form.of
        likeness = {id: likeness_of(self.play, of, handle) for id, handle in handles.items()}
        for detail in DETAILS:
            labels = {
                id: self.labels.word_option(self.play, self.seat, of, handle, self.words, detail, self.asking.option)
                for id, handle in handles.items()
            }
            kinds = {(label, likeness[id]) for id, label in labels.items()}
            n = Counter(label for label, _ in kinds)
            if len(n) == len(kinds):
                break
        return number_copies({id: label if n[label] == 1 else f"{label} ({id})" for id, label in labels.items()})

    def heading_of(self, option: Option) -> str:
        """The beginning of an option's label, up to its last part: ``ship (Galaxy Mat) to``. Empty if the label of its
        kind of question has no joining words."""
        begin, joined, _ = self.asking.option.partition("{1}")
        if not joined or type(option.handle) is not tuple:
            return ""
        of, first = next(parts_of(self.form.of, option.handle))
        heads = [
            begin.format(self.labels.word_option(self.play, self.seat, of, first, self.words, detail))
            for detail in DETAILS
        ]
        return next((head for head in heads if option.label.startswith(head)), "")

    def word_properties(self, option: Option) -> str:
        """The text under an option: the properties of a piece or, for a word, the effect of choosing it."""
        words = [part for sort, part in leaves_of(self.form.of, option.handle) if sort == "word"]
        hints = [self._fill(self.asking.hints.get(word, "")) for word in words]
        printed = self.labels.word_properties(self.play, self.form.of, option.handle, self.asking.powers)
        return "; ".join(filter(None, [printed, *hints]))

    def effects_of(self, option: Option) -> list[str]:
        """The immediate cost and effect of an option, if it is a legal answer by itself."""
        form = self.form
        if self.keeps or self.asking.plain:
            return []
        pick: Pick = option.handle
        if isinstance(form, Bag):
            pick = ((option.handle, 1),)
        elif form.kind == "some":
            pick = (option.handle,)
        return self.foresight.effects_of(pick) if form.accepts(pick) else []

    @cached_property
    def foresight(self) -> Foresight:
        return Foresight(self.labels.library, self.play, self.seat)

    # -- the answer ----------------------------------------------------------------------------------------------

    @property
    def keeps(self) -> bool:
        """Whether people choose what they keep, although the answer lists what they give up."""
        return self.asking.keeps and self.asked.form == "some" and self.asked.low > 0

    @property
    def low(self) -> int:
        return len(self.asked.options) - self.asked.high if self.keeps else self.asked.low

    @property
    def high(self) -> int:
        return len(self.asked.options) - self.asked.low if self.keeps else self.asked.high

    def as_answer(self, chosen: Answer) -> Answer:
        """The answer for the options that a person chose; the same function returns the choice for an answer."""
        if not self.keeps or isinstance(chosen, str | int | Mapping):
            return chosen
        return [option for option in self.asked.options if option not in chosen]

    @property
    def _example(self) -> str:
        """An example of a count, using a word that does not match any other option or, failing that, a number."""
        first, *others = self.options
        n = min(first.there, self.high, 2)
        taken = [word for other in others for word in words_in(f"{other.label} {other.id}")]
        for word in words_in(first.label):
            if not word[0].isdecimal() and not any(other.startswith(word) for other in taken):
                return f"{n} {word}"
        return f"{n}x {first.number}"

    @property
    def how(self) -> str:
        """Instructions for typing the answer."""
        low, high = self.low, self.high
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
