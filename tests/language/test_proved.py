"""What the proof in bulk has found: sentences that meant something else than the language's page says."""

from __future__ import annotations

from typing import Any

import pytest

from check.joined import join
from games.galaxies.position import GalaxiesPosition
from games.race.tables import race
from language.pieces import BACKENDS, CARD, TILE, Compiled, roll, rules
from rftg_dsl.check.side_matching import acts_of_side
from rftg_dsl.compile.compiler import Backend
from rftg_dsl.library.installed import find_game

# -- nothing more than fits goes on a piece -----------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("there", "after"), [("", "1 rare"), ("1 home", "1 home")])
def test_a_world_gains_no_more_goods_than_it_can_hold(there: str, after: str, backend: Backend) -> None:
    setup = {"goods": {"Y": there}} if there else {}
    table = roll("Y", "at end of ship: gain 2 rare dice here", backend, **setup).end_of("ship")

    assert table.stock("goods", "Y") == after


@pytest.mark.parametrize("backend", BACKENDS)
def test_nobody_pays_for_a_good_that_does_not_fit(backend: Backend) -> None:
    power = "at end of ship: may spend $1: gain 1 rare die here"

    assert roll("Y", power, backend, goods={"Y": "1 home"}).end_of("ship").asked is None
    assert roll("Z", power, backend).end_of("ship").asked is None
    assert roll("Y", power, backend).end_of("ship").asked is not None


# -- 0 of something is nothing ------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
def test_an_alternative_that_comes_to_nothing_is_not_offered(backend: Backend) -> None:
    power = "at end of ship, choose one: gain 1 vp per genes world, or gain $1"

    table = roll("Y", power, backend).end_of("ship")

    assert (table.asked, table.credits()) == (None, 2)


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_power_that_comes_to_nothing_is_not_offered(backend: Backend) -> None:
    assert roll("Y", "at end of ship: may gain 1 vp per genes world", backend).end_of("ship").asked is None
    assert roll("Y", "at end of ship: may gain 1 vp per rare world", backend).end_of("ship").asked is not None


@pytest.mark.parametrize("backend", BACKENDS)
def test_no_good_can_be_sold_where_there_is_none(backend: Backend) -> None:
    power = "consume: may discard 1 card in hand: sell 1 good per 2 discarded, rounded up"
    compiled: Any = Compiled(rules("race", CARD.format(power=power), backend))

    table = race(["Z"], ["Gem World"], found=compiled).phase("consume")

    assert not table.was_asked("power")


# -- what is there already does not move ---------------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_tile_in_the_tableau_does_not_come_there_again(backend: Backend) -> None:
    power = "gain $2; at end of ship: move 1 development to tableau"
    table = roll("Z", power, backend).end_of("ship")

    assert (table.asked, table.credits()) == (None, 1)


@pytest.mark.parametrize("backend", BACKENDS)
def test_goods_of_a_tile_that_leaves_go_to_the_citizenry_of_its_owner(backend: Backend) -> None:
    table = roll("Z", "at end of ship: move 1 world of opponents to bag", backend)
    table.seat(1, tableau=["Spice World"], goods={"Spice World": "1 rare"}).end_of("ship")

    assert table.stock("citizenry", 1) == "1 rare"


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_card_in_the_hand_does_not_move_to_the_hand(backend: Backend) -> None:
    power = "consume: may move 1 card in hand or discards to hand: gain 1 vp"
    compiled: Any = Compiled(rules("race", CARD.format(power=power), backend))

    assert not race(["Z"], ["Gem World"], found=compiled).phase("consume").was_asked("power")


@pytest.mark.parametrize("backend", BACKENDS)
def test_a_card_in_play_does_not_come_into_play_again(backend: Backend) -> None:
    power = "at end of consume: move this card to tableau; when this card leaves: gain 1 vp"
    compiled: Any = Compiled(rules("race", CARD.format(power=power), backend))
    table = race(["Z"], goods=["Z"], found=compiled).phase("consume")

    assert (table.vp(), table.goods()) == (0, ["Z"])


