"""A game as one viewer sees it, from the log alone: the viewer's version of every event, and the resulting table.

A viewer is either a seat or ``PUBLIC``, which sees only what everyone sees. The head of a log lists the places and
counters that not everyone can see. Between the notes ``concealed`` and ``disclosed``, each seat acts behind a screen:
it sees its own actions, and the other viewers see the resulting changes at the end.

Two kinds of events exist only for viewers. In a ``pass`` event, a piece moves partly out of sight; the event contains
the piece or null, its old place, its new place, and its index or null. In a ``see`` event, parts of the table become
visible or are lost from sight. Everywhere else, null stands for a hidden piece. Every viewer receives every note,
because a note may be about a card that is turned up and put back.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from rftg_dsl.kernel.program import CONCEALED, DISCLOSED
from rftg_dsl.kernel.table import ADJUST, ARRANGE, ENTER, FACT, FLIP, MOVE, NOTE, SHIFT, TAG, WAKE
from rftg_dsl.kernel.visibility import TABLE, can_see, can_see_first
from rftg_dsl.log.format.budget import (
    Spend,
    check_name,
    spend_nothing,
    steps_to_copy,
    steps_to_count,
    steps_to_move,
    steps_to_show,
)
from rftg_dsl.log.format.fold import Folded, Others, UnfitEvent
from rftg_dsl.log.format.kinds import CELLS, PARTS

Seen = list[Any]

PASS, SEE = "pass", "see"

UNKNOWN = "?"
"""The kind of the fungible things in a hidden place. It also stands for a hidden piece where a name is required."""

Key = tuple[str, str]
"""Identifies a table entry by its part (``stock``, ``pieces`` and so on) and by the name of its cell, place, piece,
counter or fact."""


class Shown(Folded):
    """The table as a viewer sees it, folded from the viewer's version of the events. A hidden piece is None."""

    def __init__(
        self, table: dict[str, Any], names: Container[str] | None = None, spend: Spend = spend_nothing
    ) -> None:
        super().__init__(table, names, spend)
        self.where.pop(None, None)
        self.many = sum(map(len, self.pieces.values()))

    def put(self, part: str, name: str, value: Any) -> None:
        there = self.table[part]
        # Tables omit such values, and the digests in sealed logs rely on that.
        if value is None or (not value and part in ("stock", "tags", "pieces", "entered")):
            there.pop(name, None)
        else:
            there[name] = value

    def _pass(self, event: Sequence[Any]) -> None:
        _, _, _, piece, source, target, index = event
        there = self.pieces[source]
        at = self.index_of(piece, source)
        self.spend(steps_to_move(at, there, self.pieces.get(target, ())))
        self.left = source, at
        del there[at]
        self.put("pieces", source, there)
        there = self.pieces.setdefault(target, [])
        check_name(target)
        self.where.pop(piece, None)
        if index is None:
            there.append(None)
        elif index > len(there) or piece is None:
            raise UnfitEvent(f"{target} has no position {index}")
        else:
            there.insert(index, piece)
            self.where[piece] = target

    def index_of(self, piece: str | None, place: str) -> int:
        """The position of a piece in a place or, if it is out of sight, of any hidden piece there."""
        there: list[Any] = self.pieces[place]
        return there.index(piece if piece in self.where and piece in there else None)

    def _arrange(self, event: Sequence[Any]) -> None:
        if len(event) != 4:  # the order is included only if the viewer sees the place
            super()._arrange(event)

    def _enter(self, event: Sequence[Any]) -> None:
        """Put a piece into play or take it out. Numbers may be skipped, because other pieces may have come into play
        unseen."""
        _, _, _, piece, nth = event
        if piece not in self.where or 0 < nth <= self.table["last_entered"]:
            raise UnfitEvent(f"{piece} comes into play out of order")
        self.put("entered", piece, nth)
        self.table["last_entered"] = max(nth, self.table["last_entered"])

    def _wake(self, event: Sequence[Any]) -> None:
        _, _, _, n = event
        if n < self.table["woken"]:
            raise UnfitEvent(f"cannot wake the first {n} pieces")
        self.table["woken"] = n

    def _see(self, event: Sequence[Any]) -> None:
        _, _, _, parts = event
        for part in PARTS:
            for name, value in parts.get(part, {}).items():
                check_name(name)
                check_name(value if part == "sides" and type(value) is str else "")
                if value is not None and not self.can_have(part, name):
                    raise UnfitEvent(f"the table has no place called {name}")
                if part == "pieces":
                    self._put_pieces(name, value or [])
                else:
                    self.put(part, name, value)

    def can_have(self, part: str, name: str) -> bool:
        if part in ("sides", "tags", "entered"):
            return name in self.where
        # The head determines which facts exist, and counters are limited here. Stock and pieces have their own limits.
        return name in self.table["facts"] if part == "facts" else len(self.counters) < CELLS

    @staticmethod
    def are_alike(source: str, target: str) -> bool:
        """Whether two cells may hold the same kind of thing. A hidden kind may be any kind."""
        return f"{UNKNOWN}@" in (source[:2], target[:2]) or Folded.are_alike(source, target)

    def _put_pieces(self, place: str, pieces: Sequence[Any]) -> None:
        before = self.pieces.get(place, [])
        self.spend(len(before) + len(pieces))
        for piece in pieces:
            check_name(piece or "")
        self.many += len(pieces) - len(before)
        if self.many > CELLS:
            raise UnfitEvent("the table has too many pieces")
        for piece in before:
            if self.where.get(piece) == place:
                del self.where[piece]
        self.where |= dict.fromkeys([piece for piece in pieces if piece is not None], place)
        self.put("pieces", place, list(pieces))

    others: ClassVar[Others] = {**Folded.others, PASS: _pass, ARRANGE: _arrange, ENTER: _enter, WAKE: _wake, SEE: _see}


