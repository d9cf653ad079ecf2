"""Versions of sets: packs, and what differs between two versions."""
