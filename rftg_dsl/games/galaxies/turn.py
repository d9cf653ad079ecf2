"""The course of a game: turns of dice, rerolls, the Converter, follows, the end (G24-G42, G83-G94)."""

from __future__ import annotations

from collections.abc import Mapping

from rftg_dsl.games.galaxies.actions import DECLINE, can_do, do_action
from rftg_dsl.games.galaxies.setup import end_setup, set_up
from rftg_dsl.games.galaxies.words import FACES, words_of
from rftg_dsl.games.rounds import go_on
from rftg_dsl.kernel.form import Bag, One
from rftg_dsl.kernel.play import Play, step

REROLL, CONVERT, END = "reroll", "convert", "end"
FOLLOW = "follow"
FOLLOWING = One((FOLLOW, DECLINE))
ANY_FACE = One(FACES)

Picked = tuple[tuple[int, int], ...]


@step
def begin(g: Play) -> None:
    """Setup, then turns until the end."""
    g.then(set_up)
    g.then(end_setup)
    g.then(start_turn, 0)


@step
def start_turn(g: Play, seat: int) -> None:
    """G28: as many dice are rolled as the empire level gives."""
    w = words_of(g)
    g.new_luck()
    g.adjust(w.turns_taken, 1, "turn")
    g.adjust(w.turn[seat], 1, "turn")
    roll_dice(g, seat, w.level_dice[g.counters[w.empire[seat]]], "roll", w.inactive)
    g.then(choose, seat)


def roll_dice(g: Play, seat: int, n: int, purpose: str, row: Mapping[str, int]) -> None:
    """Dice that lie beside the mat are rolled; each lies with those of its face then, in this row of places."""
    w = words_of(g)
    landed: dict[int, int] = {}
    for result in g.roll(f"{g.counters[w.turns_taken]}/{seat}/{purpose}", len(w.die_faces), n):
        cell = row[w.die_faces[result]]
        landed[cell] = landed.get(cell, 0) + 1
    for cell, many in landed.items():
        g.shift(w.supply, cell, many, "rolled")


def inactive(g: Play) -> list[tuple[int, int]]:
    """The cells of inactive dice, with how many lie there."""
    stock = g.stock
    return [(cell, stock[cell]) for cell in words_of(g).inactive.values() if stock[cell]]


@step
def choose(g: Play, seat: int) -> None:
    """G31, G32, G35, G83, G86: activate any die, reroll, convert, or end the turn."""
    w = words_of(g)
    dice = inactive(g)
    options = [w.face_of[cell] for cell, _ in dice]
    total = sum([n for _, n in dice])
    if total and can_reroll(g, seat):
        options.append(REROLL)
    spent = w.number["converter_dice"]
    if total >= spent + w.number["converted_dice"] and g.counters[w.conversions] < w.number["conversions"]:
        options.append(CONVERT)
    options.append(END)
    g.ask(seat, "turn", One(tuple(options)), chosen, rule="G31")


def can_reroll(g: Play, seat: int) -> bool:
    """G36, G37: the first one is free, others cost energy."""
    w = words_of(g)
    free = g.counters[w.rerolls] < w.number["free_rerolls"]
    return free or g.counters[w.energy[seat]] >= w.number["reroll_cost"]


@step
def chosen(g: Play, seat: int, pick: str) -> None:
    """What was chosen is done; then there is the choice again, until the turn ends."""
    if pick == END:
        g.then(end_turn, seat)
        return
    dice = inactive(g)
    if pick == REROLL:
        g.ask(seat, "reroll", Bag(dice, 1, sum([n for _, n in dice])), reroll, rule="G35")
    elif pick == CONVERT:
        spent = words_of(g).number["converter_dice"]
        g.ask(seat, "spend", Bag(dice, spent, spent), spend_dice, rule="G83")
    else:
        g.then(activate, seat, pick)
    g.then(choose, seat)


@step
def reroll(g: Play, seat: int, pick: Picked) -> None:
    """G35-G37: any inactive dice; after the first time for energy."""
    w = words_of(g)
    if g.counters[w.rerolls] >= w.number["free_rerolls"]:
        g.adjust(w.energy[seat], -w.number["reroll_cost"], "paid")
    g.adjust(w.rerolls, 1, "rerolled")
    reroll_dice(g, seat, pick)


