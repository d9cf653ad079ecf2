"""The compiler, which turns a model into rules and its powers into hooks, and the contract for a game's Python code.

Its input is a checked model and the ``Game`` record; its output is the ``Rules`` for a given number of seats. ``game``
and ``extension`` define the records that a game or a package provides, and ``contract`` checks them. A power passes
through ``lower``, which splits it into segments, ``bind``, which turns names into the layout's numbers, and
``generate``, which creates Python functions. ``interpret`` produces the same result in a slow but obvious way, and
tests compare the two. ``schedule_to_program`` compiles the course of play, ``compiler`` combines everything, and
``score`` computes the scores in a game in progress.
"""
