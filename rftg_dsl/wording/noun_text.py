"""Noun phrases for things and places."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Literal

from attrs import evolve, frozen

from rftg_dsl.check.model import Likeness, Match, PieceSet, PlaceSet, StockSet, Who
from rftg_dsl.check.vocabulary import HOLE, SCORE
from rftg_dsl.wording.place_text import (
    are_owned,
    common_word_of,
    first_on_pieces,
    word_chosen_place,
    word_places,
    word_this_piece,
)
from rftg_dsl.wording.speaker import Motion, Speaker, without_hyphens
from rftg_dsl.wording.text_segments import Segment, Text, list_texts, say, to_string, with_a, word_number

Which = Literal["any", "this", "another", "different", "remaining", "top"]


@frozen
class Noun:
    """A noun phrase that can be worded in the singular, in the plural, or after a number."""

    one: Text
    """The singular, including adjectives."""
    many: Text
    """The plural for an unspecified selection: ``rare or genes worlds``."""
    after: Text = ()
    owner: Who | None = None
    """None if the owner is named elsewhere in the phrase, or if there is none."""
    which: Which = "any"
    whole: Text = ()
    placed: bool = True
    """Whether the phrase says where the things are."""
    every: Text = ()
    """The plural for all of the things, if it differs from ``many``: ``rare and genes worlds``."""
    its: bool = False
    """Whether the things belong to the piece that the event is about."""

    @property
    def all(self) -> Text:
        return self.every or self.many


def noun_of(to: Speaker, what: PieceSet | StockSet) -> Noun:
    return noun_of_pieces(to, what) if isinstance(what, PieceSet) else noun_of_stocks(to, what)


# -- in sentences ------------------------------------------------------------------------------------------------


def word_singular(noun: Noun) -> Text:
    match noun.which:
        case _ if noun.whole:
            return noun.whole
        case "this":
            return say("this", noun.one, noun.after)
        case "another":
            return say("another", noun.one, word_owner(noun), noun.after)
        case "top":
            return say("the top", noun.one, word_owner(noun), noun.after)
        case "different":
            return say("a different", noun.one, word_owner(noun), noun.after)
    return say(with_a(noun.one), word_owner(noun), noun.after)


def word_owner(noun: Noun, many: bool = False) -> str:
    """The owner, as worded after the noun: ``of an opponent``. Empty for ``own``, which is worded before the noun."""
    others = "of opponents" if many else "of an opponent"
    return {"others": others, "all": "of any player"}.get(noun.owner or "", "")


ADJECTIVES = {"another": "other", "different": "different", "remaining": "remaining", "top": "top"}


def word_plural(noun: Noun, your: str = "") -> Text:
    if noun.whole or noun.which == "this":
        return word_singular(noun)
    mine = "its" if noun.its else your if noun.owner == "own" else ""
    return say(mine, ADJECTIVES.get(noun.which, ""), noun.all, word_owner(noun, many=True), noun.after)


def word_quantity(noun: Noun, n: Text, many: bool, your: str = "") -> Text:
    """A number of things: ``2 workers``, ``1 other development``; with ``your``: ``1 of your dice``."""
    if noun.whole or noun.which == "this" or (noun.which == "top" and not many):
        return word_singular(noun)
    adjective = ADJECTIVES.get(noun.which, "")
    if noun.its or (your and noun.owner == "own"):
        mine = "its" if noun.its else your
        if noun.which == "different":
            different = "a different one" if not many else say(n, "different ones")
            return say(different, "of", mine, noun.many, noun.after)
        return say(n, "" if to_string(n).endswith(" of") else "of", mine, adjective, noun.many, noun.after)
    head = noun.many if many else noun.one
    return say(n, adjective, head, word_owner(noun, many), noun.after)


def word_each(noun: Noun, n: int, your: str) -> Text:
    adjective = ADJECTIVES.get(noun.which, "")
    if noun.whole or noun.which == "this":
        return word_singular(noun) if n == 1 else say("every", word_number(n), "of", word_singular(noun))
    if noun.its or noun.owner == "own":
        number = say("each") if n == 1 else say("every", word_number(n))
        return say(number, "of", "its" if noun.its else your, adjective, noun.all, noun.after)
    if n == 1:
        return say("each", adjective, noun.one, word_owner(noun), noun.after)
    return say("every", word_number(n), adjective, noun.many, word_owner(noun, many=True), noun.after)


def as_remaining(noun: Noun) -> Noun:
    """The noun phrase for the things that earlier rows have not counted."""
    if noun.whole or noun.which == "this":
        return noun
    besides = say(noun.after, "besides this one") if noun.which == "another" else noun.after
    return evolve(noun, which="remaining", after=besides)


JOINS = ("or", "and")
"""The conjunctions between alternatives: ``or`` if only some of the things are meant, ``and`` if all are."""


# -- fungible things ---------------------------------------------------------------------------------------------


def noun_of_stocks(to: Speaker, what: StockSet) -> Noun:
    stock = to.words.stock_kinds[next(iter(what.kinds))].of if what.kinds else next(iter(to.words.stocks))
    described, every = (word_stock_kinds(to, what.kinds, stock, join) for join in JOINS)
    if its := word_its_noun(to, what):
        singular, plural = its
        after = word_after_stock(to, what, what.places)
        return Noun(say(described, singular), say(described, plural), after, its=True, every=say(every, plural))
    shorthand = next(
        (noun for noun in to.words.nouns.values() if noun.means == stock and set(noun.places) == set(what.places)), None
    )
    if shorthand and what.places:
        noun = ("noun", shorthand.name, shorthand.plural)
        left: tuple[str, ...] = ()
        # 'Genes goods' could also mean any goods on a Genes world, so the phrase mentions the dice.
        if described and all(to.words.places[name].owner == "piece" for name in what.places):
            return noun_of_substitutes(to, what, stock, noun, (described, every))
    else:
        noun = ("stock", stock, to.words.stocks[stock].plural)
        left = what.places
    singular, plural = to.word_noun(*noun, described)
    owner: Who | None = what.who
    if what.on is not None or left or not are_owned(to, what.places):
        owner = None
    placed = bool(what.places or what.on or what.listed)
    after = word_after_stock(to, what, left)
    return Noun(singular, plural, after, owner, placed=placed, every=to.word_noun(*noun, every)[1])


def noun_of_substitutes(to: Speaker, what: StockSet, stock: str, noun: Named, kinds: tuple[Text, Text]) -> Noun:
    """A phrase such as ``Genes dice used as goods``, because ``a Genes good`` could also mean any good on a Genes
    world."""
    (singular, plural), (as_one, as_many) = (
        to.word_noun("stock", stock, to.words.stocks[stock].plural),
        to.word_noun(*noun),
    )
    described, every = kinds
    owner: Who | None = what.who if what.on is None else None
    used = say("used as", as_many)
    return Noun(
        say(described, singular, "used as", with_a(as_one)),
        say(described, plural, used),
        word_after_stock(to, what, ()),
        owner,
        every=say(every, plural, used),
    )


def word_kinds_as(to: Speaker, kinds: frozenset[str], noun: str) -> Text:
    """One thing of these kinds, named after its use: ``an Alien explorer``."""
    stock = to.words.stock_kinds[next(iter(kinds))].of if kinds else ""
    return with_a(say(word_stock_kinds(to, kinds, stock), Segment(noun, "thing", noun)))


def word_stock_kinds(to: Speaker, kinds: frozenset[str], stock: str, join: str = "or") -> Text:
    """The kinds as adjectives, or the excluded kinds with ``non-`` if that is shorter; empty if all kinds are
    included."""
    every = [kind.name for kind in to.words.stock_kinds.values() if kind.of == stock]
    missing = [name for name in every if name not in kinds]
    if not missing:
        return ()
    # 'non-Novelty' is shorter than a list of all other kinds.
    if kinds and len(missing) < len(kinds):
        return say(*[word_adjective(to, "stock kind", name, "non-") for name in missing])
    return list_texts([word_adjective(to, "stock kind", name) for name in every if name in kinds], join)


def word_adjective(to: Speaker, table: str, name: str, prefix: str = "") -> Text:
    title = {"value": to.words.values, "stock kind": to.words.stock_kinds}[table][name].title  # type: ignore[index]
    form = (to.forms_of(table, name) or (title,))[0]
    return say(Segment(prefix + form, "value", name))


def word_its_noun(to: Speaker, what: StockSet) -> tuple[Text, Text] | None:
    """The singular and plural of a noun such as ``settlers``; None if the things do not belong to the event's piece."""
    if what.who != "all" or len(what.places) != 1:
        return None
    names = [name for name, place in to.its.places.items() if (place,) == what.places]
    fitting = [name for name in names if not to.its.kinds or to.its.of_kind.get(name, "") in (*to.its.kinds, "")]
    if not fitting:
        return None
    plurals = to.words.singulars_by_plural()
    singular = list_texts([say(Segment(plurals.get(name, name), "thing", name)) for name in fitting], "or")
    plural = list_texts([say(Segment(name, "thing", name)) for name in fitting], "and")
    return singular, plural


