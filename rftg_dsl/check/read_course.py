"""Read the sentences in a schedule: conditions of stages, endings, and the lines of scores and tie-breaks."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any

from attrs import evolve

from rftg_dsl.base.diagnostic import Diagnostic, one_of, suggest_nearest
from rftg_dsl.base.source import Source, Span
from rftg_dsl.check.conditions import read_seat_condition
from rftg_dsl.check.measures import is_single, subphrase_of, with_range
from rftg_dsl.check.model import (
    Amount,
    Condition,
    Count,
    Course,
    Ending,
    Held,
    HowMany,
    Known,
    Line,
    Match,
    PieceSet,
    Plain,
    Score,
    StockSet,
    Test,
)
from rftg_dsl.check.read_powers import read_power
from rftg_dsl.check.reporter import Report
from rftg_dsl.check.scope import Scope, Speech, flatten, texts_of
from rftg_dsl.check.signatures import MANY
from rftg_dsl.check.vocabulary import EndWord, ScoreWord
from rftg_dsl.syntax import tree

ASKED: Mapping[str, Any] = {"anyone": "anyone", "everyone": "everyone", "nobody": "nobody"}

EACH = "each"
"""The name of the score line that is expanded to one line for each piece."""


def read_course(speech: Speech) -> tuple[Course, Sequence[Diagnostic]]:
    words, counts = speech.words, speech.game.counts
    mistakes: list[Diagnostic] = []

    def scope_of(source: Source) -> Scope:
        return Scope(Report(source, mistakes), speech)

    tests: dict[str, Test | Known] = {}
    for label, stage in words.schedule.stages.items():
        if stage.test is not None:
            source, node = stage.test
            test = read_stage_test(scope_of(source), node, label)
            tests |= {label: test} if test else {}
    made = Course(
        tests,
        tuple(read_ending(scope_of, ending) for ending in words.endings.values()),
        tuple(read_score_line(scope_of, line, "score", counts, mistakes) for line in words.lines.values()),
        tuple(read_score_line(scope_of, line, "tie", counts, mistakes) for line in words.ties.values()),
    )
    return made, mistakes


Scopes = Callable[[Source], Scope]


def read_stage_test(scope: Scope, node: tree.Condition, label: str) -> Test | Known | None:
    said = flatten(node.clause.words)
    known = scope.game.tests
    # A test in the game's Python code is a single word, perhaps after a phase. Everything else is read as a sentence.
    if texts_of(said[-1:])[0] in known and node == tree.Condition(tree.Clause(node.clause.words)):
        if len(said) > 2 or (len(said) == 2 and said[0].text not in scope.words.schedule.stages):
            scope.report.add_unknown("phase", said[0].text, said[0].at, scope.words.schedule.stages)
        return Known(said[-1].text, said[0].text if len(said) == 2 else label)
    return read_test(scope, node, f"if {label}", [f"if {test}" for test in known])


def read_ending(scope_of: Scopes, word: EndWord) -> Ending:
    tests = []
    for nth, (source, node) in enumerate(word.sentences, 1):
        scope = scope_of(source)
        first = node.segments[0].phrases[0]
        if not isinstance(first, tree.Condition) or len(node.segments) > 1 or len(node.segments[0].phrases) > 1:
            scope.report_error(
                "unknown-condition", node.at, "an end must be a condition", "write 'if anyone has 12 ...'"
            )
            continue
        if (made := read_test(scope, first, f"end {word.name}/{nth}", ())) is None:
            continue
        if word.number:
            numbers = [
                parameter.name
                for parameter in scope.game.parameters
                if parameter.about == "nothing" and not parameter.permits
            ]
            if word.number not in numbers:
                scope.report.add_unknown("number", word.number, node.at, numbers)
            made = evolve(made, number=word.number)
        tests.append(made)
    return Ending(word.name, word.title, tuple(tests))


def read_test(scope: Scope, node: tree.Condition, name: str, more: Sequence[str]) -> Test | None:
    before = len(scope.report.found)
    clause = node.clause
    said = flatten(clause.words)
    made: Test | None = None
    at = scope.report.to_span(node.at)
    label = " ".join(at.source.text[at.start : at.end].split())
    if node.be is None and clause.be is not None:
        made = read_table_test(scope, clause, name, label, at)
    elif node.be is None and said and said[0].text in ASKED:
        scope.use(said[0])
        plain, value = with_constant(scope, clause)
        made = read_seat_test(scope.with_other_seat(), plain, ASKED[said[0].text], name, label, at)
        if made and value is not None:
            made = evolve(made, low=value)
    else:
        forms = ["if anyone has ...", "if nobody has ...", "if ... is 0 or less", "if ... is empty", *more]
        hint = f"write {one_of([repr(form) for form in forms])}"
        scope.report_error("unknown-condition", clause.at, "this is not a condition", hint)
    scope.report_leftovers(tree.Sentence((tree.Segment((node,), node.at),), node.at), before)
    return evolve(made, text=label) if made and len(scope.report.found) == before else None


def with_constant(scope: Scope, clause: tree.Clause) -> tuple[tree.Clause, int | None]:
    """Replace a named constant with 1, as in ``has end_squares squares``. Return the clause and the constant's value.

    The value is not checked, because an edition may choose one that ends the game at once.
    """
    said = flatten(clause.words)
    if clause.nominal or len(said) < 4 or said[2].text not in scope.words.numbers:
        return clause, None
    # Use 1 in place of the constant: an edition may set the constant to 0, which a sentence would reject.
    many = tree.Quantity("exact", 1, 1, at=said[2].at)
    thing = tree.Nominal(many, subphrase_of(clause.words, said[3:]), at=said[2].at)
    words = tree.Words((tuple(said[:2]),), at=clause.words.at)
    return evolve(clause, words=words, nominal=thing), scope.words.numbers[said[2].text]


def read_seat_test(scope: Scope, clause: tree.Clause, who: Any, name: str, label: str, at: Span) -> Test | None:
    _, *words = flatten(clause.words)
    many = clause.nominal.quantity if clause.nominal else None
    thing = flatten(clause.nominal.words) if clause.nominal else []
    if (
        texts_of(words) == ["has"]
        and texts_of(thing)[:1]
        and thing[0].text in scope.game.counts
        and len(thing) == 1
        and many
    ):
        scope.use(*words, *thing, many)
        if not is_single(scope, many):
            return None
        bounds = with_range(scope, Plain(0), many)
        return Test(who, (), bounds.low, bounds.high, count=thing[0].text)
    said = read_seat_condition(scope, clause, words)
    return as_test(said, who, name, label, at) if said else None


def as_test(condition: Condition, who: Any, name: str, label: str, at: Span) -> Test:
    if isinstance(condition, HowMany):
        return Test(
            who, (Score(name, label, at, (), (Amount(1, measure=condition.measure),)),), condition.low, condition.high
        )
    # A condition without a number counts as 1 if it is true.
    return Test(who, (Score(name, label, at, (condition,), (Amount(1),)),), 1, MANY)


def read_table_test(scope: Scope, clause: tree.Clause, name: str, label: str, at: Span) -> Test | None:
    be = clause.be
    assert be is not None
    words, said = scope.words, flatten(clause.words)
    subject = said[0].text
    if len(said) == 1 and texts_of(flatten(be.nominal.words)) == ["empty"] and not be.nominal.quantity:
        if subject not in words.places or words.places[subject].owner != "table":
            tables = [place.name for place in words.places.values() if place.owner == "table"]
            scope.report.add_unknown("place", subject, said[0].at, tables)
            return None
        scope.use(said[0], *flatten(be.nominal.words))
        there = [Count(PieceSet(Match(), (subject,), who="all"))]
        # Count pieces and stock separately, because a place can hold both.
        every = frozenset(words.stock_kinds)
        counts = [*there, *([Count(StockSet(every, (subject,), who="all"))] if every else [])]
        made = [Score(f"{name}.{nth}", label, at, (), (Amount(1, measure=count),)) for nth, count in enumerate(counts)]
        return Test("table", tuple(made), 0, 0)
    if down := [
        preposition
        for preposition in be.prepositions
        if preposition.word.text == "to" and texts_of(flatten(be.nominal.words)) == ["down"]
    ]:
        return read_down_to(scope, said[0], be, down[0], name, label, at)
    counters = {counter.name for counter in words.counters.values() if counter.owner == "table"}
    if len(said) != 1 or subject not in counters:
        scope.report.add_unknown("counter", said[0].text, said[0].at, counters)
        return None
    many, value = be.nominal.quantity, flatten(be.nominal.words)
    if many is None and len(value) == 1 and value[0].text in words.numbers:
        n = words.numbers[value[0].text]
        many, value = tree.Quantity("exact", n, n, at=value[0].at), []
    if many is None or value or not is_single(scope, many):
        scope.report_error("unknown-condition", be.at, "this is not a number", f"write 'if {subject} is 0 or less'")
        return None
    scope.use(said[0], many)
    bounds = with_range(scope, Held(subject), many)
    low, high = (many.low, many.low) if many.how in ("exact", "exactly") else (bounds.low, bounds.high)
    low = -MANY if many.how == "less" else low
    return Test("table", (Score(name, label, at, (), (Amount(1, measure=Held(subject)),)),), low, high)


def read_down_to(
    scope: Scope, subject: tree.Word, be: tree.Be, to: tree.Preposition, name: str, label: str, at: Span
) -> Test | None:
    numbers, said = scope.words.numbers, flatten(to.nominal.words)
    many = to.nominal.quantity
    counters = {counter.name for counter in scope.words.counters.values() if counter.owner == "table"}
    if subject.text not in counters:
        scope.report.add_unknown("counter", subject.text, subject.at, counters)
        return None
    if many is None and (len(said) != 1 or said[0].text not in numbers):
        scope.report.add_unknown("number", said[0].text if said else "", to.at, numbers)
        return None
    scope.use(subject, *flatten(be.nominal.words), to.word, *said, *([many] if many else []))
    high = many.low if many else numbers[said[0].text]
    count = Score(name, label, at, (), (Amount(1, measure=Held(subject.text)),))
    return Test("table", (count,), -MANY, high)


def read_score_line(
    scope_of: Scopes, word: ScoreWord, kind: str, known: Collection[str], mistakes: list[Diagnostic]
) -> Line:
    each = word.name == EACH and bool(word.place)
    if word.at and word.count and word.count not in known:
        mistakes.append(diagnose_unknown_count(word, known))
    elif word.at and not (word.sentences or word.place or word.count):
        hint = "write: { score 1 per ... }"
        mistakes.append(Diagnostic("missing-effect", word.at, f"{word.name!r} does not count anything", hint))
    return Line(word.name, word.title, tuple(counts_in(scope_of, word, kind)), word.place, word.count, each)


def diagnose_unknown_count(word: ScoreWord, known: Collection[str]) -> Diagnostic:
    assert word.at is not None
    hint = suggest_nearest(word.count, known) or f"known: {', '.join(sorted(known)) or 'none'}"
    return Diagnostic("unknown-choice", word.at, f"the game cannot count {word.count!r}", hint)


def counts_in(scope_of: Scopes, word: ScoreWord, kind: str) -> Iterator[Score]:
    for nth, (source, node) in enumerate(word.sentences, 1):
        scope = scope_of(source)
        power = read_power(scope, node, f"{kind} {word.name}/{nth}")
        if isinstance(power, Score):
            yield power
        elif power is not None:
            scope.report_error(
                "wrong-kind", node.at, "a line of the score must count something", "write 'score 1 per ...'"
            )
