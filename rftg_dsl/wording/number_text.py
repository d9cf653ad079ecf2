"""Wording of changes to numbers, and of permissions."""

from __future__ import annotations

from rftg_dsl.check.model import Amount, Change, Modifier, PieceSet, StockSet
from rftg_dsl.check.signatures import Parameter
from rftg_dsl.wording.measure_text import word_tail
from rftg_dsl.wording.noun_text import (
    Noun,
    noun_of,
    word_contents,
    word_its_noun,
    word_kinds_as,
    word_plural,
    word_singular,
)
from rftg_dsl.wording.sayings import Filling, all_slots_in, fill_saying
from rftg_dsl.wording.speaker import Speaker
from rftg_dsl.wording.text_segments import Segment, Text, say, word_number


def word_change(to: Speaker, power: Modifier) -> Text:
    parameter = to.game.find_parameter(power.parameter)
    change = power.change
    noun = noun_of_subject(to, parameter, power.about) if power.about is not None else None
    its = any(isinstance(part, StockSet) and word_its_noun(to, part) for part in power.parts)
    # A change that is paid for, or that concerns a belonging or a particular piece, affects only one thing, so its
    # saying is in the singular.
    lone = bool(power.price) or its or (noun is not None and (noun.which == "this" or bool(noun.whole)))

    def fill_slot(name: str) -> Text | None:
        match name:
            case "things":
                return None if noun is None else word_singular(noun) if lone else word_plural(noun)
            case "all":
                return None if noun is None else word_plural(noun)
            case "a":
                return None if noun is None else word_singular(noun)
            case "each":
                return None if noun is None else word_each_of(noun)
            case "their":
                return say("its" if lone else "their")
            case "your":
                return say(to.your)
            case "price":
                return () if power.price else None
            case "tail":
                return word_tail(to, change.by)
            case "you may":
                return () if power.price else say("you may")
        what, _, unit = name.partition(":")
        if what == "a" and isinstance(power.about, StockSet):
            return word_kinds_as(to, power.about.kinds, unit)
        return word_difference(to, power, what, unit)

    n = change.by.n
    many = n != 1 or change.direction == "any"
    template = saying_for(parameter, change)
    text = fill_saying(template, Filling(fill_slot, many=many, several=not lone))
    floor = say("(minimum", word_number(change.floor), ")") if change.floor is not None else ()
    ceiling = say("(maximum", word_number(change.ceiling), ")") if change.ceiling is not None else ()
    # The tail is appended only if the saying has no slot for it.
    return say(text, () if "tail" in all_slots_in(template) else word_tail(to, change.by), floor, ceiling)


USUAL = ("more", "less", "exactly", "any", "open")


def saying_for(parameter: Parameter, change: Change) -> str:
    """The saying for a change. If a number opens an act, changing it by 0 merely opens the act."""
    opens = parameter.opens and change.by == Amount(0) and change.direction in ("more", "less")
    direction = "open" if opens else change.direction
    usual = parameter.sayings.get("", "") if direction in USUAL else ""
    return parameter.sayings.get(direction) or usual or default_saying_of(parameter, direction)


def default_saying_of(parameter: Parameter, direction: str) -> str:
    noun = parameter.noun or parameter.name
    name = f"<the {noun} of {{things}}|{{your}} {noun}>"
    match direction:
        case "any":
            return f"{name} has no limit"
        case "printed":
            return f"{name} cannot change"
        case "allowed" | "open":
            return f"{{things}} can be {parameter.opens or parameter.name}"
        case "forbidden" | "closed":
            return f"{{things}} cannot be {parameter.opens or parameter.name}"
        case "exactly":
            return f"{name} is {{n}}"
    return f"{name} is {{change}}"


def word_difference(to: Speaker, power: Modifier, what: str, unit: str) -> Text | None:
    """The change, worded for a slot: ``2 less``, ``1 fewer``, ``+2``, ``any number of``, or a plain number.

    None if this slot does not show a change.
    """
    change = power.change
    n = change.by.n
    counter = to.words.counters.get(unit)
    plain = to.word_money(counter, n) if counter else word_number(n)
    if what == "n":
        return say(plain)
    match what, change.direction:
        case (("change" | "count" | "signed"), "any"):
            return say("any number of")
        case (("change" | "count" | "signed"), "exactly"):
            return say(plain) if what != "signed" else say("exactly", plain)
        case "change", direction:
            return say(plain, Segment(direction))
        case "count", direction:
            return say(plain, "fewer" if direction == "less" else direction)
        case "signed", direction:
            return say(Segment(f"{'-' if direction == 'less' else '+'}{n}", "number", str(n)))
    return None


def word_each_of(noun: Noun) -> Text:
    if noun.which == "this" or noun.whole:
        return word_singular(noun)
    return say("each of your", "other" if noun.which == "another" else "", noun.all, noun.after)


def noun_of_subject(to: Speaker, parameter: Parameter, what: PieceSet | StockSet) -> Noun:
    """The noun for the things that a number applies to, or for their contents if the number is a permission about
    contents."""
    if not isinstance(what, PieceSet) or not parameter.permits or not parameter.held or what.holding:
        return noun_of(to, what)
    goods = word_contents(to, (parameter.held,))
    return Noun(goods, goods, say("on", word_plural(noun_of(to, what), to.your)))
