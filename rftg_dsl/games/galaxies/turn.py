"""A player's turn: rolling, rerolling, converting and activating dice, and following actions (G24-G42, G83-G91)."""

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


@step("galaxies.roll-all", "G28: roll as many of the dice beside the mat as the empire level allows.")
def roll_all(play: Play, seat: int) -> None:
    numbers = play.numbers
    n = min(numbers.level_dice[level_of(play, seat)], play.stock[numbers.supply])
    roll_dice(play, seat, n, "roll", numbers.inactive)


def roll_dice(play: Play, seat: int, n: int, purpose: str, row: Mapping[str, int]) -> None:
    """Roll dice from beside the mat and move each die to the place in ``row`` for its face."""
    numbers = play.numbers
    landed: dict[int, int] = {}
    for result in play.roll(f"{play.counters[numbers.turns_taken]}/{seat}/{purpose}", len(numbers.die_faces), n):
        cell = row[numbers.die_faces[result]]
        landed[cell] = landed.get(cell, 0) + 1
    for cell, many in landed.items():
        play.shift(numbers.supply, cell, many, "rolled")


def find_inactive_dice(play: Play) -> list[tuple[int, int]]:
    stock = play.stock
    return [(cell, stock[cell]) for cell in play.numbers.inactive.values() if stock[cell]]


@step("galaxies.choose", "G31, G32, G35, G83, G86: activate a die, reroll dice, use the Converter, or end the turn.")
def choose(play: Play, seat: int) -> None:
    numbers = play.numbers
    dice = find_inactive_dice(play)
    options = [numbers.face_of[cell] for cell, _ in dice]
    total = sum([n for _, n in dice])
    if total and can_reroll(play, seat):
        options.append(REROLL)
    spent = numbers.number["converter_dice"]
    if (
        total >= spent + numbers.number["converted_dice"]
        and play.counters[numbers.conversions] < numbers.number["conversions"]
    ):
        options.append(CONVERT)
    options.append(END)
    play.ask(seat, questions.TURN, One(tuple(options)), carry_out_choice)


def can_reroll(play: Play, seat: int) -> bool:
    """G36, G37: whether the player has a free reroll left or enough energy to pay for a reroll."""
    numbers = play.numbers
    free = play.counters[numbers.rerolls] < numbers.number["free_rerolls"]
    return free or play.counters[numbers.energy[seat]] >= numbers.number["reroll_cost"]


@step("galaxies.chosen", "Carry out the choice, then ask again until the turn ends.")
def carry_out_choice(play: Play, seat: int, pick: str) -> None:
    if pick == END:
        return
    dice = find_inactive_dice(play)
    if pick == REROLL:
        play.ask(seat, questions.REROLL, Bag(dice, 1, sum([n for _, n in dice])), reroll, rule="G35")
    elif pick == CONVERT:
        spent = play.numbers.number["converter_dice"]
        play.ask(seat, questions.SPEND, Bag(dice, spent, spent), spend_dice)
    else:
        play.then(activate, seat, pick)
    play.then(choose, seat)


@step("galaxies.reroll", "G35-G37: reroll any inactive dice; the first reroll is free, later ones cost energy.")
def reroll(play: Play, seat: int, pick: Picked) -> None:
    numbers = play.numbers
    if play.counters[numbers.rerolls] >= numbers.number["free_rerolls"]:
        play.adjust(numbers.energy[seat], -numbers.number["reroll_cost"], "paid")
    play.adjust(numbers.rerolls, 1, "rerolled")
    reroll_dice(play, seat, pick)


def reroll_dice(play: Play, seat: int, pick: Picked) -> None:
    numbers = play.numbers
    for cell, n in pick:
        play.shift(cell, numbers.supply, n, "rerolled")
    # Roll the two rows separately, because each die must return to the row it came from.
    for row in (numbers.inactive, numbers.bay):
        if n := sum([n for cell, n in pick if numbers.beside[cell] is row]):
            roll_dice(play, seat, n, REROLL, row)


