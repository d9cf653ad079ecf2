"""Events and conditions: what a power waits for, and what must be true."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rftg_dsl.check.model import (
    AllAre,
    AsMany,
    AtLeast,
    Condition,
    Happened,
    Held,
    Most,
    Pattern,
    PieceSet,
    StockSet,
    Without,
)
from rftg_dsl.check.phrases import (
    Scope,
    counted,
    flat,
    measure,
    piece_set,
    surplus,
    things,
)
from rftg_dsl.syntax import tree

YOU = "you"


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
            who = {"own": YOU, "all": "any"}[found.who]
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
    counters = scope.words.spoken_counters()
    if names[:2] == [YOU, "have"] and len(names) == 3 and names[2] in counters and not clause.nominal:
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
    surplus_here = [word for word in flat(clause.words)[:-1] if word.text in ("own", "every")]
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


THIS = {"any": (), "only": ("this",), "except": ("another",)}
"""How the piece of an event stands to the one with the power, in the name of a tally."""


def tally_name(found: Pattern) -> str:
    """A name for the count of what happened this phase, the same for the same pattern."""
    parts = [found.event.name, *(f"{role} {'/'.join(sorted(kinds))}" for role, kinds in found.kinds)]
    for role, match, how in found.pieces:
        values = ["/".join(sorted(map(str, values))) for _, values in match.values]
        values += [f"non-{value}" for _, values in match.excluded for value in sorted(values)]
        parts.append(" ".join([role, *THIS[how], *values, "/".join(sorted(match.kinds))]))
    return " ".join(parts)
