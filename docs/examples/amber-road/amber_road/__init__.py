"""Amber Road: a game of hidden hands, dice and a market, for rftg-dsl."""

from __future__ import annotations

from pathlib import Path

from amber_road import road
from rftg_dsl.games import Game, Parameter, advising, dealing, questions_in, reporting, steps_in, telling, verbs

QUESTIONS = questions_in(road, dealing)

GAME = Game(
    name="amber",
    content=Path(__file__).parent / "content",
    verbs=[verb for verb in verbs.VERBS if verb.object == "counter" and not verb.asks],
    events=(road.sells, road.hires),
    parameters=(
        Parameter("price", "piece", meaning="what a seat is paid for a ware", sides=frozenset(("ware",))),
        Parameter("wage", "piece", meaning="what a seat pays for a helper", sides=frozenset(("helper",))),
        Parameter(
            "draws",
            most=5,
            meaning="the wares drawn at the end of a day",
            sayings={"": "draw {count} {ware|wares} at the end of each day"},
        ),
        Parameter(
            "kept wares",
            most=9,
            meaning="the wares that a hand can hold",
            sayings={"": "keep {count} {ware|wares} in hand"},
        ),
    ),
    component_kinds=frozenset(("crate", "contract")),
    openings=(road.deal_hand,),
    acts=(road.open_market, road.load_cart, road.sell_wares, road.trade, road.keep_hand),
    steps=steps_in(road, dealing),
    questions=QUESTIONS,
    lay=road.lay,
    numbers=road.Numbers,
    report=reporting.report,
    advisers=lambda: advising.advisers_for(QUESTIONS, road.worth),
    tell=telling.make_plain_story(),
)
"""Everything the engine needs to know about Amber Road."""
