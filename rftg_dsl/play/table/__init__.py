"""Playing at one table: people who share a screen, and bots. Nothing here reads a key or prints a line.

``session`` is a state machine: lines that people type go in, blocks to be shown come out (``screen``). ``question`` and
``labels`` put a decision in words, ``answer_grammar`` reads the answer, ``narration`` tells each person what is new.
"""
