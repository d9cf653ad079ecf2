"""Develop and Settle: cards are placed in secret, revealed together, then paid for or conquered (R034-R070)."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.check.signatures import MANY, verb
from rftg_dsl.compile.rules import MAY
from rftg_dsl.games import prices
from rftg_dsl.games.prices import Given
from rftg_dsl.games.race import events, questions
from rftg_dsl.games.race.goals import react_to_leaving
from rftg_dsl.games.race.numbers import Play, has_chosen
from rftg_dsl.games.race.supply import discard, discard_from_tableau, part_with, put_good, take, take_to_hand
from rftg_dsl.games.rounds import enter, seats_in_order
from rftg_dsl.kernel.form import One, Some
from rftg_dsl.kernel.hook import Bound
from rftg_dsl.kernel.step import step
from rftg_dsl.kernel.view import pieces_hidden_from

NONE = "none"

PAY, CONQUER = "pay", "conquer"

Way = tuple[str, int, tuple[Given, ...]]

CONQUEST = "conquest"
"""The Military needed to conquer a world: its defense or, if a power opens a civil world to conquest, its cost."""

MAY_COST, MAY_MILITARY, MAY_CONQUEST = f"{MAY} cost", f"{MAY} military", f"{MAY} {CONQUEST}"

ENOUGH = 99


@step("race.choose-card", "R034, R052: choose a card that can be paid for or conquered, or none (D20).")
def choose_card(play: Play, seat: int, phase: str) -> None:
    develops = phase == "develop"
    options = find_developments(play, seat, find_bonus_action(play)) if develops else find_worlds(play, seat)
    question = questions.DEVELOP if develops else questions.SETTLE
    play.ask(seat, question, One((*options, NONE), "piece"), place_face_down)


def find_bonus_action(play: Play) -> str:
    """R108: the action that grants the bonus in this phase; in a second phase, it is the second card of the type."""
    action: str = play.facts[play.numbers.phase]
    return action


@step("race.card-chosen", "Place the card face down.")
def place_face_down(play: Play, seat: int, pick: int | str) -> None:
    if isinstance(pick, int):
        play.move(pick, play.numbers.placing[seat], "chosen")


@step("race.reveal-cards", "R035, R058: put all cards in the tableaus, each windfall world with a good (D19).")
def reveal_cards(play: Play) -> None:
    numbers = play.numbers
    for seat in seats_in_order(play):
        for piece in play.zone[numbers.placing[seat]]:
            play.move(piece, numbers.tableau[seat], "placed")
            if numbers.is_windfall[play.side[piece]]:
                put_good(play, seat, piece)
            play.set_fact(numbers.placed[seat], piece, "placed")


@step("race.pay", "R036, R053, R062: pay for the card or conquer the world.")
def pay(play: Play, seat: int, phase: str) -> None:
    numbers, card = play.numbers, find_bonus_action(play)
    piece = play.facts[numbers.placed[seat]]
    if piece < 0:
        return
    # A power may have taken the card out of the tableau before it was paid for.
    if play.place_of[piece] != numbers.tableau[seat]:
        play.set_fact(numbers.placed[seat], -1, "placed")
        return
    cards = len(play.zone[numbers.hand[seat]])
    ways = (
        ways_to_develop(play, seat, piece, cards, card)
        if phase == "develop"
        else ways_to_settle(play, seat, piece, cards)
    )
    pay_in(play, seat, phase, card, piece, ways)


def pay_in(play: Play, seat: int, phase: str, card: str, piece: int, choices: list[Way]) -> None:
    if not choices:
        take_back(play, seat, piece)
        return
    # If there is only one way to pay for a development, do not ask. For a world, always ask, because
    # ``pay_chosen_way`` notes how the world was placed.
    if phase == "develop" and len(choices) == 1 and not choices[0][2]:
        play.then(pay_cards, seat, piece, choices[0][1])
    else:
        # A lasting power that has been started twice produces two ways with the same name.
        ways = {way[0]: way for way in reversed(choices)}
        choices = [way for way in choices if ways[way[0]] is way]
        play.ask(seat, questions.WAY, One(tuple([way[0] for way in choices])), pay_chosen_way, piece, tuple(choices))
    play.then(apply_placement, seat, phase, card, piece)


def take_back(play: Play, seat: int, piece: int) -> None:
    """Return a card to the hand if other players' actions have made it impossible to pay for."""
    numbers = play.numbers
    play.set_fact(numbers.placed[seat], -1, "placed")
    discard(play, play.zone[numbers.goods[piece]], "discarded")
    play.move(piece, numbers.hand[seat], "taken back")


