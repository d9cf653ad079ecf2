"""Roll for the Galaxy: its verbs, events, numbers and steps."""

from __future__ import annotations

from attrs import evolve

from rftg_dsl.base.resources import find_content_folder
from rftg_dsl.check.signatures import Act, Bearing, Listed, Parameter, Selected, Verb, verbs_in
from rftg_dsl.compile.game import Game
from rftg_dsl.games import copying, moving, prices, verbs
from rftg_dsl.games.lazy import lazy
from rftg_dsl.games.roll import assign, build, events, explore, goods, manage, questions, round, setup
from rftg_dsl.games.roll.numbers import PHASES, REARRANGE, SHOWN, TO_TOP, Numbers
from rftg_dsl.kernel.decision import questions_in
from rftg_dsl.kernel.step import steps_in

DICE = ("cup", "citizenry", *PHASES, "developing", "settling", "goods")

WITH_DICE = ("supply", *DICE, "wild", "strip", "dictated", "finishing")
"""The places that can hold dice; all other places hold tiles."""


def limit_reach(verb: Verb) -> Verb:
    return evolve(verb, reach=WITH_DICE, leads=DICE if verb.grants else (*DICE, "supply"))


VERBS = (
    *(limit_reach(verb) if verb.object in ("stock", "stocks") else verb for verb in verbs.VERBS),
    *verbs_in(build, assign, goods, explore),
    *(evolve(verb, reach=("tableau",)) for verb in verbs_in(copying)),
)

PARAMETERS = (
    Parameter(
        "cost",
        "piece",
        implies={"development": "develop", "world": "settle"},
        priced=True,
        of=frozenset(("tile",)),
        its=dict.fromkeys(("developers", "settlers"), "finishing"),
        of_kind={"developers": "development", "settlers": "world"},
        meaning="the workers it takes to complete a tile",
        sayings={
            "": "<{things}|tiles> [cost] {change}",
            "exactly": "<{things}|tiles> [cost] {n}",
            "any": "<{things}|tiles> [cost] any number",
            "printed": "the cost of <{things}|tiles> cannot be changed",
        },
    ),
    Parameter(
        "goods",
        "piece",
        most=9,
        held="goods",
        meaning="the goods that a world can hold",
        sayings={"": "<{each}|each world> can hold {count} {good|goods}"},
    ),
    Parameter(
        "stocking",
        "stock",
        implies="explore",
        most=10,
        meaning="the credits that an explorer earns by stocking",
        sayings={
            "": "each Stock <by {a:explorer}> earns {change:credit}",
            "exactly": "each Stock <by {a:explorer}> earns {n:credit}",
        },
    ),
    Parameter(
        "dictates",
        implies="reassign",
        moment="assign",
        meaning="the number of times you can dictate in a round",
        sayings={"": "you may dictate {count} {time|times} per round"},
    ),
    Parameter(
        "dictated workers",
        implies="reassign",
        meaning="the workers you can move each time you dictate",
        sayings={
            "": "each time you dictate, you may reassign up to {count} {worker|workers}",
            "any": "each time you dictate, you may reassign any number of workers",
        },
    ),
    Parameter(
        "recruit cost",
        most=9,
        meaning="the credits it costs to recruit a die",
        sayings={"": "recruiting a die costs {change:credit}", "exactly": "recruiting a die costs {n:credit}"},
    ),
    Parameter(
        "final tableau",
        most=99,
        meaning="the number of squares in a tableau at which the game ends, for all players",
        sayings={"": "for all players, the game ends with {count} {square|squares} in a tableau"},
    ),
    Parameter(
        "traded",
        "piece",
        implies="ship",
        permits=True,
        granted=True,
        held="goods",
        meaning="goods on these worlds can be traded",
    ),
)

ASIDE = frozenset(("wild", "dictated", "finishing", "hand"))
"""The places that are empty at the start and end of each phase."""


def columns_up_to(phase: str) -> frozenset[str]:
    return frozenset(PHASES[: PHASES.index(phase) + 1])


EMPTY = {
    "assign": frozenset(("finishing", "hand")),
    "revealed": frozenset(("wild", "finishing", "hand")),
    **{f"start of {phase}": ASIDE | (columns_up_to(phase) - {phase}) for phase in PHASES},
    "explore": frozenset(("wild", "dictated", "finishing")),
    **{f"end of {phase}": ASIDE | columns_up_to(phase) for phase in PHASES},
    **dict.fromkeys(("start of round", "end of round", "score"), ASIDE | columns_up_to("ship") | {"strip"}),
}
"""The places that are empty at each moment; workers leave their columns by the end of their phase."""

GAME = Game(
    name="roll",
    version=2,
    content=find_content_folder() / "roll",
    verbs=VERBS,
    events=events.EVENTS,
    parameters=PARAMETERS,
    component_kinds=frozenset(("faction", "home", "tile")),
    offers={"assign": ("reassign", "reroll", "use"), "explore": (TO_TOP, REARRANGE, "move")},
    ordered=frozenset(("explore",)),
    empty=EMPTY,
    faces={"die": frozenset(SHOWN)},
    bearing={"goods": Bearing("colour", "trade")},
    selected={
        "selected phase": Selected("selected", PHASES),
        "active phase": Listed("active", PHASES, unknown=("assign",)),
        "inactive phase": Listed("active", PHASES, named=False, unknown=("assign",)),
    },
    openings=(
        setup.set_up,
        Act(setup.draw_start_tiles, after=("set-up",)),
        Act(setup.take_start_dice, after=("set-up",)),
    ),
    acts=(
        assign.roll_dice,
        assign.reveal,
        round.join_phase,
        explore.explore,
        Act(build.build, (("develop", "settle"),)),
        goods.produce,
        goods.ship,
        round.leave_phase,
        explore.return_abandoned,
        manage.manage,
        round.reset,
    ),
    tests={"selected": round.is_selected},
    counts={"squares": manage.count_squares},
    facts={"active": (), "virtual*": ()},
    either_facts={"turning*": ()},
    room=goods.room_in,
    steps=steps_in(verbs, moving, copying, prices, setup, assign, explore, build, goods, manage, round),
    questions=questions_in(verbs, moving, copying, questions),
    lay=setup.lay,
    prepare=setup.fill_pool,
    numbers=Numbers,
    report=lazy("rftg_dsl.games.roll.report", "report"),
    advisers=lazy("rftg_dsl.games.roll.advise", "advisers_by_decision"),
    outlook=lazy("rftg_dsl.games.roll.advise", "estimate_scores"),
    unseen="tile",
    tell=lazy("rftg_dsl.games.roll.report", "tell"),
    conceal=assign.conceal,
    suppose=assign.suppose,
)
