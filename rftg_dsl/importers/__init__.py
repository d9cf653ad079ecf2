"""Recorded games of other programs, followed with our engine: what the importers of all games share."""
