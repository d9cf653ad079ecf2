"""Read the things that a changed number or a permission is about."""

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
    if not prepositions or parameter.about == "nothing":
        return None
    first, rest = prepositions[0], prepositions[1:]
    if first.word.text not in ("of", "with", "for", "on", "against"):
        return None
    scope.use(first.word)
    things = read_things(scope, first.nominal.words, rest, first.at)
    return resolve_subject(scope, parameter, things, first.at)


def resolve_subject(
    scope: Scope, parameter: Parameter, things: PieceSet | StockSet | None, at: tree.At
) -> PieceSet | StockSet | None:
    """Return the things that a number or permission is about. They can be limited by kind, but not by place."""
    if isinstance(things, StockSet) and things.on and parameter.about == "piece":
        here = [name for name, place in scope.words.places.items() if place.owner == "piece"]
        if things != StockSet(kinds_of_sort(scope, things), tuple(here[:1]), on=things.on, who=things.who):
            report_wrong_subject(scope, parameter, at)
        things = things.on  # a thing on a piece counts as that piece
    if things is None:
        return None
    if not isinstance(things, PieceSet if parameter.about == "piece" else StockSet):
        scope.report_error("wrong-kind", at, f"these things have no {parameter.name!r}")
        return None
    if isinstance(things, PieceSet):
        if parameter.among and things.places != parameter.among:
            hint = f"write '... in {' or '.join(parameter.among)}'"
            scope.report_error(
                "missing-clause", at, f"{parameter.name!r} applies only to pieces in certain places", hint
            )
        plain = PieceSet(
            things.match,
            this=things.this,
            holding=things.holding,
            who=things.who,
            places=things.places and parameter.among,
        )
        plain = evolve(plain, who="own") if things.who == "own" else plain
        if things != evolve(plain, who="own"):
            report_wrong_subject(scope, parameter, at)
        return things
    nouns = [noun.places for noun in scope.words.nouns.values()]
    if things != StockSet(things.kinds, things.places) or (things.places and things.places not in nouns):
        report_wrong_subject(scope, parameter, at)
    return StockSet(things.kinds, ())


def report_wrong_subject(scope: Scope, parameter: Parameter, at: tree.At) -> None:
    message = f"{parameter.name!r} changes for all things of a kind, wherever they are and whoever owns them"
    scope.report_error("surplus-clause", at, message, "specify only their kind")
