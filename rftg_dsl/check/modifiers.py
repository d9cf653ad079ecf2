"""Read powers that change a number, or permit or forbid an act."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rftg_dsl.check.measures import read_amount
from rftg_dsl.check.model import Amount, Change, Modifier
from rftg_dsl.check.noun_phrases import read_things
from rftg_dsl.check.power_heads import Head, Label, Number, report_late_condition
from rftg_dsl.check.scope import Scope, flatten, texts_of
from rftg_dsl.check.signatures import Parameter
from rftg_dsl.check.subjects import read_subject, resolve_subject
from rftg_dsl.syntax import tree

CHANGED = "changed"


EXACT = 50
"""The rank of powers that set a number, which apply after all powers that add or subtract."""


KEPT = 100
"""The rank of powers that fix a printed number, which apply after all powers that change it."""


def read_modifier(
    scope: Scope, label: Label, first: Head, number: Number, segments: Sequence[tree.Segment]
) -> Modifier | None:
    phrases = list(segments[0].phrases) if segments else []
    if not phrases or not isinstance(phrases[0], tree.Change):
        at = phrases[0].at if phrases else label.ends
        hint = "write '1 more', '2 less', '4 exactly'"
        scope.report_error("missing-change", at, "this does not say how the number changes", hint)
        return None
    if len(segments) > 1:
        scope.report_error("surplus-clause", segments[1].at, "a power that changes a number cannot do anything else")
    said = phrases[0]
    rounding = next((node for node in phrases[1:] if isinstance(node, tree.Rounding)), None)
    scope.use(said)
    # The right-hand side is a boolean that serves as the minimum: 0 after 'exactly' or if any change opens the number,
    # and 1 otherwise.
    if said.direction != "any" and said.by < (said.direction != "exactly" and not number.parameter.opens):
        scope.report_error("out-of-range", said.at, "this changes nothing", "use 1 or more")
    change = Change(read_amount(scope, said.by, said.per, rounding), said.direction)
    for phrase in phrases[1:]:
        match phrase:
            case tree.Bound(above=False) if said.direction == "less" and change.floor is None:
                scope.use(phrase)
                change = evolve(change, floor=phrase.limit)
            case tree.Bound(above=True) if said.direction == "more" and change.ceiling is None:
                scope.use(phrase)
                change = evolve(change, ceiling=phrase.limit)
            case tree.Condition():
                report_late_condition(scope, phrase)
    rank = first.rank or (EXACT if change.direction == "exactly" else 0)
    changed = (number.parameter.name, number.about, change, rank, first.price)
    return Modifier(label.id, label.text, label.at, first.conditions, *changed, first.once, first.times)


def read_permission(scope: Scope, label: Label, first: Head, node: tree.Permission) -> Modifier | None:
    act = " ".join(texts_of(flatten(node.act)))
    number = scope.speech.numbers.get(" ".join(texts_of(flatten(node.words))))
    if number and act == CHANGED:
        return read_unchangeable(scope, label, first, node, number)
    parameter = scope.speech.permits.get(act)
    if parameter is None:
        scope.report.add_unknown("act", act, node.act.at, scope.speech.permits)
        return None
    scope.use(*flatten(node.act))
    check_permission(scope, label, first, priced=parameter.priced and node.allowed)
    things = read_things(scope, node.words, node.prepositions, node.at)
    meant = resolve_subject(scope, parameter, things, node.words.at)
    if parameter.opens:  # a change by 0 allows the act, and 'closed' rules it out
        change = Change(Amount(0), "less" if node.allowed else "closed")
    else:
        change = Change(Amount(1), "allowed" if node.allowed else "forbidden")
    changed = (parameter.name, meant, change, 0, first.price, first.once, first.times)
    return Modifier(label.id, label.text, label.at, first.conditions, *changed)


def check_permission(scope: Scope, label: Label, first: Head, priced: bool = False) -> None:
    if first.when is not None or first.whoever or first.choose or (first.price and not priced):
        scope.report_error(
            "surplus-clause", label.ends, "a permission holds at all times", "leave out whatever it waits for"
        )


def read_unchangeable(
    scope: Scope, label: Label, first: Head, node: tree.Permission, parameter: Parameter
) -> Modifier | None:
    check_permission(scope, label, first)
    printed = scope.words.properties.get(parameter.name)
    if node.allowed:
        scope.report_error("wrong-kind", node.at, "a number can be changed unless a power forbids it", "leave it out")
        return None
    if parameter.about != "piece" or printed is None or not printed.numeric:
        hint = "write how it changes, such as '2 exactly'"
        scope.report_error("wrong-kind", node.at, f"{parameter.name!r} is not a number printed on pieces", hint)
        return None
    scope.use(*flatten(node.words), *flatten(node.act))
    meant = read_subject(scope, parameter, node.prepositions)
    change = Change(Amount(1), "printed")
    return Modifier(label.id, label.text, label.at, first.conditions, parameter.name, meant, change, KEPT, ())
