"""Wording of amounts and conditions."""

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
from rftg_dsl.wording.event_text import word_event, word_past_event
from rftg_dsl.wording.noun_text import (
    Noun,
    as_remaining,
    noun_of,
    noun_of_pieces,
    word_each,
    word_plural,
    word_quantity,
    word_singular,
)
from rftg_dsl.wording.place_text import are_owned
from rftg_dsl.wording.speaker import Speaker, without_hyphens
from rftg_dsl.wording.text_segments import Segment, Text, list_texts, say, word_number


def word_tail(to: Speaker, what: Amount, rest: bool = False) -> Text:
    """The words after a number: its multiplier, rounding, deduction and maximum.

    With ``rest``, things that earlier rows have already counted are left out.
    """
    if what.measure is None:
        return ()
    if rest and isinstance(what.measure, Count):
        per = say("for", word_each(as_remaining(noun_of(to, what.measure.of)), what.each, to.your))
    else:
        per = word_multiplier(to, what.measure, what.each)
    rounded = say(",", f"rounded {'up' if what.up else 'down'}") if what.each > 1 else ()
    less = say(",", "minus", word_number(what.less)) if what.less else ()
    most = say("(at most", word_number(what.most), ")") if what.most < MANY else ()
    return say(per, rounded, less, most)


def word_multiplier(to: Speaker, measure: Measure, each: int) -> Text:
    match measure:
        case Count(of):
            return say("for", word_each(noun_of(to, of), each, to.your))
        case Distinct():
            return say("for", word_every(each, *word_distinct(to, measure)), "among", all_of(to, measure.of))
        case Held(counter):
            return word_counter_multiplier(to, counter, each)
        case Sum(name, of):
            if each == 1:
                return say("for each", to.word_property(name), "of", all_of(to, of))
            return say("for every", word_number(each), to.word_property(name), "of", all_of(to, of))
        case Times():
            return say("for", word_every(each, say("time"), say("times")), word_times(to, measure))
        case Variety():
            return say("for", word_every(each, *word_variety(to, measure)))
        case Others():
            return say("for", word_every(each, say("opponent"), say("opponents")), word_opponents(to, measure))
        case Smaller(of, Plain(n)) if does_count(of):
            return say(word_multiplier(to, of, each), ", counting at most", word_number(n))
        case Difference(of, Plain(n)) if does_count(of):
            return say(word_multiplier(to, of, each), "beyond the first", word_number(n))
        case Difference(of, less) if does_count(of) and does_count(less):
            return say(word_multiplier(to, of, each), "beyond", word_figure(to, less))
        case Steps(of, start):
            reached = say("reached by", word_figure(to, of), f"({list_thresholds(start)})")
            return say("for", word_every(each, say("step"), say("steps")), reached)
    named = word_figure(to, measure)
    if isinstance(measure, Figure) and each == 1:
        return say("for each point of", named)
    named = say("(", named, ")") if isinstance(measure, Difference) else named
    return say("times", named) if each == 1 else say("for every", word_number(each), "of", named)


def list_thresholds(start: int) -> str:
    sums = [sum(range(start, start + n)) for n in range(1, 5)]
    return ", ".join([*map(str, sums), "..."])


def does_count(measure: Measure) -> bool:
    return isinstance(measure, Count | Held | Distinct | Times | Variety)


def word_every(each: int, singular: Text, plural: Text) -> Text:
    return say("each", singular) if each == 1 else say("every", word_number(each), plural)


def all_of(to: Speaker, what: PieceSet | StockSet) -> Text:
    return word_plural(noun_of(to, what), to.your)


# -- counters ----------------------------------------------------------------------------------------------------


def word_counter_multiplier(to: Speaker, name: str, each: int) -> Text:
    counter = to.words.counters[name]
    if done := word_tally(to, name):
        return say("for", word_every(each, *done))
    if to.is_figure(counter):
        return say("for", word_every(each, say("point"), say("points")), "of", word_figure(to, Held(name)))
    if counter.sign:
        return say("for every", to.word_money(counter, each), word_holder(to, counter))
    return say("for", word_every(each, *to.word_counter_noun(counter)), word_holder(to, counter))


