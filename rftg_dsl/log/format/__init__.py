"""The format of a log: its records, how they are written and read, and the table that their events leave.

Read ``kinds``, the table of all records and fields, and ``shapes``, what a value may be; then ``recorder`` (a play
becomes records; marks and digests are explained there) with ``write_log``, and ``read_log`` with ``budget``.
``fold`` applies events to a table without any rules. ``mend`` undoes what a journey does to a file.
"""
