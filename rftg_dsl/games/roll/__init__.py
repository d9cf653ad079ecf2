"""Roll for the Galaxy: its verbs, events, numbers and steps."""

from __future__ import annotations

from attrs import evolve

from rftg_dsl.games import verbs
from rftg_dsl.games.later import later
from rftg_dsl.games.roll import assign, build, explore, goods, manage, round, setup
from rftg_dsl.games.roll.words import PHASES, Words
from rftg_dsl.games.rounds import strict_order
from rftg_dsl.kernel.play import steps_of
from rftg_dsl.words import EventWord, Game, Parameter, Verb

DICE = ("cup", "citizenry", *PHASES, "developing", "settling", "goods")
"""The places to which powers can bring dice."""

LYING = ("supply", *DICE, "wild", "strip", "dictated", "finishing")
"""The places in which dice can lie; in all others there are tiles."""


def of_dice(verb: Verb) -> Verb:
    """A verb that every game has, with the places in which it finds dice, and to which it brings them."""
    leads = DICE if verb.grants else (*DICE, "supply")
    return evolve(verb, reads=(*verb.reads, *LYING), writes=(*verb.writes, *leads))


VERBS = (
    *(of_dice(verb) if verb.object == "stock" else verb for verb in verbs.VERBS),
    Verb(
        "reassign",
        "stock",
        assign.reassign_workers,
        {"to": "places", "same": "flag"},
        can=assign.can_reassign,
        asks=True,
        offered=True,
        how=frozenset(("between", "up to", "any")),
        reads=("stock", *PHASES),
        writes=("stock", *PHASES),
    ),
    Verb(
        "employ",
        "stock",
        explore.employ,
        grants=True,
        writes=("facts", *explore.VIRTUAL),
        fires=("scout", "stock", "trade", "traded", "consume"),
    ),
    Verb("draw", "pieces", explore.draw_tile, asks=True, grants=True, reads=("pieces",), writes=("pieces",)),
    Verb(explore.TO_TOP, "nothing", explore.rearrange_stacks, offered=True, alone=True),
    Verb(explore.REARRANGE, "nothing", explore.rearrange_stacks, offered=True, alone=True, writes=("pieces",)),
)

EVENTS = (
    EventWord("scout", ("scout", "scouted"), {"with": "stock"}),
    EventWord("stock", ("stock", "stocked"), {"with": "stock"}),
    EventWord("complete", ("completes",), {"it": "piece"}, {"developers": "finishing", "settlers": "finishing"}),
    EventWord("produce", ("produce", "produced"), {"on": "piece", "with": "stock"}),
    EventWord("trade", ("trade",), {"from": "piece", "of": "stock", "with": "stock"}),
    EventWord("traded", ("traded",), {"from": "piece", "of": "stock", "with": "stock"}),
    EventWord("consume", ("consume", "consumed"), {"from": "piece", "of": "stock", "with": "stock"}),
)

PARAMETERS = (
    Parameter("cost", "piece"),
    Parameter("goods", "piece"),
    Parameter("stocking", "stock"),
    Parameter("dictates", implies="reassign"),
    Parameter("dictated workers", implies="reassign"),
)

GAME = Game(
    name="roll",
    verbs=VERBS,
    events=EVENTS,
    parameters=PARAMETERS,
    facts={"active": (), "order": (), "ended": (), "phase": "", "virtual*": ()},
    steps=steps_of(verbs, setup, assign, explore, build, goods, manage, round),
    lay=setup.lay,
    start="begin",
    at_once=True,
    words=Words,
    order=strict_order,
    report=later("rftg_dsl.games.roll.report", "report"),
    advise=later("rftg_dsl.games.roll.advise", "advise"),
    tell=later("rftg_dsl.games.roll.report", "tell"),
    conceal=assign.conceal,
    plays=frozenset(("faction", "home", "tile")),
    moments={
        "assign": ("reassign",),
        "explore": ("start", "end", explore.TO_TOP, explore.REARRANGE),
        "develop": ("start", "end"),
        "settle": ("start", "end"),
        "produce": ("start", "end"),
        "ship": ("start", "end"),
    },
    selected={"selected phase": "selected"},
    marks=("setup", "round"),
)
"""What the engine needs to know of Roll."""
