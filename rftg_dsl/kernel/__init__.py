"""Seats, pieces, places, counters, events, choices and the agenda: what any table game needs, free of game words."""
