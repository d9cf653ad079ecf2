"""What a power does: a verb with what it is done to, in the saying of its game."""

from __future__ import annotations

from attrs import evolve

from rftg_dsl.check.model import Amount, Change, Counters, Do, Filler, PieceSet, PlaceSet, Seats, StockSet
from rftg_dsl.check.signatures import MANY, SlotKind, Verb
from rftg_dsl.wording.measure_text import tail
from rftg_dsl.wording.noun_text import Noun, counted, destination, noun_of, several, single
from rftg_dsl.wording.place_text import here, owned
from rftg_dsl.wording.saying_slots import LOOKED_UP
from rftg_dsl.wording.sayings import Filling, filled
from rftg_dsl.wording.speaker import Motion, Speaker, spaced
from rftg_dsl.wording.text_segments import Text, amount, listed, said

SILENT: frozenset[SlotKind] = frozenset(("flag", "differing", "matching", "order", "alike", "moment"))
"""The slots that are said with the object, or not at all."""


def done(to: Speaker, one: Do) -> Text:
    """What one verb does: ``gain $1``; of others: ``each opponent gains $1``."""
    others = one.who != "own"
    speaker = to.of_another() if others else to
    subject = {"own": "", "others": "each opponent", "all": "each player"}[one.who]
    return said(subject, acted(speaker, one, third=others))


def acted(to: Speaker, one: Do, third: bool = False) -> Text:
    """A verb with its object and everything else that is said of it, without its subject."""
    verb = to.verb(one)
    amounts = [one.low, *(value for _, value in one.slots if isinstance(value, Amount))]

    def slot(name: str) -> Text | None:
        """The text in a slot of the saying."""
        return filler(to, one, verb, name)

    saying = verb.saying or default(verb)
    text = filled(saying, Filling(slot, many=is_many(one), third=third, several=not third))
    return said(text, *(tail(to, each) for each in amounts))


def default(verb: Verb) -> str:
    """The saying of a verb that declares none: its name, its object, its slots."""
    parts = [spaced(verb.name)]
    if verb.object != "nothing":
        parts.append("{what}")
    for name, kind in verb.slots.items():
        if kind not in SILENT:
            own_word = kind in ("place", "places", "targets")
            parts.append(f"<{'' if own_word else name} {{{name}}}>")
    return " ".join(parts)


def is_many(one: Do) -> bool:
    """Whether more than one thing may be meant."""
    return one.all or (one.high or one.low.n) > 1


def filler(to: Speaker, one: Do, verb: Verb, name: str) -> Text | None:
    """The text in a slot of a verb's saying; None if nothing is said of it."""
    match name:
        case "what" | "your what" | "what from" | "your what from":
            speaker = evolve(to, motion="from") if name.endswith("from") else to
            return thing(speaker, one, to.your if name.startswith("your") else "")
        case "n":
            counter = to.words.counters.get(one.what) if isinstance(one.what, str) else None
            return of_counter(to, one, counter.name) if counter and counter.sign else number(one)
        case "noun":
            return the_noun(to, one)
        case "nouns":
            return to.counter_noun(to.words.counters[one.what])[1] if isinstance(one.what, str) else None
        case "anywhere":
            noun = noun_of(to, one.what) if isinstance(one.what, StockSet) else None
            return said("(from anywhere)") if noun and not noun.placed else None
        case "your":
            return said(to.your)
    what, _, of = name.rpartition(" ")
    return looked_up(to, one, what, of) if what in LOOKED_UP else of_slot(to, one, verb, *name.split(":"))


def looked_up(to: Speaker, one: Do, what: str, name: str) -> Text | None:
    """A number that is printed on the side or in the rules; nothing where an object is taken from, if it is."""
    match what:
        case "printed":
            printed = to.properties.get(name, "?")
            return said(" ".join(printed) if isinstance(printed, tuple) else str(printed))
        case "number":
            return said(amount(to.words.numbers[name]))
    return () if isinstance(one.what, PieceSet) and one.what.places == (name,) else None


def of_slot(to: Speaker, one: Do, verb: Verb, name: str, how: str = "") -> Text | None:
    """The text of a slot of the verb, if it is filled; with ``owner``, only where the objects have owners."""
    value = dict(one.slots).get(name)
    if value is None or (how == "owner" and not (isinstance(one.what, PieceSet) and owned(to, one.what.places))):
        return None
    return slotted(to, one, verb, value, "" if how == "owner" else how)


# -- objects -----------------------------------------------------------------------------------------------------


