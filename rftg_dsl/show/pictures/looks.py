"""The look of each word, either declared by content or derived from the order of declarations.

A word looks the same everywhere. Two words of the same sort never share a symbol, so words can be distinguished without
colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain, count, cycle, product
from string import ascii_uppercase, digits

from attrs import evolve, frozen

from rftg_dsl.check.symbols import load_symbols
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.library.load import GAME, Library

INKS = (
    "#1f6fb2", "#8a5a2b", "#2e8b57", "#b98a10", "#b03a5b", "#6a4fa3", "#c8602a", "#1a8585",
    "#6f7f2a", "#8f2f2f", "#4f6d8a", "#a8558f", "#3f7f3f", "#946a22", "#5b5b9b", "#7a6a58",
)  # fmt: skip
"""Default colours in the order in which they are assigned; white text is readable on every one of them."""


@frozen
class Look:
    """The colour and symbol with which a word is drawn."""

    ink: str
    symbol: str
    """The name of a symbol or, once all symbols are in use, the capitals and digits to draw instead."""
    inline: bool = False
    """Whether the symbol appears in rule text: true if content declares a look for any word of the same sort."""


def find_looks(library: Library) -> Mapping[str, Look]:
    return looks_of(library.model.words)


def looks_of(words: Vocabulary) -> dict[str, Look]:
    """Return the look of each word in a game.

    A place, or a counter that powers cannot change, has a look only if content declares one.
    """
    plain = {*words.places, *(name for name, counter in words.counters.items() if counter.read)}
    taken = {symbol for _, symbol in words.looks.values()}
    # Default symbols must not clash with declared symbols.
    spare = (name for name in chain(load_symbols(), make_initials()) if name not in taken)
    inks, looks = cycle(INKS), dict[str, Look]()
    sorts = [[name for name in names if name in words.looks or name not in plain] for names in words.words_with_looks()]
    every = dict.fromkeys(name for names in sorts for name in names)
    later = words_from_sets(words)
    # Process the game's own words first, so that adding a set never changes their looks.
    for name in sorted(every, key=lambda name: name in later):
        ink, symbol = words.looks.get(name, ("", ""))
        looks[name] = Look(ink or next(inks), symbol or next(spare))
    inline = {name for names in sorts if any(word in words.looks for word in names) for name in names}
    return {name: evolve(looks[name], inline=name in inline) for name in every}


def words_from_sets(words: Vocabulary) -> set[str]:
    return {name for (_, name), origin in words.origins.items() if origin.name != GAME}


def make_initials() -> Iterator[str]:
    """Yield an endless supply of short labels for use once all symbols are taken."""
    signs = ascii_uppercase + digits
    for length in count(1):
        yield from ("".join(letters) for letters in product(signs, repeat=length))
