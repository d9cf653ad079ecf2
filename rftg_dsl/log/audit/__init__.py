"""Audit: whether a log is what the rules give, line by line, and what that verdict rests on."""
