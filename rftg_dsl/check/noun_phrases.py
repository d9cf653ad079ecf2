"""Read noun phrases, which describe pieces or stock and the places they are in."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

from rftg_dsl.base.diagnostic import one_of, with_article
from rftg_dsl.check.attaching import attach
from rftg_dsl.check.model import Likeness, Match, PieceSet, StockSet, Who
from rftg_dsl.check.places import is_one_place, places_on_pieces, read_places
from rftg_dsl.check.scope import Scope, flatten, span_of, texts_of
from rftg_dsl.check.signatures import MANY, EventWord
from rftg_dsl.check.vocabulary import Component, Vocabulary
from rftg_dsl.syntax import tree
from rftg_dsl.syntax.keywords import ARTICLES
from rftg_dsl.syntax.tree import At, Preposition, Word

Things = PieceSet | StockSet


@frozen
class Phrase:
    """A noun with the groups of words before it. The words in a group are alternatives, joined by ``or`` or ``and``."""

    groups: tuple[tuple[Word, ...], ...]
    nouns: tuple[Word, ...]

    @property
    def adjectives(self) -> list[Word]:
        return [word for group in self.groups for word in group]


def read_things(scope: Scope, words: tree.Words | None, prepositions: Sequence[Preposition], at: At) -> Things | None:
    if words is None or not flatten(words):
        scope.report_error("missing-thing", at, "a noun is missing here", "specify a thing")
        return None
    return read_noun_phrase(scope, group_words(scope, words), prepositions)


def group_words(scope: Scope, words: tree.Words) -> Phrase:
    """Group the words in a phrase by alternatives. The last group contains the nouns.

    ``genes or alien worlds`` has one group of two words before the noun; ``military rebel worlds`` has two groups of
    one word.
    """
    groups: list[list[Word]] = []
    for nth, run in enumerate(words.runs):
        # An article on its own is kept, so that it is reported as an unknown word.
        kept = [word for word in run if word.text not in ARTICLES] or list(run)
        for place, word in enumerate(kept):
            if nth and place == 0:
                check_alternatives(scope, groups[-1][-1], word)
                scope.use(words.joins[nth - 1])
                groups[-1].append(word)
            else:
                groups.append([word])
    *before, last = groups
    return Phrase(tuple(map(tuple, before)), tuple(last))


def check_alternatives(scope: Scope, word: Word, other: Word) -> None:
    """Check that words joined by ``and`` or ``or`` are alternatives. Unknown words pass, as they are reported later."""
    sorts_of_one, sorts_of_other = sorts_of(scope, word), sorts_of(scope, other)
    alike = word.text.startswith("non-") == other.text.startswith("non-") and word.text != other.text
    if (sorts_of_one and sorts_of_other) and not (alike and sorts_of_one & sorts_of_other):
        message = f"{word.text!r} and {other.text!r} are not alternatives"
        scope.report_error(
            "surplus-clause", span_of([word, other]), message, "write out both in full, or write two powers"
        )


def sorts_of(scope: Scope, word: Word) -> set[str]:
    """Return the possible roles of a word, such as ``colour`` or ``kind of die``. Empty if the word is unknown."""
    name = scope.singular_of(word.text.removeprefix("non-"))
    sorts = {table for table, names in scope.speech.tables.items() if name in names}
    if sorts & {"kind", "component"}:
        # In 'developments and tiles', the words are alternatives although only the first is a kind of side.
        sorts |= {"kind", "component"}
    return sorts


def read_noun_phrase(scope: Scope, phrase: Phrase, prepositions: Sequence[Preposition]) -> Things | None:
    vocabulary = scope.words
    last = phrase.nouns[-1]
    if texts_of(phrase.adjectives[:1]) == ["its"]:
        return things_of_event(scope, phrase)
    if last.text == "it" and not phrase.groups:
        return piece_of_event(scope, last, prepositions)
    things: list[Things] = []
    for word in phrase.nouns:
        noun = scope.singular_of(word.text)
        shorthand = vocabulary.nouns.get(noun)
        meant = shorthand.means if shorthand else noun
        places, holding = (shorthand.places, shorthand.holding) if shorthand else ((), ())
        if meant in vocabulary.stocks:
            things.append(StockSet(kinds_of_stock(vocabulary, meant), places))
        elif meant in vocabulary.kinds:
            things.append(PieceSet(Match(frozenset((meant,))), places, holding=holding))
        elif meant in vocabulary.components:
            if is_ambiguous_component(scope, word, vocabulary.components[meant]):
                return None
            sides = Match(frozenset(vocabulary.components[meant].sides))
            things.append(PieceSet(sides, places, holding=holding))
        else:
            report_wrong_noun(scope, word)
            return None
        scope.use(word)
    whole = things[0]
    for part in things[1:]:
        both = merge_things(whole, part)
        if both is None:
            message = f"{' and '.join(texts_of(phrase.nouns))!r} cannot be combined"
            scope.report_error("surplus-clause", span_of(phrase.nouns), message, "write two powers")
            return None
        whole = both
    if isinstance(whole, StockSet):
        return narrow_stock(scope, whole, phrase, prepositions)
    return narrow_pieces(scope, whole, phrase, prepositions)


def merge_things(things: Things, other: Things) -> Things | None:
    """Combine the things of two nouns, as in ``developments and worlds``. None if they are in different places."""
    if isinstance(things, PieceSet) and isinstance(other, PieceSet):
        both = evolve(things, match=Match(things.match.kinds | other.match.kinds))
        return both if both == evolve(other, match=both.match) else None
    if isinstance(things, StockSet) and isinstance(other, StockSet) and things.kinds == other.kinds:
        return evolve(things, places=tuple(dict.fromkeys((*things.places, *other.places))))
    return None


def kinds_of_stock(words: Vocabulary, stock: str) -> frozenset[str]:
    return frozenset(kind.name for kind in words.stock_kinds.values() if kind.of == stock)


def kinds_of_sort(scope: Scope, things: StockSet) -> frozenset[str]:
    sorts = {scope.words.stock_kinds[kind].of for kind in things.kinds}
    return frozenset(kind.name for kind in scope.words.stock_kinds.values() if kind.of in sorts)


def is_ambiguous_component(scope: Scope, word: Word, component: Component) -> bool:
    # Only the first component with these sides can be named, since any other looks the same.
    first = next(other for other in scope.words.components.values() if set(other.sides) & set(component.sides))
    if first.name == component.name:
        return False
    hint = f"specify the side that is face up: {' or '.join(dict.fromkeys(component.sides))}"
    message = f"in play, {component.plural} and {first.plural} cannot be told apart"
    scope.report_error("wrong-kind", word.at, message, hint)
    return True


def report_wrong_noun(scope: Scope, word: Word) -> None:
    if word.text not in scope.speech.known:
        scope.report_unknown_word(word)
        return
    name = scope.singular_of(word.text)
    what = next((with_article(table) for table, names in scope.speech.tables.items() if name in names), "not a noun")
    if what.removeprefix("a ").startswith("kind of "):
        what = what.removeprefix("a ")
    scope.report_error(
        "wrong-kind", word.at, f"{word.text!r} is {what}, but a thing is expected here", "use a noun for a thing"
    )


# -- the piece of the event --------------------------------------------------------------------------------------


def things_of_event(scope: Scope, phrase: Phrase) -> StockSet | None:
    its, *rest = phrase.groups
    noun = phrase.nouns[-1]
    places = scope.event.its if scope.event else {}
    if noun.text not in places:
        scope.report.add_unknown("thing of this event", noun.text, noun.at, places)
        return None
    scope.use(*its, noun)
    owner = scope.event.of_kind.get(noun.text) if scope.event else None
    if owner and scope.kinds and owner not in scope.kinds:
        known = [name for name, kind in scope.event.of_kind.items() if kind in scope.kinds] if scope.event else []
        hint = " or ".join(f"write 'its {name}'" for name in known)
        scope.report_error("wrong-kind", noun.at, f"only {with_article(owner)} has {noun.text}", hint)
    stock = next(iter(scope.words.stocks))
    # At this moment, only the seat of the event has things in this place, so the owner need not be checked.
    dice = StockSet(kinds_of_stock(scope.words, stock), (places[noun.text],), who="all")
    # Words for the owner add nothing, because 'its' already determines the owner.
    described = tuple(group for group in rest if group[0].text not in WHO)
    return narrow_stock(scope, dice, Phrase(described, phrase.nouns), ())


def piece_of_event(scope: Scope, word: Word, prepositions: Sequence[Preposition]) -> PieceSet | None:
    if not isinstance(scope.event, EventWord) or "it" not in scope.event.about:
        openings = [event.openings[0] + " ..." * (not event.acts) for event in scope.game.events if "it" in event.about]
        hint = f"begin with {one_of([repr(opening) for opening in openings])}" if openings else "specify the piece"
        scope.report_error("wrong-kind", word.at, "'it' can be used only after an event about a piece", hint)
        return None
    scope.use(word)
    role = 1 + list(scope.event.about).index("it")
    return narrow_pieces(scope, PieceSet(Match(), role=role, who="all"), Phrase((), ()), prepositions)


# -- narrowing ---------------------------------------------------------------------------------------------------

WHO: Mapping[str, Who] = {"own": "own", "every": "all"}

PIECES: Mapping[str, Mapping[str, Any]] = {
    "this": {"this": "only"},
    "another": {"this": "except"},
    "other": {"this": "except"},
    "different": {"not_last": True},
}

TOP = "top"


@frozen
class Narrowing:
    """A description of things that is narrowed word by word.

    Each aspect can be narrowed only once. If it is mentioned again, the words remain unused, so they are reported.
    """

    scope: Scope
    said: set[str] = field(factory=set)
    below: Sequence[Preposition] = ()
    """The prepositions that describe the pieces under these things."""

    def is_first_mention(self, aspect: str, *parts: Any) -> bool:
        """Return whether an aspect is mentioned for the first time. If so, mark its words as used."""
        if aspect in self.said:
            return False
        self.said.add(aspect)
        self.scope.use(*parts)
        return True


def narrow_stock(scope: Scope, dice: StockSet, phrase: Phrase, prepositions: Sequence[Preposition]) -> StockSet:
    narrowing = Narrowing(scope)
    for group in phrase.groups:
        dice = stock_with_group(narrowing, dice, group)
    for nth, preposition in enumerate(prepositions):
        dice = stock_with(narrowing, dice, preposition, prepositions[nth + 1 :])
    return dice


def stock_with_group(narrowing: Narrowing, dice: StockSet, group: Sequence[Word]) -> StockSet:
    scope, kinds = narrowing.scope, narrowing.scope.words.stock_kinds
    names = [scope.singular_of(word.text.removeprefix("non-")) for word in group]
    if group[0].text in WHO and len(group) == 1:
        return evolve(dice, who=WHO[group[0].text]) if is_first_owner(narrowing, dice, group[0]) else dice
    for word, name in zip(group, names, strict=True):
        if name not in scope.speech.known:
            scope.report.add_unknown("kind", name, word.at, kinds)
    if not all(name in kinds for name in names):
        return dice
    chosen = frozenset(names)
    if group[0].text.startswith("non-"):
        return (
            evolve(dice, kinds=dice.kinds - chosen)
            if narrowing.is_first_mention(f"non {sorted(chosen)}", *group)
            else dice
        )
    if "kinds" in narrowing.said and chosen != dice.kinds:
        message = f"nothing can be both {min(dice.kinds, default='nothing')!r} and {names[0]!r}"
        scope.report_error("surplus-clause", span_of(group), message, "join them with 'or'")
    return evolve(dice, kinds=dice.kinds & chosen) if narrowing.is_first_mention("kinds", *group) else dice


def stock_with(narrowing: Narrowing, dice: StockSet, preposition: Preposition, rest: Sequence[Preposition]) -> StockSet:
    """Narrow stock by a preposition, if that preposition applies. ``rest`` contains the prepositions after it."""
    scope, name, inner = narrowing.scope, preposition.word.text, flatten(preposition.nominal.words)
    if preposition.word.at in scope.used:
        return dice  # already used to describe the pieces under the things
    if name in ("in", "from", "of") and (places := read_places(scope, preposition)):
        return evolve(dice, places=places) if narrowing.is_first_mention("place", preposition.word, *inner) else dice
    if name in ("in", "from") and (listed := scope.game.selected.get(" ".join(texts_of(inner)))):
        return evolve(dice, listed=listed) if narrowing.is_first_mention("listed", preposition.word, *inner) else dice
    if name in ("in", "from") and is_one_place(scope, inner):
        return (
            evolve(dice, same_place=True)
            if narrowing.is_first_mention("same place", preposition.word, *inner)
            else dice
        )
    if name == "on" and narrowing.is_first_mention("on", preposition.word):
        on = read_things(scope, preposition.nominal.words, rest, preposition.at)
        if isinstance(on, StockSet):
            scope.report_error("wrong-kind", preposition.at, "'on' must be followed by a piece", "specify a piece")
        if not isinstance(on, PieceSet):
            return dice
        if on.who != "own" or any(word.text == "own" for word in inner):
            if "owner" in narrowing.said and dice.who != on.who:
                scope.report_error("surplus-clause", preposition.at, "the owner is given twice", "leave one out")
            narrowing.said.add("owner")
            dice = evolve(dice, who=on.who)
        return evolve(dice, on=on)
    if is_of_opponents(preposition):
        return evolve(dice, who="others") if is_first_owner(narrowing, dice, preposition.word, *inner) else dice
    return dice


def is_first_owner(narrowing: Narrowing, things: Things, *parts: Any) -> bool:
    """Return whether the owner is mentioned for the first time; false for things in places without an owner."""
    places = [narrowing.scope.words.places[name] for name in things.places]
    ownerless = bool(places) and all(place.owner == "table" for place in places)
    return not ownerless and narrowing.is_first_mention("owner", *parts)


def narrow_pieces(scope: Scope, pieces: PieceSet, phrase: Phrase, prepositions: Sequence[Preposition]) -> PieceSet:
    said, below = attach(scope, phrase.nouns, pieces.match.kinds, prepositions)
    narrowing = Narrowing(scope, below=[] if pieces.holding else below)
    if pieces.holding:
        said += below  # these things count as the pieces that they are on
    ordered = sorted(
        said, key=lambda preposition: not read_places(scope, preposition)
    )  # places first, because they determine whether the pieces have an owner
    for preposition in ordered:
        pieces = piece_with(narrowing, pieces, preposition)
    for group in phrase.groups:
        pieces = piece_with_group(narrowing, pieces, group)
    return pieces


def piece_with_group(narrowing: Narrowing, pieces: PieceSet, group: Sequence[Word]) -> PieceSet:
    scope, first = narrowing.scope, group[0]
    vocabulary = scope.words
    names = [scope.singular_of(word.text.removeprefix("non-")) for word in group]
    if len(group) == 1 and first.text in WHO:
        return evolve(pieces, who=WHO[first.text]) if is_first_owner(narrowing, pieces, first) else pieces
    if len(group) == 1 and first.text in PIECES:
        return evolve(pieces, **PIECES[first.text]) if narrowing.is_first_mention("which", first) else pieces
    if len(group) == 1 and first.text == TOP:
        if not pieces.places:
            scope.report_error(
                "missing-thing", first.at, "this does not say which place", "add 'in ...' after the noun"
            )
        return evolve(pieces, top=True) if narrowing.is_first_mention("top", first) else pieces
    if all(name in vocabulary.values for name in names):
        return with_values(narrowing, pieces, group, names)
    if len(group) == 1 and names[0] in vocabulary.marks:
        tag = vocabulary.marks[names[0]]
        return evolve(pieces, tag=tag) if narrowing.is_first_mention("mark", first) else pieces
    if all(name in vocabulary.kinds for name in names):
        chosen = frozenset(names)
        if chosen < pieces.match.kinds and narrowing.is_first_mention("kind", *group):  # as in 'development cards'
            return evolve(pieces, match=evolve(pieces.match, kinds=chosen))
        return pieces
    for word, name in zip(group, names, strict=True):
        if name not in scope.speech.known:
            scope.report_unknown_word(word)
    return pieces


def with_values(narrowing: Narrowing, pieces: PieceSet, group: Sequence[Word], names: Sequence[str]) -> PieceSet:
    """Narrow pieces by values of one property. Only a property that allows several values can be mentioned twice."""
    scope, match = narrowing.scope, pieces.match
    prop = scope.words.values[names[0]].of
    entry = (prop, frozenset(names))
    if group[0].text.startswith("non-"):
        if narrowing.is_first_mention(f"non {sorted(names)}", *group):
            # Sort, so that phrases that differ only in the order of their words result in equal matches.
            match = evolve(match, excluded=tuple(sorted((*match.excluded, entry), key=str)))
        return evolve(pieces, match=match)
    several = scope.words.properties[prop].several
    said = next((sorted(values) for name, values in match.values if name == prop), None)
    if said and not several and set(said) != set(names):
        message = f"nothing can be both {said[0]!r} and {names[0]!r}"
        scope.report_error("surplus-clause", span_of(group), message, f"write '{said[0]} or {names[0]}'")
    if narrowing.is_first_mention(f"{prop} {sorted(names)}" if several else prop, *group):
        match = evolve(match, values=tuple(sorted((*match.values, entry), key=str)))
    return evolve(pieces, match=match)


def piece_with(narrowing: Narrowing, pieces: PieceSet, preposition: Preposition) -> PieceSet:
    scope, name, inner = narrowing.scope, preposition.word.text, flatten(preposition.nominal.words)
    if preposition.names:
        if narrowing.is_first_mention("name", preposition.word, *preposition.names):
            scope.called.extend(preposition.names)
            return with_match(pieces, names=frozenset(atom.text for atom in preposition.names))
        return pieces
    if name == "on" and pieces.holding:
        return with_holder(narrowing, pieces, preposition)
    if is_of_opponents(preposition):
        return evolve(pieces, who="others") if is_first_owner(narrowing, pieces, preposition.word, *inner) else pieces
    if name in ("in", "from") and (places := read_places(scope, preposition)):
        if len({scope.words.places[place].owner == "piece" for place in places}) > 1:
            scope.report_error(
                "surplus-clause",
                preposition.at,
                "places on pieces cannot be combined with other places",
                "use the other places in a separate power",
            )
        return (
            evolve(pieces, places=places) if narrowing.is_first_mention("place", preposition.word, *inner) else pieces
        )
    if name == "on" and narrowing.is_first_mention("on", preposition.word):
        below = read_things(scope, preposition.nominal.words, narrowing.below, preposition.at)
        if isinstance(below, PieceSet) and below != PieceSet(below.match, below.places, this=below.this):
            scope.report_error("surplus-clause", preposition.at, "after 'on', specify only the kind of piece")
        elif isinstance(below, StockSet):
            scope.report_error("wrong-kind", preposition.at, "'on' must be followed by a piece", "specify a piece")
        return evolve(pieces, on=below.match, on_this=below.this) if isinstance(below, PieceSet) else pieces
    if (
        name in ("with", "without")
        and preposition.nominal.quantity is None
        and (laid := places_on_pieces(scope, inner))
    ):
        if pieces.holding or not narrowing.is_first_mention(f"{name} things", preposition.word, *inner):
            return pieces
        return evolve(pieces, laden=laid) if name == "with" else evolve(pieces, free=laid)
    if name == "of" and texts_of(inner[:1]) == ["different"] and len(inner) == 2:
        property_name = read_property(scope, inner[1])
        return (
            evolve(pieces, different=property_name)
            if property_name and narrowing.is_first_mention("different", preposition.word, *inner)
            else pieces
        )
    if name == "of" and texts_of(inner[:1]) == ["same"] and len(inner) == 2:
        property_name = read_property(scope, inner[1])
        return (
            with_likeness(narrowing, pieces, Likeness(property_name), preposition.word, *inner)
            if property_name
            else pieces
        )
    if name in ("with", "without"):
        return with_feature(narrowing, pieces, preposition, inner)
    return pieces


def with_likeness(narrowing: Narrowing, pieces: PieceSet, likeness: Likeness, *parts: Any) -> PieceSet:
    if not narrowing.is_first_mention(f"like {likeness.property} {likeness.how}", *parts):
        return pieces
    return evolve(pieces, like=(*pieces.like, likeness))


def with_feature(narrowing: Narrowing, pieces: PieceSet, preposition: Preposition, inner: Sequence[Word]) -> PieceSet:
    scope, name = narrowing.scope, preposition.word.text
    if texts_of(inner[-1:]) in (["power"], ["powers"]):
        return with_powers(narrowing, pieces, preposition, inner)
    if name == "with" and preposition.nominal.value is not None:
        return with_number(narrowing, pieces, preposition, inner)
    if name == "with" and len(inner) == 2 and inner[0].text in ("highest", "lowest"):
        property_name = read_property(scope, inner[1])
        if property_name and narrowing.is_first_mention("extreme", preposition.word, *inner):
            return evolve(pieces, extreme=(property_name, "highest" if inner[0].text == "highest" else "lowest"))
    return pieces


def with_powers(narrowing: Narrowing, pieces: PieceSet, preposition: Preposition, inner: Sequence[Word]) -> PieceSet:
    scope, known = narrowing.scope, narrowing.scope.speech.sorts_of_power
    wanted = [word for word in inner if word.text not in ("power", "powers")]
    for word in wanted:
        if word.text not in known:
            scope.report.add_unknown("verb", word.text, word.at, known)
    if not wanted:
        hint = f"write '{preposition.word.text} a ... power'"
        scope.report_error("missing-thing", preposition.at, "this does not say which power", hint)
    scope.use(preposition.word, *inner)
    if preposition.nominal.words and len(preposition.nominal.words.runs) == len(
        wanted
    ):  # several sorts of power, as in 'with an explore power and a settle power'
        scope.use(
            *[
                join
                for join in preposition.nominal.words.joins
                if join.text == "and" and preposition.word.text == "with"
            ]
        )
    having = tuple((word.text, preposition.word.text == "with") for word in wanted)
    return with_match(pieces, verbs=pieces.match.verbs + having)


def with_number(narrowing: Narrowing, pieces: PieceSet, preposition: Preposition, inner: Sequence[Word]) -> PieceSet:
    scope, value = narrowing.scope, preposition.nominal.value
    assert value is not None
    *before, word = inner
    name = scope.singular_of(word.text)
    known = scope.words.properties.get(name)
    if known is None or not known.numeric:
        numeric = [each.name for each in scope.words.properties.values() if each.numeric]
        scope.report.add_unknown("number", word.text, word.at, numeric)
        return pieces
    if value.how == "between" and value.high != value.low + 1:
        hint = "write consecutive numbers, such as '2 or 3', or '2 or more'"
        scope.report_error("out-of-range", value.at, f"'{value.low} or {value.high}' is not a range", hint)
        return pieces
    if not known.low <= value.low <= value.high <= known.high:
        hint = f"use a number from {known.low} to {known.high}"
        outside = value.low if value.low > known.high or value.low < known.low else value.high
        scope.report_error("out-of-range", span_of([word, value]), f"{name} {outside} is out of range", hint)
        return pieces
    if value.how in ("up to more", "up to less"):
        how: Any = value.how.removeprefix("up to ")
        return (
            pieces
            if before
            else with_likeness(narrowing, pieces, Likeness(name, how, value.low), preposition.word, word, value)
        )
    low = known.low if value.how == "less" else value.low
    high = known.high if value.how == "more" else value.high
    if texts_of(before) == ["current"] and name in scope.speech.numbers:
        if narrowing.is_first_mention(f"current {name}", preposition.word, *inner, value):
            now = (name, -MANY if value.how == "less" else low, MANY if value.how == "more" else high)
            return evolve(pieces, current=(*pieces.current, now))  # powers can move the number out of its printed range
    elif not before and narrowing.is_first_mention(f"number {name}", preposition.word, word, value):
        return with_match(pieces, numbers=(*pieces.match.numbers, (name, low, high)))
    return pieces


def with_match(pieces: PieceSet, **changes: Any) -> PieceSet:
    return evolve(pieces, match=evolve(pieces.match, **changes))


def with_holder(narrowing: Narrowing, pieces: PieceSet, preposition: Preposition) -> PieceSet:
    """Narrow things by the piece that they are on, as in ``goods on this world``. The piece itself is meant."""
    scope = narrowing.scope
    if not narrowing.is_first_mention("on", preposition.word):
        return pieces
    below = read_things(scope, preposition.nominal.words, (), preposition.at)
    if not isinstance(below, PieceSet):
        return pieces
    plain = evolve(PieceSet(below.match, below.places, below.who, below.this, below.role), holding=below.holding)
    other = below.match.kinds and pieces.match.kinds != below.match.kinds
    if below != plain or other:
        message = "things on a piece are described by that piece"
        scope.report_error(
            "surplus-clause",
            preposition.at,
            message,
            "after 'on', specify the kind of piece that holds them, and its owner",
        )
    match = evolve(
        below.match,
        kinds=pieces.match.kinds,
        values=tuple(sorted({*pieces.match.values, *below.match.values}, key=str)),
        excluded=tuple(sorted({*pieces.match.excluded, *below.match.excluded}, key=str)),
    )
    # The piece determines the owner and which pieces are meant. Words for either before the noun remain unused, so they
    # are reported.
    narrowing.said.update(("owner", "which"))
    return evolve(pieces, match=match, this=below.this, role=below.role, who=below.who)


OPPONENTS = (["opponent"], ["opponents"])


def is_of_opponents(preposition: Preposition) -> bool:
    return preposition.word.text == "of" and texts_of(flatten(preposition.nominal.words)) in OPPONENTS


def read_property(scope: Scope, word: Word) -> str:
    name = scope.singular_of(word.text)
    if name in scope.words.properties:
        return name
    scope.report.add_unknown("property", word.text, word.at, scope.words.properties)
    return ""