@step("race.paid", "R036: discard the cards given as payment.")
def discard_payment(play: Play, seat: int, piece: int, pick: tuple[int, ...]) -> None:
    part_with(play, seat, pick, "paid", events.paid, piece)


@step("race.way-chosen", "R066, R070: pay the prices of the chosen powers, then pay with cards.")
def pay_chosen_way(play: Play, seat: int, piece: int, ways: tuple[Way, ...], pick: str) -> None:
    _, n, powers = next(way for way in ways if way[0] == pick)
    play.note(pick.partition(" ")[0], seat, play.layout.pieces[piece].name)
    gain_military(play, seat, powers)
    prices.pay_prices(play, seat, powers, piece, (n, play.numbers.hand[seat]))
    if not pick.startswith(CONQUER):
        play.then(pay_cards, seat, piece, n)


def gain_military(play: Play, seat: int, powers: tuple[Given, ...]) -> None:
    """Record the bought Military for the rest of the phase, in games that allow more than one card per phase."""
    bought = tuple([power for power in powers if play.rules.by_id[power[1]].point == MAY_MILITARY])
    if bought and (facts := play.numbers.gained):
        play.set_fact(facts[seat], (*play.facts[facts[seat]], *bought), "gained")


@step("race.pay-cards", "R036, R053: ask which cards from the hand to pay, if any.")
def pay_cards(play: Play, seat: int, piece: int, n: int) -> None:
    if n:
        hand = play.zone[play.numbers.hand[seat]]
        play.ask(seat, questions.PAY, Some(hand, n, n, "piece"), discard_payment, piece)
    else:
        part_with(play, seat, (), "paid", events.paid, piece)


@step(
    "race.placed",
    "R047, R054: apply the effects of placing a card: its own, the action bonus, and those of other powers.",
)
def apply_placement(play: Play, seat: int, phase: str, card: str, piece: int) -> None:
    numbers = play.numbers
    play.set_fact(numbers.placed[seat], -1, "placed")
    enter(play, seat, piece)
    if phase == "develop":
        events.developed(play, seat, piece)
        return
    if has_chosen(play, seat, card):
        take_to_hand(play, seat, numbers.number["settle_bonus"], "bonus")
    events.settled(play, seat, piece)


# -- another card, placed by a power -----------------------------------------------------------------------------

Likes = Sequence[frozenset[int]]

Replaced = tuple[int, ...] | None


def can_place(
    play: Play,
    seat: int,
    this: int,
    cards: list[int],
    low: int,
    high: int,
    more: int | None,
    instead: list[int] | None,
    like: Likes | None,
) -> bool:
    """Whether any of the cards can be placed and, if required, replace another card; hidden cards always qualify."""
    if are_hidden(play, seat, cards):
        return instead != []
    return any(
        find_replaceable(play, piece, instead, like) != () and is_placeable(play, seat, piece, more or 0)
        for piece in cards
    )


@verb(
    "place",
    "pieces",
    slots={"for": "terms", "instead of": "pieces", "like": "alike"},
    can=can_place,
    asks=True,
    reach=("hand", "discards", "supply"),
    owned=True,
    pays=False,
    fires=(events.developed, events.settled, events.paid, events.left),
    exhausts="any",
    how=(),
    most=1,
    usual="hand",
    keeps={"gained*": ()},
    saying="place {what from} <for {for}> <in place of {instead of}>"
    " <{taken from supply}(the top card is turned up, and goes to {your} hand if it is not placed)>"
    " <{taken from discards}(chance picks one, which goes back if it is not placed)>",
    text="Place one more card, or none; the card is paid for or conquered separately.",
)
def place_piece(
    play: Play,
    seat: int,
    this: int,
    cards: list[int],
    low: int,
    high: int,
    more: int | None,
    instead: list[int] | None,
    like: Likes | None,
) -> None:
    """Let the seat place one more card, or none; if it cannot see the cards, turn one up first (``turn_up``)."""
    numbers = play.numbers
    back = numbers.hand[seat]
    if are_hidden(play, seat, cards):
        # An unplaced card from the supply goes to the hand; any other unplaced card goes back to its previous place.
        back = numbers.hand[seat] if play.place_of[cards[0]] == numbers.supply else play.place_of[cards[0]]
        cards = turn_up(play, seat, cards)
    options = {
        piece: find_replaceable(play, piece, instead, like)
        for piece in cards
        if is_placeable(play, seat, piece, more or 0)
    }
    options = {piece: replaced for piece, replaced in options.items() if replaced != ()}
    secret = bool(cards) and play.place_of[cards[0]] not in numbers.tableau
    form = One((*options, NONE), "piece")
    play.ask(
        seat,
        questions.PLACE,
        form,
        ask_replaced_card,
        play.cause,
        more or 0,
        back,
        tuple(options.items()),
        secret=secret,
    )


