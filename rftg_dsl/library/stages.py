"""The stages that turn the files of a game into its model: parse, declare, resolve, check.

Each stage is a function of the previous stage's result and does not modify it. The memo caches the syntax tree of each
file, the vocabulary of each group of declarations, each component as resolved in a vocabulary, and the mistakes found
in all of these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import field, frozen

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.source import Source
from rftg_dsl.check.declare import declare
from rftg_dsl.check.make_words import CONSTANT, MAKERS
from rftg_dsl.check.model import Component, Course, Memory, Model, Usual
from rftg_dsl.check.model_checks import check_model, check_names
from rftg_dsl.check.origin import Entry, report_to
from rftg_dsl.check.read_components import Resolved, read_components, resolve
from rftg_dsl.check.read_course import read_course
from rftg_dsl.check.read_lints import read_usual
from rftg_dsl.check.read_schedule import KINDS as STRETCHES
from rftg_dsl.check.read_schedule import check_schedule
from rftg_dsl.check.scope import Speech
from rftg_dsl.check.vocabulary import ASIDE, Vocabulary
from rftg_dsl.check.word_clashes import check_faces, check_vocabulary
from rftg_dsl.compile.contract import breaches_of_words
from rftg_dsl.compile.game import Game
from rftg_dsl.compile.schedule_to_program import describe_steps
from rftg_dsl.library.installed import error_for_broken_game
from rftg_dsl.library.memo import MEMO, Identity
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.parse import parse

Key = tuple[object, ...]


# -- parse -------------------------------------------------------------------------------------------------------


def parse_content(source: Source) -> tuple[tree.File, Sequence[Diagnostic]]:
    """The syntax tree of a file, without the statements that have mistakes, and the mistakes themselves."""
    return MEMO.get(("parse", source), len(source.text), lambda: parse(source, blocks=True))


# -- declare -----------------------------------------------------------------------------------------------------


@frozen(eq=False)
class Dialect:
    """A vocabulary as components see it. Vocabularies that differ only in the values of constants share one dialect.

    No component or check depends on the value of a constant, so a result for one of these vocabularies holds for all of
    them.
    """

    speech: Speech
    memory: Memory = field(factory=Memory)
    """A cache of findings that each depend on a single component."""


@frozen(slots=False, eq=False)
class Declared:
    """The words of a game, as defined by all declarations other than those of components."""

    speech: Speech
    sound: bool
    """Whether the words are free of mistakes, so that powers can be read."""
    findings: Sequence[Diagnostic]
    dialect: Dialect
    _left: frozenset[Key] = field(repr=False)
    """The keys of declarations that could have declared words but turned out to be components."""
    _declared: frozenset[Key] = field(repr=False)

    @property
    def words(self) -> Vocabulary:
        return self.speech.words

    @cached_property
    def course(self) -> tuple[Course, Sequence[Diagnostic]]:
        return read_course(self.speech)

    @cached_property
    def usual(self) -> tuple[Usual, Sequence[Diagnostic]]:
        return read_usual(self.speech)

    def entries_for_components(self, entries: Sequence[Entry]) -> list[Entry]:
        """The declarations to read as components: all that do not declare words."""
        return [entry for entry in entries if (key := key_of(entry)) in self._left or key not in self._declared]


def declare_words(game: Game, entries: Sequence[Entry]) -> Declared:
    """Read the words that these declarations define. Raise ``PluginError`` if the game's Python code needs
    other words."""
    of_words = list(declarations_of_words(entries))
    key = ("declare", Identity(game), *map(key_of, of_words))
    return MEMO.get(key, size_of(of_words), lambda: declare_anew(game, entries, of_words))


def declare_anew(game: Game, entries: Sequence[Entry], of_words: Sequence[Entry]) -> Declared:
    words, findings = Vocabulary(), list[Diagnostic]()
    reported = report_to(findings, entries)
    left = declare(reported, words)
    check_vocabulary(reported, words)
    sound = not findings
    if sound:
        if reasons := breaches_of_words(game, words):
            raise error_for_broken_game(game, reasons)
        check_faces(reported, words, game.faces)
        findings += check_schedule(reported, words, describe_steps(game))
    speech = Speech(words, game)
    # The key ignores changes to constants, so that editions that differ only in constants share the resolved
    # components.
    alike = ("dialect", Identity(game), *[key_of(entry) for entry in of_words if not is_constant_change(entry)])
    dialect = MEMO.get(alike, size_of(of_words), lambda: Dialect(speech)) if sound else Dialect(speech)
    declared = frozenset(map(key_of, of_words))
    return Declared(speech, sound, findings, dialect, frozenset(key_of(entry) for entry in left), declared)


def key_of(entry: Any) -> Key:
    """The identity of a declaration: its file, its position in the file, and its origin."""
    return entry.source, entry.declaration.at, entry.origin


def size_of(entries: Sequence[Entry]) -> int:
    """The number of characters in the files that these declarations keep in memory."""
    return sum(len(source.text) for source in {entry.source for entry in entries})


def is_constant_change(entry: Entry) -> bool:
    """Whether a declaration merely changes the value of one of the game's constants, for an edition or option."""
    return entry.declaration.kind.text == CONSTANT and entry.origin.difference


