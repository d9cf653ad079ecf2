"""Numbers that powers change, and acts that they allow or forbid."""

from __future__ import annotations

from rftg_dsl.check.model import Amount, Change, Modifier, PieceSet, StockSet
from rftg_dsl.check.signatures import Parameter
from rftg_dsl.wording.measure_text import tail
from rftg_dsl.wording.noun_text import Noun, its_noun, kinds_as, lying_in, noun_of, several, single
from rftg_dsl.wording.sayings import Filling, all_slots, filled
from rftg_dsl.wording.speaker import Speaker
from rftg_dsl.wording.text_segments import Segment, Text, amount, said


def changed(to: Speaker, power: Modifier) -> Text:
    """What a modifier changes, as a sentence without its conditions and price."""
    parameter = to.parameter(power.parameter)
    change = power.change
    noun = about(to, parameter, power.about) if power.about is not None else None
    its = any(isinstance(part, StockSet) and its_noun(to, part) for part in power.parts)
    lone = bool(power.price) or its or (noun is not None and (noun.which == "this" or bool(noun.whole)))

    def slot(name: str) -> Text | None:
        """The text in a slot of the saying."""
        match name:
            case "things":
                return None if noun is None else single(noun) if lone else several(noun)
            case "all":
                return None if noun is None else several(noun)
            case "a":
                return None if noun is None else single(noun)
            case "each":
                return None if noun is None else distributed(noun)
            case "their":
                return said("its" if lone else "their")
            case "your":
                return said(to.your)
            case "price":
                return () if power.price else None
            case "tail":
                return tail(to, change.by)
            case "you may":
                return () if power.price else said("you may")
        what, _, unit = name.partition(":")
        if what == "a" and isinstance(power.about, StockSet):
            return kinds_as(to, power.about.kinds, unit)
        return number(to, power, what, unit)

    n = change.by.n
    many = n != 1 or change.direction == "any"
    template = saying(parameter, change)
    text = filled(template, Filling(slot, many=many, several=not lone))
    floor = said("(minimum", amount(change.floor), ")") if change.floor is not None else ()
    ceiling = said("(maximum", amount(change.ceiling), ")") if change.ceiling is not None else ()
    return said(text, () if "tail" in all_slots(template) else tail(to, change.by), floor, ceiling)


USUAL = ("more", "less", "exactly", "any", "open")
"""The changes for which the saying under an empty key will do."""


def saying(parameter: Parameter, change: Change) -> str:
    """The saying of a number for a change; a change by 0 only opens a number that does not exist otherwise."""
    opens = parameter.opens and change.by == Amount(0) and change.direction in ("more", "less")
    direction = "open" if opens else change.direction
    usual = parameter.sayings.get("", "") if direction in USUAL else ""
    return parameter.sayings.get(direction) or usual or default(parameter, direction)


def default(parameter: Parameter, direction: str) -> str:
    """The saying of a number that declares none."""
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


def number(to: Speaker, power: Modifier, what: str, unit: str) -> Text | None:
    """The change: ``2 less``, ``1 fewer``, ``+2``, ``any number of``; the number alone; nothing for other slots."""
    change = power.change
    n = change.by.n
    counter = to.words.counters.get(unit)
    plain = to.money(counter, n) if counter else amount(n)
    if what == "n":
        return said(plain)
    match what, change.direction:
        case (("change" | "count" | "signed"), "any"):
            return said("any number of")
        case (("change" | "count" | "signed"), "exactly"):
            return said(plain) if what != "signed" else said("exactly", plain)
        case "change", direction:
            return said(plain, Segment(direction))
        case "count", direction:
            return said(plain, "fewer" if direction == "less" else direction)
        case "signed", direction:
            return said(Segment(f"{'-' if direction == 'less' else '+'}{n}", "number", str(n)))
    return None


def distributed(noun: Noun) -> Text:
    """Each of these things: ``each of your rare worlds``, ``each of your other worlds``, ``this world``."""
    if noun.which == "this" or noun.whole:
        return single(noun)
    return said("each of your", "other" if noun.which == "another" else "", noun.all, noun.after)


def about(to: Speaker, parameter: Parameter, what: PieceSet | StockSet) -> Noun:
    """The things that a number belongs to; what lies on them, if it is about that."""
    if not isinstance(what, PieceSet) or not parameter.permits or not parameter.held or what.holding:
        return noun_of(to, what)
    goods = lying_in(to, (parameter.held,))
    return Noun(goods, goods, said("on", several(noun_of(to, what), to.your)))
