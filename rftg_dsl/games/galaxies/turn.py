"""A turn: rolling, rerolls, the Converter, activations and follows (G24-G42, G83-G91)."""

from __future__ import annotations

from collections.abc import Mapping

from rftg_dsl.games.galaxies import events, questions
from rftg_dsl.games.galaxies.actions import DECLINE, can_do, do_action
from rftg_dsl.games.galaxies.numbers import FACES, Play, level_of
from rftg_dsl.kernel.form import Bag, One
from rftg_dsl.kernel.step import step

REROLL, CONVERT, END = "reroll", "convert", "end"
FOLLOW = "follow"
FOLLOWING = One((FOLLOW, DECLINE))
ANY_FACE = One(FACES)

Picked = tuple[tuple[int, int], ...]


@step("galaxies.roll-all")
def roll_all(g: Play, seat: int) -> None:
    """G28: roll as many dice as the empire level gives, of those that lie beside the mat."""
    w = g.numbers
    n = min(w.level_dice[level_of(g, seat)], g.stock[w.supply])
    roll_dice(g, seat, n, "roll", w.inactive)


def roll_dice(g: Play, seat: int, n: int, purpose: str, row: Mapping[str, int]) -> None:
    """Roll dice from beside the mat; each goes to its face's place in ``row``."""
    w = g.numbers
    landed: dict[int, int] = {}
    for result in g.roll(f"{g.counters[w.turns_taken]}/{seat}/{purpose}", len(w.die_faces), n):
        cell = row[w.die_faces[result]]
        landed[cell] = landed.get(cell, 0) + 1
    for cell, many in landed.items():
        g.shift(w.supply, cell, many, "rolled")


def find_inactive_dice(g: Play) -> list[tuple[int, int]]:
    """The cells of inactive dice, each with its number of dice."""
    stock = g.stock
    return [(cell, stock[cell]) for cell in g.numbers.inactive.values() if stock[cell]]


@step("galaxies.choose")
def choose(g: Play, seat: int) -> None:
    """G31, G32, G35, G83, G86: activate any die, reroll, convert, or end the turn."""
    w = g.numbers
    dice = find_inactive_dice(g)
    options = [w.face_of[cell] for cell, _ in dice]
    total = sum([n for _, n in dice])
    if total and can_reroll(g, seat):
        options.append(REROLL)
    spent = w.number["converter_dice"]
    if total >= spent + w.number["converted_dice"] and g.counters[w.conversions] < w.number["conversions"]:
        options.append(CONVERT)
    options.append(END)
    g.ask(seat, questions.TURN, One(tuple(options)), carry_out_choice)


def can_reroll(g: Play, seat: int) -> bool:
    """G36, G37: the first reroll is free, others cost energy."""
    w = g.numbers
    free = g.counters[w.rerolls] < w.number["free_rerolls"]
    return free or g.counters[w.energy[seat]] >= w.number["reroll_cost"]


@step("galaxies.chosen")
def carry_out_choice(g: Play, seat: int, pick: str) -> None:
    """Carry out the choice, then ask again until the turn ends."""
    if pick == END:
        return
    dice = find_inactive_dice(g)
    if pick == REROLL:
        g.ask(seat, questions.REROLL, Bag(dice, 1, sum([n for _, n in dice])), reroll, rule="G35")
    elif pick == CONVERT:
        spent = g.numbers.number["converter_dice"]
        g.ask(seat, questions.SPEND, Bag(dice, spent, spent), spend_dice)
    else:
        g.then(activate, seat, pick)
    g.then(choose, seat)


@step("galaxies.reroll")
def reroll(g: Play, seat: int, pick: Picked) -> None:
    """G35-G37: reroll any inactive dice; after the first time, pay energy."""
    w = g.numbers
    if g.counters[w.rerolls] >= w.number["free_rerolls"]:
        g.adjust(w.energy[seat], -w.number["reroll_cost"], "paid")
    g.adjust(w.rerolls, 1, "rerolled")
    reroll_dice(g, seat, pick)


def reroll_dice(g: Play, seat: int, pick: Picked) -> None:
    """Reroll these dice; activated dice stay activated."""
    w = g.numbers
    for cell, n in pick:
        g.shift(cell, w.supply, n, "rerolled")
    for row in (w.inactive, w.bay):
        if n := sum([n for cell, n in pick if w.beside[cell] is row]):
            roll_dice(g, seat, n, REROLL, row)


