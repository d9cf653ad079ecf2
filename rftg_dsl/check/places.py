"""Read the names of places in phrases."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.check.scope import Scope, flatten, texts_of
from rftg_dsl.syntax.tree import Preposition, Word


def read_places(scope: Scope, preposition: Preposition) -> tuple[str, ...]:
    """Return the places that a preposition names, joined by ``or``. Empty if it names anything but places."""
    words = preposition.nominal.words
    inner = flatten(words)
    known = scope.words.places
    if words is None or not inner or not all(word.text in known for word in inner):
        return ()
    if len(words.runs) != len(inner):
        scope.report_error(
            "surplus-clause", preposition.at, "places must be joined by 'or'", f"write '{' or '.join(texts_of(inner))}'"
        )
    scope.use(*words.joins)
    return tuple(texts_of(inner))


def is_one_place(scope: Scope, words: Sequence[Word]) -> bool:
    """Return whether the words mean a single place that is not named, as in ``one column`` or ``the same column``.

    The noun can be any word from the printed name of a seat's place, or ``place``.
    """
    names = texts_of(words)
    return len(names) == 2 and names[0] in ("one", "same") and names[1] in words_for_place(scope)


def words_for_place(scope: Scope) -> set[str]:
    printed = {
        word for place in scope.words.places.values() if place.owner == "seat" for word in place.title.lower().split()
    }
    return printed | {"place"}


def places_on_pieces(scope: Scope, words: Sequence[Word]) -> tuple[str, ...]:
    noun = scope.words.nouns.get(scope.singular_of(words[0].text)) if len(words) == 1 else None
    places = (*noun.places, *noun.holding) if noun else ()
    return tuple(name for name in places if scope.words.places[name].owner == "piece")
