"""Playing at one table: people who share a screen, and bots. Nothing here reads a key or prints a line.

``session`` is a state machine: typed lines go in, blocks to show come out (``screen``). ``question`` and ``labels``
word a decision, ``answer_grammar`` reads the answer, ``narration`` tells each person what is new.
"""
