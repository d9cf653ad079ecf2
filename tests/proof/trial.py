"""A trial: a sentence comes up on a table, in the program and in the second reading, and both are compared."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from proof.laid import BOOKS, FACTS, Recorded, Snapshot
from proof.powers import Power
from proof.program import PIECE
from proof.reader import Reader
from proof.table import Ask, Asking, Disagreement
from rftg_dsl.check.model import Component
from rftg_dsl.check.signatures import EventWord
from rftg_dsl.compile.rules import Rules
from rftg_dsl.kernel.form import Bag, Form, One, Range, Some
from rftg_dsl.kernel.table import Table as Laid

ACTIVE = {"roll": "tableau", "race": "tableau", "galaxies": "colonies"}
NEVER = ("dictate", "scout")
"""Answers that begin something else than the power."""


def name_of(event: EventWord[...]) -> str:
    """The name of an event in the documents: ``scout``, ``completes``, ``have traded``."""
    voices = {voice: form for form, voice in event.forms.items()}
    if event.acts:
        return voices["third"]
    return voices["base"] if "base" in voices else f"have {voices['past']}"


class Trial:
    """One table, one sentence."""

    def __init__(
        self,
        snapshot: Snapshot,
        rules: Rules,
        component: Component,
        reader: Reader,
        powers: Sequence[Power],
        seat: int,
        seed: str,
    ) -> None:
        self.random = Random(seed)
        self.reader, self.powers, self.rules = reader, powers, rules
        self.game = snapshot.bench.name
        self.chance = Recorded(seed)
        self.play = snapshot.laid(rules, self.chance)
        self.layout = rules.layout
        self.table = snapshot.table.copy()
        self.snapshot = snapshot
        self.seat = seat
        self.piece = self.layout.piece[PIECE]
        self.events = {name_of(event): event for event in snapshot.bench.game.events}
        [side] = [side for side in component.sides if side.powers]
        self.side = side.id
        self.printed = snapshot.bench.printed(component)
        for id, row in self.printed.items():
            if self.play.side[self.piece] == self.layout.side[id]:
                self.table.turn(PIECE, row)
        self.table.this = PIECE
        self.facts = self.play.facts[:]
        self.counters()
        self.acted = False
        self.changed = False
        """Whether a number was found changed while something was done with it."""
        self.before: Any = None
        """The state before the moment of the sentence."""
        self.unborn = False
        """Whether the piece is not in play yet, so that only powers about what happens to it count."""
        self.forms: set[str] = set()
        """Forms that are known only in play."""

    def shift_piece(self, piece: str, place: str) -> None:
        """Put a piece somewhere, without its powers."""
        Laid.move(self.play, self.layout.piece[piece], self.layout.place_numbers[place], "laid out")
        self.table.move(piece, place)

    def counters(self) -> None:
        """Some counters get other numbers."""
        for name, (low, high, _) in self.reader.words.counters.items():
            if name in self.reader.words.inner or name in ("turn", "empire", "trigger"):
                continue
            for number in self.layout.counter[name] if self.random.randrange(2) else ():
                n = self.random.randint(low, min(high, 9))
                self.play.counters[number] = n
                self.table.counters[self.layout.counter_names[number]] = n

    # -- laying the piece ------------------------------------------------------------------------------------

    def put(self, place: str, active: bool) -> None:
        """Put the piece somewhere, with its sentence up."""
        play = self.play
        side = self.layout.side[self.side]
        play.side[self.piece] = side
        self.table.turn(PIECE, self.printed[self.side])
        Laid.move(play, self.piece, self.layout.place_numbers[place], "laid out")
        self.table.move(PIECE, place)
        if active:
            play.last_entered += 1
            play.entered[self.piece] = play.woken = play.last_entered
            play.bind(self.piece)
            self.table.active = [(self.seat, power) for power in sorted(self.powers, key=lambda power: power.rank)]

    # -- the comparison --------------------------------------------------------------------------------------

    def go(self, asking: Asking, ask: Ask | None = None) -> None:
        """Run the program and the reading to their end, question by question."""
        play = self.play
        play.later.reverse()
        play.agenda += play.later
        play.later.clear()
        answer: Any = None
        while True:
            while play.agenda and play.pending is None:
                play.run()
            self.hear()
            try:
                expected: Ask | None = asking.send(answer)
            except StopIteration:
                expected = None
            pending = play.pending
            if pending is None or expected is None:
                if (pending is None) != (expected is None):
                    asked = pending and (pending.seat, pending.name, pending.form.plain())
                    raise Disagreement(f"asked: {asked}; the reading expects: {expected}")
                break
            self.acted = True
            shown = self.shown(pending.form)
            wanted = (expected.kind, self.options(expected), expected.low, expected.high)
            if pending.seat != expected.seat or shown != wanted:
                raise Disagreement(
                    f"asked: {pending.seat} {pending.name} {shown}; the reading expects: {expected.seat} {wanted}"
                )
            pick = pending.form.draw(self.random.random)
            while pick in NEVER:
                pick = pending.form.draw(self.random.random)
            answer = self.named(pending.form, pick)
            play.answer(pick)
        self.same()

    def hear(self) -> None:
        """Pass on what chance has given."""
        for domain, results, of in self.chance.results:
            names = self.layout.piece_names if of == "piece" else [str(n) for n in range(len(domain))]
            self.table.chance.append(([names[number] for number in domain], [names[number] for number in results]))
        self.chance.results.clear()

    def label(self, of: Any, handle: Any) -> Any:
        """An answer by name."""
        if isinstance(handle, tuple):
            each = of if isinstance(of, tuple) else (of,) * len(handle)
            return tuple(self.layout.name(kind, part) for kind, part in zip(each, handle, strict=True))
        return handle if isinstance(handle, str) else self.layout.name(of, handle)

    def shown(self, form: Form) -> tuple[str, Any, int, int]:
        """A form as the reading would have it."""
        match form:
            case Range():
                return ("amount", None, form.low, form.high)
            case One():
                options = sorted(
                    (self.label(form.of, handle) for handle in form.options if handle not in NEVER), key=str
                )
                return ("one", options, 1, 1)
            case Some():
                return ("some", sorted(self.label(form.of, handle) for handle in form.options), form.low, form.high)
            case Bag():
                return ("bag", {self.label(form.of, handle): n for handle, n in form.cells}, form.low, form.high)
        raise AssertionError(form)

    def options(self, expected: Ask) -> Any:
        """The alternatives of an expected question, as those of a form."""
        if expected.kind in ("one", "some"):
            return sorted(expected.options, key=str)
        return expected.options

    def named(self, form: Form, pick: Any) -> Any:
        """A pick by name."""
        match form:
            case Range():
                return pick
            case One():
                return self.label(form.of, pick)
            case Some():
                return tuple(self.label(form.of, handle) for handle in pick)
            case Bag():
                return tuple((self.label(form.of, handle), n) for handle, n in pick)
        raise AssertionError(form)

    def same(self) -> None:
        """Every counter, place, piece and thing is as the reading says."""
        play, table, layout = self.play, self.table, self.layout
        wrong: list[str] = []
        for number, name in enumerate(layout.counter_names):
            if name.partition(".")[0] in self.reader.words.counters and play.counters[number] != table.counters[name]:
                wrong.append(f"{name} is {play.counters[number]}, not {table.counters[name]}")
        stock = {name: n for name, n in zip(layout.cell_names, play.stock, strict=True) if n}
        if stock != table.stock:
            wrong += [
                f"{name} has {stock.get(name, 0)}, not {table.stock.get(name, 0)}"
                for name in sorted({*stock, *table.stock})
                if stock.get(name) != table.stock.get(name)
            ]
        names = layout.piece_names
        for place, zone in enumerate(play.zone):
            there = table.zones.get(layout.place_names[place], ())
            if len(zone) != len(there) or {names[index] for index in zone} != set(there):
                wrong.append(
                    f"{layout.place_names[place]} has {[names[index] for index in zone][-6:]}, not {there[-6:]}"
                )
        for number, name in enumerate(names):
            piece = table.pieces[name]
            if play.tag[number] != piece.tag or layout.sides[play.side[number]] != piece.printed["id"]:
                shown = layout.sides[play.side[number]], play.tag[number]
                wrong.append(f"{name} shows {shown}, not {piece.printed['id']} {piece.tag}")
        wrong += self.wrong_facts()
        if wrong:
            raise Disagreement("; ".join(wrong))
        if table.chance:
            raise Disagreement(f"chance was not used: {table.chance}")

    def wrong_facts(self) -> Iterator[str]:
        """Facts of the table that are not as the reading says."""
        for number, name in enumerate(self.layout.facts):
            now = self.play.facts[number]
            if name in BOOKS:
                continue
            if name in self.table.facts:
                said = self.table.facts[name]
                shown = tuple(self.layout.cell_names[index] for index in now) if name.startswith("virtual.") else now
                if shown != said:
                    yield f"{name} is {shown}, not {said}"
            elif now != self.facts[number]:
                yield f"{name} is {now}, not {self.facts[number]}"

    def followed(self) -> None:
        """The facts that the reading follows begin as the program has them."""
        for number, name in enumerate(self.layout.facts):
            if name.startswith(FACTS[self.game]) and FACTS[self.game]:
                now = self.play.facts[number]
                self.table.facts[name] = (
                    tuple(self.layout.cell_names[index] for index in now) if name.startswith("virtual.") else now
                )

    def state(self) -> Any:
        """What has changed so far."""
        play = self.play
        return (play.stock[:], play.zone[:], play.counters[:], play.tag[:], play.side[:], play.facts[1:])


def iter_nothing() -> Asking:
    """Nothing happens."""
    yield from ()
