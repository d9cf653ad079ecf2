"""The things that a changed number or a permission belongs to."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rftg_dsl.check.model import PieceSet, StockSet
from rftg_dsl.check.noun_phrases import kinds_of_sort, read_things
from rftg_dsl.check.scope import Scope
from rftg_dsl.check.signatures import Parameter
from rftg_dsl.syntax import tree


def read_subject(
    scope: Scope, parameter: Parameter, prepositions: Sequence[tree.Preposition]
) -> PieceSet | StockSet | None:
    """The things that a changed number belongs to: ``of gray worlds``, ``with an alien explorer``."""
    if not prepositions or parameter.about == "nothing":
        return None
    first, rest = prepositions[0], prepositions[1:]
    if first.word.text not in ("of", "with", "for", "on", "against"):
        return None
    scope.use(first.word)
    found = read_things(scope, first.nominal.words, rest, first.at)
    return resolve_subject(scope, parameter, found, first.at)


def resolve_subject(
    scope: Scope, parameter: Parameter, found: PieceSet | StockSet | None, at: tree.At
) -> PieceSet | StockSet | None:
    """The things a number or permission is about, if it can belong to them: of a kind, wherever they are."""
    if isinstance(found, StockSet) and found.on and parameter.about == "piece":
        here = [name for name, place in scope.words.places.items() if place.owner == "piece"]
        if found != StockSet(kinds_of_sort(scope, found), tuple(here[:1]), on=found.on, who=found.who):
            report_wrong_subject(scope, parameter, at)
        found = found.on  # a thing on a piece counts as that piece
    if found is None:
        return None
    if not isinstance(found, PieceSet if parameter.about == "piece" else StockSet):
        scope.report_error("wrong-kind", at, f"these things have no {parameter.name!r}")
        return None
    if isinstance(found, PieceSet):
        if parameter.among and found.places != parameter.among:
            hint = f"write '... in {' or '.join(parameter.among)}'"
            scope.report_error("missing-clause", at, f"{parameter.name!r} is only about pieces in certain places", hint)
        plain = PieceSet(
            found.match, this=found.this, holding=found.holding, who=found.who, places=found.places and parameter.among
        )
        plain = evolve(plain, who="own") if found.who == "own" else plain
        if found != evolve(plain, who="own"):
            report_wrong_subject(scope, parameter, at)
        return found
    nouns = [one.places for one in scope.words.nouns.values()]
    if found != StockSet(found.kinds, found.places) or (found.places and found.places not in nouns):
        report_wrong_subject(scope, parameter, at)
    return StockSet(found.kinds, ())


def report_wrong_subject(scope: Scope, parameter: Parameter, at: tree.At) -> None:
    """Report things that a number cannot be told apart by."""
    message = f"{parameter.name!r} changes for a kind of things, wherever they are and whoever owns them"
    scope.report_error("surplus-clause", at, message, "name only their kind")
