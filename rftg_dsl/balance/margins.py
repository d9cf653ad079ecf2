"""Margins of games already played, by stratum and start, kept from one measurement to the next.

A margin depends on the content, the rules, the bot and the seed alone. So a second measurement of the same pieces plays
nothing again, and one that needs more games plays only those that are missing.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Any

from rftg_dsl.balance.gift import Start, Stratum
from rftg_dsl.base.cache import keep, recall
from rftg_dsl.library.backends import GREEDY, RANDOM
from rftg_dsl.library.load import Library
from rftg_dsl.library.rules_digest import digest_of_rules
from rftg_dsl.play.search import budget_of, does_search

SAME_AGAIN = (RANDOM, GREEDY)
"""The bots that always give the same answers to the same questions."""


class Margins:
    """The margins of games with each start, from game 0 on."""

    def __init__(self, library: Library, seed: str, known: Mapping[tuple[Stratum, Start], Sequence[int]] = {}) -> None:
        self.library = library
        self.seed = seed
        self.known = {key: [*row] for key, row in known.items()}
        self.grown = False
        """Whether margins have been added since they were read from the cache or written to it."""

    def row_of(self, stratum: Stratum, start: Start) -> Sequence[int]:
        return self.known.get((stratum, start), ())

    def add(self, stratum: Stratum, start: Start, first: int, margins: Iterable[int]) -> None:
        """Add the margins of games from number ``first`` on; the games before it must be known."""
        row = self.known.setdefault((stratum, start), [])
        assert len(row) >= first, (start, len(row), first)
        row[first:] = margins
        self.grown = True


def recall_margins(library: Library, seed: str) -> Margins:
    """Read the margins of earlier measurements with the same content, rules and seed from the user's cache."""
    key = key_of(library, seed)
    return Margins(library, seed, parse_rows(recall(name_of(key), key)))


def keep_margins(margins: Margins) -> None:
    if margins.grown:
        key = key_of(margins.library, margins.seed)
        rows = [
            [stratum.players, stratum.bot, start.names, start.withheld, row]
            for (stratum, start), row in margins.known.items()
            if does_answer_alike(stratum.bot)
        ]
        keep(name_of(key), key, rows)
        margins.grown = False


def parse_rows(rows: Any) -> dict[tuple[Stratum, Start], Sequence[int]]:
    return {
        (Stratum(players, bot), Start(tuple(names), withheld)): row for players, bot, names, withheld, row in rows or ()
    }


def key_of(library: Library, seed: str) -> str:
    return sha256(repr((digest_of_rules(library, library.options), seed)).encode()).hexdigest()


def name_of(key: str) -> str:
    # A short name is sufficient, because the seal of a cache file covers the whole key.
    return f"balance-{key[:24]}"


def does_answer_alike(bot: str) -> bool:
    """Whether a bot gives the same answers whenever it plays a game again, on any machine."""
    return bot in SAME_AGAIN or (does_search(bot) and budget_of(bot).looks > 0)
