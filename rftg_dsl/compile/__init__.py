"""The compiler, which turns a model into rules and its powers into hooks; and the contract for a game's Python code.

Input: a checked model and the ``Game`` record. Output: ``Rules`` for a given number of seats. ``game`` and
``extension`` are the records that a game or a package provides, and ``contract`` checks them. A power goes through
``lower`` (which splits it into segments), ``bind`` (from names to the layout's numbers) and ``generate`` (to Python
functions); ``interpret`` does the same in a slow but obvious way, and tests compare the two. ``schedule_to_program``
compiles the course of play, ``compiler`` combines everything, and ``score`` answers questions about a game in progress.
"""
