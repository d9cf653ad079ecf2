"""Games and sets on disk: from folders of content to a checked model, or diagnostics.

A game is a folder ``content/NAME`` with ``game.rftg`` (its words), ``editions/*.rftg`` (files of differences) and
one folder for each set. A set is a folder with ``set.toml`` and ``.rftg`` files, there or anywhere else.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from hashlib import sha256
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import field, frozen

from rftg_dsl.check.checks import check_model
from rftg_dsl.check.declare import declare
from rftg_dsl.check.model import Model
from rftg_dsl.check.pieces import components
from rftg_dsl.check.report import Report
from rftg_dsl.check.vocabulary import check_vocabulary
from rftg_dsl.compile.game import Game
from rftg_dsl.diagnostic import Diagnostic, Rejected, did_you_mean
from rftg_dsl.resources import content
from rftg_dsl.source import Source, Span
from rftg_dsl.syntax.parse import SIZE, parse
from rftg_dsl.syntax.tree import Declaration
from rftg_dsl.syntax.write import write_declaration
from rftg_dsl.vocabulary import Vocabulary

if TYPE_CHECKING:
    from rftg_dsl.compile.rules import Backend, Rules

FILES = 1_000
"""Most content files in one set."""

PENDING = "pending.rftg"
"""What the language cannot say yet: counted, never played."""


class Unusable(Exception):
    """Something that could not even be looked at, with what to do about it."""

    def __init__(self, message: str, hint: str, code: str) -> None:
        super().__init__(message, hint, code)  # all of it, so that it comes whole out of a worker process
        self.message = message
        self.hint = hint
        self.code = code

    def __str__(self) -> str:
        """What is wrong."""
        return self.message


@frozen
class SetFolder:
    """A set on disk."""

    id: str
    name: str
    game: str
    version: str
    folder: Path


Entry = tuple[Report, Declaration, bool]
"""A declaration, with where it stands and whether it may replace another."""


@frozen
class Library:
    """A game with its sets, checked and ready to be compiled."""

    game: Game
    model: Model
    sets: tuple[SetFolder, ...]
    edition: str
    parts: Mapping[str, Sequence[Entry]] = field(repr=False)
    """The declarations of the game's words and of each set."""
    options: Mapping[str, str] = field(factory=dict)
    _compiled: dict[tuple[int, Backend], Rules] = field(factory=dict, init=False, repr=False, eq=False)

    @cached_property
    def digests(self) -> Mapping[str, str]:
        """The digest of the canonical text of each part."""
        return {part: digest(those) for part, those in self.parts.items()}

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The printed names of sides by their ids."""
        return {side.id: side.name for component in self.model.components for side in component.sides}

    def rules(self, seats: int, backend: Backend = "generated") -> Rules:
        """The compiled rules for a number of seats; ``Unusable`` if the game is not for so many."""
        low, high = self.model.words.players
        if not low <= seats <= high:
            raise Unusable(
                f"{self.model.words.title} is for {low} to {high} players, not {seats}",
                f"choose --players from {low} to {high}",
                "wrong-players",
            )
        check_option_players(self.model.words, self.options, seats)
        key = (seats, backend)
        if key not in self._compiled:
            from rftg_dsl.compile.rules import compile_rules

            self._compiled[key] = compile_rules(self.model, self.game, seats, backend)
        return self._compiled[key]


@cache
def installed() -> dict[str, EntryPoint]:
    """Where the games that are installed are found, by name; looked up once."""
    return {point.name: point for point in entry_points(group="rftg_dsl.games")}


def game_names() -> list[str]:
    """The names of the games that are installed, without loading them."""
    return sorted(installed())


def find_game(name: str) -> Game:
    """A game by name; ``Unusable`` with a suggestion if there is none."""
    if name in installed():
        found: Game = installed()[name].load()
        return found
    known = game_names()
    hint = did_you_mean(name, known) or f"known games: {', '.join(known)}"
    raise Unusable(f"no game is called {name!r}", hint, "unknown-game")


def game_folder(name: str) -> Path:
    """The shipped content of a game."""
    return content() / name


def editions(name: str) -> dict[str, Path]:
    """The editions of a game: their files of differences, by id."""
    folder = game_folder(name) / "editions"
    return {path.stem: path for path in sorted(folder.glob("*.rftg"))} if folder.is_dir() else {}


def differences(name: str, options: Mapping[str, str]) -> dict[str, Path]:
    """Files of differences that go with values of options (``options/KEY-VALUE.rftg``), by what they are called."""
    known = {path.stem: path for path in sorted((game_folder(name) / "options").glob("*.rftg"))}
    chosen = [f"{key}-{value}" for key, value in sorted(options.items())]
    return {f"option {one}": known[one] for one in chosen if one in known}


def shipped_sets(name: str) -> list[Path]:
    """The folders of the sets shipped with a game."""
    return sorted(path.parent for path in game_folder(name).glob("*/set.toml"))


def read_source(path: Path, shown: str | None = None) -> tuple[Source, list[Diagnostic]]:
    """A content file as text, and what is wrong with its encoding; ``Unusable`` if it cannot be read."""
    label = shown or str(path)
    try:
        size = path.stat().st_size
        if not path.is_file():
            hint = "name a .rftg file, or a folder with a set.toml"
            raise Unusable(f"{label} is not a file", hint, "wrong-file")
        if size > SIZE * 4:
            source = Source(label, "")
            message = f"the file has {size} bytes"
            return source, [Diagnostic("file-too-large", Span(source, 0, 0), message, f"at most {SIZE} characters")]
        raw = path.read_bytes()
    except OSError as error:
        reason = error.strerror or error
        raise Unusable(f"{label} cannot be read: {reason}", "check its name and permissions", "unreadable") from None
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = raw[: error.start].decode("utf-8", "replace")
        source = Source(label, before + "\N{REPLACEMENT CHARACTER}")
        at = Span(source, len(before), len(before) + 1)
        return source, [Diagnostic("bad-encoding", at, "the file is not UTF-8", "save it as UTF-8")]
    if not text.strip():
        source = Source(label, text)
        return source, [Diagnostic("empty-file", Span(source, 0, 0), "the file is empty", "write it, or remove it")]
    if "\0" in text:
        source = Source(label, text)
        start = text.index("\0")
        at = Span(source, start, start + 1)
        return source, [Diagnostic("bad-encoding", at, "the file has a NUL byte", "save it as text")]
    return Source(label, text), []


def read_set(folder: Path, shown: str | None = None) -> tuple[SetFolder | None, list[Diagnostic]]:
    """What ``set.toml`` says of a set; ``Unusable`` if there is no such folder."""
    path = folder / "set.toml"
    label = f"{shown or folder}/set.toml"
    if not folder.is_dir():
        if folder.exists():
            raise Unusable(f"{folder} is not a folder", f"name its folder: {folder.parent}", "wrong-file")
        hint = "check its name, and in which folder you are"
        raise Unusable(f"there is no folder {folder}", hint, "missing-file")
    if not path.is_file():
        source = Source(label, "")
        message = "this folder has no set.toml, so it is no set"
        return None, [Diagnostic("missing-set", Span(source, 0, 0), message, SET_HINT)]
    source, found = read_source(path, label)
    if found:
        return None, found
    at = Span(source, 0, 0)
    try:
        data = tomllib.loads(source.text)
    except tomllib.TOMLDecodeError as error:
        return None, [Diagnostic("bad-set", at, f"set.toml is not TOML: {error}", SET_HINT)]
    wanted = ("id", "name", "game", "version")
    for key in wanted:
        if not isinstance(data.get(key), str) or not data[key].strip():
            found.append(Diagnostic("bad-set", at, f"{key!r} is missing or not a text", SET_HINT))
    for key in sorted(set(data) - set(wanted)):
        line = source.text.find(key)
        hint = did_you_mean(key, wanted) or "leave it out"
        found.append(Diagnostic("bad-set", Span(source, line, line + len(key)), f"{key!r} is not known here", hint))
    if found:
        return None, found
    return SetFolder(data["id"], data["name"], data["game"], data["version"], folder), []


SET_HINT = 'write: id = "my-set", name = "My set", game = "roll", version = "1"'


def set_files(folder: Path) -> list[Path]:
    """The content files of a set, in order of name; those of scenarios and pending ones left out."""
    found = sorted(path for path in folder.rglob("*.rftg") if path.name != PENDING and "scenarios" not in path.parts)
    if len(found) > FILES:
        raise Unusable(f"{folder} has {len(found)} content files", f"at most {FILES}", "too-many-files")
    return found


def entries(path: Path, shown: str, found: list[Diagnostic], replaces: bool = False) -> list[Entry]:
    """The declarations of a file, each with where it stands and whether it may replace another."""
    source, wrong = read_source(path, shown)
    found += wrong
    if wrong:
        return []
    tree, mistakes = parse(source)
    found += mistakes
    report = Report(source, found)
    return [(report, declaration, replaces) for declaration in tree.declarations]


def shown(path: Path) -> str:
    """How a path is shown: shipped content from ``content/`` on, anything else as given."""
    try:
        return str(Path("content") / path.relative_to(content()))
    except ValueError:
        return str(path)


@frozen
class Loaded:
    """What loading found: a library if nothing is wrong, and every diagnostic."""

    library: Library | None
    diagnostics: tuple[Diagnostic, ...]
    files: int
    model: Model
    pending: tuple[str, ...] = ()


class Gathering:
    """What is being loaded for a game: the declarations of each part, and what is wrong with them."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.parts: dict[str, list[Entry]] = {}
        self.sets: list[SetFolder] = []
        self.found: list[Diagnostic] = []
        self.pending: list[str] = []
        self.files = 0

    def read(self, part: str, path: Path, replaces: bool = False) -> None:
        """Add the declarations of a file to a part."""
        self.parts.setdefault(part, []).extend(entries(path, shown(path), self.found, replaces))
        self.files += 1

    def read_set(self, folder: Path) -> None:
        """Add a set, if it is one of this game and not there yet."""
        one, wrong = read_set(folder, shown(folder))
        self.found += wrong
        if one is None or not self.fits(one, folder):
            return
        self.sets.append(one)
        self.parts[one.id] = []
        for path in set_files(folder):
            self.read(one.id, path)
        waiting = folder / PENDING
        if waiting.is_file() and waiting.read_text("utf-8", "replace").strip():
            self.pending.append(shown(waiting))

    def fits(self, one: SetFolder, folder: Path) -> bool:
        """Whether a set can join; if not, there is a diagnostic."""
        at = Span(Source(f"{shown(folder)}/set.toml", ""), 0, 0)
        if one.game != self.game:
            hint = f"set game = {self.game!r}, or use it with {one.game!r}"
            self.found.append(Diagnostic("wrong-game", at, f"this set is for {one.game!r}", hint))
        elif one.id in self.parts:
            self.found.append(Diagnostic("duplicate-set", at, f"a set {one.id!r} is there already", "rename one"))
        else:
            return True
        return False

    def ordered(self) -> list[Entry]:
        """All declarations, those that may replace others last."""
        return sorted((entry for those in self.parts.values() for entry in those), key=lambda entry: entry[2])


