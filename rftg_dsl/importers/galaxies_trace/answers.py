"""Recorded answers to the decisions that our engine asks for in Galaxies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any, ClassVar

from rftg_dsl.games.galaxies.planets import land_chosen_ship, put_down
from rftg_dsl.games.galaxies.planets import repeat_action as repeated_die
from rftg_dsl.importers.follow import Answers
from rftg_dsl.importers.galaxies_trace.follower import GalaxiesFollower
from rftg_dsl.importers.import_report import Disagreement
from rftg_dsl.importers.reply import LAST, Reply, keep_pick
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick

TURN = {
    "activateMove": "move",
    "activateColonyGalaxy": "colony",
    "activateColonyPlanet": "colony",
    "reroll": "reroll",
    "convert": "convert",
    "endTurn": "end",
}
"""Our answer for each type of turn action; actions that acquire or advance are recorded with their face instead."""
ALL_AT_ONCE = "ZALAX"
"""The planet whose rerolls are recorded one by one, although our engine rerolls all the dice together."""


class AnsweringFollower(GalaxiesFollower):
    """Follows a recorded game and answers our engine's decisions from it."""

    def answer_mission(self, decision: Decision) -> Pick:
        return self.card.get(str(self.setup["mission"].get(self.seats[decision.seat])), -1)

    def answer_turn(self, decision: Decision) -> Pick:
        self.skip_passes()
        action = self.take("act", p=self.seats[decision.seat])["a"]
        kind = action.get("type")
        pick = TURN.get(kind) or action.get("resource") or action.get("advance")
        if "dieId" in action:
            self.tape.same("face of the die", self.faces.get(action["dieId"]), pick)
            del self.faces[action["dieId"]]
            self.used[action["dieId"]] = str(pick)
        return pick

    def answer_follow(self, decision: Decision) -> Pick:
        self.skip_passes(decision.seat)
        if self.is_next("act", decision.seat, "follow"):
            self.take("act")
            return "follow"
        if self.is_next("pass", decision.seat):
            self.take("pass")
        # If there is no record for the seat, it has declined to follow.
        return "decline"

    def effect_of(self, seat: int, planet: str) -> int | None:
        """1 if the planet's action was carried out, 0 if it had no effect, None if the record does not state it."""
        wanted = ["effect", self.seats[seat], planet]
        events = [event for event in self.tape.record.get("ev", []) if event[:3] == wanted]
        return events[0][3] if events else None

    def is_action_used(self, seat: int, planet: str) -> bool:
        """Whether the planet's action is used; if so, the action's parameters are in the current record."""
        done = self.effect_of(seat, planet)
        if done is not None:
            return bool(done)
        record = self.take("act", p=self.seats[seat], planet=planet)
        used = bool(record["a"].get("type") == "resolvePlanet")
        if used and planet == ALL_AT_ONCE:
            self.merge_rerolls(seat, planet)
        return used

    def merge_rerolls(self, seat: int, planet: str) -> None:
        dice, results = list(self.get("dieIds")), dict(self.tape.record.get("res", {}))
        while self.tape.ahead().get("planet") == planet and self.is_next("act", seat, "resolvePlanet", "skipPlanet"):
            if self.take("act")["a"]["type"] == "resolvePlanet":
                dice += self.get("dieIds")
                results |= self.tape.record.get("res", {})
        self.tape.record = {**self.tape.record, "a": {"choice": {"dieIds": dice}}, "res": results}

    def answer_use(self, decision: Decision) -> Pick:
        piece = decision.args[0]
        return decision.form.listed()[0] if self.is_action_used(decision.seat, self.name[piece]) else "decline"

    def answer_colony(self, decision: Decision) -> Pick:
        params = self.read_parameters()
        if "planet" not in params:
            return "upgrade" if "pay" in params else "nothing"
        planet = str(params["planet"])
        used = self.is_action_used(decision.seat, planet) and decision.form.accepts(self.card[planet])
        return self.card[planet] if used else "nothing"

    def answer_move(self, decision: Decision) -> Pick:
        # NAGATO's moves are recorded separately.
        if decision.answer == land_chosen_ship.id:
            self.skip_passes()
            if not self.is_next("act", decision.seat, "nagatoMove"):
                if self.is_next("act", decision.seat, "endMoves"):
                    self.take("act")
                return "done"
            self.take("act")
        return self.read_move(decision)

    def read_move(self, decision: Decision) -> Pick:
        numbers = self.numbers
        ship = numbers.ships[decision.seat][self.get("shipIdx")]
        if decision.answer == put_down.id and "dest" not in self.read_parameters():
            return ship, numbers.galaxy[decision.seat]
        dest = self.get("dest")
        if dest["kind"] == "galaxy":
            return ship, numbers.galaxy[decision.seat]
        return ship, (numbers.surface if dest["kind"] == "surface" else numbers.orbit)[self.card[dest["planet"]]]

    def answer_pay(self, decision: Decision) -> Pick:
        if "pay" in self.read_parameters():
            return self.get("pay")
        # The payment for MARED is not recorded, so infer it from the recorded changes.
        changed = self.tape.record.get("d", {}).get(self.seats[decision.seat], {})
        return "energy" if "e" in changed else "culture"

    def answer_advance(self, decision: Decision) -> Pick:
        # If there is only one option, it is not always recorded.
        if decision.form.single() and decision.seat != self.seats.index(str(self.tape.record.get("p"))):
            return decision.form.listed()[0]
        params = self.read_parameters()
        if "shipIdx2" in params or "shipIdx" in params:
            return self.numbers.ships[decision.seat][params.get("shipIdx2", params.get("shipIdx"))]
        return decision.form.listed()[0] if decision.form.single() else None

    def ship_of(self, target: Mapping[str, Any]) -> int:
        ship: int = self.numbers.ships[self.seats.index(target["player"])][target["shipIdx"]]
        return ship

    def answer_regress(self, decision: Decision) -> Pick:
        params = self.read_parameters()
        if "targetShip2" in params:
            there = {self.ship_of(params["targetShip"]), self.ship_of(params["targetShip2"])}
            return tuple(ship for ship in decision.form.options if ship in there)  # type: ignore[union-attr]
        return self.ship_of(params["targetShip"]) if "targetShip" in params else self.read_own_ship(decision)

    def read_own_ship(self, decision: Decision) -> Pick:
        return self.numbers.ships[decision.seat][self.get("shipIdx")]

    def count_dice(self, numbers: list[int]) -> Pick:
        # Count dice by face, because our engine does not distinguish dice that show the same face.
        many = Counter(self.numbers.inactive[self.faces[number]] for number in numbers if number in self.faces)
        if sum(many.values()) != len(numbers):
            raise Disagreement(self.tape.line, "dice", sorted(self.faces), numbers)
        return tuple((cell, many[cell]) for cell in self.numbers.inactive.values() if many[cell])

    def lose_dice(self, decision: Decision, numbers: list[int]) -> Pick:
        dice = self.count_dice(numbers)
        for number in numbers:
            del self.faces[number]
        return dice

    def answer_reroll(self, decision: Decision) -> Pick:
        self.rerolled = self.tape.record.get("res", {})
        self.tape.same_set("dice", sorted(map(int, self.rerolled)), self.get("dieIds"))
        return self.count_dice(self.get("dieIds"))

    def answer_die(self, decision: Decision) -> Pick:
        if decision.answer == repeated_die.id:
            return self.numbers.bay[self.used[self.get("dieIds")[0]]]
        number = self.read_parameters()["target"] if "target" in self.read_parameters() else self.get("dieIds")[0]
        face = self.faces[number]
        self.faces[number] = self.get("face")
        return self.numbers.inactive[face]

    def answer_energy(self, decision: Decision) -> Pick:
        # Take as much as possible, as the recordings do for LUREENA.
        return decision.form.high  # type: ignore[union-attr]

    def answer_amount(self, decision: Decision) -> Pick:
        return self.read_parameters().get("amount", 0)

    def read_seat(self, decision: Decision, name: Any) -> Pick:
        return self.seats.index(name)

    def read_planet(self, decision: Decision, name: Any) -> Pick:
        return self.card[name]

    def answer_choose(self, decision: Decision) -> Pick:
        """The alternative that gains the recorded resource, or the first alternative if no resource is recorded."""
        options = [str(option) for option in decision.form.listed()]
        for option in options if "resource" in self.read_parameters() else ():
            power, _, number = option.rpartition("#")
            if self.numbers.powers[power].choices[int(number) - 1][0].what == self.get("resource"):
                return option
        return options[0]

    answers: ClassVar[Answers] = {
        "mission": answer_mission,
        "turn": answer_turn,
        "follow": answer_follow,
        "use": answer_use,
        "colony": answer_colony,
        "move": answer_move,
        "pay": answer_pay,
        "energy": answer_energy,
        "share": answer_energy,
        "advance": answer_advance,
        "regress": answer_regress,
        "choose": answer_choose,
        "reroll": answer_reroll,
        "spend": Reply(LAST, "spend", read=lose_dice),
        "discard": Reply(LAST, "dieIds", read=lose_dice),
        "die": answer_die,
        "face": Reply(LAST, "face", read=keep_pick),
        "amount": answer_amount,
        "from": Reply(LAST, "targetPlayer", read=read_seat),
        "planet": Reply(LAST, "planet", read=read_planet),
    }
