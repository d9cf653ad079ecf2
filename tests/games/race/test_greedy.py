"""The bot ``greedy`` gives good advice in positions where it used to go wrong, and judges cards and goods."""

from __future__ import annotations

from pathlib import Path

import pytest

from advised import advise
from games.race.tables import Table, race, whole
from rftg_dsl.games.race import advise as advice
from rftg_dsl.games.race import engine, promise, weights
from rftg_dsl.games.race.round import choose_actions
from rftg_dsl.kernel.form import Pick
from rftg_dsl.library.load import load_library


def advised_action(table: Table) -> Pick:
    choose_actions(table.g, 0)
    return advise(table.g)


# -- actions ------------------------------------------------------------------------------------------------------


def test_doubled_vp_are_not_called_for_a_good_that_no_power_takes() -> None:
    table = race(["Gem World", "Research Labs"], goods=["Gem World"])

    assert advised_action(table) != ("consume2x",)


def test_doubled_vp_are_called_for_goods_that_powers_take() -> None:
    worlds = ["New Earth", "Gem World", "Prosperous World", "Outlaw World"]
    table = race(worlds, goods=worlds[:3], hand=["Alien Robotic Factory"])

    assert advised_action(table) == ("consume2x",)


@pytest.mark.parametrize("tableau", [["Old Earth"], ["Old Earth", "Export Duties", "Trade League", "Spice World"]])
def test_trade_is_not_called_without_goods(tableau: list[str]) -> None:
    assert advised_action(race(tableau)) != ("trade",)


def test_a_dear_good_is_sold_when_the_hand_is_empty() -> None:
    table = race(["Alien Robotic Factory", "Export Duties"], goods=["Alien Robotic Factory"])

    assert advised_action(table) == ("trade",)


def test_produce_is_not_called_when_every_world_has_its_good() -> None:
    worlds = ["Gem World", "Spice World", "Mining World"]

    assert advised_action(race(worlds, goods=worlds)) != ("produce",)
    assert advised_action(race(worlds)) == ("produce",)


def test_settle_is_not_called_without_a_world_to_place() -> None:
    assert advised_action(race(["Old Earth"], hand=["Rebel Homeworld", "Investment Credits"])) != ("settle",)


@pytest.mark.parametrize("seed", range(4))
def test_a_game_of_greedy_bots_ends_in_time(seed: int) -> None:
    g = whole(2, f"ends {seed}")
    asked = 0
    while not g.over:
        if g.pending is None:
            g.run()
            continue
        asked += g.pending.name == "action"
        g.answer(advise(g))

    assert asked < 2 * 30


# -- goods and cards ----------------------------------------------------------------------------------------------


def test_picky_powers_eat_first() -> None:
    table = race(["Public Works", "Research Labs", "Gem World", "Plague World"], goods=["Gem World", "Plague World"])

    feast = engine.consume(table.g, engine.meals_of(table.g, 0), engine.goods_of(table.g, 0))

    assert (feast.vp, feast.cards, feast.left) == (2, 0, [])


@pytest.mark.parametrize(
    ("worlds", "vp"),
    [
        (["Gem World", "Mining World", "Distant World"], 3),
        (["Gem World", "Spice World", "Distant World"], 0),
        (["Gem World", "Mining World"], 0),
    ],
)
def test_goods_of_different_types_are_counted_by_type(worlds: list[str], vp: int) -> None:
    table = race([*worlds, "Diversified Economy"], goods=worlds)

    assert engine.consume(table.g, engine.meals_of(table.g, 0), engine.goods_of(table.g, 0)).vp == vp


def test_a_consume_power_is_worth_more_to_a_seat_with_goods_for_it() -> None:
    def worth_of(card: str, tableau: list[str]) -> float:
        table = race(tableau, hand=[card])
        return engine.worth_in_tableau(table.g, 0, table.g.zone[table.w.hand[0]][0], 1.0)

    novelty, rare = ["Gem World", "Spice World"], ["Mining World", "Comet Zone"]

    assert worth_of("Consumer Markets", novelty) > worth_of("Consumer Markets", rare) + 2
    assert worth_of("Mining Conglomerate", rare) > worth_of("Mining Conglomerate", novelty) + 1


def test_military_that_opens_a_world_in_hand_is_worth_more() -> None:
    def worth_with(world: str) -> float:
        table = race(["New Sparta"], hand=["Space Marines", world])
        return engine.worth_in_tableau(table.g, 0, table.g.zone[table.w.hand[0]][0], 1.0)

    assert worth_with("Rebel Underground") == pytest.approx(worth_with("Gem World") + weights.OPENS)


def test_prospects_count_engines_for_as_long_as_the_game_lasts() -> None:
    machine, idle = ["Mining World", "Mining Conglomerate"], ["Gem World"]

    def lead_with(chips: int) -> float:
        table = race(machine, other=idle)
        table.g.adjust(table.w.pool, chips - 24, "test")
        own, other = advice.estimate_scores(table.g)
        return own - other

    assert lead_with(24) > lead_with(12) > lead_with(0)


def test_a_power_that_nobody_has_seen_is_worth_what_it_brings(tmp_path: Path) -> None:
    (tmp_path / "set.toml").write_text('id = "unseen"\nname = "Unseen"\ngame = "race"\nversion = "1"\n')
    (tmp_path / "cards.rftg").write_text(
        'card UN1 { development "Mint" cost 1 vp 1 { at end of settle: gain 2 vp } }\n'
        'card UN2 { development "Archive" cost 1 vp 1 { at end of settle: draw 2 cards } }\n'
    )
    rules = load_library("race", extra=[tmp_path]).rules(2)
    growth = {side.name: rules.numbers.promise.growth[nth] for nth, side in enumerate(rules.sides)}

    assert growth["Mint"] == growth["Archive"] == 2 * weights.POWERS["draw in settle"]


# -- what is asked of cards ---------------------------------------------------------------------------------------


def test_advice_never_names_a_card() -> None:
    text = "".join(Path(str(module.__file__)).read_text("utf-8") for module in (advice, engine, promise, weights))

    assert [name for name in whole().numbers.names if name in text] == []
