"""Events and conditions: when a power comes, and what must be true then."""

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
from rftg_dsl.diagnostic import with_article
from rftg_dsl.syntax import tree

YOU = "you"


def trigger(scope: Scope, node: tree.Trigger) -> Pattern | None:
    """``when another own development completes``, ``when you trade from a novelty world``."""
    words = flat(node.words)
    return pattern(scope, words, node.prepositions, node.at)


def pattern(
    scope: Scope, words: list[tree.Word], prepositions: Sequence[tree.Preposition], at: tree.At
) -> Pattern | None:
    """The event that a phrase names, with its subject and its roles."""
    last = words[-1]
    forms = {form: event for event in scope.game.events for form in event.forms}
    event = forms.get(last.text)
    if event is None:
        scope.report.unknown("event", last.text, last.at, forms)
        return None
    who, pieces, kinds = YOU, [], []
    subject = words[:-1]
    if len(subject) == 2 and [word.text for word in subject] == [YOU, "have"]:
        subject = subject[:1]
    if subject and subject[0].text in ("you", "opponent", "anyone") and len(subject) == 1:
        who = {"you": YOU, "opponent": "another", "anyone": "any"}[subject[0].text]
    elif subject and "it" in event.about:
        found = things(scope, subject, (), at)
        if isinstance(found, PieceSet):
            who = {"own": YOU, "all": "any"}[found.who]
            pieces.append(("it", found.match, found.this))
            if found != PieceSet(found.match, who=found.who, this=found.this):
                message = f"before {last.text!r}, say only what kind of piece it is, and whose"
                scope.report.wrong("surplus-clause", at, message)
        elif found is not None:
            scope.report.wrong("wrong-kind", at, f"{last.text!r} happens only to pieces", "name a piece")
    else:
        scope.report.wrong("wrong-kind", at, f"{last.text!r} needs a subject", "begin with 'when you ...'")
    for one in prepositions:
        role = one.word.text
        if role not in event.about:
            surplus(scope, one)
            continue
        found = things(scope, flat(one.nominal.words), (), one.at)
        if event.about[role] == "piece" and isinstance(found, PieceSet):
            if found != PieceSet(found.match, this=found.this):
                message = f"after {role!r}, say only what kind of piece it is"
                scope.report.wrong("surplus-clause", one.at, message)
            pieces.append((role, found.match, found.this))
        elif event.about[role] == "stock" and isinstance(found, StockSet):
            if found.who != "own":
                scope.report.wrong("surplus-clause", one.at, f"{last.text!r} already says whose it is")
            kinds.append((role, found.kinds))
        elif found is not None:
            wanted = with_article("piece" if event.about[role] == "piece" else " or ".join(scope.words.stocks))
            message = f"after {last.text!r}, {role!r} takes {wanted}"
            scope.report.wrong("wrong-kind", one.at, message, f"name {wanted}")
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
        found = pattern(scope, words, clause.prepositions, clause.at)
        return Happened(found, tally_name(found)) if found else None
    if names[:2] == [YOU, "have"] and len(names) == 2 and clause.nominal and clause.nominal.quantity:
        if clause.nominal.quantity.how != "exact":
            hint = "write 'if you have 3 ...', which means at least 3"
            scope.report.wrong("surplus-clause", clause.nominal.quantity.at, "a condition takes a single number", hint)
        what = counted(scope, clause.nominal, clause.prepositions, clause.at)
        return AtLeast(what, clause.nominal.quantity.low) if what else None
    if names[:3] == [YOU, "have", "no"]:
        if clause.nominal:
            scope.report.wrong("surplus-clause", clause.nominal.at, "a number has no meaning here")
        what = measure(scope, words[3:], clause.prepositions, clause.at)
        return Without(what) if what else None
    counters = scope.words.spoken_counters()
    if names[:2] == [YOU, "have"] and len(names) == 3 and names[2] in counters and not clause.nominal:
        return AtLeast(Held(names[2]), 1)
    if names == [YOU, "have"] and [one.word.text for one in clause.prepositions] == ["as", "as"]:
        return as_many(scope, *clause.prepositions)
    extremes = (["have", "most"], ["share", "most"], ["have", "fewest"], ["share", "fewest"])
    if names[0] == YOU and names[1:3] in extremes:
        if clause.nominal:
            scope.report.wrong("surplus-clause", clause.nominal.at, "a number has no meaning here")
        what = measure(scope, words[3:], clause.prepositions, clause.at)
        return Most(what, names[1] == "share", names[2] == "fewest") if what else None
    scope.report.wrong(
        "unknown-condition",
        clause.at,
        "this is not a condition",
        "write 'if you have the most ...', 'if you share the most ...', 'if you have 3 ...', 'if you scouted ...'",
    )
    return None


def as_many(scope: Scope, one: tree.Preposition, other: tree.Preposition) -> AsMany | None:
    """``as many economy colonies as diplomacy colonies``."""
    words = flat(one.nominal.words)
    if not words or words[0].text != "many":
        hint = "write 'if you have as many ... as ...'"
        scope.report.wrong("unknown-condition", one.at, "this is not a condition", hint)
        return None
    left = measure(scope, words[1:], (), one.at)
    right = measure(scope, flat(other.nominal.words), (), other.at)
    return AsMany(left, right) if left and right else None


def all_are(scope: Scope, node: tree.Condition) -> AllAre | None:
    """``all worlds with the highest cost is own``."""
    assert node.be is not None
    clause = node.clause
    subject = things(scope, flat(clause.words), clause.prepositions, clause.at)
    complement = flat(node.be.nominal.words)
    if not isinstance(subject, PieceSet) or not complement:
        if subject is not None:
            hint = "name pieces, as in 'if all ... is own'"
            scope.report.wrong("wrong-kind", clause.at, "'if all ... is ...' compares pieces with pieces", hint)
        return None
    many = clause.nominal.quantity if clause.nominal else None
    owners = [word for word in flat(clause.words)[:-1] if word.text in ("own", "every")]
    for part in (*owners, *([many] if many and many.how != "all" else []), node.be.nominal.quantity):
        if part:
            scope.report.wrong("surplus-clause", part.at, "this has no meaning here", "write 'if all ... is own'")
    subject = evolve(subject, who="all")
    own_ones = evolve(subject, who="own", extreme=None)
    if [word.text for word in complement] == ["own"]:
        for one in node.be.prepositions:
            surplus(scope, one)
        return AllAre(subject, own_ones)
    return AllAre(subject, piece_set(scope, own_ones, complement, node.be.prepositions))


THIS = {"any": (), "only": ("this",), "except": ("another",)}
"""Words in the name of a tally: whether the piece of the event is the one with the power."""


def tally_name(found: Pattern) -> str:
    """The name of the tally that counts such events in this phase; equal patterns share it."""
    parts = [found.event.name, *(f"{role} {'/'.join(sorted(kinds))}" for role, kinds in found.kinds)]
    for role, match, how in found.pieces:
        values = ["/".join(sorted(map(str, values))) for _, values in match.values]
        values += [f"non-{value}" for _, values in match.excluded for value in sorted(values)]
        parts.append(" ".join([role, *THIS[how], *values, "/".join(sorted(match.kinds))]))
    return " ".join(parts)
