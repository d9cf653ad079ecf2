"""The text of powers: one line for each power, in printed order."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve, frozen

from rftg_dsl.check.model import (
    Act,
    Acting,
    Amount,
    Count,
    Do,
    Held,
    Immediate,
    Lasting,
    Match,
    Modifier,
    Offer,
    PieceSet,
    Power,
    Recurring,
    Score,
    Side,
    Trigger,
    Window,
)
from rftg_dsl.check.modifiers import EXACT
from rftg_dsl.check.side_matching import only_phase_for, sorts_for
from rftg_dsl.check.signatures import Signatures
from rftg_dsl.check.vocabulary import Vocabulary
from rftg_dsl.wording.event_text import word_trigger
from rftg_dsl.wording.measure_text import word_conditions, word_relative_clause, word_tail
from rftg_dsl.wording.number_text import word_change
from rftg_dsl.wording.speaker import Speaker
from rftg_dsl.wording.text_segments import Segment, Text, capitalize, list_texts, say, to_string, with_comma
from rftg_dsl.wording.verb_text import word_predicate, word_verb


@frozen
class Line:
    """The text of one power."""

    power: str
    heading: Text
    """The time at which the power is used, such as ``Assign`` or ``End of Ship``; empty for immediate effects."""
    body: Text
    """The power's effect, in whole sentences."""

    @property
    def segments(self) -> Text:
        """The heading, if any, and the body, joined by a colon into one text."""
        return say(capitalize(self.heading), ":", self.body) if self.heading else self.body

    def __str__(self) -> str:
        return to_string(self.segments)


def word_side(words: Vocabulary, game: Signatures, side: Side) -> list[Line]:
    """One line for each power of a side, in printed order."""
    to = Speaker(words, game, side.kind, side.properties)
    return [word_power(to.with_power(power), power) for power in side.powers]


def word_alternatives(words: Vocabulary, game: Signatures, side: Side) -> dict[str, str]:
    """The text of each alternative that a side's powers offer, by its id: the power's id, ``#`` and an ordinal."""
    to = Speaker(words, game, side.kind, side.properties)
    return {
        f"{power.id}#{nth}": to_string(capitalize(word_verbs(to.with_power(power), row)))
        for power in side.powers
        if isinstance(power, Acting)
        for nth, row in enumerate(power.act.choices, 1)
    }


def word_power(to: Speaker, power: Power) -> Line:
    """Word a power as a line; ``to`` must already be the context for this power."""
    return Line(power.id, word_heading(to, power), say(capitalize(word_sentence(to, power)), "."))


# -- headings ----------------------------------------------------------------------------------------------------


def word_heading(to: Speaker, power: Power) -> Text:
    """The time at which a power is used; empty if it takes effect at once and needs no explanation."""
    match power:
        case Window(edge=edge, phase=phase):
            return say(f"{edge} of", to.word_phase(phase))
        case Offer(phase=phase):
            return say(*filter(lambda segment: segment.text, [to.word_phase(phase)]))
        case Score():
            return say("end of game")
        case Immediate():
            unsaid = any(not to.word_phase(phase).text for phase in to.words.phases)
            return say("when this comes into play") if unsaid or power.conditions or power.act.may else ()
    return list_texts([say(segment) for segment in phases_of(to, power)], ",")


def phases_of(to: Speaker, power: Power) -> list[Segment]:
    """The phases to which a trigger or modifier belongs, followed by any sorts of power that are not named after a
    phase."""
    if isinstance(power, Trigger):
        kinds = next((match.kinds for _, match, _ in power.pattern.pieces), frozenset[str]())
        sorts = list(sorts_for(power.pattern.event.phase, kinds))
    elif isinstance(power, Modifier):
        kinds = power.about.match.kinds if isinstance(power.about, PieceSet) else frozenset()
        sorts = list(sorts_for(to.game.find_parameter(power.parameter).implies, kinds))
        sorts = [next(iter(only_phase_for(to.game, sort)), sort) for sort in sorts]
    else:
        return []
    known = [name for name in to.words.phases if name in sorts]
    rest = [Segment(sort.capitalize(), "text", sort) for sort in sorts if sort not in to.words.phases]
    return [to.word_phase(name) for name in known] + rest


