"""A server reads strangers' logs in processes that it can stop, and says so on the page."""

from __future__ import annotations

import asyncio
import gzip
import json
import time
from functools import partial
from pathlib import Path

import pytest

from rftg_dsl.base import limits
from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.base.workers.local import Overrun, StoppableWorker
from show.browser.browser import LOGS
from show.browser.serving import Server, folder_of

pytest.importorskip("starlette")

from rftg_dsl.show.browser import strangers

GALAXIES = LOGS / "galaxies.rlog.gz"
MEMORY = 1_000_000_000


def test_a_task_that_takes_too_long_is_stopped_and_the_next_one_is_done() -> None:
    worker = StoppableWorker(partial(partial, time.sleep), 0, MEMORY)
    with pytest.raises(Overrun, match="more than 0 seconds"):
        worker.do(1_000)

    worker.seconds = 60
    assert worker.do(0) is None
    worker.stop()


def test_a_task_that_takes_too_much_memory_is_stopped_and_the_next_one_is_done() -> None:
    worker = StoppableWorker(partial(partial, bytearray), 60, MEMORY)
    with pytest.raises(Overrun, match="more than 1,000 MB of memory"):
        worker.do(10**12)

    assert worker.do(3) == bytearray(3)
    worker.stop()


def test_whatever_goes_wrong_in_a_task_is_told() -> None:
    worker = StoppableWorker(partial(partial, int), 60, MEMORY)
    with pytest.raises(RuntimeError, match="ValueError: invalid literal"):
        worker.do("x")

    assert worker.do("7") == 7
    worker.stop()


def test_a_log_that_takes_too_much_is_refused_with_a_reason() -> None:
    readers = strangers.Strangers(partial(strangers.make_reader, ()))
    for worker in readers.workers:
        worker.seconds = 0
    try:
        with pytest.raises(UsageError) as raised:
            asyncio.run(readers.read(strangers.read_dropped_log, GALAXIES.read_bytes()))
    finally:
        readers.close()

    assert raised.value.code == limits.READING.code == limits.READING_MEMORY.code
    assert "the server stopped this: it took more than 0 seconds" in raised.value.message


def test_a_page_says_that_a_log_takes_too_much_and_others_go_on(tmp_path: Path) -> None:
    head = json.dumps(huge_head(), sort_keys=True, separators=(",", ":"))
    with Server(str(folder_of([GALAXIES], tmp_path / "shelf"))) as server:
        status, _, refused = server.ask("/replay/dropped", f"{head}\n".encode(), Origin=server.root)
        again, _, game = server.ask(f"/replay/data?name=0/{GALAXIES.name}")

    assert status == 400 and "longer than 300 characters" in json.loads(refused)["wrong"]["message"]
    assert again == 200 and json.loads(game)["game"] == "galaxies"


def huge_head() -> dict[str, object]:
    """The head of a log with an unreadably long name."""
    head: dict[str, object] = json.loads(gzip.decompress(GALAXIES.read_bytes()).partition(b"\n")[0])
    return head | {"seats": ["x" * 1_000, "y"]}
