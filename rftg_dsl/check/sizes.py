"""Check size limits, so that a game with all its sets can be held in memory, played and logged."""

from __future__ import annotations

from collections.abc import Iterator
from json import dumps

from attrs import frozen

from rftg_dsl.base.diagnostic import Diagnostic
from rftg_dsl.base.limits import BEARERS, CELLS, OPENING, PIECES, REACTIONS
from rftg_dsl.base.source import Span
from rftg_dsl.check.model import Component, Model
from rftg_dsl.check.signatures import Signatures


def check_sizes(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    yield from check_pieces(model)
    yield from check_table(model, game)
    yield from check_reactions(model, game)


def pieces_of(model: Model, component: Component) -> int:
    """Return how many pieces a component contributes to the table, with the maximum number of players."""
    return (
        # If both sides count, each side is a piece of its own.
        len(component.sides)
        if component.both
        else component.copies * (model.words.players[1] if component.seated else 1)
    )


def powers_of(model: Model, component: Component) -> int:
    return 1 if component.both else pieces_of(model, component)


def check_pieces(model: Model) -> Iterator[Diagnostic]:
    pieces = powers = 0
    for component in model.components:
        pieces += pieces_of(model, component)
        powers += powers_of(model, component) * sum(len(side.powers) for side in component.sides)
        if pieces > PIECES.most:
            hint = f"at most {PIECES.most} are allowed, counting every copy"
            yield Diagnostic("too-many-pieces", component.at, f"this brings the number of pieces to {pieces}", hint)
            return
        if powers > BEARERS.most:
            hint = f"at most {BEARERS.most} are allowed, counting every copy"
            yield Diagnostic("too-many-powers", component.at, f"this brings the number of powers to {powers}", hint)
            return


def check_table(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    words, seats = model.words, model.words.players[1]
    last = next((component.at for component in reversed(model.components)), None)
    if last is None:
        return
    pieces = sum(pieces_of(model, component) for component in model.components)
    each = {"seat": seats, "table": 1, "piece": pieces}
    cells = sum(each[place.owner] for place in words.places.values()) * len(words.stock_kinds)
    if cells > CELLS.most:
        message = f"{len(words.stock_kinds)} kinds of things can be in {cells // len(words.stock_kinds)} places"
        yield Diagnostic(
            "table-too-large", last, message, f"their product can be at most {CELLS.most}: use fewer of either"
        )
    if (size := size_of_opening(model, game)) > OPENING.most:
        message = f"all names and ids take {size} bytes in the first line of a log"
        yield Diagnostic(
            "table-too-large", last, message, f"the limit is {OPENING.most}: use fewer pieces or shorter names"
        )


def size_of_opening(model: Model, game: Signatures) -> int:
    words, seats = model.words, model.words.players[1]
    counters = sum(
        # This is an estimate: the constants allow for the ids, numbers and punctuation around each name.
        (len(counter.name) + 20) * (seats if counter.owner == "seat" else 1)
        for counter in words.counters.values()
    )
    stocks = sum(len(name) + 40 for name in words.stock_kinds)
    return sum(model.find_in_each(game, sizes_of_names)) + counters + stocks


def sizes_of_names(model: Model, game: Signatures) -> Iterator[int]:
    yield sum(len(dumps(side.name)) + len(side.id) + 6 for side in model.list_sides())
    yield sum(pieces_of(model, component) * (3 * len(component.id) + 40) for component in model.components)


def check_reactions(model: Model, game: Signatures) -> Iterator[Diagnostic]:
    """Check that no event can trigger more powers than the limit allows.

    ``check_cycles`` finds endless chains. Here, each event in a cycle counts once.
    """
    waiting: dict[str, list[Reaction]] = {}
    for point, reaction in model.find_in_each(game, find_reactions):
        waiting.setdefault(point, []).append(reaction)
    known: dict[str, int] = {}
    for point, powers in waiting.items():
        if (most := count_reactions(point, waiting, known)) > REACTIONS.most:
            message = f"{point!r} can set off {most} powers, directly or through others"
            # Report only one event, because other events in the same chain would lead to the same message.
            yield Diagnostic("too-many-reactions", powers[0].at, message, f"the limit is {REACTIONS.most}")
            return


@frozen
class Reaction:
    """A power that an event triggers, with the number of pieces that have it and the events that it causes."""

    many: int
    events: tuple[str, ...]
    at: Span


def find_reactions(model: Model, game: Signatures) -> Iterator[tuple[str, Reaction]]:
    for component in model.components:
        for power in [power for side in component.sides for power in side.walk_powers()]:
            events = tuple(event.name for do in power.dos for event in game.verbs[do.signature].fires)
            yield power.point, Reaction(powers_of(model, component), events, power.at)


def count_reactions(point: str, waiting: dict[str, list[Reaction]], known: dict[str, int]) -> int:
    """Return how many powers an event can trigger, directly and indirectly, if every piece is in play."""
    if point in known:
        return known[point]
    # Cache 0 before recursing, so that the recursion also ends in a cycle.
    known[point], total = 0, 0
    for reaction in waiting.get(point, ()):
        total += reaction.many * (1 + sum(count_reactions(event, waiting, known) for event in reaction.events))
    known[point] = total
    return total
