"""Roll for the Galaxy: its verbs, events, numbers and steps."""

from __future__ import annotations

from attrs import evolve

from rftg_dsl.compile.game import Game
from rftg_dsl.games import verbs
from rftg_dsl.games.lazy import lazy
from rftg_dsl.games.roll import assign, build, events, explore, goods, manage, questions, round, setup
from rftg_dsl.games.roll.numbers import PHASES, REARRANGE, SHOWN, TO_TOP, Numbers
from rftg_dsl.games.rounds import strict_order
from rftg_dsl.kernel.decision import questions_in
from rftg_dsl.kernel.step import steps_in
from rftg_dsl.resources import content
from rftg_dsl.signatures import EDGES, Parameter, Selected, Verb

DICE = ("cup", "citizenry", *PHASES, "developing", "settling", "goods")
"""The places that powers can move dice to."""

WITH_DICE = ("supply", *DICE, "wild", "strip", "dictated", "finishing")
"""The places that can hold dice; all others hold tiles."""


def of_dice(verb: Verb) -> Verb:
    """A shared verb, limited to the places it can take dice from and move them to."""
    return evolve(verb, reach=WITH_DICE, leads=DICE if verb.grants else (*DICE, "supply"))


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
        owned=True,
        reach=PHASES,
        leads=PHASES,
    ),
    Verb(
        "employ",
        "stock",
        explore.employ,
        grants=True,
        conjures=True,
        leads=explore.VIRTUAL,
        fires=(events.scouted, events.stocked, events.trades, events.traded, events.consumed),
    ),
    Verb("draw", "pieces", explore.draw_tile, asks=True, grants=True),
    Verb(TO_TOP, "nothing", explore.rearrange_stacks, offered=True, alone=True),
    Verb(REARRANGE, "nothing", explore.rearrange_stacks, offered=True, alone=True),
)

PARAMETERS = (
    Parameter("cost", "piece", {"development": "develop", "world": "settle"}, of=frozenset(("tile",))),
    Parameter("goods", "piece", implies="produce", most=9),
    Parameter("stocking", "stock", implies="explore", most=10),
    Parameter("dictates", implies="reassign"),
    Parameter("dictated workers", implies="reassign"),
)

GAME = Game(
    name="roll",
    content=content() / "roll",
    verbs=VERBS,
    events=events.EVENTS,
    parameters=PARAMETERS,
    component_kinds=frozenset(("faction", "home", "tile")),
    windows=dict.fromkeys(round.WORK, EDGES),
    offers={"assign": ("reassign",), "explore": (TO_TOP, REARRANGE)},
    faces={"die": frozenset(SHOWN)},
    selected={"selected phase": Selected("selected", PHASES)},
    facts={"active": (), "order": (), "ended": (), "phase": "", "virtual*": ()},
    steps=steps_in(verbs, setup, assign, explore, build, goods, manage, round),
    questions=questions_in(verbs, questions),
    start=round.begin,
    lay=setup.lay,
    numbers=Numbers,
    order=strict_order,
    report=lazy("rftg_dsl.games.roll.report", "report"),
    advisers=lazy("rftg_dsl.games.roll.advise", "advisers"),
    tell=lazy("rftg_dsl.games.roll.report", "tell"),
    conceal=assign.conceal,
)
"""The record of Roll for the engine."""
