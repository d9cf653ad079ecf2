"""Wording of actions: each verb with its object, in the game's own saying."""

from __future__ import annotations

from attrs import evolve

from rftg_dsl.check.model import Amount, Change, Counters, Do, Filler, PieceSet, PlaceSet, Seats, StockSet
from rftg_dsl.check.signatures import MANY, SlotKind, Verb
from rftg_dsl.wording.measure_text import word_tail
from rftg_dsl.wording.noun_text import Noun, noun_of, word_destination, word_plural, word_quantity, word_singular
from rftg_dsl.wording.place_text import are_owned, word_this_piece
from rftg_dsl.wording.saying_slots import LOOKED_UP
from rftg_dsl.wording.sayings import Filling, fill_saying
from rftg_dsl.wording.speaker import Motion, Speaker, without_hyphens
from rftg_dsl.wording.text_segments import Text, list_texts, say, word_number

SILENT: frozenset[SlotKind] = frozenset(("flag", "differing", "matching", "order", "alike", "moment"))


def word_verb(to: Speaker, do: Do) -> Text:
    others = do.who != "own"
    speaker = to.as_third_person() if others else to
    subject = {"own": "", "others": "each opponent", "all": "each player"}[do.who]
    return say(subject, word_predicate(speaker, do, third=others))


def word_predicate(to: Speaker, do: Do, third: bool = False) -> Text:
    """A verb with its object and qualifiers, but without its subject."""
    verb = to.verb_of(do)
    amounts = [do.low, *(value for _, value in do.slots if isinstance(value, Amount))]

    def fill_slot(name: str) -> Text | None:
        return word_slot(to, do, verb, name)

    saying = verb.saying or default_saying_of(verb)
    text = fill_saying(saying, Filling(fill_slot, many=is_many(do), third=third, several=not third))
    return say(text, *(word_tail(to, each) for each in amounts))


def default_saying_of(verb: Verb) -> str:
    parts = [without_hyphens(verb.name)]
    if verb.object != "nothing":
        parts.append("{what}")
    for name, kind in verb.slots.items():
        if kind not in SILENT:
            own_word = kind in ("place", "places", "targets")
            parts.append(f"<{'' if own_word else name} {{{name}}}>")
    return " ".join(parts)


def is_many(do: Do) -> bool:
    return do.all or (do.high or do.low.n) > 1


def word_slot(to: Speaker, do: Do, verb: Verb, name: str) -> Text | None:
    """The text for a slot in a verb's saying; None if the slot does not apply."""
    match name:
        case "what" | "your what" | "what from" | "your what from":
            speaker = evolve(to, motion="from") if name.endswith("from") else to
            return word_object(speaker, do, to.your if name.startswith("your") else "")
        case "n":
            counter = to.words.counters.get(do.what) if isinstance(do.what, str) else None
            return word_counter_amount(to, do, counter.name) if counter and counter.sign else word_amount(do)
        case "noun":
            return word_object_noun(to, do)
        case "nouns":
            return to.word_counter_noun(to.words.counters[do.what])[1] if isinstance(do.what, str) else None
        case "anywhere":
            noun = noun_of(to, do.what) if isinstance(do.what, StockSet) else None
            return say("(from anywhere)") if noun and not noun.placed else None
        case "your":
            return say(to.your)
    what, _, of = name.rpartition(" ")
    return word_lookup(to, do, what, of) if what in LOOKED_UP else word_verb_slot(to, do, verb, *name.split(":"))


def word_lookup(to: Speaker, do: Do, what: str, name: str) -> Text | None:
    """The text for a looked-up slot: a value printed on the side, or a number in the rules.

    For a place, the text is empty if the object is taken from that place; otherwise the result is None.
    """
    match what:
        case "printed":
            printed = to.properties.get(name, "?")
            return say(" ".join(printed) if isinstance(printed, tuple) else str(printed))
        case "number":
            return say(word_number(to.words.numbers[name]))
    return () if isinstance(do.what, PieceSet) and do.what.places == (name,) else None


def word_verb_slot(to: Speaker, do: Do, verb: Verb, name: str, how: str = "") -> Text | None:
    """The text for one of the verb's own slots, or None if it is not filled.

    With ``owner``, the result is also None if the objects have no owner.
    """
    value = dict(do.slots).get(name)
    if value is None or (how == "owner" and not (isinstance(do.what, PieceSet) and are_owned(to, do.what.places))):
        return None
    return word_filler(to, do, verb, value, "" if how == "owner" else how)


# -- objects -----------------------------------------------------------------------------------------------------


