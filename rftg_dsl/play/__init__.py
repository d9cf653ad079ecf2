"""Playing: games in progress, bots, look-ahead, simulations of many games, and tables with people.

The input is a ``Library``; the output is answered decisions and a log. Read ``asked`` (a decision by names, as people
and programs answer it) and ``match`` (a game in progress), then ``bots``, ``one_game`` and ``simulate``. ``search``
looks ahead with ``playouts`` from guesses at hidden things. ``table`` seats people who share a screen.
"""
