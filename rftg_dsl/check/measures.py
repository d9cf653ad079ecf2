"""Read measures, which are the things that a phrase counts, and the amounts that result."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rftg_dsl.base.diagnostic import one_of
from rftg_dsl.check.event_phrases import join_runs, read_pattern, read_times, times_of
from rftg_dsl.check.model import (
    Amount,
    Compared,
    Count,
    Difference,
    Distinct,
    Figure,
    Held,
    HowMany,
    Match,
    Measure,
    Others,
    PieceSet,
    Plain,
    Smaller,
    Steps,
    StockSet,
    Sum,
    Triangle,
    Variety,
    Yours,
)
from rftg_dsl.check.noun_phrases import OPPONENTS, read_property, read_things
from rftg_dsl.check.scope import Scope, flatten, span_of, texts_of
from rftg_dsl.check.signatures import MANY
from rftg_dsl.check.vocabulary import UNBOUNDED
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.tree import At, Preposition, Word, Words


def read_measure(scope: Scope, words: Words | None, prepositions: Sequence[Preposition], at: At) -> Measure | None:
    """Read a measure: things, a printed number, distinct values, a counter, a changed number or an event.

    If the phrase contains nothing that can be counted, report that and return None.
    """
    inner = flatten(words)
    if not inner and prepositions and prepositions[0].word.text == "of":
        first, *rest = prepositions  # 'of' after a quantity, as in '1 of its settlers'
        scope.use(first.word)
        return read_measure(scope, first.nominal.words, rest, first.at)
    if words is None or not inner:
        scope.report_error("missing-thing", at, "this does not say what to count", "specify a thing")
        return None
    names = [scope.singular_of(word.text) for word in inner]
    of = prepositions[0] if prepositions and prepositions[0].word.text == "of" else None
    # Test for special forms first, because some of their words are also names of properties or counters.
    if names[0] in ("time", "times") and len(names) > 1:
        return read_times(scope, inner[0], inner[1:], prepositions, at)
    if of and names == ["smaller"]:
        return read_smaller(scope, inner[0], of, prepositions[1:])
    if of and names in (["triangle"], ["step"]):
        return read_triangle(scope, inner[0], of, prepositions[1:])
    if names[0] == "different" and len(names) == 2 and prepositions and is_of_event(prepositions[0]):
        return read_variety(scope, inner, prepositions[0], prepositions[1:])
    if of and names[0] == "different" and len(names) == 2:
        return read_distinct(scope, inner, of, prepositions[1:])
    if of and len(names) == 1 and names[0] in scope.words.properties:
        return read_sum(scope, inner[0], of, prepositions[1:])
    if names[-1] in scope.speech.counters and names[:-1] in ([], ["own"]):
        scope.use(*inner)
        return Held(names[-1])
    text = " ".join(texts_of(inner))
    # A word such as 'goods' can be both a number and a noun. In that case, count the things.
    if text in scope.speech.numbers and names[-1] not in scope.words.nouns:
        scope.use(*inner)
        return Figure(text)
    if texts_of(inner) in OPPONENTS and not scope.other:
        return read_opponents(scope, inner[0], prepositions)
    things = read_things(scope, words, prepositions, at)
    return Count(things) if things else None


def read_opponents(scope: Scope, word: Word, prepositions: Sequence[Preposition]) -> Others | None:
    scope.use(word)
    if not prepositions or prepositions[0].word.text != "with":
        return Others()
    first, *rest = prepositions
    scope.use(first.word)
    condition = read_number_had(scope.with_other_seat(), first.nominal, rest, first.at)
    return Others(condition) if condition else None


# -- comparisons -------------------------------------------------------------------------------------------------


def read_number_had(
    scope: Scope, nominal: tree.Nominal, prepositions: Sequence[Preposition], at: At
) -> HowMany | Compared | None:
    if nominal.quantity:
        return read_how_many(scope, nominal.quantity, nominal, prepositions, at)
    words = nominal.words
    inner = flatten(words)
    if words and is_comparison(inner, prepositions):
        return read_more_than(scope, inner[0], subphrase_of(words, inner[1:]), prepositions, at)
    scope.report_error("missing-thing", at, "this does not say how many they have", "write 'with 3 ...'")
    return None


def is_comparison(words: Sequence[Word], prepositions: Sequence[Preposition]) -> bool:
    return texts_of(words[:1]) in (["more"], ["fewer"], ["less"]) and any(
        preposition.word.text == "than" for preposition in prepositions
    )


def subphrase_of(words: Words, kept: Sequence[Word]) -> Words | None:
    places = {word.at for word in kept}
    runs = [tuple(word for word in run if word.at in places) for run in words.runs]
    first = next((nth for nth, run in enumerate(runs) if run), len(runs))
    return join_runs(runs[first:], words.joins[first:])


def read_how_many(
    scope: Scope, many: tree.Quantity, nominal: tree.Nominal, prepositions: Sequence[Preposition], at: At
) -> HowMany | None:
    """Read a required number: ``3 worlds``, which means at least 3, ``3 or less``, or ``exactly 3``."""
    if not is_single(scope, many):
        return None
    scope.use(many)
    measure = read_counted(scope, tree.Counted(nominal, tuple(prepositions), at))
    return with_range(scope, measure, many) if measure else None


def is_single(scope: Scope, many: tree.Quantity) -> bool:
    if many.how in ("exact", "more", "less", "exactly"):
        return True
    hint = "write 'if you have 3 ...', which means at least 3"
    scope.report_error("surplus-clause", many.at, "a condition takes a single number", hint)
    return False


def with_range(scope: Scope, measure: Measure, many: tree.Quantity) -> HowMany:
    """Require a measure to be in the range of an amount. Report a requirement that is always or never met."""
    least = minimum_of(scope, measure)
    low = least if many.how == "less" else many.low
    high = many.low if many.how in ("less", "exactly") else MANY
    if low <= least and high == MANY:
        scope.report_error("out-of-range", many.at, "this is always true", f"use {least + 1} or more")
    elif not isinstance(measure, Held) and many.low >= MANY:
        scope.report_error("out-of-range", many.at, f"{many.low} is too many", f"use a number below {MANY}")
    elif high < least:
        scope.report_error("out-of-range", many.at, "this is never true", f"use {least} or more")
    return HowMany(measure, low, high)


def minimum_of(scope: Scope, measure: Measure) -> int:
    if isinstance(measure, Figure):
        return -MANY
    low = scope.words.counters[measure.counter].low if isinstance(measure, Held) else 0
    return 0 if low == -UNBOUNDED else low  # no verb takes more than there is


def read_more_than(
    scope: Scope, how: Word, words: Words | None, prepositions: Sequence[Preposition], at: At
) -> Compared | None:
    nth = next(number for number, preposition in enumerate(prepositions) if preposition.word.text == "than")
    other = prepositions[nth]
    scope.use(how, other.word)
    left = read_measure(scope, words, prepositions[:nth], at)
    right = read_other_measure(scope, left, other, prepositions[nth + 1 :])
    if left is None or right is None:
        return None
    return Compared(left, "more" if how.text == "more" else "fewer", right)


def read_other_measure(
    scope: Scope, left: Measure | None, other: Preposition, rest: Sequence[Preposition]
) -> Measure | None:
    """Read the measure after ``than`` or the second ``as``; ``you`` means the owner's value of the first measure."""
    inner = flatten(other.nominal.words)
    if texts_of(inner) != ["you"] or other.nominal.quantity:
        return read_measure(scope, other.nominal.words, rest, other.at)
    scope.use(*inner)
    if not scope.other:
        hint = "compare it with something else that you have, or write 'if an opponent has more ... than you'"
        scope.report_error("wrong-kind", other.at, "this compares you with yourself", hint)
    return Yours(left) if left else None


