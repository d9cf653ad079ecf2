"""The same rules as machine code: the Python of steps and powers, parsed into trees, translated to C and compiled.

The input is a library and a number of seats; the result is an engine that plays whole games, writes their logs and
looks ahead, exactly as Python would. Read ``types`` and ``translate`` first. ``writer``, ``loops``, ``displays``,
``terms``, ``calls`` and ``body`` each extend the module before, from single lines to whole functions. ``c_program``
writes a game's whole program, ``building`` compiles it, and ``loading`` and ``engine`` use it. ``backend`` is the entry
point, and caches the result.
"""
