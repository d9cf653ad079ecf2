"""Bots that answer for seats.

``random``, ``greedy`` and ``search`` are built in; other bots are loaded from entry points of installed packages, or
are functions in a file. An external bot is called with an ``Asked`` and answers with names; it runs with the user's
permissions.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from random import Random
from traceback import extract_tb
from typing import Any
from unicodedata import normalize

from rftg_dsl.base.diagnostic import UsageError, suggest_nearest
from rftg_dsl.base.own_files import spelt_on_disk
from rftg_dsl.base.plugins import BOTS, entry_points_of, load
from rftg_dsl.compile.game import Game
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import Chooser, Uniform
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.refusal import IllegalAnswer
from rftg_dsl.library.backends import GREEDY, PATIENCE, RANDOM
from rftg_dsl.play import search
from rftg_dsl.play.advice import Advice
from rftg_dsl.play.asked import Answer, Asked
from rftg_dsl.play.playouts import Playouts

Bot = Callable[[Asked], Answer]
"""An external bot: a function, or a class that is instantiated once per seat."""


def make_random_bot(game: Game, seed: str, seat: int) -> Chooser:
    """Return a bot that draws uniformly from all legal answers."""
    return Uniform(Random(f"{seed}/bot/{seat}").random)


def make_greedy_bot(game: Game, seed: str, seat: int) -> Chooser:
    """Return a bot that follows the game's advisers and uses only information that its seat may see.

    After ``PATIENCE`` decisions the bot plays at random, because with an expansion, sensible play might never end.
    """
    asked_so_far = 0
    anything = make_random_bot(game, seed, seat)
    advice = Advice(game)

    def choose(play: Play[Any], asked: Decision) -> Pick:
        nonlocal asked_so_far
        asked_so_far += 1
        return advice.pick_for_seat(play, asked) if asked_so_far <= PATIENCE else anything(play, asked)

    return choose


BUILT_IN = (RANDOM, GREEDY, search.NAME)


def find_built_in(name: str, playouts: Playouts | None = None) -> Callable[[Game, str, int], Chooser] | None:
    """The factory for the built-in bot with this name, or None; ``search`` may be followed by a budget."""
    if search.does_search(name):
        budget = search.budget_of(name)
        return lambda game, seed, seat: search.Search(game, seed, seat, budget, playouts)
    return {RANDOM: make_random_bot, GREEDY: make_greedy_bot}.get(name)


def bot_names() -> list[str]:
    """The names of all built-in and installed bots."""
    return [*BUILT_IN, *[name for name in entry_points_of(BOTS) if name not in BUILT_IN]]


def make_bot(bot: str | Bot, game: Game, seed: str, seat: int, playouts: Playouts | None = None) -> Chooser:
    """Return the chooser for a bot, given as a name, a function in a file (``FILE.py:function``), or a function.

    ``playouts`` are for a bot that looks ahead. Raise ``UsageError`` if there is no such bot, and ``PluginError`` if
    the bot's package cannot be loaded.
    """
    if isinstance(bot, str) and (ours := find_built_in(bot, playouts)):
        return ours(game, seed, seat)
    return from_outside(name_of(bot), find_bot(bot) if isinstance(bot, str) else bot, game, seed, seat)


def name_of(bot: str | Bot) -> str:
    """A bot's name in logs: the name that it was specified by, without any folder, or the name of its function."""
    if isinstance(bot, str):
        return bot.rpartition("/")[2]
    name: str = getattr(bot, "__name__", type(bot).__name__)
    return name


def check_bot(name: str) -> None:
    """Raise ``UsageError`` if there is no bot with this name."""
    if find_built_in(name) is None:
        find_bot(name)


