"""The rules as machine code: the Python functions of steps and powers, translated to C and compiled.

For a library and a number of seats, this package builds an engine that plays whole games, writes their logs and looks
ahead, with exactly the same results as in Python. The room ``compiler`` translates functions. ``c_program`` collects
the functions of a game, ``building`` compiles them together with the C that all games share, and ``loading`` and
``engine`` use the result. ``backend`` is the entry point and caches the compiled code.
"""
