"""Powers: from segments of phrases to what they mean."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from attrs import evolve

from rftg_dsl.check.model import (
    AllAre,
    Amount,
    AsMany,
    AtLeast,
    Change,
    Condition,
    Count,
    Counters,
    Do,
    Happened,
    Held,
    Most,
    Number,
    Pattern,
    PieceSet,
    PlaceSet,
    Power,
    Seats,
    StockSet,
    Use,
    Without,
)
from rftg_dsl.check.phrases import (
    OPPONENTS,
    Scope,
    amount,
    counted,
    flat,
    measure,
    one_place,
    piece_set,
    place_set,
    signed,
    surplus,
    things,
)
from rftg_dsl.check.surplus import MEASURED, surplus_parts
from rftg_dsl.diagnostic import did_you_mean
from rftg_dsl.syntax import tree
from rftg_dsl.words import Game, Parameter, Verb

YOU = "you"

RANKS = {"first": -1, "last": 1}
"""Words that put a power before or behind the others on the same event."""


def power(scope: Scope, node: tree.Power, name: str) -> Power | None:
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
    if until.edge.text != "end" or until.of.text not in STRETCHES:
        scope.report.unknown("stretch of play", until.of.text, until.of.at, STRETCHES)
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


def acts(game: Game) -> frozenset[str]:
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


def trigger(scope: Scope, node: tree.Trigger) -> Pattern | None:
    """``when another own development completes``, ``when you trade from a novelty world``."""
    words = flat(node.words)
    return pattern(scope, words, node.prepositions, node.at, past=False)


def pattern(
    scope: Scope, words: list[tree.Word], prepositions: Sequence[tree.Preposition], at: tree.At, past: bool
) -> Pattern | None:
    """An event with its subject and roles."""
    last = words[-1]
    forms = {form: event for event in scope.game.events for form in event.forms}
    event = forms.get(last.text)
    if event is None:
        scope.report.unknown("event", last.text, last.at, forms)
        return None
    who, pieces, kinds = YOU, [], []
    doer = words[:-1]
    if len(doer) == 2 and [word.text for word in doer] == [YOU, "have"]:
        doer = doer[:1]
    if doer and doer[0].text in ("you", "opponent", "anyone") and len(doer) == 1:
        who = {"you": YOU, "opponent": "another", "anyone": "any"}[doer[0].text]
    elif doer and "it" in event.about:
        found = things(scope, doer, (), at)
        if isinstance(found, PieceSet):
            who = {"own": YOU, "others": "another", "all": "any"}[found.who]
            pieces.append(("it", found.match, found.this))
            if found != PieceSet(found.match, who=found.who, this=found.this):
                scope.report.wrong("surplus-clause", at, f"what {last.text!r} is named by its kind and owner alone")
        elif found is not None:
            scope.report.wrong("wrong-kind", at, f"such things do not {last.text!r}", "name a piece")
    else:
        scope.report.wrong("wrong-kind", at, f"who {last.text!r} is missing", "begin with 'when you ...'")
    for one in prepositions:
        role = one.word.text
        if role not in event.about:
            surplus(scope, one)
            continue
        found = things(scope, flat(one.nominal.words), (), one.at)
        if event.about[role] == "piece" and isinstance(found, PieceSet):
            if found != PieceSet(found.match, this=found.this):
                scope.report.wrong("surplus-clause", one.at, f"whose it is is settled by {last.text!r}")
            pieces.append((role, found.match, found.this))
        elif event.about[role] == "stock" and isinstance(found, StockSet):
            if found.who != "own":
                scope.report.wrong("surplus-clause", one.at, f"whose it is is settled by {last.text!r}")
            kinds.append((role, found.kinds))
        elif found is not None:
            scope.report.wrong("wrong-kind", one.at, f"{last.text!r} has no such thing behind {role!r}")
    return Pattern(event, who, tuple(pieces), tuple(kinds))  # type: ignore[arg-type]


def condition(scope: Scope, node: tree.Condition) -> Condition | None:
    """``if you have the most novelty worlds``, ``if all worlds with the highest cost is own``."""
    clause = node.clause
    if node.be:
        return all_are(scope, node)
    words = flat(clause.words)
    names = [word.text for word in words]
    forms = {form: event for event in scope.game.events for form in event.forms}
    if clause.per:
        scope.report.wrong("surplus-clause", clause.per.at, "'per' has no meaning in a condition")
    if names[0] == YOU and len(names) == 2 and names[1] in forms:
        if clause.nominal:
            scope.report.wrong("surplus-clause", clause.nominal.at, "a number has no meaning here")
        found = pattern(scope, words, clause.prepositions, clause.at, past=True)
        return Happened(found, tally_name(found)) if found else None
    if names[:2] == [YOU, "have"] and len(names) == 2 and clause.nominal and clause.nominal.quantity:
        if clause.nominal.quantity.how != "exact":
            hint = "write 'if you have 3 ...': at least so many"
            scope.report.wrong("surplus-clause", clause.nominal.quantity.at, "a condition has one number", hint)
        found_measure = counted(scope, clause.nominal, clause.prepositions, clause.at)
        return AtLeast(found_measure, clause.nominal.quantity.low) if found_measure else None
    if names[:3] == [YOU, "have", "no"]:
        if clause.nominal:
            scope.report.wrong("surplus-clause", clause.nominal.at, "a number has no meaning here")
        found_measure = measure(scope, words[3:], clause.prepositions, clause.at)
        return Without(found_measure) if found_measure else None
    if names[:2] == [YOU, "have"] and len(names) == 3 and names[2] in scope.words.counters and not clause.nominal:
        return AtLeast(Held(names[2]), 1)
    if names == [YOU, "have"] and [one.word.text for one in clause.prepositions] == ["as", "as"]:
        return as_many(scope, *clause.prepositions)
    extremes = (["have", "most"], ["share", "most"], ["have", "fewest"], ["share", "fewest"])
    if names[0] == YOU and names[1:3] in extremes:
        if clause.nominal:
            scope.report.wrong("surplus-clause", clause.nominal.at, "a number has no meaning here")
        found_measure = measure(scope, words[3:], clause.prepositions, clause.at)
        return Most(found_measure, names[1] == "share", names[2] == "fewest") if found_measure else None
    scope.report.wrong(
        "unknown-condition",
        clause.at,
        "this is no condition",
        "write 'if you have the most ...', 'if you share the most ...', 'if you have 3 ...', 'if you scouted ...'",
    )
    return None


def as_many(scope: Scope, one: tree.Preposition, other: tree.Preposition) -> AsMany | None:
    """``as many economy colonies as diplomacy colonies``."""
    words = flat(one.nominal.words)
    if not words or words[0].text != "many":
        hint = "write 'if you have as many ... as ...'"
        scope.report.wrong("unknown-condition", one.at, "this is no condition", hint)
        return None
    left = measure(scope, words[1:], (), one.at)
    right = measure(scope, flat(other.nominal.words), (), other.at)
    return AsMany(left, right) if left and right else None


def all_are(scope: Scope, node: tree.Condition) -> AllAre | None:
    """``all worlds with the highest cost is own``."""
    assert node.be is not None
    clause = node.clause
    these = things(scope, flat(clause.words), clause.prepositions, clause.at)
    own = flat(node.be.nominal.words)
    if not isinstance(these, PieceSet) or not own:
        if these is not None:
            hint = "write 'if all ... is own'"
            scope.report.wrong("wrong-kind", clause.at, "only pieces can be said to be something", hint)
        return None
    many = clause.nominal.quantity if clause.nominal else None
    surplus_here = [word for word in flat(clause.words)[:-1] if word.text in ("own", "others", "every")]
    for part in (*surplus_here, *([many] if many and many.how != "all" else []), node.be.nominal.quantity):
        if part:
            scope.report.wrong("surplus-clause", part.at, "this has no meaning here", "write 'if all ... is own'")
    these = evolve(these, who="all")
    if [word.text for word in own] == ["own"]:
        for one in node.be.prepositions:
            surplus(scope, one)
    if [word.text for word in own] == ["own"]:
        return AllAre(these, evolve(these, who="own", extreme=None))
    those = piece_set(scope, evolve(these, who="own", extreme=None), own, node.be.prepositions)
    return AllAre(these, those)


def tally_name(found: Pattern) -> str:
    """A name for the count of what happened this phase, the same for the same pattern."""
    parts = [found.event.name, *(f"{role} {'/'.join(sorted(kinds))}" for role, kinds in found.kinds)]
    for role, match, _ in found.pieces:
        values = ["/".join(sorted(map(str, values))) for _, values in match.values]
        parts.append(" ".join([role, *values, "/".join(sorted(match.kinds))]))
    return " ".join(parts)


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
    if price:
        paid, optional, rows, more, limit = price[0]
        at = (draft.at.start, draft.at.end)
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


Parts = tuple[list[Do], bool, list[Amount], list[Condition], str]


def effects(scope: Scope, segment: tree.Segment) -> Parts:
    """The verbs of a segment, whether they are optional, and what it scores."""
    dos: list[Do] = []
    scores: list[Amount] = []
    conditions: list[Condition] = []
    may, once = False, ""
    phrases: list[Any] = list(segment.phrases)
    for nth, phrase in enumerate(phrases):
        following = phrases[nth + 1] if nth + 1 < len(phrases) else None
        up = following.up if isinstance(following, tree.Rounding) else None
        less = following.by if isinstance(following, tree.Change) and following.direction == "less" else 0
        if isinstance(phrase, tree.Option):
            may = True
            phrase = phrase.clause
        if isinstance(phrase, tree.Otherwise):
            phrase = phrase.what
            if isinstance(phrase, tree.Amount) and scores:
                scores.append(amount(scope, phrase.quantity, phrase.per, up))
                continue
        if isinstance(phrase, tree.Clause):
            if [word.text for word in flat(phrase.words)] == ["score"]:
                quantity = phrase.nominal.quantity if phrase.nominal else None
                scores.append(amount(scope, quantity, phrase.per, up))
            elif found := do(scope, phrase, up):
                dos.append(evolve(found, low=evolve(found.low, less=less)) if less else found)
        elif isinstance(phrase, tree.Condition):
            conditions += [made] if (made := condition(scope, phrase)) else []
        elif isinstance(phrase, tree.Limit):
            once = phrase.per.text
        elif not (nth and (isinstance(phrase, tree.Rounding) or said_less(phrase, phrases[nth - 1]))):
            scope.report.wrong("surplus-clause", phrase.at, "this has no meaning here", "leave it out or reword")
    return dos, may, scores, conditions, once


def said_less(phrase: tree.Phrase, before: tree.Phrase) -> bool:
    """Whether this is the ``1 less`` of an amount per something: ``gain 1 vp per consumed, 1 less``."""
    per = isinstance(before, tree.Clause) and before.per is not None
    return per and isinstance(phrase, tree.Change) and phrase.direction == "less"


def do(scope: Scope, clause: tree.Clause, up: bool | None) -> Do | None:
    """A verb with what it is done to, by the owner or by each opponent."""
    first, *rest = flat(clause.words)
    if [first.text] in OPPONENTS and rest:
        spoken = tree.Words((tuple(rest),), at=(rest[0].at[0], clause.words.at[1]))
        found = do(scope, evolve(clause, words=spoken), up)
        return evolve(found, who="others") if found else None
    text = " ".join(word.text for word in flat(clause.words))
    whole = " ".join([text, *(part for one in clause.prepositions for part in said(one))])
    verbs = scope.game.verbs
    for nth, verb in enumerate(verbs):
        if verb.name == whole and " " in whole and clause.nominal is None and not joined(clause):
            if clause.per:
                scope.report.wrong("surplus-clause", clause.per.at, f"'per' has no meaning behind {whole!r}")
            return Do(verb.name, nth, None)
    name = flat(clause.words)[0]
    candidates = [(nth, verb) for nth, verb in enumerate(verbs) if verb.name == name.text]
    if not candidates:
        near = did_you_mean(text, [verb.name for verb in verbs])
        known = [verb.name for verb in verbs] if not near else [near]
        scope.report.unknown("verb", name.text, name.at, [*known, *(verb.name for verb in verbs)])
        return None
    return with_object(scope, clause, candidates, up)


def joined(clause: tree.Clause) -> bool:
    """Whether a join or a number stands in a clause; neither does in idioms."""
    inner = [one.nominal for one in clause.prepositions]
    numbers = any(one.quantity or one.value is not None for one in inner)
    return bool(clause.words.joins) or numbers or any(one.words.joins for one in inner if one.words)


def said(one: tree.Preposition) -> list[str]:
    """A preposition as words, for idioms."""
    return [one.word.text, *(word.text for word in flat(one.nominal.words))]


def with_object(scope: Scope, clause: tree.Clause, candidates: list[tuple[int, Verb]], up: bool | None) -> Do | None:
    """The object and slots of a verb; the first signature that fits is taken."""
    words = flat(clause.words)[1:] + flat(clause.nominal.words if clause.nominal else None)
    quantity = clause.nominal.quantity if clause.nominal else None
    prepositions = list(clause.prepositions)
    slots: list[tuple[str, Any]] = []
    if words and words[-1].text == "here":
        if "to" not in slot_names(candidates) or any(one.word.text == "to" for one in prepositions):
            scope.report.wrong("surplus-clause", words[-1].at, "'here' has no meaning here")
        slots.append(("to", PlaceSet(here=True)))
        words = words[:-1]
    if not words and prepositions and prepositions[0].word.text == "of":
        words = flat(prepositions.pop(0).nominal.words)
    before = flat(clause.words)[1:]
    if before and clause.nominal and (clause.nominal.words or clause.nominal.quantity):
        scope.report.wrong("surplus-clause", before[0].at, "this stands before the number and says nothing there")
    kinds = {verb.object for _, verb in candidates}
    narrowing = [one for one in prepositions if one.word.text not in slot_names(candidates)]
    so_far = len(scope.report.found)
    what = the_object(scope, clause, words, quantity, narrowing, kinds)
    if what is WRONG:
        return None
    kind = object_kind(what)
    fitting = [(nth, verb) for nth, verb in candidates if verb.object == kind]
    if not fitting:
        verb_name = candidates[0][1].name
        scope.report.wrong("wrong-kind", clause.at, f"{verb_name!r} cannot be done to this")
        return None
    nth, verb = fitting[0]
    if slots and "to" not in verb.slots:
        scope.report.wrong("surplus-clause", clause.at, "'here' has no meaning here")
    if verb.grants and len(scope.report.found) == so_far:
        grant(scope, verb, what, words, narrowing)
    for one in prepositions:
        if one in narrowing:
            continue
        inner = flat(one.nominal.words)
        if one.word.text == "from" and isinstance(what, StockSet) and one_place(scope, inner):
            what = evolve(what, same_place=True)
        elif found := slot(scope, verb, one):
            slots.append((one.word.text, found))
    missing = verb.required - {name for name, _ in slots} - {one.word.text for one in prepositions}
    for name in sorted(missing):
        hint = f"add '{name} ...'"
        scope.report.wrong("missing-clause", clause.at, f"{verb.name!r} needs {name!r}", hint)
    how_many(scope, verb, what, quantity, clause.per)
    low = amount(scope, quantity, clause.per, up)
    high = None
    if quantity and quantity.how in ("between", "up to"):
        high = quantity.high
    if quantity and quantity.how == "any":
        low, high = Amount(0), MANY
    return Do(verb.name, nth, what, low, high, tuple(slots), bool(quantity and quantity.how == "all"))


def grant(
    scope: Scope, verb: Verb, what: Any, words: Sequence[tree.Word], narrowing: Sequence[tree.Preposition]
) -> None:
    """What comes from the supply is named by its kind alone: it is nobody's and nowhere yet."""
    for one in narrowing:
        surplus(scope, one)
    at = (words[0].at[0], words[-1].at[1]) if words else (0, 0)
    if isinstance(what, StockSet):
        if len(what.kinds) > 1:
            message = f"which of {len(what.kinds)} kinds comes is not said"
            scope.report.wrong("choice-without-chooser", at, message, "name one kind")
        if what.who != "own" or words[0].text == "own":
            scope.report.wrong("surplus-clause", at, f"whose they are has no meaning behind {verb.name!r}")
    elif isinstance(what, PieceSet) and [scope.singular(one.text) in scope.words.components for one in words] != [True]:
        known = ", ".join(one.plural for one in scope.words.components.values())
        scope.report.wrong("surplus-clause", at, f"{verb.name!r} takes whatever comes", f"name one of: {known}")


