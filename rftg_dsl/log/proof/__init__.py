"""Proofs about logs: the Merkle tree over their lines, signatures, commitments to randomness, and sealed logs.

Read ``merkle`` and ``line_proof`` first, then ``randomness`` (the host's commitments) and ``signed_notes``. ``seal``
makes a log public while the game is in progress, ``sealed_files`` stores it on disk, and ``unseal`` opens it
afterwards.
"""
