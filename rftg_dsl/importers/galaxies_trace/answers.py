"""Recorded answers to the decisions that our engine asks for in Galaxies."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rftg_dsl.games.galaxies.planets import land_chosen_ship, put_down
from rftg_dsl.games.galaxies.planets import repeat_action as repeated_die
from rftg_dsl.importers.follow import Answers
from rftg_dsl.importers.galaxies_trace.follower import GalaxiesFollower
from rftg_dsl.importers.import_report import Disagreement
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


def read_parameters(f: GalaxiesFollower) -> Mapping[str, Any]:
    action = f.tape.record["a"]
    parameters: Mapping[str, Any] = action.get("choice") or action.get("params") or action
    return parameters


def require_parameter(f: GalaxiesFollower, name: str) -> Any:
    parameters = read_parameters(f)
    if name not in parameters:
        raise Disagreement(f.tape.line, f"parameter {name}", "a value", dict(parameters))
    return parameters[name]


def answer_mission(f: GalaxiesFollower, decision: Decision) -> Pick:
    return f.card.get(str(f.setup["mission"].get(f.seats[decision.seat])), -1)


def answer_turn(f: GalaxiesFollower, decision: Decision) -> Pick:
    f.skip_passes()
    action = f.take("act", p=f.seats[decision.seat])["a"]
    kind = action.get("type")
    pick = TURN.get(kind) or action.get("resource") or action.get("advance")
    if "dieId" in action:
        f.tape.same("face of the die", f.faces.get(action["dieId"]), pick)
        del f.faces[action["dieId"]]
        f.used[action["dieId"]] = str(pick)
    return pick


def answer_follow(f: GalaxiesFollower, decision: Decision) -> Pick:
    f.skip_passes(decision.seat)
    if f.is_next("act", decision.seat, "follow"):
        f.take("act")
        return "follow"
    if f.is_next("pass", decision.seat):
        f.take("pass")
    # If there is no record for the seat, it has declined to follow.
    return "decline"


def effect_of(f: GalaxiesFollower, seat: int, planet: str) -> int | None:
    """1 if the planet's action was carried out, 0 if it had no effect, None if the current record does not state it."""
    events = [event for event in f.tape.record.get("ev", []) if event[:3] == ["effect", f.seats[seat], planet]]
    return events[0][3] if events else None


def is_action_used(f: GalaxiesFollower, seat: int, planet: str) -> bool:
    """Whether the planet's action is used; if so, the action's parameters are in the current record."""
    done = effect_of(f, seat, planet)
    if done is not None:
        return bool(done)
    record = f.take("act", p=f.seats[seat], planet=planet)
    used = bool(record["a"].get("type") == "resolvePlanet")
    if used and planet == ALL_AT_ONCE:
        merge_rerolls(f, seat, planet)
    return used


def merge_rerolls(f: GalaxiesFollower, seat: int, planet: str) -> None:
    dice, results = list(require_parameter(f, "dieIds")), dict(f.tape.record.get("res", {}))
    while f.tape.ahead().get("planet") == planet and f.is_next("act", seat, "resolvePlanet", "skipPlanet"):
        if f.take("act")["a"]["type"] == "resolvePlanet":
            dice += require_parameter(f, "dieIds")
            results |= f.tape.record.get("res", {})
    f.tape.record = {**f.tape.record, "a": {"choice": {"dieIds": dice}}, "res": results}


def answer_use(f: GalaxiesFollower, decision: Decision) -> Pick:
    piece = decision.args[0]
    return decision.form.listed()[0] if is_action_used(f, decision.seat, f.name[piece]) else "decline"


def answer_colony(f: GalaxiesFollower, decision: Decision) -> Pick:
    params = read_parameters(f)
    if "planet" not in params:
        return "upgrade" if "pay" in params else "nothing"
    planet = str(params["planet"])
    used = is_action_used(f, decision.seat, planet) and decision.form.accepts(f.card[planet])
    return f.card[planet] if used else "nothing"


def answer_move(f: GalaxiesFollower, decision: Decision) -> Pick:
    # NAGATO's moves are recorded separately.
    if decision.answer == land_chosen_ship.id:
        f.skip_passes()
        if not f.is_next("act", decision.seat, "nagatoMove"):
            if f.is_next("act", decision.seat, "endMoves"):
                f.take("act")
            return "done"
        f.take("act")
    return read_move(f, decision)


def read_move(f: GalaxiesFollower, decision: Decision) -> Pick:
    numbers = f.numbers
    ship = numbers.ships[decision.seat][require_parameter(f, "shipIdx")]
    if decision.answer == put_down.id and "dest" not in read_parameters(f):
        return ship, numbers.galaxy[decision.seat]
    dest = require_parameter(f, "dest")
    if dest["kind"] == "galaxy":
        return ship, numbers.galaxy[decision.seat]
    return ship, (numbers.surface if dest["kind"] == "surface" else numbers.orbit)[f.card[dest["planet"]]]


