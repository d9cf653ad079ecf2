"""Scenarios: from lines to the model. The words of a line are the game's own."""