# -- sentences ---------------------------------------------------------------------------------------------------


def word_sentence(to: Speaker, power: Power) -> Text:
    """The body of a power, without its heading or final full stop."""
    match power:
        case Score():
            return word_score(to, power)
        case Modifier():
            return word_modifier(to, power)
    assert isinstance(power, Acting)
    event = word_trigger(to, power.pattern) if isinstance(power, Trigger) else ()
    before = with_comma([event, word_conditions(to, power.conditions)])
    rank = power.rank if isinstance(power, Recurring) else 0
    return say(before, word_act(to, power.act, rank), word_limits(to, power))


def word_limits(to: Speaker, power: Power) -> Text:
    """A power's limits and rank, in parentheses; empty if none of them has to be worded."""
    parts: list[Text] = []
    if not isinstance(power, Recurring | Modifier):
        return ()
    if may_begin_again(power):
        parts.append(say("does not add up"))
    if power.once:
        parts.append(
            say({1: "once", 2: "twice"}.get(power.times, f"{power.times} times"), "per", to.word_phase(power.once))
        )
    # Ranks of EXACT and above follow from the sort of change, so the author did not write them.
    if 0 < power.rank < EXACT:
        parts.append(say("after your other powers"))
    elif power.rank < 0:
        parts.append(say("before your other powers"))
    return say("(", *with_comma(parts)[:-1], ")") if parts else ()


def may_begin_again(power: Power) -> bool:
    """Whether a second use would stack a lasting effect, which then needs ``does not add up``."""
    if not isinstance(power, Offer | Trigger) or power.act.lasting is None or power.once == power.act.lasting.until:
        return False
    begun = power.act.lasting.power
    return isinstance(begun, Trigger) or begun.change.direction in ("more", "less")


def word_act(to: Speaker, what: Act, rank: int = 0) -> Text:
    """Word a price and effects, with ``you may`` if they are the owner's choice."""
    what = with_one(to, what)
    result = word_effects(to, what, rank)
    # 'pay ... to ...' reads correctly only if 'you' pay the price and are the subject of every effect.
    plainly = not (what.whoever or what.lasting) and all(effect.who == "own" for effect in what.effects)
    if what.price:
        price = say("you may" if what.may else "", word_verbs(to, what.price))
        if what.choices and plainly:
            return say(price, ", then", result)
        return say(price, "to", result) if plainly else say(price, ":", result)
    if not what.may:
        return result
    return say("you may", result) if plainly else say("if you wish", ",", result)


def with_one(to: Speaker, what: Act) -> Act:
    """Turn a price of "up to one" into exactly one, because paying nothing is the same as declining."""
    if not what.may or len(what.price) != 1 or (what.price[0].low, what.price[0].high) != (Amount(0), 1):
        return what
    [price] = what.price
    # If exactly one is paid, 'for each discarded' always means one, so it is left out.
    counts = to.verb_of(price).counts
    gained = tuple(
        [evolve(effect, low=Amount(effect.low.n)) if is_per(effect.low, counts) else effect for effect in what.effects]
    )
    return evolve(what, price=(evolve(price, low=Amount(1), high=None),), effects=gained)


def is_per(amount: Amount, counters: Sequence[str]) -> bool:
    """Whether an amount is a plain multiple of the value of one of these counters."""
    return any(amount == Amount(amount.n, measure=Held(name)) for name in counters)


