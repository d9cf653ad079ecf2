"""Reading untrusted logs and sets in worker processes that are killed if they take too long.

A worker also serializes the data for the page as JSON, so that the server stays responsive.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import asdict
from starlette.concurrency import run_in_threadpool
from starlette.responses import Response

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.limits import READING, READING_MEMORY
from rftg_dsl.base.workers.local import Overrun, StoppableWorker
from rftg_dsl.kernel.visibility import PUBLIC
from rftg_dsl.library.load import Library
from rftg_dsl.log.audit.audit import judge_log
from rftg_dsl.log.audit.resume import resume_log
from rftg_dsl.log.audit.verdict import Verdict
from rftg_dsl.log.format.read_log import Log, parse_log
from rftg_dsl.log.proof.randomness import secret_of
from rftg_dsl.show.browser.folders import Shelves, read_sound_set
from rftg_dsl.show.browser.fork_source import source_at
from rftg_dsl.show.browser.inside_folder import Identity
from rftg_dsl.show.browser.library_data import Plain, components_of, draw_picture
from rftg_dsl.show.browser.loaded_content import Known
from rftg_dsl.show.browser.replay_data import Reel, describe_verdict, film_of, make_quick_reel, make_reel
from rftg_dsl.show.browser.responses import WRONG, without_folders
from rftg_dsl.show.browser.responses import explain_error as told
from rftg_dsl.show.browser.words_data import describe_words

READERS = 2
"""The number of worker processes. While one of them reads a slow log, the other handles all other requests."""

Reader = Callable[[Any], bytes]
"""The function that performs tasks in a worker process."""


class Strangers:
    """Some of a server's worker processes, which are started on demand.

    Each process calls ``make`` once. ``seconds`` is the time limit for a task.
    """

    def __init__(self, make: Callable[[], Reader], readers: int = READERS, seconds: float = READING.most) -> None:
        self.idle = [StoppableWorker(make, seconds, READING_MEMORY.most * 1_000_000) for _ in range(readers)]
        self.workers = tuple(self.idle)
        self.turn = asyncio.Semaphore(readers)

    async def read(self, task: Callable[..., Any], *arguments: Any) -> Response:
        return Response(await self.do(task, *arguments), media_type="application/json")

    async def do(self, task: Callable[..., Any], *arguments: Any, seconds: float | None = None) -> bytes:
        """Return a task's result as JSON. Raise ``UsageError`` if the task fails or exceeds a time or memory limit."""
        async with self.turn:
            worker = self.idle.pop()
            try:
                result: bytes = await run_in_threadpool(worker.do, (task, arguments), seconds)
            except Overrun as error:
                hint = "most logs and sets take only seconds; if you trust the author, use the command line"
                raise UsageError(f"the server stopped this: {error}", hint, "too-much-work") from None
            finally:
                self.idle.append(worker)
        return result

    def close(self) -> None:
        for worker in self.workers:
            worker.stop()


# -- in the worker process ---------------------------------------------------------------------------------------


