"""Reads strangers' logs for a server, in separate processes: one that takes too long is stopped, and the page says so.

Those processes make a page's data and write it as JSON, so that the server itself goes on answering meanwhile.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from rftg_dsl.base.diagnostic import Unusable
from rftg_dsl.base.limits import READING, READING_MEMORY
from rftg_dsl.base.processes import Overrun, StoppableWorker
from rftg_dsl.log.audit import judged
from rftg_dsl.log.read import Log, parse_log
from rftg_dsl.log.verdict import Verdict
from rftg_dsl.web.answering import WRONG
from rftg_dsl.web.answering import said as told
from rftg_dsl.web.components import picture
from rftg_dsl.web.inside import Identity
from rftg_dsl.web.known import Known
from rftg_dsl.web.reel import Reel, quick_reel, reel, said, views_of
from rftg_dsl.web.shelves import Shelves

READERS = 2
"""Processes that read logs: while one reads a log that takes long, the other reads the next."""


class Strangers:
    """The processes that read logs for one server; none is started before it is needed."""

    def __init__(self, folders: Sequence[Path]) -> None:
        make = partial(reader, tuple(folders))
        self.idle = [StoppableWorker(make, READING.most, READING_MEMORY.most * 1_000_000) for _ in range(READERS)]
        self.workers = tuple(self.idle)
        self.turn = asyncio.Semaphore(READERS)

    async def read(self, task: Callable[..., Any], *given: Any) -> Response:
        """The result of a task on a log, as JSON; ``Unusable`` if the log cannot be shown, or takes too much."""
        async with self.turn:
            worker = self.idle.pop()
            try:
                raw = await run_in_threadpool(worker.do, (task, given))
            except Overrun as error:
                hint = (
                    "a log of a game is read in a few seconds: open it with 'rftg replay' if you trust whoever made it"
                )
                raise Unusable(f"the server stopped reading this log: {error}", hint, "too-much-work") from None
            finally:
                self.idle.append(worker)
        return Response(raw, media_type="application/json")

    def close(self) -> None:
        """End the processes."""
        for worker in self.workers:
            worker.stop()


# -- in the process ----------------------------------------------------------------------------------------------


def reader(folders: Sequence[Path]) -> Callable[[Any], bytes]:
    """Does tasks on logs, with the content on the shelves."""
    known = Known(Shelves(folders))

    def read(task: tuple[Callable[..., Any], Sequence[Any]]) -> bytes:
        make, given = task
        try:
            found = make(known, *given)
        except WRONG as error:
            code = error.code if isinstance(error, Unusable) else "damaged-log"
            raise Unusable(**told(error, folders), code=code) from None
        if isinstance(found, bytes):
            return found
        return json.dumps(found, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8", "replace")

    return read


Hidden = Collection[Identity]
"""The files that must not be read: games in progress."""


def game_data(known: Known, name: str, hidden: Hidden, of: str) -> Reel:
    """A game without what takes longest, and the addresses of that; ``of`` names the game in them."""
    found = quick_reel(known.shelves.read_log(name, hidden), known.find, f"/replay/picture{of}&id=")
    return {**found, "later": {"verdict": f"/replay/verdict{of}", "views": f"/replay/views{of}"}}


def picture_data(known: Known, name: str, hidden: Hidden, id: str) -> bytes:
    """The picture of a side of the content that a game was played with; ``Unusable`` if there is none."""
    drawn = picture(known.find(known.shelves.read_log(name, hidden).head), id)
    if drawn is None:
        raise Unusable(f"there is no side {id[:100]!r}", "", "missing-file")
    return drawn.encode()


def views_data(known: Known, name: str, hidden: Hidden) -> Any:
    """The views of a game for everyone who does not see the whole of it."""
    return views_of(known.shelves.read_log(name, hidden), known.find)


def verdict_data(known: Known, name: str, hidden: Hidden) -> Any:
    """The verdict on a game."""
    return said(judge(known, known.shelves.read_log(name, hidden)))


def dropped_data(known: Known, raw: bytes) -> Reel:
    """A log that was dropped on a page, which is not kept."""
    log = parse_log(raw, "the log")
    return reel(log, known.find, judge(known, log))


def judge(known: Known, log: Log) -> Verdict:
    """The verdict on a log."""
    return judged("log", lambda: log, known.find)
