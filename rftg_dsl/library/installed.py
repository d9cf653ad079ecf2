"""The installed games and packages, our own and those of plug-ins, each loaded on demand.

Requesting a broken game raises ``PluginError``; other games are not affected.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import EntryPoint
from importlib.util import find_spec
from pathlib import Path

from rftg_dsl.base import plugins
from rftg_dsl.base.diagnostic import ContentError, Diagnostic, UsageError, one_of, suggest_known
from rftg_dsl.base.plugins import GAMES, PACKAGES, PluginError
from rftg_dsl.base.resources import SET, WORDS, find_content_folder, is_path
from rftg_dsl.base.spelling import find_names
from rftg_dsl.compile.contract import find_breaches
from rftg_dsl.compile.extension import Extension, extend_game, find_clashes
from rftg_dsl.compile.game import Game, Teller
from rftg_dsl.library.folder import Box
from rftg_dsl.library.memo import MEMO, Identity
from rftg_dsl.library.sets import content_files_in, contents_of, read_source
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.parse import parse


def game_names() -> list[str]:
    """The names of the installed games, without loading them."""
    return list(plugins.entry_points_of(GAMES))


def list_sound_games() -> list[str]:
    """The names of the usable games. This loads every game."""
    broken = {wrong.name for wrong in find_broken_games()}
    return [name for name in game_names() if name not in broken]


def find_broken_games() -> Iterator[PluginError]:
    """Yield an error for each unusable game. This loads every game."""
    for point in plugins.entry_points_of(GAMES).values():
        try:
            load_game(point)
        except PluginError as wrong:
            yield wrong


def find_game(name: str) -> Game:
    """Return the game with this name. Raise ``UsageError`` if it is not installed, or ``PluginError`` if it is
    unusable."""
    point = plugins.entry_points_of(GAMES).get(name)
    if point is None:
        raise UsageError(
            f"there is no game called {name!r}", suggest_known(name, game_names(), "known games"), "unknown-game"
        )
    return load_game(point)


@cache
def load_game(point: EntryPoint) -> Game:
    """Load the game that an entry point refers to.

    Raise ``PluginError`` if the game breaks its contract or is listed under a different name.
    """
    game = plugins.load(point)
    reasons = [*find_breaches(game)]
    if isinstance(game, Game) and game.name != point.name:
        reasons.insert(0, f"it is listed as {point.name!r} but calls itself {game.name!r}")
    if reasons:
        raise plugins.error_for(point, reasons)
    sound_game: Game = game
    return sound_game


def error_for_broken_game(game: Game, reasons: Iterable[str]) -> PluginError:
    """The error for a game whose breach of contract was found only after reading its content."""
    point = plugins.entry_points_of(GAMES).get(game.name)
    if point is not None:
        return plugins.error_for(point, reasons)
    return PluginError(game.name, "not installed", "the game", tuple(reasons))


# -- packages ----------------------------------------------------------------------------------------------------


def list_packages() -> list[str]:
    """The names of the installed packages, without loading them."""
    return list(plugins.entry_points_of(PACKAGES))


def find_package(name: str) -> Extension | None:
    """Return the installed package with this name, if any. Raise ``PluginError`` if it is unusable."""
    point = plugins.entry_points_of(PACKAGES).get(name)
    return load_package(point) if point else None


@cache
def load_package(point: EntryPoint) -> Extension:
    """Load the package that an entry point refers to.

    Raise ``PluginError`` if the package breaks its contract or is listed under a different name.
    """
    package = plugins.load(point)
    reasons = [*breaches_of_package(package)]
    if isinstance(package, Extension) and package.name != point.name:
        reasons.insert(0, f"it is listed as {point.name!r} but calls itself {package.name!r}")
    if reasons:
        raise plugins.error_for(point, reasons)
    extension: Extension = package
    # Registered on loading, so that messages show paths in the package under this label.
    LABELS[extension.content] = f"{plugins.package_of(point)}/{extension.name}"
    return extension


LABELS: dict[Path, str] = {}
"""Labels for the content folders of packages that have been loaded."""


def breaches_of_package(package: object) -> Iterator[str]:
    """Yield the problems with a package's ``Extension``, or with the game as extended by it."""
    if not isinstance(package, Extension):
        yield f"it must be an Extension, not {type(package).__name__!r}"
        return
    if type(package.version) is not int or package.version < 1:
        yield f"its version must be a whole number of at least 1, not {package.version!r}"
    if not (package.content / SET).is_file():
        yield f"its content folder does not contain {SET}: {package.content}"
    if strange := [step.id for step in package.steps if not step.id.startswith((f"{package.name}.", "verbs."))]:
        yield f"the ids of its steps must begin with {package.name!r}, but {strange[0]!r} does not"
    if package.game not in plugins.entry_points_of(GAMES):
        yield f"it is for the game {package.game!r}, which is not installed"
        return
    game = find_game(package.game)
    clashing = [said for _, said in find_clashes(game, [package])]
    # If names clash, any breaches in the extended game would merely be consequences of that.
    yield from clashing or find_breaches(extend_game(game, [package]))


