"""The pages on which people edit sets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rftg_dsl.base.limits import SET
from rftg_dsl.show.browser.folders import read_sound_set
from rftg_dsl.show.browser.loaded_content import Known
from rftg_dsl.show.browser.responses import Pages, as_data, as_page, make_data_error, read_json
from rftg_dsl.show.browser.set_shelf import SetShelf
from rftg_dsl.show.browser.side_worth import Appraisals
from rftg_dsl.show.browser.strangers import (
    Strangers,
    check_manuscript,
    complete_manuscript,
    hover_manuscript,
    read_words,
    rename_in_manuscript,
    sketch_components_for,
)


class AuthorRoom:
    """The routes for editing the sets on the shelves."""

    def __init__(self, pages: Pages, known: Known, strangers: Strangers, measurers: Strangers) -> None:
        self.pages = pages
        self.known = known
        self.strangers = strangers
        self.shelf = SetShelf(pages, known, strangers)
        self.measurers = measurers
        """A single worker of its own, because it is busy as long as any page wants to know more."""
        self.checking = asyncio.Lock()
        """A lock that allows only one check at a time, so that a worker remains free for logs."""

    def make_routes(self) -> list[BaseRoute]:
        return [
            *self.shelf.make_routes(),
            Route("/author/set", as_page(self.show_set)),
            Route("/author/file", as_data(self.send_file)),
            Route("/author/words", as_data(self.send_words)),
            Route("/author/check", as_data(self.check), methods=["POST"]),
            Route("/author/complete", as_data(self.complete), methods=["POST"]),
            Route("/author/hover", as_data(self.hover), methods=["POST"]),
            Route("/author/rename", as_data(self.rename), methods=["POST"]),
            Route("/author/sketches", as_data(self.sketch), methods=["POST"]),
            Route("/author/measure", as_data(self.measure), methods=["POST"]),
            Route("/author/save", as_data(self.save), methods=["POST"]),
            Route("/author/add", as_data(self.add), methods=["POST"]),
        ]

    async def show_set(self, request: Request) -> Response:
        name = request.query_params.get("name", "")
        of = await run_in_threadpool(lambda: self.known.open_manuscript(name))
        files = await run_in_threadpool(of.list_files)
        set_folder = await run_in_threadpool(read_sound_set, of.folder)
        playable = f"{set_folder.game}+{name}" if set_folder is not None else ""
        title = set_folder.name if set_folder is not None else name
        return self.pages.render("set", "author", name=name, files=files, playable=playable, title=title)

    async def send_file(self, request: Request) -> Any:
        name, file = request.query_params.get("set", ""), request.query_params.get("file", "")
        return {"text": await run_in_threadpool(lambda: self.known.open_manuscript(name).read_file(file))}

    async def send_words(self, request: Request) -> Any:
        return await self.strangers.read(read_words, request.query_params.get("set", ""))

    async def check(self, request: Request) -> Any:
        data = await read_json(request, SET.most)
        return await self.ask(check_manuscript, data, data.get("all") is True)

    async def complete(self, request: Request) -> Any:
        return await self.ask(complete_manuscript, await read_json(request, SET.most))

    async def hover(self, request: Request) -> Any:
        return await self.ask(hover_manuscript, await read_json(request, SET.most))

    async def rename(self, request: Request) -> Any:
        data = await read_json(request, SET.most)
        return await self.ask(rename_in_manuscript, data, *read_long_texts(data, "new"))

    async def sketch(self, request: Request) -> Any:
        return await self.ask(sketch_components_for, await read_json(request, SET.most))

    async def ask(self, task: Callable[..., Any], data: dict[str, Any], *more: Any) -> Any:
        """Run a task on a set as it is written in a page, at a place in one of its files."""
        texts, (file,), offset = texts_in(data), read_long_texts(data, "file"), data.get("offset")
        # Compare the types, because ``isinstance`` would accept ``True`` as an integer.
        if type(offset) is not int or not 0 <= offset <= SET.most:
            raise make_data_error("offset")
        async with self.checking:
            return await self.strangers.read(task, set_name_in(data), texts, file, offset, *more)

    async def measure(self, request: Request) -> Any:
        data = await read_json(request, SET.most)
        sides = data.get("sides")
        if not isinstance(sides, list) or not all(isinstance(side, str) for side in sides):
            raise make_data_error("sides")
        return await self.measurers.read(Appraisals.go_on, set_name_in(data), texts_in(data), sides)

    async def save(self, request: Request) -> Any:
        data = await read_json(request, SET.most)
        file, before, after = read_long_texts(data, "file", "before", "after")
        await run_in_threadpool(lambda: self.known.open_manuscript(set_name_in(data)).save(file, before, after))
        return {"saved": file}

    async def add(self, request: Request) -> Any:
        data = await read_json(request)
        (file,) = read_long_texts(data, "file")
        await run_in_threadpool(lambda: self.known.open_manuscript(set_name_in(data)).add(file))
        return {"added": file}


def set_name_in(data: dict[str, Any]) -> str:
    return str(data.get("set", ""))


def read_long_texts(data: dict[str, Any], *names: str) -> list[str]:
    """Return the strings with the given names. Raise ``UsageError`` if a value is missing or is not a string."""
    for name in names:
        if not isinstance(data.get(name), str):
            raise make_data_error(name)
    return [data[name] for name in names]


def texts_in(data: dict[str, Any]) -> dict[str, str]:
    texts = data.get("texts")
    if not isinstance(texts, dict) or not all(isinstance(text, str) for text in texts.values()):
        raise make_data_error("texts")
    return texts