def word_after_stock(to: Speaker, what: StockSet, places: Sequence[str]) -> Text:
    parts: list[Text] = []
    if what.on is not None:
        on = word_plural(noun_of_pieces(evolve(to, motion=""), what.on), to.your)
        parts.append(word_places(to, places, on=on) if places else say("on", on))
    elif places and not word_its_noun(to, what):
        parts.append(word_places(to, places, to.motion, what.who))
    if what.same_place:
        seats = what.places or [place.name for place in to.words.places.values() if place.owner == "seat"]
        parts.append(say("from the same", common_word_of(to, seats)))
    if what.listed is not None:
        parts.append(say(to.motion or "in", word_chosen_place(to, what.listed)))
    return say(*parts)


# -- where they go -----------------------------------------------------------------------------------------------


def word_destination(to: Speaker, places: PlaceSet, motion: Motion, among: Sequence[str], many: bool) -> Text:
    """Word the places to which an effect moves things.

    ``among`` lists every place that the verb can move things to; ``many`` says whether several things are moved.
    """
    if places.later:
        return say("to a later", common_word_of(to, among))
    if places.chosen is not None:
        return say("to", word_chosen_place(to, places.chosen))
    if places.here or places.on is not None:
        names = places.places or (first_on_pieces(to),)
        onto = word_this_piece(to) if places.on is None else word_on_pieces(to, places.on, many)
        return word_places(to, names, motion, on=onto, many=many)
    return word_places(to, places.places, motion)


