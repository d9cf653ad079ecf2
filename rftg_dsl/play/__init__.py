"""Bots and simulation."""
