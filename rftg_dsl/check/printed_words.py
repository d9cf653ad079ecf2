"""Read the declarations of words' printed forms, which rule text uses in place of the words in content."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rftg_dsl.base.diagnostic import one_of
from rftg_dsl.check.origin import Origin, report_conflict
from rftg_dsl.check.reporter import Header, Report, report_surplus_fields
from rftg_dsl.check.vocabulary import HOLE, PREPOSITIONS, SCORE, Vocabulary
from rftg_dsl.syntax.tree import At, Atom, Declaration

NOUNS = ("kind", "component", "stock", "noun")


MOST = 3
"""The maximum number of forms: a singular, a plural and, for a place, a form for movement to the place."""


def make_printed(header: Header, declaration: Declaration, words: Vocabulary, origin: Origin) -> None:
    """Declare the printed forms of a word, as in ``printed noun orbiter "orbiting ship" "orbiting ships"``.

    Printed forms do not affect play, so they are not included in the digest of the content (``library.digest``).
    """
    sort = header.require("the sort of word, such as noun or place", "word")
    tables = tables_of(words)
    if sort is None:
        return
    if sort.text not in tables:
        header.report.add_unknown("choice", sort.text, sort.at, tables)
        return
    table, known = tables[sort.text]
    name = None if sort.text == SCORE else header.require("the word", "word")
    if name is not None and name.text not in known:
        header.report.add_unknown("word", name.text, name.at, known)
        return
    if name is None and sort.text != SCORE:
        return
    forms = [form for form in (header.take("string") for _ in range(MOST)) if form]
    report_surplus_fields(header.report, header.atoms, ())
    if are_printable(header.report, forms, table, declaration.kind.at):
        key = (table, name.text if name else "")
        enter(words, key, tuple(form.text for form in forms), header.report, (name or sort).at, origin)


def tables_of(words: Vocabulary) -> Mapping[str, tuple[str, frozenset[str]]]:
    every = words.words_by_sort()
    same = {name: (name, frozenset(every[name])) for name in (*NOUNS, "counter", "place", "phase", "mark")}
    values = {name: [value.name for value in words.values.values() if value.of == name] for name in words.properties}
    kinds = {name: [kind.name for kind in words.stock_kinds.values() if kind.of == name] for name in words.stocks}
    return {
        **{name: ("value", frozenset(names)) for name, names in values.items() if names},
        **{name: ("stock kind", frozenset(names)) for name, names in kinds.items()},
        **same,
        "property": ("property", frozenset(words.properties)),
        SCORE: (SCORE, frozenset()),
    }


def are_printable(report: Report, forms: Sequence[Atom], table: str, at: At) -> bool:
    if not forms:
        report.add_error("missing-name", at, "the printed form is missing", "add the printed form in quotes")
        return False
    for form in forms:
        # The right-hand side is a boolean that serves as the maximum: 0 for phases, properties and the score, and 1 for
        # all other words.
        if form.text.count(HOLE) > (table not in ("phase", "property", SCORE)):
            report.add_error("wrong-value", form.at, f"'{HOLE}' has no meaning here", "leave it out")
            return False
    first = forms[0].text.split(" ")[0]
    if table == "place" and first not in PREPOSITIONS:
        message = f"{forms[0].text!r} does not begin with a preposition"
        report.add_error("wrong-value", forms[0].at, message, f"begin with {one_of([*PREPOSITIONS])}")
        return False
    return True


def enter(
    words: Vocabulary, key: tuple[str, str], forms: tuple[str, ...], report: Report, at: At, origin: Origin
) -> None:
    before = words.printers.get(key)
    if before is not None and not origin.may_change(before):
        report_conflict(report, at, origin, before, key[1] or key[0])
        return
    words.printed[key] = forms
    words.printers[key] = origin
