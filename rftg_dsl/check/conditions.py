"""Conditions: what must be true for a power to do something."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rftg_dsl.check.events import event_in, joined, pattern, tally_name
from rftg_dsl.check.measures import counted, measure
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
    Times,
)
from rftg_dsl.check.scope import Scope, flat, texts
from rftg_dsl.check.things import grouped, piece_set, things
from rftg_dsl.diagnostic import one_of
from rftg_dsl.signatures import MANY
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.tree import Word, Words


def forms(scope: Scope) -> str:
    """The commonest conditions of this game, for a hint."""
    past = [form for event in scope.game.events for form, voice in event.forms.items() if voice == "past"]
    said = ["have the most ...", "share the most ...", "have 3 ...", *past[:1]]
    return f"write {one_of([repr(f'if you {one}') for one in said])}"


def condition(scope: Scope, node: tree.Condition) -> Condition | None:
    """``if you have the most novelty worlds``, ``if all worlds with the highest cost is own``, ``if it is a world``."""
    clause = node.clause
    if node.be:
        return all_are(scope, clause, node.be)
    if clause.be:
        return it_is(scope, clause, clause.be)
    words = flat(clause.words)
    if texts(words[:1]) == ["you"]:
        scope.use(words[0])
        return of_seat(scope, clause, words[1:])
    quantifier = texts(words[:2])
    if words and words[0].text == "opponent":
        scope.use(words[0])
        found = of_seat(scope, clause, words[1:])
        return Opponents(found) if found else None
    if quantifier == ["each", "opponent"]:
        scope.use(*words[:2])
        found = of_seat(scope, clause, words[2:])
        return Opponents(found, every=True) if found else None
    scope.wrong("unknown-condition", clause.at, "this is not a condition", forms(scope))
    return None


def of_seat(scope: Scope, clause: tree.Clause, words: Sequence[Word]) -> Condition | None:
    """What is said of a seat after its name: ``have 3 worlds``, ``share the most worlds``, ``scouted``."""
    names, before = texts(words), len(scope.report.found)
    has = names[:1] in (["have"], ["has"], ["share"], ["shares"])
    if has and ((found := having(scope, clause, words)) or len(scope.report.found) > before):
        return found
    if event_in(scope, [you(clause), *words]) is not None:
        return happened(scope, clause, words)
    scope.wrong("unknown-condition", clause.at, "this is not a condition", forms(scope))
    return None


def having(scope: Scope, clause: tree.Clause, words: Sequence[Word]) -> Condition | None:
    """``have 3 worlds``, ``have no good``, ``have the most worlds``, ``have more worlds than developments``."""
    verb, *rest = words
    names = texts(rest)
    many = clause.nominal.quantity if clause.nominal else None
    share = verb.text in ("share", "shares")
    if names[:1] in (["most"], ["fewest"]):
        scope.use(verb, rest[0])
        found = what(scope, clause, rest[1:])
        return Most(found, share, names[0] == "fewest") if found else None
    if share:
        return None
    if many and not rest:
        return how_many(scope, clause, verb, many)
    if names[:1] == ["no"]:
        scope.use(verb, rest[0])
        found = what(scope, clause, rest[1:])
        return HowMany(found, 0, 0) if found else None
    if clause.prepositions and clause.prepositions[0].word.text == "as" and not rest:
        return as_many(scope, clause, verb)
    if names[:1] in (["more"], ["fewer"]) and any(one.word.text == "than" for one in clause.prepositions):
        return more_than(scope, clause, verb, rest)
    if len(rest) == 1 and names[0] in scope.speech.counters and not clause.nominal:
        scope.use(verb, *rest)
        return HowMany(Held(names[0]), 1)
    return None


def what(scope: Scope, clause: tree.Clause, words: Sequence[Word]) -> Measure | None:
    """What a seat has, after the words that say how much of it."""
    said = within(clause.words, words)
    return measure(scope, said, clause.prepositions, clause.at)


def within(words: Words, those: Sequence[Word]) -> Words | None:
    """The part of a phrase that consists of these words, with its joins."""
    places = {one.at for one in those}
    runs = [tuple(word for word in run if word.at in places) for run in words.runs]
    first = next((nth for nth, run in enumerate(runs) if run), len(runs))
    return joined(runs[first:], words.joins[first:])


def how_many(scope: Scope, clause: tree.Clause, verb: Word, many: tree.Quantity) -> HowMany | None:
    """``have 3 worlds`` is at least 3; also ``3 or less``, ``exactly 3``."""
    if many.how not in ("exact", "more", "less", "exactly"):
        hint = "write 'if you have 3 ...', which means at least 3"
        scope.wrong("surplus-clause", many.at, "a condition takes a single number", hint)
        return None
    assert clause.nominal is not None
    scope.use(verb, many)
    found = counted(scope, tree.Counted(clause.nominal, clause.prepositions, clause.at))
    if found is None:
        return None
    low = 0 if many.how == "less" else many.low
    high = many.low if many.how in ("less", "exactly") else MANY
    if (low, high) == (0, MANY):
        scope.wrong("out-of-range", many.at, "this is always true", "write 1 or more")
    return HowMany(found, low, high)


def as_many(scope: Scope, clause: tree.Clause, verb: Word) -> Compared | None:
    """``have as many economy colonies as diplomacy colonies``."""
    one, *rest = clause.prepositions
    nth = next((number for number, each in enumerate(rest) if each.word.text == "as"), len(rest))
    words = flat(one.nominal.words)
    if texts(words[:1]) != ["many"] or one.nominal.words is None or nth == len(rest):
        hint = "write 'if you have as many ... as ...'"
        scope.wrong("unknown-condition", one.at, "this is not a condition", hint)
        return None
    other = rest[nth]
    scope.use(verb, one.word, other.word, words[0])
    left = measure(scope, within(one.nominal.words, words[1:]), rest[:nth], one.at)
    right = measure(scope, other.nominal.words, rest[nth + 1 :], other.at)
    return Compared(left, "as many", right) if left and right else None


def more_than(scope: Scope, clause: tree.Clause, verb: Word, rest: Sequence[Word]) -> Compared | None:
    """``have more worlds than developments``."""
    nth = next(number for number, one in enumerate(clause.prepositions) if one.word.text == "than")
    other = clause.prepositions[nth]
    scope.use(verb, rest[0], other.word)
    left = measure(scope, within(clause.words, rest[1:]), clause.prepositions[:nth], clause.at)
    right = measure(scope, other.nominal.words, clause.prepositions[nth + 1 :], other.at)
    if left is None or right is None:
        return None
    return Compared(left, "more" if rest[0].text == "more" else "fewer", right)


def you(clause: tree.Clause) -> Word:
    """The subject of an event that a seat is asked about."""
    return Word("you", (clause.words.at[0], clause.words.at[0]))


def happened(scope: Scope, clause: tree.Clause, words: Sequence[Word]) -> HowMany | None:
    """``scouted with an alien explorer``, ``have traded 2 times``: how often it happened in this phase."""
    least = 1
    prepositions = clause.prepositions
    many, counted_words = (clause.nominal.quantity, flat(clause.nominal.words)) if clause.nominal else (None, [])
    if many and many.how == "exact" and texts(counted_words) == ["times"]:
        scope.use(many, *counted_words)
        least = many.low
    rest = within(clause.words, words)
    assert rest is not None
    phrase = Words(((you(clause), *rest.runs[0]), *rest.runs[1:]), rest.joins, rest.at)
    found = pattern(scope, phrase, prepositions, clause.at, ("past",))
    return HowMany(Times(found, tally_name(found)), least) if found else None


def it_is(scope: Scope, clause: tree.Clause, be: tree.Be) -> Condition | None:
    """``it is a rebel world``: what the piece of the event is."""
    if texts(flat(clause.words)) == ["you"]:
        scope.wrong("unknown-condition", clause.at, "this is not a condition", forms(scope))
        return None
    subject = things(scope, clause.words, (), clause.at)
    if subject is None:
        return None
    if not isinstance(subject, PieceSet) or not (subject.role or subject.this == "only"):
        hint = "write 'if it is ...' after 'when ...', or 'if all ... is ...'"
        scope.wrong("wrong-kind", clause.words.at, "only one piece can be compared here", hint)
        return None
    found = things(scope, be.nominal.words, be.prepositions, be.at)
    if not isinstance(found, PieceSet):
        if found is not None:
            scope.wrong("wrong-kind", be.at, "a piece belongs here", "name a kind of piece")
        return None
    if subject.role and scope.kinds and found.match.kinds and not scope.kinds & found.match.kinds:
        known = " or ".join(sorted(scope.kinds))
        scope.wrong("never-fires", be.at, f"it is never that: the event is about a {known}", "leave it out")
    this = subject.this if subject.this == "only" else found.this
    who = found.who if subject.this == "only" else "all"
    return HowMany(Count(evolve(found, role=subject.role, this=this, who=who)), 1)


def all_are(scope: Scope, clause: tree.Clause, be: tree.Be) -> AllAre | None:
    """``all worlds with the highest cost is own``: whose they are; ``is novelty``: what they show, whoever has them."""
    many = clause.nominal.quantity if clause.nominal else None
    if many is None or many.how != "all":
        at = many.at if many else clause.at
        scope.wrong("surplus-clause", at, "this has no meaning here", "write 'if all ... is ...'")
        return None
    scope.use(many)
    subject = things(scope, clause.words, clause.prepositions, clause.at)
    complement = flat(be.nominal.words)
    if not isinstance(subject, PieceSet) or not complement:
        if subject is not None:
            hint = "name pieces, as in 'if all ... is own'"
            scope.wrong("wrong-kind", clause.at, "'if all ... is ...' compares pieces with pieces", hint)
        return None
    owners = [word for word in flat(clause.words)[:-1] if word.text in ("own", "every")]
    for word in owners:
        scope.wrong("surplus-clause", word.at, "this has no meaning here", "write 'if all ... is own'")
    subject = evolve(subject, who="all")
    every = evolve(subject, extreme=None)
    assert be.nominal.words is not None
    phrase = grouped(scope, be.nominal.words)
    groups = (*phrase.groups, phrase.nouns)
    return AllAre(subject, piece_set(scope, every, evolve(phrase, groups=groups, nouns=()), be.prepositions))
