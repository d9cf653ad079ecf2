"""Diagnose statements that do not parse. Each diagnostic has a hint and, if the fix is certain, a correction."""

from __future__ import annotations

import re
import unicodedata

from lark.exceptions import UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from rftg_dsl.base.diagnostic import Diagnostic, Edit, one_of
from rftg_dsl.base.source import Source, Span
from rftg_dsl.syntax.keywords import KEYWORDS, NUMERALS
from rftg_dsl.syntax.statements import find_late_opener, is_continuation, is_inside
from rftg_dsl.syntax.tree import At
from rftg_dsl.syntax.tree_builder import get_parser

EXPECTED = {
    "WORD": "a word",
    "SCENARIO": "a word",
    "STRING": 'a name in "quotes"',
    "NUMBER": "a number",
    "ORDINAL": "a number from 1 on",
    "MONEY": "an amount like $2",
    "ID": "an id like T12",
    "LBRACE": "'{'",
    "RBRACE": "'}'",
    "_COLON": "':'",
    "_COMMA": "','",
    "_SEP": "a new line or ';'",
    "$END": "end of file",
    "PREPOSITION": "a preposition (to, from, in, on, with, of ...)",
    "DIRECTION": "'more' or 'less'",
    "UP_TO": "'up to'",
    "ALL": "'all'",
    "ANY": "'any number of'",
    "PER": "'per'",
}
MOST_EXPECTED = 6
KEYWORD_REMEDIES = {
    "PER": "write the amount before it, as in 'gain 1 ... per ...'",
    "IF": "write it before a colon, as in 'if you have 2 ...: gain ...' or 'at end of ..., if you ...: gain ...'",
    "WHEN": "begin a power with it, as in 'when you ...: gain ...'",
    "AT": "begin a power with it, as in 'at end of ...: gain ...'",
    "MAY": "put it before the first verb, as in 'may spend $1: gain ...'",
    "BE": "write 'may' before the first verb, as in 'may gain ...'; of things, 'may be ...' or 'cannot be ...'",
}
REMEDIES = (
    ("//|/\\*|--", "a comment must begin with #"),
    ("[\u00a0\u2007\u202f\u2009]", "type an ordinary space"),
    ("\\r", "end the line with LF"),
    ("[\u2013\u2014\u2212]", "type an ordinary hyphen"),
    (r"[A-Z][A-Za-z]", "write words in lower case"),
    ("[\u201c\u201d\u201e\u2018\u2019\u00ab\u00bb']", 'write names in straight quotes, as "Name"'),
    (r"\.[0-9]", "use a whole number"),
    (r"-[0-9]", "write numbers without a sign, such as '2 less'"),
    (r"[()\[\]]", "use no brackets except { and }"),
    (r"\$(?![0-9])", "write an amount like $2"),
    (r"\+", "write '2 more' after a colon"),
    (r"phase(?![\w-])", "leave it out, because the name of the phase is enough"),
    *((rf"{text}(?![\w-])", f"write '{n}'") for text, n in NUMERALS.items()),
)
"""Hints for common slips, as pairs of a pattern to match at the mistake and a hint. The first match wins."""


def diagnose_error(source: Source, text: str, error: UnexpectedInput) -> Diagnostic:
    """Turn a parser error into a diagnostic. ``text`` is the parsed text, possibly a repaired copy of the source."""
    at = min(error.pos_in_stream or 0, len(source.text))
    # In the middle of a phrase, the contextual lexer reads 'if' as an ordinary word, so the parser fails later.
    if late := find_late_opener(text, at):
        hint = KEYWORD_REMEDIES[late[1].upper()]
        return Diagnostic("syntax", Span(source, *late.span(1)), f"unexpected {late[1]!r}", hint)
    if isinstance(error, UnexpectedToken):
        token = error.token
        expected = error.accepts or error.expected
        width = max(1, len(str(token).rstrip()))
        message = f"unexpected {str(token).strip()!r}" if str(token).strip() else "unexpected end of line"
        # The end token has no position.
        if token.type == "$END":
            at, message = len(source.text), "unexpected end of file"
        elif error.expected == {"OF"}:
            return Diagnostic("syntax", Span(source, at, at + width), message, "write 'at end of ...'")
        elif remedy := KEYWORD_REMEDIES.get("BE" if error.expected == {"BE"} else token.type):
            return Diagnostic("syntax", Span(source, at, at + width), message, remedy)
    else:
        assert isinstance(error, UnexpectedCharacters)
        expected = error.allowed
        width = 1
        character = source.text[at : at + 1]
        if character == '"':
            return Diagnostic("syntax", Span(source, at, at + 1), 'a name has no closing quote (")', 'close it with "')
        name = unicodedata.name(character, "")
        message = f"unexpected {name.lower()}" if name and not character.isprintable() else f"unexpected {character!r}"
    listed = [EXPECTED.get(name, f"'{name.lower().replace('_', ' ')}'") for name in sorted(expected or ())]
    names = [name for phrase in listed for name in phrase.split(" or ")]
    # List the alternatives only if they are few enough to help.
    few = list(dict.fromkeys(names))
    hint = f"expected {one_of(few)}" if 0 < len(few) <= MOST_EXPECTED else "this does not continue the sentence"
    hint = next((remedy for pattern, remedy in REMEDIES if re.match(pattern, source.text[at : at + 20])), hint)
    # If the previous line is unfinished, pointing that out helps more than a hint about the unexpected word.
    if is_continuation(text, at):
        hint = "the previous line ends with a comma or colon, so this line continues it"
    return Diagnostic("syntax", Span(source, at, min(at + width, len(source.text))), message, hint)


CORRECTIONS = (
    (r"//", "#"),
    ("[\u00a0\u2007\u202f\u2009]", " "),
    ("[\u2013\u2014\u2212]", "-"),
    (r'[\u201c\u201e\u00ab](?=[^"\n]*[A-Za-z][^"\n]*[\u201d\u201c\u00bb])([\w \'.,-]*)[\u201d\u201c\u00bb]', r'"\1"'),
    (r"[ \t]+phase(?![\w-])", ""),
    *((rf"{text}(?![\w-])", f"{n}") for text, n in NUMERALS.items()),
    *((rf"{text.capitalize()}(?![\w-])", text) for text in sorted(KEYWORDS)),
)
"""Replacements for common slips, as pairs of a pattern and a replacement template."""


def find_correction(source: Source, text: str, at: int, part: At) -> tuple[Edit, ...]:
    """Return the edit that repairs the statement at ``part``; empty unless the corrected statement parses."""
    begin, end = part
    blanks = len(text[begin:at]) - len(text[begin:at].rstrip(" \t"))
    for pattern, better in CORRECTIONS:
        # The parser reports a position after any blanks, but a correction may have to remove the blanks.
        if match := re.compile(pattern).match(text, at) or re.compile(pattern).match(text, at - blanks):
            right = match.expand(better)
            if does_parse(text[begin : match.start()] + right + text[match.end() : end], is_inside(text, begin)):
                return (Edit(Span(source, *match.span()), right),)
    return ()


def does_parse(part: str, inside: bool) -> bool:
    try:
        # A power or side parses only inside a block.
        get_parser().parse(f"x {{\n{part}\n}}\n" if inside else f"{part}\n")
    except UnexpectedInput:
        return False
    return True