def how_many(scope: Scope, verb: Verb, what: Any, many: tree.Quantity | None, per: tree.Per | None) -> None:
    """A range, all or any number stand only where somebody chooses, and nothing is counted besides."""
    if many is None:
        return
    if what is None and verb.object == "nothing":
        scope.report.wrong("surplus-clause", many.at, f"a number has no meaning behind {verb.name!r}")
    elif many.how not in verb.amounts():
        hint = "name one number"
        scope.report.wrong("choice-without-chooser", many.at, f"nobody chooses how many to {verb.name!r}", hint)
    elif per and many.how != "exact":
        scope.report.wrong("surplus-clause", per.at, "'per' stands behind one number")
    elif verb.most and many.high > verb.most:
        scope.report.wrong("out-of-range", many.at, f"{verb.name!r} is done to {verb.most} at a time")


MANY = 999
"""``any number of``: more than there can be of anything."""

WRONG: Any = object()
"""What could not be resolved, and has its diagnostic."""


def slot_names(candidates: list[tuple[int, Verb]]) -> set[str]:
    """The prepositions that any of the signatures has a slot for."""
    return {name for _, verb in candidates for name in verb.slots}


def the_object(
    scope: Scope,
    clause: tree.Clause,
    words: list[tree.Word],
    quantity: tree.Quantity | None,
    narrowing: Sequence[tree.Preposition],
    kinds: Collection[str],
) -> Any:
    """The counter, things or nothing that a verb is done to."""
    if quantity and quantity.money:
        name = signed(scope)
        if words or not name:
            scope.report.wrong("wrong-kind", clause.at, "'$' already says what is meant")
            return WRONG
        return no_more(scope, narrowing, name)
    if not words:
        if "nothing" in kinds:
            return no_more(scope, narrowing, None)
        scope.report.wrong("missing-thing", clause.at, "what this is done to is missing", "name a thing")
        return WRONG
    name = scope.singular(words[-1].text)
    if name in scope.words.counters and len(words) == 1:
        return no_more(scope, narrowing, name)
    found = things(scope, words, narrowing, clause.at)
    return WRONG if found is None else found


