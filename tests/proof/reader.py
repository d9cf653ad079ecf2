"""A second reading of powers, written from docs/language.md alone: it shares no code with the program.

It reads a sentence with regular expressions and says what should come of it on a table, which it sees as plain data
with names. It refuses what it does not know, so that the proof cannot pass by reading nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

Number = Callable[["View", int], int]
"""A count, from the point of view of a seat."""
Truth = Callable[["View", int], bool]
"""A condition, from the point of view of a seat."""


class Piece(NamedTuple):
    """A piece on the table."""

    id: str
    name: str
    kind: str
    place: str
    """Without its owner: ``tableau``."""
    owner: int
    """The seat of its place; -1 for places of the table and of pieces."""
    on: str
    """The piece it lies on, if any."""
    printed: Mapping[str, Any]


class View(NamedTuple):
    """A table as plain data."""

    pieces: Sequence[Piece]
    stock: Mapping[tuple[str, str, str], int]
    """How many of a kind are in a place of a seat or a piece: ``("military", "cup", "0")``."""
    counters: Mapping[str, int]
    seats: int
    this: str
    """The id of the piece with the power."""

    def piece(self, id: str) -> Piece | None:
        """A piece by its id."""
        return next((one for one in self.pieces if one.id == id), None)


class Words(NamedTuple):
    """The words of a game, as its file declares them."""

    singular: Mapping[str, str]
    kinds: frozenset[str]
    stock: str
    """The one sort of fungible thing; empty if there is none."""
    stock_kinds: frozenset[str]
    nouns: Mapping[str, tuple[str, tuple[str, ...], tuple[str, ...]]]
    """What a noun means, in which places, and with something in which places on it."""
    values: Mapping[str, str]
    """The property of each value."""
    numeric: frozenset[str]
    counters: frozenset[str]
    components: Mapping[str, tuple[str, ...]]
    places: Mapping[str, str]
    """Whose each place is: ``seat``, ``table`` or ``piece``."""
    active: str


def words_of(path: Path) -> Words:
    """The words that a game's file declares, one declaration a line."""
    singular, kinds, stock_kinds, nouns, values, numeric = {}, set(), set(), {}, {}, set()
    counters, components, places, stock, active = set(), {}, {}, "", ""
    lines = [re.sub(r"#.*|\"[^\"]*\"", "", line).split() for line in path.read_text("utf-8").splitlines()]
    for kind, *rest in (line for line in lines if line):
        fields = fields_of(rest)
        if "plural" in fields:
            singular[fields["plural"][0]] = rest[0]
        if kind == "kind":
            kinds.add(rest[0])
        elif kind == "stock":
            stock = rest[0]
        elif kind == "property" and "from" in fields:
            numeric.add(rest[0])
        elif kind == "place":
            places[rest[0]] = fields["of"][0]
            active = rest[0] if "active" in rest else active
        elif kind == "counter":
            counters |= {rest[0]} - ({rest[0]} if "inner" in rest else set())
        elif kind == "component":
            components[rest[0]] = tuple(one for one in fields["sides"] if one not in ("either", "any", "both"))
        elif kind == "noun":
            means = singular.get(fields["means"][0], fields["means"][0])
            nouns[rest[0]] = (means, tuple(fields.get("in", ())), tuple(fields.get("holding", ())))
        elif kind == stock:
            stock_kinds.add(rest[0])
        elif kind not in ("phase", "game", "number", "option", "mark", "property"):
            values[rest[0]] = kind
    return Words(
        singular,
        frozenset(kinds),
        stock,
        frozenset(stock_kinds),
        nouns,
        values,
        frozenset(numeric),
        frozenset(counters),
        components,
        places,
        active,
    )


FIELDS = "plural means in holding of from has maybe needs sides takes start seen supply faces matches copies".split()


def fields_of(words: Sequence[str]) -> dict[str, list[str]]:
    """The words after each field."""
    found: dict[str, list[str]] = {}
    current: list[str] = []
    single = False
    for word in words[1:]:
        if word in FIELDS and not (single and not current):
            current = found.setdefault(word, [])
            single = word in ("plural", "means", "of")
        else:
            current.append(word)
    return found


