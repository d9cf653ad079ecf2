"""Read powers: turn segments of phrases into meanings."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from rftg_dsl.base.limits import PHRASES
from rftg_dsl.check.conditions import read_condition
from rftg_dsl.check.effects import read_effect
from rftg_dsl.check.model import (
    Act,
    Amount,
    Condition,
    Do,
    Immediate,
    Lasting,
    Modifier,
    Offer,
    Pattern,
    Power,
    Trigger,
    Window,
)
from rftg_dsl.check.modifiers import read_modifier, read_permission
from rftg_dsl.check.near_misses import find_slips
from rftg_dsl.check.points import read_score
from rftg_dsl.check.power_heads import (
    Edge,
    Head,
    Label,
    Number,
    Phase,
    is_score,
    read_period,
    report_late_condition,
    scope_after,
    take_head,
    with_segment,
)
from rftg_dsl.check.scope import Scope, flatten
from rftg_dsl.check.signatures import Verb
from rftg_dsl.syntax import tree

LASTS = "~"
"""The suffix of the id of a lasting power, which outlives the power that begins it."""


@frozen
class Body:
    """The effects of a power, with a row for each alternative."""

    rows: tuple[tuple[Do, ...], ...] = ()
    scores: tuple[Amount, ...] = ()
    conditions: tuple[Condition, ...] = ()
    may: bool = False
    once: str = ""
    times: int = 0


def read_power(scope: Scope, node: tree.Sentence, name: str) -> Power | None:
    """Read one power on a side. Return None only after reporting at least one diagnostic."""
    before = len(scope.report.found)
    place = scope.report.to_span(node.at)
    label = Label(name, " ".join(place.source.text[node.at[0] : node.at[1]].split()), place)
    if sum(len(segment.phrases) for segment in node.segments) > PHRASES.most:
        scope.report_error("power-too-long", node.at, "this power is too long", f"use at most {PHRASES.most} phrases")
        return None
    # Report a common slip by itself, because reading the rest of the sentence would only lead to more errors.
    if slip := next(find_slips(scope.speech, node), None):
        scope.report_error(*slip)
        return None
    # Start each power with no word marked as used; report_leftovers then reports the words that remain unused.
    scope = evolve(scope, used=set())
    made = read_segments(scope, label, list(node.segments))
    scope.report_leftovers(node, before)
    return made if len(scope.report.found) == before else None


def read_segments(scope: Scope, label: Label, segments: list[tree.Segment]) -> Power | None:
    first = take_head(scope, segments)
    if isinstance(first.when, Number):
        return read_modifier(scope_after(scope, first.when), label, first, first.when, segments)
    scope = scope_after(scope, first.when)
    # 'until' begins a separate power, whose segments are not prices of this one.
    while len(segments) > 1 and not isinstance(segments[0].phrases[0], tree.Until):
        first = with_segment(scope, label, first, segments.pop(0))
    if not segments:
        scope.report_error(
            "missing-effect", label.ends, "nothing happens here", "add what happens, such as ': gain ...'"
        )
        return None
    opening = segments[0].phrases[0]
    if isinstance(opening, tree.Until):
        begun = read_lasting(scope, label, first, segments, opening)
        return make_power(scope, label, first, Body(), begun) if begun else None
    if isinstance(opening, tree.Permission):
        return read_permission(scope, label, first, opening)
    return read_effects_or_scores(scope, label, first, segments[0])


def read_effects_or_scores(scope: Scope, label: Label, first: Head, segment: tree.Segment) -> Power | None:
    if any(is_score(phrase) for phrase in segment.phrases):
        return read_score(scope, label, first, segment)
    return make_power(scope, label, first, read_body(scope, first, segment), None)


def read_body(scope: Scope, first: Head, segment: tree.Segment) -> Body:
    rows: list[list[Do]] = [[]]
    body = Body()
    for nth, phrase in enumerate(segment.phrases):
        inner: tree.Phrase | tree.Row = phrase
        after = segment.phrases[nth + 1 :]
        if isinstance(phrase, tree.Option) and not (body.may or first.may) and not any(rows):
            body = evolve(body, may=True)
            inner = phrase.clause
        elif isinstance(phrase, tree.Otherwise) and first.choose and rows[-1]:
            rows.append([])
            inner = phrase.what
        match inner:
            case tree.Clause():
                if act := read_effect(scope, inner, next(iter(after), None)):
                    rows[-1].append(with_limits(scope, act, after) if inner.per else act)
            case tree.Condition() if not (any(rows) or first.price or first.choose or first.whoever):
                made = read_condition(scope, inner)
                body = evolve(body, conditions=(*body.conditions, made)) if made else body
            case tree.Condition():
                report_late_condition(scope, inner, "the price" if first.price else "the colon")
            case tree.Option():
                hint = "leave it out (the first 'may' applies to the whole power), or write a second power"
                scope.report_error("surplus-clause", inner.at, "'may' belongs before the first verb", hint)
            case tree.Otherwise():
                hint = "write 'choose one: ..., or ...', or a separate power for each"
                scope.report_error("surplus-clause", inner.at, "'or' needs 'choose one' before it", hint)
            case tree.Limit() if not (body.once or first.once):
                body = evolve(body, once=read_period(scope, inner), times=inner.times)
    return evolve(body, rows=tuple(map(tuple, rows)))


def with_limits(scope: Scope, act: Do, after: Sequence[tree.Phrase]) -> Do:
    """Apply the phrases that follow an amount, such as ``1 less`` or ``not above 5``."""
    for phrase in after:
        if isinstance(phrase, tree.Change) and phrase.direction == "less" and phrase.per is None and phrase.by > 0:
            scope.use(phrase)
            act = evolve(act, low=evolve(act.low, less=phrase.by))
        elif isinstance(phrase, tree.Bound) and phrase.above and phrase.limit > 0:
            scope.use(phrase)
            act = evolve(act, low=evolve(act.low, most=phrase.limit))
        elif not isinstance(phrase, tree.Rounding):
            break
    return act


def make_power(scope: Scope, label: Label, first: Head, said: Body, lasts: Lasting | None) -> Power | None:
    may, once, times = first.may or said.may, first.once or said.once, first.times or said.times
    choices = said.rows if first.choose else ()
    effects = () if first.choose else tuple(do for row in said.rows for do in row)
    act = Act(may, first.price, effects, lasts, choices, first.whoever)
    conditions = first.conditions + said.conditions
    if lasts is None and not effects and not any(choices) and len(scope.report.found) == 0:
        scope.report_error("missing-effect", label.ends, "nothing happens here", "say what happens, such as 'gain ...'")
    if first.choose and len(choices) < 2:
        scope.report_error(
            "missing-effect", label.ends, "'choose one' needs at least two alternatives", "write ', or ...'"
        )
    if first.price and not may and not isinstance(first.when, Phase):
        scope.report_error("choice-without-chooser", label.ends, "a price needs 'may'", "write 'may ...: ...'")
    if once and first.when is None:
        scope.report_error("surplus-clause", label.ends, "this happens only once anyway")
    check_offered(scope, label, first, act, bool(conditions or once))
    match first.when:
        case Edge(edge, phase):
            return Window(label.id, label.text, label.at, conditions, act, first.rank, once, times, edge, phase)
        case Phase(phase):
            return Offer(label.id, label.text, label.at, conditions, act, first.rank, once, times, phase)
        case Pattern() as pattern:
            return Trigger(label.id, label.text, label.at, conditions, act, first.rank, once, times, pattern)
    return Immediate(label.id, label.text, label.at, conditions, act)


def check_offered(scope: Scope, label: Label, first: Head, act: Act, limited: bool) -> None:
    """Report a verb that only phases offer, if the power is not in such a phase.

    Also report a verb that the phase itself carries out, if it is not optional or not the whole power.
    """
    phase = first.when.name if isinstance(first.when, Phase) else None
    every = (*act.price, *act.effects, *(do for row in act.choices for do in row))
    for do in every:
        verb = scope.game.verbs[do.signature]
        if verb.offered and phase is None:
            hint = f"begin with that phase, as in '{phase_for(scope, verb)}: ...'"
            scope.report_error("never-fires", label.ends, f"{verb.name!r} works only in a phase that offers it", hint)
        elif verb.alone and phase is not None and (limited or act.price or act.whoever or len(every) > 1):
            hint = f"write '{phase}: may {verb.name}', and put the rest in a separate power"
            scope.report_error("surplus-clause", label.ends, f"{verb.name!r} must be the whole power", hint)
        elif verb.alone and phase is not None and not act.may:
            scope.report_error("choice-without-chooser", label.ends, f"{verb.name!r} must be optional", "write 'may'")


def phase_for(scope: Scope, verb: Verb) -> str:
    phases = (phase for phase, verbs in scope.game.offers.items() if verb.name in verbs)
    return next(phases, next(iter(scope.words.phases), "phase"))


def read_lasting(
    scope: Scope, label: Label, outer: Head, segments: list[tree.Segment], until: tree.Until
) -> Lasting | None:
    """Read a lasting trigger or changed number, as in ``until end of turn, when opponent trades: gain $1``."""
    edge, *_ = flatten(until.edge)
    stretch, *_ = flatten(until.of)
    scope.use(edge, stretch)
    periods = scope.words.schedule.periods
    if edge.text != "end" or stretch.text not in periods:
        scope.report.add_unknown("stretch of play", stretch.text, stretch.at, periods)
    opening, *rest = segments
    if not opening.phrases[1:]:
        scope.report_error("missing-effect", until.at, "this does not say what lasts", "write 'until ..., when ...'")
        return None
    inner = [evolve(opening, phrases=opening.phrases[1:]), *rest]
    # When the lasting power acts, the outer event is over, so 'it' has no meaning there.
    begun = read_segments(scope.with_event(None), evolve(label, id=label.id + LASTS), inner)
    if isinstance(begun, Trigger | Modifier):
        return Lasting(evolve(begun, rank=begun.rank or outer.rank), stretch.text)
    if begun is not None:
        hint = "write 'until end of turn, when ...: ...', or the name of a number after the comma"
        scope.report_error("wrong-kind", opening.at, "only a trigger or a changed number can last", hint)
    return None
