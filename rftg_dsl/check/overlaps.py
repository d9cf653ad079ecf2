"""Decide whether two phrases can mean the same thing."""

from __future__ import annotations

from rftg_dsl.check.model import PieceSet, StockSet


def can_overlap(things: object, other: object) -> bool:
    """Return whether both phrases can mean the same thing. A piece and its contents count as a single thing."""
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
    """Return whether two phrases can mean things in the same place. A phrase without a place can mean several."""
    return not places or not others or not set(places).isdisjoint(others)
