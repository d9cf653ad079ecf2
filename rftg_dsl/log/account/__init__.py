"""Accounts of a game from its log alone: its story, why something happened, what a seat saw, how two games differ."""
