"""Sides: what one does by its powers, and whether it is one of those meant."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rftg_dsl.check.model import Match, Modifier, Offer, PieceSet, Power, Score, Side, Trigger, Window
from rftg_dsl.signatures import Signatures, Sort, sorts_in
from rftg_dsl.vocabulary import SCORE, Vocabulary


def fits(game: Signatures, match: Match, side: Side) -> bool:
    """Whether a side is one of those meant."""
    return (
        (not match.kinds or side.kind in match.kinds)
        and (not match.names or side.name in match.names)
        and all(shows(side, name, values) for name, values in match.values)
        and not any(shows(side, name, values) for name, values in match.excluded)
        and all(low <= number(side, name, low - 1) <= high for name, low, high in match.numbers)
        and all((verb in acts(game, side)) == wanted for verb, wanted in match.verbs)
    )


def shows(side: Side, name: str, values: frozenset[str]) -> bool:
    """Whether a side shows one of these values of a property."""
    value = side.properties.get(name)
    return not values.isdisjoint(value) if isinstance(value, tuple) else value in values


def bears(words: Vocabulary, game: Signatures, side: Side, place: str) -> bool:
    """Whether things can be put on a side, in this place on it."""
    bearing = game.bearing.get(place)
    if bearing is None:
        return True
    value = side.properties.get(bearing.property, ())
    shown = value if isinstance(value, tuple) else (str(value),)
    return any(not bearing.worth or words.values[one].properties.get(bearing.worth) for one in shown)


def usable(game: Signatures, power: Power) -> bool:
    """Whether another power can use this one: it says nothing of its own piece, and uses no other power."""
    return not power.about_itself and all("moment" not in game.verbs[one.signature].slots.values() for one in power.dos)


def number(side: Side, name: str, missing: int) -> int:
    """The number a side shows for a property; ``missing`` if it shows none."""
    value = side.properties.get(name)
    return value if isinstance(value, int) else missing


def acts(game: Signatures, side: Side) -> set[str]:
    """What the powers of a side do, what they count as, and the phases they belong to; prices do not matter."""
    return {sort for power in side.every_power() for sort in acts_of(game, power)}


def acts_of(game: Signatures, power: Power) -> Iterator[str]:
    """What one power does, what it counts as, and the phase it belongs to."""
    yield from (one.verb for one in power.dos[len(power.price) :])
    match power:
        case Modifier():
            about = power.about.match.kinds if isinstance(power.about, PieceSet) else frozenset[str]()
            implied = next((one.implies for one in game.parameters if one.name == power.parameter), "")
            for sort in by_kind(implied, about):
                yield sort
                yield from only_phase(game, sort)
        case Trigger(pattern=pattern):
            about = next((match.kinds for _, match, _ in pattern.pieces), frozenset())
            yield from by_kind(pattern.event.phase, about)
        case Offer() | Window():
            yield power.phase
        case Score():
            yield SCORE


def only_phase(game: Signatures, verb: str) -> Iterator[str]:
    """The phase that offers a verb, if only one does."""
    phases = [phase for phase, verbs in game.offers.items() if verb in verbs]
    if len(phases) == 1:
        yield from phases


def by_kind(sort: Sort, kinds: frozenset[str]) -> Iterable[str]:
    """The sorts that remain for these kinds of pieces; without kinds, all."""
    if kinds and isinstance(sort, Mapping):
        return [sort[kind] for kind in sorted(kinds) if kind in sort]
    return sorts_in(sort)
