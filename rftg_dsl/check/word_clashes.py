"""Check that the words in a game are consistent: no word has two meanings, and every word used is declared."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from attrs import evolve

from rftg_dsl.base.diagnostic import with_article
from rftg_dsl.check.make_words import MAKERS
from rftg_dsl.check.origin import ReportedEntry
from rftg_dsl.check.reporter import Report
from rftg_dsl.check.vocabulary import ASIDE, Vocabulary
from rftg_dsl.syntax.keywords import KEYWORDS
from rftg_dsl.syntax.tree import Atom, Declaration

THINGS = ("stock", "kind", "component", "counter", "noun")
"""The kinds of declaration that introduce things. In powers, a word must mean only one of these things."""


def check_vocabulary(declarations: Iterable[ReportedEntry], words: Vocabulary) -> None:
    heads = dict.fromkeys((*MAKERS, *ASIDE), "a word of every game") | dict.fromkeys(
        enumerations_in(words), "a property"
    )
    things: dict[str, Declaration] = {}
    for report, declaration, _ in declarations:
        first = declaration.atoms[0] if declaration.atoms else None
        if declaration.kind.text in MAKERS and first and first.kind == "word":
            check_heading(report, declaration, first, heads)
            check_thing(report, declaration, first, things)
            check_references(report, declaration, words)
    drop_undeclared(words)


def check_faces(declarations: Iterable[ReportedEntry], words: Vocabulary, known: Mapping[str, frozenset[str]]) -> None:
    """Report die faces without an effect.

    ``known`` contains, for each stock, the faces that the game's steps handle. Any other face must mean some of those
    faces, or provide something.
    """
    for report, declaration, _ in declarations:
        if declaration.kind.text not in known:
            continue
        faces = known[declaration.kind.text]
        named = [atom.text for atom in declaration.atoms]
        start = named.index("faces") + 1 if "faces" in named else len(named)
        for atom in declaration.atoms[start : start + words.stocks[declaration.kind.text].faces]:
            value = words.values.get(atom.text)
            says = value is not None and value.of == "face" and (value.means or any(value.properties.values()))
            if atom.text not in faces and not (value and says and set(value.means) <= faces):
                hint = f"declare what it means, such as 'face ... means {min(faces)}'"
                report.add_error("never-fires", atom.at, f"the face {atom.text!r} has no effect", hint)
                return


def drop_undeclared(words: Vocabulary) -> None:
    """Drop references to undeclared words, so that later stages can rely on the rest."""
    known = words.properties
    for name, kind in words.kinds.items():
        has, optional = (tuple(word for word in names if word in known) for names in (kind.has, kind.optional))
        words.kinds[name] = evolve(kind, has=has, optional=optional)
    for name, component in list(words.components.items()):
        words.components[name] = evolve(component, has=tuple(word for word in component.has if word in known))
        if not component.sides or not all(side in words.kinds for side in component.sides):
            # A component without valid sides cannot be built. Once it is dropped, its declarations are reported as
            # unknown.
            del words.components[name]
    for name, counter in words.counters.items():
        if counter.takes not in words.counters:
            words.counters[name] = evolve(counter, takes="")


def enumerations_in(words: Vocabulary) -> set[str]:
    return {word.name for word in words.properties.values() if not word.numeric}


def word_after(declaration: Declaration, name: str) -> list[Atom]:
    pairs = pairwise(declaration.atoms)
    return [after for atom, after in pairs if (atom.kind, atom.text) == ("word", name) and after.kind == "word"][:1]


def check_heading(report: Report, declaration: Declaration, name: Atom, heads: dict[str, str]) -> None:
    sort = declaration.kind.text
    if sort not in ("stock", "component"):
        return
    if name.text in heads:
        report.add_error(
            "ambiguous-word", name.at, f"{name.text!r} is already {heads[name.text]}", "choose another word"
        )
    heads.setdefault(name.text, with_article(sort))


def check_thing(report: Report, declaration: Declaration, name: Atom, things: dict[str, Declaration]) -> None:
    """Check that the words for a thing, both singular and plural, have no other meaning and are not reserved."""
    sort = declaration.kind.text
    for atom in (name, *word_after(declaration, "plural")) if sort in THINGS else ():
        if atom is not name and atom.text in KEYWORDS:
            report.add_error("keyword", atom.at, f"{atom.text!r} is a reserved word", "choose another word")
        first = things.setdefault(atom.text, declaration)
        # A set may declare the same word again in order to add to it.
        if first is not declaration and (first.kind.text != sort or first.atoms[0] != name):
            message = f"{atom.text!r} already names {with_article(first.kind.text)}"
            report.add_error("ambiguous-word", atom.at, message, "choose another word")


def check_references(report: Report, declaration: Declaration, words: Vocabulary) -> None:
    sort = declaration.kind.text
    tables: dict[str, Mapping[str, Any]] = {"kind": words.kinds, "component": words.components, "stock": words.stocks}
    entry = tables.get(sort, {}).get(declaration.atoms[0].text)
    for name in dict.fromkeys((*entry.has, *getattr(entry, "optional", ()))) if entry else ():
        if name not in words.properties:
            at = next((atom.at for atom in declaration.atoms if atom.text == name), declaration.kind.at)
            report.add_unknown("property", name, at, words.properties)
    for atom in word_after(declaration, "takes") if sort == "counter" else ():
        if atom.text not in words.counters:
            report.add_unknown("counter", atom.text, atom.at, words.counters)
        elif words.counters[atom.text].owner != "table":
            report.add_error("wrong-kind", atom.at, f"{atom.text!r} is not a table counter", "use a table counter")
