"""The decisions of Race, by name."""

from rftg_dsl.kernel.decision import Question

START = Question("start", "R016", secret=True)
"""Which cards of the first hand to discard."""
START_WORLD = Question("start-world", "R013", secret=True)
"""Which of the start worlds to keep."""
ACTION = Question("action", "R003", secret=True)
"""Which action cards to play."""
EXPLORE = Question("explore", "R028", secret=True)
"""Which of the cards drawn to discard."""
DEVELOP = Question("develop", "R034", secret=True)
"""Which development to place, or ``none``."""
SETTLE = Question("settle", "R052", secret=True)
"""Which world to place, or ``none``."""
PLACE = Question("place", "R053")
"""Which card to place by a power, or ``none``; secret if the cards are in the hand."""
REPLACE = Question("replace")
"""Which own card to replace."""
WAY = Question("way", "R062")
"""How to pay for or conquer a card: ``pay 2``, ``conquer with C12``."""
PAY = Question("pay", "R053", secret=True)
"""Which cards from the hand to pay."""
TRADE = Question("trade", "R084")
"""Which good to sell."""
POWER = Question("power", "R077")
"""Which consume power to use next, or ``done``."""
GOODS = Question("goods", "R072")
"""Which goods to consume."""
DISCARD = Question("discard", "R086")
"""Which cards to discard for a power; secret if they come from the hand."""
MOVE = Question("move")
"""Which cards to move for a power; secret if they come from the hand."""
GUESS = Question("guess")
"""Which cost or defense to guess."""
ANTE = Question("ante", secret=True)
"""Which card from the hand to stake."""
KEEP = Question("keep")
"""Which of the cards drawn for an ante to keep."""
MOVE_TO = Question("move to")
"""Which good to move to which of several places, or ``done``."""
WORLDS = Question("worlds")
"""On which worlds to produce."""
WINDFALL = Question("windfall", "R090")
"""Which world to put a good on."""
NEXT = Question("next")
"""Which power of the Produce phase comes next."""
LIMIT = Question("limit", "R093", secret=True)
"""Which cards over the hand limit to discard."""