class Unread(Exception):
    """A sentence that this reading does not know."""


class Things(NamedTuple):
    """A reading of a phrase that names things."""

    pieces: Callable[[View, int], list[Piece]] | None = None
    cells: Callable[[View, int], dict[tuple[str, str, str], int]] | None = None


class Reader:
    """Reads phrases with the words of one game."""

    def __init__(self, words: Words) -> None:
        self.words = words

    # -- things ----------------------------------------------------------------------------------------------

    def things(self, text: str) -> Things:
        """What a phrase names: pieces or fungible things."""
        text = re.sub(r"\b(a|an|the)\b ", "", text)
        before, after = self.split(text)
        words = before.split()
        noun = self.words.singular.get(words[-1], words[-1])
        means, places, holding = self.words.nouns.get(noun, (noun, (), ()))
        if means == self.words.stock:
            return Things(cells=self.cells(words[:-1], places, after))
        if means in self.words.kinds or means in self.words.components:
            kinds = frozenset(self.words.components.get(means, (means,)))
            if len(words) > 2 and words[-2] in ("and", "or"):
                raise Unread(text)
            return Things(pieces=self.pieces(words[:-1], kinds, places, holding, after))
        raise Unread(text)

    def split(self, text: str) -> tuple[str, list[tuple[str, str]]]:
        """A phrase cut before its prepositions: ``dice``, [(``in``, ``cup``)]."""
        names = re.findall(r'"[^"]*"', text)
        parts = re.split(r" (in|from|on|of|with|without|called) ", re.sub(r'"[^"]*"', '""', text))
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

    def seats(self, owner: str, view: View, me: int) -> set[int]:
        """The seats meant by ``own``, ``every`` or ``opponents``."""
        every = set(range(view.seats))
        return {"own": {me}, "every": every, "opponents": every - {me}}[owner]

    def pieces(
        self,
        adjectives: Sequence[str],
        kinds: frozenset[str],
        places: tuple[str, ...],
        holding: tuple[str, ...],
        after: Sequence[tuple[str, str]],
    ) -> Callable[[View, int], list[Piece]]:
        """Pieces by the words before and after their noun."""
        owner, this = "own", ""
        tests: list[Callable[[View, Piece], bool]] = []
        for group in self.groups(adjectives):
            first = group[0]
            if first in ("own", "every"):
                owner = first
            elif first in ("this", "another", "other"):
                this = first
            elif first.removeprefix("non-") in self.words.values:
                tests.append(self.shows(group))
            else:
                raise Unread(" ".join(group))
        extreme = None
        for word, rest in after:
            if (word, rest) == ("of", "opponents"):
                owner = "opponents"
            elif word in ("in", "from"):
                places = tuple(rest.split(" or "))
            elif word == "called":
                names = re.findall(r'"([^"]*)"', rest)
                tests.append(lambda view, one, names=names: one.name in names)  # type: ignore[misc]
            elif word == "with" and (match := re.fullmatch(r"(highest|lowest) (\w+)", rest)):
                extreme = match[1], match[2]
            elif word == "with" and (match := re.fullmatch(r"(\w+) (\d+)( or (more|less))?", rest)):
                tests.append(self.within(match[1], int(match[2]), match[4]))
            else:
                raise Unread(f"{word} {rest}")
        where = places or (self.words.active,)

        def found(view: View, me: int) -> list[Piece]:
            seats = self.seats(owner, view, me)
            meant = [one for one in view.pieces if one.kind in kinds and one.place in where]
            meant = [one for one in meant if one.owner in seats or (one.owner < 0 and not one.on)]
            meant = [one for one in meant if not this or (one.id == view.this) == (this == "this")]
            if holding:
                meant = [one for one in meant if any(other.on == one.id for other in view.pieces)]
            meant = [one for one in meant if all(test(view, one) for test in tests)]
            if extreme and meant:
                best = (max if extreme[0] == "highest" else min)(one.printed.get(extreme[1]) or 0 for one in meant)
                meant = [one for one in meant if (one.printed.get(extreme[1]) or 0) == best]
            return meant

        return found

    def shows(self, group: Sequence[str]) -> Callable[[View, Piece], bool]:
        """Whether a piece shows one of these values; with ``non-``, none of them."""
        no = group[0].startswith("non-")
        names = [word.removeprefix("non-") for word in group]
        prop = self.words.values[names[0]]
        return lambda view, one: (one.printed.get(prop) in names) != no

    def within(self, prop: str, n: int, how: str | None) -> Callable[[View, Piece], bool]:
        """Whether a printed number is ``n``, or ``n or more``, or ``n or less``."""

        def test(view: View, one: Piece) -> bool:
            value = one.printed.get(prop)
            if value is None:
                return False
            return bool(value >= n if how == "more" else value <= n if how == "less" else value == n)

        return test

    def cells(
        self, adjectives: Sequence[str], places: tuple[str, ...], after: Sequence[tuple[str, str]]
    ) -> Callable[[View, int], dict[tuple[str, str, str], int]]:
        """Fungible things by the words before and after their noun."""
        owner = "own"
        kinds = set(self.words.stock_kinds)
        for group in self.groups(adjectives):
            names = [self.words.singular.get(word.removeprefix("non-"), word.removeprefix("non-")) for word in group]
            if group[0] in ("own", "every"):
                owner = group[0]
            elif set(names) <= self.words.stock_kinds:
                kinds = kinds - set(names) if group[0].startswith("non-") else kinds & set(names)
            else:
                raise Unread(" ".join(group))
        on: Things | None = None
        for nth, (word, rest) in enumerate(after):
            if (word, rest) == ("of", "opponents"):
                owner = "opponents"
            elif word in ("in", "from") and set(rest.split(" or ")) <= self.words.places.keys():
                places = tuple(rest.split(" or "))
            elif word == "on":
                on = self.things(" ".join([rest, *(f"{one} {text}" for one, text in after[nth + 1 :])]))
                if explicit := re.search(
                    r"(?<![\w-])(own|every)(?![\w-])|of (opponents)", " ".join([rest, *map(" ".join, after[nth + 1 :])])
                ):
                    owner = explicit[1] or explicit[2]
                break
            else:
                raise Unread(f"{word} {rest}")

        def found(view: View, me: int) -> dict[tuple[str, str, str], int]:
            seats = {str(seat) for seat in self.seats(owner, view, me)}
            bearing = {one.id for one in on.pieces(view, me)} if on and on.pieces else None
            meant = {}
            for (kind, place, of), n in view.stock.items():
                whose = self.words.places[place]
                if kind not in kinds or (places and place not in places) or not n:
                    continue
                if whose == "table" and not (places and on is None):
                    continue
                if whose == "seat" and (of not in seats or bearing is not None):
                    continue
                if whose == "piece":
                    piece = view.piece(of)
                    own = piece is not None and piece.place == self.words.active and str(piece.owner) in seats
                    if (of not in bearing) if bearing is not None else not own:
                        continue
                meant[kind, place, of] = n
            return meant

        return found

    # -- counts ----------------------------------------------------------------------------------------------

    def count(self, text: str) -> Number:
        """What a phrase counts."""
        if " minus " in text:
            one, _, other = text.partition(" minus ")
            more, less = self.count(one), self.count(other)
            return lambda view, me: max(0, more(view, me) - less(view, me))
        if match := re.fullmatch(r"(?:the )?smaller of (.+) and (.+)", text):
            first, second = self.count(match[1]), self.count(match[2])
            return lambda view, me: min(first(view, me), second(view, me))
        if match := re.fullmatch(r"triangle of (.+)", text):
            inner = self.count(match[1])
            return lambda view, me: sum(range(inner(view, me) + 1))
        if match := re.fullmatch(r"step of (.+?)(?: from (\d+))?", text):
            inner, start = self.count(match[1]), int(match[2] or 1)
            return lambda view, me: self.steps(inner(view, me), start)
        if match := re.fullmatch(r"different (\w+) of (.+)", text):
            return self.different(match[1], self.things(match[2]))
        match = re.fullmatch(r"(\w+) of (.+)", text)
        if match and match[1] in self.words.numeric:
            pieces = self.things(match[2]).pieces
            if pieces is None:
                raise Unread(text)
            prop = match[1]
            return lambda view, me: sum(one.printed.get(prop) or 0 for one in pieces(view, me))
        name = text.removeprefix("own ")
        name = self.words.singular.get(name, name)
        if name in self.words.counters:
            return lambda view, me: self.counter(view, name, me)
        return self.many(self.things(text))

    def steps(self, n: int, start: int) -> int:
        """How many of the steps ``start``, ``start + 1`` ... fit in ``n``."""
        fitting = [k for k in range(n + 1) if sum(range(start, start + k)) <= n]
        return max(fitting)

    def different(self, prop: str, things: Things) -> Number:
        """How many different values, or kinds, there are."""
        if things.pieces is not None:
            pieces = things.pieces
            return lambda view, me: len({one.printed[prop] for one in pieces(view, me) if one.printed.get(prop)})
        cells = things.cells
        assert cells is not None
        return lambda view, me: len({kind for kind, _, _ in cells(view, me)})

    def many(self, things: Things) -> Number:
        """How many things there are."""
        if things.pieces is not None:
            pieces = things.pieces
            return lambda view, me: len(pieces(view, me))
        cells = things.cells
        assert cells is not None
        return lambda view, me: sum(cells(view, me).values())

    def counter(self, view: View, name: str, me: int) -> int:
        """The value of a counter of a seat, or of the table."""
        return view.counters.get(f"{name}.{me}", view.counters.get(name, 0))

    def amount(self, text: str) -> Number:
        """``2``, ``1 per 2 own worlds, rounded up, not above 3``."""
        match = re.fullmatch(r"(\d+)(?: per (?:(\d+) )?(.+?)(?:, rounded (up|down))?(?:, not above (\d+))?)?", text)
        if match is None:
            raise Unread(text)
        n = int(match[1])
        if match[3] is None:
            return lambda view, me: n
        each, inner, up, most = int(match[2] or 1), self.count(match[3]), match[4] == "up", int(match[5] or 999)

        def found(view: View, me: int) -> int:
            counted = inner(view, me)
            return min(most, n * ((counted + each - 1) // each if up else counted // each))

        return found

    # -- conditions ------------------------------------------------------------------------------------------

    def condition(self, text: str) -> Truth:
        """Whether something is true now."""
        if match := re.fullmatch(r"(an|each) opponent has (.+)", text):
            inner, quantifier = self.condition(f"you have {match[2]}"), any if match[1] == "an" else all
            return lambda view, me: quantifier(inner(view, other) for other in range(view.seats) if other != me)
        if match := re.fullmatch(r"you (have|share) the (most|fewest) (.+)", text):
            return self.most(self.count(match[3]), match[1] == "share", match[2] == "fewest")
        if match := re.fullmatch(r"you have as many (.+) as (.+)", text):
            one, other = self.count(match[1]), self.count(match[2])
            return lambda view, me: one(view, me) == other(view, me)
        if match := re.fullmatch(r"you have (more|fewer) (.+) than (.+)", text):
            one, other, more = self.count(match[2]), self.count(match[3]), match[1] == "more"
            return lambda view, me: (one(view, me) > other(view, me)) if more else (one(view, me) < other(view, me))
        if match := re.fullmatch(r"you have no (.+)", text):
            none = self.count(match[1])
            return lambda view, me: none(view, me) == 0
        if match := re.fullmatch(r"you have (exactly )?(\d+)( or less| or more)? (.+)", text):
            counted, n = self.count(match[4]), int(match[2])
            if match[1]:
                return lambda view, me: counted(view, me) == n
            if match[3] == " or less":
                return lambda view, me: counted(view, me) <= n
            return lambda view, me: counted(view, me) >= n
        raise Unread(text)

    def most(self, counted: Number, share: bool, fewest: bool) -> Truth:
        """Whether a seat has more (or less) of something than all others, or ties with the best of them."""

        def found(view: View, me: int) -> bool:
            others = [counted(view, seat) for seat in range(view.seats) if seat != me]
            best = min(others) if fewest else max(others)
            mine = counted(view, me)
            return mine == best if share else (mine < best if fewest else mine > best)

        return found
