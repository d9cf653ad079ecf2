"""Model to rules: powers become hooks over a game in progress. Also the contract of a game's Python.

Input: a checked model and the ``Game`` record. Output: ``Rules`` for a number of seats. ``game`` and ``extension``
are the records that a game or a package provides, and ``contract`` checks them. A power goes through ``lower`` (to
segments, see there), ``bind`` (names to numbers of the layout) and ``generate`` (to Python functions); ``interpret``
does the same slowly and obviously, and tests compare the two. ``schedule_to_program`` compiles the course of play,
``compiler`` combines everything, and ``score`` answers questions about a game in progress.
"""
