"""Trials of numbers: what powers make of a changed number, what the change costs, and what a sentence scores."""

from __future__ import annotations

from typing import Any

from proof.powers import Power
from proof.program import PIECE
from proof.steps import COST, PRICED, STEPS
from proof.table import Asking, Disagreement
from proof.trial import ACTIVE, Trial, iter_nothing
from rftg_dsl.compile.rules import MAY
from rftg_dsl.games import prices


class Figures(Trial):
    """A trial that asks for numbers."""

    def number(self, power: Power) -> bool:
        """A number is asked for several things, and at its price."""
        changed = False
        for _ in range(6):
            if self.table.pieces[PIECE].place != ACTIVE[self.game]:
                break
            base = self.random.randint(0, 6)
            subject, about = self.random_subject(power)
            got = self.play.value(self.point(power), self.seat, base, subject)
            said = self.reader.changed(self.table, self.seat, power.number, base, about)
            if got != said:
                raise Disagreement(f"{power.number} of {about} from {base} is {got}, not {said}")
            changed = changed or got != base
            for other in [other for other in self.powers if other.price]:
                if self.table.pieces[PIECE].place != ACTIVE[self.game]:
                    break
                changed = self.priced(other, subject, about) or changed
        self.go(iter_nothing())
        step = COST[self.game] if power.number == "cost" else STEPS.get(power.number)
        there = self.table.pieces[PIECE].place == ACTIVE[self.game]
        priced = [other for other in self.powers if other.price]
        if step and there and (not priced or step in PRICED[len(priced) - 1 :]):
            step(self, power)
        return changed or self.changed

    def point(self, power: Power) -> str:
        """The name by which steps ask for a number, or whether something is allowed."""
        permits = [parameter.name for parameter in self.rules.game.parameters if parameter.permits]
        return f"be {power.number}" if power.number in permits else power.number

    def random_subject(self, power: Power) -> tuple[int, Any]:
        """Something a number can belong to, as the program and the reading name it."""
        parameter = next(parameter for parameter in self.rules.game.parameters if parameter.name == power.number)
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
        ways = prices.ways_by_power(play, seat, f"{MAY} {power.number}", subject, base, power.opens)
        said = {n: self.with_price(power, n, base, about) for n in self.amounts(power, about)}
        if not self.changing(power, base, about):
            said = {}
        mine = [use for row in ways for use in row if use[1] == power.id]
        got = {n: prices.number_after(play, seat, (piece, id, n), subject, base) for piece, id, n in mine}
        if got != said:
            raise Disagreement(f"{power.number} of {about} from {base} at a price is {got}, not {said}")
        if got and self.random.randrange(3) == 0:
            n = self.random.choice(list(got))
            prices.pay_prices(play, seat, ((self.piece, power.id, n),), subject, (0, self.layout.place["hand"][seat]))
            self.go(self.payment(power, n, about))
        return bool(got)

    def units(self, power: Power, about: Any) -> dict[str, int]:
        """What the price of a number can be paid with; the piece that the number belongs to pays for nothing."""
        [paid] = power.price
        assert paid.taken is not None
        there = paid.taken.units(self.table, self.seat)
        return {thing: n for thing, n in there.items() if about is None or thing != about.id}

    def amounts(self, power: Power, about: Any) -> range:
        """How many things can be given for a changed number."""
        low, high = power.price[0].many.bounds(self.table, self.seat)  # type: ignore[union-attr]
        return range(max(1, low), min(high, sum(self.units(power, about).values())) + 1)

    def changing(self, power: Power, base: int, about: Any) -> bool:
        """Whether a power changes a number at its price, and can still be used."""
        low, _ = power.price[0].many.bounds(self.table, self.seat)  # type: ignore[union-attr]
        opens = power.opens and self.concerns(power, about)
        changed = opens or self.with_price(power, max(1, low), base, about) != base
        return changed and power.left(self.table, self.seat)

    def concerns(self, power: Power, about: Any) -> bool:
        """Whether a power is about something, and its conditions hold."""
        meant = power.about is None or power.about(self.table, self.seat, about)
        return meant and power.holds(self.table, self.seat)

    def payment(self, power: Power, n: int, about: Any) -> Asking:
        """So many things are given for a changed number."""
        self.table.barred = frozenset([about.id] if about else [])
        power.use_up(self.table, self.seat)
        yield from self.reader.exactly(power.price[0].text, n).do(self.table, self.seat)

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
            raise Disagreement(f"scores {got}, not {said}")
        return bool(got)
