"""Playing: games in progress, bots, looking ahead, simulations of many games, and tables with people.

In comes a ``Library``; out come answered decisions and a log. Read ``asked`` (a decision by names, as people and
programs answer it) and ``match`` (a game in progress), then ``bots``, ``one_game`` and ``simulate``. ``search`` looks
ahead with ``playouts`` from guesses at what it does not see. ``table`` seats people who share a screen.
"""
