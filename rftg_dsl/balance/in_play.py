"""Sides in ordinary games, in which they have to be drawn and built.

The sides in question are more likely to be drawn than others, so that they come up often enough to be seen; otherwise
the games are like any others. Survivors mislead: those who build a side are often those who are well off. So a game in
which a side was built is played again with the same seed and without that side, and the seat that built it is compared
with itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import cached_property
from typing import Any

from attrs import Factory, define, frozen

from rftg_dsl.balance.coupled_chance import Coupled
from rftg_dsl.balance.estimates import Sample, sample_of
from rftg_dsl.balance.gift import Stratum, margin_of
from rftg_dsl.base.gc_pause import pause_gc
from rftg_dsl.base.limits import ROUNDS
from rftg_dsl.compile.rules import Rules
from rftg_dsl.compile.score import figures_of
from rftg_dsl.kernel.drive import drive
from rftg_dsl.kernel.observer import Observer
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.table import ADJUST, ENTER, MOVE, SHIFT, Event
from rftg_dsl.play.bots import make_bot
from rftg_dsl.play.one_game import Unlogged, start_game
from rftg_dsl.play.playouts import Playouts, quickest_playouts_for
from rftg_dsl.play.search import does_search
from rftg_dsl.play.source import Source

WIN = 60
"""A win in whole units, which can be shared by up to six seats."""

CHUNK = 8
"""The number of games in a task for a worker."""

Earned = tuple[str, str]
"""The id of a power, and the words for what it earned, such as ``gain credits``."""


@define
class Career:
    """A side's career in some games, summed up. Sums do not depend on the order in which they are added."""

    games: int = 0
    shown: int = 0
    """The number of games in which somebody saw the side."""
    built: int = 0
    """The number of games in which a seat had it in play."""
    rounds: int = 0
    """The sum of the rounds in which it came into play, counted from 1."""
    lead: Sample = Sample()
    """The differences that the side made to the margin of the seat that built it."""
    wins: Sample = Sample()
    """The differences that it made to the seat's share of the win, in units of 1 / ``WIN``."""
    earned: Counter[Earned] = Factory(Counter)

    def add(self, other: Career) -> None:
        self.games += other.games
        self.shown += other.shown
        self.built += other.built
        self.rounds += other.rounds
        self.lead += other.lead
        self.wins += other.wins
        # Unlike ``+=``, this keeps what powers cost.
        self.earned.update(other.earned)


class Witness(Observer):
    """Follows some pieces through a game."""

    def __init__(self, rules: Rules, words: EarningWords, followed: Collection[tuple[int, int]]) -> None:
        self.words = words
        self.followed = followed
        """Pieces, each with a side that is followed; both sides of a piece can be."""
        self.pieces = {piece for piece, _ in followed}
        self.shown: set[int] = set()
        """The pieces that somebody has seen."""
        self.built: dict[tuple[int, int], tuple[int, int]] = {}
        """For each piece and side that came into play: the seat, and the round."""
        self.earned: Counter[Earned] = Counter()
        self.round = 1
        self.last = rules.model.words.schedule.checkpoints[-1]
        self.scoring = rules.scoring
        self.powers = {hook.id for _, side in followed for hook in rules.powers[side]}

    def paused(self, play: Play[Any], mark: str) -> None:
        self.take_events(play)
        self.round += mark.partition(" ")[0] == self.last

    def ended(self, play: Play[Any]) -> None:
        self.take_events(play)
        for (piece, side), (seat, _) in self.built.items():
            if play.entered[piece] and play.side[piece] == side:
                for hook in self.scoring[side]:
                    self.earned[hook.id, "points"] += hook.react(play, seat, piece)

    def take_events(self, play: Play[Any]) -> None:
        seen = play.layout.seen
        for event in play.events:
            if event[0] == MOVE and event[3] in self.pieces:
                if seen[event[4]] != "none":
                    self.shown.add(event[3])
            elif event[0] == ENTER and event[3] in self.pieces and event[4]:
                self.enter(play, event[3])
            if event[2] in self.powers and (earning := self.words.parse(event)):
                words, n = earning
                self.earned[event[2], words] += n

    def enter(self, play: Play[Any], piece: int) -> None:
        seat = play.layout.place_owner[play.place_of[piece]]
        face = piece, play.side[piece]
        if seat >= 0 and face in self.followed:
            self.built.setdefault(face, (seat, self.round))


