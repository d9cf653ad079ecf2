"""Balance: how much a piece is worth, measured by games that bots play with it and without it.

Read ``gift`` first, which plays pairs of games. ``coupled_chance`` keeps the two games of a pair alike, and
``estimates`` turns their differences into a mean with an interval.
"""
