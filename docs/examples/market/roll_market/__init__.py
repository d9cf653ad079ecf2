"""The Market: an expansion of Roll for the Galaxy with rules of its own."""

from __future__ import annotations

from pathlib import Path

from rftg_dsl.games import Act, Extension, Parameter, questions_in, steps_in, verbs_in
from roll_market import market, report

MARKET = Extension(
    name="market",
    game="roll",
    content=Path(__file__).parent / "content",
    verbs=verbs_in(market),
    events=(market.buys,),
    parameters=(Parameter("bargain price", most=6, meaning="the credits that a ware costs"),),
    component_kinds=frozenset(("bargain",)),
    offers={"market": ("swap",)},
    openings=(Act(market.first_wares, after=("set-up",)),),
    acts=(market.open_market, market.visit_market),
    steps=steps_in(market),
    questions=questions_in(market),
    lay=market.lay,
    table_figures=report.table_figures,
    seat_figures=report.seat_figures,
    advisers=report.advisers,
    tell=report.tell,
)
"""Everything the engine needs to know about the Market."""
