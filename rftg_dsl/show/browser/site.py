"""The server: its rooms, and what their scripts ask for."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncIterator, Callable, Sequence
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

from rftg_dsl.show.browser.access import Guard
from rftg_dsl.show.browser.author_room import AuthorRoom
from rftg_dsl.show.browser.folders import Shelves, listed
from rftg_dsl.show.browser.inside_folder import Identity
from rftg_dsl.show.browser.live_games import identities, in_progress
from rftg_dsl.show.browser.loaded_content import Known
from rftg_dsl.show.browser.play_room import PlayRoom
from rftg_dsl.show.browser.responses import KEEP, Pages, data, page, sent
from rftg_dsl.show.browser.static import address, static
from rftg_dsl.show.browser.static import names as static_names
from rftg_dsl.show.browser.strangers import (
    Strangers,
    components_data,
    dropped_data,
    game_data,
    replay_picture,
    side_picture,
    verdict_data,
    views_data,
)

KINDS = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
"""What is served as it stands, by the endings of names."""


class Site:
    """What the pages of one server show."""

    def __init__(self, folders: Sequence[Path], games: Path) -> None:
        self.shelves = Shelves(folders)
        self.known = Known(self.shelves)
        self.pages = Pages([*folders, games])
        self.strangers = Strangers(folders)
        self.playing = PlayRoom(self.pages, self.known, self.strangers, games)
        self.authoring = AuthorRoom(self.pages, self.known, self.strangers)

    def routes(self) -> list[BaseRoute]:
        """Every address."""
        return [
            Route("/", page(self.home)),
            Route("/static/{name}", page(self.static)),
            Route("/library", page(self.library)),
            Route("/library/data", data(self.library_data)),
            Route("/picture", page(self.picture)),
            Route("/replay", page(self.replay)),
            Route("/replay/log", page(self.replay_log)),
            Route("/replay/data", data(self.replay_data)),
            Route("/replay/picture", page(self.replay_picture)),
            Route("/replay/verdict", data(self.verdict)),
            Route("/replay/views", data(self.views)),
            Route("/replay/dropped", data(self.dropped), methods=["POST"]),
            *self.playing.routes(),
            *self.authoring.routes(),
        ]

    # -- pages ---------------------------------------------------------------------------------------------------

    async def home(self, request: Request) -> Response:
        """The four rooms."""
        return self.pages.shown("home")

    async def static(self, request: Request) -> Response:
        """A script or a style."""
        name = request.path_params["name"]
        kind = KINDS.get(name.rpartition(".")[2])
        if kind is None or name not in static_names():
            raise HTTPException(404)
        same = f"{request.url.path}?{request.url.query}" == address(name)
        kept = "public, max-age=31536000, immutable" if same else "no-cache"
        return Response(static(name), media_type=kind, headers={KEEP: kept})

    async def library(self, request: Request) -> Response:
        """Every component."""
        there = await run_in_threadpool(self.known.collections)
        return self.pages.shown("library", "library", collections=list(there.values()))

    async def library_data(self, request: Request) -> Any:
        """The components of a game or set."""
        return await self.strangers.read(components_data, request.query_params.get("of", ""))

    async def picture(self, request: Request) -> Response:
        """The picture of a side or a face."""
        of, id = request.query_params.get("of", ""), request.query_params.get("id", "")
        return picture_response(await self.strangers.do(side_picture, of, id))

    # -- replay --------------------------------------------------------------------------------------------------

    def logs(self) -> dict[str, Path]:
        """The logs that can be read: of games that people still play here, only their seats see their parts."""
        return self.logs_and_hidden()[0]

    def logs_and_hidden(self) -> tuple[dict[str, Path], frozenset[Identity]]:
        """The logs that can be read, and the files of games in progress, which no name must lead to."""
        logs = self.shelves.logs()
        hidden = in_progress([*logs.values(), *self.playing.tables.logs()])
        return {name: path for name, path in logs.items() if not hidden.intersection(identities(path))}, hidden

    async def replay(self, request: Request) -> Response:
        """The logs."""
        return self.pages.shown("replay", "replay", logs=list(await run_in_threadpool(self.logs)))

    async def replay_log(self, request: Request) -> Response:
        """A game."""
        name = request.query_params.get("name", "")
        await run_in_threadpool(self.check_log, name)
        return self.pages.shown("game", "replay", name=name)

    async def replay_data(self, request: Request) -> Any:
        """A game as data; what takes longer is asked for at other addresses."""
        name = request.query_params.get("name", "")
        return await self.read(game_data, name, f"?name={quote(name)}")

    async def replay_picture(self, request: Request) -> Response:
        """The picture of a side of the content that a game was played with."""
        name, id = request.query_params.get("name", ""), request.query_params.get("id", "")
        hidden = await run_in_threadpool(self.check_log, name)
        return picture_response(await self.strangers.do(replay_picture, name, hidden, id))

    async def verdict(self, request: Request) -> Any:
        """The verdict on a game."""
        return await self.read(verdict_data, request.query_params.get("name", ""))

    async def views(self, request: Request) -> Any:
        """What everybody reads of a game who does not read the whole of it."""
        return await self.read(views_data, request.query_params.get("name", ""))

    async def dropped(self, request: Request) -> Any:
        """A log that was dropped on the page, as data; it is not kept."""
        return await self.strangers.read(dropped_data, await sent(request))

    async def read(self, task: Callable[..., Any], name: str, *more: Any) -> Response:
        """The result of a task on a log that can be read; ``Unusable`` if there is none with this name."""
        return await self.strangers.read(task, name, await run_in_threadpool(self.check_log, name), *more)

    def check_log(self, name: str) -> frozenset[Identity]:
        """The files that must not be read; ``Unusable`` if no log that can be read has this name."""
        logs, hidden = self.logs_and_hidden()
        listed(logs, name, "log")
        return hidden


def picture_response(svg: bytes) -> Response:
    """A picture of a component, which may have changed in a minute."""
    return Response(svg, media_type=KINDS["svg"], headers={KEEP: "private, max-age=60"})


def site(folders: Sequence[Path], games: Path, key: str, names: Sequence[str]) -> ASGIApp:
    """The whole server: ``key`` opens its pages, it may be reached by ``names``, and ``games`` are kept in a folder.

    The guard is outside of everything, so that an answer to a mistake of ours has its headers as well.
    """
    made = Site(folders, games)

    async def failed(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        reason = "There is no such page." if status == 404 else "Something went wrong here; the terminal says more."
        return made.pages.shown("wrong", status=status, message=reason, hint="")

    @contextlib.asynccontextmanager
    async def living(_: Starlette) -> AsyncIterator[None]:
        yield
        made.strangers.close()
        made.playing.tables.close()

    handlers = {HTTPException: failed, Exception: failed}
    return Guard(Starlette(routes=made.routes(), exception_handlers=handlers, lifespan=living), key, names)
