"""The TextMate grammar of the language, generated from the lexicon for editors.

``make colours`` writes it into the extension for VS Code.
"""

from __future__ import annotations

import json
import re
from typing import Any

from rftg_dsl.show.terminal.highlight import SAID

SCOPES = {
    "comment": "comment.line.number-sign.rftg",
    "name": "string.quoted.double.rftg",
    "number": "constant.numeric.rftg",
    "word": "keyword.control.rftg",
    "declaration": "storage.type.rftg",
    "id": "entity.name.label.rftg",
}


def make_patterns() -> dict[str, str]:
    """A pattern for each scope, in the order they are tried."""
    # ``SAID`` is sorted longest first, so phrases win over their first words.
    words = "|".join(re.escape(text).replace(r"\ ", "[ \\t]+") for text in SAID)
    return {
        "comment": "#.*$",
        "name": '"[^"]*("|$)',
        "number": r"(?<![\w-])\$?-?\d+(?![\w-])",
        "word": rf"(?<![\w-])(?:{words})(?![\w-])",
        "declaration": r'(?<![\w-])[a-z][\w-]*(?=[ \t]+("|[A-Z]))',
        "id": r"(?<![\w-])[A-Z][\w.#/~-]*",
    }


def make_grammar() -> dict[str, Any]:
    rules = [{"name": SCOPES[sort], "match": pattern} for sort, pattern in make_patterns().items()]
    return {
        "comment": "Made by 'make colours' from the words of the language: change rftg_dsl/show/terminal/textmate.py.",
        "name": "rftg",
        "scopeName": "source.rftg",
        "fileTypes": ["rftg"],
        "patterns": rules,
    }


def render_grammar() -> str:
    return json.dumps(make_grammar(), indent=2) + "\n"


if __name__ == "__main__":
    print(render_grammar(), end="")
