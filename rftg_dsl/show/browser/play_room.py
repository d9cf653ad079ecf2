"""The pages on which people play: new games, games in progress behind secret seat links, and the data for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import WAITING, WINDOWS
from rftg_dsl.kernel.refusal import IllegalAnswer
from rftg_dsl.show.browser.chairs import Chair
from rftg_dsl.show.browser.library_data import draw_picture
from rftg_dsl.show.browser.live_games import Game, StaleAnswer, Tables
from rftg_dsl.show.browser.loaded_content import Known
from rftg_dsl.show.browser.news import News, Window
from rftg_dsl.show.browser.responses import KEEP, Pages, as_data, as_page, read_json, read_number, read_text
from rftg_dsl.show.browser.strangers import Strangers
from rftg_dsl.wording.names import seat_name

T = TypeVar("T")


class PlayRoom:
    """The routes for games in progress, for people who have the server's key or a seat's link."""

    def __init__(self, pages: Pages, known: Known, strangers: Strangers, folder: Path) -> None:
        self.pages = pages
        self.known = known
        self.strangers = strangers
        self.tables = Tables(folder)
        self.turns: dict[Path, Turn] = {}
        """For each log, the lock that serializes the requests to its game."""
        self.waiting: dict[Path, list[Window]] = {}
        """For each log, the browser windows that are waiting for news."""

    def make_routes(self) -> list[BaseRoute]:
        seat = "/seat/{secret}"
        return [
            Route(seat, as_page(self.show_seat)),
            Route(f"{seat}/picture", as_page(self.send_picture)),
            Route(f"{seat}/state", as_data(self.send_state)),
            Route(f"{seat}/news", as_page(self.stream_news)),
            Route(f"{seat}/answer", as_data(self.answer), methods=["POST"]),
            Route(f"{seat}/back", as_data(self.take_back), methods=["POST"]),
            Route(f"{seat}/give-up", as_data(self.give_up), methods=["POST"]),
        ]

    # -- for people with a seat ----------------------------------------------------------------------------------

    def _find_seat(self, request: Request) -> tuple[Path, Sequence[Chair], int]:
        return self.tables.seat(request.path_params["secret"])

    async def open_game(self, log: Path, chairs: Sequence[Chair]) -> Game:
        game = self.tables.find_open_game(log)
        if game is None:
            async with self.take_turn(log):
                game = await run_in_threadpool(self.tables.open_game, log, chairs, self.known.find)
        return game

    @asynccontextmanager
    async def take_turn(self, log: Path) -> AsyncIterator[None]:
        """Serialize the requests to one game. Raise ``UsageError`` if too many requests are waiting."""
        turn = self.turns.setdefault(log, Turn())
        if turn.waiting >= WAITING.most:
            hint = "close some windows of this game, and try again"
            raise UsageError(f"more than {WAITING.most} requests are waiting for this game", hint, "too-busy")
        turn.waiting += 1
        try:
            # Use an asyncio lock, so that waiting requests do not occupy the thread pool, which other tables need too.
            async with turn.lock:
                yield
        finally:
            turn.waiting -= 1

    async def act_at_table(self, request: Request, act: Callable[[Game, int], T]) -> T:
        log, chairs, seat = await run_in_threadpool(self._find_seat, request)
        game = await self.open_game(log, chairs)
        async with self.take_turn(log):
            return await run_in_threadpool(act, game, seat)

    async def show_seat(self, request: Request) -> Response:
        log, chairs, seat = await run_in_threadpool(self._find_seat, request)
        game = await self.open_game(log, chairs)
        title = f"{seat_name(seat)}, {game.library.model.words.title}"
        return self.pages.render("seat", title=title, secret=request.path_params["secret"])

    async def send_picture(self, request: Request) -> Response:
        log, chairs, _ = await run_in_threadpool(self._find_seat, request)
        game = await self.open_game(log, chairs)
        drawn = await run_in_threadpool(draw_picture, game.library, request.query_params.get("id", ""))
        if drawn is None:
            raise HTTPException(404)
        return Response(drawn, media_type="image/svg+xml", headers={KEEP: "private, max-age=3600"})

    async def send_state(self, request: Request) -> Any:
        text = request.query_params.get("from", "0")
        line = int(text) if text.isdecimal() and len(text) < 9 else 0
        return await self.act_at_table(
            request, lambda game, seat: game.state_for(seat, line, picture_prefix_for(request))
        )

    async def answer(self, request: Request) -> Any:
        data = await read_json(request)
        answer = data.get("answer")
        if not isinstance(answer, str | int | list | dict):
            raise UsageError("this is not a valid answer", "reload the page", "illegal-answer")
        at, nth, said = read_number(data, "at"), read_number(data, "nth"), read_text(data, "said")[:200]
        return await self.act_and_tell(request, data, lambda game, seat: game.answer(seat, at, nth, answer, said))

    async def take_back(self, request: Request) -> Any:
        data = await read_json(request)
        at, nth = read_number(data, "at"), read_number(data, "nth")
        return await self.act_and_tell(request, data, lambda game, seat: game.take_back(seat, at, nth))

    async def give_up(self, request: Request) -> Any:
        data = await read_json(request)
        concedes, bot = data.get("concedes") is True, read_text(data, "bot")
        return await self.act_and_tell(request, data, lambda game, seat: game.give_up(seat, concedes, bot))

    async def act_and_tell(self, request: Request, data: Mapping[str, Any], act: Callable[[Game, int], None]) -> Any:
        """Perform an action at a table, notify all windows, and respond with the new state."""
        line = read_number(data, "from")

        def act_and_report(game: Game, seat: int) -> tuple[Game, Mapping[int, int], dict[str, Any]]:
            act(game, seat)
            # Count the changes within the turn, so that all windows are notified of the same state.
            return game, self.count_changes(game), game.state_for(seat, line, picture_prefix_for(request))

        try:
            game, changes, state = await self.act_at_table(request, act_and_report)
        except StaleAnswer:
            refusal = {
                "wrong": {"message": "This question has already been answered, perhaps in another window.", "hint": ""}
            }
            return JSONResponse(refusal, 409)
        except IllegalAnswer as error:
            raise UsageError(str(error), "choose one of the answers", "illegal-answer") from None
        self.tell(game, changes)
        return state

    # -- news ----------------------------------------------------------------------------------------------------

    def count_changes(self, game: Game) -> Mapping[int, int]:
        return {
            seat: game.count_changes(seat) for seat in {window.seat for window in [*self.waiting.get(game.path, ())]}
        }

    def tell(self, game: Game, changes: Mapping[int, int]) -> None:
        for window in self.waiting.get(game.path, ()):
            window.hear(changes.get(window.seat, 0))

    async def stream_news(self, request: Request) -> Response:
        log, chairs, seat = await run_in_threadpool(self._find_seat, request)
        game = await self.open_game(log, chairs)
        windows = self.waiting.setdefault(log, [])
        async with self.take_turn(log):
            changes = await run_in_threadpool(game.count_changes, seat)
            # There is no await between counting the windows and adding one, so no other request can intervene.
            if [window.seat for window in windows].count(seat) >= WINDOWS.most:
                hint = "close the windows that you do not need"
                raise UsageError(f"more than {WINDOWS.most} windows of this seat are open", hint, "too-many-games")
            windows.append(window := Window(seat))
        window.hear(changes)
        return News(window, windows)


class Turn:
    """A table's lock, and the number of requests that hold it or wait for it."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.waiting = 0


def picture_prefix_for(request: Request) -> str:
    return f"/seat/{request.path_params['secret']}/picture?id="
