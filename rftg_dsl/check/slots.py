"""Read the slots of verbs: places, things, numbers, counters, price changes and players after prepositions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve

from rftg_dsl.check.measures import check_quantity, money_counter_of, report_wrong_money
from rftg_dsl.check.model import Amount, Change, Counters, Filler, PieceSet, PlaceSet, Seats, StockSet
from rftg_dsl.check.noun_phrases import Things, read_things
from rftg_dsl.check.places import is_one_place, read_places, words_for_place
from rftg_dsl.check.scope import Scope, flatten, texts_of
from rftg_dsl.check.signatures import MANY, Listed, Verb
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.tree import Preposition, Word


def with_slot(
    scope: Scope,
    verb: Verb,
    what: str | Counters | Things | None,
    preposition: Preposition,
    slots: dict[str, Filler],
    narrowing: Sequence[Preposition],
) -> str | Counters | Things | None:
    """Fill the slot that a preposition names, unless it is already filled. Return the object, possibly narrowed."""
    name = preposition.word.text
    # A phrase such as 'from one column' narrows the object; it does not fill a slot.
    if name == "from" and isinstance(what, StockSet) and is_one_place(scope, flatten(preposition.nominal.words)):
        scope.use(preposition.word, *flatten(preposition.nominal.words))
        return evolve(what, same_place=True)
    kind = verb.slots.get(name)
    # A second preposition for the same slot remains unused, so it is reported as surplus.
    if kind is None or name in slots:
        return what
    later = "order" in verb.slots.values()
    filler = (
        FILLERS[kind](scope, preposition)
        if kind in FILLERS
        else read_filler(scope, kind, preposition, narrowing, later)
    )
    if isinstance(filler, Seats) and isinstance(what, str) and scope.words.counters[what].owner == "table":
        scope.report_error(
            "wrong-kind", preposition.at, f"{what!r} belongs to the table, not to players", "use another counter"
        )
    if isinstance(filler, Counters) and what in filler.names and verb.slots[name] == "counter":
        scope.report_error(
            "surplus-clause", preposition.at, f"{what!r} for {what!r} changes nothing", "use another counter"
        )
    if filler is not None:
        slots[name] = filler
    return what


def read_filler(
    scope: Scope, kind: str, preposition: Preposition, narrowing: Sequence[Preposition], later: bool
) -> Filler | None:
    """Read the places or things in a slot.

    ``narrowing`` contains the prepositions that describe the things. ``later`` is true if the verb allows ``a later
    place``.
    """
    scope.use(preposition.word)
    if kind in ("place", "places", "targets"):
        places = read_place_set(scope, preposition, kind == "places", kind == "targets", later, narrowing)
        if places and kind == "place" and (len(places.places) > 1 or isinstance(places.chosen, Listed)):
            scope.report_error("wrong-kind", preposition.at, "only one place can be used here", "specify one place")
        return places
    return read_things(scope, preposition.nominal.words, narrowing, preposition.at)


def does_name_pieces(scope: Scope, words: Sequence[Word]) -> bool:
    """Return whether the words name pieces; always false in a game without places on pieces."""
    if not words or not any(place.owner == "piece" for place in scope.words.places.values()):
        return False
    name = scope.singular_of(words[-1].text)
    meant = scope.words.nouns[name].means if name in scope.words.nouns else name
    # A word can be the name of a place and also of a kind. On its own, it means the place.
    on_table = len(words) == 1 and words[0].text in scope.words.places
    return name == "it" or (not on_table and meant in (*scope.words.kinds, *scope.words.components))


def read_place_set(
    scope: Scope,
    preposition: Preposition,
    on_pieces: bool = False,
    pieces: bool = False,
    later: bool = False,
    narrowing: Sequence[Preposition] = (),
) -> PlaceSet | None:
    """Read the destinations in a slot. If one is unknown, report it and return None.

    ``on_pieces``: whether a place on any piece is allowed.
    ``pieces``: whether a phrase for pieces, narrowed by ``narrowing``, can stand for the places on those pieces.
    ``later``: whether ``a later place`` is allowed.
    """
    inner = flatten(preposition.nominal.words)
    names = texts_of(inner)
    scope.use(preposition.word)
    if later and len(inner) == 2 and names[0] == "later" and names[1] in words_for_place(scope):
        scope.use(*inner)
        return PlaceSet(later=True)
    if pieces and does_name_pieces(scope, inner):
        things = read_things(scope, preposition.nominal.words, narrowing, preposition.at)
        return PlaceSet(on=things) if isinstance(things, PieceSet) else None
    if names == ["here"]:
        scope.use(*inner)
        return PlaceSet(here=True)
    if " ".join(names) in scope.game.selected:
        scope.use(*inner)
        return PlaceSet(chosen=scope.game.selected[" ".join(names)])
    places = scope.words.places
    for word in inner:
        if word.text not in places:
            scope.report.add_unknown("place", word.text, word.at, places)
        elif not on_pieces and word.text == next(
            (place.name for place in places.values() if place.owner == "piece"), ""
        ):
            scope.report_error("wrong-kind", word.at, f"{word.text!r} is a place on each piece", "write 'here'")
    if not inner:
        scope.report_error("missing-thing", preposition.at, "a place is missing here", "specify a place")
    if not (place_names := read_places(scope, preposition)):
        return None
    scope.use(*inner)
    return PlaceSet(place_names, here=not on_pieces and any(places[name].owner == "piece" for name in place_names))


def number_in(scope: Scope, preposition: Preposition) -> Amount | None:
    many = preposition.nominal.quantity
    if many is None or many.how != "exact" or many.money or preposition.nominal.words:
        scope.report_error(
            "wrong-kind",
            preposition.at,
            f"{preposition.word.text!r} takes one number",
            f"write '{preposition.word.text} 2'",
        )
        return None
    check_quantity(scope, many)
    scope.use(preposition.word, many)
    return Amount(many.low)


def counters_in(scope: Scope, preposition: Preposition) -> Counters | None:
    """Read one or more counters.

    The owner chooses one of them in ``with credits or chips``, and any mix of them in ``with credits and chips``.
    """
    if many := preposition.nominal.quantity:
        scope.report_error("surplus-clause", many.at, f"a number has no meaning after {preposition.word.text!r}")
    return read_counters(scope, preposition)


def counter_in(scope: Scope, preposition: Preposition) -> Counters | None:
    return check_single_counter(scope, preposition, counters_in(scope, preposition))


def price_in(scope: Scope, preposition: Preposition) -> Counters | None:
    if preposition.nominal.quantity is None:
        scope.report_error(
            "wrong-kind",
            preposition.at,
            f"{preposition.word.text!r} takes an amount",
            f"write '{preposition.word.text} 1 ...'",
        )
    return check_single_counter(scope, preposition, read_counters(scope, preposition))


def check_single_counter(scope: Scope, preposition: Preposition, counters: Counters | None) -> Counters | None:
    if counters and len(counters.names) > 1:
        scope.report_error(
            "wrong-kind", preposition.at, f"{preposition.word.text!r} takes only one counter here", "use one of them"
        )
    return counters


def read_counters(scope: Scope, preposition: Preposition) -> Counters | None:
    many, words = preposition.nominal.quantity, preposition.nominal.words
    if preposition.change or not (words or (many and many.money)):
        scope.report_error(
            "wrong-kind", preposition.at, f"{preposition.word.text!r} takes a counter", "specify a counter"
        )
        return None
    known = scope.speech.counters
    if many:
        scope.use(many)
        if many.how != "exact":
            scope.report_error(
                "wrong-kind", preposition.at, f"{preposition.word.text!r} takes one number", "use a single number"
            )
    inner = flatten(words)
    scope.use(preposition.word, *inner)
    if many and many.money:
        name = money_counter_of(scope)
        if words or not name:
            report_wrong_money(scope, preposition.at)
            return None
        check_changeable(scope, name, many.at)
        return Counters((name,), n=many.low)
    names = tuple(scope.singular_of(word.text) for word in inner)
    if words and len(names) != len(words.runs) and set(names) <= set(known):
        scope.report_error(
            "wrong-kind", preposition.at, "counters must be joined by 'or'", f"write '{' or '.join(names)}'"
        )
    for word, name in zip(inner, names, strict=True):
        if name not in known:
            scope.report.add_unknown("counter", word.text, word.at, known)
        else:
            check_changeable(scope, name, word.at)
    mixed = bool(words and "and" in texts_of(words.joins))
    scope.use(*(words.joins if words else ()))
    return Counters(names, mixed, many.low if many else 0)


def change_in(scope: Scope, preposition: Preposition) -> Change | None:
    if preposition.change is None:
        scope.report_error(
            "wrong-kind",
            preposition.at,
            f"{preposition.word.text!r} takes a change",
            f"write '{preposition.word.text} 1 less'",
        )
        return None
    scope.use(preposition.word, preposition.change)
    if preposition.change.direction not in ("more", "less") or preposition.change.by < 1:
        hint = f"write '{preposition.word.text} 1 less'"
        scope.report_error("wrong-kind", preposition.at, "the change must be at least 1 more or 1 less", hint)
        return None
    return Change(Amount(preposition.change.by), preposition.change.direction)


def terms_in(scope: Scope, preposition: Preposition) -> Change | None:
    inner = flatten(preposition.nominal.words)
    if texts_of(inner) == ["free"] and preposition.nominal.quantity is None:
        scope.use(preposition.word, *inner)
        # 'free' is a reduction by more than any price.
        return Change(Amount(MANY), "less")
    return change_in(scope, preposition)


def seats_in(scope: Scope, preposition: Preposition) -> Seats | None:
    inner = flatten(preposition.nominal.words)
    each = texts_of(inner) == ["each", "opponent"]
    if preposition.nominal.quantity or not (each or texts_of(inner) == ["opponent"]):
        hint = f"write '{preposition.word.text} an opponent' or '{preposition.word.text} each opponent'"
        scope.report_error("wrong-kind", preposition.at, "this does not say which opponents", hint)
        return None
    scope.use(preposition.word, *inner)
    return Seats("others", each)


FILLERS: Mapping[str, Any] = {
    "number": number_in,
    "counter": counter_in,
    "counters": counters_in,
    "price": price_in,
    "change": change_in,
    "terms": terms_in,
    "seats": seats_in,
}


def check_changeable(scope: Scope, name: str, at: tree.At) -> None:
    if scope.words.counters[name].read:
        hint = f"powers can only ask about it: 'if you have 1 {name}', 'per {name}'"
        scope.report_error("read-only", at, f"only the game can change {name!r}", hint)
