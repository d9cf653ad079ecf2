"""Playing: games in progress, bots, look-ahead, simulations of many games, and tables for people.

The input is a ``Library``; the output is answered decisions and a log. Start with ``asked`` (a decision, with names
that people and programs can use in their answers) and ``match`` (a game in progress); then read ``bots``,
``one_game`` and ``simulate``. ``search`` looks ahead by running ``playouts`` from guesses at hidden information.
``table`` is for people who share a screen.
"""