def load(
    name: str,
    edition: str | None = None,
    extra: Sequence[Path] = (),
    options: Mapping[str, str] | None = None,
    sets: Sequence[Path] | None = None,
    loose: Sequence[Path] = (),
) -> Loaded:
    """Load a game with its base sets (or only the ones named), an edition, sets from other folders, and loose files."""
    game, options = find_game(name), options or {}
    gathered = Gathering(name)
    gathered.read("game", game_folder(name) / "game.rftg")
    if chosen := chosen_edition(name, edition, gathered.parts["game"]):
        gathered.read("edition", editions(name)[chosen], replaces=True)
    for part, path in differences(name, options).items():
        gathered.read(part, path, replaces=True)
    for folder in (*(shipped_sets(name) if sets is None else sets), *extra):
        gathered.read_set(Path(folder))
    for path in loose:
        gathered.read(shown(path), path)
    found = gathered.found
    model = modelled(gathered, game, options)
    library = None
    if not any(one.severity == "error" for one in found):
        library = Library(game, model, tuple(gathered.sets), chosen, gathered.parts, options)
    ordered = sorted(found, key=lambda one: (one.at.source.name, one.at.start))
    return Loaded(library, tuple(ordered), gathered.files, model, tuple(gathered.pending))


def modelled(gathered: Gathering, game: Game, options: Mapping[str, str]) -> Model:
    """The checked model of what was gathered."""
    words, entries = Vocabulary(), gathered.ordered()
    before = len(gathered.found)
    left = declare(entries, words)
    check_vocabulary(entries, words)
    sound = len(gathered.found) == before
    if sound:
        words = same_words(words, game, entries, left)
    check_options(words, options)
    model = Model(words, tuple(components(left, words, game)))
    gathered.found += check_model(model, game, sound)
    return model


