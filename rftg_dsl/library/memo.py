"""Results of loading, kept between loads by programs that load repeatedly."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from typing import Generic, TypeVar

from attrs import field, frozen

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.files import OnDisk, Opener
from rftg_dsl.base.source import Source
from rftg_dsl.check.make_words import CONSTANT, MAKERS
from rftg_dsl.check.model import Course, Usual
from rftg_dsl.check.model_checks import Checker
from rftg_dsl.check.origin import Entry
from rftg_dsl.check.read_components import Resolutions
from rftg_dsl.check.read_course import read_course
from rftg_dsl.check.read_lints import read_usual
from rftg_dsl.check.read_schedule import KINDS as STRETCHES
from rftg_dsl.check.scope import Speech
from rftg_dsl.check.vocabulary import ASIDE, Vocabulary
from rftg_dsl.compile.game import Game
from rftg_dsl.syntax.parse import parse
from rftg_dsl.syntax.tree import File

Key = tuple[object, ...]
K = TypeVar("K")
V = TypeVar("V")


class Latest(Generic[K, V]):
    """The things that were used last, up to a number of them and of characters that they are about."""

    MOST = 1_000
    CHARACTERS = 20_000_000

    def __init__(self) -> None:
        self._kept: dict[K, tuple[V, int]] = {}
        self._size = 0

    def get(self, key: K, size: int, make: Callable[[], V]) -> V:
        """What there is of this key, or is made now; ``size``: the characters that it is about."""
        entry = self._kept.pop(key, None)
        if entry is None:
            entry = make(), size
            self._size += size
        self._kept[key] = entry  # as the last one
        while len(self._kept) > self.MOST or (self._size > self.CHARACTERS and len(self._kept) > 1):
            _, gone = self._kept.pop(next(iter(self._kept)))
            self._size -= gone
        return entry[0]


@frozen
class Spoken:
    """What the declarations of words come to."""

    speech: Speech
    sound: bool
    """Whether nothing is wrong with the words, so that powers can be read."""
    found: Sequence[Diagnostic]
    resolutions: Resolutions
    """The components in these words."""
    checker: Checker
    """It checks the models in these words."""
    _left: frozenset[Key] = field(repr=False)
    """The declarations that are left for components."""
    _declared: frozenset[Key] = field(repr=False)

    @property
    def words(self) -> Vocabulary:
        """The words that are declared."""
        return self.speech.words

    @cached_property
    def course(self) -> tuple[Course, Sequence[Diagnostic]]:
        """The sentences of the schedule, and the mistakes in them."""
        return read_course(self.speech)

    @cached_property
    def usual(self) -> tuple[Usual, Sequence[Diagnostic]]:
        """What its content calls usual, and the mistakes in what says so."""
        return read_usual(self.speech)

    def entries_for_components(self, entries: Sequence[Entry]) -> list[Entry]:
        """Those of all declarations that are left for components: all that may be of words are known."""
        return [entry for entry in entries if (key := key_of(entry)) in self._left or key not in self._declared]


class Workshop:
    """Saves time for an editor, or a check of every edition, by passing results from one load to the next.

    It holds files as text and parsed, and what the declarations of words come to, with the components resolved with
    them. Loading with a workshop gives the same result as without.
    """

    MOST_WORDS = 32
    """Maximum vocabularies kept."""

    def __init__(self, opened: Opener = OnDisk) -> None:
        self.opened = opened
        """How folders are opened, also that of a loose file."""
        self._texts: Latest[tuple[str, bytes], tuple[Source, list[Diagnostic]]] = Latest()
        self._files: Latest[Source, tuple[File, Sequence[Diagnostic]]] = Latest()
        self._words: dict[Key, Spoken] = {}
        self._alike: dict[Key, tuple[Resolutions, Checker]] = {}
        """For vocabularies that differ only in the values of constants."""

    def read(
        self, label: str, raw: bytes, read: Callable[[bytes, str], tuple[Source, list[Diagnostic]]]
    ) -> tuple[Source, list[Diagnostic]]:
        """The text of a file with this content, and any mistakes in its encoding: ``read`` finds both."""
        return self._texts.get((label, raw), len(raw), lambda: read(raw, label))

    def parse_source(self, source: Source) -> tuple[File, Sequence[Diagnostic]]:
        """The tree of a file and its syntax mistakes."""
        return self._files.get(source, len(source.text), lambda: parse(source, blocks=True))

    def resolve_words(self, game: Game, entries: Sequence[Entry], make: Callable[[], Made]) -> Spoken:
        """What the declarations of words among these come to: as it was earlier, or as it is made now."""
        of_words = list(declarations_of_words(entries))
        declared = [key_of(entry) for entry in of_words]
        key = (game.name, *game.packages, *declared)
        if key in self._words:
            return self._words[key]
        speech, left, diagnostics, sound = make()
        alike = (game.name, *game.packages, *[key_of(entry) for entry in of_words if not is_constant_change(entry)])
        twin = self._alike.get(alike) if sound else None
        resolutions, checker = twin or (Resolutions(speech), Checker(game))
        spoken = Spoken(
            speech, sound, diagnostics, resolutions, checker, frozenset(map(key_of, left)), frozenset(declared)
        )
        if sound:
            if len(self._words) >= self.MOST_WORDS:
                self._words.clear()
                self._alike.clear()
            self._words[key] = spoken
            self._alike[alike] = resolutions, checker
        return spoken


Made = tuple[Speech, Sequence[Entry], Sequence[Diagnostic], bool]
"""All that powers can say, the declarations that are left, the mistakes, and whether the words are sound."""


def key_of(entry: Entry) -> Key:
    """What tells a declaration from all others."""
    return entry.report.source, entry.declaration.at, entry.origin


def is_constant_change(entry: Entry) -> bool:
    """Whether a declaration does no more than to give a constant of the game another value, in an edition or option."""
    return entry.declaration.kind.text == CONSTANT and entry.origin.difference


def declarations_of_words(entries: Sequence[Entry]) -> Iterator[Entry]:
    """All declarations except those that can only be of components, by the word that they begin with."""
    named: dict[str, set[str]] = {}
    for entry in entries:
        if entry.declaration.kind.text in ("component", "stock", "property") and entry.declaration.atoms:
            named.setdefault(entry.declaration.kind.text, set()).add(entry.declaration.atoms[0].text)
    others = {*MAKERS, *ASIDE, *STRETCHES, *named.get("stock", ()), *named.get("property", ())}
    components = named.get("component", set()) - others
    return (entry for entry in entries if entry.declaration.kind.text not in components)
