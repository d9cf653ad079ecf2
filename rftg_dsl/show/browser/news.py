"""News for browser windows: each window of a game hears that its page has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

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
