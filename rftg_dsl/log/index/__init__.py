"""Turns many logs into tables for SQL, in a DuckDB file made from the logs alone (extra ``lake``).

``tables`` declares the columns, ``rows`` makes the rows of one log, ``build_index`` distributes the logs to workers,
and ``store`` loads the results into the file.
"""