def reroll_dice(g: Play, seat: int, pick: Picked) -> None:
    """These dice are rolled anew; activated ones stay so."""
    w = words_of(g)
    for cell, n in pick:
        g.shift(cell, w.supply, n, "rerolled")
    for row in (w.inactive, w.bay):
        if n := sum([n for cell, n in pick if w.beside[cell] is row]):
            roll_dice(g, seat, n, REROLL, row)


@step
def spend_dice(g: Play, seat: int, pick: Picked) -> None:
    """G83, G85: two dice lie in the Converter and are spent; a third one is turned."""
    w = words_of(g)
    g.adjust(w.conversions, 1, "converted")
    for cell, n in pick:
        g.shift(cell, w.converter, n, "spent")
    g.ask(seat, "die", One(tuple([cell for cell, _ in inactive(g)]), "cell"), choose_face, g.cause, rule="G83")


@step
def choose_face(g: Play, seat: int, cause: str, cell: int) -> None:
    """G83: to any face."""
    g.ask(seat, "face", ANY_FACE, turn_die, cause, cell, rule="G83")


@step
def turn_die(g: Play, seat: int, cause: str, cell: int, face: str) -> None:
    """The die shows the face chosen; an activated one stays so."""
    g.cause = cause
    target = words_of(g).beside[cell][face]
    if target != cell:
        g.shift(cell, target, 1, "turned")


@step
def activate(g: Play, seat: int, face: str) -> None:
    """G33, G34, G38: the die lies in the Activation Bay, its action is done, and the others may follow."""
    w = words_of(g)
    g.shift(w.inactive[face], w.bay[face], 1, "activated")
    if g.counters[w.opened]:
        g.adjust(w.opened, -1, "activated")
    g.then(do_action, seat, face)
    g.then(offer_follows, seat, face)


@step
def offer_follows(g: Play, leader: int, face: str) -> None:
    """G38, G41, G42: each other player once, clockwise; a free follow of this die replaces it."""
    w = words_of(g)
    if not g.counters[w.opened]:
        for seat in w.clockwise[leader]:
            g.then(offer_follow, seat, leader, face)


@step
def offer_follow(g: Play, seat: int, leader: int, face: str) -> None:
    """G38, G39: whoever can pay, and for whom the action does something, may follow."""
    w = words_of(g)
    price = max(0, g.value("follow price", leader, w.number["follow_cost"]))
    if g.counters[w.culture[seat]] >= price and can_do(g, seat, face, price):
        g.ask(seat, "follow", FOLLOWING, follow, leader, face, price, rule="G38")


@step
def follow(g: Play, seat: int, leader: int, face: str, price: int, pick: str) -> None:
    """G39, G40: paid, and the action is copied at once."""
    if pick == FOLLOW:
        g.adjust(words_of(g).culture[seat], -price, "paid")
        g.fire("follow", seat)
        g.then(do_action, seat, face, False)


@step
def offer_free_follow(g: Play, seat: int, face: str) -> None:
    """The action that another player has chosen can be done without paying."""
    if can_do(g, seat, face):
        g.ask(seat, "follow", FOLLOWING, follow_free, face, rule="G38")


@step
def follow_free(g: Play, seat: int, face: str, pick: str) -> None:
    """The action is copied at once."""
    if pick == FOLLOW:
        g.then(do_action, seat, face, False)


@step
def end_turn(g: Play, seat: int) -> None:
    """G88, G91: all dice leave the mat; the next player's turn, unless all have had as many and the end has come."""
    w = words_of(g)
    for place in (*w.inactive.values(), *w.bay.values(), w.converter):
        if g.stock[place]:
            g.shift(place, w.supply, g.stock[place], "end of turn")
    for counter in (w.turn[seat], w.rerolls, w.conversions, w.opened):
        if g.counters[counter]:
            g.adjust(counter, -g.counters[counter], "end of turn")
    g.renew("turn")
    following = (seat + 1) % len(w.seats)
    why = "points" if g.facts[w.ended] else "planets" if not g.zone[w.row] else ""
    go_on(g, w.over, (why,) if why and not following else (), start_turn, following)
    g.pause(f"turn {g.counters[w.turns_taken]}")
