"""The shelf: the installed games, ours and those from plug-ins, each loaded when it is first needed.

Asking for a broken game raises ``Broken``; the other games are not affected.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path

from rftg_dsl import plugins
from rftg_dsl.box import Box
from rftg_dsl.compile.contract import breaches
from rftg_dsl.compile.game import Game
from rftg_dsl.diagnostic import Unusable, suggestion
from rftg_dsl.plugins import GAMES, Broken
from rftg_dsl.resources import WORDS, content


def game_names() -> list[str]:
    """The names of the installed games, without loading them."""
    return list(plugins.installed(GAMES))


def sound_games() -> list[str]:
    """The names of the games that can be used; loads every game."""
    broken = {wrong.name for wrong in broken_games()}
    return [name for name in game_names() if name not in broken]


def broken_games() -> Iterator[Broken]:
    """An error for each game that cannot be used; loads every game."""
    for point in plugins.installed(GAMES).values():
        try:
            opened(point)
        except Broken as wrong:
            yield wrong


def find_game(name: str) -> Game:
    """A game by name; ``Unusable`` if there is none, ``Broken`` if it cannot be used."""
    point = plugins.installed(GAMES).get(name)
    if point is None:
        raise Unusable(f"no game is called {name!r}", suggestion(name, game_names(), "known games"), "unknown-game")
    return opened(point)


@cache
def opened(point: EntryPoint) -> Game:
    """The game of an entry point; ``Broken`` if it breaks its contract, or its name is not the one listed."""
    game = plugins.load(point)
    reasons = [*breaches(game)]
    if isinstance(game, Game) and game.name != point.name:
        reasons.insert(0, f"it is listed as {point.name!r} but calls itself {game.name!r}")
    if reasons:
        raise plugins.broken(point, reasons)
    found: Game = game
    return found


def broken_game(game: Game, reasons: Iterable[str]) -> Broken:
    """The error for a game that breaks its contract once its content is known."""
    point = plugins.installed(GAMES).get(game.name)
    if point is not None:
        return plugins.broken(point, reasons)
    return Broken(game.name, "not installed", "the game", tuple(reasons))


def find_box(name: str) -> Box:
    """The box of a game; ``Unusable`` if there is no such game, or it is broken."""
    return box_of(find_game(name))


def is_ours(game: Game) -> bool:
    """Whether a game comes with this program."""
    return game.content.is_relative_to(content())


def box_of(game: Game) -> Box:
    """The box of a game: ours are shown as ``content/NAME``, others with the name of their package."""
    if is_ours(game):
        return Box(game.name, game.content, str("content" / game.content.relative_to(content())))
    point = plugins.installed(GAMES).get(game.name)
    package = plugins.package_of(point) if point else "elsewhere"
    return Box(game.name, game.content, f"{package}/{game.name}")


def is_expansion(name: str) -> bool:
    """Whether a set of this id comes with some game."""
    return any(name in find_box(game).expansions for game in sound_games())


def box_around(path: Path) -> Box | None:
    """The box of an installed game that a path lies in, if any.

    Games are loaded only if the path lies in a content folder, starting with the game that the folder is named after.
    """
    found = path.resolve()
    around = [folder for folder in (found, *found.parents) if (folder / WORDS).is_file()]
    for name in sorted(game_names(), key=lambda name: name not in {folder.name for folder in around}) if around else ():
        try:
            box = box_of(opened(plugins.installed(GAMES)[name]))
        except Broken:
            continue
        if box.folder.resolve() in around:
            return box
    return None


def places_of(name: str) -> list[str]:
    """The folders and files of a plug-in game: its content, and its Python package or module.

    Empty for our own games, which are part of this program.
    """
    game = find_game(name)
    if is_ours(game):
        return []
    found = find_spec(plugins.installed(GAMES)[name].module.partition(".")[0])
    folders = list(found.submodule_search_locations or ()) if found else []
    return [str(game.content), *(folders or ([found.origin] if found and found.origin else []))]
