"""Race for the Galaxy: its verbs, events, numbers and steps."""

from __future__ import annotations

from rftg_dsl.games.later import later
from rftg_dsl.games.race import build, consume, explore, produce, round, setup, supply
from rftg_dsl.games.race.words import Words
from rftg_dsl.games.rounds import strict_order
from rftg_dsl.kernel.play import steps_of
from rftg_dsl.words import EventWord, Game, Parameter, Verb

VERBS = (
    Verb("gain", "counter", consume.gain_vp, writes=("counters",)),
    Verb("draw", "pieces", supply.draw_cards, grants=True, reads=("supply",), writes=("pieces",)),
    Verb(
        "consume",
        "pieces",
        consume.consume_goods,
        {"different": "differing"},
        can=consume.can_consume,
        asks=True,
        offered=True,
        reads=("goods",),
        writes=("pieces", "consumed"),
    ),
    Verb(
        "discard",
        "pieces",
        consume.discard_cards,
        can=consume.any_pieces,
        asks=True,
        reads=("pieces",),
        writes=("pieces", "discarded"),
    ),
    Verb(
        "sell",
        "pieces",
        consume.sell_good,
        can=consume.any_pieces,
        asks=True,
        offered=True,
        reads=("goods",),
        writes=("pieces",),
        how=frozenset(),
    ),
    Verb(
        "barter",
        "pieces",
        consume.barter_good,
        can=consume.any_pieces,
        asks=True,
        offered=True,
        reads=("goods",),
        writes=("pieces",),
        how=frozenset(),
    ),
    Verb(consume.GUESS, "nothing", consume.guess_cost, asks=True, offered=True, writes=("pieces",)),
    Verb(
        "produce",
        "nothing",
        produce.produce_good,
        {"on": "pieces", "to": "place"},
        asks=True,
        offered=True,
        reads=("supply",),
        writes=("goods",),
        fires=("good produced",),
    ),
)

EVENTS = (
    EventWord("developed", ("develop", "develops", "developed")),
    EventWord("settled", ("settle", "settles", "settled"), {"on": "piece"}),
    EventWord("good produced", ("produces",), {"it": "piece"}),
    EventWord("all produced", ("produced",)),
)

PARAMETERS = (
    Parameter("draws", implies="explore"),
    Parameter("kept cards", implies="explore"),
    Parameter("cost", "piece", priced=True),
    Parameter("military", "piece", priced=True),
    Parameter("payment", "piece"),
    Parameter("trade", "piece", implies="trade"),
)

GAME = Game(
    name="race",
    verbs=VERBS,
    events=EVENTS,
    parameters=PARAMETERS,
    facts={"actions": (), "phase": "", "order": (), "ended": (), "placed*": -1},
    steps=steps_of(setup, explore, build, consume, produce, round),
    lay=setup.lay,
    start="begin",
    at_once=False,
    words=Words,
    order=strict_order,
    report=later("rftg_dsl.games.race.report", "report"),
    advise=later("rftg_dsl.games.race.advise", "advise"),
    tell=later("rftg_dsl.games.race.report", "tell"),
    plays=frozenset(("card", "start")),
    moments={
        "explore": ("start", "end"),
        "develop": ("start", "end"),
        "settle": ("start", "end"),
        "consume": ("start", "end", "consume", "draw", "gain", "discard", "sell", "barter", consume.GUESS),
        "produce": ("start", "end", "produce", "draw", "gain", "discard"),
    },
    marks=("setup", "round"),
)
"""What the engine needs to know of Race."""
