"""Rules as data for dice and card games: a language, an engine, and logs that can be audited."""

__version__ = "0.1.0"
