"""The value of a piece as a gift: how many more points a seat scores if it has the piece from the start.

Each game is played twice with the same seed, once with the gift and once with a control, which is another piece or
nothing. The value is the mean difference between the two margins; a margin is a seat's score minus the mean score of
the others. Seats take turns to receive the gift. ``Coupled`` chance keeps the two games alike, which makes the
differences smaller, so that fewer games are needed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from attrs import evolve, frozen

from rftg_dsl.base.gc_pause import pause_gc
from rftg_dsl.base.workers import Workers, spread
from rftg_dsl.games.starting import START_TABLEAU
from rftg_dsl.library.load import Library
from rftg_dsl.balance.coupled_chance import Coupled
from rftg_dsl.balance.estimates import Sample, sample_of
from rftg_dsl.play.one_game import play_game
from rftg_dsl.play.source import Source

BATCH = 16
"""The number of pairs after which a sample may be looked at. It does not depend on the number of workers, so that a
report does not either."""


@frozen
class Gift:
    """A piece that a seat starts with, by the printed name of one of its sides, and the piece it is compared with."""

    name: str
    control: str = ""
    """Empty for a comparison with no gift at all."""


class Pairs:
    """Plays pairs of games: in each, a seat has the gift in one game and the control in the other."""

    def __init__(self, source: Source, players: int, seed: str, bot: str, gift: Gift) -> None:
        self.source = source
        self.players = players
        self.seed = seed
        self.bot = bot
        self.gift = gift
        self._libraries: dict[tuple[int, str], Library] = {}

    def __reduce__(self) -> tuple[type[Pairs], tuple[Any, ...]]:
        return Pairs, (self.source, self.players, self.seed, self.bot, self.gift)

    @property
    def scale(self) -> int:
        """The number of units of a margin in a point, which makes all margins whole numbers."""
        return self.players - 1

    def play(self, numbers: range) -> Sample:
        """Play the pairs with these numbers, and return the differences between their margins."""
        gift, control = self.gift.name, self.gift.control
        with pause_gc():
            return sample_of(
                self.play_with(gift, control, number) - self.play_with(control, gift, number) for number in numbers
            )

    def play_with(self, name: str, other: str, number: int) -> int:
        """Play one game in which a seat starts with a piece, or with none if its name is empty; return its margin.

        The piece with the ``other`` name is withheld, so that the rest of the box is the same in both games.
        """
        seat, seed = number % self.players, f"{self.seed}/{number}"
        library = self.library_with(seat, name)
        chance = Coupled(seed, library.game.name, first_piece_of(library, self.players, other))
        return margin_of(play_game(library, self.players, seed, [self.bot] * self.players, chance=chance).scores, seat)

    def library_with(self, seat: int, name: str) -> Library:
        # Kept, because a library compiles its rules only once.
        if (seat, name) not in self._libraries:
            library = self.source.library
            options = {**library.options, f"{START_TABLEAU}.{seat}": name} if name else library.options
            self._libraries[seat, name] = evolve(library, options=options)
        return self._libraries[seat, name]


def first_piece_of(library: Library, players: int, name: str) -> list[int]:
    """The first piece with this name on one of its sides, which is the one that a game option gives; empty if none."""
    layout, names = library.rules(players).layout, library.names
    sides = {layout.side[id] for id, printed in names.items() if printed == name and id in layout.side}
    return [piece for piece, made in enumerate(layout.pieces) if sides & set(made.sides)][:1]


def margin_of(scores: Sequence[int], seat: int) -> int:
    """How far a seat is ahead of the mean of the others, in units of 1 / (seats - 1) points."""
    return scores[seat] * len(scores) - sum(scores)


def measure_gift(pairs: Pairs, most: int, workers: Workers = 1) -> Iterator[Sample]:
    """Yield a growing sample, after each batch of pairs, up to ``most`` pairs; stop at any time."""
    batches = (range(start, min(start + BATCH, most)) for start in range(0, most, BATCH))
    sample = Sample()
    for batch in spread(Pairs.play, pairs, batches, workers):
        sample += batch
        yield sample
