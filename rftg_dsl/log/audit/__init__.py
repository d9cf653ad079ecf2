"""Audits check whether every line of a log follows from the rules, and state the basis of their verdicts.

Read ``verdict`` first. ``line_check`` and ``light_check`` judge a log without its game. ``audit`` finds the rules with
``finder`` and replays the inputs; ``batch`` audits many logs. ``other_content`` shows how a game would differ under
other content.
"""
