"""Proofs about logs: the tree over their lines, signatures, promised randomness, and logs that are sealed during play.

Read ``merkle`` and ``line_proof``, then ``randomness`` (what a host promises) and ``signed_notes``. ``seal`` makes a
log public while the game is in progress, ``sealed_files`` keeps it on disk, and ``unseal`` opens it afterwards.
"""
