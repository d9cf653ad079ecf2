"""Audits check whether every line of a log follows from the rules, and say what their verdicts rest on.

Read ``verdict`` first. ``line_check`` and ``light_check`` judge a log without its game. ``audit`` finds the rules with
``finder`` and replays the inputs; ``batch`` audits many logs. ``other_content`` shows what would differ with other
content.
"""