VOCABULARIES: dict[tuple[object, ...], tuple[Game, Vocabulary]] = {}
"""The vocabularies of late with their games, by the game and the texts that declare them."""

MOST_VOCABULARIES = 32
"""How many are remembered."""


def same_words(words: Vocabulary, game: Game, entries: Sequence[Entry], left: Sequence[Entry]) -> Vocabulary:
    """The vocabulary that was made earlier of the same declarations, so that what is resolved with it stays so."""
    components = {id(declaration) for _, declaration, _ in left}
    declared = [
        (report.source, declaration.at, replaces)
        for report, declaration, replaces in entries
        if id(declaration) not in components
    ]
    if len(VOCABULARIES) >= MOST_VOCABULARIES:
        VOCABULARIES.clear()
    return VOCABULARIES.setdefault((id(game), *declared), (game, words))[1]


def chosen_edition(name: str, wanted: str | None, declared: Iterable[Entry]) -> str:
    """The edition to be played; empty if the game has none, ``Unusable`` if it has not the one wanted."""
    known = editions(name)
    if wanted is not None and wanted not in known:
        hint = did_you_mean(wanted, known) or f"known editions: {', '.join(known) or 'none'}"
        raise Unusable(f"{name} has no edition {wanted!r}", hint, "unknown-edition")
    return wanted or default_edition(known, declared) or ""


