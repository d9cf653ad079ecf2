"""Results of loading, kept between loads by programs that load repeatedly."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rftg_dsl.check.origin import Entry
from rftg_dsl.check.pieces import Resolutions
from rftg_dsl.check.scope import Speech
from rftg_dsl.compile.game import Game
from rftg_dsl.diagnostic import Diagnostic
from rftg_dsl.files import OnDisk, Opener
from rftg_dsl.source import Source
from rftg_dsl.syntax.parse import parse
from rftg_dsl.syntax.tree import File
from rftg_dsl.vocabulary import Vocabulary


class Workshop:
    """Saves time for an editor, or a check of every edition, by passing results from one load to the next.

    It holds parsed files, and for each vocabulary the declarations resolved with it. Loading with a workshop gives the
    same result as without.
    """

    MOST_FILES = 1_000
    """Maximum parsed files kept."""

    MOST_WORDS = 32
    """Maximum vocabularies kept."""

    def __init__(self, opened: Opener = OnDisk) -> None:
        self.opened = opened
        """How folders are opened, also that of a loose file."""
        self._files: dict[Source, tuple[File, Sequence[Diagnostic]]] = {}
        self._words: dict[tuple[object, ...], Resolutions] = {}

    def parsed(self, source: Source) -> tuple[File, Sequence[Diagnostic]]:
        """The tree of a file and its syntax mistakes."""
        if source not in self._files:
            if len(self._files) >= self.MOST_FILES:
                self._files.clear()
            self._files[source] = parse(source)
        return self._files[source]

    def known(self, words: Vocabulary, game: Game, entries: Iterable[Entry], left: Iterable[Entry]) -> Resolutions:
        """The resolutions made earlier with the vocabulary of the same declarations; otherwise with the one given."""
        key = (game.name, *game.packages, *declared(entries, left))
        if len(self._words) >= self.MOST_WORDS and key not in self._words:
            self._words.clear()
        return self._words.setdefault(key, Resolutions(Speech(words, game)))


def declared(entries: Iterable[Entry], left: Iterable[Entry]) -> Iterable[tuple[object, ...]]:
    """The declarations of words: all except those ``left`` for components."""
    others = {(report.source, declaration.at) for report, declaration, _ in left}
    for report, declaration, origin in entries:
        if (report.source, declaration.at) not in others:
            yield report.source, declaration.at, origin