def find_set_folder(box: Box, name: str | Path) -> Path:
    """Find the folder of a set, which is specified by its path or its id.

    The id can be that of an expansion that comes with the game, or of a package's set. A string counts as a path only
    if it is written as one. Raise ``UsageError`` if there is no such set.
    """
    if isinstance(name, Path) or is_path(name):
        return path_of_set(name)
    if name in box.expansions:
        return box.expansions[name]
    package = find_package(name)
    if package and package.game == box.game:
        return package.content
    raise error_for_missing_set(name, optional_sets_of(box))


def find_any_set_folder(name: str | Path) -> Path:
    """Like ``find_set_folder``, but searches the sets of all games."""
    if isinstance(name, Path) or is_path(name):
        return path_of_set(name)
    every = {id: folder for game in list_sound_games() for id, folder in optional_sets_of(find_box(game)).items()}
    if name not in every:
        raise error_for_missing_set(name, every)
    return every[name]


def path_of_set(name: str | Path) -> Path:
    """Return the path of a set. Raise ``UsageError`` if it does not exist."""
    if not Path(name).exists():
        raise UsageError(f"there is no folder {name}", "check its name and the current folder", "missing-file")
    return Path(name)


def optional_sets_of(box: Box) -> dict[str, Path]:
    """The folders, by id, of the sets that are included only on request.

    These sets are the game's expansions and the sets of its usable packages.
    """
    folders = dict(box.expansions)
    for point in plugins.entry_points_of(PACKAGES).values():
        try:
            package = load_package(point)
        except PluginError:
            continue
        if package.game == box.game:
            folders.setdefault(package.name, package.content)
    return folders


def all_sets_of(box: Box) -> dict[str, Path]:
    """The folders of all sets for a game, by id: its base set and those that are included only on request."""
    return {**{folder.name: folder for folder in box.sets}, **optional_sets_of(box)}


def folders_of_codes() -> list[Path]:
    """The folders in which games and packages explain their own codes. This loads all games and packages."""
    folders = [find_game(name).content for name in list_sound_games()]
    for name in list_packages():
        with suppress(PluginError):
            folders += [package.content for package in [find_package(name)] if package]
    return [folder / "codes" for folder in folders]


def error_for_missing_set(name: str, known: Iterable[str]) -> UsageError:
    """The error for an unknown set; its hint suggests a path or a known id."""
    hint = (
        f"start a path with '.', as in ./{name}"
        if Path(name).exists()
        else suggest_known(name, sorted(known), "known sets")
    )
    return UsageError(f"there is no set called {name!r}", hint, "unknown-set")


def label_path(box: Box, path: Path) -> str:
    """The path to show to users: under the label of its box or package, and otherwise unchanged."""
    for folder, label in LABELS.items():
        if path.is_relative_to(folder):
            return str(Path(label) / path.relative_to(folder))
    return box.label_path(path)


def with_packages(game: Game, packages: Sequence[Extension]) -> Game:
    """Extend a game by some packages. The same packages always produce the same object."""
    if not packages:
        return game
    key = ("extend", Identity(game), *map(Identity, packages))
    return MEMO.get(key, 0, lambda: extend_game(game, packages))


def find_teller(name: str, packages: Iterable[str]) -> Teller:
    """The ``Teller`` of a game, extended by whichever of these packages are installed."""
    installed = [package for package in map(find_package, packages) if package is not None and package.game == name]
    return with_packages(find_game(name), installed).tell


def find_box(name: str) -> Box:
    """Return the box of a game. Raise ``UsageError`` if there is no such game, or if it is broken."""
    return box_of(find_game(name))


def is_ours(game: Game) -> bool:
    """Whether a game comes with this program."""
    return game.content.is_relative_to(find_content_folder())