# -- nobody pays with what they do not have -------------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("vp", "asked"), [(0, False), (1, True)])
def test_a_number_does_not_change_for_chips_that_are_not_there(vp: int, asked: bool, backend: Backend) -> None:
    compiled: Any = Compiled(rules("race", CARD.format(power="draws, may spend 1 vp: 3 more"), backend))
    table = race(["Z"], found=compiled, actions=["explore5"])
    table.g.counters[table.w.vp[0]] = vp

    assert table.phase("explore").was_asked("change") == asked


@pytest.mark.parametrize("price", ["up to 3 vp", "any number of vp", "1 or 2 vp"])
def test_a_number_can_change_by_as_many_chips_as_the_owner_likes(price: str) -> None:
    assert join(CARD.format(power=f"draws, may spend {price}: 1 more per spent"), "race").diagnostics == ()


# -- a price is paid in full --------------------------------------------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("citizenry", "asked"), [("1 home", False), ("2 home", True)])
def test_dice_that_are_in_the_cup_are_not_moved_to_the_cup(citizenry: str, asked: bool, backend: Backend) -> None:
    power = "at end of ship: may move 2 dice in cup or citizenry to cup: gain 1 vp"
    table = roll("Z", power, backend, cup="1 home", citizenry=citizenry).end_of("ship")

    assert (table.asked is not None) == asked


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("price", ["spend $1, spend 1 or 2 credits", "spend $1 per development, spend $1"])
@pytest.mark.parametrize(("credits", "asked"), [(1, False), (2, True)])
def test_two_amounts_of_a_counter_are_added_up(price: str, credits: int, asked: bool, backend: Backend) -> None:
    table = roll("Z", f"at end of ship: may {price}: gain 1 vp", backend).seat(0, credits=credits).end_of("ship")

    assert (table.asked is not None) == asked


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize(("spaces", "offered"), [((0, 2), False), ((1, 2), True)])
def test_only_ships_that_can_go_back_pay_for_going_back(
    spaces: tuple[int, int], offered: bool, backend: Backend
) -> None:
    power = "action: may regress 1 orbiter by 1, regress 1 orbiter by 1: gain 1 culture"
    card = f'planet-card Z1 {{ planet "Z" energy economy length 2 vp 1 {{ {power} }} }}'
    table = GalaxiesPosition(rules("galaxies", card, backend)).row("GORT", "GYORE")
    table.ships(0, f"orbit GORT {spaces[0]}", f"orbit GYORE {spaces[1]}").seat(0, colonies=["Z"])

    assert table.rules.by_id["Z1/1"].can(table.play, 0, table.piece("Z")) == offered


# -- sorts of powers ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "power", "sorts"),
    [
        ("roll", "when you ship: gain $1", {"gain", "ship"}),
        ("roll", "when you have completed a rare world: gain $1", {"gain", "settle"}),
        ("roll", "when you have completed a development: gain $1", {"gain", "develop"}),
        ("race", "when you pay for a military world: gain 1 vp", {"gain", "settle"}),
        ("race", "when you pay: gain 1 vp", {"gain", "develop", "settle"}),
        ("race", "military worlds may be paid for", {"settle"}),
        ("race", "cards in hand may be discarded", {"explore"}),
    ],
)
def test_a_power_that_waits_for_an_event_of_a_phase_is_of_that_sort(game: str, power: str, sorts: set[str]) -> None:
    text = {"roll": TILE, "race": CARD}[game].format(power=power)
    library = join(text, game).library
    assert library is not None

    assert acts_of_side(find_game(game), library.model.components[-1].sides[0]) == sorts


# -- a piece reacts to what happens to it before it is in play -----------------------------------------------------


@pytest.mark.parametrize("backend", BACKENDS)
@pytest.mark.parametrize("event", ["when you settle this world", "when you pay for this world"])
def test_a_world_reacts_to_its_own_payment(event: str, backend: Backend) -> None:
    compiled: Any = Compiled(rules("race", CARD.format(power=f"{event}: gain 3 vp"), backend))

    table = race(hand=["Z", "Gem World"], found=compiled).phase("settle", ("settle", "Z"), ("pay", ["Gem World"]))

    assert table.vp() == 3
