"""How pages and scripts are answered, also when something is wrong; and how what they send is read."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from rftg_dsl.base.diagnostic import Rejected, Unusable
from rftg_dsl.base.limits import SENT
from rftg_dsl.log.format.read_log import Damaged, Missing
from rftg_dsl.show.browser.static import address_of, read_static

Asked = Callable[[Request], Awaitable[Response]]

KEEP = "Cache-Control"
"""The header that says whether an answer may be kept."""

ROOMS = (("library", "Library"), ("replay", "Replay"), ("play", "Play"), ("author", "Author"))
"""The rooms: their addresses and names."""


class Pages:
    """Pages from templates, in which whatever comes from data is text."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self.folders = folders
        """Folders of the host, which messages on pages must not name."""
        self.templates = Environment(
            loader=PackageLoader("rftg_dsl.show.browser", "templates"),
            autoescape=select_autoescape(default=True, default_for_string=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.templates.globals["address"] = address_of
        self.templates.globals["room_of_game"] = Markup(read_static("replay.html"))

    def render(self, template: str, /, room: str = "", status: int = 200, **more: Any) -> Response:
        """A page from its template; ``room``: the one that it belongs to."""
        page = self.templates.get_template(f"{template}.html").render(rooms=ROOMS, room=room, **more)
        return HTMLResponse(page, status)


# -- answers -----------------------------------------------------------------------------------------------------


def as_page(shown: Callable[[Request], Awaitable[Response]]) -> Asked:
    """A page; one that says what is wrong if it cannot be shown. The room that it is in has ``pages``."""

    @wraps(shown)
    async def answer_request(request: Request) -> Response:
        try:
            return await shown(request)
        except WRONG as error:
            pages: Pages = shown.__self__.pages  # type: ignore[attr-defined]
            return pages.render("wrong", status=status_of(error), **explain_error(error, pages.folders))

    return answer_request


def as_data(function: Callable[[Request], Awaitable[Any]]) -> Asked:
    """Data for a script: what a function returns, or what is wrong. The room that it is in has ``pages``."""

    @wraps(function)
    async def answer_request(request: Request) -> Response:
        try:
            answer = await function(request)
        except WRONG as error:
            pages: Pages = function.__self__.pages  # type: ignore[attr-defined]
            return JSONResponse({"wrong": explain_error(error, pages.folders)}, status_of(error))
        return answer if isinstance(answer, Response) else JSONResponse(answer)

    return answer_request


WRONG = (Unusable, Rejected, Damaged, Missing)
"""What is told to the reader; anything else is a mistake of ours."""


def explain_error(error: Exception, folders: Sequence[Path]) -> dict[str, str]:
    """The message and the hint of an error; files in ``folders`` are called as within them."""
    hint = "'rftg validate' shows every mistake" if isinstance(error, Rejected) else getattr(error, "hint", "")
    return {"message": without_folders(str(error), folders), "hint": without_folders(hint, folders)}


def without_folders(text: str, folders: Sequence[Path]) -> str:
    """A text in which files are called as within these folders: where those are is no one's business."""
    spellings = {
        str(spelling): folder.name
        for folder in folders
        for spelling in (folder, folder.absolute(), folder.resolve())
        if spelling.name
    }
    for spelling in sorted(spellings, key=len, reverse=True):
        whole = rf"(?<![\w./\\-]){re.escape(spelling)}(?:([/\\])|(?![\w-]))"
        text = re.sub(whole, lambda match, name=spellings[spelling]: "" if match[1] else name, text)  # type: ignore[misc]
    return text


def status_of(error: Exception) -> int:
    """The status of what is wrong."""
    code = getattr(error, "code", "")
    return 503 if code == "too-busy" else 404 if code.startswith("missing") else 400


# -- what is sent ------------------------------------------------------------------------------------------------


async def read_body(request: Request, most: int = SENT.most) -> bytes:
    """What a page has sent; ``Unusable`` if it is more than ``most`` bytes."""
    parts, got = [], 0
    async for part in request.stream():
        got += len(part)
        if got > most:
            raise Unusable(f"that is more than {most:,} bytes", "send less", "file-too-large")
        parts.append(part)
    return b"".join(parts)


async def read_json(request: Request, most: int = 100_000) -> dict[str, Any]:
    """An object that a page has sent; ``Unusable`` if it is something else."""
    raw = await read_body(request, most)
    try:
        data = json.loads(raw)
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()  # half a surrogate, or NaN, fails later
    except (ValueError, RecursionError):
        data = None
    if request.headers.get("content-type", "").partition(";")[0] != "application/json" or not isinstance(data, dict):
        raise Unusable("this is not what a page of this server sends", "load the page again", "wrong-usage")
    return data