def no_more(scope: Scope, prepositions: Sequence[tree.Preposition], what: Any) -> Any:
    """What is meant, where nothing narrows it."""
    for one in prepositions:
        surplus(scope, one)
    return what


def object_kind(what: Any) -> str:
    """Which sort of object this is."""
    if what is None:
        return "nothing"
    if isinstance(what, str):
        return "counter"
    return "stock" if isinstance(what, StockSet) else "pieces"


def slot(scope: Scope, verb: Verb, one: tree.Preposition) -> Any:
    """What fills a slot of a verb."""
    kind = verb.slots.get(one.word.text)
    if kind is None:
        surplus(scope, one)
        return None
    inner = flat(one.nominal.words)
    if kind in FILLERS:
        return FILLERS[kind](scope, one)
    if (one.nominal.quantity and one.word.text in MEASURED) or one.change:
        scope.report.wrong("surplus-clause", one.at, f"a number has no meaning behind {one.word.text!r}")
    if kind in ("place", "places"):
        found = place_set(scope, inner)
        if found and kind == "place" and len(found.places) > 1:
            scope.report.wrong("wrong-kind", one.at, "only one place can be meant here")
        return found
    return things(scope, inner, (), one.at)


def number_in(scope: Scope, one: tree.Preposition) -> Number | None:
    """``by 2``."""
    many = one.nominal.quantity
    if many is None or many.how != "exact" or many.money or one.nominal.words:
        scope.report.wrong("wrong-kind", one.at, f"behind {one.word.text!r} stands one number")
        return None
    return Number(many.low)


