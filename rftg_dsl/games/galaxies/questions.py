"""The decisions of Galaxies: what seats are asked, by name."""

from rftg_dsl.kernel.decision import Question

MISSION = Question("mission", "G21", secret=True)
"""Which mission is kept."""
TURN = Question("turn", "G31")
"""Which die is activated, or ``reroll``, ``convert``, ``end``."""
REROLL = Question("reroll")
"""Which dice are rolled again."""
SPEND = Question("spend", "G83")
"""Which two dice are spent in the Converter."""
DIE = Question("die")
"""Which die is turned, or repeated."""
FACE = Question("face")
"""Which face it shows then, or is acted as."""
MOVE = Question("move", "G43")
"""Which ship goes where, or ``done``."""
ADVANCE = Question("advance", "G67")
"""Which ships advance."""
REGRESS = Question("regress")
"""Which ships go back."""
COLONY = Question("colony", "G73")
"""Whether the empire is upgraded or a colonized planet used; ``nothing`` if it is the player's own die."""
ACTION = Question("use")
"""Which action of a planet is used, if it has several."""
PAY = Question("pay", "G76")
"""Which resource pays for the upgrade."""
ENERGY = Question("energy", "G75")
"""How much of a mixed price is paid in energy."""
FOLLOW = Question("follow", "G38")
"""Whether the action is followed."""
TRANSFER = Question("transfer")
"""Which ship goes to the same space of which other track."""
RECALL = Question("recall")
"""Which ship returns from its track."""
RESOURCE = Question("resource")
"""Which resource it brings."""
FIRST_SHARE = Question("first share")
"""How much of the first of two resources it brings; the rest is of the second."""
FROM = Question("from")
"""Which opponent gives."""
AMOUNT = Question("amount")
"""How much is exchanged."""
PLANET = Question("planet")
"""Which planet is put away, or used."""
