"""The causes of events: printed powers and steps of the rules, with the texts that their authors wrote."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from attrs import frozen

from rftg_dsl.base.diagnostic import MissingContent, UsageError
from rftg_dsl.check.model import Power, Side
from rftg_dsl.compile.game import Teller, nothing_to_tell
from rftg_dsl.kernel import play, run_program
from rftg_dsl.kernel.step import AnyStep
from rftg_dsl.library.finder import Finder
from rftg_dsl.library.installed import find_teller
from rftg_dsl.library.load import Library
from rftg_dsl.library.table_talk import TableTalk, table_talk_of
from rftg_dsl.log.account.event_words import cause_of
from rftg_dsl.wording.power_text import word_side

RULE = re.compile(r"((?:[A-Z]{1,3}\d+(?:-|, )?)+): (.+)", re.DOTALL)
"""Matches the text of a step that carries out printed rules, such as ``R077, R078: ask for ...``."""


@frozen
class Ground:
    """The power or step that caused an event, with its text."""

    power: str = ""
    step: str = ""
    name: str = ""
    rule: str = ""
    text: str = ""
    place: str = ""
    said: str = ""
    """The printed text of the power or, for a step, the rule as players say it."""


class Grounds:
    """Looks up the causes of the events in a log. Content and rules are loaded on first use."""

    def __init__(self, head: Mapping[str, Any], find: Finder) -> None:
        self.head = head
        self._find = find
        self.missing = ""

    @cached_property
    # A missing library is cached too, because an account must work for a log whose content is not installed.
    def found(self) -> Library | None:
        try:
            return self._find(self.head)
        except MissingContent as missing:
            self.missing = str(missing)
            return None

    @cached_property
    def powers(self) -> Mapping[str, Power]:
        return {power.id: power for power in self.found.model.walk_powers()} if self.found else {}

    @cached_property
    def steps(self) -> Mapping[str, str]:
        if self.found is None:
            return {}
        steps: tuple[AnyStep, ...] = (*play.STEPS, *run_program.STEPS, *self.found.game.steps)
        return {step.id: step.text for step in steps}

    @cached_property
    def rules(self) -> Mapping[str, str]:
        return {question.name: question.rule for question in self.found.game.questions} if self.found else {}

    @cached_property
    def talk(self) -> TableTalk:
        return table_talk_of(self.found.game) if self.found else TableTalk()

    @cached_property
    def sides(self) -> Mapping[str, Side]:
        components = self.found.model.components if self.found else ()
        return {side.id: side for component in components for side in component.sides}

    def printed_text_of(self, power: Power) -> str:
        """The text of a power as printed on its side; empty for a power that another power begins."""
        side = self.sides.get(power.id.partition("/")[0])
        if side is None or self.found is None:
            return ""
        lines = word_side(self.found.model.words, self.found.game, side)
        return next((str(line) for line in lines if line.power == power.id), "")

    def ground_of(self, event: Any) -> Ground:
        """Return the cause of ``event``. Logs are not trusted, so a malformed event is given an empty ``Ground``."""
        cause = cause_of(event)
        if not cause.power:
            rule, text = split_rule(self.steps.get(cause.step, ""))
            return Ground(step=cause.step, rule=rule, text=text, said=self.talk.why.get(cause.step, text))
        side = cause.power.partition("/")[0]
        name = str(self.head["names"].get(side, ""))
        power = self.powers.get(cause.power)
        if power is None:
            return Ground(power=cause.power, name=name)
        return Ground(
            power=cause.power,
            name=name,
            text=power.text,
            place=f"{power.at.source.label}:{power.at.begins[0]}",
            said=self.printed_text_of(power) or power.text,
        )

    def rule_of(self, name: Any) -> str:
        return self.rules.get(name, "") if isinstance(name, str) else ""

    def title_of(self, stage: str) -> str:
        phases = self.found.model.words.phases if self.found else {}
        return phases[stage].title if stage in phases else stage


def split_rule(text: str) -> tuple[str, str]:
    match = RULE.fullmatch(text)
    return (match[1], match[2]) if match else ("", text)


def teller_of(head: Mapping[str, Any]) -> Teller:
    try:
        return find_teller(head["game"], head["rules"])
    except UsageError:
        return nothing_to_tell
