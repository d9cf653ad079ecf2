"""Galaxies' words for scenarios: the row, ships and dice, a turn to take, an action to use."""

from __future__ import annotations

from typing import Any, Self

from rftg_dsl.games.galaxies.actions import do_action, use_action
from rftg_dsl.games.galaxies.numbers import score
from rftg_dsl.games.galaxies.report import report
from rftg_dsl.games.galaxies.ships import put_ship
from rftg_dsl.games.galaxies.turn import activate, begin, choose, end_turn, offer_follows, start_turn
from rftg_dsl.kernel.form import Of, Pick
from table import Label, Position

SEATS = "ABCDE"


class GalaxiesPosition(Position):
    """A position of Tiny Epic Galaxies: ships are called A1 to A4, B1 ..., places ``surface JAKKS``."""

    # -- given

    def row(self, *planets: str) -> Self:
        """Given: the planets of the centre row."""
        for name in planets:
            self.put_piece(name, self.layout.place["row"][0])
        return self.laid()

    def deck(self, *planets: str) -> Self:
        """Given: only these planets are left in the deck, in this order."""
        for piece in self.play.zone[self.layout.place["deck"][0]]:
            if self.piece_name(piece) not in planets:
                self.play.move(piece, self.layout.place["discard"][0], "laid out")
        self.play.arrange(self.layout.place["deck"][0], tuple(self.piece(name) for name in planets), "laid out")
        return self.laid()

    def ships(self, seat: int, *stands: str) -> Self:
        """Given: where ships of a seat stand: ``galaxy``, ``surface JAKKS``, ``orbit GORT 2``; others in the dock."""
        for ship, stand in zip(self.rules.numbers.ships[seat], stands, strict=False):
            place, _, rest = stand.partition(" ")
            name, _, space = rest.rpartition(" ") if place == "orbit" else (rest, "", "")
            number = self.layout.place[place][self.piece(name) if name else seat]
            put_ship(self.play, ship, number, "laid out")
            if space and int(space):
                self.play.set_tag(ship, int(space), "laid out")
        return self.laid()

    def dice(self, faces: str, place: str = "") -> Self:
        """Given: inactive dice, or with ``bay-`` activated ones."""
        for face in faces.split():
            self.play.shift(self.layout.place["supply"][0], self.layout.place[place + face][0], 1, "laid out")
        return self.laid()

    def turn(self, seat: int = 0) -> Self:
        """Given: it is the turn of this seat."""
        if not self.count("turn", seat):
            self.put_counter("turn", seat, 1)
        return self

    def rolls(self, faces: str, purpose: str = "roll") -> Self:
        """Given: what dice will show when they are rolled."""
        die = self.rules.model.words.stock_kinds[self.layout.kinds[0]].faces
        self.chance.say(purpose, [die.index(face) for face in faces.split()])
        return self

    # -- when

    def set_up(self) -> Self:
        """When: the game begins."""
        return self.begin(begin)

    def start_turn(self, seat: int = 0) -> Self:
        """When: a seat begins its turn."""
        return self.begin(start_turn, seat)

    def choose(self, seat: int = 0) -> Self:
        """When: a seat goes on with its turn."""
        return self.turn(seat).begin(choose, seat)

    def activate(self, face: str, seat: int = 0) -> Self:
        """When: a seat whose turn it is activates a die that is put there."""
        return self.dice(face).turn(seat).begin(activate, seat, face)

    def do(self, face: str, seat: int = 0) -> Self:
        """When: a seat does the action of a face, in its own turn."""
        return self.turn(seat).begin(do_action, seat, face)

    def copy(self, face: str, seat: int = 1, leader: int = 0) -> Self:
        """When: it is offered to follow a die of another seat."""
        return self.turn(leader).begin(offer_follows, leader, face)

    def use(self, planet: str, seat: int = 0) -> Self:
        """When: a seat uses the action of a planet."""
        return self.begin(use_action, seat, self.piece(planet))

    def end_turn(self, seat: int = 0) -> Self:
        """When: a seat ends its turn; it stops before the next one."""
        self.play.agenda.append((end_turn.id, (seat,)))
        self.play.run()
        return self

    # -- then

    def stands(self, seat: int = 0) -> list[str]:
        """Where the ships of a seat stand."""
        return [self.stand(ship) for ship in self.rules.numbers.ships[seat]]

    def stand(self, ship: int) -> str:
        """Where a ship stands."""
        label = self.label("place", self.play.place_of[ship])
        return f"{label} {self.play.tag[ship]}" if str(label).startswith("orbit") else str(label)

    def inactive(self) -> dict[str, int]:
        """The inactive dice by face."""
        return dict(self.figures["table"]["inactive"])

    @property
    def figures(self) -> dict[str, Any]:
        """The report of the table."""
        return report(self.play)

    def score(self, seat: int = 0) -> int:
        """Planets and empire."""
        return score(self.play, seat)

    def mission(self, seat: int = 0) -> int:
        """What the mission of a seat is worth now."""
        return int(self.figures["seats"][seat]["score"]["mission"])

    def label(self, of: Of, handle: Pick) -> Label:
        """Ships by letter and number, places on planets with the name of the planet, dice by their face."""
        if isinstance(handle, int) and of == "piece" and self.layout.pieces[handle].owner >= 0:
            owner = self.layout.pieces[handle].owner
            return f"{SEATS[owner]}{self.rules.numbers.ships[owner].index(handle) + 1}"
        if isinstance(handle, int) and of in ("place", "cell"):
            place, _, piece = self.layout.place_names[handle].partition(".")
            on = piece in self.layout.piece
            return f"{place} {self.piece_name(self.layout.piece[piece])}" if on else place
        return super().label(of, handle)


POSITION = GalaxiesPosition
