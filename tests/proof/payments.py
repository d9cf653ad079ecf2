"""Numbers that change at a price: the names of what is used, what it costs, and the payment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from proof.powers import Power, enough, without
from proof.program import PIECE
from proof.table import Asking

Use = tuple[Power, int]
"""A power that is used at its price, and how many things are given."""
Due = tuple[int, Callable[[], Mapping[str, int]]]
"""How many things must be left, and of which."""


def named(trial: Any, row: Sequence[Use]) -> str:
    """The name of some powers used together: ``with ZZ:2 ZZ/2``."""
    first = next(power.id for power in trial.powers if power.price)
    names = []
    for power, n in row:
        low = max(1, power.price[0].many.bounds(trial.table, trial.seat)[0])  # type: ignore[union-attr]
        name = PIECE if power.id == first else f"{PIECE}/{power.id.rpartition('/')[2]}"
        names.append(name if n == low else f"{name}:{n}")
    return f"with {' '.join(names)}"


def due(trial: Any, row: Sequence[Use], about: Any) -> list[tuple[int, dict[str, int]]]:
    """What powers cost, and what it can be paid with."""
    return [(n, trial.units(power, about)) for power, n in row]


def paying(trial: Any, row: Sequence[Use], about: Any, needed: Sequence[Due] = ()) -> Asking:
    """Powers are paid one after another; one thing at a time where something else can need it."""
    for power, _ in row:
        power.use_up(trial.table, trial.seat)
    left = list(row)
    while left:
        (power, n), *others = left
        units = trial.units(power, about)
        rest = [*due(trial, others, about), *[(many, dict(there())) for many, there in needed]]
        contested = sum(units.values()) > n and any(many and units.keys() & sources.keys() for many, sources in rest)
        now = 1 if contested else n
        barred = {about.id} if about else set()
        if contested:
            parts = [(n - 1, units), *rest]
            barred |= {thing for thing in units if not enough(without(parts, thing))}
        trial.table.barred = frozenset(barred)
        yield from trial.reader.exactly(power.price[0].text, now).do(trial.table, trial.seat)
        left = [(power, n - now), *others] if now < n else others
