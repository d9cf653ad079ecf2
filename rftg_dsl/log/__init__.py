"""Logs: what was decided and drawn, what came of it, and proof that nothing was altered."""
