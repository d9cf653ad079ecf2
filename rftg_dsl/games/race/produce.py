"""The Produce phase (R087-R092, D12, D23)."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.check.signatures import MANY, verb
from rftg_dsl.games.race import events, questions
from rftg_dsl.games.race.numbers import Play, has_chosen
from rftg_dsl.games.race.supply import put_good
from rftg_dsl.kernel.form import One, Some
from rftg_dsl.kernel.hook import Bound, sort_newest_first
from rftg_dsl.kernel.step import step


@step(
    "race.produce-all",
    "R087, D23: use powers from the newest card to the oldest, then the bonus, powers marked 'last', and reactions.",
)
def produce_all(play: Play, seat: int) -> None:
    """Run a seat's Produce phase; the owner may also delay optional powers marked ``last`` until after reactions."""
    bounds = [power for power in sort_newest_first(play.owned("produce", seat)) for _ in range(power.hook.times)]
    for bound in bounds:
        if bound.hook.rank <= 0:
            offer(play, bound)
    if has_chosen(play, seat, "produce"):
        play.then(produce_bonus_good, seat)
    waiting = []
    for bound in bounds:
        if bound.hook.rank > 0 and bound.hook.may:
            waiting.append((bound.piece, bound.hook.id))
        elif bound.hook.rank > 0:
            offer(play, bound)
    if waiting:
        play.then(order_last, seat, tuple(waiting), ())
    else:
        play.then(react_to_production, seat)


Waiting = tuple[tuple[int, str], ...]


@step("race.order-last", "S4: ask what comes next: an optional power, or a reaction to what was produced.")
def order_last(play: Play, seat: int, waiting: Waiting, reacted: Waiting) -> None:
    """If no waiting power can be used yet, run all reactions first, since the cards they draw may pay for a power."""
    powers = play.rules.by_id
    left = tuple([entry for entry in waiting if powers[entry[1]].can(play, seat, entry[0])])
    bounds = sort_newest_first(play.owned(events.all_produced.name, seat))
    reactions = [(bound.piece, bound.hook.id) for bound in bounds if (bound.piece, bound.hook.id) not in reacted]
    if left and reactions:
        options = dict.fromkeys([power for _, power in (*reactions, *left)])
        play.ask(seat, questions.NEXT, One((*options,)), use_chosen_power, waiting, tuple(reactions), reacted)
        return
    play.then(react_to_production, seat, reacted)
    for piece, power in waiting:
        play.ask_use(seat, piece, power, powers[power].once, ())


@step(
    "race.next-chosen",
    "Use the chosen power; of several copies of a card, which share a power id, use the one listed first.",
)
def use_chosen_power(play: Play, seat: int, waiting: Waiting, reactions: Waiting, reacted: Waiting, pick: str) -> None:
    chosen = next(entry for entry in (*reactions, *waiting) if entry[1] == pick)
    if chosen in reactions:
        play.use(seat, chosen[0], pick, seat)
        play.then(order_last, seat, waiting, (*reacted, chosen))
    else:
        play.ask_use(seat, chosen[0], pick, play.rules.by_id[pick].once, ())
        nth = waiting.index(chosen)
        play.then(order_last, seat, (*waiting[:nth], *waiting[nth + 1 :]), reacted)


def offer(play: Play, bound: Bound) -> None:
    hook = bound.hook
    if hook.may:
        play.ask_use(bound.owner, bound.piece, hook.id, hook.once, ())
    elif hook.id in play.numbers.priced:
        play.then(use_if_payable, bound.owner, bound.piece, hook.id)
    else:
        play.use(bound.owner, bound.piece, hook.id)


@step("race.use-if-payable", "Use a power if its price can be paid.")
def use_if_payable(play: Play, seat: int, piece: int, power: str) -> None:
    if play.rules.by_id[power].can(play, seat, piece):
        play.use(seat, piece, power)


