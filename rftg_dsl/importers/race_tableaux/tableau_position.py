"""All tableaux of a recorded game, laid out by our rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.race.goals import is_most
from rftg_dsl.games.race.numbers import Numbers, Play
from rftg_dsl.importers.import_report import UNSCORED, Disagreement
from rftg_dsl.importers.race_tableaux.archived_game import ArchivedGame
from rftg_dsl.kernel.chance import Seeded

LAID_OUT = "laid out"


class TableauPosition:
    """A play without a past: tableaux, VP chips, goods, hands and the goals in play are as recorded."""

    def __init__(self, rules: Rules, options: Mapping[str, str], game: ArchivedGame) -> None:
        self.game = game
        self.numbers: Numbers = rules.numbers
        self.play: Play = rules.start(Seeded("", rules.game.name), options)
        self.play.agenda.clear()
        self.unused = self.list_copies()
        self.copies = {name: len(pieces) for name, pieces in self.unused.items()}
        self.goals = {self.name_of(piece): piece for piece in self.numbers.goals}
        self.unknown_cards = [self.find_unknown(seat.tableau) for seat in game.seats]
        """For each seat, the first card that is not known; empty if all are."""
        self.unknown_goal = next((name[:100] for name in game.goals or () if name not in self.goals), "")
        self.surplus: dict[str, int] = {}
        """The number of copies by which the tableaux together exceed those of a card."""
        self.check_size()
        self.check_goals()
        self.lay_out()

    def list_copies(self) -> dict[str, list[int]]:
        """The pieces of each card, by printed name."""
        copies: dict[str, list[int]] = {}
        for piece in (*self.numbers.start_worlds, *self.numbers.game_cards):
            copies.setdefault(self.name_of(piece), []).append(piece)
        return copies

    def name_of(self, piece: int) -> str:
        return self.numbers.names[self.play.side[piece]]

    def find_unknown(self, tableau: Sequence[str]) -> str:
        return next((name[:100] for name in tableau if name not in self.unused), "")

    def check_size(self) -> None:
        """Raise ``Disagreement`` if the seats have more cards than the game."""
        known = sum(name in self.copies for seat in self.game.seats for name in seat.tableau)
        held = known + sum(sum(seat.ties or ()) for seat in self.game.seats)
        cards = sum(self.copies.values())
        if held > cards:
            raise Disagreement(0, "cards", f"the game has only {cards} cards", held, UNSCORED)

    def check_goals(self) -> None:
        """Raise ``Disagreement`` if there are more "most" goals than are dealt, for each multiplies the work."""
        known = [self.goals[name] for name in self.game.goals or () if name in self.goals]
        most = sum([is_most(self.play, goal) for goal in known])
        if known and most > (dealt := self.numbers.number["most_goals"]):
            reason = f"at most {dealt} goals for the most of something are in play"
            raise Disagreement(0, "goals", reason, most, UNSCORED)

    def lay_out(self) -> None:
        lacking = [*self.lay_out_tableaux()]
        spare = [piece for pieces in self.unused.values() for piece in pieces]
        for seat, name in lacking:
            self.lay_out_stand_in(spare.pop(), seat, name)
        # Powers of cards placed in this phase do not count yet, but the game is over.
        self.play.wake()
        for seat in self.numbers.seats:
            self.lay_out_chips(seat)
            self.lay_out_hand(seat, spare)
        for goal in self.game.goals or ():
            if goal in self.goals:
                self.play.move(self.goals[goal], self.numbers.open_goals, LAID_OUT)

    def lay_out_tableaux(self) -> Iterator[tuple[int, str]]:
        """Move each known card to its tableau, and yield the seat and name of each card whose copies are used up."""
        for seat, recorded in enumerate(self.game.seats):
            for name in recorded.tableau:
                if pieces := self.unused.get(name):
                    self.play.move(pieces.pop(), self.numbers.tableau[seat], LAID_OUT)
                elif pieces is not None:
                    yield seat, name

    def lay_out_stand_in(self, piece: int, seat: int, name: str) -> None:
        """Let another card play the part of one whose copies are used up, so that each seat scores what it has."""
        self.surplus[name] = self.surplus.get(name, 0) + 1
        self.play.flip(piece, self.numbers.names.index(name), LAID_OUT)
        self.play.move(piece, self.numbers.tableau[seat], LAID_OUT)

    def lay_out_chips(self, seat: int) -> None:
        chips = self.game.seats[seat].vp
        if (changed := self.play.adjust(self.numbers.vp[seat], chips, LAID_OUT)) != chips:
            raise Disagreement(0, f"vp of seat {seat}", f"a seat can have at most {changed}", chips, UNSCORED)

    def lay_out_hand(self, seat: int, spare: list[int]) -> None:
        """Lay out goods and a hand. The cards themselves are not recorded and only count, so any will do."""
        goods, hand = self.game.seats[seat].ties or (0, 0)
        for world in self.list_sources(seat)[:goods]:
            self.play.move(spare.pop(), self.numbers.goods[world], LAID_OUT)
        for _ in range(hand):
            self.play.move(spare.pop(), self.numbers.hand[seat], LAID_OUT)

    def list_sources(self, seat: int) -> list[int]:
        """The worlds that can have a good."""
        tableau = self.play.zone[self.numbers.tableau[seat]]
        return [piece for piece in tableau if self.numbers.has_type[self.play.side[piece]]]
