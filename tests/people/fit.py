"""Fit the weights of Race's advice, in ``rftg_dsl/games/race/weights.py``, on games between bots.

``python tests/people/fit.py advice FILE 1000 10`` takes 10 steps of 1,000 games. In each game, the seats play with
weights that differ from the current ones by the same random amounts in opposite directions, and the lead is regressed
on the amounts. Each step moves the weights along the slopes, as far as these are certain, and writes them to FILE. If
FILE exists, the fit goes on from there.

``python tests/people/fit.py prospects 1200`` regresses the final lead on what seats have at the ends of rounds, and
prints the weights of the prospects.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Any

from rftg_dsl.compile.score import figures_of
from rftg_dsl.games.race import engine, weights
from rftg_dsl.games.race.promise import Promise
from rftg_dsl.games.race.trade import goods_of
from rftg_dsl.games.scoring import total_of
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.drive import Chooser, drive
from rftg_dsl.kernel.form import Pick
from rftg_dsl.kernel.observer import Observer
from rftg_dsl.kernel.play import Play
from rftg_dsl.library.load import Library, load_standard
from rftg_dsl.play.bots import make_greedy_bot
from rftg_dsl.play.one_game import start_game

Weights = dict[str, float]

SPREAD = 0.3
"""The standard deviation of a weight in a game, as a part of the weight, or of ``LEAST`` if that is more."""
LEAST = 0.2
STEP = 1.5
"""The farthest step, in standard deviations."""
LEAD = 25
"""The lead at which a game is cut off, since winning by more is not better."""
ODD = 0.04
"""The part of answers that are drawn at random for the prospects, so that uneven positions come up."""


class Forgetful(Observer):
    """Drops events, and calls a function with the play at the end of each round."""

    def __init__(self, watch: Callable[[Play[Any]], None]) -> None:
        self.watch = watch

    def paused(self, play: Play[Any], mark: str) -> None:
        play.events.clear()
        play.drawn.clear()
        if mark.startswith("round ") and not play.over:
            self.watch(play)


# -- advice -------------------------------------------------------------------------------------------------------


def read_weights() -> Weights:
    """The weights of the advice; those of powers have their sort after a slash."""
    plain = {name: value for name, value in vars(weights).items() if isinstance(value, float)}
    advice = {name: value for name, value in plain.items() if not name.startswith("PROSPECT")}
    return advice | {f"POWERS/{sort}": value for sort, value in weights.POWERS.items()}


def set_weights(values: Weights) -> None:
    for name, value in values.items():
        table, slash, sort = name.partition("/")
        if slash:
            getattr(weights, table)[sort] = value
        else:
            setattr(weights, name, value)


def play_with(library: Library, seed: str, both: Sequence[Weights]) -> float:
    """The lead of the first of two seats that play with different weights."""
    play = start_game(library, 2, seed)
    drive(play, [seat_with(library, play, seat, own) for seat, own in enumerate(both)], (Forgetful(lambda _: None),))
    first, second = figures_of(play)["end"]["scores"]
    return float(max(-LEAD, min(LEAD, first - second)))


def seat_with(library: Library, play: Play[Any], seat: int, own: Weights) -> Chooser:
    set_weights(own)
    promise, greedy = Promise(play.rules), make_greedy_bot(library.game, "fit", seat)  # type: ignore[arg-type]

    def choose(play: Play[Any], asked: Decision) -> Pick:
        set_weights(own)
        play.numbers.promise = promise
        return greedy(play, asked)

    return choose


def fit_advice(to: Path, games: int, steps: int) -> None:
    library, random = load_standard("race"), Random()
    current: Weights = json.loads(to.read_text("utf-8")) if to.exists() else read_weights()
    for _ in range(steps):
        spread = {name: SPREAD * max(LEAST, value) for name, value in current.items()}
        rows, leads = [], []
        for _ in range(games):
            amounts = {name: random.gauss(0, 1) for name in current}
            both = [vary(current, spread, amounts, sign) for sign in (1, -1)]
            leads.append(play_with(library, str(random.random()), both))
            rows.append(amounts)
        for name in current:
            slope, error = slope_of([row[name] for row in rows], leads)
            certain = max(0.0, 1 - (error / slope) ** 2) if slope else 0.0
            moved = current[name] + spread[name] * max(-STEP, min(STEP, slope * certain))
            current[name] = round(max(0.0, moved), 4)
            print(f"{name}: {slope:+.2f} ± {error:.2f} points -> {current[name]:.2f}")
        to.write_text(json.dumps(current, indent=1), "utf-8")


def vary(current: Weights, spread: Weights, amounts: Weights, sign: int) -> Weights:
    return {name: max(0.0, value + sign * spread[name] * amounts[name]) for name, value in current.items()}


def slope_of(amounts: Sequence[float], leads: Sequence[float]) -> tuple[float, float]:
    """The points that a seat gains for each standard deviation of a weight, with the standard error."""
    squares = sum(amount * amount for amount in amounts)
    slope = sum(amount * lead for amount, lead in zip(amounts, leads, strict=True)) / squares / 2
    variance = sum(lead * lead for lead in leads) / len(leads)
    return slope, (variance / squares) ** 0.5 / 2


# -- prospects ----------------------------------------------------------------------------------------------------


def measure_seat(play: Play[Any], seat: int) -> Mapping[str, float]:
    """The amounts that the prospects count, by the names of their weights."""
    numbers, left = play.numbers, engine.share_left(play)
    tableau, hand = play.zone[numbers.tableau[seat]], len(play.zone[numbers.hand[seat]])
    sides = [play.side[piece] for piece in tableau]
    prices = [numbers.price[side] for side in sides if numbers.price[side] and not numbers.is_windfall[side]]
    return {
        "score": total_of(play, seat),
        "PROSPECT_CARD": hand,
        "PROSPECT_CARD_GAME": hand * left,
        "PROSPECT_GOODS": engine.worth_of_goods(play, seat, goods_of(play, seat), left),
        "PROSPECT_PLACED": len(tableau),
        "PROSPECT_CYCLE": left * engine.worth_of_cycle(play, seat, ()),
        "PROSPECT_POWERS": left * sum([numbers.promise.growth[side] for side in sides]),
        "PROSPECT_PRODUCES": left * len(prices),
        "PROSPECT_PRODUCES_PRICE": left * sum(prices),
        "PROSPECT_SCORES": left * len([side for side in sides if numbers.scoring[side]]),
    }


def list_positions(games: int) -> Iterator[tuple[list[float], float]]:
    """For each end of a round, what the first seat has more than the second, and the final lead."""
    library = load_standard("race")
    for number in range(games):
        random, rows = Random(number), list[list[float]]()

        def watch(play: Play[Any], rows: list[list[float]] = rows) -> None:
            first, second = (measure_seat(play, seat) for seat in range(2))
            rows.append([first[name] - second[name] for name in first])

        play = start_game(library, 2, f"prospects/{number}")
        drive(
            play, [wander(make_greedy_bot(library.game, "fit", seat), random) for seat in range(2)], (Forgetful(watch),)
        )
        first, second = figures_of(play)["end"]["scores"]
        yield from [(row, float(first - second)) for row in rows]


def wander(chooser: Chooser, random: Random) -> Chooser:
    def choose(play: Play[Any], asked: Decision) -> Pick:
        return asked.form.draw(random.random) if random.random() < ODD else chooser(play, asked)

    return choose


def fit_prospects(games: int) -> None:
    """Print the weights of the prospects, of which the score has weight 1."""
    rows, leads = zip(*list_positions(games), strict=True)
    play = start_game(load_standard("race"), 2, "names")
    names = list(measure_seat(play, 0))
    found = solve_least_squares(rows, leads)
    for name, value in zip(names, found, strict=True):
        print(f"{name} = {value / found[0]:.2f}")


def solve_least_squares(rows: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """The coefficients with the least sum of squared errors, by the normal equations."""
    width = range(len(rows[0]))
    left = [[sum(row[i] * row[j] for row in rows) + (i == j) for j in width] for i in width]
    right = [sum(row[i] * value for row, value in zip(rows, values, strict=True)) for i in width]
    for i in width:
        for other in width:
            if other != i:
                factor = left[other][i] / left[i][i]
                left[other] = [a - factor * b for a, b in zip(left[other], left[i], strict=True)]
                right[other] -= factor * right[i]
    return [right[i] / left[i][i] for i in width]


if __name__ == "__main__":
    if sys.argv[1] == "advice":
        fit_advice(Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
    else:
        fit_prospects(int(sys.argv[2]))
