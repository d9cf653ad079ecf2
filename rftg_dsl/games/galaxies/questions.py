"""The questions that Galaxies asks its players. ``table-talk.toml`` has their texts."""

from __future__ import annotations

from rftg_dsl.games.galaxies.numbers import Play
from rftg_dsl.kernel.decision import Decision, Facts, Question
from rftg_dsl.kernel.play import DECLINE


def tell_prices(play: Play, asked: Decision) -> Facts:
    return {**tell_reroll(play, asked), **tell_upgrade(play, asked)}


def tell_reroll(play: Play, asked: Decision) -> Facts:
    """The price of the next reroll; a reroll with a power is free."""
    numbers = play.numbers
    price = numbers.number["reroll_cost"]
    free = play.counters[numbers.rerolls] < numbers.number["free_rerolls"]
    return {"reroll": "for free" if free else f"for {price} energy", "when": "" if asked.rule else "power"}


def tell_upgrade(play: Play, asked: Decision) -> Facts:
    numbers = play.numbers
    level = play.counters[numbers.empire[asked.seat]] + numbers.number["levels_per_upgrade"]
    if level > numbers.most_level:
        return {"price": 0, "level": level, "dice": 0, "ships": 0, "points": 0}
    return {
        "price": numbers.level_price[level],
        "level": level,
        "dice": numbers.level_dice[level],
        "ships": numbers.level_ships[level],
        "points": numbers.level_points[level],
    }


def tell_colonies(play: Play, asked: Decision) -> Facts:
    return {**tell_upgrade(play, asked), "when": "" if "upgrade" in asked.options else "colony"}


def tell_payment(play: Play, asked: Decision) -> Facts:
    return {"price": asked.args[0]}


def tell_die(play: Play, asked: Decision) -> Facts:
    when = "repeat" if asked.answer == "galaxies.repeated" else "" if asked.rule else "power"
    return {"when": when}


def tell_face(play: Play, asked: Decision) -> Facts:
    if asked.answer == "galaxies.acted":
        return {"when": "act"}
    place = asked.args[1] // play.numbers.width
    return {"face": ("word", play.layout.place_names[place].removeprefix("bay-"))}


def tell_move(play: Play, asked: Decision) -> Facts:
    power = asked.args and isinstance(asked.args[0], str) and "/" in asked.args[0]
    return {"when": "power" if power else ""}


def tell_steps(play: Play, asked: Decision) -> Facts:
    steps = abs(asked.args[0])
    return {"spaces": "1 space" if steps == 1 else f"{steps} spaces"}


def tell_action(play: Play, asked: Decision) -> Facts:
    return {"when": "" if DECLINE in asked.options else "must"}


def tell_leader(play: Play, asked: Decision) -> Facts:
    leader, face, *price = asked.args
    free = not price or not price[0]
    return {
        "leader": ("seat", leader),
        "face": ("word", face),
        "price": "for free" if free else f"for {price[0]} culture",
    }


def tell_planet(play: Play, asked: Decision) -> Facts:
    return {"when": "" if asked.answer == "galaxies.planet-moved" else "use"}


MISSION = Question("mission", "G21", secret=True)
TURN = Question("turn", "G31", about=tell_prices)
"""The answer is a die face, ``reroll``, ``convert`` or ``end``."""
REROLL = Question("reroll", about=tell_reroll)
SPEND = Question("spend", "G83")
DIE = Question("die", about=tell_die)
FACE = Question("face", about=tell_face)
MOVE = Question("move", "G43", about=tell_move)
ADVANCE = Question("advance", "G67", about=tell_steps)
REGRESS = Question("regress", about=tell_steps)
COLONY = Question("colony", "G73", about=tell_colonies)
"""The answer is a colonized planet, ``upgrade`` or, if the die is the player's own, ``nothing``."""
ACTION = Question("use", about=tell_action)
PAY = Question("pay", "G76", about=tell_payment)
ENERGY = Question("energy", "G75", about=tell_payment)
FOLLOW = Question("follow", "G38", about=tell_leader)
PLANET = Question("planet", about=tell_planet)
