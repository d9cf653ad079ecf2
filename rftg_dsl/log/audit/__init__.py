"""Audits check whether every line of a log follows from the rules, and state the basis of their verdicts.

Read ``verdict`` first. ``line_check`` and ``light_check`` judge a log without its game. ``audit`` compares a log with
its ``expected_lines``, which follow from the ``inputs`` in it under the rules that ``library.finder`` finds;
``engines`` do the same in compiled code. ``workplace`` has what judging needs in any process, ``batch`` audits many
logs, and ``resume`` goes on with an unfinished one. ``other_content`` shows how a game would differ under other
content.
"""
