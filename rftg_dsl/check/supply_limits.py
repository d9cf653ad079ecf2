"""Check that amounts are within the ranges of counters and numbers, and within the supply."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rftg_dsl.base.diagnostic import Diagnostic, Severity
from rftg_dsl.base.source import Span
from rftg_dsl.check.model import Component, Do, Immediate, Model, Modifier, Power, Side, StockSet
from rftg_dsl.check.signatures import Signatures


def check_amounts(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that no power exceeds the range of a counter, or the range or limit of a number."""
    counters, properties = model.words.counters, model.words.properties
    for power in model.walk_powers():
        for do in power.dos:
            if isinstance(do.what, str) and do.low.measure is None:
                low, high = counters[do.what].low, counters[do.what].high
                if do.low.n > high:
                    yield diagnose_out_of_range(power, f"{do.verb} {do.low.n} {do.what} is out of range", low, high)
        if isinstance(power, Modifier):
            yield from check_limit(game, power)
        if isinstance(power, Modifier) and (known := properties.get(power.parameter)) and known.numeric:
            if power.change.direction == "any":
                yield diagnose_out_of_range(power, f"any number of {known.name} is out of range", known.low, known.high)
            elif max(power.change.by.n, power.change.floor or 0) > known.high or (power.change.floor or 0) < known.low:
                yield diagnose_out_of_range(
                    power, f"the {known.name} cannot change by that much", known.low, known.high
                )


def check_limit(game: Signatures, power: Modifier) -> Iterator[Diagnostic]:
    most = game.find_parameter(power.parameter).most
    if most and power.change.direction == "any":
        yield diagnose_out_of_range(power, f"any number of {power.parameter!r} is out of range", 0, most)
    elif most and max(power.change.by.n, power.change.floor or 0, power.change.ceiling or 0) > most:
        yield diagnose_out_of_range(power, f"{power.parameter!r} cannot change by that much", 0, most)


def diagnose_out_of_range(power: Power, message: str, low: int, high: int) -> Diagnostic:
    return Diagnostic("out-of-range", power.at, message, f"use a number from {low} to {high}")


Demand = dict[str, int]


def demand_of(game: Signatures, side: Side) -> Demand:
    """Return the stock that a side is certain to take from the supply when it comes into play."""
    demand: Demand = {}
    for power in [candidate for candidate in side.powers if isinstance(candidate, Immediate)]:
        for do in grants_of(game, power):
            assert isinstance(do.what, StockSet)
            # If there is a choice of kinds, no single kind is certain to be taken.
            for kind in do.what.kinds if len(do.what.kinds) == 1 else ():
                demand[kind] = demand.get(kind, 0) + do.low.n
    return demand


def grants_of(game: Signatures, power: Power) -> Iterator[Do]:
    """Yield those of a power's verbs that permanently take stock from the supply."""
    for do in power.dos:
        verb = game.verbs[do.signature]
        if verb.grants and not verb.conjures and isinstance(do.what, StockSet):
            yield do


def check_grants(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    for power, n, kind in find_excesses(model, game):
        supply = model.words.stock_kinds[kind].supply
        message = f"this takes {describe_amount(model, n, kind)}, but the supply holds {supply}"
        yield Diagnostic("exceeds-supply", power.at, message, f"take at most {supply}")


def find_excesses(model: Model, game: Signatures) -> Iterator[tuple[Power, int, str]]:
    """Yield the powers that take more than the whole supply, as (power, amount, kind)."""
    kinds = model.words.stock_kinds
    for power in model.walk_powers():
        for do in grants_of(game, power):
            assert isinstance(do.what, StockSet)
            if do.low.n > max(kinds[name].supply for name in do.what.kinds):
                yield from ((power, do.low.n, kind) for kind in sorted(do.what.kinds))


def check_supply(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that all components together take no more stock than the supply holds (D26).

    The sides of a component are alternatives unless both count. A kind of stock is skipped if a single power takes too
    much of it, because that is already reported as an error.
    """
    kinds = model.words.stock_kinds
    total: Demand = {}
    wrong = {kind for _, _, kind in model.find_in_each(game, find_excesses)}
    for component, sides in model.find_in_each(game, find_demands):
        for kind in dict.fromkeys(kind for demand, _ in sides for kind in demand if kind not in wrong):
            wanted = [demand.get(kind, 0) for demand, _ in sides]
            many = (sum(wanted) if component.both else max(wanted)) * component.copies
            before = total.get(kind, 0)
            total[kind] = before + many
            # For each kind, this is true at most once: for the component that makes the total exceed the supply.
            if before <= kinds[kind].supply < total[kind]:
                at = next(at for demand, at in sides if kind in demand)
                yield diagnose_scarcity(describe_amount(model, total[kind], kind), kinds[kind].supply, at)


def find_demands(model: Model, game: Signatures) -> Iterator[tuple[Component, Sequence[tuple[Demand, Span]]]]:
    for component in model.components:
        sides = [(demand_of(game, side), side.at) for side in component.sides]
        if any(wanted for wanted, _ in sides):
            yield component, sides


def describe_amount(model: Model, n: int, kind: str) -> str:
    stock = model.words.stocks[model.words.stock_kinds[kind].of]
    return f"{n} {kind} {stock.name if n == 1 else stock.plural}"


def diagnose_scarcity(wanted: str, supply: int, at: Span) -> Diagnostic:
    """Return a warning, not an error: the game still works, although late gains may be lost."""
    message = f"in all, the components up to this one can take {wanted}, but the supply holds {supply}"
    hint = "once the supply is empty, later gains are lost; use another kind, or increase the supply"
    return Diagnostic("scarce-supply", at, message, hint, Severity.WARNING)
