"""The decisions of Roll, by name."""

from rftg_dsl.kernel.decision import Question

START = Question(
    "start", "R025", secret=True, asks="Which tile starts as your development? The other becomes your world"
)
"""Which of the two drawn tiles to use as a development; the other one becomes a world."""
WILD = Question("wild", "R061", secret=True, asks="Where do the wild dice of {0 cell} go?")
"""How many wild dice of one colour to assign to each column."""
SELECT = Question("select", "R063", secret=True, asks="Which phase do you select?")
"""Which phase to select."""
SELECTOR = Question("selector", "R063", secret=True, asks="Which worker selects it?")
"""Which worker to select the phase with."""
REASSIGN = Question("reassign", "R067", secret=True, asks="Do you reassign workers?")
"""Which Reassign power to use, or ``dictate``, or ``done``."""
GIVE = Question("give", "R069", secret=True, asks="Which worker do you give up to dictate?")
"""Which worker to give up for Dictate."""
WORKER = Question("worker", "R066", secret=True, asks="Which worker do you move, and where to?")
"""Which worker to move to which column, or ``done``."""
REROLL = Question("reroll", secret=True, asks="Which workers do you roll again?")
"""Which workers to roll again."""
EXPLORER = Question("explorer", "R092", asks="Which explorer works next?", words={"die": ""})
"""Which explorer to use next."""
TASK = Question("task", "R110", asks="Stock or scout?")
"""Whether to stock or scout."""
ABANDON = Question("abandon", "R112", asks="Which tiles do you abandon before you scout?")
"""Which tiles to abandon before scouting."""
PLACE = Question("place", "R114", secret=True, asks="Where do you place the tile drawn, and which side up?")
"""Which side of which drawn tile to place at which end of its stack."""
REARRANGE = Question("rearrange", "R220", asks="Do you rearrange your stacks?")
"""Whether to rearrange the stacks: the power, or ``decline``."""
LAY = Question("lay", "R220", secret=True, asks="Which tile comes next, and which side up?")
"""Which side of which tile to place next while rearranging."""
GIVE_UP = Question("give up", "R119", asks="Which tile do you return to the bag?")
"""Which tile to return to the empty bag."""
PUT = Question("put", "R130", asks="Which workers go on the top tile?")
"""Which workers to put on the top tile."""
COMPLETE = Question("complete", "R135", asks="Which workers complete the tile?")
"""Which workers complete the tile, if there are too many."""
CREW = Question("crew", "R135", asks="Which workers complete the tile?")
"""Which workers complete the tile, if what it needs depends on them."""
LOWER = Question("lower", "R136", asks="Which powers do you pay for, to complete the tile with fewer workers?")
"""Which powers to pay for that lower what the tile needs, or ``none``."""
TILES = Question("tiles", asks="Which tiles do you move?")
"""Which tiles to move."""
SELECT_ANOTHER = Question("select another", "R063", asks="Which phase do you select instead?")
"""Which other phase to select after Reveal."""
PRODUCER = Question("producer", "R150", asks="Which producer works next?")
"""Which producer to use next."""
WORLD = Question("world", "R151", asks="Which world produces?")
"""Which world to produce on."""
PRODUCE_ON = Question("produce on", asks="Which die becomes a good, and where?")
"""Which die to put on which world as a good, or ``done``."""
SHIPPER = Question("shipper", "R092", asks="Which shipper works next?", words={"die": ""})
"""Which shipper to use next."""
GOOD = Question("good", "R160", asks="Which good do you ship?")
"""Which good to ship."""
GOODS = Question("goods", asks="Which goods do you consume?")
"""Which goods to consume without a shipper."""
MODE = Question("mode", "R160", asks="Trade it or consume it?")
"""Whether to trade or consume the good."""
RECRUIT = Question("recruit", "R181", asks="Which dice do you recruit?")
"""Which dice to recruit."""
RECALL = Question("recall", "R183", asks="Which dice do you recall to your cup?")
"""Which developers, settlers and goods to recall to the cup."""
