"""Read the conventions of a game: ``lint``, ``worth`` and ``scale`` declarations, which do not affect play."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.limits import LINTS
from rftg_dsl.check.model import Curve, Longest, Match, Meant, Needed, Scale, Usual, Worth
from rftg_dsl.check.reporter import FieldKind, Header, Report, number_in, report_surplus_fields
from rftg_dsl.check.scope import Speech
from rftg_dsl.check.vocabulary import SCALE, WORTH, Vocabulary
from rftg_dsl.syntax.tree import Atom

Fields = Mapping[str, Sequence[Atom]]


def read_usual(speech: Speech) -> tuple[Usual, Sequence[Diagnostic]]:
    made, mistakes = Usual(), list[Diagnostic]()
    for nth, (source, node) in enumerate(speech.words.usual):
        header = Header(Report(source, mistakes), node.atoms, node.kind.at)
        if nth >= LINTS.most:
            header.report.add_error(
                LINTS.code, node.kind.at, "there are too many lints", f"declare at most {LINTS.most}"
            )
            break
        for member in node.members:
            header.report.add_error("surplus-block", member.at, f"{node.kind.text!r} cannot have a block of powers")
        if node.kind.text == WORTH:
            read_worth(header, speech, made)
        elif node.kind.text == SCALE:
            read_scale(header, speech, made)
        elif code := header.require("the code of the lint", "word"):
            if code.text in READERS:
                READERS[code.text](header, speech, made)
            else:
                header.report.add_unknown("lint", code.text, code.at, READERS)
    return made, mistakes


def read_fields(header: Header, schema: Mapping[str, FieldKind], required: Iterable[str]) -> Fields | None:
    """Read the fields of a lint rule. Return None if a required field is missing or malformed."""
    fields, bare = header.read_fields(schema, required)
    report_surplus_fields(header.report, bare, schema)
    return fields if all(fields.get(name) for name in required) else None


def read_name(header: Header, speech: Speech, made: Usual) -> None:
    """Read a limit on the length of names, as in ``lint long-name of development world most 28``."""
    made.names += read_longest(header, speech)


def read_text(header: Header, speech: Speech, made: Usual) -> None:
    """Read a limit on the length of rule text, as in ``lint long-text of development world most 190``."""
    made.texts += read_longest(header, speech)


def read_longest(header: Header, speech: Speech) -> Iterable[Longest]:
    if fields := read_fields(header, {"of": "words", "most": "number"}, ("of", "most")):
        yield Longest(read_meant(header.report, fields["of"], speech.words), number_in(fields["most"]))


def read_needed(header: Header, speech: Speech, made: Usual) -> None:
    """Read a sort of power that sides must have, as in ``lint missing-power of development cost 6 needs score``."""
    numeric = find_numeric(speech.words)
    schema: dict[str, FieldKind] = {"of": "words", "needs": "word", **dict.fromkeys(numeric, "number")}
    if not (fields := read_fields(header, schema, ("of", "needs"))):
        return
    sort, known = fields["needs"][0], speech.sorts_of_power
    if sort.text not in known:
        header.report.add_unknown("verb", sort.text, sort.at, known)
    numbers = tuple((name, number_in(fields[name]), number_in(fields[name])) for name in numeric if fields.get(name))
    made.needed.append(Needed(read_meant(header.report, fields["of"], speech.words, numbers), sort.text))


def read_curve(header: Header, speech: Speech, made: Usual) -> None:
    """Read a relation between two numbers, as in ``lint off-curve of world cost by worth within 1``."""
    fields = read_fields(header, {"of": "words", "by": "word", "within": "number"}, ("of", "by"))
    if not fields:
        return
    report, words = header.report, speech.words
    numeric = find_numeric(words)
    # In 'of planet vp', the last word is the number.
    *kinds, last = fields["of"]
    by = fields["by"][0]
    for atom, known in ((last, numeric), (by, [*numeric, WORTH])):
        if atom.text not in known:
            report.add_unknown("property", atom.text, atom.at, known)
    of, within = read_meant(report, kinds, words), number_in(fields.get("within", ()))
    made.curves.append(Curve(of, last.text, "" if by.text == WORTH else by.text, within))


def read_scale(header: Header, speech: Speech, made: Usual) -> None:
    """Read the number by which sides are compared, as in ``scale of development by cost``."""
    if fields := read_fields(header, {"of": "words", "by": "word"}, ("of", "by")):
        by, numeric = fields["by"][0], find_numeric(speech.words)
        if by.text not in numeric:
            header.report.add_unknown("property", by.text, by.at, numeric)
        made.scales.append(Scale(read_meant(header.report, fields["of"], speech.words), by.text))


def find_numeric(words: Vocabulary) -> Sequence[str]:
    """The properties that are numbers."""
    return [name for name, word in words.properties.items() if word.numeric]


READERS = {
    "long-name": read_name,
    "long-text": read_text,
    "missing-power": read_needed,
    "off-curve": read_curve,
}


def read_meant(
    report: Report, atoms: Iterable[Atom], words: Vocabulary, numbers: tuple[tuple[str, int, int], ...] = ()
) -> Meant:
    """Read the sides to which a lint rule applies, as in ``tile world gray``.

    The words can be components, kinds of side and values. Words of the same sort are alternatives.
    """
    components: set[str] = set()
    kinds: set[str] = set()
    values: dict[str, set[str]] = {}
    plurals = words.singulars_by_plural()
    for atom in atoms:
        name = plurals.get(atom.text, atom.text)
        if name in words.kinds:
            kinds.add(name)
        elif name in words.components:
            components.add(name)
        elif name in words.values:
            values.setdefault(words.values[name].of, set()).add(name)
        else:
            report.add_unknown("kind", atom.text, atom.at, {*words.kinds, *words.components, *words.values})
    every = tuple((name, frozenset(names)) for name, names in values.items())
    return Meant(Match(frozenset(kinds), every, numbers=numbers), frozenset(components))


def read_worth(header: Header, speech: Speech, made: Usual) -> None:
    """Read a worth, as in ``worth 1``, ``worth 1 gain credits`` or ``worth 2 gain genes dice here``."""
    report, words, plurals = header.report, speech.words, speech.singular
    n = header.require("the worth", "number")
    verb, verbs = header.take("word"), {signature.name for signature in speech.game.verbs}
    if verb and verb.text not in verbs:
        report.add_unknown("verb", verb.text, verb.at, verbs)
    counters: set[str] = set()
    stocks: dict[str, set[str]] = {}
    places: set[str] = set()
    here = False
    for atom in header.atoms:
        name = plurals.get(atom.text, atom.text)
        if name in words.counters:
            counters.add(name)
        elif name in words.stocks:
            stocks.setdefault(name, set())
        elif name in words.stock_kinds:
            stocks.setdefault(words.stock_kinds[name].of, set()).add(name)
        elif name in words.places:
            places.add(name)
        elif name == "here":
            here = True
        else:
            known = {*words.counters, *words.stocks, *words.stock_kinds, *words.places, "here"}
            report.add_unknown("word", atom.text, atom.at, known)
    # If a line mentions a stock but none of its kinds, the line applies to all of them.
    kinds = {name: names or kinds_of(words, name) for name, names in stocks.items()}
    things = frozenset(counters).union(*kinds.values())
    if n:
        made.worths.append(Worth(n.number, verb.text if verb else "", things, frozenset(places), here))


def kinds_of(words: Vocabulary, stock: str) -> set[str]:
    return {kind.name for kind in words.stock_kinds.values() if kind.of == stock}
