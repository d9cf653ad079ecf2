"""The state of an editor session: the open files and what is known about them.

It is not thread-safe, and handles one request at a time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from rftg_dsl.author.editor.format_edits import Change, apply_changes
from rftg_dsl.author.editor.meanings import Senses, senses_of
from rftg_dsl.author.editor.projects import Buffers, Checkup, Project, check, normalize_path, project_of
from rftg_dsl.author.editor.symbols_in_text import (
    Mention,
    Renamed,
    RenameError,
    Symbol,
    check_new,
    find_mentions,
    find_new_mistake,
    is_said,
    plan_rename,
    symbol_at,
)
from rftg_dsl.base.limits import BYTES
from rftg_dsl.base.source import Source
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.compile.game import Game
from rftg_dsl.library.load import Loaded
from rftg_dsl.library.sets import decode_text, is_scenario_file
from rftg_dsl.library.stages import parse_content
from rftg_dsl.syntax.tree import File

UNFIT = "unknown-kind-of-component"
"""The diagnostic code that indicates content for a different game."""


class Book(NamedTuple):
    """A file, together with the words of its game."""

    path: Path
    source: Source
    """The file as it was checked or, if the check did not include it, as it is open in the editor."""
    checkup: Checkup
    loaded: Loaded
    game: Game
    senses: Senses

    @property
    def scenes(self) -> bool:
        folder = self.checkup.project.path
        return self.path.is_relative_to(folder) and folder != self.path and is_scenario_file(folder, self.path)


class Desk:
    """The open files, and the last checkup of each project.

    Projects are checked lazily: only when a result is needed and something has changed.
    """

    MOST = 50

    def __init__(self) -> None:
        self._buffers: Mapping[Path, bytes] = {}
        self._changes = 0
        self._known: dict[Project, Checkup] = {}
        self._guesses: dict[Project, str] = {}
        self._words: dict[Project, tuple[Checkup, Loaded, Game]] = {}
        """The last checkup of each project that loaded the words of its game."""
        self._senses: tuple[Vocabulary | None, Senses] = None, {}
        """A cache of the word meanings for the most recent vocabulary."""

    # -- changes -----------------------------------------------------------------------------------------------------

    def write(self, path: Path, text: str) -> Project:
        """Update the text of an open file, and return the project to check again."""
        path = normalize_path(path)
        # Keeping one byte more than the limit is enough for the file to be reported as too large.
        raw = text.encode("utf-8", "surrogatepass")[: BYTES.most + 1]
        # Always create a new mapping, because a check on the other thread may still be using the old one.
        self._buffers = {**self._buffers, path: raw}
        return self.forget(project_of(path))

    def replace(self, buffers: Buffers) -> None:
        """Replace all open files at once; unless they are the same, whatever is asked for next is checked again."""
        if buffers != self._buffers:
            self._buffers = buffers
            self.forget_all()

    def close(self, path: Path) -> Project:
        """Revert to the file on disk, and return the project to check again."""
        path = normalize_path(path)
        self._buffers = {known: text for known, text in self._buffers.items() if known != path}
        self._guesses.pop(Project(path), None)
        return self.forget(project_of(path))

    def forget(self, project: Project) -> Project:
        """Invalidate a project. If the project is the content of a game, invalidate all other projects as well."""
        self._changes += 1
        # Every set is checked together with its game.
        if project.game:
            self._known.clear()
        self._known.pop(project, None)
        return project

    def forget_all(self) -> None:
        self._changes += 1
        self._known.clear()

    # -- checkups ----------------------------------------------------------------------------------------------------

    def checkup_of(self, project: Project) -> Checkup:
        if known := self._known.get(project):
            return known
        before = self._changes
        made = self.check_loose_file(project) if project.loose else check(project, self._buffers)
        if before == self._changes:  # otherwise, something was typed during the check
            if len(self._known) >= self.MOST:
                self._known.clear()
            self._known[project] = made
        return made

    def check_loose_file(self, project: Project) -> Checkup:
        guess = self._guesses.get(project, "")
        made = check(project, self._buffers, guess)
        if guess and any(diagnostic.code == UNFIT for diagnostic in made.found.get(project.path, ())):
            made = check(project, self._buffers)
        self._guesses[project] = made.guessed
        return made

    def book_of(self, path: Path) -> Book | None:
        """A file, together with its game's words; None if the words have never been loaded."""
        project = project_of(path)
        checkup = self.checkup_of(project)
        if (loaded := checkup.loaded) and loaded.game and loaded.model.words.components:
            if len(self._words) >= self.MOST:
                self._words.clear()
            self._words[project] = checkup, loaded, loaded.game
        # While the content has mistakes, the words from its last valid state keep completion working.
        return self.make_book(path, checkup, checkup.sources.get(path)) if project in self._words else None

    def book_at_once(self, path: Path) -> Book | None:
        """Like ``book_of``, but with the words of the last checkup if there was one, so that nothing is checked."""
        project = project_of(path)
        if project not in self._words:
            return self.book_of(path)
        return self.make_book(path, self._words[project][0], None)

    def make_book(self, path: Path, checkup: Checkup, source: Source | None) -> Book | None:
        _, loaded, game = self._words[checkup.project]
        if self._senses[0] is not loaded.model.words:
            self._senses = loaded.model.words, senses_of(loaded, game)
        source = source or self.source_of(path)
        return Book(path, source, checkup, loaded, game, self._senses[1]) if source else None

    def mentions_of(self, symbol: Symbol, book: Book) -> list[Mention]:
        return [*find_mentions(symbol, book.checkup, book.loaded.model.words, self.tree_of)]

    def prepare_rename(self, book: Book, offset: int) -> tuple[Renamed, int, int]:
        """Return the symbol at an offset, and the symbol's span. Raise ``RenameError`` if it cannot be renamed."""
        named = symbol_at(book.source, offset)
        if named is None:
            raise RenameError("there is nothing to rename here")
        symbol, start, end = named
        for path in book.checkup.own & book.checkup.sources.keys():
            source = book.checkup.sources[path]
            if is_said(symbol, source) and parse_content(source)[1]:
                raise RenameError(f"{path.name} has syntax errors: fix them first")
        return plan_rename(symbol, self.mentions_of(symbol, book), book.checkup, book.game), start, end

    def rename(self, book: Book, offset: int, new: str) -> Mapping[Path, Sequence[Change]]:
        """Return the changes to each file. Raise ``RenameError`` if the new name would cause a mistake."""
        what, _, _ = self.prepare_rename(book, offset)
        sides = book.loaded.model.list_sides()
        check_new(what.symbol, new, book.loaded.model.words, book.game, [side.name for side in sides])
        changes: dict[Path, list[Change]] = {}
        for place in what.places:
            changes.setdefault(place.path, []).append(Change(place.start, place.end, new))
        texts = {
            path: apply_changes(book.checkup.sources[path].text, replacements) for path, replacements in changes.items()
        }
        trial = {path: text.encode() for path, text in texts.items()}
        project = book.checkup.project
        after = check(project, {**self._buffers, **trial}, self._guesses.get(project, ""))
        if wrong := find_new_mistake(book.checkup.found, after.found):
            raise RenameError(f"{new!r} cannot be used: {wrong}")
        return changes

    def source_of(self, path: Path) -> Source | None:
        source, wrong = decode_text(self._buffers.get(path, b""), str(path))
        return None if wrong or len(self._buffers[path]) > BYTES.most else source

    def tree_of(self, source: Source) -> File:
        return parse_content(source)[0]
