"""Scenarios: tests for content, written in the content's own language, with coverage and mutation testing.

Start with ``suites``, which finds scenarios, ``bench``, which lays out a table, and ``run_scenario``.
``scenario_answers`` matches a scenario's answers with the options of a decision, and ``changes`` compares its lines
with what changed on the table. ``coverage`` finds clauses that no scenario runs; ``mutation`` creates ``mutants`` of
powers and finds those that no scenario notices.
"""
