"""Seats, pieces, places, counters, events, choices and the agenda: any table game, free of game words.

In come the rules that a game provides (``rules``) and the answers of seats; out come events, each with its cause, and a
state that is plain data at every moment. Read ``layout`` and ``table`` (the state, changed through one door), ``step``
and ``play`` (the agenda of what is still to be done), ``decision`` and ``form`` (what a seat is asked), ``chance``.
Then powers: ``hook`` with the order in which they react, and ``in_play``, the index of those in play. ``program`` is a
schedule as data and ``run_program`` its steps; ``drive`` takes a play from decision to decision while ``observer``
watches. ``visibility`` is the one rule of who sees what, behind ``view`` and ``guess``.
"""
