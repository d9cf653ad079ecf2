"""Playing at one table: people who share a screen, and bots. Nothing here reads the keyboard or prints.

``session`` is a state machine that takes typed lines and returns blocks to show (``screen``). ``question`` and
``labels`` put a decision into words, ``answer_grammar`` parses the answer, and ``narration`` tells people the news.
"""
