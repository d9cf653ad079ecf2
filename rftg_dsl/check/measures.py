"""Measures and amounts: what a phrase counts, and how many that makes."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.check.model import (
    Amount,
    Count,
    Difference,
    Distinct,
    Figure,
    Held,
    Measure,
    PieceSet,
    Smaller,
    StockSet,
    Steps,
    Sum,
    Times,
    Triangle,
)
from rftg_dsl.check.scope import Scope, flat, span, texts
from rftg_dsl.check.things import property_named, things
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.tree import At, Preposition, Word, Words


def measure(scope: Scope, words: Words | None, prepositions: Sequence[Preposition], at: At) -> Measure | None:
    """What a phrase counts: things, printed numbers, different values, a counter, a changed number, an event."""
    inner = flat(words)
    if words is None or not inner:
        scope.wrong("missing-thing", at, "this does not say what to count", "name a thing")
        return None
    names = [scope.singular(word.text) for word in inner]
    of = prepositions[0] if prepositions and prepositions[0].word.text == "of" else None
    if names[0] in ("time", "times") and len(names) > 1:
        return times(scope, inner, prepositions, at)
    if of and names in (["triangle"], ["step"], ["smaller"]):
        return worked_out(scope, names[0], inner[0], of, prepositions[1:])
    if of and names[0] == "different" and len(names) == 2:
        return distinct(scope, inner, of, prepositions[1:])
    if of and len(names) == 1 and names[0] in scope.words.properties:
        return total(scope, inner[0], names[0], of, prepositions[1:])
    if names[-1] in scope.speech.counters and all(name == "own" for name in names[:-1]) and len(names) < 3:
        scope.use(*inner)
        return Held(names[-1])
    text = " ".join(texts(inner))
    if text in scope.speech.numbers and names[-1] not in scope.words.nouns:
        scope.use(*inner)
        return Figure(text)
    found = things(scope, words, prepositions, at)
    return Count(found) if found else None
