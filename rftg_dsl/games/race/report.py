"""Human-readable reports: the table, the score lines and the story of a game."""

from __future__ import annotations

from collections.abc import Sequence

from rftg_dsl.compile.game import Report
from rftg_dsl.games.race import goals
from rftg_dsl.games.race.numbers import SECOND, SEQUENCE, Numbers, Play
from rftg_dsl.games.race.questions import ACTION_NAMES
from rftg_dsl.games.rounds import seats_in_order
from rftg_dsl.games.scoring import Figures, reported, scored
from rftg_dsl.games.telling import Line, Tellers, names_of, story, tells_end, word_order
from rftg_dsl.wording.names import seat_name


def report(play: Play) -> Report:
    numbers = play.numbers
    counters = play.counters
    return reported(
        play,
        [seat_figures(play, numbers, seat) for seat in numbers.seats],
        {
            "round": counters[numbers.round],
            "phase": play.facts[numbers.phase],
            "pool": counters[numbers.pool],
            "supply": len(play.zone[numbers.supply]),
            "discards": len(play.zone[numbers.discards]),
            "order": list(seats_in_order(play)),
        },
    )


def seat_figures(play: Play, numbers: Numbers, seat: int) -> Figures:
    tableau = play.zone[numbers.tableau[seat]]
    return {
        "seat": seat,
        "start": "".join(names_of(play, tableau[:1])),
        "actions": list(play.facts[numbers.actions][seat]) if play.facts[numbers.actions] else [],
        "vp": play.counters[numbers.vp[seat]],
        "military": play.value("military", seat, 0),
        "hand": names_of(play, play.zone[numbers.hand[seat]]),
        "tableau": names_of(play, tableau),
        "goods": names_of(play, [piece for piece in tableau if play.zone[numbers.goods[piece]]]),
        "cards": len(tableau),
        **cards_on(play, tableau),
        **figures_of_goals(play, seat),
        **scored(play, seat),
    }


def cards_on(play: Play, tableau: Sequence[int]) -> Figures:
    """The cards stored on tableau cards, grouped by the name of their place; empty in games without such places."""
    layout, cards = play.layout, {}
    for name, places in play.numbers.place.items():
        if name != "goods" and layout.place_piece[places[0]] >= 0:
            there = {piece: names_of(play, play.zone[places[piece]]) for piece in tableau if play.zone[places[piece]]}
            cards[name] = {names_of(play, (piece,))[0]: names for piece, names in there.items()}
    return cards


def figures_of_goals(play: Play, seat: int) -> Figures:
    names = play.numbers.names
    if not play.numbers.goals:
        return {}
    there = goals.list_in_play(play)
    return {
        "goals": [names[play.side[goal]] for goal in there if seat in goals.holders_of(play, goal)],
        "progress": {names[play.side[goal]]: goals.progress_of(play, seat, goal) for goal in there},
    }


# -- the story --------------------------------------------------------------------------------------------------


def word_drawn_card(t: Line) -> str:
    if t.place(1) == "goods":
        return f"a good on {t.card(1)}{t.why()}"
    return f"{t.seat(1)} draws {t.card()}{t.why()}"


def word_gained_vp(t: Line) -> str:
    return f"{t.seat(0)}: +{t.args[1]} VP{t.why()}" if t.args[1] and t.place(0) == "vp" else ""


def word_revealed_actions(t: Line) -> str:
    picked = [
        f"{seat_name(nth)} {' and '.join([ACTION_NAMES[action] for action in each])}"
        for nth, each in enumerate(t.args[1])
    ]
    return f"Revealed: {', '.join(picked)}"


PHASE_NAMES = {phase: SECOND.get(phase, phase).capitalize() for phase in SEQUENCE}


def word_guess(t: Line) -> str:
    return f"{t.args[0]} is named, {t.card(1)} is turned up and {'kept' if t.args[2] else 'discarded'}{t.why()}"


