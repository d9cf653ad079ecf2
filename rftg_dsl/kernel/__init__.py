"""The game engine: seats, pieces, places, counters, events, choices and the agenda, with no game-specific terms.

Input: the rules that a game provides (``rules``) and the seats' answers. Output: events, each with its cause, and a
state that is plain data at every moment. Start with ``layout`` and ``table`` (the state and the only code that changes
it), ``step`` and ``play`` (the agenda of pending work), ``decision`` and ``form`` (the questions put to seats), and
``chance``. Powers come next: ``hook`` has the order in which they react, and ``in_play`` indexes them. ``program`` is a
schedule as data, and ``run_program`` has its steps; ``drive`` takes a play from decision to decision and notifies
``observer``. ``visibility`` has the single rule for who can see what; ``view`` and ``guess`` rely on it.
"""
