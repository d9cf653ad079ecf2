"""The game engine: seats, pieces, places, counters, events, choices and the agenda, free of game words.

Input: the rules that a game provides (``rules``) and the seats' answers. Output: events, each with its cause, and a
state that is plain data at every moment. Read ``layout`` and ``table`` (the state and the only code that changes it),
``step`` and ``play`` (the agenda of pending work), ``decision`` and ``form`` (the questions to seats), ``chance``.
Then powers: ``hook`` with the order in which they react, and ``in_play``, their index. ``program`` is a schedule as
data and ``run_program`` its steps; ``drive`` takes a play from decision to decision while ``observer`` watches.
``visibility`` is the one rule of who sees what, behind ``view`` and ``guess``.
"""
