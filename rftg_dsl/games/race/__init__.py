"""Race for the Galaxy: its verbs, events, numbers and steps."""

from __future__ import annotations

from attrs import evolve

from rftg_dsl.base.resources import find_content_folder
from rftg_dsl.check.signatures import EDGES, Act, Bearing, Parameter, verbs_in
from rftg_dsl.compile.game import Game
from rftg_dsl.games import copying, prices, verbs
from rftg_dsl.games.lazy import lazy
from rftg_dsl.games.race import (
    build,
    consume,
    events,
    explore,
    gamble,
    goals,
    produce,
    questions,
    round,
    secrets,
    setup,
    supply,
    trade,
    unseen,
)
from rftg_dsl.games.race.numbers import Numbers
from rftg_dsl.kernel.decision import questions_in
from rftg_dsl.kernel.step import steps_in

VERBS = (
    *verbs_in(supply),
    *(verb for verb in verbs.COUNTING if verb.do is not verbs.gain_counter),
    *verbs_in(consume, build, trade),
    *(evolve(verb, reach=("tableau",)) for verb in verbs_in(copying)),
    *verbs_in(goals, gamble, produce),
)

ANYWHERE = ("gain", "have", "spend", "draw", "discard", "move", "place", "consume", "produce", "sell", "ante", "use")

CARDS = frozenset(("card",))
MOST = 7
"""The maximum by which a power can change a number of cards; without powers, Explore draws no more than this."""

PARAMETERS = (
    Parameter(
        "starting hand",
        most=MOST,
        moment="setup",
        bearers=frozenset(("start-world",)),
        meaning="the cards kept at the start of the game",
        sayings={"": "keep {count} {card|cards} at the start of the game"},
    ),
    Parameter(
        "draws",
        implies="explore",
        priced=True,
        most=MOST,
        moment="start of explore",
        meaning="the cards drawn in Explore",
        sayings={"": "draw {count} {card|cards}", "exactly": "draw exactly {n} {card|cards}"},
    ),
    Parameter(
        "kept cards",
        implies="explore",
        priced=True,
        most=MOST,
        moment="explore",
        meaning="the cards kept in Explore",
        sayings={"": "keep {count} {card|cards}", "exactly": "keep exactly {n} {card|cards}"},
    ),
    Parameter(
        "discarded",
        "piece",
        implies="explore",
        permits=True,
        among=("hand",),
        meaning="these cards can be discarded in Explore instead of cards drawn",
        sayings={
            "allowed": "{things} can be discarded instead of cards drawn",
            "forbidden": "{things} cannot be discarded instead of cards drawn",
        },
    ),
    Parameter(
        "cost",
        "piece",
        implies={"development": "develop", "world": "settle"},
        priced=True,
        of=CARDS,
        meaning="the cards it costs to place a card; for a military world, only if a power allows paying for it",
        sayings={
            "": "<{things}|cards> [cost] {change}",
            "exactly": "<{things}|cards> [cost] {n}",
            "any": "<{things}|cards> [cost] any number",
            "printed": "the cost of <{things}|cards> cannot be changed",
        },
    ),
    Parameter(
        "military",
        "piece",
        implies="settle",
        priced=True,
        of=CARDS,
        most=9,
        meaning="your Military, overall or against certain worlds",
        noun="Military",
        sayings={"": "{signed} Military <against {all}> <{tail}> <{price} until the end of the phase>"},
    ),
    Parameter(
        "payment",
        "piece",
        implies="settle",
        opens="paid for",
        of=CARDS,
        sides=frozenset(("world",)),
        most=9,
        meaning="the cards it costs to place a military world; starts from its defense",
        sayings={
            "": "{you may} pay for <{things}|military worlds>, at {change} than {their} defense",
            "exactly": "{you may} pay {n} for <{things}|military worlds>",
            "open": "{you may} pay for <{things}|military worlds>, at {their} defense",
            "closed": "you cannot pay for <{things}|military worlds>",
        },
    ),
    Parameter(
        build.CONQUEST,
        "piece",
        implies="settle",
        priced=True,
        opens="conquered",
        of=CARDS,
        sides=frozenset(("world",)),
        most=9,
        meaning="the Military needed to conquer a world; starts from its defense, or its cost if it is not military",
        sayings={
            "": "{you may} conquer <{things}|worlds>, at {change} than {their} defense or cost",
            "exactly": "{you may} conquer <{things}|worlds>, at a defense of {n}",
            "open": "{you may} conquer <{things}|worlds>, at {their} defense or cost",
            "closed": "you cannot conquer <{things}|worlds>",
        },
    ),
    Parameter(
        "trade",
        "piece",
        implies="trade",
        lying=True,
        held="goods",
        most=9,
        meaning="the cards drawn for a good that is sold",
        sayings={
            "": "when you sell <{a}|a good>, draw {count} {card|cards}",
            "exactly": "when you sell <{a}|a good>, draw exactly {n} {card|cards}",
        },
    ),
    Parameter(
        "traded",
        "piece",
        implies="trade",
        permits=True,
        granted=True,
        lying=True,
        held="goods",
        meaning="these goods can be sold",
        sayings={"forbidden": "<{things}|goods> cannot be sold"},
    ),
    Parameter(
        "hand limit",
        meaning="the cards kept in hand at the end of a round",
        sayings={
            "more": "your hand limit is {n} higher",
            "less": "your hand limit is {n} lower",
            "exactly": "your hand limit is {n}",
            "any": "you have no hand limit",
        },
    ),
    Parameter(
        "final tableau",
        meaning="the number of cards in a tableau at which the game ends",
        sayings={
            "": "for all players, the game ends with {count} {card|cards} in a tableau",
            "any": "for all players, no number of cards in a tableau ends the game",
        },
    ),
    Parameter(
        "choosing order",
        most=9,
        meaning="players with a higher number choose their actions after seeing those with a lower one",
        sayings={
            "": "choose {your} actions after seeing those of players with a lower choosing order (yours is {change})"
        },
    ),
    Parameter(
        goals.PROGRESS,
        most=99,
        meaning="how far a player has come towards a goal",
        sayings={"": "{signed} progress"},
    ),
)

