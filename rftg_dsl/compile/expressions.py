"""Sets, numbers and conditions of a model as Python expressions.

Every set of names becomes a constant of numbers (places, cells, masks over sides), so that a function only indexes
lists.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from rftg_dsl.check import model
from rftg_dsl.check.signatures import MANY, Listed, Selected
from rftg_dsl.check.visit import nodes
from rftg_dsl.compile.ast_helpers import attribute, call, compare, const, either, for_seat, item, loops, name, negated
from rftg_dsl.compile.bind import Binder, bearing, of_this, tally_of
from rftg_dsl.compile.runtime import all_in, extreme, steps, triangle
from rftg_dsl.kernel.play import CHOSEN

G, ME, THIS, ABOUT = name("g"), name("me"), name("this"), name("about")
"""The play, the owner, the piece, and the arguments of an event, which begin with the acting seat."""


class Expressions:
    """Translates sets, numbers and conditions of a model, with a named constant for each set of numbers."""

    def __init__(self, binder: Binder) -> None:
        self.binder = binder
        self.constants: dict[str, Any] = {"MANY": MANY}
        """The globals of the generated functions."""
        self.known: dict[Any, str] = {}
        """The names of constants, by type and value."""

    def constant(self, value: Any, hint: str) -> ast.expr:
        """A named constant; equal ones share a name."""
        key = (type(value).__name__, value)
        if key not in self.known:
            text = f"{hint}_{len(self.known)}"
            self.known[key] = text
            self.constants[text] = value
        return name(self.known[key])

    def called(self, function: Callable[..., Any]) -> ast.expr:
        """One of our own functions, called by its name."""
        self.constants[function.__name__] = function
        return name(function.__name__)

    # -- sets and numbers ------------------------------------------------------------------------------------

    def rows(self, zones: tuple[tuple[int, ...], ...], who: model.Who, hint: str) -> ast.expr:
        """The places of all seats meant, as one tuple, looked up by owner."""
        meant = self.binder.meant[who]
        merged = tuple(tuple(dict.fromkeys(place for seat in row for place in zones[seat])) for row in meant)
        return item(self.constant(merged, hint), ME)

    def pieces(self, wanted: model.PieceSet) -> ast.expr:
        """The matching pieces, as a list."""
        side = item(attribute(G, "side"), name("p"))
        mask = self.binder.mask(wanted.match)
        tests = [] if all(mask) else [item(self.constant(mask, "MASK"), side)]
        tests += self.stands(wanted.this, name("p"))
        if wanted.tag:
            tests.append(compare(item(attribute(G, "tag"), name("p")), ast.Eq(), const(wanted.tag)))
        if wanted.holding:
            tests.append(self.holding(wanted.holding))
        if wanted.laden:
            tests.append(self.holding(wanted.laden))
        if wanted.free:
            tests.append(negated(self.holding(wanted.free)))
        if wanted.on:
            tests += self.on_piece(wanted.on, wanted.on_this)
        if wanted.not_last:
            last = item(attribute(G, "facts"), const(self.binder.layout.fact[CHOSEN]))
            tests.append(compare(name("p"), ast.NotEq(), last))
        for parameter, low, high in wanted.current:
            now = call(attribute(G, "value"), const(parameter), ME, item(self.printed(parameter), side), name("p"))
            tests += [compare(now, ast.GtE(), const(low)), compare(now, ast.LtE(), const(high))]
        if wanted.role:
            about = ast.Tuple([item(ABOUT, const(wanted.role))], ast.Load())
            found = loops(name("p"), ("p", about, tests))
        elif not wanted.top and (owned := self.binder.owned(wanted)) is not None:
            places = self.constant(self.binder.standing(wanted), "STANDING")
            standing = item(places, item(attribute(G, "place_of"), name("p")))
            found = loops(name("p"), ("p", self.rows(owned, wanted.who, "OWNED"), [standing, *tests]))
        elif borne := self.binder.borne(wanted):
            rows = self.rows(self.binder.zones(model.PieceSet(model.Match())), wanted.who, "PLACES")
            found = loops(
                name("p"),
                ("z", rows, []),
                ("h", item(attribute(G, "zone"), name("z")), []),
                ("y", item(self.constant(self.binder.on(borne), "ON"), name("h")), []),
                ("p", item(attribute(G, "zone"), name("y")), tests),
            )
        else:
            rows = self.rows(self.binder.zones(wanted), wanted.who, "PLACES")
            there = item(attribute(G, "zone"), name("z"))
            if wanted.top:
                top = item(there, item(self.constant(self.binder.tops(wanted), "TOPS"), name("z")))
                there = ast.IfExp(there, ast.Tuple([top], ast.Load()), ast.Tuple([], ast.Load()))
            found = loops(name("p"), ("z", rows, []), ("p", there, tests))
        if wanted.extreme:
            values = self.constant(self.binder.values(wanted.extreme[0]), wanted.extreme[0].upper())
            best = name("max" if wanted.extreme[1] == "highest" else "min")
            found = call(self.called(extreme), found, values, attribute(G, "side"), best)
        return found

    def stands(self, how: str, piece: ast.expr) -> list[ast.expr]:
        """The test that a piece is this one, or another one; empty if either will do."""
        return [] if how == "any" else [compare(piece, ast.Eq() if how == "only" else ast.NotEq(), THIS)]

    def on_piece(self, match: model.Match, how: str) -> list[ast.expr]:
        """The tests that piece ``p`` lies on a matching piece."""
        host = item(
            self.constant(tuple(self.binder.layout.place_piece), "HOST"), item(attribute(G, "place_of"), name("p"))
        )
        below = item(self.constant(self.binder.mask(match), "MASK"), item(attribute(G, "side"), host))
        return [compare(host, ast.GtE(), const(0)), below, *self.stands(how, host)]

    def holding(self, places: Sequence[str]) -> ast.expr:
        """Whether something lies in one of these places on piece ``p``."""
        layout, tests = self.binder.layout, []
        for place in places:
            there = item(self.constant(tuple(layout.place[place]), "ON"), name("p"))
            tests.append(item(attribute(G, "zone"), there))
            if self.binder.stacked(place):
                width = const(len(layout.kinds))
                first = ast.BinOp(there, ast.Mult(), width)
                row = ast.Slice(first, ast.BinOp(first, ast.Add(), width))
                tests.append(call(name("any"), item(attribute(G, "stock"), row)))
        return either(tests)

    def all_cells(self, wanted: model.StockSet) -> ast.expr:
        """The matching cells, including empty ones."""
        seated = self.rows(self.binder.seat_cells(wanted), wanted.who, "CELLS")
        rows = self.binder.piece_rows(wanted)
        if not rows:
            return seated
        kinds = self.binder.kinds(wanted.kinds)
        cell = ast.BinOp(item(name("r"), name("p")), ast.Add(), name("k"))
        loaded = loops(
            cell,
            ("p", self.pieces(bearing(wanted)), []),
            ("r", self.constant(rows, "ROWS"), []),
            ("k", self.constant(kinds, "KINDS"), []),
        )
        if not any(self.binder.seat_cells(wanted)):
            return loaded
        return ast.List([ast.Starred(seated, ast.Load()), ast.Starred(loaded, ast.Load())], ast.Load())

    def cells(self, wanted: model.StockSet) -> ast.expr:
        """The matching cells that are not empty, as a list."""
        tests = [item(attribute(G, "stock"), name("c")), *self.cell_listed(wanted)]
        return loops(name("c"), ("c", self.all_cells(wanted), tests))

    def cell_listed(self, wanted: model.StockSet) -> list[ast.expr]:
        """The test that cell ``c`` is in a place known during play; empty if any place will do."""
        places, width = wanted.listed, len(self.binder.layout.kinds)
        if places is None:
            return []
        if isinstance(places, Selected):
            seats = item(self.constant(self.binder.meant[wanted.who], "SEATS_OF"), ME)
            chosen = loops(call(for_seat(self.selected(places)), name("s")), ("s", seats, []))
            return [compare(ast.BinOp(name("c"), ast.FloorDiv(), const(width)), ast.In(), chosen)]
        names = {place: name for row in self.binder.among(places) for name, place in row}
        owner = self.constant(tuple(names.get(place, "") for place in range(self.binder.layout.places)), "NAMES")
        place = item(owner, ast.BinOp(name("c"), ast.FloorDiv(), const(width)))
        tests = [compare(place, ast.In() if places.named else ast.NotIn(), self.fact(places.fact))]
        return tests if places.named else [place, *tests]

    def selected(self, places: Selected) -> ast.expr:
        """The place that a counter of the owner selects; -1 for none."""
        return item(item(self.constant(self.binder.selected(places), "SELECTED"), ME), self.held(places.counter))

    def fact(self, fact: str) -> ast.expr:
        """A fact of the table."""
        return item(attribute(G, "facts"), const(self.binder.layout.fact[fact]))

    def listed(self, places: Listed) -> ast.expr:
        """The places of the owner that a fact names now, or does not name."""
        row = item(self.constant(self.binder.among(places), "AMONG"), ME)
        test = compare(item(name("n"), const(0)), ast.In() if places.named else ast.NotIn(), self.fact(places.fact))
        return loops(item(name("n"), const(1)), ("n", row, [test]))

    def measure(self, wanted: model.Measure) -> ast.expr:
        """The value of a measure."""
        match wanted:
            case model.Plain(n):
                return const(n)
            case model.Count(of=model.PieceSet() as pieces):
                return call(name("len"), self.pieces(pieces))
            case model.Count(of=model.StockSet() as stock):
                there = item(attribute(G, "stock"), name("c"))
                return call(name("sum"), loops(there, ("c", self.all_cells(stock), self.cell_listed(stock))))
            case model.Sum(property=prop, of=pieces):
                value = self.constant(self.binder.values(prop), prop.upper())
                each = item(value, item(attribute(G, "side"), name("q")))
                return call(name("sum"), loops(each, ("q", self.pieces(pieces), [])))
            case model.Distinct(of=model.PieceSet() as pieces, property=prop):
                shown = self.constant(self.binder.shown(prop), prop.upper())
                values = item(shown, item(attribute(G, "side"), name("q")))
                found = loops(name("v"), ("q", self.pieces(pieces), []), ("v", values, []), unique=True)
                return call(name("len"), found)
            case model.Figure(parameter=parameter):
                return call(attribute(G, "value"), const(parameter), ME, const(0))
            case model.Distinct(of=model.StockSet() as stock):
                width = const(len(self.binder.layout.kinds))
                kind = ast.BinOp(name("d"), ast.Mod(), width)
                return call(name("len"), loops(kind, ("d", self.cells(stock), []), unique=True))
            case model.Held(counter=counter):
                return self.held(counter)
            case model.Triangle(of=inner):
                return call(self.called(triangle), self.measure(inner))
            case model.Steps(of=inner, start=start):
                return call(self.called(steps), self.measure(inner), const(start))
            case model.Difference(of=inner, less=less):
                difference = ast.BinOp(self.measure(inner), ast.Sub(), self.measure(less))
                return call(name("max"), const(0), difference)
            case model.Smaller(of=inner, other=other):
                return call(name("min"), self.measure(inner), self.measure(other))
            case model.Times():
                return self.tally(wanted)
            case model.Variety(times=times):
                happened = [compare(self.tally(one), ast.Gt(), const(0)) for one in times]
                return call(name("sum"), ast.Tuple([*happened], ast.Load()))
            case model.Yours(of=inner):
                return call(for_seat(self.measure(inner)), name("you"))
            case model.Others(condition=condition):
                seats = const(self.binder.layout.seats - 1)
                return call(name("sum"), self.for_others(condition)) if condition else seats
        raise AssertionError(wanted)

    def printed(self, prop: str) -> ast.expr:
        """The printed numbers of a property, by number of the side."""
        return self.constant(self.binder.values(prop), prop.upper())

    def number_of(self, counter: str) -> ast.expr:
        """The number of the owner's counter."""
        return item(self.constant(tuple(self.binder.counter(counter)), "COUNTER"), ME)

    def held(self, counter: str) -> ast.expr:
        """The value of the owner's counter."""
        return item(attribute(G, "counters"), self.number_of(counter))

    def amount(self, wanted: model.Amount, signed: bool = False) -> ast.expr:
        """A plain number, or one that grows with a measure, which is at least 0 unless it is ``signed``."""
        if wanted.measure is None:
            return const(wanted.n)
        result = self.measure(wanted.measure)
        if isinstance(wanted.measure, model.Figure | model.Held | model.Sum) and not signed:
            result = call(name("max"), const(0), result)
        if wanted.each > 1:
            each = const(wanted.each)
            if wanted.up:
                halves = ast.BinOp(ast.UnaryOp(ast.USub(), result), ast.FloorDiv(), each)
                result = ast.UnaryOp(ast.USub(), halves)
            else:
                result = ast.BinOp(result, ast.FloorDiv(), each)
        many = result if wanted.n == 1 else ast.BinOp(const(wanted.n), ast.Mult(), result)
        if wanted.less:
            many = call(name("max"), const(0), ast.BinOp(many, ast.Sub(), const(wanted.less)))
        return many if wanted.most == MANY else call(name("min"), const(wanted.most), many)

    def holds(self, wanted: model.Condition) -> ast.expr:
        """Whether a condition is true now."""
        match wanted:
            case model.Most(shared=shared) if self.binder.layout.seats == 1:
                return const(not shared)  # there is nobody to share it with
            case model.Most(measure=inner, shared=shared, fewest=fewest):
                own = self.measure(inner)
                other = call(for_seat(self.measure(inner)), name("s"))
                seats = self.constant(tuple(range(self.binder.layout.seats)), "SEATS")
                rest = loops(other, ("s", seats, [compare(name("s"), ast.NotEq(), ME)]))
                best = call(name("min" if fewest else "max"), rest)
                op = ast.Eq() if shared else ast.Lt() if fewest else ast.Gt()
                return compare(own, op, best)
            case model.AllAre(these=these, those=those):
                return call(self.called(all_in), self.pieces(these), self.pieces(those))
            case model.HowMany(measure=inner, low=low, high=high):
                return self.between(self.measure(inner), low, high)
            case model.Compared(measure=inner, how=how, other=another):
                than = {"as many": ast.Eq(), "more": ast.Gt(), "fewer": ast.Lt()}[how]
                return compare(self.measure(inner), than, self.measure(another))
            case model.Opponents(condition=inner, how=how):
                found = call(name("all" if how == "every" else "any"), self.for_others(inner))
                return negated(found) if how == "no" else found
        raise AssertionError(wanted)

    def for_others(self, wanted: model.Condition) -> ast.expr:
        """For each opponent, whether a condition holds."""
        seats = self.constant(tuple(range(self.binder.layout.seats)), "SEATS")
        return loops(self.holds_for(wanted), ("s", seats, [compare(name("s"), ast.NotEq(), ME)]))

    def holds_for(self, wanted: model.Condition) -> ast.expr:
        """Whether a condition holds for seat ``s``, which may be compared with the owner."""
        inner = call(for_seat(self.holds(wanted)), name("s"))
        compares = any(isinstance(part, model.Yours) for part in nodes(wanted))
        return call(for_seat(inner, "you"), ME) if compares else inner

    def between(self, number: ast.expr, low: int, high: int) -> ast.expr:
        """Whether a number is in a range."""
        if high == MANY:
            return compare(number, ast.GtE(), const(low))
        if low == 0:
            return compare(number, ast.LtE(), const(high)) if high else negated(number)
        return ast.Compare(const(low), [ast.LtE(), ast.LtE()], [number, const(high)])

    def tally(self, wanted: model.Times) -> ast.expr:
        """The number of times something has been done since the phase began, by everyone whose acts are counted."""
        own = self.own_tally(wanted)
        if wanted.who == "own":
            return own
        seats = item(self.constant(self.binder.meant[wanted.who], "SEATS_OF"), ME)
        return call(name("sum"), loops(call(for_seat(own), name("s")), ("s", seats, [])))

    def own_tally(self, wanted: model.Times) -> ast.expr:
        """The number of times the owner has done something since the phase began."""
        if not of_this(wanted):
            return self.held(wanted.tally)
        pieces, counter = self.binder.layout.pieces, self.binder.layout.counter
        names = [tally_of(wanted, pieces, this) for this in range(len(pieces))]
        by_piece = tuple(tuple(counter.get(name, ())) for name in names)
        return item(attribute(G, "counters"), item(item(self.constant(by_piece, "TALLY"), THIS), ME))
