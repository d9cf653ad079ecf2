"""Things of the second reading: which pieces and which fungible things a phrase names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from proof.table import Piece, Table, cell
from proof.words import Words

Pieces = Callable[[Table, int], list[Piece]]
Cells = Callable[[Table, int], dict[str, int]]
Test = Callable[[Table, int, Piece], bool]


@cache
def place_of(at: str) -> str:
    """A place without its owner."""
    return at.partition(".")[0]


@cache
def bare(text: str) -> str:
    """A text without articles, but for those in printed names."""
    parts = re.split(r'("[^"]*")', text)
    return "".join(part if part.startswith('"') else re.sub(r"\b(a|an|the) ", "", part) for part in parts)


class Unread(Exception):
    """A sentence that this reading does not know."""


Units = Callable[[Table, int], Mapping[str, int]]
"""How many there are of each thing that a price can be paid with."""


class Taken(NamedTuple):
    """What an effect takes, if it is a price."""

    units: Units
    sort: str
    """``counter``, ``stock`` or ``pieces``."""
    kinds: frozenset[str] = frozenset()
    """The kinds of things that are meant."""
    places: frozenset[str] = frozenset()
    """The places where they are; empty: wherever things without a named place are."""
    this: str = ""
    """``this`` or ``another``, if it says so."""

    def overlaps(self, other: Taken) -> bool:
        """Whether the words could mean one thing twice."""
        if self.sort != other.sort or {self.this, other.this} == {"this", "another"}:
            return False
        apart = self.places and other.places and not self.places & other.places
        return self.sort == "counter" or (bool(self.kinds & other.kinds) and not apart)


def each(pieces: Callable[[Table, int], list[Piece]]) -> Units:
    """One of each of these pieces."""
    return lambda table, me: dict.fromkeys([piece.id for piece in pieces(table, me)], 1)


class Things(NamedTuple):
    """A reading of a phrase that names things."""

    pieces: Pieces | None = None
    cells: Cells | None = None
    holding: bool = False
    """Whether the pieces stand for the things that lie on them."""
    different: str = ""
    """A property: no two of those chosen show the same value."""
    same: str = ""
    """A property: all of those chosen show the same value."""
    one_place: bool = False
    """Whether all must come from one place."""
    places: tuple[str, ...] = ()
    kinds: frozenset[str] = frozenset()
    """What is meant: kinds of pieces, or of fungible things."""
    this: str = ""
    """``this`` or ``another``."""

    def taken(self) -> Taken:
        """These things, to pay with."""
        sort = "pieces" if self.pieces else "stock"
        pieces, cells = self.pieces, self.cells
        units = each(pieces) if pieces else cells
        assert units is not None
        return Taken(units, sort, self.kinds, frozenset(self.places), self.this)


PREPOSITIONS = r" (in|from|on|of|with|without|called) "
OPPONENTS = (("of", "opponents"), ("of", "opponent"))


def shown(piece: Piece, prop: str) -> tuple[str, ...]:
    """The values of a property that a piece shows."""
    value = piece.printed.get(prop)
    return tuple(value) if isinstance(value, list | tuple) else (value,) if value else ()


def printed(piece: Piece, prop: str) -> int:
    """A printed number of a piece; 0 for none."""
    return piece.printed.get(prop) or 0


class Naming:
    """Reads phrases that name things, with the words of one game."""

    columns = "column place"
    """The words for a place after ``one`` or ``same``."""

    known: tuple[str, ...] = ()
    """The words for places that are known only during play."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def known_places(self, table: Table, seat: int, text: str) -> list[str]:
        """The places of a seat that are known only during play."""
        raise Unread(text)

    # -- things ----------------------------------------------------------------------------------------------

    def things(self, text: str) -> Things:
        """What a phrase names: pieces or fungible things."""
        text = bare(text)
        before, after = self.split(text)
        words = before.split()
        if words and words[0] == "its":
            return self.its(words)
        if words == ["it"]:
            return Things(pieces=self.pieces([], frozenset(), (), (), after, it=True)[0])
        if not words:
            raise Unread(text)
        words, nouns = self.nouns_in(words)
        meant = [self.meant(noun) for noun in nouns]
        if not all(meant):
            raise Unread(text)
        means, places, holding = meant[0]
        if means == self.words.stock:
            places = tuple(name for meaning in meant for name in meaning[1])
            return self.stock(words, places, after)
        kinds = frozenset(kind for noun in nouns for kind in self.kinds_of(noun))
        relation = {"different": "", "same": ""}
        if after and after[-1][0] == "of" and (match := re.fullmatch(r"(different|same) (\w+)", after[-1][1])):
            relation[match[1]] = self.words.singular.get(match[2], match[2])
            after = after[:-1]
        pieces, where = self.pieces(words, kinds, places, holding, after)
        this = {"this": "this", "another": "another", "other": "another"}
        said = next((this[word] for word in words if word in this), "")
        return Things(pieces, holding=bool(holding), **relation, kinds=kinds, this=said, places=where)

    def nouns_in(self, words: Sequence[str]) -> tuple[list[str], list[str]]:
        """The words before the noun, and the nouns that are joined."""
        words, nouns = list(words[:-1]), [words[-1]]
        while len(words) > 1 and words[-1] in ("and", "or") and self.meant(words[-2]):
            nouns.append(words[-2])
            words = words[:-2]
        return words, nouns

    def kinds_of(self, noun: str) -> tuple[str, ...]:
        """The kinds of pieces that a noun means."""
        meant = self.meant(noun)
        return self.words.components.get(meant[0], (meant[0],)) if meant else ()

    def meant(self, noun: str) -> tuple[str, tuple[str, ...], tuple[str, ...]] | None:
        """What a noun means, in which places, holding something in which places; None for any other word."""
        noun = self.words.singular.get(noun, noun)
        means, places, holding = self.words.nouns.get(noun, (noun, (), ()))
        known = means == self.words.stock or means in self.words.kinds or means in self.words.components
        return (means, places, holding) if known and means else None

    def its(self, words: Sequence[str]) -> Things:
        """``its military settlers``: workers that finish the piece of the event."""
        if words[-1] not in ("developers", "settlers"):
            raise Unread(" ".join(words))
        kinds = [self.words.singular.get(word, word) for word in words[1:-1] if word not in ("or", "and")]
        if not set(kinds) <= self.words.stock_kinds:
            raise Unread(" ".join(words))

        def found(table: Table, me: int) -> dict[str, int]:
            there = {name: n for name, n in table.stock.items() if cell(name)[1] == "finishing"}  # only one seat's
            return {name: n for name, n in there.items() if not kinds or cell(name)[0] in kinds}

        return Things(cells=found, places=("finishing",), kinds=frozenset(kinds) or self.words.stock_kinds)

    def split(self, text: str) -> tuple[str, list[tuple[str, str]]]:
        """A phrase cut before its prepositions: ``dice``, [(``in``, ``cup``)]."""
        names = re.findall(r'"[^"]*"', text)
        parts = re.split(PREPOSITIONS, re.sub(r'"[^"]*"', '""', text))
        filled = [re.sub('""', lambda _: names.pop(0), part) for part in parts]
        return filled[0], list(zip(filled[1::2], filled[2::2], strict=True))

    def groups(self, words: Sequence[str]) -> list[list[str]]:
        """The words before a noun, those joined by ``and`` or ``or`` together."""
        groups: list[list[str]] = []
        join = False
        for word in words:
            if word in ("and", "or"):
                join = True
            elif join:
                groups[-1].append(word)
                join = False
            else:
                groups.append([word])
        return groups

    def seats(self, owner: str, table: Table, me: int) -> set[int]:
        """The seats meant by ``own``, ``every`` or ``opponents``."""
        every = set(range(table.seats))
        return {"own": {me}, "every": every, "opponents": every - {me}}[owner]

    def pieces(
        self,
        adjectives: Sequence[str],
        kinds: frozenset[str],
        places: tuple[str, ...],
        holding: tuple[str, ...],
        after: Sequence[tuple[str, str]],
        it: bool = False,
    ) -> tuple[Pieces, tuple[str, ...]]:
        """Pieces by the words before and after their noun, and the places that are named."""
        owner, tests, extreme, top = "own", [], None, False
        for group in self.groups(adjectives):
            if group[0] in ("own", "every"):
                owner = group[0]
            elif group == ["top"]:
                top = True
            elif set(group) <= kinds:
                kinds = frozenset(group)
            else:
                tests.append(self.adjective(group))
        rest = list(after)
        while rest:
            word, text = rest.pop(0)
            if word == "on" and not holding:
                tests.append(self.standing(text))
            elif word == "on":
                below = " ".join([text, *(f"{preposition} {more}" for preposition, more in rest)])
                owner = "opponents" if "opponent" in below else "every" if "every" in below else "own"
                inner = self.things(re.sub(r" of opponents?$", "", re.sub(r"^(every|own) ", "", below)))
                tests.append(self.among(inner, every=True))
                rest = []
            elif (word, text) in OPPONENTS:
                owner = "opponents"
            elif word in ("in", "from") and set(text.split(" or ")) <= self.words.places.keys():
                places = tuple(text.split(" or "))
            elif word == "with" and (match := re.fullmatch(r"(highest|lowest) (\w+)", text)):
                extreme = match[1], self.words.singular.get(match[2], match[2])
            else:
                tests.append(self.feature(word, text))
        where = frozenset(places or (self.words.active,))

        def found(table: Table, me: int) -> list[Piece]:
            if it:
                meant = [table.pieces[table.it]]
            else:
                seats = self.seats(owner, table, me)
                there = [
                    table.pieces[id]
                    for at, zone in table.zones.items()
                    if zone and place_of(at) in where
                    for id in (zone[:1] if top else zone)
                ]
                meant = [piece for piece in there if piece.kind in kinds and (piece.owner < 0 or piece.owner in seats)]
            if holding:
                meant = [piece for piece in meant if any(table.lying(f"{place}.{piece.id}") for place in holding)]
            for test in tests:
                meant = [piece for piece in meant if test(table, me, piece)]
            if extreme and meant:
                best = (max if extreme[0] == "highest" else min)(printed(piece, extreme[1]) for piece in meant)
                meant = [piece for piece in meant if printed(piece, extreme[1]) == best]
            return meant

        return found, places

    def adjective(self, group: Sequence[str]) -> Test:
        """What alternatives before a noun say of a piece."""
        first = group[0]
        if first == "this":
            return lambda table, me, piece: piece.id == table.this
        if first in ("another", "other"):
            return lambda table, me, piece: piece.id != table.this
        if first == "different":
            return lambda table, me, piece: piece.id != table.last
        if first in self.words.marks:
            number = self.words.marks.index(first) + 1
            return lambda table, me, piece: piece.tag == number
        no = first.startswith("non-")
        names = [word.removeprefix("non-") for word in group]
        if not set(names) <= self.words.values.keys():
            raise Unread(" ".join(group))
        prop = self.words.values[names[0]]
        return lambda table, me, piece: any(value in names for value in shown(piece, prop)) != no

    def feature(self, word: str, text: str) -> Test:
        """What a preposition after a noun says of a piece."""
        if word == "called":
            names = re.findall(r'"([^"]*)"', text)
            return lambda table, me, piece: piece.name in names
        if word == "with" and (match := re.fullmatch(r"current (\w+) (\d+)(?: or (more|less))?", text)):
            prop, fits = match[1], within(int(match[2]), match[3])
            return lambda table, me, piece: fits(self.current(table, me, prop, piece))
        if word == "with" and (match := re.fullmatch(r"(\w+) (\d+)(?: or (more|less|\d+))?", text)):
            prop, fits = self.words.singular.get(match[1], match[1]), within(int(match[2]), match[3])
            return lambda table, me, piece: piece.printed.get(prop) is not None and fits(piece.printed[prop])
        if re.fullmatch(r"\w+ powers?( and \w+ powers?)*", text):
            sorts, wanted = re.findall(r"(\w+) powers?", text), word == "with"
            return lambda table, me, piece: all((sort in self.sorts(piece)) == wanted for sort in sorts)
        if noun := self.words.nouns.get(self.words.singular.get(text, text)):
            places = [name for name in (*noun[1], *noun[2]) if self.words.places[name] == "piece"]
            return lambda table, me, piece: self.bears(table, places, piece) == (word == "with")
        raise Unread(f"{word} {text}")

    def bears(self, table: Table, places: Sequence[str], piece: Piece) -> bool:
        """Whether anything lies on a piece in one of these places."""
        there = {f"{place}.{piece.id}" for place in places}
        return any(table.lying(at) for at in there) or any(name.partition("@")[2] in there for name in table.stock)

    def standing(self, text: str) -> Test:
        """``on an economy planet``: the piece it lies on, whoever owns that."""
        adjectives, noun = text.split()[:-1], text.split()[-1]
        means = self.words.singular.get(noun, noun)
        tests = [self.adjective(group) for group in self.groups(adjectives)]

        def test(table: Table, me: int, piece: Piece) -> bool:
            below = table.pieces.get(piece.on)
            return below is not None and below.kind == means and all(each(table, me, below) for each in tests)

        return test

    def among(self, inner: Things, every: bool = False) -> Test:
        """Whether a piece is one of those, whoever owns them."""
        pieces = inner.pieces
        if pieces is None:
            raise Unread("among")

        def test(table: Table, me: int, piece: Piece) -> bool:
            seats = range(table.seats) if every else (me,)
            return any(piece.id == other.id for seat in seats for other in pieces(table, seat))

        return test

    def sorts(self, piece: Piece) -> set[str]:
        """The sorts of the powers of a piece."""
        raise NotImplementedError

    def current(self, table: Table, me: int, name: str, piece: Piece) -> int:
        """A number of a piece as powers change it now."""
        return self.changed(table, me, name, printed(piece, name), piece)

    def changed(self, table: Table, me: int, name: str, base: int, about: Piece | str | None) -> int:
        """A number after the powers that change it."""
        raise NotImplementedError

    # -- fungible things ---------------------------------------------------------------------------------------

    def stock(self, adjectives: Sequence[str], places: tuple[str, ...], after: Sequence[tuple[str, str]]) -> Things:
        """Fungible things by the words before and after their noun."""
        owner, kinds, one_place, on, bearers = "own", set(self.words.stock_kinds), False, None, ""
        listed = ""
        for group in self.groups(adjectives):
            names = [self.words.singular.get(word.removeprefix("non-"), word.removeprefix("non-")) for word in group]
            if group[0] in ("own", "every"):
                owner = group[0]
            elif set(names) <= self.words.stock_kinds:
                kinds = kinds - set(names) if group[0].startswith("non-") else kinds & set(names)
            else:
                raise Unread(" ".join(group))
        rest = list(after)
        while rest:
            word, text = rest.pop(0)
            if (word, text) in OPPONENTS:
                owner = "opponents"
            elif word in ("in", "from", "of") and set(text.split(" or ")) <= self.words.places.keys():
                places = tuple(text.split(" or "))
            elif word in ("in", "from") and text in self.known:
                listed = text
            elif word in ("in", "from") and re.fullmatch(rf"(one|same) ({self.columns.replace(' ', '|')})", text):
                one_place = True
            elif word == "on":
                below = " ".join([text, *(f"{preposition} {more}" for preposition, more in rest)])
                if said := re.search(r"(?<![\w-])(own|every)(?![\w-])|of (opponents)", below):
                    owner = said[1] or said[2]
                bearers = re.sub(r"(^| )(own|every) ", r"\1", re.sub(r" of opponents?", "", below)).strip()
                rest = []
            else:
                raise Unread(f"{word} {text}")
        if bearers == "it":
            on = self.things("it").pieces
        elif bearers:
            on = self.things(f"{bearers} of opponents" if owner == "opponents" else f"{owner} {bearers}").pieces

        def found(table: Table, me: int) -> dict[str, int]:
            seats = {str(seat) for seat in self.seats(owner, table, me)}
            bearing = {piece.id for piece in on(table, me)} if on else None
            meant = {}
            for name, n in table.stock.items():
                kind, place, of = cell(name)
                if (
                    kind in kinds
                    and (not places or place in places)
                    and self.counted(table, place, of, seats, bearing, places)
                ):
                    meant[name] = n
            if listed:
                there = {place for seat in seats for place in self.known_places(table, int(seat), listed)}
                meant = {name: n for name, n in meant.items() if name.partition("@")[2] in there}
            return meant

        return Things(cells=found, one_place=one_place, places=places, kinds=frozenset(kinds))

    def counted(
        self, table: Table, place: str, of: str, seats: set[str], bearing: set[str] | None, named: tuple[str, ...]
    ) -> bool:
        """Whether things in a place are meant: of these seats, or on these pieces."""
        whose = self.words.places[place]
        if whose == "piece":
            piece = table.pieces[of]
            own = piece.place == self.words.active and str(piece.owner) in seats
            return of in bearing if bearing is not None else own
        if bearing is not None:
            return False
        return of in seats if whose == "seat" else bool(named)


def within(n: int, how: str | None) -> Callable[[int], bool]:
    """Whether a number is ``n``, or ``n or more``, or ``n or less``."""
    if how == "more":
        return lambda value: value >= n
    if how == "less":
        return lambda value: value <= n
    if how:
        return lambda value: n <= value <= int(how)
    return lambda value: value == n
