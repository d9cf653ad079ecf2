"""Powers that use other pieces' powers."""

from __future__ import annotations

from rftg_dsl.check.signatures import verb
from rftg_dsl.games.lookup import Play
from rftg_dsl.kernel.decision import Question
from rftg_dsl.kernel.form import One
from rftg_dsl.kernel.step import step

COPY = Question("copy", asks="Which power do you use as your own, with {power}?")


def can_use_power(play: Play, seat: int, this: int, pieces: list[int], low: int, high: int, at: str) -> bool:
    """Whether another piece has a usable power that could have an effect."""
    return bool(find_usable_powers(play, seat, this, pieces, at))


@verb(
    "use",
    "pieces",
    slots={"at": "moment"},
    can=can_use_power,
    asks=True,
    elsewhere=True,
    how=(),
    most=1,
    pays=False,
    saying="use a power of {what} as your own",
    text="Carry out as your own a power of another piece that is for the same moment and does not refer to that piece.",
)
def use_power(play: Play, seat: int, this: int, pieces: list[int], low: int, high: int, at: str) -> None:
    """Let the player use another piece's power as their own, from those that ``find_usable_powers`` returns."""
    usable = find_usable_powers(play, seat, this, pieces, at)
    play.ask(seat, COPY, One((*usable,)), use_chosen_power, play.cause, tuple(usable.items()))


def find_usable_powers(play: Play, seat: int, this: int, pieces: list[int], at: str) -> dict[str, int]:
    """The powers for the moment ``at`` that ``this`` can use, each mapped to another piece that has the power."""
    powers: dict[str, int] = {}
    for piece in [other for other in pieces if other != this]:
        hooks = [
            candidate
            for candidate in play.rules.powers[play.side[piece]]
            if candidate.point == at and candidate.id in play.numbers.usable
        ]
        for hook in [
            candidate for candidate in hooks if candidate.id not in powers and not play.used_up(seat, piece, candidate)
        ]:
            if hook.can(play, seat, piece):
                powers[hook.id] = piece
    return powers


@step("verbs.power-chosen", "Carry out the chosen power.")
def use_chosen_power(play: Play, seat: int, cause: str, usable: tuple[tuple[str, int], ...], power: str) -> None:
    piece, hook = dict(usable)[power], play.rules.by_id[power]
    if hook.once:
        # The limit belongs to the piece that has the power, not to the piece that copies it.
        play.use_up(seat, piece, power, hook.once)
    play.then_segment(seat, piece, power, 0)
