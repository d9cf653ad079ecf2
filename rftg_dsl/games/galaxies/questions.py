"""The decisions of Galaxies, by name."""

from rftg_dsl.kernel.decision import Question

MISSION = Question("mission", "G21", secret=True, asks="Which mission do you keep?")
"""Which mission to keep."""
TURN = Question("turn", "G31", asks="Which die do you activate, or what else do you do?")
"""Which die to activate, or ``reroll``, ``convert``, ``end``."""
REROLL = Question("reroll", asks="Which dice do you roll again?")
"""Which dice to reroll."""
SPEND = Question("spend", "G83", asks="Which two dice do you spend in the Converter?")
"""Which two dice to spend in the Converter."""
DIE = Question("die", asks="Which die do you turn or repeat?")
"""Which die to turn or repeat."""
FACE = Question("face", asks="Which face is it to show?")
"""Which face to turn the die to, or to act as."""
MOVE = Question("move", "G43", asks="Which ship do you move, and where to?")
"""Which ship to move where, or ``done``."""
ADVANCE = Question("advance", "G67", asks="Which ship do you advance?")
"""Which ships to advance."""
REGRESS = Question("regress", asks="Which ship do you move back?")
"""Which ships to regress."""
COLONY = Question("colony", "G73", asks="Which colony do you use?")
"""Whether to upgrade the empire or use a colonized planet, or ``nothing`` on the player's own die."""
ACTION = Question("use", asks="Which action of the planet do you use?")
"""Which action of a planet to use, if it has several."""
PAY = Question("pay", "G76", asks="Which resource do you pay with?")
"""Which resource to pay for the upgrade with."""
ENERGY = Question("energy", "G75", asks="How much of the price do you pay in energy?")
"""How much of a mixed price to pay in energy."""
FOLLOW = Question("follow", "G38", asks="Do you follow?")
"""Whether to follow the action."""
PLANET = Question("planet", asks="Which planet do you choose?")
"""Which planet to discard, move or use."""
