"""Makes each game count once: drops copies of a log, and games whose logs contradict each other."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from attrs import frozen

from rftg_dsl.log.standings.read_results import GameResult, LeftOut, Outcome

COPY, CONTRADICTION = "repeated-game", "contradicted-game"


@frozen
class Counted:
    """The games that count and the logs that do not, each in the order in which they were read."""

    games: tuple[GameResult, ...]
    left_out: tuple[LeftOut, ...]

    @property
    def status(self) -> int:
        """The exit status: 0 if all logs count, 1 if some do not, and 2 if some could not be read."""
        return max((1 if left_out.readable else 2 for left_out in self.left_out), default=0)

    @property
    def is_over(self) -> bool:
        """Whether no log is about a game in progress, as far as is known."""
        return all(left_out.complete for left_out in self.left_out)


def count_games(outcomes: Iterable[Outcome]) -> Counted:
    """Sort outcomes into games that count and logs that do not.

    Logs with the same first line are of the same deal, and copies of each other if they also end in the same way. If
    not, nothing in them tells which is the game that was played, so none of them counts.
    """
    known = list(outcomes)
    groups = group_by_origin(outcome for outcome in known if isinstance(outcome, GameResult))
    judged = [judge_copy(each, groups[each.origin]) if isinstance(each, GameResult) else each for each in known]
    return Counted(
        tuple([outcome for outcome in judged if isinstance(outcome, GameResult)]),
        tuple([outcome for outcome in judged if isinstance(outcome, LeftOut)]),
    )


def group_by_origin(games: Iterable[GameResult]) -> Mapping[str, list[GameResult]]:
    groups: dict[str, list[GameResult]] = {}
    for game in games:
        groups.setdefault(game.origin, []).append(game)
    return groups


def judge_copy(game: GameResult, group: Sequence[GameResult]) -> Outcome:
    """Return the game if it counts, and otherwise the reason; ``group`` has all games with the same first line."""
    other = next((other for other in group if other.course != game.course), None)
    if other is not None:
        reason = f"it begins like {other.log} and goes on differently; only signatures can tell which game was played"
        return LeftOut(game.log, CONTRADICTION, reason, complete=True)
    if group[0] is not game:
        return LeftOut(game.log, COPY, f"it is the same game as {group[0].log}", complete=True)
    return game
