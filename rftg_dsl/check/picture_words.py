"""Read the declarations that change how words look in pictures."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from rftg_dsl.check.origin import Origin, report_conflict
from rftg_dsl.check.reporter import FieldKind, Header, report_surplus_fields
from rftg_dsl.check.symbols import load_symbols
from rftg_dsl.check.vocabulary import LOOK, Vocabulary
from rftg_dsl.syntax.tree import At, Atom, Declaration

INK = re.compile(r"#[0-9a-fA-F]{6}")
FIELDS: dict[str, FieldKind] = {"ink": "string", "symbol": "word"}


def make_look(header: Header, declaration: Declaration, words: Vocabulary, origin: Origin) -> None:
    """Declare the colour or symbol, or both, that represents a word in pictures.

    An example is ``look novelty ink "#2a9fd6" symbol gift``. A look does not affect play, so it is not included in the
    digest of the content (``library.digest``).
    """
    name = header.require("the word", "word")
    fields, bare = header.read_fields(FIELDS)
    report_surplus_fields(header.report, bare, FIELDS)
    known = {word for group in words.words_with_looks() for word in group}
    if name is None:
        return
    if name.text not in known:
        header.report.add_unknown("word", name.text, name.at, known)
        return
    if bare:
        return
    if not fields:
        hint = f'write: look {name.text} ink "#1f6fb2" symbol star'
        header.report.add_error("missing-field", declaration.kind.at, "'look' needs an ink, a symbol, or both", hint)
        return
    ink, symbol = (next(iter(fields.get(field, ())), None) for field in FIELDS)
    if is_ink(header, ink) and is_symbol(header, name, symbol, words):
        enter(header, words, name, (ink.text.lower() if ink else "", symbol.text if symbol else ""), origin)


def locate_symbols(declaration: Declaration) -> Iterator[At]:
    """Yield the location of the symbol in a ``look``. The symbol is a word of this package, not of the game."""
    if declaration.kind.text == LOOK:
        yield from (symbol.at for word, symbol in pairwise(declaration.atoms[1:]) if word.text == "symbol")


def is_ink(header: Header, ink: Atom | None) -> bool:
    if ink is None or INK.fullmatch(ink.text):
        return True
    hint = 'write it as six hexadecimal digits, such as "#1f6fb2"'
    header.report.add_error("wrong-value", ink.at, f"{ink.text!r} is not a valid ink", hint)
    return False


def is_symbol(header: Header, name: Atom, symbol: Atom | None, words: Vocabulary) -> bool:
    if symbol is None:
        return True
    if symbol.text not in load_symbols():
        header.report.add_unknown("symbol", symbol.text, symbol.at, load_symbols())
        return False
    for group in words.words_with_looks():
        for other in group if name.text in group else ():
            if other != name.text and words.looks.get(other, ("", ""))[1] == symbol.text:
                message = f"{other!r} already has the symbol {symbol.text!r}"
                header.report.add_error("duplicate-symbol", symbol.at, message, "choose another symbol")
                return False
    return True


def enter(header: Header, words: Vocabulary, name: Atom, look: tuple[str, str], origin: Origin) -> None:
    before = words.lookers.get(name.text)
    # A part of the game may replace a look only if it may change the part that declared the look.
    if before is not None and not origin.may_change(before):
        report_conflict(header.report, name.at, origin, before, name.text)
        return
    old = words.looks.get(name.text, ("", ""))
    words.looks[name.text] = (look[0] or old[0], look[1] or old[1])
    words.lookers[name.text] = origin
