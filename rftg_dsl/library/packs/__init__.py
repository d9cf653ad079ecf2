"""Packs: each is a set stored as a single file, byte for byte the same on every machine."""
