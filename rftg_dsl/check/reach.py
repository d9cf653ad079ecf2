"""Check the reach of verbs: whether they can work on their objects, and whether owners can see their options."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.check.model import Do, Model, PieceSet, PlaceSet, Power, StockSet, Trigger, Who
from rftg_dsl.check.never import diagnose_dead_power
from rftg_dsl.check.noun_phrases import Things
from rftg_dsl.check.signatures import Signatures
from rftg_dsl.check.vocabulary import PlaceWord, Vocabulary


def check_reach(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that a verb can reach the place of its object and can move the object to its destination.

    Only the object of a verb can be the contents of pieces. In a slot, the pieces themselves are meant.
    """
    for power in model.walk_powers():
        for do in power.dos:
            verb = game.verbs[do.signature]
            reach, lead = verb.reach, verb.leads
            if (
                isinstance(do.what, PieceSet | StockSet)
                and not verb.grants
                and not can_lie_in(model.words, do.what, reach)
            ):
                known = f"it works on things in: {', '.join(reach)}" if reach else "specify the pieces themselves"
                if others := find_alternatives(model, game, do):
                    known = f"these fit: {', '.join(others)}"
                yield Diagnostic("wrong-kind", power.at, f"{verb.name!r} cannot be used on these", known)
            if verb.owned and any(
                is_of_others(power, do, part) for part in (do.what, *[value for _, value in do.slots])
            ):
                message = f"{verb.name!r} works only on the player's own things"
                yield Diagnostic("wrong-kind", power.at, message, "use your own things, or make the opponents do it")
            if verb.elsewhere and isinstance(do.what, PieceSet) and do.what.this == "only":
                yield diagnose_dead_power(power, f"{verb.name!r} cannot be used on the piece with the power")
            if verb.moments and power.point not in verb.moments:
                moments = [event.openings[0] for event in game.events if event.name in verb.moments]
                moments += [f"{phase}:" for phase in game.offers if phase in verb.moments]
                yield diagnose_dead_power(power, f"{verb.name!r} cannot be used at that moment", moments)
            if verb.conjures and isinstance(do.what, StockSet) and not set(do.what.places) <= set(lead):
                message = f"{verb.name!r} works only in {' or '.join(lead)}"
                yield Diagnostic("wrong-kind", power.at, message, f"specify {' or '.join(lead)}")
            for _, value in do.slots:
                if isinstance(value, PieceSet) and value.holding:
                    message = f"{verb.name!r} takes pieces, not the things on them"
                    yield Diagnostic("wrong-kind", power.at, message, "specify the pieces")
                elif isinstance(value, PlaceSet) and lead and not set(targets_of(model, value)) <= set(lead):
                    message = f"{verb.name!r} can put things only in {' or '.join(lead)}"
                    yield Diagnostic("wrong-kind", power.at, message, "use another place")


def is_of_others(power: Power, do: Do, part: object) -> bool:
    """Return whether the things belong to seats other than the one that carries out the verb."""
    if isinstance(part, PieceSet) and part.role:
        # The event's piece belongs to the seat that acted.
        return isinstance(power, Trigger) and power.pattern.who == ("another" if do.who == "own" else "you")
    if isinstance(part, PlaceSet) and part.here:
        return do.who != "own"
    return isinstance(part, PieceSet | StockSet) and part.who != "own"


def find_alternatives(model: Model, game: Signatures, do: Do) -> list[str]:
    assert isinstance(do.what, PieceSet | StockSet)
    alike = [verb for verb in game.verbs if verb.object == game.verbs[do.signature].object and verb.name != do.verb]
    fit = [verb.name for verb in alike if verb.reach and verb.pays and can_lie_in(model.words, do.what, verb.reach)]
    return list(dict.fromkeys(fit))


def check_lying(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that powers look for things, or put things, only in places where such things can be."""
    words = model.words
    active = frozenset(word.name for word in words.places.values() if word.active)
    seated = frozenset(word.name for word in words.places.values() if word.owner == "seat")
    for power in model.walk_powers() if game.allowed_places else ():
        # check_reach has already reported these objects.
        unchecked = [do.what for do in power.dos if is_out_of_reach(model, game, do)]
        for part in power.parts:
            if not isinstance(part, PieceSet | StockSet) or any(part is thing for thing in unchecked):
                continue
            if isinstance(part, PieceSet):
                kinds, places = part.match.kinds, frozenset(part.places) or active
            else:
                kinds = frozenset(words.stock_kinds[kind].of for kind in part.kinds)
                places = frozenset(part.places) or seated
            known = [game.allowed_places.get(kind) for kind in kinds]
            if known and not any(allowed is None or allowed & places for allowed in known):
                yield diagnose_dead_power(
                    power, f"no {' or '.join(sorted(kinds))} is ever in {' or '.join(sorted(places))}"
                )
                break
        for do in power.dos:
            kinds = do.what.match.kinds if isinstance(do.what, PieceSet) else frozenset()
            for place in [name for _, value in do.slots if isinstance(value, PlaceSet) for name in value.places]:
                if kinds and not any(place in game.allowed_places.get(kind, (place,)) for kind in kinds):
                    yield diagnose_dead_power(power, f"no {' or '.join(sorted(kinds))} can be put in {place}")


def check_seen(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that no power lets its owner choose among things that the owner cannot see. Chance picks such things."""
    for power in model.walk_powers():
        for do in power.dos:
            places = [model.words.places[name] for name in do.what.places] if isinstance(do.what, PieceSet) else ()
            who = do.what.who if isinstance(do.what, PieceSet) else "own"
            if do.high is not None and any(does_hide(place, who) for place in places):
                message = f"the owner cannot see the things in {' or '.join(place.name for place in places)}"
                yield Diagnostic("choice-without-chooser", power.at, message, "use a single number, or 'all'")


def does_hide(place: PlaceWord, who: Who) -> bool:
    return place.seen == "none" or (place.seen == "owner" and who != "own")


def targets_of(model: Model, place: PlaceSet) -> Sequence[str]:
    """Return the places that a phrase means. A place on a piece that is not named means the first such place."""
    on_pieces = [name for name, word in model.words.places.items() if word.owner == "piece"]
    if place.chosen is not None:
        return place.chosen.among
    return on_pieces[:1] if place.on or (place.here and not place.places) else place.places


def is_out_of_reach(model: Model, game: Signatures, do: Do) -> bool:
    """Return whether the object comes from the supply, or is not in any place that the verb can reach."""
    verb = game.verbs[do.signature]
    return verb.grants or (
        isinstance(do.what, PieceSet | StockSet) and not can_lie_in(model.words, do.what, verb.reach)
    )


def can_lie_in(vocabulary: Vocabulary, what: Things, reach: Sequence[str]) -> bool:
    """Return whether things can be in one of these places.

    If the phrase for the things names no place, they can be in any place except on a piece.
    """
    if isinstance(what, PieceSet) and what.holding:
        return bool(set(reach) & set(what.holding))
    if not reach:
        return True
    places = vocabulary.places.values()
    own = [place.name for place in places if (place.active if isinstance(what, PieceSet) else place.owner == "seat")]
    return bool(set(reach) & set(what.places or own))
