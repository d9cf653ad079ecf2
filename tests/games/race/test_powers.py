"""A scenario for every power of every card in the fact table."""

from __future__ import annotations

import csv
from collections.abc import Callable
from pathlib import Path

import pytest

from games.race.tables import race
from rftg_dsl.check.model import Score
from rules import rule

FACTS = Path(__file__).parent / "facts"
Row = dict[str, str]
POWERS: list[Row] = list(csv.DictReader((FACTS / "powers.csv").read_text("utf-8").splitlines()))
CARDS = {row["name"]: row for row in csv.DictReader((FACTS / "cards.csv").read_text("utf-8").splitlines())}

PRICES = {"novelty": 2, "rare": 3, "genes": 4, "alien": 5}
WINDFALL = {
    "novelty": "Refugee World",
    "rare": "Asteroid Belt",
    "genes": "Pre-Sentient Race",
    "alien": "Deserted Alien Outpost",
}
MORE = {"novelty": ("Galactic Resort", "Former Penal Colony"), "rare": ("Radioactive World", "Destroyed World")}
PRODUCTION = {
    "novelty": "Artist Colony",
    "rare": "New Earth",
    "genes": "Distant World",
    "alien": "Alien Robotic Factory",
}
TARGETS = {"rare": "Rebel Miners", "alien": "Alien Robot Sentry", "rebel": "Rebel Base"}
"""Military worlds."""


def worlds(card: str, kind: str, n: int) -> list[str]:
    """``n`` windfall worlds of a kind, other than the card in question; of several kinds if any will do."""
    wanted = ["rare", "genes", "alien", "novelty"] if kind in ("any", "") else [kind]
    names = [WINDFALL[good] for good in wanted] + [name for good in wanted for name in MORE.get(good, ())]
    return [name for name in names if name != card][:n]


def trade_bonus(row: Row) -> None:
    kinds = PRICES if row["kind"] == "any" else [row["kind"]]
    for kind, price in PRICES.items():
        goods = [world for world in (WINDFALL[kind],) if world != row["card"]]
        table = race([row["card"], "New Sparta", *goods], goods=goods, actions=["trade"])
        # The card's own consume powers must not draw as well: there is nothing left to consume.
        table.phase("consume")
        assert len(table.hand()) == price + int(row["value"]) * (kind in kinds), kind


def trade_bonus_this_world(row: Row) -> None:
    price = PRICES[CARDS[row["card"]]["good_kind"]]
    here = race([row["card"]], goods=[row["card"]], actions=["trade"]).phase("consume")
    assert len(here.hand()) == price + int(row["value"])
    elsewhere = race([row["card"], "Galactic Resort"], goods=["Galactic Resort"], actions=["trade"]).phase("consume")
    assert len(elsewhere.hand()) == PRICES["novelty"]


def military(row: Row) -> None:
    assert race([row["card"]]).military() == int(row["value"])
    assert race([]).military() == 0


def against(row: Row, kind: str, other: str) -> None:
    table = race([row["card"]])
    general = table.military()
    for target, extra in ((kind, int(row["value"])), (other, 0)):
        piece = table.free(TARGETS[target])
        assert table.g.value("military", 0, 0, piece) == general + extra


def military_vs_kind(row: Row) -> None:
    against(row, row["kind"], "alien" if row["kind"] == "rare" else "rare")


def military_vs_rebel(row: Row) -> None:
    against(row, "rebel", "alien")


def settle_discount(row: Row) -> None:
    table = race([row["card"]])
    for kind, world in PRODUCTION.items():
        cost = int(CARDS[world]["cost_or_defense"])
        less = int(row["value"]) * (row["kind"] in ("", kind))
        assert table.g.value("cost", 0, cost, table.free(world)) == cost - less
    assert table.g.value("cost", 0, 4, table.free("Drop Ships")) == 4


def develop_discount(row: Row) -> None:
    table = race([row["card"]])
    assert table.g.value("cost", 0, 4, table.free("Drop Ships")) == 4 - int(row["value"])
    assert table.g.value("cost", 0, 2, table.free("Gem World")) == 2


def settle_zero_discard(row: Row) -> None:
    table = race([row["card"]], ["New Earth"]).phase("settle", ("settle", "New Earth"))
    assert table.tableau() == ["New Earth"]
    assert row["card"] in table.discards()
    alien = race([row["card"]], ["Alien Robotic Factory"]).phase("settle")
    assert alien.options("settle") == ["none"]


def military_temp_discard(row: Row) -> None:
    table = race([row["card"]], ["Pirate World"]).phase("settle", ("settle", "Pirate World"))
    assert table.tableau() == ["Pirate World"]
    assert row["card"] in table.discards()
    assert table.military() == 0


