"""Limits on connections: the total number, the number per address, and the time that a request may take to arrive.

Without these limits, slow requests from people without a key could use up the process's file descriptors.
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
"""Time limits in seconds, according to the state of the client's side of the connection."""


class Crowd:
    """All connections to a server; ``say`` is called the first time that there are too many."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        # Leave the other half of the file descriptors for logs, sets and workers.
        self.most = min(CONNECTIONS.most, files_to_open() // 2)
        self.there: dict[Connection, None] = {}
        """The open connections, from oldest to newest."""
        self.told = False

    def enter(self, new: Connection) -> None:
        """Admit a connection. Beyond a limit, close the oldest one still sending a request, or else the new one."""
        self.there[new] = None
        # Check the limit per address first, so that a single client cannot displace everyone else.
        alike = [each for each in self.there if each.address == new.address]
        rest = alike if len(alike) > ADDRESS.most else [*self.there] if len(self.there) > self.most else []
        if not rest:
            return
        if not self.told:
            self.told = True
            self.say("too many connections: closing those with incomplete requests first")
        arriving = [each for state in TIMES for each in rest if each is not new and each.conn.their_state is state]
        (arriving[0] if arriving else new).end()

    def leave(self, gone: Connection) -> None:
        self.there.pop(gone, None)


class Connection(H11Protocol):
    """A connection that is aborted if a request takes too long to arrive."""

    def __init__(self, crowd: Crowd, **more: Any) -> None:
        super().__init__(**more)
        self.crowd = crowd
        self.address = ""
        self.sending: Any = None
        self.limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.address = network_of(self.client[0] if self.client else "")
        self.watch()
        self.crowd.enter(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self.crowd.leave(self)
        if self.limit is not None:
            self.limit.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        self.watch()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.watch()

    def watch(self) -> None:
        """Start the timer for the part of the request that is currently arriving."""
        # The timer limits each part rather than each packet; otherwise a client could send single bytes forever.
        if self.conn.their_state is self.sending:
            return
        self.sending = self.conn.their_state
        if self.limit is not None:
            self.limit.cancel()
        seconds = TIMES.get(self.sending)
        self.limit = None if seconds is None else self.loop.call_later(seconds, self.end)

    def end(self) -> None:
        # Do not leave this to ``connection_lost``, which runs later: the closed connection would count until then.
        self.crowd.leave(self)
        self.transport.abort()


def network_of(host: str) -> str:
    """Return the address that limits apply to: an IPv4 address itself, or the /64 network of an IPv6 address."""
    try:
        address = ip_address(host.partition("%")[0])
    except ValueError:
        return host
    # A single household has 2 ** 64 IPv6 addresses.
    return host if address.version == 4 else str(ip_network((address, 64), strict=False))


def files_to_open() -> int:
    try:
        from resource import RLIMIT_NOFILE, getrlimit
    except ImportError:  # there is no such module on Windows
        return 2 * CONNECTIONS.most
    most = getrlimit(RLIMIT_NOFILE)[0]
    return most if most > 0 else 2 * CONNECTIONS.most
