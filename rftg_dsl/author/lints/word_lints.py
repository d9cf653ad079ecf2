"""A lint rule for declared words that are never used."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping

from rftg_dsl.author.lints.python_words import Named
from rftg_dsl.base.diagnostic import Diagnostic, Severity
from rftg_dsl.base.source import Span
from rftg_dsl.check.make_words import MAKERS
from rftg_dsl.check.origin import Entry
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.check.vocabulary import ASIDE, Vocabulary
from rftg_dsl.compile.game import Game
from rftg_dsl.syntax import tree

UNSPOKEN = ("game", "option")
"""Kinds of declaration that are meant for people who start a game, so content need not use their words."""


def find_unused_words(
    entries: Iterable[Entry], words: Vocabulary, game: Game, own: Container[str], files: Container[str]
) -> Iterator[Diagnostic]:
    """Report declared words that are not used in any declaration, power or Python code.

    Declarations about the printing, look and usual values of a word do not count as uses. ``own`` contains the parts of
    the game that belong together with its Python code, which may assemble their words from pieces.
    """
    unique: dict[tuple[str, tree.At], Entry] = {}
    for each in entries:
        unique.setdefault((each.source.label, each.declaration.at), each)
    plurals = {singular: plural for plural, singular in words.singulars_by_plural().items()}
    said: set[str] = set()
    for each in unique.values():
        if each.declaration.kind.text in ASIDE:
            continue
        name = word_of(each.declaration, words)
        said |= words_in(each.declaration) - ({name.text, plurals.get(name.text, "")} if name else set())
    named = None
    for entry, name in find_declared_words(unique.values(), words, files):
        if {name.text, plurals.get(name.text, name.text)} & said:
            continue
        # Scanning the game's Python code is slow, and necessary only once a word appears to be unused.
        named = named or Named(game)
        node = entry.declaration
        made = entry.origin.name in own and (named.may_make(name.text) or is_sort_named(node, words, named))
        if name.text not in named and not made:
            message = f"the {node.kind.text} {name.text!r} is never used"
            at = Span(entry.source, *name.at)
            yield Diagnostic("unused-word", at, message, "use it, or remove it", Severity.LINT)


def find_declared_words(
    entries: Iterable[Entry], words: Vocabulary, files: Container[str]
) -> Iterator[tuple[Entry, tree.Atom]]:
    """Yield the words declared in these files. Declarations in editions and options only modify existing words."""
    for entry in entries:
        own = entry.source.label in files and not entry.origin.difference
        if own and (name := word_of(entry.declaration, words)):
            yield entry, name


def word_of(node: tree.Declaration, words: Vocabulary) -> tree.Atom | None:
    sort = node.kind.text
    first = node.atoms[0] if node.atoms else None
    declares = (sort in MAKERS and sort not in UNSPOKEN) or sort in words.properties or sort in words.stocks
    return first if declares and first and first.kind == "word" else None


def is_sort_named(node: tree.Declaration, words: Vocabulary, named: Container[str]) -> bool:
    """Whether the Python code refers to the word's sort, in which case it may iterate over all words of that sort."""
    sorts: tuple[Mapping[str, object], ...] = (words.properties, words.stocks)
    return any(node.kind.text in group for group in sorts) and node.kind.text in named


def words_in(node: tree.Declaration) -> set[str]:
    return {
        part.text.removeprefix("non-")
        for part in nodes_in(node)
        if isinstance(part, tree.Word | tree.Atom) and getattr(part, "kind", "word") == "word"
    }
