"""Things of two phrases: whether one thing can be meant by both."""

from __future__ import annotations

from rftg_dsl.check.model import PieceSet, StockSet


def can_overlap(things: object, other: object) -> bool:
    """Whether some thing could be meant by both; a piece and what lies on it count as one thing."""
    if isinstance(things, StockSet) and isinstance(other, StockSet):
        return bool(things.kinds & other.kinds) and can_share_place(things.places, other.places)
    if isinstance(things, PieceSet) and isinstance(other, PieceSet):
        kinds, others = things.match.kinds, other.match.kinds
        apart = {things.this, other.this} == {"only", "except"}
        return (
            not apart
            and bool(not kinds or not others or kinds & others)
            and can_share_place(things.places, other.places)
        )
    return False


def can_share_place(places: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether two phrases can mean things in one place; a phrase without a place means several."""
    return not places or not others or not set(places).isdisjoint(others)
