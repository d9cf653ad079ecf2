"""Read the heads of powers: the moment or changed number, conditions, limits and prices that precede the effects."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from rftg_dsl.base.diagnostic import one_of
from rftg_dsl.base.source import Span
from rftg_dsl.check.conditions import read_condition, read_seat_condition
from rftg_dsl.check.effects import read_effect
from rftg_dsl.check.event_phrases import read_trigger
from rftg_dsl.check.model import Condition, Do, Pattern, PieceSet, StockSet
from rftg_dsl.check.scope import Scope, flatten, texts_of
from rftg_dsl.check.signatures import EDGES, Parameter
from rftg_dsl.check.subjects import read_subject
from rftg_dsl.syntax import tree

RANKS = {"first": -1, "last": 1}
"""The ranks of ``first`` and ``last``. Among powers that react to the same event, those with a lower rank act first."""


SCORE = "score"
"""The only verb that is part of the language itself."""


@frozen
class Label:
    """The identity of a power, as used in its model and in diagnostics."""

    id: str
    text: str
    at: Span

    @property
    def ends(self) -> tree.At:
        return (self.at.start, self.at.end)


@frozen
class Edge:
    """The start or end of a period, as in ``at end of ship``."""

    edge: str
    phase: str


@frozen
class Phase:
    """A phase that offers the power, such as ``assign``."""

    name: str


@frozen
class Number:
    """A number that the power changes, such as ``cost of gray worlds``."""

    parameter: Parameter
    about: PieceSet | StockSet | None


When = Edge | Phase | Pattern | Number


@frozen
class Head:
    """Everything in a power that precedes its effects."""

    when: When | None = None
    """The moment or the changed number; None if the power acts when its piece comes into play."""
    conditions: tuple[Condition, ...] = ()
    rank: int = 0
    once: str = ""
    times: int = 0
    price: tuple[Do, ...] = ()
    may: bool = False
    whoever: Condition | None = None
    choose: bool = False


def scope_after(scope: Scope, moment: When | None) -> Scope:
    """Return the scope for the phrases after a moment. After an event or a number, ``it`` and ``its`` have a meaning.

    In a window of a round or turn, events are counted over that period instead of the phase.
    """
    if isinstance(moment, Number):
        of = moment.about
        return scope.with_event(moment.parameter, of.match.kinds if isinstance(of, PieceSet) else frozenset())
    if isinstance(moment, Phase):
        return evolve(scope, moment=moment.name)
    if isinstance(moment, Edge):
        period = "" if moment.phase in scope.words.phases else moment.phase
        return evolve(scope, moment=f"{moment.edge} of {moment.phase}", period=period)
    if not isinstance(moment, Pattern):
        return scope
    kinds = [match.kinds for role, match, _ in moment.pieces if role == "it"]
    return scope.with_event(moment.event, kinds[0] if kinds else frozenset())


def take_head(scope: Scope, segments: list[tree.Segment]) -> Head:
    """Remove the segment with the moment or changed number, if there is one, and return its contents as a head."""
    phrases = list(segments[0].phrases)
    first = phrases[0]
    moment = isinstance(first, tree.Window | tree.Trigger)
    # A clause is the name of a phase or number only before a colon. Without a colon, it is an effect.
    if not (moment or (isinstance(first, tree.Clause) and len(segments) > 1)):
        return Head()
    head = Head(read_when(scope, first))
    inner = scope_after(scope, head.when)
    priced = any(isinstance(phrase, tree.Option) for phrase in phrases)
    for phrase in phrases[1:]:
        # An unpaid change always applies, so a limit on its uses would have no meaning.
        if priced or not (isinstance(head.when, Number) and isinstance(phrase, tree.Limit)):
            head = with_phrase(scope if isinstance(phrase, tree.Option) else inner, head, phrase)
    segments.pop(0)
    return head


def with_segment(scope: Scope, label: Label, head: Head, segment: tree.Segment) -> Head:
    # Several effects in one segment form a single price, but effects in another segment cannot be added to it.
    priced = head.price
    for phrase, after in pair_with_next(segment.phrases):
        clause = phrase.clause if isinstance(phrase, tree.Option) else phrase
        # 'first' and 'last' are parsed as clauses, but they are ranks.
        if isinstance(clause, tree.Clause) and not rank_of(clause):
            if priced:
                scope.report_error("surplus-clause", segment.at, "a power has at most one price and one effect")
                return head
            if is_score(clause):
                scope.report_error("surplus-clause", clause.at, "a score cannot be a price")
                return head
            may = isinstance(phrase, tree.Option)
            if may and head.may:
                scope.report_error(
                    "surplus-clause", phrase.at, "'may' already applies to the whole power", "leave it out"
                )
            paid = read_effect(scope, clause, after)
            head = evolve(head, price=(*head.price, paid) if paid else head.price, may=head.may or may)
            if paid and not scope.game.verbs[paid.signature].pays and paid.what is None:
                scope.report_error("wrong-kind", clause.at, "this cannot be a price", "write it as a separate power")
            if paid and paid.who != "own":
                scope.report_error("wrong-kind", clause.at, "only the owner can pay a price", "leave it out")
        elif isinstance(phrase, tree.Condition) and head.price:
            report_late_condition(scope, phrase, "the price")
        else:
            head = with_phrase(scope, head, phrase)
    return head


def report_late_condition(scope: Scope, phrase: tree.Condition, colon: str = "the colon") -> None:
    """Report a condition after an effect or price. It would apply to the whole power, which is not how it reads."""
    hint = f"put it before {colon}, or write a second power"
    scope.report_error(
        "surplus-clause", phrase.at, "a condition must come before the effect or price that it applies to", hint
    )


def pair_with_next(phrases: Sequence[tree.Phrase]) -> list[tuple[tree.Phrase, tree.Phrase | None]]:
    return list(zip(phrases, [*phrases[1:], None], strict=True))


def with_phrase(scope: Scope, head: Head, phrase: tree.Phrase) -> Head:
    """Add a phrase to the head. A phrase that does not fit remains unused, so it is reported later."""
    match phrase:
        case tree.Condition() if head.price or head.whoever:
            report_late_condition(scope, phrase, "the price" if head.price else "'whoever'")
        case tree.Condition():
            made = read_condition(scope, phrase)
            return evolve(head, conditions=(*head.conditions, made)) if made else head
        case tree.Limit() if not head.once and head.when is not None:
            return evolve(head, once=read_period(scope, phrase), times=phrase.times)
        case tree.Whoever() if head.whoever is None and not isinstance(head.when, Number):
            made = read_seat_condition(scope.with_other_seat(), phrase.clause, flatten(phrase.clause.words))
            return evolve(head, whoever=made)
        case tree.Choice() if not head.choose and not isinstance(head.when, Number):
            scope.use(phrase)
            return evolve(head, choose=True)
        case tree.Clause() if rank_of(phrase) and head.when is not None and not head.rank:
            scope.use(*flatten(phrase.words))
            return evolve(head, rank=rank_of(phrase))
        case tree.Option() if isinstance(head.when, Number) and head.when.parameter.priced and not head.price:
            paid = read_effect(scope, phrase.clause, None)
            return evolve(head, price=(paid,) if paid else ())
    return head


def read_period(scope: Scope, limit: tree.Limit) -> str:
    scope.use(limit)
    periods = scope.words.schedule.periods
    if limit.per.text not in periods:
        scope.report.add_unknown("stretch of play", limit.per.text, limit.per.at, periods)
    return limit.per.text


def rank_of(phrase: tree.Phrase) -> int:
    """Return the rank of a phrase that is just ``first`` or ``last``, and 0 for any other phrase."""
    alone = isinstance(phrase, tree.Clause) and phrase == tree.Clause(phrase.words)
    return RANKS.get(str(phrase.words), 0) if isinstance(phrase, tree.Clause) and alone else 0


def read_when(scope: Scope, first: tree.Phrase) -> When | None:
    if isinstance(first, tree.Window):
        return read_window(scope, first)
    if isinstance(first, tree.Trigger):
        return read_trigger(scope, first)
    return read_phase_or_number(scope, first) if isinstance(first, tree.Clause) else None


def read_window(scope: Scope, node: tree.Window) -> Edge:
    edge, *_ = flatten(node.edge)
    phase, *rest = flatten(node.of)
    scope.use(edge, phase)
    if edge.text not in EDGES:
        scope.report.add_unknown("edge of a phase", edge.text, edge.at, EDGES)
    periods = {*scope.words.phases, *scope.words.schedule.windows}
    if phase.text not in periods and (meant := next((word.text for word in rest if word.text in periods), "")):
        hint = f"write '{edge.text} of {meant}'"
        scope.report_error("unknown-phase", phase.at, f"unknown phase {phase.text!r}", hint)
    elif phase.text not in periods:
        scope.report.add_unknown("phase", phase.text, phase.at, periods)
    return Edge(edge.text, phase.text)


def read_phase_or_number(scope: Scope, clause: tree.Clause) -> Phase | Number | None:
    """Read the part of a power before its colon.

    The part specifies either the phase that offers the power, as in ``assign:``, or the number that the power changes,
    as in ``cost of gray worlds:``.
    """
    words = flatten(clause.words)
    text = " ".join(texts_of(words))
    if text in scope.speech.numbers:
        scope.use(*words)
        parameter = scope.speech.numbers[text]
        return Number(parameter, read_subject(scope, parameter, clause.prepositions))
    if text in scope.words.phases:
        scope.use(*words)
        return Phase(text)
    if moments := [moment for word in words for moment in moments_of(scope, word.text)]:
        message = f"unknown phase or number {text!r}"
        scope.report_error("unknown-phase-or-number", clause.at, message, f"write {one_of(moments)}")
    else:
        scope.report.add_unknown("phase or number", text, clause.at, {*scope.words.phases, *scope.speech.numbers})
    return None


def moments_of(scope: Scope, period: str) -> list[str]:
    windows = [f"'at {edge} of {period}'" for edge in scope.words.schedule.windows.get(period, ())]
    return windows + [f"'{period}'"] * (period in scope.game.offers)


def is_score(phrase: tree.Phrase) -> bool:
    inner = phrase.clause if isinstance(phrase, tree.Option) else phrase
    return isinstance(inner, tree.Clause) and inner.words.runs[0][0].text == SCORE
