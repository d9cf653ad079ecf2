"""Powers: from segments of phrases to their meaning."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from rftg_dsl.check.effects import Parts, do, effects
from rftg_dsl.check.events import condition, trigger
from rftg_dsl.check.model import (
    Act,
    Amount,
    Change,
    Condition,
    Count,
    Do,
    Immediate,
    Lasting,
    Modifier,
    Offer,
    Pattern,
    PieceSet,
    Power,
    Score,
    StockSet,
    Trigger,
    Window,
)
from rftg_dsl.check.phrases import (
    Scope,
    flat,
    surplus,
    things,
)
from rftg_dsl.check.surplus import MEASURED, surplus_parts
from rftg_dsl.signatures import Parameter, Signatures, Verb
from rftg_dsl.source import Span
from rftg_dsl.syntax import tree

RANKS = {"first": -1, "last": 1}
"""Words that put a power before or after the others on the same event."""

LASTS = "~"
"""Ends the id of a power that another one begins and that outlives its source."""


@frozen
class Label:
    """The id of a power, its text and its location."""

    id: str
    text: str
    at: Span

    @property
    def ends(self) -> tree.At:
        """The start and end of its text in the file."""
        return (self.at.start, self.at.end)


@frozen
class Edge:
    """``at end of ship``."""

    edge: str
    phase: str


@frozen
class Phase:
    """``assign``."""

    name: str


@frozen
class Number:
    """``cost of gray worlds``."""

    parameter: Parameter
    about: PieceSet | StockSet | None


When = Edge | Phase | Pattern | Number


@frozen
class Head:
    """The part of a power before the first colon."""

    when: When | None = None
    """The moment of the power, or the number it changes; None if it acts when its piece comes into play."""
    conditions: tuple[Condition, ...] = ()
    rank: int = 0
    once: str = ""
    price: tuple[Do, ...] = ()
    """The price of a changed number; any other power has its price after the head."""


@frozen
class Body:
    """The part of a power after the head: its effects or scores, and further conditions."""

    act: Act
    scores: tuple[Amount, ...]
    conditions: tuple[Condition, ...]
    once: str


def power(scope: Scope, node: tree.Sentence, name: str) -> Power | None:
    """One power of a side, or None and at least one diagnostic."""
    before = len(scope.report.found)
    span = scope.report.span(node.at)
    label = Label(name, " ".join(span.source.text[node.at[0] : node.at[1]].split()), span)
    segments = list(node.segments)
    surplus_parts(scope.report, scope.words, acts(scope.game), node)
    first = head(scope, segments)
    made: Power | None
    if not isinstance(first.when, Number) and segments and isinstance(segments[0].phrases[0], tree.Until):
        made = acting(label, first, Body(Act(lasting=lasting(scope, label, first, segments)), (), (), ""))
    else:
        made = whole(scope, label, first, segments)
    return made if len(scope.report.found) == before else None


def whole(scope: Scope, label: Label, head: Head, segments: Sequence[tree.Segment]) -> Power | None:
    """A power from its head and the segments after it; None if a part is missing."""
    if isinstance(head.when, Number):
        return modifier(scope, label, head, head.when, segments)
    scope = evolve(scope, event=head.when.event) if isinstance(head.when, Pattern) else scope
    said = body(scope, label, head, segments)
    if said is None:
        return None
    if said.scores:
        return Score(label.id, label.text, label.at, head.conditions + said.conditions, said.scores)
    return acting(label, head, said)


def acting(label: Label, head: Head, said: Body) -> Power:
    """The power that does something at the moment its head names."""
    conditions, once = head.conditions + said.conditions, said.once or head.once
    match head.when:
        case Edge(edge, phase):
            return Window(label.id, label.text, label.at, conditions, said.act, head.rank, once, edge, phase)
        case Phase(phase):
            return Offer(label.id, label.text, label.at, conditions, said.act, head.rank, once, phase)
        case Pattern() as pattern:
            return Trigger(label.id, label.text, label.at, conditions, said.act, head.rank, once, pattern)
    return Immediate(label.id, label.text, label.at, conditions, said.act)


def lasting(scope: Scope, label: Label, outer: Head, segments: Sequence[tree.Segment]) -> Lasting | None:
    """``until end of turn, when opponent trades: gain $1``: a trigger or a changed number that the power begins."""
    first, *rest = segments
    until = first.phrases[0]
    assert isinstance(until, tree.Until)
    if until.edge.text != "end" or until.of.text not in scope.game.stretches():
        scope.report.unknown("stretch of play", until.of.text, until.of.at, scope.game.stretches())
    if not first.phrases[1:]:
        scope.report.wrong("missing-effect", until.at, "this does not say what lasts", "write 'until ..., when ...'")
        return None
    inner = [evolve(first, phrases=first.phrases[1:]), *rest]
    begins = head(scope, inner, outer.rank)
    if not isinstance(begins.when, Number | Pattern):
        hint = "write 'until end of turn, when ...: ...', or the name of a number after the comma"
        scope.report.wrong("wrong-kind", first.at, "only a trigger or a changed number can last", hint)
        return None
    begun = whole(scope, evolve(label, id=label.id + LASTS), begins, inner)
    return Lasting(begun, until.of.text) if isinstance(begun, Trigger | Modifier) else None


def acts(game: Signatures) -> frozenset[str]:
    """The words for verbs and events."""
    verbs = {verb.name for verb in game.verbs}
    return frozenset(verbs | {form for event in game.events for form in event.forms})


def head(scope: Scope, segments: list[tree.Segment], rank: int = 0) -> Head:
    """Take the part before the first colon off the segments; ``rank`` is the one it already has, if any."""
    first, phrases = segments[0].phrases[0], segments[0].phrases
    named = isinstance(first, tree.Clause) and len(segments) > 1
    if not (named or isinstance(first, tree.Window | tree.Trigger | tree.Condition)):
        return Head(rank=rank)
    found = Head(when(scope, first), rank=rank)
    for phrase in phrases[0 if isinstance(first, tree.Condition) else 1 :]:
        found = with_phrase(scope, found, phrase)
    head_at = segments.pop(0).at
    if not segments:
        scope.report.wrong("missing-effect", head_at, "nothing happens here", "add what happens, such as ': gain ...'")
    return found


def with_phrase(scope: Scope, head: Head, phrase: tree.Phrase) -> Head:
    """A head with one phrase more: a condition, a limit, a rank or a price."""
    if isinstance(phrase, tree.Condition):
        made = condition(scope, phrase)
        return evolve(head, conditions=(*head.conditions, made)) if made else head
    if isinstance(phrase, tree.Limit) and isinstance(head.when, Edge | Phase | Pattern):
        return evolve(head, once=phrase.per.text)
    if rank(phrase) and head.when is not None and not head.rank:
        return evolve(head, rank=rank(phrase))
    if isinstance(phrase, tree.Option) and isinstance(head.when, Number) and head.when.parameter.priced:
        paid = do(scope, phrase.clause, None)
        return evolve(head, price=(paid,) if paid else ())
    scope.report.wrong("surplus-clause", phrase.at, "this has no meaning before a colon")
    return head


def rank(phrase: tree.Phrase) -> int:
    """``first`` or ``last``, and nothing more; 0 for any other phrase."""
    alone = isinstance(phrase, tree.Clause) and phrase == tree.Clause(phrase.words)
    return RANKS.get(str(phrase.words), 0) if isinstance(phrase, tree.Clause) and alone else 0


def when(scope: Scope, first: tree.Phrase) -> When | None:
    """The moment or the changed number that the first phrase names; None if that is a condition."""
    if isinstance(first, tree.Window):
        return window(scope, first)
    if isinstance(first, tree.Trigger):
        return trigger(scope, first)
    return named(scope, first) if isinstance(first, tree.Clause) else None


def window(scope: Scope, node: tree.Window) -> Edge:
    """``at end of ship``."""
    if node.edge.text not in ("start", "end"):
        scope.report.unknown("edge of a phase", node.edge.text, node.edge.at, ("start", "end"))
    if node.of.text not in scope.words.phases:
        scope.report.unknown("phase", node.of.text, node.of.at, scope.words.phases)
    return Edge(node.edge.text, node.of.text)


def named(scope: Scope, clause: tree.Clause) -> Phase | Number | None:
    """``assign:`` is a phase that offers the power; ``cost of gray worlds:`` a number that it changes.

    If a number only changes at a price, the price stands before the colon: ``military, may discard this card: 3 more``.
    """
    text = " ".join(word.text for word in flat(clause.words))
    for parameter in scope.game.parameters:
        if parameter.name == text and not clause.words.joins:
            for part in (clause.nominal, clause.per):
                if part:
                    scope.report.wrong("surplus-clause", part.at, f"this has no meaning after {text!r}")
            return Number(parameter, subject(scope, parameter, clause))
    if text in scope.words.phases:
        for rest in (*clause.prepositions, clause.nominal, clause.per):
            if rest:
                scope.report.wrong("surplus-clause", rest.at, "this has no meaning after a phase")
        return Phase(text)
    known = {*scope.words.phases, *(parameter.name for parameter in scope.game.parameters)}
    scope.report.unknown("phase or number", text, clause.at, known)
    return None


def subject(scope: Scope, parameter: Parameter, clause: tree.Clause) -> PieceSet | StockSet | None:
    """The things that a changed number belongs to: ``of gray worlds``, ``with an alien explorer``."""
    if not clause.prepositions:
        return None
    first, rest = clause.prepositions[0], clause.prepositions[1:]
    if parameter.about == "nothing":
        surplus(scope, first)
        return None
    if first.nominal.quantity and first.word.text in MEASURED:
        scope.report.wrong("surplus-clause", first.at, f"a number has no meaning after {parameter.name!r}")
    found = things(scope, flat(first.nominal.words), rest, first.at)
    wanted = PieceSet if parameter.about == "piece" else StockSet
    if found is not None and not isinstance(found, wanted):
        scope.report.wrong("wrong-kind", first.at, f"these things have no {parameter.name!r}")
        return None
    plain = PieceSet(found.match, this=found.this, holding=found.holding) if isinstance(found, PieceSet) else None
    if isinstance(found, StockSet):
        plain_places = places_of_noun(scope, first)
        found = found if found != StockSet(found.kinds, plain_places) else StockSet(found.kinds, ())
        plain = StockSet(found.kinds, ())  # type: ignore[assignment]
    if found != plain or first.word.text not in ("of", "with", "for", "on", "against"):
        message = f"{parameter.name!r} changes for a kind of things, wherever they are and whoever owns them"
        scope.report.wrong("surplus-clause", first.at, message, "name only their kind")
    return found


def places_of_noun(scope: Scope, one: tree.Preposition) -> tuple[str, ...]:
    """The places that a shorthand implies."""
    words = flat(one.nominal.words)
    noun = scope.words.nouns.get(scope.singular(words[-1].text)) if words else None
    return noun.places if noun else ()


def modifier(
    scope: Scope, label: Label, head: Head, number: Number, segments: Sequence[tree.Segment]
) -> Modifier | None:
    """``2 less, not below 2``."""
    phrases = list(segments[0].phrases) if segments else []
    if not phrases or not isinstance(phrases[0], tree.Change):
        at = phrases[0].at if phrases else label.ends
        scope.report.wrong(
            "missing-change", at, "this does not say how the number changes", "write '1 more', '2 less', '4 exactly'"
        )
        return None
    if len(segments) > 1:
        scope.report.wrong("surplus-clause", segments[1].at, "a power that changes a number can do nothing else")
    floor = None
    conditions = list(head.conditions)
    for phrase in phrases[1:]:
        if isinstance(phrase, tree.Bound) and floor is None:
            floor = phrase.low
        elif isinstance(phrase, tree.Condition) and (found := condition(scope, phrase)):
            conditions.append(found)
        else:
            scope.report.wrong("surplus-clause", phrase.at, "this has no meaning after a changed number")
    change = Change(phrases[0].by, phrases[0].direction, floor)
    changed = (number.parameter.name, number.about, change)
    return Modifier(label.id, label.text, label.at, tuple(conditions), *changed, head.rank, head.price)


def body(scope: Scope, label: Label, head: Head, segments: Sequence[tree.Segment]) -> Body | None:
    """The price, if one stands before a colon, and the effects; None if there are none."""
    if len(segments) > 2:
        scope.report.wrong("surplus-clause", segments[2].at, "a power has at most one price and one effect")
    if not segments:
        return None
    parts = [effects(scope, segment) for segment in segments[:2]]
    *price, (dos, may, scores, conditions, once) = parts
    said = Body(Act(may, (), tuple(dos)), tuple(scores), tuple(conditions), once)
    if once and head.when is None:
        happens_once(scope, label)
    if scores:
        alternatives(scope, label, scores)
        if head.when is not None:
            scope.report.wrong("surplus-clause", segments[0].at, "scoring happens only at the end of the game")
        if may and not price:
            scope.report.wrong("surplus-clause", label.ends, "a score is not optional", "leave out 'may'")
    if scores and price:
        scope.report.wrong("surplus-clause", segments[0].at, "scoring has no price", "leave it out")
    if price:
        said = paid(scope, label, head, said, price[0])
    check_use(scope, label, head, said)
    return said


def paid(scope: Scope, label: Label, head: Head, said: Body, parts: Parts) -> Body:
    """The body of a power with a price."""
    price, may, rows, conditions, once = parts
    if any(one.who != "own" for one in price):
        message = "only the owner can pay a price"
        scope.report.wrong("wrong-kind", label.ends, message, "leave it out")
    if rows:
        scope.report.wrong("surplus-clause", label.ends, "a score is not a price")
    if said.act.may and not may:
        scope.report.wrong("surplus-clause", label.ends, "'may' belongs before the price", "write 'may ...: ...'")
    if once and not said.once and head.when is None:
        happens_once(scope, label)
    act = Act(may, tuple(price), said.act.effects)
    return evolve(said, act=act, conditions=said.conditions + tuple(conditions), once=said.once or head.once or once)


def happens_once(scope: Scope, label: Label) -> None:
    """A power that acts when its piece comes into play needs no limit."""
    scope.report.wrong("surplus-clause", label.ends, "this happens only once anyway")


def alternatives(scope: Scope, label: Label, scores: Sequence[Amount]) -> None:
    """Rows of one score joined by ``or`` count pieces one by one: each in the first row that fits it."""
    for row in scores if len(scores) > 1 else ():
        if not (isinstance(row.measure, Count) and isinstance(row.measure.of, PieceSet) and row.each == 1):
            hint = "write 'score 2 per ..., or 1 per ...' with pieces, or write two powers"
            scope.report.wrong("wrong-kind", label.ends, "'or' only joins rows that count pieces", hint)
            return


def check_use(scope: Scope, label: Label, head: Head, said: Body) -> None:
    """Verbs that a phase offers come after that phase, and a power with a price is optional."""
    at, act, once = label.ends, said.act, said.once or head.once
    phase = head.when.name if isinstance(head.when, Phase) and not said.scores else None
    for one in (*act.price, *act.effects):
        verb = scope.game.verbs[one.signature]
        if verb.offered and phase is None:
            scope.report.wrong(
                "never-fires",
                at,
                f"{verb.name!r} works only in a phase that offers it",
                f"begin with that phase, as '{offering(scope, verb)}: ...'",
            )
        if verb.alone and phase is not None:
            more = act.price or head.conditions or said.conditions or once or len(act.effects) > 1
            check_alone(scope, at, phase, verb, more=bool(more), may=act.may)
    if phase is not None and not act.effects and not act.price:
        scope.report.wrong("missing-effect", at, "nothing happens here")
    if act.price and not act.may and phase is None:
        scope.report.wrong("choice-without-chooser", at, "a price needs 'may'", "write 'may ...: ...'")
    if once and once not in scope.game.stretches():
        scope.report.unknown("stretch of play", once, at, scope.game.stretches())


def offering(scope: Scope, verb: Verb) -> str:
    """The first phase that offers a verb."""
    phases = (phase for phase, verbs in scope.game.offers.items() if verb.name in verbs)
    return next(phases, next(iter(scope.words.phases), "phase"))


def check_alone(scope: Scope, at: tree.At, phase: str, verb: Verb, more: bool, may: bool) -> None:
    """A verb that its phase carries out itself has no price, condition, limit or further effect, and is optional."""
    if more:
        hint = f"write '{phase}: may {verb.name}', and the rest as a power of its own"
        scope.report.wrong("surplus-clause", at, f"{verb.name!r} must be the whole power", hint)
    elif not may:
        scope.report.wrong("choice-without-chooser", at, f"{verb.name!r} must be optional", "write 'may'")
