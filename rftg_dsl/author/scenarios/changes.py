"""Compares the changes on a table with a scenario's lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from attrs import define, field, frozen

from rftg_dsl.author.scenarios.bench import FRESH, Bench
from rftg_dsl.check.model.scenarios import Content, Holding
from rftg_dsl.compile.game import SUPPLY
from rftg_dsl.kernel.table import Table

Piece = tuple[str, int]
"""The printed name of a piece's face-up side, and the piece's tag."""


@frozen
class Heap:
    """The contents of a place: stock by kind, and pieces in order."""

    kinds: Counter[str]
    pieces: tuple[tuple[int, Piece], ...]
    bench: Bench = field(eq=False, repr=False)

    @property
    def seen(self) -> list[Piece]:
        return [piece for _, piece in self.pieces]

    def __str__(self) -> str:
        things = [self.bench.word_things(kind, n) for kind, n in self.kinds.items()]
        return ", ".join([*things, *word_pieces(Counter(self.seen))]) or "nothing"


def word_pieces(pieces: Counter[Piece]) -> list[str]:
    return [f'{f"{n} " if n > 1 else ""}"{name}"{f" at {tag}" if tag else ""}' for (name, tag), n in pieces.items()]


@frozen
class Wrong:
    """A line that is wrong, or a change that no line mentions."""

    line: Holding | None
    message: str
    """The actual contents, or the missing line."""


class Changes:
    """The differences between two tables, for comparison with a scenario's lines."""

    def __init__(self, bench: Bench, before: Table) -> None:
        self.bench = bench
        self.before = before
        self.after: Table = bench.play
        self.words = bench.rules.model.words
        self.layout = bench.layout

    def check_lines(self, lines: Sequence[Holding]) -> Iterator[Wrong]:
        by_place: dict[int, list[Holding]] = {}
        by_counter: dict[int, list[Holding]] = {}
        for line in lines:
            if line.target.sort == "place":
                by_place.setdefault(self.bench.place_of(line.target), []).append(line)
            elif line.target.sort == "counter":
                by_counter.setdefault(self.bench.counter_of(line.target), []).append(line)
        for place in sorted({*self.find_touched_places(), *by_place}):
            yield from self.check_place(place, by_place.get(place, ()))
        for counter in range(len(self.layout.counter_names)):
            yield from self.check_counter(counter, by_counter.get(counter, ()))

    # -- places --------------------------------------------------------------------------------------------------

    def find_touched_places(self) -> Iterator[int]:
        before, after, width = self.before, self.after, len(self.layout.kinds)
        turned = {piece for piece in range(len(after.side)) if before.side[piece] != after.side[piece]}
        turned |= {piece for piece in range(len(after.tag)) if before.tag[piece] != after.tag[piece]}
        for place in range(self.layout.places):
            row = slice(place * width, (place + 1) * width)
            moved = before.zone[place] != after.zone[place] or before.stock[row] != after.stock[row]
            if moved or not turned.isdisjoint(after.zone[place]):
                yield place

    def heap_at(self, table: Table, place: int) -> Heap:
        width = len(self.layout.kinds)
        row = table.stock[place * width : (place + 1) * width]
        sides = self.bench.rules.sides
        # In a game that marks pieces, the tag holds the mark rather than a number.
        marked = bool(self.words.marks)
        pieces = [
            (piece, (sides[table.side[piece]].name, FRESH if marked else table.tag[piece]))
            for piece in table.zone[place]
        ]
        kinds = Counter({kind: n for kind, n in zip(self.layout.kinds, row, strict=True) if n})
        return Heap(kinds, tuple(pieces), self.bench)

    def check_place(self, place: int, lines: Sequence[Holding]) -> Iterator[Wrong]:
        before, after = self.heap_at(self.before, place), self.heap_at(self.after, place)
        if before == after and not lines:
            return
        whole = [line for line in lines if line.sign == ":"]
        for line in whole:
            if not is_there(self.bench, after, line.contents):
                yield Wrong(line, f"{self.name_of(place)}: {after}")
        # A line with ``:`` describes the whole place, so no changes are left to account for.
        if whole:
            return
        moved = Moved(self.bench, before, after)
        moved.say(lines)
        for line in lines:
            if line in moved.wrong:
                yield Wrong(line, f"{self.name_of(place)}: {after} (before: {before})")
        if moved.wrong:
            return
        hidden = self.layout.place_owner[place] < 0 and self.layout.place_piece[place] < 0
        # Scenarios need not mention changes to the supply or to hidden common places.
        things, pieces = hidden and self.word_for(place) == SUPPLY, hidden and self.layout.seen[place] == "none"
        for said in moved.word_unsaid(things=not things, pieces=not (pieces or things)):
            yield Wrong(None, f"{self.name_of(place)} {said}")
        if moved.rearranged and not (pieces or things):
            yield Wrong(None, f"{self.name_of(place)}: {after}")

    def word_for(self, place: int) -> str:
        return self.layout.place_names[place].partition(".")[0]

    def name_of(self, place: int) -> str:
        word = self.word_for(place)
        if (piece := self.layout.place_piece[place]) >= 0:
            owner = self.bench.owner_of(piece)
            seat = f"{self.bench.word_seat(owner)} " if owner >= 0 else ""
            return f'{seat}"{self.bench.name_of(piece)}" {word}'
        owner = self.layout.place_owner[place]
        return f"{self.bench.word_seat(owner)} {word}" if owner >= 0 else word

    # -- counters ------------------------------------------------------------------------------------------------

    def check_counter(self, counter: int, lines: Sequence[Holding]) -> Iterator[Wrong]:
        before, after = self.before.counters[counter], self.after.counters[counter]
        name, owned, seat = self.layout.counter_names[counter].partition(".")
        declared = self.words.counters.get(name)
        if declared is None:
            return  # an internal count of events, which is not declared as a word
        subject = f"seat {int(seat) + 1} " if owned else ""
        shown = f"{subject}{declared.plural}"
        changes = [line for line in lines if line.sign != ":"]
        change = sum(line.number if line.sign == "+" else -line.number for line in changes)
        for line in lines:
            if (line.number if line.sign == ":" else before + change) != after:
                yield Wrong(line, f"{shown}: {after} (before: {before})")
        if before != after and not lines and self.is_told(name):
            by = after - before
            yield Wrong(None, f"{shown} {'+' if by > 0 else '-'} {declared.sign}{abs(by)}")

    def is_told(self, name: str) -> bool:
        """Whether a scenario must mention changes to this counter; internal counters are exempt."""
        counter = self.words.counters[name]
        counting = {word for verb in self.bench.rules.game.verbs for word in verb.counts}
        return not (counter.inner or counter.period or name in counting)


