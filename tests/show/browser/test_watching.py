"""People who only watch, with a link of their own; and who is away, which everybody at a table can see."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from rftg_dsl.kernel.visibility import PUBLIC

pytest.importorskip("starlette")

from rftg_dsl.show.browser import play_room
from rftg_dsl.show.browser.access import Guard
from rftg_dsl.show.browser.chairs import chairs_in, seats_file_of
from show.browser.hosting import Host, answer, host, links_of
from show.browser.serving import ask_app

__all__ = ["host"]


def test_a_watcher_sees_the_table_and_gets_no_question(host: Host) -> None:
    game = host.begin("me:Anna", "me:Ben", of="race")
    *seats, watch = links_of(game)

    states = [host.get(f"{link}/state?from=0")[1] for link in (*seats, watch)]

    assert [state["seat"] for state in states] == [0, 1, PUBLIC]
    assert [bool(state["question"]) for state in states] == [game.waits == 0, game.waits == 1, False]
    hands = [state["reel"]["tables"][0][1]["pieces"] | cards_in(state) for state in states]
    assert hands[2].keys() <= hands[0].keys() | hands[1].keys()
    assert states[2]["reel"]["seen_by"] == PUBLIC and states[2]["waits"] == game.waits


def cards_in(state: Any) -> dict[str, None]:
    """The cards of hands in the lines of a page."""
    steps = [step for line in state["reel"]["lines"] for step in line["steps"]]
    moves = [change for step in steps for change in step["changes"] if change[0] == "move" and "hand" in change[3]]
    return dict.fromkeys(change[-1] for change in moves if change[-1])


def test_a_watcher_sees_no_card_of_a_hand(host: Host) -> None:
    game = host.begin("me:Anna", "me:Ben", of="race")
    for _ in range(3):
        answer(host, game)
    *seats, watch = links_of(game)

    assert cards_in(host.get(f"{watch}/state?from=0")[1]) == {}
    assert all(cards_in(host.get(f"{link}/state?from=0")[1]) for link in seats)


@pytest.mark.parametrize("what", ["answer", "back", "give-up", "rematch"])
def test_a_watcher_can_do_nothing(host: Host, what: str) -> None:
    game = host.begin("me:Anna", "greedy")
    seat, watch = links_of(game)
    before = game.path.read_text()
    sent = json.dumps({"at": 1, "nth": 0, "from": 0, "answer": "x", "said": "", "bot": "greedy"}).encode()

    # The links are not interchangeable either.
    for link in (watch, watch.replace("watch", "seat")):
        assert ask_app(host.app, f"{link}/{what}", sent, content_type="application/json")[0] == 404
    assert host.get(seat.replace("seat", "watch"))[0] == 404
    assert game.path.read_text() == before


def test_links_need_no_key_and_work_after_a_restart(host: Host) -> None:
    game = host.begin("me:Anna", "me:Ben")
    links = links_of(game)
    before = [host.get(f"{link}/state?from=0")[1] for link in links]
    host.site.playing.tables.close()

    again = Host(host.folder)
    guarded = Guard(again.app, "the key", ["127.0.0.1"])

    for link, state in zip(links, before, strict=True):
        status, _, body = ask_app(guarded, f"{link}/state?from=0")
        assert status == 200 and json.loads(body) == state
    assert ask_app(guarded, "/play/games")[0] == 403
    again.close()


def test_a_game_without_a_link_for_watchers_goes_on(host: Host) -> None:
    """An older server wrote no such link."""
    game = host.begin("me:Anna", "greedy")
    host.site.playing.tables.close()
    file = seats_file_of(game.path)
    file.write_text(json.dumps({"seats": json.loads(file.read_text())["seats"]}))
    again = Host(host.folder)

    [entry] = again.games()

    assert entry["readable"] and entry["watch"] == "" and [chair.seat for chair in chairs_in(file)] == [0]
    assert again.get(entry["seats"][0]["address"])[0] == 200
    assert again.get(entry["links"])[0] == 200
    again.close()


# -- who is away -----------------------------------------------------------------------------------------------------


def test_others_see_who_is_away_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play_room, "AWAY", 0.0)
    host = Host(tmp_path)
    game = host.begin("me:Anna", "me:Ben", "greedy")
    room: Any = host.site.playing
    monkeypatch.setattr(play_room.PlayRoom, "_find_seat", lambda _, seat: (game.path, game.chairs, seat))

    async def come_and_go() -> list[Any]:
        anna = await room.stream_news(0)
        [window] = room.waiting[game.path]
        seen = [window.away]
        ben, watcher = await room.stream_news(1), await room.stream_news(PUBLIC)
        seen.append(window.away)
        second = await room.stream_news(1)
        ben.leave()
        await asyncio.sleep(0.01)
        seen.append(window.away)
        second.leave()
        await asyncio.sleep(0.01)
        seen.append(window.away)
        changes = window.changes
        anna.leave()
        watcher.leave()
        return [*seen, changes]

    assert asyncio.run(come_and_go()) == [[1], [], [], [1], game.count_changes(0)]
    host.close()


def test_a_person_who_leaves_the_game_is_not_away(host: Host) -> None:
    game = host.begin("me:Anna", "me:Ben")
    room = host.site.playing
    assert room.find_away(game) == [0, 1]

    game.give_up(1, False, "greedy")

    assert room.find_away(game) == [0]