def box_of(game: Game) -> Box:
    """The box of a game; our own games are labelled ``content/NAME``, others ``PACKAGE/NAME``."""
    if is_ours(game):
        return Box(game.name, game.content, str("content" / game.content.relative_to(find_content_folder())))
    point = plugins.entry_points_of(GAMES).get(game.name)
    package = plugins.package_of(point) if point else "elsewhere"
    return Box(game.name, game.content, f"{package}/{game.name}")


def is_expansion(name: str) -> bool:
    """Whether a set with this id belongs to any game or package."""
    return name in plugins.entry_points_of(PACKAGES) or any(
        name in find_box(game).expansions for game in list_sound_games()
    )


def find_enclosing_box(path: Path) -> Box | None:
    """The box of the installed game whose content folder contains a path, if any.

    No game is loaded unless the path is in a content folder.
    """
    resolved = path.resolve()
    around = [folder for folder in (resolved, *resolved.parents) if (folder / WORDS).is_file()]
    # Try the game that is named after the folder first. If it is the right one, no other game has to be imported.
    for name in sorted(game_names(), key=lambda name: name not in {folder.name for folder in around}) if around else ():
        try:
            box = box_of(load_game(plugins.entry_points_of(GAMES)[name]))
        except PluginError:
            continue
        if box.folder.resolve() in around:
            return box
    return None


def places_of(name: str) -> list[str]:
    """The content folder of a plug-in's game, and its Python package or module; empty for our own games."""
    game = find_game(name)
    return [] if is_ours(game) else [str(game.content), *python_of(plugins.entry_points_of(GAMES)[name])]


def places_of_packages() -> list[str]:
    """Like ``places_of``, but for the packages that have been loaded."""
    used = [label.rpartition("/")[2] for label in LABELS.values()]
    folders = [str(folder) for folder in LABELS]
    return [*folders, *[place for name in used for place in python_of(plugins.entry_points_of(PACKAGES)[name])]]


def python_of(point: EntryPoint) -> list[str]:
    """The folders of an entry point's Python package, or the file of its module."""
    spec = find_spec(point.module.partition(".")[0])
    folders = list(spec.submodule_search_locations or ()) if spec else []
    return folders or ([spec.origin] if spec and spec.origin else [])


# -- names in sets that are installed but not loaded ----------------------------------------------------------------


def sets_with(box: Box, name: str, loaded: Collection[str]) -> Iterator[tuple[str, str]]:
    """Yield the installed sets that are not loaded and have a side with this name, as pairs of set id and printed name.

    Variant spellings of the name match too.
    """
    for id, folder in optional_sets_of(box).items():
        if id not in loaded:
            yield from ((id, each) for each in find_names(name, side_names_in(folder)))


@cache
def side_names_in(folder: Path) -> tuple[str, ...]:
    """The printed names of the sides in an installed set; empty if the set cannot be read."""
    with suppress(UsageError, ContentError):
        contents = contents_of(folder)
        # Parsed but not loaded, because a hint needs only the names.
        files = [parse(read_source(path, contents=contents)[0])[0] for path in content_files_in(contents)]
        members = [member for file in files for declaration in file.declarations for member in declaration.members]
        return tuple(member.name.text for member in members if isinstance(member, tree.Side))
    return ()


def suggest_sets(box: Box, name: str, loaded: Collection[str]) -> tuple[str, str] | None:
    """The message and hint for a name that occurs only in sets that are not loaded; None if it does not occur in any of
    them."""
    matches = list(sets_with(box, name, loaded))
    if not matches:
        return None
    printed, sets = matches[0][1], list(dict.fromkeys(id for id, _ in matches))
    message = f"{printed!r} is in the set {one_of([repr(id) for id in sets])}, which is not loaded"
    return message, f'add --with {sets[0]}, or add to the set.toml of your set: requires = ["{sets[0]}"]'


def with_advice(wrong: Diagnostic, box: Box, loaded: Collection[str]) -> Diagnostic:
    """Return ``wrong`` or, if the unknown side that it is about is in an unloaded set, a diagnostic that mentions this
    set."""
    if wrong.code != "unknown-side":
        return wrong
    name = wrong.at.source.text[wrong.at.start : wrong.at.end].strip('"')
    advice = suggest_sets(box, name, loaded)
    return Diagnostic(wrong.code, wrong.at, *advice, wrong.severity) if advice else wrong
