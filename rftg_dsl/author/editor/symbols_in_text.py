"""Finds declarations and uses of names and words, and renames them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, NamedTuple
from unicodedata import normalize

from rftg_dsl.author.editor.projects import Checkup
from rftg_dsl.author.editor.tokens import token_at
from rftg_dsl.base.diagnostic import Diagnostic, Severity
from rftg_dsl.base.limits import NAME, WORD
from rftg_dsl.base.source import Source
from rftg_dsl.base.spelling import find_names
from rftg_dsl.check.make_words import MAKERS
from rftg_dsl.check.picture_words import locate_symbols
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.compile.game import Game
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.keywords import KEYWORDS

Trees = Callable[[Source], tree.File]


class Symbol(NamedTuple):
    """The name, word or id that a span of text refers to."""

    sort: Literal["name", "word", "id"]
    text: str


class Mention(NamedTuple):
    """A span that refers to a symbol, excluding quotation marks."""

    path: Path
    start: int
    end: int
    declares: bool


class RenameError(Exception):
    """Raised if a symbol cannot be renamed; the message explains why."""


def symbol_at(source: Source, offset: int) -> tuple[Symbol, int, int] | None:
    at = token_at(source.text, offset)
    if at is None or at.sort not in ("string", "word", "id"):
        return None
    if at.sort == "string":
        return Symbol("name", at.name), at.start + 1, at.end - at.text.endswith('"')
    text = at.text.removeprefix("non-")
    return Symbol("id" if at.sort == "id" else "word", text), at.end - len(text), at.end


# -- mentions ----------------------------------------------------------------------------------------------------


def find_mentions(symbol: Symbol, checkup: Checkup, words: Vocabulary, trees: Trees) -> Iterator[Mention]:
    """Yield all mentions of a symbol, beginning with those in the project."""
    paths = sorted(checkup.sources, key=lambda path: (path not in checkup.own, path))
    for path in paths:
        source = checkup.sources[path]
        if is_said(symbol, source):
            for (start, end), declares in find_places(symbol, trees(source), declarers_in(words)):
                within = (start + 1, end - 1) if symbol.sort == "name" else (end - len(symbol.text), end)
                yield Mention(path, *within, declares)


def is_said(symbol: Symbol, source: Source) -> bool:
    """Whether a file may contain the symbol, in any Unicode normal form."""
    # This cheap test makes it unnecessary to parse most files.
    return symbol.text in normalize("NFC", source.text)


def declarers_in(words: Vocabulary) -> frozenset[str]:
    enumerated = (name for name, prop in words.properties.items() if not prop.numeric)
    return frozenset((*MAKERS, *words.stocks, *enumerated)) - {"game"}


def find_places(symbol: Symbol, file: tree.File, declaring: frozenset[str]) -> Iterator[tuple[tree.At, bool]]:
    """Yield the spans that refer to a symbol, each with a flag that is true for declarations."""
    every = (each for part in (*file.declarations, *file.scenarios) for each in nodes_in(part))
    match symbol.sort:
        case "name":
            names = ((atom, declares) for node in every for atom, declares in names_in(node))
            yield from ((atom.at, declares) for atom, declares in names if atom.text == symbol.text)
        case "id":
            for node in file.declarations:
                yield from ((atom.at, True) for atom in node.atoms[:1] if (atom.kind, atom.text) == ("id", symbol.text))
        case "word":
            declared = {at for part in file.declarations for at in find_declarations(part, symbol.text, declaring)}
            said = ("word", symbol.text)
            # The symbol that follows ``look ... symbol`` is not a word of the game.
            drawn = {at for part in file.declarations for at in locate_symbols(part)}
            for node in every:
                if isinstance(node, tree.Word) and node.text.removeprefix("non-") == symbol.text:
                    yield node.at, False
                elif isinstance(node, tree.Atom) and (node.kind, node.text) == said and node.at not in drawn:
                    yield node.at, node.at in declared


def names_in(node: Any) -> Iterator[tuple[tree.Atom, bool]]:
    match node:
        case tree.Side(name=atom):
            yield atom, True
        case tree.Preposition(names=atoms):
            yield from ((atom, False) for atom in atoms)
        case tree.Declaration(atoms=atoms):
            yield from ((atom, False) for word, atom in pairwise(atoms) if is_replaced(word, atom))
        case tree.Reference(name=tree.Atom() as atom) | tree.Line(on=tree.Atom() as atom):
            yield atom, False


def is_replaced(word: tree.Atom, atom: tree.Atom) -> bool:
    return (word.kind, word.text, atom.kind) == ("word", "replaces", "string")


def find_declarations(part: tree.Declaration, text: str, declaring: frozenset[str]) -> Iterator[tree.At]:
    every: list[tree.Declaration | tree.Stage] = [stage for stage in nodes_in(part) if isinstance(stage, tree.Stage)]
    every += [part] if part.kind.text in declaring else []
    for node in every:
        own = [atom for atom in node.atoms[:1] if atom.kind == "word"]
        own += [atom for word, atom in pairwise(node.atoms) if word.text == "plural" and atom.kind == "word"]
        yield from (atom.at for atom in own if atom.text == text)


# -- renaming ----------------------------------------------------------------------------------------------------


class Renamed(NamedTuple):
    """A symbol to rename, and the places to change."""

    symbol: Symbol
    places: tuple[Mention, ...]


def plan_rename(symbol: Symbol, mentions: Iterable[Mention], checkup: Checkup, game: Game) -> Renamed:
    """Return the places to change for a rename. Raise ``RenameError`` if the symbol cannot be renamed."""
    every = tuple(mentions)
    said = f"{symbol.text!r}"
    if symbol.sort == "id":
        raise RenameError("ids are recorded in logs and cannot be renamed")
    if symbol.sort == "word" and symbol.text in reserved_words_of(game):
        raise RenameError(f"{said} is reserved by the game or the language")
    if not any(mention.declares for mention in every):
        raise RenameError(f"{said} is not declared in content")
    if checkup.project.game or any(mention.declares and mention.path not in checkup.own for mention in every):
        raise RenameError(f"{said} belongs to the game or to another set; a set can rename only its own names")
    return Renamed(symbol, tuple(mention for mention in every if mention.path in checkup.own))


def reserved_words_of(game: Game) -> frozenset[str]:
    """The words that content cannot declare, because the language or the game's Python code uses them."""
    said = [*(entry.name for entry in game.verbs), *(entry.name for entry in game.parameters)]
    said += [form for event in game.events for form in event.forms]
    said += [*game.selected, *(parameter.opens for parameter in game.parameters)]
    return KEYWORDS.union(word for text in said for word in text.split())


