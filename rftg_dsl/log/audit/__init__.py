"""Audit: whether every line of a log follows from the rules, and what that verdict rests on.

Read ``verdict`` first. ``line_check`` and ``light_check`` judge a log without its game; ``audit`` finds the rules
(``finder``) and replays the inputs, and ``batch`` does so for many logs. ``other_content`` shows what would differ with
other content.
"""
