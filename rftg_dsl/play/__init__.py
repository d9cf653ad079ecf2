"""Playing: bots, single games, and simulations of many games."""