class Truth:
    """The whole table. Each viewer sees only a part of it."""

    def __init__(self, head: Mapping[str, Any], spend: Spend = spend_nothing) -> None:
        self.spend = spend
        self.folded = Folded(head["table"], spend=spend)
        self.held: Counter[str] = Counter()
        for cell, n in self.folded.stock.items():
            self.held[place_of(cell)] += n
        self.places: Mapping[str, str] = head["unseen"]["places"]
        self.counters: Mapping[str, str] = head["unseen"]["counters"]
        self._visibility: dict[str, tuple[str, int]] = {}

    def can_see_all_of(self, place: str, who: int) -> bool:
        return can_see(*self.visibility_of(place), who)

    def visibility_of(self, place: str) -> tuple[str, int]:
        """A place's level of visibility and its owner."""
        # Cached, because every event needs it several times for each viewer.
        if place not in self._visibility:
            self._visibility[place] = self.places.get(place.partition(".")[0], "all"), seat_of(place)
        return self._visibility[place]

    def pieces_for(self, place: str, who: int) -> list[Any]:
        pieces = self.folded.pieces.get(place, [])
        self.spend(steps_to_copy(pieces))
        if self.can_see_all_of(place, who):
            return list(pieces)
        shown = self.count_of_shown(place, who)
        return [*pieces[:shown], *[None] * (len(pieces) - shown)]

    def count_of_shown(self, place: str, who: int) -> int:
        """The number of pieces that a viewer sees in a place that is not fully visible: 1 if the first piece is,
        otherwise 0."""
        return int(can_see_first(*self.visibility_of(place), who))

    def can_see_piece(self, piece: str, who: int) -> bool:
        place = self.folded.where[piece]
        return self.can_see_all_of(place, who) or piece in self.folded.pieces[place][: self.count_of_shown(place, who)]

    def follow(self, event: Seen) -> None:
        self.folded.fold([event])
        if event[0] == SHIFT:
            source, target, n = event[3:]
            self.held[place_of(source)] -= n
            self.held[place_of(target)] += n

    def can_see_counter(self, counter: str, who: int) -> bool:
        return can_see(self.counters.get(counter.partition(".")[0], "all"), seat_of(counter), who)

    def is_as_known(self, key: Key, who: int, known: Any) -> bool:
        part, name = key
        if part != "pieces":
            return bool(self.part_for(key, who) == known)
        # Compare in place, because ``pieces_for`` would copy a whole deck whenever a card is drawn.
        pieces, known = self.folded.pieces.get(name, []), known or []
        if self.can_see_all_of(name, who):
            self.spend(steps_to_copy(pieces))
            return bool(pieces == known)
        self.spend(steps_to_count(known))
        shown = self.count_of_shown(name, who)
        same = len(pieces) == len(known) and pieces[:shown] == known[:shown]
        return bool(same and known.count(None) >= len(known) - shown)

    def cell_for(self, cell: str, who: int) -> str:
        place = place_of(cell)
        return cell if self.can_see_all_of(place, who) else f"{UNKNOWN}@{place}"

    def part_for(self, key: Key, who: int) -> Any:
        """Return a table entry as a viewer sees it, or None if the entry is hidden or if tables omit it."""
        part, name = key
        table = self.folded.table
        match part:
            case "stock" if name.startswith(f"{UNKNOWN}@"):
                return self.held[name[2:]] or None
            case "pieces":
                return self.pieces_for(name, who) or None
            case "counters":
                return table["counters"][name] if self.can_see_counter(name, who) else None
            case "sides" | "tags" | "entered" if name in table[part]:
                return table[part][name] if name in self.folded.where and self.can_see_piece(name, who) else None
        return table[part].get(name)

    def table_for(self, who: int) -> dict[str, Any]:
        table = self.folded.table
        keys = [(part, name) for part in PARTS for name in table[part]]
        self.spend(8 * len(keys))
        shown: dict[str, Any] = {part: {} for part in PARTS}
        # A dict and not a set, so that every process creates the same table in the same order.
        names = [(part, self.cell_for(name, who) if part == "stock" else name) for part, name in keys]
        for part, name in dict.fromkeys(names):
            if (value := self.part_for((part, name), who)) is not None:
                shown[part][name] = value
        return shown | {"last_entered": table["last_entered"], "woken": table["woken"]}


