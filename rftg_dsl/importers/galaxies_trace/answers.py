"""What was picked in a recorded game of Galaxies, for each decision that our engine asks."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rftg_dsl.games.galaxies.planets import moved_next
from rftg_dsl.games.galaxies.planets import repeated as repeated_die
from rftg_dsl.importers.report import Differs
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.form import Pick

if TYPE_CHECKING:
    from rftg_dsl.importers.galaxies_trace.follower import GalaxiesFollower

TURN = {
    "activateMove": "move",
    "activateColonyGalaxy": "colony",
    "activateColonyPlanet": "colony",
    "reroll": "reroll",
    "convert": "convert",
    "endTurn": "end",
}
"""What is done with a turn, by the type of an action; gaining and advancing name their die."""
ALL_AT_ONCE = "ZALAX"
"""Its dice are recorded one by one, and rerolled together with us."""


def given(f: GalaxiesFollower) -> Mapping[str, Any]:
    """The parameters of the record at hand."""
    action = f.tape.record["a"]
    found: Mapping[str, Any] = action.get("choice") or action.get("params") or action
    return found


def field(f: GalaxiesFollower, name: str) -> Any:
    """One parameter, which must be there."""
    found = given(f)
    if name not in found:
        raise Differs(f.tape.line, f"parameter {name}", "a value", dict(found))
    return found[name]


def keep(f: GalaxiesFollower, one: Decision) -> Pick:
    """The mission kept."""
    return f.card.get(str(f.setup["mission"].get(f.seats[one.seat])), -1)


def turn(f: GalaxiesFollower, one: Decision) -> Pick:
    """The next action of a turn; the die has the face that it needs."""
    f.skip_passes()
    action = f.take("act", p=f.seats[one.seat])["a"]
    kind = action.get("type")
    pick = TURN.get(kind) or action.get("resource") or action.get("advance")
    if "dieId" in action:
        f.tape.same("face of the die", f.faces.get(action["dieId"]), pick)
        del f.faces[action["dieId"]]
        f.used[action["dieId"]] = str(pick)
    return pick


def following(f: GalaxiesFollower, one: Decision) -> Pick:
    """Whether a follow was taken; who is not recorded at all has declined."""
    f.skip_passes(one.seat)
    if f.ahead("act", one.seat, "follow"):
        f.take("act")
        return "follow"
    if f.ahead("pass", one.seat):
        f.take("pass")
    return "decline"


def effect(f: GalaxiesFollower, seat: int, planet: str) -> int | None:
    """Whether the record at hand says that the action of a planet was carried out (1) or did nothing (0)."""
    events = [event for event in f.tape.record.get("ev", []) if event[:3] == ["effect", f.seats[seat], planet]]
    return events[0][3] if events else None


def uses(f: GalaxiesFollower, seat: int, planet: str) -> bool:
    """Whether the action of a planet is used; what it is told is at hand then."""
    done = effect(f, seat, planet)
    if done is not None:
        return bool(done)
    record = f.take("act", p=f.seats[seat], planet=planet)
    used = bool(record["a"].get("type") == "resolvePlanet")
    if used and planet == ALL_AT_ONCE:
        one_by_one(f, seat, planet)
    return used


def one_by_one(f: GalaxiesFollower, seat: int, planet: str) -> None:
    """Dice recorded one by one are rerolled together."""
    dice, results = list(field(f, "dieIds")), dict(f.tape.record.get("res", {}))
    while f.tape.ahead().get("planet") == planet and f.ahead("act", seat, "resolvePlanet", "skipPlanet"):
        if f.take("act")["a"]["type"] == "resolvePlanet":
            dice += field(f, "dieIds")
            results |= f.tape.record.get("res", {})
    f.tape.record = {**f.tape.record, "a": {"choice": {"dieIds": dice}}, "res": results}


def use(f: GalaxiesFollower, one: Decision) -> Pick:
    """Whether the action of the planet landed on is used."""
    piece = one.args[0]
    return one.form.listed()[0] if uses(f, one.seat, f.name[piece]) else "decline"


def colony(f: GalaxiesFollower, one: Decision) -> Pick:
    """Upgrade, or the planet that is used; nothing where its action is declined or does nothing."""
    params = given(f)
    if "planet" not in params:
        return "upgrade" if "pay" in params else "nothing"
    planet = str(params["planet"])
    used = uses(f, one.seat, planet) and one.form.accepts(f.card[planet])
    return f.card[planet] if used else "nothing"


def move(f: GalaxiesFollower, one: Decision) -> Pick:
    """A ship and where it goes; the moves of NAGATO are records of their own."""
    if one.answer == moved_next.id:
        f.skip_passes()
        if not f.ahead("act", one.seat, "nagatoMove"):
            if f.ahead("act", one.seat, "endMoves"):
                f.take("act")
            return "done"
        f.take("act")
    return way(f, one)


def way(f: GalaxiesFollower, one: Decision) -> Pick:
    """A ship and a place."""
    w = f.numbers
    ship = w.ships[one.seat][field(f, "shipIdx")]
    dest = field(f, "dest")
    if dest["kind"] == "galaxy":
        return ship, w.galaxy[one.seat]
    return ship, (w.surface if dest["kind"] == "surface" else w.orbit)[f.card[dest["planet"]]]


def pay(f: GalaxiesFollower, one: Decision) -> Pick:
    """What an upgrade is paid with; MARED says it only by what changes."""
    if "pay" in given(f):
        return field(f, "pay")
    changed = f.tape.record.get("d", {}).get(f.seats[one.seat], {})
    return "energy" if "e" in changed else "culture"


def advance(f: GalaxiesFollower, one: Decision) -> Pick:
    """A ship of one's own; where there is only one, it is not always recorded."""
    if one.form.single() and one.seat != f.seats.index(str(f.tape.record.get("p"))):
        return one.form.listed()[0]
    params = given(f)
    if "shipIdx2" in params or "shipIdx" in params:
        return f.numbers.ships[one.seat][params.get("shipIdx2", params.get("shipIdx"))]
    return one.form.listed()[0] if one.form.single() else None


