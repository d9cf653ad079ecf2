"""No table, log or set keeps the server from the others: who waits holds no thread, and reading can be stopped."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.library.load import load_standard
from show.browser.browser import LOGS
from show.browser.serving import folder_of
from show.browser.test_limits import lowered

pytest.importorskip("starlette")

from rftg_dsl.show.browser import author_room, live_games, lobby, play_room, strangers
from rftg_dsl.show.browser.responses import status_of
from rftg_dsl.show.browser.site import Site

MANY = 60
"""More requests than the server has threads."""


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A room with two tables; a request is the number of the table that it is for."""
    made: Any = play_room.PlayRoom(None, None, None, tmp_path)  # type: ignore[arg-type]
    games = [made.tables.begin(load_standard("galaxies"), 2, ["me:Anna", "me:Ben"], seed) for seed in "ab"]
    monkeypatch.setattr(made, "_find_seat", lambda nth: (games[nth].path, games[nth].chairs, 0))
    yield made
    made.tables.close()


def in_time(act: Callable[[], Awaitable[Any]]) -> Any:
    async def limited() -> Any:
        async with asyncio.timeout(60):
            return await act()

    return asyncio.run(limited())


def test_requests_that_wait_for_a_table_leave_threads_to_others(room: Any) -> None:
    thinking, done = threading.Event(), threading.Event()

    def think(game: Any, seat: int) -> None:
        thinking.set()
        assert done.wait(60)

    async def crowd() -> int:
        waiting = [asyncio.create_task(room.act_at_table(0, think)) for _ in range(MANY)]
        while not thinking.is_set():
            await asyncio.sleep(0)
        changes: int = await room.act_at_table(1, lambda game, seat: game.count_changes(seat))
        done.set()
        await asyncio.gather(*waiting)
        return changes

    assert in_time(crowd) == 1


def test_only_so_many_requests_wait_for_a_table(room: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_room, "WAITING", lowered(limits.WAITING, 3))

    async def crowd() -> list[Any]:
        async with room.take_turn(room._find_seat(0)[0]):
            asking = [asyncio.create_task(room.act_at_table(0, lambda game, seat: "done")) for _ in range(5)]
            while sum(task.done() for task in asking) < 3:
                await asyncio.sleep(0.001)
        return await asyncio.gather(*asking, return_exceptions=True)

    answers = in_time(crowd)
    again = in_time(lambda: room.act_at_table(0, lambda game, seat: "done"))

    refused = [answer for answer in answers if isinstance(answer, UsageError)]
    assert (
        len(refused) == 3 and answers.count("done") == 2 and {error.code for error in refused} == {limits.WAITING.code}
    )
    assert {status_of(error) for error in refused} == {503} and again == "done"


def test_a_table_that_is_opened_does_not_hold_up_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = live_games.Tables(tmp_path)
    logs = [before.begin(load_standard("galaxies"), 2, ["me", "me"], seed).path for seed in "ab"]
    before.close()
    reading, done, read = threading.Event(), threading.Event(), live_games.continue_match

    def read_slowly(log: Path, *more: Any, **how: Any) -> Any:
        if log == logs[0]:
            reading.set()
            assert done.wait(60)
        return read(log, *more, **how)

    monkeypatch.setattr(live_games, "continue_match", read_slowly)
    again = live_games.Tables(tmp_path)
    slow = threading.Thread(target=again.open_game, args=(logs[0], (), lambda _: load_standard("galaxies")))
    slow.start()
    assert reading.wait(60)

    again.open_game(logs[1], (), lambda _: load_standard("galaxies"))  # would wait forever for a lock
    begun = again.begin(load_standard("galaxies"), 2, ["me", "me"], "c").path
    assert set(again.opened) == {logs[1], begun}

    done.set()
    slow.join()
    assert set(again.opened) == {*logs, begun}
    again.close()


def test_games_that_are_being_opened_count(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_games, "TABLES", lowered(limits.TABLES, 1))
    games = live_games.Tables(tmp_path)

    with games.place_for(tmp_path / "a.rlog"), pytest.raises(UsageError), games.place_for(tmp_path / "b.rlog"):
        pass

    with games.place_for(tmp_path / "b.rlog"):
        pass


# -- strangers' files ----------------------------------------------------------------------------------------------


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    """A server with a log and a set of a stranger."""
    folder = folder_of([LOGS / "galaxies.rlog.gz"], tmp_path / "shelf")
    (folder / "mine").mkdir()
    (folder / "mine" / "set.toml").write_text('id = "mine"\nname = "Mine"\ngame = "roll"\nversion = "1"\n')
    made = Site([folder], folder)
    yield made
    made.strangers.close()
    made.playing.tables.close()


FORK: dict[str, Any] = {"name": "0/galaxies.rlog.gz", "line": 40, "seats": ["me:Anna", "greedy"]}
NEW: dict[str, Any] = {"of": "roll+0/mine", "seats": ["me", "me"], "options": {}, "edition": "", "seed": ""}
CHECK: dict[str, Any] = {"set": "0/mine", "texts": {}, "file": "set.toml", "offset": 0}


def sending(monkeypatch: pytest.MonkeyPatch, **sent: Any) -> None:
    """A page sends this."""

    async def json_sent(*_: object) -> dict[str, Any]:
        return sent

    monkeypatch.setattr(lobby, "read_json", json_sent)
    monkeypatch.setattr(author_room, "read_json", json_sent)


def test_what_if_goes_on_with_what_a_process_has_read(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    sending(monkeypatch, **FORK)

    address = in_time(lambda: site.lobby.fork(None))["address"]  # type: ignore[arg-type]

    _, _, seat = site.playing.tables.seat(address.rpartition("/")[2])
    assert seat == 0


@pytest.mark.parametrize(
    ("ask", "sent"),
    [
        (lambda site: site.lobby.fork(None), FORK),
        (lambda site: site.lobby.begin(None), NEW),
        (lambda site: site.authoring.check(None), CHECK),
        (lambda site: site.strangers.read(strangers.read_components, "roll+0/mine"), {}),
    ],
)
def test_reading_that_takes_too_long_is_stopped_and_begins_nothing(
    site: Site, ask: Callable[[Site], Awaitable[Any]], sent: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    sending(monkeypatch, **sent)
    for worker in site.strangers.workers:
        worker.seconds = 0
    before = sorted(site.playing.tables.folder.iterdir())

    with pytest.raises(UsageError) as raised:
        in_time(lambda: ask(site))

    assert raised.value.code == limits.READING.code and "the server stopped this" in raised.value.message
    assert sorted(site.playing.tables.folder.iterdir()) == before


def test_the_author_is_told_what_a_process_has_found(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    (site.shelves.folders[0] / "mine" / "tiles.rftg").write_text("")
    sending(monkeypatch, **CHECK | {"texts": {"tiles.rftg": "tile T90 {\n"}, "file": "tiles.rftg"})

    body = in_time(lambda: site.authoring.check(None)).body  # type: ignore[arg-type]

    assert json.loads(body)["findings"][0]["file"] == "tiles.rftg"
