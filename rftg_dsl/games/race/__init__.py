"""Race for the Galaxy: its verbs, events, numbers and steps."""

from __future__ import annotations

from rftg_dsl.compile.game import Game
from rftg_dsl.games import prices, verbs
from rftg_dsl.games.lazy import lazy
from rftg_dsl.games.race import build, consume, events, explore, goals, produce, questions, round, setup, supply
from rftg_dsl.games.race.numbers import Numbers
from rftg_dsl.games.rounds import strict_order
from rftg_dsl.kernel.decision import questions_in
from rftg_dsl.kernel.step import steps_in
from rftg_dsl.resources import content
from rftg_dsl.signatures import EDGES, Parameter, Verb

VERBS = (
    Verb("gain", "counter", consume.gain_vp),
    *(verb for verb in verbs.COUNTING if verb.do is not verbs.gain_counter),
    Verb("draw", "pieces", supply.draw_cards, can=supply.can_draw, grants=True),
    Verb(
        "consume",
        "pieces",
        consume.consume_goods,
        {"different": "differing"},
        can=consume.can_consume,
        asks=True,
        offered=True,
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
    ),
    Verb(
        "place",
        "pieces",
        build.place_piece,
        {"for": "terms", "instead of": "pieces"},
        can=build.can_place,
        asks=True,
        reach=("hand", "discards"),
        fires=(events.developed, events.settled, events.left),
        how=frozenset(),
        most=1,
        usual="hand",
        keeps={"gained*": ()},
    ),
    Verb(
        "sell",
        "pieces",
        consume.sell_good,
        can=consume.any_pieces,
        asks=True,
        offered=True,
        reach=("goods",),
        how=frozenset(),
    ),
    Verb(
        "barter",
        "pieces",
        consume.barter_good,
        can=consume.any_pieces,
        asks=True,
        offered=True,
        reach=("goods",),
        how=frozenset(),
    ),
    Verb("claim", "nothing", goals.claim, keeps={"held*": ()}),
    Verb("return", "nothing", goals.give_back),
    Verb(consume.GUESS, "nothing", consume.guess_cost, asks=True, offered=True),
    Verb(
        "produce",
        "nothing",
        produce.produce_good,
        {"on": "pieces", "to": "place"},
        can=produce.can_produce,
        asks=True,
        offered=True,
        leads=("goods",),
        fires=(events.good_produced,),
    ),
)

CARDS = frozenset(("card",))
"""The components that are paid for or conquered."""
MOST = 7
"""The most that a power changes a number of cards by: nobody draws more cards in Explore without powers."""

PARAMETERS = (
    Parameter("starting hand", most=MOST),
    Parameter("draws", implies="explore", most=MOST),
    Parameter("kept cards", implies="explore", most=MOST),
    Parameter("cost", "piece", {"development": "develop", "world": "settle"}, priced=True, of=CARDS),
    Parameter("military", "piece", "settle", priced=True, of=CARDS, most=9),
    Parameter("payment", "piece", "settle", of=CARDS, most=9),
    Parameter("trade", "piece", "trade", lying=True, most=9),
    Parameter(goals.PROGRESS, most=99),
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
        "consume": ("consume", "draw", "gain", "have", "spend", "discard", "sell", "barter", consume.GUESS),
        "produce": ("produce", "draw", "gain", "have", "spend", "discard"),
    },
    bearing={"goods": "type"},
    working={"production": "produce"},
    facts={"actions": (), "phase": "", "order": (), "ended": (), "placed*": -1},
    steps=steps_in(verbs, prices, setup, explore, build, consume, produce, round),
    questions=(*verbs.COUNTING_QUESTIONS, *questions_in(questions)),
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
