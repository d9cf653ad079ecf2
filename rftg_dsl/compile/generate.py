"""The fast form of a power: Python functions built with ``ast`` objects and compiled once.

The plain interpreter defines what the functions must do; tests compare the two over whole random games.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from rftg_dsl.check import model
from rftg_dsl.check.signatures import Listed, Selected
from rftg_dsl.compile import lowered
from rftg_dsl.compile.ast_helpers import (
    attribute,
    both,
    call,
    compare,
    const,
    either,
    for_seat,
    function,
    item,
    let,
    loops,
    name,
    negated,
    returns,
    statement,
    unless,
)
from rftg_dsl.compile.bind import Tally
from rftg_dsl.compile.expressions import ABOUT, ME, THIS, Expressions, G
from rftg_dsl.compile.lower import sort_of
from rftg_dsl.compile.runtime import first_fitting, once_taken, payable, spared, sparing, units_in, units_of

OWNER = ("g", "me", "this")
"""The first parameters of every function of a power."""
SAME_ABOUT = ast.Starred(ABOUT, ast.Load())
"""The arguments of the event, passed on."""


class Generator(Expressions):
    """Builds the functions of all powers of a model."""

    def build(
        self, powers: Sequence[lowered.Lowered], tallies: Sequence[Tally]
    ) -> tuple[list[dict[str, Callable[..., Any]]], list[Callable[..., None]]]:
        """The functions of each power, and the counting function of each tally, compiled together."""
        rows = [self.functions(power, f"power{nth}_") for nth, power in enumerate(powers)]
        counts = [self.counting(tally, f"tally{nth}") for nth, tally in enumerate(tallies)]
        body: list[ast.stmt] = [*(node for row in rows for node in row.values()), *counts, *self.besides()]
        exec(compile(ast.fix_missing_locations(ast.Module(body, [])), "<powers>", "exec"), self.constants)
        made = [{part: self.constants[node.name] for part, node in row.items()} for row in rows]
        return made, [self.constants[node.name] for node in counts]

    def besides(self) -> list[ast.stmt]:
        """Functions that those of powers call."""
        return []

    def text(self, power: lowered.Lowered) -> str:
        """The functions of one power as source text, for people."""
        title = power.id.replace(".", "_").replace("/", "_").replace("-", "_")
        body: list[ast.stmt] = [*self.functions(power, f"{title}_").values()]
        return ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))

    # -- powers ----------------------------------------------------------------------------------------------

    def functions(self, power: lowered.Lowered, title: str) -> dict[str, ast.FunctionDef]:
        """The definitions of one power: ``react``, ``can``, ``segment0`` and so on, with the title as a prefix."""
        match power:
            case lowered.Changed():
                react = function(f"{title}react", (*OWNER, "subject", "base"), self.change(power))
            case lowered.Scored():
                react = function(f"{title}react", OWNER, self.points(power))
            case lowered.Acted():
                react = function(f"{title}react", OWNER, self.react(power, f"{title}can"), "about")
        made = {"react": react}
        if isinstance(power, lowered.Changed) and power.opens:
            made["can"] = function(f"{title}can", (*OWNER, "subject"), [returns(both(self.changes(power)))])
        if isinstance(power, lowered.Changed) and power.price:
            made["units"] = function(f"{title}units", OWNER, [returns(self.units(power.price.of))])
            made["pay"] = function(f"{title}pay", (*OWNER, "n", "but"), [self.payment(power.price)])
        if isinstance(power, lowered.Acted) and power.segments:
            made["can"] = function(f"{title}can", OWNER, [returns(both(self.tests(power.can)))], "about")
            if power.choices:
                made["options"] = function(f"{title}options", OWNER, [returns(self.options(power))], "about")
            for nth, segment in enumerate(power.segments):
                body = self.segment(power.id, segment)
                made[f"segment{nth}"] = function(f"{title}segment{nth}", OWNER, body, "about")
        return made

    def react(self, power: lowered.Acted, can: str) -> list[ast.stmt]:
        """The statements that test whether a power applies, and begin it."""
        body = unless(self.tests(power.tests, power.id))
        if power.asked:
            asked = call(attribute(G, "ask_use"), ME, THIS, const(power.id), const(power.once), ABOUT)
            return [*body, ast.If(call(name(can), G, ME, THIS, SAME_ABOUT), [statement(asked)], [])]
        if power.once:
            body.append(statement(call(attribute(G, "use_up"), ME, THIS, const(power.id), const(power.once))))
        return body + self.first(power)

    def first(self, power: lowered.Acted) -> list[ast.stmt]:
        """The statements of the first segment of a power that is carried out at once."""
        return self.segment(power.id, power.segments[0])

    def segment(self, power: str, segment: lowered.Segment) -> list[ast.stmt]:
        """The statements of one segment."""
        body: list[ast.stmt] = []
        for one in segment.calls:
            do = self.constant(one.verb.do, f"do_{one.verb.name.split()[0]}")
            done = statement(call(do, G, ME, THIS, *self.arguments(one)))
            body.append(ast.If(self.possible(one), [done], []) if one.tested else done)
        if segment.begins:
            begun, until = segment.begins
            body.append(statement(call(attribute(G, "begin_lasting"), ME, THIS, const(begun), const(until))))
        body += [self.next(power, one) for one in segment.next]
        if segment.chooses:
            body.append(statement(call(attribute(G, "then_choose"), ME, THIS, const(power), SAME_ABOUT)))
        return body or [ast.Pass()]

    def options(self, power: lowered.Acted) -> ast.expr:
        """The alternatives that can be chosen now, counted from 1."""
        options = []
        for nth, one in enumerate(power.choices, 1):
            number = ast.List([const(nth)], ast.Load())
            tests = self.tests(one.tests)
            options.append(ast.IfExp(both(tests), number, ast.List([], ast.Load())) if tests else number)
        return ast.List([ast.Starred(one, ast.Load()) for one in options], ast.Load())

    def next(self, power: str, following: lowered.Next) -> ast.stmt:
        """The statement that puts a segment on the agenda."""
        put, nth = attribute(G, "then_segment"), const(following.segment)
        if following.who == "owner":
            once = statement(call(put, ME, THIS, const(power), nth, SAME_ABOUT))
            if following.times is None:
                return once
            return ast.For(ast.Name("n", ast.Store()), call(name("range"), self.amount(following.times)), [once], [])
        seats = self.opponents()
        if following.whoever is not None:
            holds = self.holds_for(following.whoever)
            seats = loops(name("s"), ("s", item(self.constant(self.binder.everybody, "SEATS_FROM"), ME), [holds]))
        each = statement(call(put, name("s"), THIS, const(power), nth, SAME_ABOUT))
        return ast.For(ast.Name("s", ast.Store()), seats, [each], [])

    def change(self, power: lowered.Changed) -> list[ast.stmt]:
        """The statements that apply a continuing power to a number."""
        after = self.changed(power.change)
        if power.change.direction == "printed":
            after = item(self.printed(power.parameter), item(attribute(G, "side"), name("subject")))
        return [*unless(self.changes(power), name("base")), returns(after)]

    def changes(self, power: lowered.Changed) -> list[ast.expr]:
        """The tests that a continuing power changes the number of a subject now."""
        subject = name("subject")
        tests: list[ast.expr] = []
        if isinstance(power.about, model.PieceSet):
            mask = self.constant(self.binder.mask(power.about.match), "MASK")
            tests += [compare(subject, ast.GtE(), const(0)), item(mask, item(attribute(G, "side"), subject))]
            tests += self.stands(power.about.this, subject)
        elif isinstance(power.about, model.StockSet):
            kinds = self.constant(self.binder.kinds(power.about.kinds), "KINDS")
            tests.append(compare(subject, ast.In(), kinds))
        return [*tests, *self.tests(power.tests)]

    def changed(self, change: model.Change) -> ast.expr:
        """The number after one change; ``not below`` never raises it, ``not above`` never lowers it."""
        base, by = name("base"), self.amount(change.by, signed=True)
        match change.direction:
            case "any" | "closed":
                return name("MANY")
            case "exactly":
                return by
            case "allowed":
                return either([base, const(1)])
            case "forbidden":
                return const(-1)
            case "more":
                after = ast.BinOp(base, ast.Add(), by)
                if change.ceiling is None:
                    return after
                return call(name("max"), base, call(name("min"), after, const(change.ceiling)))
        after = ast.BinOp(base, ast.Sub(), by)
        if change.floor is None:
            return after
        return call(name("min"), base, call(name("max"), after, const(change.floor)))

    def points(self, power: lowered.Scored) -> list[ast.stmt]:
        """The statements that return the points of a power."""
        if isinstance(power.total, lowered.FirstFitting):
            rows = [ast.Tuple([const(n), self.pieces(of)], ast.Load()) for n, of in power.total.rows]
            total = call(self.called(first_fitting), ast.List([*rows], ast.Load()))
        else:
            total = self.amount(power.total, signed=True)
        return [*unless(self.tests(power.tests), const(0)), returns(total)]

    def counting(self, tally: Tally, title: str) -> ast.FunctionDef:
        """The function that counts a seat's acts that fit a pattern."""
        tests = self.suits(tally.pattern)
        counter = self.number_of(tally.counter)
        count = statement(call(attribute(G, "adjust"), counter, const(1), const("counted")))
        start = [let("me", item(ABOUT, const(0)))]
        if tally.this >= 0:
            start.append(let("this", const(tally.this)))
        return function(title, ("g",), [*start, *unless(tests), count], "about")

    # -- tests -----------------------------------------------------------------------------------------------

    def tests(self, wanted: Sequence[lowered.Test], power: str = "") -> list[ast.expr]:
        """The expressions for several tests."""
        return [test for one in wanted for test in self.test(one, power)]

    def test(self, wanted: lowered.Test, power: str) -> Sequence[ast.expr]:
        """The expressions for one test; a pattern takes several, or none."""
        match wanted:
            case model.Pattern():
                return self.suits(wanted)
            case lowered.Unused(once, times):
                uses = call(attribute(G, "uses"), ME, THIS, const(power), const(once))
                return [negated(uses) if times == 1 else compare(uses, ast.Lt(), const(times))]
            case lowered.Payable(parts):
                return [call(self.called(payable), self.due(parts))]
            case lowered.Possible():
                return [self.by_any(wanted)]
            case lowered.AnyOf(tests, taken):
                found = either([self.by_any(one) for one in tests])
                if not taken:
                    return [found]
                amounts = [ast.Tuple([self.argument(one), self.amount(n)], ast.Load()) for one, n in taken]
                later = ast.Lambda(ast.arguments([], [], None, [], [], None, []), found)
                return [call(self.called(once_taken), G, ast.List([*amounts], ast.Load()), later)]
        return [self.holds(wanted)]

    def due(self, parts: Sequence[lowered.Part]) -> ast.expr:
        """How many each part of a price takes, and how many there are of each thing that pays it."""
        each = [ast.Tuple([self.amount(one.amount), self.units(one.of)], ast.Load()) for one in parts]
        return ast.List([*each], ast.Load())

    def units(self, wanted: model.PieceSet | model.StockSet | lowered.Takeable | lowered.CounterNumber) -> ast.expr:
        """How many there are of each thing that a part of a price can be paid with."""
        if isinstance(wanted, lowered.CounterNumber):
            return call(self.called(units_in), G, self.number_of(wanted.name))
        sort = sort_of(wanted)
        there = () if sort == "piece" else (attribute(G, "stock"),)
        return call(self.called(units_of), const(sort), self.argument(wanted), *there)

    def payment(self, price: lowered.Price) -> ast.stmt:
        """The statement that pays ``n`` of a price, with none of the things in ``but``."""
        what = self.argument(price.of)
        if not isinstance(price.of, lowered.CounterNumber):
            what = call(self.called(spared), const(sort_of(price.of)), what, name("but"))
        do = self.constant(price.call.verb.do, f"do_{price.call.verb.name.split()[0]}")
        return statement(call(do, G, ME, THIS, what, name("n"), name("n"), *map(self.argument, price.slots)))

    def suits(self, pattern: model.Pattern) -> list[ast.expr]:
        """The tests that an event fits a pattern."""
        tests: list[ast.expr] = []
        if pattern.who == "another":
            tests.append(compare(item(ABOUT, const(0)), ast.NotEq(), ME))
        for role, match, how in pattern.pieces:
            piece = item(ABOUT, const(self.binder.role(pattern, role)))
            mask = self.binder.mask(match)
            if not all(mask):
                tests.append(item(self.constant(mask, "MASK"), item(attribute(G, "side"), piece)))
            tests += self.stands(how, piece)
        for role, kinds in pattern.kinds:
            numbers = self.constant(self.binder.kinds(kinds), "KINDS")
            tests.append(compare(item(ABOUT, const(self.binder.role(pattern, role))), ast.In(), numbers))
        return tests

    def by_any(self, wanted: lowered.Possible) -> ast.expr:
        """Whether a verb could be carried out, by the owner or by any opponent."""
        some = [] if wanted.amount is None else [compare(self.amount(wanted.amount), ast.Gt(), const(0))]
        own = both([self.possible(wanted.call), *some])
        if not wanted.by_opponents:
            return own
        return call(name("any"), loops(call(for_seat(own), name("s")), ("s", self.opponents(), [])))

    def possible(self, one: lowered.Call) -> ast.expr:
        """Whether a verb could be carried out."""
        tests = [compare(self.selected(place), ast.GtE(), const(0)) for place in one.selected]
        if one.verb.can is not None:
            can = self.constant(one.verb.can, f"can_{one.verb.name.split()[0]}")
            tests.append(call(can, G, ME, THIS, *self.arguments(one)))
        return both(tests)

    # -- arguments -------------------------------------------------------------------------------------------

    def arguments(self, one: lowered.Call) -> list[ast.expr]:
        """The arguments of a verb."""
        return [self.argument(value) for value in one.arguments]

    def argument(self, value: lowered.Argument) -> ast.expr:
        """One argument of a verb."""
        match value:
            case lowered.Plain(plain):
                return const(plain)
            case model.Amount():
                return self.amount(value)
            case lowered.CounterNumber(counter):
                return self.number_of(counter)
            case lowered.Granted(stock, conjured):
                return item(self.constant(self.binder.granted(stock, conjured), "GRANTED"), ME)
            case lowered.Takeable(_, one):
                takes = self.constant(one.verb.takes, f"takes_{one.verb.name.split()[0]}")
                return call(takes, G, ME, THIS, *self.arguments(one))
            case lowered.Spared(of, rest):
                return call(self.called(sparing), const(sort_of(of)), self.argument(of), self.due(rest))
            case model.StockSet():
                return self.cells(value)
            case model.PieceSet():
                return self.pieces(value)
            case lowered.ByProperty(prop):
                return self.constant(self.binder.values(prop), "DIFFERENT")
            case lowered.Alike(likenesses):
                return self.constant(self.binder.alike(likenesses), "ALIKE")
            case model.Counters(names, mixed, n):
                numbers = ast.List([self.number_of(counter) for counter in names], ast.Load())
                return ast.Tuple([numbers, const(mixed), const(n)], ast.Load())
            case model.Seats(each=each):
                return ast.Tuple([self.opponents(), const(each)], ast.Load())
            case lowered.Here(place):
                return ast.List([item(self.constant(tuple(self.binder.here(place)), "HERE"), THIS)], ast.Load())
            case lowered.OnPieces(pieces):
                here = self.constant(tuple(self.binder.here()), "HERE")
                return loops(item(here, name("h")), ("h", self.pieces(pieces), []))
            case Selected():
                return ast.List([self.selected(value)], ast.Load())
            case Listed():
                return self.listed(value)
            case model.PlaceSet():
                return call(name("list"), item(self.constant(self.binder.targets(value), "TARGETS"), ME))

    def opponents(self) -> ast.expr:
        """All other seats, clockwise."""
        return item(self.constant(self.binder.clockwise, "OPPONENTS"), ME)
