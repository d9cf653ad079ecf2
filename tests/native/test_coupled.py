"""Games with coupled chance and with gifts: the same in native code as in Python, with one library of code for all."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from lanes import SLOW
from rftg_dsl.balance.coupled_chance import Coupled
from rftg_dsl.balance.gift import Batch, GiftGames, Start, Stratum, first_piece_of
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.games.starting import START_TABLEAU
from rftg_dsl.library.backends import GREEDY, RANDOM, GameSpec, find_backend
from rftg_dsl.library.load import Library, load_library, load_standard
from rftg_dsl.native import backend
from rftg_dsl.native.building import find_compiler
from rftg_dsl.native.engine import Engine
from rftg_dsl.play.one_game import play_game
from rftg_dsl.play.source import source_of

pytestmark = pytest.mark.skipif(find_compiler() is None, reason="there is no C compiler")

PIECES = {
    "galaxies": ("HELIOS", "ZAVODNICK", ""),
    "race": ("Public Works", "Mining League", ""),
    "roll": ("Public Works", "Mining League", ""),
}
"""Names of pieces that seats start with; an empty one stands for no piece."""
GAMES = 30 if SLOW else 3


def specs_of(library: Library, players: int, games: int) -> Iterator[GameSpec]:
    """Games with each bot and each piece, in which the next piece is withheld."""
    names = PIECES[library.game.name]
    for nth, bot, (at, name) in product(range(games), (GREEDY, RANDOM), enumerate(names)):
        options = {f"{START_TABLEAU}.{nth % players}": name} if name else {}
        withheld = first_piece_of(library, players, names[(at + 1) % len(names)])
        yield GameSpec(f"coupled/{nth}", [bot] * players, options, withheld)


@pytest.mark.parametrize("players", range(2, 6) if SLOW else [2])
@pytest.mark.parametrize("game", PIECES)
def test_coupled_games_are_the_same(game: str, players: int) -> None:
    library = load_standard(game)
    engine, specs = find_backend("native").make_engine(library, players), list(specs_of(library, players, GAMES))

    outcomes = engine.play_games(specs, 1_000)

    for spec, outcome in zip(specs, outcomes, strict=True):
        chance = Coupled(spec.seed, game, spec.withheld or ())
        python = play_game(library.with_options(spec.options or {}), players, spec.seed, spec.bots, chance=chance)
        assert outcome is not None
        assert outcome == (python.decisions, python.events, python.rounds, python.scores, python.winners)
    assert len({tuple(outcome.scores) for outcome in outcomes if outcome}) > len(specs) / 4


def test_what_is_withheld_makes_a_difference() -> None:
    library = load_standard("race")
    engine = find_backend("native").make_engine(library, 2)
    games = [GameSpec("withheld", [GREEDY] * 2, withheld=withheld) for withheld in ((), range(30), None)]

    assert len({str(outcome) for outcome in engine.play_games(games, 1_000)}) == 3


def compile_again(*_: Any) -> bytes:
    raise AssertionError("it is compiled again")


def test_code_does_not_depend_on_the_pieces_that_seats_start_with(monkeypatch: pytest.MonkeyPatch) -> None:
    given = {"tableau.0": "HELIOS", "begins": "seat-2"}
    library = load_library("galaxies", options=given)
    find_backend("native").make_engine(load_library("galaxies", options={"begins": "seat-2"}), 2)
    monkeypatch.setattr(backend, "make_code", compile_again)

    native = find_backend("native").make_engine(library, 2)

    game = native.play_games([GameSpec("given", [GREEDY] * 2)], 1_000)[0]
    assert game is not None
    assert game.scores == play_game(library, 2, "given", [GREEDY] * 2).scores
    assert not find_backend("native").is_engine_ready(load_library("galaxies", options={"begins": "seat-1"}), 2)


def test_a_piece_that_no_seat_can_start_with_is_left_to_python() -> None:
    library, stratum = load_standard("galaxies"), Stratum(2, RANDOM)
    games = GiftGames(source_of(library, ()), "wrong", "native")
    specs = [spec for name in ("HELIOS", "HELOS") for spec in games.list_specs(stratum, Start((name,)), range(1))]

    fine, wrong = find_backend("native").make_engine(library, 2).play_games(specs, 1_000)

    assert fine is not None and wrong is None
    with pytest.raises(UsageError, match="'HELOS' is not a planet"):
        games.play(Batch(stratum, (Start(("HELOS",)),), range(1)))


def test_margins_are_the_same_by_both_back_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    played: list[int] = []
    real = Engine.play_games
    monkeypatch.setattr(Engine, "play_games", lambda *args: played.append(len(args[1])) or real(*args))
    source = source_of(load_standard("race"), ())
    starts = Start(), Start(("Public Works",), "Mining League"), Start(("Mining League", "Public Works"))

    native, python = (
        GiftGames(source, "both", by).play(Batch(Stratum(2, GREEDY), starts, range(3, 9)))
        for by in ("native", "python")
    )

    assert native == python
    assert played == [6, 6, 6]
