"""Packs. A pack is a set stored as a single file, which is identical byte for byte on every machine."""
