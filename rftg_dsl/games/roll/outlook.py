"""The expected worth to one seat of the phases in a round, as estimated by the ``greedy`` bot.

The estimate uses only public information and the seat's own dice and stacks. Worths are roughly in victory points; they
are a player's opinions, not rules.
"""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.compile.score import standing_of
from rftg_dsl.games.roll.build import count_needed
from rftg_dsl.games.roll.goods import goods_of, worlds_with_room
from rftg_dsl.games.roll.manage import count_squares
from rftg_dsl.games.roll.numbers import PHASES, Play

LIKELY = 0.4
"""The chance that one other player (or the die, in a two-player game) selects a given phase."""
WORK = 1.0
"""The worth of a worker on a tile, where the worker covers one point of the tile's cost."""
COMPLETE = 0.8
"""The worth of completing a tile, apart from its cost: its powers, its dice and a step towards the end of the game."""
GOOD = 0.8
SHIPPED = 1.8
CREDIT = 1.0
IDLE_CREDIT = 0.1
HURRY = 0.8
"""The extra worth of completing a tile for a player who is ahead near the end of the game."""
NEAR = 4
TILES = (1.4, 0.8, 0.4, 0.2, 0.1)
"""The worth of drawing one more tile, indexed by the fullness of the stacks."""
SOON = 2
"""The number of dice expected to reach the Citizenry this round."""

ALL = range(len(PHASES))


class Outlook:
    """A seat's workers in each phase, and the worth of having more or fewer of them."""

    __slots__ = (
        *("_worths", "columns", "complete", "counts", "goods", "likely"),
        *("needs", "room", "selected", "stocked", "tiles", "wanted"),
    )

    def __init__(self, play: Play, seat: int) -> None:
        numbers = play.numbers
        stock, width = play.stock, numbers.width
        self.columns = [sum(stock[place * width : place * width + width]) for place in numbers.columns[seat]]
        self.counts = self.columns[:]
        """The number of workers in each phase: those in its column, and the die that selects it."""
        self.selected = play.counters[numbers.selected[seat]] - 1
        strip = numbers.rows["strip"][seat]
        if any(stock[strip : strip + width]):
            self.counts[self.selected] += 1
        self.likely = 1 - (1 - LIKELY) ** (len(numbers.seats) - 1)
        self.needs = {phase: count_missing_workers(play, seat, phase) for phase in numbers.stacks}
        self.room = sum([spaces_on(play, seat, piece) for piece in worlds_with_room(play, seat)])
        self.goods = sum([stock[cell] for cell in goods_of(play, seat)])
        self.wanted = credits_for_recruiting(play, seat) + SOON
        self.stocked = numbers.number["stock_credits"]
        self.tiles = fullness_of_stacks(play, seat)
        self.complete = COMPLETE + HURRY * is_ahead_near_end(play, seat)
        self._worths: list[dict[int, float]] = [{} for _ in ALL]
        """For each phase, the worth of a number of workers there; computed on demand."""

    def worth_of(self, phase: int, n: int) -> float:
        # Cache the worth, because all candidate moves ask for the same few combinations of phase and number.
        worths = self._worths[phase]
        worth = worths.get(n)
        if worth is None:
            worth = worths[n] = self._compute_worth(phase, n)
        return worth

    def _compute_worth(self, phase: int, n: int) -> float:
        name = PHASES[phase]
        if name in self.needs:
            return worth_of_building(self.needs[name], n, self.complete)
        if name == "produce":
            return GOOD * min(n, self.room)
        if name == "ship":
            return SHIPPED * min(n, self.goods)
        return worth_of_exploring(n, self.tiles, self.wanted, self.stocked)

    def chance_of(self, phase: int) -> float:
        return 1.0 if phase == self.selected else self.likely

    def gain_from_adding(self, phase: int) -> float:
        n = self.counts[phase]
        return self.chance_of(phase) * (self.worth_of(phase, n + 1) - self.worth_of(phase, n))

    def loss_from_removing(self, phase: int) -> float:
        n = self.counts[phase]
        return self.chance_of(phase) * (self.worth_of(phase, n) - self.worth_of(phase, n - 1))

    def gain(self, source: int, target: int) -> float:
        return 0.0 if source == target else self.gain_from_adding(target) - self.loss_from_removing(source)

    def find_neediest(self, among: Sequence[int] = ALL) -> int:
        return max(among, key=lambda phase: self.gain_from_adding(phase))

    def phase_to_select(self, wild: int = 0) -> int:
        return max(ALL, key=lambda phase: self.worth_of_selecting(phase, wild))

    def worth_of_selecting(self, phase: int, wild: int) -> float:
        """The worth of the round if the phase is selected and gains the selecting worker and, by Dictate, one more."""
        before = self.counts, self.selected
        self.counts, self.selected = self.counts[:], phase
        for _ in range(wild):
            self.counts[self.find_neediest()] += 1
        self.fetch(phase)
        if sum(self.counts) - self.counts[phase] > 1:
            self.fetch(phase)
        worth = sum([self.chance_of(each) * self.worth_of(each, n) for each, n in enumerate(self.counts)])
        self.counts, self.selected = before
        return worth

    def fetch(self, phase: int) -> None:
        others = [other for other in ALL if other != phase and self.counts[other]]
        if others and self.gain(source := min(others, key=lambda other: self.loss_from_removing(other)), phase) > 0:
            self.counts[source] -= 1
            self.counts[phase] += 1