def word_holder(to: Speaker, counter: CounterWord) -> str:
    return "there is" if counter.owner == "table" else "they have" if to.they else "you have"


def word_tally(to: Speaker, name: str) -> tuple[Text, Text] | None:
    """The singular and plural noun for the things that another verb in the same power counts, as in ``card discarded``.

    None if no verb in the power counts them.
    """
    done = next((do for do in to.dos if name in to.verb_of(do).counts), None)
    if done is None:
        return None
    counter = to.words.counters[name]
    if to.forms_of("counter", name):
        return to.word_counter_noun(counter)
    singular, plural = noun_forms_of(to, done)
    return say(singular, name), say(plural, name)


def noun_forms_of(to: Speaker, done: Do) -> tuple[Text, Text]:
    match done.what:
        case str(name):
            counter = to.words.counters[name]
            if counter.sign:
                return say(to.word_money(counter, 1)), say(counter.sign)
            return to.word_counter_noun(counter)
        case PieceSet() | StockSet():
            noun = noun_of(to, done.what)
            return without_adjectives(noun.one), without_adjectives(noun.many)
        case Counters(names):
            return to.word_counter_noun(to.words.counters[names[0]])
    return say("time"), say("times")


def without_adjectives(noun: Text) -> Text:
    """Drop the adjectives from a text that contains exactly one noun; return any other text unchanged."""
    return noun[-1:] if sum(segment.sort == "thing" for segment in noun) == 1 else noun


# -- figures -----------------------------------------------------------------------------------------------------


def word_figure(to: Speaker, measure: Measure) -> Text:
    match measure:
        case Plain(n):
            return say(word_number(n))
        case Count(of):
            return say("the number of", all_of(to, of))
        case Distinct():
            return say("the number of", word_distinct(to, measure)[1], "among", all_of(to, measure.of))
        case Held(counter):
            return word_counter_figure(to, to.words.counters[counter])
        case Sum(name, of):
            return say("the total", to.word_property(name), "of", all_of(to, of))
        case Triangle(of):
            return say(f"the triangle ({list_thresholds(1)})", "of", word_figure(to, of))
        case Steps(of, start):
            return say("the number of steps", f"({list_thresholds(start)})", "in", word_figure(to, of))
        case Difference(of, less):
            return say(word_figure(to, of), "minus", word_figure(to, less))
        case Smaller(of, other):
            return say("the smaller of", word_figure(to, of), "and", word_figure(to, other))
        case Times():
            return say("the number of times", word_times(to, measure))
        case Variety():
            return say("the number of", word_variety(to, measure)[1])
        case Figure(parameter):
            return say(to.your, word_number_name(to, parameter))
        case Others():
            return say("the number of opponents", word_opponents(to, measure))
        case Yours(of):
            return word_figure(to, of)


def word_counter_figure(to: Speaker, counter: CounterWord) -> Text:
    if done := word_tally(to, counter.name):
        return say("the number of", done[1])
    if to.is_figure(counter):
        form = to.forms_of("counter", counter.name)[0]
        before, _, after = form.partition(HOLE)
        return say(before.strip(), to.your, Segment(after.strip(), "counter", counter.name))
    many = to.word_counter_noun(counter)[1]
    return say("the number of", many) if counter.owner == "table" else say(to.your, many)


def word_number_name(to: Speaker, parameter: str) -> Segment:
    return Segment(to.game.find_parameter(parameter).noun or parameter, "counter", parameter)


def word_distinct(to: Speaker, measure: Distinct) -> tuple[Text, Text]:
    known = to.words.properties[measure.property]
    return say("different", without_hyphens(known.name)), say("different", without_hyphens(known.plural))


# -- what happened -----------------------------------------------------------------------------------------------


