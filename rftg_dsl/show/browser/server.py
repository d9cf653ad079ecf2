"""Starting the server and printing its URL."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from secrets import token_urlsafe
from tempfile import mkdtemp
from typing import Any

import uvicorn

from rftg_dsl.base.diagnostic import UsageError
from rftg_dsl.show.browser.connections import Connection, Crowd
from rftg_dsl.show.browser.notifier import Notifier, split_command
from rftg_dsl.show.browser.site import make_site

LOCAL = ("127.0.0.1", "::1", "localhost")
EVERY = ("0.0.0.0", "::")
AT_ONCE, BACKLOG = 16, 1_000
"""The number of connections that asyncio accepts per wake-up, and the length of the system's accept queue."""


def serve(folders: Sequence[Path], host: str, port: int, say: Callable[[str], None], notify: str = "") -> None:
    """Serve until the process is stopped; ``say`` is called with the URL, the folder for games, and any warning.

    ``notify`` is the command that tells people elsewhere that it is their turn; empty if there is none.
    """
    command = split_command(notify) if notify else []
    key = token_urlsafe(16)
    listening = bind_socket(host, port)
    number = listening.getsockname()[1]
    # In a URL, an IPv6 address must be in brackets.
    shown = f"[{host}]" if ":" in host else host
    names = [*LOCAL, host, *([socket.gethostname().lower()] if host not in LOCAL else [])]
    games = folders[0] if folders else Path(mkdtemp(prefix="rftg-"))
    root = f"http://{shown}:{number}"
    # People elsewhere cannot use an address that stands for all addresses of this machine.
    there = f"http://{socket.gethostname().lower()}:{number}" if host in EVERY else root
    app = make_site(folders, games, key, names, Notifier(command, there, say) if command else None)
    http: Any = partial(Connection, Crowd(say))
    config = uvicorn.Config(
        app,
        http=http,
        ws="none",
        backlog=AT_ONCE,
        log_level="error",  # otherwise, malformed requests could flood the terminal with warnings
        access_log=False,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=1,
    )
    say(f"{root}/?key={key}")
    say(f"games are kept in {games}")
    with listening:
        Server(config).run(sockets=[listening])


class Server(uvicorn.Server):
    """A server whose accept queue can be longer than uvicorn's ``backlog``."""

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        # asyncio uses ``backlog`` both as the queue length and as the number of connections to accept in a row. Start
        # with a small value, or all new connections would be accepted before any is counted, then lengthen the queue.
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(BACKLOG)


def bind_socket(host: str, port: int) -> socket.socket:
    """Create a listening socket. Raise ``UsageError`` if the address is not available."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        # asyncio sets TCP_NODELAY only if the protocol is specified; otherwise every page would take 40 ms longer.
        made = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        made.bind((host, port))
        made.listen(BACKLOG)
    except (OSError, OverflowError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        hint = "choose another --port, or 0 for any free one"
        raise UsageError(f"cannot listen on {host}:{port}: {reason}", hint, "system") from None
    return made
