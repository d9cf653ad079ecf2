"""The questions that Roll asks its players."""

from rftg_dsl.kernel.decision import Question

START = Question(
    "start", "R025", secret=True, asks="Which tile becomes your development (the other becomes your world)?"
)
WILD = Question("wild", "R061", secret=True, asks="Where do the wild {0 cell} dice go?")
SELECT = Question("select", "R063", secret=True, asks="Which phase do you select?")
SELECTOR = Question("selector", "R063", secret=True, asks="Which worker selects it?")
REASSIGN = Question("reassign", "R067", secret=True, asks="Do you reassign workers?")
GIVE = Question("give", "R069", secret=True, asks="Which worker do you give up to dictate?")
WORKER = Question("worker", "R066", secret=True, asks="Which worker do you move, and where to?")
REROLL = Question("reroll", secret=True, asks="Which workers do you reroll?")
EXPLORER = Question("explorer", "R092", asks="Which explorer works next?", words={"die": ""})
TASK = Question("task", "R110", asks="Stock or scout?")
ABANDON = Question("abandon", "R112", asks="Which tiles do you abandon before you scout?")
PLACE = Question("place", "R114", secret=True, asks="Which drawn tile do you place next, and which side up?")
REARRANGE = Question("rearrange", "R220", asks="Do you rearrange your stacks?")
LAY = Question("lay", "R220", secret=True, asks="Which tile comes next, and which side up?")
GIVE_UP = Question("give up", "R119", asks="Which tile do you return to the bag?")
PUT = Question("put", "R130", asks="Which workers go on the top tile?")
COMPLETE = Question("complete", "R135", asks="Which workers complete the tile?")
"""Asked for a tile that has more workers than it needs."""
CREW = Question("crew", "R135", asks="Which workers complete the tile?")
"""Asked for a tile that needs more or fewer workers, depending on which workers complete it."""
LOWER = Question("lower", "R136", asks="Which powers do you pay for, to complete the tile with fewer workers?")
TILES = Question("tiles", asks="Which tiles do you move?")
SELECT_ANOTHER = Question("select another", "R063", asks="Which phase do you select instead?")
PRODUCER = Question("producer", "R150", asks="Which producer works next?")
WORLD = Question("world", "R151", asks="Which world produces?")
PRODUCE_ON = Question("produce on", asks="Which die becomes a good, and where?")
SHIPPER = Question("shipper", "R092", asks="Which shipper works next?", words={"die": ""})
GOOD = Question("good", "R160", asks="Which good do you ship?")
GOODS = Question("goods", asks="Which goods do you consume?")
MODE = Question("mode", "R160", asks="Trade it or consume it?")
RECRUIT = Question("recruit", "R181", asks="Which dice do you recruit?")
RECALL = Question("recall", "R183", asks="Which dice do you recall to your cup?")
