"""Playing: bots, single games, and many games at once."""
