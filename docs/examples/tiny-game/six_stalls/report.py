"""Human-readable reports of Six Stalls: the table, the scores, the story."""

from __future__ import annotations

from rftg_dsl.games import Report
from rftg_dsl.games.scoring import Figures, reported, scored
from rftg_dsl.games.telling import Line, Tellers, names_of, story, tells_end
from six_stalls.table import Play, price_of


def report(play: Play) -> Report:
    """The whole table, with the winners once the game is over."""
    numbers = play.numbers
    table = {
        "evening": play.counters[numbers.evening],
        "row": names_of(play, play.zone[numbers.row]),
        "deck": len(play.zone[numbers.deck]),
    }
    return reported(play, [seat_figures(play, seat) for seat in numbers.seats], table)


def seat_figures(play: Play, seat: int) -> Figures:
    """Everything one seat has, and its price for each card in the row."""
    numbers = play.numbers
    return {
        "seat": seat,
        "coins": play.counters[numbers.coins[seat]],
        "street": names_of(play, play.zone[numbers.street[seat]]),
        "prices": {play.layout.piece_names[stall]: price_of(play, seat, stall) for stall in play.zone[numbers.row]},
        **scored(play, seat),
    }


def coins(t: Line) -> str:
    """Say how many coins or points a seat has gained or lost."""
    what = f"${abs(t.args[1])}" if t.place(0) == "coin" else f"{t.args[1]} points"
    return f"{t.seat(0)}: {'+' if t.args[1] > 0 else '-'}{what}{t.why()}"


TELLERS: Tellers[Line] = {
    ("move", "drawn"): lambda t: f"{t.card()} joins the row",
    ("adjust", "revealed"): lambda t: f"{t.seat(0)} goes to the market",
    ("adjust", "earned"): coins,
    ("adjust", "gained"): coins,
    ("adjust", "spent"): coins,
    ("adjust", "paid"): coins,
    ("move", "opened"): lambda t: f"{t.seat(1)} opens {t.card()}",
    ("fact", "game end"): tells_end,
}

tell = story(TELLERS, Line)
