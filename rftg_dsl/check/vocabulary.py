"""Whether the words of a game agree with one another: none can be read in two ways, and each that is named exists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from typing import Any

from attrs import evolve

from rftg_dsl.check.declare import KEYWORDS, MAKERS
from rftg_dsl.check.report import Report
from rftg_dsl.syntax.tree import Atom, Declaration
from rftg_dsl.vocabulary import Vocabulary

Declared = tuple[Report, Declaration, bool]

THINGS = ("stock", "kind", "component", "counter", "noun")
"""Declarations whose words name things in powers: one word must not name two of them."""


def check_vocabulary(declarations: Iterable[Declared], words: Vocabulary) -> None:
    """Every disagreement between the declarations of words."""
    heads = {**dict.fromkeys(MAKERS, "a word of every game"), **dict.fromkeys(enumerated(words), "a property")}
    things: dict[str, Declaration] = {}
    for report, declaration, _ in declarations:
        first = declaration.atoms[0] if declaration.atoms else None
        if declaration.kind.text in MAKERS and first and first.kind == "word":
            headings(report, declaration, first, heads)
            named_twice(report, declaration, first, things)
            references(report, declaration, words)
    leave_out(words)


def leave_out(words: Vocabulary) -> None:
    """What names something that nothing declares is left out, so that nobody behind has to ask again."""
    known = words.properties
    for name, kind in words.kinds.items():
        has, optional = (tuple(one for one in those if one in known) for those in (kind.has, kind.optional))
        words.kinds[name] = evolve(kind, has=has, optional=optional)
    for name, component in list(words.components.items()):
        words.components[name] = evolve(component, has=tuple(one for one in component.has if one in known))
        if not component.sides or not all(side in words.kinds for side in component.sides):
            del words.components[name]
    for name, counter in words.counters.items():
        if counter.takes not in words.counters:
            words.counters[name] = evolve(counter, takes="")


def enumerated(words: Vocabulary) -> set[str]:
    """The properties whose values are declared one by one."""
    return {one.name for one in words.properties.values() if not one.numeric}


def field(declaration: Declaration, name: str) -> list[Atom]:
    """The word behind a field, if it stands there."""
    pairs = pairwise(declaration.atoms)
    return [after for atom, after in pairs if (atom.kind, atom.text) == ("word", name) and after.kind == "word"][:1]


def headings(report: Report, declaration: Declaration, name: Atom, heads: dict[str, str]) -> None:
    """A word with which declarations begin begins only one sort of them."""
    sort = declaration.kind.text
    if sort not in ("stock", "component"):
        return
    if name.text in heads:
        report.wrong("ambiguous-word", name.at, f"{name.text!r} is {heads[name.text]} already", "choose another word")
    heads.setdefault(name.text, f"a {sort}")


def named_twice(report: Report, declaration: Declaration, name: Atom, things: dict[str, Declaration]) -> None:
    """No word of a thing, singular or plural, is a word of another thing, or of the language."""
    sort = declaration.kind.text
    for atom in (name, *field(declaration, "plural")) if sort in THINGS else ():
        if atom is not name and atom.text in KEYWORDS:
            report.wrong("keyword", atom.at, f"{atom.text!r} is a word of the language itself", "choose another word")
        first = things.setdefault(atom.text, declaration)
        if first is not declaration and (first.kind.text != sort or first.atoms[0] != name):
            message = f"{atom.text!r} is the word for a {first.kind.text} already"
            report.wrong("ambiguous-word", atom.at, message, "choose another word")


def references(report: Report, declaration: Declaration, words: Vocabulary) -> None:
    """Properties and counters that a declaration names are declared."""
    sort = declaration.kind.text
    tables: dict[str, Mapping[str, Any]] = {"kind": words.kinds, "component": words.components, "stock": words.stocks}
    made = tables.get(sort, {}).get(declaration.atoms[0].text)
    for name in dict.fromkeys((*made.has, *getattr(made, "optional", ()))) if made else ():
        if name not in words.properties:
            at = next((atom.at for atom in declaration.atoms if atom.text == name), declaration.kind.at)
            report.unknown("property", name, at, words.properties)
    for atom in field(declaration, "takes") if sort == "counter" else ():
        if atom.text not in words.counters:
            report.unknown("counter", atom.text, atom.at, words.counters)
        elif words.counters[atom.text].owner != "table":
            report.wrong("wrong-kind", atom.at, f"{atom.text!r} is not a counter of the table", "take from one that is")
