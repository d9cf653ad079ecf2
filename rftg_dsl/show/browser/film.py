"""A game as one viewer sees it, for the replay page: the table at the start, and lines whose steps change it.

A line shows one record, in words, with the round and the seat that it concerns. Each of its steps has the stage of the
game, an event in words, the ids of the causes, and the changes to the table. The page knows nothing about events. There
are three kinds of changes:

- ``["set", part, name, value]``: an entry gets a value or, if the value is null, is removed;
- ``["shift", source, target, n]``: ``n`` things move from one cell to another;
- ``["move", source, at, target, index, piece]``: the piece at one position moves to another position, where the page
  shows it as ``piece``, which is null if it is face down there.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy, deepcopy
from itertools import chain
from typing import Any

from rftg_dsl.kernel.table import ADJUST, ARRANGE, FACT, FLIP, MOVE, SHIFT, TAG
from rftg_dsl.library.finder import Finder
from rftg_dsl.log.account.causes import Grounds, teller_of
from rftg_dsl.log.account.log_words import RECORDS, Clock, PlayerWords
from rftg_dsl.log.account.sight import PASS, SEE, Seen, Shown
from rftg_dsl.log.format.budget import Spend, steps_to_word
from rftg_dsl.log.format.record import Record

Change = tuple[Any, ...]
Step = dict[str, Any]
Line = dict[str, Any]

DRAWN = ("stock", "pieces", "counters", "sides", "tags", "facts")
"""The parts of the table that the page draws."""

ENTRY = {ADJUST: "counters", FLIP: "sides", TAG: "tags", ARRANGE: "pieces", FACT: "facts"}
"""The part of the table that has an event's entry, for events that change one entry."""


class DrawnTable(Shown):
    """The table that the page draws for a viewer, folded from the viewer's version of the events."""

    def change(self, event: Seen) -> list[Change]:
        """Fold an event, and return its changes."""
        op = event[0]
        self.fold((event,))
        if op == SHIFT:
            return [(op, *event[3:])]
        if op in (MOVE, PASS):
            return [(MOVE, *self.left, *self.end_of(event))]
        return [("set", part, name, self.entry_of(part, name)) for part, name in entries_in(event)]

    def end_of(self, event: Seen) -> tuple[str, int, str | None]:
        """The place and position at which a piece has arrived, and the piece as it is shown there."""
        piece, (target, index) = event[3], event[-2:]
        return (target, len(self.pieces[target]) - 1, None) if index is None else (target, index, piece)

    def entry_of(self, part: str, name: str) -> Any:
        value = self.table[part].get(name)
        return [*value] if part == "pieces" and value is not None else value

    def as_drawn(self) -> dict[str, Any]:
        return {part: {name: self.entry_of(part, name) for name in self.table[part]} for part in DRAWN}


def entries_in(event: Seen) -> Sequence[tuple[str, str]]:
    """The drawn entries that an event sets, as the part and the name of each."""
    op, what = event[0], event[3:]
    if op == SEE:
        return [(part, name) for part in DRAWN for name in what[0].get(part, ())]
    # A new order that the viewer does not see changes nothing.
    return [(ENTRY[op], what[0])] if op in ENTRY and len(what) > 1 else ()


class Captions:
    """The words that the page shows next to the table, for all films of one log."""

    def __init__(self, head: Mapping[str, Any], find: Finder, spend: Spend) -> None:
        self.head = head
        self.words = PlayerWords(head, teller_of(head), spend)
        self.grounds = Grounds(head, find)
        self.causes: dict[str, dict[str, Any]] = {}
        """The causes that the steps refer to, by their ids."""
        self.told: dict[int, tuple[Seen, str]] = {}
        """Events of the current record in words, by their ``id``, because many viewers see the very same event."""
        self.said: list[tuple[Record, str]] = []
        """The versions of the current record that differ in more than their events, and each version in words."""

    def forget_record(self) -> None:
        """Forget the words for the current record before the next one."""
        self.told.clear()
        self.said.clear()

    def word_record(self, record: Record) -> str:
        """Describe a record in words; empty for automatic steps and marks."""
        for version, said in self.said:
            if {**version, "fx": ()} == {**record, "fx": ()}:
                return said
        self.said.append((record, self.word_version(record)))
        return self.said[-1][1]

    def word_version(self, record: Record) -> str:
        if record["k"] == "end":
            return self.words.word_end(record)
        if record["k"] in ("run", "mark") or record["k"] not in RECORDS:
            return ""
        return self.words.word_record(record)

    def tell_event(self, event: Seen) -> str:
        told = self.told.get(id(event))
        if told is None:
            told = self.told[id(event)] = event, self.words.tell_event(event)
        return told[1]

    def learn_cause(self, event: Seen) -> None:
        ground = self.grounds.ground_of(event)
        known = {"side": ground.power.partition("/")[0], "name": ground.name, "text": ground.said}
        author = {"id": event[2], "text": ground.text, "rule": ground.rule, "place": ground.place}
        self.causes[event[2]] = {**keep_known(known), "author": keep_known(author)}


