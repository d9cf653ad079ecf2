"""Games between bots and people who share a screen; this package neither reads the keyboard nor prints.

``session`` is a state machine that takes typed lines and returns blocks to show (``screen``). ``question`` and
``labels`` put a decision into words, with the texts of the game's ``table-talk.toml`` (``table_talk``).
``answer_grammar`` parses the answer, and ``narration`` reports the news.
"""
