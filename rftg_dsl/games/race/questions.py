"""The questions that Race asks its players. ``table-talk.toml`` has their texts."""

from __future__ import annotations

from rftg_dsl.games.race.numbers import Play
from rftg_dsl.kernel.decision import Decision, Facts, Question

ACTION_NAMES = {
    "explore5": "Explore +5",
    "explore11": "Explore +1,+1",
    "develop": "Develop",
    "develop2": "Develop",
    "settle": "Settle",
    "settle2": "Settle",
    "trade": "Consume: Trade",
    "consume2x": "Consume: 2x VPs",
    "produce": "Produce",
}


def tell_drawn(play: Play, asked: Decision) -> Facts:
    return {"when": "" if asked.low else "all"}


def tell_hand(play: Play, asked: Decision) -> Facts:
    return {"when": "" if len(asked.options) > 1 else "none"}


def tell_card(play: Play, asked: Decision) -> Facts:
    return {"card": ("piece", asked.args[0])}


def tell_ways(play: Play, asked: Decision) -> Facts:
    conquers = {way.startswith("conquer") for way in asked.options}
    when = "" if len(conquers) > 1 else "conquer" if True in conquers else "pay"
    return {**tell_card(play, asked), "when": when}


def tell_replaced(play: Play, asked: Decision) -> Facts:
    return {"card": ("piece", asked.args[1])}


def tell_goods(play: Play, asked: Decision) -> Facts:
    return {"when": "move" if asked.answer == "race.goods-moved" else ""}


def tell_sale(play: Play, asked: Decision) -> Facts:
    return {"when": "power" if "/" in asked.args[1] else ""}


def tell_actions(play: Play, asked: Decision) -> Facts:
    return {"when": "two" if len(asked.options[0]) > 1 else ""}


START = Question("start", "R016", secret=True)
START_WORLD = Question("start-world", "R013", secret=True)
ACTION = Question("action", "R003", secret=True, words=ACTION_NAMES, about=tell_actions)
EXPLORE = Question("explore", "R028", secret=True, about=tell_drawn)
DEVELOP = Question("develop", "R034", secret=True, about=tell_hand)
SETTLE = Question("settle", "R052", secret=True, about=tell_hand)
PLACE = Question("place", "R053", about=tell_hand)
"""The answer is a card to place with a power, or ``none``; it is secret unless the cards are in a tableau."""
REPLACE = Question("replace", about=tell_replaced)
WAY = Question("way", "R062", about=tell_ways)
PAY = Question("pay", "R053", secret=True, about=tell_card)
TRADE = Question("trade", "R084", about=tell_sale)
POWER = Question("power", "R077")
GOODS = Question("goods", "R072", about=tell_goods)
DISCARD = Question("discard", "R086")
"""The answer is secret if the cards are discarded from the hand."""
MOVE = Question("move")
"""The answer is secret if the cards are moved from the hand."""
GUESS = Question("guess")
ANTE = Question("ante", secret=True)
KEEP = Question("keep")
MOVE_TO = Question("move to")
WORLDS = Question("worlds")
WINDFALL = Question("windfall", "R090")
NEXT = Question("next")
LIMIT = Question("limit", "R093", secret=True)
