"""Powers: from segments of phrases to what they mean."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rftg_dsl.check.effects import do, effects
from rftg_dsl.check.events import condition, trigger
from rftg_dsl.check.model import (
    Change,
    Condition,
    Count,
    PieceSet,
    Power,
    StockSet,
    Use,
)
from rftg_dsl.check.phrases import (
    Scope,
    flat,
    surplus,
    things,
)
from rftg_dsl.check.surplus import MEASURED, surplus_parts
from rftg_dsl.signatures import Parameter, Signatures, Verb
from rftg_dsl.syntax import tree

RANKS = {"first": -1, "last": 1}
"""Words that put a power before or behind the others on the same event."""


def power(scope: Scope, node: tree.Sentence, name: str) -> Power | None:
    """One power of a side, or None and at least one diagnostic."""
    before = len(scope.report.found)
    span = scope.report.span(node.at)
    text = " ".join(span.source.text[node.at[0] : node.at[1]].split())
    blank = Power(name, "immediate", "", text, span)
    segments = list(node.segments)
    surplus_parts(scope.report, scope.words, acts(scope.game), node)
    draft = head(scope, blank, segments)
    if draft.use == "modifier":
        draft = modifier(scope, draft, segments)
    elif segments and isinstance(until := segments[0].phrases[0], tree.Until):
        draft = lasting(scope, draft, until, segments)
    else:
        scope = evolve(scope, event=draft.pattern.event) if draft.pattern else scope
        draft = body(scope, draft, segments)
    return draft if len(scope.report.found) == before else None


LASTS = "~"
"""Behind the id of a power: the one that it begins, and that outlives its source."""


def lasting(scope: Scope, draft: Power, until: tree.Until, segments: Sequence[tree.Segment]) -> Power:
    """``until end of turn, when opponent trades: gain $1``: a trigger or a changed number that the power begins."""
    first, *rest = segments
    if until.edge.text != "end" or until.of.text not in scope.game.stretches():
        scope.report.unknown("stretch of play", until.of.text, until.of.at, scope.game.stretches())
    if not first.phrases[1:]:
        scope.report.wrong("missing-effect", until.at, "what lasts so long is missing", "write 'until ..., when ...'")
        return draft
    inner = [evolve(first, phrases=first.phrases[1:]), *rest]
    begun = head(scope, evolve(draft, id=draft.id + LASTS, use="immediate", point="", conditions=(), once=""), inner)
    if begun.use == "modifier":
        begun = modifier(scope, begun, inner)
    elif begun.use == "trigger" and begun.pattern:
        begun = body(evolve(scope, event=begun.pattern.event), begun, inner)
    else:
        hint = "write 'until end of turn, when ...: ...', or the name of a number behind the comma"
        scope.report.wrong("wrong-kind", first.at, "only a trigger or a changed number can last", hint)
    return evolve(draft, lasting=begun, until=until.of.text)


def acts(game: Signatures) -> frozenset[str]:
    """Words of what is done and of what happens."""
    verbs = {verb.name for verb in game.verbs}
    return frozenset(verbs | {form for event in game.events for form in event.forms})


def head(scope: Scope, draft: Power, segments: list[tree.Segment]) -> Power:
    """What stands before the first colon: when the power comes, or which number it changes."""
    first = segments[0].phrases[0]
    priced = {one.name for one in scope.game.parameters if one.priced}
    conditions: list[Condition] = []
    if isinstance(first, tree.Window):
        draft = evolve(draft, use="window", point=window(scope, first))
    elif isinstance(first, tree.Trigger):
        pattern = trigger(scope, first)
        if pattern:
            draft = evolve(draft, use="trigger", point=pattern.event.name, pattern=pattern)
    elif isinstance(first, tree.Clause) and len(segments) > 1:
        draft = named(scope, draft, first)
    elif not isinstance(first, tree.Condition):
        return draft
    for phrase in segments[0].phrases[0 if isinstance(first, tree.Condition) else 1 :]:
        if isinstance(phrase, tree.Condition):
            conditions += [found] if (found := condition(scope, phrase)) else []
        elif isinstance(phrase, tree.Limit) and draft.use in LIMITED:
            draft = evolve(draft, once=phrase.per.text)
        elif rank(phrase) and draft.use in RANKED and not draft.rank:
            draft = evolve(draft, rank=rank(phrase))
        elif isinstance(phrase, tree.Option) and draft.point in priced:
            paid = do(scope, phrase.clause, None)
            draft = evolve(draft, may=True, price=(paid,) if paid else ())
        else:
            scope.report.wrong("surplus-clause", phrase.at, "this has no meaning before a colon")
    head_at = segments.pop(0).at
    if not segments:
        scope.report.wrong("missing-effect", head_at, "nothing happens here", "add ': gain ...' or the like")
    return evolve(draft, conditions=tuple(conditions))


def rank(phrase: tree.Phrase) -> int:
    """``first`` or ``last``, and nothing more; 0 for any other phrase."""
    alone = isinstance(phrase, tree.Clause) and phrase == tree.Clause(phrase.words)
    return RANKS.get(str(phrase.words), 0) if isinstance(phrase, tree.Clause) and alone else 0


RANKED: tuple[Use, ...] = ("window", "trigger", "modifier", "offer")
"""Powers that can meet others on one event or number, or in one phase."""

LIMITED: tuple[Use, ...] = ("window", "trigger", "offer")
"""Powers that can be used more than once, and so be limited."""


def window(scope: Scope, node: tree.Window) -> str:
    """``at end of ship``."""
    if node.edge.text not in ("start", "end"):
        scope.report.unknown("edge of a phase", node.edge.text, node.edge.at, ("start", "end"))
    if node.of.text not in scope.words.phases:
        scope.report.unknown("phase", node.of.text, node.of.at, scope.words.phases)
    return f"{node.edge.text} of {node.of.text}"


def named(scope: Scope, draft: Power, clause: tree.Clause) -> Power:
    """``assign:`` is a phase that offers the power; ``cost of gray worlds:`` a number that it changes.

    A number that changes only at a price has it before the colon: ``military, may discard this card: 3 more``.
    """
    text = " ".join(word.text for word in flat(clause.words))
    for parameter in scope.game.parameters:
        if parameter.name == text and not clause.words.joins:
            for part in (clause.nominal, clause.per):
                if part:
                    scope.report.wrong("surplus-clause", part.at, f"this has no meaning behind {text!r}")
            about = subject(scope, parameter, clause)
            return evolve(draft, use="modifier", point=text, about=about)
    if text in scope.words.phases:
        for rest in (*clause.prepositions, clause.nominal, clause.per):
            if rest:
                scope.report.wrong("surplus-clause", rest.at, "this has no meaning behind a phase")
        return evolve(draft, use="offer", point=text)
    known = {*scope.words.phases, *(parameter.name for parameter in scope.game.parameters)}
    scope.report.unknown("phase or number", text, clause.at, known)
    return draft


def subject(scope: Scope, parameter: Parameter, clause: tree.Clause) -> PieceSet | StockSet | None:
    """What the changed number belongs to: ``of gray worlds``, ``with an alien explorer``."""
    if not clause.prepositions:
        return None
    first, rest = clause.prepositions[0], clause.prepositions[1:]
    if parameter.about == "nothing":
        surplus(scope, first)
        return None
    if first.nominal.quantity and first.word.text in MEASURED:
        scope.report.wrong("surplus-clause", first.at, f"a number has no meaning behind {parameter.name!r}")
    found = things(scope, flat(first.nominal.words), rest, first.at)
    wanted = PieceSet if parameter.about == "piece" else StockSet
    if found is not None and not isinstance(found, wanted):
        scope.report.wrong("wrong-kind", first.at, f"{parameter.name!r} is not a number of such things")
        return None
    plain = PieceSet(found.match, this=found.this, holding=found.holding) if isinstance(found, PieceSet) else None
    if isinstance(found, StockSet):
        plain_places = places_of_noun(scope, first)
        found = found if found != StockSet(found.kinds, plain_places) else StockSet(found.kinds, ())
        plain = StockSet(found.kinds, ())  # type: ignore[assignment]
    if found != plain or first.word.text not in ("of", "with", "for", "on", "against"):
        message = f"{parameter.name!r} is changed for a sort of things, wherever and whosever they are"
        scope.report.wrong("surplus-clause", first.at, message, "name only their kind")
    return found


def places_of_noun(scope: Scope, one: tree.Preposition) -> tuple[str, ...]:
    """The places that a shorthand names by itself."""
    words = flat(one.nominal.words)
    noun = scope.words.nouns.get(scope.singular(words[-1].text)) if words else None
    return noun.places if noun else ()


def modifier(scope: Scope, draft: Power, segments: Sequence[tree.Segment]) -> Power:
    """``2 less, not below 2``."""
    phrases = list(segments[0].phrases) if segments else []
    if not phrases or not isinstance(phrases[0], tree.Change):
        at = phrases[0].at if phrases else (draft.at.start, draft.at.end)
        scope.report.wrong(
            "missing-change", at, "how the number changes is missing", "write '1 more', '2 less', '4 exactly'"
        )
        return draft
    if len(segments) > 1:
        scope.report.wrong("surplus-clause", segments[1].at, "behind a changed number nothing more can happen")
    floor = None
    for phrase in phrases[1:]:
        if isinstance(phrase, tree.Bound) and floor is None:
            floor = phrase.low
        elif isinstance(phrase, tree.Condition) and (found := condition(scope, phrase)):
            draft = evolve(draft, conditions=(*draft.conditions, found))
        else:
            scope.report.wrong("surplus-clause", phrase.at, "this has no meaning behind a changed number")
    return evolve(draft, change=Change(phrases[0].by, phrases[0].direction, floor))


def body(scope: Scope, draft: Power, segments: Sequence[tree.Segment]) -> Power:
    """The price, if one stands before a colon, and the effects."""
    if len(segments) > 2:
        scope.report.wrong("surplus-clause", segments[2].at, "one price and one effect are all a power has")
    if not segments:
        return draft
    parts = [effects(scope, segment) for segment in segments[:2]]
    *price, (dos, may, scores, conditions, once) = parts
    draft = evolve(
        draft,
        may=may,
        effects=tuple(dos),
        scores=tuple(scores),
        conditions=draft.conditions + tuple(conditions),
        once=once or draft.once,
    )
    if draft.once and draft.use == "immediate":
        scope.report.wrong("surplus-clause", (draft.at.start, draft.at.end), "this happens only once anyway")
    if scores:
        alternatives(scope, draft)
        if draft.use != "immediate":
            scope.report.wrong("surplus-clause", segments[0].at, "scoring has no moment of its own")
        draft = evolve(draft, use="score", point="score")
    if scores and price:
        scope.report.wrong("surplus-clause", segments[0].at, "nobody pays when scores are counted", "leave it out")
    if price:
        paid, optional, rows, more, limit = price[0]
        at = (draft.at.start, draft.at.end)
        if any(one.who != "own" for one in paid):
            scope.report.wrong("wrong-kind", at, "the owner pays what stands before the last colon", "leave it out")
        if rows:
            scope.report.wrong("surplus-clause", at, "a score is no price")
        if may and not optional:
            scope.report.wrong("surplus-clause", at, "'may' stands before the price", "write 'may ...: ...'")
        draft = evolve(draft, price=tuple(paid), may=optional, conditions=draft.conditions + tuple(more))
        draft = evolve(draft, once=draft.once or limit)
    check_use(scope, draft)
    return draft


def alternatives(scope: Scope, draft: Power) -> None:
    """Rows of one score joined by ``or`` count pieces one by one: each in the first row that fits it."""
    at = (draft.at.start, draft.at.end)
    for row in draft.scores if len(draft.scores) > 1 else ():
        if not (isinstance(row.measure, Count) and isinstance(row.measure.of, PieceSet) and row.each == 1):
            hint = "write 'score 2 per ..., or 1 per ...' with pieces, or two powers"
            scope.report.wrong("wrong-kind", at, "'or' in a score stands between pieces that are counted", hint)
            return


def check_use(scope: Scope, draft: Power) -> None:
    """Verbs that a phase offers stand behind that phase, and choices say who makes them."""
    at = (draft.at.start, draft.at.end)
    for one in (*draft.price, *draft.effects):
        verb = scope.game.verbs[one.signature]
        if verb.offered and draft.use != "offer":
            scope.report.wrong(
                "never-fires",
                at,
                f"nothing offers a power to {verb.name!r} here",
                f"begin with a phase, as '{next(iter(scope.words.phases), 'phase')}: ...'",
            )
        if verb.alone and draft.use == "offer":
            stands_alone(scope, draft, verb)
    if draft.use == "offer" and not draft.effects and not draft.price:
        scope.report.wrong("missing-effect", at, "nothing happens here")
    if draft.price and not draft.may and draft.use != "offer":
        scope.report.wrong("choice-without-chooser", at, "a price without 'may'", "write 'may ...: ...'")
    if draft.once and draft.once not in scope.game.stretches():
        scope.report.unknown("stretch of play", draft.once, at, scope.game.stretches())


def stands_alone(scope: Scope, draft: Power, verb: Verb) -> None:
    """A verb that its phase carries out itself has no price, condition, limit or further effect, and is optional."""
    at = (draft.at.start, draft.at.end)
    more = draft.price or draft.conditions or draft.once or len(draft.effects) > 1
    if more:
        hint = f"write '{draft.point}: may {verb.name}', and the rest as a power of its own"
        scope.report.wrong("surplus-clause", at, f"{verb.name!r} stands alone", hint)
    elif not draft.may:
        scope.report.wrong("choice-without-chooser", at, f"{verb.name!r} is the owner's choice", "write 'may'")
