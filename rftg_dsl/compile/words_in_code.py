"""The words in a game's Python code, including every word that its decisions offer."""

from __future__ import annotations

from types import FunctionType

from rftg_dsl.compile.contract import references_of
from rftg_dsl.compile.game import Game
from rftg_dsl.kernel.play import DECLINE


def find_words(game: Game) -> frozenset[str]:
    """Return every string in a game's code except docstrings. This includes all the words that the game offers."""
    code = references_of(game)
    docstrings = {item.__doc__ for item in code if isinstance(item, FunctionType)}
    return frozenset([word for word in code if isinstance(word, str) and word not in docstrings]) | {DECLINE}