def find_bot(name: str) -> Bot:
    """Find an external bot by name. Raise ``UsageError`` if there is no such bot."""
    bot: Bot
    if is_in_file(name):
        bot = function_in(name)
    elif name in entry_points_of(BOTS):
        bot = load(entry_points_of(BOTS)[name])
    elif name.endswith(".py"):
        raise UsageError(f"{name!r} does not specify a function in the file", f"use {name}:function", "unknown-bot")
    else:
        hint = suggest_nearest(name, bot_names()) or f"known bots: {', '.join(bot_names())}; or use FILE.py:function"
        raise UsageError(f"{name!r} is not a known bot", hint, "unknown-bot")
    return bot


def is_in_file(name: str) -> bool:
    """Whether a name refers to a function in a file."""
    return ".py:" in name


def absolute_name_of(name: str) -> str:
    """A name by which a bot can be found from any working directory."""
    file, colon, attribute = name.rpartition(":")
    return f"{Path(file).absolute()}{colon}{attribute}" if is_in_file(name) else name


def function_in(name: str) -> Bot:
    """Run a file and return its function, both of which are specified by a name such as ``FILE.py:function``.

    Raise ``UsageError`` if there is no such function.
    """
    file, _, attribute = name.rpartition(":")
    path = spelt_on_disk(Path(file))
    if not path.is_file():
        raise UsageError(f"there is no file {file}", "use the form FILE.py:function", "missing-file")
    spec = spec_from_file_location(f"bot_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = module_from_spec(spec)
    # Register the module before running it, because dataclasses and pickling look up a class's module by name.
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise failure_of(name, error) from error
    function = getattr(module, normalize("NFKC", attribute), None)  # as Python normalizes identifiers
    if not callable(function):
        known = [other for other, value in vars(module).items() if callable(value) and not other.startswith("_")]
        hint = suggest_nearest(attribute, known) or (f"it has: {', '.join(known)}" if known else "it has no functions")
        raise UsageError(f"{file} has no function {attribute!r}", hint, "unknown-bot")
    bot: Bot = function
    return bot


def from_outside(name: str, bot: Bot, game: Game, seed: str, seat: int) -> Chooser:
    """Return the chooser for an external bot; any exception that the bot raises is reported as the bot's failure."""
    try:
        player: Bot = bot() if isinstance(bot, type) else bot
    except Exception as error:
        raise failure_of(name, error) from error
    random = Random(f"{seed}/bot/{seat}")

    def choose(play: Play[Any], decision: Decision) -> Pick:
        asked = Asked(game, play, decision, random)
        try:
            answer = player(asked)
        except Exception as error:
            raise failure_of(name, error) from error
        try:
            return asked.pick(answer)
        except IllegalAnswer as error:
            hint = f"answer with {HOW[asked.form]}; asked.draw() returns a random legal answer"
            raise UsageError(f"the bot {name} gave an illegal answer: {error}", hint, "illegal-answer") from None

    return choose


HOW = {
    "one": "one of asked.options",
    "some": "a list of some of asked.options",
    "bag": "a dict with a count for each of asked.options",
    "amount": "a number from asked.low to asked.high",
}
"""For each form, a hint on how to answer it."""


def failure_of(name: str, error: Exception) -> UsageError:
    """The error to report for a bot's exception, with the line that raised it unless the call itself failed."""
    last = extract_tb(error.__traceback__)[-1]
    what = f"the bot {name} failed: {type(error).__name__}: {error}"
    # If the traceback ends in this file, the call itself failed because the bot takes different arguments.
    if last.filename == __file__:
        hint = "a bot must be a function with one argument, the question: def my_bot(asked)"
        return UsageError(what, hint, "broken-bot")
    return UsageError(f"{what} ({Path(last.filename).name}, line {last.lineno})", "fix the bot", "broken-bot")


def seat_bots(names: Sequence[str], players: int, turn: int = 0) -> list[str]:
    """The bot for each seat: ``names`` in rotation, shifted by ``turn`` seats."""
    for name in names:
        check_bot(name)
    if len(names) > players:
        hint = "specify at most one bot per seat"
        raise UsageError(f"there are {len(names)} bots for {players} seats", hint, "wrong-players")
    return [names[(seat + turn) % len(names) if len(names) > 1 else 0] for seat in range(players)]
