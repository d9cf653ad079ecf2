"""The lobby, for people with the server's key: new games, and the games that were begun here."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from itertools import chain
from typing import Any

from attrs import evolve
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from rftg_dsl.balance.subjects import find_starts
from rftg_dsl.base.limits import FORKING
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.library.catalogue import components_of
from rftg_dsl.library.installed import find_box
from rftg_dsl.library.table_talk import table_talk_of
from rftg_dsl.play.bots import bot_names
from rftg_dsl.play.table.seats import STAND_IN
from rftg_dsl.show.browser.access import LOCAL
from rftg_dsl.show.browser.chairs import chairs_in, seats_file_of
from rftg_dsl.show.browser.fork_source import Source
from rftg_dsl.show.browser.game_list import describe_games, name_at
from rftg_dsl.show.browser.game_notes import check_title
from rftg_dsl.show.browser.live_games import Game
from rftg_dsl.show.browser.play_room import PlayRoom
from rftg_dsl.show.browser.responses import (
    as_data,
    as_page,
    read_json,
    read_mapping,
    read_number,
    read_text,
    read_texts,
)
from rftg_dsl.show.browser.strangers import Strangers, check_set, read_fork_source

STARTS = 20
"""The most components of a set that its author is offered to start with."""


class Lobby:
    """The routes for beginning games and for finding them again."""

    def __init__(self, playing: PlayRoom, strangers: Strangers) -> None:
        self.playing = playing
        self.pages = playing.pages
        self.known = playing.known
        self.tables = playing.tables
        self.strangers = strangers

    def make_routes(self) -> list[BaseRoute]:
        return [
            Route("/play", as_page(self.show_games)),
            Route("/play/choices", as_data(self.send_choices)),
            Route("/play/new", as_data(self.begin), methods=["POST"]),
            Route("/play/fork", as_data(self.fork), methods=["POST"]),
            Route("/play/games", as_data(self.send_games)),
            Route("/play/rename", as_data(self.rename), methods=["POST"]),
            Route("/play/delete", as_data(self.remove), methods=["POST"]),
            Route("/play/table/{name}", as_page(self.show_table)),
        ]

    async def show_games(self, request: Request) -> Response:
        there = await run_in_threadpool(self.known.find_collections)
        wanted = request.query_params.get("of", "")
        return self.pages.render("play", "play", collections=list(there.values()), wanted=wanted)

    async def send_games(self, request: Request) -> Any:
        return await run_in_threadpool(describe_games, self.tables, self.known.shelves)

    async def rename(self, request: Request) -> Any:
        data = await read_json(request)
        title = check_title(read_text(data, "title"))
        log = await run_in_threadpool(self.tables.find_log, read_text(data, "name"))
        game = await self.playing.open_game(log, await run_in_threadpool(chairs_in, seats_file_of(log)))
        async with self.playing.take_turn(log):
            await run_in_threadpool(lambda: game.keep_notes(evolve(game.notes, title=title)))
        return await self.send_games(request)

    async def remove(self, request: Request) -> Any:
        data = await read_json(request)
        log = await run_in_threadpool(self.tables.find_log, read_text(data, "name"))
        async with self.playing.take_turn(log):
            await run_in_threadpool(self.tables.remove, log)
        self.playing.tell_end_of(log)
        return await self.send_games(request)

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
            "starts": find_starts(library, components_of(library, chain(*library.added().values()))[:STARTS]),
            "meanings": dict(table_talk_of(library.game).options),
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
        if len(game.people) == 1:
            return {"address": game.people[0].address}
        return {"address": f"/play/table/{game.name}"}

    async def show_table(self, request: Request) -> Response:
        name = request.path_params["name"]
        there = await run_in_threadpool(lambda: [*self.tables.find_games()])
        entry = next((each for each in there if each[0].name.partition(".")[0] == name), None)
        if entry is None:
            raise HTTPException(404)
        game = await self.playing.open_game(*entry)
        root = str(request.base_url).rstrip("/")
        links = [(name_at(chair.seat, game.seats[chair.seat]), root + chair.address) for chair in game.people]
        watch = next((root + chair.address for chair in game.chairs if chair.seat == PUBLIC), "")
        seats = [name_at(seat, who) for seat, who in enumerate(game.seats)]
        return self.pages.render(
            "table",
            "play",
            title=game.notes.heading,
            seats=seats,
            links=links,
            watch=watch,
            over=game.over,
            alone=request.url.hostname in LOCAL,
        )
