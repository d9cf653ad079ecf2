"""Decide whether a phrase after ``on ...`` describes the things or the piece that they are on.

``treasure on a world with cost 3`` is ambiguous if treasures and worlds both have a cost, and is reported. To describe
the treasure, authors write the phrase before ``on``; to describe the world, they write ``that has``.
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

FEATURES = frozenset(("with", "without", "called"))


def attach(
    scope: Scope, noun: Sequence[Word], kinds: frozenset[str], prepositions: Sequence[Preposition]
) -> tuple[list[Preposition], list[Preposition]]:
    """Split prepositions into those that describe the noun's things and those that describe the piece under the things.

    All prepositions are returned in plain form.
    """
    of_things: list[Preposition] = []
    of_piece: list[Preposition] = []
    on: Preposition | None = None
    for said in prepositions:
        plain = to_plain(said)
        if on is None or plain.word.text not in FEATURES:
            of_things.append(plain)
        # The things cannot have the same feature twice, so a repeated feature must describe the piece.
        elif plain is not said or is_said(of_things, plain):
            of_piece.append(plain)
        else:
            kinds_below = kinds_in(scope, on)
            lower = kinds_below is not None and can_have(scope, kinds_below, plain)
            if lower and can_have(scope, kinds, plain):
                report_ambiguity(scope, noun, on, plain)
            # After reporting an ambiguity, assume that the things are meant, so that the rest can be read.
            (of_piece if lower and not can_have(scope, kinds, plain) else of_things).append(plain)
        # After another 'on', phrases describe the piece named there.
        on = plain if plain.word.text == "on" else on
    return of_things, of_piece


def to_plain(said: Preposition) -> Preposition:
    """Turn ``that has cost 3`` into ``with cost 3``. Return other prepositions unchanged."""
    plain = CLOSE.get(said.word.text)
    return evolve(said, word=evolve(said.word, text=plain)) if plain else said


def feature_of(said: Preposition) -> str:
    """Return the feature that a preposition describes: ``called``, ``power``, or the last word of its phrase."""
    words = texts_of(flatten(said.nominal.words))
    return "called" if said.names else "power" if words[-1:] in (["power"], ["powers"]) else " ".join(words[-1:])


def is_said(before: Sequence[Preposition], said: Preposition) -> bool:
    """Return whether an earlier preposition describes the same feature as ``said``.

    An example is the second ``with`` in ``treasure with cost 1 on a world with cost 3``.
    """
    return any(
        preposition.word.text in FEATURES and feature_of(preposition) == feature_of(said) for preposition in before
    )


def kinds_in(scope: Scope, on: Preposition) -> frozenset[str] | None:
    """Return the kinds of piece named after ``on``, or None for ``it`` and ``this ...``, which are never ambiguous."""
    words = flatten(on.nominal.words)
    if not words or words[0].text == "this" or words[-1].text == "it":
        return None
    name = scope.singular_of(words[-1].text)
    meant = scope.words.nouns[name].means if name in scope.words.nouns else name
    if meant in scope.words.components:
        return frozenset(scope.words.components[meant].sides)
    return frozenset((meant,)) & frozenset(scope.words.kinds)


def can_have(scope: Scope, kinds: frozenset[str], said: Preposition) -> bool:
    words = texts_of(flatten(said.nominal.words))
    # An empty set in ``uses`` means that the kind has no powers; a missing entry means that it can have any.
    powered = any(scope.game.uses.get(kind) != frozenset() for kind in kinds)
    if words[-1:] in (["power"], ["powers"]):
        return powered
    known = [scope.words.kinds[kind] for kind in kinds if kind in scope.words.kinds]
    printed = {name for kind in known for name in (*kind.has, *kind.optional, *kind.either)}
    if said.names:
        return powered or bool(printed)  # a piece on which nothing is printed has no name of its own
    name = scope.singular_of(words[-1]) if words else ""
    return name in printed or name not in scope.words.properties


def report_ambiguity(scope: Scope, noun: Sequence[Word], on: Preposition, said: Preposition) -> None:
    source = scope.report.source.text
    feature, below = (" ".join(source[slice(*preposition.at)].split()) for preposition in (said, on))
    things, piece = " ".join(texts_of(noun)), flatten(on.nominal.words)[-1].text
    first = f"'{things} {feature} {below}'"
    if is_printed(scope, said):
        hint = f"write {first}, or '{things} {below} {close_form(scope, said, feature, piece)}'"
    else:
        hint = f"write {first}; this cannot describe the {piece}"
    scope.report_error("ambiguous-phrase", said.at, f"this could describe the {things} or the {piece}", hint)


def is_printed(scope: Scope, said: Preposition) -> bool:
    words = flatten(said.nominal.words)
    if said.names or texts_of(words[-1:]) in (["power"], ["powers"]):
        return True
    return said.nominal.value is not None and len(words) == 1 and not places_on_pieces(scope, words)


def close_form(scope: Scope, said: Preposition, feature: str, piece: str) -> str:
    rest = feature.partition(" ")[2]
    singular = scope.singular_of(piece) == piece
    if said.names:
        return f"{'that is' if singular else 'that are'} {feature}"
    if said.word.text == "without":
        bare = rest.removeprefix("a ").removeprefix("an ")
        return f"{'that has' if singular else 'that have'} no {bare}"
    return f"{'that has' if singular else 'that have'} {rest}"
