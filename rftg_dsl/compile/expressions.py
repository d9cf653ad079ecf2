"""Translates a model's sets, numbers and conditions into Python expressions.

Every set of names becomes a constant that contains numbers (places, cells, masks over sides), so that a generated
function only has to index lists.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from rftg_dsl.check import model
from rftg_dsl.check.signatures import MANY, Listed, Selected
from rftg_dsl.check.visit import nodes_in
from rftg_dsl.compile.ast_helpers import (
    any_of,
    as_literal,
    call,
    compare,
    get_attribute,
    get_item,
    make_comprehension,
    make_lambda,
    name,
    negate,
)
from rftg_dsl.compile.bind import Binder, bearers_of, is_per_piece, tally_of
from rftg_dsl.compile.runtime import all_in, count_steps, select_extreme, triangle_of
from rftg_dsl.kernel.play import CHOSEN

G, ME, THIS, ABOUT = name("g"), name("me"), name("this"), name("about")
"""The names in generated code for the play, the owner, the piece and the event's arguments, which begin with the acting
seat."""


class Expressions:
    """Translates a model's sets, numbers and conditions, creating a named constant for each set of numbers."""

    def __init__(self, binder: Binder) -> None:
        self.binder = binder
        self.constants: dict[str, Any] = {"MANY": MANY}
        self.known: dict[Any, str] = {}

    def add_constant(self, value: Any, hint: str) -> ast.expr:
        # Include the type in the key, because True equals 1.
        key = (type(value).__name__, value)
        if key not in self.known:
            text = f"{hint}_{len(self.known)}"
            self.known[key] = text
            self.constants[text] = value
        return name(self.known[key])

    def add_function(self, function: Callable[..., Any]) -> ast.expr:
        self.constants[function.__name__] = function
        return name(function.__name__)

    # -- sets and numbers ------------------------------------------------------------------------------------

    def merge_rows(self, zones: tuple[tuple[int, ...], ...], who: model.Who, hint: str) -> ast.expr:
        meant = self.binder.meant[who]
        merged = tuple(tuple(dict.fromkeys(place for seat in row for place in zones[seat])) for row in meant)
        return get_item(self.add_constant(merged, hint), ME)

    def find_pieces(self, wanted: model.PieceSet) -> ast.expr:
        side = get_item(get_attribute(G, "side"), name("p"))
        mask = self.binder.mask_of(wanted.match)
        # A match that fits every side needs no test.
        tests = [] if all(mask) else [get_item(self.add_constant(mask, "MASK"), side)]
        tests += self.test_this(wanted.this, name("p"))
        if wanted.tag:
            tests.append(compare(get_item(get_attribute(G, "tag"), name("p")), ast.Eq(), as_literal(wanted.tag)))
        if wanted.holding:
            tests.append(self.test_contents(wanted.holding))
        if wanted.laden:
            tests.append(self.test_contents(wanted.laden))
        if wanted.free:
            tests.append(negate(self.test_contents(wanted.free)))
        if wanted.on:
            tests += self.test_host(wanted.on, wanted.on_this)
        if wanted.not_last:
            last = get_item(get_attribute(G, "facts"), as_literal(self.binder.layout.fact[CHOSEN]))
            tests.append(compare(name("p"), ast.NotEq(), last))
        for parameter, low, high in wanted.current:
            now = call(
                get_attribute(G, "value"),
                as_literal(parameter),
                ME,
                get_item(self.look_up_property(parameter), side),
                name("p"),
            )
            tests += [compare(now, ast.GtE(), as_literal(low)), compare(now, ast.LtE(), as_literal(high))]
        if wanted.role:
            about = ast.Tuple([get_item(ABOUT, as_literal(wanted.role))], ast.Load())
            pieces = make_comprehension(name("p"), ("p", about, tests))
        # Pieces that belong to a seat can be anywhere, so search the seat's pieces rather than its places.
        elif not wanted.top and (owned := self.binder.pieces_by_owner(wanted)) is not None:
            places = self.add_constant(self.binder.place_mask_of(wanted), "STANDING")
            standing = get_item(places, get_item(get_attribute(G, "place_of"), name("p")))
            pieces = make_comprehension(
                name("p"), ("p", self.merge_rows(owned, wanted.who, "OWNED"), [standing, *tests])
            )
        elif borne := self.binder.host_places_of(wanted):
            rows = self.merge_rows(self.binder.places_of(model.PieceSet(model.Match())), wanted.who, "PLACES")
            pieces = make_comprehension(
                name("p"),
                ("z", rows, []),
                ("h", get_item(get_attribute(G, "zone"), name("z")), []),
                ("y", get_item(self.add_constant(self.binder.places_on_pieces(borne), "ON"), name("h")), []),
                ("p", get_item(get_attribute(G, "zone"), name("y")), tests),
            )
        else:
            rows = self.merge_rows(self.binder.places_of(wanted), wanted.who, "PLACES")
            there = get_item(get_attribute(G, "zone"), name("z"))
            if wanted.top:
                top = get_item(
                    there, get_item(self.add_constant(self.binder.top_indices_of(wanted), "TOPS"), name("z"))
                )
                there = ast.IfExp(there, ast.Tuple([top], ast.Load()), ast.Tuple([], ast.Load()))
            pieces = make_comprehension(name("p"), ("z", rows, []), ("p", there, tests))
        if wanted.extreme:
            values = self.add_constant(self.binder.values_of(wanted.extreme[0]), wanted.extreme[0].upper())
            best = name("max" if wanted.extreme[1] == "highest" else "min")
            pieces = call(self.add_function(select_extreme), pieces, values, get_attribute(G, "side"), best)
        return pieces

    def test_this(self, how: str, piece: ast.expr) -> list[ast.expr]:
        return [] if how == "any" else [compare(piece, ast.Eq() if how == "only" else ast.NotEq(), THIS)]

    def test_host(self, match: model.Match, how: str) -> list[ast.expr]:
        """Return tests for whether piece ``p`` is on a matching piece."""
        host = get_item(
            self.add_constant(tuple(self.binder.layout.place_piece), "HOST"),
            get_item(get_attribute(G, "place_of"), name("p")),
        )
        below = get_item(
            self.add_constant(self.binder.mask_of(match), "MASK"), get_item(get_attribute(G, "side"), host)
        )
        # The order of these tests matters: a host of -1, which means no host, must not index the mask.
        return [compare(host, ast.GtE(), as_literal(0)), below, *self.test_this(how, host)]

    def test_contents(self, places: Sequence[str]) -> ast.expr:
        """Return a test for whether anything is in one of these places on piece ``p``."""
        layout, tests = self.binder.layout, []
        for place in places:
            there = get_item(self.add_constant(tuple(layout.place[place]), "ON"), name("p"))
            tests.append(get_item(get_attribute(G, "zone"), there))
            if self.binder.can_hold_stock(place):
                width = as_literal(len(layout.kinds))
                first = ast.BinOp(there, ast.Mult(), width)
                row = ast.Slice(first, ast.BinOp(first, ast.Add(), width))
                tests.append(call(name("any"), get_item(get_attribute(G, "stock"), row)))
        return any_of(tests)

    def find_all_cells(self, wanted: model.StockSet) -> ast.expr:
        seated = self.merge_rows(self.binder.cells_by_seat(wanted), wanted.who, "CELLS")
        rows = self.binder.rows_on_pieces(wanted)
        if not rows:
            return seated
        kinds = self.binder.kind_numbers_of(wanted.kinds)
        cell = ast.BinOp(get_item(name("r"), name("p")), ast.Add(), name("k"))
        loaded = make_comprehension(
            cell,
            ("p", self.find_pieces(bearers_of(wanted)), []),
            ("r", self.add_constant(rows, "ROWS"), []),
            ("k", self.add_constant(kinds, "KINDS"), []),
        )
        # This stock is only ever on pieces, so there is no second list to join.
        if not any(self.binder.cells_by_seat(wanted)):
            return loaded
        return ast.List([ast.Starred(seated, ast.Load()), ast.Starred(loaded, ast.Load())], ast.Load())

    def find_cells(self, wanted: model.StockSet) -> ast.expr:
        tests = [get_item(get_attribute(G, "stock"), name("c")), *self.test_cell_place(wanted)]
        return make_comprehension(name("c"), ("c", self.find_all_cells(wanted), tests))

    def test_cell_place(self, wanted: model.StockSet) -> list[ast.expr]:
        """Return tests for whether cell ``c`` is in a place known only during play; no tests if any place is
        allowed."""
        places, width = wanted.listed, len(self.binder.layout.kinds)
        if places is None:
            return []
        if isinstance(places, Selected):
            seats = get_item(self.add_constant(self.binder.meant[wanted.who], "SEATS_OF"), ME)
            chosen = make_comprehension(call(make_lambda(self.place_selected_by(places)), name("s")), ("s", seats, []))
            return [compare(ast.BinOp(name("c"), ast.FloorDiv(), as_literal(width)), ast.In(), chosen)]
        names = {place: name for row in self.binder.candidates_of(places) for name, place in row}
        owner = self.add_constant(tuple(names.get(place, "") for place in range(self.binder.layout.places)), "NAMES")
        place = get_item(owner, ast.BinOp(name("c"), ast.FloorDiv(), as_literal(width)))
        tests = [compare(place, ast.In() if places.named else ast.NotIn(), self.look_up_fact(places.fact))]
        return tests if places.named else [place, *tests]

    def place_selected_by(self, places: Selected) -> ast.expr:
        """Return an expression for the number of the place that the owner's counter selects. Its value is -1 if the
        counter does not select a place."""
        return get_item(
            get_item(self.add_constant(self.binder.places_selected_by(places), "SELECTED"), ME),
            self.look_up_counter(places.counter),
        )

    def look_up_fact(self, fact: str) -> ast.expr:
        return get_item(get_attribute(G, "facts"), as_literal(self.binder.layout.fact[fact]))

    def places_listed_by(self, places: Listed) -> ast.expr:
        row = get_item(self.add_constant(self.binder.candidates_of(places), "AMONG"), ME)
        test = compare(
            get_item(name("n"), as_literal(0)),
            ast.In() if places.named else ast.NotIn(),
            self.look_up_fact(places.fact),
        )
        return make_comprehension(get_item(name("n"), as_literal(1)), ("n", row, [test]))

    def measure(self, wanted: model.Measure) -> ast.expr:
        match wanted:
            case model.Plain(n):
                return as_literal(n)
            case model.Count(of=model.PieceSet() as pieces):
                return call(name("len"), self.find_pieces(pieces))
            case model.Count(of=model.StockSet() as stock):
                there = get_item(get_attribute(G, "stock"), name("c"))
                return call(
                    name("sum"),
                    make_comprehension(there, ("c", self.find_all_cells(stock), self.test_cell_place(stock))),
                )
            case model.Sum(property=prop, of=pieces):
                value = self.add_constant(self.binder.values_of(prop), prop.upper())
                each = get_item(value, get_item(get_attribute(G, "side"), name("q")))
                return call(name("sum"), make_comprehension(each, ("q", self.find_pieces(pieces), [])))
            case model.Distinct(of=model.PieceSet() as pieces, property=prop):
                shown = self.add_constant(self.binder.value_sets_of(prop), prop.upper())
                values = get_item(shown, get_item(get_attribute(G, "side"), name("q")))
                distinct = make_comprehension(
                    name("v"), ("q", self.find_pieces(pieces), []), ("v", values, []), unique=True
                )
                return call(name("len"), distinct)
            case model.Figure(parameter=parameter):
                return call(get_attribute(G, "value"), as_literal(parameter), ME, as_literal(0))
            case model.Distinct(of=model.StockSet() as stock):
                width = as_literal(len(self.binder.layout.kinds))
                kind = ast.BinOp(name("d"), ast.Mod(), width)
                return call(name("len"), make_comprehension(kind, ("d", self.find_cells(stock), []), unique=True))
            case model.Held(counter=counter):
                return self.look_up_counter(counter)
            case model.Triangle(of=inner):
                return call(self.add_function(triangle_of), self.measure(inner))
            case model.Steps(of=inner, start=start):
                return call(self.add_function(count_steps), self.measure(inner), as_literal(start))
            case model.Difference(of=inner, less=less):
                difference = ast.BinOp(self.measure(inner), ast.Sub(), self.measure(less))
                return call(name("max"), as_literal(0), difference)
            case model.Smaller(of=inner, other=other):
                return call(name("min"), self.measure(inner), self.measure(other))
            case model.Times():
                return self.tally(wanted)
            case model.Variety(times=times):
                happened = [compare(self.tally(event), ast.Gt(), as_literal(0)) for event in times]
                return call(name("sum"), ast.Tuple([*happened], ast.Load()))
            case model.Yours(of=inner):
                return call(make_lambda(self.measure(inner)), name("you"))
            case model.Others(condition=condition):
                seats = as_literal(self.binder.layout.seats - 1)
                return call(name("sum"), self.test_opponents(condition)) if condition else seats
        raise AssertionError(wanted)

    def look_up_property(self, prop: str) -> ast.expr:
        return self.add_constant(self.binder.values_of(prop), prop.upper())

    def number_of(self, counter: str) -> ast.expr:
        return get_item(self.add_constant(tuple(self.binder.counter_numbers_of(counter)), "COUNTER"), ME)

    def look_up_counter(self, counter: str) -> ast.expr:
        return get_item(get_attribute(G, "counters"), self.number_of(counter))

    def amount_of(self, wanted: model.Amount, signed: bool = False) -> ast.expr:
        """Return an expression for an amount, which is at least 0 unless ``signed``."""
        if wanted.measure is None:
            return as_literal(wanted.n)
        result = self.measure(wanted.measure)
        # Counts cannot be negative, so they need no clamp.
        if isinstance(wanted.measure, model.Figure | model.Held | model.Sum) and not signed:
            result = call(name("max"), as_literal(0), result)
        if wanted.each > 1:
            each = as_literal(wanted.each)
            if wanted.up:
                # ``-(-x // each)`` rounds up.
                halves = ast.BinOp(ast.UnaryOp(ast.USub(), result), ast.FloorDiv(), each)
                result = ast.UnaryOp(ast.USub(), halves)
            else:
                result = ast.BinOp(result, ast.FloorDiv(), each)
        many = result if wanted.n == 1 else ast.BinOp(as_literal(wanted.n), ast.Mult(), result)
        if wanted.less:
            many = call(name("max"), as_literal(0), ast.BinOp(many, ast.Sub(), as_literal(wanted.less)))
        return many if wanted.most == MANY else call(name("min"), as_literal(wanted.most), many)

    def test_condition(self, wanted: model.Condition) -> ast.expr:
        match wanted:
            case model.Most(shared=shared) if self.binder.layout.seats == 1:
                return as_literal(not shared)  # no one to tie with
            case model.Most(measure=inner, shared=shared, fewest=fewest):
                own = self.measure(inner)
                other = call(make_lambda(self.measure(inner)), name("s"))
                seats = self.add_constant(tuple(range(self.binder.layout.seats)), "SEATS")
                rest = make_comprehension(other, ("s", seats, [compare(name("s"), ast.NotEq(), ME)]))
                best = call(name("min" if fewest else "max"), rest)
                op = ast.Eq() if shared else ast.Lt() if fewest else ast.Gt()
                return compare(own, op, best)
            case model.AllAre(these=these, those=allowed):
                return call(self.add_function(all_in), self.find_pieces(these), self.find_pieces(allowed))
            case model.HowMany(measure=inner, low=low, high=high):
                return self.test_range(self.measure(inner), low, high)
            case model.Compared(measure=inner, how=how, other=another):
                than = {"as many": ast.Eq(), "more": ast.Gt(), "fewer": ast.Lt()}[how]
                return compare(self.measure(inner), than, self.measure(another))
            case model.Opponents(condition=inner, how=how):
                met = call(name("all" if how == "every" else "any"), self.test_opponents(inner))
                return negate(met) if how == "no" else met
        raise AssertionError(wanted)

    def test_opponents(self, wanted: model.Condition) -> ast.expr:
        seats = self.add_constant(tuple(range(self.binder.layout.seats)), "SEATS")
        return make_comprehension(self.holds_for(wanted), ("s", seats, [compare(name("s"), ast.NotEq(), ME)]))

    def holds_for(self, wanted: model.Condition) -> ast.expr:
        """Return a test for whether a condition holds for seat ``s``. The condition may refer to the owner."""
        inner = call(make_lambda(self.test_condition(wanted)), name("s"))
        compares = any(isinstance(part, model.Yours) for part in nodes_in(wanted))
        # The inner lambda rebinds ``me``, so the outer lambda keeps the owner as ``you``.
        return call(make_lambda(inner, "you"), ME) if compares else inner

    def test_range(self, number: ast.expr, low: int, high: int) -> ast.expr:
        if high == MANY:
            return compare(number, ast.GtE(), as_literal(low))
        if low == 0:
            return compare(number, ast.LtE(), as_literal(high)) if high else negate(number)
        return ast.Compare(as_literal(low), [ast.LtE(), ast.LtE()], [number, as_literal(high)])

    def tally(self, wanted: model.Times) -> ast.expr:
        own = self.tally_own(wanted)
        if wanted.who == "own":
            return own
        seats = get_item(self.add_constant(self.binder.meant[wanted.who], "SEATS_OF"), ME)
        return call(name("sum"), make_comprehension(call(make_lambda(own), name("s")), ("s", seats, [])))

    def tally_own(self, wanted: model.Times) -> ast.expr:
        if not is_per_piece(wanted):
            return self.look_up_counter(wanted.tally)
        pieces, counter = self.binder.layout.pieces, self.binder.layout.counter
        # The piece is known only during play, so its counter is looked up by piece.
        names = [tally_of(wanted, pieces, this) for this in range(len(pieces))]
        by_piece = tuple(tuple(counter.get(name, ())) for name in names)
        return get_item(
            get_attribute(G, "counters"), get_item(get_item(self.add_constant(by_piece, "TALLY"), THIS), ME)
        )
