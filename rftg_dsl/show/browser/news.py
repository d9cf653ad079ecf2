"""News for browser windows: that the page of a window has changed, and which people are away."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence

from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

from rftg_dsl.show.browser.responses import KEEP

HEARTBEAT = 15.0
"""Interval in seconds between keep-alive messages to a waiting browser window."""


class Window:
    """A browser window that is waiting for news about its game."""

    def __init__(self, seat: int) -> None:
        self.seat = seat
        self.changes = -1
        self.away: Sequence[int] | None = None
        self.due: dict[str, str] = {}
        """The messages that have not been sent yet, by what they are about."""
        self.woken = asyncio.Event()

    def hear(self, changes: int) -> None:
        """Learn the number of changes to the page so far."""
        if changes > self.changes:
            self.changes = changes
            self.tell("changes", f"data: {changes}\n\n")

    def see_away(self, away: Sequence[int]) -> None:
        """Learn which people are away; the page does not have to be fetched again for that."""
        if away != self.away:
            self.away = away
            self.tell("away", f"event: away\ndata: {json.dumps(away)}\n\n")

    def tell(self, about: str, message: str) -> None:
        self.due[about] = message
        self.woken.set()

    async def stream_messages(self) -> AsyncIterator[str]:
        """Yield a message when the number of changes grows or people come and go, and a heartbeat at fixed times."""
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
                due, self.due = self.due, {}
                for message in due.values():
                    yield message


class News(StreamingResponse):
    """An event stream that calls ``leave`` when the client disconnects."""

    def __init__(self, window: Window, leave: Callable[[], None]) -> None:
        super().__init__(window.stream_messages(), media_type="text/event-stream", headers={KEEP: "no-store"})
        self.leave = leave

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await super().__call__(scope, receive, send)
        finally:
            self.leave()
