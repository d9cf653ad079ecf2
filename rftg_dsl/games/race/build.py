"""Develop and Settle: cards are placed in secret, revealed together, then paid for or conquered (R034-R070)."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.check.signatures import MANY
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
"""How a card is placed."""

Way = tuple[str, int, tuple[Given, ...]]
"""A way to place a card: its name, the number of hand cards to pay, and the powers to give up."""

CONQUEST = "conquest"
"""The Military that a world takes to be conquered: its defense, or the cost of a civil world that a power opens."""

MAY_COST, MAY_MILITARY, MAY_CONQUEST = f"{MAY} cost", f"{MAY} military", f"{MAY} {CONQUEST}"
"""The points of powers that change a number at a price."""

ENOUGH = 99
"""More than anything costs."""


@step("race.choose-card")
def choose_card(g: Play, seat: int, phase: str) -> None:
    """R034, R052: choose one card that can be paid for or conquered, or none (D20)."""
    develops = phase == "develop"
    options = find_developments(g, seat, find_bonus_action(g)) if develops else find_worlds(g, seat)
    question = questions.DEVELOP if develops else questions.SETTLE
    g.ask(seat, question, One((*options, NONE), "piece"), place_face_down)


def find_bonus_action(g: Play) -> str:
    """R108: the action that gives the bonus of the phase: the second card of a type for a second phase."""
    found: str = g.facts[g.numbers.phase]
    return found


@step("race.card-chosen")
def place_face_down(g: Play, seat: int, pick: int | str) -> None:
    """Place the card face down."""
    if isinstance(pick, int):
        g.move(pick, g.numbers.placing[seat], "chosen")


@step("race.reveal-cards")
def reveal_cards(g: Play) -> None:
    """R035, R058: put all cards in the tableaus, windfall worlds with their goods (D19)."""
    w = g.numbers
    for seat in seats_in_order(g):
        for piece in g.zone[w.placing[seat]]:
            g.move(piece, w.tableau[seat], "placed")
            if w.is_windfall[g.side[piece]]:
                put_good(g, seat, piece)
            g.set_fact(w.placed[seat], piece, "placed")


@step("race.pay")
def pay(g: Play, seat: int, phase: str) -> None:
    """R036, R053, R062: pay for the card or conquer the world."""
    w, card = g.numbers, find_bonus_action(g)
    piece = g.facts[w.placed[seat]]
    if piece < 0:
        return
    if g.place_of[piece] != w.tableau[seat]:
        g.set_fact(w.placed[seat], -1, "placed")
        return
    cards = len(g.zone[w.hand[seat]])
    found = (
        ways_to_develop(g, seat, piece, cards, card) if phase == "develop" else ways_to_settle(g, seat, piece, cards)
    )
    pay_in(g, seat, phase, card, piece, found)


def pay_in(g: Play, seat: int, phase: str, card: str, piece: int, found: list[Way]) -> None:
    """Ask for one of these ways to pay for a card or to conquer it; without any, it goes back to the hand."""
    if not found:
        take_back(g, seat, piece)
        return
    if phase == "develop" and len(found) == 1 and not found[0][2]:
        g.then(pay_cards, seat, piece, found[0][1])
    else:
        ways = {way[0]: way for way in reversed(found)}  # a power that lasts can be begun twice: one name is enough
        found = [way for way in found if ways[way[0]] is way]
        g.ask(seat, questions.WAY, One(tuple([way[0] for way in found])), pay_chosen_way, piece, tuple(found))
    g.then(apply_placement, seat, phase, card, piece)


def take_back(g: Play, seat: int, piece: int) -> None:
    """Return a card to the hand that can no longer be paid for because of what others did meanwhile."""
    w = g.numbers
    g.set_fact(w.placed[seat], -1, "placed")
    discard(g, g.zone[w.goods[piece]], "discarded")
    g.move(piece, w.hand[seat], "taken back")


@step("race.paid")
def discard_payment(g: Play, seat: int, piece: int, pick: tuple[int, ...]) -> None:
    """R036: discard the cards paid."""
    part_with(g, seat, pick, "paid", events.paid, piece)


@step("race.way-chosen")
def pay_chosen_way(g: Play, seat: int, piece: int, found: tuple[Way, ...], pick: str) -> None:
    """R066, R070: give up powers, then pay cards."""
    _, n, given = next(way for way in found if way[0] == pick)
    g.note(pick.partition(" ")[0], seat, g.layout.pieces[piece].name)
    gain_military(g, seat, given)
    prices.pay_prices(g, seat, given, piece, (n, g.numbers.hand[seat]))
    if not pick.startswith(CONQUER):
        g.then(pay_cards, seat, piece, n)


def gain_military(g: Play, seat: int, given: tuple[Given, ...]) -> None:
    """Military that is bought lasts until the end of the phase, if a second card can be placed in it."""
    bought = tuple([one for one in given if g.rules.by_id[one[1]].point == MAY_MILITARY])
    if bought and (facts := g.numbers.gained):
        g.set_fact(facts[seat], (*g.facts[facts[seat]], *bought), "gained")


@step("race.pay-cards")
def pay_cards(g: Play, seat: int, piece: int, n: int) -> None:
    """R036, R053: ask for ``n`` cards from the hand, if any."""
    if n:
        hand = g.zone[g.numbers.hand[seat]]
        g.ask(seat, questions.PAY, Some(hand, n, n, "piece"), discard_payment, piece)
    else:
        part_with(g, seat, (), "paid", events.paid, piece)


@step("race.placed")
def apply_placement(g: Play, seat: int, phase: str, card: str, piece: int) -> None:
    """R047, R054: apply the effects of placing a card: its own, the action's and those of other powers."""
    w = g.numbers
    g.set_fact(w.placed[seat], -1, "placed")
    enter(g, seat, piece)
    if phase == "develop":
        events.developed(g, seat, piece)
        return
    if has_chosen(g, seat, card):
        take_to_hand(g, seat, w.number["settle_bonus"], "bonus")
    events.settled(g, seat, piece)