def are_hidden(play: Play, seat: int, cards: Sequence[int]) -> bool:
    return any(pieces_hidden_from(play, seat, place) for place in {play.place_of[piece] for piece in cards})


def turn_up(play: Play, seat: int, cards: Sequence[int]) -> list[int]:
    """Set aside the supply's top card or, if the cards are elsewhere, one of them at random.

    Return that card in a list, or an empty list if the card is not one of ``cards``.
    """
    numbers = play.numbers
    if play.place_of[cards[0]] == numbers.supply:
        take(play, seat, 1, numbers.explored[seat], "power")
        return [piece for piece in play.zone[numbers.explored[seat]] if piece in cards]
    picked = play.draw(f"{play.counters[numbers.round]}/{seat}/power", cards, 1)
    play.move_all(picked, numbers.explored[seat], "drawn")
    return list(picked)


def find_replaceable(play: Play, piece: int, instead: list[int] | None, like: Likes | None) -> Replaced:
    if instead is None:
        return None
    return tuple([card for card in instead if like is None or play.side[card] in like[play.side[piece]]])


def is_placeable(play: Play, seat: int, piece: int, more: int) -> bool:
    numbers = play.numbers
    if not numbers.is_world[play.side[piece]] and any(
        play.side[card] == play.side[piece] for card in play.zone[numbers.tableau[seat]]
    ):
        return False
    return bool(ways_for(play, seat, piece, more))


def ways_for(play: Play, seat: int, piece: int, more: int) -> list[Way]:
    numbers = play.numbers
    # If the card is free, no other way to pay is needed.
    if more == -MANY:
        return [make_way(play, PAY, 0, (), ())]
    cards = len([card for card in play.zone[numbers.hand[seat]] if card != piece])
    if numbers.is_world[play.side[piece]]:
        return ways_to_settle(play, seat, piece, cards, -more)
    return ways_to_pay(play, seat, piece, cards, numbers.cost[play.side[piece]], (), (), -more)


@step(
    "race.piece-chosen",
    "R044: ask which card is replaced, if any; a card turned up but not placed goes to the hand or back to its place.",
)
def ask_replaced_card(
    play: Play, seat: int, cause: str, more: int, back: int, options: tuple[tuple[int, Replaced], ...], pick: int | str
) -> None:
    if isinstance(pick, str):
        play.move_all(play.zone[play.numbers.explored[seat]], back, "kept")
        return
    replaced = dict(options)[pick]
    if replaced is None:
        play.then(place_chosen, seat, cause, pick, more, -1)
    else:
        play.ask(seat, questions.REPLACE, One(replaced, "piece"), place_instead, cause, pick, more)


@step("race.place-instead", "Place the card; the card it replaces leaves once the new one is paid for.")
def place_instead(play: Play, seat: int, cause: str, piece: int, more: int, replaced: int) -> None:
    play.then(place_chosen, seat, cause, piece, more, replaced)


@step(
    "race.place-chosen",
    "R058, R062: put the card in the tableau, with a good if it is a windfall world, then pay for or conquer it.",
)
def place_chosen(play: Play, seat: int, cause: str, piece: int, more: int, replaced: int) -> None:
    numbers = play.numbers
    phase = "settle" if numbers.is_world[play.side[piece]] else "develop"
    # The power is the cause of the placement; the step is the cause of the good and the payment.
    step, play.cause = play.cause, cause
    play.move(piece, numbers.tableau[seat], "placed")
    play.cause = step
    # R058: the good is placed before the world is paid for, and is discarded if the world cannot be paid for.
    if numbers.is_windfall[play.side[piece]]:
        put_good(play, seat, piece)
    play.set_fact(numbers.placed[seat], piece, "placed")
    pay_in(play, seat, phase, "", piece, ways_for(play, seat, piece, more))
    if replaced >= 0:
        play.then(leave, seat, cause, replaced)