# -- parts of measures -------------------------------------------------------------------------------------------


def read_smaller(scope: Scope, word: Word, of: Preposition, rest: Sequence[Preposition]) -> Smaller | None:
    phrases = [of, *rest]
    nth = next(
        (nth for nth, phrase in enumerate(phrases) if texts_of(ands_in(phrase)) == ["and"] or limit_of(phrase)), -1
    )
    words = phrases[nth].nominal.words
    if nth < 0 or words is None:
        hint = "write 'smaller of ... and ...'"
        scope.report_error("wrong-kind", of.at, f"{word.text!r} needs two things to compare", hint)
        return None
    scope.use(word, of.word, *ands_in(phrases[nth]))
    before, after = split_at_and(words)
    phrases[nth] = evolve(phrases[nth], nominal=evolve(phrases[nth].nominal, words=before))
    measure = read_measure(scope, phrases[0].nominal.words, phrases[1 : nth + 1], of.at)
    if words.number:
        scope.use(words.number)
    other = Plain(words.number.low) if words.number else read_measure(scope, after, rest[nth:], of.at)
    return Smaller(measure, other) if measure and other else None


def ands_in(preposition: Preposition) -> list[Word]:
    return [join for join in preposition.nominal.words.joins if join.text == "and"] if preposition.nominal.words else []