def check_new(symbol: Symbol, new: str, words: Vocabulary, game: Game, taken: Iterable[str]) -> None:
    """Raise ``RenameError`` if the new name is malformed or in use; ``taken`` lists the printed names."""
    if symbol.sort == "name":
        if not new.strip() or not new.isprintable() or '"' in new or len(new) > NAME.most:
            raise RenameError(f"a printed name must be 1 to {NAME.most} characters long, without quotes")
        if find_names(new, taken)[:1] == [normalize("NFC", new)]:
            raise RenameError(f"the name {new!r} is already in use")
        return
    if not WORD_FORM.fullmatch(new) or len(new) > WORD.most:
        raise RenameError("a word must consist of lower-case letters, with hyphens or underscores between them")
    if new in reserved_words_of(game) or new in words.list_words() or new in MAKERS:
        raise RenameError(f"{new!r} is already in use")


WORD_FORM = re.compile(r"[a-z][a-z_]*(-[a-z0-9_]+)*")


def find_new_mistake(before: Mapping[Path, Iterable[Diagnostic]], after: Mapping[Path, Iterable[Diagnostic]]) -> str:
    # Count by code rather than by location, because a rename shifts locations.
    known = Counter((path, diagnostic.code) for path, diagnostics in before.items() for diagnostic in diagnostics)
    for path, diagnostics in after.items():
        for diagnostic in diagnostics:
            known[path, diagnostic.code] -= 1
            if known[path, diagnostic.code] < 0 and diagnostic.severity == Severity.ERROR:
                return diagnostic.message
    return ""
