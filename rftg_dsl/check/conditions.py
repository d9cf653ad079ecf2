"""Read the conditions under which a power has an effect."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from attrs import evolve

from rftg_dsl.base.diagnostic import find_nearest, one_of
from rftg_dsl.check.event_phrases import event_in, read_pattern, times_of
from rftg_dsl.check.measures import (
    is_comparison,
    is_single,
    read_how_many,
    read_measure,
    read_more_than,
    read_other_measure,
    subphrase_of,
    with_range,
)
from rftg_dsl.check.model import (
    AllAre,
    Compared,
    Condition,
    Count,
    Held,
    HowMany,
    Measure,
    Most,
    Opponents,
    PieceSet,
    StockSet,
)
from rftg_dsl.check.noun_phrases import group_words, narrow_pieces, read_things
from rftg_dsl.check.scope import Scope, flatten, texts_of
from rftg_dsl.check.signatures import MANY
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.tree import Word, Words


def suggest_conditions(scope: Scope, words: Sequence[Word] = ()) -> str:
    past = [form for event in scope.game.events for form, voice in event.forms.items() if voice == "past"]
    unknown = [find_nearest(word.text, past) for word in words if word.text not in scope.speech.known]
    if near := next(filter(None, unknown), ""):
        return f"did you mean {near!r}?"
    said = ["have the most ...", "share the most ...", "have 3 ...", *past[:1]]
    return f"write {one_of([repr(f'if you {predicate}') for predicate in said])}"


def read_condition(scope: Scope, node: tree.Condition) -> Condition | None:
    clause = node.clause
    if node.be:
        return read_all_are(scope, clause, node.be)
    if clause.be:
        return read_it_is(scope, clause, clause.be)
    words = flatten(clause.words)
    if texts_of(words[:1]) == ["you"]:
        scope.use(words[0])
        return read_seat_condition(scope, clause, words[1:])
    for names, how in QUANTIFIERS:
        if texts_of(words[: len(names)]) == names:
            scope.use(*words[: len(names)])
            condition = read_seat_condition(scope.with_other_seat(), clause, words[len(names) :])
            return Opponents(condition, how) if condition else None
    scope.report_error("unknown-condition", clause.at, "this is not a condition", suggest_conditions(scope))
    return None


QUANTIFIERS: Sequence[tuple[list[str], Literal["any", "every", "no"]]] = (
    (["opponent"], "any"),
    (["each", "opponent"], "every"),
    (["no", "opponent"], "no"),
)


HAVE, SHARE = ("have", "has"), ("share", "shares")
"""The form of each verb after ``you`` and after any other player, indexed by whether the subject is another player."""


def read_seat_condition(scope: Scope, clause: tree.Clause, words: Sequence[Word]) -> Condition | None:
    names, before = texts_of(words), len(scope.report.found)
    # Test for 'have not' first: the test for past events below would match as well, but would leave 'not' unused.
    if names[:2] == [HAVE[scope.other], "not"] and event_in(scope, [make_subject(clause), *words[2:]]):
        scope.use(*words[:2])
        return read_past_event(scope, clause, words[2:], negated=True)
    has = names[:1] in (["have"], ["has"], ["share"], ["shares"])
    if has and names[0] in (HAVE[not scope.other], SHARE[not scope.other]):
        right = (HAVE if names[0] in HAVE else SHARE)[scope.other]
        message = f"{names[0]!r} does not agree with its subject"
        scope.report_error("wrong-form", words[0].at, message, f"write {right!r}", right)
        return None
    # 'have' may also be the auxiliary verb of a past event, so continue unless a mistake has been reported.
    if has and ((condition := read_have_clause(scope, clause, words)) or len(scope.report.found) > before):
        return condition
    said = words[names[:1] == [HAVE[scope.other]] :]
    if event_in(scope, [make_subject(clause), *said]) is not None:
        scope.use(*words[: len(words) - len(said)])
        return read_past_event(scope, clause, said)
    scope.report_error("unknown-condition", clause.at, "this is not a condition", suggest_conditions(scope, words))
    return None


def read_have_clause(scope: Scope, clause: tree.Clause, words: Sequence[Word]) -> Condition | None:
    verb, *rest = words
    names = texts_of(rest)
    many = clause.nominal.quantity if clause.nominal else None
    share = verb.text in ("share", "shares")
    if names[:1] in (["most"], ["fewest"]):
        scope.use(verb, rest[0])
        measure = read_possession(scope, clause, rest[1:])
        if any(isinstance(part, PieceSet | StockSet) and part.who != "own" for part in nodes_in(measure)):
            message = "'the most' compares what each player has"
            scope.report_error("surplus-clause", clause.at, message, "leave out the owner")
        return Most(measure, share, names[0] == "fewest") if measure else None
    if share:
        return None
    if many and not rest:
        assert clause.nominal is not None
        scope.use(verb)
        return read_how_many(scope, many, clause.nominal, clause.prepositions, clause.at)
    if not many and article_after(clause.words, verb):
        scope.use(verb)
        measure = read_possession(scope, clause, rest)
        return HowMany(measure, 1) if measure else None
    if names[:1] == ["no"]:
        scope.use(verb, rest[0])
        measure = read_possession(scope, clause, rest[1:])
        return HowMany(measure, 0, 0) if measure else None
    if clause.prepositions and clause.prepositions[0].word.text == "as" and not rest:
        return read_as_many(scope, clause, verb)
    if is_comparison(rest, clause.prepositions):
        scope.use(verb)
        return read_more_than(scope, rest[0], subphrase_of(clause.words, rest[1:]), clause.prepositions, clause.at)
    if len(rest) == 1 and names[0] in scope.speech.counters and not clause.nominal:
        scope.use(verb, *rest)
        return HowMany(Held(names[0]), 1)
    return None


def article_after(words: Words, verb: Word) -> bool:
    """Return whether an article follows the verb, as in ``have a world``, which means at least one world."""
    return next((word.text for run in words.runs for word in run if word.at > verb.at), "") in ("a", "an")


def read_possession(scope: Scope, clause: tree.Clause, words: Sequence[Word]) -> Measure | None:
    said = subphrase_of(clause.words, words)
    return read_measure(scope, said, clause.prepositions, clause.at)


def read_as_many(scope: Scope, clause: tree.Clause, verb: Word) -> Compared | None:
    first, *rest = clause.prepositions
    nth = next((number for number, each in enumerate(rest) if each.word.text == "as"), len(rest))
    words = flatten(first.nominal.words)
    if texts_of(words[:1]) != ["many"] or first.nominal.words is None or nth == len(rest):
        hint = "write 'if you have as many ... as ...'"
        scope.report_error("unknown-condition", first.at, "this is not a condition", hint)
        return None
    other = rest[nth]
    scope.use(verb, first.word, other.word, words[0])
    left = read_measure(scope, subphrase_of(first.nominal.words, words[1:]), rest[:nth], first.at)
    right = read_other_measure(scope, left, other, rest[nth + 1 :])
    return Compared(left, "as many", right) if left and right else None


def make_subject(clause: tree.Clause) -> Word:
    """Return an implied ``you``, located at the start of the clause so that diagnostics can point to it."""
    return Word("you", (clause.words.at[0], clause.words.at[0]))


def read_past_event(scope: Scope, clause: tree.Clause, words: Sequence[Word], negated: bool = False) -> HowMany | None:
    many, counted_words = (clause.nominal.quantity, flatten(clause.nominal.words)) if clause.nominal else (None, [])
    often = many is not None and texts_of(counted_words) in (["time"], ["times"])
    if many and often:
        if not is_single(scope, many):
            return None
        scope.use(many, *counted_words)
    rest = subphrase_of(clause.words, words)
    assert rest is not None
    # read_pattern expects a subject, so insert the implied one.
    phrase = Words(((make_subject(clause), *rest.runs[0]), *rest.runs[1:]), rest.joins, rest.at)
    pattern = read_pattern(scope, phrase, clause.prepositions, clause.at, ("past",))
    if pattern is None:
        return None
    times = times_of(scope, pattern)
    meant = with_range(scope, times, many) if many and often else HowMany(times, 1)
    return negate(scope, meant, clause) if negated else meant


def negate(scope: Scope, meant: HowMany, clause: tree.Clause) -> HowMany:
    """Turn "at least n times" into "fewer than n times". Report a range that has an upper limit."""
    if meant.high != MANY:
        scope.report_error("surplus-clause", clause.at, "'not' cannot be combined with this number", "leave out 'not'")
    return HowMany(meant.measure, 0, meant.low - 1)


def read_it_is(scope: Scope, clause: tree.Clause, be: tree.Be) -> Condition | None:
    if texts_of(flatten(clause.words)) == ["you"]:
        scope.report_error("unknown-condition", clause.at, "this is not a condition", suggest_conditions(scope))
        return None
    subject = read_things(scope, clause.words, (), clause.at)
    if subject is None:
        return None
    if not isinstance(subject, PieceSet) or not (subject.role or subject.this == "only"):
        hint = "write 'if it is ...' after 'when ...', or 'if all ... is ...'"
        scope.report_error("wrong-kind", clause.words.at, "only one piece can be compared here", hint)
        return None
    things = read_things(scope, be.nominal.words, be.prepositions, be.at)
    if not isinstance(things, PieceSet):
        if things is not None:
            scope.report_error("wrong-kind", be.at, "a piece is expected here", "specify a kind of piece")
        return None
    if subject.role and scope.kinds and things.match.kinds and not scope.kinds & things.match.kinds:
        known = " or ".join(sorted(scope.kinds))
        scope.report_error(
            "never-fires", be.at, f"this is never true, because the event is about a {known}", "leave it out"
        )
    this = subject.this if subject.this == "only" else things.this
    who = things.who if subject.this == "only" else "all"
    return HowMany(Count(evolve(things, role=subject.role, this=this, who=who)), 1)


def read_all_are(scope: Scope, clause: tree.Clause, be: tree.Be) -> AllAre | None:
    """Read ``all ... is ...``. The predicate is an owner, as in ``is own``, or printed values, as in ``is novelty``.

    Printed values are compared whoever owns the pieces.
    """
    many = clause.nominal.quantity if clause.nominal else None
    if many is None or many.how != "all":
        at = many.at if many else clause.at
        scope.report_error("surplus-clause", at, "this has no meaning here", "write 'if all ... is ...'")
        return None
    scope.use(many)
    subject = read_things(scope, clause.words, clause.prepositions, clause.at)
    complement = flatten(be.nominal.words)
    if not isinstance(subject, PieceSet) or not complement:
        if subject is not None:
            hint = "specify pieces, as in 'if all ... is own'"
            scope.report_error(
                "wrong-kind", clause.at, "'if all ... is ...' only compares pieces with other pieces", hint
            )
        return None
    owners = [word for word in flatten(clause.words)[:-1] if word.text in ("own", "every")]
    for word in owners:
        scope.report_error("surplus-clause", word.at, "this has no meaning here", "write 'if all ... is own'")
    # A noun without 'own' or the like usually means the pieces of the power's owner, but this condition compares the
    # pieces of all players.
    subject = evolve(subject, who="all")
    # 'with the highest' applies only to the subject. In the predicate, it would select from fewer pieces.
    every = evolve(subject, extreme=None)
    assert be.nominal.words is not None
    phrase = group_words(scope, be.nominal.words)
    groups = (*phrase.groups, phrase.nouns)
    return AllAre(subject, narrow_pieces(scope, every, evolve(phrase, groups=groups, nouns=()), be.prepositions))
