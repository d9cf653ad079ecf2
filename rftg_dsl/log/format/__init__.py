"""The format of a log: its records, how they are written and read, and the table that their events leave.

Read ``kinds``, the table of all records and fields, and ``shapes``, the language of its values; then ``recorder``
(turns a play into records; explains marks and digests) with ``write_log``, and ``read_log`` with ``budget``. ``fold``
applies events to a table without any rules. ``mend`` repairs what file transfers do to a log.
"""
