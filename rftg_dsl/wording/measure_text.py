"""Amounts and conditions: what is counted, how many that makes, and what must be true for a power to do anything."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from rftg_dsl.check.model import (
    AllAre,
    Amount,
    Compared,
    Condition,
    Count,
    Counters,
    Difference,
    Distinct,
    Do,
    Figure,
    Held,
    HowMany,
    Measure,
    Most,
    Opponents,
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
from rftg_dsl.wording.event_text import act, past
from rftg_dsl.wording.noun_text import Noun, counted, for_each, noun_of, pieces, remaining, several, single
from rftg_dsl.wording.place_text import owned
from rftg_dsl.wording.speaker import Speaker, spaced
from rftg_dsl.wording.text_segments import Segment, Text, amount, listed, said


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
    return who(to, measure.condition) if measure.condition else ()


# -- conditions --------------------------------------------------------------------------------------------------


@frozen
class Subject:
    """Of whom something is said."""

    name: str
    possessive: str


YOU = Subject("you", "your")
WHO = Subject("who", "whose")
OPPONENTS = {
    "any": Subject("an opponent", "an opponent's"),
    "every": Subject("each opponent", "each opponent's"),
    "no": Subject("no opponent", "no opponent's"),
}


def conditions(to: Speaker, those: tuple[Condition, ...]) -> Text:
    """``if you have 3 worlds and an opponent has traded``; nothing without conditions."""
    return said("if", listed([clause(to, YOU, one) for one in those])) if those else ()


def who(to: Speaker, one: Condition) -> Text:
    """``who has more worlds than you``: a condition about somebody else."""
    text = clause(to.of_another(), WHO, one)
    return text if about(WHO, text) else said("if", text)


def about(of: Subject, text: Text) -> bool:
    """Whether a clause names the one of whom it is said; what it says of the table is true for all or for none."""
    return any(one.text in (of.name, of.possessive) for one in text)


def clause(to: Speaker, of: Subject, one: Condition) -> Text:
    """A condition as a clause."""
    match one:
        case AllAre(these, those):
            return all_are(to, these, those)
        case Opponents(inner, how):
            text = clause(to.of_another(), OPPONENTS[how], inner)
            return said("it is not true that", text) if how == "no" and not about(OPPONENTS[how], text) else text
        case HowMany(Count(PieceSet() as what)) if what.role or what.this == "only":
            return it_is(to, what)
        case HowMany():
            return how_many(to, of, one)
        case Most():
            return most(to, of, one)
        case Compared():
            return compared(to, of, one)


# -- numbers -----------------------------------------------------------------------------------------------------


def how_many(to: Speaker, of: Subject, one: HowMany) -> Text:
    """``you have 3 or more worlds``, ``you have not traded this phase``, ``your Military is 3 or less``."""
    if isinstance(one.measure, Times):
        return how_often(to, of, one, one.measure)
    counter = to.words.counters[one.measure.counter] if isinstance(one.measure, Held) else None
    if counter and to.is_clause(counter) and one.low <= counter.high:
        return stated(to, of, one, counter)
    if (noun := things_had(to, one.measure)) is None:
        most = counter.high if counter else MANY
        return said(figure(evolve(to, mine=of.possessive), one.measure), "is", between(one, "less", most))
    noun, start = having(to, of, noun)
    if noun.owner not in ("own", None) or is_of_table(to, one.measure):
        start = said("there is" if few(one) else "there are")
    if counter and counter.sign:
        return said(start, money_between(to, counter, one))
    if one.high == 0:
        return said(start, "no", noun.one, noun.after)
    if one.low == 1 and one.high == MANY and noun.one != noun.many:
        return said(start, single(noun))
    fewer = "less" if noun.one == noun.many else "fewer"
    return said(start, counted(noun, between(one, fewer), not few(one)))


def having(to: Speaker, of: Subject, noun: Noun) -> tuple[Noun, Text]:
    """What a seat has, and the words before it; the piece of the event has what is ``its``."""
    if noun.its:
        return evolve(noun, its=False), said("it has")
    return noun, said(of.name, to.have)


def few(one: HowMany) -> bool:
    """Whether a noun is in the singular after a range: ``exactly 1 world``."""
    return one.high == 0 or one.low == one.high == 1 or (one.low == 1 and one.high == MANY)


def between(one: HowMany, less: str, most: int = MANY) -> Text:
    """A range: ``3 or more``, ``exactly 3``, ``3 or fewer``; ``most``: the highest number there can be."""
    if one.high >= most == one.low:
        return said(amount(most))
    if one.high == MANY:
        return said(amount(one.low), "or more")
    if one.low == one.high:
        return said("exactly", amount(one.low))
    return said(amount(one.high), "or", less)


def money_between(to: Speaker, counter: CounterWord, one: HowMany) -> Text:
    """A range of a counter with a sign."""
    if one.high == MANY:
        return said(to.money(counter, one.low), "or more")
    if one.low == one.high:
        return said("exactly", to.money(counter, one.low))
    return said(to.money(counter, one.high), "or less")


def stated(to: Speaker, of: Subject, one: HowMany, counter: CounterWord) -> Text:
    """What a counter from 0 to 1 says of a seat: ``you triggered the end of the game``."""
    forms = to.printed("counter", counter.name)
    before, _, after = forms[-1 if to.they else 0].partition(HOLE)
    text = said(before.strip(), of.name, Segment(after.strip(), "counter", counter.name))
    return text if one.low > counter.low else said("it is not true that", text)


def how_often(to: Speaker, of: Subject, one: HowMany, times: Times) -> Text:
    """``you traded this phase``, ``you traded at least 2 times this phase``."""
    own = times.who == "own"
    subject = of.name if own else {"others": "an opponent", "all": "any player"}[times.who]
    have = to.have if own else "has"
    done = act(to, times.pattern, "past", own)
    if one.high == 0:
        return said(subject, have, "not", done, since(to, times))
    if one.low == 1 and one.high == MANY:
        return said(subject, done, since(to, times))
    n = one.low if one.high == MANY else one.high
    how = "at least" if one.high == MANY else "exactly" if one.low == one.high else "at most"
    return said(subject, done, how, amount(n), "time" if n == 1 else "times", since(to, times))


def things_had(to: Speaker, measure: Measure) -> Noun | None:
    """What a seat has that many of; None if the measure is a number with a name."""
    match measure:
        case Count(of):
            return noun_of(to, of)
        case Distinct(of):
            one, many = distinct(to, measure)
            return Noun(one, many, said("among", several(noun_of(to, of), to.your)))
        case Others(inner):
            return Noun(said("opponent"), said("opponents"), who(to, inner) if inner else ())
        case Held(counter) if not to.is_figure(to.words.counters[counter]):
            one, many = to.counter_noun(to.words.counters[counter])
            return Noun(one, many)
    return None


def is_of_table(to: Speaker, measure: Measure) -> bool:
    """Whether what is counted belongs to the table, so that nobody has it."""
    match measure:
        case Held(counter):
            return to.words.counters[counter].owner == "table"
        case Count(PieceSet() | StockSet() as of):
            return not owned(to, of.places)
    return False


# -- comparisons -------------------------------------------------------------------------------------------------


def most(to: Speaker, of: Subject, one: Most) -> Text:
    """``you have more worlds than any other player``, ``you tie for the most worlds``."""
    noun = things_had(to, one.measure)
    tie = "ties" if to.they else "tie"
    if noun is None:
        text = figure(evolve(to, mine=of.possessive), one.measure)
        if one.shared:
            return said(text, "ties for the", "lowest" if one.fewest else "highest")
        return said(text, "is", "lower" if one.fewest else "higher", "than any other player's")
    few = "least" if noun.one == noun.many else "fewest"
    less = "less" if noun.one == noun.many else "fewer"
    if one.shared:
        return said(of.name, tie, "for the", few if one.fewest else "most", several(noun))
    noun, start = having(to, of, noun)
    return said(start, less if one.fewest else "more", several(noun), "than any other player")


def compared(to: Speaker, of: Subject, one: Compared) -> Text:
    """``you have as many rare worlds as genes worlds``, ``an opponent has more worlds than you``."""
    noun, other = things_had(to, one.measure), things_had(to, one.other)
    yours = isinstance(one.other, Yours)
    if noun is None or not (yours or other):
        how = {"as many": "equal to", "more": "more than", "fewer": "less than"}[one.how]
        rest = said("yours") if yours else figure(to, one.other)
        return said(figure(evolve(to, mine=of.possessive), one.measure), "is", how, rest)
    mass = noun.one == noun.many
    noun, start = having(to, of, noun)
    rest = said("you") if yours or other is None else several(having(to, of, other)[0])
    if one.how == "as many":
        return said(start, "as", "much" if mass else "many", several(noun), "as", rest)
    how = "more" if one.how == "more" else "less" if mass else "fewer"
    return said(start, how, several(noun), "than", rest)


# -- pieces ------------------------------------------------------------------------------------------------------


def it_is(to: Speaker, what: PieceSet) -> Text:
    """``it is a rare world``: what the piece of the event, or this piece, is."""
    subject = "it" if what.role else "this"
    how = "except" if what.role and what.this == "except" else "any"
    if what.role and what.this == "only":
        return said("it is", single(pieces(to, evolve(what, role=0, who="own"))))
    return said(subject, "is", single(pieces(to, evolve(what, role=0, this=how, who="own"))))  # type: ignore[arg-type]


def all_are(to: Speaker, these: PieceSet, those: PieceSet) -> Text:
    """``you have all worlds with the highest cost``, ``all worlds with the highest cost are Novelty worlds``."""
    every = pieces(to, these)
    text = said("all", every.all, every.after, "" if these.places else "in play", "are")
    if those == evolve(these, extreme=None, who="own"):
        return said(text, "yours")
    named = several(pieces(to, evolve(those, places=(), who="own")))
    return said(text, "your" if those.who == "own" else of_whom(those), named)


def of_whom(what: PieceSet) -> str:
    """Whose pieces are, before the noun; empty for those of any player."""
    return "opponents'" if what.who == "others" else ""
