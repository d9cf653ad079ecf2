"""Changed numbers in the game's own steps: what they make of a choice, a payment or a draw."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any

from proof.building import building
from proof.payments import due, named, paying
from proof.powers import Power, enough
from proof.table import Asking, Disagreement, Piece, Table, bag, one, some
from proof.things import printed, shown
from rftg_dsl.compile.schedule_to_program import value_of_table
from rftg_dsl.games.roll.assign import can_dictate
from rftg_dsl.games.roll.build import count_needed
from rftg_dsl.games.roll.goods import worlds_with_room

MOST = 12
"""The most cards that are drawn; more could exhaust the supply."""


def equal(name: str, got: Any, said: Any) -> None:
    """Both are the same."""
    if got != said:
        raise Disagreement(f"{name} is {got}, not {said}")


# -- Roll ------------------------------------------------------------------------------------------------------------


def workers_needed(trial: Any, power: Power) -> None:
    """A tile needs as many workers as it costs, and at least one unless it is free."""
    for piece in trial.random.sample([*trial.table.pieces.values()], 8):
        cost = printed(piece, "cost")
        said = trial.reader.changed(trial.table, trial.seat, "cost", cost, piece)
        got = count_needed(trial.play, trial.seat, trial.layout.piece[piece.id])
        equal(f"need of {piece.name}", got, max(said, min(cost, 1)))
    building(trial, power)


def room_for_goods(trial: Any, power: Power) -> None:
    """A world that is not gray holds one good, as powers change it."""
    table, seat = trial.table, trial.seat
    worlds = [piece for piece in table.pieces.values() if piece.at == f"tableau.{seat}" and piece.kind == "world"]
    said = set()
    for world in [world for world in worlds if "gray" not in shown(world, "colour")]:
        held = sum(n for name, n in table.stock.items() if name.endswith(f"@goods.{world.id}"))
        if held < trial.reader.changed(table, seat, "goods", 1, world):
            said.add(world.id)
    equal("room", {trial.layout.piece_names[number] for number in worlds_with_room(trial.play, seat)}, said)


def stocking(trial: Any, power: Power) -> None:
    """An explorer stocks $2, as powers change it."""
    trial.cleared("explore")
    kinds = [kind for kind in trial.layout.kinds if trial.table.stock.get(f"{kind}@supply")]
    kind = trial.random.choice(kinds)
    source, explorer = f"{kind}@supply", f"{kind}@explore.{trial.seat}"
    trial.play.stock[trial.layout.cells[source]] -= 1
    trial.play.stock[trial.layout.cells[explorer]] += 1
    trial.table.shift(source, explorer, 1)
    trial.play.later.append(("roll.do-task", (trial.seat, ("die", trial.layout.kind[kind]), 0, "stock")))

    def said() -> Asking:
        yield from ()
        trial.table.shift(explorer, f"{kind}@citizenry.{trial.seat}", 1)
        n = max(0, trial.reader.changed(trial.table, trial.seat, "stocking", 2, kind))
        trial.table.adjust("credit", trial.seat, n)

    trial.go(said())


def dictating(trial: Any, power: Power) -> None:
    """Dictate needs a worker to give up and another one to move."""
    table, seat = trial.table, trial.seat
    columns = [f"{phase}.{seat}" for phase in ("explore", "develop", "settle", "produce", "ship")]
    workers = sum(n for name, n in table.stock.items() if name.partition("@")[2] in columns)
    times = trial.reader.changed(table, seat, "dictates", 1, None)
    moved = trial.reader.changed(table, seat, "dictated workers", 1, None)
    equal("dictate", can_dictate(trial.play, seat, ()), times > 0 and moved > 0 and workers > 1)


def recruiting(trial: Any, power: Power) -> None:
    """A die is recruited for $1, as powers change it, and as many as the owner can pay for."""
    table, seat = trial.table, trial.seat
    trial.play.later.append(("roll.manage", (seat,)))

    def said() -> Asking:
        numbers = trial.reader.words.numbers
        price = max(0, trial.reader.changed(table, seat, "recruit cost", numbers["recruit_cost"], None))
        there = {name: n for name, n in table.stock.items() if name.endswith(f"@citizenry.{seat}")}
        n = sum(there.values())
        n = min(n, table.value("credit", seat) // price) if price else n
        for name, many in (yield from bag(seat, there, n, n)) if n else ():
            table.shift(name, name.replace("citizenry", "cup"), many)
        table.adjust("credit", seat, -n * price)
        table.adjust("credit", seat, max(0, numbers["credits_after_recruit"] - table.value("credit", seat)))
        yield from recalling(trial, seat)

    trial.go(said())


def recalling(trial: Any, seat: int) -> Asking:
    """Developers, settlers and goods are recalled, at least one if the cup is empty."""
    table = trial.table
    ends = [f"@{place}.{seat}" for place in ("developing", "settling")]
    ends += [f"@goods.{piece}" for piece in table.lying(f"tableau.{seat}")]
    there = {name: n for name, n in table.stock.items() if name.endswith(tuple(ends))}
    if there:
        least = 0 if any(name.endswith(f"@cup.{seat}") for name in table.stock) else 1
        for name, n in (yield from bag(seat, there, least, sum(there.values()))):
            table.shift(name, f"{name.partition('@')[0]}@cup.{seat}", n)


# -- Race ------------------------------------------------------------------------------------------------------------


def placing(trial: Any, power: Power) -> None:
    """A card can be placed whose cost or defense a seat can afford."""
    phase = trial.random.choice(("develop", "settle"))
    fact = trial.play.numbers.phase
    trial.play.facts[fact] = trial.facts[fact] = phase
    trial.play.later.append(("race.choose-card", (trial.seat, phase)))

    def said() -> Asking:
        hand = trial.table.lying(f"hand.{trial.seat}")
        kind = "development" if phase == "develop" else "world"
        cards = [trial.table.pieces[card] for card in hand]
        options = [card.id for card in cards if card.kind == kind and affordable(trial, power, card, hand)]
        pick = yield from one(trial.seat, [*options, "none"], secret=True)
        if pick != "none":
            trial.table.move(pick, f"placing.{trial.seat}")

    trial.go(said())


def affordable(trial: Any, power: Power, card: Piece, hand: Sequence[str]) -> bool:
    """Whether a seat can place a card with the other cards in hand."""
    table: Table = trial.table
    seat = trial.seat
    there = [piece.name for piece in table.pieces.values() if piece.at == f"tableau.{seat}"]
    if card.kind == "development" and card.name in there:
        return False
    if card.kind == "world" and conquered(trial, power, card):
        return True
    return paid(trial, power, card, [other for other in hand if other != card.id])


def opened(trial: Any, name: str, card: Piece) -> bool:
    """Whether some power in play is about a number of a card."""
    powers = [power for owner, power in trial.table.active if owner == trial.seat and power.number == name]
    known = [
        power for power in powers if not power.price and (not power.about or power.about(trial.table, trial.seat, card))
    ]
    own = trial.reader.own_changes(card, name)
    return any(power.holds(trial.table, trial.seat) for power in (*known, *own))


def given(trial: Any, power: Power, names: Sequence[str], card: Piece) -> Sequence[int]:
    """How many things can be given for a change of one of these numbers of a card; 0 is always possible."""
    meant = power.about is None or power.about(trial.table, trial.seat, card)
    usable = power.price and power.number in names and meant and power.holds(trial.table, trial.seat)
    return (0, *(trial.amounts(power, card) if usable and power.left(trial.table, trial.seat) else ()))


def conquered(trial: Any, power: Power, card: Piece) -> bool:
    """Whether a seat has the Military to conquer a world; one that is not military only if a power opens that."""
    table, seat, changed = trial.table, trial.seat, trial.reader.changed
    defense = printed(card, "defense")
    for n in given(trial, power, ("military", "conquest"), card):
        opens = n and power.number == "conquest"
        if not (defense or opens or opened(trial, "conquest", card)):
            continue
        needed = changed(table, seat, "conquest", defense or printed(card, "cost"), card)
        strength = changed(table, seat, "military", 0, card)
        needed = trial.with_price(power, n, needed, card) if opens else needed
        strength = trial.with_price(power, n, strength, card) if n and not opens else strength
        if strength >= max(0, needed):
            return True
    return False


def paid(trial: Any, power: Power, card: Piece, hand: Sequence[str]) -> bool:
    """Whether a seat can pay for a card; for a military world, only if a power opens that."""
    table, seat, changed = trial.table, trial.seat, trial.reader.changed
    base = printed(card, "cost")
    if defense := printed(card, "defense"):
        if not opened(trial, "payment", card):
            return False
        base = changed(table, seat, "payment", defense, card)
    cost = max(0, changed(table, seat, "cost", base, card))
    for n in given(trial, power, ("cost",), card):
        less = max(0, trial.with_price(power, n, cost, card)) if n else cost
        if enough([(n, trial.units(power, card) if n else {}), (less, dict.fromkeys(hand, 1))]):
            return True
    return False


def exploring(trial: Any, power: Power) -> None:
    """Everybody draws cards and keeps some of them."""
    table, reader = trial.table, trial.reader
    numbers = reader.words.numbers
    draws = numbers["draws-explore"] + numbers["draws-explore5"]
    kept = numbers["kept-explore"] + numbers["kept-explore5"]
    if reader.changed(table, trial.seat, "draws", draws, None) > MOST:
        return
    trial.play.later += [*[("race.look", (seat,)) for seat in table.order], ("race.choose", (trial.seat,))]

    def at_a_price(seat: int, name: str, base: int) -> Asking:
        """A number that the seat may change at a price."""
        base = reader.changed(table, seat, name, base, None)
        usable = [other for other in trial.powers if other.price and other.number == name and seat == trial.seat]
        usable = [other for other in usable if trial.changing(other, base, None)]
        ways = [[None, *[(other, n) for n in trial.amounts(other, None)]] for other in usable]
        uses = [[way for way in row if way] for row in product(*ways)]
        names = {named(trial, row): row for row in uses if row and enough(due(trial, row, None))}
        if not names or (pick := (yield from one(seat, ["none", *names]))) == "none":
            return max(0, base)
        yield from paying(trial, names[pick], None)
        for other, n in names[pick]:
            base = trial.with_price(other, n, base, None)
        return max(0, base)

    def said() -> Asking:
        for seat in table.order:
            n = yield from at_a_price(seat, "draws", draws)
            reader.taken(table, n, f"explored.{seat}")
        most = yield from at_a_price(trial.seat, "kept cards", kept)
        there = table.lying(f"explored.{trial.seat}")
        gone = len(there) - most
        hand = [table.pieces[card] for card in table.lying(f"hand.{trial.seat}")]
        also = [piece.id for piece in hand if reader.changed(table, trial.seat, "discarded", 0, piece) > 0]
        if gone > 0:
            for card in (yield from some(trial.seat, [*there, *also], gone, gone, secret=True)):
                table.move(card, "discards")
        for card in table.lying(f"explored.{trial.seat}"):
            table.move(card, f"hand.{trial.seat}")

    trial.go(said())


def selling(trial: Any, power: Power) -> None:
    """A good is sold for as many cards as its kind is worth, as powers change it."""
    table, seat = trial.table, trial.seat
    worlds = [
        piece for piece in table.pieces.values() if piece.at == f"tableau.{seat}" and table.lying(f"goods.{piece.id}")
    ]
    if not worlds:
        return
    world = trial.random.choice(worlds)
    price = trial.reader.words.figures[shown(world, "type")[0]]["price"]
    price = trial.reader.changed(table, seat, "trade", price, world)
    if price > MOST:
        return
    trial.play.later.append(("race.sold", (seat, True, "race.trade", 0, (trial.layout.piece[world.id],))))

    def said() -> Asking:
        yield from ()
        trial.reader.cleared(table, world.id)
        trial.reader.taken(table, max(0, price), f"hand.{seat}")
        yield from trial.reader.happens(table, "sell", seat, {"it": world.id})

    trial.go(said())


def limited(trial: Any, power: Power) -> None:
    """Everybody discards down to the hand limit."""
    table = trial.table
    trial.play.later.append(("race.hand-limit", ()))

    def said() -> Asking:
        most = trial.reader.words.numbers["hand_limit"]
        over = {
            seat: len(table.lying(f"hand.{seat}")) - max(0, trial.reader.changed(table, seat, "hand limit", most, None))
            for seat in table.order
        }
        for seat in [seat for seat in table.order if over[seat] > 0]:
            there = table.lying(f"hand.{seat}")
            for card in (yield from some(seat, there, over[seat], over[seat], secret=True)):
                table.move(card, f"discarding.{seat}")
            yield from trial.reader.happens(table, "have overflowed", seat, {})
            for card in table.lying(f"discarding.{seat}"):
                table.move(card, "discards")

    trial.go(said())


def of_all(trial: Any, power: Power) -> None:
    """A number of the whole table, which the powers of all seats change in their order."""
    name, base = power.number, trial.random.randint(5, 20)
    said = base
    for seat in trial.table.order:
        said = trial.reader.changed(trial.table, seat, name, said, None)
    equal(name, value_of_table(trial.play, name, base), said)


# -- Galaxies --------------------------------------------------------------------------------------------------------


def following(trial: Any, power: Power) -> None:
    """A seat can follow if it can pay what the leader's powers make of the price, then its own."""
    table, reader = trial.table, trial.reader
    [other] = trial.random.sample(table.others(trial.seat), 1)
    leader, seat = (trial.seat, other) if power.number == "follow toll" else (other, trial.seat)
    face = trial.random.choice(("move", "energy", "culture", "diplomacy", "economy", "colony"))
    trial.play.later.append(("galaxies.offer-follow", (seat, leader, face)))

    def said() -> Asking:
        toll = reader.changed(table, leader, "follow toll", reader.words.numbers["follow_cost"], None)
        price = max(0, reader.changed(table, seat, "follow price", toll, None))
        if table.value("culture", seat) < price:
            return
        table.adjust("culture", seat, -price)
        doable = reader.doable(table, seat, face)
        table.adjust("culture", seat, price)
        if doable and (yield from one(seat, ["follow", "decline"])) == "follow":
            table.adjust("culture", seat, -price)
            yield from reader.copy_action(table, seat, leader, face)

    trial.go(said())


STEPS: Mapping[str, Callable[[Any, Power], None]] = {
    "goods": room_for_goods,
    "recruit cost": recruiting,
    "stocking": stocking,
    "dictates": dictating,
    "dictated workers": dictating,
    "military": placing,
    "payment": placing,
    "conquest": placing,
    "discarded": exploring,
    "draws": exploring,
    "kept cards": exploring,
    "trade": selling,
    "hand limit": limited,
    "final tableau": of_all,
    "final vp": of_all,
    "follow price": following,
    "follow toll": following,
}
"""The steps that ask for each number. ``cost`` is asked for in several games."""

PRICED = (placing, exploring, workers_needed)
"""The steps in which a number can change at a price."""

COST: Mapping[str, Callable[[Any, Power], None]] = {"roll": workers_needed, "race": placing}