class Viewer:
    """A viewer who is following a game."""

    def __init__(self, truth: Truth, who: int) -> None:
        self.truth = truth
        self.who = who
        self.shown = Shown(truth.table_for(who), spend=truth.spend)
        self.screened = False
        self.waiting: set[Key] = set()
        """The entries that were changed behind other seats' screens and are to be shown at ``disclosed``."""

    def follow(self, event: Seen, step: Step) -> Iterator[Seen]:
        """Yield the viewer's version of ``event``, as zero or more events. ``step`` has already applied ``event`` to
        the whole table."""
        if event[0] == NOTE and event[1] in (CONCEALED, DISCLOSED):
            self.screened = event[1] == CONCEALED
            yield event
            if not self.screened:
                yield from self.notice_changes(self.waiting, DISCLOSED, event[2])
                self.waiting.clear()
            return
        if self.screened and step.owners != {self.who}:
            self.waiting |= step.keys_for(self.who)
            return
        seen = self.project_event(event, step)
        if seen is not None:
            self.shown.fold([seen])
            yield seen
        if seen is event and event[0] in (SHIFT, ADJUST, FACT, NOTE) and not self.screened:
            return  # the viewer saw the entries before and saw them change
        keys = step.keys_for(self.who)
        if self.screened:
            # A seat sees changes to its own things at once. Like everyone else, it sees all other changes at
            # ``disclosed``.
            mine = {key for key in keys if owner_of(key[1]) == self.who or key[0] in ("sides", "tags", "entered")}
            self.waiting |= keys - mine
            keys = mine
        yield from self.notice_changes(keys, "seen", event[2])

    def notice_changes(self, keys: Iterable[Key], word: str, cause: str) -> Iterator[Seen]:
        changed: dict[str, dict[str, Any]] = {}
        # Sorted, because the iteration order of a set must not affect a log.
        for part, name in sorted(keys):
            if not self.truth.is_as_known((part, name), self.who, self.shown.table[part].get(name)):
                changed.setdefault(part, {})[name] = self.truth.part_for((part, name), self.who)
        if changed:
            event: Seen = [SEE, word, cause, changed]
            self.shown.fold([event])
            yield event

    def project_event(self, event: Seen, step: Step) -> Seen | None:
        op, truth, who = event[0], self.truth, self.who
        begin, what = event[:3], event[3:]
        match op:
            case "shift":
                source, target = truth.cell_for(what[0], who), truth.cell_for(what[1], who)
                if [source, target] == what[:2]:
                    return event
                # A shift between two hidden kinds in the same place is invisible.
                return [*begin, source, target, what[2]] if source != target else None
            case "move":
                return self._project_move(step)
            case "adjust":
                return event if truth.can_see_counter(what[0], who) else None
            case "flip" | "tag" | "enter":
                return event if step.is_known_to(who) else None
            case "arrange":
                return event if truth.can_see_all_of(what[0], who) else [*begin, what[0]]
        return event

    def _project_move(self, step: Step) -> Seen:
        truth, who = self.truth, self.who
        piece, source, target, index = step.piece, step.source, step.target, step.index
        if truth.can_see_all_of(source, who) and truth.can_see_all_of(target, who):
            return step.event
        known = piece if step.is_known_to(who) else None
        return [PASS, *step.event[1:3], known, source, target, index if truth.can_see_piece(piece, who) else None]


