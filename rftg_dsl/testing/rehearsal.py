"""Rehearsals: random games that reveal which parts of a game are never reached."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from attrs import evolve, frozen

from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import Forget, drive
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.observer import Observer
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import Library


@frozen
class Rehearsal:
    """The parts of a game that were never reached in a number of random games."""

    games: int
    decisions: int
    steps: tuple[str, ...]
    points: tuple[str, ...]
    questions: tuple[str, ...]

    @property
    def never(self) -> tuple[str, ...]:
        """A sentence for each part that was never reached; empty if every part was reached."""
        return (
            *[f"step {step!r} never ran" for step in self.steps],
            *[f"{point!r} never happened" for point in self.points],
            *[f"question {question!r} was never asked" for question in self.questions],
        )


class WatchedTallies(dict[str, Any]):
    """Wraps a game's tallies, which the kernel looks up at every event, and records each point that is looked up."""

    def __init__(self, tallies: Any) -> None:
        super().__init__(tallies)
        self.points: set[str] = set()

    def get(self, point: str, default: Any = None) -> Any:
        """Record a point and return its tallies."""
        self.points.add(point)
        return super().get(point, default)


class WatchedSteps(dict[str, Callable[..., None]]):
    """Wraps a game's steps and records which of them run."""

    def __init__(self, steps: Any) -> None:
        super().__init__(steps)
        self.ids: set[str] = set()

    def __getitem__(self, id: str) -> Callable[..., None]:
        self.ids.add(id)
        return super().__getitem__(id)


class Names(Observer):
    """Records the names of decisions, including those with a single answer."""

    def __init__(self) -> None:
        self.names: set[str] = set()
        self.decisions = 0

    def decided(self, play: Play[Any], decision: Decision, pick: Pick) -> None:
        """Record a decision."""
        self.names.add(decision.name)
        self.decisions += 1

    def answers_itself(self, play: Play[Any], decision: Decision, pick: Pick) -> None:
        """Record a decision with a single answer, which no player is asked to make."""
        self.names.add(decision.name)


def rehearse(library: Library, games: int = 20, seats: Sequence[int] = (), seed: str = "rehearsal") -> Rehearsal:
    """Play random games for each number of players, and report the parts of the game that were never reached."""
    low, high = library.model.words.players
    game, names = library.game, Names()
    ids: set[str] = set()
    points: set[str] = set()
    for players in seats or range(low, high + 1):
        rules = library.rules(players)
        steps, tallies = WatchedSteps(rules.steps), WatchedTallies(rules.tallies)
        watched = evolve(rules, steps=steps, tallies=tallies)
        for nth in range(games):
            play = watched.start(Seeded(f"{seed}/{players}/{nth}", game.name), library.options)
            # Watch the play directly as well, because decisions with a single answer never reach the driver.
            play.watch(names)
            draw = Random(f"{seed}/{players}/{nth}").random
            drive(play, [lambda _, asked, draw=draw: asked.form.draw(draw)] * players, (names, Forget()))  # type: ignore[misc]
        ids |= steps.ids
        points |= tallies.points
    declared = [event.name for event in game.events]
    return Rehearsal(
        games * len(seats or range(low, high + 1)),
        names.decisions,
        tuple(step.id for step in game.steps if step.id not in ids),
        tuple(point for point in declared if point not in points),
        tuple(dict.fromkeys(question.name for question in game.questions if question.name not in names.names)),
    )
