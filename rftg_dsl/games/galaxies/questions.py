"""The decisions of Galaxies, by name."""

from rftg_dsl.kernel.decision import Question

MISSION = Question("mission", "G21", secret=True)
"""Which mission to keep."""
TURN = Question("turn", "G31")
"""Which die to activate, or ``reroll``, ``convert``, ``end``."""
REROLL = Question("reroll")
"""Which dice to reroll."""
SPEND = Question("spend", "G83")
"""Which two dice to spend in the Converter."""
DIE = Question("die")
"""Which die to turn or repeat."""
FACE = Question("face")
"""Which face to turn the die to, or to act as."""
MOVE = Question("move", "G43")
"""Which ship to move where, or ``done``."""
ADVANCE = Question("advance", "G67")
"""Which ships to advance."""
REGRESS = Question("regress")
"""Which ships to regress."""
COLONY = Question("colony", "G73")
"""Whether to upgrade the empire or use a colonized planet, or ``nothing`` on the player's own die."""
ACTION = Question("use")
"""Which action of a planet to use, if it has several."""
PAY = Question("pay", "G76")
"""Which resource to pay for the upgrade with."""
ENERGY = Question("energy", "G75")
"""How much of a mixed price to pay in energy."""
FOLLOW = Question("follow", "G38")
"""Whether to follow the action."""
PLANET = Question("planet")
"""Which planet to discard, move or use."""
