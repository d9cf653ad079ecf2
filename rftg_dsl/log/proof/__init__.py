"""Proof: the tree over a log's lines, signatures, promised randomness, and logs that are sealed while a game is on."""
