"""What a seat does at a table, and what others notice: their news and its times follow from what their pages show."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rftg_dsl.library.load import load_standard
from rftg_dsl.log.audit.audit import audit_file

pytest.importorskip("starlette")

from rftg_dsl.show.browser import play_room
from rftg_dsl.show.browser.live_games import Game, Tables

Heard = list[tuple[float, str]]
"""The messages of a stream, with their times."""
SECONDS = 100


class Clock(asyncio.SelectorEventLoop):
    """A loop whose time passes only while everything waits for it."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        selector: Any = self._selector  # type: ignore[attr-defined]
        select = selector.select

        def jump(timeout: float | None) -> Any:
            ready = select(0)
            self.now += 0 if ready else timeout or 0
            return ready

        selector.select = jump

    def time(self) -> float:
        return self.now


@pytest.fixture
def game(tmp_path: Path) -> Iterator[Game]:
    """A game in which the seat whose turn it is can try an answer that nobody else sees."""
    tables = Tables(tmp_path)
    game = tables.begin(load_standard("roll"), 2, ["me:Anna", "me:Ben"], "1")
    while not game.said:
        answer(game)
    take_back(game)
    yield game
    tables.close()


def answer(game: Game) -> None:
    """The seat whose turn it is gives the first answer there is."""
    draft = game.ensure_draft()
    game.answer(draft.seat, game.following_of(draft.seat).line, len(draft.answers), draft.asked.options[0], "so")


def take_back(game: Game) -> None:
    draft = game.ensure_draft()
    game.take_back(draft.seat, game.following_of(draft.seat).line, len(draft.answers))


Act = Callable[[Game], None]


def streams(game: Game, acts: dict[float, Act], monkeypatch: pytest.MonkeyPatch) -> tuple[Heard, Heard]:
    """The streams of both seats, if something is done at the table at these times."""

    async def at_once(act: Callable[..., Any], *arguments: Any) -> Any:
        return act(*arguments)

    monkeypatch.setattr(play_room, "run_in_threadpool", at_once)
    room: Any = play_room.PlayRoom(None, None, None, game.path.parent)  # type: ignore[arg-type]
    room.tables.opened[game.path] = game
    monkeypatch.setattr(play_room.PlayRoom, "_find_seat", lambda _, seat: (game.path, game.chairs, seat))
    heard: tuple[Heard, Heard] = ([], [])

    async def listen(seat: int) -> None:
        async def send(message: Any) -> None:
            if message.get("body") and not message["body"].startswith(b"event: away"):
                heard[seat].append((asyncio.get_running_loop().time(), message["body"].decode()))

        async def receive() -> Any:
            await asyncio.sleep(2 * SECONDS)

        await (await room.stream_news(seat))({"type": "http", "asgi": {"spec_version": "2.3"}}, receive, send)

    async def play() -> None:
        listening = [asyncio.create_task(listen(seat)) for seat in (0, 1)]
        for time in sorted(acts):
            await asyncio.sleep(time - asyncio.get_running_loop().time())
            acts[time](game)
            room.tell(game, room.count_changes(game))
        await asyncio.sleep(SECONDS - asyncio.get_running_loop().time())
        for task in listening:
            task.cancel()
        await asyncio.gather(*listening, return_exceptions=True)
        assert room.waiting[game.path] == []

    with asyncio.Runner(loop_factory=Clock) as runner:
        runner.run(play())
    return heard


@pytest.mark.parametrize("seed", range(10))
def test_answers_that_are_tried_leave_no_trace_in_the_news_of_others(
    game: Game, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat, random = game.ensure_draft().seat, Random(seed)
    times = sorted(random.uniform(1, SECONDS - 1) for _ in range(20))
    acts = {time: (answer, take_back)[nth % 2] for nth, time in enumerate(times)}
    quiet = streams(game, {}, monkeypatch)

    busy = streams(game, acts, monkeypatch)

    assert busy[1 - seat] == quiet[1 - seat]
    assert [message for _, message in quiet[1 - seat]][1:] == [": still here\n\n"] * 6
    assert [time for time, message in busy[seat] if message.startswith("data")] == pytest.approx([0, *times])


def test_a_change_is_told_at_once_and_once(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    def settle(game: Game) -> None:
        lines = len(game.lines)
        while len(game.lines) == lines:
            answer(game)

    before = [game.count_changes(seat) for seat in (0, 1)]

    heard = streams(game, {20.5: settle, 21.0: lambda _: None}, monkeypatch)

    for seat in (0, 1):
        told = [(time, message) for time, message in heard[seat] if message.startswith("data")]
        assert told == [(0, f"data: {before[seat]}\n\n"), (20.5, f"data: {game.count_changes(seat)}\n\n")]


@pytest.mark.parametrize("concedes", [True, False])
def test_the_seat_that_is_asked_keeps_its_answers_when_another_leaves(game: Game, concedes: bool) -> None:
    answer(game)
    asked, tried = game.ensure_draft().seat, list(game.ensure_draft().answers)
    before = game.count_changes(asked)

    game.give_up(1 - asked, concedes, "random")

    question = game.state_for(asked, 1, "")["question"]
    assert (question["nth"], game.said, game.ensure_draft().answers) == (1, ["so"], tried)
    assert question["sofar"].startswith("You can still take this back: ")
    assert game.count_changes(asked) == before + 1
    assert '"does":"sits"' in game.path.read_text().splitlines()[-1]
    while game.ensure_draft().answers:
        answer(game)
    assert audit_file(game.path).reason == "the game is unfinished; everything so far is correct"


def test_the_answers_of_a_seat_that_leaves_are_gone(game: Game) -> None:
    answer(game)
    asked = game.ensure_draft().seat

    game.give_up(asked, False, "random")

    assert game.said == [] and game.ensure_draft().seat != asked