def is_ahead_near_end(play: Play, seat: int) -> bool:
    numbers = play.numbers
    if count_squares(play, seat) < numbers.number["end_squares"] - NEAR:
        return False
    totals = [standing_of(play, each).total for each in numbers.seats]
    return totals[seat] == max(totals)


def count_missing_workers(play: Play, seat: int, phase: str) -> list[int]:
    numbers = play.numbers
    missing = [count_needed(play, seat, piece) for piece in play.zone[numbers.stacks[phase][seat]]]
    if missing:
        row = numbers.on_stack[phase][seat]
        missing[0] -= sum(play.stock[row : row + numbers.width])
    return missing


def worth_of_building(needed: Sequence[int], n: int, complete: float) -> float:
    worth = 0.0
    for missing in needed:
        worth += WORK * min(n, missing) + complete * (n >= missing)
        n -= missing
        if n <= 0:
            break
    return worth


def worth_of_exploring(n: int, tiles: int, wanted: int, stocked: int) -> float:
    worth = 0.0
    for _ in range(n):
        scouting, stocking = worth_of_scouting(tiles), worth_of_stocking(stocked, wanted)
        if scouting >= stocking:
            tiles += 1
        else:
            wanted -= stocked
        worth += max(scouting, stocking)
    return worth


def worth_of_scouting(tiles: int) -> float:
    return TILES[min(tiles, len(TILES) - 1)]


def worth_of_stocking(credits: int, wanted: int) -> float:
    useful = max(0, min(credits, wanted))
    return useful * CREDIT + (credits - useful) * IDLE_CREDIT


def spaces_on(play: Play, seat: int, piece: int) -> int:
    numbers = play.numbers
    row = numbers.rows["goods"][piece]
    return play.value("goods", seat, numbers.number["goods_per_world"], piece) - sum(
        play.stock[row : row + numbers.width]
    )


def credits_for_recruiting(play: Play, seat: int) -> int:
    """The number of additional credits needed to recruit all dice in the Citizenry."""
    numbers = play.numbers
    return sum([play.stock[cell] for cell in numbers.cells["citizenry"][seat]]) - play.counters[numbers.credits[seat]]


def fullness_of_stacks(play: Play, seat: int) -> int:
    numbers = play.numbers
    short, long = sorted([len(play.zone[places[seat]]) for places in numbers.stacks.values()])
    return short + (short + long) // 3
