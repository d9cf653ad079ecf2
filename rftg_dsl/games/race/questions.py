"""The questions that Race asks its players."""

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

START = Question("start", "R016", secret=True, asks="Which cards from your starting hand do you discard?")
START_WORLD = Question("start-world", "R013", secret=True, asks="Which start world do you keep?")
ACTION = Question("action", "R003", secret=True, asks="Which phase do you choose this round?", words=ACTION_NAMES)
EXPLORE = Question("explore", "R028", secret=True, asks="Which of the cards drawn do you discard?")
DEVELOP = Question("develop", "R034", secret=True, asks="Which development do you place?")
SETTLE = Question("settle", "R052", secret=True, asks="Which world do you place?")
PLACE = Question("place", "R053", asks="Which card do you place?")
"""The answer is a card to place with a power, or ``none``; it is secret unless the cards are in a tableau."""
REPLACE = Question("replace", asks="Which of your cards does it replace?")
WAY = Question("way", "R062", asks="How do you pay for {0 piece}, or conquer it?")
PAY = Question("pay", "R053", secret=True, asks="Which cards do you pay for {0 piece}?")
TRADE = Question("trade", "R084", asks="Which good do you sell?")
POWER = Question("power", "R077", asks="Which consume power do you use next?")
GOODS = Question("goods", "R072", asks="Which goods do you consume?")
DISCARD = Question("discard", "R086", asks="Which cards do you discard?")
"""The answer is secret if the cards are discarded from the hand."""
MOVE = Question("move", asks="Which cards do you move?")
"""The answer is secret if the cards are moved from the hand."""
GUESS = Question("guess", asks="Which cost or defense do you name?")
ANTE = Question("ante", secret=True, asks="Which card do you stake?")
KEEP = Question("keep", asks="Which of the cards drawn do you keep?")
MOVE_TO = Question("move to", asks="Which good do you move, and where to?")
WORLDS = Question("worlds", asks="On which worlds do you produce?")
WINDFALL = Question("windfall", "R090", asks="Which windfall world gets a good?")
NEXT = Question("next", asks="Which power comes next?")
LIMIT = Question("limit", "R093", secret=True, asks="Which cards over the hand limit do you discard?")
