"""Trials of powers: each comes up by the steps of its game, as far as these can be called alone."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from proof.figures import Figures
from proof.laid import HOME
from proof.powers import Power
from proof.program import PIECE
from proof.table import Asking, Happened, cell, one
from proof.trial import ACTIVE
from rftg_dsl.games.rounds import enter
from rftg_dsl.kernel.run_program import end_seat

BEFORE = {("roll", "development"): "developments", ("roll", "world"): "worlds"}
"""Where a piece is to which something happens before it is in play, if not where powers count."""


class Moments(Figures):
    """A trial that brings the moment of a sentence about."""

    def run(self) -> bool:
        """Bring the moment of the first sentence about, sometimes several times; whether it did something."""
        power = self.powers[0]
        self.followed()
        self.past()
        self.table.heard = self.event_reactions
        home = ACTIVE[self.game]
        self.before = self.state()
        match power.moment:
            case "immediate":
                self.put(HOME[self.game], active=False)
                self.play.move(self.piece, self.layout.place_numbers[f"{home}.{self.seat}"], "laid out")
                self.table.move(PIECE, f"{home}.{self.seat}")
                if self.rules.powers_wake_immediately:
                    self.table.active = [(self.seat, reading) for reading in self.powers]
                self.before = self.state()
                enter(self.play, self.seat, self.piece)
                self.go(power.react(self.table, self.seat))
            case "window":
                self.put(f"{home}.{self.seat}", active=True)
                self.before = self.state()
                for time in range(2 + power.limit if power.limit else 1):
                    self.window(power, time)
            case "offer":
                self.put(f"{home}.{self.seat}", active=True)
                self.before = self.state()
                for _ in range(1 + power.limit if power.limit and self.game == "galaxies" else 1):
                    self.offer(power)
            case "event":
                self.unborn = self.own_event(power) and self.random.randrange(2) == 0
                if self.unborn:
                    self.put(
                        f"{BEFORE.get((self.game, self.table.pieces[PIECE].kind), home)}.{self.seat}", active=False
                    )
                else:
                    self.put(f"{home}.{self.seat}", active=True)
                self.before = self.state()
                for time in range(2 + power.limit if power.limit else 1):
                    self.happen(power, time)
            case "number":
                self.put(f"{home}.{self.seat}", active=True)
                return self.number(power)
            case "score":
                self.put(f"{home}.{self.seat}", active=True)
                return self.score(power)
        if power.lasting and self.state() == self.before:
            self.lasting(power)
        return self.acted or self.state() != self.before

    def renewed(self, period: str) -> None:
        """A new phase, round or turn begins."""
        self.play.renew(period)
        if period == "phase":
            self.table.begun = len(self.table.history)
        else:
            self.table.history.clear()
            self.table.begun = 0
        self.table.used = {use: n for use, n in self.table.used.items() if self.table.periods[use[0]] != period}
        self.table.active = [
            (owner, power) for owner, power in self.table.active if not power.id.endswith("~") or power.until != period
        ]

    def at(self, moment: str, point: str) -> list[tuple[int, Power]]:
        """The powers in play at a moment, in order."""
        there = [
            (owner, power) for owner, power in self.table.active if power.moment == moment and power.point == point
        ]
        there = [
            each for each in there if each[1].id.endswith("~") or self.table.pieces[PIECE].place == ACTIVE[self.game]
        ]
        return sorted(there, key=lambda pair: (self.table.order.index(pair[0]), pair[1].rank))

    def window(self, power: Power, time: int) -> None:
        """The start or end of a phase, for all seats in order; the last time, in a new period."""
        edge, _, phase = power.point.partition(" of ")
        if power.limit and time == 1 + power.limit:
            self.renewed(power.period)
        own_step = self.game in ("roll", "race") and edge == "end" and phase != "round"
        if own_step and time == 0 and "employ" not in power.text:  # virtual workers vanish in the step itself
            for seat in self.table.order:
                self.play.later.append((end_seat.id, (phase, seat)))
        else:
            for seat in self.whose(phase):
                self.play.window(edge, phase, seat)
        self.go(self.reactions(power.point, self.whose(phase)))

    def whose(self, phase: str) -> Sequence[int]:
        """The seats for whom a window opens: all in order, or the one that has the turn."""
        return [seat for seat in self.table.order if phase != "turn" or self.table.value("turn", seat)]

    def reactions(self, point: str, seats: Sequence[int]) -> Asking:
        """All powers of these seats that wait for a window react, one after another."""
        for owner, power in [each for each in self.at("window", point) if each[0] in seats]:
            yield from power.react(self.table, owner)

    # -- events ----------------------------------------------------------------------------------------------

    def about(self, name: str, actor: int) -> tuple[list[int], dict[str, str]] | None:
        """Random things that an event can be about, as the program and the reading name them, if there are any."""
        event, table = self.events[name], self.table
        numbers, names = [], {}
        for role, kind in event.about.items():
            if kind == "stock":
                subject = self.random.choice(self.layout.kinds)
                numbers.append(self.layout.kind[subject])
            else:
                there = [
                    piece.id for piece in table.pieces.values() if self.takes_part(name, piece.at, piece.kind, actor)
                ]
                if not there:
                    return None
                subject = self.random.choice(there)
                numbers.append(self.layout.piece[subject])
            names[role] = subject
        return numbers, names

    def takes_part(self, name: str, at: str, kind: str, actor: int) -> bool:
        """Whether a piece there can take part in an event of a seat."""
        place = ACTIVE[self.game]
        if name == "completes":
            return at in (f"developments.{actor}", f"worlds.{actor}")
        if name == "leaves":
            return at == "discards"
        wanted = {"develop": "development", "pay": kind}.get(name, "world")
        return at == f"{place}.{actor}" and kind == wanted

    def past(self) -> None:
        """Some things have happened in this phase already."""
        words = re.findall(r"[a-z]+", " ".join(power.text for power in self.powers))
        asked = {self.reader.past[word] for word in words if word in self.reader.past}
        self.some_happen(asked)
        if asked and "phase" in self.rules.model.words.schedule.periods:
            self.renewed("phase")
            self.some_happen(asked)

    def some_happen(self, asked: Collection[str]) -> None:
        """Some of these things happen, before the power can react."""
        for name in [name for name in self.events if name in asked]:
            for _ in range(self.random.choice((0, 1, 2, 4))):
                actor = self.random.randrange(self.rules.seats)
                if subjects := self.about(name, actor):
                    self.play.fire(self.events[name].name, actor, *subjects[0])
                    self.table.history.append(Happened(name, actor, subjects[1]))

    def happen(self, power: Power, time: int) -> None:
        """An event happens, mostly one that the power waits for; the last time, in a new period."""
        if power.limit and time == 1 + power.limit:
            self.renewed(power.period)
        chosen = None
        for _ in range(8):
            actor = self.random.choice((self.seat, self.random.randrange(self.rules.seats)))
            if power.point == "completes" and " this " in f" {power.text} " and self.random.randrange(2):
                continue
            if subjects := self.about(power.point, actor):
                chosen = actor, *subjects
                if (
                    power.fits(self.table, self.seat, Happened(power.point, actor, subjects[1]))
                    or self.random.randrange(5) == 0
                ):
                    break
        if chosen is None:
            return
        actor, numbers, names = chosen
        if self.unborn:
            about = self.events[power.point].about
            actor, names = self.seat, {role: PIECE if about[role] == "piece" else name for role, name in names.items()}
            numbers = [self.piece if about[role] == "piece" else n for role, n in zip(about, numbers, strict=True)]
            self.forms.add("event of its own piece")
        untouched = self.state() == self.before
        if "finishing" in self.layout.place:
            self.finishing(actor)
        if untouched:
            self.before = self.state()
        self.table.it, self.table.actor = names.get("it", ""), actor
        self.table.history.append(Happened(power.point, actor, names))
        if power.point in ("pay", "have overflowed"):
            self.parting(power.point, actor, numbers)
            return
        self.events[power.point](self.play, actor, *numbers)
        self.go(self.event_reactions(self.table.history[-1]))

    def finishing(self, actor: int) -> None:
        """Some workers have just completed a tile."""
        place = self.layout.place
        width = len(self.layout.kinds)
        for name, n in [(name, n) for name, n in self.table.stock.items() if "@finishing." in name]:
            source, target = name, name.replace("finishing", "citizenry")
            self.table.shift(source, target, n)
            self.play.stock[self.layout.cells[source]] -= n
            self.play.stock[self.layout.cells[target]] += n
        for kind in range(width):
            source = place["citizenry"][actor] * width + kind
            if self.play.stock[source] and self.random.randrange(2):
                self.play.stock[source] -= 1
                self.play.stock[place["finishing"][actor] * width + kind] += 1
                name = self.layout.kinds[kind]
                self.table.shift(f"{name}@citizenry.{actor}", f"{name}@finishing.{actor}", 1)

    def parting(self, point: str, actor: int, about: Sequence[int]) -> None:
        """A seat parts with cards of its hand, which lie apart until powers have reacted."""
        hand = self.table.lying(f"hand.{actor}")
        cards = self.random.sample(hand, min(len(hand), self.random.choice((1, 1, 2))))
        pick = tuple(self.layout.piece[card] for card in cards)
        if not pick and point == "have overflowed":
            return
        step = ("race.paid", (actor, *about, pick)) if point == "pay" else ("race.over-limit", (actor, pick))
        self.play.later.append(step)
        happened = self.table.history[-1]

        def said() -> Asking:
            for card in cards:
                self.table.move(card, f"discarding.{actor}")
            yield from self.event_reactions(happened)
            for card in self.table.lying(f"discarding.{actor}"):
                self.table.move(card, "discards")

        self.go(said())

    def event_reactions(self, happened: Happened) -> Asking:
        """All powers that wait for an event react."""
        for owner, power in self.at("event", happened.name):
            if power.fits(self.table, owner, happened):
                yield from power.react(self.table, owner)
        if self.unborn and PIECE in happened.about.values():
            for power in [power for power in self.powers if self.own_event(power) and power.point == happened.name]:
                if power.fits(self.table, self.seat, happened):
                    yield from power.react(self.table, self.seat)

    def own_event(self, power: Power) -> bool:
        """Whether a power waits for what happens to its own piece, maybe before that is in play."""
        waits = power.moment == "event" and power.point in ("completes", "settle", "develop", "pay")
        return waits and " this " in re.split("[,:]", power.text)[0]

    def lasting(self, power: Power) -> None:
        """What lasts is proved by what happens next, and by what happens after its end."""
        inner = power.lasting
        assert inner is not None
        for time in range(2):
            if inner.moment == "event":
                self.happen(inner, 0)
            else:
                self.number(inner)
            if time == 0:
                self.renewed(power.until)

    # -- offers ----------------------------------------------------------------------------------------------

    def offer(self, power: Power) -> None:
        """The phase offers its powers, by the game's own step."""
        play, seat = self.play, self.seat
        if power.point == "assign":
            play.later.append(("roll.reassign", (seat, ())))
            self.go(self.assigning())
        elif power.point == "explore":
            self.explore(power)
        elif power.point == "consume":
            play.later.append(("race.use-powers", (seat, ())))
            self.go(self.consuming())
        elif power.point == "produce":
            play.later.append(("race.produce-all", (seat,)))
            self.go(self.producing())
        elif self.random.randrange(2):
            play.later.append(("galaxies.use-action", (seat, self.piece)))
            self.go(self.reader.chosen(self.table, seat, PIECE))  # type: ignore[attr-defined]
        else:
            from rftg_dsl.games.galaxies.actions import offer_action

            offer_action(play, seat, self.piece)
            self.go(self.reader.offered(self.table, seat, PIECE))  # type: ignore[attr-defined]

    def offered(self, point: str, used: Sequence[str]) -> list[Power]:
        """The powers of a phase that the owner could use now."""
        powers = [power for _, power in self.at("offer", point) if used.count(power.id) < max(1, power.limit)]
        return [power for power in powers if power.usable(self.table, self.seat)]

    def assigning(self) -> Asking:
        """Reassign powers in any order; ``done`` once those without ``may`` are used."""
        used: list[str] = []
        while True:
            there = self.offered("assign", used)
            done = ["done"] if all(power.may for power in there) else []
            pick = yield from one(self.seat, [*(power.id for power in there), *done], secret=True)
            if pick == "done":
                return
            used.append(pick)
            yield from next(power for power in there if power.id == pick).react(self.table, self.seat)

    def consuming(self) -> Asking:
        """Consume powers in any order; ``done`` if only those with ``may`` are left."""
        used: list[str] = []
        while there := self.offered("consume", used):
            done = ["done"] if all(power.may for power in there) else []
            pick = yield from one(self.seat, [*(power.id for power in there), *done])
            if pick == "done":
                return
            used.append(pick)
            yield from next(power for power in there if power.id == pick).react(self.table, self.seat)

    def producing(self) -> Asking:
        """Produce powers one after another; those that come last and can be declined, after all has been produced."""
        waiting = []
        for power in [each for _, each in self.at("offer", "produce") for _ in range(max(1, each.limit))]:
            if power.rank > 0 and power.may:
                waiting.append(power)
            else:
                yield from self.produced_by(power)
        yield from self.reader.happens(self.table, "have produced", self.seat, {})
        for power in waiting:
            yield from self.produced_by(power)

    def produced_by(self, power: Power) -> Asking:
        """A produce power is used; one with ``may``, or at a price, only if that can be paid."""
        if (power.may or power.price) and not power.usable(self.table, self.seat):
            return
        if not power.may or (yield from one(self.seat, [power.id, "decline"])) != "decline":
            yield from power.react(self.table, self.seat)

    def explore(self, power: Power) -> None:
        """Explore offers to move workers, to rearrange tiles, or to put drawn ones on top."""
        if not ("rearrange" in power.text or "place drawn" in power.text):
            self.play.later.append(("roll.next-explorer", (self.seat, 0)))
            self.go(self.exploring())
            return
        self.cleared("explore")
        if "rearrange" in power.text:
            self.play.later.append(("roll.explore", (self.seat,)))
            self.go(self.reader.rearranged(self.table, self.seat, power))  # type: ignore[attr-defined]
        else:
            self.play.later.append(("roll.scout", (self.seat, 0, ())))
            self.go(self.reader.drawn(self.table, self.seat, 1, ["bottom", "top"]))  # type: ignore[attr-defined]

    def exploring(self) -> Asking:
        """Before each explorer stocks, the powers that move workers are offered, once in each phase or as they say."""
        table, seat = self.table, self.seat
        used: list[str] = []
        while kinds := sorted({cell(name)[0] for name in table.stock if name.endswith(f"@explore.{seat}")}):
            there = [power for power in self.offered("explore", used) if power.left(table, seat)]
            if there:
                pick = yield from one(seat, [there[0].id, *(["decline"] if there[0].may else [])])
                if pick != "decline":
                    used += [] if there[0].limit else [pick]
                    yield from there[0].react(table, seat)
                    continue
            _, kind = yield from one(seat, [("die", kind) for kind in kinds])
            yield from one(seat, ["stock"], secret=True)
            table.shift(f"{kind}@explore.{seat}", f"{kind}@citizenry.{seat}", 1)
            table.adjust("credit", seat, max(0, self.reader.changed(table, seat, "stocking", 2, kind)))
            yield from self.reader.happens(table, "stock", seat, {"with": kind})

    def cleared(self, place: str) -> None:
        """No workers are in a column."""
        for name in [name for name in self.table.stock if name.endswith(f"@{place}.{self.seat}")]:
            n, supply = self.table.stock[name], f"{name.partition('@')[0]}@supply"
            self.table.shift(name, supply, n)
            self.play.stock[self.layout.cells[name]] -= n
            self.play.stock[self.layout.cells[supply]] += n
