"""A plain interpreter that is slow but obvious. It serves as the oracle for the generated functions in tests."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from rftg_dsl.check import model
from rftg_dsl.check.signatures import MANY, Listed, Selected
from rftg_dsl.compile import lowered
from rftg_dsl.compile.bind import Binder, Tally, bearers_of, tally_of
from rftg_dsl.compile.lower import sort_of
from rftg_dsl.compile.runtime import (
    Due,
    Unit,
    can_pay_parts,
    count_steps,
    does_hold_after,
    leave_out,
    things_to_spare,
    triangle_of,
    units_in,
    units_of,
)
from rftg_dsl.kernel.play import CHOSEN, Play


class Use(NamedTuple):
    """One use of a power: the play, the acting seat, the piece with the power, and the event's arguments."""

    play: Play[Any]
    seat: int
    this: int
    about: Sequence[Any] = ()
    you: int = -1
    """The power's owner while the use is seen from another seat; otherwise -1."""

    def from_seat(self, seat: int) -> Use:
        return self._replace(seat=seat, you=self.seat if self.you < 0 else self.you)

    def from_owner(self) -> Use:
        return self._replace(seat=self.you)


class Interpreter:
    """A back end that interprets lowered powers directly."""

    def __init__(self, binder: Binder) -> None:
        self.binder = binder

    def build(
        self, powers: Sequence[lowered.Lowered], tallies: Sequence[Tally]
    ) -> tuple[list[dict[str, Callable[..., Any]]], list[Callable[..., None]]]:
        return [self.functions_of(power) for power in powers], [self.make_count_function(tally) for tally in tallies]

    def functions_of(self, power: lowered.Lowered) -> dict[str, Callable[..., Any]]:
        match power:
            case lowered.Scored():
                return {"react": lambda play, seat, this: self.points_of(power, Use(play, seat, this))}
            case lowered.Changed():
                change: dict[str, Callable[..., Any]] = {
                    "react": lambda play, seat, this, subject, base: self.change(
                        power, Use(play, seat, this), subject, base
                    )
                }
                if power.opens:
                    change["can"] = lambda play, seat, this, subject: self.does_change(
                        power, Use(play, seat, this), subject
                    )
                return change | (self.functions_of_price(power.price) if power.price else {})
            case lowered.Acted():
                made: dict[str, Callable[..., Any]] = {}
                made["react"] = lambda play, seat, this, *about: self.react(power, Use(play, seat, this, about))
                if power.choices:
                    made["options"] = lambda play, seat, this, *about: self.options_of(
                        power, Use(play, seat, this, about)
                    )
        if power.segments:
            made["can"] = lambda play, seat, this, *about: self.are_met(power.can, Use(play, seat, this, about))
        return made | {f"segment{nth}": self.run(power.id, segment) for nth, segment in enumerate(power.segments)}

    def functions_of_price(self, price: lowered.Price) -> dict[str, Callable[..., Any]]:
        def count_price_units(play: Play[Any], seat: int, this: int) -> dict[Unit, int]:
            return self.count_units(Use(play, seat, this), price.of)

        def pay(play: Play[Any], seat: int, this: int, n: int, but: Collection[Unit]) -> None:
            use = Use(play, seat, this)
            what = self.argument_of(use, price.of)
            if not isinstance(price.of, lowered.CounterNumber):
                what = leave_out(sort_of(price.of), what, but)
            price.call.verb.do(play, seat, this, what, n, n, *[self.argument_of(use, slot) for slot in price.slots])

        return {"units": count_price_units, "pay": pay}

    def run(self, power: str, segment: lowered.Segment) -> Callable[..., None]:
        return lambda play, seat, this, *about: self.carry_out_segment(power, segment, Use(play, seat, this, about))

    def make_count_function(self, tally: Tally) -> Callable[..., None]:
        counters = self.binder.counter_numbers_of(tally.counter)

        def count(play: Play[Any], seat: int, *about: Any) -> None:
            if self.does_fit(tally.pattern, Use(play, seat, tally.this, (seat, *about))):
                play.adjust(counters[seat], 1, "counted")

        return count

    # -- sets and numbers ------------------------------------------------------------------------------------

    def seats_for(self, who: model.Who, seat: int) -> Sequence[int]:
        return self.binder.meant[who][seat]

    def find_pieces(self, use: Use, wanted: model.PieceSet) -> list[int]:
        play, seat = use.play, use.seat
        mask = self.binder.mask_of(wanted.match)
        if wanted.role:
            there = [use.about[wanted.role]]
        elif not wanted.top and (owned := self.binder.pieces_by_owner(wanted)) is not None:
            standing = self.binder.place_mask_of(wanted)
            there = [
                piece
                for seat in self.seats_for(wanted.who, seat)
                for piece in owned[seat]
                if standing[play.place_of[piece]]
            ]
        elif borne := self.binder.host_places_of(wanted):
            zones, on = self.binder.places_of(model.PieceSet(model.Match())), self.binder.places_on_pieces(borne)
            hosts = [
                host for seat in self.seats_for(wanted.who, seat) for place in zones[seat] for host in play.zone[place]
            ]
            there = [piece for host in hosts for place in on[host] for piece in play.zone[place]]
        else:
            zones, tops = self.binder.places_of(wanted), self.binder.top_indices_of(wanted)
            places = [place for seat in self.seats_for(wanted.who, seat) for place in zones[seat]]
            if wanted.top:
                there = [play.zone[place][tops[place]] for place in places if play.zone[place]]
            else:
                there = [piece for place in places for piece in play.zone[place]]
        pieces = [piece for piece in there if mask[play.side[piece]] and is_meant(wanted.this, piece, use.this)]
        for name, low, high in wanted.current:
            value = self.binder.values_of(name)
            pieces = [
                piece for piece in pieces if low <= play.value(name, seat, value[play.side[piece]], piece) <= high
            ]
        if wanted.tag:
            pieces = [piece for piece in pieces if play.tag[piece] == wanted.tag]
        for laid in (wanted.holding, wanted.laden):
            pieces = [piece for piece in pieces if not laid or self.has_contents(play, laid, piece)]
        if wanted.free:
            pieces = [piece for piece in pieces if not self.has_contents(play, wanted.free, piece)]
        if wanted.on:
            below, host_of = self.binder.mask_of(wanted.on), play.layout.place_piece
            lying = [(piece, host_of[play.place_of[piece]]) for piece in pieces]
            lying = [(piece, host) for piece, host in lying if host >= 0 and below[play.side[host]]]
            pieces = [piece for piece, host in lying if is_meant(wanted.on_this, host, use.this)]
        if wanted.not_last:
            pieces = [piece for piece in pieces if piece != play.facts[play.layout.fact[CHOSEN]]]
        # This comes last, because the extreme is taken among the pieces that pass all other tests.
        if wanted.extreme and pieces:
            name, end = wanted.extreme
            value = self.binder.values_of(name)
            best = (max if end == "highest" else min)(value[play.side[piece]] for piece in pieces)
            pieces = [piece for piece in pieces if value[play.side[piece]] == best]
        return pieces

    def has_contents(self, play: Play[Any], names: Sequence[str], piece: int) -> bool:
        width = len(self.binder.layout.kinds)
        places = [self.binder.layout.place[name][piece] for name in names]
        return any(play.zone[place] or any(play.stock[place * width : (place + 1) * width]) for place in places)

    def find_cells(self, use: Use, wanted: model.StockSet) -> list[int]:
        cells: list[int] = []
        for seat in self.seats_for(wanted.who, use.seat):
            cells += [cell for cell in self.binder.cells_by_seat(wanted)[seat] if cell not in cells]
        if rows := self.binder.rows_on_pieces(wanted):
            for piece in self.find_pieces(use, bearers_of(wanted)):
                cells += [row[piece] + kind for row in rows for kind in self.binder.kind_numbers_of(wanted.kinds)]
        if wanted.listed is not None:
            there = self.find_places(use, wanted)
            cells = [cell for cell in cells if cell // len(self.binder.layout.kinds) in there]
        return [cell for cell in cells if use.play.stock[cell]]

    def measure(self, use: Use, wanted: model.Measure) -> int:
        play = use.play
        match wanted:
            case model.Plain(n):
                return n
            case model.Count(of=model.PieceSet() as pieces):
                return len(self.find_pieces(use, pieces))
            case model.Count(of=model.StockSet() as stock):
                return sum(play.stock[cell] for cell in self.find_cells(use, stock))
            case model.Sum(property=name, of=pieces):
                value = self.binder.values_of(name)
                return sum(value[play.side[piece]] for piece in self.find_pieces(use, pieces))
            case model.Distinct(of=model.PieceSet() as pieces, property=name):
                shown = self.binder.value_sets_of(name)
                return len({value for piece in self.find_pieces(use, pieces) for value in shown[play.side[piece]]})
            case model.Distinct(of=model.StockSet() as stock):
                width = len(self.binder.layout.kinds)
                return len({cell % width for cell in self.find_cells(use, stock)})
            case model.Held(counter=name):
                return play.counters[self.binder.counter_numbers_of(name)[use.seat]]
            case model.Triangle(of=inner):
                return triangle_of(self.measure(use, inner))
            case model.Steps(of=inner, start=start):
                return count_steps(self.measure(use, inner), start)
            case model.Difference(of=inner, less=less):
                return max(0, self.measure(use, inner) - self.measure(use, less))
            case model.Smaller(of=inner, other=other):
                return min(self.measure(use, inner), self.measure(use, other))
            case model.Times():
                tally = tally_of(wanted, self.binder.layout.pieces, use.this)
                return sum(
                    play.counters[self.binder.counter_numbers_of(tally)[seat]]
                    for seat in self.seats_for(wanted.who, use.seat)
                )
            case model.Variety(times=times):
                return sum(self.measure(use, event) > 0 for event in times)
            case model.Figure(parameter=name):
                return play.value(name, use.seat, 0)
            case model.Yours(of=inner):
                return self.measure(use.from_owner(), inner)
            case model.Others(condition=condition):
                others = self.seats_for("others", use.seat)
                return len(
                    [seat for seat in others if condition is None or self.is_met(use.from_seat(seat), condition)]
                )
        raise AssertionError(wanted)

    def amount_of(self, use: Use, wanted: model.Amount, signed: bool = False) -> int:
        """Return an amount, which is at least 0 unless ``signed``."""
        if wanted.measure is None:
            return wanted.n
        counted = self.measure(use, wanted.measure)
        counted = counted if signed else max(0, counted)
        many = wanted.n * (-(-counted // wanted.each) if wanted.up else counted // wanted.each)
        many = max(0, many - wanted.less) if wanted.less else many
        return many if wanted.most == MANY else min(wanted.most, many)

    def is_met(self, use: Use, wanted: model.Condition) -> bool:
        match wanted:
            case model.Most(measure=inner, shared=shared, fewest=fewest):
                sign = -1 if fewest else 1
                own = sign * self.measure(use, inner)
                others = self.seats_for("others", use.seat)
                if not others:
                    return not shared  # no one to tie with
                best = max(sign * self.measure(use.from_seat(seat), inner) for seat in others)
                return own == best if shared else own > best
            case model.AllAre(these=these, those=allowed):
                inside = set(self.find_pieces(use, allowed))
                meant = self.find_pieces(use, these)
                return bool(meant) and all(piece in inside for piece in meant)
            case model.HowMany(measure=inner, low=low, high=high):
                return low <= self.measure(use, inner) <= high
            case model.Compared(measure=inner, how=how, other=other):
                difference = self.measure(use, inner) - self.measure(use, other)
                return {"as many": difference == 0, "more": difference > 0, "fewer": difference < 0}[how]
            case model.Opponents(condition=inner, how=how):
                met = [self.is_met(use.from_seat(seat), inner) for seat in self.seats_for("others", use.seat)]
                return {"any": any(met), "every": all(met), "no": not any(met)}[how]
        raise AssertionError(wanted)

    # -- powers ----------------------------------------------------------------------------------------------

    def change(self, power: lowered.Changed, use: Use, subject: int, base: int) -> int:
        if not self.does_change(power, use, subject):
            return base
        if power.change.direction == "printed":
            printed: int = self.binder.values_of(power.parameter)[use.play.side[subject]]
            return printed
        return number_after(power.change, self.amount_of(use, power.change.by, signed=True), base)

    def does_change(self, power: lowered.Changed, use: Use, subject: int) -> bool:
        return self.is_about(power, use, subject) and self.are_met(power.tests, use)

    def is_about(self, power: lowered.Changed, use: Use, subject: int) -> bool:
        about = power.about
        if isinstance(about, model.PieceSet):
            mask = self.binder.mask_of(about.match)
            return subject >= 0 and bool(mask[use.play.side[subject]]) and is_meant(about.this, subject, use.this)
        return not isinstance(about, model.StockSet) or subject in self.binder.kind_numbers_of(about.kinds)

    def points_of(self, power: lowered.Scored, use: Use) -> int:
        if not self.are_met(power.tests, use):
            return 0
        if not isinstance(power.total, lowered.FirstFitting):
            return self.amount_of(use, power.total, signed=True)
        counted: set[int] = set()
        total = 0
        for n, of in power.total.rows:
            new = set(self.find_pieces(use, of)) - counted
            counted |= new
            total += n * len(new)
        return total

    def react(self, power: lowered.Acted, use: Use) -> None:
        play, seat, this, about, _ = use
        if not self.are_met(power.tests, use, power.id):
            return
        if power.asked:
            if self.are_met(power.can, use):
                play.ask_use(seat, this, power.id, power.once, about)
            return
        if power.once:
            play.use_up(seat, this, power.id, power.once)
        self.carry_out_segment(power.id, power.segments[0], use)

    def options_of(self, power: lowered.Acted, use: Use) -> list[int]:
        return [nth for nth, choice in enumerate(power.choices, 1) if self.are_met(choice.tests, use)]

    def carry_out_segment(self, power: str, segment: lowered.Segment, use: Use) -> None:
        play, seat, this, about, _ = use
        for call in segment.calls:
            if not call.tested or self.can_do(use, call):
                call.verb.do(play, seat, this, *self.arguments_of(use, call))
        if segment.begins:
            play.begin_lasting(seat, this, *segment.begins)
        for following in segment.next:
            times = 1 if following.times is None else self.amount_of(use, following.times)
            for actor in [*self.actors_of(following, use)] * times:
                play.then_segment(actor, this, power, following.segment, *about)
        if segment.chooses:
            play.then_choose(seat, this, power, *about)

    def actors_of(self, following: lowered.Next, use: Use) -> Sequence[int]:
        if following.who == "owner":
            return (use.seat,)
        others = self.binder.clockwise[use.seat]
        if following.who == "opponents":
            return others
        assert following.whoever is not None
        return [seat for seat in (use.seat, *others) if self.is_met(use.from_seat(seat), following.whoever)]

    # -- tests -----------------------------------------------------------------------------------------------

    def are_met(self, tests: Sequence[lowered.Test], use: Use, power: str = "") -> bool:
        return all(self.test(test, use, power) for test in tests)

    def test(self, wanted: lowered.Test, use: Use, power: str) -> bool:
        match wanted:
            case model.Pattern():
                return self.does_fit(wanted, use)
            case lowered.Unused(once, times):
                return use.play.uses(use.seat, use.this, power, once) < times
            case lowered.Payable(parts):
                return can_pay_parts(self.dues_of(use, parts))
            case lowered.Possible():
                return self.is_possible(use, wanted)
            case lowered.AnyOf(tests, taken):
                amounts = [(self.argument_of(use, counter), self.amount_of(use, amount)) for counter, amount in taken]
                return does_hold_after(use.play, amounts, lambda: any(self.is_possible(use, test) for test in tests))
        return self.is_met(use, wanted)

    def dues_of(self, use: Use, parts: Sequence[lowered.Part]) -> list[Due]:
        return [(self.amount_of(use, part.amount), self.count_units(use, part.of)) for part in parts]

    def count_units(
        self, use: Use, wanted: model.PieceSet | model.StockSet | lowered.Takeable | lowered.CounterNumber
    ) -> dict[Unit, int]:
        if isinstance(wanted, lowered.CounterNumber):
            return units_in(use.play, self.binder.counter_numbers_of(wanted.name)[use.seat])
        sort = sort_of(wanted)
        return units_of(sort, self.argument_of(use, wanted), None if sort == "piece" else use.play.stock)

    def does_fit(self, pattern: model.Pattern, use: Use) -> bool:
        """Whether an event fits a pattern. The event's arguments begin with the acting seat."""
        play, seat, this, about, _ = use
        if pattern.who == "another" and about[0] == seat:
            return False
        for role, match, how in pattern.pieces:
            piece = about[self.binder.index_of_role(pattern, role)]
            if not (self.binder.mask_of(match)[play.side[piece]] and is_meant(how, piece, this)):
                return False
        return all(
            about[self.binder.index_of_role(pattern, role)] in self.binder.kind_numbers_of(kinds)
            for role, kinds in pattern.kinds
        )

    def is_possible(self, use: Use, wanted: lowered.Possible) -> bool:
        seats = self.seats_for("others" if wanted.by_opponents else "own", use.seat)
        return any(
            self.can_do(by := use.from_seat(seat), wanted.call) and self.is_positive(by, wanted.amount)
            for seat in seats
        )

    def is_positive(self, use: Use, wanted: model.Amount | None) -> bool:
        return wanted is None or self.amount_of(use, wanted) > 0

    def can_do(self, use: Use, call: lowered.Call) -> bool:
        if any(self.place_selected_by(use, place) < 0 for place in call.selected):
            return False
        return call.verb.can is None or call.verb.can(use.play, use.seat, use.this, *self.arguments_of(use, call))

    # -- arguments -------------------------------------------------------------------------------------------

    def arguments_of(self, use: Use, call: lowered.Call) -> list[Any]:
        return [self.argument_of(use, value) for value in call.arguments]

    def argument_of(self, use: Use, value: lowered.Argument) -> Any:
        seat = use.seat
        match value:
            case lowered.Plain(plain):
                return plain
            case model.Amount():
                return self.amount_of(use, value)
            case lowered.CounterNumber(counter):
                return self.binder.counter_numbers_of(counter)[seat]
            case lowered.Granted(stock, conjured):
                return self.binder.cells_to_grant(stock, conjured)[seat]
            case lowered.Takeable(_, call):
                assert call.verb.takes is not None
                return call.verb.takes(use.play, seat, use.this, *self.arguments_of(use, call))
            case lowered.Spared(of, rest):
                return things_to_spare(sort_of(of), self.argument_of(use, of), self.dues_of(use, rest))
            case model.StockSet():
                return self.find_cells(use, value)
            case model.PieceSet():
                return self.find_pieces(use, value)
            case lowered.ByProperty(prop):
                return self.binder.values_of(prop)
            case lowered.Alike(likenesses):
                return self.binder.find_alike_sides(likenesses)
            case model.Counters(names, mixed, n):
                return ([self.binder.counter_numbers_of(counter)[seat] for counter in names], mixed, n)
            case model.Seats(each=each):
                return (self.binder.clockwise[seat], each)
            case lowered.Here(place):
                return [self.binder.place_on_pieces(place)[use.this]]
            case lowered.OnPieces(pieces):
                return [self.binder.place_on_pieces()[piece] for piece in self.find_pieces(use, pieces)]
            case Selected():
                return [self.place_selected_by(use, value)]
            case Listed():
                return self.places_listed_by(use.play, value)[seat]
            case model.PlaceSet():
                return list(self.binder.targets_of(value)[seat])

    def place_selected_by(self, use: Use, places: Selected) -> int:
        return self.binder.places_selected_by(places)[use.seat][
            use.play.counters[self.binder.counter_numbers_of(places.counter)[use.seat]]
        ]

    def find_places(self, use: Use, wanted: model.StockSet) -> set[int]:
        if isinstance(wanted.listed, Selected):
            return {
                self.place_selected_by(use.from_seat(seat), wanted.listed)
                for seat in self.seats_for(wanted.who, use.seat)
            }
        assert wanted.listed is not None
        return {place for row in self.places_listed_by(use.play, wanted.listed) for place in row}

    def places_listed_by(self, play: Play[Any], places: Listed) -> Sequence[list[int]]:
        """For each seat, the places that a fact currently names or, if ``places.named`` is false, the places that it
        does not name."""
        names = play.facts[self.binder.layout.fact[places.fact]]
        return [
            [place for name, place in row if (name in names) == places.named]
            for row in self.binder.candidates_of(places)
        ]


def is_meant(how: str, piece: int, this: int) -> bool:
    return how == "any" or (piece == this) == (how == "only")


def number_after(change: model.Change, by: int, base: int) -> int:
    match change.direction:
        case "any" | "closed":
            return MANY
        case "exactly":
            return by
        case "allowed":
            return base or 1
        case "forbidden":
            return -1
        case "more":
            after = base + by
            return after if change.ceiling is None or after <= change.ceiling else max(base, change.ceiling)
    after = base - by
    return after if change.floor is None or after >= change.floor else min(base, change.floor)