def is_there(bench: Bench, heap: Heap, contents: Iterable[Content]) -> bool:
    """Whether a place contains exactly these things, and in this order if every piece is mentioned by name."""
    kinds: Counter[str] = Counter()
    left = list(heap.pieces)
    named: list[Content] = []
    sorts: Counter[str] = Counter()
    for content in contents:
        if content.kind:
            kinds[content.kind] += content.n
        elif content.name:
            named += [content] * content.n
        else:
            sorts[content.sort] += content.n
    if kinds != heap.kinds:
        return False
    if not sorts:
        fits = [is_named(content, piece) for content, piece in zip(named, heap.seen, strict=False)]
        return len(named) == len(heap.pieces) and all(fits)
    for content in named:
        match = next((each for each in left if is_named(content, each[1])), None)
        if match is None:
            return False
        left.remove(match)
    for sort, n in sorts.items():
        there = [each for each in left if bench.is_sort(each[0], sort)]
        if len(there) < n:
            return False
        left = [each for each in left if each not in there[:n]]
    return not left


def is_named(content: Content, piece: Piece) -> bool:
    return content.name == piece[0] and content.tag in (None, piece[1])


@define
class Moved:
    """The pieces and stock that entered or left a place, as far as no line has accounted for them yet."""

    bench: Bench
    before: Heap
    after: Heap
    kinds: dict[str, int] = field(factory=dict)
    come: list[tuple[int, Piece]] = field(factory=list)
    gone: list[tuple[int, Piece]] = field(factory=list)
    rearranged: bool = False
    wrong: list[Holding] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        names = {*self.before.kinds, *self.after.kinds}
        self.kinds = {kind: self.after.kinds[kind] - self.before.kinds[kind] for kind in sorted(names)}
        self.come = subtract_pieces(self.after.pieces, self.before.pieces)
        self.gone = subtract_pieces(self.before.pieces, self.after.pieces)
        ids, now = ([piece for piece, _ in heap.pieces] for heap in (self.before, self.after))
        self.rearranged = [piece for piece in ids if piece in now] != [piece for piece in now if piece in ids]

    def say(self, lines: Sequence[Holding]) -> None:
        """Account for what the lines mention, and record the lines that are wrong."""
        said: Counter[str] = Counter()
        for line in lines:
            for content in line.contents:
                if content.kind:
                    said[content.kind] += content.n if line.sign == "+" else -content.n
        for line in lines:
            if any(content.kind and self.kinds.get(content.kind, 0) != said[content.kind] for content in line.contents):
                self.wrong.append(line)
        self.kinds = {kind: n for kind, n in self.kinds.items() if kind not in said}
        # Handle named pieces before counted sorts, which could otherwise use up a named piece.
        for line in lines:
            self.take(line, [content for content in line.contents if content.name])
        for line in lines:
            self.take(line, [content for content in line.contents if content.sort])

    def take(self, line: Holding, contents: Iterable[Content]) -> None:
        pieces = self.come if line.sign == "+" else self.gone
        for content in contents:
            matching = [each for each in pieces if self.is_meant(content, each)][: content.n]
            if len(matching) < content.n:
                self.wrong.append(line)
            for each in matching:
                pieces.remove(each)

    def is_meant(self, content: Content, piece: tuple[int, Piece]) -> bool:
        return is_named(content, piece[1]) if content.name else self.bench.is_sort(piece[0], content.sort)

    def word_unsaid(self, things: bool, pieces: bool) -> Iterator[str]:
        """Yield the changes that no line accounts for, in scenario notation."""
        for sign, moved in (("+", self.come), ("-", self.gone)):
            named = word_pieces(Counter(piece for _, piece in moved)) if pieces else []
            changed = {kind: n if sign == "+" else -n for kind, n in self.kinds.items()}
            kinds = [self.bench.word_things(kind, n) for kind, n in changed.items() if n > 0]
            if said := [*(kinds if things else []), *named]:
                yield f"{sign} {', '.join(said)}"


def subtract_pieces(some: Iterable[tuple[int, Piece]], others: Iterable[tuple[int, Piece]]) -> list[tuple[int, Piece]]:
    """The pieces that are left after removing ``others``.

    Identical pieces are matched before those that merely look the same.
    """
    there = list(others)
    left = []
    for piece in some:
        if piece in there:
            there.remove(piece)
        else:
            left.append(piece)
    rest = []
    for piece in left:
        alike = next((each for each in there if each[1] == piece[1]), None)
        if alike is None:
            rest.append(piece)
        else:
            there.remove(alike)
    return rest