@step("galaxies.spend-dice", "G83, G85: spend two dice in the Converter, then choose a third die to turn.")
def spend_dice(play: Play, seat: int, pick: Picked) -> None:
    numbers = play.numbers
    play.adjust(numbers.conversions, 1, "converted")
    for cell, n in pick:
        play.shift(cell, numbers.converter, n, "spent")
    play.ask(
        seat,
        questions.DIE,
        One(tuple([cell for cell, _ in find_inactive_dice(play)]), "cell"),
        choose_face,
        play.cause,
        rule="G83",
    )


@step("galaxies.choose-face", "G83: choose the face to which the die is turned.")
def choose_face(play: Play, seat: int, cause: str, cell: int) -> None:
    play.ask(seat, questions.FACE, ANY_FACE, turn_die, cause, cell, rule="G83")


@step("galaxies.turn-die", "Turn the die to the chosen face; an activated die stays activated.")
def turn_die(play: Play, seat: int, cause: str, cell: int, face: str) -> None:
    play.cause = cause
    target = play.numbers.beside[cell][face]
    if target != cell:
        play.note("turned", seat, play.layout.place_names[cell], play.layout.place_names[target])
        play.shift(cell, target, 1, "turned")


@step(
    "galaxies.activate",
    "G33, G34, G38: move the die to the Activation Bay and carry out its action; then the other players may follow.",
)
def activate(play: Play, seat: int, face: str) -> None:
    numbers = play.numbers
    play.shift(numbers.inactive[face], numbers.bay[face], 1, "activated")
    # Clear the mark left by an earlier die whose action could be followed for free.
    if play.counters[numbers.opened]:
        play.adjust(numbers.opened, -1, "activated")
    play.then(do_action, seat, face)
    play.then(offer_follows, seat, face)


@step(
    "galaxies.offer-follows",
    "G38, G41, G42: ask each other player once, in clockwise order, unless the action allowed free follows instead.",
)
def offer_follows(play: Play, leader: int, face: str) -> None:
    numbers = play.numbers
    if not play.counters[numbers.opened]:
        for seat in numbers.clockwise[leader]:
            play.then(offer_follow, seat, leader, face)


@step(
    "galaxies.offer-follow",
    "G38, G39: a player may follow if they can pay and the action would have an effect for them.",
)
def offer_follow(play: Play, seat: int, leader: int, face: str) -> None:
    """Apply the leader's powers to the price first (``follow toll``), then the follower's powers (``follow price``)."""
    numbers = play.numbers
    toll = play.value("follow toll", leader, numbers.number["follow_cost"])
    price = max(0, play.value("follow price", seat, toll))
    if play.counters[numbers.culture[seat]] >= price and can_do(play, seat, face, price):
        play.ask(seat, questions.FOLLOW, FOLLOWING, follow, leader, face, price)


@step("galaxies.follow", "G39, G40: pay, then copy the action at once.")
def follow(play: Play, seat: int, leader: int, face: str, price: int, pick: str) -> None:
    if pick == FOLLOW:
        play.adjust(play.numbers.culture[seat], -price, "paid")
        copy_action(play, seat, leader, face)


def copy_action(play: Play, seat: int, leader: int, face: str) -> None:
    """G40: copy the leader's action; the events tell powers which seat follows and which seat is followed."""
    events.followed(play, seat)
    events.led(play, leader)
    play.then(do_action, seat, face, False)


@step("galaxies.offer-free-follow", "Ask whether to follow, for free, the action that another player has chosen.")
def offer_free_follow(play: Play, seat: int, leader: int, face: str) -> None:
    if can_do(play, seat, face):
        play.ask(seat, questions.FOLLOW, FOLLOWING, follow_free, leader, face)


@step("galaxies.follow-free", "Copy the action at once.")
def follow_free(play: Play, seat: int, leader: int, face: str, pick: str) -> None:
    if pick == FOLLOW:
        copy_action(play, seat, leader, face)


@step("galaxies.clear-mat", "G88: return all dice to their place beside the mat.")
def clear_mat(play: Play, seat: int) -> None:
    numbers = play.numbers
    for place in (*numbers.inactive.values(), *numbers.bay.values(), numbers.converter):
        if play.stock[place]:
            play.shift(place, numbers.supply, play.stock[place], "end of turn")