def word_times(to: Speaker, measure: Times) -> Text:
    return say(word_past_event(to, measure.pattern, measure.who), word_period(to, measure))


def word_period(to: Speaker, measure: Times) -> Text:
    if stretch := measure.period or measure.pattern.event.stretch:
        return say("this", to.word_phase(stretch))
    windows = to.words.schedule.windows
    phases = [name for name in to.words.phases if name in windows]
    return say("this phase" if phases else f"this {next(iter(to.words.schedule.periods), 'turn')}")


def word_variety(to: Speaker, measure: Variety) -> tuple[Text, Text]:
    first = measure.times[0]
    role, name = told_by(to, measure.times)
    pattern = without(first, role)
    known = to.words.properties.get(name)
    singular, plural = (known.name, known.plural) if known else ("kind", "kinds")
    rest = say(role, "which", word_past_event(to, pattern.pattern, first.who), word_period(to, first))
    return say("different", without_hyphens(singular), rest), say("different", without_hyphens(plural), rest)


def told_by(to: Speaker, times: Sequence[Times]) -> tuple[str, str]:
    """The role in which the counted events differ, and the property in which they differ (empty for kinds of stock)."""
    pattern = times[0].pattern
    for role, match, _ in pattern.pieces:
        others = [{name: other for name, other, _ in each.pattern.pieces}.get(role) for each in times[1:]]
        if any(other != match for other in others) or (not others and match.values):
            return role, match.values[-1][0]
    return pattern.kinds[-1][0], ""


def without(times: Times, role: str) -> Times:
    pieces = tuple(piece for piece in times.pattern.pieces if piece[0] != role)
    kinds = tuple(kind for kind in times.pattern.kinds if kind[0] != role)
    return evolve(times, pattern=evolve(times.pattern, pieces=pieces, kinds=kinds))


def word_opponents(to: Speaker, measure: Others) -> Text:
    return word_relative_clause(to, measure.condition) if measure.condition else ()


# -- conditions --------------------------------------------------------------------------------------------------


@frozen
class Subject:
    """The grammatical subject of a condition."""

    name: str
    possessive: str


YOU = Subject("you", "your")
WHO = Subject("who", "whose")
OPPONENTS = {
    "any": Subject("an opponent", "an opponent's"),
    "every": Subject("each opponent", "each opponent's"),
    "no": Subject("no opponent", "no opponent's"),
}


def word_conditions(to: Speaker, conditions: tuple[Condition, ...]) -> Text:
    return say("if", list_texts([word_condition(to, YOU, condition) for condition in conditions])) if conditions else ()


def word_relative_clause(to: Speaker, condition: Condition) -> Text:
    """A condition about another player: ``who has more worlds than you``."""
    text = word_condition(to.as_third_person(), WHO, condition)
    # A clause without 'who' is about the table, so it cannot be a relative clause.
    return text if is_about(WHO, text) else say("if", text)


def is_about(of: Subject, text: Text) -> bool:
    """Whether a clause mentions its subject. A clause about the table does not, and is true for everyone or for
    no one."""
    return any(segment.text in (of.name, of.possessive) for segment in text)


def word_condition(to: Speaker, of: Subject, condition: Condition) -> Text:
    match condition:
        case AllAre(these, allowed):
            return word_all_are(to, these, allowed)
        case Opponents(inner, how):
            text = word_condition(to.as_third_person(), OPPONENTS[how], inner)
            # 'no opponent' expresses the negation; a clause without it must be negated as a whole.
            return say("it is not true that", text) if how == "no" and not is_about(OPPONENTS[how], text) else text
        case HowMany(Count(PieceSet() as what)) if what.role or what.this == "only":
            return word_it_is(to, what)
        case HowMany():
            return word_how_many(to, of, condition)
        case Most():
            return word_most(to, of, condition)
        case Compared():
            return word_comparison(to, of, condition)


# -- numbers -----------------------------------------------------------------------------------------------------