# -- another card, placed by a power -----------------------------------------------------------------------------

Likes = Sequence[frozenset[int]]
"""For each side, by its number, the sides that it is like."""

Replaced = tuple[int, ...] | None
"""The cards of which one is replaced; None if none is."""


def place_piece(
    g: Play,
    me: int,
    this: int,
    cards: list[int],
    low: int,
    high: int,
    more: int | None,
    instead: list[int] | None,
    like: Likes | None,
) -> None:
    """Place one more card, which is paid for or conquered on its own, or none.

    Of cards that the seat cannot see, it is the one turned up. From the supply that is the top one, which goes to the
    hand if it is not placed; any other goes back.
    """
    w = g.numbers
    back = w.hand[me]
    if are_hidden(g, me, cards):
        back = w.hand[me] if g.place_of[cards[0]] == w.supply else g.place_of[cards[0]]
        cards = turn_up(g, me, cards)
    options = {
        piece: find_replaceable(g, piece, instead, like) for piece in cards if is_placeable(g, me, piece, more or 0)
    }
    options = {piece: replaced for piece, replaced in options.items() if replaced != ()}
    secret = bool(cards) and g.place_of[cards[0]] not in w.tableau
    form = One((*options, NONE), "piece")
    g.ask(me, questions.PLACE, form, ask_replaced_card, g.cause, more or 0, back, tuple(options.items()), secret=secret)


def are_hidden(g: Play, seat: int, cards: Sequence[int]) -> bool:
    """Whether a seat cannot see these cards."""
    return any(pieces_hidden_from(g, seat, place) for place in {g.place_of[piece] for piece in cards})


def turn_up(g: Play, seat: int, cards: Sequence[int]) -> list[int]:
    """Lay apart the top card of the supply, if it is one of these, or else one of these that chance picks."""
    w = g.numbers
    if g.place_of[cards[0]] == w.supply:
        take(g, seat, 1, w.explored[seat], "power")
        return [piece for piece in g.zone[w.explored[seat]] if piece in cards]
    picked = g.draw(f"{g.counters[w.round]}/{seat}/power", cards, 1)
    g.move_all(picked, w.explored[seat], "drawn")
    return list(picked)


