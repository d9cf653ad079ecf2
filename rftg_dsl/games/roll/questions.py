"""The decisions of Roll: what seats are asked, by name."""

from rftg_dsl.kernel.decision import Question

START = Question("start", "R025", secret=True)
"""Which development of the two drawn tiles is built first; the other tile is a world."""
WILD = Question("wild", "R061", secret=True)
"""How many wild dice of one colour go to each column."""
SELECT = Question("select", "R063", secret=True)
"""Which phase to select."""
SELECTOR = Question("selector", "R063", secret=True)
"""Which worker selects the phase."""
REASSIGN = Question("reassign", "R067", secret=True)
"""Which Reassign power to use, or ``dictate``, or ``done``."""
GIVE = Question("give", "R069", secret=True)
"""Which worker is given up for Dictate."""
WORKER = Question("worker", "R066", secret=True)
"""Which worker moves to which column, or ``done``."""
EXPLORER = Question("explorer", "R092")
"""Which explorer works next."""
TASK = Question("task", "R110")
"""Whether the explorer stocks or scouts."""
ABANDON = Question("abandon", "R112")
"""Which tiles are abandoned before scouting."""
PLACE = Question("place", "R114", secret=True)
"""Which side of which drawn tile goes to which end of its stack."""
REARRANGE = Question("rearrange", "R220")
"""Whether the stacks are rearranged: the power, or ``decline``."""
LAY = Question("lay", "R220", secret=True)
"""Which side of which tile is laid next while rearranging."""
GIVE_UP = Question("give up", "R119")
"""Which tile goes back to the bag when it is empty."""
PUT = Question("put", "R130")
"""Which workers go onto the top tile."""
COMPLETE = Question("complete", "R135")
"""Which of too many workers complete the tile."""
PRODUCER = Question("producer", "R150")
"""Which producer works next."""
WORLD = Question("world", "R151")
"""On which world it becomes a good."""
SHIPPER = Question("shipper", "R092")
"""Which shipper works next."""
GOOD = Question("good", "R160")
"""Which good it ships."""
MODE = Question("mode", "R160")
"""Whether the good is traded or consumed."""
RECRUIT = Question("recruit", "R181")
"""Which dice are recruited."""
RECALL = Question("recall", "R183")
"""Which developers, settlers and goods return to the cup."""