def word_how_many(to: Speaker, of: Subject, condition: HowMany) -> Text:
    if isinstance(condition.measure, Times):
        return word_how_often(to, of, condition, condition.measure)
    counter = to.words.counters[condition.measure.counter] if isinstance(condition.measure, Held) else None
    if counter and to.is_clause(counter) and condition.low <= counter.high:
        return word_counter_clause(to, of, condition, counter)
    if (noun := noun_of_measure(to, condition.measure)) is None:
        most = counter.high if counter else MANY
        return say(
            word_figure(evolve(to, mine=of.possessive), condition.measure), "is", word_range(condition, "less", most)
        )
    noun, start = word_having(to, of, noun)
    # Things that belong to others or to the table are not the subject's, so 'has' would be wrong.
    if noun.owner not in ("own", None) or is_of_table(to, condition.measure):
        start = say("there is" if is_singular(condition) else "there are")
    if counter and counter.sign:
        return say(start, word_money_range(to, counter, condition))
    if condition.high == 0:
        return say(start, "no", noun.one, noun.after)
    if condition.low == 1 and condition.high == MANY and noun.one != noun.many:
        return say(start, word_singular(noun))
    # If singular and plural are identical, the noun is uncountable.
    fewer = "less" if noun.one == noun.many else "fewer"
    return say(start, word_quantity(noun, word_range(condition, fewer), not is_singular(condition)))


def word_having(to: Speaker, of: Subject, noun: Noun) -> tuple[Noun, Text]:
    """A noun, and the subject and verb that precede it. If the event's piece has the things, ``it has`` replaces
    ``its``."""
    if noun.its:
        return evolve(noun, its=False), say("it has")
    return noun, say(of.name, to.have)


def is_singular(condition: HowMany) -> bool:
    return (
        condition.high == 0 or condition.low == condition.high == 1 or (condition.low == 1 and condition.high == MANY)
    )


def word_range(condition: HowMany, less: str, most: int = MANY) -> Text:
    """Word a range: ``3 or more``, ``exactly 3``, ``3 or fewer``. ``most`` is the highest possible value."""
    # At the maximum, 'or more' would be pointless.
    if condition.high >= most == condition.low:
        return say(word_number(most))
    if condition.high == MANY:
        return say(word_number(condition.low), "or more")
    if condition.low == condition.high:
        return say("exactly", word_number(condition.low))
    return say(word_number(condition.high), "or", less)


def word_money_range(to: Speaker, counter: CounterWord, condition: HowMany) -> Text:
    if condition.high == MANY:
        return say(to.word_money(counter, condition.low), "or more")
    if condition.low == condition.high:
        return say("exactly", to.word_money(counter, condition.low))
    return say(to.word_money(counter, condition.high), "or less")


def word_counter_clause(to: Speaker, of: Subject, condition: HowMany, counter: CounterWord) -> Text:
    forms = to.forms_of("counter", counter.name)
    before, _, after = forms[-1 if to.they else 0].partition(HOLE)
    text = say(before.strip(), of.name, Segment(after.strip(), "counter", counter.name))
    return text if condition.low > counter.low else say("it is not true that", text)


def word_how_often(to: Speaker, of: Subject, condition: HowMany, times: Times) -> Text:
    own = times.who == "own"
    subject = of.name if own else {"others": "an opponent", "all": "any player"}[times.who]
    have = to.have if own else "has"
    done = word_event(to, times.pattern, "past", own)
    if condition.high == 0:
        return say(subject, have, "not", done, word_period(to, times))
    if condition.low == 1 and condition.high == MANY:
        return say(subject, done, word_period(to, times))
    n = condition.low if condition.high == MANY else condition.high
    how = "at least" if condition.high == MANY else "exactly" if condition.low == condition.high else "at most"
    return say(subject, done, how, word_number(n), "time" if n == 1 else "times", word_period(to, times))


