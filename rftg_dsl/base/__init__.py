"""The base layer: files, processes, plug-ins, limits and diagnostics. It knows nothing about rules, games or logs.

Every other package builds on this one, which imports none of them. Read ``source`` and ``diagnostic`` first: every
message about content is a ``Diagnostic`` with a location in a ``Source``, and a command that cannot use its input
raises ``UsageError`` with a code, which ``codes`` explains. Continue with ``limits``, which puts a bound on every
input, and ``files``, which writes files in such a way that a crash never leaves a half-written one. The other modules
can be read in any order: ``own_files`` decides which files in a folder are the author's own, ``workers`` distributes
work among processes or a cluster, ``plugins`` and ``extras`` find out what is installed, ``cache`` keeps results
between runs, and ``build_id`` distinguishes one build of the program from another.
"""
