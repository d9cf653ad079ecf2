"""The log format: the kinds of records, the code that reads and writes them, and the table that their events produce.

Start with ``kinds``, which lists all records and fields, and ``shapes``, which describes their values. Continue with
``recorder``, which turns a play into records and explains marks and digests, and with ``write_log``. Then read
``read_log`` and ``budget``. ``fold`` applies events to a table without knowing the rules. ``mend`` repairs the damage
that file transfers can do to a log.
"""
