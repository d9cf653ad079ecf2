"""Tiny Epic Galaxies: its verbs, events, numbers and steps."""

from __future__ import annotations

from attrs import evolve

from rftg_dsl.base.resources import find_content_folder
from rftg_dsl.check.signatures import Parameter, Verb, verbs_in
from rftg_dsl.compile.game import Game
from rftg_dsl.games import moving, verbs
from rftg_dsl.games.galaxies import actions, events, planets, questions, setup, turn
from rftg_dsl.games.galaxies.numbers import FACED, FACES, Numbers, points_for_empire
from rftg_dsl.games.lazy import lazy
from rftg_dsl.kernel.decision import questions_in
from rftg_dsl.kernel.step import steps_in

LEADS = {"gain": FACED, "move": (*FACED, "converter", "supply"), "discard": ("supply",)}
"""For each verb, the places where powers may put dice; dice put anywhere else would stay there forever."""


def limit_reach(verb: Verb) -> Verb:
    if verb.object not in ("stock", "stocks"):
        return verb
    reach = ("supply",) if verb.grants else (*FACED, "converter")
    saying = "discard {what}" if verb.name == "discard" else verb.saying
    return evolve(verb, reach=reach, leads=LEADS[verb.name], saying=saying)


VERBS = (*(limit_reach(verb) for verb in verbs.VERBS), *verbs_in(planets))

GAME = Game(
    name="galaxies",
    version=2,
    content=find_content_folder() / "galaxies",
    verbs=VERBS,
    events=events.EVENTS,
    parameters=(
        Parameter(
            "follow price",
            most=9,
            meaning="the culture you pay to follow",
            sayings={"": "you pay {change} culture to follow", "exactly": "you pay {n} culture to follow"},
        ),
        Parameter(
            "follow toll",
            most=9,
            meaning="the culture others pay to follow you",
            sayings={
                "": "opponents pay {change} culture to follow you",
                "exactly": "opponents pay {n} culture to follow you",
            },
        ),
        Parameter(
            "final vp",
            most=99,
            meaning="the victory points that end the game",
            sayings={"": "for all players, the game ends at {change} VP"},
        ),
    ),
    component_kinds=frozenset(("mission-card", "planet-card", "spaceship")),
    empty={"start of turn": frozenset((*FACED, "converter"))},
    offers={"action": tuple(verb.name for verb in VERBS)},
    faces={"die": frozenset(FACES)},
    uses={"mission": frozenset(("score",)), "vessel": frozenset()},
    allowed_places={
        "planet": frozenset(("deck", "row", "discard", "colonies")),
        "mission": frozenset(("missions", "dealt", "mission")),
        "vessel": frozenset(("galaxy", "dock", "surface", "orbit")),
        "die": frozenset((*FACED, "converter", "supply")),
    },
    vacated=frozenset(("surface", "orbit")),
    openings=(setup.set_up,),
    acts=(turn.roll_all, turn.choose, turn.clear_mat),
    counts={"empire-points": points_for_empire},
    facts={"called": 0},
    steps=steps_in(verbs, moving, setup, actions, planets, turn),
    questions=questions_in(verbs, moving, questions),
    lay=setup.lay,
    numbers=Numbers,
    report=lazy("rftg_dsl.games.galaxies.report", "report"),
    advisers=lazy("rftg_dsl.games.galaxies.advise", "advisers_by_decision"),
    outlook=lazy("rftg_dsl.games.galaxies.advise", "estimate_scores"),
    unseen="card",
    tell=lazy("rftg_dsl.games.galaxies.report", "tell"),
    suppose=setup.suppose,
)