def can_place(
    g: Play,
    me: int,
    this: int,
    cards: list[int],
    low: int,
    high: int,
    more: int | None,
    instead: list[int] | None,
    like: Likes | None,
) -> bool:
    """Whether one of the cards can be placed, and there is one to be replaced, if need be; unseen, any may do."""
    if are_hidden(g, me, cards):
        return instead != []
    return any(
        find_replaceable(g, piece, instead, like) != () and is_placeable(g, me, piece, more or 0) for piece in cards
    )


def find_replaceable(g: Play, piece: int, instead: list[int] | None, like: Likes | None) -> Replaced:
    """The cards among ``instead`` that a card can replace."""
    if instead is None:
        return None
    return tuple([one for one in instead if like is None or g.side[one] in like[g.side[piece]]])


def is_placeable(g: Play, seat: int, piece: int, more: int) -> bool:
    """Whether there is any way to place a card at its price, changed by ``more``."""
    w = g.numbers
    if not w.is_world[g.side[piece]] and any(g.side[one] == g.side[piece] for one in g.zone[w.tableau[seat]]):
        return False
    return bool(ways_for(g, seat, piece, more))


def ways_for(g: Play, seat: int, piece: int, more: int) -> list[Way]:
    """The ways to place a card by a power, at its price changed by ``more``."""
    w = g.numbers
    if more == -MANY:
        return [make_way(g, PAY, 0, (), ())]
    cards = len([one for one in g.zone[w.hand[seat]] if one != piece])
    if w.is_world[g.side[piece]]:
        return ways_to_settle(g, seat, piece, cards, -more)
    return ways_to_pay(g, seat, piece, cards, w.cost[g.side[piece]], (), (), -more)


@step("race.piece-chosen")
def ask_replaced_card(
    g: Play, seat: int, cause: str, more: int, back: int, options: tuple[tuple[int, Replaced], ...], pick: int | str
) -> None:
    """R044: ask which card is replaced, if one is; a card turned up that is not placed goes where it belongs."""
    if isinstance(pick, str):
        g.move_all(g.zone[g.numbers.explored[seat]], back, "kept")
        return
    replaced = dict(options)[pick]
    if replaced is None:
        g.then(place_chosen, seat, cause, pick, more, -1)
    else:
        g.ask(seat, questions.REPLACE, One(replaced, "piece"), place_instead, cause, pick, more)


@step("race.place-instead")
def place_instead(g: Play, seat: int, cause: str, piece: int, more: int, replaced: int) -> None:
    """Place the card; the replaced one leaves once it is paid for."""
    g.then(place_chosen, seat, cause, piece, more, replaced)


@step("race.place-chosen")
def place_chosen(g: Play, seat: int, cause: str, piece: int, more: int, replaced: int) -> None:
    """R058, R062: put the card in the tableau, a windfall world with its good, and pay for it."""
    w = g.numbers
    phase = "settle" if w.is_world[g.side[piece]] else "develop"
    step, g.cause = g.cause, cause
    g.move(piece, w.tableau[seat], "placed")
    g.cause = step
    if w.is_windfall[g.side[piece]]:
        put_good(g, seat, piece)
    g.set_fact(w.placed[seat], piece, "placed")
    pay_in(g, seat, phase, "", piece, ways_for(g, seat, piece, more))
    if replaced >= 0:
        g.then(leave, seat, cause, replaced)


@step("race.leave")
def leave(g: Play, seat: int, cause: str, piece: int) -> None:
    """Discard a card that another one has replaced, with its good."""
    if g.place_of[piece] == g.numbers.tableau[seat]:
        g.cause = cause
        discard_from_tableau(g, piece)
        react_to_leaving(g, seat, piece)


# -- what can be placed ------------------------------------------------------------------------------------------


