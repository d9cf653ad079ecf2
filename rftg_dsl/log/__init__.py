"""Logs: decisions, chance results and their effects, with proof that nothing was altered."""