def pay_for_military(row: Row) -> None:
    hand = ["Pirate World", "Gem World", "Space Port"]
    table = race([row["card"], "New Sparta"], hand).phase("settle", ("settle", "Pirate World"))
    assert table.hand() == []
    alien = race([row["card"]], ["Alien Robot Sentry", "Gem World", "Space Port"]).phase("settle")
    assert "Alien Robot Sentry" not in alien.options("settle")


def develop_after_draw(row: Row) -> None:
    table = race([row["card"]], ["Export Duties", "Gem World"]).phase("develop", ("develop", "Export Duties"))
    assert len(table.hand()) == int(row["value"])
    none = race([row["card"]], ["Gem World"]).phase("develop")
    assert none.hand() == ["Gem World"]


def develop_start_draw(row: Row) -> None:
    table = race([row["card"]], ["Gem World"])
    table.begin("develop")
    table.g.run()
    assert len(table.hand()) == 1 + int(row["value"])
    assert table.g.pending is not None and table.g.pending.name == "develop"


def settle_after_draw(row: Row) -> None:
    table = race([row["card"]], ["Pilgrimage World"]).phase("settle", ("settle", "Pilgrimage World"))
    assert len(table.hand()) == int(row["value"])


def explore_draw(row: Row) -> None:
    table = race([row["card"]]).phase("explore")
    assert len(table.options("explore")) == 2 + int(row["value"])


def explore_keep(row: Row) -> None:
    assert race([row["card"]], actions=["explore5"]).g.value("kept cards", 0, 1) == 1 + int(row["value"])
    assert len(race([row["card"]], actions=["explore5"]).phase("explore").hand()) == 1 + int(row["value"])


def produce_here(row: Row) -> None:
    table = race([row["card"]]).phase("produce")
    assert table.goods() == [row["card"]]
    with_good = race([row["card"]], goods=[row["card"]]).phase("produce")
    assert with_good.hand() == []
    assert CARDS[row["card"]]["good_kind"] == row["kind"]


def produce_windfall(row: Row) -> None:
    for kind, world in WINDFALL.items():
        table = race([row["card"], world]).phase("produce")
        assert (world in table.goods()) == (row["kind"] in ("any", kind)), kind


def draw_if_produced_here(row: Row) -> None:
    production = CARDS[row["card"]]["good_mode"] == "production"
    table = race([row["card"]], actions=[] if production else ["produce"]).phase("produce")
    assert len(table.hand()) == int(row["cards_each"])
    again = race([row["card"]], goods=[row["card"]], actions=["produce"]).phase("produce")
    assert again.hand() == []


def produce_draw(row: Row) -> None:
    assert len(race([row["card"]]).phase("produce").hand()) == int(row["cards_each"])


def draw_per_world(row: Row) -> None:
    table = race([row["card"], WINDFALL[row["kind"]], PRODUCTION[row["kind"]], "Artist Colony"]).phase("produce")
    assert len(table.hand()) == 2 * int(row["cards_each"])


def draw_per_kind_produced(row: Row) -> None:
    table = race([row["card"], "Artist Colony", "New Vinland", "New Earth", "Asteroid Belt"]).phase("produce")
    assert len(table.hand()) == 2 * int(row["cards_each"])


def draw_per_good_produced(row: Row) -> None:
    table = race([row["card"], PRODUCTION[row["kind"]], WINDFALL[row["kind"]], "Plague World"], actions=["produce"])
    table.phase("produce")
    assert len(table.hand()) == 2 * int(row["cards_each"])
    assert race([row["card"], "Plague World"]).phase("produce").hand() == []


def draw_if_most_produced(row: Row) -> None:
    most = race([row["card"], "New Earth", "Comet Zone"], other=["Imperium Armaments World"]).phase("produce")
    assert len(most.hand()) == int(row["cards_each"]) + 1
    tied = race([row["card"], "New Earth"], other=["Imperium Armaments World"]).phase("produce")
    assert tied.hand() == []


def consume(row: Row) -> None:
    n = int(row["max_times"])
    lying = worlds(row["card"], row["kind"], n + 1)
    for goods in range(1, min(n, len(lying)) + 1):
        table = race([row["card"], *lying], goods=lying[:goods])
        power = table.power(row["card"], int(row["power_no"]))
        others = {entry.hook.id for entry in table.g.owned("consume", 0)} - {power}
        table.phase("consume", *([("power", power)] if others & ready(table) and power in ready(table) else []))
        used = goods if n > 1 else 1
        assert table.vp() >= int(row["vp_each"]) * used
        assert len(table.hand()) >= int(row["cards_each"]) * used
        if not others:
            assert table.vp() == int(row["vp_each"]) * used
            assert len(table.hand()) == int(row["cards_each"]) * used
            assert len(table.goods()) == goods - used
    if row["kind"] != "any":
        other = next(kind for kind in PRICES if kind != row["kind"])
        table = race([row["card"], WINDFALL[other]], goods=[WINDFALL[other]])
        assert table.power(row["card"], int(row["power_no"])) not in ready(table)


