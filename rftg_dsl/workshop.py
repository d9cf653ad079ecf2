"""What loading works out, kept between loads by whoever loads again and again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rftg_dsl.check.pieces import Resolutions
from rftg_dsl.check.report import Report
from rftg_dsl.compile.game import Game
from rftg_dsl.diagnostic import Diagnostic
from rftg_dsl.source import Source
from rftg_dsl.syntax.parse import parse
from rftg_dsl.syntax.tree import Declaration, File
from rftg_dsl.vocabulary import Vocabulary

Entry = tuple[Report, Declaration, bool]
"""A declaration, with where it stands and whether it may replace another."""


class Workshop:
    """What an editor, or a check of every edition, hands from one load to the next to save time.

    It holds files as parsed, and for each vocabulary what became of every declaration with it. A load gives the same
    with a workshop as without.
    """

    MOST_FILES = 1_000
    """How many parsed files are kept."""

    MOST_WORDS = 32
    """How many vocabularies are kept."""

    def __init__(self) -> None:
        self._files: dict[Source, tuple[File, Sequence[Diagnostic]]] = {}
        self._words: dict[tuple[object, ...], tuple[Vocabulary, Resolutions]] = {}

    def parsed(self, source: Source) -> tuple[File, Sequence[Diagnostic]]:
        """The tree of a file and its syntax mistakes."""
        if source not in self._files:
            if len(self._files) >= self.MOST_FILES:
                self._files.clear()
            self._files[source] = parse(source)
        return self._files[source]

    def known(
        self, words: Vocabulary, game: Game, entries: Iterable[Entry], left: Iterable[Entry]
    ) -> tuple[Vocabulary, Resolutions]:
        """The vocabulary made earlier of the same declarations, with what was resolved by it; else these words."""
        key = (game.name, *declared(entries, left))
        if len(self._words) >= self.MOST_WORDS and key not in self._words:
            self._words.clear()
        return self._words.setdefault(key, (words, Resolutions()))


def declared(entries: Iterable[Entry], left: Iterable[Entry]) -> Iterable[tuple[object, ...]]:
    """Which declarations declare words: all but those that are left."""
    others = {(report.source, declaration.at) for report, declaration, _ in left}
    for report, declaration, replaces in entries:
        if (report.source, declaration.at) not in others:
            yield report.source, declaration.at, replaces
