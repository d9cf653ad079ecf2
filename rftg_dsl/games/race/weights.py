"""The weights of the advice, in VP unless noted; ``tests/people/fit.py`` fits them on games between bots.

A weight times the game is for all that a power does in a whole game: the advice multiplies it by the share of the game
that is left. A weight of a power is for each card, VP or point of Military that its power gives or saves.
"""

# -- cards --------------------------------------------------------------------------------------------------------

CARD, CARD_GAME = 0.19, 1.25
"""A card in hand at the end of the game, and what it is worth more at the beginning."""
PLACED, PLACED_GAME = 0.8, 0.64
"""Any card in a tableau, besides the VP and the powers that it has."""
SCORES_GAME = 2.51
"""A development with variable VP, beyond what it scores already."""
SHORT = 2.44
"""The cost, in cards, of each point of Military that is missing for a world."""
OPENS = 0.51
"""A world in hand that could be conquered with the Military of a card."""

# -- goods --------------------------------------------------------------------------------------------------------

EATEN = 0.73
"""A VP or card that goods would bring in the next Consume phase."""
SOLD = 0.31
"""A card for which the best good can be sold."""
GOOD = 0.12
"""Any good."""
FADES = 5.26
"""The speed at which goods lose their worth at the end: all of it is left until 1/FADES of the game is."""
USED = 0.34
"""The share of the worth of goods that using them up costs."""
OTHERS = 0.51
"""The share of what a phase gives to the best of the other seats that counts against calling it."""

# -- engines, times the game --------------------------------------------------------------------------------------

PRODUCES, PRODUCES_PRICE = 2.15, 1.46
"""A production world, and each card of its good's price."""
WINDFALL_PRICE = 0.31
CYCLE = 2.57
"""A VP that goods from all worlds bring when they are produced and consumed once."""
CYCLE_CARD = 0.63
"""A card that they bring, in VP."""
HUNGRY = 0.46
"""A VP or card of a consume power, whether or not there are goods for it."""
POWERS = {
    "cost": 2.81,
    "cost of developments": 2.16,
    "military": 0.72,
    "payment": 0.49,
    "conquest": 0.61,
    "draws": 0.12,
    "kept cards": 0.44,
    "trade": 0.49,
    "discard": 0.46,
    "draw in develop": 1.44,
    "draw in settle": 1.2,
    "draw in consume": 1.02,
    "draw in produce": 1.25,
    "produce": 0.72,
}
"""Other powers that concern all cards; a power that concerns a part of the cards has a part of the weight."""
UNSURE = 0.5
"""The part of its weight that a power with a condition has, or one that draws a card for each of some things."""

# -- actions ------------------------------------------------------------------------------------------------------

CHOICE = 0.43
"""The choice from more cards drawn, times the game."""

# -- prospects ----------------------------------------------------------------------------------------------------

# Fitted by linear regression of the final lead on positions at the ends of rounds.
PROSPECT_CARD, PROSPECT_CARD_GAME = 0.05, 1.65
"""A card in hand, at any time and times the game."""
PROSPECT_GOODS = 1.2
"""Goods, times their worth before the next Consume phase."""
PROSPECT_PLACED = 0.16
"""A card in the tableau, besides its VP."""
PROSPECT_CYCLE = 2.0
"""A VP that goods from all worlds bring when they are consumed once, times the game, as all that follow."""
PROSPECT_POWERS = 0.85
"""Other powers, times their worth in a whole game."""
PROSPECT_PRODUCES, PROSPECT_PRODUCES_PRICE = 2.9, 0.55
PROSPECT_SCORES = 4.9
"""A development with variable VP."""
