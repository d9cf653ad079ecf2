"""The value of a piece as a gift: how many more points a seat scores if it has the piece from the start.

Each game is played twice with the same seed, once with the gift and once with a control, which is another piece or
nothing. The value is the mean difference between the two margins; a margin is a seat's score minus the mean score of
the others. Seats take turns to receive the gift. ``Coupled`` chance keeps the two games alike, which makes the
differences smaller, so that fewer games are needed.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from rftg_dsl.balance.coupled_chance import Coupled
from rftg_dsl.base.gc_pause import pause_gc
from rftg_dsl.base.limits import ROUNDS
from rftg_dsl.games.starting import SEPARATOR, START_TABLEAU
from rftg_dsl.library.backends import ENGINE_BOTS, Engine, GameSpec, Outcome, engine_for
from rftg_dsl.library.load import Library
from rftg_dsl.play.one_game import play_game
from rftg_dsl.play.source import Source


@frozen
class Start:
    """The pieces that one seat has from the start, in addition to those of every seat."""

    names: tuple[str, ...] = ()
    """The printed names of sides."""
    withheld: str = ""
    """The name of a side whose piece is kept out of the box; empty for none."""


NOTHING = Start()


@frozen
class Contrast:
    """A question that margins answer: their sum, each with a factor, in games with the same seed."""

    terms: tuple[tuple[Start, int], ...]


def contrast_gift(name: str, control: str = "") -> Contrast:
    """The effect of a gift on a margin, compared with a control or, if its name is empty, with no gift at all.

    The gift is withheld from a control with a name, so that the rest of the box is the same in both games. If there is
    no control, nothing is withheld, so that one game serves for all gifts. This favours no seat.
    """
    return Contrast(((Start((name,), control), 1), (Start((control,), name) if control else NOTHING, -1)))


def contrast_pair(name: str, other: str) -> Contrast:
    """The effect of two gifts together beyond the effects of each of them alone."""
    return Contrast(((Start((name, other)), 1), (Start((name,)), -1), (Start((other,)), -1), (NOTHING, 1)))


@frozen
class Stratum:
    """Games that are alike: the number of seats, and the bot that answers for all of them."""

    players: int
    bot: str

    @property
    def scale(self) -> int:
        """The number of units of a margin in a point, which makes all margins whole numbers."""
        return self.players - 1


@frozen
class Batch:
    """Games to be played: one for each start and number."""

    stratum: Stratum
    starts: tuple[Start, ...]
    numbers: range


class GiftGames:
    """Plays games in which one seat has a start of its own. The game with number ``n`` has the seed ``SEED/n``."""

    def __init__(self, source: Source, seed: str, backend: str | None = None, games: int = 0) -> None:
        """``backend`` and ``games`` select an engine; see ``engine_for``."""
        self.source = source
        self.seed = seed
        self.backend = backend
        self.games = games
        self._libraries: dict[tuple[int, tuple[str, ...]], Library] = {}
        self._engines: dict[Stratum, Engine | None] = {}

    def __reduce__(self) -> tuple[type[GiftGames], tuple[Any, ...]]:
        return GiftGames, (self.source, self.seed, self.backend, self.games)

    def play(self, batch: Batch) -> Sequence[Sequence[int]]:
        """Return the margins of the games with each start."""
        with pause_gc():
            return [self.play_start(batch.stratum, start, batch.numbers) for start in batch.starts]

    def play_start(self, stratum: Stratum, start: Start, numbers: Sequence[int]) -> Sequence[int]:
        """Play games with an engine if there is one; Python plays those that the engine leaves."""
        engine = self.find_engine(stratum)
        outcomes: Sequence[Outcome | None] = [None] * len(numbers)
        if engine is not None:
            outcomes = engine.play_games(self.list_specs(stratum, start, numbers), ROUNDS.most)
        return [
            self.play_one(stratum, start, number)
            if outcome is None
            else margin_of(outcome.scores, number % stratum.players)
            for number, outcome in zip(numbers, outcomes, strict=True)
        ]

    def find_engine(self, stratum: Stratum) -> Engine | None:
        if stratum not in self._engines:
            can_play = stratum.bot in ENGINE_BOTS
            arguments = self.source.library, stratum.players, self.backend, self.games
            self._engines[stratum] = engine_for(*arguments) if can_play else None
        return self._engines[stratum]

    def list_specs(self, stratum: Stratum, start: Start, numbers: Sequence[int]) -> list[GameSpec]:
        players, bots = stratum.players, [stratum.bot] * stratum.players
        withheld = first_piece_of(self.source.library, players, start.withheld)
        options = [self.library_with(seat, start.names).options for seat in range(players)]
        return [GameSpec(f"{self.seed}/{number}", bots, options[number % players], withheld) for number in numbers]

    def play_one(self, stratum: Stratum, start: Start, number: int) -> int:
        """Play a game, and return the margin of the seat with this start."""
        players, seed = stratum.players, f"{self.seed}/{number}"
        seat = number % players
        library = self.library_with(seat, start.names)
        chance = Coupled(seed, library.game.name, first_piece_of(library, players, start.withheld))
        return margin_of(play_game(library, players, seed, [stratum.bot] * players, chance=chance).scores, seat)

    def library_with(self, seat: int, names: tuple[str, ...]) -> Library:
        if (seat, names) not in self._libraries:
            library = self.source.library
            given = {f"{START_TABLEAU}.{seat}": SEPARATOR.join(names)} if names else {}
            self._libraries[seat, names] = library.with_options({**library.options, **given})
        return self._libraries[seat, names]


def first_piece_of(library: Library, players: int, name: str) -> list[int]:
    """The first piece with this name on one of its sides, which is the one that a game option gives; empty if none."""
    layout, names = library.rules(players).layout, library.names
    sides = {layout.side[id] for id, printed in names.items() if printed == name and id in layout.side}
    return [piece for piece, made in enumerate(layout.pieces) if sides & set(made.sides)][:1]


def margin_of(scores: Sequence[int], seat: int) -> int:
    """A seat's lead over the mean of the others, in units of 1 / (seats - 1) points."""
    return scores[seat] * len(scores) - sum(scores)
