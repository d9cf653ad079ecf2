"""Many logs as tables that can be asked with SQL: a DuckDB file made from the logs alone (extra ``lake``)."""
