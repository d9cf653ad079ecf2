"""Balance: how much a piece is worth, measured by games that bots play with it and without it.

In come the names of sides and a goal; out comes a report. Read ``gift`` first, which plays pairs of games, then
``measure``, which plays them until enough is known. ``coupled_chance`` keeps the two games of a pair alike, ``margins``
keeps what was played, and ``estimates`` turns differences into a mean with an interval. ``subjects`` finds the sides,
and the printed ones that they are compared with by ``cost_scale`` and ``verdict``. ``in_play`` looks at ordinary games.
``balance`` puts all of this in order, and ``make_report`` makes the ``report``.
"""
