"""The text of cells, without what spreadsheet programs add to it or would misunderstand."""

from __future__ import annotations

import re

from rftg_dsl.base.spelling import is_unseen

FORMULA = "=+\\-@＝＋－＠"
"""The characters with which a spreadsheet program lets a formula begin, for use in a regular expression."""


def guard_formula(text: str) -> str:
    """Put an apostrophe before text that a spreadsheet program would take for a formula; a negative number is none."""
    return f"'{text}" if re.match(f"'*[{FORMULA}]", text) and not re.fullmatch(r"-\d+", text) else text


def strip_guard(text: str) -> str:
    return text[1:] if re.match(f"'+[{FORMULA}]", text) else text


def tidy_text(text: str) -> str:
    """The text of a cell, with plain spaces, without invisible characters, and without space around its lines."""
    plain = text if text.isascii() and text.isprintable() else "".join(map(tidy_character, text))
    tidy = "\n".join(line.strip() for line in plain.strip().split("\n"))
    # Excel keeps what looks like a number as text if it is written as a formula.
    shown = re.fullmatch(r'="(.*)"', tidy)
    return shown[1] if shown else strip_guard(tidy)


def tidy_character(character: str) -> str:
    if character == "\n":
        return character
    if character.isspace():
        return " "
    return "" if is_unseen(character) else character
