"""Race for the Galaxy: its verbs, events, numbers and steps."""

from __future__ import annotations

from rftg_dsl.compile.game import Game
from rftg_dsl.games import prices, verbs
from rftg_dsl.games.lazy import lazy
from rftg_dsl.games.race import (
    ante,
    build,
    consume,
    events,
    explore,
    goals,
    produce,
    questions,
    round,
    setup,
    supply,
    unseen,
)
from rftg_dsl.games.race.numbers import Numbers
from rftg_dsl.games.rounds import strict_order
from rftg_dsl.kernel.decision import questions_in
from rftg_dsl.kernel.step import steps_in
from rftg_dsl.resources import content
from rftg_dsl.signatures import EDGES, Parameter, Verb

VERBS = (
    Verb("gain", "counter", consume.gain_vp),
    *(verb for verb in verbs.COUNTING if verb.do is not verbs.gain_counter),
    Verb("draw", "pieces", supply.draw_cards, grants=True),
    Verb(
        "consume",
        "pieces",
        consume.consume_goods,
        {"different": "differing"},
        can=consume.can_consume,
        asks=True,
        reach=("goods",),
        counts=("consumed",),
    ),
    Verb(
        "discard",
        "pieces",
        consume.discard_cards,
        can=consume.any_pieces,
        asks=True,
        counts=("discarded",),
        fires=(events.left,),
        exhausts="this",
    ),
    Verb(
        "move",
        "pieces",
        consume.move_cards,
        {"to": "place"},
        frozenset(("to",)),
        consume.any_pieces,
        asks=True,
        fires=(events.left,),
    ),
    Verb(
        "move",
        "pieces",
        consume.move_goods,
        {"to": "place"},
        frozenset(("to",)),
        consume.can_move_goods,
        asks=True,
        reach=("goods",),
    ),
    Verb(
        "place",
        "pieces",
        build.place_piece,
        {"for": "terms", "instead of": "pieces", "like": "alike"},
        can=build.can_place,
        asks=True,
        reach=("hand", "discards", "supply"),
        owned=True,
        pays=False,
        fires=(events.developed, events.settled, events.paid, events.left),
        exhausts="any",
        how=frozenset(),
        most=1,
        usual="hand",
        keeps={"gained*": ()},
    ),
    Verb(
        "sell",
        "pieces",
        consume.sell_good,
        can=consume.can_trade,
        asks=True,
        reach=("goods",),
        how=frozenset(),
    ),
    Verb(
        "barter",
        "pieces",
        consume.barter_good,
        can=consume.can_trade,
        asks=True,
        reach=("goods",),
        how=frozenset(),
    ),
    Verb("claim", "nothing", goals.claim, keeps={"held*": ()}),
    Verb("return", "nothing", goals.give_back),
    Verb(consume.GUESS, "nothing", consume.guess_cost, asks=True, offered=True),
    Verb(
        ante.ANTE,
        "pieces",
        ante.ante_card,
        can=ante.can_ante,
        asks=True,
        reach=("hand",),
        how=frozenset(),
        most=1,
        owned=True,
        pays=False,
        usual="hand",
    ),
    Verb(
        "produce",
        "nothing",
        produce.produce_good,
        {"on": "pieces", "to": "place"},
        can=produce.can_produce,
        asks=True,
        leads=("goods",),
        fires=(events.good_produced,),
    ),
)

ANYWHERE = ("gain", "have", "spend", "draw", "discard", "move", "place", "consume", "produce", "sell", "ante")
"""The verbs of powers in phases that offer them."""

PARAMETERS = (
    Parameter("starting hand"),
    Parameter("draws", implies="explore", priced=True),
    Parameter("kept cards", implies="explore", priced=True),
    Parameter(explore.DISCARDED, "piece", implies="explore", permits=True, among=("hand",)),
    Parameter("cost", "piece", implies={"development": "develop", "world": "settle"}, priced=True),
    Parameter("military", "piece", implies="settle", priced=True),
    Parameter("payment", "piece", implies="settle", opens="paid for"),
    Parameter(build.CONQUEST, "piece", implies="settle", priced=True, opens="conquered"),
    Parameter("trade", "piece", implies="trade"),
    Parameter(consume.TRADED, "piece", implies="trade", permits=True),
    Parameter("hand limit"),
    Parameter("final tableau"),
    Parameter("choosing order"),
    Parameter(goals.PROGRESS),
)

GAME = Game(
    name="race",
    content=content() / "race",
    verbs=VERBS,
    events=events.EVENTS,
    parameters=PARAMETERS,
    component_kinds=frozenset(("card", "start-world")),
    added_kinds=frozenset(("goal",)),
    only={
        goals.FIRST: frozenset(("claim", goals.PROGRESS)),
        goals.MOST: frozenset(("claim", "return", goals.PROGRESS)),
    },
    windows={**dict.fromkeys(round.WORK, EDGES), "round": ("end",)},
    offers={
        "consume": (*ANYWHERE, "barter", consume.GUESS),
        "produce": ANYWHERE,
    },
    facts={"actions": (), "phase": "", "order": (), "ended": (), "placed*": -1},
    steps=steps_in(verbs, prices, supply, setup, explore, build, consume, unseen, ante, produce, round),
    questions=(*verbs.COUNTING_QUESTIONS, prices.CHANGE, *questions_in(questions)),
    start=round.begin,
    lay=setup.lay,
    numbers=Numbers,
    order=strict_order,
    report=lazy("rftg_dsl.games.race.report", "report"),
    advisers=lazy("rftg_dsl.games.race.advise", "advisers"),
    tell=lazy("rftg_dsl.games.race.report", "tell"),
    powers_wake_immediately=False,
)
"""The record of Race for the engine."""
