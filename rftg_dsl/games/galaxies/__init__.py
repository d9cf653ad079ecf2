"""Tiny Epic Galaxies: its verbs, events, numbers and steps."""

from __future__ import annotations

from attrs import evolve

from rftg_dsl.base.resources import find_content_folder
from rftg_dsl.check.signatures import Parameter, Verb
from rftg_dsl.compile.game import Game
from rftg_dsl.games import moving, verbs
from rftg_dsl.games.galaxies import actions, events, planets, questions, setup, turn
from rftg_dsl.games.galaxies.numbers import FACES, Numbers, points_for_empire
from rftg_dsl.games.lazy import lazy
from rftg_dsl.kernel.decision import questions_in
from rftg_dsl.kernel.step import steps_in

EXACT: frozenset[str] = frozenset()
FACED = (*FACES, *(f"bay-{face}" for face in FACES))
BY = frozenset(("by",))

ORBIT = ("orbit",)
"""The place in which ships have a numbered space."""


LEADS = {"gain": FACED, "move": (*FACED, "converter", "supply"), "discard": ("supply",)}
"""The places where powers may put dice; anywhere else, the dice would stay forever."""


def limit_reach(verb: Verb) -> Verb:
    if verb.object not in ("stock", "stocks"):
        return verb
    reach = ("supply",) if verb.grants else (*FACED, "converter")
    saying = "discard {what}" if verb.name == "discard" else verb.saying
    return evolve(verb, reach=reach, leads=LEADS[verb.name], saying=saying)


VERBS = (
    *(limit_reach(verb) for verb in verbs.VERBS),
    *(
        Verb(name, "pieces", do, {"by": "number"}, BY, can, takes, asks=True, reach=ORBIT, saying=saying, text=text)
        for name, do, can, takes, saying, text in (
            (
                "advance",
                planets.advance_some,
                planets.can_advance,
                planets.ships_in_orbit,
                "advance {your what} {by:space}",
                "Advance own ships on tracks of any type.",
            ),
            (
                "regress",
                planets.regress_some,
                planets.can_regress,
                planets.ships_on_numbered_spaces,
                "move {your what} back {by:space}",
                "Move ships back on their tracks, no further than the starting position.",
            ),
        )
    ),
    Verb(
        "move",
        "pieces",
        planets.move_ships,
        can=planets.can_move,
        asks=True,
        reach=("galaxy", "surface", "orbit"),
        how=frozenset(("up to",)),
        saying="move {your what} {|one after another}",
        text="Move different ships one after another; a ship that lands can use its planet's action.",
    ),
    Verb(
        "move",
        "pieces",
        planets.move_pieces,
        {"to": "places"},
        frozenset(("to",)),
        planets.can_move_pieces,
        asks=True,
        reach=("galaxy", "surface", "orbit", "row"),
        leads=("galaxy", "surface", "orbit", "deck", "discard", "colonies"),
        counts=("space",),
        how=frozenset(("up to",)),
        saying="move {your what} {to} <{taken from row}and [reveal] a new planet in its place>",
        text="Move ships or planets to certain places.",
    ),
    Verb(
        "discard",
        "pieces",
        planets.discard_planets,
        can=planets.can_discard,
        asks=True,
        reach=("row",),
        how=EXACT,
        most=1,
        saying="discard {what} and [reveal] a new planet in its place",
        text="Discard a planet of the row.",
    ),
    Verb(
        "upgrade",
        "nothing",
        planets.upgrade_with,
        {"with": "counters", "for": "change"},
        frozenset(("with",)),
        planets.can_upgrade_with,
        asks=True,
        saying="upgrade {your} empire with {with} <for {for}>",
        text="Upgrade the empire, paying from one of the resources or mixing them.",
    ),
    Verb(
        "turn",
        "stock",
        planets.turn_one,
        can=planets.has_dice,
        asks=True,
        reach=FACED,
        how=EXACT,
        most=1,
        saying="turn {what} to any face",
        text="Turn a die to any face.",
    ),
    Verb(
        "reroll",
        "stock",
        planets.reroll_some,
        can=planets.has_dice,
        asks=True,
        reach=FACED,
        how=frozenset(("up to", "any")),
        text="Reroll dice without paying.",
    ),
    Verb(
        "use",
        "pieces",
        planets.use_planet,
        {"for": "price"},
        can=planets.can_use_planet,
        asks=True,
        reach=("row", "colonies", "discard"),
        elsewhere=True,
        how=EXACT,
        most=1,
        saying="<[give] its owner {for:owner} to use|<[spend] {for} to use|[use]>> the action of {what}",
        text="Use the action of another planet; the price goes to the seat that has colonized it.",
    ),
    Verb(
        "use",
        "stock",
        planets.repeat,
        can=planets.can_repeat,
        asks=True,
        reach=FACED,
        how=EXACT,
        most=1,
        saying="repeat the action of {what}",
        text="Repeat the action of an activated die.",
    ),
    Verb(
        planets.ACT,
        "nothing",
        planets.act_as_any_face,
        can=planets.can_act,
        asks=True,
        fires=events.EVENTS,
        saying="take the action of any die face, which opponents may follow for free",
        text="Take the action of any face; the other players may do it for free, instead of following the die.",
    ),
)

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
