"""Build a game's vocabulary from the declarations in the game and its sets."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from rftg_dsl.base.limits import WORDS
from rftg_dsl.check.make_words import MAKERS, make_stock_kind, make_value
from rftg_dsl.check.origin import Origin, ReportedEntry
from rftg_dsl.check.picture_words import make_look
from rftg_dsl.check.printed_words import make_printed
from rftg_dsl.check.read_schedule import declare_schedule, declare_stages
from rftg_dsl.check.reporter import Header
from rftg_dsl.check.vocabulary import (
    ASIDE,
    LOOK,
    PRINTED,
    Vocabulary,
)
from rftg_dsl.syntax.tree import Declaration


def declare(declarations: Iterable[ReportedEntry], words: Vocabulary) -> list[ReportedEntry]:
    """Add the declared words to the vocabulary. Return the other declarations, which are those of components.

    A set can change some of the words declared by the game or by the sets that it requires.
    """
    aside, remaining = split_aside(limit_words(list(declarations)))
    declare_stages(remaining, words)
    # The order of MAKERS matters, since components refer to kinds, and nouns refer to components and places.
    for kind, maker in MAKERS.items():
        remaining = make_each(remaining, words, kind.__eq__, maker)
    remaining = declare_schedule(remaining, words)
    # The declaration of a value or stock kind begins with the name of its property or stock, which must be known by
    # now.
    remaining = make_each(remaining, words, lambda name: name in words.properties, make_value)
    remaining = make_each(remaining, words, lambda name: name in words.stocks, make_stock_kind)
    aside = make_each(aside, words, PRINTED.__eq__, make_printed)
    aside = make_each(aside, words, LOOK.__eq__, make_look)
    words.usual += [(entry.source, entry.declaration) for entry in aside]
    return remaining


def split_aside(declarations: list[ReportedEntry]) -> tuple[list[ReportedEntry], list[ReportedEntry]]:
    aside = [entry for entry in declarations if entry.declaration.kind.text in ASIDE]
    return aside, [entry for entry in declarations if entry.declaration.kind.text not in ASIDE]


def limit_words(declarations: list[ReportedEntry]) -> list[ReportedEntry]:
    # Components have a limit of their own, so count only the other declarations.
    components = {atom.text for _, node, _ in declarations if node.kind.text == "component" for atom in node.atoms[:1]}
    words = [nth for nth, entry in enumerate(declarations) if entry.declaration.kind.text not in components]
    if len(words) <= WORDS.most:
        return declarations
    first, surplus = declarations[words[WORDS.most]], set(words[WORDS.most :])
    hint = f"declare at most {WORDS.most} words"
    first.report.add_error("too-many-words", first.declaration.kind.at, "the game has too many words", hint)
    return [entry for nth, entry in enumerate(declarations) if nth not in surplus]


def make_each(
    declarations: list[ReportedEntry],
    words: Vocabulary,
    wanted: Callable[[str], bool],
    make: Callable[[Header, Declaration, Vocabulary, Origin], None],
) -> list[ReportedEntry]:
    others = []
    for entry in declarations:
        report, declaration, origin = entry
        if wanted(declaration.kind.text):
            make(Header(report, declaration.atoms, declaration.kind.at), declaration, words, origin)
            for member in declaration.members:
                report.add_error("surplus-block", member.at, f"{declaration.kind.text!r} cannot have a block of powers")
        else:
            others.append(entry)
    return others
