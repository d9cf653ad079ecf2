"""Logs: records of games, with proof that nothing was altered.

The input is a game in progress or a stranger's file; the output is lines, verdicts and accounts. ``format`` defines
records, writes logs and reads them within a work budget. ``proof`` contains the Merkle tree over the lines, signatures,
commitments to randomness and sealed logs. ``audit`` judges a log, either lightly from the log alone or in full by
replaying its inputs under the rules. ``account`` explains what happened, why it happened, and how much of it a seat may
know. ``index`` turns many logs into database tables, and
``standings`` into a league's table. Read ``format.kinds`` first; the reader, the writer, the checks
and the documents are all derived from its tables.
"""
