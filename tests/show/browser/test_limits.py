"""How much the pages take: of files, games, windows and bytes."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import Limit
from rftg_dsl.library.finder import make_finder
from rftg_dsl.library.load import load_standard
from rftg_dsl.log.format.read_log import read_log
from show.browser.browser import LOGS

starlette = pytest.importorskip("starlette")

from rftg_dsl.show.browser import folders, live_games, play_room, replay_data  # noqa: E402
from rftg_dsl.show.browser.responses import read_body  # noqa: E402


def lowered(limit: Limit, most: int) -> Limit:
    return Limit(most, limit.what, limit.code)


def test_no_more_files_are_listed_than_a_page_can_show(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(folders, "SERVED", lowered(limits.SERVED, 2))
    for name in ("a", "b"):
        (tmp_path / f"{name}.rlog").touch()
    assert sorted(folders.Shelves([tmp_path]).find_logs()) == ["0/a.rlog", "0/b.rlog"]

    (tmp_path / "c.rlog").touch()
    with pytest.raises(UsageError) as raised:
        folders.Shelves([tmp_path]).find_logs()

    assert raised.value.code == limits.SERVED.code


def test_folders_are_looked_into_only_so_deep(tmp_path: Path) -> None:
    below = tmp_path
    for depth in range(limits.SHELF_DEPTH.most + 2):
        below.mkdir(exist_ok=True)
        (below / f"{depth}.rlog").touch()
        below /= "more"

    names = [name.rpartition("/")[2] for name in folders.Shelves([tmp_path]).find_logs()]

    assert names == [f"{depth}.rlog" for depth in range(limits.SHELF_DEPTH.most + 1)]


def test_so_many_games_are_in_progress_at_most(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_games, "TABLES", lowered(limits.TABLES, 1))
    games = live_games.Tables(tmp_path)
    games.begin(load_standard("galaxies"), 2, ["me", "random"], "one")
    before = sorted(tmp_path.iterdir())

    with pytest.raises(UsageError) as raised:
        games.begin(load_standard("galaxies"), 2, ["me", "random"], "two")

    assert raised.value.code == limits.TABLES.code
    assert sorted(tmp_path.iterdir()) == before
    games.close()


class Watched:
    """A game that windows watch."""

    failed = False
    people = ()
    path: Path

    @staticmethod
    def count_changes(seat: int) -> int:
        return seat


def room_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A room in which a request is the number of the seat that it comes from."""
    room: Any = play_room.PlayRoom(None, None, None, tmp_path)  # type: ignore[arg-type]
    log = tmp_path / "game.rlog"
    monkeypatch.setattr(Watched, "path", log, raising=False)
    room.tables.opened[log] = Watched
    monkeypatch.setattr(play_room.PlayRoom, "_find_seat", lambda _, seat: (log, (), seat))
    return room


async def count_granted(room: Any, seats: Sequence[int]) -> Counter[int]:
    """The number of windows of each seat that may watch, if all are opened at once."""
    answers = await asyncio.gather(*[room.stream_news(seat) for seat in seats], return_exceptions=True)
    refused = [answer for answer in answers if isinstance(answer, Exception)]
    assert {error.code for error in refused} <= {limits.WINDOWS.code}
    return Counter(seat for seat, answer in zip(seats, answers, strict=True) if answer not in refused)


def test_so_many_windows_of_a_seat_watch_at_most_however_fast_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(play_room, "WINDOWS", lowered(limits.WINDOWS, 3))

    assert asyncio.run(count_granted(room_of(tmp_path, monkeypatch), [0] * 50)) == {0: 3}


def test_one_seat_cannot_use_up_the_windows_of_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_room, "WINDOWS", lowered(limits.WINDOWS, 3))
    seats = [0] * 20 + [1, 2, 1, 1, 1]

    assert asyncio.run(count_granted(room_of(tmp_path, monkeypatch), seats)) == {0: 3, 1: 3, 2: 1}


@pytest.mark.parametrize("heard", [0, 1])
def test_a_window_that_is_gone_makes_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, heard: int) -> None:
    monkeypatch.setattr(play_room, "WINDOWS", lowered(limits.WINDOWS, 1))
    room = room_of(tmp_path, monkeypatch)

    async def disconnect() -> dict[str, str]:
        return {"type": "http.disconnect"}

    async def send(message: object) -> None:
        if not heard:
            raise OSError("the other end is gone")

    async def opened_and_closed() -> Counter[int]:
        answer = await room.stream_news(0)
        with contextlib.suppress(BaseExceptionGroup, OSError, starlette.requests.ClientDisconnect):
            await answer({"type": "http", "asgi": {"spec_version": "2.3"}}, disconnect, send)
        return await count_granted(room, [0, 0])

    assert asyncio.run(opened_and_closed()) == {0: 1}


def test_a_page_sends_so_much_at_most() -> None:
    class Request:
        async def stream(self) -> Any:
            for _ in range(3):
                yield b"1234"

    request: Any = Request()

    assert asyncio.run(read_body(request, 12)) == b"1234" * 3
    with pytest.raises(UsageError) as raised:
        asyncio.run(read_body(request, 11))
    assert raised.value.code == limits.SENT.code


def test_a_page_shows_so_many_events_at_most(monkeypatch: pytest.MonkeyPatch) -> None:
    log = read_log(LOGS / "galaxies.rlog.gz")
    monkeypatch.setattr(replay_data, "REEL", lowered(limits.REEL, 100))

    with pytest.raises(UsageError) as raised:
        replay_data.make_reel(log, make_finder(()))

    assert raised.value.code == limits.REEL.code
