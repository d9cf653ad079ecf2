"""How strong a bot is: its share of wins against another one, in seats that change from game to game.

``python tests/strength.py FOLDER race 400`` plays 400 games of Race; ``FOLDER/race.txt`` has what came of each of them.
Called again, it goes on from there. ``make strength`` does so for all games.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

from rftg_dsl.library.load import Library, load_standard
from rftg_dsl.play.one_game import play_game
from rftg_dsl.play.playouts import Playouts, quickest_playouts_for

BOT, OTHER = "search", "greedy"
SURE = 1.96
"""So many standard errors on each side leave out one case in twenty."""


def bound(won: float, games: int) -> float:
    """The lower end of the interval in which the share of wins lies in 19 of 20 cases (Wilson)."""
    share, z = won / games, SURE * SURE / games
    return (share + z / 2 - SURE * sqrt(share * (1 - share) / games + z / games / 4)) / (1 + z)


def won(library: Library, number: int, bot: str, playouts: Playouts) -> float:
    """What a bot has won in the game with this number: 1, 0, or a half if both win."""
    bots, seat = ((bot, OTHER), 0) if number % 2 == 0 else ((OTHER, bot), 1)
    winners = play_game(library, 2, f"strength/{number}", bots, playouts=playouts).winners
    return (seat in winners) / len(winners)


def counted(results: Sequence[float]) -> str:
    """A sentence about the games so far."""
    return f"{sum(results):g} of {len(results)}, lower bound {bound(sum(results), len(results)):.3f}"


def measure(game: str, games: int, to: Path, bot: str = BOT) -> list[float]:
    """The result of each game, of which some may stand in a file already: the others are played, and added to it."""
    results = [float(line) for line in to.read_text().split()] if to.exists() else []
    library = load_standard(game)
    playouts = quickest_playouts_for(library, 2, make=True)
    for number in range(len(results), games):
        results.append(won(library, number, bot, playouts))
        with to.open("a") as file:
            file.write(f"{results[-1]:g}\n")
        print(f"{game}: {counted(results)}", flush=True)
    return results


if __name__ == "__main__":
    folder, *names, most = sys.argv[1:]
    Path(folder).mkdir(parents=True, exist_ok=True)
    for name in names:
        measure(name, int(most), Path(folder) / f"{name}.txt")
