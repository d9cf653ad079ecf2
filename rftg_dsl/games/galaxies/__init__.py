"""Tiny Epic Galaxies: its verbs, events, numbers and steps."""

from __future__ import annotations

from attrs import evolve

from rftg_dsl.games import verbs
from rftg_dsl.games.galaxies import actions, planets, setup, turn
from rftg_dsl.games.galaxies.words import FACES, Words, order
from rftg_dsl.games.later import later
from rftg_dsl.kernel.play import steps_of
from rftg_dsl.words import EventWord, Game, Parameter, Verb

EXACT: frozenset[str] = frozenset()
"""Just so many: nobody chooses how many."""
FACED = (*FACES, *(f"bay-{face}" for face in FACES))
"""Where dice lie that show a face."""
BY, FOR, FROM, TO = frozenset(("by",)), frozenset(("for",)), frozenset(("from",)), frozenset(("to",))

ORBIT = ("orbit",)
"""Where ships stand on a numbered space."""


LEADS = {"gain": FACED, "move": (*FACED, "converter", "supply"), "remove": ("supply",)}
"""Where powers lay dice; anywhere else they would stay for ever."""


def on_the_mat(verb: Verb) -> Verb:
    """A verb of all games, done to the dice on and beside the Control Mat, if it is done to dice."""
    if verb.object != "stock":
        return verb
    reads = verb.reads if verb.grants else (*FACED, "converter")
    return evolve(verb, reads=reads, writes=(*verb.writes, *LEADS[verb.name]))


VERBS = (
    *(on_the_mat(verb) for verb in verbs.VERBS),
    *(
        Verb(name, "pieces", do, {"by": "number"}, BY, can, asks=True, reads=ORBIT, how=EXACT)
        for name, do, can in (
            ("advance", planets.advance_some, planets.can_advance),
            ("regress", planets.regress_some, planets.can_regress),
        )
    ),
    Verb(
        "move",
        "pieces",
        planets.move_ships,
        can=planets.can_move,
        asks=True,
        reads=("galaxy", "surface", "orbit"),
        how=frozenset(("up to",)),
    ),
    Verb("transfer", "pieces", planets.transfer, can=planets.can_transfer, asks=True, reads=ORBIT, how=EXACT, most=1),
    Verb(
        "recall",
        "pieces",
        planets.recall,
        {"for": "counters"},
        FOR,
        planets.can_recall,
        asks=True,
        reads=ORBIT,
        how=EXACT,
        most=1,
    ),
    Verb("take", "counter", planets.take, {"from": "seats"}, FROM, planets.can_take, asks=True, how=EXACT),
    Verb(
        "exchange",
        "counter",
        planets.exchange,
        {"for": "counter"},
        FOR,
        planets.can_exchange,
        asks=True,
        how=frozenset(("up to", "any")),
    ),
    Verb(
        "upgrade",
        "nothing",
        planets.upgrade_with,
        {"with": "counters", "for": "change"},
        frozenset(("with",)),
        planets.can_upgrade_with,
        asks=True,
    ),
    Verb("turn", "stock", planets.turn_one, can=planets.any_cells, asks=True, reads=FACED, how=EXACT, most=1),
    Verb(
        "reroll",
        "stock",
        planets.reroll_some,
        can=planets.any_cells,
        asks=True,
        reads=FACED,
        how=frozenset(("up to", "any")),
    ),
    Verb(
        "put",
        "pieces",
        planets.put_planet,
        {"to": "place"},
        TO,
        planets.can_put,
        asks=True,
        reads=("row",),
        writes=("deck", "discard", "colonies"),
        how=EXACT,
        most=1,
    ),
    Verb(
        "use",
        "pieces",
        planets.use_planet,
        {"for": "price"},
        can=planets.can_use_planet,
        asks=True,
        reads=("row", "colonies", "discard"),
        how=EXACT,
        most=1,
    ),
    Verb("repeat", "stock", planets.repeat, can=planets.can_repeat, asks=True, reads=FACED, how=EXACT, most=1),
    Verb(planets.ACT, "nothing", planets.act, can=planets.can_act, asks=True),
)

GAME = Game(
    name="galaxies",
    verbs=VERBS,
    events=(EventWord("follow", ("follow", "follows", "followed")),),
    parameters=(Parameter("follow price"),),
    facts={"ended": (), "over": (), "called": 0},
    steps=steps_of(verbs, setup, actions, planets, turn),
    lay=setup.lay,
    start="begin",
    at_once=True,
    words=Words,
    order=order,
    report=later("rftg_dsl.games.galaxies.report", "report"),
    advise=later("rftg_dsl.games.galaxies.advise", "advise"),
    tell=later("rftg_dsl.games.galaxies.report", "tell"),
    plays=frozenset(("mission-card", "planet-card", "spaceship")),
    moments={"action": tuple(verb.name for verb in VERBS)},
    marks=("setup", "turn"),
    lying={
        "planet": frozenset(("deck", "row", "discard", "colonies")),
        "mission": frozenset(("missions", "dealt", "mission")),
        "vessel": frozenset(("galaxy", "dock", "surface", "orbit")),
        "die": frozenset((*FACED, "converter", "supply")),
    },
    uses={"mission": frozenset(("score",)), "vessel": frozenset()},
)
"""What the engine needs to know of Galaxies."""
