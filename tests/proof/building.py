"""A tile of Roll is built: what it needs, what its owner can pay to need less, and which workers complete it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from proof.payments import Use, due, named, paying
from proof.powers import MANY, Power, enough
from proof.table import Asking, Piece, Table, bag, cell, one
from proof.things import printed

STACKS = {"development": ("developments", "developing", "develop"), "world": ("worlds", "settling", "settle")}
"""For each kind of tile: its stack, the place of workers on it, and the column of workers for it."""


def building(trial: Any, power: Power) -> None:
    """One tile is on top of its stack, alone, with some workers on it and in its column."""
    tile = lay_tile(trial, power)
    if tile:
        _stack, _, phase = STACKS[trial.table.pieces[tile].kind]
        trial.play.later.append(("roll.build", (trial.seat, phase)))
        trial.go(built(trial, tile))


def lay_tile(trial: Any, power: Power) -> str:
    """Put a tile alone in its stack; empty if the power is about none that can be built."""
    table, seat = trial.table, trial.seat
    meant = [piece for piece in table.pieces.values() if piece.at == "bag" and trial.concerns(power, piece)]
    plain = [piece for piece in meant if not changes_numbers(trial, piece)]
    if not plain:
        return ""
    tile = trial.random.choice(plain)
    for place in ("developments", "worlds"):
        for other in table.lying(f"{place}.{seat}"):
            trial.shift_piece(other, "bag")
    trial.shift_piece(tile.id, f"{STACKS[tile.kind][0]}.{seat}")
    return str(tile.id)


def changes_numbers(trial: Any, tile: Piece) -> bool:
    """Whether a tile has powers that would count from now on, which the reading does not follow."""
    powers = [trial.reader.of_piece(tile, nth) for nth in range(len(tile.printed["powers"]))]
    return any(power.moment == "number" for power in powers)


def workers(trial: Any, kind: str) -> dict[str, int]:
    """The workers on a tile and in its column."""
    _, on, column = STACKS[kind]
    places = (f"{on}.{trial.seat}", f"{column}.{trial.seat}")
    return {name: n for name, n in trial.table.stock.items() if name.partition("@")[2] in places}


def need(trial: Any, tile: Piece, paid: Sequence[Use], crew: Mapping[str, int]) -> int:
    """The workers it takes, if these complete it."""
    table: Table = trial.table.copy()
    for name, n in crew.items():
        at = f"{cell(name)[0]}@finishing.{trial.seat}"
        table.stock[at] = table.stock.get(at, 0) + n
    base = printed(tile, "cost")
    cost = trial.reader.changed(table, trial.seat, "cost", base, tile)
    for power, n in paid:
        cost = power.change(with_given(trial, table, n), trial.seat, cost, tile)
    trial.changed = trial.changed or cost != base
    return int(max(cost, min(base, trial.reader.words.numbers["least_workers"])))


def with_given(trial: Any, table: Table, n: int) -> Table:
    """A table on which so much was given for a changed number."""
    after = table.copy()
    after.counters[f"spent.{trial.seat}"] = n
    return after


def by_workers(trial: Any) -> bool:
    """Whether a power changes what a tile needs by the workers that complete it."""
    return any(" its " in f" {power.text} " and power.number == "cost" for _, power in trial.table.active)


def lowering(trial: Any, tile: Piece) -> dict[str, tuple[list[Use], int]]:
    """The prices that can be paid so that the tile can be completed with fewer workers, by name; none in vain."""
    there = workers(trial, tile.kind)
    base = fewest(trial, tile, there, ())
    value = trial.reader.changed(trial.table, trial.seat, "cost", printed(tile, "cost"), tile)
    usable = [power for _, power in trial.table.active if power.price and power.number == "cost"]
    left = [power for power in usable if power.left(trial.table, trial.seat)]
    usable = left if by_workers(trial) else [power for power in left if trial.changing(power, value, tile)]
    ways = [[None, *[(power, n) for n in trial.amounts(power, tile)]] for power in usable]
    rows = sorted(([way for way in row if way] for row in product(*ways)), key=lambda row: sum(n for _, n in row))
    prices: list[tuple[list[Use], int]] = []
    for row in rows[1:]:
        less = fewest(trial, tile, there, row)
        in_vain = any(others <= less and part_of(other, row) for other, others in prices)
        if less < base and not in_vain and enough([*due(trial, row, tile), (less, there)]):
            prices.append((row, less))
    return {named(trial, row).removeprefix("with "): (row, less) for row, less in prices}


def fewest(trial: Any, tile: Piece, there: Mapping[str, int], paid: Sequence[Use]) -> int:
    """The fewest workers that complete a tile; of these, if it matters which."""
    if not by_workers(trial):
        return need(trial, tile, paid, {})
    return min([sum(crew.values()) for crew in crews(trial, tile, there, paid)], default=MANY)


def part_of(some: Sequence[Use], row: Sequence[Use]) -> bool:
    """Whether all that is given in some way is given in another way too."""
    amounts = {power.id: n for power, n in row}
    return all(amounts.get(power.id, 0) >= n for power, n in some)


def crews(trial: Any, tile: Piece, there: Mapping[str, int], paid: Sequence[Use]) -> Iterator[dict[str, int]]:
    """The smallest sets of workers that complete a tile."""

    def complete(crew: Mapping[str, int]) -> bool:
        return sum(crew.values()) >= need(trial, tile, paid, crew)

    for numbers in product(*[range(n + 1) for n in there.values()]):
        crew = {name: n for name, n in zip(there, numbers, strict=True) if n}
        fewer = [{other: n - (other == name) for other, n in crew.items()} for name in crew]
        if complete(crew) and not any(complete(subset) for subset in fewer):
            yield crew


def built(trial: Any, id: str) -> Asking:
    """The tile is completed, unless too few workers are there."""
    table, seat, tile = trial.table, trial.seat, trial.table.pieces[id]
    _, on, column = STACKS[tile.kind]
    paid: list[Use] = []
    if ways := lowering(trial, tile):
        pick = yield from one(seat, [*ways, "none"])
        paid, needed = ways.get(pick, ([], 0))
        yield from paying(trial, paid, tile, [(needed, lambda: workers(trial, tile.kind))])
    while (crew := (yield from complete_crew(trial, tile, paid))) is None:
        ready = {name: n for name, n in table.stock.items() if name.endswith(f"@{column}.{seat}")}
        if not ready:
            return
        n = 1 if by_workers(trial) else need(trial, tile, paid, {}) - sum(there(trial, tile).values())
        for name, many in (yield from bag(seat, ready, n, n)):
            table.shift(name, f"{cell(name)[0]}@{on}.{seat}", many)
    yield from completed(trial, id, crew)


def complete_crew(trial: Any, tile: Piece, paid: Sequence[Use]) -> Asking:
    """Workers on a tile that complete it; None if there are too few."""
    if by_workers(trial):
        by_name = {name_of(crew): crew for crew in crews(trial, tile, there(trial, tile), paid)}
        return tuple(by_name[(yield from one(trial.seat, list(by_name)))].items()) if by_name else None
    wanted = need(trial, tile, paid, {})
    if sum(there(trial, tile).values()) < wanted:
        return None
    return (yield from bag(trial.seat, there(trial, tile), wanted, wanted))


def there(trial: Any, tile: Piece) -> dict[str, int]:
    """The workers on a tile, in the order of their kinds."""
    cells = [f"{kind}@{STACKS[tile.kind][1]}.{trial.seat}" for kind in trial.layout.kinds]
    return {name: trial.table.stock[name] for name in cells if trial.table.stock.get(name)}


def name_of(crew: Mapping[str, int]) -> str:
    """Workers in words."""
    return " and ".join(f"{n} {cell(name)[0]}" for name, n in crew.items()) or "none"


def completed(trial: Any, id: str, crew: Sequence[tuple[str, int]]) -> Asking:
    """The workers leave, the tile comes into play, and all other workers return to the cup."""
    table, seat = trial.table, trial.seat
    _, on, column = STACKS[table.pieces[id].kind]
    for name, n in crew:
        table.shift(name, f"{cell(name)[0]}@finishing.{seat}", n)
    yield from trial.reader.happens(table, "completes", seat, {"it": id})
    for name, n in [(name, n) for name, n in table.stock.items() if name.endswith(f"@finishing.{seat}")]:
        table.shift(name, f"{cell(name)[0]}@citizenry.{seat}", n)
    table.move(id, f"tableau.{seat}")
    yield from trial.reader.came(table, seat, id)
    yield from trial.reader.happens(table, "have completed", seat, {"it": id})
    for place in (on, column):
        for name, n in [(name, n) for name, n in table.stock.items() if name.endswith(f"@{place}.{seat}")]:
            table.shift(name, f"{cell(name)[0]}@cup.{seat}", n)
