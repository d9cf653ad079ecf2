"""Conditions: what must be true for a power to do something."""

from __future__ import annotations

from attrs import evolve, frozen

from rftg_dsl.check.model import (
    AllAre,
    Compared,
    Condition,
    Count,
    Distinct,
    Held,
    HowMany,
    Measure,
    Most,
    Opponents,
    Others,
    PieceSet,
    StockSet,
    Times,
    Yours,
)
from rftg_dsl.check.signatures import MANY
from rftg_dsl.check.vocabulary import HOLE, CounterWord
from rftg_dsl.wording.event_text import act
from rftg_dsl.wording.measure_text import distinct, figure, since
from rftg_dsl.wording.noun_text import Noun, counted, noun_of, pieces, several, single
from rftg_dsl.wording.place_text import owned
from rftg_dsl.wording.speaker import Speaker
from rftg_dsl.wording.text_segments import Segment, Text, amount, listed, said


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