def word_moved_card(t: Line) -> str:
    if t.owner(2) or "." not in t.args[2]:
        where = f"into {word_target(t)}"
    else:
        where = f"on {t.card(2)} as a good" if t.place(2) == "goods" else f"under {t.card(2)}"
    return f"{seat_name(t.args[0])} puts {t.card(1) if t.args[1] else 'a card'} {where}{t.why()}"


def word_moved_good(t: Line) -> str:
    where = word_target(t) if t.owner(2) or "." not in t.args[2] else t.card(2)
    return f"{seat_name(t.args[0])} moves the good on {t.card(1)} to {where}{t.why()}"


def word_target(t: Line) -> str:
    return f"{'its' if t.owner(2) else 'the'} {t.place(2)}"


TELLERS: Tellers[Line] = {
    ("move", "dealt"): lambda t: f"{t.seat(1)} starts with {t.card()}",
    ("fact", "strict order"): word_order,
    ("fact", "revealed"): word_revealed_actions,
    ("fact", "phase"): lambda t: f"{PHASE_NAMES[t.args[1]]}:" if t.args[1] in PHASE_NAMES else "",
    ("move", "drawn"): word_drawn_card,
    ("move", "discarded"): lambda t: f"{t.card()} is discarded{t.why()}",
    ("move", "taken back"): lambda t: f"{t.card()} can no longer be paid for and returns to the hand",
    ("move", "placed"): lambda t: f"{t.seat(1)} places {t.card()}",
    ("move", "paid"): lambda t: f"{t.card()} is paid",
    ("note", "conquer"): lambda t: f"{seat_name(t.args[0])} conquers {t.card(1)}",
    ("note", "sold"): lambda t: f"{seat_name(t.args[0])} sells the good on {t.card(1)}{t.why('Trade')}",
    ("note", "consumed"): lambda t: f"{seat_name(t.args[0])} consumes the good on {t.card(1)}{t.why()}",
    ("note", "moved"): word_moved_card,
    ("note", "moved good"): word_moved_good,
    ("adjust", "gained"): word_gained_vp,
    ("note", "guessed"): word_guess,
    ("note", "ante"): lambda t: f"{t.card()} is staked{t.why()}",
    ("note", "turned up"): lambda t: f"{t.card()} is turned up",
    ("note", "claimed"): lambda t: f"{seat_name(t.args[0])} gains the goal {t.card(1)}",
    ("note", "lost"): lambda t: f"{seat_name(t.args[0])} loses the goal {t.card(1)}",
    ("note", "reshuffled"): lambda t: f"The {t.args[0]} discards become the new supply",
    ("fact", "game end"): tells_end,
}

tell = story(TELLERS, Line)

SILENT = frozenset(
    {
        ("adjust", "chosen"),  # Reported when all actions are revealed.
        ("adjust", "counted"),  # Reported when the cards are moved.
        ("adjust", "paid out"),  # Reported as a gain.
        ("adjust", "round"),  # Logs already mark the end of each round.
        ("adjust", "set up"),
        ("fact", "gained"),
        ("fact", "held"),
        ("move", "goal"),
        ("fact", "phase over"),
        ("fact", "shown"),  # Reported when all actions are revealed.
        ("fact", "placed"),
        ("fact", "set up"),
        ("fact", "renewed"),
        ("fact", "used"),
        ("tag", "discarded"),  # Reported when the card is discarded.
        ("tag", "phase over"),
        ("tag", "produced"),  # The event that produces the good is reported instead.
        ("move", "chosen"),  # The cards are reported when all of them are revealed.
        ("move", "hidden"),  # Occurs only in seats' views, never in a log.
        ("move", "consumed"),  # A note is reported instead, because it names the owner.
        ("move", "kept"),
        ("move", "moved"),
        ("move", "reshuffled"),
        ("move", "set up"),
        ("move", "sold"),
        ("move", "swept"),  # Reported earlier, when the cards were paid or discarded.
        ("note", "pay"),  # Reported when the cards are paid.
    }
)
