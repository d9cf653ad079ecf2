"""Read powers that score points."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rftg_dsl.check.conditions import read_condition
from rftg_dsl.check.measures import read_amount
from rftg_dsl.check.model import Amount, Count, PieceSet, Score
from rftg_dsl.check.power_heads import Head, Label, is_score, pair_with_next
from rftg_dsl.check.scope import Scope
from rftg_dsl.syntax import tree


def read_score(scope: Scope, label: Label, first: Head, segment: tree.Segment) -> Score | None:
    rows: list[Amount] = []
    conditions = first.conditions
    for phrase, after in pair_with_next(segment.phrases):
        inner = phrase
        if isinstance(phrase, tree.Otherwise) and rows:
            inner = phrase.what  # type: ignore[assignment]
        if isinstance(inner, tree.Row) and rows:
            rows += read_score_row(scope, inner.quantity, inner.per, after, segment.phrases)
        elif isinstance(inner, tree.Clause) and is_score(inner) and (inner is not phrase or not rows):
            scope.use(inner.words.runs[0][0])
            many = inner.nominal.quantity if inner.nominal else None
            rows += read_score_row(scope, many, inner.per, after, segment.phrases)
        elif isinstance(phrase, tree.Clause | tree.Option | tree.Limit | tree.Otherwise):
            hint = "move this to a separate power"
            scope.report_error("surplus-clause", phrase.at, "a score must be the whole power", hint)
        elif isinstance(phrase, tree.Condition) and not rows:
            conditions += (made,) if (made := read_condition(scope, phrase)) else ()
        elif isinstance(phrase, tree.Condition):
            hint = "write 'if ...: score 1 per ...'"
            scope.report_error("surplus-clause", phrase.at, "a condition must come before the score", hint)
    if first.when is not None:
        scope.report_error(
            "surplus-clause", label.ends, "scoring happens only at the end of the game", "leave out the moment"
        )
    if first.price or first.choose or first.whoever:
        scope.report_error("surplus-clause", label.ends, "a score cannot have a price or a choice", "leave it out")
    # A piece counts only in the first row that it matches, which makes no sense for counters and sums.
    for row in rows if len(rows) > 1 else ():
        if not (isinstance(row.measure, Count) and isinstance(row.measure.of, PieceSet) and row.each == 1):
            hint = "write 'score 2 per ..., or 1 per ...' with pieces, or write two powers"
            scope.report_error("wrong-kind", label.ends, "'or' can only join rows that count pieces", hint)
            break
    return Score(label.id, label.text, label.at, conditions, tuple(rows))


def read_score_row(
    scope: Scope,
    many: tree.Quantity | None,
    per: tree.Per | None,
    after: tree.Phrase | None,
    phrases: Sequence[tree.Phrase],
) -> list[Amount]:
    if many is not None:
        if many.how != "exact" or many.money or many.low == 0:
            scope.report_error(
                "surplus-clause", many.at, "a score must be a single plain number", "write 'score 1 per ...'"
            )
            return []
        scope.use(many)
    amount = read_amount(scope, many.low if many else 1, per, after)
    if isinstance(after, tree.Rounding):
        nth = next(number for number, phrase in enumerate(phrases) if phrase is after)
        after = phrases[nth + 1] if nth + 1 < len(phrases) else None
    if per and amount.n > 0 and isinstance(after, tree.Bound) and after.above and after.limit > 0:
        scope.use(after)
        amount = evolve(amount, most=after.limit)
    return [amount]
