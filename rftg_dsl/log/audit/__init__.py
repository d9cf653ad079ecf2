"""Audit: whether a log is what the rules give, line by line, and what that verdict rests on.

Read ``verdict`` first. ``line_check`` and ``light_check`` judge a log without its game; ``audit`` finds the rules
(``finder``) and runs the inputs again, and ``batch`` does so for many logs. ``other_content`` says what would differ
with other content.
"""