def noun_of_measure(to: Speaker, measure: Measure) -> Noun | None:
    """The noun for the things that a measure counts; None if the measure does not count things."""
    match measure:
        case Count(of):
            return noun_of(to, of)
        case Distinct(of):
            singular, plural = word_distinct(to, measure)
            return Noun(singular, plural, say("among", word_plural(noun_of(to, of), to.your)))
        case Others(inner):
            return Noun(say("opponent"), say("opponents"), word_relative_clause(to, inner) if inner else ())
        case Held(counter) if not to.is_figure(to.words.counters[counter]):
            singular, plural = to.word_counter_noun(to.words.counters[counter])
            return Noun(singular, plural)
    return None


def is_of_table(to: Speaker, measure: Measure) -> bool:
    """Whether the counted things belong to the table, so that no player can be said to have them."""
    match measure:
        case Held(counter):
            return to.words.counters[counter].owner == "table"
        case Count(PieceSet() | StockSet() as of):
            return not are_owned(to, of.places)
    return False


# -- comparisons -------------------------------------------------------------------------------------------------


def word_most(to: Speaker, of: Subject, condition: Most) -> Text:
    noun = noun_of_measure(to, condition.measure)
    tie = "ties" if to.they else "tie"
    if noun is None:
        text = word_figure(evolve(to, mine=of.possessive), condition.measure)
        if condition.shared:
            return say(text, "ties for the", "lowest" if condition.fewest else "highest")
        return say(text, "is", "lower" if condition.fewest else "higher", "than any other player's")
    few = "least" if noun.one == noun.many else "fewest"
    less = "less" if noun.one == noun.many else "fewer"
    if condition.shared:
        return say(of.name, tie, "for the", few if condition.fewest else "most", word_plural(noun))
    noun, start = word_having(to, of, noun)
    return say(start, less if condition.fewest else "more", word_plural(noun), "than any other player")


def word_comparison(to: Speaker, of: Subject, condition: Compared) -> Text:
    noun, other = noun_of_measure(to, condition.measure), noun_of_measure(to, condition.other)
    yours = isinstance(condition.other, Yours)
    if noun is None or not (yours or other):
        how = {"as many": "equal to", "more": "more than", "fewer": "less than"}[condition.how]
        rest = say("yours") if yours else word_figure(to, condition.other)
        return say(word_figure(evolve(to, mine=of.possessive), condition.measure), "is", how, rest)
    mass = noun.one == noun.many
    noun, start = word_having(to, of, noun)
    rest = say("you") if yours or other is None else word_plural(word_having(to, of, other)[0])
    if condition.how == "as many":
        return say(start, "as", "much" if mass else "many", word_plural(noun), "as", rest)
    how = "more" if condition.how == "more" else "less" if mass else "fewer"
    return say(start, how, word_plural(noun), "than", rest)


# -- pieces ------------------------------------------------------------------------------------------------------


def word_it_is(to: Speaker, what: PieceSet) -> Text:
    """A statement about the event's piece, or about the piece with the power, such as ``it is a rare world``."""
    subject = "it" if what.role else "this"
    how = "except" if what.role and what.this == "except" else "any"
    if what.role and what.this == "only":
        return say("it is", word_singular(noun_of_pieces(to, evolve(what, role=0, who="own"))))
    return say(subject, "is", word_singular(noun_of_pieces(to, evolve(what, role=0, this=how, who="own"))))  # type: ignore[arg-type]


def word_all_are(to: Speaker, these: PieceSet, allowed: PieceSet) -> Text:
    every = noun_of_pieces(to, these)
    text = say("all", every.all, every.after, "" if these.places else "in play", "are")
    if allowed == evolve(these, extreme=None, who="own"):
        return say(text, "yours")
    named = word_plural(noun_of_pieces(to, evolve(allowed, places=(), who="own")))
    return say(text, "your" if allowed.who == "own" else word_possessive(allowed), named)


def word_possessive(what: PieceSet) -> str:
    """The owner, as worded before a noun; empty if the pieces can be any player's."""
    return "opponents'" if what.who == "others" else ""
