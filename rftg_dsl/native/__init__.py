"""The same rules as machine code: the Python of steps and powers, read as trees and compiled by the C compiler.

In come a library and a number of seats; out comes an engine that plays whole games, writes their logs and looks ahead,
exactly as Python would. Read ``types`` and ``translate`` first. ``writer``, ``loops``, ``displays``, ``terms``,
``calls`` and ``body`` each add to the last one, from single lines to whole functions; ``c_program`` writes the program
of a game, ``building`` compiles it, ``loading`` and ``engine`` use it. ``backend`` is the door, and keeps the result.
"""