def declarations_of_words(entries: Sequence[Entry]) -> Iterator[Entry]:
    """All declarations except those that, judging by the first word, can only be components."""
    named: dict[str, set[str]] = {}
    for entry in entries:
        if entry.declaration.kind.text in ("component", "stock", "property") and entry.declaration.atoms:
            named.setdefault(entry.declaration.kind.text, set()).add(entry.declaration.atoms[0].text)
    others = {*MAKERS, *ASIDE, *STRETCHES, *named.get("stock", ()), *named.get("property", ())}
    components = named.get("component", set()) - others
    return (entry for entry in entries if entry.declaration.kind.text not in components)


# -- resolve and check -------------------------------------------------------------------------------------------


def resolve_components(declared: Declared, entries: Sequence[Entry]) -> tuple[Sequence[Component], list[Diagnostic]]:
    dialect, findings = declared.dialect, list[Diagnostic]()

    def look_up(source: Source, node: tree.Declaration, nth: int) -> Resolved:
        key = ("resolve", dialect, source)
        return MEMO.get(key, len(source.text), lambda: FileComponents(dialect.speech, source)).look_up(node, nth)

    mine = report_to(findings, declared.entries_for_components(entries))
    return read_components(mine, dialect.speech.words, look_up), findings


class FileComponents:
    """The components in one file, for one vocabulary, each resolved on first use.

    They are cached together, because any one of them keeps the whole file in memory.
    """

    def __init__(self, speech: Speech, source: Source) -> None:
        self.speech = speech
        self.source = source
        self._known: dict[tree.At, tuple[int, Resolved]] = {}

    def look_up(self, node: tree.Declaration, nth: int) -> Resolved:
        """Resolve a declaration, which is the ``nth`` in its game."""
        known = self._known.get(node.at)
        if known is None or known[0] != nth:
            known = self._known[node.at] = nth, resolve(self.source, node, self.speech, nth)
        return known[1]


def make_model(game: Game, parts: Mapping[str, Sequence[Entry]]) -> tuple[Model, Sequence[Diagnostic]]:
    every = [entry for entries in parts.values() for entry in entries]
    # Editions and options come last, because they change declarations in the other parts.
    entries = sorted(every, key=lambda entry: entry.origin.difference)
    declared = declare_words(game, entries)
    findings = list(declared.findings)
    course, usual = Course(), Usual()
    if declared.sound:
        course, wrong_course = declared.course
        usual, wrong_usual = declared.usual
        findings += [*wrong_usual, *wrong_course]
    components, wrong = resolve_components(declared, entries)
    model = Model(declared.words, tuple(components), course, usual)
    findings += wrong
    if declared.sound:
        findings += check_model(model, game, declared.dialect.memory)
    else:
        # All other checks assume that the words are free of mistakes.
        findings += check_names(model, game)
    return model, findings
