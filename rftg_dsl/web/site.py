"""The server: its rooms, and what their scripts ask for."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rftg_dsl.diagnostic import Rejected, Unusable
from rftg_dsl.limits import SENT
from rftg_dsl.log.audit import judged
from rftg_dsl.log.read import Damaged, Log, Missing, parse_log, read_log
from rftg_dsl.web.components import components, picture
from rftg_dsl.web.guard import KEEP, Guard
from rftg_dsl.web.known import Known
from rftg_dsl.web.reel import Reel, reel
from rftg_dsl.web.shelves import Shelves

Asked = Callable[[Request], Awaitable[Response]]

KINDS = {"js": "text/javascript", "css": "text/css", "svg": "image/svg+xml"}
ROOMS = (("library", "Library"), ("replay", "Replay"))
"""The rooms: their addresses and names."""


class Site:
    """What the pages of one server show."""

    def __init__(self, folders: Sequence[Path]) -> None:
        self.shelves = Shelves(folders)
        self.known = Known(self.shelves)
        self.pages = Environment(
            loader=PackageLoader("rftg_dsl.web", "templates"),
            autoescape=select_autoescape(default=True, default_for_string=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.pages.globals["room_of_game"] = Markup(static("replay.html"))

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
            Route("/replay/dropped", data(self.dropped), methods=["POST"]),
        ]

    # -- pages ---------------------------------------------------------------------------------------------------

    def shown(self, template: str, /, room: str = "", status: int = 200, **more: Any) -> Response:
        """A page from its template."""
        text = self.pages.get_template(f"{template}.html").render(rooms=ROOMS, room=room, **more)
        return HTMLResponse(text, status)

    async def home(self, request: Request) -> Response:
        """The four rooms."""
        return self.shown("home")

    async def static(self, request: Request) -> Response:
        """A script or a style."""
        name = request.path_params["name"]
        folder = files("rftg_dsl.web.static")
        found = {one.name for one in folder.iterdir() if one.name.rpartition(".")[2] in KINDS}
        if name not in found:
            raise HTTPException(404)
        text = folder.joinpath(name).read_text("utf-8")
        return Response(text, media_type=KINDS[name.rpartition(".")[2]], headers={KEEP: "no-cache"})

    async def library(self, request: Request) -> Response:
        """Every component."""
        there = await run_in_threadpool(self.known.collections)
        return self.shown("library", "library", collections=list(there.values()))

    async def library_data(self, request: Request) -> Any:
        """The components of a game or set."""
        return await run_in_threadpool(lambda: components(self.known.library(request.query_params.get("of", ""))))

    async def picture(self, request: Request) -> Response:
        """The picture of a side or a face."""
        of, id = request.query_params.get("of", ""), request.query_params.get("id", "")
        drawn = await run_in_threadpool(lambda: picture(self.known.library(of), id))
        if drawn is None:
            raise HTTPException(404)
        return Response(drawn, media_type=KINDS["svg"], headers={KEEP: "private, max-age=60"})

    # -- replay --------------------------------------------------------------------------------------------------

    async def replay(self, request: Request) -> Response:
        """The logs."""
        return self.shown("replay", "replay", logs=list(await run_in_threadpool(self.shelves.logs)))

    async def replay_log(self, request: Request) -> Response:
        """A game."""
        name = request.query_params.get("name", "")
        await run_in_threadpool(self.shelves.log, name)
        return self.shown("game", "replay", name=name)

    async def replay_data(self, request: Request) -> Any:
        """A game as data."""
        name = request.query_params.get("name", "")
        return await run_in_threadpool(lambda: self.wound(read_log(self.shelves.log(name))))

    async def dropped(self, request: Request) -> Any:
        """A log that was dropped on the page, as data; it is not kept."""
        raw = await sent(request)
        return await run_in_threadpool(lambda: self.wound(parse_log(raw, "the log")))

    def wound(self, log: Log) -> Reel:
        """A log as data, with the verdict on it."""
        find = self.shelves.find()
        return reel(log, find, judged("log", lambda: log, find))


def site(folders: Sequence[Path], key: str, names: Sequence[str]) -> Starlette:
    """The whole server: ``key`` opens its pages, and it may be reached by ``names``."""
    made = Site(folders)

    async def failed(request: Request, error: Exception) -> Response:
        status = error.status_code if isinstance(error, HTTPException) else 500
        reason = "There is no such page." if status == 404 else "Something went wrong here; the terminal says more."
        return made.shown("wrong", status=status, message=reason, hint="")

    return Starlette(
        routes=made.routes(),
        middleware=[Middleware(Guard, key=key, names=names)],
        exception_handlers={HTTPException: failed, Exception: failed},
    )


# -- what is asked, and what goes wrong --------------------------------------------------------------------------


def page(shown: Callable[[Request], Awaitable[Response]]) -> Asked:
    """A page; one that says what is wrong if it cannot be shown."""

    @wraps(shown)
    async def asked(request: Request) -> Response:
        try:
            return await shown(request)
        except WRONG as error:
            made: Site = shown.__self__  # type: ignore[attr-defined]
            return made.shown("wrong", status=status_of(error), **said(error))

    return asked


def data(given: Callable[[Request], Awaitable[Any]]) -> Asked:
    """Data for a script: what a function returns, or what is wrong."""

    @wraps(given)
    async def asked(request: Request) -> Response:
        try:
            return JSONResponse(await given(request))
        except WRONG as error:
            return JSONResponse({"wrong": said(error)}, status_of(error))

    return asked


WRONG = (Unusable, Rejected, Damaged, Missing)
"""What is told to the reader; anything else is a mistake of ours."""


def said(error: Exception) -> dict[str, str]:
    """What is wrong, and what to do."""
    if isinstance(error, Unusable):
        return {"message": error.message, "hint": error.hint}
    if isinstance(error, Rejected):
        return {"message": str(error), "hint": "'rftg validate' shows every mistake"}
    return {"message": str(error), "hint": ""}


def status_of(error: Exception) -> int:
    """The status of what is wrong."""
    return 404 if isinstance(error, Unusable) and error.code.startswith("missing") else 400


async def sent(request: Request, most: int = SENT.most) -> bytes:
    """What a page has sent; ``Unusable`` if it is more than ``most`` bytes."""
    parts, got = [], 0
    async for part in request.stream():
        got += len(part)
        if got > most:
            raise Unusable(f"that is more than {most:,} bytes", "send less", SENT.code)
        parts.append(part)
    return b"".join(parts)


async def json_sent(request: Request, most: int = 100_000) -> dict[str, Any]:
    """An object that a page has sent; ``Unusable`` if it is something else."""
    raw = await sent(request, most)
    try:
        found = json.loads(raw)
    except (ValueError, RecursionError):
        found = None
    if request.headers.get("content-type", "").partition(";")[0] != "application/json" or not isinstance(found, dict):
        raise Unusable("this is not what a page of this server sends", "load the page again", "wrong-usage")
    return found


def static(name: str) -> str:
    """A file that pages consist of."""
    return files("rftg_dsl.web.static").joinpath(name).read_text("utf-8")
