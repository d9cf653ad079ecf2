"""Goals: who reaches them first, who has the most, and what they are worth (G1-G5 of the first expansion)."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.games.race import events
from rftg_dsl.games.race.numbers import Play
from rftg_dsl.games.rounds import seats_in_order

FIRST, MOST = "first-goal", "most-goal"
"""The kinds of goals: reached once by the first, or held by whoever has the most."""

PROGRESS = "progress"
"""The number that says how far a seat is."""

NO_GOALS = "none"
"""The value of the option for a game without goals."""


def deal(g: Play) -> None:
    """G1: draw the goals of this game."""
    w = g.numbers
    if not w.goals or g.options.get("goals") == NO_GOALS:
        return
    for kind, number in ((FIRST, "first_goals"), (MOST, "most_goals")):
        there = [piece for piece in g.zone[w.spare_goals] if w.sides[g.side[piece]].kind == kind]
        for piece in g.draw(f"0/table/{kind}", there, min(w.number[number], len(there))):
            g.move(piece, w.open_goals, "goal")


def list_in_play(g: Play) -> tuple[int, ...]:
    """The goals of this game, in the order of their draw."""
    w = g.numbers
    if not w.goals:
        return ()
    there = (*g.zone[w.open_goals], *g.zone[w.held_goals])
    return tuple(sorted(there, key=lambda piece: (is_most(g, piece), piece)))


def is_most(g: Play, goal: int) -> bool:
    """Whether a goal is for whoever has the most."""
    w = g.numbers
    return w.sides[g.side[goal]].kind == MOST


def names_held_by(g: Play, seat: int) -> tuple[str, ...]:
    """The names of the goals that a seat holds."""
    w = g.numbers
    found: tuple[str, ...] = g.facts[w.held[seat]] if w.goals else ()
    return found


def holders_of(g: Play, goal: int) -> list[int]:
    """The seats that hold a goal."""
    name = g.layout.pieces[goal].name
    return [seat for seat in g.numbers.seats if name in names_held_by(g, seat)]


def progress_of(g: Play, seat: int, goal: int) -> int:
    """How far a seat is."""
    n = 0
    for power in g.rules.powers[g.side[goal]]:
        if power.point == PROGRESS:
            n = power.react(g, seat, goal, -1, n)
    return n


def lead_of(g: Play, seat: int, goal: int) -> int:
    """How much further a seat is than all others."""
    return progress_of(g, seat, goal) - max(progress_of(g, other, goal) for other in g.numbers.seats if other != seat)


def has_enough(g: Play, seat: int, goal: int) -> bool:
    """Whether a seat has the number that a goal needs."""
    return progress_of(g, seat, goal) >= g.numbers.least[g.side[goal]]


# -- gaining and losing ------------------------------------------------------------------------------------------


def check(g: Play, point: str) -> None:
    """G2, G3: at this moment goals are lost, then gained, one goal after another."""
    for goal in list_in_play(g):
        hooks = [power for power in g.rules.powers[g.side[goal]] if power.point == point]
        if not hooks:
            continue
        if is_most(g, goal):
            for seat in holders_of(g, goal):
                lose(g, seat, goal)
        for hook in hooks:
            for seat in seats_in_order(g):
                g.cause = hook.id
                hook.react(g, seat, goal, seat)
        if holders_of(g, goal):
            move(g, goal, g.numbers.held_goals)


def react_to_leaving(g: Play, seat: int, piece: int) -> None:
    """G5: a card has left a tableau, which may cost its owner a goal at once."""
    cause = g.cause
    for goal in list_in_play(g):
        for power in g.rules.powers[g.side[goal]]:
            if power.point == events.left.name:
                g.cause = power.id
                power.react(g, seat, goal, seat, piece)
    g.cause = cause
    events.left(g, seat, piece)


def move(g: Play, goal: int, place: int) -> None:
    """Put a goal among those that are open or held."""
    if g.place_of[goal] != place:
        g.move(goal, place, "goal")


def claim(g: Play, me: int, this: int, what: None, low: int, high: int) -> None:
    """Gain this goal, if it is open and its condition is met.

    G2: several seats can gain a first goal at the same moment. G3: a most goal goes only to a seat that leads alone.
    """
    w = g.numbers
    if (
        g.place_of[this] == w.open_goals
        and has_enough(g, me, this)
        and (not is_most(g, this) or lead_of(g, me, this) > 0)
    ):
        name = g.layout.pieces[this].name
        g.set_fact(w.held[me], (*names_held_by(g, me), name), "held")
        g.note("claimed", me, name)


def give_back(g: Play, me: int, this: int, what: None, low: int, high: int) -> None:
    """Lose this goal, if its condition is no longer met."""
    if me in holders_of(g, this):
        lose(g, me, this)


def lose(g: Play, seat: int, goal: int) -> None:
    """G3: a holder loses a most goal when another seat has more, or it has too little itself; a tie is no loss."""
    w = g.numbers
    if lead_of(g, seat, goal) < 0 or not has_enough(g, seat, goal):
        name = g.layout.pieces[goal].name
        g.set_fact(w.held[seat], tuple([one for one in names_held_by(g, seat) if one != name]), "held")
        g.note("lost", seat, name)
        move(g, goal, w.open_goals)


# -- scores ------------------------------------------------------------------------------------------------------


def points_of(g: Play, seat: int) -> int:
    """The VP of a seat for goals."""
    return sum(
        [points_for(g, seat, goal, [progress_of(g, one, goal) for one in g.numbers.seats]) for goal in list_in_play(g)]
    )


def points_for(g: Play, seat: int, goal: int, numbers: Sequence[int]) -> int:
    """The VP of a seat for one goal, by how far all seats are; G4: less for a tie with the most."""
    w = g.numbers
    side = g.side[goal]
    if seat in holders_of(g, goal):
        return w.printed[side]
    return w.tied[side] if is_most(g, goal) and numbers[seat] == max(numbers) >= w.least[side] else 0
