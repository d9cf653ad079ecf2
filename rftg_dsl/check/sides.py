"""Sides: what one does by its powers, and whether it is one of those meant."""

from __future__ import annotations

from collections.abc import Iterable

from rftg_dsl.check.model import Match, Modifier, Offer, PieceSet, Side, Trigger, Window
from rftg_dsl.signatures import Signatures


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


def number(side: Side, name: str, missing: int) -> int:
    """The number a side shows for a property; ``missing`` if it shows none."""
    value = side.properties.get(name)
    return value if isinstance(value, int) else missing


def acts(game: Signatures, side: Side) -> set[str]:
    """What the powers of a side do, what they count as, and the phases they belong to."""
    verbs = {one.verb for power in side.powers for one in power.dos[len(power.price) :]}
    verbs |= {sort for power in side.powers if isinstance(power, Modifier) for sort in implied(game, power)}
    verbs |= {power.pattern.event.phase for power in side.powers if isinstance(power, Trigger)}
    return verbs | {power.phase for power in side.powers if isinstance(power, Offer | Window)}


def implied(game: Signatures, power: Modifier) -> Iterable[str]:
    """The sorts of powers that a changed number counts as."""
    sort = next((one.implies for one in game.parameters if one.name == power.parameter), "")
    if isinstance(sort, str):
        return [sort] if sort else []
    kinds = power.about.match.kinds if isinstance(power.about, PieceSet) else frozenset[str]()
    return [sort[kind] for kind in sorted(kinds or sort) if kind in sort]
