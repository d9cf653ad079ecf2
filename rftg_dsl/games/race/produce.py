"""Produce (R087-R092, D12, D23)."""

from __future__ import annotations

from rftg_dsl.games.race import events, questions
from rftg_dsl.games.race.numbers import Play, chose
from rftg_dsl.games.race.supply import put_good
from rftg_dsl.games.rounds import strict_order
from rftg_dsl.kernel.form import One
from rftg_dsl.kernel.hook import Bound
from rftg_dsl.kernel.step import step


@step("race.produce")
def produce(g: Play) -> None:
    """R087: each player in turn; what compares players comes at the end of the phase (D12)."""
    order = strict_order(g)
    for seat in order:
        g.then(produce_all, seat)


@step("race.produce-all")
def produce_all(g: Play, seat: int) -> None:
    """D23: powers from the newest card to the oldest, the bonus, powers that come last, and what all that brings."""
    bounds = g.owned("produce", seat)[::-1]
    for bound in bounds:
        if bound.hook.rank <= 0:
            offer(g, bound)
    if chose(g, seat, "produce"):
        g.then(bonus, seat)
    for bound in bounds:
        if bound.hook.rank > 0:
            offer(g, bound)
    g.then(has_produced, seat)


def offer(g: Play, bound: Bound) -> None:
    """A power is used; one with ``may`` if its owner wants it, one with a price if that can be paid."""
    hook = bound.hook
    if hook.may:
        g.ask_use(bound.owner, bound.piece, hook.id, hook.once, ())
    elif hook.id in g.numbers.priced:
        g.then(use_if_payable, bound.owner, bound.piece, hook.id)
    else:
        g.use(bound.owner, bound.piece, hook.id)


@step("race.use-if-payable")
def use_if_payable(g: Play, seat: int, piece: int, power: str) -> None:
    """Use a power if there is what it takes."""
    if g.rules.by_id[power].can(g, seat, piece):
        g.use(seat, piece, power)


@step("race.bonus")
def bonus(g: Play, seat: int) -> None:
    """R090: one own windfall world."""
    w = g.numbers
    windfall = [piece for piece in g.zone[w.tableau[seat]] if w.is_windfall[g.side[piece]]]
    for _ in range(w.number["produce_bonus"]):
        produce_on(g, seat, windfall)


def produce_on(g: Play, seat: int, worlds: list[int]) -> None:
    """A good on one of these worlds that has none."""
    w = g.numbers
    if empty := tuple([piece for piece in worlds if not g.zone[w.goods[piece]]]):
        g.ask(seat, questions.WINDFALL, One(empty, "piece"), world_chosen, g.cause)


@step("race.world-chosen")
def world_chosen(g: Play, seat: int, cause: str, world: int) -> None:
    """The world that gets the good."""
    g.cause = cause
    put(g, seat, world)


def put(g: Play, seat: int, world: int) -> None:
    """R087-R089: a good from the supply, and what that brings; nothing where one lies already."""
    if put_good(g, seat, world):
        g.set_tag(world, g.numbers.produced, "produced")
        events.good_produced(g, seat, world)


def produce_good(
    g: Play, me: int, this: int, what: None, low: int, high: int, on: list[int] | None, to: list[int] | None
) -> None:
    """The verb for producing: here, or on one world of a sort."""
    if to:
        put(g, me, this)
    elif on:
        produce_on(g, me, on)


@step("race.has-produced")
def has_produced(g: Play, seat: int) -> None:
    """R092: what a seat draws for all it has produced, from the newest card to the oldest; others may hear it too."""
    events.all_produced(g, seat)


def clear_marks(g: Play) -> None:
    """What was produced in this phase is a good like any other now."""
    w = g.numbers
    for seat in w.seats:
        for piece in g.zone[w.tableau[seat]]:
            if g.tag[piece]:
                g.set_tag(piece, 0, "phase over")
