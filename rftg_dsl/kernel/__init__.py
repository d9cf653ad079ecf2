"""Seats, pieces, places, counters, events, choices and the agenda: what every table game needs, and no word of any."""
