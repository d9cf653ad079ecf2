"""Turns many logs into SQL tables in a DuckDB file, using only the logs themselves (extra ``lake``).

``tables`` declares the columns, ``rows`` creates the rows for one log, ``build_index`` distributes the logs among
workers, and ``store`` loads the results into the file.
"""