def answer_pay(f: GalaxiesFollower, decision: Decision) -> Pick:
    if "pay" in read_parameters(f):
        return require_parameter(f, "pay")
    # The payment for MARED is not recorded, so infer it from the recorded changes.
    changed = f.tape.record.get("d", {}).get(f.seats[decision.seat], {})
    return "energy" if "e" in changed else "culture"


def answer_advance(f: GalaxiesFollower, decision: Decision) -> Pick:
    # If there is only one option, it is not always recorded.
    if decision.form.single() and decision.seat != f.seats.index(str(f.tape.record.get("p"))):
        return decision.form.listed()[0]
    params = read_parameters(f)
    if "shipIdx2" in params or "shipIdx" in params:
        return f.numbers.ships[decision.seat][params.get("shipIdx2", params.get("shipIdx"))]
    return decision.form.listed()[0] if decision.form.single() else None


def ship_of(f: GalaxiesFollower, target: Mapping[str, Any]) -> int:
    ship: int = f.numbers.ships[f.seats.index(target["player"])][target["shipIdx"]]
    return ship


def answer_regress(f: GalaxiesFollower, decision: Decision) -> Pick:
    params = read_parameters(f)
    if "targetShip2" in params:
        there = {ship_of(f, params["targetShip"]), ship_of(f, params["targetShip2"])}
        return tuple(ship for ship in decision.form.options if ship in there)  # type: ignore[union-attr]
    return ship_of(f, params["targetShip"]) if "targetShip" in params else read_own_ship(f, decision)


def read_own_ship(f: GalaxiesFollower, decision: Decision) -> Pick:
    return f.numbers.ships[decision.seat][require_parameter(f, "shipIdx")]


def count_dice(f: GalaxiesFollower, numbers: list[int]) -> Pick:
    # Count dice by face, because our engine does not distinguish dice that show the same face.
    many = Counter(f.numbers.inactive[f.faces[number]] for number in numbers if number in f.faces)
    if sum(many.values()) != len(numbers):
        raise Disagreement(f.tape.line, "dice", sorted(f.faces), numbers)
    return tuple((cell, many[cell]) for cell in f.numbers.inactive.values() if many[cell])


def lose_dice(f: GalaxiesFollower, name: str) -> Pick:
    dice = count_dice(f, require_parameter(f, name))
    for number in require_parameter(f, name):
        del f.faces[number]
    return dice


def answer_reroll(f: GalaxiesFollower, decision: Decision) -> Pick:
    f.rerolled = f.tape.record.get("res", {})
    f.tape.same_set("dice", sorted(map(int, f.rerolled)), require_parameter(f, "dieIds"))
    return count_dice(f, require_parameter(f, "dieIds"))


def answer_die(f: GalaxiesFollower, decision: Decision) -> Pick:
    if decision.answer == repeated_die.id:
        return f.numbers.bay[f.used[require_parameter(f, "dieIds")[0]]]
    number = read_parameters(f)["target"] if "target" in read_parameters(f) else require_parameter(f, "dieIds")[0]
    face = f.faces[number]
    f.faces[number] = require_parameter(f, "face")
    return f.numbers.inactive[face]


def answer_energy(f: GalaxiesFollower, decision: Decision) -> Pick:
    # Take as much as possible, as the recordings do for LUREENA.
    return decision.form.high  # type: ignore[union-attr]


def answer_amount(f: GalaxiesFollower, decision: Decision) -> Pick:
    return read_parameters(f).get("amount", 0)


def answer_from(f: GalaxiesFollower, decision: Decision) -> Pick:
    return f.seats.index(require_parameter(f, "targetPlayer"))


def answer_planet(f: GalaxiesFollower, decision: Decision) -> Pick:
    return f.card[require_parameter(f, "planet")]


def answer_choose(f: GalaxiesFollower, decision: Decision) -> Pick:
    """The alternative that gains the recorded resource, or the first alternative if no resource is recorded."""
    options = [str(option) for option in decision.form.listed()]
    for option in options if "resource" in read_parameters(f) else ():
        power, _, number = option.rpartition("#")
        if f.numbers.powers[power].choices[int(number) - 1][0].what == require_parameter(f, "resource"):
            return option
    return options[0]


ANSWERS: Answers = {
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
    "spend": lambda f, one: lose_dice(f, "spend"),
    "discard": lambda f, one: lose_dice(f, "dieIds"),
    "die": answer_die,
    "face": lambda f, one: require_parameter(f, "face"),
    "amount": answer_amount,
    "from": answer_from,
    "planet": answer_planet,
}


class AnsweringFollower(GalaxiesFollower):
    """Follows a recorded game and answers our engine's decisions from it."""

    answers = ANSWERS