def default_edition(known: Iterable[str], declared: Iterable[Entry]) -> str | None:
    """The edition that the game's declaration names; where it names none, the last by name."""
    for _, declaration, _ in declared:
        texts = [atom.text for atom in declaration.atoms]
        if declaration.kind.text == "game" and "edition" in texts[:-1]:
            named = texts[texts.index("edition") + 1]
            return named if named in known else max(known, default=None)
    return max(known, default=None)


def check_options(words: Vocabulary, options: Mapping[str, str]) -> None:
    """``Unusable`` for an option that the game does not declare, or a value that the option does not have.

    An option without declared values takes any text, and may be given for one seat: ``tableau.0``.
    """
    for key, value in options.items():
        name = key if key in words.options else key.partition(".")[0]
        if name not in words.options or (name != key and words.options[name]):
            hint = did_you_mean(key, words.options) or f"its options: {', '.join(sorted(words.options)) or 'none'}"
            raise Unusable(f"{words.title} has no option {key!r}", hint, "unknown-option")
        values = words.options[name]
        if values and value not in values:
            hint = did_you_mean(value, values) or f"write --option {name}={values[0]}"
            hint = f"{hint}; it is one of: {', '.join(values)}"
            raise Unusable(f"option {name!r} cannot be {value!r}", hint, "unknown-option")


def check_option_players(words: Vocabulary, options: Mapping[str, str], seats: int) -> None:
    """``Unusable`` for a value that is not for so many seats; the first value of an option is for any number."""
    for option, players in words.option_players.items():
        first = words.options[option][0]
        if (chosen := options.get(option, first)) != first and seats != players:
            reason = f"option {option}={chosen} is for {players} players, not {seats}"
            raise Unusable(reason, f"leave it out, or choose --players {players}", "wrong-option")


def digest(those: Iterable[Entry]) -> str:
    """The digest of content: of its canonical text, without comments, layout and paths."""
    text = "\n".join(write_declaration(declaration) for _, declaration, _ in those)
    return sha256(text.encode()).hexdigest()


def library(
    name: str,
    edition: str | None = None,
    extra: Sequence[Path] = (),
    options: Mapping[str, str] | None = None,
) -> Library:
    """The library of a game; ``Rejected`` with all diagnostics if its content has mistakes."""
    loaded = load(name, edition, extra, options)
    if loaded.library is None:
        raise Rejected([one for one in loaded.diagnostics if one.severity == "error"])
    return loaded.library


@cache
def standard(name: str, edition: str | None = None) -> Library:
    """The shipped library of a game, loaded once."""
    return library(name, edition)
