"""The decisions of Race: what seats are asked, by name."""

from rftg_dsl.kernel.decision import Question

START = Question("start", "R016", secret=True)
"""Which cards of the first hand are discarded."""
ACTION = Question("action", "R003", secret=True)
"""Which action cards are played."""
EXPLORE = Question("explore", "R028", secret=True)
"""Which of the cards drawn are discarded."""
DEVELOP = Question("develop", "R034", secret=True)
"""Which development is placed, or ``none``."""
SETTLE = Question("settle", "R052", secret=True)
"""Which world is placed, or ``none``."""
WAY = Question("way", "R062")
"""How a card is paid for or conquered: ``pay 2``, ``conquer with C12``."""
PAY = Question("pay", "R053", secret=True)
"""Which cards of the hand are paid."""
TRADE = Question("trade", "R084")
"""Which good is sold."""
POWER = Question("power", "R077")
"""Which consume power is used next, or ``done``."""
GOODS = Question("goods", "R072")
"""Which goods are consumed."""
DISCARD = Question("discard", "R086")
"""Which cards are discarded for a power; secret if they come from the hand."""
GUESS = Question("guess")
"""The cost or defense that is guessed."""
WINDFALL = Question("windfall", "R090")
"""Which world gets a good."""
LIMIT = Question("limit", "R093", secret=True)
"""Which cards over the hand limit are discarded."""
