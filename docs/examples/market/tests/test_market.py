from __future__ import annotations

import pytest
from roll_market.market import visit_market

import rftg_dsl as rftg
from rftg_dsl.testing import Position, table


def market(*wares: str, credits: int = 5) -> Position:
    """Set up a table with the given wares on offer."""
    return table("roll", sets=["market"]).common(market=list(wares)).seat(0, credits=credits)


def test_a_player_buys_one_ware_that_they_can_afford() -> None:
    game = market("Spice Crates", "Star Maps", "Trading Licence", credits=2).begin(visit_market, 0)

    assert game.options() == ["Spice Crates", "Star Maps", "nothing"]
    game.answer("ware", "Star Maps")

    assert (game.pieces("shop"), game.count("credits")) == (["Star Maps"], 0)
    assert game.figures["seats"][0]["wares"] == ["Star Maps"]
    assert game.figures["table"]["market"] == ["Spice Crates", "Trading Licence"]


def test_letter_of_credit_makes_wares_cheaper() -> None:
    game = market("Star Maps").seat(0, shop=["Letter of Credit"]).begin(visit_market, 0)

    assert game.answer("ware", "Star Maps").count("credits") == 5 - 1


def test_auction_house_swaps_a_ware_once_before_buying() -> None:
    game = market("Star Maps").seat(0, shop=["Auction House"])
    game.drawn("wares", "Spice Crates", "Trading Licence", "Letter of Credit").begin(visit_market, 0)

    game.answer("ware", "Auction House")

    assert "Auction House" not in game.options()


def test_trading_licence_rewards_other_wares() -> None:
    game = market("Star Maps").seat(0, shop=["Trading Licence"]).common(pool=9).begin(visit_market, 0)

    assert game.answer("ware", "Star Maps").count("vp") == 1


@pytest.mark.parametrize(("wares", "points"), [(["Spice Crates"], 1), (["Auction House", "Spice Crates"], 3)])
def test_wares_score(wares: list[str], points: int) -> None:
    assert market().seat(0, shop=wares).score(0)["wares"] == points


def test_three_wares_are_on_offer_at_the_end_of_a_round() -> None:
    game: Position = table("roll", sets=["market"]).drawn("wares", "Star Maps", "Spice Crates", "Auction House")

    assert game.stage("market").pieces("market") == ["Star Maps", "Spice Crates", "Auction House"]


def test_the_market_and_the_omens_are_played_together() -> None:
    library = rftg.load("roll", sets=["market", "omens"])

    games = [rftg.play_game(library, 3, f"both/{nth}", ("greedy", "random", "greedy")) for nth in range(6)]

    assert all(game.winners for game in games)
