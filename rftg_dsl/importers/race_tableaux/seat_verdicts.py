"""The verdict on each seat of a position, and on the winners."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rftg_dsl.compile.score import points_by_line, standing_of
from rftg_dsl.importers.import_report import (
    ACCOUNTED,
    AGREES,
    DIFFERS,
    OUTCOMES,
    RULES,
    UNSCORED,
    Disagreement,
    Followed,
    SeatScore,
)
from rftg_dsl.importers.race_tableaux.goal_holders import GoalHolders, Holders
from rftg_dsl.importers.race_tableaux.site_habits import find_site
from rftg_dsl.importers.race_tableaux.tableau_position import TableauPosition

Lines = Mapping[str, int]


class Judge:
    """Compares a position with its record, seat by seat."""

    def __init__(self, position: TableauPosition) -> None:
        self.position = position
        self.game = position.game
        self.site = find_site(self.game.site)
        self.holders = GoalHolders(position, self.site.lists_ties)
        self.obstacles = [self.find_obstacle(seat) for seat in position.numbers.seats]
        """For each seat, the reason why it cannot be scored; empty if it can."""
        self.way, self.lines = self.find_best_way()
        self.findings: dict[str, list[Disagreement]] = {name: [] for name in OUTCOMES}

    def find_obstacle(self, seat: int) -> str:
        cards = self.position.unknown_cards
        if cards[seat]:
            return f"card {cards[seat]!r} is not known"
        if self.position.unknown_goal:
            return f"goal {self.position.unknown_goal!r} is not known"
        is_blocked = self.game.goals and any(cards)
        return "a card of another seat is not known, and goals compare tableaux" if is_blocked else ""

    def find_best_way(self) -> tuple[Holders, list[Lines]]:
        """The way to assign the goals that makes most seats agree, and the score lines of every seat."""
        ways = [(way, self.score(way)) for way in self.holders.list_ways()]
        return max(ways, key=lambda scored: self.count_agreeing(scored[1]))

    def score(self, way: Holders) -> list[Lines]:
        self.holders.assign(way)
        return [points_by_line(self.position.play, seat) for seat in self.position.numbers.seats]

    def count_agreeing(self, lines: Sequence[Lines]) -> int:
        pairs = zip(lines, self.game.seats, strict=True)
        return sum(sum(scored.values()) == recorded.points for scored, recorded in pairs)

    def give_verdicts(self) -> Followed:
        scores = tuple([self.judge_seat(seat) for seat in self.position.numbers.seats])
        self.check_copies()
        self.check_goods()
        self.check_goals()
        if all(score.outcome in (AGREES, ACCOUNTED) for score in scores):
            self.compare_winners()
        return Followed(
            accounted=tuple(self.findings[ACCOUNTED]),
            differences=tuple(self.findings[DIFFERS]),
            unscored=tuple(self.findings[UNSCORED]),
            scores=scores,
        )

    def note(self, outcome: str, what: str, ours: Any, theirs: Any, lines: Lines | None = None) -> None:
        kind = UNSCORED if outcome == UNSCORED else RULES
        self.findings[outcome].append(Disagreement(0, what, ours, theirs, kind, lines))

    def judge_seat(self, seat: int) -> SeatScore:
        recorded, what = self.game.seats[seat].points, f"points of seat {seat}"
        if obstacle := self.obstacles[seat]:
            self.note(UNSCORED, what, obstacle, recorded)
            return SeatScore(seat, recorded, None, {}, UNSCORED)
        lines = self.lines[seat]
        points = sum(lines.values())
        if points == recorded:
            return SeatScore(seat, recorded, points, lines, AGREES)
        reason = self.site.explain(self.holders, self.way, seat, recorded - points)
        outcome = ACCOUNTED if reason else DIFFERS
        self.note(outcome, f"{what} ({reason})" if reason else what, points, recorded, lines)
        return SeatScore(seat, recorded, points, lines, outcome)

    def check_copies(self) -> None:
        """The tableaux together have no more copies of a card than the game."""
        for name, surplus in self.position.surplus.items():
            copies = self.position.copies[name]
            outcome = ACCOUNTED if self.site.repeats_cards else DIFFERS
            self.note(outcome, f"copies of {name}", copies, copies + surplus)

    def check_goods(self) -> None:
        """No seat has more goods than worlds for them."""
        for seat, recorded in enumerate(self.game.seats):
            worlds = len(self.position.list_sources(seat))
            if recorded.ties and recorded.ties[0] > worlds and not self.obstacles[seat]:
                self.note(DIFFERS, f"goods of seat {seat}", f"at most {worlds}", recorded.ties[0])

    def check_goals(self) -> None:
        """Every goal that a seat is recorded with is in play."""
        in_play = self.game.goals or ()
        for seat, recorded in enumerate(self.game.seats):
            for name in recorded.goals:
                if name not in in_play:
                    self.note(DIFFERS, f"goals of seat {seat}", f"one of {', '.join(in_play) or 'none'}", name[:100])

    def compare_winners(self) -> None:
        """The winners have the most points as recorded and, among those, the best tie-break."""
        if self.game.winners is None or not all(seat.ties for seat in self.game.seats):
            return
        ranks = [
            (recorded.points, standing_of(self.position.play, seat).ties)
            for seat, recorded in enumerate(self.game.seats)
        ]
        winners = [seat for seat, rank in enumerate(ranks) if rank == max(ranks)]
        if winners != sorted(self.game.winners):
            self.note(DIFFERS, "winners", winners, [*self.game.winners])
