"""Convert text to a syntax tree and back. A tree holds words and their locations, but no meaning.

``parse`` turns the text of a content file into a tree, and reports a diagnostic for everything that does not parse.
Read ``keywords`` first, because the grammar's terminals are generated from it; then ``tree``, ``tree_builder`` and
``parse``. ``bounds`` rejects oversized input before parsing; ``statements``, ``braces`` and ``mistakes`` diagnose text
that does not parse. ``unparse`` and ``printer`` turn a tree back into text; ``canonical`` restores the author's
comments for ``rftg fmt``.
"""
