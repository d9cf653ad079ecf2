"""A Pygments lexer for the language, used by the documentation, notebooks and terminals.

Pygments finds the lexer through an entry point, so ``pygmentize -l rftg tiles.rftg`` works.
"""

from __future__ import annotations

import re
from typing import ClassVar

from pygments import lexer
from pygments.token import Comment, Keyword, Name, Number, Punctuation, String, Text

from rftg_dsl.syntax.keywords import GROUPS, KEYWORDS

# Try a longer phrase first: if ``rounded`` came before ``rounded down``, only the first word would match.
SAID = sorted({*KEYWORDS, *(text for words in GROUPS.values() for text in words)}, key=lambda text: (-len(text), text))


class RftgLexer(lexer.RegexLexer):  # type: ignore[misc] # Pygments has no types
    """Colours reserved words, printed names, ids, numbers and comments."""

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
