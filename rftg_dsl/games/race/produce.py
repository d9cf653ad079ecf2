"""Produce (R087-R092, D12, D23)."""

from __future__ import annotations

from rftg_dsl.check.model import Power
from rftg_dsl.games.race.supply import put_good
from rftg_dsl.games.race.words import chose, words_of
from rftg_dsl.games.rounds import strict_order
from rftg_dsl.kernel.form import One
from rftg_dsl.kernel.play import Bound, Play, Used, step


@step
def produce(g: Play) -> None:
    """R087: each player in turn; what compares players comes at the end of the phase (D12)."""
    order = strict_order(g)
    for seat in order:
        g.then(produce_all, seat)


@step
def produce_all(g: Play, seat: int) -> None:
    """D23: powers from the newest card to the oldest, the bonus, powers that come last, and what all that brings."""
    bounds = [bound for bound in reversed(g.hooks.get("produce", ())) if bound.owner == seat]
    for bound in bounds:
        if bound.power.rank <= 0:
            offer(g, bound)
    if chose(g, seat, "produce"):
        g.then(bonus, seat)
    for bound in bounds:
        if bound.power.rank > 0:
            offer(g, bound)
    g.then(has_produced, seat)


def offer(g: Play, bound: Bound) -> None:
    """A power is used; one with ``may`` if its owner wants it, one with a price if that can be paid."""
    power: Used = bound.power  # type: ignore[assignment]
    model: Power = power.model  # type: ignore[attr-defined]
    if model.may:
        g.ask_use(bound.owner, bound.piece, power.id, model.once, ())
    elif model.price:
        g.then(use_if_payable, bound.owner, bound.piece, power.id)
    else:
        g.use(bound.owner, bound.piece, power.id)


@step
def use_if_payable(g: Play, seat: int, piece: int, power: str) -> None:
    """Use a power if there is what it takes."""
    if g.rules.by_id[power].can(g, seat, piece):
        g.use(seat, piece, power)


@step
def bonus(g: Play, seat: int) -> None:
    """R090: one own windfall world."""
    w = words_of(g)
    windfall = [piece for piece in g.zone[w.tableau[seat]] if w.is_windfall[g.side[piece]]]
    for _ in range(w.number["produce_bonus"]):
        produce_on(g, seat, windfall)


def produce_on(g: Play, seat: int, worlds: list[int]) -> None:
    """A good on one of these worlds that has none."""
    w = words_of(g)
    if empty := tuple([piece for piece in worlds if not g.zone[w.goods[piece]]]):
        g.ask(seat, "windfall", One(empty, "piece"), world_chosen, g.cause, rule="R090")


@step
def world_chosen(g: Play, seat: int, cause: str, world: int) -> None:
    """The world that gets the good."""
    g.cause = cause
    put(g, seat, world)


def put(g: Play, seat: int, world: int) -> None:
    """R087-R089: a good from the supply, and what that brings; nothing where one lies already."""
    if put_good(g, seat, world):
        g.set_mark(world, words_of(g).produced, "produced")
        g.fire("good produced", seat, world)


def produce_good(
    g: Play, me: int, this: int, what: None, low: int, high: int, on: list[int] | None, to: list[int] | None
) -> None:
    """The verb for producing: here, or on one world of a sort."""
    if to:
        put(g, me, this)
    elif on:
        produce_on(g, me, on)


@step
def has_produced(g: Play, seat: int) -> None:
    """R092: what a seat draws for all it has produced, from the newest card to the oldest; others may hear it too."""
    for tally in g.rules.tallies.get("all produced", ()):
        tally.react(g, seat, -1, seat)
    for owner in strict_order(g):
        for bound in reversed(g.owned("all produced", owner)):
            if owner == seat or bound.power.others:
                g.use(owner, bound.piece, bound.power.id, seat)


def clear_marks(g: Play) -> None:
    """What was produced in this phase is a good like any other now."""
    w = words_of(g)
    for seat in w.seats:
        for piece in g.zone[w.tableau[seat]]:
            if g.mark[piece]:
                g.set_mark(piece, 0, "phase over")
