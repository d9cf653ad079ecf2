"""Follow a recorded game of Galaxies: keep track of the position, and process all records except decisions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from rftg_dsl.compile.rules import Rules
from rftg_dsl.games.galaxies.numbers import score
from rftg_dsl.games.galaxies.report import report
from rftg_dsl.games.galaxies.ships import ways_for
from rftg_dsl.importers.follow import Follower
from rftg_dsl.importers.import_report import Disagreement
from rftg_dsl.importers.tape import Tape
from rftg_dsl.kernel.play import Play

Snapshot = dict[str, Any]


class GalaxiesFollower(Follower):
    """Follows all records of a game except decisions; ``play`` is set once the game has begun."""

    def __init__(self, rules: Rules, game: Mapping[str, Any]) -> None:
        self.rules = rules
        self.numbers = rules.numbers
        self.setup: Mapping[str, Any] = game["setup"]
        self.final: Mapping[str, Any] = game["final"]
        self.seats: list[str] = self.setup["order"]
        self.tape = Tape(list(enumerate(game["steps"], 1)), "t")
        self.card = {rules.sides[spec.sides[0]].name: number for number, spec in enumerate(rules.layout.pieces)}
        self.name = {number: name for name, number in self.card.items()}
        self.faces: dict[int, str] = {}
        """The faces of the inactive dice in this turn, keyed by the dice's numbers in the recording."""
        self.used: dict[int, str] = {}
        self.rerolled: Mapping[str, str] = {}
        self.shown: list[Snapshot] = []
        self.stated: list[Snapshot] = [{} for _ in self.seats]
        self.row: list[str] = []
        self.sources = {
            "planets": self.draw_planets,
            "missions": self.draw_missions,
            "roll": self.roll_dice,
            "reroll": self.reroll_dice,
        }

    # -- the tape -------------------------------------------------------------------------------------------------

    def read_parameters(self) -> Mapping[str, Any]:
        action = self.tape.record["a"]
        parameters: Mapping[str, Any] = action.get("choice") or action.get("params") or action
        return parameters

    def get(self, path: str) -> Any:
        parameters = self.read_parameters()
        if path not in parameters:
            raise Disagreement(self.tape.line, f"parameter {path}", "a value", dict(parameters))
        return parameters[path]

    def settle(self) -> None:
        """Compare the changes that the last record lists with ours."""
        now = [self.snapshot_of(seat) for seat in range(len(self.seats))]
        if self.shown:
            ours = {}
            for seat, (before, after) in enumerate(zip(self.shown, now, strict=True)):
                if changed := {key: value for key, value in after.items() if value != before[key]}:
                    ours[self.seats[seat]] = changed
            self.tape.same("d", ours, self.tape.record.get("d", {}))
        self.shown = now

    def is_next(self, kind: str, seat: int, *types: str) -> bool:
        record = self.tape.ahead()
        action = record.get("a", {}).get("type") if types else None
        return record.get("t") == kind and record.get("p") == self.seats[seat] and (not types or action in types)

    def skip_passes(self, but: int = -1) -> None:
        """Skip records that decline an action that could not have an effect; our engine does not offer such actions.

        Passes by the seat ``but`` are not skipped.
        """
        while True:
            record = self.tape.ahead()
            passes = record.get("t") == "pass" and record.get("p") != (self.seats[but] if but >= 0 else "")
            if not passes and record.get("a", {}).get("type") != "skipPlanet":
                return
            self.take(record["t"])

    def snapshot_of(self, seat: int) -> Snapshot:
        play, numbers = self.play, self.numbers
        return {
            "e": play.counters[numbers.energy[seat]],
            "c": play.counters[numbers.culture[seat]],
            "lv": play.counters[numbers.empire[seat]],
            "vp": score(play, seat),
            "sh": [self.position_of(ship) for ship in numbers.ships[seat]],
            "pl": [self.name[card] for card in play.zone[numbers.colonies[seat]]],
        }

    def position_of(self, ship: int) -> str:
        """A ship's position in the format used by recordings: ``G``, ``L``, ``S:NAME`` or ``O:NAME:TAG``."""
        play, numbers = self.play, self.numbers
        place = play.place_of[ship]
        planet = numbers.host[place]
        if planet < 0:
            return "L" if place == numbers.dock[numbers.owner[ship]] else "G"
        name = self.name[planet]
        return f"O:{name}:{play.tag[ship]}" if numbers.in_orbit[place] else f"S:{name}"

    # -- chance ---------------------------------------------------------------------------------------------------

    def find_cards(self, named: Any) -> list[int]:
        names = self.tape.texts(named)
        if unknown := [name for name in names if name not in self.card]:
            raise Disagreement(0, "setup", "card names", unknown)
        return [self.card[name] for name in names]

    def draw_planets(self, seat: str, domain: Sequence[int], times: int) -> Sequence[int]:
        # The row's cards are on top of the deck.
        return self.find_cards(self.setup.get("row", [])) + self.find_cards(self.setup.get("deck", []))

    def draw_missions(self, seat: str, domain: Sequence[int], times: int) -> Sequence[int]:
        dealt = self.setup.get("dealt")
        return self.find_cards(dealt.get(self.seats[int(seat)]) if isinstance(dealt, dict) else None)

    def results_for(self, faces: Sequence[Any]) -> list[int]:
        die = self.rules.model.words.stock_kinds[self.rules.layout.kinds[0]].faces
        if unknown := [face for face in faces if face not in die]:
            raise Disagreement(self.tape.line, "dice", "faces", unknown)
        return [die.index(face) for face in faces]

    def roll_dice(self, seat: str, domain: Sequence[int], times: int) -> Sequence[int]:
        play, numbers = self.play, self.numbers
        nth = int(seat)
        record = self.take("roll", p=self.seats[nth], n=play.counters[numbers.turns_taken])
        if "moves" in record:
            self.tape.same("moves", len(ways_for(play, nth, numbers.ships[nth])), record["moves"])
        self.faces = dict(enumerate(self.tape.texts(record.get("dice"))))
        self.used = {}
        return self.results_for(list(self.faces.values()))

    def reroll_dice(self, seat: str, domain: Sequence[int], times: int) -> Sequence[int]:
        self.faces |= {int(die): face for die, face in self.rerolled.items()}
        return self.results_for(list(self.rerolled.values()))

    # -- observing our engine -------------------------------------------------------------------------------------

    def paused(self, play: Play[Any], mark: str) -> None:
        if not mark.startswith("turn"):
            return
        self.skip_passes()
        numbers = self.numbers
        record = self.take("state", n=play.counters[numbers.turns_taken])
        stated = self.tape.get("st")
        for seat, name in enumerate(self.seats):
            if isinstance(stated, dict) and name in stated:
                self.stated[seat] = stated[name]
        self.tape.same("state", [self.snapshot_of(seat) for seat in range(len(self.seats))], self.stated)
        self.row = record.get("row", self.row)
        self.tape.same("row", [self.name[card] for card in play.zone[numbers.row]], self.row)
        self.tape.same("deck", len(play.zone[numbers.deck]), self.tape.get("deck"))

    def ended(self, play: Play[Any]) -> None:
        numbers = self.numbers
        self.check_end("the end")
        figures = report(play)
        seats = dict(zip(self.seats, figures["seats"], strict=True))
        ours = {
            "turns": play.counters[numbers.turns_taken],
            "endBy": next((self.seats[seat] for seat in numbers.seats if play.counters[numbers.trigger[seat]]), ""),
            "bonus": {name: seat["score"]["mission"] for name, seat in seats.items()},
            "score": {name: seat["score"]["total"] for name, seat in seats.items()},
            "winners": [self.seats[seat] for seat in figures["end"]["winners"]],
        }
        self.tape.same("final", ours, {key: self.final.get(key) for key in ours})
