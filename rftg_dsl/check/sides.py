"""Sides: what one does by its powers, and whether it is one of those meant."""

from __future__ import annotations

from rftg_dsl.check.model import Match, Offer, Side, Window
from rftg_dsl.signatures import Signatures


def fits(game: Signatures, match: Match, side: Side) -> bool:
    """Whether a side is one of those meant."""
    return (
        (not match.kinds or side.kind in match.kinds)
        and (not match.names or side.name in match.names)
        and all(side.properties.get(name) in values for name, values in match.values)
        and not any(side.properties.get(name) in values for name, values in match.excluded)
        and all((verb in acts(game, side)) == wanted for verb, wanted in match.verbs)
    )


def acts(game: Signatures, side: Side) -> set[str]:
    """What the powers of a side do, what they count as, and the phases they belong to."""
    implied = {one.name: one.implies for one in game.parameters if one.implies}
    verbs = {one.verb for power in side.powers for one in power.effects}
    verbs |= {implied[power.point] for power in side.powers if power.point in implied}
    return verbs | {power.phase for power in side.powers if isinstance(power, Offer | Window)}
