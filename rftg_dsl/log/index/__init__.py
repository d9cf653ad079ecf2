"""Many logs as tables for SQL: a DuckDB file made from the logs alone (extra ``lake``).

``tables`` declares the columns, ``rows`` fills them from one log, ``build_index`` distributes that to workers, and
``store`` loads the results into the file.
"""