def make_reader(folders: Sequence[Path], prepare: Callable[[Known], Any] = lambda known: known) -> Reader:
    """Return a function that performs tasks and returns their results as JSON.

    A task is a function with its arguments; the first is ``prepare(known)``, which lasts as long as the process.
    """
    known = prepare(Known(Shelves(folders)))

    def read(task: tuple[Callable[..., Any], Sequence[Any]]) -> bytes:
        make, arguments = task
        try:
            result = make(known, *arguments)
        except WRONG as error:
            code = error.code if isinstance(error, UsageError) else "damaged-log"
            # Remove paths here, before the error crosses the process boundary.
            raise UsageError(**told(error, folders), code=code) from None
        if isinstance(result, bytes):
            return result
        return json.dumps(result, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode("utf-8", "replace")

    return read


Hidden = Collection[Identity]
"""The files that must not be read because they belong to games in progress."""


def read_game(known: Known, name: str, hidden: Hidden, of: str) -> Reel:
    """Return a reel without the slow parts but with URLs for them; in a URL, ``of`` identifies the game."""
    reel = make_quick_reel(known.shelves.read_log(name, hidden), known.find, f"/replay/picture{of}&id=")
    return {**reel, "later": {"verdict": f"/replay/verdict{of}", "film": f"/replay/film{of}&seat="}}


def draw_log_side(known: Known, name: str, hidden: Hidden, id: str) -> bytes:
    return picture_of(known.find(known.shelves.read_log(name, hidden).head), id)


def draw_game_side(known: Known, of: str, id: str) -> bytes:
    return picture_of(known.library_of(of), id)


def picture_of(library: Library, id: str) -> bytes:
    picture = draw_picture(library, id)
    if picture is None:
        raise UsageError(f"there is no side with the id {id[:100]!r}", "", "missing-file")
    return picture.encode()


def read_film(known: Known, name: str, hidden: Hidden, seat: str) -> Plain:
    """Return a viewer's film. Raise ``UsageError`` if ``seat`` is not the number of a seat, or that of the public."""
    log = known.shelves.read_log(name, hidden)
    viewers = {str(viewer): viewer for viewer in (PUBLIC, *range(log.head["players"]))}
    if log.sealed or seat not in viewers:
        raise UsageError(f"there is no film for seat {seat[:100]!r}", "choose another view", "out-of-range")
    return film_of(log, known.find, viewers[seat])


def read_verdict(known: Known, name: str, hidden: Hidden) -> Any:
    return describe_verdict(verdict_on(known, known.shelves.read_log(name, hidden)))


def read_fork_source(known: Known, name: str, line: int) -> Plain:
    """Return the beginning of a game as the source of a fork, after replaying it up to ``line`` to validate it."""
    log = known.shelves.read_log(name)
    source = source_at(log, line)
    kept = parse_log("".join(f"{text}\n" for text in source.lines).encode(), log.path)
    resume_log(kept, known.find(kept.head), secret_of(source.secret))
    return asdict(source)


def check_set(known: Known, of: str, edition: str, options: Mapping[str, str]) -> None:
    """Load a game or set, only to check that it can be loaded."""
    known.find_collection(of).load(edition or None, options)


def read_components(known: Known, of: str) -> Plain:
    data = components_of(known.library_of(of))
    for row in data["components"]:
        row["place"] = without_folders(row["place"], known.shelves.folders)
    return data


def read_words(known: Known, of: str) -> Plain:
    set_folder = read_sound_set(known.open_manuscript(of).folder)
    if set_folder is None:
        raise UsageError("the set.toml of this set has mistakes", "mend them first", "wrong-file")
    return describe_words(set_folder.game)


def sketch_components_for(known: Known, of: str, texts: Mapping[str, str], file: str, offset: int) -> Plain:
    return known.open_manuscript(of).sketch_components(texts)


def check_manuscript(known: Known, of: str, texts: Mapping[str, str], file: str, offset: int, every: bool) -> Plain:
    return known.open_manuscript(of).check(texts, file, offset, every)


def complete_manuscript(known: Known, of: str, texts: Mapping[str, str], file: str, offset: int) -> list[Plain]:
    return known.open_manuscript(of).complete(texts, file, offset)


def hover_manuscript(known: Known, of: str, texts: Mapping[str, str], file: str, offset: int) -> Plain | None:
    return known.open_manuscript(of).hover(texts, file, offset)


def rename_in_manuscript(known: Known, of: str, texts: Mapping[str, str], file: str, offset: int, new: str) -> Plain:
    return known.open_manuscript(of).rename(texts, file, offset, new)


def read_dropped_log(known: Known, raw: bytes) -> Reel:
    log = parse_log(raw, "the log")
    return make_reel(log, known.find, verdict_on(known, log))


def verdict_on(known: Known, log: Log) -> Verdict:
    return judge_log("log", lambda: log, known.find)
