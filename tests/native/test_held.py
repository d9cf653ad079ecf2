"""Games that Python hands to native code at any moment, and takes back: forks, resumed logs and views are the same."""

from __future__ import annotations

import ctypes
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rftg_dsl.kernel.chance import Seeded
from rftg_dsl.kernel.decision import Decision
from rftg_dsl.kernel.play import Play
from rftg_dsl.kernel.view import view
from rftg_dsl.library import backends
from rftg_dsl.library.load import Library, load_standard
from rftg_dsl.log.audit.resume import resume_log
from rftg_dsl.log.format.read_log import parse_log
from rftg_dsl.log.proof.randomness import secret_of
from rftg_dsl.native import building
from rftg_dsl.native.engine import Engine, seed_of_bot
from rftg_dsl.native.held import Held
from rftg_dsl.native.loading import Twister
from rftg_dsl.play.one_game import play_game

pytestmark = pytest.mark.skipif(building.find_compiler() is None, reason="there is no C compiler")

GAMES = ("galaxies", "race", "roll")
FIELDS = (
    *("agenda", "cause", "counters", "drawn", "entered", "events", "facts", "hooks", "last_entered", "later", "luck"),
    *("options", "over", "paused", "place_of", "side", "since", "stock", "tag", "woken", "zone"),
)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The cache of these tests."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def _own_cache(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(place))


def engine_of(game: str) -> Engine:
    engine = backends.find_backend("native").make_engine(load_standard(game), 2)
    assert isinstance(engine, Engine)
    return engine


def library_of(game: str) -> Library:
    return engine_of(game).library


def plain(value: Any) -> Any:
    """Data with tuples in place of lists: what is drawn is a list here and a tuple there."""
    return tuple(map(plain, value)) if isinstance(value, list | tuple) else value


def decided(asked: Decision | None) -> Any:
    """All of a decision."""
    if asked is None:
        return None
    plainly = (asked.seat, asked.name, asked.answer, asked.args, asked.secret, asked.rule)
    return plain((*plainly, asked.form.plain()))


def same(play: Play[Any], other: Play[Any]) -> None:
    """Two plays are in the same state, down to the events so far."""
    assert play.whole() == other.whole()
    for name in FIELDS:
        assert plain(getattr(play, name)) == plain(getattr(other, name)), name
    assert decided(play.pending) == decided(other.pending)


def after(library: Library, steps: int, seed: int) -> Play[Any]:
    """A random game after so many steps, whether somebody is asked there or not."""
    play, random = library.rules(2).start(Seeded(f"held {seed}", library.game.name), library.options), Random(seed)
    for _ in range(steps):
        if play.over:
            break
        play.run() if play.pending is None else play.take(play.pending.form.draw(random.random))
        play.events[:-20] = []
        play.drawn.clear()
    return play


def on_both(play: Play[Any], held: Held, random: Random, steps: int = 10_000) -> int:
    """Play on here and there, and compare whenever somebody is asked; how many answers that were."""
    answers = 0
    while not play.over and steps > 0:
        steps -= 1
        if play.pending is None:
            play.run()
            held.run()
        else:
            pick = play.pending.form.draw(random.random)
            play.take(pick)
            held.take(pick)
            answers += 1
        if answers % 5 == 0 or play.over:
            same(held.play(), play)
        play.events.clear()
        play.drawn.clear()
        held.forget()
    return answers


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_the_same_there_at_any_moment(game: str) -> None:
    for seed in range(25):
        play = after(library_of(game), Random(seed).randrange(250), seed)

        same(Held(engine_of(game).words, play).play(), play)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_goes_on_there_as_it_does_here(game: str) -> None:
    answers = 0
    for seed in range(5):
        play = after(library_of(game), 20 * seed, seed)
        answers += on_both(play, Held(engine_of(game).words, play), Random(seed))

    assert answers > 100


@pytest.mark.parametrize("game", GAMES)
def test_what_becomes_of_a_fork_makes_no_difference(game: str) -> None:
    for seed in range(5):
        play = after(library_of(game), 30 + 20 * seed, seed)
        first = Held(engine_of(game).words, play)
        second = first.fork()
        twin = play.clone()
        twin.events, twin.since = play.events[:], play.since

        on_both(twin, second, Random(seed), 60)
        same(first.play(), play)
        on_both(play, first, Random(seed + 1), 60)
        same(second.fork().play(), second.play())
        assert second.play().whole() == twin.whole()


@pytest.mark.parametrize("game", GAMES)
def test_answers_are_drawn_there_as_a_bot_draws_them_here(game: str) -> None:
    play = after(library_of(game), 40, 1)
    held = Held(engine_of(game).words, play)
    raw = seed_of_bot("drawn", 0)
    bot, random = Twister(), Random("drawn/bot/0")
    engine_of(game).code.rftg_bots(bot, raw, ctypes.c_int64(len(raw)), 1)

    for _ in range(60):
        while play.pending is None and not play.over:
            play.run()
            held.run()
        if play.pending is None:
            break
        pick = held.draw(bot)
        assert pick == play.pending.form.draw(random.random)
        play.take(pick)
        held.take(pick)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_resumed_from_a_log_goes_on_there(game: str, tmp_path: Path) -> None:
    library, path = library_of(game), tmp_path / "game.rlog"
    play_game(library, 2, "resumed", ["random", "random"], path, sync=False)
    lines = path.read_bytes().splitlines(keepends=True)

    play = resume_log(parse_log(b"".join(lines[: len(lines) // 2])), library, secret_of("resumed")).play
    play.observer, play.events = None, []
    play.drawn.clear()

    assert on_both(play, Held(engine_of(game).words, play), Random(3)) > 10


@pytest.mark.parametrize("game", GAMES)
def test_a_seat_sees_the_same_there(game: str) -> None:
    conceal = library_of(game).game.conceal
    for seed in range(8):
        play = after(library_of(game), 25 * seed, seed)
        there = Held(engine_of(game).words, play).play()
        for seat in (0, 1):
            same(view(there, seat, hide=conceal), view(play, seat, hide=conceal))