def limit_of(preposition: Preposition) -> tree.Quantity | None:
    return preposition.nominal.words.number if preposition.nominal.words and not ands_in(preposition) else None


def split_at_and(words: Words) -> tuple[Words | None, Words | None]:
    nth = next((nth for nth, join in enumerate(words.joins, 1) if join.text == "and"), len(words.runs))
    return join_runs(words.runs[:nth], words.joins[: nth - 1]), join_runs(words.runs[nth:], words.joins[nth:])


def read_triangle(scope: Scope, word: Word, of: Preposition, rest: Sequence[Preposition]) -> Measure | None:
    """Read ``triangle of 3``, which is 1 + 2 + 3, or ``step of vp``, the number of steps 1, 2, 3, ... that fit."""
    scope.use(word, of.word)
    start = 1
    if scope.singular_of(word.text) == "step" and rest and rest[-1].word.text == "from" and rest[-1].nominal.quantity:
        many = rest[-1].nominal.quantity
        scope.use(rest[-1].word, many)
        check_quantity(scope, many)
        if many.how != "exact" or many.money or rest[-1].nominal.words:
            scope.report_error(
                "surplus-clause", rest[-1].at, "the first step must be a single plain number", "write 'from 2'"
            )
        start, rest = max(1, many.low), rest[:-1]
    inner = read_measure(scope, of.nominal.words, rest, of.at)
    if inner is None:
        return None
    return Triangle(inner) if word.text == "triangle" else Steps(inner, start)


def read_distinct(scope: Scope, words: Sequence[Word], of: Preposition, rest: Sequence[Preposition]) -> Distinct | None:
    name = scope.singular_of(words[1].text)
    if name not in scope.words.properties:
        scope.report.add_unknown("property", words[1].text, words[1].at, scope.words.properties)
        return None
    things = read_things(scope, of.nominal.words, rest, of.at)
    values = {value.name for value in scope.words.values.values() if value.of == name}
    if isinstance(things, StockSet) and not values & things.kinds:
        scope.report_error("wrong-kind", words[1].at, f"these things have no {name}")
    scope.use(*words, of.word)
    return Distinct(things, name) if things else None


def is_of_event(preposition: Preposition) -> bool:
    return texts_of(flatten(preposition.nominal.words))[:1] == ["which"]


def read_variety(
    scope: Scope, words: Sequence[Word], preposition: Preposition, rest: Sequence[Preposition]
) -> Variety | None:
    name = read_property(scope, words[1])
    which, *said = flatten(preposition.nominal.words)
    if not name or not said:
        return None
    scope.use(*words, preposition.word, which)
    pattern = read_pattern(scope, tree.Words((tuple(said),), at=span_of(said)), rest, preposition.at, ("past",))
    if pattern is None:
        return None
    role, values = (
        preposition.word.text,
        sorted(value.name for value in scope.words.values.values() if value.of == name),
    )
    sort = pattern.event.about.get(role)
    known = scope.words.stock_kinds
    stocks = {known[value].of for value in values if value in known}
    # Include every kind of stock that 'different colour of own dice' counts.
    kinds = [kind.name for kind in known.values() if kind.of in stocks]
    if sort is None or role in dict((*((known, 0) for known, *_ in pattern.pieces), *pattern.kinds)):
        scope.report_error(
            "wrong-kind", preposition.at, f"{said[-1].text!r} has no {role!r} to count by", "use another preposition"
        )
        return None
    if not (values if sort == "piece" else kinds):
        scope.report_error("wrong-kind", words[1].at, f"these things have no {name}")
        return None
    if sort == "piece":
        fits = [Match(values=((name, frozenset((value,))),)) for value in values]
        made = [evolve(pattern, pieces=(*pattern.pieces, (role, match, "any"))) for match in fits]
    else:
        made = [evolve(pattern, kinds=(*pattern.kinds, (role, frozenset((kind,))))) for kind in kinds]
    return Variety(tuple(times_of(scope, variant) for variant in made))