class Step:
    """One event applied to the whole table, with the pieces that the event touches and the viewers who could see its
    piece beforehand."""

    def __init__(self, truth: Truth, event: Seen, people: Iterable[int]) -> None:
        self.truth = truth
        folded = truth.folded
        op, what = event[0], event[3:]
        self.event = event
        self.piece = self.source = self.target = ""
        self.index = 0
        self._witnesses: set[int] = set()
        touched = set()
        if op == MOVE:
            self.piece, self.target, self.index = what
            self.source = folded.where[self.piece]
            # Include the first piece in both places, because with level ``top``, a move can cover or uncover it.
            touched = {self.piece, *folded.pieces.get(self.target, [])[:1], *folded.pieces.get(self.source, [])[:1]}
        elif op in (FLIP, TAG, ENTER):
            self.piece = what[0]
            touched = {self.piece}
        elif op == ARRANGE:
            touched = {*folded.pieces[what[0]][:1]}
        if op in (MOVE, FLIP, TAG, ENTER):
            self._witnesses = {who for who in people if truth.can_see_piece(self.piece, who)}
        # Apply the event here, because visibility is needed both before and after it.
        truth.follow(event)
        if op == MOVE:
            touched |= {*folded.pieces.get(self.target, [])[:1], *folded.pieces.get(self.source, [])[:1]}
        elif op == ARRANGE:
            touched |= {*folded.pieces[what[0]][:1]}
        self.touched = touched

    @cached_property
    def owners(self) -> set[int]:
        """The seats that own the places, cells, counters and facts in the event."""
        return {owner for owner in map(owner_of, names_in(self.event, self.source)) if owner is not None}

    def is_known_to(self, who: int) -> bool:
        """Whether a viewer could see the event's piece beforehand or can see it now."""
        return who in self._witnesses or self.truth.can_see_piece(self.piece, who)

    def keys_for(self, who: int) -> set[Key]:
        """Return the table entries that the event may have changed for a viewer."""
        op, what = self.event[0], self.event[3:]
        keys: set[Key] = set()
        if op == SHIFT:
            keys = {("stock", self.truth.cell_for(cell, who)) for cell in what[:2]}
        elif op == MOVE:
            keys = {("pieces", self.source), ("pieces", self.target)}
        elif op == ADJUST:
            keys = {("counters", what[0])}
        elif op == FACT:
            keys = {("facts", what[0])}
        elif op == ARRANGE:
            keys = {("pieces", what[0])}
        if op != NOTE:
            keys |= {(part, piece) for piece in self.touched for part in ("sides", "tags", "entered")}
        return keys


def names_in(event: Seen, source: str) -> Iterator[str]:
    op, what = event[0], event[3:]
    if op == MOVE:
        yield from (source, what[1])
    elif op == SHIFT:
        yield from what[:2]
    elif op in (ADJUST, FACT, ARRANGE):
        yield what[0]


def place_of(cell: str) -> str:
    return cell.partition("@")[2]


def owner_of(name: str) -> int | None:
    """The seat that owns a place, cell, counter or fact; None for anything that belongs to the table or is on a
    piece."""
    owner = name.partition("@")[2] or name
    number = owner.partition(".")[2]
    # Names come from a log, so limit the number of digits before calling ``int``.
    return int(number) if number.isascii() and number.isdigit() and len(number) < 4 else None


def seat_of(name: str) -> int:
    seat = owner_of(name)
    return TABLE if seat is None else seat


class Audience:
    """Several viewers who follow a game event by event and share one whole table."""

    def __init__(self, head: Mapping[str, Any], people: Iterable[int], spend: Spend = spend_nothing) -> None:
        self.truth = Truth(head, spend)
        self.viewers = {who: Viewer(self.truth, who) for who in people}

    def follow(self, event: Seen) -> dict[int, list[Seen]]:
        self.truth.spend(steps_to_show(len(self.viewers)))
        step = Step(self.truth, event, self.viewers)
        return {who: list(viewer.follow(event, step)) for who, viewer in self.viewers.items()}
