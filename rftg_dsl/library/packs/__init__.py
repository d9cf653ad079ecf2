"""Packs: sets in a single file, with the same bytes on every machine."""