class EarningWords:
    """The words for what powers earn."""

    def __init__(self, rules: Rules) -> None:
        self.layout = rules.layout
        self.words = rules.model.words
        self.kinds = {side.id: component.kind for component in rules.model.components for side in component.sides}
        self.shared = f"{rules.game.unseen}s"
        """The word for pieces that anyone can get. Those of different kinds, such as start worlds, are in one deck."""

    def parse(self, event: Event) -> tuple[str, int] | None:
        """The gain from an event, in words and as an amount; None for an event that brings nothing."""
        if event[0] == ADJUST:
            counter = self.words.counters[self.layout.counter_specs[event[3]].name]
            return None if counter.inner or counter.read else (counter.plural, event[4])
        if event[0] == SHIFT:
            place, kind = divmod(event[4], len(self.layout.kinds))
            stock = self.words.stock_kinds[self.layout.kinds[kind]]
            return f"{stock.name} {self.words.stocks[stock.of].plural} to {self.title_of(place)}", event[5]
        if event[0] == MOVE:
            return f"{self.word_pieces(event[3])} to {self.title_of(event[4])}", 1
        return None

    def word_pieces(self, number: int) -> str:
        """The word for pieces such as this one."""
        piece = self.layout.pieces[number]
        if piece.owner < 0:
            return self.shared
        return self.words.components[self.kinds[self.layout.sides[piece.sides[0]]]].plural.replace("-", " ")

    def title_of(self, place: int) -> str:
        return self.words.places[self.layout.place_names[place].partition(".")[0]].title


@frozen
class Played:
    """One ordinary game: its scores and winners, and what became of the pieces that were followed."""

    scores: Sequence[int]
    winners: Sequence[int]
    witness: Witness


class OrdinaryGames:
    """Plays games in which some sides are followed. The game with number ``n`` has the seed ``SEED/n``."""

    def __init__(self, source: Source, stratum: Stratum, seed: str, names: tuple[str, ...]) -> None:
        self.source = source
        self.stratum = stratum
        self.seed = seed
        self.names = names

    def __reduce__(self) -> tuple[type[OrdinaryGames], tuple[Any, ...]]:
        return OrdinaryGames, (self.source, self.stratum, self.seed, self.names)

    @cached_property
    def rules(self) -> Rules:
        return self.source.library.rules(self.stratum.players)

    @cached_property
    def playouts(self) -> Playouts | None:
        if not does_search(self.stratum.bot):
            return None
        return quickest_playouts_for(self.source.library, self.stratum.players)

    @cached_property
    def words(self) -> EarningWords:
        return EarningWords(self.rules)

    @cached_property
    def faces(self) -> Mapping[str, Sequence[tuple[int, int]]]:
        """For each name, the pieces with the name, each with the side that has it."""
        layout, names = self.rules.layout, self.source.library.names
        return {
            name: [
                (piece, side)
                for piece, made in enumerate(layout.pieces)
                for side in made.sides
                if names[layout.sides[side]] == name
            ]
            for name in self.names
        }

    def play(self, numbers: range) -> Mapping[str, Career]:
        """Play games, and return what became of each side."""
        careers = {name: Career() for name in self.names}
        with pause_gc():
            for number in numbers:
                self.play_one(number, careers)
        return careers

    def play_one(self, number: int, careers: Mapping[str, Career]) -> None:
        played = self.play_game(number)
        built = [name for name in self.names if not played.witness.built.keys().isdisjoint(self.faces[name])]
        for name, career in careers.items():
            self.add_to(career, name, played)
        if built:
            # One game without a side that was built, in turn; one for each of them would take too long in a large set.
            name = built[number % len(built)]
            self.compare(careers[name], name, played, self.play_game(number, without=name))

    def add_to(self, career: Career, name: str, played: Played) -> None:
        witness, faces = played.witness, self.faces[name]
        there = [witness.built[face] for face in faces if face in witness.built]
        career.games += 1
        career.shown += any(piece in witness.shown for piece, _ in faces) or bool(there)
        career.built += bool(there)
        if there:
            career.rounds += min(round for _, round in there)
            powers = self.powers_of(name)
            career.earned.update({key: n for key, n in witness.earned.items() if key[0] in powers})

    def powers_of(self, name: str) -> set[str]:
        return {hook.id for _, side in self.faces[name] for hook in self.rules.powers[side]}

    def compare(self, career: Career, name: str, played: Played, without: Played) -> None:
        built = played.witness.built
        seats = {built[face][0] for face in self.faces[name] if face in built}
        for seat in sorted(seats):
            career.lead += sample_of([margin_of(played.scores, seat) - margin_of(without.scores, seat)])
            career.wins += sample_of([win_of(played, seat) - win_of(without, seat)])

    def play_game(self, number: int, without: str = "") -> Played:
        library, players, seed = self.source.library, self.stratum.players, f"{self.seed}/{number}"
        followed = {face for faces in self.faces.values() for face in faces}
        withheld = {piece for piece, _ in self.faces[without]} if without else ()
        chance = Coupled(seed, library.game.name, withheld, {piece for piece, _ in followed})
        play = start_game(library, players, seed, chance)
        witness, unlogged = Witness(self.rules, self.words, followed), Unlogged(library, seed, ROUNDS.most)
        bot = self.stratum.bot
        choosers = [make_bot(bot, library.game, seed, seat, self.playouts) for seat in range(players)]
        # The tally drops the events, so the witness comes first.
        drive(play, choosers, (witness, unlogged))
        end = figures_of(play)["end"]
        return Played(end["scores"], end["winners"], witness)


def win_of(played: Played, seat: int) -> int:
    return WIN // len(played.winners) if seat in played.winners else 0
