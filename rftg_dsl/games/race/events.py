"""The Race events that powers can react to."""

from __future__ import annotations

from rftg_dsl.check.signatures import PieceNumber, event
from rftg_dsl.games.race.numbers import Play

DEVELOPED = {
    "base": "place <{it}|a development>",
    "third": "places <{it}|a development>",
    "past": "placed <{it}|a development>",
}
"""The wording of the ``developed`` event: a player "places" a development rather than "develops" it."""


@event(
    "developed",
    "develop",
    "developed",
    newest_first=True,
    phase="develop",
    sayings=DEVELOPED,
    text="R047: a development has been paid for.",
)
def developed(play: Play, seat: int, it: PieceNumber) -> None: ...


@event(
    "settled",
    "settle",
    "settled",
    newest_first=True,
    phase="settle",
    sayings={"": "{verb} <{it}|a world>"},
    text="R054: a world has been paid for or conquered.",
)
def settled(play: Play, seat: int, it: PieceNumber) -> None: ...


@event(
    "paid",
    "pay",
    "paid",
    phase={"development": "develop", "world": "settle"},
    sayings={"": "{verb} for <{for}|a card>"},
    text="R036, R053: a card has been paid for, possibly with no cards at all; the cards paid are not discarded yet.",
)
def paid(play: Play, seat: int, for_: PieceNumber) -> None: ...


@event(
    "good produced",
    "produce",
    acts=True,
    phase="produce",
    held={"it": "goods"},
    sayings={"": "{verb} a good"},
    text="R087: a world has produced a good.",
)
def good_produced(play: Play, seat: int, it: PieceNumber) -> None: ...


@event(
    "all produced",
    past="produced",
    newest_first=True,
    phase="produce",
    sayings={"": "{verb} {your} goods"},
    text="R092, D23: a player has produced all their goods for this phase.",
)
def all_produced(play: Play, seat: int) -> None: ...


@event(
    "sold",
    "sell",
    "sold",
    phase="trade",
    lying=True,
    held={"it": "goods"},
    sayings={"": "{verb} <{it}|a good>"},
    text="R082: a player has sold the good on a world.",
)
def good_sold(play: Play, seat: int, it: PieceNumber) -> None: ...


@event("left", "leave", acts=True, sayings={"": "{verb} play"}, text="G5: a card has left play.")
def left(play: Play, seat: int, it: PieceNumber) -> None: ...


@event(
    "overflowed",
    past="overflowed",
    sayings={"": "discarded cards over {your} hand limit"},
    stretch="round",
    text="R093: a player has given up the cards over their hand limit; these are not discarded yet.",
)
def overflowed(play: Play, seat: int) -> None: ...


EVENTS = (developed, settled, paid, good_produced, all_produced, good_sold, left, overflowed)