def keep_known(texts: Mapping[str, str]) -> dict[str, str]:
    return {key: text for key, text in texts.items() if text}


class Film:
    """Cuts the records that one viewer reads into steps, so that every event with words ends a step."""

    def __init__(self, captions: Captions, table: dict[str, Any], spend: Spend) -> None:
        self.captions = captions
        self.table = DrawnTable(table, spend=spend)
        self.start = self.table.as_drawn()
        self.clock = Clock(captions.head)
        self.last_round = ""
        """The round that the last mark has ended."""
        self.changes: list[Change] = []
        """The changes since the last step."""
        self.causes: dict[str, None] = {}
        """The ids of the causes since the last step, in order."""

    def take(self, number: int, record: Record) -> Line | None:
        """Return the line that shows a record; None if no step ends there."""
        if number == 1:
            return None
        said, kind = self.captions.word_record(record), record["k"]
        # The game ends in the round that was played last, although the mark before it begins another one.
        round = self.last_round if kind == "end" else self.clock.now.round
        steps = [self.cut(text) for event in record.get("fx", ()) if (text := self.hear(event, number))]
        if not steps and said and kind not in ("reveal", "sign"):
            steps.append(self.cut(question=str(record.get("name", ""))))
        elif not steps and kind == "mark":
            steps.append({**self.cut(f"End of {record['after']}"), "scores": scores_in(record)})
        if kind == "mark":
            self.last_round = round
            self.clock.take(record, number)
        return make_line(number, round, seat_of(record), said, steps) if steps else None

    def hear(self, event: Seen, number: int) -> str:
        """Add an event to the step that comes next; return the event in words, or an empty string."""
        self.changes += self.table.change(event)
        cause = event[2]
        if cause:
            self.causes[cause] = None
            if cause not in self.captions.causes:
                self.captions.learn_cause(event)
        self.clock.hear(event, number)
        return self.captions.tell_event(event)

    def cut(self, text: str = "", question: str = "") -> Step:
        """End a step here; if it has no words but those of an answer, with the name of the question."""
        step = self.make_step(text, question)
        self.changes, self.causes = [], {}
        return step

    def make_step(self, text: str = "", question: str = "") -> Step:
        now = self.clock.now
        self.table.spend(steps_to_word(str(now)))  # a log names the stage once, but every step has it
        named = next(filter(None, map(self.captions.words.talk.stage_of, (question, *self.causes))), "")
        return {"stage": named or now.stage, "text": text, "why": (*self.causes,), "changes": (*self.changes,)}

    def show_rest(self, number: int, seat: int | None = None, said: str = "") -> Line:
        """Return a line with everything since the last step, which goes on."""
        return make_line(number, self.clock.now.round, seat, said, [self.make_step()])

    def fork(self) -> Film:
        """Return a copy that can hear events which this film does not have."""
        twin = copy(self)
        twin.table, twin.clock = deepcopy(self.table), copy(self.clock)
        twin.changes, twin.causes = [*self.changes], {**self.causes}
        return twin


def make_line(number: int, round: str, seat: int | None, said: str, steps: Sequence[Step]) -> Line:
    return {"line": number, "round": round, "seat": seat, "said": said, "steps": steps}


def pieces_in(lines: Iterable[Line]) -> Iterator[str]:
    """Yield the pieces that come into sight, or move in sight, in some lines."""
    for change in chain.from_iterable(step["changes"] for line in lines for step in line["steps"]):
        if change[0] == MOVE:
            yield change[-1]
        elif change[:2] == ("set", "pieces"):
            yield from change[-1] or ()


def seat_of(record: Record) -> int | None:
    """Return the seat that a record concerns, or None if it concerns the table."""
    if type(record.get("seat")) is int:
        return record["seat"]  # type: ignore[no-any-return]
    parts = str(record.get("label", "")).split("/")
    return int(parts[1]) if len(parts) == 4 and parts[1].isdecimal() else None


def scores_in(record: Record) -> list[int]:
    """The seats' total scores at a mark; empty if the viewer does not know them."""
    return [seat["score"].get("total", 0) for seat in record.get("figures", {}).get("seats", ())]