def ship_of(f: GalaxiesFollower, target: Mapping[str, Any]) -> int:
    """A ship of any player."""
    found: int = f.numbers.ships[f.seats.index(target["player"])][target["shipIdx"]]
    return found


def regress(f: GalaxiesFollower, one: Decision) -> Pick:
    """One ship of one's own or of an opponent, or two of them."""
    params = given(f)
    if "targetShip2" in params:
        there = {ship_of(f, params["targetShip"]), ship_of(f, params["targetShip2"])}
        return tuple(ship for ship in one.form.options if ship in there)  # type: ignore[union-attr]
    return ship_of(f, params["targetShip"]) if "targetShip" in params else recalled(f, one)


def recalled(f: GalaxiesFollower, one: Decision) -> Pick:
    """A ship of one's own."""
    return f.numbers.ships[one.seat][field(f, "shipIdx")]


def dice(f: GalaxiesFollower, numbers: list[int]) -> Pick:
    """Inactive dice, as many of each face as the numbers say."""
    many = Counter(f.numbers.inactive[f.faces[number]] for number in numbers if number in f.faces)
    if sum(many.values()) != len(numbers):
        raise Differs(f.tape.line, "dice", sorted(f.faces), numbers)
    return tuple((cell, many[cell]) for cell in f.numbers.inactive.values() if many[cell])


def lose(f: GalaxiesFollower, name: str) -> Pick:
    """Dice that are inactive no more."""
    found = dice(f, field(f, name))
    for number in field(f, name):
        del f.faces[number]
    return found


def reroll(f: GalaxiesFollower, one: Decision) -> Pick:
    """The dice rerolled; their new faces are at hand."""
    f.rerolled = f.tape.record.get("res", {})
    f.tape.same_set("dice", sorted(map(int, f.rerolled)), field(f, "dieIds"))
    return dice(f, field(f, "dieIds"))


def die(f: GalaxiesFollower, one: Decision) -> Pick:
    """The die that is turned, or the activated one that is repeated."""
    if one.answer == repeated_die.id:
        return f.numbers.bay[f.used[field(f, "dieIds")[0]]]
    number = given(f)["target"] if "target" in given(f) else field(f, "dieIds")[0]
    face = f.faces[number]
    f.faces[number] = field(f, "face")
    return f.numbers.inactive[face]


def energy(f: GalaxiesFollower, one: Decision) -> Pick:
    """LUREENA is paid in energy as far as possible."""
    return one.form.high  # type: ignore[union-attr]


def amount(f: GalaxiesFollower, one: Decision) -> Pick:
    """How many are exchanged; where it is not recorded, none."""
    return given(f).get("amount", 0)


def seat(f: GalaxiesFollower, one: Decision) -> Pick:
    """Whose resource is taken."""
    return f.seats.index(field(f, "targetPlayer"))


def planet(f: GalaxiesFollower, one: Decision) -> Pick:
    """A planet that is named."""
    return f.card[field(f, "planet")]


def resource(f: GalaxiesFollower, one: Decision) -> Pick:
    """The resource gained."""
    return f"{field(f, 'resource')}.{one.seat}"


ANSWERS: Mapping[str, Callable[[GalaxiesFollower, Decision], Pick]] = {
    "mission": keep,
    "turn": turn,
    "follow": following,
    "use": use,
    "colony": colony,
    "move": move,
    "transfer": way,
    "pay": pay,
    "energy": energy,
    "first share": energy,
    "advance": advance,
    "regress": regress,
    "recall": recalled,
    "resource": resource,
    "reroll": reroll,
    "spend": lambda f, one: lose(f, "spend"),
    "remove": lambda f, one: lose(f, "dieIds"),
    "die": die,
    "face": lambda f, one: field(f, "face"),
    "amount": amount,
    "from": seat,
    "planet": planet,
}
"""How each decision is answered, by its name."""
