"""What words look like in pictures: as content declares it, or else as it follows from their declarations.

A word looks the same wherever it stands. Words of one sort never share a symbol, so they differ without colour too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, count, cycle, product
from string import ascii_uppercase, digits

from attrs import frozen

from rftg_dsl.library import Library
from rftg_dsl.symbols import symbols
from rftg_dsl.vocabulary import SCORE, Vocabulary

INKS = (
    "#1f6fb2", "#8a5a2b", "#2e8b57", "#b98a10", "#b03a5b", "#6a4fa3", "#c8602a", "#1a8585",
    "#6f7f2a", "#8f2f2f", "#4f6d8a", "#a8558f", "#3f7f3f", "#946a22", "#5b5b9b", "#7a6a58",
)  # fmt: skip
"""The colours that words get, in this order, if none is declared; white can be read on each."""


@frozen
class Look:
    """The look of a word."""

    ink: str
    """A colour as ``#rrggbb``."""
    symbol: str
    """The name of a symbol; or one or two capitals and digits, which are drawn instead when symbols have run out."""
    inline: bool = False
    """Whether it stands in rule text: some word of its sort was given a look."""


def looks(library: Library) -> Mapping[str, Look]:
    """The look of each word that can have one."""
    return looks_of(library.model.words)


def looks_of(words: Vocabulary) -> dict[str, Look]:
    """The same, of the words of a game."""
    sorts = dict(sorts_of(words))
    taken = {symbol for _, symbol in words.looks.values() if symbol}
    spare = (name for name in chain(symbols(), initials()) if name not in taken)
    inks, found = cycle(INKS), dict[str, Look]()
    for those in sorts.values():
        inline = any(name in words.looks for name in those)
        for name in those:
            ink, symbol = words.looks.get(name, ("", ""))
            known = found.get(name)
            if known is None:
                known = Look(ink or next(inks), symbol or next(spare))
            found[name] = Look(known.ink, known.symbol, known.inline or inline)
    return found


def initials() -> Iterator[str]:
    """What stands for words when there are no more symbols, without end."""
    signs = ascii_uppercase + digits
    for length in count(1):
        yield from ("".join(one) for one in product(signs, repeat=length))


def sorts_of(words: Vocabulary) -> Iterator[tuple[str, list[str]]]:
    """The words that have looks, in the order of their declarations, by what they are."""
    for one in words.properties.values():
        if not one.numeric:
            yield f"property {one.name}", [value.name for value in words.values.values() if value.of == one.name]
    for stock in words.stocks.values():
        yield f"stock {stock.name}", [kind.name for kind in words.stock_kinds.values() if kind.of == stock.name]
    faces = [face for kind in words.stock_kinds.values() for face in kind.faces]
    yield "phase", list(words.phases)
    yield "face", list(dict.fromkeys(faces))
    yield "kind", list(words.kinds)
    yield "counter", [SCORE, *words.spoken_counters()]
