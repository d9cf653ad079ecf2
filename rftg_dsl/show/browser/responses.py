"""Responses, including error responses, and parsing of request bodies."""

from __future__ import annotations

import json
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import wraps
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape
from markupsafe import Markup
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from rftg_dsl.base.diagnostic import ContentError, MissingContent, UsageError
from rftg_dsl.base.limits import SENT
from rftg_dsl.log.format.read_log import DamagedLog
from rftg_dsl.show.browser.static import ROOM, address_of, read_static

Asked = Callable[[Request], Awaitable[Response]]

KEEP = "Cache-Control"

ROOMS = (("library", "Library"), ("replay", "Replay"), ("play", "Play"), ("author", "Author"))


class Pages:
    """The page templates, rendered with autoescaping."""

    def __init__(self, folders: Sequence[Path] = ()) -> None:
        self.folders = folders
        """Folders on the host whose paths must not appear in messages."""
        self.templates = Environment(
            loader=PackageLoader("rftg_dsl.show.browser", "templates"),
            autoescape=select_autoescape(default=True, default_for_string=True),
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self.templates.globals["address"] = address_of
        self.templates.globals["room_scripts"] = ROOM
        self.templates.globals["room_of_game"] = Markup(read_static("replay.html"))

    def render(self, template: str, /, room: str = "", status: int = 200, **more: Any) -> Response:
        """Render a page from its template, highlighting ``room`` in the navigation."""
        page = self.templates.get_template(f"{template}.html").render(rooms=ROOMS, room=room, **more)
        return HTMLResponse(page, status)


# -- answers -----------------------------------------------------------------------------------------------------


def as_page(shown: Callable[[Request], Awaitable[Response]]) -> Asked:
    """Turn the errors of a handler into error pages; the handler must be a method of an object that has ``pages``."""

    @wraps(shown)
    async def answer_request(request: Request) -> Response:
        try:
            return await shown(request)
        except WRONG as error:
            pages: Pages = shown.__self__.pages  # type: ignore[attr-defined]
            return pages.render("wrong", status=status_of(error), **explain_error(error, pages.folders))

    return answer_request


def as_data(function: Callable[[Request], Awaitable[Any]]) -> Asked:
    """Turn a handler's result or error into a JSON response; the handler must be a method, as with ``as_page``."""

    @wraps(function)
    async def answer_request(request: Request) -> Response:
        try:
            answer = await function(request)
        except WRONG as error:
            pages: Pages = function.__self__.pages  # type: ignore[attr-defined]
            return JSONResponse({"wrong": explain_error(error, pages.folders)}, status_of(error))
        return answer if isinstance(answer, Response) else JSONResponse(answer)

    return answer_request


WRONG = (UsageError, ContentError, DamagedLog, MissingContent)
"""Exceptions that are shown to the user; any other exception is a bug."""


def explain_error(error: Exception, folders: Sequence[Path]) -> dict[str, str]:
    """Return an error's message and hint, with paths relative to ``folders``."""
    hint = "'rftg validate' shows every mistake" if isinstance(error, ContentError) else getattr(error, "hint", "")
    return {"message": without_folders(str(error), folders), "hint": without_folders(hint, folders)}


def without_folders(text: str, folders: Sequence[Path]) -> str:
    """Remove the host's paths from text, because they are none of a visitor's business."""
    spellings = {
        str(spelling): folder.name
        for folder in folders
        for spelling in (folder, folder.absolute(), folder.resolve())
        if spelling.name
    }
    # Replace the longest paths first, because one folder can be inside another.
    for spelling in sorted(spellings, key=len, reverse=True):
        whole = rf"(?<![\w./\\-]){re.escape(spelling)}(?:([/\\])|(?![\w-]))"
        text = re.sub(whole, lambda match, name=spellings[spelling]: "" if match[1] else name, text)  # type: ignore[misc]
    return text


def status_of(error: Exception) -> int:
    code = getattr(error, "code", "")
    return 503 if code == "too-busy" else 404 if code == "missing-file" else 400


# -- request bodies ----------------------------------------------------------------------------------------------


async def read_body(request: Request, most: int = SENT.most) -> bytes:
    """Read the request body. Raise ``UsageError`` if it exceeds ``most`` bytes."""
    parts, got = [], 0
    # Count the bytes while streaming: ``Content-Length`` can be missing or wrong.
    async for part in request.stream():
        got += len(part)
        if got > most:
            raise UsageError(f"the data is larger than {most:,} bytes", "send less data", "file-too-large")
        parts.append(part)
    return b"".join(parts)


async def read_json(request: Request, most: int = 100_000) -> dict[str, Any]:
    """Read a JSON object from the request body. Raise ``UsageError`` if the body is anything else."""
    raw = await read_body(request, most)
    try:
        data = json.loads(raw)
        json.dumps(data, ensure_ascii=False, allow_nan=False).encode()  # a lone surrogate or NaN would fail later
    except (ValueError, RecursionError):
        data = None
    # A form on another site can post plain text, but browsers send JSON to this server only from its own pages.
    if request.headers.get("content-type", "").partition(";")[0] != "application/json" or not isinstance(data, dict):
        raise UsageError("this data was not sent by a page on this server", "reload the page", "wrong-usage")
    return data


def make_data_error(name: str) -> UsageError:
    return UsageError(f"{name!r} is missing or has the wrong type", "reload the page", "wrong-usage")


def read_text(data: Mapping[str, Any], name: str) -> str:
    """Return a string of at most 500 characters from the request data; empty if it is absent."""
    text = data.get(name, "")
    if not isinstance(text, str) or len(text) > 500:
        raise make_data_error(name)
    return text


def read_texts(data: Mapping[str, Any], name: str) -> Sequence[str]:
    texts = data.get(name)
    if not isinstance(texts, list) or len(texts) > 20 or not all(isinstance(text, str) for text in texts):
        raise make_data_error(name)
    return texts


def read_number(data: Mapping[str, Any], name: str) -> int:
    number = data.get(name)
    if type(number) is not int or not 0 <= number < 10**9:
        raise make_data_error(name)
    return number


def read_mapping(data: Mapping[str, Any], name: str) -> Mapping[str, str]:
    mapping = data.get(name, {})
    if (
        not isinstance(mapping, dict)
        or len(mapping) > 50
        or not all(isinstance(text, str) for text in mapping.values())
    ):
        raise make_data_error(name)
    return mapping