@step("galaxies.spend-dice")
def spend_dice(g: Play, seat: int, pick: Picked) -> None:
    """G83, G85: spend two dice in the Converter to turn a third one."""
    w = g.numbers
    g.adjust(w.conversions, 1, "converted")
    for cell, n in pick:
        g.shift(cell, w.converter, n, "spent")
    g.ask(
        seat,
        questions.DIE,
        One(tuple([cell for cell, _ in find_inactive_dice(g)]), "cell"),
        choose_face,
        g.cause,
        rule="G83",
    )


@step("galaxies.choose-face")
def choose_face(g: Play, seat: int, cause: str, cell: int) -> None:
    """G83: turn the die to any face."""
    g.ask(seat, questions.FACE, ANY_FACE, turn_die, cause, cell, rule="G83")


@step("galaxies.turn-die")
def turn_die(g: Play, seat: int, cause: str, cell: int, face: str) -> None:
    """The die shows the chosen face; an activated die stays activated."""
    g.cause = cause
    target = g.numbers.beside[cell][face]
    if target != cell:
        g.note("turned", seat, g.layout.place_names[cell], g.layout.place_names[target])
        g.shift(cell, target, 1, "turned")


@step("galaxies.activate")
def activate(g: Play, seat: int, face: str) -> None:
    """G33, G34, G38: the die goes to the Activation Bay, its action is carried out, and the others may follow."""
    w = g.numbers
    g.shift(w.inactive[face], w.bay[face], 1, "activated")
    if g.counters[w.opened]:
        g.adjust(w.opened, -1, "activated")
    g.then(do_action, seat, face)
    g.then(offer_follows, seat, face)


@step("galaxies.offer-follows")
def offer_follows(g: Play, leader: int, face: str) -> None:
    """G38, G41, G42: ask each other player once, clockwise, unless the action allowed free follows instead."""
    w = g.numbers
    if not g.counters[w.opened]:
        for seat in w.clockwise[leader]:
            g.then(offer_follow, seat, leader, face)


@step("galaxies.offer-follow")
def offer_follow(g: Play, seat: int, leader: int, face: str) -> None:
    """G38, G39: a player may follow if they can pay and the action would do something for them.

    The price is what the leader's powers make of it (``follow toll``), then the follower's (``follow price``).
    """
    w = g.numbers
    toll = g.value("follow toll", leader, w.number["follow_cost"])
    price = max(0, g.value("follow price", seat, toll))
    if g.counters[w.culture[seat]] >= price and can_do(g, seat, face, price):
        g.ask(seat, questions.FOLLOW, FOLLOWING, follow, leader, face, price)


@step("galaxies.follow")
def follow(g: Play, seat: int, leader: int, face: str, price: int, pick: str) -> None:
    """G39, G40: pay and copy the action at once."""
    if pick == FOLLOW:
        g.adjust(g.numbers.culture[seat], -price, "paid")
        copy_action(g, seat, leader, face)


def copy_action(g: Play, seat: int, leader: int, face: str) -> None:
    """G40: carry out the action that the leader has taken; powers see who follows and who is followed."""
    events.followed(g, seat)
    events.led(g, leader)
    g.then(do_action, seat, face, False)


@step("galaxies.offer-free-follow")
def offer_free_follow(g: Play, seat: int, leader: int, face: str) -> None:
    """Offer the action that another player has chosen, without payment."""
    if can_do(g, seat, face):
        g.ask(seat, questions.FOLLOW, FOLLOWING, follow_free, leader, face)


@step("galaxies.follow-free")
def follow_free(g: Play, seat: int, leader: int, face: str, pick: str) -> None:
    """Copy the action at once."""
    if pick == FOLLOW:
        copy_action(g, seat, leader, face)


@step("galaxies.clear-mat")
def clear_mat(g: Play, seat: int) -> None:
    """G91: all dice return to their place beside the mat."""
    w = g.numbers
    for place in (*w.inactive.values(), *w.bay.values(), w.converter):
        if g.stock[place]:
            g.shift(place, w.supply, g.stock[place], "end of turn")
