"""The ground floor: files, processes, plug-ins, limits and diagnostics. Nothing here knows a rule, a game or a log.

Every other room builds on this one, and it imports nothing of the package. Read ``source`` and ``diagnostic`` first:
every message about content is a ``Diagnostic`` at a place in a ``Source``, and whatever a command cannot use raises
``UsageError`` with a code; ``codes`` explains each code. Then ``limits``, the bound of each input, and ``files``, which
reads and writes so that a crash leaves nothing half-written; ``own_files`` decides which files of a folder are an
author's. The rest is independent: ``workers`` shares work among processes or a cluster, ``plugins`` and ``extras`` find
what is installed, ``cache`` keeps results between runs and ``build_id`` tells one build of the program from another.
"""
