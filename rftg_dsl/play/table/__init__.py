"""Playing at one table: people who share a screen, and bots. Nothing here reads a key or prints a line."""
