"""Logs: what happened in a game, with proof that nothing was altered.

The input is a game in progress or a stranger's file; the output is lines, verdicts and accounts. ``format`` defines
records, writes logs and reads them within a budget of work. ``proof`` has the Merkle tree over the lines, signatures,
promised randomness and sealed logs. ``audit`` judges a log, lightly from the log alone or by replaying its inputs under
the rules. ``account`` tells what happened, why, and what a seat may know of it. ``index`` turns many logs into tables.
Read ``format.kinds`` first: reader, writer, checks and documents derive from that table.
"""
