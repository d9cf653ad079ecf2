"""The plain interpreter: slow, obvious, and the oracle for the generated functions. Only tests use it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from rftg_dsl.check import model
from rftg_dsl.compile.bind import Binder, Tally, bearing, tally_of
from rftg_dsl.compile.called import triangle
from rftg_dsl.compile.lower import (
    Acted,
    AnyOf,
    Argument,
    ByProperty,
    Call,
    Changed,
    CounterNumber,
    Enough,
    FirstFitting,
    Granted,
    Here,
    Literal,
    Lowered,
    Possible,
    Scored,
    Segment,
    Test,
    Unused,
)
from rftg_dsl.kernel.play import CHOSEN, Play
from rftg_dsl.signatures import MANY, Selected


class Interpreter:
    """Carries out lowered powers by walking them."""

    def __init__(self, binder: Binder) -> None:
        self.binder = binder

    def build(
        self, powers: Sequence[Lowered], tallies: Sequence[Tally]
    ) -> tuple[list[dict[str, Callable[..., Any]]], list[Callable[..., None]]]:
        """The functions of each power, and the counting function of each tally."""
        return [self.functions(power) for power in powers], [self.counting(tally) for tally in tallies]

    def functions(self, power: Lowered) -> dict[str, Callable[..., Any]]:
        """The functions of a power: ``react``, ``can``, and one for each segment."""
        match power:
            case Scored():
                return {"react": lambda g, me, this: self.points(power, g, me, this)}
            case Changed():
                made: dict[str, Callable[..., Any]] = {
                    "react": lambda g, me, this, subject, base: self.change(power, g, me, this, subject, base)
                }
            case Acted():
                made = {"react": lambda g, me, this, *about: self.react(power, g, me, this, about)}
        if power.segments:
            made["can"] = lambda g, me, this: self.can(power, g, me, this)
        return made | {f"segment{nth}": self.run(power.id, one) for nth, one in enumerate(power.segments)}

    def run(self, power: str, segment: Segment) -> Callable[..., None]:
        """The function that carries out one segment."""
        return lambda g, me, this, *about: self.segment(power, segment, g, me, this, about)

    def counting(self, tally: Tally) -> Callable[..., None]:
        """The function that counts a seat's acts that fit a pattern."""
        counters = self.binder.counter(tally.counter)

        def count(g: Play[Any], seat: int, *about: Any) -> None:
            if self.suits(tally.pattern, g, seat, tally.this, (seat, *about)):
                g.adjust(counters[seat], 1, "counted")

        return count

    # -- sets and numbers ------------------------------------------------------------------------------------

    def seats(self, who: model.Who, me: int) -> Sequence[int]:
        """The seats meant."""
        return self.binder.meant[who][me]

    def pieces(self, g: Play[Any], me: int, this: int, wanted: model.PieceSet) -> list[int]:
        """The matching pieces."""
        mask = self.binder.mask(wanted.match)
        if (owned := self.binder.owned(wanted)) is not None:
            standing = self.binder.standing(wanted)
            there = [
                piece for seat in self.seats(wanted.who, me) for piece in owned[seat] if standing[g.place_of[piece]]
            ]
        else:
            zones = self.binder.zones(wanted)
            there = [piece for seat in self.seats(wanted.who, me) for place in zones[seat] for piece in g.zone[place]]
        found = [piece for piece in there if mask[g.side[piece]] and stands(wanted.this, piece, this)]
        if wanted.tag:
            found = [piece for piece in found if g.tag[piece] == wanted.tag]
        if wanted.holding:
            on = self.binder.on(wanted.holding)
            found = [piece for piece in found if any(g.zone[place] for place in on[piece])]
        if wanted.free:
            on = self.binder.on(wanted.free)
            found = [piece for piece in found if not any(g.zone[place] for place in on[piece])]
        if wanted.on:
            below, host = self.binder.mask(wanted.on), g.layout.place_piece
            found = [
                piece for piece in found if host[g.place_of[piece]] >= 0 and below[g.side[host[g.place_of[piece]]]]
            ]
        if wanted.not_last:
            found = [piece for piece in found if piece != g.facts[g.layout.fact[CHOSEN]]]
        if wanted.extreme and found:
            name, end = wanted.extreme
            value = self.binder.values(name)
            best = (max if end == "highest" else min)(value[g.side[piece]] for piece in found)
            found = [piece for piece in found if value[g.side[piece]] == best]
        return found

    def cells(self, g: Play[Any], me: int, this: int, wanted: model.StockSet) -> list[int]:
        """The matching cells that are not empty."""
        found: list[int] = []
        for seat in self.seats(wanted.who, me):
            found += [cell for cell in self.binder.seat_cells(wanted)[seat] if cell not in found]
        if rows := self.binder.piece_rows(wanted):
            for piece in self.pieces(g, me, this, bearing(wanted)):
                found += [row[piece] + kind for row in rows for kind in self.binder.kinds(wanted.kinds)]
        return [cell for cell in found if g.stock[cell]]

    def measure(self, g: Play[Any], me: int, this: int, wanted: model.Measure) -> int:
        """The value of a measure."""
        match wanted:
            case model.Count(of=model.PieceSet() as pieces):
                return len(self.pieces(g, me, this, pieces))
            case model.Count(of=model.StockSet() as stock):
                return sum(g.stock[cell] for cell in self.cells(g, me, this, stock))
            case model.Sum(property=name, of=pieces):
                value = self.binder.values(name)
                return sum(value[g.side[piece]] for piece in self.pieces(g, me, this, pieces))
            case model.Distinct(of=model.PieceSet() as pieces, property=name):
                value = self.binder.values(name)
                return len({value[g.side[piece]] for piece in self.pieces(g, me, this, pieces)})
            case model.Distinct(of=model.StockSet() as stock):
                width = len(self.binder.layout.kinds)
                return len({cell % width for cell in self.cells(g, me, this, stock)})
            case model.Held(counter=name):
                return g.counters[self.binder.counter(name)[me]]
            case model.Triangle(of=inner):
                return triangle(self.measure(g, me, this, inner))
            case model.Figure(parameter=name):
                return g.value(name, me, 0)
        raise AssertionError(wanted)

    def amount(self, g: Play[Any], me: int, this: int, wanted: model.Amount) -> int:
        """A plain number, or one that grows with a measure."""
        if wanted.measure is None:
            return wanted.n
        counted = self.measure(g, me, this, wanted.measure)
        many = wanted.n * (-(-counted // wanted.each) if wanted.up else counted // wanted.each)
        return max(0, many - wanted.less) if wanted.less else many

    def holds(self, g: Play[Any], me: int, this: int, wanted: model.Condition) -> bool:
        """Whether a condition is true now."""
        match wanted:
            case model.Most(measure=inner, shared=shared, fewest=fewest):
                sign = -1 if fewest else 1
                own = sign * self.measure(g, me, this, inner)
                best = max(sign * self.measure(g, seat, this, inner) for seat in self.seats("others", me))
                return own == best if shared else own > best
            case model.AllAre(these=these, those=those):
                inside = set(self.pieces(g, me, this, those))
                meant = self.pieces(g, me, this, these)
                return bool(meant) and all(piece in inside for piece in meant)
            case model.AtLeast(measure=inner, n=n):
                return self.measure(g, me, this, inner) >= n
            case model.AsMany(measure=inner, other=other):
                return self.measure(g, me, this, inner) == self.measure(g, me, this, other)
            case model.Without(measure=inner):
                return not self.measure(g, me, this, inner)
            case model.Happened():
                tally = tally_of(wanted, self.binder.layout.pieces, this)
                return g.counters[self.binder.counter(tally)[me]] > 0
        raise AssertionError(wanted)

    # -- powers ----------------------------------------------------------------------------------------------

    def change(self, power: Changed, g: Play[Any], me: int, this: int, subject: int, base: int) -> int:
        """A number after a continuing power has been applied to it."""
        about = power.about
        if isinstance(about, model.PieceSet):
            mask = self.binder.mask(about.match)
            if subject < 0 or not (mask[g.side[subject]] and stands(about.this, subject, this)):
                return base
        elif isinstance(about, model.StockSet) and subject not in self.binder.kinds(about.kinds):
            return base
        return changed(power.change, base) if self.all(power.tests, g, me, this) else base

    def points(self, power: Scored, g: Play[Any], me: int, this: int) -> int:
        """The points of a power."""
        if not self.all(power.tests, g, me, this):
            return 0
        if not isinstance(power.total, FirstFitting):
            return self.amount(g, me, this, power.total)
        counted: set[int] = set()
        total = 0
        for n, of in power.total.rows:
            new = set(self.pieces(g, me, this, of)) - counted
            counted |= new
            total += n * len(new)
        return total

    def react(self, power: Acted, g: Play[Any], me: int, this: int, about: Sequence[Any]) -> None:
        """Use a power if it applies: at once, or after asking its owner."""
        if not self.all(power.tests, g, me, this, power.id, about):
            return
        if power.asked:
            if self.can(power, g, me, this):
                g.ask_use(me, this, power.id, power.once, about)
            return
        if power.once:
            g.use_up(me, this, power.id, power.once)
        self.segment(power.id, power.segments[0], g, me, this, about)

    def can(self, power: Acted | Changed, g: Play[Any], me: int, this: int) -> bool:
        """Whether the power can be used and would have an effect."""
        return self.all(power.can, g, me, this)

    def segment(self, power: str, segment: Segment, g: Play[Any], me: int, this: int, about: Sequence[Any]) -> None:
        """Carry out one segment, and put the next ones on the agenda."""
        for one in segment.calls:
            if not one.tested or self.possible(g, me, this, one):
                one.verb.do(g, me, this, *self.arguments(g, me, this, one))
        if segment.begins:
            g.begin_lasting(me, this, *segment.begins)
        for following in segment.next:
            for seat in self.binder.clockwise[me] if following.by_opponents else (me,):
                g.then_segment(seat, this, power, following.segment, *about)

    # -- tests -----------------------------------------------------------------------------------------------

    def all(
        self,
        tests: Sequence[Test],
        g: Play[Any],
        me: int,
        this: int,
        power: str = "",
        about: Sequence[Any] = (),
    ) -> bool:
        """Whether all tests hold."""
        return all(self.test(one, g, me, this, power, about) for one in tests)

    def test(self, wanted: Test, g: Play[Any], me: int, this: int, power: str, about: Sequence[Any]) -> bool:
        """Whether one test holds."""
        match wanted:
            case model.Pattern():
                return self.suits(wanted, g, me, this, about)
            case Unused(once):
                return not g.used_up(me, this, power, once)
            case Enough(amount, of):
                return self.amount(g, me, this, amount) <= self.measure(g, me, this, of)
            case Possible():
                return self.by_any(g, me, this, wanted)
            case AnyOf(tests):
                return any(self.by_any(g, me, this, one) for one in tests)
        return self.holds(g, me, this, wanted)

    def suits(self, pattern: model.Pattern, g: Play[Any], me: int, this: int, about: Sequence[Any]) -> bool:
        """Whether an event fits a pattern; ``about`` begins with the acting seat."""
        if pattern.who == "another" and about[0] == me:
            return False
        for role, match, how in pattern.pieces:
            piece = about[self.binder.role(pattern, role)]
            if not (self.binder.mask(match)[g.side[piece]] and stands(how, piece, this)):
                return False
        return all(about[self.binder.role(pattern, role)] in self.binder.kinds(kinds) for role, kinds in pattern.kinds)

    def by_any(self, g: Play[Any], me: int, this: int, wanted: Possible) -> bool:
        """Whether a verb could be carried out, by the owner or by any opponent."""
        seats = self.seats("others" if wanted.by_opponents else "own", me)
        return any(self.possible(g, seat, this, wanted.call) for seat in seats)

    def possible(self, g: Play[Any], me: int, this: int, one: Call) -> bool:
        """Whether a verb could be carried out."""
        if any(self.selected(g, me, place) < 0 for place in one.selected):
            return False
        return one.verb.can is None or one.verb.can(g, me, this, *self.arguments(g, me, this, one))

    # -- arguments -------------------------------------------------------------------------------------------

    def arguments(self, g: Play[Any], me: int, this: int, one: Call) -> list[Any]:
        """The arguments of a verb."""
        return [self.argument(g, me, this, value) for value in one.arguments]

    def argument(self, g: Play[Any], me: int, this: int, value: Argument) -> Any:
        """One argument of a verb."""
        match value:
            case Literal(plain):
                return plain
            case model.Amount():
                return self.amount(g, me, this, value)
            case CounterNumber(counter):
                return self.binder.counter(counter)[me]
            case Granted(stock, conjured):
                return self.binder.granted(stock, conjured)[me]
            case model.StockSet():
                return self.cells(g, me, this, value)
            case model.PieceSet():
                return self.pieces(g, me, this, value)
            case ByProperty(prop):
                return self.binder.values(prop)
            case model.Counters(names, mixed, n):
                return ([self.binder.counter(counter)[me] for counter in names], mixed, n)
            case model.Seats():
                return list(self.binder.clockwise[me])
            case Here():
                return [self.binder.here()[this]]
            case Selected():
                return [self.selected(g, me, value)]
            case model.PlaceSet():
                return list(self.binder.targets(value)[me])

    def selected(self, g: Play[Any], me: int, places: Selected) -> int:
        """The place that a counter of the owner selects; -1 for none."""
        return self.binder.selected(places)[me][g.counters[self.binder.counter(places.counter)[me]]]


def stands(how: str, piece: int, this: int) -> bool:
    """Whether a piece is this one, another one, or either, as wanted."""
    return how == "any" or (piece == this) == (how == "only")


def changed(change: model.Change, base: int) -> int:
    """A number after one change; a floor never raises it."""
    if change.direction == "any":
        return MANY
    if change.direction == "exactly":
        return change.by
    after = base + change.by if change.direction == "more" else base - change.by
    if change.floor is None or after >= change.floor:
        return after
    return min(base, change.floor)
