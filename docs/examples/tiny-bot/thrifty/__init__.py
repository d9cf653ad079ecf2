"""Thrifty: a bot for Six Stalls that checks its purse before it goes to the market."""

from __future__ import annotations

from rftg_dsl import Answer, Asked


def thrifty(asked: Asked) -> Answer:
    """Work until most of the row is affordable, then buy the most expensive stall; use every power."""
    seat = asked.seen.me
    prices: dict[str, int] = seat["prices"]
    match asked.name:
        case "plan":
            enough = sorted(prices.values())[len(prices) // 2] if prices else 99
            return "buy" if seat["coins"] >= enough else "work"
        case "stall":
            return max((option for option in asked.options if option in prices), key=lambda option: prices[option])
        case _:
            return asked.options[0]
