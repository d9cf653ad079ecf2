"""The words in a game's Python, among them every word that its decisions offer."""

from __future__ import annotations

from types import FunctionType

from rftg_dsl.compile.contract import references_of
from rftg_dsl.compile.game import Game
from rftg_dsl.kernel.play import DECLINE


def find_words(game: Game) -> frozenset[str]:
    """Every string in the code of a game but the docstrings: all the words it offers, and more."""
    code = references_of(game)
    docstrings = {item.__doc__ for item in code if isinstance(item, FunctionType)}
    return frozenset([word for word in code if isinstance(word, str) and word not in docstrings]) | {DECLINE}
