"""The proof can fail: it finds deliberate mistakes of the compiler, one at a time."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import attrs
import pytest

from lanes import SLOW
from proof.bulk import prove
from proof.program import Bench
from rftg_dsl.check import model
from rftg_dsl.check.model import Component
from rftg_dsl.compile import interpret
from rftg_dsl.compile.rules import Rules
from rftg_dsl.games import verbs

MOST = 2_000
"""The most sentences it takes to find a mistake: no more than every run of the tests tries."""

Rewrite = Callable[[Any], Any]
"""What a mistake makes of a part of a power; the part itself if it does not concern it."""


def of(kind: type, **changes: Callable[[Any], Any]) -> Rewrite:
    """A mistake in one kind of part: other values for some of its fields."""

    def rewritten(part: Any) -> Any:
        if not isinstance(part, kind):
            return part
        return attrs.evolve(part, **{name: change(part) for name, change in changes.items()})

    return rewritten


def instead(kind: type, other: Callable[[Any], Any]) -> Rewrite:
    """A mistake that takes another part for one kind of part."""
    return lambda part: other(part) if isinstance(part, kind) else part


SWAP = {"highest": "lowest", "lowest": "highest"}

COMMON: Mapping[str, tuple[str, Rewrite]] = {
    "not below is ignored": ("roll", of(model.Change, floor=lambda part: None)),
    "rounding is swapped": ("roll", of(model.Amount, up=lambda part: not part.up and part.each > 1)),
    "another is any": ("race", of(model.PieceSet, this=lambda part: "only" if part.this == "only" else "any")),
    "a price is not paid": ("galaxies", of(model.Act, price=lambda part: ())),
    "the opponents are forgotten": ("galaxies", of(model.Do, who=lambda part: "own")),
    "a limit is ignored": ("galaxies", of(model.Trigger, once=lambda part: "")),
    "non- is ignored": ("race", of(model.Match, excluded=lambda part: ())),
    "have is share": ("roll", of(model.Most, shared=lambda part: True)),
}
"""The mistakes that every run looks for, each in one game."""

MORE: Mapping[str, tuple[str, Rewrite]] = {
    "not above is ignored": ("race", of(model.Change, ceiling=lambda part: None)),
    "not above is ignored after per": ("galaxies", of(model.Amount, most=lambda part: 999)),
    "less is ignored after per": ("race", of(model.Amount, less=lambda part: 0)),
    "exactly is at least": ("roll", of(model.HowMany, high=lambda part: 999)),
    "most is fewest": ("race", of(model.Most, fewest=lambda part: not part.fewest)),
    "highest is lowest": (
        "roll",
        of(model.PieceSet, extreme=lambda part: part.extreme and (part.extreme[0], SWAP[part.extreme[1]])),
    ),
    "whoever is the owner": ("roll", of(model.Act, whoever=lambda part: None)),
    "an alternative is lost": ("galaxies", of(model.Act, choices=lambda part: part.choices[:1])),
    "last is ignored": ("roll", of(model.Window, rank=lambda part: 0)),
    "opponent is anyone": ("race", of(model.Pattern, who=lambda part: "any" if part.who == "another" else part.who)),
    "values are ignored": ("galaxies", of(model.Match, values=lambda part: ())),
    "printed numbers are ignored": ("roll", of(model.Match, numbers=lambda part: ())),
    "called is ignored": ("race", of(model.Match, names=lambda part: frozenset())),
    "powers are ignored": ("race", of(model.Match, verbs=lambda part: ())),
    "one place is any": ("roll", of(model.StockSet, same_place=lambda part: False)),
    "kinds are ignored": ("roll", of(model.Pattern, kinds=lambda part: ())),
    "each opponent is an opponent": ("galaxies", of(model.Opponents, how=lambda part: "any")),
    "fewer is more": ("roll", of(model.Compared, how=lambda part: "more" if part.how == "fewer" else part.how)),
    "minus is ignored": ("race", instead(model.Difference, lambda part: part.of)),
    "the smaller is the first": ("race", instead(model.Smaller, lambda part: part.of)),
    "a triangle is a count": ("roll", instead(model.Triangle, lambda part: part.of)),
    "a step is a triangle": ("race", instead(model.Steps, lambda part: model.Triangle(part.of))),
    "steps begin with 1": ("galaxies", of(model.Steps, start=lambda part: 1)),
    "different values are counted": ("race", instead(model.Distinct, lambda part: model.Count(part.of))),
    "printed numbers are pieces": ("roll", instead(model.Sum, lambda part: model.Count(part.of))),
    "conditions are ignored": ("roll", of(model.Acting, conditions=lambda part: ())),
    "may is must": ("roll", of(model.Act, may=lambda part: False)),
    "up to is exactly": ("galaxies", of(model.Do, high=lambda part: None)),
    "without is ignored": ("galaxies", of(model.PieceSet, free=lambda part: ())),
    "on is ignored": ("galaxies", of(model.PieceSet, on=lambda part: None)),
    "different is any": ("galaxies", of(model.PieceSet, not_last=lambda part: False)),
    "a mark is ignored": ("race", of(model.PieceSet, tag=lambda part: 0)),
    "every is own": ("roll", of(model.PieceSet, who=lambda part: "own")),
    "the current number is ignored": ("race", of(model.PieceSet, current=lambda part: ())),
    "of different types is any": ("race", of(model.PieceSet, different=lambda part: "")),
    "with things is ignored": ("roll", of(model.PieceSet, laden=lambda part: ())),
    "you is somebody else": ("race", instead(model.Yours, lambda part: part.of)),
    "opponents are not narrowed": ("galaxies", of(model.Others, condition=lambda part: None)),
    "a round is a phase": (
        "roll",
        of(model.Times, period=lambda part: "", tally=lambda part: part.tally.split(" in round")[0]),
    ),
    "the acts of others are the owner's": ("race", of(model.Times, who=lambda part: "own")),
    "a slot is lost": ("race", of(model.Do, slots=lambda part: tuple(one for one in part.slots if one[0] != "for"))),
}
"""The mistakes that the slow lane looks for too."""

MISTAKES = {**COMMON, **(MORE if SLOW else {})}


def mistaken(component: Component, rewrite: Rewrite) -> Component:
    """A component with a mistake in all its powers."""

    def walk(part: Any) -> Any:
        if isinstance(part, tuple):
            return tuple(walk(element) for element in part)
        if not attrs.has(type(part)) or not type(part).__module__.startswith(model.__name__):
            return part
        names = [field.name for field in attrs.fields(type(part)) if field.init]
        return rewrite(attrs.evolve(part, **{name: walk(getattr(part, name)) for name in names}))

    sides = tuple(attrs.evolve(side, powers=walk(side.powers)) for side in component.sides)
    return attrs.evolve(component, sides=sides)


def is_found(game: str) -> bool:
    """Whether the proof finds something wrong, other than an exception."""
    wrong = prove(game, MOST, "part 0", until_wrong=True).wrong
    return bool(wrong) and "Traceback" not in wrong[0]


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_of_the_compiler_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, rewrite = MISTAKES[name]
    compiled = Bench.rules

    def wrongly(self: Bench, component: Component, *more: Any) -> Rules:
        return compiled(self, mistaken(component, rewrite), *more)

    monkeypatch.setattr(Bench, "rules", wrongly)

    assert is_found(game)


def test_a_mistake_of_the_interpreter_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(interpret, "number_after", lambda change, by, base: base + by)

    assert is_found("roll")


def test_a_mistake_of_a_verb_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verbs, "amount_to_spare", lambda g, counter: 99)

    assert is_found("galaxies")