@step(
    "race.bonus",
    "R090: produce on one of the player's windfall worlds, or one after another on as many as 'produce_bonus' allows.",
)
def produce_bonus_good(play: Play, seat: int, before: int = 0) -> None:
    numbers = play.numbers
    windfall = [piece for piece in play.zone[numbers.tableau[seat]] if numbers.is_windfall[play.side[piece]]]
    if before < numbers.number["produce_bonus"] and worlds_without_good(play, seat, windfall):
        produce_on(play, seat, windfall)
        if before + 1 < numbers.number["produce_bonus"]:
            play.then(produce_bonus_good, seat, before + 1)


def produce_on(play: Play, seat: int, worlds: Sequence[int]) -> None:
    if there := worlds_without_good(play, seat, worlds):
        play.ask(seat, questions.WINDFALL, One(there, "piece"), produce_on_chosen_world, play.cause)


def worlds_without_good(play: Play, seat: int, worlds: Sequence[int]) -> tuple[int, ...]:
    """The given worlds that are in the seat's tableau and can hold a good but do not have one."""
    numbers = play.numbers
    zone, side, own = play.zone, play.side, numbers.tableau[seat]
    return tuple(
        [
            world
            for world in worlds
            if numbers.has_type[side[world]] and not zone[numbers.goods[world]] and play.place_of[world] == own
        ]
    )


@step("race.world-chosen", "Produce on the chosen world.")
def produce_on_chosen_world(play: Play, seat: int, cause: str, world: int) -> None:
    play.cause = cause
    put(play, seat, world)


def put(play: Play, seat: int, world: int) -> None:
    """R087-R089: put a good from the supply on a world and let powers react; do nothing if the world has a good."""
    if put_good(play, seat, world):
        play.set_tag(world, play.numbers.produced, "produced")
        events.good_produced(play, seat, world)


def can_produce(
    play: Play, seat: int, this: int, what: None, low: int, high: int, on: list[int] | None, to: list[int] | None
) -> bool:
    there = len(worlds_without_good(play, seat, (this,) if to else on or ()))
    return there > 0 and high > 0 and (there >= low or low == MANY)


@verb(
    "produce",
    "nothing",
    slots={"on": "pieces", "to": "place"},
    either=("on", "to"),
    can=can_produce,
    asks=True,
    leads=("goods",),
    owned=True,
    how=("between", "up to", "any", "all"),
    fires=(events.good_produced,),
    saying="produce a good <on {on}> <{to:on}>",
    text="Put a good from the supply on this world, or on some or all of several worlds.",
)
def produce_good(
    play: Play, seat: int, this: int, what: None, low: int, high: int, on: list[int] | None, to: list[int] | None
) -> None:
    """Put a good from the supply on this world, on some of several worlds, or on each of them."""
    if to:
        put(play, seat, this)
    elif low == MANY:
        for world in worlds_without_good(play, seat, on or ()):
            put(play, seat, world)
    elif (low, high) == (1, 1):
        produce_on(play, seat, on or ())
    elif there := worlds_without_good(play, seat, on or ()):
        play.ask(seat, questions.WORLDS, Some(there, low, high, "piece"), produce_on_chosen_worlds, play.cause)


@step("race.worlds-chosen", "Produce on each of the chosen worlds.")
def produce_on_chosen_worlds(play: Play, seat: int, cause: str, worlds: tuple[int, ...]) -> None:
    play.cause = cause
    for world in worlds:
        put(play, seat, world)


@step(
    "race.has-produced",
    "R092: a player draws for everything produced, from the newest card to the oldest; other players may react too.",
)
def react_to_production(play: Play, seat: int, reacted: Waiting = ()) -> None:
    play.fire(events.all_produced.name, seat, newest_first=events.all_produced.newest_first, but=reacted)


def clear_marks(play: Play) -> None:
    numbers = play.numbers
    for seat in numbers.seats:
        for piece in play.zone[numbers.tableau[seat]]:
            if play.tag[piece]:
                play.set_tag(piece, 0, "phase over")
