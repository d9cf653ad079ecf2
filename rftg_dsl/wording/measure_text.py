"""Amounts: what is counted, and how many that makes."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from rftg_dsl.check.model import (
    Amount,
    Count,
    Counters,
    Difference,
    Distinct,
    Do,
    Figure,
    Held,
    Measure,
    Others,
    PieceSet,
    Plain,
    Smaller,
    Steps,
    StockSet,
    Sum,
    Times,
    Triangle,
    Variety,
    Yours,
)
from rftg_dsl.check.signatures import MANY
from rftg_dsl.check.vocabulary import HOLE, CounterWord
from rftg_dsl.wording.event_text import past
from rftg_dsl.wording.noun_text import for_each, noun_of, remaining, several
from rftg_dsl.wording.speaker import Speaker, spaced
from rftg_dsl.wording.text_segments import Segment, Text, amount, said


def tail(to: Speaker, what: Amount, rest: bool = False) -> Text:
    """What comes after a number: for each of what it is, how it is rounded, what limits it.

    ``rest``: only those pieces are counted that are left.
    """
    if what.measure is None:
        return ()
    if rest and isinstance(what.measure, Count):
        per = said("for", for_each(remaining(noun_of(to, what.measure.of)), what.each, to.your))
    else:
        per = per_each(to, what.measure, what.each)
    rounded = said(",", f"rounded {'up' if what.up else 'down'}") if what.each > 1 else ()
    less = said(",", "minus", amount(what.less)) if what.less else ()
    most = said("(at most", amount(what.most), ")") if what.most < MANY else ()
    return said(per, rounded, less, most)


def per_each(to: Speaker, measure: Measure, each: int) -> Text:
    """``for each good on your worlds``, ``for every 2 VP chips you have``, ``times the smaller of ...``."""
    match measure:
        case Count(of):
            return said("for", for_each(noun_of(to, of), each, to.your))
        case Distinct():
            return said("for", every(each, *distinct(to, measure)), "among", all_of(to, measure.of))
        case Held(counter):
            return per_counter(to, counter, each)
        case Sum(name, of):
            if each == 1:
                return said("for each", to.property(name), "of", all_of(to, of))
            return said("for every", amount(each), to.property(name), "of", all_of(to, of))
        case Times():
            return said("for", every(each, said("time"), said("times")), happened(to, measure))
        case Variety():
            return said("for", every(each, *variety(to, measure)))
        case Others():
            return said("for", every(each, said("opponent"), said("opponents")), others(to, measure))
        case Smaller(of, Plain(n)) if counts(of):
            return said(per_each(to, of, each), ", counting at most", amount(n))
        case Difference(of, Plain(n)) if counts(of):
            return said(per_each(to, of, each), "beyond the first", amount(n))
        case Difference(of, less) if counts(of) and counts(less):
            return said(per_each(to, of, each), "beyond", figure(to, less))
        case Steps(of, start):
            reached = said("reached by", figure(to, of), f"({thresholds(start)})")
            return said("for", every(each, said("step"), said("steps")), reached)
    named = figure(to, measure)
    if isinstance(measure, Figure) and each == 1:
        return said("for each point of", named)
    named = said("(", named, ")") if isinstance(measure, Difference) else named
    return said("times", named) if each == 1 else said("for every", amount(each), "of", named)


def thresholds(start: int) -> str:
    """What it takes for one step, two, three, four: 1, 3, 6, 10."""
    sums = [sum(range(start, start + n)) for n in range(1, 5)]
    return ", ".join([*map(str, sums), "..."])


def counts(measure: Measure) -> bool:
    """Whether a measure counts things one by one."""
    return isinstance(measure, Count | Held | Distinct | Times | Variety)


def every(each: int, one: Text, many: Text) -> Text:
    """``each world``, ``every 2 worlds``."""
    return said("each", one) if each == 1 else said("every", amount(each), many)


def all_of(to: Speaker, what: PieceSet | StockSet) -> Text:
    """All of these things: ``your rare worlds``."""
    return several(noun_of(to, what), to.your)


# -- counters ----------------------------------------------------------------------------------------------------


def per_counter(to: Speaker, name: str, each: int) -> Text:
    """``for each VP chip you have``, ``for each card discarded``."""
    counter = to.words.counters[name]
    if done := tallied(to, name):
        return said("for", every(each, *done))
    if to.is_figure(counter):
        return said("for", every(each, said("point"), said("points")), "of", figure(to, Held(name)))
    if counter.sign:
        return said("for every", to.money(counter, each), holder(to, counter))
    return said("for", every(each, *to.counter_noun(counter)), holder(to, counter))


def holder(to: Speaker, counter: CounterWord) -> str:
    """Who has what a counter counts."""
    return "there is" if counter.owner == "table" else "they have" if to.they else "you have"


def tallied(to: Speaker, name: str) -> tuple[Text, Text] | None:
    """What a verb of the same power has acted on, in the singular and the plural: ``card discarded``."""
    done = next((one for one in to.dos if name in to.verb(one).counts), None)
    if done is None:
        return None
    counter = to.words.counters[name]
    if to.printed("counter", name):
        return to.counter_noun(counter)
    one, many = object_noun(to, done)
    return said(one, name), said(many, name)


def object_noun(to: Speaker, done: Do) -> tuple[Text, Text]:
    """The noun for what a verb acts on."""
    match done.what:
        case str(name):
            counter = to.words.counters[name]
            if counter.sign:
                return said(to.money(counter, 1)), said(counter.sign)
            return to.counter_noun(counter)
        case PieceSet() | StockSet():
            noun = noun_of(to, done.what)
            return bare(noun.one), bare(noun.many)
        case Counters(names):
            return to.counter_noun(to.words.counters[names[0]])
    return said("time"), said("times")


def bare(noun: Text) -> Text:
    """A noun without the words that describe it."""
    return noun[-1:] if sum(one.sort == "thing" for one in noun) == 1 else noun


# -- figures -----------------------------------------------------------------------------------------------------


def figure(to: Speaker, measure: Measure) -> Text:
    """A measure as a number with a name: ``the total cost of your worlds``, ``your Military``."""
    match measure:
        case Plain(n):
            return said(amount(n))
        case Count(of):
            return said("the number of", all_of(to, of))
        case Distinct():
            return said("the number of", distinct(to, measure)[1], "among", all_of(to, measure.of))
        case Held(counter):
            return held(to, to.words.counters[counter])
        case Sum(name, of):
            return said("the total", to.property(name), "of", all_of(to, of))
        case Triangle(of):
            return said(f"the triangle ({thresholds(1)})", "of", figure(to, of))
        case Steps(of, start):
            return said("the number of steps", f"({thresholds(start)})", "in", figure(to, of))
        case Difference(of, less):
            return said(figure(to, of), "minus", figure(to, less))
        case Smaller(of, other):
            return said("the smaller of", figure(to, of), "and", figure(to, other))
        case Times():
            return said("the number of times", happened(to, measure))
        case Variety():
            return said("the number of", variety(to, measure)[1])
        case Figure(parameter):
            return said(to.your, number_name(to, parameter))
        case Others():
            return said("the number of opponents", others(to, measure))
        case Yours(of):
            return figure(to, of)


def held(to: Speaker, counter: CounterWord) -> Text:
    """How much of a counter a seat, or the table, has, as a number with a name."""
    if done := tallied(to, counter.name):
        return said("the number of", done[1])
    if to.is_figure(counter):
        form = to.printed("counter", counter.name)[0]
        before, _, after = form.partition(HOLE)
        return said(before.strip(), to.your, Segment(after.strip(), "counter", counter.name))
    many = to.counter_noun(counter)[1]
    return said("the number of", many) if counter.owner == "table" else said(to.your, many)


def number_name(to: Speaker, parameter: str) -> Segment:
    """The name of a number that powers change."""
    return Segment(to.parameter(parameter).noun or parameter, "counter", parameter)


def distinct(to: Speaker, measure: Distinct) -> tuple[Text, Text]:
    """What is told apart: ``different type``."""
    known = to.words.properties[measure.property]
    return said("different", spaced(known.name)), said("different", spaced(known.plural))


# -- what happened -----------------------------------------------------------------------------------------------


def happened(to: Speaker, measure: Times) -> Text:
    """``you traded this phase``."""
    return said(past(to, measure.pattern, measure.who), since(to, measure))


def since(to: Speaker, measure: Times) -> Text:
    """The stretch of play in which something is counted."""
    if stretch := measure.period or measure.pattern.event.stretch:
        return said("this", to.phase(stretch))
    windows = to.words.schedule.windows
    phases = [name for name in to.words.phases if name in windows]
    return said("this phase" if phases else f"this {next(iter(to.words.schedule.periods), 'turn')}")


def variety(to: Speaker, measure: Variety) -> tuple[Text, Text]:
    """``different colour from which you traded this phase``."""
    first = measure.times[0]
    role, name = told_by(to, measure.times)
    pattern = without(first, role)
    known = to.words.properties.get(name)
    one, many = (known.name, known.plural) if known else ("kind", "kinds")
    rest = said(role, "which", past(to, pattern.pattern, first.who), since(to, first))
    return said("different", spaced(one), rest), said("different", spaced(many), rest)


def told_by(to: Speaker, times: Sequence[Times]) -> tuple[str, str]:
    """The role of an event by which it is told apart, and the property that tells it; none for kinds of things."""
    pattern = times[0].pattern
    for role, match, _ in pattern.pieces:
        others = [{name: one for name, one, _ in each.pattern.pieces}.get(role) for each in times[1:]]
        if any(one != match for one in others) or (not others and match.values):
            return role, match.values[-1][0]
    return pattern.kinds[-1][0], ""


def without(times: Times, role: str) -> Times:
    """An event without one of its roles."""
    pieces = tuple(one for one in times.pattern.pieces if one[0] != role)
    kinds = tuple(one for one in times.pattern.kinds if one[0] != role)
    return evolve(times, pattern=evolve(times.pattern, pieces=pieces, kinds=kinds))


def others(to: Speaker, measure: Others) -> Text:
    """Which opponents are counted."""
    from rftg_dsl.wording.condition_text import who

    return who(to, measure.condition) if measure.condition else ()
