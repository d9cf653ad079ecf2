"""Trials of numbers: what powers make of a changed number, what the change costs, and what a sentence scores."""

from __future__ import annotations

import re
from typing import Any

from proof.powers import Power
from proof.program import PIECE
from proof.steps import COST, STEPS
from proof.table import Differs
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
