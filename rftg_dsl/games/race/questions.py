"""The decisions of Race, by name."""

from rftg_dsl.kernel.decision import Question

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
"""The names of the action cards."""

START = Question("start", "R016", secret=True, asks="Which cards of your first hand do you discard?")
"""Which cards of the first hand to discard."""
START_WORLD = Question("start-world", "R013", secret=True, asks="Which start world do you keep?")
"""Which of the start worlds to keep."""
ACTION = Question("action", "R003", secret=True, asks="Which phase do you choose this round?", words=ACTION_NAMES)
"""Which action cards to play."""
EXPLORE = Question("explore", "R028", secret=True, asks="Which of the cards drawn do you discard?")
"""Which of the cards drawn to discard."""
DEVELOP = Question("develop", "R034", secret=True, asks="Which development do you place?")
"""Which development to place, or ``none``."""
SETTLE = Question("settle", "R052", secret=True, asks="Which world do you place?")
"""Which world to place, or ``none``."""
PLACE = Question("place", "R053", asks="Which card do you place?")
"""Which card to place by a power, or ``none``; secret if the cards are in the hand."""
REPLACE = Question("replace", asks="Which card of yours does it replace?")
"""Which own card to replace."""
WAY = Question("way", "R062", asks="How do you pay for {0 piece}, or conquer it?")
"""How to pay for or conquer a card: ``pay 2``, ``conquer with C12``."""
PAY = Question("pay", "R053", secret=True, asks="Which cards do you pay for {0 piece}?")
"""Which cards from the hand to pay."""
TRADE = Question("trade", "R084", asks="Which good do you sell?")
"""Which good to sell."""
POWER = Question("power", "R077", asks="Which consume power do you use next?")
"""Which consume power to use next, or ``done``."""
GOODS = Question("goods", "R072", asks="Which goods do you consume?")
"""Which goods to consume."""
DISCARD = Question("discard", "R086", asks="Which cards do you discard?")
"""Which cards to discard for a power; secret if they come from the hand."""
MOVE = Question("move", asks="Which cards do you move?")
"""Which cards to move for a power; secret if they come from the hand."""
GUESS = Question("guess", asks="Which cost or defense do you name?")
"""Which cost or defense to guess."""
ANTE = Question("ante", secret=True, asks="Which card do you stake?")
"""Which card from the hand to stake."""
KEEP = Question("keep", asks="Which of the cards drawn do you keep?")
"""Which of the cards drawn for an ante to keep."""
MOVE_TO = Question("move to", asks="Which good do you move, and where to?")
"""Which good to move to which of several places, or ``done``."""
WORLDS = Question("worlds", asks="On which worlds do you produce?")
"""On which worlds to produce."""
WINDFALL = Question("windfall", "R090", asks="Which windfall world gets a good?")
"""Which world to put a good on."""
NEXT = Question("next", asks="Which power comes next?")
"""Which power of the Produce phase comes next."""
LIMIT = Question("limit", "R093", secret=True, asks="Which cards over the hand limit do you discard?")
"""Which cards over the hand limit to discard."""
