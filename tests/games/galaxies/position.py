"""Scenario methods for Galaxies: the row, ships and dice, turns and actions."""

from __future__ import annotations

from typing import Any, Self

from rftg_dsl.games.galaxies.actions import do_action, use_action
from rftg_dsl.games.galaxies.numbers import score
from rftg_dsl.games.galaxies.report import report
from rftg_dsl.games.galaxies.ships import put_ship
from rftg_dsl.games.galaxies.turn import choose, offer_follows
from rftg_dsl.kernel.form import Of, Pick
from rftg_dsl.kernel.run_program import end_stage
from table import Label, Position

SEATS = "ABCDE"


class GalaxiesPosition(Position):
    """A position of Tiny Epic Galaxies; ships are named A1 to A4, B1 ..., and places like ``surface JAKKS``."""

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
        """Given: positions of a seat's ships: ``galaxy``, ``surface JAKKS``, ``orbit GORT 2``; others are docked."""
        for ship, stand in zip(self.rules.numbers.ships[seat], stands, strict=False):
            place, _, rest = stand.partition(" ")
            name, _, space = rest.rpartition(" ") if place == "orbit" else (rest, "", "")
            number = self.layout.place[place][self.piece(name) if name else seat]
            put_ship(self.play, ship, number, "laid out")
            if space and int(space):
                self.play.set_tag(ship, int(space), "laid out")
        return self.laid()

    def dice(self, faces: str, place: str = "") -> Self:
        """Given: inactive dice, or activated ones with the prefix ``bay-``."""
        for face in faces.split():
            self.play.shift(self.layout.place["supply"][0], self.layout.place[place + face][0], 1, "laid out")
        return self.laid()

    def turn(self, seat: int = 0) -> Self:
        """Given: it is the turn of this seat."""
        if not self.count("turn", seat):
            self.put_counter("turn", seat, 1)
        return self

    def rolls(self, faces: str, purpose: str = "roll") -> Self:
        """Given: the faces that the next dice will show."""
        die = self.rules.model.words.stock_kinds[self.layout.kinds[0]].faces
        self.chance.say(purpose, [die.index(face) for face in faces.split()])
        return self

    # -- when

    def choose(self, seat: int = 0) -> Self:
        """When: a seat continues its turn."""
        return self.turn(seat).begin(choose, seat)

    def do(self, face: str, seat: int = 0) -> Self:
        """When: a seat does the action of a face on its own turn."""
        return self.turn(seat).begin(do_action, seat, face)

    def copy(self, face: str, seat: int = 1, leader: int = 0) -> Self:
        """When: a seat is offered a follow of another seat's die."""
        return self.turn(leader).begin(offer_follows, leader, face)

    def use(self, planet: str, seat: int = 0) -> Self:
        """When: a seat uses the action of a planet."""
        return self.begin(use_action, seat, self.piece(planet))

    def end_turn(self, seat: int = 0) -> Self:
        """When: a seat ends its turn; stops before the next turn."""
        self.play.agenda.append((end_stage.id, ("turn", seat)))
        self.play.run()
        return self

    # -- then

    def stands(self, seat: int = 0) -> list[str]:
        """The positions of a seat's ships."""
        return [self.stand(ship) for ship in self.rules.numbers.ships[seat]]

    def stand(self, ship: int) -> str:
        """The position of a ship."""
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

    def label(self, of: Of, handle: Pick) -> Label:
        """Ships by letter and number, places on planets with the planet's name, dice by face."""
        if isinstance(handle, int) and of == "piece" and self.layout.pieces[handle].owner >= 0:
            owner = self.layout.pieces[handle].owner
            return f"{SEATS[owner]}{self.rules.numbers.ships[owner].index(handle) + 1}"
        if isinstance(handle, int) and of in ("place", "cell"):
            place, _, piece = self.layout.place_names[handle].partition(".")
            on = piece in self.layout.piece
            return f"{place} {self.piece_name(self.layout.piece[piece])}" if on else place
        return super().label(of, handle)


POSITION = GalaxiesPosition
