"""Records of a game: reading, writing, replay and audit."""
