"""Build the components in a model from their declarations, which contain sides and powers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count

from attrs import evolve, frozen

from rftg_dsl.base.diagnostic import Diagnostic, find_nearest, with_article
from rftg_dsl.base.limits import ALL_POWERS, DESIGNS, POWERS
from rftg_dsl.base.source import Source
from rftg_dsl.check.make_words import MAKERS, copies_in
from rftg_dsl.check.model import Component, Power, Side
from rftg_dsl.check.origin import Origin, ReportedEntry, report_conflict
from rftg_dsl.check.read_powers import read_power
from rftg_dsl.check.reporter import Header, Report, number_in, report_surplus_fields, words_in
from rftg_dsl.check.scope import Scope, Speech
from rftg_dsl.check.unnamed_sides import explain_missing_name
from rftg_dsl.check.vocabulary import Component as ComponentWord
from rftg_dsl.check.vocabulary import Kind, Vocabulary
from rftg_dsl.syntax import tree

SIDES = "abcdefgh"


@frozen
class Resolved:
    """The result of resolving a declaration: the component, if one could be read, and diagnostics."""

    component: Component | None
    diagnostics: Sequence[Diagnostic]
    called: Sequence[tree.Atom]


LookUp = Callable[[Source, tree.Declaration, int], Resolved]
"""A function that resolves a declaration in a file, given the index that the component will have in the game."""


def read_components(declarations: Iterable[ReportedEntry], words: Vocabulary, look_up: LookUp) -> list[Component]:
    """Return all components, after replacements.

    A component in an edition replaces the one with the same id. A component in a set replaces the one that it names.
    """
    origins: dict[str, Origin] = {}
    replaced: dict[str, Origin] = {}
    made: dict[str, Component] = {}
    # Enforce the limits before resolving any declaration, because resolving is expensive.
    declarations = limit_components(list(declarations))
    names = {side.name.text for _, node, _ in declarations for side in node.members if isinstance(side, tree.Side)}
    for report, declaration, origin in declarations:
        resolved = look_up(report.source, declaration, len(made))
        report.found += resolved.diagnostics
        for atom in resolved.called:
            if atom.text not in names:
                report.add_unknown("side", atom.text, atom.at, names)
        component = resolved.component
        if component is None:
            continue
        if component.replaces:
            replace(report, declaration, component, origin, made, origins, replaced)
        if component.id in made and not origin.difference:
            unused = next(other for n in count(2) if (other := f"{component.id}-{n}") not in made)
            message = f"{component.id} is already declared at {made[component.id].at}"
            report.add_error("duplicate-id", declaration.kind.at, message, f"choose another id, such as {unused!r}")
        else:
            origins[component.id] = origin
            check_unique(report, words, component, made.values(), declaration.kind.at)
            if component.id in made:
                # A replacement keeps the number of the component that it replaces.
                component = evolve(component, number=made[component.id].number)
            made[component.id] = component
    return list(made.values())


def limit_components(declarations: Sequence[ReportedEntry]) -> Sequence[ReportedEntry]:
    powers = 0
    for nth, (report, node, _) in enumerate(declarations):
        sides = [member for member in node.members if isinstance(member, tree.Side)]
        each = [sum(isinstance(member, tree.Sentence) for member in side.members) for side in sides]
        powers += sum(each)
        if nth >= DESIGNS.most:
            report.add_error(
                "too-many-pieces", node.kind.at, "there are too many components", f"declare at most {DESIGNS.most}"
            )
        elif max(each, default=0) > POWERS.most:
            at = sides[each.index(max(each))].name.at
            report.add_error(
                "too-many-powers", at, "this side has too many powers", f"use at most {POWERS.most} on a side"
            )
        elif powers > ALL_POWERS.most:
            report.add_error(
                "too-many-powers", node.kind.at, "there are too many powers", f"use at most {ALL_POWERS.most}"
            )
        else:
            continue
        return declarations[:nth]
    return declarations


def replace(
    report: Report,
    declaration: tree.Declaration,
    new: Component,
    origin: Origin,
    made: dict[str, Component],
    origins: Mapping[str, Origin],
    replaced: dict[str, Origin],
) -> None:
    """Remove the component that ``new`` replaces. Report a conflict if the set may not change that component."""
    at = next(atom.at for atom in declaration.atoms if atom.kind == "string")
    old = next(
        (component for component in made.values() if any(side.name == new.replaces for side in component.sides)), None
    )
    if new.replaces in replaced:
        report_conflict(report, at, origin, replaced[new.replaces], new.replaces)
    elif old is None:
        report.add_unknown(
            "side", new.replaces, at, [side.name for component in made.values() for side in component.sides]
        )
    elif not origin.may_change(origins[old.id]):
        report_conflict(report, at, origin, origins[old.id], new.replaces)
    else:
        del made[old.id]
        replaced[new.replaces] = origin


def resolve(source: Source, node: tree.Declaration, speech: Speech, nth: int) -> Resolved:
    report, words = Report(source, []), speech.words
    scope = Scope(report, speech)
    made = None
    if kind := words.components.get(node.kind.text):
        made = read_component(scope, node, kind, nth)
    else:
        enumerated = {word.name for word in words.properties.values() if not word.numeric}
        report.add_unknown(
            "kind of component", node.kind.text, node.kind.at, {*words.components, *words.stocks, *MAKERS, *enumerated}
        )
        if meant := words.components.get(find_nearest(node.kind.text, words.components)):
            read_component(scope, node, meant, nth)  # discard the result; this only finds mistakes in the sides
    return Resolved(made, report.found, scope.called)


def check_unique(
    report: Report, words: Vocabulary, component: Component, others: Iterable[Component], at: tree.At
) -> None:
    for name, value in component.properties.items():
        for other in others if words.properties[name].unique else ():
            if other.kind == component.kind and other.id != component.id and other.properties.get(name) == value:
                report.add_error(
                    "duplicate-value", at, f"{other.id} already has {name} {value}", "choose another value"
                )


def read_component(scope: Scope, node: tree.Declaration, kind: ComponentWord, nth: int) -> Component | None:
    report = scope.report
    header = Header(report, node.atoms, node.kind.at)
    name = id_of(header, kind.name)
    schema = dict.fromkeys(kind.has, "number") | {"copies": "number", "replaces": "string"}
    fields, bare = header.read_fields(schema, required=kind.has)
    report_surplus_fields(report, bare, schema)
    for member in node.members:
        if isinstance(member, tree.Sentence):
            report_power_outside(scope, member, kind)
        elif isinstance(member, tree.Stage):
            report_stage_outside(scope, member)
    # Read the sides even if there is no id, to find the mistakes inside them.
    made = read_sides(scope, node, kind, name or tree.Atom("id", "", node.kind.at))
    if name is None:
        return None
    properties = {field: number_in(atoms) for field, atoms in fields.items() if field in kind.has}
    for field in properties:
        check_property_range(scope, field, properties[field], name.at)
    copies = kind.copies or 1
    if "copies" in fields and not kind.copies:
        report.add_error("surplus-clause", name.at, f"there is only one copy of each {kind.name}", "leave out 'copies'")
    elif "copies" in fields:
        copies = copies_in(report, fields["copies"], name.at)
    at = report.to_span(name.at)
    replaces = (words_in(fields.get("replaces", ())) or ("",))[0]
    return Component(name.text, kind.name, nth, tuple(made), properties, copies, kind.both, at, kind.seated, replaces)


def read_sides(scope: Scope, node: tree.Declaration, kind: ComponentWord, name: tree.Atom) -> list[Side]:
    report = scope.report
    sides = [member for member in node.members if isinstance(member, tree.Side)]
    wanted = 1 if kind.either else len(kind.sides)
    for side in sides[wanted:]:
        message = f"{with_article(kind.name)} has only {sides_of(wanted)}"
        report.add_error("wrong-side", side.kind.at, message, "leave it out")
    if len(sides) < wanted:
        report_missing_sides(report, kind, name, [side.kind.text for side in sides])
    letters = SIDES if wanted > 1 else ("",)
    made = []
    allowed = list(kind.sides)
    # Not strict, because missing sides have already been reported.
    for letter, side in zip(letters, sides[:wanted], strict=False):
        if side.kind.text not in allowed:
            report_wrong_side(scope, side, kind, allowed)
            continue
        if not kind.any:
            allowed.remove(side.kind.text)
        made.append(read_side(scope, side, f"{name.text}.{letter}" if letter else name.text))
    return made


def report_wrong_side(scope: Scope, node: tree.Side, kind: ComponentWord, allowed: Sequence[str]) -> None:
    report, word = scope.report, node.kind
    if word.text in scope.words.kinds:
        hint = f"it needs: {(' or ' if kind.either or kind.any else ' and ').join(allowed)}"
        message = f"{with_article(kind.name)} cannot have {with_article(word.text)} side"
        if word.text in kind.sides:
            message = f"this {kind.name} already has {with_article(word.text)} side"
        report.add_error("wrong-side", word.at, message, hint)
        return
    report.add_unknown("kind of side", word.text, word.at, allowed)
    if meant := find_nearest(word.text, scope.words.kinds):
        read_side(scope, evolve(node, kind=evolve(word, text=meant)), "")


def id_of(header: Header, what: str) -> tree.Atom | None:
    if (id := header.take("id")) is not None:
        return id
    first = header.take("word", "string")
    if first is not None and first.kind == "word":
        number = header.take("number")
        text = first.text + (number.text if number else "")
        at = (first.at[0], (number or first).at[1])
        better = f"{text[0].upper()}{text[1:]}"
        message = "an id must begin with a capital letter"
        header.report.add_error("missing-name", at, message, f"write {better}", better)
        return None
    hint = f"write one after {what!r}, such as: {what} X1"
    if first is not None:
        hint = f"{hint}; a name in quotes belongs to a side, inside the block"
    header.report.add_error("missing-name", header.at, f"the id of the {what} is missing", hint)
    return None


def sides_of(n: int) -> str:
    return "1 side" if n == 1 else f"{n} sides"


def report_missing_sides(report: Report, kind: ComponentWord, name: tree.Atom, sides: Sequence[str]) -> None:
    hint = f"it needs: {(' or ' if kind.either or kind.any else ', ').join(kind.sides)}"
    left = list(kind.sides)
    for side in sides:
        if side in left:
            left.remove(side)
    lacks = f"its {' and '.join(left)} {'side' if len(left) == 1 else 'sides'}"
    if kind.either:
        lacks = "its side"
    elif kind.any:
        lacks = sides_of(len(kind.sides) - len(sides))
    report.add_error("missing-side", name.at, f"{kind.name} {name.text} lacks {lacks}", hint)


def report_power_outside(scope: Scope, node: tree.Sentence, kind: ComponentWord) -> None:
    """Report a power outside a side, or a side without a name, which is parsed as a power."""
    first = node.segments[0].phrases[0]
    word = first.words.runs[0][0].text if isinstance(first, tree.Clause) else ""
    if isinstance(first, tree.Clause) and word in scope.words.kinds:
        scope.report.add_error("missing-name", first.words.runs[0][0].at, *explain_missing_name(word))
        return
    hint = f"put it in {with_article(kind.sides[0])}"
    scope.report.add_error("surplus-clause", node.at, "a power must be inside a side", hint)


def check_property_range(scope: Scope, name: str, value: int, at: tree.At) -> None:
    known = scope.words.properties.get(name)
    if known and known.numeric and not known.low <= value <= known.high:
        hint = f"use a number from {known.low} to {known.high}"
        scope.report.add_error("out-of-range", at, f"{name} {value} is out of range", hint)


def read_side(scope: Scope, node: tree.Side, name: str) -> Side:
    report, words = scope.report, scope.words
    kind = words.kinds[node.kind.text]
    numeric = [word for word in (*kind.has, *kind.optional) if words.properties[word].numeric]
    schema = dict.fromkeys(numeric, "number")
    header = Header(report, node.atoms, node.kind.at)
    fields, bare = header.read_fields(schema, required=[word for word in numeric if word in kind.has])
    properties: dict[str, int | str | tuple[str, ...]] = {}
    for field, atoms in fields.items():
        if atoms:
            properties[field] = atoms[0].number
            check_property_range(scope, field, atoms[0].number, atoms[0].at)
    for atom in bare:
        value = words.values.get(atom.text)
        if value is None or value.of not in (*kind.has, *kind.optional):
            known = [
                candidate.name for candidate in words.values.values() if candidate.of in (*kind.has, *kind.optional)
            ]
            if value is not None or atom.text in words.properties:
                message = f"{with_article(kind.name)} has no {value.of if value else atom.text}"
                report.add_error("surplus-field", atom.at, message, f"leave out {atom.text!r}")
            else:
                report.add_unknown("value", atom.text, atom.at, [*known, *schema])
        elif words.properties[value.of].several:
            so_far = properties.get(value.of, ())
            assert isinstance(so_far, tuple)
            if atom.text in so_far:
                report.add_error("duplicate-field", atom.at, f"{atom.text!r} appears twice", "leave one out")
            properties[value.of] = tuple(dict.fromkeys((*so_far, atom.text)))
        elif value.of in properties:
            message = f"this {kind.name} already has {with_article(value.of)}"
            report.add_error("duplicate-field", atom.at, message, f"it is {properties[value.of]}")
        else:
            properties[value.of] = atom.text
    # An unknown word may be a misspelt value, so do not report a missing value as well.
    unknown = any(atom.text not in words.values for atom in bare)
    for word in kind.has:
        if word not in properties and not words.properties[word].numeric and not unknown:
            known = [value.name for value in words.values.values() if value.of == word]
            hint = "write one of: " + ", ".join(known)
            report.add_error("missing-field", node.name.at, f"this {kind.name} needs {with_article(word)}", hint)
    check_fields(scope, kind, properties, node.name.at)
    if not node.name.text.strip():
        report.add_error("missing-name", node.name.at, "the name is empty", "write the printed name")
    powers = powers_of(scope, node.members, name)
    at = report.to_span(node.name.at)
    return Side(name, node.name.text, kind.name, properties, powers, at, blank=not node.members)


def write_field(words: Vocabulary, name: str, value: object = None) -> str:
    """Write a property as content does: ``defense 3``, or only the word for a value; without one, an example."""
    if words.properties[name].numeric:
        return f"{name} {words.properties[name].low if value is None else value}"
    return str(value or next(each.name for each in words.values.values() if each.of == name))


def check_fields(scope: Scope, kind: Kind, properties: Mapping[str, object], at: tree.At) -> None:
    """Check that a side has all properties that its other properties need, and one of its kind's alternatives."""
    missing = set()
    for name in properties:
        for other in scope.words.properties[name].needs:
            if other not in properties:
                missing.add(other)
                written = write_field(scope.words, name, properties[name])
                hint = f"add its {other}, as in {write_field(scope.words, other)!r}, or leave out {written!r}"
                scope.report.add_error("missing-field", at, f"{name!r} also needs {other!r}", hint)
    present = [name for name in kind.either if name in properties]
    if kind.either and len(present) != 1 and not missing.intersection(kind.either):
        names = " or ".join(kind.either)
        hint = f"use one of them: {names}"
        message = (
            f"{with_article(kind.name)} can have only one of {names}" if present else f"this {kind.name} needs {names}"
        )
        scope.report.add_error("surplus-field" if present else "missing-field", at, message, hint)


def powers_of(scope: Scope, members: Sequence[tree.Side | tree.Sentence | tree.Stage], name: str) -> tuple[Power, ...]:
    """Read the powers on a side, numbered in source order. A malformed power uses up a number."""
    made = []
    ordinal = 0
    for member in members:
        if isinstance(member, tree.Side):
            scope.report.add_error(
                "surplus-block", member.at, "a side cannot contain another side", "put it after this side"
            )
            continue
        if isinstance(member, tree.Stage):
            report_stage_outside(scope, member)
            continue
        ordinal += 1
        power = read_power(scope, member, f"{name}/{ordinal}")
        if power:
            made.append(power)
    return tuple(made)


def report_stage_outside(scope: Scope, node: tree.Stage) -> None:
    message = f"a {node.kind.text} belongs in a schedule, not in a component"
    scope.report.add_error("surplus-block", node.at, message, "write: insert after ... { ... }")


def sides_by_id(components: Sequence[Component]) -> Mapping[str, Side]:
    return {side.id: side for component in components for side in component.sides}
