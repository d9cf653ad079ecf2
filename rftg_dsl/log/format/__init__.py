"""The log format: its records, how they are written and read, and the table that their events produce.

Start with ``kinds``, the table of all records and fields, and ``shapes``, which describes their values. Continue with
``recorder`` (turns a play into records; explains marks and digests) and ``write_log``, then ``read_log`` and
``budget``. ``fold`` applies events to a table without knowing the rules. ``mend`` repairs the damage that file
transfers do to a log.
"""