PHASES = ("explore", "develop", "settle", "consume", "produce")

PASSING = frozenset(("explored", "placing", "discarding", "starts"))
"""The places that hold cards only during a phase or before the first phase."""

EMPTY = {
    **{f"{edge} of {phase}": PASSING for phase in PHASES for edge in EDGES},
    **dict.fromkeys(("start of round", "end of round", "consume", "produce", "score"), PASSING),
    **dict.fromkeys((one.name for one in events.EVENTS), frozenset(("starts",))),
    **dict.fromkeys(("paid", "good produced", "all produced"), frozenset(("explored", "starts"))),
    **dict.fromkeys(("developed", "settled"), frozenset(("explored", "starts", "discarding"))),
}

GAME = Game(
    name="race",
    content=find_content_folder() / "race",
    verbs=VERBS,
    events=events.EVENTS,
    parameters=PARAMETERS,
    component_kinds=frozenset(("card", "start-world")),
    added_kinds=frozenset(("goal",)),
    only={
        goals.FIRST: frozenset(("claim", goals.PROGRESS)),
        goals.MOST: frozenset(("claim", "return", goals.PROGRESS)),
    },
    offers={
        "consume": (*ANYWHERE, "barter", gamble.GUESS),
        "produce": ANYWHERE,
    },
    ordered=frozenset(("produce",)),
    empty=EMPTY,
    passing_marks={"produced": events.good_produced},
    bearing={"goods": Bearing("type")},
    working={"production": "produce"},
    openings=(
        setup.set_up,
        Act(setup.add_unused_starts, after=("set-up",)),
        Act(setup.deal_hand, after=("set-up",)),
        Act(setup.choose_hand, after=("deal-hand",)),
        Act(setup.reveal_starts, after=("choose-hand",)),
        Act(setup.put_first_good, after=("reveal-starts",)),
    ),
    acts=(
        round.choose_in_secret,
        round.reveal_actions,
        explore.look,
        explore.choose,
        Act(build.choose_card, (("develop", "settle"),)),
        build.reveal_cards,
        Act(build.pay, (("develop", "settle"),)),
        trade.trade,
        produce.produce_all,
        round.end_phase,
        round.enforce_hand_limit,
        Act(round.check_goals, (("phase", "round"),)),
    ),
    tests={"chosen": round.is_chosen},
    counts={"cards-in-play": round.cards_in_play, "goal-points": goals.points_of},
    facts={"actions": (), "placed*": -1},
    steps=steps_in(
        verbs, copying, prices, supply, setup, explore, build, consume, trade, unseen, gamble, produce, round
    ),
    questions=(*verbs.COUNTING_QUESTIONS, copying.COPY, prices.CHANGE, *questions_in(questions)),
    lay=setup.lay,
    prepare=setup.prepare,
    numbers=Numbers,
    report=lazy("rftg_dsl.games.race.report", "report"),
    advisers=lazy("rftg_dsl.games.race.advise", "advisers_by_decision"),
    outlook=lazy("rftg_dsl.games.race.advise", "estimate_scores"),
    horizon=4,
    unseen="card",
    tell=lazy("rftg_dsl.games.race.report", "tell"),
    conceal=secrets.conceal,
    mixed=(frozenset(("card", "start-world")),),
    suppose=secrets.suppose,
)
