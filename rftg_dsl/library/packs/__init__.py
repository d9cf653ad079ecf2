"""Packs: a set in one file, the same bytes on every machine."""
