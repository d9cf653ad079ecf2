"""The game engine: seats, pieces, places, counters, events, choices and the agenda, without any game-specific terms.

Its input is the rules that a game provides (``rules``) and the seats' answers. Its output is events, each with its
cause, and a state that is plain data at every moment. Start with ``layout`` and ``table`` (the state and the only code
that changes it), ``step`` and ``play`` (the agenda of pending work), ``decision`` and ``form`` (the questions put to
seats), and ``chance``. Continue with powers: ``hook`` defines the order in which they react, and ``in_play`` indexes
them. ``program`` represents a schedule as data, and ``run_program`` contains the steps that carry it out. ``drive``
takes a play from decision to decision and notifies each ``observer``. ``visibility`` contains the single rule for who
can see what, which ``view`` and ``guess`` rely on.
"""
