"""A trial: a sentence comes up on a table, in the program and in the second reading, and both are compared."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

from proof.laid import BOOKS, FACTS, HOME, Recorded, Snapshot
from proof.program import PIECE
from proof.reader import Power, Reader
from proof.steps import COST, STEPS
from proof.table import Ask, Asking, Happened, one
from rftg_dsl.check.model import Component
from rftg_dsl.compile.rules import MAY, Rules
from rftg_dsl.games import prices
from rftg_dsl.games.rounds import enter
from rftg_dsl.kernel.form import Bag, Form, One, Range, Some
from rftg_dsl.kernel.table import Table as Laid
from rftg_dsl.signatures import EventWord

ACTIVE = {"roll": "tableau", "race": "tableau", "galaxies": "colonies"}
NEVER = ("dictate",)
"""Answers that begin something else than the power."""


class Differs(Exception):
    """The program and the second reading do not agree."""


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
        self.events = {name_of(one): one for one in snapshot.bench.game.events}
        [side] = [one for one in component.sides if one.powers]
        self.side = side.id
        self.printed = snapshot.bench.printed(component)
        for id, row in self.printed.items():
            if self.play.side[self.piece] == self.layout.side[id]:
                self.table.turn(PIECE, row)
        self.table.this = PIECE
        self.facts = self.play.facts[:]
        self.counters()
        self.acted = False

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
            self.table.active = [(self.seat, power) for power in sorted(self.powers, key=lambda one: one.rank)]

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
                    raise Differs(f"asked: {asked}; the reading expects: {expected}")
                break
            self.acted = True
            shown = self.shown(pending.form)
            wanted = (expected.kind, self.options(expected), expected.low, expected.high)
            if pending.seat != expected.seat or shown != wanted:
                raise Differs(
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
            self.table.chance.append(([names[one] for one in domain], [names[one] for one in results]))
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
            if len(zone) != len(there) or {names[one] for one in zone} != set(there):
                wrong.append(f"{layout.place_names[place]} has {[names[one] for one in zone][-6:]}, not {there[-6:]}")
        for number, name in enumerate(names):
            piece = table.pieces[name]
            if play.tag[number] != piece.tag or layout.sides[play.side[number]] != piece.printed["id"]:
                shown = layout.sides[play.side[number]], play.tag[number]
                wrong.append(f"{name} shows {shown}, not {piece.printed['id']} {piece.tag}")
        wrong += self.wrong_facts()
        if wrong:
            raise Differs("; ".join(wrong))
        if table.chance:
            raise Differs(f"chance was not used: {table.chance}")

    def wrong_facts(self) -> Iterator[str]:
        """Facts of the table that are not as the reading says."""
        for number, name in enumerate(self.layout.facts):
            now = self.play.facts[number]
            if name in BOOKS:
                continue
            if name in self.table.facts:
                said = self.table.facts[name]
                shown = tuple(self.layout.cell_names[one] for one in now) if name.startswith("virtual.") else now
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
                    tuple(self.layout.cell_names[one] for one in now) if name.startswith("virtual.") else now
                )

    # -- moments ---------------------------------------------------------------------------------------------

    def run(self) -> bool:
        """Bring the moment of the first sentence about, sometimes several times; whether it did something."""
        power = self.powers[0]
        self.followed()
        self.past()
        self.table.heard = self.event_reactions
        home = ACTIVE[self.game]
        before = self.state()
        match power.moment:
            case "immediate":
                self.put(HOME[self.game], active=False)
                self.play.move(self.piece, self.layout.place_numbers[f"{home}.{self.seat}"], "laid out")
                self.table.move(PIECE, f"{home}.{self.seat}")
                if self.rules.powers_wake_immediately:
                    self.table.active = [(self.seat, one) for one in self.powers]
                before = self.state()
                enter(self.play, self.seat, self.piece)
                self.go(power.react(self.table, self.seat))
            case "window":
                self.put(f"{home}.{self.seat}", active=True)
                before = self.state()
                for time in range(2 + power.limit if power.limit else 1):
                    self.window(power, time)
            case "offer":
                self.put(f"{home}.{self.seat}", active=True)
                before = self.state()
                for _ in range(1 + power.limit if power.limit and self.game == "galaxies" else 1):
                    self.offer(power)
            case "event":
                self.put(f"{home}.{self.seat}", active=True)
                before = self.state()
                for time in range(2 + power.limit if power.limit else 1):
                    self.happen(power, time)
            case "number":
                self.put(f"{home}.{self.seat}", active=True)
                return self.number(power)
            case "score":
                self.put(f"{home}.{self.seat}", active=True)
                return self.score(power)
        if power.lasting and self.state() == before:
            self.lasting(power)
        return self.acted or self.state() != before

    def state(self) -> Any:
        """What has changed so far."""
        play = self.play
        return (play.stock[:], play.zone[:], play.counters[:], play.tag[:], play.side[:], play.facts[1:])

    def renewed(self, period: str) -> None:
        """A new phase, round or turn begins."""
        self.play.renew(period)
        self.table.history.clear()
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
        return sorted(there, key=lambda one: (self.table.order.index(one[0]), one[1].rank))

    def window(self, power: Power, time: int) -> None:
        """The start or end of a phase, for all seats in order; the last time, in a new period."""
        edge, _, phase = power.point.partition(" of ")
        if power.limit and time == 1 + power.limit:
            self.renewed(power.period)
        own_step = self.game in ("roll", "race") and edge == "end" and phase != "round"
        if own_step and time == 0 and "employ" not in power.text:  # virtual workers vanish in the step itself
            for seat in self.table.order if self.game == "roll" else (-1,):
                args = (seat, phase) if self.game == "roll" else (phase,)
                self.play.later.append((f"{self.game}.end-phase", args))
        else:
            for seat in self.table.order:
                self.play.window(edge, phase, seat)
        self.go(self.reactions("window", power.point))

    def reactions(self, moment: str, point: str) -> Asking:
        """All powers of a moment react, one after another."""
        for owner, power in self.at(moment, point):
            yield from power.react(self.table, owner)

    # -- events ----------------------------------------------------------------------------------------------

    def about(self, name: str, actor: int) -> tuple[list[int], dict[str, str]] | None:
        """Random things that an event can be about, as the program and the reading name them, if there are any."""
        event, table = self.events[name], self.table
        numbers, names = [], {}
        for role, kind in event.about.items():
            if kind == "stock":
                found = self.random.choice(self.layout.kinds)
                numbers.append(self.layout.kind[found])
            else:
                there = [one.id for one in table.pieces.values() if self.takes_part(name, one.at, one.kind, actor)]
                if not there:
                    return None
                found = self.random.choice(there)
                numbers.append(self.layout.piece[found])
            names[role] = found
        return numbers, names

    def takes_part(self, name: str, at: str, kind: str, actor: int) -> bool:
        """Whether a piece there can take part in an event of a seat."""
        place = ACTIVE[self.game]
        if name == "completes":
            return at in (f"developments.{actor}", f"worlds.{actor}")
        if name == "leaves":
            return at == "discards"
        wanted = {"develop": "development"}.get(name, "world")
        return at == f"{place}.{actor}" and kind == wanted

    def past(self) -> None:
        """Some things have happened in this phase already."""
        words = re.findall(r"[a-z]+", " ".join(power.text for power in self.powers))
        asked = {self.reader.past[word] for word in words if word in self.reader.past}
        for name in [name for name in self.events if name in asked]:
            for _ in range(self.random.choice((0, 1, 2, 4))):
                actor = self.random.randrange(self.rules.seats)
                if found := self.about(name, actor):
                    self.play.fire(self.events[name].name, actor, *found[0])
                    self.table.history.append(Happened(name, actor, found[1]))

    def happen(self, power: Power, time: int) -> None:
        """An event happens, mostly one that the power waits for; the last time, in a new period."""
        if power.limit and time == 1 + power.limit:
            self.renewed(power.period)
        chosen = None
        for _ in range(8):
            actor = self.random.choice((self.seat, self.random.randrange(self.rules.seats)))
            if power.point == "completes" and " this " in f" {power.text} " and self.random.randrange(2):
                continue
            if found := self.about(power.point, actor):
                chosen = actor, *found
                if (
                    power.fits(self.table, self.seat, Happened(power.point, actor, found[1]))
                    or self.random.randrange(5) == 0
                ):
                    break
        if chosen is None:
            return
        actor, numbers, names = chosen
        if "finishing" in self.layout.place:
            self.finishing(actor)
        self.table.it, self.table.actor = names.get("it", ""), actor
        self.table.history.append(Happened(power.point, actor, names))
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

    def event_reactions(self, happened: Happened) -> Asking:
        """All powers that wait for an event react."""
        for owner, power in self.at("event", happened.name):
            if power.fits(self.table, owner, happened):
                yield from power.react(self.table, owner)

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
        found = [power for _, power in self.at("offer", point) if power.id not in used]
        return [power for power in found if power.usable(self.table, self.seat)]

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
        """Produce powers one after another, those that come last at the end; one at a price only if it can be paid."""
        for _, power in self.at("offer", "produce"):
            if power.may or power.price:
                if not power.usable(self.table, self.seat):
                    continue
                if power.may and (yield from one(self.seat, [power.id, "decline"])) == "decline":
                    continue
            yield from power.react(self.table, self.seat)
        yield from self.reader.happens(self.table, "have produced", self.seat, {})

    def explore(self, power: Power) -> None:
        """Explore offers to rearrange tiles, or to put drawn ones on top."""
        self.cleared("explore")
        if "rearrange" in power.text:
            self.play.later.append(("roll.explore", (self.seat,)))
            self.go(self.reader.rearranged(self.table, self.seat, power))  # type: ignore[attr-defined]
        else:
            self.play.later.append(("roll.scout", (self.seat, 0, ())))
            self.go(self.reader.drawn(self.table, self.seat, 1, ["bottom", "top"]))  # type: ignore[attr-defined]

    def cleared(self, place: str) -> None:
        """No workers are in a column."""
        for name in [name for name in self.table.stock if name.endswith(f"@{place}.{self.seat}")]:
            n, supply = self.table.stock[name], f"{name.partition('@')[0]}@supply"
            self.table.shift(name, supply, n)
            self.play.stock[self.layout.cells[name]] -= n
            self.play.stock[self.layout.cells[supply]] += n

    # -- numbers and scores ----------------------------------------------------------------------------------

    def number(self, power: Power) -> bool:
        """A number is asked for several things, and at its price."""
        changed = False
        for _ in range(6):
            if self.table.pieces[PIECE].place != ACTIVE[self.game]:
                break
            base = self.random.randint(0, 6)
            subject, about = self.random_subject(power)
            got = self.play.value(power.number, self.seat, base, subject)
            said = self.reader.changed(self.table, self.seat, power.number, base, about)
            if got != said:
                raise Differs(f"{power.number} of {about} from {base} is {got}, not {said}")
            changed = changed or got != base
            if power.price:
                changed = self.priced(power, subject, about) or changed
        self.go(iter_nothing())
        step = COST[self.game] if power.number == "cost" else STEPS.get(power.number)
        if step and not power.price:
            step(self, power)
        return changed

    def random_subject(self, power: Power) -> tuple[int, Any]:
        """Something a number can belong to, as the program and the reading name it."""
        parameter = next(one for one in self.rules.game.parameters if one.name == power.number)
        if parameter.about == "nothing":
            return -1, None
        if parameter.about == "stock":
            kind = self.random.choice(self.layout.kinds)
            return self.layout.kind[kind], kind
        there = [*self.table.pieces.values()]
        for _ in range(4):
            piece = self.random.choice(there)
            if piece.kind in ("vessel", "mission"):
                continue
            if power.about is None or power.about(self.table, self.seat, piece):
                break
        if " this " in f" {power.text} " and self.random.randrange(2):
            piece = self.table.pieces[PIECE]
        return self.layout.piece[piece.id], piece

    def priced(self, power: Power, subject: int, about: Any) -> bool:
        """A number that changes at a price: how often it can be paid, what it then is, and what is taken."""
        play, seat, base = self.play, self.seat, 50
        ways = prices.usable(play, seat, f"{MAY} {power.number}", subject, base)
        [paid] = power.price
        low, high = paid.many.bounds(self.table, seat)
        units = paid.units(self.table, seat)
        there = sum(n for thing, n in units.items() if about is None or thing != about.id)
        said = {n: self.with_price(power, n, base, about) for n in range(max(1, low), min(high, there) + 1)}
        if self.with_price(power, max(1, low), base, about) == base or not power.left(self.table, seat):
            said = {}
        got = {n: prices.changed(play, seat, (piece, id, n), subject, base) for row in ways for piece, id, n in row}
        if got != said:
            raise Differs(f"{power.number} of {about} from {base} at a price is {got}, not {said}")
        if got and about.id not in units and self.random.randrange(3) == 0:
            n = self.random.choice(list(got))
            prices.pay_prices(play, seat, ((self.piece, power.id, n),), subject, (0, self.layout.place["hand"][seat]))
            power.use_up(self.table, seat)
            exact = self.reader.effect(re.sub(r"(up to \d+|\d+ or \d+|any number of|\d+)", str(n), paid.text, count=1))
            self.go(exact.do(self.table, seat))
        return bool(got)

    def with_price(self, power: Power, n: int, base: int, about: Any) -> int:
        """A number after a change for which ``n`` things are given."""
        table = self.table.copy()
        for name in ("consumed", "discarded", "spent"):
            if f"{name}.{self.seat}" in table.counters and power.price[0].text.startswith(name[:3]):
                table.counters[f"{name}.{self.seat}"] = n
        return power.change(table, self.seat, base, about)

    def score(self, power: Power) -> bool:
        """What a sentence scores."""
        got = self.rules.by_id[power.id].react(self.play, self.seat, self.piece)
        said = power.total(self.table, self.seat) if power.holds(self.table, self.seat) else 0
        if got != said:
            raise Differs(f"scores {got}, not {said}")
        return bool(got)


def iter_nothing() -> Asking:
    """Nothing happens."""
    yield from ()
