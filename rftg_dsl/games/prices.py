"""Numbers that powers change for a price: the ways to pay, the resulting number, and the payment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rftg_dsl.compile.rules import MAY
from rftg_dsl.compile.runtime import Due, Unit, can_pay_parts, can_still_pay
from rftg_dsl.games.lookup import Play
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.form import One
from rftg_dsl.kernel.hook import Bound, Price
from rftg_dsl.kernel.step import AnyStep, step

Given = tuple[int, str, int]
"""The use of a power that has a price: the piece, the id of the power, and the number of things paid."""

Part = Due

UNCHANGED = -1
"""A base number that is not printed on any piece, so any other result must come from a power."""

MOST = 10
"""The maximum number of powers tried in combination; powers that entered play first take precedence."""
MOST_TRIED = 2**MOST
"""The maximum number of combinations tried for one decision; combinations with the lowest prices take precedence."""


def price_of(play: Play, power: str) -> Price:
    """The price of a power; the power must have a price."""
    price = play.rules.by_id[power].price
    assert price is not None
    return price


def number_after(play: Play, seat: int, way: Given, subject: int, base: int) -> int:
    """The result of applying a power with a price to a number; the table is left unchanged."""
    piece, power, n = way
    counters = [play.layout.counter[name][seat] for name in price_of(play, power).counts]
    before = [play.counters[counter] for counter in counters]
    for counter in counters:
        # Changes that depend on the price paid read these counters. Set them directly, because this is not an event.
        play.counters[counter] = n
    after: int = play.rules.by_id[power].react(play, seat, piece, subject, base)
    for counter, was in zip(counters, before, strict=True):
        play.counters[counter] = was
    return after


def number_after_all(play: Play, seat: int, givens: Iterable[Given], subject: int, base: int) -> int:
    """The result of applying several powers with prices to a number, in the given order."""
    for way in givens:
        base = number_after(play, seat, way, subject, base)
    return base


def is_fixed(play: Play, seat: int, name: str, subject: int) -> bool:
    """Whether a power forbids changes to this number."""
    keeping = play.numbers.keeping
    if not keeping:
        return False
    return any(
        bound.hook.id in keeping and bound.hook.react(play, seat, bound.piece, subject, UNCHANGED) != UNCHANGED
        for bound in play.changing(name, seat, subject)
    )


def ways_by_power(
    play: Play, seat: int, point: str, subject: int, base: int | None, opens: bool = False
) -> list[list[Given]]:
    """For each power that can now change this number, the ways to use the power, cheapest first.

    ``base`` is the number so far, or None if it is not known yet; in that case every power might change the number.
    If ``opens`` is set, powers that open this number are included even if they do not change it.
    """
    all_ways: list[list[Given]] = []
    if point not in play.hooks and point not in play.own_points:
        return all_ways
    bounds = play.changing(point, seat, subject)
    if not bounds or is_fixed(play, seat, point.removeprefix(f"{MAY} "), subject):
        return all_ways
    for bound in bounds:
        if not play.used_up(seat, bound.piece, bound.hook) and (ways := ways_to_use(play, bound, subject, base, opens)):
            all_ways.append(ways)
    return all_ways


def ways_to_use(play: Play, bound: Bound, subject: int, base: int | None, opens: bool = False) -> list[Given]:
    """The ways to use one power; an empty list if the power neither changes nor opens this number."""
    seat, piece, power, price = bound.owner, bound.piece, bound.hook.id, price_of(play, bound.hook.id)
    if opens and not bound.hook.can(play, seat, piece, subject):
        return []
    if base is not None and not opens and number_after(play, seat, (piece, power, price.low), subject, base) == base:
        return []
    there = sum([n for thing, n in price.units(play, seat, piece).items() if thing != ("piece", subject)])
    # More ways than this would exceed the limit on combinations anyway.
    most = min(price.high, there, price.low + MOST_TRIED)
    return [(piece, power, n) for n in range(price.low, most + 1)]


def combine_ways(ways: Sequence[Sequence[Given]], most: int = MOST_TRIED) -> list[tuple[Given, ...]]:
    """Return at most ``most`` combinations, smallest first, in which each power is used in one way or not at all.

    Powers are tried in order, but only as many as can be combined in full within ``most``. If there are too many ways
    to use a power, only the cheapest are tried.
    """
    combinations: list[tuple[Given, ...]] = [()]
    if not ways:
        return combinations
    # Each power at least doubles the number of combinations, because the power is either used or not.
    tried = ways[: most.bit_length() - 1]
    for nth, each in enumerate(tried, 1):
        room = most // (len(combinations) * 2 ** (len(tried) - nth))
        combinations += [(*givens, way) for way in each[: room - 1] for givens in combinations]
    return sorted(combinations, key=len)


def parts_of(play: Play, seat: int, givens: Iterable[Given], subject: int) -> list[Part]:
    """The prices of these powers, as parts of a payment; the piece whose number changes cannot be used to pay."""
    parts: list[Part] = []
    for piece, power, n in givens:
        units = price_of(play, power).units(play, seat, piece)
        parts.append((n, {thing: many for thing, many in units.items() if thing != ("piece", subject)}))
    return parts


def can_pay(play: Play, seat: int, givens: Sequence[Given], subject: int, more: Sequence[Part] = ()) -> bool:
    """Whether the powers' prices and everything else that is due can be paid without using anything twice."""
    return can_pay_parts([(n, dict(units)) for n, units in (*parts_of(play, seat, givens, subject), *more)])