def word_on_pieces(to: Speaker, on: PieceSet, many: bool) -> Text:
    noun = noun_of_pieces(to, on)
    if many or noun.whole or noun.which == "this":
        return word_plural(noun, to.your)
    return say("one of", word_plural(noun, to.your))


# -- pieces ------------------------------------------------------------------------------------------------------

WHICH: dict[str, Which] = {"any": "any", "only": "this", "except": "another"}


def noun_of_pieces(to: Speaker, what: PieceSet) -> Noun:
    if what.role and what == PieceSet(Match(), role=what.role, who="all"):
        return Noun((), (), whole=say("it"))
    named, left, holding = find_shorthand(to, what)
    # Describe the contents of a particular piece in terms of that piece: 'goods on this world'.
    if holding and named and (what.this != "any" or what.role):
        return noun_of_contents(to, what, named)
    which: Which = "different" if what.not_last else "top" if what.top else WHICH[what.this]
    ownerless = left or not are_owned(to, what.places) or what.role or what.this == "only"
    (before, behind), (together, _) = (word_adjectives(to, what, join) for join in JOINS)
    singular, plural = to.word_noun(*named, before) if named else word_kinds(to, what.match.kinds, before)
    _, every = to.word_noun(*named, together) if named else word_kinds(to, what.match.kinds, together, "and")
    after = say(behind, *word_after_pieces(to, what, left))
    owner: Who | None = None if ownerless else what.who
    return Noun(singular, plural, after, owner, which, every=every)


def noun_of_contents(to: Speaker, what: PieceSet, named: Named) -> Noun:
    to = evolve(to, motion="")
    below = evolve(what, holding=(), places=(), different="", like=(), tag=0)
    rest = evolve(what, match=Match(), places=(), laden=(), extreme=None, current=())
    return Noun(
        *to.word_noun(*named),
        say("on", word_plural(noun_of_pieces(to, below), to.your), *word_after_pieces(to, rest, ())),
    )


Named = tuple[str, str, str]
"""A vocabulary table, a noun in that table, and the noun's plural."""


def find_shorthand(to: Speaker, what: PieceSet) -> tuple[Named | None, tuple[str, ...], bool]:
    """Find the declared noun for exactly these pieces, if any.

    Also return the places that remain to be worded, and whether the noun refers to the contents of pieces.
    """
    for noun in to.words.nouns.values():
        if kinds_shown_by(to, noun.means) == what.match.kinds:
            if noun.holding and set(noun.holding) == set(what.holding):
                return ("noun", noun.name, noun.plural), what.places, True
            if noun.places and not what.holding and set(noun.places) == set(what.places):
                return ("noun", noun.name, noun.plural), (), False
    return None, what.places, False


def kinds_shown_by(to: Speaker, name: str) -> frozenset[str]:
    component = to.words.components.get(name)
    return frozenset(component.sides) if component else frozenset((name,))


def word_kinds(to: Speaker, kinds: Collection[str], before: Text = (), join: str = "or") -> tuple[Text, Text]:
    """The noun for pieces of these kinds: the component that has exactly these kinds of side, or else a list of the
    kinds."""
    for component in to.words.components.values():
        if len(kinds) > 1 and set(component.sides) == set(kinds):
            return to.word_noun("component", component.name, component.plural, before)
    known = [kind for kind in to.words.kinds.values() if kind.name in kinds]
    if not known:
        return say(before, "piece"), say(before, "pieces")
    first, *others = [
        to.word_noun("kind", kind.name, kind.plural, before if kind is known[0] else ()) for kind in known
    ]
    return list_texts([first[0], *(singular for singular, _ in others)], "or"), list_texts(
        [first[1], *(plural for _, plural in others)], join
    )


