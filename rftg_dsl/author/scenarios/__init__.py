"""Scenarios: tests of content, written in its own language, with coverage and mutation testing.

Start with ``suites`` (which finds scenarios), ``bench`` (which lays out a table) and ``run_scenario``.
``scenario_answers`` and ``changes`` compare choices and results. ``coverage`` finds clauses that no scenario runs;
``mutation`` makes ``mutants`` of powers and finds those that no scenario notices.
"""