@step("race.leave", "Discard a replaced card, along with any good on it.")
def leave(play: Play, seat: int, cause: str, piece: int) -> None:
    if play.place_of[piece] == play.numbers.tableau[seat]:
        play.cause = cause
        discard_from_tableau(play, piece)
        react_to_leaving(play, seat, piece)


# -- what can be placed ------------------------------------------------------------------------------------------


def find_developments(play: Play, seat: int, card: str) -> list[int]:
    """R036-R039: the developments in hand that can be paid for and are not yet in the tableau."""
    numbers = play.numbers
    hand = play.zone[numbers.hand[seat]]
    there = {play.side[piece] for piece in play.zone[numbers.tableau[seat]]}
    bonus = numbers.number["develop_bonus"] if has_chosen(play, seat, card) else 0
    return [
        piece
        for piece in hand
        if not numbers.is_world[play.side[piece]]
        and play.side[piece] not in there
        and can_afford(play, seat, piece, len(hand) - 1, bonus)
    ]


def ways_to_develop(play: Play, seat: int, piece: int, cards: int, card: str) -> list[Way]:
    """R037, R038, R045: every way to pay for a development; the action ``card`` grants the bonus."""
    numbers = play.numbers
    bonus = numbers.number["develop_bonus"] if has_chosen(play, seat, card) else 0
    return ways_to_pay(play, seat, piece, cards, numbers.cost[play.side[piece]], (), (), bonus)


def find_worlds(play: Play, seat: int) -> list[int]:
    """R053, R062: the worlds in hand that can be paid for or conquered."""
    numbers = play.numbers
    hand = play.zone[numbers.hand[seat]]
    return [
        piece for piece in hand if numbers.is_world[play.side[piece]] and can_settle(play, seat, piece, len(hand) - 1)
    ]


def can_settle(play: Play, seat: int, piece: int, cards: int) -> bool:
    if play.numbers.defense[play.side[piece]] or CONQUEST in play.hooks or MAY_CONQUEST in play.hooks:
        return bool(ways_to_settle(play, seat, piece, cards))
    return can_afford(play, seat, piece, cards, 0)


def can_afford(play: Play, seat: int, piece: int, cards: int, bonus: int) -> bool:
    base = play.numbers.cost[play.side[piece]]
    # Do the cheap test first, because it runs for every card in hand at every choice.
    if play.value("cost", seat, base, piece) - bonus <= cards:
        return True
    helped = MAY_COST in play.hooks or MAY_COST in play.own_points
    return helped and bool(
        play.changing(MAY_COST, seat, piece) and ways_to_pay(play, seat, piece, cards, base, (), (), bonus)
    )


def ways_to_settle(play: Play, seat: int, piece: int, cards: int, less: int = 0) -> list[Way]:
    """R053, R061-R070: every way to place a world with ``cards`` cards in hand.

    Cards may be given up for Military even if the Military is not needed (D18); any other price is paid only to
    conquer. Cost powers are used only to pay for the world. ``less`` is subtracted from the world's cost.
    """
    numbers = play.numbers
    defense = numbers.defense[play.side[piece]]
    boosters = prices.ways_by_power(play, seat, MAY_MILITARY, piece, ENOUGH)
    if MAY_CONQUEST in play.hooks:
        boosters += prices.ways_by_power(play, seat, MAY_CONQUEST, piece, ENOUGH, opens=True)
    ways: list[Way] = []
    given_up: Sequence[tuple[Given, ...]] = [()]
    tried = prices.MOST_TRIED
    if boosters:
        given_up = prices.combine_ways(boosters)
        # Each self-paid combination is also tried with cost powers, so these combinations share the limit.
        tried //= len([combination for combination in given_up if are_self_paid(play, combination)])
    for powers in given_up:
        if powers and not prices.can_pay(play, seat, powers, piece):
            continue
        needed = resistance_of(play, seat, piece, powers)
        if needed is not None and strength_against(play, seat, piece, powers) >= needed:
            ways.append(make_way(play, CONQUER, 0, powers, ()))
        if not are_self_paid(play, powers):
            continue
        if not defense:
            ways += ways_to_pay(play, seat, piece, cards, numbers.cost[play.side[piece]], powers, (), less, tried)
        elif special := find_applicable_powers(play, seat, "payment", piece):
            base = play.value("payment", seat, defense, piece)
            ways += ways_to_pay(play, seat, piece, cards, base, powers, special, less, tried)
    return ways


