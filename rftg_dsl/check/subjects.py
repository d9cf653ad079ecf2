"""The things that a changed number or a permission belongs to."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rftg_dsl.check.model import PieceSet, StockSet
from rftg_dsl.check.noun_phrases import every_kind, things
from rftg_dsl.check.scope import Scope
from rftg_dsl.check.signatures import Parameter
from rftg_dsl.syntax import tree


def about(scope: Scope, parameter: Parameter, prepositions: Sequence[tree.Preposition]) -> PieceSet | StockSet | None:
    """The things that a changed number belongs to: ``of gray worlds``, ``with an alien explorer``."""
    if not prepositions or parameter.about == "nothing":
        return None
    first, rest = prepositions[0], prepositions[1:]
    if first.word.text not in ("of", "with", "for", "on", "against"):
        return None
    scope.use(first.word)
    found = things(scope, first.nominal.words, rest, first.at)
    return belonging(scope, parameter, found, first.at)


def belonging(
    scope: Scope, parameter: Parameter, found: PieceSet | StockSet | None, at: tree.At
) -> PieceSet | StockSet | None:
    """The things a number or permission is about, if it can belong to them: of a kind, wherever they are."""
    if isinstance(found, StockSet) and found.on and parameter.about == "piece":
        here = [name for name, place in scope.words.places.items() if place.owner == "piece"]
        if found != StockSet(every_kind(scope, found), tuple(here[:1]), on=found.on, who=found.who):
            wrong_subject(scope, parameter, at)
        found = found.on  # a thing on a piece counts as that piece
    if found is None:
        return None
    if not isinstance(found, PieceSet if parameter.about == "piece" else StockSet):
        scope.wrong("wrong-kind", at, f"these things have no {parameter.name!r}")
        return None
    if isinstance(found, PieceSet):
        if parameter.among and found.places != parameter.among:
            hint = f"write '... in {' or '.join(parameter.among)}'"
            scope.wrong("missing-clause", at, f"{parameter.name!r} is only about pieces in certain places", hint)
        plain = PieceSet(
            found.match, this=found.this, holding=found.holding, who=found.who, places=found.places and parameter.among
        )
        plain = evolve(plain, who="own") if found.who == "own" else plain
        if found != evolve(plain, who="own"):
            wrong_subject(scope, parameter, at)
        return found
    nouns = [one.places for one in scope.words.nouns.values()]
    if found != StockSet(found.kinds, found.places) or (found.places and found.places not in nouns):
        wrong_subject(scope, parameter, at)
    return StockSet(found.kinds, ())


def wrong_subject(scope: Scope, parameter: Parameter, at: tree.At) -> None:
    """Report things that a number cannot be told apart by."""
    message = f"{parameter.name!r} changes for a kind of things, wherever they are and whoever owns them"
    scope.wrong("surplus-clause", at, message, "name only their kind")
