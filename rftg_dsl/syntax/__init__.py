"""Text to syntax tree and back. A tree has locations and words, but no meaning.

In comes the text of one content file; out come a tree and the diagnostics of whatever did not parse, all in one run.
Read ``keywords`` first, the words of the language itself, from which the grammar's terminals are made; then ``tree``,
``tree_builder`` and ``parse``. ``bounds`` rejects what is too large before parsing; ``statements``, ``braces`` and
``mistakes`` find what is wrong with text that does not parse. The way back is ``unparse`` and ``printer``;
``canonical`` puts the author's comments in again, for ``rftg fmt``.
"""
