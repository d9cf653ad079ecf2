"""Many logs as tables that can be asked with SQL: a DuckDB file made from the logs alone (extra ``lake``).

``tables`` declares the columns, ``rows`` takes them from one log, ``build_index`` lets workers do that for many, and
``store`` loads what they wrote into the file.
"""
