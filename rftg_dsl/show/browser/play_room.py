"""The pages on which people play: new games, games in progress behind secret seat links, and the data for them."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route
from starlette.types import Receive, Scope, Send

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import FORKING, WAITING, WINDOWS
from rftg_dsl.kernel.refusal import IllegalAnswer
from rftg_dsl.library.installed import find_box
from rftg_dsl.log.format.people import player_name_of
from rftg_dsl.play.bots import bot_names
from rftg_dsl.play.table.seats import STAND_IN
from rftg_dsl.show.browser.library_data import draw_picture
from rftg_dsl.show.browser.live_games import Chair, Game, Source, StaleAnswer, Tables
from rftg_dsl.show.browser.loaded_content import Known
from rftg_dsl.show.browser.responses import KEEP, Pages, as_data, as_page, read_json
from rftg_dsl.show.browser.strangers import Strangers, check_set, read_fork_source
from rftg_dsl.wording.names import seat_name

HEARTBEAT = 15.0
"""Interval in seconds between keep-alive messages to a waiting browser window."""

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
            Route("/play", as_page(self.show_games)),
            Route("/play/choices", as_data(self.send_choices)),
            Route("/play/new", as_data(self.begin), methods=["POST"]),
            Route("/play/fork", as_data(self.fork), methods=["POST"]),
            Route("/play/table/{name}", as_page(self.show_table)),
            Route(seat, as_page(self.show_seat)),
            Route(f"{seat}/picture", as_page(self.send_picture)),
            Route(f"{seat}/state", as_data(self.send_state)),
            Route(f"{seat}/news", as_page(self.stream_news)),
            Route(f"{seat}/answer", as_data(self.answer), methods=["POST"]),
            Route(f"{seat}/back", as_data(self.take_back), methods=["POST"]),
            Route(f"{seat}/give-up", as_data(self.give_up), methods=["POST"]),
        ]

    # -- for people with the key ---------------------------------------------------------------------------------

    async def show_games(self, request: Request) -> Response:
        there = await run_in_threadpool(self.known.find_collections)
        games = await run_in_threadpool(lambda: [log.name.partition(".")[0] for log, _ in self.tables.find_games()])
        wanted = request.query_params.get("of", "")
        return self.pages.render("play", "play", collections=list(there.values()), games=games, wanted=wanted)

    async def send_choices(self, request: Request) -> Any:
        of = request.query_params.get("of", "")
        await self.check_set(of)
        return await run_in_threadpool(self._choices_of, of)

    async def check_set(self, of: str, edition: str = "", options: Mapping[str, str] | None = None) -> None:
        """Raise ``UsageError`` if a set on the shelves takes too long or too much memory to load."""
        if "+" in of:
            # Try loading the set in a killable process before the server itself loads it.
            await self.strangers.do(check_set, of, edition, options or {})

    def _choices_of(self, of: str) -> dict[str, Any]:
        library = self.known.library_of(of)
        words = library.model.words
        return {
            "players": list(words.players),
            "edition": library.edition,
            "editions": list(find_box(library.game.name).editions),
            "options": {name: list(values) for name, values in words.options.items() if values},
            "bots": bot_names(),
            "stand_in": STAND_IN,
        }

    async def begin(self, request: Request) -> Any:
        data = await read_json(request)
        of, seats = read_text(data, "of"), read_texts(data, "seats")
        options, edition, seed = read_mapping(data, "options"), read_text(data, "edition"), read_text(data, "seed")
        await self.check_set(of, edition, options)

        def begin_game() -> Game:
            plain = not edition and not options
            library = (
                self.known.library_of(of) if plain else self.known.find_collection(of).load(edition or None, options)
            )
            return self.tables.begin(library, len(seats), seats, seed)

        return await self.link_to_game(begin_game)

    async def fork(self, request: Request) -> Any:
        data = await read_json(request)
        name, line, seats = read_text(data, "name"), read_number(data, "line"), read_texts(data, "seats")
        # Replaying the log up to this line can be slow, so a killable process tries it first.
        source = json.loads(await self.strangers.do(read_fork_source, name, line, seconds=FORKING.most))
        return await self.link_to_game(lambda: self.tables.fork(Source(**source), seats, self.known.find))

    async def link_to_game(self, begin: Callable[[], Game]) -> dict[str, str]:
        """Begin a game and return a URL: the seat's if only one person plays, else that of the page with all links."""
        game = await run_in_threadpool(begin)
        if len(game.chairs) == 1:
            return {"address": f"/seat/{game.chairs[0].secret}"}
        return {"address": f"/play/table/{game.name}"}

    async def show_table(self, request: Request) -> Response:
        name = request.path_params["name"]

        there = await run_in_threadpool(lambda: [*self.tables.find_games()])
        entry = next((each for each in there if each[0].name.partition(".")[0] == name), None)
        if entry is None:
            raise HTTPException(404)
        game = await self.open_game(*entry)
        links = [(chair.seat, game.seats[chair.seat].partition(":")[2], chair.secret) for chair in game.chairs]
        return self.pages.render(
            "table", "play", title=game.name, seats=[*map(player_name_of, game.seats)], links=links, over=game.over
        )

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


class Window:
    """A browser window that is waiting for news about its game."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.changes = -1
        self.woken = asyncio.Event()

    def hear(self, changes: int) -> None:
        if changes > self.changes:
            self.changes = changes
            self.woken.set()

    async def stream_messages(self) -> AsyncIterator[str]:
        """Yield a message when the number of changes grows, and a heartbeat at fixed times."""
        # If each wake-up delayed the next heartbeat, its timing would reveal when other seats try answers.
        beat = asyncio.get_running_loop().time() + HEARTBEAT
        while True:
            try:
                async with asyncio.timeout_at(beat):
                    await self.woken.wait()
            except TimeoutError:
                beat += HEARTBEAT
                yield ": still here\n\n"
            else:
                self.woken.clear()
                yield f"data: {self.changes}\n\n"


class News(StreamingResponse):
    """An event stream that unregisters its window when the client disconnects."""

    def __init__(self, window: Window, windows: list[Window]) -> None:
        super().__init__(window.stream_messages(), media_type="text/event-stream", headers={KEEP: "no-store"})
        self.window = window
        self.windows = windows

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.windows.remove(self.window)


# -- request data ------------------------------------------------------------------------------------------------


def picture_prefix_for(request: Request) -> str:
    return f"/seat/{request.path_params['secret']}/picture?id="


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