def find_developments(g: Play, seat: int, card: str) -> list[int]:
    """R036-R039: the developments in hand that can be paid for and are not yet in the tableau."""
    w = g.numbers
    hand = g.zone[w.hand[seat]]
    there = {g.side[piece] for piece in g.zone[w.tableau[seat]]}
    bonus = w.number["develop_bonus"] if has_chosen(g, seat, card) else 0
    return [
        piece
        for piece in hand
        if not w.is_world[g.side[piece]]
        and g.side[piece] not in there
        and can_afford(g, seat, piece, len(hand) - 1, bonus)
    ]


def ways_to_develop(g: Play, seat: int, piece: int, cards: int, card: str) -> list[Way]:
    """R037, R038, R045: every way to pay for a development; the action ``card`` gives the bonus."""
    w = g.numbers
    bonus = w.number["develop_bonus"] if has_chosen(g, seat, card) else 0
    return ways_to_pay(g, seat, piece, cards, w.cost[g.side[piece]], (), (), bonus)


def find_worlds(g: Play, seat: int) -> list[int]:
    """R053, R062: the worlds in hand that can be paid for or conquered."""
    w = g.numbers
    hand = g.zone[w.hand[seat]]
    return [piece for piece in hand if w.is_world[g.side[piece]] and can_settle(g, seat, piece, len(hand) - 1)]


def can_settle(g: Play, seat: int, piece: int, cards: int) -> bool:
    """Whether there is any way to place a world."""
    if g.numbers.defense[g.side[piece]] or CONQUEST in g.hooks or MAY_CONQUEST in g.hooks:
        return bool(ways_to_settle(g, seat, piece, cards))
    return can_afford(g, seat, piece, cards, 0)


def can_afford(g: Play, seat: int, piece: int, cards: int, bonus: int) -> bool:
    """Whether a card can be paid for, after powers, bonus and powers that can be given up."""
    base = g.numbers.cost[g.side[piece]]
    if g.value("cost", seat, base, piece) - bonus <= cards:
        return True
    helped = MAY_COST in g.hooks or MAY_COST in g.own_points
    return helped and bool(
        g.changing(MAY_COST, seat, piece) and ways_to_pay(g, seat, piece, cards, base, (), (), bonus)
    )


def ways_to_settle(g: Play, seat: int, piece: int, cards: int, less: int = 0) -> list[Way]:
    """R053, R061-R070: every way to place a world with ``cards`` cards in hand.

    Military powers may be given up even if not needed (D18); a price other than their own card is paid only to conquer.
    Cost powers are used only when the world is paid for. Its cost is ``less`` by that much.
    """
    w = g.numbers
    defense = w.defense[g.side[piece]]
    boosters = prices.ways_by_power(g, seat, MAY_MILITARY, piece, ENOUGH)
    if MAY_CONQUEST in g.hooks:
        boosters += prices.ways_by_power(g, seat, MAY_CONQUEST, piece, ENOUGH, opens=True)
    found: list[Way] = []
    given_up: Sequence[tuple[Given, ...]] = [()]
    tried = prices.MOST_TRIED
    if boosters:
        given_up = prices.combine_ways(boosters)
        tried //= len([one for one in given_up if are_self_paid(g, one)])
    for given in given_up:
        if given and not prices.can_pay(g, seat, given, piece):
            continue
        needed = resistance_of(g, seat, piece, given)
        if needed is not None and strength_against(g, seat, piece, given) >= needed:
            found.append(make_way(g, CONQUER, 0, given, ()))
        if not are_self_paid(g, given):
            continue
        if not defense:
            found += ways_to_pay(g, seat, piece, cards, w.cost[g.side[piece]], given, (), less, tried)
        elif special := find_applicable_powers(g, seat, "payment", piece):
            base = g.value("payment", seat, defense, piece)
            found += ways_to_pay(g, seat, piece, cards, base, given, special, less, tried)
    return found


def are_self_paid(g: Play, given: tuple[Given, ...]) -> bool:
    """Whether powers cost nothing but their own cards."""
    return not given or all(prices.price_of(g, power).own for _, power, _ in given)


