"""Resolve phrases: which pieces, which dice, which places, how many."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attrs import evolve, field, frozen

from rftg_dsl.check.model import (
    Amount,
    Count,
    Distinct,
    Figure,
    Held,
    Match,
    Measure,
    PieceSet,
    PlaceSet,
    StockSet,
    Sum,
    Triangle,
    Who,
)
from rftg_dsl.check.report import Report
from rftg_dsl.diagnostic import with_article
from rftg_dsl.signatures import EventWord, Signatures
from rftg_dsl.syntax.tree import At, Atom, Nominal, Per, Preposition, Quantity, Word, Words
from rftg_dsl.vocabulary import Component, Vocabulary

ARTICLES = frozenset(("a", "an", "the"))
GLUE = frozenset(("own", "another", "other", "this", "its", "same", "one", "every", "different"))
"""Words of the language that can come before a noun."""


@frozen
class Scope:
    """The context of a phrase: the words, the game, and the event that ``its`` refers to."""

    report: Report
    words: Vocabulary
    game: Signatures
    event: EventWord[...] | None = None
    called: list[Atom] = field(factory=list)
    """The printed names that are mentioned; they are checked once all sides are known."""

    def known(self) -> set[str]:
        """Every word that a phrase can use, for hints."""
        verbs = {verb.name for verb in self.game.verbs} | {one.name for one in self.game.parameters}
        return self.words.spoken() | GLUE | verbs

    def singular(self, word: str) -> str:
        """The singular of a plural noun; any other word as it is."""
        return self.words.plurals().get(word, word)


def flat(words: Words | None) -> list[Word]:
    """All words without articles; ``and`` and ``or`` both join alternatives. Articles alone stay, as unknown words."""
    every = [word for run in words.runs for word in run] if words else []
    return [word for word in every if word.text not in ARTICLES] or every


def things(
    scope: Scope, words: Sequence[Word], prepositions: Sequence[Preposition], at: At
) -> PieceSet | StockSet | None:
    """The pieces or fungible things that a phrase names; None, and a diagnostic, if it names neither."""
    if not words:
        scope.report.wrong("missing-thing", at, "a noun is missing here", "name a thing")
        return None
    *adjectives, last = words
    noun = scope.singular(last.text)
    vocabulary = scope.words
    if adjectives and adjectives[0].text == "its":
        for one in prepositions:
            surplus(scope, one)
        return things_of_event(scope, adjectives[1:], last)
    shorthand = vocabulary.nouns.get(noun)
    meant = shorthand.means if shorthand else noun
    if meant in vocabulary.stocks:
        dice = StockSet(all_kinds(vocabulary, meant), shorthand.places if shorthand else ())
        return stock_set(scope, dice, adjectives, prepositions)
    if meant in vocabulary.kinds:
        pieces = PieceSet(Match(frozenset((meant,))), shorthand.places if shorthand else ())
        pieces = evolve(pieces, holding=shorthand.holding) if shorthand else pieces
        return piece_set(scope, pieces, adjectives, prepositions)
    if meant in vocabulary.components and not ambiguous_component(scope, last, vocabulary.components[meant]):
        pieces = PieceSet(Match(frozenset(vocabulary.components[meant].sides)))
        return piece_set(scope, pieces, adjectives, prepositions)
    if meant in vocabulary.components:
        return None
    if noun in vocabulary.spoken() or last.text in GLUE:
        not_a_thing(scope, last)
    else:
        scope.report.unknown("word", last.text, last.at, scope.known())
    return None


def ambiguous_component(scope: Scope, word: Word, component: Component) -> bool:
    """Report a component that looks like another in play, because they share a kind of side; true if so."""
    first = next(one for one in scope.words.components.values() if set(one.sides) & set(component.sides))
    if first.name == component.name:
        return False
    hint = f"name the side that is up: {' or '.join(dict.fromkeys(component.sides))}"
    message = f"in play, {component.plural} and {first.plural} cannot be told apart"
    scope.report.wrong("wrong-kind", word.at, message, hint)
    return True


def not_a_thing(scope: Scope, word: Word) -> None:
    """Report a known word that does not name a thing."""
    name = scope.singular(word.text)
    tables = [table for table, words in scope.words.tables().items() if name in words]
    what = with_article(tables[0]) if tables else "not a noun"
    if tables[:1] == ["value"]:
        what = with_article(scope.words.values[name].of)
    elif tables[:1] == ["stock kind"]:
        what = f"a kind of {scope.words.stock_kinds[name].of}"
    scope.report.wrong("wrong-kind", word.at, f"{word.text!r} is {what}, but a thing belongs here", "name a thing")


def surplus_word(scope: Scope, word: Word) -> None:
    """Report a known word that has no meaning before this noun."""
    scope.report.wrong("surplus-clause", word.at, f"{word.text!r} has no meaning here")


WHO: Mapping[str, Who] = {"own": "own", "every": "all"}
"""Words that say whose fungible things are meant: the owner's, or every player's."""


def all_kinds(words: Vocabulary, stock: str) -> frozenset[str]:
    """The names of all kinds of a stock."""
    return frozenset(kind.name for kind in words.stock_kinds.values() if kind.of == stock)


def things_of_event(scope: Scope, adjectives: Sequence[Word], noun: Word) -> StockSet | None:
    """``its developers``: things that belong to the piece of the event."""
    places = scope.event.its if scope.event else {}
    if noun.text not in places:
        scope.report.unknown("thing of this event", noun.text, noun.at, places)
        return None
    stock = next(iter(scope.words.stocks))
    dice = StockSet(all_kinds(scope.words, stock), (places[noun.text],))
    return stock_set(scope, dice, adjectives, ())


def stock_set(
    scope: Scope, dice: StockSet, adjectives: Sequence[Word], prepositions: Sequence[Preposition]
) -> StockSet:
    """Fungible things narrowed by adjectives and prepositions."""
    wanted: set[str] = set()
    owners = [word for word in adjectives if word.text in WHO]
    for word in adjectives:
        name = word.text.removeprefix("non-")
        if word.text in WHO and word is owners[0]:
            dice = evolve(dice, who=WHO[word.text])
        elif name in GLUE:
            surplus_word(scope, word)
        elif name not in scope.words.stock_kinds:
            scope.report.unknown("kind", name, word.at, scope.words.stock_kinds)
        elif name != word.text:
            dice = evolve(dice, kinds=dice.kinds - {name})
        else:
            wanted.add(name)
    if wanted:
        dice = evolve(dice, kinds=dice.kinds & wanted)
    for one in prepositions:
        inner = flat(one.nominal.words)
        if one.word.text in ("in", "from", "of") and inner and all(word.text in scope.words.places for word in inner):
            dice = evolve(dice, places=tuple(word.text for word in inner))
        elif one.word.text in ("in", "from") and one_place(scope, inner):
            dice = evolve(dice, same_place=True)
        elif one.word.text == "on":
            on = things(scope, inner, (), one.at)
            if isinstance(on, StockSet):
                scope.report.wrong("wrong-kind", one.at, "'on' takes a piece", "name a piece")
            dice = evolve(dice, on=on) if isinstance(on, PieceSet) else dice
        elif one.word.text in ("in", "from"):
            unknown_places(scope, inner)
        elif of_opponents(one) and not owners:
            dice = evolve(dice, who="others")
        else:
            surplus(scope, one)
    check_ownerless(scope, dice, adjectives, prepositions)
    return dice


def check_ownerless(
    scope: Scope, found: PieceSet | StockSet, adjectives: Sequence[Word], prepositions: Sequence[Preposition]
) -> None:
    """Things that lie only in places of the table have no owner, so none can be named."""
    places = [scope.words.places[name] for name in found.places]
    if not places or any(place.owner != "table" for place in places):
        return
    for word in adjectives:
        if word.text in ("own", "every"):
            surplus_word(scope, word)
    for one in prepositions:
        if of_opponents(one):
            surplus(scope, one)


def one_place(scope: Scope, words: Sequence[Word]) -> bool:
    """Whether this is ``one column`` or ``the same column``: all from one place, by any word of its printed name."""
    printed = {word for one in scope.words.places.values() if one.owner == "seat" for word in one.title.lower().split()}
    names = [word.text for word in words]
    return len(names) == 2 and names[0] in ("one", "same") and names[1] in printed | {"place"}


def surplus(scope: Scope, preposition: Preposition) -> None:
    """Report a preposition that has no meaning here."""
    scope.report.wrong("surplus-clause", preposition.at, f"{preposition.word.text!r} has no meaning here")


def unknown_places(scope: Scope, words: Sequence[Word]) -> None:
    """Report the words that are not places."""
    for word in words:
        if word.text not in scope.words.places:
            scope.report.unknown("place", word.text, word.at, scope.words.places)


def piece_set(
    scope: Scope, pieces: PieceSet, adjectives: Sequence[Word], prepositions: Sequence[Preposition]
) -> PieceSet:
    """Pieces narrowed by adjectives and prepositions."""
    wanted: dict[str, set[str]] = {}
    unwanted: dict[str, set[str]] = {}
    kinds: set[str] = set()
    for word in adjectives:
        name = word.text.removeprefix("non-")
        if word.text in PIECE_WHO and word.text != "own":
            all_such = [one.text for one in adjectives if one.text in PIECE_WHO]
            if all_such[0] != word.text and not {"own", "another", "other"} >= set(all_such):
                surplus_word(scope, word)
            pieces = evolve(pieces, **PIECE_WHO[word.text])
        elif name in scope.words.values:
            table = wanted if name == word.text else unwanted
            table.setdefault(scope.words.values[name].of, set()).add(name)
        elif word.text in scope.words.marks:
            pieces = evolve(pieces, tag=scope.words.marks[name])
        elif word.text in scope.words.kinds:
            kinds.add(name)
            if {name} == pieces.match.kinds:
                surplus_word(scope, word)
        elif word.text != "own" and (name in GLUE or name in scope.words.spoken()):
            surplus_word(scope, word)
        elif word.text != "own":
            scope.report.unknown("word", word.text, word.at, scope.known())
    match = evolve(
        pieces.match,
        kinds=narrowed(pieces.match.kinds, frozenset(kinds)),
        values=tuple((name, frozenset(values)) for name, values in sorted(wanted.items())),
        excluded=tuple((name, frozenset(values)) for name, values in sorted(unwanted.items())),
    )
    pieces = evolve(pieces, match=match)
    for one in prepositions:
        pieces = with_preposition(scope, pieces, one)
    check_ownerless(scope, pieces, adjectives, prepositions)
    return pieces


def narrowed(kinds: frozenset[str], named: frozenset[str]) -> frozenset[str]:
    """``development cards`` are cards that are developments; ``worlds or developments`` are both kinds."""
    return named if named and named < kinds else kinds | named


PIECE_WHO: Mapping[str, Mapping[str, Any]] = {
    "own": {"who": "own"},
    "another": {"this": "except"},
    "other": {"this": "except"},
    "this": {"this": "only"},
    "every": {"who": "all"},
    "different": {"not_last": True},
}
"""Words before a piece that say whose it is, or which one."""


def with_preposition(scope: Scope, pieces: PieceSet, one: Preposition) -> PieceSet:
    """Pieces narrowed by one preposition: where they are, what they have, what lies on them."""
    inner = flat(one.nominal.words)
    names = [word.text for word in inner]
    if one.names:
        return called(scope, pieces, one)
    if one.word.text == "on" and pieces.holding:
        return on_pieces(scope, pieces, inner, one.at)
    if of_opponents(one):
        if pieces.who != "own":
            surplus(scope, one)
        return evolve(pieces, who="others")
    if one.word.text == "on" and isinstance(below := things(scope, inner, (), one.at), PieceSet):
        if below != PieceSet(below.match, below.places):
            scope.report.wrong("surplus-clause", one.at, "after 'on', say only what kind of piece it is")
        return evolve(pieces, on=below.match)
    if one.word.text == "without" and (covered := places_on_pieces(scope, names)):
        return evolve(pieces, free=covered)
    if one.word.text == "of" and names[:1] == ["different"] and len(names) == 2:
        name = scope.singular(names[1])
        if name not in scope.words.properties:
            scope.report.unknown("property", names[1], inner[1].at, scope.words.properties)
        return evolve(pieces, different=name)
    if one.word.text in ("with", "without") and names and names[-1] in ("power", "powers"):
        verbs = {verb.name for verb in scope.game.verbs} | set(scope.words.phases)
        verbs |= {parameter.implies for parameter in scope.game.parameters if parameter.implies}
        for word in inner[:-1]:
            if word.text not in verbs:
                scope.report.unknown("verb", word.text, word.at, verbs)
        if not names[:-1]:
            hint = f"write '{one.word.text} a ... power'"
            scope.report.wrong("missing-thing", one.at, "this does not say which power", hint)
        having = tuple((name, one.word.text == "with") for name in names[:-1])
        return evolve(pieces, match=evolve(pieces.match, verbs=pieces.match.verbs + having))
    if one.word.text == "with" and one.nominal.value is not None:
        return with_value(scope, pieces, inner, one.nominal.value)
    if one.word.text == "with" and len(names) == 2 and names[0] in ("highest", "lowest"):
        if names[1] not in scope.words.properties:
            scope.report.unknown("property", names[1], inner[1].at, scope.words.properties)
        return evolve(pieces, extreme=(names[1], "highest" if names[0] == "highest" else "lowest"))
    if one.word.text in ("in", "from") and names and all(name in scope.words.places for name in names):
        return evolve(pieces, places=tuple(names))
    surplus(scope, one)
    return pieces


OPPONENTS = (["opponent"], ["opponents"])
"""The words for the other seats."""


def of_opponents(one: Preposition) -> bool:
    """Whether this is ``of opponents``."""
    return one.word.text == "of" and [word.text for word in flat(one.nominal.words)] in OPPONENTS


def places_on_pieces(scope: Scope, names: Sequence[str]) -> tuple[str, ...]:
    """The places on pieces in which the things of a noun lie; empty for any other word."""
    noun = scope.words.nouns.get(scope.singular(names[0])) if len(names) == 1 else None
    places = noun.places if noun else ()
    return tuple(name for name in places if scope.words.places[name].owner == "piece")


def with_value(scope: Scope, pieces: PieceSet, words: Sequence[Word], value: int) -> PieceSet:
    """``with cost 6``: only sides with exactly this printed number."""
    name = words[0].text
    known = scope.words.properties.get(name)
    if known is None or not known.numeric or len(words) > 1:
        numeric = [one.name for one in scope.words.properties.values() if one.numeric]
        scope.report.unknown("number", name, words[0].at, numeric)
        return pieces
    if not known.low <= value <= known.high:
        hint = f"write a number from {known.low} to {known.high}"
        scope.report.wrong("out-of-range", words[0].at, f"{name} {value} is out of range", hint)
    entry = (name, frozenset((value,)))
    return evolve(pieces, match=evolve(pieces.match, values=(*pieces.match.values, entry)))


def called(scope: Scope, pieces: PieceSet, one: Preposition) -> PieceSet:
    """``called "Star Nomad Lair"``: only sides with these printed names."""
    scope.called.extend(one.names)
    return evolve(pieces, match=evolve(pieces.match, names=frozenset(atom.text for atom in one.names)))


def on_pieces(scope: Scope, pieces: PieceSet, words: Sequence[Word], at: At) -> PieceSet:
    """``goods on this world``: a thing on a piece counts as that piece, so the piece is meant."""
    below = things(scope, words, (), at)
    if not isinstance(below, PieceSet):
        return pieces
    plain = below == PieceSet(below.match, below.places, below.who, below.this, holding=below.holding)
    other = pieces.match.kinds != below.match.kinds
    if not plain or other or pieces != PieceSet(pieces.match, pieces.places, holding=pieces.holding):
        message = "things on a piece are described by that piece"
        scope.report.wrong("surplus-clause", at, message, "after 'on', name the kind of piece they lie on, and whose")
    match = evolve(
        below.match,
        values=pieces.match.values + below.match.values,
        excluded=pieces.match.excluded + below.match.excluded,
    )
    return evolve(pieces, match=match, this=below.this, who=below.who)


def measure(scope: Scope, words: Sequence[Word], prepositions: Sequence[Preposition], at: At) -> Measure | None:
    """The measure that a phrase names: things, printed numbers, different values, or a counter."""
    if not words:
        scope.report.wrong("missing-thing", at, "this does not say what to count", "name a thing")
        return None
    names = [scope.singular(word.text) for word in words]
    of = prepositions[0] if prepositions and prepositions[0].word.text == "of" else None
    if names == ["triangle"] and of:
        if of.nominal.quantity:
            surplus(scope, of)
        inner = measure(scope, flat(of.nominal.words), prepositions[1:], of.at)
        return Triangle(inner) if inner else None
    if names[0] == "different" and len(names) == 2 and of:
        found = things(scope, flat(of.nominal.words), prepositions[1:], of.at)
        if names[1] not in scope.words.properties:
            scope.report.unknown("property", names[1], words[1].at, scope.words.properties)
            return None
        values = {one.name for one in scope.words.values.values() if one.of == scope.singular(names[1])}
        if isinstance(found, StockSet) and not values & found.kinds:
            scope.report.wrong("wrong-kind", words[1].at, f"these things have no {names[1]}")
        return Distinct(found, names[1] if isinstance(found, PieceSet) else "") if found else None
    if len(names) == 1 and names[0] in scope.words.properties and of:
        found = things(scope, flat(of.nominal.words), prepositions[1:], of.at)
        if not scope.words.properties[names[0]].numeric:
            hint = f"write 'different {names[0]} of ...'"
            scope.report.wrong("wrong-kind", words[0].at, f"{names[0]!r} is not a number", hint)
            return None
        if isinstance(found, StockSet):
            scope.report.wrong("wrong-kind", of.at, f"these things have no {names[0]}", "name pieces")
        return Sum(names[0], found) if isinstance(found, PieceSet) else None
    counter = names[-1] if names[-1] in scope.words.spoken_counters() else ""
    if counter and all(name == "own" for name in names[:-1]):
        for one in prepositions:
            surplus(scope, one)
        return Held(counter)
    text = " ".join(word.text for word in words)
    if text in {one.name for one in scope.game.parameters} and names[-1] not in scope.words.nouns:
        return Figure(text)
    found = things(scope, words, prepositions, at)
    return Count(found) if found else None


def counted(scope: Scope, nominal: Nominal, prepositions: Sequence[Preposition], at: At) -> Measure | None:
    """The measure after a number; ``$`` stands for the counter with that sign."""
    if nominal.quantity and nominal.quantity.money:
        if nominal.words or not (name := signed(scope)):
            wrong_money(scope, at)
            return None
        for one in prepositions:
            surplus(scope, one)
        return Held(name)
    return measure(scope, flat(nominal.words), prepositions, at)


def signed(scope: Scope) -> str:
    """The counter written with ``$``; empty if there is none."""
    return next((one.name for one in scope.words.spoken_counters().values() if one.sign == "$"), "")


def wrong_money(scope: Scope, at: At) -> None:
    """Report an amount of money with a noun after it, or in a game without money."""
    if signed(scope):
        scope.report.wrong("wrong-kind", at, "'$' already says what is meant", "leave out the noun")
    else:
        scope.report.wrong("wrong-kind", at, "no counter of this game is written with '$'", "name a counter")


def amount(scope: Scope, quantity: Quantity | None, per: Per | None, up: bool | None) -> Amount:
    """A number, or a number per some number of things that are counted."""
    n = quantity.low if quantity else 1
    if per is None:
        return Amount(n)
    each = max(1, per.nominal.quantity.low) if per.nominal.quantity else 1
    found = counted(scope, per.nominal, per.prepositions, per.at)
    if found is None:
        return Amount(n, each)
    if each > 1 and up is None:
        scope.report.wrong(
            "missing-rounding",
            per.at,
            "this does not say how to round",
            "add ', rounded up' or ', rounded down'",
        )
    return Amount(n, each, found, bool(up))


def place_set(scope: Scope, words: Sequence[Word]) -> PlaceSet | None:
    """The places that an effect leads to; None, and a diagnostic, if one is unknown."""
    names = [word.text for word in words]
    if names == ["here"]:
        return PlaceSet(here=True)
    if " ".join(names) in scope.game.selected:
        return PlaceSet(chosen=scope.game.selected[" ".join(names)])
    unknown_places(scope, words)
    for word in words:
        if word.text in scope.words.places and scope.words.places[word.text].owner == "piece":
            scope.report.wrong("wrong-kind", word.at, f"{word.text!r} is a place on each piece", "write 'here'")
    return PlaceSet(tuple(names)) if all(name in scope.words.places for name in names) else None
