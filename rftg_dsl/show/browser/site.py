"""The server's routes, and its library and replay pages."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route
from starlette.types import ASGIApp

from rftg_dsl.base.limits import MEASURING
from rftg_dsl.library.game_headers import is_game, list_headers
from rftg_dsl.show.browser.access import Guard
from rftg_dsl.show.browser.author_room import AuthorRoom
from rftg_dsl.show.browser.folders import Shelves, look_up
from rftg_dsl.show.browser.inside_folder import Identity
from rftg_dsl.show.browser.library_data import draw_picture
from rftg_dsl.show.browser.live_games import find_games_in_progress, identities_of
from rftg_dsl.show.browser.loaded_content import Known
from rftg_dsl.show.browser.play_room import PlayRoom
from rftg_dsl.show.browser.responses import KEEP, Pages, as_data, as_page, read_body
from rftg_dsl.show.browser.side_worth import make_measurer
from rftg_dsl.show.browser.static import address_of, read_static
from rftg_dsl.show.browser.static import list_names as static_names
from rftg_dsl.show.browser.strangers import (
    Strangers,
    draw_game_side,
    draw_log_side,
    make_reader,
    read_components,
    read_dropped_log,
    read_film,
    read_game,
    read_verdict,
)
from rftg_dsl.show.browser.unfinished import find_unfinished
from rftg_dsl.show.pictures.cover import choose_cover

CARDS = 5
"""The number of cards beside each game on the home page."""

KINDS = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}


class Site:
    """Everything shared by the pages of a server."""

    def __init__(self, folders: Sequence[Path], games: Path) -> None:
        self.shelves = Shelves(folders)
        self.known = Known(self.shelves)
        self.pages = Pages([*folders, games])
        self.strangers = Strangers(partial(make_reader, tuple(folders)))
        self.measurers = Strangers(partial(make_measurer, tuple(folders)), 1, MEASURING.most)
        self.playing = PlayRoom(self.pages, self.known, self.strangers, games)
        self.authoring = AuthorRoom(self.pages, self.known, self.strangers, self.measurers)

    def make_routes(self) -> list[BaseRoute]:
        return [
            Route("/", as_page(self.show_home)),
            Route("/cover", as_page(self.send_cover)),
            Route("/static/{name}", as_page(self.send_static)),
            Route("/library", as_page(self.show_library)),
            Route("/library/data", as_data(self.send_library)),
            Route("/picture", as_page(self.send_picture)),
            Route("/replay", as_page(self.show_logs)),
            Route("/replay/log", as_page(self.show_game)),
            Route("/replay/data", as_data(self.send_game)),
            Route("/replay/picture", as_page(self.send_log_picture)),
            Route("/replay/verdict", as_data(self.send_verdict)),
            Route("/replay/film", as_data(self.send_film)),
            Route("/replay/dropped", as_data(self.send_dropped_log), methods=["POST"]),
            *self.playing.make_routes(),
            *self.authoring.make_routes(),
        ]

    # -- pages ---------------------------------------------------------------------------------------------------

    async def show_home(self, request: Request) -> Response:
        unfinished = await run_in_threadpool(find_unfinished, self.playing.tables)
        return self.pages.render("home", games=list_headers(), cards=CARDS, unfinished=unfinished)

    async def send_cover(self, request: Request) -> Response:
        """Send one of the cards that lie beside a game on the home page. Drawing them also loads the game to play."""
        of, nth = request.query_params.get("of", ""), request.query_params.get("nth", "")
        if not is_game(of) or nth not in map(str, range(CARDS)):
            raise HTTPException(404)
        cover = await run_in_threadpool(lambda: choose_cover(self.known.library_of(of), CARDS))
        if int(nth) >= len(cover):
            raise HTTPException(404)
        drawn = await run_in_threadpool(draw_picture, self.known.library_of(of), cover[int(nth)].id)
        return respond_with_picture((drawn or "").encode())

    async def send_static(self, request: Request) -> Response:
        name = request.path_params["name"]
        kind = KINDS.get(name.rpartition(".")[2])
        if kind is None or name not in static_names():
            raise HTTPException(404)
        same = f"{request.url.path}?{request.url.query}" == address_of(name)
        # The address contains a digest of the file, so the response can be cached forever.
        kept = "public, max-age=31536000, immutable" if same else "no-cache"
        return Response(read_static(name), media_type=kind, headers={KEEP: kept})

    async def show_library(self, request: Request) -> Response:
        there = await run_in_threadpool(self.known.find_collections)
        return self.pages.render("library", "library", collections=list(there.values()))

    async def send_library(self, request: Request) -> Any:
        return await self.strangers.read(read_components, request.query_params.get("of", ""))

    async def send_picture(self, request: Request) -> Response:
        of, id = request.query_params.get("of", ""), request.query_params.get("id", "")
        return respond_with_picture(await self.strangers.do(draw_game_side, of, id))

    # -- replay --------------------------------------------------------------------------------------------------

    def find_logs(self) -> dict[str, Path]:
        return self.find_logs_and_hidden()[0]

    def find_logs_and_hidden(self) -> tuple[dict[str, Path], frozenset[Identity]]:
        """Return the readable logs, by name, and the identities of files that belong to games in progress.

        Such a file must not be readable under any name.
        """
        logs = self.shelves.find_logs()
        hidden = find_games_in_progress([*logs.values(), *self.playing.tables.find_logs()])
        return {name: path for name, path in logs.items() if not hidden.intersection(identities_of(path))}, hidden

    async def show_logs(self, request: Request) -> Response:
        return self.pages.render("replay", "replay", logs=list(await run_in_threadpool(self.find_logs)))

    async def show_game(self, request: Request) -> Response:
        name = request.query_params.get("name", "")
        await run_in_threadpool(self.check_log, name)
        return self.pages.render("game", "replay", name=name)

    async def send_game(self, request: Request) -> Any:
        name = request.query_params.get("name", "")
        return await self.read(read_game, name, f"?name={quote(name)}")

    async def send_log_picture(self, request: Request) -> Response:
        name, id = request.query_params.get("name", ""), request.query_params.get("id", "")
        hidden = await run_in_threadpool(self.check_log, name)
        return respond_with_picture(await self.strangers.do(draw_log_side, name, hidden, id))

    async def send_verdict(self, request: Request) -> Any:
        return await self.read(read_verdict, request.query_params.get("name", ""))

    async def send_film(self, request: Request) -> Any:
        name, seat = request.query_params.get("name", ""), request.query_params.get("seat", "")
        return await self.read(read_film, name, seat)

    async def send_dropped_log(self, request: Request) -> Any:
        return await self.strangers.read(read_dropped_log, await read_body(request))

    async def read(self, task: Callable[..., Any], name: str, *more: Any) -> Response:
        """Run a task on a log and return its result. Raise ``UsageError`` if no readable log has this name."""
        return await self.strangers.read(task, name, await run_in_threadpool(self.check_log, name), *more)

    def check_log(self, name: str) -> frozenset[Identity]:
        """Return the files that must not be read. Raise ``UsageError`` if no readable log has this name."""
        logs, hidden = self.find_logs_and_hidden()
        look_up(logs, name, "log")
        return hidden


def respond_with_picture(svg: bytes) -> Response:
    return Response(svg, media_type=KINDS["svg"], headers={KEEP: "private, max-age=60"})


def make_site(folders: Sequence[Path], games: Path, key: str, names: Sequence[str]) -> ASGIApp:
    """Create the server application.

    ``key`` grants access to its pages, ``names`` lists its host names, and ``games`` is the folder for new games.
    """
    made = Site(folders, games)

    async def show_failure(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        reason = "There is no such page." if status == 404 else "Something went wrong; see the terminal."
        return made.pages.render("wrong", status=status, message=reason, hint="")

    @contextlib.asynccontextmanager
    async def manage_lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        made.strangers.close()
        made.measurers.close()
        made.playing.tables.close()

    handlers = {HTTPException: show_failure, Exception: show_failure}
    # The guard is the outermost layer, so that even error responses caused by our own bugs have its headers.
    return Guard(
        Starlette(routes=made.make_routes(), exception_handlers=handlers, lifespan=manage_lifespan), key, names
    )
