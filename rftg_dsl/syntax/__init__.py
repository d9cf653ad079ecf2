"""Text to syntax tree and back. A tree has locations and words, but no meaning.

``parse`` turns the text of one content file into a tree, with a diagnostic for everything that did not parse. Read
``keywords`` first, because the grammar's terminals are made from it; then ``tree``, ``tree_builder`` and ``parse``.
``bounds`` rejects oversized input before parsing; ``statements``, ``braces`` and ``mistakes`` diagnose text that does
not parse. ``unparse`` and ``printer`` turn a tree back into text; ``canonical`` restores the author's comments for
``rftg fmt``.
"""
