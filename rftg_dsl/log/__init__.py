"""Logs: what happened in a game, with proof that nothing was altered.

In comes a game in progress, or somebody's file; out come lines, verdicts and accounts. ``format`` says what a record
is, writes logs and reads them within a budget of work. ``proof`` has the tree over the lines, signatures, promised
randomness and sealed logs. ``audit`` judges a log: lightly from the log alone, or by running its inputs through the
rules again. ``account`` tells what happened, why, and what a seat may know of it. ``index`` turns many logs into
tables. Read ``format.kinds`` first: reader, writer, checks and documents derive from that table.
"""
