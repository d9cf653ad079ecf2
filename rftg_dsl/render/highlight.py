"""The language in colour, for whatever uses Pygments: documents, notebooks, terminals.

Pygments finds the lexer by its entry point: ``pygmentize -l rftg tiles.rftg``.
"""

from __future__ import annotations

import re
from typing import ClassVar

from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Punctuation, String, Text

from rftg_dsl.lexicon import KEYWORDS


class RftgLexer(RegexLexer):  # type: ignore[misc] # Pygments has no types
    """Colours what a reader looks for: reserved words, printed names, ids, numbers, comments."""

    name = "rftg"
    aliases: ClassVar = ["rftg"]
    filenames: ClassVar = ["*.rftg"]
    url = ""

    tokens: ClassVar = {
        "root": [
            (r"\s+", Text),
            (r"#.*", Comment.Single),
            (r'"[^"\n]*"', String),
            (r"\$?-?\d+", Number),
            (words(sorted(KEYWORDS), prefix=r"(?<![\w-])", suffix=r"(?![\w-])"), Keyword),
            (r'[a-z][\w-]*(?=[ \t]+("|[A-Z]))', Keyword.Declaration),  # tile X12 ..., development "..."
            (r"[A-Z][\w.#/~-]*", Name.Label),
            (r"[\w-]+", Name),
            (r"[{}:;,().=*+<>|/\[\]!?&%^'$-]", Punctuation),
        ]
    }
    flags = re.MULTILINE
