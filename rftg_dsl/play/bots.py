"""Bots: who answers when a seat is asked."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from rftg_dsl.diagnostic import did_you_mean
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.view import view
from rftg_dsl.library import Unusable

Bot = Callable[[Play], Pick]


def random_bot(seed: str, seat: int) -> Bot:
    """Draws uniformly from the answers of every form."""
    random = Random(f"{seed}/bot/{seat}").random

    def choose(g: Play) -> Pick:
        pending = g.pending
        assert pending is not None
        return pending.form.draw(random)

    return choose


PATIENCE = 1_000
"""Decisions of one seat, far more than a game takes, after which the sensible player has seen that none of it ends."""


def greedy_bot(seed: str, seat: int) -> Bot:
    """A sensible player, as the game itself describes one; it is given what its seat may see.

    With the pieces of an expansion a sensible habit can lead nowhere, for ever: then it plays as it comes.
    """
    asked = 0
    anything = random_bot(seed, seat)

    def choose(g: Play) -> Pick:
        nonlocal asked
        asked += 1
        if asked > PATIENCE:
            return anything(g)
        rules: Any = g.rules
        seen = view(g, seat)
        rules.game.conceal(seen, seat)
        return rules.game.advise(seen)

    return choose


BOTS: dict[str, Callable[[str, int], Bot]] = {"random": random_bot, "greedy": greedy_bot}


def seat_bots(names: list[str], players: int, turn: int = 0) -> list[str]:
    """The bot of each seat: the names in turn, one seat further on with each game."""
    for name in names:
        if name not in BOTS:
            hint = did_you_mean(name, BOTS) or f"known bots: {', '.join(BOTS)}"
            raise Unusable(f"no bot is called {name!r}", hint, "unknown-bot")
    if len(names) > players:
        hint = "name one bot for each seat, or fewer"
        raise Unusable(f"{len(names)} bots for {players} seats", hint, "wrong-players")
    return [names[(seat + turn) % len(names) if len(names) > 1 else 0] for seat in range(players)]
