"""Goals: which seats gain and hold them, and how many points they score (G1-G5 of the first expansion)."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.check.signatures import verb
from rftg_dsl.games.race import events
from rftg_dsl.games.race.numbers import Play
from rftg_dsl.games.rounds import seats_in_order

FIRST, MOST = "first-goal", "most-goal"
"""The kinds of goals: a "first" goal goes to the first seat to reach it, a "most" goal to the seat furthest ahead."""

PROGRESS = "progress"

NO_GOALS = "none"


def deal(play: Play) -> None:
    """G1: draw the goals for this game."""
    numbers = play.numbers
    if not numbers.goals or play.options.get("goals") == NO_GOALS:
        return
    for kind, number in ((FIRST, "first_goals"), (MOST, "most_goals")):
        there = [piece for piece in play.zone[numbers.spare_goals] if numbers.sides[play.side[piece]].kind == kind]
        for piece in play.draw(f"0/table/{kind}", there, min(numbers.number[number], len(there))):
            play.move(piece, numbers.open_goals, "goal")


def list_in_play(play: Play) -> tuple[int, ...]:
    """The goals in this game: the "first" goals, then the "most" goals, each group sorted by number."""
    numbers = play.numbers
    if not numbers.goals:
        return ()
    there = (*play.zone[numbers.open_goals], *play.zone[numbers.held_goals])
    return tuple(sorted(there, key=lambda piece: (is_most(play, piece), piece)))


def is_most(play: Play, goal: int) -> bool:
    numbers = play.numbers
    return numbers.sides[play.side[goal]].kind == MOST


def names_held_by(play: Play, seat: int) -> tuple[str, ...]:
    numbers = play.numbers
    names: tuple[str, ...] = play.facts[numbers.held[seat]] if numbers.goals else ()
    return names


def holders_of(play: Play, goal: int) -> list[int]:
    name = play.layout.pieces[goal].name
    return [seat for seat in play.numbers.seats if name in names_held_by(play, seat)]


def progress_of(play: Play, seat: int, goal: int) -> int:
    n = 0
    for power in play.rules.powers[play.side[goal]]:
        if power.point == PROGRESS:
            n = power.react(play, seat, goal, -1, n)
    return n


def lead_of(play: Play, seat: int, goal: int) -> int:
    return progress_of(play, seat, goal) - max(
        progress_of(play, other, goal) for other in play.numbers.seats if other != seat
    )


def has_enough(play: Play, seat: int, goal: int) -> bool:
    return progress_of(play, seat, goal) >= play.numbers.least[play.side[goal]]


# -- gaining and losing ------------------------------------------------------------------------------------------


def check(play: Play, point: str) -> None:
    """G2, G3: for each goal in turn, take the goal from seats that now lose it, then give it to seats that gain it."""
    for goal in list_in_play(play):
        hooks = [power for power in play.rules.powers[play.side[goal]] if power.point == point]
        if not hooks:
            continue
        if is_most(play, goal):
            for seat in holders_of(play, goal):
                lose(play, seat, goal)
        for hook in hooks:
            for seat in seats_in_order(play):
                play.cause = hook.id
                hook.react(play, seat, goal, seat)
        if holders_of(play, goal):
            move(play, goal, play.numbers.held_goals)


def react_to_leaving(play: Play, seat: int, piece: int) -> None:
    """G5: react to a card that has left a tableau, which may cost its owner a goal at once."""
    cause = play.cause
    for goal in list_in_play(play):
        for power in play.rules.powers[play.side[goal]]:
            if power.point == events.left.name:
                play.cause = power.id
                power.react(play, seat, goal, seat, piece)
    # This runs in the middle of another power, so restore that power's cause.
    play.cause = cause
    events.left(play, seat, piece)


def move(play: Play, goal: int, place: int) -> None:
    if play.place_of[goal] != place:
        play.move(goal, place, "goal")


@verb(
    "claim",
    "nothing",
    keeps={"held*": ()},
    saying="claim this goal with a progress of {printed least} or more",
    text="Gain this goal if it is open and its condition is met.",
)
def claim(play: Play, seat: int, this: int, what: None, low: int, high: int) -> None:
    """Gain this goal if it is open and its condition is met.

    G2: several seats can gain a "first" goal at the same moment. G3: a "most" goal goes only to a sole leader.
    """
    numbers = play.numbers
    if (
        play.place_of[this] == numbers.open_goals
        and has_enough(play, seat, this)
        and (not is_most(play, this) or lead_of(play, seat, this) > 0)
    ):
        name = play.layout.pieces[this].name
        play.set_fact(numbers.held[seat], (*names_held_by(play, seat), name), "held")
        play.note("claimed", seat, name)


@verb(
    "return",
    "nothing",
    saying="return this goal unless {your} progress is still enough",
    text="Lose this goal if its condition is no longer met.",
)
def give_back(play: Play, seat: int, this: int, what: None, low: int, high: int) -> None:
    if seat in holders_of(play, this):
        lose(play, seat, this)


def lose(play: Play, seat: int, goal: int) -> None:
    """G3: take a "most" goal from a holder who is behind another seat or below the minimum; a tie is not enough."""
    numbers = play.numbers
    if lead_of(play, seat, goal) < 0 or not has_enough(play, seat, goal):
        name = play.layout.pieces[goal].name
        play.set_fact(
            numbers.held[seat], tuple([other for other in names_held_by(play, seat) if other != name]), "held"
        )
        play.note("lost", seat, name)
        move(play, goal, numbers.open_goals)


# -- scores ------------------------------------------------------------------------------------------------------


def points_of(play: Play, seat: int) -> int:
    return sum(
        [
            points_for(play, seat, goal, [progress_of(play, each, goal) for each in play.numbers.seats])
            for goal in list_in_play(play)
        ]
    )


def points_for(play: Play, seat: int, goal: int, amounts: Sequence[int]) -> int:
    """A seat's VP for one goal, given every seat's progress; G4: a seat that ties for the most progress scores less."""
    numbers = play.numbers
    side = play.side[goal]
    if seat in holders_of(play, goal):
        return numbers.printed[side]
    return numbers.tied[side] if is_most(play, goal) and amounts[seat] == max(amounts) >= numbers.least[side] else 0
