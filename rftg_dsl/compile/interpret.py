"""The plain interpreter of the model: slow, obvious, and the oracle for the generated functions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from attrs import evolve

from rftg_dsl.check import model
from rftg_dsl.compile.bind import Binder, tally_of
from rftg_dsl.kernel.play import CHOSEN, Play

MANY = 999


class Interpreter:
    """Carries out powers by walking their model."""

    def __init__(self, binder: Binder) -> None:
        self.binder = binder

    def functions(self, power: model.Power) -> dict[str, Callable[..., Any]]:
        """What the power does: ``react`` and ``can``, and one function for each later segment."""
        if power.use == "modifier":
            return {
                "react": lambda g, me, this, subject, base: self.change(power, g, me, this, subject, base),
                **self.priced(power),
            }
        if power.use == "score":
            return {"react": lambda g, me, this: self.score(power, g, me, this)}
        segments = cut(self.binder, power)

        def run(nth: int) -> Callable[..., None]:
            return lambda g, me, this, *about: self.segment(power, segments, nth, g, me, this, about)

        def react(g: Play[Any], me: int, this: int, *about: Any) -> None:
            if self.applies(power, g, me, this, about):
                begin(self.binder, power, self.can(power, g, me, this), g, me, this, about)

        return {
            "react": react,
            "can": lambda g, me, this: self.can(power, g, me, this),
            **{f"segment{nth}": run(nth) for nth in range(len(segments))},
        }

    def priced(self, power: model.Power) -> dict[str, Callable[..., Any]]:
        """The price of a modifier that has one: whether it can be paid, and paying it."""
        if not power.price:
            return {}
        return {
            "can": lambda g, me, this: all(self.payable(g, me, this, one) for one in together(power.price)),
            "segment0": lambda g, me, this, *about: self.segment(power, [power.price], 0, g, me, this, about),
        }

    # -- sets and numbers ------------------------------------------------------------------------------------

    def seats(self, who: model.Who, me: int) -> list[int]:
        """The seats meant."""
        seats = range(self.binder.layout.seats)
        return [seat for seat in seats if who == "all" or (seat == me) == (who == "own")]

    def pieces(self, g: Play[Any], me: int, this: int, wanted: model.PieceSet) -> list[int]:
        """The pieces meant."""
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
        """The cells meant in which something stands."""
        found: list[int] = []
        for seat in self.seats(wanted.who, me):
            found += [cell for cell in self.binder.seat_cells(wanted)[seat] if cell not in found]
        if rows := self.binder.piece_rows(wanted):
            for piece in self.pieces(g, me, this, bearing(wanted)):
                found += [row[piece] + kind for row in rows for kind in self.binder.kinds(wanted.kinds)]
        return [cell for cell in found if g.stock[cell]]

    def measure(self, g: Play[Any], me: int, this: int, wanted: model.Measure) -> int:
        """How much there is of something."""
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
        """So many, or so many per what is counted."""
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

    def change(self, power: model.Power, g: Play[Any], me: int, this: int, subject: int, base: int) -> int:
        """A number as a continuing power leaves it."""
        change, about = power.change, power.about
        assert change is not None
        if isinstance(about, model.PieceSet):
            mask = self.binder.mask(about.match)
            if subject < 0 or not (mask[g.side[subject]] and stands(about.this, subject, this)):
                return base
        elif isinstance(about, model.StockSet) and subject not in self.binder.kinds(about.kinds):
            return base
        if not all(self.holds(g, me, this, one) for one in power.conditions):
            return base
        return changed(change, base)

    def score(self, power: model.Power, g: Play[Any], me: int, this: int) -> int:
        """The points of a power; where rows are alternatives a piece counts in the first that fits."""
        if not all(self.holds(g, me, this, one) for one in power.conditions):
            return 0
        counted: set[int] = set()
        total = 0
        for row in power.scores:
            if len(power.scores) > 1 and isinstance(row.measure, model.Count):
                assert isinstance(row.measure.of, model.PieceSet)
                new = set(self.pieces(g, me, this, row.measure.of)) - counted
                counted |= new
                total += row.n * len(new)
            else:
                total += self.amount(g, me, this, row)
        return total

    def applies(self, power: model.Power, g: Play[Any], me: int, this: int, about: Sequence[Any]) -> bool:
        """Whether what happened is what the power waits for, and its conditions hold."""
        if power.once and g.used_up(me, this, power.id, power.once):
            return False
        if power.pattern and not self.suits(power, power.pattern, g, me, this, about):
            return False
        return all(self.holds(g, me, this, one) for one in power.conditions)

    def suits(
        self, power: model.Power, pattern: model.Pattern, g: Play[Any], me: int, this: int, about: Sequence[Any]
    ) -> bool:
        """Whether an event fits a pattern; ``about`` begins with the seat whose act it was."""
        if pattern.who == "another" and about[0] == me:
            return False
        for name, match, how in pattern.pieces:
            piece = about[1 + self.binder.role(power, name)]
            if not (self.binder.mask(match)[g.side[piece]] and stands(how, piece, this)):
                return False
        return all(
            about[1 + self.binder.role(power, name)] in self.binder.kinds(kinds) for name, kinds in pattern.kinds
        )

    def can(self, power: model.Power, g: Play[Any], me: int, this: int) -> bool:
        """Whether using the power would be possible and do something."""
        if not all(self.holds(g, me, this, one) for one in power.conditions):
            return False
        if not all(self.payable(g, me, this, one) for one in together(power.price)):
            return False
        return not power.effects or any(self.doable(g, me, this, one) for one in power.effects)

    def payable(self, g: Play[Any], me: int, this: int, one: model.Do) -> bool:
        """Whether a price could be paid in full."""
        if (paid := in_full(self.binder, one)) and self.amount(g, me, this, one.low) > self.measure(g, me, this, paid):
            return False
        return self.doable(g, me, this, one)

    def doable(self, g: Play[Any], me: int, this: int, one: model.Do) -> bool:
        """Whether a verb could be carried out, by its owner or by any opponent."""
        verb = self.binder.game.verbs[one.signature]
        if one.who != "own":
            own = evolve(one, who="own")
            return any(self.doable(g, seat, this, own) for seat in self.seats("others", me))
        if any(self.nowhere(g, me, value) for _, value in one.slots):
            return False
        return verb.can is None or verb.can(g, me, this, *self.arguments(g, me, this, one))

    def nowhere(self, g: Play[Any], me: int, value: Any) -> bool:
        """Whether a place that is only known during play is none yet."""
        counter = chosen_by(value)
        return bool(counter) and self.binder.phase_places()[me][g.counters[self.binder.counter(counter)[me]]] < 0

    def arguments(self, g: Play[Any], me: int, this: int, one: model.Do) -> list[Any]:
        """What a verb is called with."""
        verb = self.binder.game.verbs[one.signature]
        low = MANY if one.all else self.amount(g, me, this, one.low)
        high = low if one.high is None else one.high
        what: Any = None
        if isinstance(one.what, str):
            what = self.binder.counter(one.what)[me]
        elif isinstance(one.what, model.StockSet):
            granted = self.binder.granted(one.what, verb)[me] if verb.grants else None
            what = self.cells(g, me, this, one.what) if granted is None else granted
        elif isinstance(one.what, model.PieceSet) and not verb.grants:
            what = self.pieces(g, me, this, one.what)
        slots = dict(one.slots)
        return [
            what,
            low,
            high,
            *(self.slot(g, me, this, one, slots.get(name), kind) for name, kind in verb.slots.items()),
        ]

    def slot(self, g: Play[Any], me: int, this: int, one: model.Do, value: Any, kind: str) -> Any:
        """What fills a slot of a verb."""
        if kind == "flag":
            return isinstance(one.what, model.StockSet) and one.what.same_place
        if kind == "differing":
            return differing(self.binder, one.what)
        if isinstance(value, model.Number):
            return value.n
        if isinstance(value, model.Counters):
            return ([self.binder.counter(name)[me] for name in value.names], value.mixed, value.n)
        if isinstance(value, model.Change):
            return value.by if value.direction == "more" else -value.by
        if isinstance(value, model.Seats):
            return list(clockwise(self.binder.layout.seats, me))
        if isinstance(value, model.PlaceSet):
            if value.here:
                return [self.binder.layout.place[self.binder.on_pieces[0]][this]]
            if value.chosen:
                return [self.binder.phase_places()[me][g.counters[self.binder.counter(value.chosen)[me]]]]
            return list(self.binder.targets(value)[me])
        if isinstance(value, model.PieceSet):
            return self.pieces(g, me, this, value)
        if isinstance(value, model.StockSet):
            return self.cells(g, me, this, value)
        return value

    def segment(
        self,
        power: model.Power,
        segments: Sequence[Sequence[model.Do]],
        nth: int,
        g: Play[Any],
        me: int,
        this: int,
        about: Sequence[Any],
    ) -> None:
        """Carry out one segment, and put the next one on the agenda."""
        for one in segments[nth]:
            verb = self.binder.game.verbs[one.signature]
            paid = any(one is price for price in power.price)
            one = evolve(one, who="own")
            if paid or self.doable(g, me, this, one):
                verb.do(g, me, this, *self.arguments(g, me, this, one))
        if power.lasting and nth == len(segments) - 1:
            g.begin_lasting(me, this, power.lasting.id, power.until)
        for following, opponents in behind(segments, nth):
            for seat in clockwise(self.binder.layout.seats, me) if opponents else (me,):
                g.then_segment(seat, this, power.id, following, *about)


def together(price: Sequence[model.Do]) -> list[model.Do]:
    """A price with what is to be paid of one thing in several parts as one part."""
    found: list[model.Do] = []
    for one in price:
        alike = [nth for nth, other in enumerate(found) if evolve(one, low=other.low) == other]
        if alike and one.low.measure is None and found[alike[0]].low.measure is None:
            before = found[alike[0]]
            found[alike[0]] = evolve(before, low=evolve(before.low, n=before.low.n + one.low.n))
        else:
            found.append(one)
    return found


def in_full(binder: Binder, one: model.Do) -> model.Count | None:
    """What there must be enough of if the owner is to pay a plain number of fungible things; None for another price."""
    verb = binder.game.verbs[one.signature]
    plain = isinstance(one.what, model.StockSet) and one.who == "own" and not verb.grants
    return model.Count(one.what) if plain and one.high is None and not one.all else None  # type: ignore[arg-type]


def chosen_by(value: object) -> str:
    """The counter that says which place is meant, where that is only known during play; else empty."""
    return value.chosen if isinstance(value, model.PlaceSet) else ""


def bearing(wanted: model.StockSet) -> model.PieceSet:
    """The pieces on which fungible things are meant; whose things they are says whose pieces."""
    on = wanted.on or model.PieceSet(model.Match())
    return on if wanted.who == "own" else evolve(on, who=wanted.who)


def differing(binder: Binder, what: object) -> tuple[Any, ...] | None:
    """The values, by side, of which those chosen must all have different ones; None where any will do."""
    return binder.values(what.different) if isinstance(what, model.PieceSet) and what.different else None


def behind(segments: Sequence[Sequence[model.Do]], nth: int) -> Iterator[tuple[int, bool]]:
    """The segments to put on the agenda behind one of the owner's, and whether it is one for each opponent."""
    for following in range(nth + 1, 0 if by_opponents(segments[nth]) else len(segments)):
        opponents = by_opponents(segments[following])
        yield following, opponents
        if not opponents:
            return


