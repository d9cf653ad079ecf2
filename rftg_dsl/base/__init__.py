"""The base layer: files, processes, plug-ins, limits and diagnostics. Nothing here knows a rule, a game or a log.

Every other room builds on this one, and it imports no other. Read ``source`` and ``diagnostic`` first: every message
about content is a ``Diagnostic`` with a place in a ``Source``, and input that a command cannot use raises
``UsageError`` with a code; ``codes`` explains each code. Continue with ``limits``, which bounds every input, and
``files``, which reads and writes so that a crash leaves nothing half-written; ``own_files`` decides which files in a
folder are an author's. The other modules can be read in any order: ``workers`` shares work among processes or a
cluster, ``plugins`` and ``extras`` find what is installed, ``cache`` keeps results between runs, and ``build_id`` tells
one build of the program from another.
"""
