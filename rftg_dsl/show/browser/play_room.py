"""The pages on which people play, watch, and see how a game has ended, behind secret links, and the data for them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import BaseRoute, Route

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import SENT, WAITING, WINDOWS
from rftg_dsl.kernel.refusal import IllegalAnswer
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.show.browser.access import KEYED
from rftg_dsl.show.browser.chairs import Chair
from rftg_dsl.show.browser.inside_folder import read_inside
from rftg_dsl.show.browser.library_data import draw_picture
from rftg_dsl.show.browser.live_games import Game, StaleAnswer, Tables
from rftg_dsl.show.browser.loaded_content import Known
from rftg_dsl.show.browser.news import News, Window
from rftg_dsl.show.browser.notifier import Notifier
from rftg_dsl.show.browser.responses import KEEP, Pages, as_data, as_page, read_json, read_number, read_text
from rftg_dsl.show.browser.strangers import Strangers, read_dropped_log
from rftg_dsl.wording.names import seat_name

AWAY = 5.0
"""Seconds until others see that a person is away, after the person's last window has been closed or hidden."""

T = TypeVar("T")


class PlayRoom:
    """The routes for games, for people who have the link of a seat or of a watcher."""

    def __init__(
        self, pages: Pages, known: Known, strangers: Strangers, folder: Path, notifier: Notifier | None = None
    ) -> None:
        self.pages = pages
        self.known = known
        self.strangers = strangers
        self.tables = Tables(folder)
        self.notifier = notifier
        self.turns: dict[Path, Turn] = {}
        """For each log, the lock that serializes the requests to its game."""
        self.waiting: dict[Path, list[Window]] = {}
        """For each log, the browser windows that are waiting for news."""

    def make_routes(self) -> list[BaseRoute]:
        seat = "/seat/{secret}"
        return [
            *self.make_viewer_routes(seat),
            *self.make_viewer_routes("/watch/{secret}"),
            Route(f"{seat}/answer", as_data(self.answer), methods=["POST"]),
            Route(f"{seat}/back", as_data(self.take_back), methods=["POST"]),
            Route(f"{seat}/give-up", as_data(self.give_up), methods=["POST"]),
            Route(f"{seat}/rematch", as_data(self.begin_rematch), methods=["POST"]),
        ]

    def make_viewer_routes(self, viewer: str) -> list[BaseRoute]:
        """Return the routes that seats and watchers have in common, below the path of one or the other."""
        return [
            Route(viewer, as_page(self.show_seat)),
            Route(f"{viewer}/picture", as_page(self.send_picture)),
            Route(f"{viewer}/state", as_data(self.send_state)),
            Route(f"{viewer}/news", as_page(self.stream_news)),
            Route(f"{viewer}/replay", as_page(self.show_replay)),
            Route(f"{viewer}/reel", as_data(self.send_reel)),
            Route(f"{viewer}/log", as_page(self.send_log)),
        ]

    # -- tables --------------------------------------------------------------------------------------------------

    def _find_seat(self, request: Request) -> tuple[Path, Sequence[Chair], int]:
        watches = request.url.path.startswith("/watch/")
        return self.tables.seat(request.path_params["secret"], watches)

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
        game, seat = await self.find_game(request)
        async with self.take_turn(game.path):
            return await run_in_threadpool(act, game, seat)

    async def find_game(self, request: Request) -> tuple[Game, int]:
        log, chairs, seat = await run_in_threadpool(self._find_seat, request)
        return await self.open_game(log, chairs), seat

    # -- for people with a seat, and for watchers ----------------------------------------------------------------

    async def show_seat(self, request: Request) -> Response:
        game, seat = await self.find_game(request)
        who = "Watching" if seat == PUBLIC else seat_name(seat)
        title = f"{who}, {game.notes.heading}"
        # The link of a seat does not open the author's room, so only people with the key are shown the way to it.
        author = f"/author?game={quote(game.library.game.name)}" if request.scope.get(KEYED) else ""
        return self.pages.render("seat", title=title, link=request.url.path, author=author)

    async def send_picture(self, request: Request) -> Response:
        game, _ = await self.find_game(request)
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

    # -- of a game that is over ----------------------------------------------------------------------------------

    async def find_finished_game(self, request: Request) -> Game:
        """Return a game that is over. Raise ``UsageError`` for any other, because its log would reveal every hand."""
        game, _ = await self.find_game(request)
        if not game.over:
            raise UsageError("this game is still being played", "come back when it is over", "wrong-log")
        return game

    async def show_replay(self, request: Request) -> Response:
        game = await self.find_finished_game(request)
        reel = f"{request.url.path.removesuffix('/replay')}/reel"
        return self.pages.render("finished", title=game.notes.heading, reel=reel)

    async def send_reel(self, request: Request) -> Any:
        game = await self.find_finished_game(request)
        # One at a time for each game, so that its people cannot keep all processes busy.
        async with self.take_turn(game.path):
            return await self.strangers.read(read_dropped_log, await run_in_threadpool(self.read_log, game))

    async def send_log(self, request: Request) -> Response:
        game = await self.find_finished_game(request)
        raw = await run_in_threadpool(self.read_log, game)
        headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(game.path.name)}"}
        return Response(raw, media_type="application/octet-stream", headers=headers)

    def read_log(self, game: Game) -> bytes:
        return read_inside(self.tables.folder, game.path.name, SENT.most)

    async def begin_rematch(self, request: Request) -> Any:
        return await self.act_and_tell(request, await read_json(request), self.tables.begin_rematch)

    # -- for people with a seat ----------------------------------------------------------------------------------

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

        def act_and_report(game: Game, seat: int) -> tuple[Game, int | None, Mapping[int, int], dict[str, Any]]:
            before = game.waits
            act(game, seat)
            waits = game.waits if game.waits != before else None
            # Count the changes within the turn, so that all windows are notified of the same state.
            return game, waits, self.count_changes(game), game.state_for(seat, line, picture_prefix_for(request))

        try:
            game, waits, changes, state = await self.act_at_table(request, act_and_report)
        except StaleAnswer:
            refusal = {
                "wrong": {"message": "This question has already been answered, perhaps in another window.", "hint": ""}
            }
            return JSONResponse(refusal, 409)
        except IllegalAnswer as error:
            raise UsageError(str(error), "choose one of the answers", "illegal-answer") from None
        self.tell(game, changes)
        self.notify_person(game, waits)
        return state

    # -- news ----------------------------------------------------------------------------------------------------

    def count_changes(self, game: Game) -> Mapping[int, int]:
        return {
            seat: game.count_changes(seat) for seat in {window.seat for window in [*self.waiting.get(game.path, ())]}
        }

    def tell(self, game: Game, changes: Mapping[int, int]) -> None:
        for window in self.waiting.get(game.path, ()):
            window.hear(changes.get(window.seat, 0))
        self.tell_away(game)

    def tell_end_of(self, log: Path) -> None:
        """Let the windows of a game that was deleted find out."""
        for window in self.waiting.get(log, ()):
            window.hear(window.changes + 1)

    def find_away(self, game: Game) -> list[int]:
        """The seats of people who are away: their pages are closed or, because hidden pages do not listen, hidden."""
        here = {window.seat for window in self.waiting.get(game.path, ())}
        return [chair.seat for chair in game.people if chair.seat not in here]

    def tell_away(self, game: Game) -> None:
        away = self.find_away(game)
        for window in self.waiting.get(game.path, ()):
            window.see_away(away)

    def notify_person(self, game: Game, waits: int | None) -> None:
        """Notify the person whose turn it has become, if this person is away."""
        if self.notifier is not None and waits is not None and waits in self.find_away(game):
            [chair] = [chair for chair in game.people if chair.seat == waits]
            self.notifier.notify(game.notes.heading, waits, game.seats[waits], chair.address)

    async def stream_news(self, request: Request) -> Response:
        game, seat = await self.find_game(request)
        windows = self.waiting.setdefault(game.path, [])
        async with self.take_turn(game.path):
            changes = await run_in_threadpool(game.count_changes, seat)
            # There is no await between counting the windows and adding one, so no other request can intervene.
            if [window.seat for window in windows].count(seat) >= WINDOWS.most:
                hint = "close the windows that you do not need"
                raise UsageError(f"more than {WINDOWS.most} windows of this seat are open", hint, "too-many-games")
            windows.append(window := Window(seat))
        window.hear(changes)
        self.tell_away(game)

        def leave() -> None:
            windows.remove(window)
            # Wait a little, because a page that is reloaded comes back at once.
            asyncio.get_running_loop().call_later(AWAY, lambda: self.tell_away(self.tables.opened.get(game.path, game)))

        return News(window, leave)


class Turn:
    """A table's lock, and the number of requests that hold it or wait for it."""

    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.waiting = 0


def picture_prefix_for(request: Request) -> str:
    """Return the beginning of the addresses of pictures, below the path of the seat or watcher."""
    return f"{request.url.path.rpartition('/')[0]}/picture?id="
