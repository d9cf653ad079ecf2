"""The generated functions and the plain interpreter do the same over whole random games."""

from functools import cache
from random import Random

import pytest

from rftg_dsl.compile.compiler import Backend
from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.play import Play
from rftg_dsl.library import installed, load

GAMES = [
    (game, edition) for game in installed.game_names() for edition in installed.find_box(game).editions or {"": None}
]
STEPS = 20_000
BACKENDS: tuple[Backend, ...] = ("generated", "interpreted")


@cache
def with_sets(game: str, edition: str, extra: tuple[str, ...]) -> load.Library:
    """A game with some of the sets that come with it, loaded once."""
    return load.load_library(game, edition or None, extra) if extra else load.load_standard(game, edition or None)


def play(
    game: str,
    edition: str,
    seats: int,
    seed: str,
    backend: Backend,
    options: dict[str, str] | None = None,
    extra: tuple[str, ...] = (),
) -> Play:
    """A whole game of random picks."""
    rules = with_sets(game, edition, extra).rules(seats, backend)
    g = rules.start(Seeded(seed, game), options)
    random = Random(seed).random
    for _ in range(STEPS):
        if g.over:
            return g
        if g.pending is None:
            g.run()
        else:
            assert g.answer(g.pending.form.draw(random)) is None
    raise AssertionError("the game does not end")


@pytest.mark.parametrize(("game", "edition"), GAMES)
@pytest.mark.parametrize("seats", range(1, 6))
def test_both_back_ends_play_the_same_games(game: str, edition: str, seats: int) -> None:
    low, high = load.load_standard(game, edition or None).model.words.players
    if not low <= seats <= high:
        pytest.skip(f"{game} is for {low} to {high}")
    for n in range(2):
        seed = f"{game}/{edition}/{seats}/{n}"

        fast = play(game, edition, seats, seed, "generated")
        plain = play(game, edition, seats, seed, "interpreted")

        assert len(fast.events) > 100
        assert fast.events == plain.events
        assert fast.whole() == plain.whole()


@pytest.mark.parametrize("seats", range(2, 6))
def test_both_back_ends_play_the_same_games_with_an_expansion(seats: int) -> None:
    for n in range(3):
        seed = f"storm/{seats}/{n}"
        fast, plain = (play("race", "", seats, seed, backend, extra=("gathering-storm",)) for backend in BACKENDS)

        assert fast.events == plain.events
        assert fast.whole() == plain.whole()


@pytest.mark.parametrize("seats", range(2, 6))
def test_both_back_ends_agree_with_many_powers_from_the_start(seats: int) -> None:
    sides = [side.name for side in load.load_standard("roll").model.list_sides() if side.id.startswith("T")]
    for n in range(3):
        random = Random(f"{seats}/{n}")
        tiles = random.sample(range(len(sides) // 2), 5 * seats)
        names = [sides[2 * tile + random.randint(0, 3) // 3] for tile in tiles]
        options = {f"tableau.{seat}": "; ".join(names[5 * seat : 5 * seat + 5]) for seat in range(seats)}
        games = [play("roll", "2020", seats, f"many/{seats}/{n}", backend, options) for backend in BACKENDS]

        assert games[0].events == games[1].events
        assert games[0].whole() == games[1].whole()
