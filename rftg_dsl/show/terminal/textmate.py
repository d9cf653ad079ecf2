"""The language's TextMate grammar for editors, generated from the list of keywords.

``make colours`` writes the grammar into the VS Code extension.
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
    """Return one pattern per scope, in the order in which an editor tries them."""
    # ``SAID`` is sorted longest first, so a phrase takes precedence over its own first word.
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
