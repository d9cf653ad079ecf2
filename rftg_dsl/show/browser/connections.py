"""The connections of a server: so many at once, so many from one address, and each request arrives within a time.

Without this, half requests of somebody without a key would use up the files that the system lets the process open.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from ipaddress import ip_address, ip_network
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from rftg_dsl.base.limits import ADDRESS, BODY_TIME, CONNECTIONS, HEAD_TIME

TIMES = {h11.IDLE: HEAD_TIME.most, h11.SEND_BODY: BODY_TIME.most}
"""Seconds that a part of a request may take, by what the other end is sending."""


class Crowd:
    """All connections of a server; ``say`` is told once that there are too many."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self.most = min(CONNECTIONS.most, files_to_open() // 2)
        self.there: dict[Connection, None] = {}
        """In the order in which they began."""
        self.told = False

    def enter(self, new: Connection) -> None:
        """Take a new one in; if there are too many, one whose request has not arrived yet is closed, or the new one."""
        self.there[new] = None
        alike = [each for each in self.there if each.address == new.address]
        rest = alike if len(alike) > ADDRESS.most else [*self.there] if len(self.there) > self.most else []
        if not rest:
            return
        if not self.told:
            self.told = True
            self.say("there are too many connections: those that have sent only part of a request are closed first")
        arriving = [each for state in TIMES for each in rest if each is not new and each.conn.their_state is state]
        (arriving[0] if arriving else new).end()

    def leave(self, gone: Connection) -> None:
        """One has been closed."""
        self.there.pop(gone, None)


class Connection(H11Protocol):
    """A connection of a crowd, which is closed if a request takes too long to arrive."""

    def __init__(self, crowd: Crowd, **more: Any) -> None:
        super().__init__(**more)
        self.crowd = crowd
        self.address = ""
        self.sending: Any = None
        """The part of a request that the other end was sending at the last look."""
        self.limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Enter the crowd."""
        super().connection_made(transport)
        self.address = network_of(self.client[0] if self.client else "")
        self.watch()
        self.crowd.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        """Leave the crowd."""
        self.crowd.leave(self)
        if self.limit is not None:
            self.limit.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Go on with a request."""
        super().data_received(data)
        self.watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self.watch()

    def watch(self) -> None:
        """Limit the time of the part of a request that arrives now."""
        if self.conn.their_state is self.sending:
            return
        self.sending = self.conn.their_state
        if self.limit is not None:
            self.limit.cancel()
        seconds = TIMES.get(self.sending)
        self.limit = None if seconds is None else self.loop.call_later(seconds, self.end)

    def end(self) -> None:
        """Close it at once, and forget it before the system does."""
        self.crowd.leave(self)
        self.transport.abort()


def network_of(host: str) -> str:
    """The address of a host; of IPv6, the network, which is one household's."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    return host if address.version == 4 else str(ip_network((address, 64), strict=False))


def files_to_open() -> int:
    """The number of files that this process may have open at once."""
    try:
        from resource import RLIMIT_NOFILE, getrlimit
    except ImportError:  # Windows
        return 2 * CONNECTIONS.most
    most = getrlimit(RLIMIT_NOFILE)[0]
    return most if most > 0 else 2 * CONNECTIONS.most