def word_effects(to: Speaker, what: Act, rank: int) -> Text:
    """The effects that follow the price.

    ``rank`` is the power's own rank, which is worded elsewhere; a nested power with the same rank does not repeat it.
    """
    if what.lasting is not None:
        return word_lasting(to, what.lasting, rank)
    if what.choices:
        choices = word_choices([word_verbs(to, row) for row in what.choices])
        if what.whoever is not None:
            return say("each player", word_relative_clause(to, what.whoever), "chooses one:", choices)
        return say("choose one:", choices)
    if what.whoever is not None:
        return say("each player", word_relative_clause(to, what.whoever), word_verbs(to, what.effects, third=True))
    return word_verbs(to, what.effects)


def word_choices(rows: Sequence[Text]) -> Text:
    """Join alternatives: ``gain $2, or gain 1 VP``."""
    *before, last = rows
    return say(with_comma(before), "or", last)


def word_verbs(to: Speaker, dos: Sequence[Do], third: bool = False) -> Text:
    """Join several verbs: ``gain 1 VP and draw 1 card``. With ``third``, they are another player's actions."""
    speaker = to.as_third_person() if third else to
    texts = []
    for nth, do in enumerate(dos):
        if third and do.who == "own":
            texts.append(word_predicate(speaker, do, third=True))
        else:
            # After a different subject, 'you' must be repeated.
            again = do.who == "own" and any(earlier.who != "own" for earlier in dos[:nth])
            texts.append(say("you" if again else "", word_verb(to, do)))
    return list_texts(without_repeats(texts))


def without_repeats(texts: Sequence[Text]) -> Sequence[Text]:
    """Drop the first word of each text that begins with the same word as the text before it: ``gain $1 and 1 VP``."""
    same = [nth > 0 and text[:1] == texts[nth - 1][:1] for nth, text in enumerate(texts)]
    return [text[1:] if repeats else text for text, repeats in zip(texts, same, strict=True)]


def word_lasting(to: Speaker, what: Lasting, rank: int) -> Text:
    """Word a lasting effect: ``until the end of the turn, when an opponent follows, gain 1 energy``."""
    power = evolve(what.power, rank=0) if what.power.rank == rank else what.power
    return say("until the end of the", to.word_phase(what.until), ",", word_sentence(to.with_power(power), power))


def word_modifier(to: Speaker, power: Modifier) -> Text:
    """Word a modifier: its conditions, price and change."""
    before = with_comma([word_conditions(to, power.conditions)])
    price = say("you may", word_verbs(to, power.price), ":") if power.price else ()
    return say(before, price, word_change(to, power), word_limits(to, power))


# -- scores ------------------------------------------------------------------------------------------------------


def word_score(to: Speaker, power: Score) -> Text:
    """Word a score: ``2 VP for each of your rare worlds, 1 VP for each of your remaining worlds``."""
    rows = []
    once = False
    for nth, row in enumerate(power.rows):
        rest = any(not are_disjoint(to, row, earlier) for earlier in power.rows[:nth])
        named = isinstance(row.measure, Count) and isinstance(row.measure.of, PieceSet) and row.measure.of.match.names
        rows.append(say(to.word_points(row.n), word_tail(to, row, rest=rest and not named)))
        once = once or (rest and bool(named))
    note = say("(each counts once)") if once else ()
    return say(with_comma(rows)[:-1], note, word_conditions(to, power.conditions))


def are_disjoint(to: Speaker, amount: Amount, other: Amount) -> bool:
    """Whether no piece can be counted by both rows. A false negative merely adds an unnecessary ``remaining``."""
    match (amount.measure, other.measure):
        case Count(PieceSet(match=here)), Count(PieceSet(match=there)):
            kinds = bool(here.kinds and there.kinds) and not here.kinds & there.kinds
            names = bool(here.names and there.names) and not here.names & there.names
            return kinds or names or any(is_excluded(to, name, values, there) for name, values in here.values)
    return False


def is_excluded(to: Speaker, name: str, values: frozenset[str], other: Match) -> bool:
    """Whether a piece with one of these ``values`` of a property can never match ``other``."""
    if to.words.properties[name].several:
        return False
    return any(name == other_name and not values & other_values for other_name, other_values in other.values)