def counters_in(scope: Scope, one: tree.Preposition) -> Counters | None:
    """``with credits or chips``: one of them; ``with credits and chips``: mixed as one likes; ``for 1 credit``."""
    many, words = one.nominal.quantity, one.nominal.words
    names = tuple(scope.singular(word.text) for word in flat(words))
    if words and len(names) != len(words.runs) and set(names) <= set(scope.words.counters):
        scope.report.wrong("wrong-kind", one.at, "these are several", f"write '{' or '.join(names)}'")
    if many and many.money:
        return Counters((signed(scope),), n=many.low)
    for word, name in zip(flat(words), names, strict=True):
        if name not in scope.words.counters:
            scope.report.unknown("counter", word.text, word.at, scope.words.counters)
    if many and many.how != "exact":
        scope.report.wrong("wrong-kind", one.at, f"behind {one.word.text!r} stands one number")
    return Counters(names, bool(words and "and" in words.joins), many.low if many else 0)


def change_in(scope: Scope, one: tree.Preposition) -> Change | None:
    """``for 1 less``."""
    if one.change is None:
        scope.report.wrong("wrong-kind", one.at, f"behind {one.word.text!r} stands a change", "write 'for 1 less'")
        return None
    return Change(one.change.by, one.change.direction)


def seats_in(scope: Scope, one: tree.Preposition) -> Seats | None:
    """``from an opponent``."""
    if [word.text for word in flat(one.nominal.words)] not in OPPONENTS or one.nominal.quantity:
        scope.report.wrong("wrong-kind", one.at, f"behind {one.word.text!r} stands who is meant", "write 'an opponent'")
        return None
    return Seats("others")


FILLERS = {"number": number_in, "counters": counters_in, "change": change_in, "seats": seats_in}
"""What fills a slot of each kind that is neither a place nor things."""

STRETCHES = ("phase", "round", "turn")
"""What a power can be limited to, or last for."""


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
    if draft.use == "offer" and not draft.effects and not draft.price:
        scope.report.wrong("missing-effect", at, "nothing happens here")
    if draft.price and not draft.may and draft.use != "offer":
        scope.report.wrong("choice-without-chooser", at, "a price without 'may'", "write 'may ...: ...'")
    if draft.once and draft.once not in STRETCHES:
        scope.report.unknown("stretch of play", draft.once, at, STRETCHES)


_USES: tuple[Use, ...] = ("immediate", "window", "offer", "trigger", "modifier", "score")
