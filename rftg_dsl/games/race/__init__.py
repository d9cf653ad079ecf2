"""Race for the Galaxy: its verbs, events, numbers and steps."""

from __future__ import annotations

from attrs import evolve

from rftg_dsl.base.resources import find_content_folder
from rftg_dsl.check.signatures import EDGES, Act, Bearing, Parameter, Verb
from rftg_dsl.compile.game import Game
from rftg_dsl.games import copying, prices, verbs
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
    secrets,
    setup,
    supply,
    unseen,
)
from rftg_dsl.games.race.numbers import Numbers
from rftg_dsl.kernel.decision import questions_in
from rftg_dsl.kernel.step import steps_in

VERBS = (
    Verb(
        "gain",
        "counter",
        consume.gain_vp,
        text="Gain VP chips, or on any other counter; R085: consume powers give double chips.",
    ),
    *(verb for verb in verbs.COUNTING if verb.do is not verbs.gain_counter),
    Verb(
        "draw",
        "pieces",
        supply.draw_cards,
        can=supply.can_draw,
        grants=True,
        of=frozenset(("card",)),
        text="Draw cards to the hand.",
    ),
    Verb(
        "consume",
        "pieces",
        consume.consume_goods,
        {"different": "differing", "same": "matching"},
        can=consume.can_consume,
        asks=True,
        reach=("goods",),
        counts=("consumed",),
        text="R079: discard goods from these worlds, as many as possible within the limits.",
    ),
    Verb(
        "discard",
        "pieces",
        consume.discard_cards,
        can=consume.can_discard,
        takes=consume.find_discardable,
        asks=True,
        counts=("discarded",),
        fires=(events.left,),
        exhausts="this",
        saying="discard {what from}",
        text="Discard cards from the hand or from play; the choice from a hand is secret.",
    ),
    Verb(
        "move",
        "pieces",
        consume.move_cards,
        {"to": "place"},
        frozenset(("to",)),
        consume.can_move_cards,
        consume.find_movable_cards,
        asks=True,
        fires=(events.left,),
        saying="move {what from} {to}",
        text="Move cards to a place; the choice from a hand is secret.",
    ),
    Verb(
        "move",
        "pieces",
        consume.move_goods,
        {"to": "targets"},
        frozenset(("to",)),
        consume.can_move_goods,
        asks=True,
        reach=("goods",),
        text="Move goods to a place, or to worlds without one; a world holds only one.",
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
        saying="place {what from} <for {for}> <in place of {instead of}>"
        " <{taken from supply}(the top card is turned up, and goes to {your} hand if it is not placed)>"
        " <{taken from discards}(chance picks one, which goes back if it is not placed)>",
        text="Place one more card, which is paid for or conquered on its own, or none.",
    ),
    Verb(
        "sell",
        "pieces",
        consume.sell_good,
        {"for": "change"},
        can=consume.can_trade,
        takes=consume.find_salable,
        asks=True,
        reach=("goods",),
        how=frozenset(),
        fires=(events.good_sold,),
        saying="sell {what} <for {for:card}>",
        text="D8: sell a good, with all Trade powers.",
    ),
    Verb(
        "barter",
        "pieces",
        consume.barter_good,
        {"for": "change"},
        can=consume.can_trade,
        takes=consume.find_salable,
        asks=True,
        reach=("goods",),
        how=frozenset(),
        fires=(events.good_sold,),
        saying="sell {what} <for {for:card}> without Trade powers",
        text="D8: sell a good, without Trade powers.",
    ),
    evolve(copying.USE, reach=("tableau",)),
    Verb(
        "claim",
        "nothing",
        goals.claim,
        keeps={"held*": ()},
        saying="claim this goal with a progress of {printed least} or more",
        text="Gain this goal, if it is open and its condition is met.",
    ),
    Verb(
        "return",
        "nothing",
        goals.give_back,
        saying="return this goal unless {your} progress is still enough",
        text="Lose this goal, if its condition is no longer met.",
    ),
    Verb(
        consume.GUESS,
        "nothing",
        consume.guess_cost,
        asks=True,
        offered=True,
        pays=False,
        saying="name a number from {number guess_least} to {number guess_most} and [turn] up the top card;"
        " [take] it if its cost or defense is that number",
        text="D10: name a number and turn up the top card, which is kept if its cost or defense is that number.",
    ),
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
        saying="ante {what from} with a cost or defense from {number ante_least} to {number ante_most} and [draw] as"
        " many cards; [keep] one of them if any has a higher one, else [lose] the ante",
        text="Show a card, and draw as many cards as it costs; a higher one wins one of them.",
    ),
    Verb(
        "produce",
        "nothing",
        produce.produce_good,
        {"on": "pieces", "to": "place"},
        either=frozenset(("on", "to")),
        can=produce.can_produce,
        asks=True,
        leads=("goods",),
        owned=True,
        how=frozenset(("between", "up to", "any", "all")),
        fires=(events.good_produced,),
        saying="produce a good <on {on}> <{to:on}>",
        text="Put a good from the supply on this world, on some of several, or on each of them.",
    ),
)