def word_adjectives(to: Speaker, what: PieceSet, join: str = "or") -> tuple[Text, Text]:
    """The qualifiers before the noun (exclusions, then capitalized names, then plain words) and those after it."""
    order = list(to.words.properties)
    no = [(name, values) for name, values in what.match.excluded]
    yes = sorted(what.match.values, key=lambda pair: order.index(pair[0]))
    words = [word_adjective(to, "value", value, "non-") for _, values in no for value in sort_values(to, values)]
    alternatives = [
        list_texts([word_adjective(to, "value", value) for value in sort_values(to, values)], join) for _, values in yes
    ]
    # The sort is stable, and capitalized printed names come first because False sorts before True.
    words += sorted(alternatives, key=lambda text: text[0].text[:1].islower())
    behind: Text = ()
    if mark := next((name for name, tag in to.words.marks.items() if tag == what.tag and tag), ""):
        form = (to.forms_of("mark", mark) or (without_hyphens(mark),))[0]
        before, hole, after = form.partition(HOLE)
        words.insert(0, say(Segment(before.strip(), "value", mark)) if before.strip() else ())
        behind = say(after.strip()) if hole else ()
    return say(*words), behind


def sort_values(to: Speaker, values: Collection[str]) -> list[str]:
    """Sort values in order of declaration, so that the text does not depend on the iteration order of a set."""
    return [name for name in to.words.values if name in values]


def word_after_pieces(to: Speaker, what: PieceSet, places: Sequence[str]) -> list[Text]:
    match = what.match
    parts = [word_places(to, places, to.motion, what.who)] if places else []
    if match.names:
        parts.append(
            say("called", list_texts([say(Segment(f'"{name}"', "name", name)) for name in sorted(match.names)], "or"))
        )
    if features := features_of(to, what):
        parts.append(say("with", list_texts(features)))
    if missing := powers_of(to, match, having=False):
        parts.append(say("without", list_texts(missing, "or")))
    if what.free:
        parts.append(say("without", word_contents(to, what.free)))
    if what.different:
        parts.append(say("of different", without_hyphens(to.words.properties[what.different].plural)))
    parts += [word_likeness(to, likeness) for likeness in what.like]
    if what.on is not None:
        below = PieceSet(what.on, this=what.on_this)
        parts.append(say("on", word_singular(noun_of_pieces(evolve(to, motion=""), below))))
    return parts


def word_property_range(to: Speaker, name: str, low: int, high: int) -> Text:
    known = to.words.properties[name]
    if low == high:
        return say(word_number(low))
    if high >= known.high and low > known.low:
        return say(word_number(low), "or more")
    return say(word_number(high), "or less") if low <= known.low else say(word_number(low), "or", word_number(high))


def features_of(to: Speaker, what: PieceSet) -> list[Text]:
    features = [
        say(to.word_property(name), word_property_range(to, name, low, high)) for name, low, high in what.match.numbers
    ]
    features += [
        say("a current", to.word_property(name), "of", word_property_range(to, name, low, high))
        for name, low, high in what.current
    ]
    features += powers_of(to, what.match, having=True)
    if what.extreme:
        features.append(say("the", what.extreme[1], to.word_property(what.extreme[0])))
    if what.laden:
        features.append(word_contents(to, what.laden))
    return features


def powers_of(to: Speaker, match: Match, having: bool) -> list[Text]:
    """The sorts of power that the pieces must have or, if ``having`` is false, must lack: ``a Reassign power``."""
    return [with_a(say(word_power_sort(to, verb), "power")) for verb, wanted in match.verbs if wanted == having]


def word_power_sort(to: Speaker, name: str) -> Segment:
    if name == SCORE:
        return Segment("scoring")
    if name in to.words.phases and to.word_phase(name).text:
        return to.word_phase(name)
    return Segment(name.capitalize(), "text", name)


def word_contents(to: Speaker, places: Sequence[str]) -> Text:
    """The plural noun for the contents of places on pieces, in the noun's third printed form if it has one."""
    for noun in to.words.nouns.values():
        if set(places) == {*noun.places, *noun.holding}:
            if lying := to.forms_of("noun", noun.name)[2:]:
                return say(Segment(lying[0], "thing", noun.name))
            return to.word_noun("noun", noun.name, noun.plural)[1]
    return say("anything in", list_texts([say(to.words.places[name].title) for name in places], "or"))


def word_likeness(to: Speaker, likeness: Likeness) -> Text:
    if likeness.how == "same":
        return say("of the same", to.word_property(likeness.property))
    return say("with", with_a(to.word_property(likeness.property)), "up to", word_number(likeness.most), likeness.how)