def ready(table: object) -> set[str]:
    """The consume powers that seat 0 can use now."""
    g = table.g  # type: ignore[attr-defined]
    return {entry.hook.id for entry in g.owned("consume", 0) if entry.hook.can(g, 0, entry.piece)}


def consume_2(row: Row) -> None:
    lying = worlds(row["card"], row["kind"], 2)
    assert not ready(race([row["card"], *lying], goods=lying[:1]))
    table = race([row["card"], *lying], goods=lying).phase("consume")
    assert (table.vp(), table.goods()) == (int(row["vp_each"]), [])


def consume_3_different(row: Row) -> None:
    lying = ["Refugee World", "Galactic Resort", "Asteroid Belt", "Pre-Sentient Race"]
    assert row["card"] and not ready(race([row["card"], *lying[:3]], goods=lying[:3])) & {"C29/1"}
    table = race([row["card"], *lying], goods=lying)
    table.phase("consume", ("power", table.power(row["card"], 1)))
    first = table.options("goods")
    assert all(len({CARDS[name]["good_kind"] for name in pick}) == 3 for pick in first)
    assert len(first) == 2
    assert table.vp() >= int(row["vp_each"])


def consume_all(row: Row) -> None:
    for n in range(1, 4):
        lying = worlds(row["card"], "any", n)
        table = race([row["card"], *lying], goods=lying).phase("consume")
        assert (table.vp(), table.goods()) == (n - 1, [])


def consume_hand_cards(row: Row) -> None:
    hand = ["Gem World", "Space Port", "Mining World"]
    table = race([row["card"]], hand, actions=["consume2x"])
    power = table.power(row["card"], int(row["power_no"]))
    table.phase("consume", ("power", power), ("discard", ["Gem World", "Mining World"]))
    assert (table.vp(), table.hand()) == (2, ["Space Port"])
    assert race([row["card"]], hand).phase("consume").hand() == hand


def consume_sell(row: Row) -> None:
    table = race([row["card"], "Export Duties", "Pirate World"], goods=["Pirate World"], actions=["consume2x"])
    table.phase("consume")
    bonus = 0 if row["effect"].endswith("no_bonus") else 1 + 3 + 1  # Export Duties, Pirate World, Trade League
    assert len(table.hand()) == PRICES["novelty"] + bonus
    assert table.vp() == 0


def consume_draw(row: Row) -> None:
    assert len(race([row["card"]]).phase("consume").hand()) == int(row["cards_each"])


def consume_gamble(row: Row) -> None:
    for named in range(1, 8):
        table = race([row["card"]]).phase("consume", ("guess", named))
        turned = [*table.hand(), *table.discards()]
        assert len(turned) == 1
        kept = int(CARDS[turned[0]]["cost_or_defense"]) == named
        assert table.hand() == (turned if kept else [])
        assert table.options("guess") == [1, 2, 3, 4, 5, 6, 7]


SCENARIOS: dict[str, Callable[[Row], None]] = {
    one.__name__: one
    for one in (
        trade_bonus,
        trade_bonus_this_world,
        military,
        military_vs_kind,
        military_vs_rebel,
        settle_discount,
        develop_discount,
        settle_zero_discard,
        military_temp_discard,
        pay_for_military,
        develop_after_draw,
        develop_start_draw,
        settle_after_draw,
        explore_draw,
        explore_keep,
        produce_here,
        produce_windfall,
        draw_if_produced_here,
        produce_draw,
        draw_per_world,
        draw_per_kind_produced,
        draw_per_good_produced,
        draw_if_most_produced,
        consume,
        consume_2,
        consume_3_different,
        consume_all,
        consume_hand_cards,
        consume_sell,
        consume_draw,
        consume_gamble,
    )
} | {"consume_sell_no_bonus": consume_sell}


@rule("R033", "R043", "R063", "R064", "R065", "R072", "R073", "R084", "R091", "R092")
@pytest.mark.parametrize("row", POWERS, ids=lambda row: f"{row['card']}/{row['power_no']}")
def test_each_power_works_as_printed(row: Row) -> None:
    SCENARIOS[row["effect"]](row)


def test_every_power_has_its_number_in_the_fact_table() -> None:
    table = race()
    sides = {side.name: side for side in table.g.rules.sides}
    for name in CARDS:
        wanted = [int(row["power_no"]) for row in POWERS if row["card"] == name]
        have = [int(power.id.partition("/")[2]) for power in sides[name].powers if not isinstance(power, Score)]
        assert have == wanted, name