def clockwise(seats: int, me: int) -> tuple[int, ...]:
    """All other seats, in turn."""
    return tuple((me + step) % seats for step in range(1, seats))


def by_opponents(segment: Sequence[model.Do]) -> bool:
    """Whether each opponent carries out this segment."""
    return any(one.who != "own" for one in segment)


def cut(binder: Binder, power: model.Power) -> list[list[model.Do]]:
    """The verbs of a power in segments: one that asks ends its segment; what opponents do is one of its own."""
    segments: list[list[model.Do]] = [[]]
    for one in (*power.price, *power.effects):
        if one.who != "own":
            segments[len(segments) - (not segments[-1] and len(segments) > 1) :] = [[one], []]
            continue
        segments[-1].append(one)
        if binder.game.verbs[one.signature].asks:
            segments.append([])
    return segments if segments[-1] or len(segments) == 1 else segments[:-1]


def begin(
    binder: Binder, power: model.Power, can: bool, g: Play[Any], me: int, this: int, about: Sequence[Any]
) -> None:
    """Use a power: at once, or after its owner has been asked."""
    if power.may and power.use != "offer":
        if can:
            g.ask_use(me, this, power.id, power.once, about)
        return
    if power.once:
        g.use_up(me, this, power.id, power.once)
    g.run_segment(me, this, power.id, 0, about)


def stands(how: str, piece: int, this: int) -> bool:
    """Whether a piece is this one, another one, or either, as wanted."""
    return how == "any" or (piece == this) == (how == "only")


def triangle(n: int) -> int:
    """The largest whole number whose triangular number is at most ``n``."""
    root = 0
    while (root + 1) * (root + 2) // 2 <= n:
        root += 1
    return root


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
