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
    """R087: each player produces in turn; powers that compare players come at the end of the phase (D12)."""
    order = strict_order(g)
    for seat in order:
        g.then(produce_all, seat)


@step("race.produce-all")
def produce_all(g: Play, seat: int) -> None:
    """D23: powers from the newest card to the oldest, the bonus, powers that come last, then reactions to them."""
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
    """Use a power; ask first if it is optional, and skip it if it has a price that cannot be paid."""
    hook = bound.hook
    if hook.may:
        g.ask_use(bound.owner, bound.piece, hook.id, hook.once, ())
    elif hook.id in g.numbers.priced:
        g.then(use_if_payable, bound.owner, bound.piece, hook.id)
    else:
        g.use(bound.owner, bound.piece, hook.id)


@step("race.use-if-payable")
def use_if_payable(g: Play, seat: int, piece: int, power: str) -> None:
    """Use a power if its price can be paid."""
    if g.rules.by_id[power].can(g, seat, piece):
        g.use(seat, piece, power)


@step("race.bonus")
def bonus(g: Play, seat: int) -> None:
    """R090: produce on one own windfall world."""
    w = g.numbers
    windfall = [piece for piece in g.zone[w.tableau[seat]] if w.is_windfall[g.side[piece]]]
    for _ in range(w.number["produce_bonus"]):
        produce_on(g, seat, windfall)


def produce_on(g: Play, seat: int, worlds: list[int]) -> None:
    """Ask which of these worlds without a good produces one."""
    w = g.numbers
    if empty := tuple([piece for piece in worlds if not g.zone[w.goods[piece]]]):
        g.ask(seat, questions.WINDFALL, One(empty, "piece"), world_chosen, g.cause)


@step("race.world-chosen")
def world_chosen(g: Play, seat: int, cause: str, world: int) -> None:
    """Produce on the chosen world."""
    g.cause = cause
    put(g, seat, world)


def put(g: Play, seat: int, world: int) -> None:
    """R087-R089: put a good from the supply on a world and let powers react; skip a world that has one."""
    if put_good(g, seat, world):
        g.set_tag(world, g.numbers.produced, "produced")
        events.good_produced(g, seat, world)


def produce_good(
    g: Play, me: int, this: int, what: None, low: int, high: int, on: list[int] | None, to: list[int] | None
) -> None:
    """The verb ``produce``: on this world, or on one of several."""
    if to:
        put(g, me, this)
    elif on:
        produce_on(g, me, on)


def can_produce(
    g: Play, me: int, this: int, what: None, low: int, high: int, on: list[int] | None, to: list[int] | None
) -> bool:
    """Whether one of these worlds has no good."""
    goods = g.numbers.goods
    return any(not g.zone[goods[world]] for world in ([this] if to else on or ()))


@step("race.has-produced")
def has_produced(g: Play, seat: int) -> None:
    """R092: a seat draws for all it has produced, from the newest card to the oldest; others may react too."""
    events.all_produced(g, seat)


def clear_marks(g: Play) -> None:
    """Clear the marks on goods produced in this phase."""
    w = g.numbers
    for seat in w.seats:
        for piece in g.zone[w.tableau[seat]]:
            if g.tag[piece]:
                g.set_tag(piece, 0, "phase over")