ANYWHERE = ("gain", "have", "spend", "draw", "discard", "move", "place", "consume", "produce", "sell", "ante", "use")
"""The verbs of powers in phases that offer them."""

CARDS = frozenset(("card",))
"""The components that are paid for or conquered."""
MOST = 7
"""The most that a power changes a number of cards by: nobody draws more cards in Explore without powers."""

PARAMETERS = (
    Parameter(
        "starting hand",
        most=MOST,
        moment="setup",
        bearers=frozenset(("start-world",)),
        meaning="the cards kept at the start",
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
        meaning="the cards to pay for a card; for a military world, only if something allows to pay for it",
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
        meaning="your Military, in all or against some worlds",
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
        meaning="the cards to pay for a military world; starts from its defense",
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
        meaning="the Military to conquer a world; starts from its defense, or its cost if it is not military",
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
        meaning="their goods can be sold",
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
        meaning="the cards in a tableau that end the game",
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
        meaning="how far a player is towards a goal",
        sayings={"": "{signed} progress"},
    ),
)

PHASES = ("explore", "develop", "settle", "consume", "produce")

PASSING = frozenset(("explored", "placing", "discarding", "starts"))
"""The places that hold cards only in the middle of a phase, or before the first."""

EMPTY = {
    **{f"{edge} of {phase}": PASSING for phase in PHASES for edge in EDGES},
    **dict.fromkeys(("start of round", "end of round", "consume", "produce", "score"), PASSING),
    **dict.fromkeys((one.name for one in events.EVENTS), frozenset(("starts",))),
    **dict.fromkeys(("paid", "good produced", "all produced"), frozenset(("explored", "starts"))),
    **dict.fromkeys(("developed", "settled"), frozenset(("explored", "starts", "discarding"))),
}
"""The places that are empty at each moment."""

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
        "consume": (*ANYWHERE, "barter", consume.GUESS),
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
        consume.trade,
        produce.produce_all,
        round.end_phase,
        round.enforce_hand_limit,
        Act(round.check_goals, (("phase", "round"),)),
    ),
    tests={"chosen": round.is_chosen},
    counts={"cards-in-play": round.cards_in_play, "goal-points": goals.points_of},
    facts={"actions": (), "placed*": -1},
    steps=steps_in(verbs, copying, prices, supply, setup, explore, build, consume, unseen, ante, produce, round),
    questions=(*verbs.COUNTING_QUESTIONS, copying.COPY, prices.CHANGE, *questions_in(questions)),
    lay=setup.lay,
    prepare=setup.prepare,
    numbers=Numbers,
    report=lazy("rftg_dsl.games.race.report", "report"),
    advisers=lazy("rftg_dsl.games.race.advise", "advisers_by_decision"),
    outlook=lazy("rftg_dsl.games.race.advise", "estimate_scores"),
    unseen="card",
    tell=lazy("rftg_dsl.games.race.report", "tell"),
    conceal=secrets.conceal,
    mixed=(frozenset(("card", "start-world")),),
    suppose=secrets.suppose,
)
"""The record of Race for the engine."""