def read_sum(scope: Scope, word: Word, of: Preposition, rest: Sequence[Preposition]) -> Sum | None:
    name = scope.singular_of(word.text)
    things = read_things(scope, of.nominal.words, rest, of.at)
    scope.use(word, of.word)
    if not scope.words.properties[name].numeric:
        scope.report_error("wrong-kind", word.at, f"{name!r} is not a number", f"write 'different {name} of ...'")
        return None
    if isinstance(things, StockSet):
        scope.report_error("wrong-kind", of.at, f"these things have no {name}", "specify pieces")
    return Sum(name, things) if isinstance(things, PieceSet) else None


def read_counted(scope: Scope, node: tree.Counted) -> Measure | None:
    """Read the measure after a number. An amount with ``$`` means the counter with that sign."""
    many = node.nominal.quantity
    if many and many.money:
        scope.use(many)
        name = money_counter_of(scope)
        if node.nominal.words or not name:
            report_wrong_money(scope, node.at)
            return None
        return Held(name)
    return read_measure(scope, node.nominal.words, node.prepositions, node.at)


def money_counter_of(scope: Scope) -> str:
    return next((counter.name for counter in scope.speech.counters.values() if counter.sign == "$"), "")


def report_wrong_money(scope: Scope, at: At) -> None:
    if money_counter_of(scope):
        scope.report_error("wrong-kind", at, "'$' already says what is meant", "leave out the noun")
    else:
        known = [counter.name for counter in scope.words.counters_for_powers().values()]
        hint = f"write a number and a counter: {one_of(known)}"
        scope.report_error("wrong-kind", at, "this game has no counter written with '$'", hint)


def read_amount(scope: Scope, n: int, per: tree.Per | None, rounding: tree.Phrase | None) -> Amount:
    """Read a number, either alone or ``per`` a number of counted things.

    ``rounding`` is the phrase that follows, which is required after ``per 2 ...`` or more.
    """
    if per is None:
        return Amount(n)
    many = per.counted.nominal.quantity
    each = 1
    if many and is_plain(per.counted) and per.minus:
        pass  # the number itself is counted
    elif many and not many.money:
        if many.how != "exact":
            scope.report_error("surplus-clause", many.at, "'per' takes one number", "write 'per 2 ...'")
        each = max(1, many.low)
        check_quantity(scope, many)
        scope.use(many)
    elif many:
        if many.how != "exact":
            scope.report_error("surplus-clause", many.at, "'per' takes one number", "write 'per $2'")
        each = max(1, many.low)
    measure = read_difference(scope, per.counted, per.minus) if per.minus else read_counted(scope, per.counted)
    if measure is None:
        return Amount(n, each)
    up = rounding.up if isinstance(rounding, tree.Rounding) else None
    if each > 1:
        if up is None:
            hint = "add ', rounded up' or ', rounded down'"
            scope.report_error("missing-rounding", per.at, "this does not say how to round", hint)
        else:
            scope.use(rounding)
    return Amount(n, each, measure, bool(up) and each > 1)


def read_difference(scope: Scope, counted: tree.Counted, other: tree.Counted) -> Difference | None:
    if other.nominal.quantity and not is_plain(other):
        scope.report_error("surplus-clause", other.nominal.quantity.at, "a number has no meaning after 'minus'")
    elif other.nominal.quantity:
        check_quantity(scope, other.nominal.quantity)
    measure, less = read_term(scope, counted), read_term(scope, other)
    return Difference(measure, less) if measure and less else None


def read_term(scope: Scope, node: tree.Counted) -> Measure | None:
    if not (is_plain(node) and node.nominal.quantity):
        return read_counted(scope, node)
    scope.use(node.nominal.quantity)
    return Plain(node.nominal.quantity.low)


def is_plain(node: tree.Counted) -> bool:
    many = node.nominal.quantity
    return bool(many and many.how == "exact" and not many.money and not node.nominal.words and not node.prepositions)


def check_quantity(scope: Scope, many: tree.Quantity) -> None:
    """Check that an amount is at least 1, and that the numbers in a phrase such as ``1 or 2`` are consecutive."""
    if many.how == "between" and many.high != many.low + 1:
        hint = "write 'up to ...', or consecutive numbers such as '2 or 3'"
        scope.report_error("out-of-range", many.at, f"'{many.low} or {many.high}' is not a range", hint)
    elif many.high < 0:
        hint = "leave out the sign; to take something away, use another verb, such as 'spend'"
        scope.report_error("out-of-range", many.at, "an amount must be at least 1", hint)
    elif many.how not in ("all", "any") and many.high < 1:
        scope.report_error("out-of-range", many.at, "an amount must be at least 1", "use 1 or more")