def are_self_paid(play: Play, powers: tuple[Given, ...]) -> bool:
    return not powers or all(prices.price_of(play, power).own for _, power, _ in powers)


def resistance_of(play: Play, seat: int, piece: int, powers: tuple[Given, ...]) -> int | None:
    """R061: the Military needed to conquer a world; None for a civil world not opened to conquest by a power."""
    numbers = play.numbers
    defense = numbers.defense[play.side[piece]]
    if not powers and CONQUEST not in play.hooks:
        return defense or None
    opening = [power for power in powers if play.rules.by_id[power[1]].point == MAY_CONQUEST]
    if not (defense or opening or (CONQUEST in play.hooks and find_applicable_powers(play, seat, CONQUEST, piece))):
        return None
    base = play.value(CONQUEST, seat, defense or numbers.cost[play.side[piece]], piece)
    return max(0, prices.number_after_all(play, seat, opening, piece, base))


def strength_against(play: Play, seat: int, piece: int, powers: tuple[Given, ...]) -> int:
    """R064-R066: a seat's Military against a world, including Military bought now or earlier in the phase."""
    facts = play.numbers.gained
    before: tuple[Given, ...] = play.facts[facts[seat]] if facts else ()
    military = play.value("military", seat, 0, piece)
    if not (before or powers):
        return military
    now = [power for power in powers if play.rules.by_id[power[1]].point == MAY_MILITARY]
    return prices.number_after_all(play, seat, (*before, *now), piece, military)


def ways_to_pay(
    play: Play,
    seat: int,
    piece: int,
    cards: int,
    base: int,
    powers: tuple[Given, ...],
    special: tuple[Bound, ...],
    bonus: int = 0,
    tried: int = prices.MOST_TRIED,
) -> list[Way]:
    """R067-R070, D17: the ways to pay a card's cost, less ``bonus``, with and without giving up cost powers."""
    cost = max(0, play.value("cost", seat, base, piece) - bonus)
    ways = []
    if cost <= cards:
        ways.append(make_way(play, PAY, cost, powers, special))
    helpers = prices.ways_by_power(play, seat, MAY_COST, piece, ENOUGH)
    for lowering in prices.combine_ways(helpers, tried)[1:] if helpers else ():
        lowered = cost_after(play, seat, piece, lowering, cost)
        if lowered is not None and prices.can_pay(
            play, seat, (*powers, *lowering), piece, [part_of_hand(play, seat, piece, lowered)]
        ):
            ways.append(make_way(play, PAY, lowered, (*powers, *lowering), special))
    return ways


def cost_after(play: Play, seat: int, piece: int, lowering: tuple[Given, ...], cost: int) -> int | None:
    """The cost after using these powers; None if a power is unnecessary or a lower price for it would suffice.

    A card may be given up for its own power even if the power is unnecessary (D18). A power that is the only one used,
    at its lowest price, is always accepted.
    """
    lowered = max(0, prices.number_after_all(play, seat, lowering, piece, cost))
    for nth, (helper, power, n) in enumerate(lowering):
        price = prices.price_of(play, power)
        if price.own:
            continue
        fewer = [(helper, power, n - 1)] if n > price.low else []
        rest = (*lowering[:nth], *fewer, *lowering[nth + 1 :])
        if rest and max(0, prices.number_after_all(play, seat, rest, piece, cost)) <= lowered:
            return None
    return lowered


def part_of_hand(play: Play, seat: int, piece: int, n: int) -> prices.Part:
    hand = play.zone[play.numbers.hand[seat]]
    return n, {("piece", card): 1 for card in hand if card != piece}


def find_applicable_powers(play: Play, seat: int, point: str, piece: int) -> tuple[Bound, ...]:
    return tuple(
        [bound for bound in play.changing(point, seat, piece) if bound.hook.can(play, seat, bound.piece, piece)]
    )


def make_way(play: Play, how: str, n: int, powers: tuple[Given, ...], special: tuple[Bound, ...]) -> Way:
    """A way to place a card, including a name such as ``pay 2`` or ``conquer with C12``."""
    names = [*[play.layout.pieces[bound.piece].name for bound in special], *prices.names_for(play, powers)]
    text = f"{how} {n}" if how == PAY else how
    text = f"{text} with {' '.join(names)}" if names else text
    return text, n, powers
