"""The decisions of Roll, by name."""

from rftg_dsl.kernel.decision import Question

START = Question("start", "R025", secret=True)
"""Which of the two drawn tiles to use as a development; the other one becomes a world."""
WILD = Question("wild", "R061", secret=True)
"""How many wild dice of one colour to assign to each column."""
SELECT = Question("select", "R063", secret=True)
"""Which phase to select."""
SELECTOR = Question("selector", "R063", secret=True)
"""Which worker to select the phase with."""
REASSIGN = Question("reassign", "R067", secret=True)
"""Which Reassign power to use, or ``dictate``, or ``done``."""
GIVE = Question("give", "R069", secret=True)
"""Which worker to give up for Dictate."""
WORKER = Question("worker", "R066", secret=True)
"""Which worker to move to which column, or ``done``."""
REROLL = Question("reroll", secret=True)
"""Which workers to roll again."""
EXPLORER = Question("explorer", "R092")
"""Which explorer to use next."""
TASK = Question("task", "R110")
"""Whether to stock or scout."""
ABANDON = Question("abandon", "R112")
"""Which tiles to abandon before scouting."""
PLACE = Question("place", "R114", secret=True)
"""Which side of which drawn tile to place at which end of its stack."""
REARRANGE = Question("rearrange", "R220")
"""Whether to rearrange the stacks: the power, or ``decline``."""
LAY = Question("lay", "R220", secret=True)
"""Which side of which tile to place next while rearranging."""
GIVE_UP = Question("give up", "R119")
"""Which tile to return to the empty bag."""
PUT = Question("put", "R130")
"""Which workers to put on the top tile."""
COMPLETE = Question("complete", "R135")
"""Which workers complete the tile, if there are too many."""
CREW = Question("crew", "R135")
"""Which workers complete the tile, if what it needs depends on them."""
LOWER = Question("lower", "R136")
"""Which powers to pay for that lower what the tile needs, or ``none``."""
TILES = Question("tiles")
"""Which tiles to move."""
SELECT_ANOTHER = Question("select another", "R063")
"""Which other phase to select after Reveal."""
PRODUCER = Question("producer", "R150")
"""Which producer to use next."""
WORLD = Question("world", "R151")
"""Which world to produce on."""
PRODUCE_ON = Question("produce on")
"""Which die to put on which world as a good, or ``done``."""
SHIPPER = Question("shipper", "R092")
"""Which shipper to use next."""
GOOD = Question("good", "R160")
"""Which good to ship."""
GOODS = Question("goods")
"""Which goods to consume without a shipper."""
MODE = Question("mode", "R160")
"""Whether to trade or consume the good."""
RECRUIT = Question("recruit", "R181")
"""Which dice to recruit."""
RECALL = Question("recall", "R183")
"""Which developers, settlers and goods to recall to the cup."""
