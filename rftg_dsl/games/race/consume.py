"""Consume (R071-R080): using consume powers in any order, and the verbs that discard and move cards and goods."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, islice

from rftg_dsl.check.signatures import MANY, verb
from rftg_dsl.games.race import events, questions
from rftg_dsl.games.race.goals import react_to_leaving
from rftg_dsl.games.race.numbers import Play
from rftg_dsl.games.race.supply import discard, strip
from rftg_dsl.games.race.unseen import ask_cards, known_to_all
from rftg_dsl.games.rounds import enter
from rftg_dsl.games.series import DONE, ask_next, minimum_for
from rftg_dsl.kernel.form import One, Some
from rftg_dsl.kernel.hook import Bound
from rftg_dsl.kernel.step import step

MOST_SETS = 1000
"""The maximum number of sets of goods offered as options; printed cards need far fewer."""

Pieces = tuple[int, ...]


Used = tuple[tuple[int, str], ...]


@step(
    "race.use-powers",
    "R077, R078: ask for any usable power not used yet; 'done' is offered only if the rest are optional.",
)
def use_powers(play: Play, seat: int, used: Used) -> None:
    """Offer a power only once if several copies of its card are in play; the copy placed first is used first."""
    options: dict[str, None] = {}
    must = False
    for bound in find_usable_powers(play, seat, used):
        options[bound.hook.id] = None
        must = must or not bound.hook.may
    ask_next(play, seat, questions.POWER, tuple(options), "word", not must, use_chosen_power, used)


def find_usable_powers(play: Play, seat: int, used: Used) -> Iterator[Bound]:
    """R073: the powers that can still be used and have the goods or cards they need."""
    for bound in play.owned("consume", seat):
        if used.count((bound.piece, bound.hook.id)) < bound.hook.times and bound.hook.can(play, seat, bound.piece):
            yield bound


@step("race.power-chosen", "Use the power, then offer the rest again.")
def use_chosen_power(play: Play, seat: int, used: Used, pick: str) -> None:
    if pick == DONE:
        return
    piece = next(bound.piece for bound in find_usable_powers(play, seat, used) if bound.hook.id == pick)
    play.use(seat, piece, pick)
    play.then(use_powers, seat, (*used, (piece, pick)))


# -- verbs -------------------------------------------------------------------------------------------------------


Values = Sequence[object] | None
"""For each side, its values for the property that the chosen goods must, or must not, have in common."""


def can_consume(
    play: Play, seat: int, this: int, worlds: list[int], low: int, high: int, different: Values, same: Values
) -> bool:
    """R073, R080: whether there are enough goods; for a range, one is enough."""
    need = 1 if low != high or low == MANY else low
    return count_consumable(play, worlds, different, same) >= need


@verb(
    "consume",
    "pieces",
    slots={"different": "differing", "same": "matching"},
    can=can_consume,
    asks=True,
    reach=("goods",),
    counts=("consumed",),
    text="R079: discard goods from these worlds, as many as possible within the limits.",
)
def consume_goods(
    play: Play, seat: int, this: int, worlds: list[int], low: int, high: int, different: Values, same: Values
) -> None:
    n = min(high, count_consumable(play, worlds, different, same))
    if different is None and same is None:
        play.ask(seat, questions.GOODS, Some(tuple(worlds), n, n, "piece"), consume_chosen_goods, play.cause)
        return
    sets = (
        sets_with_same_value(play, worlds, same, n)
        if same is not None
        else sets_with_different_values(values_of(play, worlds, different), n)
    )
    form = One(limit_sets(sets), ("piece",) * n)
    play.ask(seat, questions.GOODS, form, consume_chosen_goods, play.cause, rule="R073")


def limit_sets(sets: Iterator[Pieces]) -> tuple[Pieces, ...]:
    return tuple(dict.fromkeys(islice(sets, MOST_SETS)))


def values_of(play: Play, worlds: Sequence[int], values: Values) -> list[tuple[int, object]]:
    return [(world, values[play.side[world]]) for world in worlds] if values is not None else []


def group_by_value(play: Play, worlds: Sequence[int], values: Values) -> list[list[int]]:
    """Group worlds by value; a world that shows several values is in several groups."""
    groups: dict[object, list[int]] = {}
    for world, value in values_of(play, worlds, values):
        for shown in value if isinstance(value, tuple) else (value,):
            groups.setdefault(shown, []).append(world)
    return list(groups.values())


def sets_with_same_value(play: Play, worlds: Sequence[int], values: Values, n: int) -> Iterator[Pieces]:
    for group in group_by_value(play, worlds, values) if n else [[]]:
        yield from combinations(group, n)


def count_consumable(play: Play, worlds: Sequence[int], different: Values, same: Values) -> int:
    if same is not None:
        return max([len(group) for group in group_by_value(play, worlds, same)], default=0)
    return (
        len(worlds)
        if different is None
        else count_different([value for _, value in values_of(play, worlds, different)])
    )


def count_different(values: list[object]) -> int:
    """The maximum number of different values, where a tuple counts as any one of its members."""
    if not any(isinstance(value, tuple) for value in values):
        return len(set(values))
    counts_for: dict[object, int] = {}
    return sum([can_match_value(values, nth, counts_for, []) for nth in range(len(values))])


def can_match_value(values: list[object], nth: int, counts_for: dict[object, int], tried: list[object]) -> bool:
    """Whether the value at ``nth`` can be matched too, if necessary by rematching earlier values (Kuhn's algorithm)."""
    value = values[nth]
    for shown in value if isinstance(value, tuple) else (value,):
        if shown not in tried:
            tried.append(shown)
            if shown not in counts_for or can_match_value(values, counts_for[shown], counts_for, tried):
                counts_for[shown] = nth
                return True
    return False


def sets_with_different_values(worlds: list[tuple[int, object]], n: int) -> Iterator[Pieces]:
    """All sets of ``n`` worlds with different values; a world with several values counts as any one of them."""
    if not n:
        yield ()
    # Prune if the remaining worlds do not contain a set of this size.
    elif count_different([value for _, value in worlds]) >= n:
        for nth, (world, value) in enumerate(worlds):
            for counted in value if isinstance(value, tuple) else (value,):
                later = [(other, without(shown, counted)) for other, shown in worlds[nth + 1 :] if shown != counted]
                yield from ((world, *others) for others in sets_with_different_values(later, n - 1))


def without(shown: object, value: object) -> object:
    return tuple([other for other in shown if other != value]) if isinstance(shown, tuple) else shown


@step("race.goods-consumed", "R074: discard the goods.")
def consume_chosen_goods(play: Play, seat: int, cause: str, pick: Pieces) -> None:
    numbers = play.numbers
    play.cause = cause
    for world in pick:
        play.note("consumed", seat, play.layout.pieces[world].name)
        discard(play, play.zone[numbers.goods[world]], "consumed")
    count(play, numbers.consumed[seat], len(pick))


def count(play: Play, counter: int, n: int) -> None:
    if play.counters[counter] != n:
        play.adjust(counter, n - play.counters[counter], "counted")


def can_discard(play: Play, seat: int, this: int, cards: list[int], low: int, high: int) -> bool:
    return has_enough_pieces(play, seat, this, find_discardable(play, seat, this, cards, low, high), low, high)


def find_discardable(play: Play, seat: int, this: int, cards: list[int], low: int, high: int) -> list[int]:
    return find_movable_cards(play, seat, this, cards, low, high, [play.numbers.discards])


@verb(
    "discard",
    "pieces",
    can=can_discard,
    takes=find_discardable,
    asks=True,
    counts=("discarded",),
    fires=(events.left,),
    exhausts="this",
    saying="discard {what from}",
    text="Discard cards from the hand or from play; a choice from the hand is secret.",
)
def discard_cards(play: Play, seat: int, this: int, cards: list[int], low: int, high: int) -> None:
    left = find_discardable(play, seat, this, cards, low, high)
    ask_cards(play, seat, questions.DISCARD, left, low, high, discard_chosen_cards, play.cause)


def has_enough_pieces(play: Play, seat: int, this: int, pieces: list[int], low: int, high: int, *slots: object) -> bool:
    return len(pieces) >= minimum_for(low)


@step("race.cards-discarded", "Discard the cards along with the goods on them.")
def discard_chosen_cards(play: Play, seat: int, cause: str, pick: Pieces) -> None:
    numbers = play.numbers
    play.cause = cause
    # Find the cards in play before they move, because a card's place determines its owner.
    from_play = pieces_in_play(play, pick)
    for piece in pick:
        strip(play, piece)
    discard(play, pick, "discarded")
    count(play, numbers.discarded[seat], len(pick))
    for owner, piece in from_play:
        react_to_leaving(play, owner, piece)


def pieces_in_play(play: Play, pieces: Pieces) -> list[tuple[int, int]]:
    tableau = play.numbers.tableau
    return [
        (play.layout.place_owner[play.place_of[piece]], piece) for piece in pieces if play.place_of[piece] in tableau
    ]


# -- moving ------------------------------------------------------------------------------------------------------


def can_move_cards(play: Play, seat: int, this: int, cards: list[int], low: int, high: int, to: list[int]) -> bool:
    there = find_movable_cards(play, seat, this, cards, low, high, to)
    return min(len(there), room_in(play, to[0])) >= minimum_for(low)


def find_movable_cards(
    play: Play, seat: int, this: int, cards: list[int], low: int, high: int, to: list[int]
) -> list[int]:
    return [card for card in cards if play.place_of[card] not in to]


@verb(
    "move",
    "pieces",
    slots={"to": "place"},
    required=("to",),
    can=can_move_cards,
    takes=find_movable_cards,
    asks=True,
    fires=(events.left,),
    saying="move {what from} {to}",
    text="Move cards to a place; a choice from the hand is secret.",
)
def move_cards(play: Play, seat: int, this: int, cards: list[int], low: int, high: int, to: list[int]) -> None:
    cards = find_movable_cards(play, seat, this, cards, low, high, to)
    most = min(len(cards), room_in(play, to[0]))
    low, high = min(low, most), min(high, most)
    ask_cards(play, seat, questions.MOVE, cards, low, high, move_chosen_cards, play.cause, to[0])


@step("race.cards-moved", "Move the cards, with all the usual effects of entering or leaving play.")
def move_chosen_cards(play: Play, seat: int, cause: str, place: int, pick: Pieces) -> None:
    numbers = play.numbers
    play.cause = cause
    from_play = pieces_in_play(play, pick)
    for _, piece in from_play:
        strip(play, piece)
    for piece in pick:
        play.note("moved", seat, known_to_all(play, piece, place), play.layout.place_names[place])
        play.move(piece, place, "moved")
    for owner, piece in from_play:
        react_to_leaving(play, owner, piece)
    if place in numbers.tableau:
        for piece in pick:
            enter(play, seat, piece)


def can_move_goods(play: Play, seat: int, this: int, worlds: list[int], low: int, high: int, to: list[int]) -> bool:
    if len(to) != 1:
        return high > 0 and bool(ways_to_move(play, tuple(worlds), tuple(to), ()))
    return min(len(worlds), room_in(play, to[0])) >= minimum_for(low)


@verb(
    "move",
    "pieces",
    slots={"to": "targets"},
    required=("to",),
    can=can_move_goods,
    asks=True,
    reach=("goods",),
    text="Move goods to a place, or to worlds without a good; a world can hold only one.",
)
def move_goods(play: Play, seat: int, this: int, worlds: list[int], low: int, high: int, to: list[int]) -> None:
    """Move goods to a place, or to worlds without a good; a world holds only one good."""
    if len(to) != 1:
        play.then(move_each, seat, play.cause, tuple(worlds), tuple(to), low, high, ())
        return
    most = min(high, len(worlds), room_in(play, to[0]))
    form = Some(tuple(worlds), min(low, most), most, "piece")
    play.ask(seat, questions.GOODS, form, move_chosen_goods, play.cause, to[0])


Way = tuple[int, int]


def ways_to_move(play: Play, worlds: Pieces, places: Pieces, moved: tuple[Way, ...]) -> tuple[Way, ...]:
    goods = play.numbers.goods
    arrived = [place for _, place in moved]
    left = [world for world in worlds if play.zone[goods[world]] and goods[world] not in arrived]
    return tuple([(world, place) for world in left for place in places if room_in(play, place) > 0])


@step("race.move-each", "Ask which goods to move and where, one at a time; 'done' is offered once enough have moved.")
def move_each(
    play: Play, seat: int, cause: str, worlds: Pieces, places: Pieces, low: int, high: int, moved: tuple[Way, ...]
) -> None:
    options = ways_to_move(play, worlds, places, moved) if len(moved) < high else ()
    rest = (cause, worlds, places, low, high, moved)
    ask_next(play, seat, questions.MOVE_TO, options, ("piece", "place"), len(moved) >= low, move_chosen_good, *rest)


@step("race.one-moved", "Move the chosen good.")
def move_chosen_good(
    play: Play,
    seat: int,
    cause: str,
    worlds: Pieces,
    places: Pieces,
    low: int,
    high: int,
    moved: tuple[Way, ...],
    pick: Way | str,
) -> None:
    if isinstance(pick, str):
        return
    world, place = pick
    move_chosen_goods(play, seat, cause, place, (world,))
    play.then(move_each, seat, cause, worlds, places, low, high, (*moved, pick))


def room_in(play: Play, place: int) -> int:
    """The number of additional cards that fit in a place; a world holds one good, or none if it has no type."""
    numbers = play.numbers
    if place not in numbers.goods:
        return MANY
    return numbers.has_type[play.side[play.layout.place_piece[place]]] - len(play.zone[place])


@step("race.goods-moved", "Move the goods from the chosen worlds.")
def move_chosen_goods(play: Play, seat: int, cause: str, place: int, pick: Pieces) -> None:
    play.cause = cause
    for world in pick:
        play.note("moved good", seat, play.layout.pieces[world].name, play.layout.place_names[place])
        play.move_all(play.zone[play.numbers.goods[world]], place, "moved")