def resistance_of(g: Play, seat: int, piece: int, given: tuple[Given, ...]) -> int | None:
    """R061: the Military it takes to conquer a world; None for a civil world that no power opens."""
    w = g.numbers
    defense = w.defense[g.side[piece]]
    if not given and CONQUEST not in g.hooks:
        return defense or None
    opening = [one for one in given if g.rules.by_id[one[1]].point == MAY_CONQUEST]
    if not (defense or opening or (CONQUEST in g.hooks and find_applicable_powers(g, seat, CONQUEST, piece))):
        return None
    base = g.value(CONQUEST, seat, defense or w.cost[g.side[piece]], piece)
    return max(0, prices.number_after_all(g, seat, opening, piece, base))


def strength_against(g: Play, seat: int, piece: int, given: tuple[Given, ...]) -> int:
    """R064-R066: Military against a world, including powers given up for it, or before in this phase."""
    facts = g.numbers.gained
    before: tuple[Given, ...] = g.facts[facts[seat]] if facts else ()
    military = g.value("military", seat, 0, piece)
    if not (before or given):
        return military
    now = [one for one in given if g.rules.by_id[one[1]].point == MAY_MILITARY]
    return prices.number_after_all(g, seat, (*before, *now), piece, military)


def ways_to_pay(
    g: Play,
    seat: int,
    piece: int,
    cards: int,
    base: int,
    given: tuple[Given, ...],
    special: tuple[Bound, ...],
    bonus: int = 0,
    tried: int = prices.MOST_TRIED,
) -> list[Way]:
    """R067-R070, D17: the ways to pay for a card after powers and bonus, with or without giving up cost powers."""
    cost = max(0, g.value("cost", seat, base, piece) - bonus)
    found = []
    if cost <= cards:
        found.append(make_way(g, PAY, cost, given, special))
    helpers = prices.ways_by_power(g, seat, MAY_COST, piece, ENOUGH)
    for lowering in prices.combine_ways(helpers, tried)[1:] if helpers else ():
        lowered = cost_after(g, seat, piece, lowering, cost)
        if lowered is not None and prices.can_pay(
            g, seat, (*given, *lowering), piece, [part_of_hand(g, seat, piece, lowered)]
        ):
            found.append(make_way(g, PAY, lowered, (*given, *lowering), special))
    return found


def cost_after(g: Play, seat: int, piece: int, lowering: tuple[Given, ...], cost: int) -> int | None:
    """The cost after powers that are used; None if it could be had without one of them, or for less.

    Cards may give up themselves even if not needed (D18), and so may a single power.
    """
    lowered = max(0, prices.number_after_all(g, seat, lowering, piece, cost))
    for nth, (helper, power, n) in enumerate(lowering):
        price = prices.price_of(g, power)
        if price.own:
            continue
        fewer = [(helper, power, n - 1)] if n > price.low else []
        rest = (*lowering[:nth], *fewer, *lowering[nth + 1 :])
        if rest and max(0, prices.number_after_all(g, seat, rest, piece, cost)) <= lowered:
            return None
    return lowered


def part_of_hand(g: Play, seat: int, piece: int, n: int) -> prices.Part:
    """``n`` cards of the hand, without the card that they pay for."""
    hand = g.zone[g.numbers.hand[seat]]
    return n, {("piece", one): 1 for one in hand if one != piece}


def find_applicable_powers(g: Play, seat: int, point: str, piece: int) -> tuple[Bound, ...]:
    """The powers of a seat that change a number for this piece."""
    return tuple([one for one in g.changing(point, seat, piece) if one.hook.can(g, seat, one.piece, piece)])


def make_way(g: Play, how: str, n: int, given: tuple[Given, ...], special: tuple[Bound, ...]) -> Way:
    """A way with its name, such as ``pay 2`` or ``conquer with C12``."""
    names = [*[g.layout.pieces[bound.piece].name for bound in special], *prices.names_for(g, given)]
    text = f"{how} {n}" if how == PAY else how
    text = f"{text} with {' '.join(names)}" if names else text
    return text, n, given
