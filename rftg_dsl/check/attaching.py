"""Decides whether a phrase after ``on ...`` describes the things, or the piece that they are on.

``treasure on a world with cost 3`` can be read in two ways where both have a cost. It is of the treasure if it stands
before ``on``, and of the world if it is written ``that has``; otherwise it is reported.
"""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rftg_dsl.check.places import places_on_pieces
from rftg_dsl.check.scope import Scope, flatten, texts_of
from rftg_dsl.syntax.tree import Preposition, Word

CLOSE = {
    "that has": "with",
    "that have": "with",
    "that has no": "without",
    "that have no": "without",
    "that is called": "called",
    "that are called": "called",
}
"""Forms that describe the noun just before them, and the plain forms."""

FEATURES = frozenset(("with", "without", "called"))


def attach(
    scope: Scope, noun: Sequence[Word], kinds: frozenset[str], prepositions: Sequence[Preposition]
) -> tuple[list[Preposition], list[Preposition]]:
    """The prepositions that describe things, and those that describe the piece they are on; all in their plain form."""
    of_things: list[Preposition] = []
    of_piece: list[Preposition] = []
    on: Preposition | None = None
    for said in prepositions:
        plain = to_plain(said)
        if on is None or plain.word.text not in FEATURES:
            of_things.append(plain)
        elif plain is not said or is_said(of_things, plain):
            of_piece.append(plain)
        else:
            kinds_below = kinds_in(scope, on)
            lower = kinds_below is not None and can_have(scope, kinds_below, plain)
            if lower and can_have(scope, kinds, plain):
                report_ambiguity(scope, noun, on, plain)
            (of_piece if lower and not can_have(scope, kinds, plain) else of_things).append(plain)
        on = plain if plain.word.text == "on" else on
    return of_things, of_piece


def to_plain(said: Preposition) -> Preposition:
    """``with cost 3`` for ``that has cost 3``; any other preposition as it is."""
    plain = CLOSE.get(said.word.text)
    return evolve(said, word=evolve(said.word, text=plain)) if plain else said


def feature_of(said: Preposition) -> str:
    """The feature that a preposition is about: ``called``, ``power``, or the last word of its phrase."""
    words = texts_of(flatten(said.nominal.words))
    return "called" if said.names else "power" if words[-1:] in (["power"], ["powers"]) else " ".join(words[-1:])


def is_said(before: Sequence[Preposition], said: Preposition) -> bool:
    """Whether an earlier preposition is about the same feature: ``treasure with cost 1 on a world with cost 3``."""
    return any(
        preposition.word.text in FEATURES and feature_of(preposition) == feature_of(said) for preposition in before
    )


def kinds_in(scope: Scope, on: Preposition) -> frozenset[str] | None:
    """The kinds of piece that ``on ...`` names; None for ``it`` and ``this ...``, which are clear by themselves."""
    words = flatten(on.nominal.words)
    if not words or words[0].text == "this" or words[-1].text == "it":
        return None
    name = scope.singular_of(words[-1].text)
    meant = scope.words.nouns[name].means if name in scope.words.nouns else name
    if meant in scope.words.components:
        return frozenset(scope.words.components[meant].sides)
    return frozenset((meant,)) & frozenset(scope.words.kinds)


def can_have(scope: Scope, kinds: frozenset[str], said: Preposition) -> bool:
    """Whether a piece of these kinds can have what is said."""
    words = texts_of(flatten(said.nominal.words))
    powered = any(scope.game.uses.get(kind) != frozenset() for kind in kinds)
    if words[-1:] in (["power"], ["powers"]):
        return powered
    known = [scope.words.kinds[kind] for kind in kinds if kind in scope.words.kinds]
    printed = {name for kind in known for name in (*kind.has, *kind.optional, *kind.either)}
    if said.names:
        return powered or bool(printed)  # pieces with nothing printed on them are all called alike
    name = scope.singular_of(words[-1]) if words else ""
    return name in printed or name not in scope.words.properties


def report_ambiguity(scope: Scope, noun: Sequence[Word], on: Preposition, said: Preposition) -> None:
    """Report a phrase that can be read in two ways, with both ways to write it."""
    source = scope.report.source.text
    feature, below = (" ".join(source[slice(*preposition.at)].split()) for preposition in (said, on))
    things, piece = " ".join(texts_of(noun)), flatten(on.nominal.words)[-1].text
    first = f"'{things} {feature} {below}'"
    if is_printed(scope, said):
        hint = f"write {first}, or '{things} {below} {close_form(scope, said, feature, piece)}'"
    else:
        hint = f"write {first}; of the {piece}, this cannot be said"
    scope.report_error("ambiguous-phrase", said.at, f"this could be said of the {things} or of the {piece}", hint)


def is_printed(scope: Scope, said: Preposition) -> bool:
    """Whether this can describe a piece that things are on: only printed features can."""
    words = flatten(said.nominal.words)
    if said.names or texts_of(words[-1:]) in (["power"], ["powers"]):
        return True
    return said.nominal.value is not None and len(words) == 1 and not places_on_pieces(scope, words)


def close_form(scope: Scope, said: Preposition, feature: str, piece: str) -> str:
    """The form that describes the piece: ``that has cost 3`` for ``with cost 3``."""
    rest = feature.partition(" ")[2]
    singular = scope.singular_of(piece) == piece
    if said.names:
        return f"{'that is' if singular else 'that are'} {feature}"
    if said.word.text == "without":
        bare = rest.removeprefix("a ").removeprefix("an ")
        return f"{'that has' if singular else 'that have'} no {bare}"
    return f"{'that has' if singular else 'that have'} {rest}"
