"""A server's pages asked without a network, by its host and by people who have links."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette

from rftg_dsl.show.browser.chairs import chairs_in, seats_file_of
from rftg_dsl.show.browser.live_games import Game
from rftg_dsl.show.browser.site import Site
from show.browser.serving import ask_app
from show.browser.test_play import first_answer


class Host:
    """The site of a folder with games; another one on the same folder is the server after a restart."""

    def __init__(self, folder: Path, notifier: Any = None) -> None:
        self.folder = folder
        self.site = Site([folder], folder, notifier)
        self.app = Starlette(routes=self.site.make_routes())

    def get(self, address: str) -> tuple[int, Any]:
        status, headers, body = ask_app(self.app, address)
        return status, json.loads(body) if headers["content-type"] == "application/json" else body

    def post(self, address: str, **data: Any) -> tuple[int, Any]:
        status, _, body = ask_app(self.app, address, json.dumps(data).encode(), content_type="application/json")
        return status, json.loads(body)

    def begin(self, *seats: str, of: str = "galaxies", seed: str = "host") -> Game:
        before = set(self.site.playing.tables.opened)
        status, answer = self.post("/play/new", of=of, seats=seats, seed=seed)
        assert status == 200, answer
        (path,) = self.site.playing.tables.opened.keys() - before
        return self.site.playing.tables.opened[path]

    def games(self) -> Any:
        return self.get("/play/games")[1]["games"]

    def close(self) -> None:
        self.site.strangers.close()
        self.site.playing.tables.close()


@pytest.fixture
def host(tmp_path: Path) -> Iterator[Host]:
    made = Host(tmp_path)
    yield made
    made.close()


def links_of(game: Game) -> list[str]:
    """The links of the seats, and then the one of watchers."""
    return [chair.address for chair in chairs_in(seats_file_of(game.path))]


def answer(host: Host, game: Game) -> dict[str, Any]:
    """The state of the seat whose turn it is, after it has answered in some way."""
    assert game.waits is not None
    link = links_of(game)[[chair.seat for chair in game.chairs].index(game.waits)]
    asked = host.get(f"{link}/state?from=0")[1]["question"]
    sent = {"answer": first_answer(asked), "at": asked["at"], "nth": asked["nth"], "said": "so", "from": 1}
    status, state = host.post(f"{link}/answer", **sent)
    assert status == 200, state
    return dict(state)


def play_to_end(game: Game) -> None:
    """Bots answer for all, as if people had: nobody leaves."""
    assert game.match is not None
    game.match.finish("greedy")
    game._go_on()