def word_amount(do: Do, mass: bool = False) -> Text:
    if do.all:
        return say("all")
    n = do.low.n
    if do.high is None:
        return say(word_number(n))
    if do.high >= MANY:
        return say("any amount of" if mass else "any number of") if n == 0 else say(word_number(n), "or more")
    if n == 0:
        return say("up to", word_number(do.high))
    return say(word_number(n), "or" if do.high == n + 1 else "to", word_number(do.high))


def word_object_noun(to: Speaker, do: Do) -> Text | None:
    if isinstance(do.what, PieceSet | StockSet):
        noun = noun_of(to, do.what)
        return say(noun.many if is_many(do) else noun.one, noun.after)
    return to.word_counter_noun(to.words.counters[do.what])[is_many(do)] if isinstance(do.what, str) else None


def word_object(to: Speaker, do: Do, your: str) -> Text | None:
    match do.what:
        case None:
            return None
        case str():
            return word_counter_amount(to, do, do.what)
        case Counters(names):
            many = [to.word_counter_noun(to.words.counters[name])[is_many(do)] for name in names]
            return say(word_amount(do), list_texts(many, "and/or"))
        case _:
            return word_things(to, do, noun_of(to, do.what), your)


def word_things(to: Speaker, do: Do, noun: Noun, your: str) -> Text:
    if do.all:
        return word_all(noun, your)
    return word_quantity(noun, word_amount(do), is_many(do), your)


def word_all(noun: Noun, your: str) -> Text:
    if noun.whole or noun.which == "this":
        return word_singular(noun)
    return say("all", "of" if noun.its or (your and noun.owner == "own") else "", word_plural(noun, your))


def word_counter_amount(to: Speaker, do: Do, name: str) -> Text:
    counter = to.words.counters[name]
    if counter.sign and not do.all and do.high != MANY:
        low, high = to.word_money(counter, do.low.n), do.high
        if high is None:
            return say(low)
        return (
            say("up to", to.word_money(counter, high))
            if do.low.n == 0
            else say(low, "or", to.word_money(counter, high))
        )
    return say(word_amount(do, to.is_mass(counter)), to.word_counter_noun(counter)[is_many(do)])


# -- slots -------------------------------------------------------------------------------------------------------


def word_filler(to: Speaker, do: Do, verb: Verb, value: Filler, how: str) -> Text:
    match value:
        case PlaceSet() if how == "on":
            return say("on", word_this_piece(to))
        case PlaceSet():
            motion: Motion = "" if how == "in" else "to"
            return word_destination(to, value, motion, verb.leads, is_many(do))
        case PieceSet() | StockSet():
            return word_slot_things(to, do, value)
        case Amount(n):
            return say(word_number(n), how if n == 1 or not how else f"{how}s")
        case Counters(names, mixed, n):
            return word_counters(to, names, mixed, n)
        case Seats(_, each):
            return say("each opponent" if each else "an opponent")
        case Change():
            return word_price_change(value, how)
        case str():
            return say(value)


def word_slot_things(to: Speaker, do: Do, value: PieceSet | StockSet) -> Text:
    """The things in a slot. If the verb has no object, its amount is the number of these things that it acts on."""
    noun = noun_of(to, value)
    if do.what is not None:
        mine = noun.owner == "own" and noun.which == "any"
        return say("one of", word_plural(noun, to.your)) if mine else word_singular(noun)
    if noun.whole or noun.which == "this":
        return word_singular(noun)
    if do.all:
        return say("each of", word_plural(noun, to.your)) if noun.owner == "own" else say("each", noun.one, noun.after)
    if do.high is None and do.low.n == 1:
        return say("another of" if noun.which == "another" else "one of", word_plural(without_which(noun), to.your))
    return word_quantity(noun, word_amount(do), many=True, your=to.your)


def without_which(noun: Noun) -> Noun:
    return Noun(noun.one, noun.many, noun.after, noun.owner)


def word_counters(to: Speaker, names: tuple[str, ...], mixed: bool, n: int) -> Text:
    known = [to.words.counters[name] for name in names]
    if n:
        counter = known[0]
        if counter.sign:
            return say(to.word_money(counter, n))
        return say(word_number(n), to.word_counter_noun(counter)[n > 1])
    nouns = [to.word_counter_noun(counter)[1] for counter in known]
    return say("any mix of" if mixed else "", list_texts(nouns, "and" if mixed else "or"))


def word_price_change(change: Change, unit: str) -> Text:
    n = change.by.n
    return (
        say("free") if n >= MANY else say(word_number(n), change.direction, unit if n == 1 or not unit else f"{unit}s")
    )
