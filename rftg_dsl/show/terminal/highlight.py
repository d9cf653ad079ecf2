"""The language in colour, for whatever uses Pygments: documents, notebooks, terminals.

Pygments finds the lexer by its entry point: ``pygmentize -l rftg tiles.rftg``.
"""

from __future__ import annotations

import re
from typing import ClassVar

from pygments import lexer
from pygments.token import Comment, Keyword, Name, Number, Punctuation, String, Text

from rftg_dsl.syntax.keywords import GROUPS, KEYWORDS

SAID = sorted({*KEYWORDS, *(text for words in GROUPS.values() for text in words)}, key=lambda text: (-len(text), text))
"""The words of the language; phrases such as ``rounded down`` before their first words."""


class RftgLexer(lexer.RegexLexer):  # type: ignore[misc] # Pygments has no types
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
            (lexer.words(SAID, prefix=r"(?<![\w-])", suffix=r"(?![\w-])"), Keyword),
            (r'[a-z][\w-]*(?=[ \t]+("|[A-Z]))', Keyword.Declaration),  # tile X12 ..., development "..."
            (r"[A-Z][\w.#/~-]*", Name.Label),
            (r"[\w-]+", Name),
            (r"[{}:;,().=*+<>|/\[\]!?&%^'$-]", Punctuation),
        ]
    }
    flags = re.MULTILINE
