"""The fast back end, which builds the Python functions for each power from ``ast`` nodes and compiles them once.

The plain interpreter defines the required behaviour of these functions. Tests compare the two back ends over whole
random games.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from rftg_dsl.check import model
from rftg_dsl.check.signatures import Listed, Selected
from rftg_dsl.compile import lowered
from rftg_dsl.compile.ast_helpers import (
    all_of,
    any_of,
    as_literal,
    as_statement,
    call,
    compare,
    get_attribute,
    get_item,
    let,
    make_comprehension,
    make_function,
    make_lambda,
    make_return,
    name,
    negate,
    put_on_first_line,
    return_unless,
)
from rftg_dsl.compile.bind import Tally
from rftg_dsl.compile.expressions import ABOUT, ME, THIS, Expressions, G
from rftg_dsl.compile.lower import sort_of
from rftg_dsl.compile.runtime import (
    can_pay_parts,
    does_hold_after,
    leave_out,
    points_of_rows,
    things_to_spare,
    units_in,
    units_of,
)

OWNER = ("g", "me", "this")
SAME_ABOUT = ast.Starred(ABOUT, ast.Load())


class Generator(Expressions):
    """A back end that builds the functions for all powers in a model."""

    def build(
        self, powers: Sequence[lowered.Lowered], tallies: Sequence[Tally]
    ) -> tuple[list[dict[str, Callable[..., Any]]], list[Callable[..., None]]]:
        rows = [self.functions_of(power, f"power{nth}_") for nth, power in enumerate(powers)]
        counts = [self.make_count_function(tally, f"tally{nth}") for nth, tally in enumerate(tallies)]
        body: list[ast.stmt] = [*(node for row in rows for node in row.values()), *counts, *self.make_helpers()]
        # Put all powers into one module, so that they share constants and ``compile`` runs only once.
        exec(compile(put_on_first_line(ast.Module(body, [])), "<powers>", "exec"), self.constants)
        made = [{part: self.constants[node.name] for part, node in row.items()} for row in rows]
        return made, [self.constants[node.name] for node in counts]

    def make_helpers(self) -> list[ast.stmt]:
        return []

    def as_source(self, power: lowered.Lowered) -> str:
        title = power.id.replace(".", "_").replace("/", "_").replace("-", "_")
        body: list[ast.stmt] = [*self.functions_of(power, f"{title}_").values()]
        return ast.unparse(put_on_first_line(ast.Module(body, [])))

    # -- powers ----------------------------------------------------------------------------------------------

    def functions_of(self, power: lowered.Lowered, title: str) -> dict[str, ast.FunctionDef]:
        """Build the functions ``react``, ``can``, ``segment0`` and so on, with ``title`` as the prefix of their
        names."""
        match power:
            case lowered.Changed():
                react = make_function(f"{title}react", (*OWNER, "subject", "base"), self.change(power))
            case lowered.Scored():
                react = make_function(f"{title}react", OWNER, self.points_of(power))
            case lowered.Acted():
                react = make_function(f"{title}react", OWNER, self.react(power, f"{title}can"), "about")
        made = {"react": react}
        if isinstance(power, lowered.Changed) and power.opens:
            made["can"] = make_function(
                f"{title}can", (*OWNER, "subject"), [make_return(all_of(self.test_change(power)))]
            )
        if isinstance(power, lowered.Changed) and power.price:
            made["units"] = make_function(f"{title}units", OWNER, [make_return(self.count_units(power.price.of))])
            made["pay"] = make_function(f"{title}pay", (*OWNER, "n", "but"), [self.pay_price(power.price)])
        if isinstance(power, lowered.Acted) and power.segments:
            made["can"] = make_function(f"{title}can", OWNER, [make_return(all_of(self.test_all(power.can)))], "about")
            if power.choices:
                made["options"] = make_function(
                    f"{title}options", OWNER, [make_return(self.options_of(power))], "about"
                )
            for nth, segment in enumerate(power.segments):
                body = self.carry_out_segment(power.id, segment)
                made[f"segment{nth}"] = make_function(f"{title}segment{nth}", OWNER, body, "about")
        return made

    def react(self, power: lowered.Acted, can: str) -> list[ast.stmt]:
        body = return_unless(self.test_all(power.tests, power.id))
        if power.asked:
            asked = call(get_attribute(G, "ask_use"), ME, THIS, as_literal(power.id), as_literal(power.once), ABOUT)
            return [*body, ast.If(call(name(can), G, ME, THIS, SAME_ABOUT), [as_statement(asked)], [])]
        if power.once:
            body.append(
                as_statement(call(get_attribute(G, "use_up"), ME, THIS, as_literal(power.id), as_literal(power.once)))
            )
        return body + self.begin(power)

    def begin(self, power: lowered.Acted) -> list[ast.stmt]:
        """Return the statements of the first segment, for a power that runs at once. Subclasses override this
        method."""
        return self.carry_out_segment(power.id, power.segments[0])

    def carry_out_segment(self, power: str, segment: lowered.Segment) -> list[ast.stmt]:
        body: list[ast.stmt] = []
        for verb_call in segment.calls:
            do = self.add_constant(verb_call.verb.do, f"do_{verb_call.verb.name.split()[0]}")
            done = as_statement(call(do, G, ME, THIS, *self.arguments_of(verb_call)))
            body.append(ast.If(self.test_call(verb_call), [done], []) if verb_call.tested else done)
        if segment.begins:
            begun, until = segment.begins
            body.append(
                as_statement(call(get_attribute(G, "begin_lasting"), ME, THIS, as_literal(begun), as_literal(until)))
            )
        body += [self.put_on_agenda(power, following) for following in segment.next]
        if segment.chooses:
            body.append(as_statement(call(get_attribute(G, "then_choose"), ME, THIS, as_literal(power), SAME_ABOUT)))
        return body or [ast.Pass()]

    def options_of(self, power: lowered.Acted) -> ast.expr:
        options = []
        for nth, choice in enumerate(power.choices, 1):
            number = ast.List([as_literal(nth)], ast.Load())
            tests = self.test_all(choice.tests)
            options.append(ast.IfExp(all_of(tests), number, ast.List([], ast.Load())) if tests else number)
        return ast.List([ast.Starred(option, ast.Load()) for option in options], ast.Load())

    def put_on_agenda(self, power: str, following: lowered.Next) -> ast.stmt:
        put, nth = get_attribute(G, "then_segment"), as_literal(following.segment)
        if following.who == "owner":
            once = as_statement(call(put, ME, THIS, as_literal(power), nth, SAME_ABOUT))
            if following.times is None:
                return once
            return ast.For(ast.Name("n", ast.Store()), call(name("range"), self.amount_of(following.times)), [once], [])
        seats = self.list_opponents()
        if following.whoever is not None:
            holds = self.holds_for(following.whoever)
            seats = make_comprehension(
                name("s"), ("s", get_item(self.add_constant(self.binder.everybody, "SEATS_FROM"), ME), [holds])
            )
        each = as_statement(call(put, name("s"), THIS, as_literal(power), nth, SAME_ABOUT))
        return ast.For(ast.Name("s", ast.Store()), seats, [each], [])

    def change(self, power: lowered.Changed) -> list[ast.stmt]:
        after = self.number_after(power.change)
        if power.change.direction == "printed":
            after = get_item(
                self.look_up_property(power.parameter), get_item(get_attribute(G, "side"), name("subject"))
            )
        return [*return_unless(self.test_change(power), name("base")), make_return(after)]

    def test_change(self, power: lowered.Changed) -> list[ast.expr]:
        subject = name("subject")
        tests: list[ast.expr] = []
        if isinstance(power.about, model.PieceSet):
            mask = self.add_constant(self.binder.mask_of(power.about.match), "MASK")
            tests += [
                compare(subject, ast.GtE(), as_literal(0)),
                get_item(mask, get_item(get_attribute(G, "side"), subject)),
            ]
            tests += self.test_this(power.about.this, subject)
        elif isinstance(power.about, model.StockSet):
            kinds = self.add_constant(self.binder.kind_numbers_of(power.about.kinds), "KINDS")
            tests.append(compare(subject, ast.In(), kinds))
        return [*tests, *self.test_all(power.tests)]

    def number_after(self, change: model.Change) -> ast.expr:
        """Return an expression for the changed number. ``not below`` never raises a number, and ``not above`` never
        lowers one."""
        base, by = name("base"), self.amount_of(change.by, signed=True)
        match change.direction:
            case "any" | "closed":
                return name("MANY")
            case "exactly":
                return by
            case "allowed":
                return any_of([base, as_literal(1)])
            case "forbidden":
                return as_literal(-1)
            case "more":
                after = ast.BinOp(base, ast.Add(), by)
                if change.ceiling is None:
                    return after
                return call(name("max"), base, call(name("min"), after, as_literal(change.ceiling)))
        after = ast.BinOp(base, ast.Sub(), by)
        if change.floor is None:
            return after
        return call(name("min"), base, call(name("max"), after, as_literal(change.floor)))

    def points_of(self, power: lowered.Scored) -> list[ast.stmt]:
        if isinstance(power.total, lowered.FirstFitting):
            rows = [ast.Tuple([as_literal(n), self.find_pieces(of)], ast.Load()) for n, of in power.total.rows]
            total = call(self.add_function(points_of_rows), ast.List([*rows], ast.Load()))
        else:
            total = self.amount_of(power.total, signed=True)
        return [*return_unless(self.test_all(power.tests), as_literal(0)), make_return(total)]

    def make_count_function(self, tally: Tally, title: str) -> ast.FunctionDef:
        tests = self.test_pattern(tally.pattern)
        counter = self.number_of(tally.counter)
        count = as_statement(call(get_attribute(G, "adjust"), counter, as_literal(1), as_literal("counted")))
        # A tally has no owner, so expressions made for ``me`` are evaluated for the acting seat.
        start = [let("me", get_item(ABOUT, as_literal(0)))]
        if tally.this >= 0:
            start.append(let("this", as_literal(tally.this)))
        return make_function(title, ("g",), [*start, *return_unless(tests), count], "about")

    # -- tests -----------------------------------------------------------------------------------------------

    def test_all(self, wanted: Sequence[lowered.Test], power: str = "") -> list[ast.expr]:
        return [test for each in wanted for test in self.test(each, power)]

    def test(self, wanted: lowered.Test, power: str) -> Sequence[ast.expr]:
        """Return the expressions for one test. A pattern may need several expressions, or none."""
        match wanted:
            case model.Pattern():
                return self.test_pattern(wanted)
            case lowered.Unused(once, times):
                uses = call(get_attribute(G, "uses"), ME, THIS, as_literal(power), as_literal(once))
                return [negate(uses) if times == 1 else compare(uses, ast.Lt(), as_literal(times))]
            case lowered.Payable(parts):
                return [call(self.add_function(can_pay_parts), self.dues_of(parts))]
            case lowered.Possible():
                return [self.test_possible(wanted)]
            case lowered.AnyOf(tests, taken):
                possible = any_of([self.test_possible(test) for test in tests])
                if not taken:
                    return [possible]
                amounts = [
                    ast.Tuple([self.argument_of(counter), self.amount_of(n)], ast.Load()) for counter, n in taken
                ]
                later = ast.Lambda(ast.arguments([], [], None, [], [], None, []), possible)
                return [call(self.add_function(does_hold_after), G, ast.List([*amounts], ast.Load()), later)]
        return [self.test_condition(wanted)]

    def dues_of(self, parts: Sequence[lowered.Part]) -> ast.expr:
        each = [ast.Tuple([self.amount_of(part.amount), self.count_units(part.of)], ast.Load()) for part in parts]
        return ast.List([*each], ast.Load())

    def count_units(
        self, wanted: model.PieceSet | model.StockSet | lowered.Takeable | lowered.CounterNumber
    ) -> ast.expr:
        if isinstance(wanted, lowered.CounterNumber):
            return call(self.add_function(units_in), G, self.number_of(wanted.name))
        sort = sort_of(wanted)
        there = () if sort == "piece" else (get_attribute(G, "stock"),)
        return call(self.add_function(units_of), as_literal(sort), self.argument_of(wanted), *there)

    def pay_price(self, price: lowered.Price) -> ast.stmt:
        """Return a statement that pays ``n`` units of a price without the things in ``but``. In generated code, ``n``
        and ``but`` are parameters."""
        what = self.argument_of(price.of)
        if not isinstance(price.of, lowered.CounterNumber):
            what = call(self.add_function(leave_out), as_literal(sort_of(price.of)), what, name("but"))
        do = self.add_constant(price.call.verb.do, f"do_{price.call.verb.name.split()[0]}")
        return as_statement(call(do, G, ME, THIS, what, name("n"), name("n"), *map(self.argument_of, price.slots)))

    def test_pattern(self, pattern: model.Pattern) -> list[ast.expr]:
        tests: list[ast.expr] = []
        if pattern.who == "another":
            tests.append(compare(get_item(ABOUT, as_literal(0)), ast.NotEq(), ME))
        for role, match, how in pattern.pieces:
            piece = get_item(ABOUT, as_literal(self.binder.index_of_role(pattern, role)))
            mask = self.binder.mask_of(match)
            if not all(mask):
                tests.append(get_item(self.add_constant(mask, "MASK"), get_item(get_attribute(G, "side"), piece)))
            tests += self.test_this(how, piece)
        for role, kinds in pattern.kinds:
            numbers = self.add_constant(self.binder.kind_numbers_of(kinds), "KINDS")
            tests.append(
                compare(get_item(ABOUT, as_literal(self.binder.index_of_role(pattern, role))), ast.In(), numbers)
            )
        return tests

    def test_possible(self, wanted: lowered.Possible) -> ast.expr:
        some = [] if wanted.amount is None else [compare(self.amount_of(wanted.amount), ast.Gt(), as_literal(0))]
        own = all_of([self.test_call(wanted.call), *some])
        if not wanted.by_opponents:
            return own
        return call(
            name("any"), make_comprehension(call(make_lambda(own), name("s")), ("s", self.list_opponents(), []))
        )

    def test_call(self, verb_call: lowered.Call) -> ast.expr:
        tests = [compare(self.place_selected_by(place), ast.GtE(), as_literal(0)) for place in verb_call.selected]
        if verb_call.verb.can is not None:
            can = self.add_constant(verb_call.verb.can, f"can_{verb_call.verb.name.split()[0]}")
            tests.append(call(can, G, ME, THIS, *self.arguments_of(verb_call)))
        return all_of(tests)

    # -- arguments -------------------------------------------------------------------------------------------

    def arguments_of(self, verb_call: lowered.Call) -> list[ast.expr]:
        return [self.argument_of(value) for value in verb_call.arguments]

    def argument_of(self, value: lowered.Argument) -> ast.expr:
        match value:
            case lowered.Plain(plain):
                return as_literal(plain)
            case model.Amount():
                return self.amount_of(value)
            case lowered.CounterNumber(counter):
                return self.number_of(counter)
            case lowered.Granted(stock, conjured):
                return get_item(self.add_constant(self.binder.cells_to_grant(stock, conjured), "GRANTED"), ME)
            case lowered.Takeable(_, verb_call):
                takes = self.add_constant(verb_call.verb.takes, f"takes_{verb_call.verb.name.split()[0]}")
                return call(takes, G, ME, THIS, *self.arguments_of(verb_call))
            case lowered.Spared(of, rest):
                return call(
                    self.add_function(things_to_spare),
                    as_literal(sort_of(of)),
                    self.argument_of(of),
                    self.dues_of(rest),
                )
            case model.StockSet():
                return self.find_cells(value)
            case model.PieceSet():
                return self.find_pieces(value)
            case lowered.ByProperty(prop):
                return self.add_constant(self.binder.values_of(prop), "DIFFERENT")
            case lowered.Alike(likenesses):
                return self.add_constant(self.binder.find_alike_sides(likenesses), "ALIKE")
            case model.Counters(names, mixed, n):
                numbers = ast.List([self.number_of(counter) for counter in names], ast.Load())
                return ast.Tuple([numbers, as_literal(mixed), as_literal(n)], ast.Load())
            case model.Seats(each=each):
                return ast.Tuple([self.list_opponents(), as_literal(each)], ast.Load())
            case lowered.Here(place):
                return ast.List(
                    [get_item(self.add_constant(tuple(self.binder.place_on_pieces(place)), "HERE"), THIS)], ast.Load()
                )
            case lowered.OnPieces(pieces):
                here = self.add_constant(tuple(self.binder.place_on_pieces()), "HERE")
                return make_comprehension(get_item(here, name("h")), ("h", self.find_pieces(pieces), []))
            case Selected():
                return ast.List([self.place_selected_by(value)], ast.Load())
            case Listed():
                return self.places_listed_by(value)
            case model.PlaceSet():
                return call(name("list"), get_item(self.add_constant(self.binder.targets_of(value), "TARGETS"), ME))

    def list_opponents(self) -> ast.expr:
        return get_item(self.add_constant(self.binder.clockwise, "OPPONENTS"), ME)
