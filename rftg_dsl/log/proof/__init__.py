"""Proof: the tree over a log's lines, signatures, promised randomness, and logs that are sealed while a game is on.

Read ``merkle`` and ``line_proof``, then ``randomness`` (what a host promises) and ``signed_notes``. ``seal`` makes a
log public during a game, ``sealed_files`` keeps it on disk, and ``unseal`` opens it afterwards.
"""
