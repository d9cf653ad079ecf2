"""The questions that Galaxies asks its players."""

from rftg_dsl.kernel.decision import Question

MISSION = Question("mission", "G21", secret=True, asks="Which mission do you keep?")
TURN = Question("turn", "G31", asks="Which die do you activate, or what else do you do?")
"""The answer is a die face, ``reroll``, ``convert`` or ``end``."""
REROLL = Question("reroll", asks="Which dice do you reroll?")
SPEND = Question("spend", "G83", asks="Which two dice do you spend in the Converter?")
DIE = Question("die", asks="Which die do you turn or repeat?")
FACE = Question("face", asks="Which face should it show?")
MOVE = Question("move", "G43", asks="Which ship do you move, and where to?")
ADVANCE = Question("advance", "G67", asks="Which ship do you advance?")
REGRESS = Question("regress", asks="Which ship do you move back?")
COLONY = Question("colony", "G73", asks="Which colony do you use?")
"""The answer is a colonized planet, ``upgrade`` or, if the die is the player's own, ``nothing``."""
ACTION = Question("use", asks="Which action of the planet do you use?")
PAY = Question("pay", "G76", asks="Which resource do you pay with?")
ENERGY = Question("energy", "G75", asks="How much of the price do you pay in energy?")
FOLLOW = Question("follow", "G38", asks="Do you follow?")
PLANET = Question("planet", asks="Which planet do you choose?")