def names_for(play: Play, givens: Iterable[Given]) -> Iterator[str]:
    """Label each use of a power: ``C12``; ``C12/2`` for a card's second power; ``C12:2`` if two things are paid."""
    for piece, power, n in givens:
        first = next((hook.id for hook in play.rules.powers[play.side[piece]] if hook.price), "")
        name = play.layout.pieces[piece].name
        if power != first:
            name = f"{name}/{power.rpartition('/')[2]}"
        yield name if n == price_of(play, power).low else f"{name}:{n}"


# -- numbers with their own question -----------------------------------------------------------------------------

CHANGE = Question("change", asks="Which powers do you pay for, if any?")


def ask_change(play: Play, seat: int, number: str, base: int, then: AnyStep) -> None:
    """Let the owner change a number for a price, then run ``then(play, seat, n)`` with the result (at least 0)."""
    ways = ways_by_power(play, seat, f"{MAY} {number}", -1, base)
    givens = [powers for powers in combine_ways(ways) if can_pay(play, seat, powers, -1)]
    if len(givens) < 2:
        play.then(then, seat, max(0, base))
        return
    options = {f"with {' '.join(names_for(play, powers))}" if powers else "none": powers for powers in givens}
    play.ask(seat, CHANGE, One(tuple(options)), pay_chosen_change, then.id, base, tuple(options.items()))


@step("prices.change-chosen", "Pay for the chosen powers, then continue with the resulting number.")
def pay_chosen_change(
    play: Play, seat: int, then: str, base: int, options: tuple[tuple[str, tuple[Given, ...]], ...], pick: str
) -> None:
    powers = dict(options)[pick]
    pay_prices(play, seat, powers, -1, (0, 0))
    play.then_by_id(then, seat, max(0, number_after_all(play, seat, powers, -1, base)))


# -- payment -----------------------------------------------------------------------------------------------------


def pay_prices(play: Play, seat: int, givens: tuple[Given, ...], subject: int, due: tuple[int, ...]) -> None:
    """Put the payments for powers on the agenda, in order, leaving enough to pay for whatever is ``due`` afterwards.

    ``due`` is a number of things, followed by the places that the things are paid from.
    """
    for piece, power, _ in givens:
        if once := play.rules.by_id[power].once:
            play.use_up(seat, piece, power, once)
    if givens:
        play.then(pay_price, seat, givens, subject, due)


@step("prices.pay", "Pay the first power's price, all at once, or one by one if other prices need the same things.")
def pay_price(play: Play, seat: int, givens: tuple[Given, ...], subject: int, due: tuple[int, ...]) -> None:
    (piece, power, n), *others = givens
    price = price_of(play, power)
    [(_, units)] = parts_of(play, seat, givens[:1], subject)
    many, *places = due
    rest: list[Part] = [*parts_of(play, seat, others, subject), (many, things_in(play, places))]
    contested = sum(units.values()) > n and any(wanted and units.keys() & things.keys() for wanted, things in rest)
    # While other prices compete for the same things, pay one at a time, since each choice must leave the rest payable.
    now = 1 if contested else n
    but: set[Unit] = {("piece", subject)}
    if contested:
        but |= {thing for thing in units if not can_still_pay(thing, [(n - 1, units), *rest])}
    play.cause = power
    price.pay(play, seat, piece, now, but)
    left = ((piece, power, n - now), *others) if now < n else tuple(others)
    if left:
        play.then(pay_price, seat, left, subject, due)


def things_in(play: Play, places: Iterable[int]) -> dict[Unit, int]:
    """The number of each thing in these places."""
    width = len(play.layout.kinds)
    things: dict[Unit, int] = {}
    for place in places:
        things |= {("piece", piece): 1 for piece in play.zone[place]}
        things |= {("cell", cell): n for cell in range(place * width, (place + 1) * width) if (n := play.stock[cell])}
    return things
