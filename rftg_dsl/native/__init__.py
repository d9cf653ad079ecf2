"""The rules as machine code: the Python functions of steps and powers, parsed into trees, translated to C and compiled.

For a library and a number of seats, this package builds an engine that plays whole games, writes their logs and looks
ahead, with exactly the same results as in Python. Read ``types`` and ``translate`` first. The modules ``writer``,
``loops``, ``displays``, ``terms``, ``calls`` and ``body`` build on one another in this order, from single lines of C to
whole functions. ``c_program`` writes the whole program for a game, ``building`` compiles it, and ``loading`` and
``engine`` use it. ``backend`` is the entry point and caches the compiled code.
"""
