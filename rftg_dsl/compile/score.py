"""The scores in a game in progress, used by reports and by look-ahead bots."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from rftg_dsl.compile.game import Game, Report
from rftg_dsl.compile.schedule_to_program import Scoring
from rftg_dsl.kernel.play import Play


class Standing(NamedTuple):
    """A seat's points, followed by its tie-breaks in order. The highest standing wins."""

    total: int
    ties: tuple[int, ...]


def standings_of(play: Play[Any]) -> list[Standing]:
    """Return each seat's standing. It is equal to the standing in the report, but much cheaper to compute."""
    return [standing_of(play, seat) for seat in range(play.layout.seats)]


def standing_of(play: Play[Any], seat: int) -> Standing:
    """Return a seat's standing according to the schedule's score lines, as if the game ended now."""
    rules: Any = play.rules
    total = sum([points for _, points in score_lines(play, seat)])
    return Standing(total, tuple([points_of_line(play, seat, line) for line in rules.ties]))


def score_lines(play: Play[Any], seat: int) -> Iterator[tuple[str, int]]:
    """Yield the name and points of each line, in the schedule's order. Two pieces with the same name produce two
    lines."""
    rules: Any = play.rules
    side, scoring = play.side, rules.scoring
    for line in rules.lines:
        if not line.each:
            yield line.name, points_of_line(play, seat, line)
            continue
        for piece in play.zone[line.places[seat]] if line.places else ():
            if scoring[side[piece]]:
                yield rules.sides[side[piece]].name, points_of_piece(play, seat, piece)


def points_by_line(play: Play[Any], seat: int) -> dict[str, int]:
    """A seat's points for each score line, in schedule order; pieces with the same name share a line."""
    lines: dict[str, int] = {}
    for name, points in score_lines(play, seat):
        lines[name] = lines.get(name, 0) + points
    return lines


def points_of_line(play: Play[Any], seat: int, line: Scoring) -> int:
    points = 0
    for count in line.counts:
        points += count(play, seat, -1)
    for piece in play.zone[line.places[seat]] if line.places else ():
        points += points_of_piece(play, seat, piece)
    return points


def points_of_piece(play: Play[Any], seat: int, piece: int) -> int:
    rules: Any = play.rules
    points = 0
    for power in rules.scoring[play.side[piece]]:
        points += power.react(play, seat, piece)
    return points


def figures_of(play: Play[Any]) -> Report:
    """Return the game's report, including the counters added by the game's sets."""
    rules: Any = play.rules
    report: Report = rules.game.report(play)
    added = [counter for counter in rules.model.words.counters.values() if counter.added and not counter.inner]
    for counter in added:
        numbers = play.layout.counter[counter.name]
        if counter.owner == "table":
            report["table"][counter.name] = play.counters[numbers[0]]
        for seat, row in enumerate(report["seats"]) if counter.owner == "seat" else ():
            row[counter.name] = play.counters[numbers[seat]]
    return report


def prospects_of(play: Play[Any]) -> Sequence[float]:
    """Return each seat's expected score according to the game's outlook or, if it has none, each seat's current
    score."""
    rules: Any = play.rules
    game: Game = rules.game
    if game.outlook is not None:
        return game.outlook(play)
    return [seat["score"]["total"] for seat in game.report(play)["seats"]]
