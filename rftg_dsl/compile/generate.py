"""The fast form of a power: Python functions built from the checked model with ``ast`` objects, compiled once.

Every set of names becomes a constant of numbers (places, cells, masks over sides), so that a function only indexes
lists. The plain interpreter says what the functions must do; tests hold them to it over whole random games.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Sequence
from typing import Any

from attrs import evolve

from rftg_dsl.check import model
from rftg_dsl.compile.bind import Binder, of_this, tally_of
from rftg_dsl.compile.interpret import (
    MANY,
    bearing,
    behind,
    chosen_by,
    clockwise,
    cut,
    differing,
    in_full,
    together,
    triangle,
)
from rftg_dsl.kernel.play import CHOSEN

Namespace = dict[str, Any]


def name(text: str) -> ast.expr:
    """A variable."""
    return ast.Name(text, ast.Load())


def attribute(of: ast.expr, text: str) -> ast.expr:
    """``of.text``."""
    return ast.Attribute(of, text, ast.Load())


def item(of: ast.expr, index: ast.expr) -> ast.expr:
    """``of[index]``."""
    return ast.Subscript(of, index, ast.Load())


def const(value: Any) -> ast.expr:
    """A literal."""
    return ast.Constant(value)


def call(function: ast.expr, *args: ast.expr) -> ast.expr:
    """``function(args)``."""
    return ast.Call(function, list(args), [])


def compare(left: ast.expr, op: ast.cmpop, right: ast.expr) -> ast.expr:
    """``left op right``."""
    return ast.Compare(left, [op], [right])


def both(tests: Sequence[ast.expr]) -> ast.expr:
    """All of the tests."""
    return (tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), list(tests))) if tests else const(True)


def either(tests: Sequence[ast.expr]) -> ast.expr:
    """Any of the tests."""
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.Or(), list(tests))


def negated(test: ast.expr) -> ast.expr:
    """``not test``."""
    return ast.UnaryOp(ast.Not(), test)


def loops(result: ast.expr, *parts: tuple[str, ast.expr, Sequence[ast.expr]], unique: bool = False) -> ast.expr:
    """A list (or set) of ``result`` for each variable in turn, with its tests."""
    chain = [
        ast.comprehension(ast.Name(variable, ast.Store()), over, list(tests), 0) for variable, over, tests in parts
    ]
    return ast.SetComp(result, chain) if unique else ast.ListComp(result, chain)


def statement(value: ast.expr) -> ast.stmt:
    """An expression for its effect."""
    return ast.Expr(value)


def returns(value: ast.expr | None = None) -> ast.stmt:
    """``return value``."""
    return ast.Return(value)


G, ME, THIS, ABOUT = name("g"), name("me"), name("this"), name("about")


class Generator:
    """Builds the functions of all powers of a model."""

    def __init__(self, binder: Binder) -> None:
        self.binder = binder
        self.constants: Namespace = {"triangle": triangle, "MANY": MANY}
        self.known: dict[Any, str] = {}

    def constant(self, value: Any, hint: str) -> ast.expr:
        """A named constant; equal ones share a name."""
        key = (type(value).__name__, value)
        if key not in self.known:
            text = f"{hint}_{len(self.known)}"
            self.known[key] = text
            self.constants[text] = value
        return name(self.known[key])

    def function(self, title: str, arguments: Sequence[str], body: list[ast.stmt], about: bool) -> ast.stmt:
        """A function definition."""
        args = ast.arguments(
            [], [ast.arg(one) for one in arguments], ast.arg("about") if about else None, [], [], None, []
        )
        return ast.FunctionDef(title, args, body, [], None, None, **TYPE_PARAMS)

    # -- sets and numbers ------------------------------------------------------------------------------------

    def rows(self, zones: tuple[tuple[int, ...], ...], who: model.Who, hint: str) -> ast.expr:
        """The places of all seats meant, as one tuple that depends on the owner."""
        seats = range(self.binder.layout.seats)
        meant = [[seat for seat in seats if who == "all" or (seat == me) == (who == "own")] for me in seats]
        merged = tuple(tuple(dict.fromkeys(place for seat in row for place in zones[seat])) for row in meant)
        return item(self.constant(merged, hint), ME)

    def pieces(self, wanted: model.PieceSet) -> ast.expr:
        """A list of the pieces meant."""
        side = item(attribute(G, "side"), name("p"))
        mask = self.binder.mask(wanted.match)
        tests = [] if all(mask) else [item(self.constant(mask, "MASK"), side)]
        if wanted.this != "any":
            tests.append(compare(name("p"), ast.Eq() if wanted.this == "only" else ast.NotEq(), THIS))
        if wanted.tag:
            tests.append(compare(item(attribute(G, "tag"), name("p")), ast.Eq(), const(wanted.tag)))
        if wanted.holding:
            tests.append(self.holding(wanted.holding))
        if wanted.free:
            tests.append(negated(self.holding(wanted.free)))
        if wanted.on:
            tests += self.on_piece(wanted.on)
        if wanted.not_last:
            last = item(attribute(G, "facts"), const(self.binder.layout.fact[CHOSEN]))
            tests.append(compare(name("p"), ast.NotEq(), last))
        if (owned := self.binder.owned(wanted)) is not None:
            places = self.constant(self.binder.standing(wanted), "STANDING")
            standing = item(places, item(attribute(G, "place_of"), name("p")))
            found = loops(name("p"), ("p", self.rows(owned, wanted.who, "OWNED"), [standing, *tests]))
        else:
            rows = self.rows(self.binder.zones(wanted), wanted.who, "PLACES")
            found = loops(name("p"), ("z", rows, []), ("p", item(attribute(G, "zone"), name("z")), tests))
        if wanted.extreme:
            values = self.constant(self.binder.values(wanted.extreme[0]), wanted.extreme[0].upper())
            best = name("max" if wanted.extreme[1] == "highest" else "min")
            self.constants["extreme"] = extreme
            found = call(name("extreme"), found, values, attribute(G, "side"), best)
        return found

    def on_piece(self, match: model.Match) -> list[ast.expr]:
        """Whether piece ``p`` stands on a piece that is meant."""
        host = item(
            self.constant(tuple(self.binder.layout.place_piece), "HOST"), item(attribute(G, "place_of"), name("p"))
        )
        below = item(self.constant(self.binder.mask(match), "MASK"), item(attribute(G, "side"), host))
        return [compare(host, ast.GtE(), const(0)), below]

    def holding(self, places: Sequence[str]) -> ast.expr:
        """Whether something lies on piece ``p``, in one of these places."""
        on = self.binder.on(places)
        each = [self.constant(tuple(row[nth] for row in on), "ON") for nth in range(len(places))]
        return either([item(attribute(G, "zone"), item(one, name("p"))) for one in each])

    def all_cells(self, wanted: model.StockSet) -> list[tuple[str, ast.expr, Sequence[ast.expr]]] | ast.expr:
        """The cells meant, empty ones too: an expression where they are fixed, else loops over ``c``."""
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
        """A list of the cells meant in which something stands."""
        over = self.all_cells(wanted)
        assert isinstance(over, ast.expr)
        return loops(name("c"), ("c", over, [item(attribute(G, "stock"), name("c"))]))

    def measure(self, wanted: model.Measure) -> ast.expr:
        """How much there is of something."""
        match wanted:
            case model.Count(of=model.PieceSet() as pieces):
                return call(name("len"), self.pieces(pieces))
            case model.Count(of=model.StockSet() as stock):
                over = self.all_cells(stock)
                assert isinstance(over, ast.expr)
                return call(name("sum"), loops(item(attribute(G, "stock"), name("c")), ("c", over, [])))
            case model.Sum(property=prop, of=pieces):
                value = self.constant(self.binder.values(prop), prop.upper())
                each = item(value, item(attribute(G, "side"), name("q")))
                return call(name("sum"), loops(each, ("q", self.pieces(pieces), [])))
            case model.Distinct(of=model.PieceSet() as pieces, property=prop):
                value = self.constant(self.binder.values(prop), prop.upper())
                each = item(value, item(attribute(G, "side"), name("q")))
                return call(name("len"), loops(each, ("q", self.pieces(pieces), []), unique=True))
            case model.Figure(parameter=parameter):
                return call(attribute(G, "value"), const(parameter), ME, const(0))
            case model.Distinct(of=model.StockSet() as stock):
                width = const(len(self.binder.layout.kinds))
                kind = ast.BinOp(name("d"), ast.Mod(), width)
                return call(name("len"), loops(kind, ("d", self.cells(stock), []), unique=True))
            case model.Held(counter=counter):
                return self.held(counter)
            case model.Triangle(of=inner):
                return call(name("triangle"), self.measure(inner))
        raise AssertionError(wanted)

    def number_of(self, counter: str) -> ast.expr:
        """The number of a counter of the owner."""
        return item(self.constant(tuple(self.binder.counter(counter)), "COUNTER"), ME)

    def held(self, counter: str) -> ast.expr:
        """The value of a counter of the owner."""
        return item(attribute(G, "counters"), self.number_of(counter))

    def amount(self, wanted: model.Amount) -> ast.expr:
        """So many, or so many per what is counted."""
        if wanted.measure is None:
            return const(wanted.n)
        result = self.measure(wanted.measure)
        if wanted.each > 1:
            each = const(wanted.each)
            if wanted.up:
                halves = ast.BinOp(ast.UnaryOp(ast.USub(), result), ast.FloorDiv(), each)
                result = ast.UnaryOp(ast.USub(), halves)
            else:
                result = ast.BinOp(result, ast.FloorDiv(), each)
        many = result if wanted.n == 1 else ast.BinOp(const(wanted.n), ast.Mult(), result)
        if not wanted.less:
            return many
        return call(name("max"), const(0), ast.BinOp(many, ast.Sub(), const(wanted.less)))

    def holds(self, wanted: model.Condition) -> ast.expr:
        """Whether a condition is true now."""
        match wanted:
            case model.Most(measure=inner, shared=shared, fewest=fewest):
                own = self.measure(inner)
                args = ast.arguments([], [ast.arg("me")], None, [], [], None, [])
                other = call(ast.Lambda(args, self.measure(inner)), name("s"))
                seats = self.constant(tuple(range(self.binder.layout.seats)), "SEATS")
                rest = loops(other, ("s", seats, [compare(name("s"), ast.NotEq(), ME)]))
                best = call(name("min" if fewest else "max"), rest)
                op = ast.Eq() if shared else ast.Lt() if fewest else ast.Gt()
                return compare(own, op, best)
            case model.AllAre(these=these, those=those):
                self.constants["all_in"] = all_in
                return call(name("all_in"), self.pieces(these), self.pieces(those))
            case model.AtLeast(measure=inner, n=n):
                return compare(self.measure(inner), ast.GtE(), const(n))
            case model.AsMany(measure=inner, other=another):
                return compare(self.measure(inner), ast.Eq(), self.measure(another))
            case model.Without(measure=inner):
                return negated(self.measure(inner))
            case model.Happened():
                return compare(self.tally(wanted), ast.Gt(), const(0))
        raise AssertionError(wanted)

    def tally(self, wanted: model.Happened) -> ast.expr:
        """How often something happened to the owner in this stretch of play."""
        if not of_this(wanted):
            return self.held(wanted.tally)
        pieces, counter = self.binder.layout.pieces, self.binder.layout.counter
        names = [tally_of(wanted, pieces, this) for this in range(len(pieces))]
        by_piece = tuple(tuple(counter.get(name, ())) for name in names)
        return item(attribute(G, "counters"), item(item(self.constant(by_piece, "TALLY"), THIS), ME))

    # -- powers ----------------------------------------------------------------------------------------------

    def functions(self, power: model.Power, title: str) -> list[ast.stmt]:
        """The definitions of one power: ``title_react``, ``title_can``, ``title_segment0`` and so on."""
        if power.use == "modifier":
            body = self.change(power)
            made = [self.function(f"{title}_react", ("g", "me", "this", "subject", "base"), body, False)]
            return [*made, *self.priced(power, title)] if power.price else made
        if power.use == "score":
            body = self.score(power)
            return [self.function(f"{title}_react", ("g", "me", "this"), body, False)]
        segments = cut(self.binder, power)
        owner = ("g", "me", "this")
        made = [
            self.function(f"{title}_react", owner, self.react(power, segments, title), True),
            self.function(f"{title}_can", owner, [returns(self.can(power))], False),
        ]
        for nth in range(len(segments)):
            made.append(self.function(f"{title}_segment{nth}", owner, self.segment(power, segments, nth), True))
        return made

    def priced(self, power: model.Power, title: str) -> list[ast.stmt]:
        """The price of a modifier: whether it can be paid, and paying it."""
        owner = ("g", "me", "this")
        can = both([test for one in together(power.price) for test in self.payable(one)])
        return [
            self.function(f"{title}_can", owner, [returns(can)], False),
            self.function(f"{title}_segment0", owner, self.segment(power, [power.price], 0), True),
        ]

    def change(self, power: model.Power) -> list[ast.stmt]:
        """A number as a continuing power leaves it."""
        change, about = power.change, power.about
        assert change is not None
        tests: list[ast.expr] = []
        if isinstance(about, model.PieceSet):
            mask = self.constant(self.binder.mask(about.match), "MASK")
            tests.append(compare(name("subject"), ast.GtE(), const(0)))
            tests.append(item(mask, item(attribute(G, "side"), name("subject"))))
            if about.this != "any":
                op = ast.Eq() if about.this == "only" else ast.NotEq()
                tests.append(compare(name("subject"), op, THIS))
        elif isinstance(about, model.StockSet):
            kinds = self.constant(self.binder.kinds(about.kinds), "KINDS")
            tests.append(compare(name("subject"), ast.In(), kinds))
        tests += [self.holds(one) for one in power.conditions]
        guard: list[ast.stmt] = [ast.If(negated(both(tests)), [returns(name("base"))], [])] if tests else []
        by = const(change.by)
        if change.direction == "any":
            return [*guard, returns(name("MANY"))]
        if change.direction == "exactly":
            return [*guard, returns(by)]
        after = ast.BinOp(name("base"), ast.Add() if change.direction == "more" else ast.Sub(), by)
        if change.floor is None:
            return [*guard, returns(after)]
        floored = call(name("min"), name("base"), call(name("max"), after, const(change.floor)))
        if change.direction == "more":
            floored = call(name("max"), after, call(name("min"), name("base"), const(change.floor)))
        return [*guard, returns(floored)]

    def score(self, power: model.Power) -> list[ast.stmt]:
        """The points of a power."""
        if len(power.scores) > 1 and all(isinstance(row.measure, model.Count) for row in power.scores):
            rows = [
                ast.Tuple([const(row.n), self.pieces(row.measure.of)], ast.Load())  # type: ignore[union-attr, arg-type]
                for row in power.scores
            ]
            self.constants["first_fitting"] = first_fitting
            total = call(name("first_fitting"), ast.List(list(rows), ast.Load()))
        else:
            total = self.amount(power.scores[0])
            for row in power.scores[1:]:
                total = ast.BinOp(total, ast.Add(), self.amount(row))
        guard: list[ast.stmt] = []
        if power.conditions:
            guard = [ast.If(negated(both([self.holds(one) for one in power.conditions])), [returns(const(0))], [])]
        return [*guard, returns(total)]

    def react(self, power: model.Power, segments: Sequence[Sequence[model.Do]], title: str) -> list[ast.stmt]:
        """Check that the power is meant, and begin it."""
        body: list[ast.stmt] = []
        tests = [*self.unused(power), *self.suits(power), *(self.holds(one) for one in power.conditions)]
        if tests:
            body.append(ast.If(negated(both(tests)), [returns()], []))
        if power.may and power.use != "offer":
            asked = call(attribute(G, "ask_use"), ME, THIS, const(power.id), const(power.once), ABOUT)
            can = call(name(f"{title}_can"), G, ME, THIS)
            return [*body, ast.If(can, [statement(asked)], [])]
        if power.once:
            body.append(statement(call(attribute(G, "use_up"), ME, THIS, const(power.id), const(power.once))))
        return body + self.segment(power, segments, 0)

    def unused(self, power: model.Power) -> list[ast.expr]:
        """Whether a once-only power has not been used."""
        if not power.once:
            return []
        return [negated(call(attribute(G, "used_up"), ME, THIS, const(power.id), const(power.once)))]

    def suits(self, power: model.Power) -> list[ast.expr]:
        """Whether an event fits the pattern a power waits for."""
        pattern = power.pattern
        if pattern is None:
            return []
        tests: list[ast.expr] = []
        if pattern.who == "another":
            tests.append(compare(item(ABOUT, const(0)), ast.NotEq(), ME))
        for role, match, how in pattern.pieces:
            piece = item(ABOUT, const(1 + self.binder.role(power, role)))
            mask = self.binder.mask(match)
            if not all(mask):
                tests.append(item(self.constant(mask, "MASK"), item(attribute(G, "side"), piece)))
            if how != "any":
                tests.append(compare(piece, ast.Eq() if how == "only" else ast.NotEq(), THIS))
        for role, kinds in pattern.kinds:
            numbers = self.constant(self.binder.kinds(kinds), "KINDS")
            tests.append(compare(item(ABOUT, const(1 + self.binder.role(power, role))), ast.In(), numbers))
        return tests

    def can(self, power: model.Power) -> ast.expr:
        """Whether using the power would be possible and do something."""
        tests = [self.holds(one) for one in power.conditions]
        tests += [test for one in together(power.price) for test in self.payable(one)]
        effects = [self.doable(one) for one in power.effects]
        if effects and all(effects):
            tests.append(either([test for test in effects if test]))
        return both(tests)

    def payable(self, one: model.Do) -> list[ast.expr]:
        """Whether a price could be paid in full; no test if it always can."""
        paid = in_full(self.binder, one)
        enough = [compare(self.amount(one.low), ast.LtE(), self.measure(paid))] if paid else []
        test = self.doable(one)
        return [*enough, *([test] if test else [])]

    def doable(self, one: model.Do) -> ast.expr | None:
        """Whether a verb could be carried out; None if it always can."""
        verb = self.binder.game.verbs[one.signature]
        somewhere = [self.somewhere(counter) for _, value in one.slots if (counter := chosen_by(value))]
        if verb.can is None and not somewhere:
            return None
        if one.who != "own":
            own = self.doable(evolve(one, who="own"))
            assert own is not None
            each = loops(call(self.for_seat(own), name("s")), ("s", self.opponents(), []))
            return call(name("any"), each)
        if verb.can is not None:
            can = self.constant(verb.can, f"can_{verb.name.split()[0]}")
            somewhere.append(call(can, G, ME, THIS, *self.arguments(one)))
        return both(somewhere)

    def somewhere(self, counter: str) -> ast.expr:
        """Whether a place that is only known during play is there."""
        return compare(self.chosen(counter), ast.GtE(), const(0))

    def chosen(self, counter: str) -> ast.expr:
        """The place that a counter of the owner says; -1 for none."""
        return item(item(self.constant(self.binder.phase_places(), "PHASES"), ME), self.held(counter))

    def opponents(self) -> ast.expr:
        """All other seats, in turn."""
        seats = self.binder.layout.seats
        return item(self.constant(tuple(clockwise(seats, me) for me in range(seats)), "OPPONENTS"), ME)

    def for_seat(self, value: ast.expr) -> ast.expr:
        """A function that gives a value as it is for a certain seat."""
        return ast.Lambda(ast.arguments([], [ast.arg("me")], None, [], [], None, []), value)

    def arguments(self, one: model.Do) -> list[ast.expr]:
        """What a verb is called with."""
        verb = self.binder.game.verbs[one.signature]
        low = const(MANY) if one.all else self.amount(one.low)
        high = low if one.high is None else const(one.high)
        what: ast.expr = const(None)
        if isinstance(one.what, str):
            what = self.number_of(one.what)
        elif isinstance(one.what, model.StockSet):
            if verb.grants:
                what = item(self.constant(self.binder.granted(one.what, verb), "GRANTED"), ME)
            else:
                what = self.cells(one.what)
        elif isinstance(one.what, model.PieceSet) and not verb.grants:
            what = self.pieces(one.what)
        slots = dict(one.slots)
        return [
            what,
            low,
            high,
            *(self.slot(one, slots.get(slot), kind) for slot, kind in verb.slots.items()),
        ]

    def slot(self, one: model.Do, value: Any, kind: str) -> ast.expr:
        """What fills a slot of a verb."""
        if kind == "flag":
            return const(isinstance(one.what, model.StockSet) and one.what.same_place)
        if kind == "differing":
            values = differing(self.binder, one.what)
            return const(None) if values is None else self.constant(values, "DIFFERENT")
        if isinstance(value, model.Number):
            return const(value.n)
        if isinstance(value, model.Counters):
            numbers = ast.List([self.number_of(counter) for counter in value.names], ast.Load())
            return ast.Tuple([numbers, const(value.mixed), const(value.n)], ast.Load())
        if isinstance(value, model.Change):
            return const(value.by if value.direction == "more" else -value.by)
        if isinstance(value, model.Seats):
            return call(name("list"), self.opponents())
        if isinstance(value, model.PlaceSet):
            if value.here:
                row = tuple(self.binder.layout.place[self.binder.on_pieces[0]])
                return ast.List([item(self.constant(row, "HERE"), THIS)], ast.Load())
            if value.chosen:
                return ast.List([self.chosen(value.chosen)], ast.Load())
            return call(name("list"), item(self.constant(self.binder.targets(value), "TARGETS"), ME))
        if isinstance(value, model.PieceSet):
            return self.pieces(value)
        if isinstance(value, model.StockSet):
            return self.cells(value)
        return const(value)

    def segment(self, power: model.Power, segments: Sequence[Sequence[model.Do]], nth: int) -> list[ast.stmt]:
        """The statements of one segment."""
        body: list[ast.stmt] = []
        for one in segments[nth]:
            verb = self.binder.game.verbs[one.signature]
            do = self.constant(verb.do, f"do_{verb.name.split()[0]}")
            done = statement(call(do, G, ME, THIS, *self.arguments(one)))
            test = None if any(one is paid for paid in power.price) else self.doable(evolve(one, who="own"))
            body.append(ast.If(test, [done], []) if test else done)
        if power.lasting and nth == len(segments) - 1:
            begun = const(power.lasting.id), const(power.until)
            body.append(statement(call(attribute(G, "begin_lasting"), ME, THIS, *begun)))
        for following, opponents in behind(segments, nth):
            about = ast.Starred(ABOUT, ast.Load())
            seat = name("s") if opponents else ME
            put = statement(call(attribute(G, "then_segment"), seat, THIS, const(power.id), const(following), about))
            body.append(ast.For(ast.Name("s", ast.Store()), self.opponents(), [put], []) if opponents else put)
        return body or [ast.Pass()]

    def build(self, powers: Sequence[model.Power]) -> list[dict[str, Callable[..., Any]]]:
        """The functions of each power, compiled together."""
        titles = [f"power{nth}" for nth in range(len(powers))]
        body: list[ast.stmt] = []
        for power, title in zip(powers, titles, strict=True):
            body += self.functions(power, title)
        module = ast.fix_missing_locations(ast.Module(body, []))
        exec(compile(module, "<powers>", "exec"), self.constants)
        made: list[dict[str, Callable[..., Any]]] = [{} for _ in powers]
        for node in body:
            assert isinstance(node, ast.FunctionDef)
            title, _, part = node.name.partition("_")
            made[int(title.removeprefix("power"))][part] = self.constants[node.name]
        return made

    def text(self, power: model.Power) -> str:
        """The functions of one power as source text, for people."""
        body = self.functions(power, power.id.replace(".", "_").replace("/", "_").replace("-", "_"))
        return ast.unparse(ast.fix_missing_locations(ast.Module(body, [])))


TYPE_PARAMS: dict[str, Any] = {"type_params": []} if "type_params" in ast.FunctionDef._fields else {}
"""Python 3.12 and later want this field."""


def extreme(pieces: list[int], values: Sequence[int], side: Sequence[int], best: Callable[..., int]) -> list[int]:
    """The pieces with the highest or lowest value."""
    if not pieces:
        return pieces
    top = best([values[side[piece]] for piece in pieces])
    return [piece for piece in pieces if values[side[piece]] == top]


def all_in(these: list[int], those: list[int]) -> bool:
    """Whether there are some, and all of them are among those."""
    return bool(these) and all(piece in those for piece in these)


def first_fitting(rows: list[tuple[int, list[int]]]) -> int:
    """Points of rows in which a piece counts only in the first that fits."""
    counted: set[int] = set()
    total = 0
    for n, pieces in rows:
        new = set(pieces) - counted
        counted |= new
        total += n * len(new)
    return total