def number(one: Do, mass: bool = False) -> Text:
    """The amount: ``2``, ``1 or 2``, ``up to 3``, ``any number of``, ``all``; ``mass``: of uncounted things."""
    if one.all:
        return said("all")
    n = one.low.n
    if one.high is None:
        return said(amount(n))
    if one.high >= MANY:
        return said("any amount of" if mass else "any number of") if n == 0 else said(amount(n), "or more")
    if n == 0:
        return said("up to", amount(one.high))
    return said(amount(n), "or" if one.high == n + 1 else "to", amount(one.high))


def the_noun(to: Speaker, one: Do) -> Text | None:
    """The noun of the object, without its number."""
    if isinstance(one.what, PieceSet | StockSet):
        noun = noun_of(to, one.what)
        return said(noun.many if is_many(one) else noun.one, noun.after)
    return to.counter_noun(to.words.counters[one.what])[is_many(one)] if isinstance(one.what, str) else None


def thing(to: Speaker, one: Do, your: str) -> Text | None:
    """The object of a verb; None if it has none."""
    match one.what:
        case None:
            return None
        case str():
            return of_counter(to, one, one.what)
        case Counters(names):
            many = [to.counter_noun(to.words.counters[name])[is_many(one)] for name in names]
            return said(number(one), listed(many, "and/or"))
        case _:
            return counted_things(to, one, noun_of(to, one.what), your)


def counted_things(to: Speaker, one: Do, noun: Noun, your: str) -> Text:
    """A number of things."""
    if one.all:
        return all_things(noun, your)
    return counted(noun, number(one), is_many(one), your)


def all_things(noun: Noun, your: str) -> Text:
    """All of these things."""
    if noun.whole or noun.which == "this":
        return single(noun)
    return said("all", "of" if noun.its or (your and noun.owner == "own") else "", several(noun, your))


def of_counter(to: Speaker, one: Do, name: str) -> Text:
    """An amount of a counter: ``$2``, ``3 energy``, ``up to $2``."""
    counter = to.words.counters[name]
    if counter.sign and not one.all and one.high != MANY:
        low, high = to.money(counter, one.low.n), one.high
        if high is None:
            return said(low)
        return said("up to", to.money(counter, high)) if one.low.n == 0 else said(low, "or", to.money(counter, high))
    return said(number(one, to.is_mass(counter)), to.counter_noun(counter)[is_many(one)])


# -- slots -------------------------------------------------------------------------------------------------------


def slotted(to: Speaker, one: Do, verb: Verb, value: Filler, how: str) -> Text:
    """What a preposition of a verb names."""
    match value:
        case PlaceSet() if how == "on":
            return said("on", here(to))
        case PlaceSet():
            motion: Motion = "" if how == "in" else "to"
            return destination(to, value, motion, verb.leads, is_many(one))
        case PieceSet() | StockSet():
            return among(to, one, value)
        case Amount(n):
            return said(amount(n), how if n == 1 or not how else f"{how}s")
        case Counters(names, mixed, n):
            return counters(to, names, mixed, n)
        case Seats(_, each):
            return said("each opponent" if each else "an opponent")
        case Change():
            return terms(value, how)
        case str():
            return said(value)


def among(to: Speaker, one: Do, value: PieceSet | StockSet) -> Text:
    """The pieces in a slot; if the verb has no object, it acts on as many of them as it says."""
    noun = noun_of(to, value)
    if one.what is not None:
        mine = noun.owner == "own" and noun.which == "any"
        return said("one of", several(noun, to.your)) if mine else single(noun)
    if noun.whole or noun.which == "this":
        return single(noun)
    if one.all:
        return said("each of", several(noun, to.your)) if noun.owner == "own" else said("each", noun.one, noun.after)
    if one.high is None and one.low.n == 1:
        return said("another of" if noun.which == "another" else "one of", several(plainly(noun), to.your))
    return counted(noun, number(one), many=True, your=to.your)


def plainly(noun: Noun) -> Noun:
    """A noun without the word that says which are meant."""
    return Noun(noun.one, noun.many, noun.after, noun.owner)


def counters(to: Speaker, names: tuple[str, ...], mixed: bool, n: int) -> Text:
    """``energy or culture``, ``1 energy``."""
    known = [to.words.counters[name] for name in names]
    if n:
        counter = known[0]
        if counter.sign:
            return said(to.money(counter, n))
        return said(amount(n), to.counter_noun(counter)[n > 1])
    nouns = [to.counter_noun(counter)[1] for counter in known]
    return said("any mix of" if mixed else "", listed(nouns, "and" if mixed else "or"))


def terms(change: Change, unit: str) -> Text:
    """How a price changes: ``1 less``, ``2 more cards``, ``free``."""
    n = change.by.n
    return said("free") if n >= MANY else said(amount(n), change.direction, unit if n == 1 or not unit else f"{unit}s")
