"""Bots: who answers when a seat is asked."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from rftg_dsl.compile.game import Game
from rftg_dsl.diagnostic import Unusable, did_you_mean
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick, simplest
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.view import view

Bot = Callable[[Play[Any], Decision], Pick]


def random_bot(game: Game, seed: str, seat: int) -> Bot:
    """Draws uniformly from the answers of every form."""
    random = Random(f"{seed}/bot/{seat}").random
    return lambda play, asked: asked.form.draw(random)


PATIENCE = 1_000
"""Decisions of one seat, far more than a game takes, after which the sensible player has seen that none of it ends."""


def greedy_bot(game: Game, seed: str, seat: int) -> Bot:
    """A sensible player, as the game itself describes one; it is given what its seat may see.

    With the pieces of an expansion a sensible habit can lead nowhere, forever: then it plays at random.
    """
    asked_so_far = 0
    anything = random_bot(game, seed, seat)
    advisers = game.advisers()

    def choose(play: Play[Any], asked: Decision) -> Pick:
        nonlocal asked_so_far
        asked_so_far += 1
        if asked_so_far > PATIENCE:
            return anything(play, asked)
        if asked.name not in advisers:
            return simplest(asked.form)
        seen = view(play, seat)
        game.conceal(seen, seat)
        return advisers[asked.name](seen, asked)

    return choose


BOTS: dict[str, Callable[[Game, str, int], Bot]] = {"random": random_bot, "greedy": greedy_bot}


def make_bot(name: str, game: Game, seed: str, seat: int) -> Bot:
    """A bot for a seat of a game with this seed."""
    return BOTS[name](game, seed, seat)


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
