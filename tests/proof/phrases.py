"""Phrases of the second reading: which things they name, what they count, and whether they are true."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import ClassVar, NamedTuple

from proof.table import Happened, Piece, Table, cell
from proof.words import Words

Number = Callable[[Table, int], int]
"""A count, from the point of view of a seat."""
Truth = Callable[[Table, int], bool]
"""A condition, from the point of view of a seat."""
Pieces = Callable[[Table, int], list[Piece]]
Cells = Callable[[Table, int], dict[str, int]]
Test = Callable[[Table, int, Piece], bool]


@cache
def place_of(at: str) -> str:
    """A place without its owner."""
    return at.partition(".")[0]


class Unread(Exception):
    """A sentence that this reading does not know."""


class Things(NamedTuple):
    """A reading of a phrase that names things."""

    pieces: Pieces | None = None
    cells: Cells | None = None
    holding: bool = False
    """Whether the pieces stand for the things that lie on them."""
    different: str = ""
    """A property: no two of those chosen show the same value."""
    one_place: bool = False
    """Whether all must come from one place."""
    places: tuple[str, ...] = ()


PREPOSITIONS = r" (in|from|on|of|with|without|called) "
OPPONENTS = (("of", "opponents"), ("of", "opponent"))


def shown(piece: Piece, prop: str) -> tuple[str, ...]:
    """The values of a property that a piece shows."""
    value = piece.printed.get(prop)
    return tuple(value) if isinstance(value, list | tuple) else (value,) if value else ()


def printed(piece: Piece, prop: str) -> int:
    """A printed number of a piece; 0 for none."""
    return piece.printed.get(prop) or 0


class Phrases:
    """Reads phrases with the words of one game."""

    columns = "column place"
    """The words for a place after ``one`` or ``same``."""
    past: ClassVar[Mapping[str, str]] = {}
    """The events that powers can ask about, by the past form of the verb."""

    def __init__(self, words: Words) -> None:
        self.words = words

    # -- things ----------------------------------------------------------------------------------------------

    def things(self, text: str) -> Things:
        """What a phrase names: pieces or fungible things."""
        text = re.sub(r"\b(a|an|the) ", "", text)
        before, after = self.split(text)
        words = before.split()
        if words and words[0] == "its":
            return self.its(words)
        if words == ["it"]:
            return Things(pieces=self.pieces([], frozenset(), (), (), after, it=True))
        if not words:
            raise Unread(text)
        nouns = [words[-1]]
        while len(words) > 2 and words[-2] in ("and", "or") and self.meant(words[-3]):
            words = words[:-2]
            nouns.append(words[-1])
        meant = [self.meant(noun) for noun in nouns]
        if not all(meant):
            raise Unread(text)
        means, places, holding = meant[0]
        if means == self.words.stock:
            places = tuple(name for one in meant for name in one[1])
            return self.stock(words[:-1], places, after)
        kinds = frozenset(kind for one in meant for kind in self.words.components.get(one[0], (one[0],)))
        different = ""
        if after and after[-1][0] == "of" and (match := re.fullmatch(r"different (\w+)", after[-1][1])):
            different = self.words.singular.get(match[1], match[1])
            after = after[:-1]
        found = self.pieces(words[:-1], kinds, places, holding, after)
        return Things(pieces=found, holding=bool(holding), different=different)

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
            there = {name: n for name, n in table.stock.items() if cell(name)[1:] == ("finishing", str(table.actor))}
            return {name: n for name, n in there.items() if not kinds or cell(name)[0] in kinds}

        return Things(cells=found, places=("finishing",))

    def split(self, text: str) -> tuple[str, list[tuple[str, str]]]:
        """A phrase cut before its prepositions: ``dice``, [(``in``, ``cup``)]."""
        names = re.findall(r'"[^"]*"', text)
        parts = re.split(PREPOSITIONS, re.sub(r'"[^"]*"', '""', text))
        filled = [re.sub('""', lambda _: names.pop(0), part) for part in parts]
        return filled[0], list(zip(filled[1::2], filled[2::2], strict=True))

    def groups(self, words: Sequence[str]) -> list[list[str]]:
        """The words before a noun, those joined by ``and`` or ``or`` together."""
        found: list[list[str]] = []
        join = False
        for word in words:
            if word in ("and", "or"):
                join = True
            elif join:
                found[-1].append(word)
                join = False
            else:
                found.append([word])
        return found

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
    ) -> Pieces:
        """Pieces by the words before and after their noun."""
        owner, tests, extreme = "own", [], None
        for group in self.groups(adjectives):
            if group[0] in ("own", "every"):
                owner = group[0]
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
                below = " ".join([text, *(f"{one} {more}" for one, more in rest)])
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
                    for id in zone
                ]
                meant = [one for one in there if one.kind in kinds and (one.owner < 0 or one.owner in seats)]
            if holding:
                meant = [one for one in meant if any(table.lying(f"{place}.{one.id}") for place in holding)]
            for test in tests:
                meant = [one for one in meant if test(table, me, one)]
            if extreme and meant:
                best = (max if extreme[0] == "highest" else min)(printed(one, extreme[1]) for one in meant)
                meant = [one for one in meant if printed(one, extreme[1]) == best]
            return meant

        return found

    def adjective(self, group: Sequence[str]) -> Test:
        """What alternatives before a noun say of a piece."""
        first = group[0]
        if first == "this":
            return lambda table, me, one: one.id == table.this
        if first in ("another", "other"):
            return lambda table, me, one: one.id != table.this
        if first == "different":
            return lambda table, me, one: one.id != table.last
        if first in self.words.marks:
            number = self.words.marks.index(first) + 1
            return lambda table, me, one: one.tag == number
        no = first.startswith("non-")
        names = [word.removeprefix("non-") for word in group]
        if not set(names) <= self.words.values.keys():
            raise Unread(" ".join(group))
        prop = self.words.values[names[0]]
        return lambda table, me, one: any(value in names for value in shown(one, prop)) != no

    def feature(self, word: str, text: str) -> Test:
        """What a preposition after a noun says of a piece."""
        if word == "called":
            names = re.findall(r'"([^"]*)"', text)
            return lambda table, me, one: one.name in names
        if word == "with" and (match := re.fullmatch(r"current (\w+) (\d+)(?: or (more|less))?", text)):
            prop, fits = match[1], within(int(match[2]), match[3])
            return lambda table, me, one: fits(self.current(table, me, prop, one))
        if word == "with" and (match := re.fullmatch(r"(\w+) (\d+)(?: or (more|less))?", text)):
            prop, fits = self.words.singular.get(match[1], match[1]), within(int(match[2]), match[3])
            return lambda table, me, one: one.printed.get(prop) is not None and fits(one.printed[prop])
        if match := re.fullmatch(r"(\w+) powers?", text):
            sort, wanted = match[1], word == "with"
            return lambda table, me, one: (sort in self.sorts(one)) == wanted
        if word == "without" and (noun := self.words.nouns.get(self.words.singular.get(text, text))):
            places = [name for name in (*noun[1], *noun[2]) if self.words.places[name] == "piece"]
            return lambda table, me, one: not any(table.lying(f"{place}.{one.id}") for place in places)
        raise Unread(f"{word} {text}")

    def standing(self, text: str) -> Test:
        """``on an economy planet``: the piece it lies on, whoever owns that."""
        adjectives, noun = text.split()[:-1], text.split()[-1]
        means = self.words.singular.get(noun, noun)
        tests = [self.adjective(group) for group in self.groups(adjectives)]

        def test(table: Table, me: int, one: Piece) -> bool:
            below = table.pieces.get(one.on)
            return below is not None and below.kind == means and all(each(table, me, below) for each in tests)

        return test

    def among(self, inner: Things, every: bool = False) -> Test:
        """Whether a piece is one of those, whoever owns them."""
        pieces = inner.pieces
        if pieces is None:
            raise Unread("among")

        def test(table: Table, me: int, one: Piece) -> bool:
            seats = range(table.seats) if every else (me,)
            return any(one.id == other.id for seat in seats for other in pieces(table, seat))

        return test

    def sorts(self, one: Piece) -> set[str]:
        """What the powers of a piece do, and their phases."""
        found: set[str] = set()
        for text in one.printed["powers"]:
            head, _, last = text.rpartition(":")
            for each, verb in re.findall(r"(?:^|, )(?:may |or |(each opponent) |opponents )?([a-z]+)", last.strip()):
                found.add(self.base(verb) if each else verb)
            if match := re.match(r"(?:at (?:start|end) of )?(\w+)", head):
                found.add(match[1])
            found |= {"reassign"} if text.startswith("dictate") else set()
            found |= {"produce"} if re.match(r"when .*\b(produces|produced)\b", head) else set()
        return found

    def base(self, verb: str) -> str:
        """The plain form of ``gains``."""
        raise NotImplementedError

    def current(self, table: Table, me: int, name: str, one: Piece) -> int:
        """A number of a piece as powers change it now."""
        return self.changed(table, me, name, printed(one, name), one)

    def changed(self, table: Table, me: int, name: str, base: int, about: Piece | str | None) -> int:
        """A number after the powers in play of a seat."""
        for owner, power in table.active:
            if owner == me and power.moment == "number" and power.number == name and not power.price:
                base = power.change(table, me, base, about)
        return base

    # -- fungible things ---------------------------------------------------------------------------------------

    def stock(self, adjectives: Sequence[str], places: tuple[str, ...], after: Sequence[tuple[str, str]]) -> Things:
        """Fungible things by the words before and after their noun."""
        owner, kinds, one_place, on, bearers = "own", set(self.words.stock_kinds), False, None, ""
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
            elif word in ("in", "from") and re.fullmatch(rf"(one|same) ({self.columns.replace(' ', '|')})", text):
                one_place = True
            elif word == "on":
                below = " ".join([text, *(f"{one} {more}" for one, more in rest)])
                if said := re.search(r"(?<![\w-])(own|every)(?![\w-])|of (opponents)", below):
                    owner = said[1] or said[2]
                bearers = re.sub(r"(^| )(own|every) ", r"\1", re.sub(r" of opponents?", "", below)).strip()
                rest = []
            else:
                raise Unread(f"{word} {text}")
        if bearers:
            on = self.things(f"{bearers} of opponents" if owner == "opponents" else f"{owner} {bearers}").pieces

        def found(table: Table, me: int) -> dict[str, int]:
            seats = {str(seat) for seat in self.seats(owner, table, me)}
            bearing = {one.id for one in on(table, me)} if on else None
            meant = {}
            for name, n in table.stock.items():
                kind, place, of = cell(name)
                if (
                    kind in kinds
                    and (not places or place in places)
                    and self.counted(table, place, of, seats, bearing, places)
                ):
                    meant[name] = n
            return meant

        return Things(cells=found, one_place=one_place, places=places)

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

    # -- counts ----------------------------------------------------------------------------------------------

    def count(self, text: str) -> Number:
        """What a phrase counts."""
        if " minus " in text:
            one, _, other = text.partition(" minus ")
            more, less = self.count(one), self.count(other)
            return lambda table, me: max(0, more(table, me) - less(table, me))
        if match := re.fullmatch(r"(?:the )?smaller of (.+) and (.+)", text):
            first, second = self.count(match[1]), self.count(match[2])
            return lambda table, me: min(first(table, me), second(table, me))
        if match := re.fullmatch(r"triangle of (.+)", text):
            inner = self.count(match[1])
            return lambda table, me: sum(range(inner(table, me) + 1))
        if match := re.fullmatch(r"step of (.+?)(?: from (\d+))?", text):
            inner, start = self.count(match[1]), int(match[2] or 1)
            return lambda table, me: self.steps(inner(table, me), start)
        if match := re.fullmatch(r"different (\w+) of (.+)", text):
            return self.different(self.words.singular.get(match[1], match[1]), self.things(match[2]))
        if match := re.fullmatch(r"times? (you \w+.*)", text):
            return self.times(match[1])
        match = re.fullmatch(r"(\w+) of (.+)", text)
        prop = self.words.singular.get(match[1], match[1]) if match else ""
        if match and prop in self.words.numeric:
            pieces = self.things(match[2]).pieces
            if pieces is None:
                raise Unread(text)
            return lambda table, me: sum(printed(one, prop) for one in pieces(table, me))
        name = re.sub(r"^(the|own) ", "", text)
        name = self.words.singular.get(name, name)
        if name in self.words.counters and name not in self.words.inner:
            return lambda table, me: table.value(name, me)
        if text in self.words.changing and not self.meant(name):
            return lambda table, me: self.changed(table, me, text, 0, None)
        return self.many(self.things(text))

    def steps(self, n: int, start: int) -> int:
        """How many of the steps ``start``, ``start + 1`` ... fit in ``n``."""
        fitting = [k for k in range(n + 1) if sum(range(start, start + k)) <= n]
        return max(fitting)

    def different(self, prop: str, things: Things) -> Number:
        """How many different values, or kinds, there are."""
        if things.pieces is not None:
            pieces = things.pieces
            return lambda table, me: len({value for one in pieces(table, me) for value in shown(one, prop)})
        cells = things.cells
        assert cells is not None
        return lambda table, me: len({cell(name)[0] for name in cells(table, me)})

    def many(self, things: Things) -> Number:
        """How many things there are."""
        if things.pieces is not None:
            pieces = things.pieces
            return lambda table, me: len(pieces(table, me))
        cells = things.cells
        assert cells is not None
        return lambda table, me: sum(cells(table, me).values())

    def times(self, text: str) -> Number:
        """How many times a seat did something in this phase."""
        match = re.fullmatch(r"you (\w+)(.*)", text)
        if match is None or match[1] not in self.past:
            raise Unread(text)
        fits = self.event(self.past[match[1]], match[2].strip())
        return lambda table, me: sum(one.seat == me and fits(table, me, one) for one in table.history)

    def event(self, name: str, roles: str) -> Callable[[Table, int, Happened], bool]:
        """Whether something that happened is this, about such things: ``from a rare world``, ``with a home die``."""
        tests = []
        for word, text in re.findall(r"(from|with|on|of) (.+?)(?= (?:from|with|on|of) |$)", roles):
            tests.append((word, self.role(text)))
        if re.sub(r"(from|with|on|of) (.+?)(?= (?:from|with|on|of) |$)", "", roles).strip():
            raise Unread(roles)

        def fits(table: Table, me: int, one: Happened) -> bool:
            return one.name == name and all(
                word in one.about and test(table, me, one.about[word]) for word, test in tests
            )

        return fits

    def role(self, text: str) -> Callable[[Table, int, str], bool]:
        """Whether a piece or a kind is as described: only its kind counts, wherever it is and whoever owns it."""
        words = re.sub(r"\b(a|an|the) ", "", text).split()
        noun = self.meant(words[-1])
        if noun is None:
            raise Unread(text)
        if noun[0] == self.words.stock:
            names = [word.removeprefix("non-") for word in words[:-1] if word not in ("or", "and")]
            if not set(names) <= self.words.stock_kinds:
                raise Unread(text)
            no = bool(words[:-1]) and words[0].startswith("non-")
            return lambda table, me, kind: not names or (kind in names) != no
        kinds = frozenset(self.words.components.get(noun[0], (noun[0],)))
        tests = [self.adjective(group) for group in self.groups(words[:-1])]
        return lambda table, me, id: (
            table.pieces[id].kind in kinds and all(test(table, me, table.pieces[id]) for test in tests)
        )

    # -- conditions ------------------------------------------------------------------------------------------

    def condition(self, text: str) -> Truth:
        """Whether something is true now."""
        if match := re.fullmatch(r"(an|each) opponent (has|shares?) (.+)", text):
            verb = "have" if match[2] == "has" else "share"
            inner, quantifier = self.condition(f"you {verb} {match[3]}"), any if match[1] == "an" else all
            return lambda table, me: quantifier(inner(table, other) for other in table.others(me))
        if match := re.fullmatch(r"you (have|share) the (most|fewest) (.+)", text):
            return self.most(self.count(match[3]), match[1] == "share", match[2] == "fewest")
        if match := re.fullmatch(r"you have as many (.+) as (.+)", text):
            one, other = self.count(match[1]), self.count(match[2])
            return lambda table, me: one(table, me) == other(table, me)
        if match := re.fullmatch(r"you have (more|fewer) (.+) than (.+)", text):
            one, other, more = self.count(match[2]), self.count(match[3]), match[1] == "more"
            return lambda table, me: (
                (one(table, me) > other(table, me)) if more else (one(table, me) < other(table, me))
            )
        if match := re.fullmatch(r"you have no (.+)", text):
            none = self.count(match[1])
            return lambda table, me: none(table, me) == 0
        if match := re.fullmatch(r"you have (\w+) (\d+) times(.*)", text):
            happened, least = self.times(f"you {match[1]}{match[3]}"), int(match[2])
            return lambda table, me: happened(table, me) >= least
        if match := re.fullmatch(r"you have (exactly )?(\$?)(\d+)( or less| or more)?(?: (.+))?", text):
            return self.how_many(match)
        if match := re.fullmatch(r"you have (?:the )?(\w+)", text):
            there = self.count(match[1])
            return lambda table, me: there(table, me) >= 1
        if match := re.fullmatch(r"you (\w+)(.*)", text):
            happened = self.times(text)
            return lambda table, me: happened(table, me) >= 1
        if match := re.fullmatch(r"all (.+) (?:is|are) (.+)", text):
            return self.all_are(match[1], match[2])
        if match := re.fullmatch(r"it is (.+)", text):
            return self.it_is(match[1])
        raise Unread(text)

    def how_many(self, match: re.Match[str]) -> Truth:
        """``exactly 3 worlds``, ``3 or less dice``, ``$2``."""
        counted, n = self.count(self.words.sign if match[2] else match[5]), int(match[3])
        if match[1]:
            return lambda table, me: counted(table, me) == n
        if match[4] == " or less":
            return lambda table, me: counted(table, me) <= n
        return lambda table, me: counted(table, me) >= n

    def all_are(self, subject: str, complement: str) -> Truth:
        """``all worlds with the highest cost is own``: of any player, and there is at least one."""
        pieces = self.things(f"every {subject}").pieces
        groups = self.groups(re.sub(r"\b(a|an|the) ", "", complement).split())
        own, tests = ["own"] in groups, [self.adjective(group) for group in groups if group != ["own"]]
        if pieces is None:
            raise Unread(subject)

        def found(table: Table, me: int) -> bool:
            meant = pieces(table, me)
            fits = [all(test(table, me, one) for test in tests) and (one.owner == me or not own) for one in meant]
            return bool(meant) and all(fits)

        return found

    def it_is(self, text: str) -> Truth:
        """``it is a rare world with cost 2 or more``."""
        before, after = self.split(re.sub(r"\b(a|an|the) ", "", text))
        noun = self.meant(before.split()[-1])
        if noun is None:
            raise Unread(text)
        kinds = frozenset(self.words.components.get(noun[0], (noun[0],)))
        tests = [self.adjective(group) for group in self.groups(before.split()[:-1])]
        tests += [self.feature(word, rest) for word, rest in after]
        return lambda table, me: (
            table.pieces[table.it].kind in kinds and all(test(table, me, table.pieces[table.it]) for test in tests)
        )

    def most(self, counted: Number, share: bool, fewest: bool) -> Truth:
        """Whether a seat has more (or less) of something than all others, or ties with the best of them."""

        def found(table: Table, me: int) -> bool:
            others = [counted(table, seat) for seat in table.others(me)]
            best = min(others) if fewest else max(others)
            mine = counted(table, me)
            return mine == best if share else (mine < best if fewest else mine > best)

        return found


def within(n: int, how: str | None) -> Callable[[int], bool]:
    """Whether a number is ``n``, or ``n or more``, or ``n or less``."""
    if how == "more":
        return lambda value: value >= n
    if how == "less":
        return lambda value: value <= n
    return lambda value: value == n
