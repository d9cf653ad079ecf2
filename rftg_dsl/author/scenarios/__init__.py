"""Scenarios: tests of content in its own language, run and measured.

Read ``suites`` (which scenarios there are), ``bench`` (a table laid out as a scenario says) and ``run_scenario``;
``scenario_answers`` and ``changes`` compare what is chosen, and what has changed. ``coverage`` finds clauses that no
scenario runs; ``mutation`` makes ``mutants`` of powers and finds those that no scenario notices.
"""
