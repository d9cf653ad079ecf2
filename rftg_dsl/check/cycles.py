"""Find powers that would trigger one another forever, and numbers that depend on themselves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.check.model import Do, Figure, Model, Modifier, PieceSet, Power, Trigger, Window
from rftg_dsl.check.signatures import Signatures
from rftg_dsl.check.visit import nodes_in


def check_figures(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that no changed number depends on itself through the conditions or amounts of its changes."""
    changing = [power for power in model.walk_powers() if isinstance(power, Modifier)]
    asked = {power.id: figures_in(power) for power in changing}
    after: dict[str, set[str]] = {}
    for power in changing:
        after.setdefault(power.parameter, set()).update(asked[power.id])
    for power in changing:
        if power.parameter in find_reachable(asked[power.id], after):
            message = f"{power.parameter!r} would depend on itself"
            yield Diagnostic("trigger-cycle", power.at, message, "make it depend on something else")


def figures_in(power: Power) -> set[str]:
    parts = [*power.conditions, *([power.change] if isinstance(power, Modifier) else [])]
    figures = {part.parameter for node in parts for part in nodes_in(node) if isinstance(part, Figure)}
    current = [part.current for node in parts for part in nodes_in(node) if isinstance(part, PieceSet)]
    return figures | {name for each in current for name, _, _ in each}


def find_reachable(first: Iterable[str], after: Mapping[str, set[str]]) -> set[str]:
    reached: set[str] = set()
    waiting = list(first)
    while waiting:
        if (name := waiting.pop()) not in reached:
            reached.add(name)
            waiting += after.get(name, ())
    return reached


def check_cycles(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that no power can trigger itself, directly or through other powers."""
    # Ignore powers with a limit on their uses, because the limit ends any cycle.
    waiting = [power for power in model.walk_powers() if isinstance(power, Trigger | Window) and not power.once]
    waiting = [power for power in waiting if not any(does_exhaust(game, do) for do in power.dos)]
    after: dict[str, list[Power]] = {}
    for power in waiting:
        events = events_from(game, power)
        after[power.id] = [other for other in waiting if other.point in events] if events else []
    for power in waiting:
        if chain := find_cycle(power, after):
            named = " -> ".join(link.id for link in (*chain, power))
            hint = "add 'once per phase' to one of them, or change what it does"
            yield Diagnostic(
                "trigger-cycle", power.at, f"these powers would trigger one another forever: {named}", hint
            )


def does_exhaust(game: Signatures, do: Do) -> bool:
    """Return whether a verb uses up its object, which ends any cycle."""
    exhausts = game.verbs[do.signature].exhausts
    return exhausts == "any" or (exhausts == "this" and isinstance(do.what, PieceSet) and do.what.this == "only")


def events_from(game: Signatures, power: Power) -> set[str]:
    return {event.name for do in power.dos for event in game.verbs[do.signature].fires}


def find_cycle(start: Power, after: dict[str, list[Power]]) -> list[Power]:
    """Return the shortest cycle back to ``start``; empty if there is none, or if another power reports the cycle."""
    ways = [[start]]
    seen = {start.id}
    while ways:
        # Breadth-first search, so the first cycle found is the shortest.
        way = ways.pop(0)
        for other in after[way[-1].id]:
            if other.id == start.id:
                # Report each cycle only once, at the power with the smallest id.
                return way if start.id == min(power.id for power in way) else []
            if other.id not in seen:
                seen.add(other.id)
                ways.append([*way, other])
    return []
