"""Scenario methods for Roll: steps and phases to do, dice to roll, tiles to draw."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Self

from rftg_dsl.compile.rules import Rules
from rftg_dsl.compile.score import points_by_line
from rftg_dsl.games.roll.assign import place_wilds, reveal, roll_dice, select
from rftg_dsl.games.roll.manage import count_squares, manage
from rftg_dsl.games.roll.numbers import PHASES
from rftg_dsl.kernel.run_program import end_stage
from table import Position


class RollPosition(Position):
    """A position of Roll for the Galaxy, with all chips in the pool."""

    def __init__(self, rules: Rules, options: Mapping[str, str] | None = None) -> None:
        self.coming: list[str] = []
        super().__init__(rules, options)
        self.common(pool=rules.model.words.numbers["vp_per_player"] * rules.seats)

    def selected(self, seat: int, phase: str, die: str) -> Self:
        """Given: a die on the phase strip has selected a phase."""
        self.put_stock(f"1 {die}", self.layout.place["strip"][seat])
        self.put_counter("selected", seat, PHASES.index(phase) + 1)
        return self.laid()

    def only_in_bag(self, *names: str) -> Self:
        """Given: only these tiles are in the bag, in this order; the others are out of the game."""
        for piece in self.play.zone[self.layout.place["bag"][0]]:
            self.play.move(piece, self.layout.place["homes"][0], "laid out")
        for name in names:
            self.put_piece(name, self.layout.place["bag"][0])
        return self.laid()

    def lowest_faction(self, seat: int) -> Self:
        """Given: the strict order is clockwise from this seat."""
        order = tuple((seat + nth) % self.layout.seats for nth in range(self.layout.seats))
        self.play.set_fact(self.layout.fact["order"], order, "laid out")
        return self.laid()

    def rolls(self, seat: int, *dice: str, purpose: str = "roll") -> Self:
        """Given: the faces that the dice of a cup will show, such as ``"military settle"``, in any order."""
        pairs = sorted((self.layout.kind[kind], face) for kind, face in (die.split() for die in dice))
        kinds = list(self.rules.model.words.stock_kinds.values())
        self.chance.say(f"/{seat}/{purpose}", [kinds[kind].faces.index(face) for kind, face in pairs])
        return self

    def two_player_die(self, face: str) -> Self:
        """Given: the face that the spare Home die of a two-player game will show."""
        self.chance.say("/table/two-player", [self.rules.model.words.stock_kinds["home"].faces.index(face)])
        return self

    def draws(self, *names: str) -> Self:
        """Given: the tiles of the next draw."""
        self.chance.say("/tiles", [self.piece(name) for name in names])
        return self

    def deals(self, seat: int, faction: str, home: str, *start: str) -> Self:
        """Given: the faction, the home world and the start tiles of a seat."""
        component = {side.id: part.number for part in self.rules.model.components for side in part.sides}
        for what, name in (("faction", faction), ("home", home)):
            self.chance.say(f"0/{seat}/{what}", [component[self.layout.sides[self.side(name)]]])
        self.chance.say(f"0/{seat}/start", [self.piece(name) for name in start])
        return self

    def set_up(self) -> Self:
        """When: the table is set up, from the bag and the supply."""
        return self.common(pool=0).setup()

    def round(self) -> Self:
        """When: a round begins."""
        return self.stretch()

    def roll(self, seat: int = 0) -> Self:
        """When: a seat rolls and assigns."""
        return self.begin(roll_dice, seat)

    def assign(self, seat: int = 0) -> Self:
        """When: a seat with dice in columns (and under ``wild``) assigns."""
        self.play.agenda.append((select.id, (seat,)))
        return self.begin(place_wilds, seat)

    def select(self, phase: str, die: str, seat: int = 0) -> Self:
        """When: a seat selects a phase with one of its dice in columns, and may then reassign."""
        return self.assign(seat).answer("select", phase).answer("selector", die)

    def reveal(self) -> Self:
        """When: all screens go up."""
        return self.begin(reveal)

    def phase(self, phase: str) -> Self:
        """When: this phase is active and played."""
        return self.phases(phase)

    def phases(self, *phases: str) -> Self:
        """When: these phases are active and played in turn."""
        self.play.facts[self.layout.fact["active"]] = phases
        self.coming = list(phases)
        return self.go()

    def go(self) -> Self:
        """Run on, with one phase after another."""
        super().go()
        while self.coming and self.play.pending is None:
            self.stage(self.coming.pop(0))
        return self

    def end_of(self, phase: str) -> Self:
        """When: all tasks of a phase are done."""
        self.play.facts[self.layout.fact["phase"]] = phase
        return self.begin(end_stage, phase)

    def manage(self, seat: int = 0) -> Self:
        """When: a seat manages its empire."""
        return self.begin(manage, seat)

    def end_round(self) -> Self:
        """When: the round ends; another one begins unless the game is over."""
        self.play.agenda.append((end_stage.id, ("round",)))
        self.play.run()
        return self

    @property
    def ended(self) -> tuple[str, ...]:
        """The reasons why the game has ended."""
        reasons: tuple[str, ...] = self.play.facts[self.layout.fact["ended"]]
        return reasons

    @property
    def active(self) -> tuple[str, ...]:
        """The active phases."""
        phases: tuple[str, ...] = self.play.facts[self.layout.fact["active"]]
        return phases

    def credits(self, seat: int = 0) -> int:
        """The Galactic Credits of a seat."""
        return self.count("credit", seat)

    def vp(self, seat: int = 0) -> int:
        """The VP chips of a seat."""
        return self.count("vp", seat)

    def squares(self, seat: int = 0) -> int:
        """The tile squares of a seat."""
        return count_squares(self.play, seat)

    def score(self, seat: int = 0) -> dict[str, int]:
        """The score lines of a seat."""
        return points_by_line(self.play, seat)


POSITION = RollPosition
