"""The Roll events that powers can react to."""

from __future__ import annotations

from rftg_dsl.check.signatures import KindNumber, PieceNumber, event
from rftg_dsl.games.roll.numbers import Play

BUILT = {"development": "develop", "world": "settle"}


EXPLORED = {"": "{verb} <with {with:explorer}>"}
SHIPPED = {"": "{verb} <{of}|a good> <from {from}> <with {with:shipper}>"}
"""The wording for shipping a good: the good, the world it leaves, and the worker that ships it."""


@event(
    "revealed",
    past="revealed",
    sayings={"": "{verb} {your} workers"},
    text="R080: all players have revealed their workers; those of inactive phases are still in their columns.",
)
def revealed(play: Play, seat: int) -> None: ...


@event(
    "scout",
    "scout",
    "scouted",
    phase="explore",
    sayings=EXPLORED,
    text="R112: an explorer scouts; its tiles have not been drawn yet.",
)
def scouted(play: Play, seat: int, with_: KindNumber) -> None: ...


@event("stock", "stock", "stocked", phase="explore", sayings=EXPLORED, text="R111: an explorer has stocked credits.")
def stocked(play: Play, seat: int, with_: KindNumber) -> None: ...


@event(
    "complete",
    "complete",
    acts=True,
    its={"developers": "finishing", "settlers": "finishing"},
    of_kind={"developers": "development", "settlers": "world"},
    phase=BUILT,
    sayings={"third": "is completed"},
    text="R131: a tile is complete; its workers have not left it yet.",
)
def completes(play: Play, seat: int, it: PieceNumber) -> None: ...


@event(
    "completed",
    past="completed",
    phase=BUILT,
    sayings={"": "{verb} <{it}|a tile>"},
    text="R132: a completed tile is in the tableau, and its own immediate powers are done.",
)
def completed(play: Play, seat: int, it: PieceNumber) -> None: ...


@event(
    "produce",
    "produce",
    "produced",
    phase="produce",
    held={"on": "goods"},
    sayings={"": "{verb} a good <on {on}> <with {with:producer}>"},
    text="R151: a producer, or a die that a power takes from the supply, has become a good on a world.",
)
def produced(play: Play, seat: int, on: PieceNumber, with_: KindNumber) -> None: ...


@event("trade", "trade", phase="ship", held={"from": "goods"}, sayings=SHIPPED, text="R161: a good is traded.")
def trades(play: Play, seat: int, from_: PieceNumber, of: KindNumber, with_: KindNumber) -> None: ...


@event(
    "traded",
    past="traded",
    phase="ship",
    held={"from": "goods"},
    sayings=SHIPPED,
    text="R161: a good has been traded, and all powers for 'when you trade' have reacted.",
)
def traded(play: Play, seat: int, from_: PieceNumber, of: KindNumber, with_: KindNumber) -> None: ...


@event(
    "consume",
    "consume",
    "consumed",
    phase="ship",
    held={"from": "goods"},
    sayings=SHIPPED,
    text="R162: a good has been consumed.",
)
def consumed(play: Play, seat: int, from_: PieceNumber, of: KindNumber, with_: KindNumber) -> None: ...


@event(
    "shipped",
    "ship",
    "shipped",
    its={"goods": "finishing"},
    phase="ship",
    held={"from": "goods"},
    sayings=SHIPPED,
    text="R160: a good has been traded or consumed, but has not reached the Citizenry yet.",
)
def shipped(play: Play, seat: int, from_: PieceNumber, of: KindNumber, with_: KindNumber) -> None: ...


EVENTS = (scouted, stocked, completes, produced, trades, traded, consumed, shipped, completed, revealed)
