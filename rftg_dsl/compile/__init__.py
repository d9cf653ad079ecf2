"""Model to rules: powers become hooks over a game in progress. Also the contract of a game's Python.

In come a checked model and the ``Game`` record; out come ``Rules`` for a number of seats. ``game`` and ``extension``
are the records that a game or a package provides, and ``contract`` checks them. A power goes through ``lower`` (to
segments, see there), ``bind`` (names to numbers of the layout) and ``generate`` (to Python functions); ``interpret``
does the same slowly and obviously, and tests compare the two. ``schedule_to_program`` compiles the course of play,
``compiler`` puts everything together, and ``score`` has what can be asked of a game in progress.
"""
